package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

// TestCancel checks that a search ends at once when its context does, without
// further events.
func TestCancel(t *testing.T) {
	g := searchtest.Yardstick
	g.Branching, g.Depth = 40, 60 // the search would never end
	for _, a := range algorithms.All() {
		p, err := engine.OnGenerated(g)
		if err != nil {
			t.Fatal(err)
		}
		if a.Check(&p, engine.Options{}) != nil {
			continue
		}
		var o engine.Options
		if a.Estimate {
			o = engine.Options{HasSamples: true, Samples: engine.MaxSamples}
		}
		for _, watched := range []bool{false, true} {
			ctx, cancel := context.WithCancel(context.Background())
			var observer trace.Observer
			last := trace.Start
			if watched {
				observer = func(e *trace.Event) { last = e.Type }
			}
			time.AfterFunc(20*time.Millisecond, cancel)
			start := treetest.ProcessorTime()
			_, err = a.Run(ctx, p, o, observer)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s (watched: %v), cancelled = %v, want %v", a.ID, watched, err, context.Canceled)
			}
			if took := treetest.ProcessorTime() - start; took > 2*time.Second {
				t.Errorf("%s (watched: %v) ended %v after it was cancelled", a.ID, watched, took)
			}
			if last == trace.Failed || last == trace.Done {
				t.Errorf("%s, cancelled, emitted %s", a.ID, last)
			}
			p, _ = engine.OnGenerated(g)
		}
	}
}

// TestNodeLimit checks that a search that would visit too many nodes is
// stopped with a LimitError.
func TestNodeLimit(t *testing.T) {
	for _, watched := range []bool{false, true} {
		var last trace.Event
		var observer trace.Observer
		if watched {
			observer = func(e *trace.Event) { last = *e }
		}
		a, _ := algorithms.Find("maxn")
		p := searchtest.YardstickProblem(t)
		p.MaxNodes = 50_000
		r := engine.NewRun(context.Background(), p, engine.Options{}, observer)
		_, err := a.Search(r)
		var limit *engine.LimitError
		if !errors.As(err, &limit) {
			t.Errorf("maxn beyond the node limit = %v, want a LimitError", err)
		}
		if r.Stats.Nodes > p.MaxNodes+engine.PollEvery {
			t.Errorf("maxn stopped after %d nodes, want about %d", r.Stats.Nodes, p.MaxNodes)
		}
		if watched && (last.Type != trace.Failed || last.Detail != err.Error()) {
			t.Errorf("the last event is %s %q, want an error with %q", last.Type, last.Detail, err)
		}
	}
}

// TestUnknownLeaf checks that a search that reaches a leaf of unknown value ends there,
// with the node and name of the leaf. A search that cuts the leaf does not end there.
func TestUnknownLeaf(t *testing.T) {
	tree, err := trees.ReadText("players 3 maxsum 10 1[ b: (5,4,1) c: 2[ d: (0,6,4) e: ? ] ]")
	if err != nil {
		t.Fatal(err)
	}
	e := tree.Find("e")
	var last trace.Event
	a, _ := algorithms.Find("maxn")
	_, err = a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) { last = *e })
	var unknown *engine.UnknownLeafError
	if !errors.As(err, &unknown) || unknown.Node != e || unknown.Name != "e" {
		t.Errorf("maxn = %v, want an UnknownLeafError at e, node %d", err, e)
	}
	if last.Type != trace.Failed || int(last.Node) != e || last.Detail == "" {
		t.Errorf("the last event is %s at %d, want an error at %d", last.Type, last.Node, e)
	}
	a, _ = algorithms.Find("shallow")
	res, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, nil)
	if err != nil || res.Value != trees.Points(5, 4, 1) {
		t.Errorf("shallow = (%s), %v, want (5,4,1)", searchtest.Scores(res.Value, 3), err)
	}
	if res.Reference != nil {
		t.Errorf("truth = %v, want none: it would need the value of e", res.Reference)
	}
}

