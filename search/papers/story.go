package papers

import (
	"context"
	"fmt"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees/figures"
)

// This file finds the events of the stories of figures. A step of a story refers to
// an event of a run by its type and node; the number of the event is found by running
// the algorithm.

// StorySteps returns, for every step of the figure's story, the number of its event.
// A step without an event gets the number of the previous step if the run is the
// same, else 0 (the first event).
func StorySteps(ctx context.Context, f *figures.Figure) ([]int, error) {
	at := make([]int, len(f.Story))
	for i := range f.Story {
		s := &f.Story[i]
		switch {
		case s.At != nil:
			n, err := FindEvent(ctx, s.On, s.Run, *s.At)
			if err != nil {
				return nil, fmt.Errorf("%s, step %d of the story: %w", f.ID, i+1, err)
			}
			at[i] = n
		case i > 0 && sameRun(s, &f.Story[i-1]):
			at[i] = at[i-1]
		}
	}
	return at, nil
}

func sameRun(a, b *figures.StoryStep) bool {
	if a.On != b.On || a.Algorithm != b.Algorithm || a.Options != b.Options || len(a.Values) != len(b.Values) {
		return false
	}
	for n, v := range a.Values {
		if w, ok := b.Values[n]; !ok || v != w {
			return false
		}
	}
	return true
}

// FindEvent runs the algorithm on the figure's tree and returns the number of the
// event that m selects. It returns an error if there is no such event.
func FindEvent(ctx context.Context, f *figures.Figure, run figures.Run, m figures.EventRef) (int, error) {
	found, left := -1, m.Nth
	_, err := RunFigure(ctx, f, run, func(e *trace.Event) {
		if found < 0 && fits(m, e) {
			if left--; left == 0 {
				found = e.Seq
			}
		}
	})
	if err != nil {
		return 0, err
	}
	if found < 0 {
		return 0, fmt.Errorf("no event of %s is %+v", run.Algorithm, m)
	}
	return found, nil
}

func fits(m figures.EventRef, e *trace.Event) bool {
	return e.Type.String() == m.Type &&
		(m.Node < 0 || int(e.Node) == m.Node) &&
		(m.Child < 0 || int(e.Child) == m.Child)
}

// RunFigure runs an algorithm on a figure's tree. observer may be nil.
func RunFigure(ctx context.Context, f *figures.Figure, run figures.Run, observer trace.Observer) (engine.Result, error) {
	a, ok := algorithms.Find(run.Algorithm)
	if !ok {
		return engine.Result{}, engine.Refuse("algorithm", "there is no algorithm %q", run.Algorithm)
	}
	if f.Tree == nil {
		return engine.Result{}, engine.Refuse("figure", "figure %s has no tree", f.ID)
	}
	t, err := f.Tree.WithValues(run.Values)
	if err != nil {
		return engine.Result{}, err
	}
	return a.Run(ctx, engine.OnTree(t, 0), FigureRunOptions(run.Options), observer)
}

// FigureRunOptions returns the options of a figure's run.
func FigureRunOptions(o figures.FigureOptions) engine.Options {
	return engine.Options{Discrete: o.Discrete, Table: o.Table, Heuristic: o.Heuristic, AsPrinted: o.AsPrinted}
}
