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

var (
	lowerBound = Condition{"lower", "No score is negative.", "a score may be as low as −3"}
	sumBound   = Condition{"sum", "The scores of a leaf sum to at most maxsum.", "a leaf may have up to 3 points more than maxsum"}
	tieRule    = Condition{"ties", "In a tie the leftmost child wins.", "in max^n the rightmost child wins"}
)

// leaves returns how leaves are made without a condition; nil: as usual.
func leaves(without string) func(rng *rand.Rand) trees.Vector {
	switch without {
	case lowerBound.ID:
		return func(rng *rand.Rand) trees.Vector {
			v := divided(rng, small.Players, 9)
			pay := rng.IntN(small.Players)
			k := min(points(rng.IntN(4)), v[pay]+points(3))
			v[pay] -= k
			v[(pay+1+rng.IntN(2))%small.Players] += k
			return v
		}
	case sumBound.ID:
		return func(rng *rand.Rand) trees.Vector { return divided(rng, small.Players, 9+rng.IntN(4)) }
	}
	return nil
}

func ruleWithout(without string) compare.TieRule {
	if without == tieRule.ID {
		return compare.Rightmost
	}
	return compare.Leftmost
}

// Sturtevant 2003, section 4.1, Lemma 1.
var specLemma = Claim{
	ID:    "s2003-lemma-1",
	Holds: "If the bounds of players at consecutive nodes sum to maxsum, the value of the tree does not come from a later child of the last node.",
	Conditions: []Condition{lowerBound, sumBound, tieRule,
		{"unique", "The sum has at most one bound for each player.", "a player may be counted twice"}},
	trials: func(without string) compare.Trials {
		size := small
		if without == "unique" {
			size.Players = 2 // then a player moves again soon
		}
		return compare.Trials{
			Title: "The lemma fails here", Size: size, Free: without == lowerBound.ID || without == sumBound.ID, Leaf: leaves(without),
			Claim: func(_ context.Context, t *compare.Trial) (func() bool, error) {
				rule := ruleWithout(without)
				return func() bool {
					t.SolveTo(rule)
					holders, _ := sequence(t, rule, small.MaxSum, without == "unique")
					for _, i := range holders {
						t.Mark(i)
					}
					return holders != nil
				}, nil
			},
		}
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		rule := ruleWithout(f.Without)
		l := byLevels(f.Tree, rule)
		holders, sum := sequence(l, rule, small.MaxSum, f.Without == "unique")
		with, list := "Max^n", []string{}
		if rule == compare.Rightmost {
			with = "Max^n with ties to the right"
		}
		for _, h := range holders {
			list = append(list, boundBefore(l, h, chosen(l, h, rule)).In(trees.Unit).String())
		}
		bounds := "The bounds on the path to " + f.Tree.FormatValue(l.value[0]) + " are " + trees.InWords(list) + "; they sum to " + sum.In(trees.Unit).String()
		if len(list) == 1 {
			bounds = "The bound on the path to " + f.Tree.FormatValue(l.value[0]) + " is " + list[0]
		}
		return fmt.Sprintf("%s, and maxsum is %s. But %s chooses that value.", bounds, small.MaxSum.In(trees.Unit), with), []engine.AlgorithmConfig{config("maxn")}, nil
	},
}

// sequence returns nodes that follow each other on the line of the root, whose bounds
// before the line was found sum to maxsum; nil: there are none. twice: a player may occur twice.
func sequence(t gameTree, rule compare.TieRule, maxsum trees.Score, twice bool) (holders []int, sum trees.Score) {
	for from := 0; t.Mover(from) > 0; from = chosen(t, from, rule) {
		seen := 0
		holders, sum = holders[:0], 0
		for i := from; t.Mover(i) > 0; {
			child := chosen(t, i, rule)
			bound := boundBefore(t, i, child)
			if bound == engine.NoBound || !twice && seen>>t.Mover(i)&1 == 1 {
				break
			}
			seen |= 1 << t.Mover(i)
			holders, sum = append(holders, i), sum+bound
			if sum >= maxsum {
				return holders, sum
			}
			i = child
		}
	}
	return nil, 0
}

// Sturtevant 2003, section 4.3: speculative pruning returns the max^n value.
var speculativeIsRight = Claim{
	ID:    "s2003-speculative",
	Holds: "Speculative pruning returns the same score vector as max^n.",
	Conditions: []Condition{lowerBound, sumBound, tieRule,
		{"corrected", "A player without a bound does not count, and every child that returned no value is kept for a re-search.", "the procedure of Figure 7, exactly as printed"}},
	trials: func(without string) compare.Trials {
		return compare.Trials{
			Title: "Speculative pruning is wrong here", Size: small, Free: without == lowerBound.ID || without == sumBound.ID, Leaf: leaves(without),
			Claim: func(ctx context.Context, t *compare.Trial) (func() bool, error) {
				c := speculativeWithout(without)
				run, err := t.Runner(ctx, c, nil)
				return func() bool {
					if _, n := t.Kids(0); n < 2 {
						return false // such a tree shows nothing
					}
					p := t.Mover(0) - 1
					truth := *t.SolveTo(ruleWithout(without))
					v := *run.Run()
					if without == tieRule.ID { // only if it changes the result of the player at the root
						return v[p] != truth[p]
					}
					return run.NoValue() || v != truth
				}, err
			},
		}
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		c := speculativeWithout(f.Without)
		res, err := f.run(c, nil)
		truth := compare.MaxN(f.Tree, ruleWithout(f.Without))
		explanation := "Speculative pruning returns " + f.Tree.FormatValue(res.Value)
		if res.NoValue {
			explanation = "Speculative pruning returns no value"
		}
		if f.Without == tieRule.ID {
			return fmt.Sprintf("%s. Max^n with ties to the right returns %s.", explanation, f.Tree.FormatValue(truth)), []engine.AlgorithmConfig{c}, err
		}
		return fmt.Sprintf("%s. Max^n returns %s.", explanation, f.Tree.FormatValue(truth)), []engine.AlgorithmConfig{c, config("maxn")}, err
	},
}

