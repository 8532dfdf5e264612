package foreign

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"espalier/trees"
)

// build makes a tree of a game. It is the one place that knows what a tree can hold.
func (r *reader) build(root Root) (*trees.Tree, bool, error) {
	b := &builder{r: r, g: &r.game}
	if b.g.paid {
		b.pay(b.g.root, nil)
	}
	b.survey(b.g.root)
	b.kind(root)
	b.b = trees.NewBuilder(trees.Header{Title: b.g.title, Kind: b.treeKind, Players: b.players})
	b.add(b.g.root, b.first)
	t, err := b.b.Tree()
	if err != nil {
		return nil, false, b.placed(err)
	}
	if err := t.CheckWritten(r.ctx); err != nil {
		return nil, false, err
	}
	b.say()
	return t, b.assumed > 0, nil
}

type builder struct {
	r *reader
	g *game
	b *trees.Builder

	treeKind trees.Kind
	players  int
	first    int // who moves at a root whose mover is not stated

	leaf     *node // the first leaf with a value
	sums     bool  // the two numbers of every leaf so far add up to 0
	paid     bool  // and one of them is not 0
	by       [chanceMoves + 1]*node
	most     *node // with the greatest number of a player
	used     [trees.MaxPlayers + 1]bool
	places   []int // of the nodes, in the order of the tree
	assumed  int   // movers
	valued   int   // inner nodes with a value
	labelled int   // nodes whose labels are moves
	unnamed  []string
	unplaced int // moves that are left out
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
	case n.unknown:
		return
	case len(n.value) == 0:
		b.r.fail(n.at, "this node has neither children nor a value")
	case len(n.value) > trees.MaxPlayers:
		panic(over(trees.ErrorIn(b.r.src, n.at, "this leaf has %s, one a player; a tree has at most %d players", count(len(n.value), "number"), trees.MaxPlayers)))
	case b.leaf == nil:
		b.leaf, b.sums = n, true
	case len(n.value) != len(b.leaf.value):
		b.r.fail(n.at, "this leaf has %s, and the first one has %d; every leaf has as many numbers as there are players", count(len(n.value), "number"), len(b.leaf.value))
	}
	if b.sums = b.sums && len(n.value) == 2; b.sums {
		sum, ok := n.value[0].plus(&n.value[1])
		b.sums = ok && sum.exact == nil && sum.score == 0
		b.paid = b.paid || n.value[0].exact != nil || n.value[0].score != 0
	}
}

