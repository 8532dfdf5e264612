package foreign

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"espalier/trees"
)

// This file finds out which player is which, from all that a text says: who moves at a node, by name, by number or as Max or
// Min; whose the payoffs are; and the order of the players, if there is a list of them. It is known at the end of the text
// alone, so a reader collects it in a cast and calls settle.

// A part is what a node says of its mover.
type part struct {
	n  *node
	at int
	// A name or a number, if the node says one of them.
	name     string
	number   int
	numbered bool
	side     mover // Max or Min; unstated: the node says neither
	// The name may be another property, such as a type: it is a name only if the text has it elsewhere, too.
	unsure bool
	key    string // of the member that says it
	words  string // as the text has them
}

// A namedScore is a score of a leaf with whose it is.
type namedScore struct {
	name  string
	at    int
	value number
}

type payoffs struct {
	n      *node
	at     int
	scores []namedScore
}

// A cast has what a text says of its players.
type cast struct {
	parts  []part
	paid   []payoffs
	plain  *node // the first leaf with several scores that do not say whose they are
	list   []string
	listAt int
	asked  bool // the list is that of Options.Players
	zeroed bool // the list begins with chance, which is player 0
	// The text counts players from 0.
	fromZero bool
	count    int // of the players, where the text states it; 0: it does not
	labels   []part
	ids      []part // of inner nodes without a label
	// The text has members of objects, of which one can list the players.
	members bool
	stated  bool // some node says its mover in a way that is no name
	// Some chance node says a player, too.
	chanceBeside bool
	roles        map[string]role // of players who are Max or Min in all of the text, by name
	number       map[string]int
}

// A role says that a player is Max or Min.
type role struct {
	side mover
	at   int
	name string
}

// folded is a name as it is compared: P1 and player_1 are the same.
func folded(name string) string {
	switch m, player, ok := moverOf(name); {
	case ok && m == playerMoves:
		return "player " + decimal(player)
	case ok && m == maxMoves:
		return "max"
	case ok && m == minMoves:
		return "min"
	}
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}

// payee returns whose a payoff is, in the name of the payoff: 1 of u_1 and payoff1, Ann of payoff_Ann and Ann's payoff.
func payee(name string) string {
	words := wordsOf(name)
	if len(words) < 2 {
		return name
	}
	isPayoff := func(w wordSpan) bool { return slices.Contains(payoffWords, w.word) }
	first, last := words[0], words[len(words)-1]
	rest := ""
	switch {
	case isPayoff(first) && (len(first.word) > 1 || name[first.to] == '_' || len(words) == 2 && allDigits(last.word)):
		rest = name[first.to:]
	case isPayoff(last) && len(last.word) > 1:
		rest = strings.TrimSuffix(strings.TrimRight(name[:last.from], " _-."), "'s")
	default:
		return name
	}
	if rest = strings.Trim(rest, " _-.()[]"); rest == "" {
		return name
	}
	return rest
}

// payoffWords are words for a payoff beside whose it is.
var payoffWords = []string{"payoff", "payoffs", "utility", "score", "reward", "value", "u", "v", "π"}

// moves adds what a node says of its mover.
func (c *cast) moves(p part) {
	if p.n.mover == unstated {
		p.n.mover, p.n.player = playerMoves, 1 // until all players are known
	}
	c.parts = append(c.parts, p)
}

// label says that an inner node has a label in which no mover is found. It is its name, unless labels repeat.
func (c *cast) label(n *node, text string) {
	n.name = text
	if text != "" {
		c.labels = append(c.labels, part{n: n, at: n.at, name: text, words: text})
	}
}

// pays adds the payoffs of a leaf by name.
func (c *cast) pays(n *node, at int, scores []namedScore) {
	n.value = make([]number, len(scores)) // until all players are known
	c.paid = append(c.paid, payoffs{n, at, scores})
}

