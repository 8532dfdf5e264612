package compare

import (
	"slices"

	"espalier/trees"
)

// An arena is a tree that is rebuilt many times in the same memory, for searches
// of many small trees. It implements Position, which starts at the root. Nodes
// are stored level by level, so children have larger numbers than their parent,
// and siblings are adjacent.
type arena struct {
	players, height int
	nodes           []arenaNode
	value           []trees.Vector // of a leaf: its value; of an inner node: the max^n value, once solved
	low, up, static []trees.Vector // valid if the bit is set in the node's has
	at              int32
	visits          []bool // the nodes that were looked at; nil: not kept
	unchecked       bool   // its trees may break limits
	zeroSum         bool   // the scores of two players sum to 0
	chance          bool   // its trees may have chance nodes: inner nodes with mover 0
}

// An arenaNode is a node of an arena.
type arenaNode struct {
	parent, first, kids int32
	number              int32 // number of the node in the tree that the arena was made from, or that was made of it
	level               int16
	mover               int8
	has                 uint8
	unknown             bool
	prob                trees.Number // of a child of a chance node
}

const (
	hasLow uint8 = 1 << iota
	hasUp
	hasStatic
)

func (t *arena) Players() int { return t.players }
func (t *arena) Height() int  { return t.height }
func (t *arena) Undo()        { t.at = t.nodes[t.at].parent }

func (t *arena) Mover() int {
	n := &t.nodes[t.at]
	if n.kids == 0 {
		return 0
	}
	return int(n.mover)
}

func (t *arena) Do(move int, v *trees.Vector) (moves, mover int) {
	t.at = t.nodes[t.at].first + int32(move)
	return t.Look(v), t.Mover()
}

func (t *arena) Look(v *trees.Vector) int {
	if t.visits != nil {
		t.visits[t.at] = true
	}
	n := &t.nodes[t.at]
	if n.kids == 0 {
		if n.unknown {
			return trees.Unknown
		}
		copy(v[:t.players], t.value[t.at][:])
	}
	return int(n.kids)
}

// HasChance and Prob make the arena a trees.Chanced.
func (t *arena) HasChance() bool { return t.chance }
func (t *arena) Prob(move int) trees.Number {
	return t.nodes[t.nodes[t.at].first+int32(move)].prob
}

// isChance reports whether node i is a chance node.
func (t *arena) isChance(i int32) bool { return t.nodes[i].kids > 0 && t.nodes[i].mover == 0 }

func (t *arena) Low(v *trees.Vector) bool    { return t.pick(v, hasLow, t.low) }
func (t *arena) Up(v *trees.Vector) bool     { return t.pick(v, hasUp, t.up) }
func (t *arena) Static(v *trees.Vector) bool { return t.pick(v, hasStatic, t.static) }

func (t *arena) pick(v *trees.Vector, what uint8, from []trees.Vector) bool {
	if t.nodes[t.at].has&what == 0 {
		return false
	}
	*v = from[t.at]
	return true
}

// anyBelow0 reports whether a leaf has a score below 0.
func (t *arena) anyBelow0() bool {
	return slices.ContainsFunc(t.value, func(v trees.Vector) bool { return slices.Min(v[:]) < 0 })
}

func (t *arena) clear() {
	t.nodes, t.value, t.at = t.nodes[:0], t.value[:0], 0
	t.low, t.up, t.static = t.low[:0], t.up[:0], t.static[:0]
}

// add appends a node and returns its number.
func (t *arena) add(s arenaNode) int32 {
	t.nodes = append(t.nodes, s)
	t.value = append(t.value, trees.Vector{})
	t.low = append(t.low, trees.Vector{})
	t.up = append(t.up, trees.Vector{})
	t.static = append(t.static, trees.Vector{})
	return int32(len(t.nodes) - 1)
}

// copyNode copies the content of node n of from, but not its position in the
// tree, to node to.
func (t *arena) copyNode(to int32, from *arena, n int32) {
	s := &t.nodes[to]
	s.mover, s.has, s.unknown, s.number, s.prob = from.nodes[n].mover, from.nodes[n].has, from.nodes[n].unknown, from.nodes[n].number, from.nodes[n].prob
	t.value[to], t.low[to], t.up[to], t.static[to] = from.value[n], from.low[n], from.up[n], from.static[n]
}

// copyFrom makes t a copy of another arena.
func (t *arena) copyFrom(from *arena) {
	t.players, t.height, t.at = from.players, from.height, 0
	t.nodes = append(t.nodes[:0], from.nodes...)
	t.value = append(t.value[:0], from.value...)
	t.low = append(t.low[:0], from.low...)
	t.up = append(t.up[:0], from.up...)
	t.static = append(t.static[:0], from.static...)
}

// solve computes the max^n value of every inner node and returns the value of
// the root; ties go to the left. It shares no code with the engines.
func (t *arena) solve() *trees.Vector {
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := &t.nodes[i]
		if n.kids == 0 {
			continue
		}
		if n.mover == 0 {
			t.value[i] = t.expectation(n)
			continue
		}
		p, best := n.mover-1, n.first
		for k := n.first + 1; k < n.first+n.kids; k++ {
			if t.value[k][p] > t.value[best][p] {
				best = k
			}
		}
		t.value[i] = t.value[best]
	}
	return &t.value[0]
}

