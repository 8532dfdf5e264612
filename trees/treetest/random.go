// Package treetest generates random trees for the tests of other packages and compares
// trees.
package treetest

import (
	"math/rand/v2"

	"espalier/trees"
)

// A Shape limits the random trees. The zero value of a field means any value, or the
// default.
type Shape struct {
	Kind     trees.Kind
	Players  int // of a maxn tree; 0: 1 to 8
	MaxNodes int // default 40
	MaxKids  int // default 4
	MaxLevel int // edges below the root; default 6
	// Points is the maxsum of a maxn tree, in steps; few of them make many
	// ties. Default: 2 to 12.
	Points int
	Step   trees.Score // between two scores; default 1 point

	OutOfTurn bool // any player may move at any node; else in turn
	Uneven    bool // leaves at any level, single children among the nodes
	BelowSum  bool // sums may stay below maxsum
	Loose     bool // the limits of the header may be above what the leaves need; see Loosen
	Bounds    bool // some inner nodes have low, up or both, true of all below and monotonic
	Static    bool // every inner node has a static value, which its bounds allow
	Chance    bool // some inner nodes are chance nodes, some children of them with probability 0
	Fractions bool // scores of either sign that are thirds, sevenths and decimals, with limits below them
	Range     bool // a minimax tree says minp and maxp, sometimes wider than its leaves need
	Passes    bool // most inner nodes have a child by a pass; see Passing
	Decorated bool // labels, alternatives, unknown and chosen leaves, movers drawn on leaves, a full header
}

// Random returns a random tree of the given shape.
func Random(rng *rand.Rand, s Shape) *trees.Tree {
	g := newGenerator(rng, s)
	root := g.grow(0, g.pick(max(1, s.Players)))
	g.bound(root)
	b := trees.NewBuilder(g.header())
	open(b, root)
	t, err := b.Tree()
	if err != nil {
		panic("treetest: a random tree is not a tree: " + err.Error())
	}
	if s.Loose {
		Loosen(rng, t)
	}
	if s.Passes {
		t = Passing(rng, t)
	}
	return t
}

// Passing returns a tree in which the move to one child of each inner node is called pass; of one node
// in thirty it is not.
func Passing(rng *rand.Rand, t *trees.Tree) *trees.Tree {
	passes := make([]bool, t.Len())
	b := trees.NewBuilder(t.Header)
	for n := range t.Len() {
		node := t.Node(n)
		if kids := t.Kids(n); len(kids) > 0 && rng.IntN(30) > 0 {
			passes[kids[rng.IntN(len(kids))]] = true
		}
		if passes[n] {
			node.Action = trees.PassMove
		}
		b.Open(node)
		for up := n; t.End(up) == n+1; up = t.Parent(up) {
			if b.Close(); up == 0 {
				break
			}
		}
	}
	made, err := b.Tree()
	if err != nil {
		panic("treetest: a tree with passes is not a tree: " + err.Error())
	}
	return made
}

// Loosen raises the limits of a tree that has maxsum. They need be no multiples of delta
// then, and maxp can be above maxsum.
func Loosen(rng *rand.Rand, t *trees.Tree) {
	if !t.MaxSum.Given {
		return
	}
	step := t.Delta
	if step == 0 {
		step = trees.Unit
	}
	more := func() trees.Score {
		return []trees.Score{0, 1, step / 2, step - 1, step, step + step/4, trees.Score(rng.Int64N(int64(8 * step)))}[rng.IntN(7)]
	}
	t.MaxSum.Score += more()
	switch rng.IntN(3) {
	case 0:
		t.MaxP = trees.All(Highest(t) + more())
	case 1:
		t.MaxP = trees.All(t.MaxSum.Score + more())
	}
}

// Below returns a tree of kind maxn with a number added to the scores of each player, so that
// most are below 0. In half of the trees minp says what the least scores are then; in the
// others they are not known.
func Below(rng *rand.Rand, t *trees.Tree) *trees.Tree {
	if t.Kind != trees.MaxN {
		return t
	}
	step := t.Delta
	if step == 0 {
		step = trees.Unit
	}
	var by trees.Vector
	for p := range t.Players {
		by[p] = -trees.Score(rng.IntN(6)) * step / 2
	}
	u := *t
	if rng.IntN(2) == 0 {
		u.MinP = trees.All(0)
	}
	return u.Shift(by)
}

// Highest returns the least maxp that the leaves of a tree allow.
func Highest(t *trees.Tree) (most trees.Score) {
	for n := range t.Len() {
		if v, known := t.Value(n); known {
			for p := range t.Width() {
				most = max(most, v[p])
			}
		}
	}
	return most
}

// draft is a node being built.
type draft struct {
	trees.Node
	kids        []*draft
	least, most trees.Vector // over the leaves below
}

type generator struct {
	*rand.Rand
	Shape
	left  int // nodes that may still be added
	width int
}