// order sets the order of the players. Chance may be the first of them.
func (r *reader) order(names []string, at int) {
	c := &r.cast
	if c.list != nil {
		return
	}
	for i, name := range names {
		if m, _, ok := moverOf(name); ok && m == chanceMoves {
			if i > 0 {
				r.failOrder(at, "chance is no player; leave it out of the list of the players")
			}
			c.zeroed = true
			continue
		}
		c.list = append(c.list, name)
	}
	if len(c.list) == 0 || len(c.list) > trees.MaxPlayers {
		r.failOrder(at, "this list has %s; a tree has 1 to %d", count(len(c.list), "player"), trees.MaxPlayers)
	}
	c.listAt = at
	seen := map[string]bool{}
	for _, name := range c.list {
		if seen[folded(name)] {
			r.failOrder(at, "%s is in the list of the players twice", quoted(name))
		}
		seen[folded(name)] = true
	}
}

// failOrder refuses a list of players: that of the text, or that of Options.Players.
func (r *reader) failOrder(at int, format string, args ...any) {
	if r.cast.asked {
		panic(trees.ErrorAt("players", format, args...))
	}
	r.failRead(at, format, args...)
}

// settle gives every mover and every payoff its player, and says in notes what was assumed.
func (r *reader) settle() {
	c := &r.cast
	r.readTogether()
	r.checkNumbered()
	r.findChance()
	if width := r.width(r.game.root); width > 1 && !r.cast.members {
		r.checkInnerScores(r.game.root, width)
	}
	r.initials()
	r.labelsThatMove()
	slices.SortStableFunc(c.parts, func(a, b part) int { return a.n.at - b.n.at })
	width := r.width(r.game.root)
	r.checkCount(width)
	if c.chanceBeside {
		r.game.note("Chance moves where a node says so, also where it names a player.")
	}
	r.count()
	r.name()
	for i := range c.paid {
		r.settlePayoffs(&c.paid[i])
	}
	for i := range c.parts {
		r.settleMover(&c.parts[i])
	}
	if len(r.sets) > 0 {
		r.game.gatherInfosets(r)
	}
	if len(c.paid) == 0 && width == 1 {
		r.takeRoles()
		r.settleSides()
		return
	}
	for i := range c.parts {
		if p := &c.parts[i]; p.side == minMoves && p.n.mover == playerMoves {
			r.game.note("A node that says its player and also Max or Min is that player’s, who maximizes the player’s own score.")
			break
		}
	}
}

// scoresInName are several numbers in a part of a name: (2,0), stop: 1,0.
var scoresInName = regexp.MustCompile(`(?:[(\[:]|^)\s*[-+−]?\d[\d./]*(?:\s*,\s*[-+−]?\d[\d./]*)+\s*(?:[)\]]|$)`)

// checkInnerScores fails at a node with children whose name has scores: those of a move that ends the game, which has no node
// of its own.
func (r *reader) checkInnerScores(n *node, width int) {
	r.step()
	if len(n.kids) == 0 {
		return
	}
	if scores := scoresInName.FindString(n.name); scores != "" && scores != n.name && strings.Count(scores, ",") == width-1 {
		scores = strings.Trim(scores, "()[]: ")
		r.failRead(n.at, "the text of this node has %s, which may be scores, and the node has children; write the move that ends the game as a leaf of its own among them, such as stop: (%s), or a name without a comma", scores, scores)
	}
	for _, k := range n.kids {
		r.checkInnerScores(k, width)
	}
}

// width returns the number of scores of the first leaf that has a value; 0: there is none.
func (r *reader) width(n *node) int {
	r.step()
	if len(n.kids) == 0 {
		return len(n.value)
	}
	for _, k := range n.kids {
		if w := r.width(k); w > 0 {
			return w
		}
	}
	return 0
}

