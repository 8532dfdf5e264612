package code

import (
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"espalier/search/program"
	"espalier/search/program/process"
	"espalier/search/program/trial"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
)

const (
	// defaultTrees and defaultPlayers are those of a trial that says none.
	defaultTrees   = 200
	defaultPlayers = 3
	// trialTime bounds a trial.
	trialTime = 15 * time.Second
)

// A testAnswer is what a trial comes to.
type testAnswer struct {
	Trees   int          `json:"trees"`
	Right   int          `json:"right"`
	Values  int          `json:"values"`       // on how many all values are right, if not all cuts
	Says    string       `json:"says"`         // the same in a sentence
	More    int          `json:"more"`         // on how many the values are right, and more nodes are visited than by the reference
	Done    bool         `json:"done"`         // the exercise is
	On      *visits      `json:"on,omitempty"` // of an exercise, on the tree of its chapter
	Seed    uint32       `json:"seed"`
	First   *firstAnswer `json:"first"` // null: it was right on all of them
	Stopped string       `json:"stopped,omitempty"`
}

// A firstAnswer is the smallest tree that was found on which a program is wrong.
type firstAnswer struct {
	Tree   string          `json:"tree"`
	Nodes  int             `json:"nodes"`
	Checks json.RawMessage `json:"checks"`
	Error  *program.Fault  `json:"error,omitempty"`
	Why    *why            `json:"why,omitempty"`
	Visits *visits         `json:"visits,omitempty"`
}

// visits are the nodes that a program visits on a tree, and those that its reference does.
type visits struct {
	Program   int `json:"program"`
	Reference int `json:"reference"`
}

func visitsOf(f *trial.Found) *visits { return &visits{f.Nodes, f.Visits.Algorithm} }

// Test answers POST /api/v1/programs/test: it runs a program on generated trees, and finds a small one on which it is
// wrong.
func (h *Handlers) Test(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	t, q, err := readTest(members)
	if err != nil {
		return err
	}
	if x := q.Exercise; x != nil {
		if err := run.SearchAllowed(r.Context(), run.TypedText(x.Tree.Text()), x.Tree, x.Algorithm.ID); err != nil {
			return err
		}
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	session, err := process.Start(ctx, q.Request)
	if err != nil {
		return err
	}
	defer session.Close()
	t.Run = func(tree *trees.Tree, out io.Writer) (*program.Result, error) { return session.Run(tree, out) }
	timed, cancel := context.WithTimeout(h.WithTurn(ctx), trialTime)
	defer cancel()
	result, err := t.Do(timed)
	if err != nil {
		return asProblem(err)
	}
	a := testAnswer{Trees: result.Trees, Right: result.Right, Values: result.Values, More: result.More, Seed: uint32(t.Seed), Stopped: result.Stopped}
	var on *trial.Found
	if q.Exercise != nil && result.Stopped == "" {
		if on, err = t.On(timed, q.Exercise.Tree); err != nil {
			return asProblem(err)
		}
		a.On = visitsOf(on)
		a.Done = result.First == nil && on.Right()
		if result.First == nil && !on.Right() {
			result.First = on
		}
		a.Says = says(result, q.Exercise, on)
	} else {
		a.Says = saysOfTrial(result, q.Algorithm)
	}
	if result.First != nil && result.First.Report != nil {
		result.First, err = byLine(timed, t, q, result.First)
		if err != nil {
			return asProblem(err)
		}
	}
	if f := result.First; f != nil {
		a.First = &firstAnswer{Tree: f.Tree.Text(), Nodes: f.Tree.Len(), Checks: orNull(nil), Error: f.Fault}
		if f.Report != nil {
			a.First.Checks, a.First.Why = f.Report.AppendJSON(nil), whyOf(f.Report, q.Text)
		}
		if f.Algorithm > 0 {
			a.First.Visits = visitsOf(f)
		}
	}
	app.Answer(w, http.StatusOK, a)
	return nil
}

// byLine runs a program once more on a tree that was found, and reports each line: they show where its mistakes come from.
// Without time for it, or where the run would be cut off, the tree stays as it was found.
func byLine(ctx context.Context, t *trial.Trial, q *request, f *trial.Found) (*trial.Found, error) {
	r := q.Request
	r.Lines = true
	session, err := process.Start(ctx, r)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	again := *t
	again.Run = func(tree *trees.Tree, out io.Writer) (*program.Result, error) { return session.Run(tree, out) }
	found, err := again.On(ctx, f.Tree)
	if err != nil || found.Report == nil {
		return f, nil
	}
	return found, nil
}

// readTest reads a trial.
func readTest(members []problem.Member) (*trial.Trial, *request, error) {
	q := &request{}
	var players, seed, count []byte
	fields := append(q.how.fields(), problem.Field{Key: "players", Raw: &players}, problem.Field{Key: "seed", Raw: &seed}, problem.Field{Key: "trees", Raw: &count})
	if err := problem.ReadFields(members, "", fields...); err != nil {
		return nil, nil, err
	}
	if q.how.Program == nil {
		return nil, nil, errNoText
	}
	if err := q.readProgram(); err != nil {
		return nil, nil, err
	}
	if err := q.readTried(); err != nil {
		return nil, nil, err
	}
	t := &trial.Trial{Algorithm: q.Algorithm, Text: q.Text, Trees: defaultTrees, Seed: uint64(rand.Uint32()), Exact: q.Exercise != nil}
	if seed != nil {
		n, err := problem.ReadWhole(seed, "seed", 0, 1<<31-1)
		if err != nil {
			return nil, nil, err
		}
		t.Seed = uint64(n)
	}
	if count != nil {
		n, err := problem.ReadWhole(count, "trees", 1, trial.MaxTrees)
		if err != nil {
			return nil, nil, err
		}
		t.Trees = n
	}
	var err error
	if t.Shape, err = shapeOf(q, players); err != nil {
		return nil, nil, err
	}
	return t, q, nil
}

// readTried reads what the program is held against: the algorithm of the request, or that of its exercise.
func (q *request) readTried() (err error) {
	switch x := q.Exercise; {
	case q.how.Algorithm == nil && x == nil:
		return problem.Refused("algorithm", "the algorithm is missing: what the program is to be, such as \"alphabeta\"")
	case q.how.Algorithm == nil:
		q.Algorithm = x.Algorithm
		return nil
	}
	if q.Algorithm, err = run.ReadAlgorithm(q.how.Algorithm); err == nil && q.Exercise != nil && q.Algorithm != q.Exercise.Algorithm {
		err = problem.Refused("algorithm", "the program of this exercise is held against %q: leave algorithm out", q.Exercise.Algorithm.ID)
	}
	return err
}

// shapeOf returns the shape of the trees that an algorithm is for. A program that asks where chance moves is tried
// with chance nodes, if the algorithm searches them.
func shapeOf(q *request, players []byte) (s trial.Shape, err error) {
	s.Chance = q.Algorithm.Chance && strings.Contains(q.Text, "chance") || q.Exercise != nil && q.Exercise.Tree.HasChance()
	if q.Algorithm.TwoPlayers || q.Mover {
		if players != nil {
			_, err = problem.ReadWhole(players, "players", 2, 2)
		}
		return s, err
	}
	s.Players = defaultPlayers
	if players != nil {
		s.Players, err = problem.ReadWhole(players, "players", 2, trees.MaxPlayers)
	}
	return s, err
}
