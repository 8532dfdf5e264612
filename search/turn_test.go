package search

import (
	"errors"
	"strings"
	"testing"

	"espalier/trace"
	"espalier/trees"
)

// Every kind of search takes a turn, passes it often and gives it back, also when
// it ends with an error.
func TestSearchTakesTurns(t *testing.T) {
	g := yardstick
	g.Depth = 8
	for _, failAfter := range []int{0, 3} {
		turn := &countedTurn{failAfter: failAfter}
		ctx := WithTurn(t.Context(), turn)
		p, err := OnGenerated(g)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := Find("maxn")
		_, err = a.Run(ctx, p, Options{}, nil)
		if (err == nil) != (failAfter == 0) || err != nil && !errors.Is(err, errNoTurn) {
			t.Errorf("failing after %d passes: %v", failAfter, err)
		}
		if turn.taken != 1 || turn.given != 1 || turn.held || turn.passed < 4 {
			t.Errorf("failing after %d passes: taken %d, given %d, passed %d times", failAfter, turn.taken, turn.given, turn.passed)
		}

		turn = &countedTurn{failAfter: failAfter}
		deep, _ := Find("deep")
		_, err = deep.FindCounterexample(WithTurn(t.Context(), turn), Options{}, TrialSize{Players: 3, Branching: 3, Depth: 4, Nodes: 15, MaxSum: 9 * trees.Unit, Delta: trees.Unit}, 1, 10, nil)
		if (err == nil) != (failAfter == 0) || turn.taken != 1 || turn.given != 1 || turn.passed < 4 {
			t.Errorf("a counterexample, failing after %d passes: %v, taken %d, given %d, passed %d times", failAfter, err, turn.taken, turn.given, turn.passed)
		}
	}
}

// A watched search of an implicit tree ends with an error that names the limit
// before its nodes have no numbers left; an unobserved one goes on without.
func TestNumbersAreLimited(t *testing.T) {
	g := yardstick
	g.Depth = 6
	p, err := OnGenerated(g)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := Find("maxn")
	r := NewRun(t.Context(), p, Options{}, func(*trace.Event) {})
	r.SetMaxNumbers(100)
	if _, err := a.Search(r); err == nil || !strings.Contains(err.Error(), "more than 100 different nodes") {
		t.Errorf("watched: %v, want an error that names the limit", err)
	}
	p, _ = OnGenerated(g)
	p.Numbered = true
	r = NewRun(t.Context(), p, Options{}, nil)
	r.SetMaxNumbers(100)
	res, err := a.Search(r)
	if err != nil || res.Line != nil || res.Stats.Nodes < 1000 {
		t.Errorf("unobserved: %v, line %v, %d nodes", err, res.Line, res.Stats.Nodes)
	}
}
