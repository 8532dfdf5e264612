package claims

import (
	"context"
	"fmt"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// layered is the size of uniform trees whose children are put in an order.
var layered = compare.TrialSize{Players: 3, Branching: 3, Depth: 5, Nodes: 60, MaxSum: points(6), Delta: trees.Unit}

// ordered makes the trials of a claim about the best order; free: about any order.
func ordered(title string, free bool) compare.Trials {
	s := compare.Trials{Title: title, Size: layered, Uniform: true}
	if !free {
		s.Change = func(t *compare.Trial, _ *rand.Rand) { bestFirst(t) }
	}
	return s
}

var bestComesFirst = Condition{"order", "At each node, the best child for the mover comes first.", "the children come in any order"}

// Sturtevant 2003, section 4.3: with an optimal order no subtree is re-searched.
var noResearch = Claim{
	ID:         "s2003-no-re-search",
	Holds:      "Speculative pruning searches no node twice.",
	Conditions: []Condition{bestComesFirst},
	trials: func(without string) compare.Trials {
		s := ordered("A node is re-searched", without != "")
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			run, err := t.Runner(ctx, config("speculative"), nil)
			return func() bool {
				t.Solve()
				if without == "" && !isBestFirst(t, t.Len()) {
					return false // the tree was reduced
				}
				run.Run()
				return run.Stats().Researched > 0
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		c := config("speculative")
		res, err := f.run(c, nil)
		return fmt.Sprintf("Speculative pruning makes %d visits to the %d nodes, so it re-searches a node.", res.Stats.Nodes, f.Tree.Len()), []engine.AlgorithmConfig{c}, err
	},
}

// Sturtevant 2003, sections 4.2 and 4.3: what each algorithm cuts, the next one cuts.
var threeRules = Claim{
	ID:         "s2003-three-rules",
	Holds:      "Last-branch pruning visits no leaf that shallow pruning does not visit, and speculative pruning visits no leaf that last-branch pruning does not visit.",
	Conditions: []Condition{bestComesFirst},
	trials: func(without string) compare.Trials {
		s := ordered("A rule that cuts more visits another leaf", without != "")
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			var runs []*compare.TrialRun
			for _, id := range []string{"shallow", "lastbranch", "speculative"} {
				r, err := t.Runner(ctx, config(id), nil)
				if err != nil {
					return nil, err
				}
				runs = append(runs, r)
			}
			return func() bool {
				t.Solve()
				if without == "" && !isBestFirst(t, t.Len()) {
					return false
				}
				for _, r := range runs {
					r.Run()
				}
				// The first two need no order, so only the last pair can fail without one.
				return someLeaf(t, runs[1], func(leaf int) bool { return !runs[0].Visited(leaf) }) ||
					someLeaf(t, runs[2], func(leaf int) bool { return !runs[1].Visited(leaf) })
			}, nil
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		return fmt.Sprintf("Speculative pruning visits %s, last-branch pruning does not.", names(f)), []engine.AlgorithmConfig{config("speculative"), config("lastbranch")}, nil
	},
}
