package trace

import (
	"fmt"
	"slices"

	"espalier/trees"
)

// Type is the type of an event.
type Type uint8

// The types, in the order in which a simple run emits them. Each comment
// describes when the event is emitted.
const (
	Start    Type = iota // once, as the first event
	Enter                // a node is about to be searched, also when it is re-searched
	Leaf                 // a leaf or frontier node is evaluated
	Backup               // a child's value reaches its parent
	Prune                // children are skipped
	Research             // a child that returned no value is re-searched
	Exit                 // a node's search ends
	Done                 // once, as the last event
	Failed               // instead of Done: the search stopped with an error; "error" in JSON

	TypeCount = iota // number of types
)

var typeNames = [TypeCount]string{"start", "enter", "leaf", "backup", "prune", "research", "exit", "done", "error"}

func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return fmt.Sprintf("type %d", uint8(t))
}

// Last reports whether an event of this type is the last event of a run.
func (t Type) Last() bool { return t == Done || t == Failed }

// ScoreOrigin is the origin of the score of a term.
type ScoreOrigin uint8

const (
	BackedUp ScoreOrigin = iota
	Heuristic
	Delta
	PathCost
	Minimum // the least score that any outcome gives the player; there is no node
	Maximum // the same for the largest score
	Probe   // the value of the first child of a successor of a chance node, by a probe
	Window  // an end of the window that a chance node gives to a child
)

var sourceNames = [...]string{"backed-up", "heuristic", "delta", "path", "minimum", "maximum", "probe", "window"}

func (s ScoreOrigin) String() string { return sourceNames[s] }

// Questions says which windows of a run are questions: a zero window, in which no score lies, asks
// only whether a value is above it or below it.
type Questions uint8

const (
	NoQuestions Questions = iota
	// SomeQuestions: an end of a window is a question if no node of the path holds it.
	SomeQuestions
	// OnlyQuestions: every window asks whether the value is at least Beta. Without Beta, a bound from
	// above is wanted.
	OnlyQuestions
	// GuessedWindows: an end of the window that no node of the path holds is a guess. A value beyond it is a bound.
	GuessedWindows
)

// A Bound is a score that a player is sure of. Node is the node that supplies the
// score, and Child is the child of Node that the score came from (-1: none).
type Bound struct {
	Score       trees.Score
	Node, Child int32
	Given       bool // false: the player has no bound
}

// A Term is one summand of a prune's certificate. Player 0 stands for δ. At a chance node a term
// is about a child, Node: its Score counts with the probability Prob, and Player is 0.
type Term struct {
	Player int
	Prob   trees.Number // its Unit is 0 where the node is no chance node
	Node   int32
	Score  trees.Score
	Origin ScoreOrigin
}

// An Excluded is an outcome of the leaf-value table that cannot change the value
// any more. Player is the player whose bound excludes it.
type Excluded struct {
	Value  trees.Vector
	Player int
}

// Stats are the counters of a run.
type Stats struct {
	Nodes, Leaves, Pruned, Researched int
	// Extended counts the nodes at the depth limit or below that were searched on, since they are
	// unstable; they are among Nodes.
	Extended int
	Prunes   [RuleCount]int
}

// Expanded returns the number of inner nodes entered.
func (s *Stats) Expanded() int { return s.Nodes - s.Leaves }

// Reference is the max^n value (in minimax trees the minimax value, in path trees
// the least cost), found by exhaustive search. It is compared with the value of
// the algorithm.
type Reference struct {
	Value  trees.Vector
	Agrees bool
}

