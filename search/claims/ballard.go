package claims

import (
	"context"
	"fmt"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// B. Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial
// Intelligence 21 (1983): Star1 and Star2. The words of the claims are ours.

// gamble is the size of trees with chance nodes. Their leaves are from 0, minp, to maxsum, maxp.
var gamble = compare.TrialSize{Players: 2, Branching: 3, Depth: 4, Nodes: 16, MaxSum: points(6), Delta: trees.Unit}

// outside is the number of points by which leaves may be beyond minp and maxp where that
// condition is dropped.
const outside = 3

var starsAreRight = Claim{
	ID:    "ballard-right",
	Holds: "Star1 and Star2 return the minimax value, with expected values at chance nodes.",
	Conditions: []Condition{
		{"range", "Each leaf is at least minp and at most maxp.", "leaves may be up to 3 points outside"},
		{"window", "A child of a chance node gets its own window, computed from the bounds of the other children.", "it gets the window of the chance node, as in plain alpha-beta"},
		{ID: "sum", Text: "The probabilities at a chance node sum to 1."},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "A search with chance nodes fails here", Size: gamble, Chance: true, Kind: trees.Minimax}
		if without == "range" {
			s.Leaf = func(rng *rand.Rand) trees.Vector {
				v := points(rng.IntN(6+2*outside+1) - outside)
				return trees.Vector{v, -v}
			}
		}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			var runs []*compare.TrialRun
			for _, id := range starsFor(without) {
				r, err := t.Runner(ctx, config(id), nil)
				if err != nil {
					return nil, err
				}
				runs = append(runs, r)
			}
			return func() bool {
				truth := t.Solve()[0]
				for _, r := range runs {
					if r.Run()[0] != truth {
						return true
					}
				}
				return false
			}, nil
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		truth, err := f.run(config("minimax"), nil)
		if err != nil {
			return "", nil, err
		}
		p := f.Problem()
		said, shows := "", []engine.AlgorithmConfig{}
		for _, id := range starsFor(f.Without) {
			c := config(id)
			// If the condition “range” is dropped, the tree has leaves outside its range.
			res, err := compare.Unchecked(c, p)
			if err != nil {
				return "", nil, err
			}
			if res.Value != truth.Value {
				said += fmt.Sprintf("%s returns %s. ", engine.SpokenName(c.Algorithm), f.Tree.FormatValue(res.Value))
				if f.Without == "window" {
					shows = append(shows, c)
				}
			}
		}
		if f.Without == "range" {
			said += fmt.Sprintf("The search assumes that no leaf is below %s or above %s. ", f.Tree.MinP.Scores[0].In(f.Tree.Unit), f.Tree.MaxP.Scores[0].In(f.Tree.Unit))
		}
		return said + fmt.Sprintf("The minimax value is %s.", f.Tree.FormatValue(truth.Value)), append(shows, config("minimax")), nil
	},
}

// starsFor are the searches that a claim about the result is about.
func starsFor(without string) []string {
	if without == "window" {
		return []string{"alphabeta-chance"}
	}
	return []string{"star1", "star2"}
}

// starsFirstCut is our reading of when Star1 can cut. Let q be the total probability of the
// children that are searched, and w = maxp - minp. The average is at most what they give plus
// (1 - q) maxp, and at least what they give plus (1 - q) minp. A cut at β needs
//
//	sum + (1 - q) minp ≥ β, and sum ≤ q maxp, so q w ≥ β - minp
//
// and a cut at α, in the same way, q w ≥ maxp - α.
var starsFirstCut = Claim{
	ID:    "ballard-first-cut",
	Holds: "If Star1 cuts children of a chance node, the searched children have a total probability of at least (β − minp) / (maxp − minp), or at least (maxp − α) / (maxp − minp).",
	Conditions: []Condition{
		{"probe", "No child is probed first.", "Star2, which probes children"},
		{ID: "range", Text: "Each leaf is at least minp and at most maxp."},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "An earlier cut", Size: gamble, Chance: true, Kind: trees.Minimax}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			early := false
			most := t.Range()
			run, err := t.Watched(ctx, firstCutOf(without), func(e *trace.Event) { early = early || isEarly(e, 0, most) })
			return func() bool {
				early = false
				run.Run()
				return early
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		c, said := firstCutOf(f.Without), ""
		least, most := f.Tree.MinP.Scores[0], f.Tree.MaxP.Scores[0]
		// A run on a tree may have a finer unit than the tree.
		_, err := f.run(c, func(e *trace.Event) {
			by := e.Unit / f.Tree.Unit
			if said != "" || !isEarly(e, least*by, most*by) {
				return
			}
			needed := e.Limit.Score - least*by
			if e.Rule == trace.StarAlpha {
				needed = most*by - e.Limit.Score
			}
			known := "None of the children of " + f.Tree.Name(int(e.Node)) + " is"
			if q := searched(e); q.Score > 0 {
				known = fmt.Sprintf("Of the children of %s, those with a total probability of %s are", f.Tree.Name(int(e.Node)), q)
			}
			said = fmt.Sprintf("%s searched when the rest is cut. Without probes a probability of %s would be needed.", known, trees.Number{Score: needed, Unit: (most - least) * by}.Reduced())
		})
		return said, []engine.AlgorithmConfig{c}, err
	},
}

func firstCutOf(without string) engine.AlgorithmConfig {
	if without == "probe" {
		return config("star2")
	}
	return config("star1")
}

// searched returns the total probability of the children that were searched before a cut at a
// chance node.
func searched(e *trace.Event) trees.Number {
	q := trees.Number{Unit: 1}
	for _, t := range e.Terms {
		if t.Origin == trace.BackedUp {
			q = trees.Number{Score: q.Score*t.Prob.Unit + t.Prob.Score*q.Unit, Unit: q.Unit * t.Prob.Unit}.Reduced()
		}
	}
	return q
}

// isEarly reports whether a cut at a chance node comes before enough children are searched.
func isEarly(e *trace.Event, least, most trees.Score) bool {
	if e.Type != trace.Prune || e.Rule != trace.StarAlpha && e.Rule != trace.StarBeta {
		return false
	}
	needed := e.Limit.Score - least
	if e.Rule == trace.StarAlpha {
		needed = most - e.Limit.Score
	}
	return searched(e).Cmp(trees.Number{Score: needed, Unit: most - least}) < 0
}
