package play

import (
	"espalier/trace"
	"espalier/trees"
	"espalier/web/run"
)

// A watcher observes a run for one picture. It collects the state and the sentence
// of one step, and the data about the whole run that a page shows.
type watcher struct {
	t       *trees.Tree
	want    int         // the step of the picture
	toEnd   bool        // the picture is that of the last step instead
	latest  trace.Event // the last one so far; its slices are the engine's
	by      trace.StepSize
	size    trace.StepSizer
	explain trace.Explainer

	Fold     *trace.Fold
	step     int // the step of the picture, once it is reached
	Event    trace.Event
	bounds   [trees.MaxPlayers]trace.Bound
	Sentence trace.Sentence
	Counts   struct{ Nodes, Leaves, Cut, Again int }

	Last         int // last step so far, -1 before the first event
	before       int // the step of the size by before that of the picture; 0: none
	earlier      int // the one before that
	after        int // the step of the size by after it; 0: none so far
	Marks        []StepMark
	values       map[int32]exitValue // value at the last exit of each node
	boundsByNode map[int32][trees.MaxPlayers]trace.Bound
	cut          map[int32]bool
	researches   trace.Researches
	reasons      trace.Reasons // certificates in the picture
}

// A StepMark is a mark on the scrub bar.
type StepMark struct {
	Step  int
	Class string
}

type exitValue struct {
	value trees.Vector
	known bool
}

// NewWatcher returns a watcher for the step of a run, or for step 0 if given is false.
func NewWatcher(r *run.Resolved, step int, given bool) *watcher {
	if !given {
		step = 0
	}
	return &watcher{
		t: r.Tree, want: step, Last: -1, Fold: trace.NewFold(r.Tree, nil), explain: r.Explainer(),
		values: map[int32]exitValue{}, boundsByNode: map[int32][trees.MaxPlayers]trace.Bound{}, cut: map[int32]bool{},
	}
}

// Observe records the next event of the run.
func (w *watcher) Observe(e *trace.Event) {
	w.Last = e.Seq
	w.stop(e)
	switch e.Type {
	case trace.Enter, trace.Backup:
		if w.upTo(e) {
			w.boundsByNode[e.Node] = e.Bounds
		}
	case trace.Prune:
		class := "cut"
		if e.Provisional {
			class = "later"
		}
		w.Marks = append(w.Marks, StepMark{e.Seq, class})
		for _, n := range e.Cut {
			w.cut[n] = true
		}
	case trace.Research:
		w.Marks = append(w.Marks, StepMark{e.Seq, "again"})
	case trace.Exit:
		w.values[e.Node] = exitValue{e.Value, e.HasValue}
	}
	if !w.upTo(e) {
		return
	}
	w.latest = *e
	w.Fold.Apply(e, nil)
	w.count(e)
	bounds := w.boundsByNode[e.Node]
	w.researches.Observe(w.t, e, &bounds)
	if e.Seq == w.want && !w.toEnd {
		w.draw(e, &bounds)
	}
}

// upTo reports whether an event belongs to the picture.
func (w *watcher) upTo(e *trace.Event) bool { return w.toEnd || e.Seq <= w.want }

// draw makes an event that of the picture.
func (w *watcher) draw(e *trace.Event, bounds *[trees.MaxPlayers]trace.Bound) {
	w.step, w.Event = e.Seq, e.Clone()
	w.bounds, w.reasons = *bounds, w.researches.Reasons(w.t, e, bounds)
	w.Sentence = w.explain.Explain(e)
}

// finish makes the last event that of the picture, where the run ended before the step.
func (w *watcher) finish() {
	if w.before == w.Last {
		w.before = w.earlier
	}
	bounds := w.boundsByNode[w.latest.Node]
	w.draw(&w.latest, &bounds)
}

// stop notes an event at which the playback stops before or after the picture.
func (w *watcher) stop(e *trace.Event) {
	switch size := w.size.Size(e); {
	case size < w.by:
	case w.toEnd || e.Seq < w.want:
		w.earlier, w.before = w.before, e.Seq
	case e.Seq > w.want && w.after == 0:
		w.after = e.Seq
	}
}

func (w *watcher) count(e *trace.Event) {
	switch e.Type {
	case trace.Enter:
		w.Counts.Nodes++
	case trace.Leaf:
		w.Counts.Leaves++
	case trace.Prune:
		w.Counts.Cut += len(e.Cut)
	case trace.Research:
		w.Counts.Again++
	}
}
