package practice

import (
	"context"
	"math/rand/v2"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/treetest"
)

// bruteJudge tries all combinations of the given values at the leaves that a cut skips,
// and reports whether the root's value changes with one of them. It returns ok false if
// there are more than most.
func bruteJudge(c engine.AlgorithmConfig, t *trees.Tree, node int, allowed [][]trees.Vector, most int) (changes, ok bool) {
	var leaves []int
	var choices [][]trees.Vector
	count := 1
	for n := node; n < t.End(t.Parent(node)); n++ {
		if !t.IsLeaf(n) {
			continue
		}
		leaves, choices = append(leaves, n), append(choices, allowed[n])
		if count *= len(choices[len(choices)-1]); count > most {
			return false, false
		}
	}
	reference := c.Algorithm.Reference
	before, _ := reference.Value(t, c.Options.Root, -1)
	player := 0
	if reference.Score != nil {
		player = reference.Score(t, c.Options.Root)
	}
	values := make([]trees.Vector, t.Len())
	for n := range values {
		values[n], _ = t.Value(n)
	}
	for i := range count {
		for l, n := range leaves {
			values[n] = choices[l][i%len(choices[l])]
			i /= len(choices[l])
		}
		after := exhaustive(t, reference, values, c.Options.Root)
		if player == 0 && after != before || player > 0 && after[player-1] != before[player-1] {
			return true, true
		}
	}
	return false, true
}

// exhaustive is exhaustive search with the given values at the leaves.
func exhaustive(t *trees.Tree, s *engine.Reference, values []trees.Vector, node int) trees.Vector {
	if t.IsLeaf(node) {
		return values[node]
	}
	player, least := s.Want(t, 0, node)
	var best trees.Vector
	for i, k := range t.Kids(node) {
		v := exhaustive(t, s, values, int(k))
		if i == 0 || !least && v[player-1] > best[player-1] || least && v[player-1] < best[player-1] {
			best = v
		}
	}
	return best
}

// allowedValues returns all values of each leaf on a grid.
func allowedValues(t *trees.Tree, step trees.Score) [][]trees.Vector {
	lists := make([][]trees.Vector, t.Len())
	for n := range lists {
		if t.IsLeaf(n) {
			lists[n] = allowedAt(t, n, step)
		}
	}
	return lists
}

func allowedAt(t *trees.Tree, leaf int, step trees.Score) (list []trees.Vector) {
	var v trees.Vector
	var fill func(p int, left trees.Score)
	fill = func(p int, left trees.Score) {
		if p == t.Players {
			if _, err := t.WithValues(map[int]trees.Vector{leaf: v}); err == nil {
				list = append(list, v)
			}
			return
		}
		for v[p] = 0; v[p] <= left; v[p] += step {
			fill(p+1, left-v[p])
		}
		v[p] = 0
	}
	fill(0, t.MaxSum.Score)
	return list
}

// judgedTree returns a small random tree and an algorithm with one of the two kinds of
// reference.
func judgedTree(rng *rand.Rand) (engine.AlgorithmConfig, *trees.Tree) {
	t := *treetest.Random(rng, treetest.Shape{
		Players: 2 + rng.IntN(3), MaxNodes: 6 + rng.IntN(9), MaxKids: 2 + rng.IntN(2), MaxLevel: 2 + rng.IntN(4), Points: 1 + rng.IntN(4),
		OutOfTurn: rng.IntN(2) == 0, Uneven: rng.IntN(2) == 0, BelowSum: rng.IntN(2) == 0, Bounds: rng.IntN(2) == 0,
	})
	t.Delta = trees.Unit
	if rng.IntN(4) == 0 {
		t.MaxP = trees.All(max(t.MaxSum.Score-trees.Unit, largest(&t)))
	}
	id := "maxn"
	if rng.IntN(4) == 0 {
		id = "paranoid"
	}
	a, _ := algorithms.Find(id)
	return engine.AlgorithmConfig{Algorithm: a}, &t
}

func largest(t *trees.Tree) (most trees.Score) {
	for n := range t.Len() {
		if v, known := t.Value(n); known {
			for _, s := range v[:t.Players] {
				most = max(most, s)
			}
		}
	}
	return most
}