// checkCount compares the players that the text lists with the scores of a leaf.
func (r *reader) checkCount(width int) {
	c := &r.cast
	players := len(c.list)
	if players == 0 {
		players = c.count
	}
	switch {
	case players == 0:
	case width == 1 && players > 2 && len(c.paid) == 0:
		r.failOrder(c.listAt, "there are %d players, and a leaf has one score; with more than two players a leaf has a score for each", players)
	case width > 1 && players != width && len(c.paid) == 0:
		r.failOrder(c.listAt, "there are %s, and the leaves have %d scores", count(players, "player"), width)
	case width != 1 || players == 1:
		r.game.players = players
	}
}

// count counts players from 1, and finds chance among those that are numbers.
func (r *reader) count() {
	c := &r.cast
	zero, minus := false, (*part)(nil)
	for i := range c.parts {
		p := &c.parts[i]
		if !p.numbered {
			continue
		}
		switch {
		case p.number > 0:
		case p.n.kids[0].prob != nil || p.number == 0 && c.zeroed: // player 0, or −1 as in OpenSpiel
			p.n.mover = chanceMoves
			r.checkProbs(p.n)
		case p.number == 0:
			zero = true
		case minus == nil:
			minus = p
		}
	}
	for i := range c.paid {
		for _, s := range c.paid[i].scores {
			if m, player, ok := moverOf(s.name); ok && m == playerMoves && player == 0 {
				zero = zero || c.index(s.name) < 0
			}
		}
	}
	if minus != nil {
		r.countMinus(minus)
	}
	if !zero {
		return
	}
	c.fromZero = true
	for i := range c.parts {
		if p := &c.parts[i]; p.numbered {
			p.number++
		}
	}
	for i := range c.paid {
		for j := range c.paid[i].scores {
			s := &c.paid[i].scores[j]
			if m, player, ok := moverOf(s.name); ok && m == playerMoves && c.index(s.name) < 0 {
				s.name = strconv.Itoa(player + 1)
			}
		}
	}
	r.game.note("Players are counted from 0 in the text: player 0 is player 1 here.")
}

// countMinus reads the players 1 and −1 as 1 and 2.
func (r *reader) countMinus(minus *part) {
	c := &r.cast
	for i := range c.parts {
		p := &c.parts[i]
		if p.n.mover != chanceMoves && (!p.numbered || p.number != 1 && p.number != -1) || p.numbered && minus.number != -1 {
			r.failRead(minus.at, "%s is no player here; players have the numbers from 1 or from 0, or they are 1 and -1", minus.words)
		}
	}
	for i := range c.parts {
		if p := &c.parts[i]; p.number == -1 {
			p.number = 2
		}
	}
	r.game.note("Player -1 is player 2 here.")
}

// index returns the place of a name in the list of the players, or -1.
func (c *cast) index(name string) int {
	return slices.IndexFunc(c.list, func(s string) bool { return folded(s) == folded(name) })
}

// name gives the names their numbers.
func (r *reader) name() {
	c := &r.cast
	c.number = map[string]int{}
	for i, name := range c.list {
		c.number[folded(name)] = i + 1
	}
	keys := r.sameNames()
	var movers []part // the first of each name
	seen := map[string]bool{}
	taken := map[int]bool{}
	elsewhere := map[string]bool{}
	for _, p := range c.parts {
		if p.name != "" && !p.unsure {
			elsewhere[folded(p.name)] = true
		}
		if p.numbered && p.n.mover != chanceMoves {
			taken[p.number] = true
		}
	}
	for _, s := range keys {
		elsewhere[folded(s.name)] = true
	}
	for _, p := range c.parts {
		r.step()
		f := folded(p.name)
		switch {
		case p.name == "" || seen[f]:
			continue
		case c.list != nil && c.number[f] == 0:
			r.failRead(p.at, "%s is not in the list of the players, %s", quoted(p.name), listedNames(c.list))
		case c.list == nil && p.unsure && !elsewhere[f]:
			r.failRead(p.at, "the %s %s does not say who moves; it is max, min or chance, and the name of a player is written \"player\": %s", p.key, quoted(p.name), quoted(p.name))
		}
		seen[f] = true
		movers = append(movers, p)
	}
	if c.list != nil {
		if len(movers)+len(keys) > 0 {
			r.noteNames("Players have numbers: ", c.list)
			if c.asked {
				r.game.assumed.players(r.game.notes, c.list)
			}
		}
		return
	}
	var order []string
	for _, p := range movers {
		order = append(order, p.name)
	}
	if len(keys) > 0 {
		if !c.knownKeys(keys) {
			r.matchNames(keys, order)
			return
		}
		r.matchNumbers(keys)
	}
	if values := numeralValues(order); values != nil && len(taken) == 0 {
		for i, name := range order {
			c.number[folded(name)] = values[i]
		}
		return
	}
	next := 1
	var said []string
	for _, name := range order {
		for taken[next] {
			next++
		}
		c.number[folded(name)] = next
		if len(said) < maxListed {
			said = append(said, strconv.Itoa(next)+" is "+quoted(name))
		}
		next++
	}
	if len(said) > 0 {
		r.game.note("Players have numbers in the order in which they appear: %s.", strings.Join(said, ", "))
		if len(taken) == 0 {
			r.game.assumed.players(r.game.notes, order)
		}
	}
}

