package searchtest

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
)

func Find(t testing.TB, id string) *engine.Algorithm {
	t.Helper()
	a, ok := algorithms.Find(id)
	if !ok {
		t.Fatalf("there is no algorithm %q", id)
	}
	return a
}

func RunOn(t testing.TB, id string, p engine.Problem, o engine.Options) engine.Result {
	t.Helper()
	a, ok := algorithms.Find(id)
	if !ok {
		t.Fatalf("Find(%q) found nothing", id)
	}
	res, err := a.Run(context.Background(), p, o, nil)
	if err != nil {
		t.Fatalf("%s = %v", id, err)
	}
	return res
}

func Generated(t testing.TB, g games.Generator) engine.Problem {
	t.Helper()
	p, err := engine.OnGenerated(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func Scores(v trees.Vector, n int) string {
	var s []string
	for _, x := range v[:n] {
		s = append(s, x.In(trees.Unit).String())
	}
	return strings.Join(s, ",")
}

// record runs the algorithm and keeps copies of its events.
func Record(a *engine.Algorithm, p engine.Problem, o engine.Options) ([]trace.Event, engine.Result, error) {
	var events []trace.Event
	res, err := a.Run(context.Background(), p, o, func(e *trace.Event) {
		c := e.Clone()
		c.Text, c.Path = slices.Clone(e.Text), slices.Clone(e.Path)
		events = append(events, c)
	})
	return events, res, err
}

var Yardstick = games.Generator{Kind: games.H32, Branching: 5, Depth: 10, Players: 3, MaxSum: 100, Seed: 1}

func YardstickProblem(tb testing.TB) engine.Problem {
	p, err := engine.OnGenerated(Yardstick)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func Solve(t *testing.T, id string, g games.Generator) engine.Result {
	t.Helper()
	p, err := engine.OnGenerated(g)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := algorithms.Find(id)
	res, err := a.Run(context.Background(), p, engine.Options{}, nil)
	if err != nil {
		t.Fatalf("%s on %s = %v", id, g, err)
	}
	return res
}

// countedTurn counts what a search does with its turn.
type CountedTurn struct {
	Held              bool
	Taken, Given      int
	Passed, FailAfter int
}

var ErrNoTurn = errors.New("no turn")

func (c *CountedTurn) Take(context.Context) error {
	c.Taken++
	c.Held = true
	return nil
}

func (c *CountedTurn) Blocked(_ context.Context, f func()) { f() }

func (c *CountedTurn) Pass(context.Context) error {
	if c.Passed++; c.FailAfter > 0 && c.Passed > c.FailAfter {
		return ErrNoTurn
	}
	return nil
}

func (c *CountedTurn) Give() {
	c.Given++
	c.Held = false
}

// prints reports whether x, rounded like the cell, equals the cell.
func Prints(x float64, cell string) bool {
	_, frac, _ := strings.Cut(cell, ".")
	return strconv.FormatFloat(x, 'f', len(frac), 64) == cell
}

// SameOnTree reports whether a search of a game visits the same nodes as a search of its tree. Df-pn knows a position of a game
// again by its hash, but no node of a tree; multiple-outcome proof numbers begin with the scores of a game, or with those of the
// leaves of a tree. Both return the same value.
func SameOnTree(a *engine.Algorithm) bool {
	return a != &algorithms.DFPN && a != &algorithms.MultiOutcome
}
