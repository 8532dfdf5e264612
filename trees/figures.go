package trees

// A Paper is where figures come from.
type Paper struct {
	Key      string // korf-1991
	Short    string // Korf 1991
	Citation string // in full
	Figures  []*Figure
}

// What a figure is, beside its tree.
const (
	FigureTree    = "tree"           // a tree that is printed with its numbers
	FigureGeneric = "generic"        // a tree with letters; its numbers are free
	FigureTable   = "table"          // a table
	FigureSpace   = "decision-space" // bounds and outcomes as points
	FigureCode    = "code"           // pseudo-code
)

// A Figure is a figure, table or slide of a paper as data: its tree, the runs
// that show its point, and what the text leaves open.
type Figure struct {
	ID          string
	Paper       *Paper
	Figure      string // as the paper counts it: Fig. 6
	Title       string
	Caption     string // as printed; empty where there is none or it is lost
	Illustrates string
	Kind        string

	Tree *Tree // nil: none
	Run        // the run that shows the point; no algorithm: nothing to run here
	// Companion is the figure whose tree shows a figure that has none of its
	// own: the run that a decision space or a listing is about. Else nil.
	Companion *Figure
	// Variants are further trees of the same figure. FindFigure finds them;
	// Figures does not list them.
	Variants []*Figure
	Story    []Step

	Free      []Parameter // of a generic figure
	Condition string      // when its cut becomes possible: x + y ≥ sum
	Table     *Table
	Space     *Space
	Code      []string // the listing
	Boards    []Board

	Partial      []Remark // leaves of which the text fixes a part
	Printed      []Remark // what stands beside the nodes in print
	Undetermined string   // what the text does not determine
	Notes        []string // the editor's: slips of the text, and readings
}

// A Run is an algorithm with its options, and values for leaves.
type Run struct {
	Algorithm string
	Options   FigureOptions
	Values    map[int]Vector
}

// FigureOptions are the options that runs of figures use.
type FigureOptions struct {
	Discrete  bool `json:"discrete,omitempty"`
	Table     bool `json:"table,omitempty"`
	Heuristic bool `json:"heuristic,omitempty"`
	AsPrinted bool `json:"as_printed,omitempty"`
}

// A Step of a figure's story: a sentence, and the moment of a run that it
// speaks of.
type Step struct {
	Text string
	On   *Figure // whose tree the run is on; nil: there is no run
	Run
	At *Moment // nil: the story stays where it is
}

// A Moment picks an event of a run: the Nth of its type that fits.
type Moment struct {
	Type  string // as the contract names event types
	Node  int    // the event's node; -1: any
	Child int    // the event's child (backup, research); -1: any
	Nth   int    // from 1
}

// A Parameter is a free value of a generic figure: a letter that stands for
// one player's score at one leaf.
type Parameter struct {
	Name              string
	Leaf              int
	Player            int
	Rest              int // the player who gets the rest of maxsum
	Min, Max, Default Score
	Step              Score
}

// Value is the leaf's value where the parameter is x: the rest of maxsum goes
// to one other player, so that the leaf always adds up to maxsum.
func (p *Parameter) Value(t *Tree, x Score) Vector {
	var v Vector
	v[p.Player-1] = x
	v[p.Rest-1] = t.MaxSum.Score - x
	return v
}

// A Table is a printed table. Cells are as printed.
type Table struct {
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
	Chosen  bool       `json:"chosen,omitempty"` // the rows are ours, not the paper's
}

// A Space is a decision space: bounds and outcomes as points, and the rule that
// separates those where pruning is allowed.
type Space struct {
	Rule     string // window, linear or table
	Axes     []string
	Min, Max Score // range of every axis
	Limit    Score // 0 for the window, maxsum for the linear rule
	Outcomes []Vector
	Points   []SpacePoint
}

// A SpacePoint is a point of a decision space.
type SpacePoint struct {
	At     []Score
	Solid  bool // as drawn: solid points are bounds, hollow ones outcomes
	What   string
	Chosen bool // the point is ours, not the paper's
}

// A Board is a chess position with the verdict that the figure passes on it.
type Board struct {
	FEN     string `json:"fen"`
	Verdict string `json:"verdict"`
}

// A Remark is a text about a node; about the whole figure where Node is -1.
type Remark struct {
	Node int
	Text string
}

// Papers lists the papers in the order of their years, the lecture last. The
// caller must not change them.
func Papers() []*Paper { return library().papers }

// Figures lists the figures, paper by paper.
func Figures() []*Figure { return library().figures }

// FindFigure finds a figure, or a variant of one, by its id.
func FindFigure(id string) (*Figure, bool) {
	f, ok := library().byID[id]
	return f, ok
}
