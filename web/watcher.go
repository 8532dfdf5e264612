package web

import (
	"slices"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
)

// A watcher observes one run for one picture: the state of the tree and all
// that is said of it at one step, and what a page shows of the run as a whole.
type watcher struct {
	t       *trees.Tree
	want    int // the step of the picture
	explain trace.Explainer

	fold     *trace.Fold
	step     int // of the picture
	event    trace.Event
	bounds   [trees.MaxPlayers]trace.Bound
	sentence trace.Sentence
	counts   struct{ Nodes, Leaves, Cut, Again int }

	last   int // step of the run, -1 while nothing has happened
	marks  []stepMark
	values map[int32]exitValue // what each node came back with, last
	held   map[int32][trees.MaxPlayers]trace.Bound
	cut    map[int32]bool
}

type stepMark struct {
	step  int
	class string
}

type exitValue struct {
	value trees.Vector
	known bool
}

func newWatcher(t *trees.Tree, a *search.Algorithm, o search.Options, step int, given bool) *watcher {
	if !given {
		step = 0
	}
	return &watcher{
		t: t, want: step, last: -1, fold: trace.NewFold(t, nil), explain: trace.NewExplainer(t, spokenName(a), a.SoundWith(o)),
		values: map[int32]exitValue{}, held: map[int32][trees.MaxPlayers]trace.Bound{}, cut: map[int32]bool{},
	}
}

func (w *watcher) observe(e *trace.Event) {
	w.last = e.Seq
	switch e.Type {
	case trace.Enter, trace.Backup:
		if e.Seq <= w.want {
			w.held[e.Node] = e.Bounds
		}
	case trace.Prune:
		class := "cut"
		if e.Provisional {
			class = "later"
		}
		w.marks = append(w.marks, stepMark{e.Seq, class})
		for _, n := range e.Cut {
			w.cut[n] = true
		}
	case trace.Research:
		w.marks = append(w.marks, stepMark{e.Seq, "again"})
	case trace.Exit:
		w.values[e.Node] = exitValue{e.Value, e.HasValue}
	}
	if e.Seq > w.want {
		return
	}
	w.fold.Apply(e, nil)
	w.count(e)
	if e.Seq == w.want {
		w.step = e.Seq
		w.event = *e
		w.event.Terms = slices.Clone(e.Terms)
		w.event.Excluded = slices.Clone(e.Excluded)
		w.bounds = w.held[e.Node]
		w.sentence = w.explain.Explain(e)
	}
}

func (w *watcher) count(e *trace.Event) {
	switch e.Type {
	case trace.Enter:
		w.counts.Nodes++
	case trace.Leaf:
		w.counts.Leaves++
	case trace.Prune:
		w.counts.Cut += len(e.Cut)
	case trace.Research:
		w.counts.Again++
	}
}
