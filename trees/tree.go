// Package trees holds game trees: the flat arena of an explicit tree, exact
// scores, the JSON document and the text notation, the positions that engines
// walk, generated trees, the layout of a drawing, and the figures of the papers.
//
// It knows nothing of searching or of HTTP.
package trees

import (
	"fmt"
	"strconv"
)

// Limits of an explicit tree. They keep one document from holding the server.
const (
	MaxNodes      = 250_000 // nodes of one document
	MaxLevels     = 4_096   // nodes on the longest path, root and leaf included
	MaxBytes      = 8 << 20 // bytes of one document
	MaxLabelRunes = 64      // a label is drawn beside its node
	MaxTitleRunes = 200     // a title is drawn on one line
	MaxAlts       = 1_000   // alternatives of one leaf
	MaxOutcomes   = 10_000  // rows of a leaf-value table
)

// Kind says how the leaves of a tree are valued.
type Kind uint8

const (
	MaxN    Kind = iota // a score vector a leaf
	Minimax             // two players, Max's utility a leaf
	Path                // one player, edge costs
)

func (k Kind) String() string { return [...]string{"maxn", "minimax", "path"}[k] }

// Opt is a number that may be left out.
type Opt struct {
	Score Score
	Given bool
}

// Some is a given number.
func Some(s Score) Opt { return Opt{s, true} }

// Header is what a document says about its tree as a whole.
type Header struct {
	Title    string
	Kind     Kind
	Players  int
	MaxSum   Opt      // upper bound on the sum of the scores of any outcome
	MaxP     Opt      // upper bound on one score; see MaxScoreOf
	Delta    Score    // smallest difference between two scores of a player; 0: continuous
	Outcomes []Vector // possible outcomes, for the leaf-value table; nil: those of the leaves
}

// Width is the number of scores that a leaf value has.
func (h *Header) Width() int {
	if h.Kind == MaxN {
		return h.Players
	}
	return 1
}

// UpperBound is maxp, which defaults to maxsum.
func (h *Header) UpperBound() Opt {
	if h.MaxP.Given {
		return h.MaxP
	}
	return h.MaxSum
}

// Node is one node of a document, as a Builder takes it and Tree.Node gives it.
type Node struct {
	Label  string
	Player int // the mover from 1; 0: none given
	// A leaf's value. Unknown is an explicit null (drawn "?").
	Value        *Vector
	Unknown      bool
	Alternatives []Vector
	Chosen       bool // this leaf's value is ours, not the paper's
	// An inner node's monotonic heuristic and static evaluation.
	Low, Up, Static *Vector
	Cost            Score // of the edge from the parent, in a path tree
}

const none = -1

// A Tree is an explicit tree as a flat arena. Nodes are numbered in preorder
// from the root, which is 0; the subtree of n is the range [n, End(n)). There
// are no pointers per node, and a Tree never changes once it is built.
type Tree struct {
	Header
	parent, end   []int32
	kidAt, kids   []int32 // children of n: kids[kidAt[n]:kidAt[n+1]]
	level         []int32
	mover         []int8
	flags         []uint8
	value         []int32 // indices into vectors, none where there is none
	low, up       []int32
	static        []int32
	altAt, altEnd []int32 // alternatives of n: vectors[altAt[n]:altEnd[n]]
	cost          []Score // nil unless a path tree
	labels        string
	labelEnd      []int32 // label of n: labels[labelEnd[n-1]:labelEnd[n]]
	vectors       []Vector
	height        int
}

const (
	flagUnknown uint8 = 1 << iota // the document says null
	flagChosen
	flagOwnValue // value stands in the document beside the alternatives
)

// Len is the number of nodes.
func (t *Tree) Len() int { return len(t.parent) }

// Parent is the parent of n, -1 for the root.
func (t *Tree) Parent(n int) int { return int(t.parent[n]) }

// End is the number after the last node below n.
func (t *Tree) End(n int) int { return int(t.end[n]) }

// Kids are the children of n, left to right. The caller must not change them.
func (t *Tree) Kids(n int) []int32 { return t.kids[t.kidAt[n]:t.kidAt[n+1]] }

// IsLeaf reports whether n has no children.
func (t *Tree) IsLeaf(n int) bool { return t.kidAt[n] == t.kidAt[n+1] }

// Level is the number of edges between the root and n.
func (t *Tree) Level(n int) int { return int(t.level[n]) }

// Height is the number of edges on the longest path from the root.
func (t *Tree) Height() int { return t.height }

// Mover is the player at n from 1; 0 at a leaf for which none was given.
func (t *Tree) Mover(n int) int { return int(t.mover[n]) }

// Chosen reports whether the value of leaf n is ours and not the paper's.
func (t *Tree) Chosen(n int) bool { return t.flags[n]&flagChosen != 0 }

