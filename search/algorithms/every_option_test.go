package algorithms_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
)

var optionTrees = flag.Int("optiontrees", 60_000, "random runs of all sound algorithms, with all combinations of their options")

// treeOptions are the options that a search of an explicit tree can have, besides root and
// depth.
var treeOptions = []string{"discrete", "table", "heuristic", "as_printed", "strict", "unpruned"}

// soundConfigs returns the sound algorithms with every combination of treeOptions.
func soundConfigs() (list []engine.AlgorithmConfig) {
	for _, a := range algorithms.All() {
		configs := []engine.AlgorithmConfig{{Algorithm: a}}
		for _, name := range treeOptions {
			if !slices.Contains(a.Options, name) {
				continue
			}
			spec := engine.OptionSpecs[slices.IndexFunc(engine.OptionSpecs, func(s *engine.OptionSpec) bool { return s.Name == name })]
			for _, c := range slices.Clone(configs) {
				spec.SetOn(&c.Options, true)
				configs = append(configs, c)
			}
		}
		list = append(list, slices.DeleteFunc(configs, func(c engine.AlgorithmConfig) bool { return !c.Sound() })...)
	}
	return list
}

// TestEveryOption runs every sound algorithm with every combination of options, from any
// root and to any depth, and compares the value with exhaustive search. It checks the events
// of some of these runs.
func TestEveryOption(t *testing.T) {
	configs := soundConfigs()
	const parts = 2
	n := *optionTrees / parts
	if testing.Short() {
		n /= 12
	}
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			ran := make([]int, len(configs))
			deep := make([]int, len(configs))
			for seed := range n {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(200+part)))
				tree := searchtest.AnyTree(rng)
				for range 4 { // the first one that can run on the tree
					i := rng.IntN(len(configs))
					c := configs[i]
					if rng.IntN(3) == 0 {
						c.Options.Root = rng.IntN(tree.Len())
					}
					if slices.Contains(c.Algorithm.Options, "depth") && rng.IntN(3) == 0 {
						c.Options.HasDepth, c.Options.Depth = true, rng.IntN(6)
					}
					if p := engine.OnTree(tree, 0); c.Algorithm.Check(&p, c.Options) != nil {
						continue
					}
					ran[i]++
					if c.Options.HasDepth {
						deep[i]++
					}
					res, err := c.Algorithm.Run(context.Background(), engine.OnTree(tree, 0), c.Options, nil)
					var stopped *engine.LimitError
					if errors.As(err, &stopped) && stopped.Message == algorithms.ErrMixture {
						continue // an average of prob-max^n is not exact
					}
					if err != nil {
						t.Fatalf("%s %+v on %s = %v", c.Spec(), c.Options, tree.Text(), err)
					}
					depth := -1
					if c.Options.HasDepth {
						depth = c.Options.Depth
					}
					want, _ := c.Algorithm.ReferenceWith(tree, c.Options.Root, &c.Options).Value(tree, c.Options.Root, depth)
					if !returns(c.Algorithm, tree, c.Options.Root, &res, &want) {
						t.Fatalf("%s %+v on %s = (%s), want (%s)", c.Spec(), c.Options, tree.Text(), searchtest.Scores(res.Value, tree.Width()), searchtest.Scores(want, tree.Width()))
					}
					if rng.IntN(4) > 0 {
						break
					}
					if err := checkTrace(tree, c.Algorithm, c.Options, res); err != nil {
						t.Fatalf("%s %+v on %s: %v", c.Spec(), c.Options, tree.Text(), err)
					}
					break
				}
			}
			for i, c := range configs {
				if !testing.Short() && (ran[i] == 0 || deep[i] == 0 && slices.Contains(c.Algorithm.Options, "depth")) {
					t.Errorf("%s ran on %d trees, %d of them with a depth", c.Spec(), ran[i], deep[i])
				}
			}
		})
	}
}
