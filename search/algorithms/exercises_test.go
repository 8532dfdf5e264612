package algorithms_test

import (
	"context"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees/exercises"
)

// TestExercises runs the algorithm of every exercise of the textbooks, and every other
// that is sound and searches for the same value, and compares the value, the move and the
// leaves that are not visited with the answer.
func TestExercises(t *testing.T) {
	for _, e := range exercises.All() {
		own, ok := algorithms.Find(e.Algorithm)
		if !ok {
			t.Errorf("%s: there is no algorithm %s", e.ID, e.Algorithm)
			continue
		}
		configs, _ := compare.ConfigsOn(e.Tree, 0)
		if e.Strict {
			configs = append(configs, engine.AlgorithmConfig{Algorithm: own, Options: engine.Options{Strict: true}})
		}
		ran := false
		for _, c := range configs {
			if !c.Sound() || c.Algorithm.Reference != own.Reference {
				continue
			}
			visited := map[int32]bool{}
			res, err := c.Algorithm.Run(context.Background(), engine.OnTree(e.Tree, 0), c.Options, func(event *trace.Event) {
				if event.Type == trace.Enter {
					visited[event.Node] = true
				}
			})
			if err != nil {
				t.Errorf("%s by %s: %v", e.ID, c.Spec(), err)
				continue
			}
			if res.Value != e.Value {
				t.Errorf("%s by %s = (%s), want (%s)", e.ID, c.Spec(), searchtest.Scores(res.Value, e.Width()), searchtest.Scores(e.Value, e.Width()))
			}
			if c.Algorithm != own || c.Options != (engine.Options{Strict: e.Strict}) {
				continue
			}
			ran = true
			if e.Move != 0 && int(res.Line[1]) != e.Move {
				t.Errorf("%s by %s moves to %s, want %s", e.ID, c.Spec(), e.Tree.Name(int(res.Line[1])), e.Tree.Name(e.Move))
			}
			var cut []int
			for n := range e.Tree.Len() {
				if e.Tree.IsLeaf(n) && !visited[int32(n)] {
					cut = append(cut, n)
				}
			}
			if e.HasCut && !slices.Equal(cut, e.Cut) {
				t.Errorf("%s by %s does not visit %v, want %v", e.ID, c.Spec(), cut, e.Cut)
			}
		}
		if !ran {
			t.Errorf("%s: %s does not run on it", e.ID, e.Algorithm)
		}
	}
}
