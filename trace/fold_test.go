package trace

import (
	"fmt"
	"testing"

	"espalier/trees"
)

// A referenceFold is the obvious version of a Fold: it checks every node at
// every event.
type referenceFold struct {
	t     *trees.Tree
	s     []NodeState
	best  map[int32]int32
	path  []int32
	again []int32 // nodes being re-searched
}

func (f *referenceFold) below(n, top int) bool { return n >= top && n < f.t.End(top) }

func (f *referenceFold) apply(e *Event) {
	n := &f.s[e.Node]
	switch e.Type {
	case Enter:
		f.path = append(f.path, e.Node)
		n.Phase, n.Exact, n.Visits = Open, false, n.Visits+1
		delete(f.best, e.Node)
	case Leaf:
		n.Phase = Valued
	case Backup:
		if e.Improved {
			f.best[e.Node] = e.Child
		}
	case Prune:
		for _, c := range e.Cut {
			for i := range f.s {
				if f.below(i, int(c)) {
					f.s[i].Phase = CutOff
					if e.Provisional {
						f.s[i].Phase = CutForNow
					}
					f.s[i].WasCut = false
				}
			}
		}
	case Research:
		f.again = append(f.again, e.Child)
		for i := range f.s {
			if f.below(i, int(e.Child)) && f.s[i].Phase == CutForNow {
				f.s[i].WasCut = true
			}
		}
	case Exit:
		f.path = f.path[:len(f.path)-1]
		n.Phase, n.Exact = Valueless, false
		if e.HasValue {
			n.Phase, n.Exact = Valued, e.Exact
		}
		if k := len(f.again); k > 0 && f.again[k-1] == e.Node {
			f.again = f.again[:k-1]
			for i := range f.s {
				f.s[i].WasCut = f.s[i].WasCut && !f.below(i, int(e.Node))
			}
		}
	}
	for i := range f.s {
		f.s[i].Best = false
	}
	for _, c := range f.best {
		f.s[c].Best = true
	}
}

func TestFoldAgainstReference(t *testing.T) {
	for seed := range uint64(60) {
		tree, events := randomRun(seed)
		shown := make([]bool, tree.Len())
		for n := range shown {
			shown[n] = n == 0 || shown[tree.Parent(n)] && (seed%3 == 0 || (n*7+int(seed))%5 < 4)
		}
		drawn := func(n int) bool { return shown[n] }
		model := &referenceFold{t: tree, s: make([]NodeState, tree.Len()), best: map[int32]int32{}}
		fold := NewFold(tree, drawn)
		mirror := make([]NodeState, tree.Len())
		for i := range events {
			e := &events[i]
			model.apply(e)
			changed := map[int]bool{}
			fold.Apply(e, func(n int, s NodeState) {
				if changed[n] {
					t.Errorf("run %d, event %d: node %d changed twice", seed, i, n)
				}
				changed[n] = true
				if mirror[n] == s {
					t.Errorf("run %d, event %d: change called for node %d without a change", seed, i, n)
				}
				mirror[n] = s
			})
			for n := range tree.Len() {
				got, want := fold.State(n), model.s[n]
				if !drawn(n) {
					want = NodeState{}
				}
				if got != mirror[n] {
					t.Fatalf("run %d, event %d: State(%d) = %+v, last change %+v", seed, i, n, got, mirror[n])
				}
				got.Text = ""
				if got != want {
					t.Fatalf("run %d, event %d (%v): State(%d) = %+v, want %+v", seed, i, e.Type, n, got, want)
				}
			}
			if e.Type != Done && fmt.Sprint(fold.Path()) != fmt.Sprint(model.path) {
				t.Fatalf("run %d, event %d: Path() = %v, want %v", seed, i, fold.Path(), model.path)
			}
			if fold.At() != int(e.Node) {
				t.Fatalf("run %d, event %d: At() = %d, want %d", seed, i, fold.At(), e.Node)
			}
		}
	}
}

// TestFoldImplicit checks that an implicit tree gets the same states as the
// same tree built, for all nodes that were entered or named in a cut.
func TestFoldImplicit(t *testing.T) {
	for seed := range uint64(40) {
		tree, events := randomRun(seed)
		built, implicit := NewFold(tree, nil), NewFold(nil, nil)
		named := map[int32]bool{}
		for i := range events {
			e := events[i]
			built.Apply(&e, nil)
			e.Implicit = true
			implicit.Apply(&e, nil)
			if e.Type == Enter {
				named[e.Node] = true
			}
			for _, c := range e.Cut {
				named[c] = true
			}
			for n := range named {
				if got, want := implicit.State(int(n)), built.State(int(n)); got != want {
					t.Fatalf("run %d, event %d: State(%d) = %+v, want %+v", seed, i, n, got, want)
				}
			}
		}
	}
}

// TestFoldTexts checks the text beside a node, in every kind of run.
func TestFoldTexts(t *testing.T) {
	three := Event{Width: 3, Players: 3, Best: points(2, 5, 2), HasBest: true}
	two := Event{Width: 2, Players: 2, About: 1, Best: points(4, 5), HasBest: true}
	minimax := Event{Width: 1, Players: 2, Scalar: true, About: 1, Best: trees.Vector{-3 * trees.Unit}, HasBest: true}
	path := Event{Width: 1, Players: 1, Scalar: true, Best: points(7), HasBest: true}
	window := Event{Width: 1, Players: 2, Scalar: true, About: 1, Window: true, Alpha: trees.Some(half(-7))}
	nine := trees.Some(9 * trees.Unit)
	for _, c := range []struct {
		e     Event
		mover int
		sum   trees.Opt
		want  string
	}{
		{three, 2, nine, "(≤4, ≥5, ≤4)"},
		{three, 1, nine, "(≥2, ≤7, ≤7)"},
		{three, 2, trees.Opt{}, "(–, ≥5, –)"},
		{two, 1, nine, "(≥4, –)"},
		{two, 2, nine, "(≤4, –)"},
		{minimax, 1, trees.Opt{}, "≥−3"},
		{minimax, 2, trees.Opt{}, "≤−3"},
		{path, 1, trees.Opt{}, "≤7"},
		{window, 1, trees.Opt{}, "[−3.5, ∞]"},
	} {
		f := NewFold(nil, nil)
		start, enter, backup := c.e, c.e, c.e
		start.Type, start.MaxSum = Start, c.sum
		enter.Type, enter.Player = Enter, c.mover
		backup.Type, backup.Child, backup.Improved = Backup, 1, true
		for _, e := range []*Event{&start, &enter, &backup} {
			f.Apply(e, nil)
		}
		if got := f.State(0).Text; got != c.want {
			t.Errorf("Text after a backup of %v where player %d moves = %q, want %q", c.e.Best[:c.e.Width], c.mover, got, c.want)
		}
	}
}

func BenchmarkFold(b *testing.B) {
	tree, events := randomRun(3)
	n := 0
	for b.Loop() {
		f := NewFold(tree, nil)
		for i := range events {
			f.Apply(&events[i], func(int, NodeState) {})
		}
		n += len(events)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
}

func TestSpokenBounds(t *testing.T) {
	for text, want := range map[string]string{
		"(≥5, ≤4, ≤4)": "at least 5 for player 1, at most 4 for players 2 and 3",
		"(–, ≥−1)":     "at least minus 1 for player 2",
		"≤4":           "at most 4",
		"(5, 2, 2)":    "(5, 2, 2)",
		"[α = 3, ∞]":   "[α = 3, ∞]",
	} {
		if got := SpokenBounds(text); got != want {
			t.Errorf("%s is spoken as %q, want %q", text, got, want)
		}
	}
}
