package algorithms_test

import (
	"context"
	"fmt"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees/games"
)

// BenchmarkRecord compares a recorded run with the same run unobserved, and
// with one whose events are only counted.
func BenchmarkRecord(b *testing.B) {
	for _, branching := range []int{4, 5} {
		g := searchtest.Yardstick
		g.Branching, g.Depth = branching, 8
		b.Run(fmt.Sprintf("b%d/unobserved", branching), func(b *testing.B) { benchEngine(b, "maxn", g, nil) })
		b.Run(fmt.Sprintf("b%d/counted", branching), func(b *testing.B) {
			events := 0
			benchEngine(b, "maxn", g, func(*trace.Event) { events++ })
		})
		b.Run(fmt.Sprintf("b%d/recorded", branching), func(b *testing.B) { benchRecorded(b, g) })
	}
}

func benchRecorded(b *testing.B, g games.Generator) {
	b.ReportAllocs()
	a, _ := algorithms.Find("maxn")
	nodes := 0
	for range b.N {
		p, err := engine.OnGenerated(g)
		if err != nil {
			b.Fatal(err)
		}
		rec := trace.NewRecorder(trace.MaxRecorded, nil)
		res, err := a.Run(context.Background(), p, engine.Options{}, rec.Observe)
		if err != nil {
			b.Fatal(err)
		}
		nodes += res.Stats.Nodes
		rec.Release()
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// An observer that sets StopObserving must get only the last event after that, and the
// result must be the same.
func TestStopObservingSkipsEvents(t *testing.T) {
	for _, a := range algorithms.All() {
		g := searchtest.Yardstick
		g.Depth = 4
		p, err := engine.OnGenerated(g)
		if err != nil {
			t.Fatal(err)
		}
		if a.Check(&p, engine.Options{}) != nil {
			continue
		}
		want, err := a.Run(context.Background(), p, engine.Options{}, func(*trace.Event) {})
		if err != nil {
			t.Fatal(err)
		}
		for before := range 12 {
			p, _ := engine.OnGenerated(g)
			var types []trace.Type
			got, err := a.Run(context.Background(), p, engine.Options{}, func(e *trace.Event) {
				types = append(types, e.Type)
				e.StopObserving = len(types) > before
			})
			if err != nil || got.Value != want.Value || got.Stats != want.Stats {
				t.Fatalf("%s after %d events: %v %v %v, want %v %v", a.ID, before, got.Value, got.Stats, err, want.Value, want.Stats)
			}
			if len(types) != before+2 || types[len(types)-1] != trace.Done {
				t.Fatalf("%s: the observer got %v after it set StopObserving at event %d", a.ID, types, before+1)
			}
		}
	}
}

// BenchmarkRecordNotes records runs whose events have notes.
func BenchmarkRecordNotes(b *testing.B) {
	for _, c := range []struct {
		id string
		o  engine.Options
	}{
		{"probmaxn", engine.Options{}}, {"directed-offensive", engine.Options{HasTarget: true, Target: 2}}, {"brs-plus", engine.Options{}}, {"paranoid-pn", engine.Options{}},
		{"shallow", engine.Options{Order: int(engine.HistoryOrder)}},
	} {
		b.Run(c.id, func(b *testing.B) { benchNotes(b, c.id, c.o) })
	}
}

func benchNotes(b *testing.B, id string, o engine.Options) {
	b.ReportAllocs()
	g := searchtest.Yardstick
	g.Branching, g.Depth = 4, 7
	a, _ := algorithms.Find(id)
	for range b.N {
		p, err := engine.OnGenerated(g)
		if err != nil {
			b.Fatal(err)
		}
		rec := trace.NewRecorder(trace.MaxRecorded, nil)
		if _, err := a.Run(context.Background(), p, o, rec.Observe); err != nil {
			b.Fatal(err)
		}
		rec.Release()
	}
}
