package request

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/search"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
)

// counterTimeout bounds one search for a counterexample: a longer search hardly
// ever finds one, and keeps a core busy.
const counterTimeout = 60 * time.Second

// A Counterexample is a request for a counterexample: on random trees, or on the
// tree that it gives.
type Counterexample struct {
	Request
	Size   search.TrialSize
	Seed   uint64
	Tries  int
	Leaves []int
}

// sizeKeys are the keys of a request that is about random trees.
var sizeKeys = []string{"players", "branching", "depth", "nodes", "maxsum", "delta", "tries"}

// givenKeys are the keys of a request that gives a tree, besides its source.
var givenKeys = []string{"values", "leaves"}

// NewCounterexample returns the request with the default values.
func NewCounterexample() *Counterexample {
	return &Counterexample{Seed: 1, Tries: search.DefaultTries, Size: search.TrialSize{
		Players: 3, Branching: 3, Depth: 4, Nodes: 15, MaxSum: 9 * trees.Unit, Delta: trees.Unit,
	}}
}

// ReadCounterexample reads the members of a body.
func ReadCounterexample(core *app.Core, ctx context.Context, members []problem.Member) (*Counterexample, error) {
	given := slices.ContainsFunc(members, func(m problem.Member) bool { return slices.Contains(Sources, m.Key) && !m.Absent() })
	known := append([]string{"algorithm", "options", "seed"}, ExplicitSources...)
	d, about := NewCounterexample(), []problem.Member{}
	for _, m := range members {
		if m.Absent() && slices.Contains(slices.Concat(known, sizeKeys, givenKeys), m.Key) {
			continue
		}
		if m.Key == "algorithm" || m.Key == "options" || given && (m.Key == "values" || m.Key == "revision") || slices.Contains(ExplicitSources, m.Key) {
			about = append(about, m)
			continue
		}
		if given && slices.Contains(sizeKeys, m.Key) {
			return nil, problem.Refused(m.Key, "this is about random trees, and the request gives a tree")
		}
		if !given && slices.Contains(givenKeys, m.Key) {
			return nil, problem.Refused(m.Key, "this is about a tree that is given, and the request gives none; %s does", strings.Join(ExplicitSources, " or "))
		}
		if err := d.set(m); err != nil {
			if err == errUnknownKey {
				return nil, problem.UnknownKey("", m.Key, slices.Concat(known, sizeKeys, givenKeys))
			}
			return nil, err
		}
	}
	q, err := readQuestion(core, ctx, about, given)
	if err != nil {
		return nil, err
	}
	d.Request = *q
	return d, nil
}

var errUnknownKey = errors.New("unknown key")

// set reads one of the members that only this request has.
func (d *Counterexample) set(m problem.Member) (err error) {
	n := 0
	switch m.Key {
	case "players":
		d.Size.Players, err = problem.ReadWhole(m.Raw, m.Key, 2, trees.MaxPlayers)
	case "branching":
		d.Size.Branching, err = problem.ReadWhole(m.Raw, m.Key, 2, search.MaxTrialBranching)
	case "depth":
		d.Size.Depth, err = problem.ReadWhole(m.Raw, m.Key, 1, search.MaxTrialDepth)
	case "nodes":
		d.Size.Nodes, err = problem.ReadWhole(m.Raw, m.Key, 3, search.MaxTrialNodes)
	case "maxsum":
		d.Size.MaxSum, err = problem.ReadScore(m.Raw, m.Key)
	case "delta":
		d.Size.Delta, err = problem.ReadScore(m.Raw, m.Key)
	case "tries":
		d.Tries, err = problem.ReadWhole(m.Raw, m.Key, 1, search.MaxTries)
	case "seed":
		n, err = problem.ReadWhole(m.Raw, m.Key, 0, math.MaxUint32)
		d.Seed = uint64(n)
	case "leaves":
		d.Leaves, err = ReadNodes(m.Raw, m.Key)
	default:
		err = errUnknownKey
	}
	return err
}

// ReadNodes reads a list of node numbers.
func ReadNodes(raw []byte, path string) ([]int, error) {
	elements, err := problem.SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	var list []int
	for i, e := range elements {
		n, err := problem.ReadWhole(e, path+"["+strconv.Itoa(i)+"]", 0, trees.MaxNodes)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// readQuestion reads algorithm and options, and the source where one is given.
func readQuestion(core *app.Core, ctx context.Context, members []problem.Member, given bool) (*Request, error) {
	if given {
		return ReadRequest(core, ctx, members)
	}
	q := &Request{}
	i := slices.IndexFunc(members, func(m problem.Member) bool { return m.Key == "algorithm" })
	if i < 0 {
		return nil, problem.Refused("algorithm", "the algorithm is missing; there are %s", search.IDs())
	}
	id, err := problem.ReadString(members[i].Raw, "algorithm")
	if err != nil {
		return nil, err
	}
	a, ok := search.Find(id)
	if !ok {
		return nil, problem.Refused("algorithm", "there is no algorithm %q; there are %s", id, search.IDs())
	}
	q.Algorithm = a
	for _, m := range members {
		if m.Key == "options" {
			return q, q.readOptions(m.Raw)
		}
	}
	return q, nil
}

// Find searches for the counterexample.
func (d *Counterexample) Find(ctx context.Context, progress func(tries int)) (search.Counterexample, error) {
	if d.Tree != nil {
		return d.Algorithm.CounterValues(ctx, d.Tree, d.Options, d.Leaves, d.Seed, progress)
	}
	return d.Algorithm.Counterexample(ctx, d.Options, d.Size, d.Seed, d.Tries, progress)
}

// AcquireCounterexampleSlot returns the context of a search for a
// counterexample, which keeps a core busy and stores values: as many run at a
// time as searches of implicit trees.
func AcquireCounterexampleSlot(core *app.Core, parent context.Context) (context.Context, func(), error) {
	ctx, release, err := core.AcquireSearchSlot(parent, app.LargeSearch)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, counterTimeout, &search.LimitError{
		Message: fmt.Sprintf("the search was stopped: it took more than %s, the limit of one search for a counterexample; ask for smaller or fewer trees", counterTimeout)})
	return ctx, func() {
		cancel()
		release()
	}, nil
}
