package compare

import (
	"context"
	"errors"
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
)

var korfSize = TrialSize{Players: 3, Branching: 3, Depth: 4, Nodes: 15, MaxSum: 9 * trees.Unit, Delta: trees.Unit}

// The unsound algorithms.
var unsound = []struct {
	id string
	o  engine.Options
}{
	{"deep", engine.Options{}},
	{"deep-bnb", engine.Options{}},
	{"abbnb", engine.Options{AsPrinted: true}},
	{"speculative", engine.Options{AsPrinted: true}},
	{"speculative", engine.Options{AsPrinted: true, Table: true}},
	{"speculative", engine.Options{AsPrinted: true, Discrete: true}},
}

// failsBy reports whether the algorithm, called with Run, fails on the tree. It returns
// false if the algorithm rejects the tree.
func failsBy(t testing.TB, a *engine.Algorithm, o engine.Options, tree *trees.Tree) bool {
	t.Helper()
	res, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
	return err == nil && !res.Reference.Agrees
}

// On each resulting tree the algorithm must also fail when called with Run, with the
// reported values. The tree must respect the size, the players must move in turn, the
// tree must be small, and the same seed must give the same tree.
func TestCounterexample(t *testing.T) {
	// The fewest nodes on which these are known to fail.
	fewest := []int{7, 6, 3, 3, 5, 8}
	for i, u := range unsound {
		a := searchtest.Find(t, u.id)
		for seed := range uint64(3) {
			tries := DefaultTries
			if u.o.Table {
				tries = 20_000
			}
			var reports []int
			found, err := FindCounterexample(context.Background(), a, u.o, korfSize, seed, tries, func(n int) { reports = append(reports, n) })
			if err != nil || found.Tree == nil {
				t.Fatalf("%v: Counterexample = none after %d, %v; want one", u, found.Tries, err)
			}
			tree := found.Tree
			res, err := a.Run(context.Background(), engine.OnTree(tree, 0), u.o, nil)
			if err != nil || res.Reference.Agrees || res.Value != found.Value || res.Reference.Value != found.ReferenceValue {
				t.Errorf("%v: Run returns %v, truth %v, %v; want %v and %v, which differ:\n%s", u, res.Value, res.Reference, err, found.Value, found.ReferenceValue, tree.Text())
			}
			if tree.Len() > fewest[i] {
				t.Errorf("%v: %d nodes, want %d:\n%s", u, tree.Len(), fewest[i], tree.Text())
			}
			if tree.Mover(0) != 1 {
				t.Errorf("%v: player %d moves at the root, want 1", u, tree.Mover(0))
			}
			for n := 1; n < tree.Len(); n++ {
				if above := tree.Mover(tree.Parent(n)); !tree.IsLeaf(n) && tree.Mover(n) != above%3+1 {
					t.Errorf("%v: player %d moves after player %d", u, tree.Mover(n), above)
				}
			}
			if len(reports) != found.Tries/ProgressEvery {
				t.Errorf("%v: %d reports in %d tries, want one every %d", u, len(reports), found.Tries, ProgressEvery)
			}
			again, err := FindCounterexample(context.Background(), a, u.o, korfSize, seed, tries, nil)
			if err != nil || again.Tree.Text() != tree.Text() || again.Tries != found.Tries {
				t.Errorf("%v: seed %d again gives another answer:\n%s%s", u, seed, tree.Text(), again.Tree.Text())
			}
		}
	}
}

// The algorithm, called with Run, must not fail on any tree that is one step smaller.
// The test builds these trees from the document.
func TestCounterexampleIsMinimal(t *testing.T) {
	for _, u := range unsound {
		a := searchtest.Find(t, u.id)
		tries := DefaultTries
		if u.o.Table {
			tries = 20_000
		}
		for seed := range uint64(4) {
			found, err := FindCounterexample(context.Background(), a, u.o, korfSize, 10+seed, tries, nil)
			if err != nil || found.Tree == nil {
				t.Fatal(u, err)
			}
			smaller := 0
			eachSmaller(t, found.Tree, func(what string, tree *trees.Tree) {
				smaller++
				if failsBy(t, a, u.o, tree) {
					t.Errorf("%v fails on\n%s%s, and still on\n%s", u, found.Tree.Text(), what, tree.Text())
				}
			})
			if smaller < min(5, found.Tree.Len()+1) {
				t.Errorf("%d smaller trees of\n%s, want some", smaller, found.Tree.Text())
			}
		}
	}
}