// TestOnlyUnknownLeaves: a tree that is just being drawn has no value yet. No algorithm finds one, and those that search it end
// at an unknown leaf.
func TestOnlyUnknownLeaves(t *testing.T) {
	for _, text := range []string{"players 3 maxsum 10 1[ ? 2[ ? ? ] ]", "players 2 maxsum 10 delta 1 1[ 2[ ? 1[ ? ? ] ] ? ]", "kind minimax minp 0 maxp 9 max[ min[ ? ? ] ? ]"} {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatal(err)
		}
		searched := 0
		for _, a := range algorithms.All() {
			for _, observer := range []trace.Observer{nil, func(*trace.Event) {}} {
				_, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, observer)
				var unknown *engine.UnknownLeafError
				if errors.As(err, &unknown) {
					searched++
				} else if err == nil {
					t.Errorf("%s finds a value on %s", a.ID, text)
				}
			}
		}
		if searched == 0 {
			t.Errorf("no algorithm searches %s", text)
		}
	}
}

// TestDeepTree checks that a tree of the largest height overflows nothing.
func TestDeepTree(t *testing.T) {
	for _, kind := range []trees.Kind{trees.MaxN, trees.Minimax, trees.Path} {
		h := trees.Header{Kind: kind}
		leaf := trees.Node{Value: &trees.Vector{}}
		switch kind {
		case trees.MaxN:
			h.Players, h.MaxSum = 3, trees.Some(10*trees.Unit)
		case trees.Path:
			leaf = trees.Node{}
		}
		b := trees.NewBuilder(h)
		for level := 1; level < trees.MaxLevels; level++ {
			node := trees.Node{Player: 1 + level%2}
			switch kind {
			case trees.MaxN:
				node.Player = 1 + level%3
				up := trees.Points(10, 10, 10)
				node.Up = &up
			case trees.Path:
				node.Player = 0
			}
			b.Open(node)
			b.Open(leaf)
			b.Close()
		}
		b.Open(leaf)
		for range trees.MaxLevels {
			b.Close()
		}
		tree, err := b.Tree()
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range algorithms.All() {
			p := engine.OnTree(tree, 0)
			if a.Check(&p, engine.Options{}) != nil {
				continue
			}
			events := 0
			res, err := a.Run(context.Background(), p, engine.Options{}, func(*trace.Event) { events++ })
			if err != nil || events == 0 {
				t.Errorf("%s on %d levels = %v after %d events", a.ID, trees.MaxLevels, err, events)
			}
			if a.Sound && !res.Reference.Agrees {
				t.Errorf("%s on %d levels = (%s), want (%s)", a.ID, trees.MaxLevels, searchtest.Scores(res.Value, tree.Width()), searchtest.Scores(res.Reference.Value, tree.Width()))
			}
		}
	}
}

// TestNodesOption checks that a search visits exactly as many nodes as the option allows.
// The tree of TestNodeLimit has more nodes than any of the limits.
func TestNodesOption(t *testing.T) {
	for _, a := range algorithms.All() {
		p := searchtest.YardstickProblem(t)
		if a.Check(&p, engine.Options{}) != nil {
			continue
		}
		for _, most := range []int{1, 2, engine.PollWatched, 5_000} {
			for _, observer := range []trace.Observer{nil, func(*trace.Event) {}} {
				o := engine.Options{Nodes: most, HasNodes: true}
				if a.Estimate {
					o.HasSamples, o.Samples = true, engine.MaxSamples
				}
				r := engine.NewRun(context.Background(), searchtest.YardstickProblem(t), o, observer)
				_, err := a.Search(r)
				var limit *engine.LimitError
				if !errors.As(err, &limit) || !strings.Contains(err.Error(), fmt.Sprintf("more than %d nodes, the option nodes", most)) {
					t.Errorf("%s with nodes %d: error %v", a.ID, most, err)
				}
				if r.Stats.Nodes != most+1 {
					t.Errorf("%s with nodes %d was stopped at node %d, want the one after", a.ID, most, r.Stats.Nodes)
				}
			}
		}
	}
	for _, nodes := range []int{0, -1, engine.MaxSearchNodes + 1} {
		p := searchtest.YardstickProblem(t)
		a, _ := algorithms.Find("maxn")
		var refused *engine.NotApplicableError
		if err := a.Check(&p, engine.Options{Nodes: nodes, HasNodes: true}); !errors.As(err, &refused) || refused.Path != "options.nodes" {
			t.Errorf("nodes %d: error %v, want one at options.nodes", nodes, err)
		}
	}
}

