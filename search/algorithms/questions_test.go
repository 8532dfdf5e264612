package algorithms_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/trees/treetest"
)

var questionTrees = flag.Int("questiontrees", 20_000, "random trees on which aspiration search, PVS, MTD(f) and SSS* are compared with alpha-beta")

// openList is SSS* as Stockman has it, with the list OPEN. It returns the value and the leaves in the
// order in which they are evaluated.
func openList(t *trees.Tree) (value trees.Score, leaves []int) {
	type state struct {
		node   int
		solved bool
		merit  trees.Score
	}
	open := []state{{0, false, algorithms.NoScore}}
	insert := func(list []state) {
		open = append(open, list...)
		// The largest merit first, and of equal ones the leftmost node.
		slices.SortStableFunc(open, func(a, b state) int {
			switch {
			case a.merit != b.merit && a.merit > b.merit:
				return -1
			case a.merit != b.merit:
				return 1
			}
			return a.node - b.node
		})
	}
	isMin := func(n int) bool { return t.Mover(n) == 2 }
	for {
		s := open[0]
		open = open[1:]
		kids := t.Kids(s.node)
		switch {
		case s.solved && s.node == 0:
			return s.merit, leaves
		case !s.solved && t.IsLeaf(s.node):
			leaves = append(leaves, s.node)
			v, _ := t.Value(s.node)
			insert([]state{{s.node, true, min(s.merit, v[0])}})
		case !s.solved && isMin(s.node):
			insert([]state{{int(kids[0]), false, s.merit}})
		case !s.solved:
			var list []state
			for _, k := range kids {
				list = append(list, state{int(k), false, s.merit})
			}
			insert(list)
		default:
			parent := t.Parent(s.node)
			siblings := t.Kids(parent)
			i := slices.Index(siblings, int32(s.node))
			switch {
			case !isMin(parent): // the best strategy of Max goes through this child: all others are dropped
				open = slices.DeleteFunc(open, func(o state) bool { return o.node > parent && o.node < t.End(parent) })
				insert([]state{{parent, true, s.merit}})
			case i+1 < len(siblings):
				insert([]state{{int(siblings[i+1]), false, s.merit}})
			default:
				insert([]state{{parent, true, s.merit}})
			}
		}
	}
}

func leavesOf(t *testing.T, id string, tree *trees.Tree) (res engine.Result, leaves []int) {
	t.Helper()
	res, err := searchtest.Find(t, id).Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
		if e.Type == trace.Leaf {
			leaves = append(leaves, int(e.Node))
		}
	})
	if err != nil {
		t.Fatalf("%s on %s: %v", id, tree.Text(), err)
	}
	return res, leaves
}

// TestQuestions: Aspiration search, PVS, MTD(f) and SSS* return the value of alpha-beta and its whole line. SSS*
// evaluates the leaves of Stockman's procedure in the same order, and none that alpha-beta does not.
func TestQuestions(t *testing.T) {
	n := *questionTrees
	if testing.Short() {
		n /= 10
	}
	const parts = 4
	for part := range parts {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			fewer := 0
			for seed := part; seed < n; seed += parts {
				rng := rand.New(rand.NewPCG(uint64(seed), 1979))
				s := searchtest.SomeShape(rng)
				if s.Players = 2; rng.IntN(2) == 0 {
					s.Kind = trees.Minimax
				}
				tree := treetest.Random(rng, s)
				want, seen := leavesOf(t, "alphabeta", tree)
				for _, id := range []string{"aspiration", "pvs", "mtdf", "sss"} {
					res, leaves := leavesOf(t, id, tree)
					if res.Value != want.Value || !slices.Equal(res.Line, want.Line) {
						t.Fatalf("%s on %s = %s by %v, want %s by %v", id, tree.Text(), searchtest.Scores(res.Value, tree.Width()), res.Line, searchtest.Scores(want.Value, tree.Width()), want.Line)
					}
					if id != "sss" {
						continue
					}
					value, order := openList(tree)
					if value != res.Value[0] || !slices.Equal(leaves, order) {
						t.Fatalf("on %s\nSSS* evaluates %v, the list OPEN %v", tree.Text(), leaves, order)
					}
					for _, leaf := range leaves {
						if !slices.Contains(seen, leaf) {
							t.Fatalf("on %s\nSSS* evaluates %d, and alpha-beta only %v", tree.Text(), leaf, seen)
						}
					}
					if len(leaves) < len(seen) {
						fewer++
					}
				}
			}
			if fewer == 0 {
				t.Error("SSS* never evaluated fewer leaves than alpha-beta")
			}
		})
	}
}

// The leaves of the smallest tree on which SSS* saves one.
func TestLeavesOfSSS(t *testing.T) {
	tree := searchtest.Read(t, "kind minimax max[ min[5 4] min[6 7] ]")
	for id, want := range map[string][]int{"alphabeta": {2, 3, 5, 6}, "sss": {2, 5, 6}} {
		if _, leaves := leavesOf(t, id, tree); !slices.Equal(leaves, want) {
			t.Errorf("%s evaluates %v, want %v", id, leaves, want)
		}
	}
}

// On a game, with and without an observer, they return what alpha-beta returns.
func TestQuestionsOnGames(t *testing.T) {
	ran := map[string]int{}
	for _, g := range games.Games() {
		pos, err := games.Open(&games.Document{ID: g.ID, Values: map[string]any{}})
		if err != nil || pos.Players() != 2 {
			continue
		}
		o := engine.Options{HasDepth: true, Depth: 3}
		p := engine.OnGame(g.ID, pos)
		if searchtest.Find(t, "alphabeta").Check(&p, o) != nil {
			continue
		}
		want, err := searchtest.Find(t, "alphabeta").Run(context.Background(), engine.OnGame(g.ID, pos), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"aspiration", "pvs", "mtdf", "sss"} {
			a := searchtest.Find(t, id)
			if p := engine.OnGame(g.ID, pos); a.Check(&p, o) != nil {
				continue
			}
			res, err := a.Run(context.Background(), engine.OnGame(g.ID, pos), o, nil)
			if err != nil || res.Value != want.Value {
				t.Errorf("%s on %s = %v, %v, want %v", id, g.ID, res.Value, err, want.Value)
			}
			events, again, err := searchtest.Record(a, engine.OnGame(g.ID, pos), o)
			if err != nil || again.Value != res.Value || again.Stats != res.Stats || len(events) < res.Stats.Nodes {
				t.Errorf("%s on %s with an observer = %v, %v, want %v", id, g.ID, again, err, res)
			}
			ran[id]++
		}
	}
	t.Log(ran)
	for _, id := range []string{"aspiration", "pvs", "mtdf", "sss"} {
		if ran[id] == 0 {
			t.Errorf("%s ran on no game", id)
		}
	}
}
