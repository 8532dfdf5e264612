package foreign

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"espalier/trees"
)

// build makes a tree of a game. It is the one place that knows what a tree can hold.
func (r *reader) build(root Root) (*trees.Tree, error) {
	b := &builder{r: r, g: &r.game}
	r.readTogether()
	if b.g.paid {
		b.pay(b.g.root, nil)
	}
	b.survey(b.g.root)
	b.kind(root)
	t, err := b.fitted(b.stated())
	if wrong, refused := err.(*trees.Error); refused && b.usesHeader {
		b.g.unused(wrong.Error())
		t, err = b.fitted(nil)
	}
	if err != nil {
		return nil, err
	}
	if err := t.CheckWritten(r.ctx); err != nil {
		return nil, err
	}
	b.say(t)
	return t, nil
}

// fitted is tree with doubles rounded until they fit.
func (b *builder) fitted(stated *trees.Header) (t *trees.Tree, err error) {
	err = trees.FitDoubles(func(to trees.RoundedDoubles) (tooFine bool, err error) {
		b.doubles = to
		t, err = b.tree(stated)
		wrong, _ := err.(*trees.Error)
		return wrong != nil && wrong.TooFine, err
	})
	return t, err
}

// tree makes the tree with the header that the text states; nil: none.
func (b *builder) tree(stated *trees.Header) (t *trees.Tree, err error) {
	defer catch(&err)
	b.usesHeader, b.noted, b.places = stated != nil, noted{}, b.places[:0]
	h := trees.Header{Kind: b.treeKind, Players: b.players, Unit: b.unit(stated)}
	if stated != nil {
		var ok bool
		if h, ok = stated.In(h.Unit); !ok {
			return nil, trees.ErrorAt("header", "its numbers and those of the game have a common denominator that is too large")
		}
	}
	h.Title = b.name(b.g.title, trees.MaxTitleRunes)
	b.b = trees.NewBuilder(h)
	if b.doubles.Coarse {
		b.b.CoarseProbs()
	}
	b.add(b.g.root, nil, b.first)
	if t, err = b.b.Tree(); err != nil {
		return nil, b.placed(err)
	}
	return t, nil
}

type builder struct {
	r *reader
	g *game
	b *trees.Builder

	treeKind   trees.Kind
	players    int
	first      int // who moves at a root whose mover is not stated
	usesHeader bool

	leaf    *node // the first leaf with a value
	sums    bool  // the two numbers of every leaf so far add up to 0
	paid    bool  // and one of them is not 0
	by      [chanceMoves + 1]*node
	most    *node // with the greatest number of a player
	places  []int // of the nodes, in the order of the tree
	doubles trees.RoundedDoubles
	noted   noted
}

// noted counts what the notes will say.
type noted struct {
	used      [trees.MaxPlayers + 1]bool
	assumed   int // movers
	stated    int
	valued    int // inner nodes with a value
	unlikely  int // probabilities of moves that are not of chance
	rootMove  string
	even      int // chance nodes without probabilities
	shortened int // names
	names     []string
	digits    trees.Shortening // of values
	chances   trees.Shortening // of probabilities
}

func (n *noted) shorten(name string) {
	if n.shortened++; len(n.names) < maxListed {
		n.names = append(n.names, quoted(name))
	}
}

// survey finds what movers and values there are.
func (b *builder) survey(n *node) {
	b.r.step()
	if len(n.kids) == 0 {
		b.surveyLeaf(n)
		return
	}
	if b.by[n.mover] == nil {
		b.by[n.mover] = n
	}
	if n.mover == playerMoves && (b.most == nil || n.player > b.most.player) {
		b.most = n
	}
	for _, k := range n.kids {
		b.survey(k)
	}
}

func (b *builder) surveyLeaf(n *node) {
	switch {
	case n.unknown || b.g.path:
		return
	case len(n.value) == 0:
		b.r.fail(n.at, "this node has neither children nor a value")
	case len(n.value) > trees.MaxPlayers:
		panic(over(b.r.errorIn(n.at, "this leaf has %s, one a player; a tree has at most %d players", count(len(n.value), "number"), trees.MaxPlayers)))
	case b.leaf == nil:
		b.leaf, b.sums = n, true
	case len(n.value) != len(b.leaf.value):
		b.r.fail(n.at, "this leaf has %s, and the first one has %d; every leaf has as many numbers as there are players", count(len(n.value), "number"), len(b.leaf.value))
	}
	if b.sums = b.sums && len(n.value) == 2; b.sums {
		sum, ok := n.value[0].plus(&n.value[1])
		b.sums = ok && sum.isZero()
		b.paid = b.paid || !n.value[0].isZero()
	}
}