func (r *reader) noteNames(begin string, names []string) {
	var said []string
	for i, name := range names[:min(len(names), trees.MaxPlayers)] {
		said = append(said, strconv.Itoa(i+1)+" is "+quoted(name))
	}
	r.game.note("%s%s.", begin, strings.Join(said, ", "))
}

func listedNames(names []string) string {
	var list []string
	for _, name := range names[:min(len(names), trees.MaxPlayers)] {
		list = append(list, quoted(name))
	}
	return trees.InWords(list)
}

// numeralValue returns the number of a player whose name is a Roman numeral, or says a number; 0: it is another name.
func numeralValue(name string) int {
	if m, player, ok := moverOf(name); ok && m == playerMoves {
		return player
	}
	return max(0, slices.Index(romans, folded(name)))
}

// numeralValues returns the numbers of players whose names are numerals; nil: some are not.
func numeralValues(names []string) (values []int) {
	for _, name := range names {
		i := numeralValue(name)
		if i == 0 {
			return nil
		}
		values = append(values, i)
	}
	return values
}

// sameNames returns the names of the payoffs of the first leaf, and fails at a leaf that has others.
func (r *reader) sameNames() []namedScore {
	c := &r.cast
	if len(c.paid) == 0 {
		return nil
	}
	first := c.paid[0].scores
	if len(first) > trees.MaxPlayers {
		panic(over(r.errorIn(c.paid[0].at, "this leaf has the payoffs of %s; a tree has at most %d", count(len(first), "player"), trees.MaxPlayers).ReadTo(r.pos)))
	}
	want := map[string]bool{}
	for _, s := range first {
		want[folded(s.name)] = true
	}
	for i := range c.paid {
		leaf := &c.paid[i]
		seen := map[string]bool{}
		for _, s := range leaf.scores {
			r.step()
			f := folded(s.name)
			if seen[f] {
				r.failRead(s.at, "the payoff of %s is given twice here", quoted(s.name))
			}
			if c.list == nil && !want[f] {
				r.failRead(s.at, "the first leaf has no payoff of %s; every leaf has the payoffs of the same players, and they are %s there", quoted(s.name), listedScores(first))
			}
			seen[f] = true
		}
		if c.list == nil && len(seen) < len(want) {
			for _, s := range first {
				if !seen[folded(s.name)] {
					r.failRead(leaf.at, "this leaf has no payoff of %s; every leaf has the payoffs of the same players, and they are %s at the first one", quoted(s.name), listedScores(first))
				}
			}
		}
	}
	return first
}

func listedScores(scores []namedScore) string {
	var names []string
	for _, s := range scores {
		names = append(names, s.name)
	}
	return listedNames(names)
}

