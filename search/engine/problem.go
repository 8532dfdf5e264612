package engine

import (
	"cmp"
	"fmt"

	"espalier/trees"
	"espalier/trees/games"
)

// A Problem is the input of an engine: a position, and the known limits of the
// scores of all outcomes below it.
type Problem struct {
	Pos  trees.Position
	Tree *trees.Tree // nil for an implicit tree
	Kind trees.Kind
	// Unit is one point; see trees.Header.
	Unit    trees.Score
	Players int
	MaxSum  trees.Opt
	// MaxP is the most that each player can get: maxp, or what MaxSum leaves, if that is less.
	MaxP trees.Limits
	// NoMinima: scores can be below 0, and it is not known by how much. Else no score is below
	// 0, or below the minima of Tree.
	NoMinima bool
	// Least is the least that a leaf of an implicit minimax tree can be; that of Tree is its minp.
	Least    trees.Opt
	Delta    trees.Score
	Outcomes []trees.Vector // nil: the distinct leaf values of Tree
	// Rows are the rows of a leaf-value table; nil: Outcomes, which are values then.
	Rows []games.OutcomeRow
	// Game is the id of the game; empty: the problem is not a position of a game.
	Game string
	// StaticOutcomes: every static value of the game is one of Outcomes.
	StaticOutcomes bool
	// ExactPlies is how deep a search of a game with chance nodes may go; 0: there is no limit.
	ExactPlies int
	// Numbered: nodes of an implicit tree get numbers even without an
	// observer, at 4 bytes a node, so that the result has its line.
	Numbered bool
	// MaxNodes is the limit on the nodes of a search without the option nodes;
	// 0: MaxSearchNodes. An experiment sets it, since its searches may take hours.
	MaxNodes int
	// MaxPositions ends a search by samples after this many positions, those of its random games
	// included, if it has not taken all samples before; 0: it takes all samples. The first sample
	// is always taken.
	MaxPositions int
	// TableSize is the most positions that a transposition table stores; 0: maxEntries.
	// An experiment sets it.
	TableSize int
	// TablePlies says by ply whether the transposition table is used there; nil: it is used
	// everywhere. An experiment sets it.
	TablePlies []bool
	// TableBounds: the transposition table of speculative pruning also stores lower bounds.
	TableBounds bool
	// TableChains: a result in that table is used only under the bounds of the nodes above
	// under which it was found. An entry without a value has the number of plies to the end of the
	// chain that rejects it. An experiment sets it.
	TableChains bool
	// LinearBounds: the linear test of speculative pruning also adds the heuristic of the
	// position. An experiment sets it, without an observer.
	LinearBounds bool
}

// OnTree returns the problem of searching an explicit tree from the given
// node.
func OnTree(t *trees.Tree, root int) Problem {
	_, known := t.Minima()
	return Problem{
		Pos: trees.NewCursor(t, root), Tree: t, Kind: t.Kind, Unit: t.Unit, Players: t.Players,
		MaxSum: t.MaxSum, MaxP: mostOf(t), NoMinima: !known && t.Kind == trees.MaxN, Delta: t.Delta, Outcomes: t.Outcomes,
	}
}

// mostOf returns the most that each player of a tree can have.
func mostOf(t *trees.Tree) trees.Limits {
	most := trees.Limits{Given: true, Each: true}
	for p := range t.Width() {
		of := t.Most(p)
		if !of.Given {
			return trees.Limits{}
		}
		most.Scores[p] = of.Score
	}
	return most
}

// OnGenerated returns the problem of searching an implicit tree, or an
// *trees.Error if g is out of range.
func OnGenerated(g games.Generator) (Problem, error) {
	pos, err := g.Position()
	if err != nil {
		return Problem{}, err
	}
	sum := trees.Some(trees.Score(g.MaxSum) * trees.Unit)
	return Problem{Pos: pos, Unit: trees.Unit, Players: g.Players, MaxSum: sum, MaxP: trees.All(sum.Score), Delta: trees.Unit}, nil
}

// OnGame returns the problem of searching from a position of a game.
func OnGame(id string, pos games.Position) Problem {
	s := pos.Scores()
	return Problem{Pos: pos, Unit: games.UnitOf(pos), Game: id, Players: pos.Players(), MaxSum: trees.Some(s.MaxSum), MaxP: trees.All(s.MaxP),
		ExactPlies: s.ExactPlies, Delta: s.Delta, Outcomes: s.Outcomes, Rows: s.Rows, StaticOutcomes: s.StaticOutcomes}
}