// A draft is a mutable tree.
type draft struct {
	trees.Node
	kids []*draft
}

func draftOf(t *trees.Tree, n int) *draft {
	d := &draft{Node: t.Node(n)}
	for _, k := range t.Kids(n) {
		d.kids = append(d.kids, draftOf(t, int(k)))
	}
	return d
}

func (d *draft) open(b *trees.Builder) {
	b.Open(d.Node)
	for _, k := range d.kids {
		k.open(b)
	}
	b.Close()
}

// maxn returns the max^n value of a draft.
func (d *draft) maxn() trees.Vector {
	if len(d.kids) == 0 {
		return *d.Value
	}
	best := d.kids[0].maxn()
	for _, k := range d.kids[1:] {
		if v := k.maxn(); v[d.Player-1] > best[d.Player-1] {
			best = v
		}
	}
	return best
}

// shift moves the movers below d up by one player of n.
func (d *draft) shift(n int) {
	if len(d.kids) > 0 {
		d.Player = (d.Player+n-2)%n + 1
	}
	for _, k := range d.kids {
		k.shift(n)
	}
}

// eachSmaller calls do with every tree that is one shrinking step smaller than
// t.
func eachSmaller(t *testing.T, tree *trees.Tree, do func(what string, smaller *trees.Tree)) {
	t.Helper()
	try := func(what string, at int, change func(d, parent *draft, index int) *draft) {
		top := draftOf(tree, 0)
		var d, parent *draft
		index, next := 0, 0
		var walk func(x, above *draft, i int)
		walk = func(x, above *draft, i int) {
			if next == at {
				d, parent, index = x, above, i
			}
			next++
			for i, k := range x.kids {
				walk(k, x, i)
			}
		}
		walk(top, nil, 0)
		if r := change(d, parent, index); parent == nil {
			top = r
		} else if r != nil {
			parent.kids[index] = r
		} else {
			parent.kids = append(parent.kids[:index], parent.kids[index+1:]...)
		}
		b := trees.NewBuilder(tree.Header)
		top.open(b)
		smaller, err := b.Tree()
		if err != nil {
			return // a heuristic that the lowered score contradicts
		}
		do(what, smaller)
	}
	for n := range tree.Len() {
		if n > 0 && len(tree.Kids(tree.Parent(n))) > 1 {
			try("without "+tree.Name(n), n, func(d, _ *draft, _ int) *draft { return nil })
		}
		if n > 0 && !tree.IsLeaf(n) {
			try("with its value at "+tree.Name(n), n, func(d, _ *draft, _ int) *draft {
				v := d.maxn()
				return &draft{Node: trees.Node{Label: d.Label, Value: &v}}
			})
		}
		for i := range tree.Kids(n) {
			try("with a child instead of "+tree.Name(n), n, func(d, parent *draft, _ int) *draft {
				if parent != nil {
					d.kids[i].shift(tree.Players)
				}
				return d.kids[i]
			})
		}
		if !tree.IsLeaf(n) {
			if _, ok := tree.Low(n); ok {
				try("without low", n, func(d, _ *draft, _ int) *draft { d.Low = nil; return d })
			}
			if _, ok := tree.Up(n); ok {
				try("without up", n, func(d, _ *draft, _ int) *draft { d.Up = nil; return d })
			}
			continue
		}
		v, _ := tree.Value(n)
		for p := range tree.Players {
			for lower := trees.Score(0); lower < v[p]; lower += tree.Delta {
				try("with less at "+tree.Name(n), n, func(d, _ *draft, _ int) *draft {
					d.Value[p] = lower
					return d
				})
			}
		}
	}
}

// After any edit the arena is a valid tree of the required shape.
func TestEditsRetainShape(t *testing.T) {
	h, err := newTrialSearch(context.Background(), searchtest.Find(t, "deep-bnb"), engine.Options{}, korfSize, 5)
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		h.grow()
		h.tree.solve()
		if len(h.tree.nodes) > korfSize.Nodes || len(h.tree.nodes) < 2 {
			continue
		}
		whole := &arena{}
		whole.copyFrom(h.tree)
		whole.edits(func(e edit) bool {
			h.tree.edited(whole, e)
			if len(h.tree.nodes) >= len(whole.nodes) {
				t.Fatalf("edit %+v leaves %d of %d nodes", e, len(h.tree.nodes), len(whole.nodes))
			}
			if _, err := h.tree.tree(h.header()); err != nil {
				t.Fatalf("edit %+v: %v", e, err)
			}
			return false
		})
	}
}

func TestCounterexampleCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	flat := korfSize
	flat.Depth = 2 // there is none: no bound comes from further up than the parent
	_, err := FindCounterexample(ctx, searchtest.Find(t, "deep"), engine.Options{}, flat, 1, MaxTries, func(tries int) {
		if n++; n == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || n != 2 {
		t.Errorf("Counterexample cancelled at report 2 = %v after %d reports, want %v", err, n, context.Canceled)
	}
	found, err := FindCounterexample(context.Background(), searchtest.Find(t, "deep"), engine.Options{}, flat, 1, 20_000, nil)
	if err != nil || found.Tree != nil || found.Tries != 20_000 {
		t.Errorf("Counterexample at depth 2 = %v after %d, %v; want none after 20000", found.Tree, found.Tries, err)
	}
}

func TestCounterexampleRejects(t *testing.T) {
	with := func(change func(*TrialSize)) TrialSize {
		s := korfSize
		change(&s)
		return s
	}
	for _, c := range []struct {
		id   string
		o    engine.Options
		size TrialSize
		path string
	}{
		{"maxn", engine.Options{}, korfSize, "algorithm"},
		{"shallow", engine.Options{}, korfSize, "algorithm"},
		{"speculative", engine.Options{}, korfSize, "algorithm"},
		{"deep", engine.Options{AsPrinted: true}, korfSize, "options.as_printed"},
		{"speculative", engine.Options{AsPrinted: true}, with(func(s *TrialSize) { s.Players = 4 }), "options.as_printed"},
		{"deep", engine.Options{}, with(func(s *TrialSize) { s.Players = 9 }), "players"},
		{"deep", engine.Options{}, with(func(s *TrialSize) { s.Branching = 1 }), "branching"},
		{"deep", engine.Options{}, with(func(s *TrialSize) { s.Depth = 0 }), "depth"},
		{"deep", engine.Options{}, with(func(s *TrialSize) { s.Nodes = MaxTrialNodes + 1 }), "nodes"},
		{"deep", engine.Options{}, with(func(s *TrialSize) { s.Delta = 0 }), "delta"},
		{"deep", engine.Options{}, with(func(s *TrialSize) { s.MaxSum = 0 }), "maxsum"},
		{"deep", engine.Options{}, with(func(s *TrialSize) { s.Delta = 1 }), "maxsum"},
	} {
		_, err := FindCounterexample(context.Background(), searchtest.Find(t, c.id), c.o, c.size, 1, 10, nil)
		var refused *engine.NotApplicableError
		if !errors.As(err, &refused) || refused.Path != c.path {
			t.Errorf("Counterexample(%s, %+v, %+v) = %v, want a refusal at %s", c.id, c.o, c.size, err, c.path)
		}
	}
}

// The engine on the arena and on the explicit tree return the same value, and
// so do the two reference searches.
func TestArenaAgreesWithTrees(t *testing.T) {
	for _, u := range unsound {
		a := searchtest.Find(t, u.id)
		h, err := newTrialSearch(context.Background(), a, u.o, korfSize, 9)
		if err != nil {
			t.Fatal(err)
		}
		for range 500 {
			h.grow()
			value, truth := *h.value(), *h.tree.solve()
			tree, err := h.tree.tree(h.header())
			if err != nil {
				t.Fatal(err)
			}
			if tree.Len() == 1 && a.ByHeuristic {
				continue
			}
			res, err := a.Run(context.Background(), engine.OnTree(tree, 0), u.o, nil)
			if err != nil || res.Value != value || res.Reference.Value != truth {
				t.Fatalf("%v: in the arena %v, max^n %v; on the tree %v, %v, %v:\n%s", u, value, truth, res.Value, res.Reference, err, tree.Text())
			}
			taken := &arena{}
			taken.take(tree, 0)
			if back, err := taken.tree(h.header()); err != nil || back.Text() != tree.Text() {
				t.Fatalf("taken from the tree and given back: %v, %v, want\n%s", back, err, tree.Text())
			}
		}
	}
}

func BenchmarkTrials(b *testing.B) {
	for _, u := range unsound {
		b.Run(u.id, func(b *testing.B) {
			h, err := newTrialSearch(context.Background(), searchtest.Find(b, u.id), u.o, korfSize, 1)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			nodes, failures := 0, 0
			for range b.N {
				h.grow()
				nodes += len(h.tree.nodes)
				if h.fails() {
					failures++
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trees/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/tree")
			b.ReportMetric(float64(failures)/float64(b.N), "failures/tree")
		})
	}
}
