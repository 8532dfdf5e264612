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
	trialTime = 8 * time.Second
)

// A testAnswer is what a trial comes to.
type testAnswer struct {
	Trees   int          `json:"trees"`
	Right   int          `json:"right"`
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
}

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
	a := testAnswer{Trees: result.Trees, Right: result.Right, Seed: uint32(t.Seed), Stopped: result.Stopped}
	if f := result.First; f != nil {
		a.First = &firstAnswer{Tree: f.Tree.Text(), Nodes: f.Tree.Len(), Checks: orNull(nil), Error: f.Fault}
		if f.Report != nil {
			a.First.Checks = f.Report.AppendJSON(nil)
		}
	}
	app.Answer(w, http.StatusOK, a)
	return nil
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
	if q.how.Algorithm == nil {
		return nil, nil, problem.Refused("algorithm", "the algorithm is missing: what the program is to be, such as \"alphabeta\"")
	}
	a, err := run.ReadAlgorithm(q.how.Algorithm)
	if err != nil {
		return nil, nil, err
	}
	q.Algorithm = a
	t := &trial.Trial{Algorithm: a, Trees: defaultTrees, Seed: uint64(rand.Uint32())}
	if seed != nil {
		n, err := problem.ReadWhole(seed, "seed", 0, 1<<31-1)
		if err != nil {
			return nil, nil, err
		}
		t.Seed = uint64(n)
	}
	if count != nil {
		if t.Trees, err = problem.ReadWhole(count, "trees", 1, trial.MaxTrees); err != nil {
			return nil, nil, err
		}
	}
	if t.Shape, err = shapeOf(q, players); err != nil {
		return nil, nil, err
	}
	return t, q, nil
}

// shapeOf returns the shape of the trees that an algorithm is for. A program that asks where chance moves is tried
// with chance nodes, if the algorithm searches them.
func shapeOf(q *request, players []byte) (s trial.Shape, err error) {
	s.Chance = q.Algorithm.Chance && strings.Contains(q.Text, "chance")
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
