package claims

import (
	"context"
	"fmt"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// Sturtevant 2003, section 4.4: both rules with δ.
var deltaRules = Claim{
	ID:    "s2003-delta",
	Holds: "Last-branch and speculative pruning with δ return the same score vector as max^n.",
	Conditions: []Condition{
		{"delta", "Two scores of a player are equal or differ by at least δ.", "they may differ by half of δ"},
		{"best", "The second rule cuts only if the best value so far is not better for all the other players.", "it tests the first branch instead, as printed in the paper"},
		{tieRule.ID, tieRule.Text, tieRule.Drop},
		{ID: lowerBound.ID, Text: lowerBound.Text},
		{ID: sumBound.ID, Text: sumBound.Text},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "Pruning with δ is wrong here", Size: stepwise, Free: without == "delta"}
		if without == "delta" {
			s.Leaf = func(rng *rand.Rand) trees.Vector {
				v := divided(rng, stepwise.Players, int(2*stepwise.MaxSum/trees.Unit))
				for p := range v {
					v[p] /= 2
				}
				return v
			}
		}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			var runs []*compare.TrialRun
			for _, c := range deltaConfigs(without) {
				r, err := t.Runner(ctx, c, nil)
				if err != nil {
					return nil, err
				}
				runs = append(runs, r)
			}
			return func() bool {
				if _, n := t.Kids(0); n < 2 {
					return false
				}
				p := t.Mover(0) - 1
				for _, r := range runs {
					truth, v := *t.SolveTo(ruleWithout(without)), *r.Run()
					if without == tieRule.ID && v[p] != truth[p] || without != tieRule.ID && (r.NoValue() || v != truth) {
						return true
					}
				}
				return false
			}, nil
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		truth := compare.MaxN(f.Tree, ruleWithout(f.Without))
		for _, c := range deltaConfigs(f.Without) {
			p := f.Problem()
			p.Tree = nil // a search on a tree would reject scores that differ by less than δ
			res, err := c.Algorithm.Run(context.Background(), p, c.Options, nil)
			if err != nil {
				return "", nil, err
			}
			if res.Value == truth && !res.NoValue {
				continue
			}
			with := "Max^n"
			if f.Without == tieRule.ID {
				with = "Max^n with ties to the right"
			}
			shows := []engine.AlgorithmConfig{c, config("maxn")}
			if f.Without == "delta" {
				shows = shows[1:]
			}
			return fmt.Sprintf("%s with δ returns %s. %s returns %s.", engine.SpokenName(c.Algorithm), f.Tree.FormatValue(res.Value), with, f.Tree.FormatValue(truth)), shows, nil
		}
		return "", nil, fmt.Errorf("every search returns %s", f.Tree.FormatValue(truth))
	},
}

// stepwise is the size of trees with few different scores: there δ often matters.
var stepwise = compare.TrialSize{Players: 3, Branching: 3, Depth: 4, Nodes: 15, MaxSum: points(4), Delta: trees.Unit}

func deltaConfigs(without string) []engine.AlgorithmConfig {
	discrete := func(o *engine.Options) { o.Discrete = true }
	if without == "best" {
		return []engine.AlgorithmConfig{config("speculative", discrete, func(o *engine.Options) { o.AsPrinted = true })}
	}
	return []engine.AlgorithmConfig{config("lastbranch", discrete), config("speculative", discrete)}
}