// knownKeys reports whether all payoffs are those of numbers, or of Max and Min.
func (c *cast) knownKeys(keys []namedScore) bool {
	for _, s := range keys {
		if m, _, ok := moverOf(s.name); !ok || m == chanceMoves {
			return false
		}
	}
	return true
}

// matchNumbers places payoffs that are those of players by number, or of Max and Min.
func (r *reader) matchNumbers(keys []namedScore) {
	c := &r.cast
	used := map[int]bool{}
	for _, s := range keys {
		m, player, _ := moverOf(s.name)
		switch m {
		case maxMoves:
			player = 1
		case minMoves:
			player = 2
		}
		if player > len(keys) || used[player] {
			r.failRead(s.at, "these are payoffs of %s, who are not the players 1 to %d; every player has a payoff", listedScores(keys), len(keys))
		}
		used[player] = true
		c.number[folded(s.name)] = player
	}
	r.game.players = len(keys)
}

// orderHelp says how to write whose the payoffs are.
func (c *cast) orderHelp(names []string) string {
	if !c.members {
		return "write the scores in the order of the players, as in (3, 1), and the number of the player who moves"
	}
	var list []string
	for _, name := range names[:min(len(names), trees.MaxPlayers)] {
		list = append(list, quoted(name))
	}
	return `add "players": [` + strings.Join(list, ", ") + `] to the document, in their order`
}

// matchNames gives numbers to names of which the payoffs are: first to those who move, in the order in which they appear.
func (r *reader) matchNames(keys []namedScore, order []string) {
	c := &r.cast
	var names []string
	paid := map[string]bool{}
	for _, s := range keys {
		names = append(names, s.name)
		paid[folded(s.name)] = true
	}
	for _, p := range c.parts {
		switch {
		case p.n.mover == chanceMoves:
		case p.name == "":
			r.failRead(p.at, "%s moves here, and the payoffs have the names %s; %s", shortened(p.words), listedNames(names), c.orderHelp(names))
		case !paid[folded(p.name)]:
			r.failRead(p.at, "%s moves here, and no payoff is that of %s: the payoffs have the names %s; write the same names, or %s", quoted(p.name), quoted(p.name), listedNames(names), c.orderHelp(names))
		}
	}
	if n := c.plain; n != nil {
		r.failRead(n.at, "these scores do not say whose they are, and other payoffs have the names %s; %s", listedNames(names), c.orderHelp(names))
	}
	if n := r.sided(r.game.root); n != nil {
		r.failRead(n.at, "Max or Min moves here, and the payoffs have the names %s; %s", listedNames(names), c.orderHelp(names))
	}
	if values := numeralValues(names); values != nil && slices.Max(values) == len(values) {
		for i, name := range names {
			c.number[folded(name)] = values[i]
		}
		r.game.players = len(names)
		return
	}
	begin := "Players have numbers in the order of their payoffs: "
	if len(order) > 0 {
		begin = "Players have numbers, first those who move, in the order in which they appear: "
	}
	moves := map[string]bool{}
	for _, name := range order {
		moves[folded(name)] = true
	}
	for _, name := range names {
		if !moves[folded(name)] {
			order = append(order, name)
		}
	}
	for i, name := range order {
		c.number[folded(name)] = i + 1
	}
	r.game.players = len(order)
	r.noteNames(begin, order)
}

// sided returns a node where Max or Min moves, and no player; nil: there is none.
func (r *reader) sided(n *node) *node {
	r.step()
	if len(n.kids) > 0 && (n.mover == maxMoves || n.mover == minMoves) {
		return n
	}
	for _, k := range n.kids {
		if found := r.sided(k); found != nil {
			return found
		}
	}
	return nil
}

