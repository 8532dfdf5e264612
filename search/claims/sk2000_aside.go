package claims

import (
	"context"
	"fmt"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees"
)

// Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”, the aside: with whole
// scores a cut is possible one point earlier.
var wholeNumbers = Claim{
	ID:    "sk2000-whole",
	Holds: "If the bounds of a node and its parent sum to maxsum less one, the remaining children do not change whether the node is better for the parent’s player than that player’s bound.",
	Conditions: []Condition{
		{"whole", "Every score is a whole number.", "a score may be a half"},
		{"best", "The best value so far at the node is not better for the parent’s player than that player’s bound.", "it may be better"},
		tieRule,
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "One point less is not enough", Size: small}
		if without == "whole" {
			s.Size.Delta = trees.Unit / 2
		}
		s.Claim = func(_ context.Context, t *compare.Trial) (func() bool, error) {
			rule := ruleWithout(without)
			return func() bool {
				t.SolveTo(rule)
				c := tooEarly(t, t.Len(), rule, without)
				if c.node < 0 {
					return false
				}
				t.Mark(c.node)
				return true
			}, nil
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		rule := ruleWithout(f.Without)
		l := byLevels(f.Tree, rule)
		c := tooEarly(l, len(l.number), rule, f.Without)
		if c.node < 0 {
			return "", nil, fmt.Errorf("no cut is too early")
		}
		name := f.Tree.Name(l.number[c.node])
		return fmt.Sprintf("Player %d has %s above %s, and player %d has %s there after %s: together %s, and maxsum is %s. If the rest is cut, %s gives player %d %s. If it is searched, %s gives player %d %s.", c.above, c.x.In(trees.Unit), name, l.Mover(c.node), c.y.In(trees.Unit),
			f.Tree.Name(l.number[c.after]), (c.x + c.y).In(trees.Unit), small.MaxSum.In(trees.Unit), name, c.above, l.value[c.best][c.above-1].In(trees.Unit), name, c.above, l.value[c.node][c.above-1].In(trees.Unit)), []engine.AlgorithmConfig{config("maxn")}, nil
	},
}

// An earlyCut is a place at which the rule of the aside cuts too early.
type earlyCut struct {
	node, after int // the node, and the child after which its rest would be cut; node -1: none
	best        int // the best child so far
	above       int // the player of the parent
	x, y        trees.Score
}

// tooEarly returns a cut of the aside that would change whether the node is better than the
// bound for the player above. The tree must be solved.
func tooEarly(t gameTree, nodes int, rule compare.TieRule, without string) earlyCut {
	for up := range nodes {
		first, kids := t.Kids(up)
		for node := first + 1; node < first+kids; node++ {
			own, above := t.Mover(node), t.Mover(up)
			if own == 0 || own == above {
				continue
			}
			x := boundBefore(t, up, node)
			child, n := t.Kids(node)
			best := child
			for k := child; k < child+n-1; k++ {
				if v := t.Value(k)[own-1]; v > t.Value(best)[own-1] || v == t.Value(best)[own-1] && rule == compare.Rightmost {
					best = k
				}
				y := t.Value(best)[own-1]
				pleases := t.Value(best)[above-1] > x
				if x+y+trees.Unit >= small.MaxSum && x+y < small.MaxSum && (without == "best" || !pleases) && pleases != (t.Value(node)[above-1] > x) {
					return earlyCut{node, k, best, above, x, y}
				}
			}
		}
	}
	return earlyCut{node: -1}
}

// Sturtevant & Korf 2000, the same section: the best case of ABBnB is that of shallow
// pruning, if no cut is by the heuristic alone.
var abbnbBest = Claim{
	ID:    "sk2000-abbnb-best",
	Holds: "In a uniform tree of branching factor b and depth d, ABBnB visits at least F(d) leaves.",
	Conditions: []Condition{
		{ID: "uniform", Text: "Each inner node has b children, and each leaf is at depth d."},
		{"alone", "No node is cut by the heuristic alone, neither before its first child nor because its mover has the most that the heuristic allows.", "the heuristic may cut alone"},
		{ID: "maxsum", Text: "No score equals maxsum."},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "Fewer leaves than the best case", Size: uniform, Uniform: true, Bounds: true, Leaf: func(rng *rand.Rand) trees.Vector {
			for {
				if v := divided(rng, uniform.Players, 9); largest(&v) < uniform.MaxSum {
					return v
				}
			}
		}}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			alone := false
			abbnb, err := t.Watched(ctx, config("abbnb"), func(e *trace.Event) { alone = alone || byHeuristicAlone(e) })
			return func() bool {
				b, d, ok := t.Uniform()
				if !ok || outOfBounds(t) {
					return false
				}
				alone = false
				abbnb.Run()
				return abbnb.Stats().Leaves < papers.BestLeaves(b, 2, d) && (without == "alone" || !alone)
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		res, err := f.run(config("abbnb"), nil)
		b, d := len(f.Tree.Kids(0)), f.Tree.Height()
		return fmt.Sprintf("Here b is %d and d is %d, so F(d) is %d. ABBnB visits %d.", b, d, papers.BestLeaves(b, 2, d), res.Stats.Leaves), []engine.AlgorithmConfig{config("abbnb"), config("shallow")}, err
	},
}

// byHeuristicAlone reports whether a cut needs no score of a child of the node, or no score
// of another node: shallow pruning makes no such cut.
func byHeuristicAlone(e *trace.Event) bool {
	if e.Type != trace.Prune {
		return false
	}
	if e.Rule == trace.BnBImmediate || e.Rule == trace.BnBShallow {
		return true
	}
	backedUp := 0
	for _, term := range e.Terms {
		if term.Origin == trace.BackedUp {
			backedUp++
		}
	}
	return backedUp < 2
}
