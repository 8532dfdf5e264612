package search

import (
	"context"
	"fmt"

	"espalier/trace"
	"espalier/trees"
)

// The stories of figures. A step of a story names an event of a run by its
// type and node; running the algorithm finds the event's number.

// StoryMoments returns, for every step of the figure's story, the number of
// the event that it is about. A step without a moment gets that of the step
// before if the run is the same, else 0, the first event.
func StoryMoments(ctx context.Context, f *trees.Figure) ([]int, error) {
	at := make([]int, len(f.Story))
	for i := range f.Story {
		s := &f.Story[i]
		switch {
		case s.At != nil:
			n, err := FindMoment(ctx, s.On, s.Run, *s.At)
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

func sameRun(a, b *trees.Step) bool {
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

// FindMoment runs the algorithm on the figure's tree and returns the number of
// the event that the moment selects. It returns an error if there is none.
func FindMoment(ctx context.Context, f *trees.Figure, run trees.Run, m trees.Moment) (int, error) {
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

func fits(m trees.Moment, e *trace.Event) bool {
	return e.Type.String() == m.Type &&
		(m.Node < 0 || int(e.Node) == m.Node) &&
		(m.Child < 0 || int(e.Child) == m.Child)
}

// RunFigure runs an algorithm on a figure's tree. observer may be nil.
func RunFigure(ctx context.Context, f *trees.Figure, run trees.Run, observer trace.Observer) (Result, error) {
	a, ok := Find(run.Algorithm)
	if !ok {
		return Result{}, refuse("algorithm", "there is no algorithm %q", run.Algorithm)
	}
	if f.Tree == nil {
		return Result{}, refuse("figure", "figure %s has no tree", f.ID)
	}
	t, err := f.Tree.WithValues(run.Values)
	if err != nil {
		return Result{}, err
	}
	return a.Run(ctx, OnTree(t, 0), OptionsOf(run.Options), observer)
}

// OptionsOf returns the options of a figure's run.
func OptionsOf(o trees.FigureOptions) Options {
	return Options{Discrete: o.Discrete, Table: o.Table, Heuristic: o.Heuristic, AsPrinted: o.AsPrinted}
}