// kind decides the kind of the tree, its players and who moves first.
func (b *builder) kind(root Root) {
	if b.g.path {
		b.treeKind, b.players, b.first = trees.Path, 1, 1
		if root != "" {
			panic(trees.ErrorAt("root", "nobody else moves in a path tree; root is for other trees"))
		}
		return
	}
	width := max(1, b.g.players)
	if b.leaf != nil {
		width = len(b.leaf.value)
	}
	b.treeKind, b.players = trees.MaxN, width
	opposed := width == 2 && b.g.opposed && b.sums && (b.most == nil || b.most.player <= 2)
	stated := b.g.header
	switch {
	case width == 1 && b.g.players != 1:
		b.treeKind, b.players = trees.Minimax, 2
	case !opposed || stated != nil && stated.Kind == trees.MaxN && stated.Players == width:
	case stated != nil && stated.Kind == trees.Minimax:
		b.treeKind = trees.Minimax
	case b.paid:
		b.treeKind = trees.Minimax
		b.g.note("The scores of the two players add up to 0 at every leaf, so this is a minimax tree with those of player 1.")
	}
	named := b.by[maxMoves]
	if named == nil {
		named = b.by[minMoves]
	}
	switch {
	case b.most != nil && b.most.player > b.players && width == 1:
		b.r.fail(b.most.at, "player %d moves here, and the leaves are single numbers, which are those of Max and Min; with more players a leaf has a number for each", b.most.player)
	case b.most != nil && b.most.player > b.players:
		also := ""
		if b.r.cast.fromZero {
			also = fmt.Sprintf(" (player %d of the text, which counts from 0)", b.most.player-1)
		}
		b.r.fail(b.most.at, "player %d%s moves here, and the leaves have the scores of %s", b.most.player, also, count(b.players, "player"))
	case named != nil && b.players != 2:
		b.r.fail(named.at, "Max or Min moves here, and the leaves have the scores of %s; say the number of the player", count(b.players, "player"))
	}
	b.first = root.player(b.treeKind)
	if b.first > b.players {
		panic(trees.ErrorAt("root", "there is no player %d; this tree has %s", b.first, count(b.players, "player")))
	}
	b.first = max(b.first, 1)
	if root != "" && b.by[unstated] == nil {
		panic(trees.ErrorAt("root", "the text says who moves at every node; root is for a text that does not"))
	}
}

// pay adds the payoffs on the path to each leaf.
func (b *builder) pay(n *node, before []number) {
	b.r.step()
	paid := before
	if len(n.value) > 0 {
		paid = slices.Clone(n.value)
		if len(before) > 0 && len(before) != len(paid) {
			b.r.fail(n.at, "this node pays %s, and those above it %d", count(len(paid), "player"), len(before))
		}
		for i := range before {
			sum, ok := paid[i].plus(&before[i])
			if !ok {
				b.r.fail(n.at, "the fractions that player %d is paid on the way here add up to one whose denominator is too long; write them with fewer digits", i+1)
			}
			paid[i] = sum
		}
	}
	n.value = paid
	for _, k := range n.kids {
		b.pay(k, paid)
	}
	if len(n.kids) > 0 {
		n.value = nil
	}
}

// stated returns the header that the text states, if it is that of such a tree.
func (b *builder) stated() *trees.Header {
	h := b.g.header
	switch {
	case h == nil:
	case h.Kind != b.treeKind:
		b.g.unused(fmt.Sprintf("it is that of a %s tree, and the payoffs make a %s tree", h.Kind, b.treeKind))
	case h.Players != b.players:
		b.g.unused(fmt.Sprintf("it has %s, and the game has %d", count(h.Players, "player"), b.players))
	default:
		return h
	}
	return nil
}

// unused says that the header is not used, and why.
func (g *game) unused(why string) {
	g.note("The header in the comment is not used: %s. It reads: %s", why, g.headerText)
}