// Endless reports whether play may go on for ever.
func (p *Problem) Endless() bool {
	e, ok := p.Pos.(trees.Endless)
	return ok && e.Endless()
}

// Width returns the number of scores of a value.
func (p *Problem) Width() int {
	if p.Kind == trees.MaxN {
		return p.Players
	}
	return 1
}

// Options are the options of a run. An algorithm rejects an option that it
// does not list.
type Options struct {
	Depth    int // if HasDepth: stop this many plies below the root
	HasDepth bool
	// Quiescence, if HasQuiescence, is the most plies below the depth limit; see quiescence.go.
	Quiescence    int
	HasQuiescence bool
	Root          int // the node to start at; 0: the current node of Pos
	Nodes         int // if HasNodes: stop with a LimitError before visiting more nodes
	HasNodes      bool
	Discrete      bool // use delta
	Table         bool // use the leaf-value table in addition to the linear test
	Heuristic     bool // use low and up
	AsPrinted     bool // run exactly as printed in the paper, if this is known to fail
	Strict        bool // cut only where a bound is exceeded, not where it is met
	Unpruned      bool // visit all that the rule of the search allows, without alpha-beta
	Target        int  // if HasTarget: the player whom the root player attacks
	HasTarget     bool
	// The thresholds of MP-Mix, in points; DefaultLead if not given.
	LeadToDefend, LeadToAttack       int
	HasLeadToDefend, HasLeadToAttack bool
	// The weights of two models of prob-max^n, in tenths; DefaultAgainst and DefaultRival if not given.
	Against, Rival       int
	HasAgainst, HasRival bool
	Order                int // a VisitOrder: which child is visited next
	Window               int // if HasWindow: half the width of the first window of an aspiration search, in points
	HasWindow            bool
	// For searches by samples:
	Samples        int // if HasSamples: how many
	HasSamples     bool
	Seed           int // if HasSeed: of the random numbers
	HasSeed        bool
	Exploration    int // if HasExploration: C in hundredths of the span of the scores
	HasExploration bool
	// For positions that have a hash:
	Transposition bool // reuse values of positions reached before
	Deepening     bool // search depth by depth, best moves of the last depth first
}

// A NotApplicableError reports a run that cannot start: a need of the algorithm is
// not met, or the algorithm does not have an option. Nothing was searched.
type NotApplicableError struct {
	Path    string // options.depth, algorithm, tree.maxsum, root.children[0].static
	Message string // describes the error and a correct value
}

func (e *NotApplicableError) Error() string { return e.Path + ": " + e.Message }

// Kind returns trees.NotApplicable.
func (e *NotApplicableError) Kind() trees.ErrorKind { return trees.NotApplicable }

// Place returns Path.
func (e *NotApplicableError) Place() string { return e.Path }

// Reason returns Message.
func (e *NotApplicableError) Reason() string { return e.Message }

func Refuse(path, format string, args ...any) error {
	return &NotApplicableError{path, fmt.Sprintf(format, args...)}
}

// An UnknownLeafError reports a search that reached a leaf of unknown value.
type UnknownLeafError struct {
	Node int
	Name string
}

func (e *UnknownLeafError) Error() string {
	leaf := "leaf " + e.Name
	if e.Node == 0 { // the name is "the root"
		leaf = e.Name
	}
	return fmt.Sprintf("the value of %s (node %d) is unknown, and this search needs it; give it a value", leaf, e.Node)
}

// Kind returns trees.InvalidInput.
func (e *UnknownLeafError) Kind() trees.ErrorKind { return trees.InvalidInput }

// Place returns the entry of a request's "values" that would prevent the error, for
// example values.5.
func (e *UnknownLeafError) Place() string { return fmt.Sprintf("values.%d", e.Node) }

// Reason returns the whole text.
func (e *UnknownLeafError) Reason() string { return e.Error() }

// A LimitError reports a search that was stopped at a limit.
type LimitError struct {
	Message string
	Path    string // of what should change; "": the algorithm, since another one may visit fewer nodes
}

func (e *LimitError) Error() string { return e.Message }

// Kind returns trees.LimitReached.
func (e *LimitError) Kind() trees.ErrorKind { return trees.LimitReached }

// Place returns Path, or "algorithm".
func (e *LimitError) Place() string { return cmp.Or(e.Path, "algorithm") }

// Reason returns Message.
func (e *LimitError) Reason() string { return e.Message }