// TestNodesOptionSuffices checks that a search that needs exactly as many nodes as the
// option allows returns its result.
func TestNodesOptionSuffices(t *testing.T) {
	tree, err := trees.ReadText("players 3 maxsum 9 1[ 2[ (1,2,6) (4,5,0) ] 3[ (0,3,6) (7,1,1) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	a, _ := algorithms.Find("maxn")
	plain, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	limited, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{Nodes: tree.Len(), HasNodes: true}, nil)
	if err != nil || limited.Value != plain.Value {
		t.Errorf("with nodes %d: %v, %v; want %v", tree.Len(), limited.Value, err, plain.Value)
	}
	if _, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{Nodes: tree.Len() - 1, HasNodes: true}, nil); err == nil {
		t.Errorf("nodes %d suffice for a tree of %d", tree.Len()-1, tree.Len())
	}
}

// TestStoppedSearchRepeats: a search that was stopped leaves the position where it began, so that
// the problem can be searched again: after a limit on nodes, a cancelled context, a leaf of
// unknown value, and a count beyond its limit.
func TestStoppedSearchRepeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 15))
	stopped := 0
	for _, g := range searchtest.SmallGames(rng, 9) {
		pos := searchtest.OpenGame(t, g.Id, g.Fields)
		problem, start := engine.OnGame(g.Id, pos), string(pos.AppendDocument(nil))
		for _, a := range algorithms.All() {
			o := engine.Options{Depth: g.Depth, HasDepth: g.Depth >= 0}
			o.Transposition = slices.Contains(a.Options, "transposition") && rng.IntN(2) == 0
			o.Deepening = slices.Contains(a.Options, "deepening") && rng.IntN(2) == 0
			if a.Check(&problem, o) != nil {
				continue
			}
			want, err := a.Run(context.Background(), problem, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, cancelled := range []bool{false, true} {
				ctx, cancel := context.WithCancel(context.Background())
				few, observer := o, trace.Observer(nil)
				if cancelled {
					left := 1 + rng.IntN(2*want.Stats.Nodes)
					observer = func(*trace.Event) {
						if left--; left == 0 {
							cancel()
						}
					}
				} else {
					few.Nodes, few.HasNodes = 1+rng.IntN(want.Stats.Nodes), true
				}
				if _, err := a.Run(ctx, problem, few, observer); err != nil {
					stopped++
				}
				cancel()
				if now := string(pos.AppendDocument(nil)); now != start {
					t.Fatalf("%s on %s, stopped at most at node %d, is at %s", a.ID, start, few.Nodes, now)
				}
			}
			if got, err := a.Run(context.Background(), problem, o, nil); err != nil || got.Value != want.Value || got.Stats != want.Stats {
				t.Fatalf("%s on %s, searched again: %v %v, want %v", a.ID, start, got, err, want)
			}
		}
	}
	if stopped < 300 {
		t.Errorf("only %d searches were stopped", stopped)
	}
	tree, err := trees.ReadText("players 3 maxsum 10 1[ b: (5,4,1) c: 2[ d: (0,6,4) e: ? ] ]")
	if err != nil {
		t.Fatal(err)
	}
	a, _ := algorithms.Find("maxn")
	problem := engine.OnTree(tree, 0)
	if _, err := a.Run(context.Background(), problem, engine.Options{}, nil); err == nil || problem.Pos.(*trees.Cursor).Node() != 0 {
		t.Errorf("after the leaf of unknown value, %v, the position is at node %d", err, problem.Pos.(*trees.Cursor).Node())
	}
	pos := searchtest.OpenGame(t, "sergeant-major", nil)
	start := string(pos.AppendDocument(nil))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := compare.Count(ctx, engine.OnGame("sergeant-major", pos), 9); err == nil || string(pos.AppendDocument(nil)) != start {
		t.Errorf("a count, stopped by %v, is at %s", err, pos.AppendDocument(nil))
	}
}
