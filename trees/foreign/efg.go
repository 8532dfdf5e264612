package foreign

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

// Gambit's extensive games, as its manual (The Gambit Project, "The extensive game (.efg) file
// format") and its programs define them:
//
//	EFG 2 R "title" { "player 1" "player 2" }
//	"comment"
//	c "node" 1 "information set" { "heads" 1/2 "tails" 1/2 } 0
//	p "node" 1 1 "information set" { "left" "right" } 0
//	t "node" 1 "outcome" { 2, -3/4 }
//
// Nodes are in preorder: chance (c), players (p: the player, then the information set), and the
// ends of the game (t). A node has as many children as its information set has actions, which
// are named where it first appears. The last number of a node is its outcome, 0 for none, with
// its payoffs where it first appears. White space and commas are optional.

func (r *reader) efg() {
	e := &efgReader{r: r, sets: map[efgSet]*efgMoves{}, outcomes: map[int]*efgOutcome{}}
	e.prologue()
	r.game.root = e.node(1)
	if r.peek(); r.pos < len(r.src) {
		r.expected("nothing more, since every action has its node")
	}
	e.finish()
}

type efgReader struct {
	r        *reader
	own      bool // the file was written here
	players  []string
	comment  string
	sets     map[efgSet]*efgMoves
	inOrder  []*infoset // those of players, by their first nodes
	outcomes map[int]*efgOutcome
	uses     []efgUse

	setNames, outcomesNames nameList
}

// An efgSet is an information set. Those of each player are numbered separately; player 0 is
// chance.
type efgSet struct{ player, number int }

// efgMoves are the actions of an information set.
type efgMoves struct {
	names []string
	probs []number // of chance
	set   *infoset // nil: of chance
}

type efgOutcome struct {
	at   int
	name string
	paid []number
}

// An efgUse is a node with an outcome.
type efgUse struct {
	n       *node
	outcome int
	at      int
}

// prologue reads the part before the root.
func (e *efgReader) prologue() {
	r := e.r
	at := r.mark()
	switch word := e.word(); {
	case word == "EFG":
	case word == "NFG":
		r.fail(at, "this is a game in normal form (a strategic game), a table of payoffs without a tree; the extensive form of the game, which begins with EFG 2 R, can be read")
	case strings.HasPrefix(r.src[at:], "<"):
		r.fail(at, "this is XML, such as a workbook of Gambit (.gbt); a file that can be read is exported as .efg, and begins with EFG 2 R")
	default:
		r.expected(`a game of Gambit, which begins with EFG 2 R "title" { "player 1" "player 2" }`)
	}
	r.stepOver(len("EFG"))
	if r.lookNumber() != "2" {
		r.expected("2 after EFG, the version of the format that is read")
	}
	r.stepOver(1)
	// In files of type D numbers are decimals. They are read as exactly as those of type R.
	if word := e.word(); word != "R" && word != "D" {
		r.expected("R after EFG 2")
	}
	r.stepOver(1)
	r.game.title = e.text("the title in double quotes")
	e.take('{', `"{" and the names of the players`)
	for r.peek() == '"' {
		if len(e.players) == trees.MaxPlayers {
			panic(over(r.errorIn(r.pos, "there are more than %d players, the most that a tree has", trees.MaxPlayers)))
		}
		e.players = append(e.players, e.text("a name"))
	}
	if len(e.players) == 0 {
		r.expected("the name of a player in double quotes")
	}
	e.take('}', `another name in double quotes, or "}"`)
	if r.peek() == '"' {
		e.comment = e.text("a comment")
	}
	e.own = strings.HasPrefix(e.comment, trees.EFGMark)
}

// node reads a node with all below it.
func (e *efgReader) node(level int) *node {
	r := e.r
	at := r.mark()
	kind := e.word()
	if kind != "p" && kind != "c" && kind != "t" {
		r.expected(`a node, which begins with p (a player moves), c (chance moves) or t (the game ends), then its name in double quotes`)
	}
	n := r.add(at, level)
	r.stepOver(1)
	n.name = e.text("the name of the node in double quotes")
	var moves *efgMoves
	switch kind {
	case "p":
		at := r.mark()
		n.mover, n.player = playerMoves, e.whole("the number of the player who moves", 1)
		if n.player > len(e.players) {
			r.failRead(at, "there is no player %d; this game has %s", n.player, count(len(e.players), "player"))
		}
		moves = e.moves(efgSet{n.player, e.whole("the number of the information set", 0)})
	case "c":
		n.mover = chanceMoves
		moves = e.moves(efgSet{0, e.whole("the number of the chance node’s information set", 0)})
	}
	e.outcome(n)
	if moves == nil {
		return n
	}
	n.infoset = moves.set
	for i, name := range moves.names {
		if r.peek() == 0 && r.pos == len(r.src) {
			r.failRead(at, "the node has %s, and the file ends before the node of action %d", count(len(moves.names), "action"), i+1)
		}
		k := e.node(level + 1)
		if k.action = name; moves.probs != nil {
			k.prob = &moves.probs[i]
		}
		n.kids = append(n.kids, k)
	}
	return n
}

