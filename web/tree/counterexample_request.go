package tree

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/run"
)

// A CounterexampleRequest asks for a counterexample: on random trees, or on the tree that it gives.
type CounterexampleRequest struct {
	engine.AlgorithmConfig
	Tree   *trees.Tree // nil: random trees
	given  *run.Opened // that a page has opened for it; nil: none
	Size   compare.TrialSize
	scores [scoreKeys]trees.Number // that Size has in one unit
	Seed   uint64
	Tries  int
	Leaves []int
}

// Unit returns the unit of the scores that the search chooses.
func (d *CounterexampleRequest) Unit() trees.Score {
	if d.Tree == nil {
		return trees.Unit
	}
	return d.Tree.Unit
}

// sizeKeys are the keys of a request that is about random trees.
var sizeKeys = slices.Concat([]string{"players", "branching", "depth", "nodes", "tries"}, scoreNames[:])

// scoreNames are the keys of the scores of random trees, in the order of CounterexampleRequest.scores.
var scoreNames = [scoreKeys]string{"minp", "maxsum", "delta"}

const scoreKeys = 3

// takeScores sets the scores of the size, in the unit in which all of them are whole.
func (d *CounterexampleRequest) takeScores() error {
	unit, ok := trees.UnitOf(d.scores[:]...)
	if !ok {
		return problem.Refused("maxsum", "minp, maxsum and delta have a common denominator that is too large; use simpler fractions")
	}
	d.Size.Unit = unit
	for i, to := range []*trees.Score{&d.Size.MinP, &d.Size.MaxSum, &d.Size.Delta} {
		*to, _ = d.scores[i].In(unit)
	}
	return nil
}

// givenKeys are the keys of a request that gives a tree, besides its source.
var givenKeys = []string{"values", "leaves"}

// newCounterexampleRequest returns the request with the default values.
func newCounterexampleRequest() *CounterexampleRequest {
	d := &CounterexampleRequest{Seed: 1, Tries: compare.DefaultTries, Size: compare.TrialSize{Players: 3, Branching: 3, Depth: 4, Nodes: 15},
		scores: [scoreKeys]trees.Number{trees.Whole(0), trees.Whole(9), trees.Whole(1)}}
	d.takeScores() // whole numbers fit
	return d
}

// ReadCounterexampleRequest reads the members of a body.
func ReadCounterexampleRequest(ctx context.Context, lib run.Library, members []problem.Member) (*CounterexampleRequest, error) {
	given := slices.ContainsFunc(members, func(m problem.Member) bool { return slices.Contains(run.Sources, m.Key) && !m.Absent() })
	known := append([]string{"algorithm", "options", "seed"}, run.ExplicitSources...)
	d, about := newCounterexampleRequest(), []problem.Member{}
	for _, m := range members {
		if m.Absent() && slices.Contains(slices.Concat(known, sizeKeys, givenKeys), m.Key) {
			continue
		}
		if m.Key == "algorithm" || m.Key == "options" || given && (m.Key == "values" || m.Key == "revision") || slices.Contains(run.ExplicitSources, m.Key) {
			about = append(about, m)
			continue
		}
		if given && slices.Contains(sizeKeys, m.Key) {
			return nil, problem.Refused(m.Key, "this is only for random trees, but the request gives a tree")
		}
		if !given && slices.Contains(givenKeys, m.Key) {
			return nil, problem.Refused(m.Key, "this is only for a given tree, but the request gives none; give %s", strings.Join(run.ExplicitSources, " or "))
		}
		if err := d.set(m); err != nil {
			if err == errUnknownKey {
				return nil, problem.UnknownKey("", m.Key, slices.Concat(known, sizeKeys, givenKeys))
			}
			return nil, err
		}
	}
	if err := d.takeScores(); err != nil {
		return nil, err
	}
	return d, d.readRun(ctx, lib, members, about, given)
}

var errUnknownKey = errors.New("unknown key")

// set reads one of the members that only this request has.
func (d *CounterexampleRequest) set(m problem.Member) (err error) {
	n := 0
	switch m.Key {
	case "players":
		d.Size.Players, err = problem.ReadWhole(m.Raw, m.Key, 2, trees.MaxPlayers)
	case "branching":
		d.Size.Branching, err = problem.ReadWhole(m.Raw, m.Key, 2, compare.MaxTrialBranching)
	case "depth":
		d.Size.Depth, err = problem.ReadWhole(m.Raw, m.Key, 1, compare.MaxTrialDepth)
	case "nodes":
		d.Size.Nodes, err = problem.ReadWhole(m.Raw, m.Key, 3, compare.MaxTrialNodes)
	case "minp", "maxsum", "delta":
		d.scores[slices.Index(scoreNames[:], m.Key)], err = problem.ReadNumber(m.Raw, m.Key)
	case "tries":
		d.Tries, err = problem.ReadWhole(m.Raw, m.Key, 1, compare.MaxTries)
	case "seed":
		n, err = problem.ReadWhole(m.Raw, m.Key, 0, math.MaxUint32)
		d.Seed = uint64(n)
	case "leaves":
		d.Leaves, err = problem.ReadNodes(m.Raw, m.Key)
	default:
		err = errUnknownKey
	}
	return err
}

// readRun reads algorithm and options, and the tree where one is given, from the members about
// the run; all are those of the whole body.
func (d *CounterexampleRequest) readRun(ctx context.Context, lib run.Library, all, members []problem.Member, given bool) error {
	if given {
		r, err := run.Read(ctx, lib, members)
		if err == nil {
			d.AlgorithmConfig, d.Tree = r.Config(), r.Tree
		}
		return err
	}
	i := slices.IndexFunc(members, func(m problem.Member) bool { return m.Key == "algorithm" })
	if i < 0 {
		return problem.Refused("algorithm", "the algorithm is missing; there are %s", algorithms.IDs())
	}
	var err error
	if d.Algorithm, err = run.ReadAlgorithm(members[i].Raw); err != nil {
		return err
	}
	if d.Algorithm.TwoPlayers && !slices.ContainsFunc(all, func(m problem.Member) bool { return m.Key == "players" && !m.Absent() }) {
		d.Size.Players = 2
	}
	for _, m := range members {
		if m.Key == "options" {
			d.Options, err = (&run.Opened{}).ReadOptions(d.Algorithm, m.Raw)
		}
	}
	return err
}

// Find searches for the counterexample.
func (d *CounterexampleRequest) Find(ctx context.Context, progress func(tries int)) (compare.Counterexample, error) {
	if d.Tree != nil {
		if err := run.OnTree(d.Tree).With(d.AlgorithmConfig).Allowed(ctx); err != nil {
			return compare.Counterexample{}, err
		}
		return compare.CounterValues(ctx, d.Algorithm, d.Tree, d.Options, d.Leaves, d.Seed, progress)
	}
	return compare.FindCounterexample(ctx, d.Algorithm, d.Options, d.Size, d.Seed, d.Tries, progress)
}
