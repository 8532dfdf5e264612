package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"espalier/trace"
	"espalier/trees"
)

// An Algorithm is an engine with its description.
type Algorithm struct {
	ID        string
	Name      string
	Paper     string
	Section   string
	Outside   bool     // it comes from none of the five documents
	Needs     string   // in words
	Guarantee string   // in words
	Options   []string // names of the options besides those that every algorithm takes
	Chance    bool     // it searches trees with chance nodes
	// ChanceCode has the additional lines of code for trees with chance nodes.
	ChanceCode Pseudocode
	Sound      bool // the result is always as guaranteed; AsPrinted makes any run unsound
	// Estimate: the value is the mean of random samples, and the line that of most visits.
	Estimate bool
	// Infosets: it respects the information sets of a tree. All other searches play as if everybody saw where the game is.
	Infosets bool
	// Reference is the value that a result is compared with, and how pages speak of it.
	Reference *Reference
	// Registered returns all algorithms, of which an error can offer another one. The registry sets it.
	Registered func() []*Algorithm
	// Judged says how runs of other programs that claim to be this algorithm are judged. Pages and the
	// command line offer those that are judged by a model.
	Judged Judging
	// TwoPlayers: it searches only trees of two players, Max against Min, so a run shows
	// α and β, not a bound for each player.
	TwoPlayers bool
	// Seat is its place among the opponents that the page of a game offers, from 1; 0: the
	// page does not offer it.
	Seat int
	// QuietSeat: the page also offers it with quiescence, in a game that says which positions are unstable.
	QuietSeat bool
	// Terms are the ids of the glossary's entries that explain a run. The first is the term
	// of the algorithm itself: its Term has the entry; nil: that is an entry about several algorithms.
	Terms []string
	Term  *Term
	Code  Pseudocode // see CodeOf
	// Printed is the procedure that the option as_printed runs; nil: there is none.
	Printed *PrintedProcedure

	Need []Need // the first is about the kind of the tree
	// ByHeuristic: without a heuristic the algorithm's own rules cut nothing.
	ByHeuristic bool
	// Relies reports whether cuts rely on maxsum, maxp or a heuristic, so static values
	// must be within these; nil: never.
	Relies func(o *Options) bool
	// Windows says which windows it gives to children, if it has any.
	Windows Windows
	// Mixes: the value of an opponent's node is an average over models of that player.
	Mixes bool
	// ChooseStance returns the stance of a run on a tree, and stances lists those that a run can have on a tree
	// that is not known; nil: there is only one.
	ChooseStance func(a *Algorithm, t *trees.Tree, o *Options) Stance
	ListStances  func(a *Algorithm, players, root int, o *Options) []Stance
	// Questions says which of its windows are questions. Their cuts hold for one question, and the
	// nodes are searched again for the next, so a game by hand with one cut at a node is no run of it.
	Questions trace.Questions
	// Divides: it divides by probabilities, so it runs in trees.Tree.WindowUnit.
	Divides bool
	// AsGiven: it compares the scores of different players, so it sees those of the tree, also
	// where the least score of a player is not 0.
	AsGiven bool
	// Rule is its place among the decision rules on the page that compares them, from 1; 0: it
	// is a faster search for the value of one of them, or it is none.
	Rule int
	// Assumes says what a decision rule assumes of the players; %d stands for the player who moves at
	// the root. Empty: the start of the run says it, or the algorithm is no such rule.
	Assumes string
	// Passes: the players other than the one at the root pass where the rules of a game do not allow it.
	Passes bool
	// Exhibit: it is here to show how it fails, so it has no exercises.
	Exhibit bool
	// Prepare is called before the first event, to put a note into it, and returns the search; nil: it is run.
	Prepare   func(*Run) (search func())
	Procedure func(*Run)
	Sum       BoundSum
	// Claimed is the algorithm that a recorded run claims to be; nil: it claims nothing, or the
	// algorithm is an engine.
	Claimed *Algorithm
	// Text is the text of the program whose run is recorded, line by line. It is shown in place of Code, with the
	// lines of the events. nil: the run has no text.
	Text []string
	// Replay replays the run of another program; nil: the algorithm is an engine.
	Replay func(ctx context.Context, observer trace.Observer) (Result, error)
}

// A Term is an entry of the glossary about one algorithm.
type Term struct {
	Name   string
	Text   string // one to three sentences
	Source string // the paper that uses it, with the section
	Forms  string // the other forms of the term in a text, separated by |
}

// A BoundSum describes the sum of backed-up bounds that an algorithm compares with maxsum
// or maxp. The judge of practice uses it to explain why there is no cut.
type BoundSum struct {
	Bounds   int  // the most bounds that are added, from the node upwards; 0: there is no such sum
	LastOnly bool // above the parent, only bounds across last branches are added
}

