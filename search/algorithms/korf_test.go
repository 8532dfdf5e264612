package algorithms_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

// korf is procedure Shallow of Korf 1991, section 3.2, written again from the
// paper, for explicit trees only: it passes the bound, returns the value, and
// lists the visited nodes.
//
//	Shallow (Node, Player, Bound)
//	  IF Node is terminal, RETURN static value
//	  Best = Shallow (first Child, next Player, sum)
//	  FOR each remaining Child
//	    IF Best[Player] >= Bound, RETURN Best
//	    Current = Shallow (Child, next Player, sum - Best[Player])
//	    IF Current[Player] > Best[Player], Best = Current
//	  RETURN Best
func korf(t *trees.Tree, node int, bound trees.Score, visited *[]int32) trees.Vector {
	*visited = append(*visited, int32(node))
	if t.IsLeaf(node) {
		v, _ := t.Value(node)
		return v
	}
	sum, player := t.MaxSum.Score, t.Mover(node)-1
	kids := t.Kids(node)
	best := korf(t, int(kids[0]), sum, visited)
	for _, child := range kids[1:] {
		if best[player] >= bound {
			return best
		}
		if current := korf(t, int(child), sum-best[player], visited); current[player] > best[player] {
			best = current
		}
	}
	return best
}

// TestShallowMatchesKorf checks that, if movers alternate, shallow visits exactly
// the nodes of Korf's procedure, in its order.
func TestShallowMatchesKorf(t *testing.T) {
	a, _ := algorithms.Find("shallow")
	for seed := range 3_000 {
		rng := rand.New(rand.NewPCG(uint64(seed), 2))
		s := searchtest.SomeShape(rng)
		s.OutOfTurn, s.Players = false, 2+rng.IntN(5)
		tree := treetest.Random(rng, s)
		var got, want []int32
		value := korf(tree, 0, tree.MaxSum.Score, &want)
		res, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
			if e.Type == trace.Enter {
				got = append(got, e.Node)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if res.Value != value || !slices.Equal(got, want) {
			t.Fatalf("shallow on %s visits %v, want %v", tree.Text(), got, want)
		}
	}
}