// settlePayoffs puts the payoffs of a leaf into the order of the players.
func (r *reader) settlePayoffs(leaf *payoffs) {
	c := &r.cast
	players := len(leaf.scores)
	if c.list != nil {
		players = len(c.list)
	}
	leaf.n.value = make([]number, players)
	given := make([]bool, players)
	for _, s := range leaf.scores {
		p := c.number[folded(s.name)]
		if m, player, ok := moverOf(s.name); p == 0 && ok {
			switch m {
			case maxMoves:
				p = 1
			case minMoves:
				p = 2
			case playerMoves:
				p = player
			}
		}
		if p < 1 || p > players {
			r.failRead(s.at, "%s is not in the list of the players, %s", quoted(s.name), listedNames(c.list))
		}
		if given[p-1] {
			r.failRead(s.at, "the payoff of %s is given twice here", quoted(s.name))
		}
		given[p-1] = true
		leaf.n.value[p-1] = s.value
	}
	if i := slices.Index(given, false); i >= 0 {
		r.failRead(leaf.at, "this leaf has no payoff of %s; every leaf has one for each player", quoted(c.list[i]))
	}
}

// settleMover sets the player who moves at a node.
func (r *reader) settleMover(p *part) {
	c := &r.cast
	if p.n.mover == chanceMoves {
		return
	}
	switch {
	case p.name != "":
		p.number = c.number[folded(p.name)]
	case c.list != nil && p.number > len(c.list):
		r.failRead(p.at, "there is no player %d; the list has %s", p.number, listedNames(c.list))
	}
	p.n.mover, p.n.player = playerMoves, p.number
}

// takeRoles makes players Max and Min that the document says to be so.
func (r *reader) takeRoles() {
	c := &r.cast
	seen := map[string]bool{}
	for i := range c.parts {
		p := &c.parts[i]
		who := folded(p.who())
		if seen[who] = true; p.side == unstated {
			p.side = c.roles[who].side
		}
	}
	for who, as := range c.roles {
		if len(seen) > 0 && !seen[who] && c.index(as.name) < 0 {
			r.failRead(as.at, "%s moves at no node; write the name as it is there", quoted(as.name))
		}
	}
}

// settleSides makes players Max and Min whose nodes say which they are, in a tree whose leaves have one score.
func (r *reader) settleSides() {
	c := &r.cast
	side, from := map[int]mover{}, map[int]*part{}
	for i := range c.parts {
		p := &c.parts[i]
		if p.n.mover != playerMoves || p.side == unstated {
			continue
		}
		if before := side[p.number]; before != unstated && before != p.side {
			r.failRead(p.at, "%s is %s here, and %s at %s", shortened(p.words), sideWord(p.side), sideWord(before), placeIn(r.src, from[p.number].at))
		}
		if from[p.number] == nil {
			side[p.number], from[p.number] = p.side, p
		}
	}
	if len(side) == 0 {
		return
	}
	var said []string
	for i := range c.parts {
		p := &c.parts[i]
		if p.n.mover != playerMoves {
			continue
		}
		s := side[p.number]
		if s == unstated && len(side) == 1 {
			for _, other := range side {
				s = opposite(other)
			}
			side[p.number], from[p.number] = s, p
		}
		if s == unstated {
			r.failRead(p.at, "%s moves here, and two others are Max and Min; a tree whose leaves have one score has two players", shortened(p.words))
		}
		if from[p.number] == p {
			who := shortened(p.who())
			if p.name != "" {
				who = quoted(p.name)
			}
			said = append(said, who+" is "+sideWord(s))
		}
		p.n.mover, p.n.player = s, 0
	}
	r.game.note("The text says which player is Max or Min: %s.", strings.Join(said, ", "))
}

func (p *part) who() string {
	if p.name != "" {
		return p.name
	}
	return "player " + decimal(p.number)
}

func opposite(side mover) mover {
	if side == maxMoves {
		return minMoves
	}
	return maxMoves
}

func sideWord(side mover) string {
	if side == maxMoves {
		return "Max"
	}
	return "Min"
}