// Cost is the cost of the edge into n.
func (t *Tree) Cost(n int) Score {
	if t.cost == nil {
		return 0
	}
	return t.cost[n]
}

// Label is the label of n; empty where it has none.
func (t *Tree) Label(n int) string {
	start := int32(0)
	if n > 0 {
		start = t.labelEnd[n-1]
	}
	return t.labels[start:t.labelEnd[n]]
}

// Value is the value of leaf n: the document's, or else its first alternative.
func (t *Tree) Value(n int) (v Vector, known bool) {
	if i := t.value[n]; i != none {
		return t.vectors[i], true
	}
	return Vector{}, false
}

// Alternatives are all the values that a figure tries at leaf n. The caller must not change them.
func (t *Tree) Alternatives(n int) []Vector { return t.vectors[t.altAt[n]:t.altEnd[n]] }

// Low, Up and Static are what the document says at inner node n.
func (t *Tree) Low(n int) (Vector, bool)    { return t.vector(t.low[n]) }
func (t *Tree) Up(n int) (Vector, bool)     { return t.vector(t.up[n]) }
func (t *Tree) Static(n int) (Vector, bool) { return t.vector(t.static[n]) }

func (t *Tree) vector(i int32) (Vector, bool) {
	if i == none {
		return Vector{}, false
	}
	return t.vectors[i], true
}

// Node gives node n as the document has it; Builder.Open takes it back.
func (t *Tree) Node(n int) Node {
	pick := func(i int32) *Vector {
		if i == none {
			return nil
		}
		v := t.vectors[i]
		return &v
	}
	node := Node{
		Label: t.Label(n), Player: t.Mover(n), Chosen: t.Chosen(n),
		Unknown: t.flags[n]&flagUnknown != 0, Alternatives: t.Alternatives(n),
		Low: pick(t.low[n]), Up: pick(t.up[n]), Static: pick(t.static[n]), Cost: t.Cost(n),
	}
	if t.flags[n]&flagOwnValue != 0 {
		node.Value = pick(t.value[n])
	}
	return node
}

// Place names node n as error messages do: root.children[1].children[0].
func (t *Tree) Place(n int) string {
	return place(t.parent, n)
}

func place(parent []int32, n int) string {
	if n == 0 {
		return "root"
	}
	// The index among the brothers is the number of earlier nodes with the same parent.
	p, index := int(parent[n]), 0
	for i := p + 1; i < n; i++ {
		if int(parent[i]) == p {
			index++
		}
	}
	return place(parent, p) + ".children[" + strconv.Itoa(index) + "]"
}

// Name is what sentences call node n: its label, or its place below the
// nearest labelled ancestor ("b.2" is the second child of b), or "the root".
func (t *Tree) Name(n int) string {
	if l := t.Label(n); l != "" {
		return l
	}
	if n == 0 {
		return "the root"
	}
	p := t.Parent(n)
	index := 0
	for i, k := range t.Kids(p) {
		if int(k) == n {
			index = i + 1
		}
	}
	if p == 0 && t.Label(0) == "" {
		return "root." + strconv.Itoa(index)
	}
	return t.Name(p) + "." + strconv.Itoa(index)
}

// Find is the first node with the given label, -1 if there is none.
func (t *Tree) Find(label string) int {
	for n := range t.Len() {
		if t.Label(n) == label {
			return n
		}
	}
	return -1
}

// WithValues gives the tree with other values at some leaves, as a request's
// "values" sets them; t is left as it was. It reports the first value that
// does not fit, in the words of an Error.
func (t *Tree) WithValues(values map[int]Vector) (*Tree, error) {
	if len(values) == 0 {
		return t, nil
	}
	u := *t
	u.value = append([]int32(nil), t.value...)
	u.flags = append([]uint8(nil), t.flags...)
	u.vectors = append([]Vector(nil), t.vectors...)
	for n, v := range values {
		if n < 0 || n >= t.Len() {
			return nil, errAt(fmt.Sprintf("values.%d", n), "there is no node %d; the tree has the nodes 0 to %d", n, t.Len()-1)
		}
		if !t.IsLeaf(n) {
			return nil, errAt(fmt.Sprintf("values.%d", n), "node %d is not a leaf; only a leaf has a value", n)
		}
		u.value[n] = int32(len(u.vectors))
		u.flags[n] = u.flags[n]&^(flagUnknown|flagChosen) | flagOwnValue
		u.vectors = append(u.vectors, v)
		if err := u.checkLeaf(n, fmt.Sprintf("values.%d", n)); err != nil {
			return nil, err
		}
	}
	for n := range values {
		for a := t.Parent(n); a >= 0; a = t.Parent(a) {
			if err := u.checkHeuristic(a, n, fmt.Sprintf("values.%d", n)); err != nil {
				return nil, err
			}
		}
	}
	return &u, nil
}
