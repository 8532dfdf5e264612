package trees

// Limits of an explicit tree. They limit the memory and time that one document needs on the
// server.
const (
	MaxNodes      = 250_000 // nodes of one document
	MaxLevels     = 4_096   // nodes on the longest path, including root and leaf
	MaxBytes      = 8 << 20 // bytes of one document, as JSON and in the text notation
	MaxLabelRunes = 64      // characters of a label, which is drawn beside its node, of an action and of an information set
	MaxTitleRunes = 200     // characters of a title, which is drawn on one line
	MaxAlts       = 1_000   // alternatives of one leaf
	MaxOutcomes   = 10_000  // rows of a leaf-value table
)

// Kind is the kind of the values of a tree's leaves.
type Kind uint8

const (
	MaxN    Kind = iota // a score vector for each leaf
	Minimax             // two players, Max's utility for each leaf
	Path                // one player, edge costs
)

func (k Kind) String() string { return [...]string{"maxn", "minimax", "path"}[k] }

// Opt is an optional number.
type Opt struct {
	Score Score
	Given bool
}

// Some returns a given number.
func Some(s Score) Opt { return Opt{s, true} }

// Header is the part of a document about the whole tree.
type Header struct {
	// Unit is one point: a score counts this many parts of a point. In it all numbers of the
	// tree are whole, and so are the expectations of its chance nodes. Every tree has one; 0 in
	// a header that is not part of a tree means the constant Unit.
	Unit     Score
	Title    string
	Kind     Kind
	Players  int
	MaxSum   Opt      // upper bound on the sum of the scores of any outcome
	MinP     Limits   // lower bound on one score; see Tree.Minima
	MaxP     Limits   // upper bound on one score; see Tree.Most
	Delta    Score    // smallest difference between two scores of a player; 0: continuous
	Outcomes []Vector // possible outcomes, for the leaf-value table; nil: the values of the leaves
}

// Width returns the number of scores of a leaf value.
func (h *Header) Width() int {
	if h.Kind == MaxN {
		return h.Players
	}
	return 1
}

// Node is one node of a document, as Builder.Open takes it and Tree.Node
// returns it.
type Node struct {
	Label  string
	Player int  // the mover from 1; 0: none given
	Chance bool // nobody moves here: chance does
	// Action is the name of the move that leads to the node, drawn on the edge.
	Action string
	// Prob is the probability of the node below a chance node. If its Unit is 0, none is given;
	// if none is given for any child, all are equal.
	Prob Number
	// A leaf's value. Unknown is an explicit null (drawn "?").
	Value        *Vector
	Unknown      bool
	Alternatives []Vector
	NotFromPaper bool // this leaf's value is not from the paper
	// An inner node's monotonic heuristic and static evaluation.
	Low, Up, Static *Vector
	Cost            Score // cost of the edge from the parent, in a path tree
	// Infoset names the information set of an inner node: the mover cannot distinguish the nodes
	// with the same name. "": the mover sees where the game is. See infoset.go.
	Infoset string
}

const NoNode = -1

// A Tree is an explicit tree in a flat arena. Nodes are numbered in preorder
// from the root, which is 0; the subtree of n is the range [n, End(n)). There
// are no pointers per node, and a Tree never changes once it is built.
type Tree struct {
	Header
	parent, end   []int32
	kidAt, kids   []int32 // children of n: kids[kidAt[n]:kidAt[n+1]]
	level         []int32
	mover         []int8
	flags         []uint8
	value         []int32 // indices into vectors, or none
	low, up       []int32
	static        []int32
	altAt, altEnd []int32  // alternatives of n: vectors[altAt[n]:altEnd[n]]
	cost          []Score  // nil unless a path tree
	prob          []Number // nil unless a tree has probabilities
	weight        []Number // probability of each node below a chance node; nil without chance
	labels        string
	labelAt       []int32 // label of n: labels[labelAt[n]:labelEnd[n]]
	labelEnd      []int32
	actions       map[int32]string
	infosets      map[int32]string // names of information sets; nil: no node has one
	vectors       []Vector
	height        int
	naming        *naming         // nil: nodes are named by their labels and places alone
	rounded       *RoundedProb    // probabilities that were read as fractions; nil: none
	doubles       *RoundedDoubles // nil: none
	shortened     string          // which decimals are read with fewer digits, in a sentence
	widened       string          // what was widened for doubles, in a sentence
	negative      bool            // a score is below 0
	unstable      []Instability   // nil: the tree does not say; see settled.go

	// For the tree after an edit; see patch.go.
	tidy  bool // no two nodes share a vector, and vectors that no node has are 0
	spare int  // bytes of vectors and labels that no node has
	most  int  // bytes of the document at most; 0: not known
}

const (
	flagUnknown uint8 = 1 << iota // null in the document
	flagNotFromPaper
	flagOwnValue // the document has a value beside the alternatives
	flagChance
)

// Len returns the number of nodes.
func (t *Tree) Len() int { return len(t.parent) }

const (
	score         = 8 // bytes of a score
	bytesOfVector = MaxPlayers * score
)