// AllBounds: a bound of each player can be added.
const AllBounds = trees.MaxPlayers

func nodesExceeded(most int) error {
	of := "option nodes"
	if most == MaxSearchNodes {
		of = "limit of one search"
	}
	return &LimitError{Message: fmt.Sprintf("the search was stopped: it would visit more than %d nodes, the %s", most, of)}
}

// OwnValue reports whether the value is that of a decision rule of its own, which need not be the
// max^n value.
func (a *Algorithm) OwnValue() bool { return a.Reference.Own }

// Run searches the problem. If the search cannot start, it returns a
// NotApplicableError before any event. If the search cannot continue, it returns an
// UnknownLeafError or a LimitError after the event Failed. If the context ends
// first, it returns the context's error without a last event. An explicit tree is
// searched from o.Root if that is not 0, else from the current node of p.Pos.
// observer may be nil.
func (a *Algorithm) Run(ctx context.Context, p Problem, o Options, observer trace.Observer) (Result, error) {
	if err := a.Check(&p, o); err != nil {
		return Result{}, err
	}
	if a.Replay != nil {
		return a.Replay(ctx, observer)
	}
	if p.Tree != nil && o.Root != 0 {
		p.Pos = trees.NewCursor(p.Tree, o.Root)
	}
	unit := p.Unit
	var shift *Shift
	if !a.AsGiven && !a.Estimate { // an estimate needs no least score of 0
		p, shift = p.atZero()
	}
	if a.Passes {
		p = p.withPasses()
	}
	p, parts := a.inWindowUnit(p)
	r := newRun(ctx, p, o, shift.observer(observer))
	r.sound, r.Ev.Questions = a.SoundWith(o), a.Questions
	give, err := TakeTurn(ctx)
	if err != nil {
		return Result{}, err
	}
	defer give()
	defer r.charge()()
	defer a.tally(ctx, time.Now())
	res, err := a.search(r)
	if err != nil {
		return res, err
	}
	res = parts.result(shift.result(res))
	res.Unit = unit
	return res, nil
}

func (a *Algorithm) search(r *Run) (res Result, err error) {
	if r.Observer != nil {
		r.Lines = LinesOf(a.CodeFor(r.Tree, r.Options))
	}
	r.SetLimit(r.Limit)
	defer func() {
		if r.bottomed != nil {
			r.bottomed.SetBottom(-1)
		}
		switch s := recover().(type) {
		case nil:
		case Stop:
			res, err = Result{}, s.Err
			for range r.StoppedAt {
				r.Pos.Undo() // so that the problem can be searched again
			}
			r.Observer = r.finalObserver
			if r.Observer != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
				node := r.Ev.Node
				if u, ok := err.(*UnknownLeafError); ok {
					node = int32(u.Node)
				}
				r.emitError(node, err)
			}
		default:
			panic(s)
		}
	}()
	r.CheckStop()
	r.Hold(0, 0) // what the run already has
	r.Ordering = newOrdering(a, r)
	var search func()
	if a.Prepare != nil {
		search = a.Prepare(r)
	}
	r.Ev.Sampling = a.Estimate
	if r.Observer != nil {
		r.AtRoot()
		r.emitStart(a.ID, r.Options.Given())
	}
	r.Note = nil
	if search != nil {
		search()
	} else {
		a.Procedure(r)
	}
	top := &r.Frames[0]
	res = r.Result
	res.Value, res.Width, res.Line, res.Stats = top.Value, r.Width(), r.line(top.Leaf), r.Stats
	if a.Estimate {
		res.Samples = r.Samples
	}
	if res.NoValue = r.RootHasNoValue(); res.NoValue {
		res.Value, res.Line = trees.Vector{}, res.Line[:min(1, len(res.Line))]
	}
	res.Moves = r.movesOf(res.Line)
	for _, s := range r.Seen {
		if s == SeenCut {
			res.Stats.Pruned++
		}
	}
	if r.Tree != nil {
		if res.Reference, res.Equal = a.compareWithReference(r, &res); res.Reference != nil && res.NoValue {
			res.Reference.Agrees = false
		}
	}
	r.Observer = r.finalObserver
	if r.Observer != nil {
		if a.Reference.Own {
			r.Note = &OwnRule{}
			if r.Returned != nil {
				r.Note = r.Returned
			}
		}
		r.emitDone(&res)
	}
	return res, nil
}

// RootHasNoValue reports whether the root returned no value and had no best that
// could replace it. This happens only in procedures that run as printed.
func (r *Run) RootHasNoValue() bool {
	top := &r.Frames[0]
	return r.AsPrinted && !top.Known && top.BestChild < 0
}

// SoundWith reports whether the algorithm with these options always returns
// the value that it guarantees.
func (a *Algorithm) SoundWith(o Options) bool { return a.Sound && !o.AsPrinted }
