package program

import (
	"fmt"
	"strconv"
	"strings"

	"espalier/trees"
)

// Type is the type of an event.
type Type uint8

const (
	Enter Type = iota
	Leaf
	Prune
	Exit
	Backup
	Done
)

func (t Type) String() string {
	return [...]string{"enter", "leaf", "prune", "exit", "backup", "done"}[t]
}

// None stands for no node and for no value.
const None = -1

// Chance is the player of an enter that says that chance moves.
const Chance = -1

// An Event is one line, or what a line implies.
type Event struct {
	Line  int32 // its number in the input, from 1
	Node  int32
	Child int32 // of backup
	Value int32 // index for Run.Value, or None
	Best  int32 // of backup, likewise
	Skips int32 // of prune: how many children were not visited in this visit
	Given int32 // index of the bounds that the line gives, for Run.Given, or None
	Type  Type
	Null  bool // an exit that says that there is no value
	// Implied marks what no line says: the end of a node that a later line needs, and the
	// children that a node of a known tree has left.
	Implied bool
	Hit     bool // the program has looked the value up in a table
	Limit   Limit
	Player  int8 // of an enter, as the line gives it; 0: it does not; Chance
}

// Limit says whether a value is one, or only a bound.
type Limit uint8

const (
	Exactly Limit = iota
	AtLeast       // "bound": "lower"
	AtMost        // "bound": "upper"
)

// A Node is a node of the program's search. A run has millions of them: its texts are beside it, where
// ID, Move and OwnLabel find them.
type Node struct {
	Parent  int32
	Tree    int32 // its number in the tree of the header, or None
	Cut     int32 // of a skipped node the event that skipped it in the last visit of its parent; else None
	id      place
	move    place
	label   place
	Player  int8 // the mover; 0: none is given
	Chance  bool
	IsLeaf  bool // a leaf, or a node on the frontier
	Visited bool // false: it was only skipped
}

// Given are the bounds that a line prints.
type Given struct {
	Bounds      []Bound // one for each player; nil: none
	Alpha, Beta *Bound  // nil: not given
}

// A given says where the bounds of a line are: from bounds on as many as there are players who have one, and
// the ends of its window. None: the line gives none.
type given struct{ bounds, count, alpha, beta int32 }

// Given returns the bounds with an index.
func (r *Run) Given(i int32) (g Given) {
	at := &r.given[i]
	if at.bounds != None {
		g.Bounds = r.bounds[at.bounds:][:at.count:at.count]
	}
	if at.alpha != None {
		g.Alpha = &r.bounds[at.alpha]
	}
	if at.beta != None {
		g.Beta = &r.bounds[at.beta]
	}
	return g
}

// A Bound is a score, or none.
type Bound struct {
	Score trees.Number // Unit 0: none is in force
	Float float64      // its size, for one that is a float; infinite: the line says so, and none is in force
	Is    bool
}

// A Reweighed is a line that gives a node another probability than an earlier line.
type Reweighed struct {
	Event, Node int32
	Old, New    trees.Number
}

// A Run is a search as it was printed.
type Run struct {
	Header
	Nodes     []Node // in the order of their first appearance
	Events    []Event
	Reweighed []Reweighed
	Rounded   trees.RoundedProb // the probabilities that were read as fractions
	Unit      trees.Score       // in which the values are whole
	HasFloats bool
	Complete  bool // the root has ended
	HasExits  bool // a line ends a node
	Lines     int
	Between   int // of them those that say where the program is between two events
	// Other is how many lines were left out that the program prints besides its events; FirstOther is
	// the first of them.
	Other, FirstOther int
	numbers           numbers
	extras            extras
	given             []given
	bounds            []Bound        // that lines give; the ends of windows are shared
	probs             []trees.Number // by node, up to the last one that has a probability
	places            []int32        // by event, the line of the program's text; nil: the lines give none
	froms             []int32        // by event, the line of the call that visits its node; nil: the lines give none
	calls             calls
	numbered          *numbering
	texts             arena   // names, moves and labels
	kidAt             []int32 // by node, where its children are in kids; one more than there are nodes
	kids              []int32
	links             []links // instead of these, while the run is read
}

// Value returns the value with an index, in the unit of the run.
func (r *Run) Value(i int32) trees.Vector {
	var v trees.Vector
	width := r.Width()
	for p := range width {
		v[p] = r.numbers.at(int(i)*width + p)
	}
	return v
}

// ProgramLine returns the line of the program's text that caused an event; 0: the run does not say.
func (r *Run) ProgramLine(event int) int {
	if event < 0 || event >= len(r.places) {
		return 0
	}
	return int(r.places[event])
}

// CallLine returns the line of the program's text with the call that visits the node of an event; 0: the run does not say.
func (r *Run) CallLine(event int) int {
	if r.ProgramLine(event) == 0 || event >= len(r.froms) {
		return 0
	}
	return int(r.froms[event])
}