// Bytes returns the memory that the tree takes.
func (t *Tree) Bytes() int {
	const whole = 4
	wholes, scores := 0, cap(t.cost)+MaxPlayers*(cap(t.vectors)+len(t.Outcomes))
	for _, list := range [][]int32{t.parent, t.end, t.kidAt, t.kids, t.level, t.value, t.low, t.up, t.static, t.altAt, t.altEnd, t.labelAt, t.labelEnd} {
		wholes += cap(list)
	}
	const number, entry = 2 * score, 64 // an entry of a map with its text
	numbers := cap(t.prob) + cap(t.weight)
	return wholes*whole + scores*score + numbers*number + (len(t.actions)+len(t.infosets))*entry + cap(t.mover) + cap(t.flags) + cap(t.unstable) + len(t.labels)
}

// Parent returns the parent of n, -1 for the root.
func (t *Tree) Parent(n int) int { return int(t.parent[n]) }

// End returns the number of the last node in the subtree of n, plus 1.
func (t *Tree) End(n int) int { return int(t.end[n]) }

// Kids returns the children of n, left to right. The caller must not change
// them.
func (t *Tree) Kids(n int) []int32 { return t.kids[t.kidAt[n]:t.kidAt[n+1]] }

// IsLeaf reports whether n has no children.
func (t *Tree) IsLeaf(n int) bool { return t.kidAt[n] == t.kidAt[n+1] }

// Level returns the number of edges between the root and n.
func (t *Tree) Level(n int) int { return int(t.level[n]) }

// Height returns the number of edges on the longest path from the root.
func (t *Tree) Height() int { return t.height }

// Mover returns the player who moves at n, from 1, or 0 at a leaf without a mover.
func (t *Tree) Mover(n int) int { return int(t.mover[n]) }

// NotFromPaper reports whether the value of leaf n is not from the paper.
func (t *Tree) NotFromPaper(n int) bool { return t.flags[n]&flagNotFromPaper != 0 }

// Cost returns the cost of the edge into n.
func (t *Tree) Cost(n int) Score {
	if t.cost == nil {
		return 0
	}
	return t.cost[n]
}

// IsChance reports whether n is a chance node. It has children, and its mover is 0.
func (t *Tree) IsChance(n int) bool { return t.flags[n]&flagChance != 0 }

// HasChance reports whether the tree has a chance node.
func (t *Tree) HasChance() bool { return t.weight != nil }

// Prob returns the probability of n, a child of a chance node, in lowest terms. For other nodes
// it is 1.
func (t *Tree) Prob(n int) Number {
	if t.weight == nil || t.weight[n].Unit == 0 {
		return Number{1, 1}
	}
	return t.weight[n]
}

// GivenProb returns the probability of n as the document has it; ok is false if it has none.
func (t *Tree) GivenProb(n int) (p Number, ok bool) {
	if t.prob == nil {
		return Number{}, false
	}
	return t.prob[n], t.prob[n].Unit != 0
}

// Action returns the name of the move that leads to n, or "".
func (t *Tree) Action(n int) string { return t.actions[int32(n)] }

// HasActions reports whether a move of the tree has a name.
func (t *Tree) HasActions() bool { return len(t.actions) > 0 }

// Label returns the label of n, or "".
func (t *Tree) Label(n int) string { return t.labels[t.labelAt[n]:t.labelEnd[n]] }

// LabelsAreMoves reports whether the label of a node is the text of the move that leads
// to it, as in the tree of a game. Then a name is a line of moves.
func (t *Tree) LabelsAreMoves() bool { return t.naming != nil && t.naming.moves }

// Written returns the label of n as people read it: the move, if the game writes it otherwise
// for programs.
func (t *Tree) Written(n int) string {
	if t.naming == nil || t.naming.written == nil {
		return t.Label(n)
	}
	return t.naming.written(t.Label(n))
}

// Value returns the value of leaf n: the value in the document, or else the first
// alternative.
func (t *Tree) Value(n int) (v Vector, known bool) {
	if i := t.value[n]; i != NoNode {
		return t.vectors[i], true
	}
	return Vector{}, false
}

// Alternatives returns the values that a figure tries at leaf n. The caller
// must not change them.
func (t *Tree) Alternatives(n int) []Vector { return t.vectors[t.altAt[n]:t.altEnd[n]] }

// Low, Up and Static return the heuristic bounds and the static value of inner
// node n, if it has them.
func (t *Tree) Low(n int) (Vector, bool)    { return t.vector(t.low[n]) }
func (t *Tree) Up(n int) (Vector, bool)     { return t.vector(t.up[n]) }
func (t *Tree) Static(n int) (Vector, bool) { return t.vector(t.static[n]) }

func (t *Tree) vector(i int32) (Vector, bool) {
	if i == NoNode {
		return Vector{}, false
	}
	return t.vectors[i], true
}

// Node returns node n as the document has it, in the form that Builder.Open
// takes.
func (t *Tree) Node(n int) Node {
	pick := func(i int32) *Vector {
		if i == NoNode {
			return nil
		}
		v := t.vectors[i]
		return &v
	}
	node := Node{
		Label: t.Label(n), Player: t.Mover(n), Chance: t.IsChance(n), Action: t.Action(n), NotFromPaper: t.NotFromPaper(n),
		Unknown: t.flags[n]&flagUnknown != 0, Alternatives: t.Alternatives(n),
		Low: pick(t.low[n]), Up: pick(t.up[n]), Static: pick(t.static[n]), Cost: t.Cost(n), Infoset: t.Infoset(n),
	}
	node.Prob, _ = t.GivenProb(n)
	if t.flags[n]&flagOwnValue != 0 {
		node.Value = pick(t.value[n])
	}
	return node
}