// expectation returns the value of a chance node whose children have theirs. The unit of the
// scores must be so fine that it is a whole number.
func (t *arena) expectation(n *arenaNode) (v trees.Vector) {
	for k := n.first; k < n.first+n.kids; k++ {
		p := t.nodes[k].prob
		for s := range t.players {
			v[s] += p.Weigh(t.value[k][s])
		}
	}
	return v
}

// take copies the explicit tree below root into t.
func (t *arena) take(tree *trees.Tree, root int) {
	t.clear()
	t.players, t.height, t.chance = tree.Players, 0, false
	t.add(arenaNode{parent: -1, number: int32(root)})
	for i := int32(0); int(i) < len(t.nodes); i++ {
		n := int(t.nodes[i].number)
		t.height = max(t.height, int(t.nodes[i].level))
		s := &t.nodes[i]
		if tree.IsLeaf(n) {
			v, known := tree.Value(n)
			t.value[i], s.unknown = v, !known
			continue
		}
		s.mover = int8(tree.Mover(n))
		t.chance = t.chance || tree.IsChance(n)
		for _, f := range []struct {
			what uint8
			of   func(int) (trees.Vector, bool)
			to   []trees.Vector
		}{{hasLow, tree.Low, t.low}, {hasUp, tree.Up, t.up}, {hasStatic, tree.Static, t.static}} {
			if v, ok := f.of(n); ok {
				f.to[i], s.has = v, s.has|f.what
			}
		}
		kids := tree.Kids(n)
		s.first, s.kids = int32(len(t.nodes)), int32(len(kids))
		level := s.level + 1
		for _, k := range kids {
			t.add(arenaNode{parent: i, number: k, level: level, prob: tree.Prob(int(k))})
		}
	}
}

// outcomes appends the leaf values, for a leaf-value table.
func (t *arena) outcomes(list []trees.Vector) []trees.Vector {
	list = list[:0]
	for i := range t.nodes {
		if t.nodes[i].kids == 0 && !t.nodes[i].unknown {
			list = append(list, t.value[i])
		}
	}
	return list
}

// raise adds a number to every score of every player; in a tree of two sides it is what Max gets.
func (t *arena) raise(by trees.Score) {
	for i := range t.nodes {
		for _, v := range []*trees.Vector{&t.value[i], &t.low[i], &t.up[i], &t.static[i]} {
			for p := range t.players {
				v[p] += by
			}
		}
	}
}

// tree returns the arena as an explicit tree.
func (t *arena) tree(h trees.Header) (*trees.Tree, error) {
	b := trees.NewBuilder(h)
	if t.unchecked {
		b.Unchecked()
	}
	label, number := byte('a'), int32(0)
	t.open(b, 0, &label, &number)
	return b.Tree()
}

// open adds node i and all nodes below it to b. Nodes are labelled a, b, c, … as
// in the papers; after z, nodes have no label.
func (t *arena) open(b *trees.Builder, i int32, label *byte, number *int32) {
	s := &t.nodes[i]
	s.number = *number
	*number++
	n := trees.Node{Player: int(s.mover), Chance: t.isChance(i)}
	if s.parent >= 0 && t.isChance(s.parent) && !t.evenChances(s.parent) {
		n.Prob = s.prob
	}
	if *label <= 'z' {
		n.Label = string(*label)
		*label++
	}
	given := func(what uint8, from []trees.Vector) *trees.Vector {
		if s.has&what == 0 {
			return nil
		}
		return &from[i]
	}
	n.Low, n.Up, n.Static = given(hasLow, t.low), given(hasUp, t.up), given(hasStatic, t.static)
	if s.kids == 0 {
		n.Player = 0
		v := t.value[i]
		if t.zeroSum {
			v[1] = 0 // a minimax tree has what Max wins
		}
		n.Value = &v
	}
	b.Open(n)
	for k := s.first; k < s.first+s.kids; k++ {
		t.open(b, k, label, number)
	}
	b.Close()
}

// evenChances reports whether the children of chance node i have the same probability, which is
// not written then.
func (t *arena) evenChances(i int32) bool {
	s := &t.nodes[i]
	for k := s.first + 1; k < s.first+s.kids; k++ {
		if t.nodes[k].prob != t.nodes[s.first].prob {
			return false
		}
	}
	return true
}

// rotate renumbers the players so that player 1 moves at the root.
func (t *arena) rotate() {
	by := int(t.nodes[0].mover) - 1
	turn := func(v *trees.Vector) {
		w := slices.Clone(v[:t.players])
		for p := range t.players {
			v[p] = w[(p+by)%t.players]
		}
	}
	for i := range t.nodes {
		if m := &t.nodes[i].mover; *m > 0 {
			*m = int8((int(*m)-1-by+t.players)%t.players + 1)
		}
		turn(&t.value[i])
		turn(&t.low[i])
		turn(&t.up[i])
		turn(&t.static[i])
	}
}
