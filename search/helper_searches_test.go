package search

import (
	"context"
	"errors"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func find(t testing.TB, id string) *Algorithm {
	t.Helper()
	a, ok := Find(id)
	if !ok {
		t.Fatalf("there is no algorithm %q", id)
	}
	return a
}

func runOn(t testing.TB, id string, p Problem, o Options) Result {
	t.Helper()
	a, ok := Find(id)
	if !ok {
		t.Fatalf("Find(%q) found nothing", id)
	}
	res, err := a.Run(context.Background(), p, o, nil)
	if err != nil {
		t.Fatalf("%s = %v", id, err)
	}
	return res
}

func generated(t testing.TB, g games.Generator) Problem {
	t.Helper()
	p, err := OnGenerated(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func scores(v trees.Vector, n int) string {
	var s []string
	for _, x := range v[:n] {
		s = append(s, x.In(trees.Unit).String())
	}
	return strings.Join(s, ",")
}

// record runs the algorithm and keeps copies of its events.
func record(a *Algorithm, p Problem, o Options) ([]trace.Event, Result, error) {
	var events []trace.Event
	res, err := a.Run(context.Background(), p, o, func(e *trace.Event) {
		c := e.Clone()
		c.Text, c.Path = slices.Clone(e.Text), slices.Clone(e.Path)
		events = append(events, c)
	})
	return events, res, err
}

var yardstick = games.Generator{Kind: games.H32, Branching: 5, Depth: 10, Players: 3, MaxSum: 100, Seed: 1}

func yardstickProblem(tb testing.TB) Problem {
	p, err := OnGenerated(yardstick)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func solve(t *testing.T, id string, g games.Generator) Result {
	t.Helper()
	p, err := OnGenerated(g)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := Find(id)
	res, err := a.Run(context.Background(), p, Options{}, nil)
	if err != nil {
		t.Fatalf("%s on %s = %v", id, g, err)
	}
	return res
}

// countedTurn counts what a search does with its turn.
type countedTurn struct {
	held              bool
	taken, given      int
	passed, failAfter int
}

var errNoTurn = errors.New("no turn")

func (c *countedTurn) Take(context.Context) error {
	c.taken++
	c.held = true
	return nil
}

func (c *countedTurn) Blocked(_ context.Context, f func()) { f() }

func (c *countedTurn) Pass(context.Context) error {
	if c.passed++; c.failAfter > 0 && c.passed > c.failAfter {
		return errNoTurn
	}
	return nil
}

func (c *countedTurn) Give() {
	c.given++
	c.held = false
}

// prints reports whether x, rounded like the cell, equals the cell.
func prints(x float64, cell string) bool {
	_, frac, _ := strings.Cut(cell, ".")
	return strconv.FormatFloat(x, 'f', len(frac), 64) == cell
}
