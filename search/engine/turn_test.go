package engine_test

import (
	"errors"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// Every kind of search takes a turn, passes it often and gives it back, also when
// it ends with an error.
func TestSearchTakesTurns(t *testing.T) {
	g := searchtest.Yardstick
	g.Depth = 8
	for _, failAfter := range []int{0, 3} {
		turn := &searchtest.CountedTurn{FailAfter: failAfter}
		ctx := engine.WithTurn(t.Context(), turn)
		p, err := engine.OnGenerated(g)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := algorithms.Find("maxn")
		_, err = a.Run(ctx, p, engine.Options{}, nil)
		if (err == nil) != (failAfter == 0) || err != nil && !errors.Is(err, searchtest.ErrNoTurn) {
			t.Errorf("failing after %d passes: %v", failAfter, err)
		}
		if turn.Taken != 1 || turn.Given != 1 || turn.Held || turn.Passed < 4 {
			t.Errorf("failing after %d passes: taken %d, given %d, passed %d times", failAfter, turn.Taken, turn.Given, turn.Passed)
		}

		turn = &searchtest.CountedTurn{FailAfter: failAfter}
		deep, _ := algorithms.Find("deep")
		_, err = compare.FindCounterexample(engine.WithTurn(t.Context(), turn), deep, engine.Options{}, compare.TrialSize{Players: 3, Branching: 3, Depth: 4, Nodes: 15, MaxSum: 9 * trees.Unit, Delta: trees.Unit}, 1, 10, nil)
		if (err == nil) != (failAfter == 0) || turn.Taken != 1 || turn.Given != 1 || turn.Passed < 4 {
			t.Errorf("a counterexample, failing after %d passes: %v, taken %d, given %d, passed %d times", failAfter, err, turn.Taken, turn.Given, turn.Passed)
		}
	}
}

// A watched search of an implicit tree ends with an error that names the limit
// before its nodes have no numbers left; an unobserved one goes on without.
func TestNumbersAreLimited(t *testing.T) {
	g := searchtest.Yardstick
	g.Depth = 6
	p, err := engine.OnGenerated(g)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := algorithms.Find("maxn")
	r := engine.NewRun(t.Context(), p, engine.Options{}, func(*trace.Event) {})
	r.SetMaxNumbers(100)
	if _, err := a.Search(r); err == nil || !strings.Contains(err.Error(), "more than 100 different nodes") {
		t.Errorf("watched: %v, want an error that names the limit", err)
	}
	p, _ = engine.OnGenerated(g)
	p.Numbered = true
	r = engine.NewRun(t.Context(), p, engine.Options{}, nil)
	r.SetMaxNumbers(100)
	res, err := a.Search(r)
	if err != nil || res.Line != nil || res.Stats.Nodes < 1000 {
		t.Errorf("unobserved: %v, line %v, %d nodes", err, res.Line, res.Stats.Nodes)
	}
}
