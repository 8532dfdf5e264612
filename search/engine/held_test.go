package engine_test

import (
	"context"
	"errors"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees/games"
)

var errNoMemory = errors.New("there is no memory")

// A smallMemory has some bytes.
type smallMemory struct {
	size, held, most int64
	releases         int
}

func (m *smallMemory) Grow(bytes int64) (int64, error) {
	if bytes > m.size {
		return m.held, errNoMemory
	}
	m.held, m.most = bytes, max(m.most, bytes)
	return bytes, nil
}

func (m *smallMemory) Release() { m.held, m.releases = 0, m.releases+1 }

// TestSearchEndsWithoutMemory: a search that may hold no more ends with the error of its memory, gives back
// what it has, and leaves the position as it was.
func TestSearchEndsWithoutMemory(t *testing.T) {
	generated := func(t *testing.T) engine.Problem {
		p, err := engine.OnGenerated(games.Generator{Kind: games.H32, Branching: 5, Depth: 8, Players: 3, MaxSum: 100, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	game := func(id string) func(t *testing.T) engine.Problem {
		return func(t *testing.T) engine.Problem {
			pos, err := games.Open(&games.Document{ID: id})
			if err != nil {
				t.Fatal(err)
			}
			return engine.OnGame(id, pos)
		}
	}
	for _, of := range []struct {
		algorithm string
		options   engine.Options
		problem   func(t *testing.T) engine.Problem
		observed  bool
	}{
		{"maxn", engine.Options{}, generated, true},
		{"maxn", engine.Options{Transposition: true, Deepening: true, HasDepth: true, Depth: 7}, game("othello"), false},
		{"mcts-maxn", engine.Options{HasSamples: true, Samples: 10_000}, generated, false},
		{"paranoid-pn", engine.Options{}, generated, true},
		{"dfpn", engine.Options{}, generated, false},
		{"mtdf", engine.Options{HasDepth: true, Depth: 7}, game("connect-four"), true},
	} {
		a, _ := algorithms.Find(of.algorithm)
		p := of.problem(t)
		run := func(size int64) (*smallMemory, engine.Result, error) {
			var observe trace.Observer
			if of.observed {
				observe = func(*trace.Event) {}
			}
			m := &smallMemory{size: size}
			ctx := engine.WithMemory(context.Background(), func() engine.Memory { return m })
			res, err := a.Run(ctx, p, of.options, observe)
			if m.held != 0 || m.releases != 1 {
				t.Errorf("%s: %d bytes are held after the search, and %d were given back", of.algorithm, m.held, m.releases)
			}
			return m, res, err
		}
		enough, want, err := run(1 << 40)
		if err != nil || enough.most <= engine.FreeBytes {
			t.Fatalf("%s holds %d bytes, %v; want more than are free", of.algorithm, enough.most, err)
		}
		for _, size := range []int64{0, (engine.FreeBytes + enough.most) / 2, enough.most - 1} {
			if _, _, err := run(size); !errors.Is(err, errNoMemory) {
				t.Errorf("%s with %d of %d bytes: %v, want %v", of.algorithm, size, enough.most, err, errNoMemory)
			}
		}
		if _, got, err := run(enough.most); err != nil || got.Value != want.Value || got.Stats.Nodes != want.Stats.Nodes {
			t.Errorf("%s after the searches that ended: %v after %d nodes, %v; want %v after %d", of.algorithm, got.Value, got.Stats.Nodes, err, want.Value, want.Stats.Nodes)
		}
	}
}

// TestSmallSearchIsFree: a search that holds little asks for no memory.
func TestSmallSearchIsFree(t *testing.T) {
	p, err := engine.OnGenerated(games.Generator{Kind: games.H32, Branching: 5, Depth: 5, Players: 3, MaxSum: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := algorithms.Find("maxn")
	m := &smallMemory{}
	ctx := engine.WithMemory(context.Background(), func() engine.Memory { return m })
	if _, err := a.Run(ctx, p, engine.Options{}, func(*trace.Event) {}); err != nil {
		t.Error(err)
	}
}
