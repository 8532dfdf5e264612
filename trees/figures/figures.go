// Package figures contains the figures and tables of the papers as data: one JSON
// document for each, embedded in the program, in the order of papers.json. The package
// imports trees and the standard library.
//
// A value that the paper does not give is marked as chosen. A property of a single figure
// is a field of its document, not a switch over ids in the code.
package figures

import "espalier/trees"

// A Paper is a source of figures.
type Paper struct {
	Key      string // korf-1991
	Short    string // Korf 1991
	Citation string // in full
	Figures  []*Figure
}

// Kinds of figure.
const (
	FigureTree    = "tree"           // a tree printed with its numbers
	FigureGeneric = "generic"        // a tree with letters instead of numbers; the values can be chosen
	FigureTable   = "table"          // a table
	FigureSpace   = "decision-space" // bounds and outcomes as points
	FigureCode    = "code"           // pseudo-code
)

// A Figure is a figure, table or slide of a paper as data: its tree, the runs that show
// its main idea, and the values that the paper does not determine.
type Figure struct {
	ID          string
	Paper       *Paper
	Figure      string // as numbered in the paper: Fig. 6
	Title       string
	Caption     string // as printed; empty if there is none or it is lost
	Illustrates string
	Kind        string

	Tree *trees.Tree // nil: none
	Run              // the run that shows the main idea; without an algorithm there is no run
	// Companion is another figure. Its tree illustrates this figure, which has no
	// tree: it is the tree of the run that a decision space or a listing is about.
	// Nil if there is none.
	Companion *Figure
	// Variants are further trees of the same figure. Find finds them; All does not
	// list them.
	Variants []*Figure
	Story    []StoryStep

	Free      []Parameter // parameters of a generic figure
	Condition string      // when the cut is possible: x + y ≥ sum
	Table     *Table
	Space     *Space
	Code      []string // pseudo-code, line by line
	// CodeEvents are the events of a run that lines of Code are about. Nil if
	// there are none.
	CodeEvents *CodeEvents
	Boards     []Board
	// Calculator names the interactive calculation on the figure's page: one of
	// the Calc constants, or "".
	Calculator string
	// Featured is true for the one figure that the gallery shows first.
	Featured bool

	Partial      []Remark // leaves whose values the text fixes in part
	Printed      []Remark // what is printed beside the nodes
	Undetermined string   // what the paper does not determine
	Notes        []string // remarks of the editor: misprints, and how the paper is read here
}

// A Run is an algorithm with its options and with values for leaves.
type Run struct {
	Algorithm string
	Options   FigureOptions
	Values    map[int]trees.Vector
}

// FigureOptions are the options that runs of figures use.
type FigureOptions struct {
	Discrete  bool `json:"discrete,omitempty"`
	Table     bool `json:"table,omitempty"`
	Heuristic bool `json:"heuristic,omitempty"`
	AsPrinted bool `json:"as_printed,omitempty"`
}

// A StoryStep of a figure's story: a sentence, and the event of a run that it is
// about.
type StoryStep struct {
	Text string
	On   *Figure // the figure whose tree is searched; nil: no run
	Run
	At *EventRef // nil: the same event as in the previous step
}

// An EventRef selects an event of a run: the Nth event of its type at the given nodes.
type EventRef struct {
	Type  string // name of the event type in JSON
	Node  int    // the event's node; -1: any
	Child int    // the event's child (backup, research); -1: any
	Nth   int    // from 1
}

// A Parameter is a letter of a generic figure: one player's score at one leaf,
// which the user can choose.
type Parameter struct {
	Name              string
	Leaf              int
	Player            int
	Rest              int // the player who gets the rest of maxsum at that leaf
	Min, Max, Default trees.Score
	Step              trees.Score
}

// Value returns the leaf's value if the parameter is x: the other player of
// the leaf gets the rest of maxsum.
func (p *Parameter) Value(t *trees.Tree, x trees.Score) trees.Vector {
	var v trees.Vector
	v[p.Player-1] = x
	v[p.Rest-1] = t.MaxSum.Score - x
	return v
}

// Interactive calculations of figures.
const (
	CalcReduction     = "reduction"       // n players reduced to two: branching, depth and best case
	CalcLeafValueTest = "leaf-value-test" // the leaf-value test for bounds that the user enters
	CalcTrick         = "trick"           // outcomes that remain if a player has a trick
	CalcDuality       = "duality"         // minimised scores as maximised scores
	CalcGrowthFactors = "growth-factors"  // growth of the best case for b moves and n players
)

// CodeEvents relates a listing to the events of runs of one algorithm.
type CodeEvents struct {
	Algorithm string `json:"algorithm"`
	// Lines holds the events of a line, counted from 1, by the names that the
	// engines' pseudo-code uses: "enter", "backup+", "prune:shallow".
	Lines map[int][]string `json:"lines"`
	// Mover is the player at whose nodes the listing applies: a listing of maxValue
	// is for Max. It also applies to the leaves directly below the nodes of the other
	// players. 0: it applies to all nodes.
	Mover int `json:"mover"`
}

// Covers reports whether the listing runs at node n.
func (c *CodeEvents) Covers(t *trees.Tree, n int) bool {
	switch {
	case c.Mover == 0:
		return true
	case t.IsLeaf(n) && n > 0:
		return t.Mover(t.Parent(n)) != c.Mover
	}
	return t.Mover(n) == c.Mover
}

// Ways to show a table.
const (
	ViewTable    = ""
	ViewTimeline = "timeline" // columns year, who, what
)

// A Table is a printed table. Cells are as printed.
type Table struct {
	View string `json:"view,omitempty"` // one of the View constants
	// Computed names the calculation of the computed columns; see
	// papers.ComputedColumns. "": none.
	Computed string `json:"computed,omitempty"`
	// Uncomputed is a sentence for the page: which part of the table cannot be
	// computed, and why. Empty if there is none.
	Uncomputed string `json:"uncomputed,omitempty"`
	// Origin is a sentence for the page: which cells are not as printed. Empty if all
	// are.
	Origin string `json:"origin,omitempty"`

	Columns      []string   `json:"columns"`
	Rows         [][]string `json:"rows"`
	NotFromPaper bool       `json:"chosen,omitempty"` // the rows are not from the paper
}

// A Space is a decision space: bounds and outcomes as points, and the rule
// that separates the points where pruning is allowed.
type Space struct {
	Rule     string // window, linear or table
	Axes     []string
	Min, Max trees.Score // range of every axis
	Limit    trees.Score // 0 for the window, maxsum for the linear rule
	Outcomes []trees.Vector
	Points   []SpacePoint
}

// A SpacePoint is a point of a decision space.
type SpacePoint struct {
	At           []trees.Score
	Solid        bool // as drawn: solid points are bounds, hollow ones outcomes
	What         string
	NotFromPaper bool // the point is not from the paper
}

// A Board is a chess position with the figure's verdict.
type Board struct {
	FEN     string `json:"fen"`
	Verdict string `json:"verdict"`
}

// A Remark is a text about a node, or about the whole figure if Node is -1.
type Remark struct {
	Node int
	Text string
}

// Papers returns the papers in order of their years, the lecture last. The
// caller must not change them.
func Papers() []*Paper { return library().papers }

// All returns the figures, paper by paper. The caller must not change
// them.
func All() []*Figure { return library().figures }

// Find returns the figure or variant with the given id.
func Find(id string) (*Figure, bool) {
	f, ok := library().byID[id]
	return f, ok
}