// Sturtevant 2003, sections 4.1 and 4.3, with four players: a node in the middle of a chain
// can end without a value.
var morePlayers = Claim{
	ID:    "s2003-more-players",
	Holds: "With four players speculative pruning returns the same score vector as max^n, on trees with a node that returns no value although nothing was cut there.",
	Conditions: []Condition{
		{ID: lowerBound.ID, Text: lowerBound.Text},
		{ID: sumBound.ID, Text: sumBound.Text},
		tieRule,
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "Speculative pruning is wrong here", Size: fourPlayers}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			passed := passedUp{cut: map[int32]bool{}}
			run, err := t.Watched(ctx, config("speculative"), passed.observe)
			return func() bool {
				passed.reset()
				if _, n := t.Kids(0); n < 2 {
					return false
				}
				p := t.Mover(0) - 1
				truth := *t.SolveTo(ruleWithout(without))
				v := *run.Run()
				if without == tieRule.ID { // only if it changes the result of the player at the root
					return passed.found && v[p] != truth[p]
				}
				return passed.found && v != truth
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		c := config("speculative")
		res, err := f.run(c, nil)
		with := "Max^n"
		if f.Without == tieRule.ID {
			with = "Max^n with ties to the right"
		}
		return fmt.Sprintf("Speculative pruning returns %s. %s returns %s.", f.Tree.FormatValue(res.Value), with, f.Tree.FormatValue(compare.MaxN(f.Tree, ruleWithout(f.Without)))),
			[]engine.AlgorithmConfig{c, config("maxn")}, err
	},
}

// fourPlayers is the size of trees in which a chain has a node in the middle.
var fourPlayers = compare.TrialSize{Players: 4, Branching: 3, Depth: 5, Nodes: 20, MaxSum: points(6), Delta: trees.Unit}

// passedUp finds a node that returns no value although nothing was cut there.
type passedUp struct {
	cut   map[int32]bool
	found bool
}

func (p *passedUp) reset() {
	clear(p.cut)
	p.found = false
}

func (p *passedUp) observe(e *trace.Event) {
	switch e.Type {
	case trace.Enter:
		delete(p.cut, e.Node)
	case trace.Prune:
		p.cut[e.Node] = true
	case trace.Exit:
		p.found = p.found || !e.HasValue && !p.cut[e.Node]
	}
}

func speculativeWithout(without string) engine.AlgorithmConfig {
	return config("speculative", func(o *engine.Options) { o.AsPrinted = without == "corrected" })
}

// allEqual is the size of the trees of the all-equal case: three plies give each player a node.
var allEqual = compare.TrialSize{Players: 3, Branching: 3, Depth: 4, Nodes: 60, MaxSum: points(9), Delta: trees.Unit}

// Sturtevant 2003, section 4.2: the all-equal case.
var allEqualCase = Claim{
	ID:    "s2003-all-equal",
	Holds: "Last-branch pruning cuts something, shallow pruning cuts nothing, and both return the max^n value.",
	Conditions: []Condition{
		{"equal", "All leaves have the same evaluation.", "each leaf divides maxsum differently"},
		{"two", "No two of its scores sum to maxsum.", "two of its scores sum to maxsum"},
		{"sum", "The scores of a leaf sum to maxsum.", "every leaf has one point less for each player"},
		{"deep", "Each player moves on every path.", "the tree may have fewer plies"},
		{"uniform", "Each inner node has the same number of children, at least two, and all leaves have the same depth.", ""},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "The all-equal case fails here", Size: allEqual, Uniform: true}
		each := trees.Vector{points(3), points(3), points(3)}
		switch without {
		case "sum":
			each = trees.Vector{points(2), points(2), points(2)}
		case "two":
			each = trees.Vector{points(5), points(4)}
		}
		s.Leaf = func(*rand.Rand) trees.Vector { return each }
		if without == "equal" {
			s.Leaf = func(rng *rand.Rand) trees.Vector { return divided(rng, allEqual.Players, 9) }
		}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			last, err := t.Runner(ctx, config("lastbranch"), nil)
			if err != nil {
				return nil, err
			}
			shallow, err := t.Runner(ctx, config("shallow"), nil)
			return func() bool {
				b, depth, ok := t.Uniform()
				if !ok || b < 2 || without != "deep" && depth < allEqual.Players {
					return false
				}
				for i := range t.Len() { // its scores may have been reduced
					if v := t.Value(i); t.Mover(i) == 0 && (without != "equal" && *v != each || without == "equal" && v.Sum(allEqual.Players) != allEqual.MaxSum) {
						return false
					}
				}
				truth := *t.Solve()
				cutLast, cutShallow := false, false
				vLast := *last.Run()
				cutLast = last.Stats().Nodes < t.Len()
				vShallow := *shallow.Run()
				cutShallow = shallow.Stats().Nodes < t.Len()
				return !cutLast || cutShallow || vLast != truth || vShallow != truth
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		shows := []engine.AlgorithmConfig{config("lastbranch"), config("shallow")}
		nodes := [2]int{}
		for i, c := range shows {
			res, err := f.run(c, nil)
			if err != nil {
				return "", nil, err
			}
			nodes[i] = res.Stats.Nodes
		}
		return fmt.Sprintf("Of %d nodes, last-branch pruning visits %d and shallow pruning visits %d.", f.Tree.Len(), nodes[0], nodes[1]), shows, nil
	},
}