func newGenerator(rng *rand.Rand, s Shape) *generator {
	g := &generator{Rand: rng, Shape: s}
	orElse := func(n *int, d int) {
		if *n == 0 {
			*n = d
		}
	}
	orElse(&g.Players, 1+rng.IntN(trees.MaxPlayers))
	orElse(&g.MaxNodes, 40)
	orElse(&g.MaxKids, 4)
	orElse(&g.MaxLevel, 6)
	orElse(&g.Points, 2+rng.IntN(11))
	if g.Step == 0 {
		g.Step = trees.Unit
	}
	g.width = 1
	switch s.Kind {
	case trees.MaxN:
		g.width = g.Players
	case trees.Minimax:
		g.Players = 2
	case trees.Path:
		g.Players = 1
	}
	g.left = g.MaxNodes - 1
	return g
}

// pick returns a random number from 0 to n-1. chance returns true with probability 1/n.
func (g *generator) pick(n int) int    { return g.IntN(n) }
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func (g *generator) grow(level, mover int) *draft {
	d := &draft{}
	kids := 1 + g.pick(g.MaxKids)
	if !g.Uneven {
		kids = max(2, kids)
	}
	if kids > g.left || level == g.MaxLevel || g.Uneven && level > 0 && g.chance(4) {
		g.leaf(d)
		return d
	}
	g.left -= kids
	d.Player = mover%g.Players + 1
	if g.Chance && g.chance(3) {
		d.Player, d.Chance = 0, true
	}
	for range kids {
		next := mover + 1
		if g.OutOfTurn {
			next = g.pick(g.Players)
		}
		d.kids = append(d.kids, g.grow(level+1, next))
	}
	if d.Chance && !g.chance(4) {
		g.probabilities(d.kids)
	}
	if g.Kind == trees.Path {
		for _, k := range d.kids {
			k.Cost = trees.Score(g.pick(g.Points+1)) * g.Step
		}
	}
	return d
}

func (g *generator) leaf(d *draft) {
	if g.Kind == trees.Path {
		return
	}
	v := g.value()
	d.Value = &v
	if !g.Decorated {
		return
	}
	for range g.pick(4) - 1 {
		d.Alternatives = append(d.Alternatives, g.value())
	}
	switch {
	case len(d.Alternatives) > 0 && g.chance(2):
		d.Value = nil
	case g.chance(5):
		d.Value, d.Unknown = nil, true
	}
	d.NotFromPaper = !d.Unknown && g.chance(4)
	if g.chance(4) {
		d.Player = 1 + g.pick(g.Players)
	}
}

// value returns an outcome: points divided at random, or a utility of either
// sign.
func (g *generator) value() trees.Vector {
	var v trees.Vector
	if g.Fractions {
		return g.fractions()
	}
	if g.Kind == trees.Minimax {
		v[0] = trees.Score(g.pick(2*g.Points+1)-g.Points) * g.Step
		return v
	}
	points := g.Points
	if g.BelowSum {
		points -= g.pick(points/2 + 1)
	}
	for range points {
		v[g.pick(g.width)] += g.Step
	}
	return v
}

func (g *generator) header() trees.Header {
	h := trees.Header{Kind: g.Kind, Players: g.Players}
	if g.Fractions {
		h.Unit = fractionUnit
	}
	if g.Range {
		g.limits(&h)
	}
	sum := trees.Score(g.Points) * g.Step
	if g.Kind == trees.MaxN && !g.Fractions {
		h.MaxSum = trees.Some(sum)
	}
	if !g.Decorated {
		return h
	}
	h.Title = text(g.Rand)
	if g.chance(3) {
		h.MaxSum = trees.Opt{}
	}
	if g.chance(2) {
		h.MaxP = trees.All(sum)
		if g.chance(2) {
			h.MaxP = g.each(sum)
		}
	}
	switch g.pick(4) {
	case 0:
		h.MinP = trees.All(trees.Score(g.pick(2)-1) * sum)
	case 1:
		h.MinP = g.each(0)
	}
	if g.chance(2) {
		h.Delta = g.Step
	}
	if g.Kind != trees.Path {
		for range g.pick(4) {
			h.Outcomes = append(h.Outcomes, g.value())
		}
	}
	return h
}

// each returns limits with the same score for each player.
func (g *generator) each(s trees.Score) trees.Limits {
	l := trees.Limits{Given: true, Each: true}
	for p := range g.width {
		l.Scores[p] = s
	}
	return l
}

func open(b *trees.Builder, d *draft) {
	b.Open(d.Node)
	for _, k := range d.kids {
		open(b, k)
	}
	b.Close()
}

// text returns a label or a title: a word, or a text that needs quotes and
// escapes.
func text(rng *rand.Rand) string {
	words := []string{"", "", "a", "b", "x1", "max", "min", "of", "only", "chosen", "players", "kind", "low", "_", "it's", "a.1-b",
		"(a).2", "two words", "1", `"`, `\`, "#", "é", "棋", "🎲", "\x00", "a\nb", "\t", " ", "\u2028", "\ufffd", "</script>"}
	return words[rng.IntN(len(words))]
}
