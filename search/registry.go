package search

import (
	"context"
	"errors"
	"fmt"

	"espalier/trace"
	"espalier/trees"
)

// An Algorithm is an engine with what is said of it.
type Algorithm struct {
	ID        string
	Name      string
	Paper     string
	Section   string
	Needs     string   // in words
	Guarantee string   // in words
	Options   []string // names of the options it takes besides root
	Sound     bool
	Code      []CodeLine

	need []need
	run  func(*run)
}

// A CodeLine is a line of an algorithm's pseudo-code, with the events that belong to it.
type CodeLine struct {
	Text string
	// On names events: a type ("enter"), a backup that improved ("backup+"),
	// or a prune by rule ("prune:shallow").
	On []string
}

// A need is checked before a search starts.
type need func(a *Algorithm, p *Problem) error

// codeLines finds the line of an event.
type codeLines map[string]int

func linesOf(code []CodeLine) codeLines {
	lines := codeLines{}
	for i, l := range code {
		for _, on := range l.On {
			lines[on] = i + 1
		}
	}
	return lines
}

func (l codeLines) of(e *trace.Event) int {
	key := e.Type.String()
	switch {
	case e.Type == trace.Backup && e.Improved:
		if n, ok := l["backup+"]; ok {
			return n
		}
	case e.Type == trace.Prune:
		if n, ok := l["prune:"+e.Rule.String()]; ok {
			return n
		}
	}
	return l[key]
}

var limitNodes = &LimitError{fmt.Sprintf("the search was stopped: it would visit more than %d nodes, the limit of one search", MaxSearchNodes)}

// Find gives the algorithm with the given id.
func Find(id string) (*Algorithm, bool) {
	for i := range algorithms {
		if algorithms[i].ID == id {
			return &algorithms[i], true
		}
	}
	return nil, false
}

// All lists the algorithms in the order of the papers.
func All() []Algorithm { return algorithms }

// Run searches. It returns a RefusedError before anything is told, an
// UnknownLeafError or a LimitError after an error event, and the context's
// error when that ends first (without a last event: nobody is left to hear it).
func (a *Algorithm) Run(ctx context.Context, p Problem, o Options, say trace.Observer) (res Result, err error) {
	if err := a.Check(&p, o); err != nil {
		return Result{}, err
	}
	r := newRun(ctx, p, o, say)
	return a.search(r)
}

func (a *Algorithm) search(r *run) (res Result, err error) {
	r.lines = linesOf(a.Code)
	defer func() {
		switch s := recover().(type) {
		case nil:
		case stop:
			res, err = Result{}, s.err
			if r.say != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
				node := r.ev.Node
				if u, ok := err.(*UnknownLeafError); ok {
					node = int32(u.Node)
				}
				r.tellError(node, err)
			}
		default:
			panic(s)
		}
	}()
	if r.say != nil {
		r.root()
		r.tellStart(a.ID, r.Options.list())
	}
	a.run(r)
	top := &r.frames[0]
	res = Result{Value: top.value, Width: r.Width(), Line: r.line(top.leaf), Stats: r.stats}
	for _, s := range r.seen {
		if s == seenCut {
			res.Stats.Pruned++
		}
	}
	if r.Tree != nil {
		res.Truth = a.truth(r, top.value)
	}
	if r.say != nil {
		r.tellDone(&res)
	}
	return res, nil
}

func (o *Options) list() []trace.Option {
	var list []trace.Option
	add := func(given bool, opt trace.Option) {
		if given {
			list = append(list, opt)
		}
	}
	add(o.AsPrinted, trace.Option{Name: "as_printed", Flag: true})
	add(o.HasDepth, trace.Option{Name: "depth", Num: o.Depth})
	add(o.Discrete, trace.Option{Name: "discrete", Flag: true})
	add(o.Heuristic, trace.Option{Name: "heuristic", Flag: true})
	add(o.Root != 0, trace.Option{Name: "root", Num: o.Root})
	add(o.Table, trace.Option{Name: "table", Flag: true})
	return list
}

// Check reports why the algorithm cannot run on the problem with the options.
func (a *Algorithm) Check(p *Problem, o Options) error {
	return nil
}

func (a *Algorithm) truth(r *run, value trees.Vector) *trace.Truth { return nil }

var algorithms = []Algorithm{{ID: "maxn", run: maxn}, {ID: "shallow", run: shallow}}