// TestCutJudge compares the judge with trying all values: on 100,000 cuts in the long
// run, and on a tenth of them with -short.
func TestCutJudge(t *testing.T) {
	treetest.SkipUnderRace(t)
	want := 100_000
	if testing.Short() {
		want = 10_000
	}
	rng := rand.New(rand.NewPCG(14, 1))
	judged, unsound := 0, 0
	for judged < want {
		c, tree := judgedTree(rng)
		j, err := NewCutJudge(context.Background(), c, tree)
		if err != nil {
			t.Fatal(err)
		}
		allowed := allowedValues(tree, trees.Unit)
		for node := 1; node < tree.Len(); node++ {
			brute, ok := bruteJudge(c, tree, node, allowed, 300)
			if !ok {
				continue
			}
			values, after, _, err := j.Judge(node)
			if err != nil {
				t.Fatal(err)
			}
			judged++
			if (values != nil) != brute {
				t.Fatalf("%s, node %d of\n%s\nthe judge finds %v, trying all values finds a change: %t", c.Spec(), node, tree.Text(), values, brute)
			}
			if values != nil {
				unsound++
				wantChange(t, c, tree, node, values, after)
			}
		}
	}
	if unsound < want/10 || unsound > want*9/10 {
		t.Errorf("%d of %d cuts change the value", unsound, judged)
	}
}

// wantChange checks that values are allowed, are of the skipped leaves, and change the
// root's value to the one returned.
func wantChange(t *testing.T, c engine.AlgorithmConfig, tree *trees.Tree, node int, values map[int]trees.Vector, after trees.Vector) {
	t.Helper()
	for n, v := range values {
		if n < node || n >= tree.End(tree.Parent(node)) {
			t.Errorf("leaf %d is not below the cut of %d", n, node)
		}
		for _, s := range v {
			if tree.Delta > 0 && s%tree.Delta != 0 {
				t.Errorf("%v is no multiple of delta", v)
			}
		}
	}
	changed, err := tree.WithValues(values)
	if err != nil {
		t.Fatalf("node %d of\n%s\n%v", node, tree.Text(), err)
	}
	before, _ := c.Algorithm.Reference.Value(tree, 0, -1)
	got, _ := c.Algorithm.Reference.Value(changed, 0, -1)
	if got != after || got == before {
		t.Fatalf("node %d of\n%s\nwith %v the root has %v, not %v; before %v", node, tree.Text(), values, got, after, before)
	}
}

// Without delta a value may lie between those of the tree: whatever halves and quarters
// find, the judge finds.
func TestCutJudgeContinuous(t *testing.T) {
	treetest.SkipUnderRace(t)
	rng := rand.New(rand.NewPCG(14, 2))
	between := 0
	for range 150 {
		c, tree := judgedTree(rng)
		tree.Delta = 0
		j, err := NewCutJudge(context.Background(), c, tree)
		if err != nil {
			t.Fatal(err)
		}
		wholes, quarters := allowedValues(tree, trees.Unit), allowedValues(tree, trees.Unit/4)
		for node := 1; node < tree.Len(); node++ {
			values, after, _, err := j.Judge(node)
			if err != nil {
				t.Fatal(err)
			}
			if values != nil {
				wantChange(t, c, tree, node, values, after)
			}
			if changes, ok := bruteJudge(c, tree, node, quarters, 3_000); ok && changes && values == nil {
				t.Fatalf("%s, node %d of\n%s\nquarters change the value, and the judge finds nothing", c.Spec(), node, tree.Text())
			}
			if changes, ok := bruteJudge(c, tree, node, wholes, 300); ok && !changes && values != nil {
				between++
			}
		}
	}
	if between == 0 {
		t.Error("no cut is unsound only with values between whole points")
	}
}

// A tree of the largest size is judged in time, also where it is a chain.
func TestCutJudgeLarge(t *testing.T) {
	treetest.SkipUnderRace(t)
	for name, tree := range map[string]*trees.Tree{"wide": treetest.WideTree(t, 100_000), "uniform": treetest.Uniform(t, 3, 10)} {
		a, _ := algorithms.Find("maxn")
		j, err := NewCutJudge(context.Background(), engine.AlgorithmConfig{Algorithm: a}, tree)
		if err != nil {
			t.Fatal(name, err)
		}
		values, _, _, err := j.Judge(1)
		if err != nil || len(values) == 0 {
			t.Errorf("%s: the whole tree below the root decides nothing: %v", name, err)
		}
	}
}