// Prob returns the probability of a node; Unit 0: none is given.
func (r *Run) Prob(node int32) trees.Number {
	if int(node) >= len(r.probs) {
		return trees.Number{}
	}
	return r.probs[node]
}

// Width is the number of scores of a value.
func (r *Run) Width() int {
	if r.Kind == trees.Minimax {
		return 1
	}
	return r.Players
}

// Number returns the number of a node in answers: that of the tree of the header, or its place
// in the order of first appearance.
func (r *Run) Number(node int32) int {
	if n := r.Nodes[node].Tree; n != None {
		return int(n)
	}
	return int(node)
}

// ID returns how the program names a node: the number as it is printed, or " and the text; empty: it does not.
func (r *Run) ID(node int32) string { return r.texts.at(r.Nodes[node].id) }

// Move returns the move to a node.
func (r *Run) Move(node int32) string { return r.texts.at(r.Nodes[node].move) }

// OwnLabel returns the label that the program gives a node.
func (r *Run) OwnLabel(node int32) string { return r.texts.at(r.Nodes[node].label) }

// Name returns what sentences call a node: its label, its move or the program's name.
func (r *Run) Name(node int32) string {
	n := &r.Nodes[node]
	switch {
	case n.label != 0:
		return r.OwnLabel(node)
	case r.isNumbered(node):
		return r.Tree.Name(int(n.Tree))
	case n.id != 0:
		return r.OwnName(node)
	case n.move != 0:
		return r.Move(node)
	case node == 0:
		return "the root"
	case n.Tree != None && r.Tree != nil:
		return r.Tree.Name(int(n.Tree))
	}
	return fmt.Sprintf("node %d", node)
}

// isNumbered reports whether the program names a node by its number in the tree of the header: a run with the text of
// the program is then explained by the names that the tree has.
func (r *Run) isNumbered(node int32) bool {
	at := r.Nodes[node].Tree
	return r.Program != "" && r.Tree != nil && at != None && r.ID(node) == strconv.Itoa(int(at))
}

// OwnName returns the program's name of a node.
func (r *Run) OwnName(node int32) string { return strings.TrimPrefix(r.ID(node), `"`) }

// Movers returns the mover of each node: as given, else in turn from the node above, where chance
// takes no turn. It is 0 at a chance node. In a run that is reduced to two sides, Alone is 1 and all others
// are 2; Turn returns which of them moves.
func (r *Run) Movers() []int8 { return r.appendMovers(make([]int8, 0, len(r.Nodes))) }

// appendMovers appends the movers of the nodes that came since.
func (r *Run) appendMovers(movers []int8) []int8 {
	for i := len(movers); i < len(r.Nodes); i++ { // parents come before their children
		n := &r.Nodes[i]
		switch {
		case n.Chance:
			movers = append(movers, 0)
			continue
		case r.Reduced:
			side := int8(1)
			if int(r.Turn(int32(i))) != r.Alone {
				side = 2
			}
			movers = append(movers, side)
			continue
		case n.Player > 0:
			movers = append(movers, n.Player)
			continue
		}
		above := n.Parent
		for above != None && movers[above] == 0 {
			above = r.Nodes[above].Parent
		}
		mover := int8(1)
		if above != None {
			mover = int8(int(movers[above])%max(r.Players, 1) + 1)
		}
		movers = append(movers, mover)
	}
	return movers
}

// Turn returns the player who moves at a node; 0: chance does.
func (r *Run) Turn(node int32) int8 {
	if r.Nodes[node].Chance {
		return 0
	}
	return r.inTurn(node)
}

// inTurn returns the player whom a line gives at a node, or whose turn it is there. At a chance node that
// is the player who moves after it.
func (r *Run) inTurn(node int32) int8 {
	players := max(r.Players, 1)
	if p := r.Nodes[node].Player; p > 0 {
		return p
	}
	moved := 0
	for n := r.Nodes[node].Parent; n != None; n = r.Nodes[n].Parent {
		x := &r.Nodes[n]
		if x.Chance {
			continue
		}
		if moved++; x.Player > 0 {
			return int8((int(x.Player)-1+moved)%players + 1)
		}
	}
	return int8(moved%players + 1)
}

// Turned reports whether the program prints the numbers at a node with the other sign: from the view of
// Min.
func (r *Run) Turned(node int32) bool {
	switch {
	case r.Values == OfMax || int(node) >= len(r.Nodes):
	case r.Values == OfMover:
		return r.inTurn(node) == 2
	default:
		return !r.Reduced && r.Nodes[0].Player == 2
	}
	return false
}

// A LineError is a line that cannot be read, or that contradicts the lines before it.
type LineError struct {
	Line    int
	Message string
	// CutOff: it is the last line, which has no end: the input stops within it.
	CutOff bool
	// Other is how many lines are output of the program itself and no events, if this is the first one.
	Other int
	text  string // of that line
}

func (e *LineError) Error() string {
	if e.Other > 0 {
		return fmt.Sprintf("line %d is %s", e.Line, strings.TrimPrefix(e.Message, otherBegin))
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}