// add adds a node below another one. by is who moves there if the text does not say it.
func (b *builder) add(n, above *node, by int) {
	b.r.step()
	b.places = append(b.places, n.at)
	t := trees.Node{Unknown: n.unknown}
	t.Label = b.name(first(n.ownName, n.name), trees.MaxLabelRunes)
	b.move(n, above, &t)
	next := by
	if b.g.path {
		if len(n.value) > 0 {
			t.Cost = b.value(n)[0]
		}
	} else if len(n.kids) > 0 {
		t.Unknown = false
		if len(n.value) > 0 {
			b.noted.valued++
		}
		if t.Chance = n.mover == chanceMoves; !t.Chance {
			t.Player = b.mover(n, by)
			if n.infoset != nil {
				t.Infoset = n.infoset.named
			}
			next = t.Player%b.players + 1
		} else if n.kids[0].prob == nil {
			b.noted.even++
		}
	} else if !n.unknown {
		v := b.value(n)
		t.Value = &v
	}
	b.b.Open(t)
	if err := b.b.Err(); err != nil {
		panic(b.placed(err))
	}
	for _, k := range n.kids {
		b.add(k, n, next)
	}
	b.b.Close()
}

// mover returns the player who moves at an inner node.
func (b *builder) mover(n *node, by int) int {
	if n.mover != unstated {
		b.noted.stated++
	}
	switch n.mover {
	case maxMoves:
		return 1
	case minMoves:
		return 2
	case playerMoves:
		if n.player <= trees.MaxPlayers {
			b.noted.used[n.player] = true
		}
		return n.player
	}
	b.noted.assumed++
	return by
}

// move sets the name of the move to a node and its probability.
func (b *builder) move(n, above *node, t *trees.Node) {
	if above == nil {
		b.noted.rootMove = n.action
		return
	}
	t.Action = b.name(first(n.ownAction, n.action), trees.MaxLabelRunes)
	switch {
	case n.prob == nil:
	case above.mover != chanceMoves:
		b.noted.unlikely++
	case n.prob.long != nil:
		b.r.fail(placeOf(n.prob, n), "the probability %s is a fraction with a side larger than %d, the most that is allowed; use a simpler fraction", shortened(n.prob.String()), trees.MaxUnits)
	default:
		if n.prob.given != nil {
			b.noted.chances.See(*n.prob.given, n.prob.num())
		}
		t.Prob = n.prob.num()
	}
}

// name returns a name that a tree can hold, shortened if it is too long.
func (b *builder) name(name string, most int) string {
	short, cut := fitted(name, most)
	if cut {
		b.noted.shorten(name)
	}
	return short
}