// initials gives payoffs the names of players where they have their first letters: A: 3, B: 1 below a node of Ann, and one of
// Bob. Every name of a player, or label where nothing else says who moves, has its own letter.
func (r *reader) initials() {
	c := &r.cast
	if len(c.paid) == 0 {
		return
	}
	letters := map[string]string{} // the names of players by their first letters
	for _, s := range c.paid[0].scores {
		if utf8.RuneCountInString(s.name) != 1 {
			return
		}
		letters[strings.ToLower(s.name)] = ""
	}
	longer := false
	match := func(names []part) bool {
		own := maps.Clone(letters)
		for _, p := range names {
			r.step()
			name := folded(p.name)
			_, size := utf8.DecodeRuneInString(name)
			known, paid := own[name[:size]]
			if !paid || known != "" && folded(known) != name {
				return false
			}
			own[name[:size]] = p.name
			longer = longer || len(name) > size
		}
		letters = own
		return true
	}
	if !match(c.parts) || !c.stated && !match(c.thatMove()) && len(c.parts) == 0 || !longer {
		return
	}
	for _, of := range c.paid {
		for i := range of.scores {
			if s := &of.scores[i]; letters[strings.ToLower(s.name)] != "" {
				s.name = letters[strings.ToLower(s.name)]
			}
		}
	}
	r.game.note("Payoffs have the first letters of those who move.")
}

// thatMove returns the labels that may be those of players, or the ids of nodes that have no label.
func (c *cast) thatMove() []part {
	if len(c.labels) == 0 {
		return c.ids
	}
	return c.labels
}

// numberAndLetter is the number of a player with a letter that tells the nodes of the player apart: 1a.
var numberAndLetter = regexp.MustCompile(`^([1-8])\.?[a-zA-Z]$`)

// lettered reads labels such as 1a, 2a and 1b as the numbers of those who move, if all labels are such and there are as many
// scores as players.
func (r *reader) lettered(labels []part) bool {
	players := max(2, r.width(r.game.root))
	var numbers []int
	for _, p := range labels {
		r.step()
		m := numberAndLetter.FindStringSubmatch(p.name)
		if m == nil || int(m[1][0]-'0') > players {
			return false
		}
		numbers = append(numbers, int(m[1][0]-'0'))
	}
	for i, p := range labels {
		p.number, p.numbered, p.name = numbers[i], true, ""
		r.cast.moves(p)
	}
	r.game.note("Labels such as %s are read as the number of the player who moves, with a letter.", quoted(labels[0].name))
	return true
}

// labelsThatMove reads the labels of inner nodes as names of players, if there are fewer of them than nodes and no more
// than players: Ann moves at several nodes. Labels that all differ are names of nodes, unless they are I, II, … or those of
// payoffs.
func (r *reader) labelsThatMove() {
	c := &r.cast
	labels, ids := c.thatMove(), len(c.labels) == 0
	if c.stated || len(labels) == 0 {
		return
	}
	if !ids && r.lettered(labels) {
		return
	}
	paid := map[string]bool{}
	if len(c.paid) > 0 {
		for _, s := range c.paid[0].scores {
			paid[folded(s.name)] = true
		}
	}
	if c.asked {
		for _, name := range c.list {
			paid[folded(name)] = true
		}
	}
	names, roman, payees := map[string]bool{}, true, len(paid) > 0
	for _, p := range labels {
		r.step()
		roman = roman && numeralValue(p.name) > 0
		payees = payees && paid[folded(p.name)]
		if names[folded(p.name)] = true; len(names) > trees.MaxPlayers {
			return
		}
	}
	if len(names) > max(2, r.width(r.game.root)) || len(names) == len(labels) && !roman && !payees || ids && !payees {
		return
	}
	for _, p := range labels {
		if !ids {
			p.n.name = ""
		}
		c.moves(p)
	}
	if roman {
		r.game.note("Labels such as I, II or P1 are read as the numbers of those who move.")
		return
	}
	if payees {
		r.game.note("Labels that are the names of payoffs are read as those of who moves.")
		return
	}
	r.game.note("Labels that repeat at inner nodes are read as the names of those who move.")
}
