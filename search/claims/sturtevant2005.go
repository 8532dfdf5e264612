package claims

import (
	"context"
	"fmt"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// mark is the place in a vector that no player uses: it follows a value up the tree.
const mark = trees.MaxPlayers - 1

// lastLeaf returns the rightmost leaf, and the bounds on the path to it: for each player the
// best score among the children left of the way, where the player moves.
func lastLeaf(t gameTree) (leaf int, bounds trees.Vector) {
	for p := range bounds {
		bounds[p] = engine.NoBound
	}
	for t.Mover(leaf) > 0 {
		first, n := t.Kids(leaf)
		p, last := t.Mover(leaf)-1, first+n-1
		bounds[p] = max(bounds[p], boundBefore(t, leaf, last))
		leaf = last
	}
	return leaf, bounds
}

// free is a leaf whose scores have no common sum.
func free(rng *rand.Rand) (v trees.Vector) {
	for p := range small.Players {
		v[p] = points(rng.IntN(4))
	}
	return v
}

// outcomesOf lists the values of the leaves, but for one.
func outcomesOf(t *compare.Trial, but *trees.Vector, list []trees.Vector) []trees.Vector {
	for i := range t.Len() {
		if v := t.Value(i); t.Mover(i) == 0 && (but == nil || *v != *but) {
			list = append(list, *v)
		}
	}
	return list
}

// Sturtevant 2005, section 4, the theorem of the table. All leaves but the last one have been
//
// visited.
var tableIsOptimal = Claim{
	ID:    "s2005-table",
	Holds: "When all leaves but the last have been visited, the table allows a cut of the last leaf if and only if no outcome there would become the value of the tree.",
	Conditions: []Condition{
		{"all", "The table contains every possible outcome.", "the outcome of the last leaf is missing"},
		{"exact", "The table makes the decision.", "the sum of the bounds makes it"},
		tieRule,
	},
	trials: func(without string) compare.Trials {
		return compare.Trials{
			Title: "The decision is not optimal here", Size: small, Leaf: free,
			Claim: func(_ context.Context, t *compare.Trial) (func() bool, error) {
				rule := ruleWithout(without)
				var all, known []trees.Vector
				return func() bool {
					if _, n := t.Kids(0); n < 2 {
						return false
					}
					t.SolveTo(rule)
					leaf, bounds := lastLeaf(t)
					if without == "exact" && len(held(&bounds)) < 2 {
						return false // one bound shows little
					}
					own := *t.Value(leaf)
					all = outcomesOf(t, nil, all[:0])
					known = all
					if without == "all" {
						known = outcomesOf(t, &own, nil)
					}
					cut := decide(known, &bounds, without == "exact")
					matters := false
					for _, v := range all {
						v[mark] = 1
						*t.Value(leaf) = v
						if t.SolveTo(rule)[mark] == 1 {
							matters = true
							break
						}
					}
					*t.Value(leaf) = own
					return cut == matters
				}, nil
			},
		}
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		rule := ruleWithout(f.Without)
		l := byLevels(f.Tree, rule)
		leaf, bounds := lastLeaf(l)
		explanation := fmt.Sprintf("The bounds on the path to %s are %s.", f.Tree.Name(l.number[leaf]), boundsInWords(&bounds))
		withTable := config("speculative", func(o *engine.Options) { o.Table = true })
		switch f.Without {
		case "exact":
			return explanation + " They sum to less than maxsum, so the sum does not allow a cut. But no outcome is better for each of these players.", []engine.AlgorithmConfig{config("speculative"), withTable}, nil
		case "all":
			return explanation + fmt.Sprintf(" No outcome in the table is better for each of these players, so it allows the cut. But %s, which is missing from the table, is better, and is the value of the tree.", f.Tree.FormatValue(l.value[leaf])), []engine.AlgorithmConfig{config("maxn")}, nil
		default:
			return explanation + " No outcome is better for each of these players, so the table allows the cut. But with ties to the right an equally good outcome is chosen.", []engine.AlgorithmConfig{withTable, config("maxn")}, nil
		}
	},
}

// decide reports whether the bounds allow a cut: by the sum of the bounds, or by a table.
func decide(outcomes []trees.Vector, bounds *trees.Vector, bySum bool) bool {
	if bySum {
		return engine.Linear{Players: small.Players, MaxSum: small.MaxSum}.Prune(bounds, nil, nil)
	}
	return engine.NewTable(small.Players, outcomes, nil).Prune(bounds, nil, nil)
}

// held lists the players who have a bound, from 0.
func held(bounds *trees.Vector) (players []int) {
	for p, b := range bounds {
		if b != engine.NoBound {
			players = append(players, p)
		}
	}
	return players
}

func boundsInWords(bounds *trees.Vector) string {
	var list []string
	for _, p := range held(bounds) {
		list = append(list, fmt.Sprintf("%s for player %d", bounds[p].In(trees.Unit), p+1))
	}
	return trees.InWords(list)
}

// Sturtevant 2005, section 2.3.3: in a constant-sum game the plane x + y + z = maxsum is a
// perfect classifier.
var sumIsExact = Claim{
	ID:    "s2005-constant-sum",
	Holds: "When all leaves but the last have been visited and each player has a bound, the bounds sum to at least maxsum if and only if no outcome at the last leaf would become the value of the tree.",
	Conditions: []Condition{
		{"constant", "The scores of every outcome sum to maxsum.", "they sum to three points less"},
		{"any", "Each division of maxsum among the players is a possible outcome.", "only the values of the other leaves are possible"},
		tieRule,
	},
	trials: func(without string) compare.Trials {
		sum := 9
		if without == "constant" {
			sum = 6
		}
		return compare.Trials{
			Title: "The sum is not exact here", Size: small, Leaf: func(rng *rand.Rand) trees.Vector { return divided(rng, small.Players, sum) },
			Claim: func(_ context.Context, t *compare.Trial) (func() bool, error) {
				rule := ruleWithout(without)
				return func() bool {
					for i := range t.Len() { // its scores may have been reduced
						if t.Mover(i) == 0 && t.Value(i).Sum(small.Players) != points(sum) {
							return false
						}
					}
					t.SolveTo(rule)
					leaf, bounds := lastLeaf(t)
					if len(held(&bounds)) < small.Players {
						return false
					}
					cut := engine.Linear{Players: small.Players, MaxSum: small.MaxSum}.Prune(&bounds, nil, nil)
					own, matters := *t.Value(leaf), false
					for _, v := range possible(t, leaf, &bounds, points(sum), without == "any") {
						v[mark] = 1
						*t.Value(leaf) = v
						if t.SolveTo(rule)[mark] == 1 {
							matters = true
							break
						}
					}
					*t.Value(leaf) = own
					return cut == matters
				}, nil
			},
		}
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		l := byLevels(f.Tree, ruleWithout(f.Without))
		_, bounds := lastLeaf(l)
		explanation := fmt.Sprintf("The bounds are %s; they sum to %s, and maxsum is %s.", boundsInWords(&bounds), bounds.Sum(f.Tree.Players).In(trees.Unit), small.MaxSum.In(trees.Unit))
		c := config("speculative")
		switch f.Without {
		case tieRule.ID:
			return explanation + " But with ties to the right an outcome that is equally good for each player would be chosen.", []engine.AlgorithmConfig{c, config("maxn")}, nil
		}
		return explanation + " So the sum does not allow a cut. But no possible outcome is better for all of them.", []engine.AlgorithmConfig{c, config("speculative", func(o *engine.Options) { o.Table = true })}, nil
	},
}

// possible lists outcomes that decide whether the last leaf matters: the outcome that divides
// the rest above the bounds, and the bounds themselves if they are an outcome. few: only the
// values of the other leaves are possible.
func possible(t *compare.Trial, leaf int, bounds *trees.Vector, sum trees.Score, few bool) (list []trees.Vector) {
	if few {
		for i := range t.Len() {
			if t.Mover(i) == 0 && i != leaf {
				list = append(list, *t.Value(i))
			}
		}
		return list
	}
	var v trees.Vector
	rest := sum - bounds.Sum(small.Players)
	for p := range small.Players {
		v[p] = bounds[p] + rest/trees.Score(small.Players)
	}
	v[0] += rest % trees.Score(small.Players)
	for _, score := range v[:small.Players] {
		if score < 0 {
			return nil
		}
	}
	return []trees.Vector{v}
}
