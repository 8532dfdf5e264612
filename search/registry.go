package search

import (
	"context"
	"errors"
	"fmt"

	"espalier/trace"
	"espalier/trees"
)

// algorithms lists what runs, in the order of the papers: two players, Korf
// 1991, Sturtevant & Korf 2000, Sturtevant 2003. Each entry is declared in its
// engine's file, beside the procedure.
var algorithms = []*Algorithm{
	&minimaxAlgorithm,
	&alphabetaAlgorithm,
	&maxnAlgorithm,
	&immediateAlgorithm,
	&shallowAlgorithm,
	&deepAlgorithm,
	&dfbnbAlgorithm,
	&bnbAlgorithm,
	&deepBnBAlgorithm,
	&abbnbAlgorithm,
	&paranoidAlgorithm,
	&lastBranchAlgorithm,
	&speculativeAlgorithm,
}

// An Algorithm is an engine with what is said of it.
type Algorithm struct {
	ID        string
	Name      string
	Paper     string
	Section   string
	Needs     string   // in words
	Guarantee string   // in words
	Options   []string // names of the options it takes besides root
	Sound     bool     // AsPrinted makes any run unsound
	Code      []CodeLine

	need []need
	run  func(*run)
	// plain is the exhaustive search that the run is held against.
	reference referenceSearch
}

// A CodeLine is a line of an algorithm's pseudo-code, with the events that belong to it.
type CodeLine struct {
	Text string
	// On names events: a type ("enter"), a backup that improved ("backup+"),
	// or a prune by rule ("prune:shallow").
	On []string
}

// codeLines finds the line of an event, a backup that improved apart: arrays,
// since every event asks.
type codeLines struct {
	byType   [trace.TypeCount]int
	byRule   [trace.Table + 1]int
	improved int
}

func linesOf(code []CodeLine) *codeLines {
	on := map[string]int{}
	for i, l := range code {
		for _, key := range l.On {
			on[key] = i + 1
		}
	}
	first := func(keys ...string) int {
		for _, key := range keys {
			if n, found := on[key]; found {
				return n
			}
		}
		return 0
	}
	l := &codeLines{improved: first("backup+", "backup")}
	for t := range l.byType {
		l.byType[t] = on[trace.Type(t).String()]
	}
	for r := range l.byRule {
		l.byRule[r] = first("prune:"+trace.Rule(r).String(), "prune")
	}
	return l
}

var limitNodes = &LimitError{fmt.Sprintf("the search was stopped: it would visit more than %d nodes, the limit of one search", MaxSearchNodes)}

// Find returns the algorithm with the given id.
func Find(id string) (*Algorithm, bool) {
	for _, a := range algorithms {
		if a.ID == id {
			return a, true
		}
	}
	return nil, false
}

// All lists the algorithms in the order of the papers. The caller must not change them.
func All() []*Algorithm { return algorithms }

// Run searches. It returns a RefusedError before anything is told, an
// UnknownLeafError or a LimitError after an error event, and the context's
// error when that ends first (without a last event: nobody is left to hear it).
// An explicit tree is searched from options.Root where that is not 0, and else
// from where p.Pos stands.
func (a *Algorithm) Run(ctx context.Context, p Problem, o Options, observer trace.Observer) (Result, error) {
	if err := a.Check(&p, o); err != nil {
		return Result{}, err
	}
	if p.Tree != nil && o.Root != 0 {
		p.Pos = trees.NewCursor(p.Tree, o.Root)
	}
	r := newRun(ctx, p, o, observer)
	r.sound = a.SoundWith(o)
	return a.search(r)
}

func (a *Algorithm) search(r *run) (res Result, err error) {
	r.lines = linesOf(a.Code)
	defer func() {
		switch s := recover().(type) {
		case nil:
		case stop:
			res, err = Result{}, s.err
			r.observer = r.finalObserver
			if r.observer != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
				node := r.ev.Node
				if u, ok := err.(*UnknownLeafError); ok {
					node = int32(u.Node)
				}
				r.emitError(node, err)
			}
		default:
			panic(s)
		}
	}()
	r.checkStop()
	if r.observer != nil {
		r.root()
		r.emitStart(a.ID, r.Options.list())
	}
	a.run(r)
	top := &r.frames[0]
	res = Result{Value: top.value, Width: r.Width(), Line: r.line(top.leaf), Stats: r.stats}
	if res.NoValue = r.rootHasNoValue(); res.NoValue {
		res.Value, res.Line = trees.Vector{}, res.Line[:min(1, len(res.Line))]
	}
	for _, s := range r.seen {
		if s == seenCut {
			res.Stats.Pruned++
		}
	}
	if r.Tree != nil {
		if res.Truth = a.truth(r, top.value); res.Truth != nil && res.NoValue {
			res.Truth.Agrees = false
		}
	}
	r.observer = r.finalObserver
	if r.observer != nil {
		r.emitDone(&res)
	}
	return res, nil
}

// rootHasNoValue reports whether the root came back without a value, and without any
// best on the way that could stand for it. Only a procedure as printed does so.
func (r *run) rootHasNoValue() bool {
	top := &r.frames[0]
	return r.AsPrinted && !top.known && top.bestChild < 0
}

// list returns the options that were asked for, by name.
func (o *Options) list() []trace.Option {
	var list []trace.Option
	add := func(given bool, opt trace.Option) {
		if given {
			list = append(list, opt)
		}
	}
	add(o.AsPrinted, trace.Option{Name: "as_printed", Flag: true})
	add(o.Deepening, trace.Option{Name: "deepening", Flag: true})
	add(o.HasDepth, trace.Option{Name: "depth", Num: o.Depth})
	add(o.Discrete, trace.Option{Name: "discrete", Flag: true})
	add(o.Heuristic, trace.Option{Name: "heuristic", Flag: true})
	add(o.Root != 0, trace.Option{Name: "root", Num: o.Root})
	add(o.Table, trace.Option{Name: "table", Flag: true})
	add(o.Transposition, trace.Option{Name: "transposition", Flag: true})
	return list
}
