package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees/games"
)

// TestLeavesAtOnce: max^n without an observer, which takes the values of the last ply at
// once where it can, or of the last two, has the result and the counts of an observed run, which goes to every
// leaf. With any limit on nodes both stop at the same number.
func TestLeavesAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 4))
	a, _ := algorithms.Find("maxn")
	atOnce, twoPlies := 0, 0
	for _, g := range searchtest.SmallGames(rng, 60) {
		pos := searchtest.OpenGame(t, g.Id, g.Fields)
		problem := engine.OnGame(g.Id, pos)
		o := engine.Options{Depth: g.Depth, HasDepth: g.Depth >= 0}
		watched, err := a.Run(context.Background(), problem, o, func(*trace.Event) {})
		if err != nil {
			t.Fatalf("%s %v: %v", g.Id, g.Fields, err)
		}
		quiet, err := a.Run(context.Background(), problem, o, nil)
		if err != nil || quiet.Value != watched.Value || quiet.Stats != watched.Stats {
			t.Fatalf("%s %v: %v %v %v, observed %v %v", g.Id, g.Fields, quiet.Value, quiet.Stats, err, watched.Value, watched.Stats)
		}
		o.Nodes, o.HasNodes = 1+rng.IntN(quiet.Stats.Nodes), true
		r := engine.NewRun(context.Background(), problem, o, nil)
		_, err = a.Search(r)
		if want := min(o.Nodes+1, quiet.Stats.Nodes); r.Stats.Nodes != want || (err != nil) != (o.Nodes < quiet.Stats.Nodes) {
			t.Fatalf("%s %v: a search of at most %d nodes of %d ends at node %d, %v", g.Id, g.Fields, o.Nodes, quiet.Stats.Nodes, r.Stats.Nodes, err)
		}
		if r.TookAtOnce() {
			atOnce++
		}
		if r.TookTwoPlies() {
			twoPlies++
		}
	}
	if atOnce < 100 || twoPlies < 50 {
		t.Errorf("only %d searches have taken leaves at once, %d of two plies", atOnce, twoPlies)
	}
}

// TestLastPlyRecordedAtOnce: a recording that takes the events of a last ply at once has the
// same events and bounds as one that takes them one by one, with any limits.
func TestLastPlyRecordedAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 23))
	a, _ := algorithms.Find("maxn")
	atOnce, twoPlies := 0, 0
	check := func(name string, problem func() engine.Problem, o engine.Options) {
		most := trace.MaxRecorded
		if rng.IntN(4) == 0 {
			most = rng.IntN(1_000)
		}
		beyond := rng.IntN(4) == 0
		single, group := trace.NewRecorder(most, nil), trace.NewRecorder(most, nil)
		if beyond {
			single.CountBeyond(trace.MaxRecorded)
			group.CountBeyond(trace.MaxRecorded)
		}
		want, wantErr := a.Run(context.Background(), problem(), o, func(e *trace.Event) { single.Record(e) })
		r := engine.NewRun(context.Background(), problem(), o, group.Observe)
		r.SetSound()
		got, err := a.Search(r)
		if r.RecordedAtOnce() || r.RecordedTwoPlies() {
			atOnce++
		}
		if r.RecordedTwoPlies() {
			twoPlies++
		}
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || got.Value != want.Value || got.Stats != want.Stats || !slices.Equal(got.Line, want.Line) {
			t.Fatalf("%s: recorded at once %v %v, want %v %v", name, got, err, want, wantErr)
		}
		if group.Len() != single.Len() || group.Truncated() != single.Truncated() {
			t.Fatalf("%s: recorded at once %d events, want %d", name, group.Len(), single.Len())
		}
		if !slices.Equal(group.Counted(), single.Counted()) {
			t.Fatalf("%s: recorded at once %v are counted, want %v", name, group.Counted(), single.Counted())
		}
		var events [][]byte
		single.Read(0, most, func(e *trace.Event) bool {
			events = append(events, trace.AppendJSON(nil, e))
			return true
		})
		group.Read(0, most, func(e *trace.Event) bool {
			if b := trace.AppendJSON(nil, e); !bytes.Equal(b, events[e.Seq]) {
				t.Fatalf("%s: recorded at once, event %d is %s, want %s", name, e.Seq, b, events[e.Seq])
			}
			return true
		})
		for range 50 {
			i := rng.IntN(len(events) + 1)
			bounds, alpha, beta, ok := group.Bounds(i)
			wantBounds, wantAlpha, wantBeta, wantOK := single.Bounds(i)
			if bounds != wantBounds || alpha != wantAlpha || beta != wantBeta || ok != wantOK {
				t.Fatalf("%s: recorded at once, the bounds at event %d are %v %v, want %v %v", name, i, bounds, ok, wantBounds, wantOK)
			}
		}
	}
	for range 60 {
		g := games.Generator{Kind: games.H32, Branching: 1 + rng.IntN(9), Depth: 1 + rng.IntN(4), Players: 3, MaxSum: 1 + rng.IntN(65_535), Seed: rng.Uint32()}
		problem := func() engine.Problem {
			p, err := engine.OnGenerated(g)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		o := engine.Options{HasNodes: rng.IntN(3) == 0, Nodes: 1 + rng.IntN(300)}
		if rng.IntN(4) == 0 {
			o.HasDepth, o.Depth = true, g.Depth+rng.IntN(2)
		}
		check(fmt.Sprint(g, o), problem, o)
	}
	for _, g := range searchtest.SmallGames(rng, 5) {
		problem := func() engine.Problem { return engine.OnGame(g.Id, searchtest.OpenGame(t, g.Id, g.Fields)) }
		check(fmt.Sprint(g.Id, g.Fields), problem, engine.Options{Depth: g.Depth, HasDepth: g.Depth >= 0})
	}
	if atOnce < 50 || twoPlies < 20 {
		t.Errorf("only %d runs have recorded events at once, %d those of two plies", atOnce, twoPlies)
	}
}
