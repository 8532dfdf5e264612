package claims

import (
	"context"
	"fmt"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// G. Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12 (1979);
// I. Roizen and J. Pearl, "A minimax algorithm better than alpha-beta? Yes and no", Artificial
// Intelligence 21 (1983). The words of the claim are ours.

var sssDominates = Claim{
	ID:    "stockman-dominates",
	Holds: "SSS* evaluates no leaf that alpha-beta does not evaluate, and returns the same value.",
	Conditions: []Condition{
		{"memory", "SSS* remembers what it has seen: a leaf counts once.", "each visit of a node counts, as if nothing was remembered"},
		{ID: "order", Text: "Both search the children of a node from left to right."},
	},
	trials: func(without string) compare.Trials {
		size := small
		size.Players = 2
		s := compare.Trials{Title: "SSS* visits more", Size: size, Kind: trees.Minimax, Leaf: zeroSum}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			alphabeta, err := t.Runner(ctx, config("alphabeta"), nil)
			if err != nil {
				return nil, err
			}
			sss, err := t.Runner(ctx, config("sss"), nil)
			return func() bool {
				value, other := alphabeta.Run()[0], sss.Run()[0]
				if without == "memory" {
					return sss.Stats().Nodes > alphabeta.Stats().Nodes
				}
				fails := value != other
				for i := range t.Len() {
					if _, kids := t.Kids(i); kids == 0 && sss.Visited(i) && !alphabeta.Visited(i) {
						t.Mark(i)
						fails = true
					}
				}
				return fails
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		alphabeta, err := f.run(config("alphabeta"), nil)
		if err != nil {
			return "", nil, err
		}
		sss, err := f.run(config("sss"), nil)
		return fmt.Sprintf("SSS* visits %d nodes in all passes together, alpha-beta %d.", sss.Stats.Nodes, alphabeta.Stats.Nodes),
			[]engine.AlgorithmConfig{config("sss"), config("alphabeta")}, err
	},
}