// fitted returns a text of at most a number of characters.
func fitted(s string, most int) (short string, cut bool) {
	if len(s) <= most || utf8.RuneCountInString(s) <= most {
		return s, false
	}
	at := 0
	for range most - 1 {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return s[:at] + "…", true
}

// maxListed is the number of names that a note lists.
const maxListed = 6

// value returns the value of a leaf in units of the tree.
func (b *builder) value(n *node) (v trees.Vector) {
	list := n.value
	if b.treeKind != trees.MaxN {
		list = list[:1]
	}
	unit := b.b.Header().Unit
	for i := range list {
		if x := &list[i]; x.given != nil && b.doubles.Meant(x.num()) == x.num() {
			b.noted.digits.See(*x.given, x.num())
		}
		v[i], _ = b.doubles.Round(list[i].num()).In(unit) // unit has checked that it fits
	}
	return v
}

// first returns the first text that is not empty.
func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func placeOf(x *number, n *node) int {
	if x.at > 0 {
		return x.at
	}
	return n.at
}

// placed adds the line and the column to an error of the Builder.
func (b *builder) placed(err error) error {
	wrong, ok := err.(*trees.Error)
	if !ok {
		return err
	}
	at := b.g.root.at
	if n, about := wrong.Node(); about && n < len(b.places) {
		at = b.places[n]
	} else if b.b.Err() != nil && len(b.places) > 0 && wrong.Path == "root" {
		at = b.places[len(b.places)-1] // the node that could not be added
	}
	e := b.r.errorIn(at, "%s", wrong.Message)
	e.OverLimit, e.TooFine = wrong.OverLimit, wrong.TooFine
	return e.ReadTo(len(b.r.src))
}

// say adds the notes on what was assumed and left out.
func (b *builder) say(t *trees.Tree) {
	g := b.g
	if note := b.noted.digits.With(&b.noted.chances, t).Note(); note != "" {
		g.note("%s", note)
	}
	if note := b.doubles.Note(); note != "" {
		g.note("%s", note)
	}
	if b.noted.assumed > 0 {
		g.assumed.Order = b.order()
		g.notes = slices.Insert(g.notes, 0, g.assumed.Order)
	}
	switch used := &b.noted.used; {
	case b.usesHeader: // which says what the kind is
	case b.treeKind == trees.Minimax && used[1] && used[2]:
		g.note("Player 1 is Max, and player 2 is Min.")
	case b.treeKind == trees.Minimax && used[1]:
		g.note("Player 1 is Max.")
	case b.treeKind == trees.Minimax && used[2]:
		g.note("Player 2 is Min.")
	case b.treeKind == trees.MaxN && (b.by[maxMoves] != nil || b.by[minMoves] != nil):
		g.note("Max is player 1, and Min is player 2.")
	}
	if b.noted.rootMove != "" {
		g.note("The move %s to the root is left out: no move leads there.", quoted(b.noted.rootMove))
	}
	if b.noted.even > 0 {
		g.note("The moves of %s are equally likely, since the text does not give their probabilities.", count(b.noted.even, "chance node"))
	}
	if b.noted.unlikely > 0 {
		g.note("The probabilities of %s are left out: it is not chance that moves there.", count(b.noted.unlikely, "move"))
	}
	if b.noted.valued > 0 {
		g.note("The values of %s are left out: the children decide them.", count(b.noted.valued, "inner node"))
	}
	if b.r.letters > 0 {
		g.note("A letter in the place of a value is one that is not known, at %s.", count(b.r.letters, "place"))
	}
	if b.r.bounds > 0 {
		g.note("Bounds of alpha-beta beside nodes, such as α=3, are left out, at %s.", count(b.r.bounds, "place"))
	}
	if b.noted.shortened > 0 {
		list := strings.Join(b.noted.names, ", ")
		if b.noted.shortened > len(b.noted.names) {
			list += ", …"
		}
		g.note("Names have at most %d characters, and a title %d; %s shortened: %s.", trees.MaxLabelRunes, trees.MaxTitleRunes, isOrAre(b.noted.shortened), list)
	}
}

func isOrAre(n int) string {
	if n == 1 {
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

// order says who moves where the text does not say it.
func (b *builder) order() string {
	if b.g.root.mover != unstated {
		return "Where nothing said who moves, the players take turns."
	}
	first, others := fmt.Sprintf("Player %d", b.first), fmt.Sprintf("the %s in turn", count(b.players, "player"))
	if b.treeKind == trees.Minimax {
		first, others = [...]string{"", "Max", "Min"}[b.first], "in turn"
	}
	if b.players == 1 {
		others = "everywhere"
	}
	if b.r.saidFirst {
		return first + " moves at the root, as the text says, then " + others + "."
	}
	if b.noted.stated > 0 {
		return first + " moves at the root, then " + others + ", where nothing said who moves."
	}
	return first + " moves at the root, then " + others + ": nothing said who moves."
}

// checkProbs checks the probabilities of the children of a chance node: given for all of them
// or for none, and 1 in all.
func (r *reader) checkProbs(n *node) {
	var sum probSum
	for _, k := range n.kids {
		r.step()
		if k.prob != nil {
			sum.add(r, k.prob, placeOf(k.prob, k))
		}
	}
	if sum.given > 0 && sum.given < len(n.kids) {
		r.failRead(n.at, "%d of %s of this chance node have a probability; give it to all of them or to none", sum.given, count(len(n.kids), "move"))
	}
	sum.check(r, n.at)
}

// A probSum adds probabilities.
type probSum struct {
	given int
	sum   big.Rat
}

func (s *probSum) add(r *reader, p *number, at int) {
	s.given++
	if p.isZero() {
		return
	}
	x := p.rat()
	if x.Sign() < 0 || x.Cmp(one) > 0 {
		r.failRead(at, "%s is not a probability from 0 to 1", shortened(p.String()))
	}
	if s.sum.Add(&s.sum, x); s.sum.Denom().BitLen() > maxSumBits {
		r.failRead(at, "the probabilities up to this one have a common denominator that is too long; write them with fewer digits, such as 1/3 or 0.25")
	}
}

func (s *probSum) check(r *reader, at int) {
	if s.given > 0 && !s.isOne() {
		r.failRead(at, "the probabilities of this chance node add up to %s, not to 1", shortened(s.sum.RatString()))
	}
}

func (s *probSum) isOne() bool { return s.sum.Cmp(one) == 0 || trees.IsRoundedSum(&s.sum) }