// kind decides the kind of the tree, its players and who moves first.
func (b *builder) kind(root Root) {
	width := 1
	if b.leaf != nil {
		width = len(b.leaf.value)
	}
	b.treeKind, b.players = trees.MaxN, width
	switch {
	case width == 1:
		b.treeKind, b.players = trees.Minimax, 2
	case width == 2 && b.g.opposed && b.sums && b.paid && (b.most == nil || b.most.player <= 2):
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
		b.r.fail(b.most.at, "player %d moves here, and the leaves have the scores of %s", b.most.player, count(b.players, "player"))
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

// add adds a node. by is who moves there if the text does not say it.
func (b *builder) add(n *node, by int) {
	b.r.step()
	b.places = append(b.places, n.at)
	t := trees.Node{Label: n.name, Unknown: n.unknown}
	b.action(n, &t)
	if len(n.kids) > 0 {
		by = b.mover(n, by)
		t.Player, t.Unknown = by, false
		if len(n.value) > 0 {
			b.valued++
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
		b.add(k, by%b.players+1)
	}
	b.b.Close()
}

// mover returns the player who moves at an inner node.
func (b *builder) mover(n *node, by int) int {
	switch n.mover {
	case chanceMoves:
		b.r.fail(n.at, "a chance node stands here, and this version cannot hold one; put the move that chance makes in its place")
	case maxMoves:
		return 1
	case minMoves:
		return 2
	case playerMoves:
		if n.player <= trees.MaxPlayers {
			b.used[n.player] = true
		}
		return n.player
	}
	b.assumed++
	return by
}

// action keeps the name of the move to a node as the label of a node that has none.
func (b *builder) action(n *node, t *trees.Node) {
	switch {
	case n.action == "" || n.action == t.Label:
	case t.Label == "":
		t.Label = n.action
		b.labelled++
	default:
		if b.unplaced++; len(b.unnamed) < maxListed {
			b.unnamed = append(b.unnamed, quoted(n.action))
		}
	}
}

// maxListed is the number of names that a note lists.
const maxListed = 6

// value returns the value of a leaf.
func (b *builder) value(n *node) (v trees.Vector) {
	for i, x := range n.value {
		if x.exact != nil {
			word := numberAt(b.r.src[placeOf(&x, n):])
			if word == "" { // a sum, or a number of LaTeX
				word = x.String()
			}
			b.r.fail(placeOf(&x, n), "%s cannot be written with %d decimal places, which scores have; multiply all values by the same number, so that it can", shortened(word), trees.ScorePlaces)
		}
		if x.score > trees.MaxScore || x.score < -trees.MaxScore {
			b.r.fail(placeOf(&x, n), "%s is larger than %s, the largest score", x.score.In(trees.Unit), trees.MaxScore.In(trees.Unit))
		}
		v[i] = x.score
	}
	if b.treeKind == trees.Minimax {
		clear(v[1:])
	}
	return v
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
	} else if len(b.places) > 0 && wrong.Path == "root" {
		at = b.places[len(b.places)-1]
	}
	e := trees.ErrorIn(b.r.src, at, "%s", wrong.Message)
	e.OverLimit = wrong.OverLimit
	return e.ReadTo(len(b.r.src))
}

// say adds the notes on what was assumed and left out.
func (b *builder) say() {
	g := b.g
	if b.assumed > 0 {
		g.notes = slices.Insert(g.notes, 0, b.order())
	}
	if b.treeKind == trees.Minimax {
		switch {
		case b.used[1] && b.used[2]:
			g.note("Player 1 is Max, and player 2 is Min.")
		case b.used[1]:
			g.note("Player 1 is Max.")
		case b.used[2]:
			g.note("Player 2 is Min.")
		}
	} else if b.by[maxMoves] != nil || b.by[minMoves] != nil {
		g.note("Max is player 1, and Min is player 2.")
	}
	if b.labelled > 0 {
		g.note("The labels of %s are the names of the moves that lead there.", count(b.labelled, "node"))
	}
	if b.unplaced > 0 {
		list := strings.Join(b.unnamed, ", ")
		if b.unplaced > len(b.unnamed) {
			list += ", …"
		}
		g.note("The names of %s are left out, since the nodes that they lead to have names of their own: %s.", count(b.unplaced, "move"), list)
	}
	if b.valued > 0 {
		g.note("The values of %s are left out: the children decide them.", count(b.valued, "inner node"))
	}
}

// order says who moves where the text does not say it.
func (b *builder) order() string {
	first := b.first
	if n := b.g.root; n.mover != unstated {
		return "Where the text does not say who moves, the players take turns."
	}
	if b.treeKind == trees.Minimax {
		return "The levels alternate, " + [...]string{"", "Max", "Min"}[first] + " first."
	}
	return fmt.Sprintf("The %s move in turn, player %d first.", count(b.players, "player"), first)
}

// checkProbs checks the probabilities of the children of a chance node: given for all of them
// or for none, and 1 in all.
func (r *reader) checkProbs(n *node) {
	given := 0
	sum := new(big.Rat)
	for _, k := range n.kids {
		r.step()
		if k.prob == nil {
			continue
		}
		given++
		if p := k.prob.rat(); p.Sign() < 0 || p.Cmp(one) > 0 {
			r.failRead(placeOf(k.prob, k), "%s is not a probability from 0 to 1", shortened(k.prob.String()))
		}
		if sum.Add(sum, k.prob.rat()); sum.Denom().BitLen() > maxSumBits {
			r.failRead(placeOf(k.prob, k), "the probabilities up to this one have a common denominator that is too long; write them with fewer digits, such as 1/3 or 0.25")
		}
	}
	switch {
	case given == 0:
	case given < len(n.kids):
		r.failRead(n.at, "%d of %s of this chance node have a probability; give it to all of them or to none", given, count(len(n.kids), "move"))
	case sum.Cmp(one) != 0:
		r.failRead(n.at, "the probabilities of this chance node add up to %s, not to 1", shortened(sum.RatString()))
	}
}
