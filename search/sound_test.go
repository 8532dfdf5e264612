package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trees"
)

// sketch writes a tree in one line, for failure messages.
func sketch(t *trees.Tree) string {
	var b strings.Builder
	fmt.Fprintf(&b, "players %d", t.Players)
	if t.MaxSum.Given {
		fmt.Fprintf(&b, " maxsum %s", t.MaxSum.Score)
	}
	var node func(n int)
	node = func(n int) {
		b.WriteByte(' ')
		if c := t.Cost(n); c != 0 {
			fmt.Fprintf(&b, "+%s ", c)
		}
		if t.IsLeaf(n) {
			v, _ := t.Value(n)
			fmt.Fprintf(&b, "(%s)", scores(v, t.Width()))
			return
		}
		fmt.Fprintf(&b, "%d", t.Mover(n))
		if low, ok := t.Low(n); ok {
			fmt.Fprintf(&b, "{low (%s)}", scores(low, t.Width()))
		}
		if up, ok := t.Up(n); ok {
			fmt.Fprintf(&b, "{up (%s)}", scores(up, t.Width()))
		}
		b.WriteByte('[')
		for _, k := range t.Kids(n) {
			node(int(k))
		}
		b.WriteString(" ]")
	}
	node(0)
	return b.String()
}

func scores(v trees.Vector, n int) string {
	var s []string
	for _, x := range v[:n] {
		s = append(s, x.String())
	}
	return strings.Join(s, ",")
}

// trial is one algorithm with options on a manner of random trees.
type trial struct {
	id    string
	o     Options
	tweak func(*wild)
}

func withBounds(w *wild)  { w.heuristic = true }
func twoPlayers(w *wild)  { w.players = 2 }
func minimaxKind(w *wild) { w.kind, w.players, w.negative = trees.Minimax, 2, true }
func pathKind(w *wild)    { w.kind, w.players = trees.Path, 1 }
func staticValues(w *wild) {
	w.static = true
}

var soundTrials = []trial{
	{id: "maxn"},
	{id: "immediate"},
	{id: "shallow"},
	{id: "bnb", tweak: withBounds},
	{id: "abbnb", tweak: withBounds},
	{id: "paranoid"},
	{id: "paranoid", o: Options{Heuristic: true}, tweak: withBounds},
	{id: "minimax", tweak: minimaxKind},
	{id: "alphabeta", tweak: minimaxKind},
	{id: "minimax", tweak: twoPlayers},
	{id: "alphabeta", tweak: twoPlayers},
	{id: "dfbnb", tweak: pathKind},
	{id: "dfbnb", tweak: func(w *wild) { pathKind(w); w.heuristic = true }},
	{id: "maxn", o: Options{HasDepth: true, Depth: 2}, tweak: staticValues},
	{id: "paranoid", o: Options{HasDepth: true, Depth: 2}, tweak: staticValues},
	{id: "alphabeta", o: Options{HasDepth: true, Depth: 2}, tweak: func(w *wild) { twoPlayers(w); w.static = true }},
	{id: "minimax", o: Options{HasDepth: true, Depth: 3}, tweak: func(w *wild) { minimaxKind(w); w.static = true }},
}

func (tr trial) name() string {
	name := tr.id
	for _, o := range tr.o.list() {
		name += "+" + o.Name
	}
	return name
}

// trees draws trees for the trial, and calls f with each that it may run on.
func (tr trial) trees(t *testing.T, n int, f func(a *Algorithm, rng *rand.Rand, tree *trees.Tree)) {
	a, ok := Find(tr.id)
	if !ok {
		t.Fatalf("Find(%q) found nothing", tr.id)
	}
	ran := 0
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		w := someWild(rng)
		if tr.tweak != nil {
			tr.tweak(&w)
		}
		tree := w.tree(rng)
		if tr.o.Heuristic || w.heuristic {
			if p := OnTree(tree, 0); a.Check(&p, tr.o) != nil {
				continue // no inner node drew a heuristic
			}
		}
		ran++
		f(a, rng, tree)
	}
	if ran < n/2 {
		t.Errorf("%s ran on %d of %d trees, want at least half", tr.name(), ran, n)
	}
}

// TestSound holds every sound engine against plain search: the whole value
// vector, the leaf it comes from, and the trace's certificates.
func TestSound(t *testing.T) {
	n := 3_000
	if testing.Short() {
		n = 300
	}
	for _, tr := range soundTrials {
		t.Run(tr.name(), func(t *testing.T) {
			tr.trees(t, n, func(a *Algorithm, rng *rand.Rand, tree *trees.Tree) {
				root := 0
				if rng.IntN(4) == 0 {
					root = rng.IntN(tree.Len())
				}
				o := tr.o
				o.Root = root
				res, err := a.Run(context.Background(), OnTree(tree, root), o, nil)
				if err != nil {
					t.Fatalf("%s on %s = %v", tr.name(), sketch(tree), err)
				}
				depth := -1
				if o.HasDepth {
					depth = o.Depth
				}
				want, _ := a.plain.value(tree, root, depth)
				if res.Value != want {
					t.Fatalf("%s from %d on %s = (%s), want (%s)", tr.name(), root, sketch(tree), scores(res.Value, tree.Width()), scores(want, tree.Width()))
				}
				if err := checkTrace(tree, a, o, res); err != nil {
					t.Fatalf("%s from %d on %s: %v", tr.name(), root, sketch(tree), err)
				}
			})
		})
	}
}

// TestUnsound catches every unsound engine being wrong; what it tells of
// itself must hold all the same.
func TestUnsound(t *testing.T) {
	for _, tr := range []trial{
		{id: "deep"},
		{id: "deep-bnb", tweak: withBounds},
		{id: "abbnb", o: Options{AsPrinted: true}, tweak: withBounds},
	} {
		t.Run(tr.name(), func(t *testing.T) {
			wrong := 0
			tr.trees(t, 3_000, func(a *Algorithm, _ *rand.Rand, tree *trees.Tree) {
				res, err := a.Run(context.Background(), OnTree(tree, 0), tr.o, nil)
				if err != nil {
					t.Fatalf("%s on %s = %v", tr.name(), sketch(tree), err)
				}
				if !res.Truth.Agrees {
					wrong++
				}
				if err := checkTrace(tree, a, tr.o, res); err != nil {
					t.Fatalf("%s on %s: %v", tr.name(), sketch(tree), err)
				}
			})
			if wrong == 0 {
				t.Errorf("%s was never wrong, want a failure", tr.name())
			}
			t.Logf("%s was wrong on %d of 3,000 trees", tr.name(), wrong)
		})
	}
}