// moves reads the rest of an information set: its name and its actions, which may be left out
// where they are known.
func (e *efgReader) moves(set efgSet) *efgMoves {
	r := e.r
	known, name := e.sets[set], ""
	if r.peek() == '"' {
		name = e.text("a name")
	}
	if r.peek() != '{' {
		switch {
		case known != nil:
			return known
		case set.player == 0:
			r.expected(`"{" and the moves of chance with their probabilities`)
		}
		r.expected(fmt.Sprintf(`"{" and the actions of information set %d of player %d`, set.number, set.player))
	}
	at := r.mark()
	r.take('{')
	moves := &efgMoves{}
	for r.peek() == '"' {
		name := e.text("a name")
		if e.own && name == decimal(len(moves.names)+1) {
			name = "" // as moves without a name are written here
		}
		moves.names = append(moves.names, name)
		if set.player == 0 {
			moves.probs = append(moves.probs, e.number("the probability of this move, such as 1/2"))
		}
	}
	if len(moves.names) == 0 {
		r.expected("the name of an action in double quotes; a node without actions is terminal and begins with t")
	}
	e.take('}', `another action in double quotes, or "}"`)
	if set.player == 0 {
		var sum probSum
		for i := range moves.probs {
			r.step()
			sum.add(r, &moves.probs[i], moves.probs[i].at)
		}
		sum.check(r, at)
	}
	if known != nil {
		moves.set = known.set
		return moves
	}
	e.sets[set] = moves
	plain := name == "" || name == fmt.Sprintf("(%d,%d)", set.player, set.number)
	switch {
	case set.player == 0 && !plain:
		e.setNames.add(name)
	case set.player > 0 && e.own: // a node alone in its set may have a name
		moves.set = &infoset{name: name, alone: name != ""}
	case set.player > 0 && plain:
		moves.set = &infoset{name: fmt.Sprintf("%d.%d", set.player, set.number)}
	case set.player > 0:
		moves.set = &infoset{name: name, given: true}
	}
	if moves.set != nil {
		e.inOrder = append(e.inOrder, moves.set)
	}
	return moves
}

// outcome reads the outcome of a node, with its payoffs if they are given.
func (e *efgReader) outcome(n *node) {
	r := e.r
	at := r.mark()
	id := e.whole("the number of the outcome, 0 for none", 0)
	named, name := r.peek() == '"', ""
	if named {
		name = e.text("a name")
	}
	paid := r.peek() == '{'
	switch {
	case id == 0 && (named || paid):
		r.failRead(at, "outcome 0 is no outcome, and has neither name nor payoffs; number this one from 1")
	case id == 0:
		return
	case named && !paid:
		r.expected(fmt.Sprintf(`"{" and the payoffs of outcome %d`, id))
	}
	e.uses = append(e.uses, efgUse{n, id, at})
	if !paid {
		return
	}
	described := &efgOutcome{at: at, name: name, paid: e.payoffs()}
	switch before := e.outcomes[id]; {
	case before == nil:
		e.outcomes[id] = described
		if name != fmt.Sprintf("Outcome %d", id) {
			e.outcomesNames.add(name)
		}
	case !slices.EqualFunc(before.paid, described.paid, func(a, b number) bool { return a.rat().Cmp(b.rat()) == 0 }):
		r.failRead(at, "outcome %d has other payoffs at %s; other payoffs need a number of their own", id, placeIn(r.given, before.at))
	}
}

// payoffs reads a number for each player, with or without commas between them.
func (e *efgReader) payoffs() (list []number) {
	r := e.r
	open := r.mark()
	r.take('{')
	for len(list) <= trees.MaxPlayers && r.peek() != '}' {
		list = append(list, e.number(fmt.Sprintf(`a payoff for each of %s, then "}"`, count(len(e.players), "player"))))
		r.take(',')
	}
	if len(list) != len(e.players) {
		r.failRead(open, "%s in the braces; this game has %s", count(len(list), "payoff"), count(len(e.players), "player"))
	}
	r.take('}')
	return list
}