// An Event is a fact about a search. An engine reuses one Event value for all
// events, so an observer must copy the data that it keeps, including slices. The
// type determines which fields are set:
//
//	Start     Algorithm, Players, MaxSum, Options
//	Enter     Node, Player, Chance, Probe, Depth, Bounds, Alpha, Beta (two-player), Text, Parent and Move (implicit trees)
//	Leaf      Node, Value
//	Backup    Node, Child, Value, Best, Improved, Bounds, Alpha, Beta
//	Prune     Node, Cut, Rule, Terms, Sum, Limit, Excluded, Provisional
//	Research  Node, Child, BecauseChild, Value (the value that made it necessary)
//	Exit      Node, Value, Exact, Probe, Alpha, Beta (two-player)
//	Done      Value, Path, Stats, Reference
//	Failed    Node, Detail
//
// Some algorithms add Notes to these events; each kind of note names its events.
//
// At a Backup of a chance node, Best is the sum so far of each child's probability times its value.
//
// A search by samples also sets, at an Enter, Draw or Visits; at a Leaf, Plies and Reached; at a
// Backup, Visits; and at Done, Visits and Samples. Then Value is that of the sample, and Best the
// mean of all samples through the node.
//
// Width, Unit, Scalar, Implicit, About, Players, Window, OneReplies, Questions and Sampling are the same from the
// first Enter of a run to its end.
type Event struct {
	Seq  int
	Type Type
	Line int // line of the engine's pseudo-code, from 1; 0: none

	Node, Child int32
	Parent      int32 // implicit trees: the parent of an entered node; -1 elsewhere and at the root
	Move        int32
	Text        []byte // the move to the entered node as its game writes it, or its name in the tree; may be empty
	Player      int    // mover; 0 at a leaf and at a chance node
	Chance      bool   // a chance node is entered
	Probe       bool   // a node is entered, or its search ends, by a probe: only its first child is searched
	Depth       int

	Value, Best       trees.Vector
	HasValue, HasBest bool        // false: null
	Width             int         // scores of a value: players, or 1 in minimax and path trees
	Unit              trees.Score // one point; see trees.Header
	Scalar            bool        // minimax and path trees: a value is one number, not a vector
	Implicit          bool        // the tree is not built: Reference is nil, and Parent and Move are set
	About             int         // two-sided search: the player whose score one side maximises and the other minimises; 0 elsewhere
	Improved          bool
	Exact             bool

	Players     int                     // entries of Bounds
	Bounds      [trees.MaxPlayers]Bound // indexed by player - 1
	Window      bool                    // two-player search: Alpha and Beta are set
	OneReplies  bool                    // best-reply search: values are those if one opponent replies to each move of player About, and all others pass
	Questions   Questions               // two-player search: which windows are questions
	Alpha, Beta trees.Opt               // not given: infinite

	Rule         Rule
	Cut          []int32
	Terms        []Term
	Sum, Limit   trees.Opt // not given: null
	Excluded     []Excluded
	Provisional  bool
	BecauseChild int32

	Algorithm string
	MaxSum    trees.Opt
	Options   []Option

	Path      []int32 // "line" in JSON: the nodes from the root to the leaf that has the value
	Stats     *Stats
	Reference *Reference

	Detail string

	// Notes are what the algorithm adds, in the order of their kinds, one of a kind at most; empty: as the algorithms of the papers on pruning.
	Notes []Note
	// A search by samples; see sampling.go.
	Sampling bool  // the same in all events of a run
	Draw     Draw  // Enter: why the sample came here
	Plies    int   // Leaf: the moves of a random game from the node; 0: there was none
	Reached  int32 // Leaf, explicit trees: the leaf where the random game ended
	// Visits is how many samples have passed: Backup: the node; Done: the chosen child. At an
	// Enter of the root it is the number of the sample, from 1.
	Visits  int
	Samples int // Done: how many were taken

	// StopObserving may be set by the observer. Then the observer gets only the
	// last event (Done or Failed). The search itself continues, at full speed.
	StopObserving bool

	// Recorder may be set by the observer at the first event. Then the engine passes all further
	// events to the Recorder alone, and those of a last ply at once.
	Recorder *Recorder
}

// An Option is an option of a run as it was requested, for example depth 3 or
// discrete.
type Option struct {
	Name string
	Num  int    // value of a number option
	Flag bool   // the option is a flag
	Word string // value of an option that is one of some words; empty for the others
}

// An Observer is called with each event of a search. A nil Observer costs
// nothing. An Observer must not keep the event, and the only fields that it may
// change are StopObserving and Recorder.
type Observer func(*Event)

// Clone returns a copy that stays as it is: an engine reuses the slices of its events.
func (e *Event) Clone() Event {
	c := *e
	c.Cut = slices.Clone(e.Cut)
	c.Terms = slices.Clone(e.Terms)
	c.Excluded = slices.Clone(e.Excluded)
	c.Notes = cloneNotes(e.Notes)
	return c
}
