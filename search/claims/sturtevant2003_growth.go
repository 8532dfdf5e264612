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

// counted is the size of trees in which leaves are counted: high enough for the bounds of all
// players, and small, since speculative pruning cuts little on them.
var counted = compare.TrialSize{Players: 3, Branching: 4, Depth: 6, Nodes: 90, MaxSum: points(9), Delta: trees.Unit}

// Sturtevant 2003, section 4.3: the best case of speculative pruning is F(d) leaves. The
// recurrence adds the bounds of all players. Where two bounds can reach maxsum, shallow
// pruning, which is included, may do with less.
var specBest = Claim{
	ID:    "s2003-best",
	Holds: "In a uniform tree of branching factor b and depth d, speculative pruning visits at least F(d) leaves.",
	Conditions: []Condition{
		{ID: "uniform", Text: "Each inner node has b children, and each leaf is at depth d."},
		{"half", "Each score is less than half of maxsum, so a cut needs the bounds of three players.", "a score may be maxsum"},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "Fewer leaves than the best case", Size: counted, Uniform: true, Leaf: func(rng *rand.Rand) trees.Vector {
			for {
				if v := divided(rng, counted.Players, 9); without == "half" || 2*largest(&v) < counted.MaxSum {
					return v
				}
			}
		}}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			speculative, err := t.Runner(ctx, config("speculative"), nil)
			return func() bool {
				b, d, ok := t.Uniform()
				if !ok {
					return false
				}
				speculative.Run()
				return speculative.Stats().Leaves < papers.BestLeaves(b, counted.Players, d)
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		res, err := f.run(config("speculative"), nil)
		b, d := len(f.Tree.Kids(0)), f.Tree.Height()
		return fmt.Sprintf("Here b is %d and d is %d, so F(d) is %d. Speculative pruning visits %d: the bounds of fewer than three players were enough for a cut.",
			b, d, papers.BestLeaves(b, counted.Players, d), res.Stats.Leaves), []engine.AlgorithmConfig{config("speculative")}, err
	},
}

// high is the size of trees with more plies than players.
var high = compare.TrialSize{Players: 3, Branching: 3, Depth: 6, Nodes: 30, MaxSum: points(6), Delta: trees.Unit}

// Sturtevant 2003, section 4.1: no cut is deeper than n levels below its first bound.
var levelsOfCuts = Claim{
	ID:    "s2003-levels",
	Holds: "A node that last-branch or speculative pruning cuts is at most n levels below the highest node whose bound is used. Here n is 3.",
	Conditions: []Condition{
		{"chain", "The bounds of a cut belong to different players at consecutive nodes.", "deep pruning, which uses bounds from any depth"},
		{ID: "turns", Text: "Each of the n players moves once in n levels."},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "A cut deeper than n levels", Size: high}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			depths := cutDepths{level: map[int32]int{}}
			var runs []*compare.TrialRun
			for _, id := range levelSearches(without) {
				r, err := t.Watched(ctx, config(id), depths.observe)
				if err != nil {
					return nil, err
				}
				runs = append(runs, r)
			}
			return func() bool {
				for _, r := range runs {
					depths.reset()
					if r.Run(); depths.most > high.Players {
						return true
					}
				}
				return false
			}, nil
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		for _, id := range levelSearches(f.Without) {
			depths := cutDepths{level: map[int32]int{}}
			if _, err := f.run(config(id), depths.observe); err != nil {
				return "", nil, err
			}
			if depths.most > high.Players {
				c := config(id)
				return fmt.Sprintf("%s cuts %s, which is %d levels below %s. The bound of player %d there is used.", engine.SpokenName(c.Algorithm),
					f.Tree.Name(int(depths.cut)), depths.most, f.Tree.Name(int(depths.holder.Node)), depths.holder.Player), []engine.AlgorithmConfig{c}, nil
			}
		}
		return "", nil, fmt.Errorf("no cut is deeper than %d levels", high.Players)
	},
}

func levelSearches(without string) []string {
	if without == "chain" {
		return []string{"deep"}
	}
	return []string{"lastbranch", "speculative"}
}

// cutDepths finds the cut of a run that is deepest below its first bound.
type cutDepths struct {
	level  map[int32]int // of the nodes that were entered
	most   int
	cut    int32 // the first child that is cut; without a tree, -1
	holder trace.Term
}

func (c *cutDepths) reset() {
	clear(c.level)
	c.most = 0
}

func (c *cutDepths) observe(e *trace.Event) {
	switch e.Type {
	case trace.Enter:
		c.level[e.Node] = e.Depth
	case trace.Prune:
		for _, t := range e.Terms {
			if t.Player == 0 {
				continue
			}
			if levels := c.level[e.Node] + 1 - c.level[t.Node]; levels > c.most {
				c.most, c.holder, c.cut = levels, t, -1
				if len(e.Cut) > 0 {
					c.cut = e.Cut[0]
				}
			}
		}
	}
}