// finish gives the nodes their payoffs and notes what is left out.
func (e *efgReader) finish() {
	r, g := e.r, &e.r.game
	for _, use := range e.uses {
		described := e.outcomes[use.outcome]
		if described == nil {
			r.failRead(use.at, "outcome %d is described nowhere: its payoffs in braces are missing, such as %d \"\" { 3, 1 }", use.outcome, use.outcome)
		}
		use.n.value = described.paid
	}
	if g.root.value == nil { // a game pays 0 where nothing is paid
		g.root.value = make([]number, len(e.players))
	}
	g.paid, g.opposed, g.players = true, true, len(e.players)
	e.header()
	if strings.TrimSpace(e.comment) != "" {
		g.note("The comment of the file: %s", e.comment)
	}
	g.gatherInfosets(r)
	for _, set := range e.inOrder {
		if set.given && !set.shared {
			e.setNames.add(set.name)
		}
	}
	var named []string
	for i, name := range e.players {
		if p := i + 1; name != "" && name != strconv.Itoa(p) && name != trees.EFGPlayer(trees.MaxN, p) && name != trees.EFGPlayer(trees.Minimax, p) {
			named = append(named, strconv.Itoa(p)+" is "+quoted(name))
		}
	}
	if len(named) > 0 {
		g.note("Players have numbers: %s.", strings.Join(named, ", "))
	}
	e.setNames.note(g, "information set")
	e.outcomesNames.note(g, "outcome")
}

// header reads the header in the comment of a file that was written here.
func (e *efgReader) header() {
	if !e.own {
		return
	}
	line, rest, _ := strings.Cut(strings.TrimPrefix(e.comment, trees.EFGMark), "\n")
	h, err := trees.ReadHeader(line)
	if err != nil {
		e.r.game.note("The header in the comment is not used: it cannot be read (%v).", err)
		return
	}
	e.r.game.header, e.r.game.headerText, e.comment = h, line, rest
}

// word returns the letters that come next.
func (e *efgReader) word() string {
	e.r.peek()
	rest := e.r.src[e.r.pos:]
	n := 0
	for n < len(rest) && isASCIILetter(rest[n]) {
		n++
	}
	return rest[:n]
}

func (e *efgReader) take(c byte, what string) {
	if !e.r.take(c) {
		e.r.expected(what)
	}
}

// number reads a payoff or a probability.
func (e *efgReader) number(what string) number {
	if e.r.lookNumber() == "" {
		e.r.expected(what)
	}
	return e.r.number()
}

// whole reads a number used as a name.
func (e *efgReader) whole(what string, least int) int {
	r := e.r
	word := r.lookNumber()
	if word == "" {
		r.expected(what)
	}
	n, err := strconv.ParseInt(word, 10, 32)
	if err != nil || int(n) < least {
		r.fail(r.pos, "%s is not a whole number from %d to %d, as is %s", shortened(word), least, math.MaxInt32, what)
	}
	r.stepOver(len(word))
	return int(n)
}

// text reads a text. As in Gambit, \" is a quote, \\ is a backslash (new versions of Gambit write
// it this way), and any other backslash is kept.
func (e *efgReader) text(what string) string {
	r := e.r
	open := r.mark()
	if r.peek() != '"' {
		r.expected(what)
	}
	var b strings.Builder
	for i := open + 1; i < len(r.src); i++ {
		r.step()
		c := r.src[i]
		if c == '"' {
			r.pos = i + 1
			return b.String()
		}
		if c == '\\' && i+1 < len(r.src) && (r.src[i+1] == '"' || r.src[i+1] == '\\') {
			i++
			c = r.src[i]
		}
		b.WriteByte(c)
	}
	r.failOpenString(open)
	return ""
}

// A nameList counts names that a tree has no place for, and keeps the first of them.
type nameList struct {
	names int
	first []string
}

func (l *nameList) add(name string) {
	if name == "" {
		return
	}
	l.names++
	if word := quoted(name); len(l.first) <= maxListed && !slices.Contains(l.first, word) {
		l.first = append(l.first, word)
	}
}

// note says which names are left out.
func (l *nameList) note(g *game, of string) {
	if l.names == 0 {
		return
	}
	shown := l.first[:min(len(l.first), maxListed)]
	if len(l.first) > maxListed {
		shown = append(slices.Clone(shown), "…")
	}
	g.note("The names of %s are left out: %s.", count(l.names, of), strings.Join(shown, ", "))
}

// areOrIs is a number of things with the verb that goes with it.
func areOrIs(n int, what string) string {
	if n == 1 {
		return count(n, what) + " is"
	}
	return count(n, what) + " are"
}
