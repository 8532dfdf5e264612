package algorithms_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

// trial is an algorithm with options and a kind of random trees.
type trial struct {
	id    string
	o     engine.Options
	shape func(*treetest.Shape)
	rules []trace.Rule // rules that must occur
	any   bool         // trees that the algorithm refuses are left out, however many these are
}

func withBounds(s *treetest.Shape)     { s.Bounds = true }
func withStatic(s *treetest.Shape)     { s.Static = true }
func withPasses(s *treetest.Shape)     { s.Passes = true }
func twoPlayers(s *treetest.Shape)     { s.Players = 2 }
func severalPlayers(s *treetest.Shape) { s.Players = max(2, s.Players) }
func minimaxKind(s *treetest.Shape)    { s.Kind = trees.Minimax }
func pathKind(s *treetest.Shape)       { s.Kind = trees.Path }
func constantSum(s *treetest.Shape)    { s.BelowSum, s.Loose = false, false }
func threeInTurn(s *treetest.Shape) {
	s.Players, s.OutOfTurn, s.Uneven, s.MaxNodes, s.MaxLevel, s.Points = 3, false, false, 60, 4, 2+s.Points%4
}

func all(shapes ...func(*treetest.Shape)) func(*treetest.Shape) {
	return func(s *treetest.Shape) {
		for _, f := range shapes {
			f(s)
		}
	}
}

// soundTrials are the trials of TestSound. A sound algorithm that is not among them has one on trees of every shape, in which
// each rule of its pseudo-code must occur.
var soundTrials = []trial{
	{id: "maxn"},
	{id: "immediate", rules: []trace.Rule{trace.Immediate}},
	{id: "shallow", rules: []trace.Rule{trace.Immediate, trace.Shallow}},
	{id: "bnb", shape: withBounds, rules: []trace.Rule{trace.BnBImmediate, trace.BnBShallow}},
	{id: "abbnb", shape: withBounds, rules: []trace.Rule{trace.Immediate, trace.Shallow, trace.BnBImmediate, trace.BnBShallow, trace.ABBnB}},
	{id: "paranoid", rules: []trace.Rule{trace.Alpha, trace.Beta}},
	{id: "paranoid", o: engine.Options{Heuristic: true}, shape: withBounds, rules: []trace.Rule{trace.Alpha, trace.Beta}},
	{id: "paranoid-pn"},
	{id: "paranoid-pn", o: engine.Options{HasDepth: true, Depth: 3}, shape: withStatic},
	{id: "dfpn"},
	{id: "dfpn", o: engine.Options{HasDepth: true, Depth: 3}, shape: withStatic},
	{id: "mopns"},
	{id: "mopns", o: engine.Options{HasDepth: true, Depth: 3}, shape: withStatic},
	{id: "directed-offensive", shape: severalPlayers},
	{id: "directed-offensive", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(severalPlayers, withStatic)},
	{id: "mpmix", shape: severalPlayers, rules: []trace.Rule{trace.Alpha, trace.Beta}},
	{id: "mpmix", o: engine.Options{HasLeadToDefend: true, HasLeadToAttack: true}, shape: severalPlayers, rules: []trace.Rule{trace.Alpha, trace.Beta}},
	{id: "mpmix", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(severalPlayers, withStatic)},
	{id: "brs", shape: all(severalPlayers, withPasses), rules: []trace.Rule{trace.OthersPass, trace.LastReply, trace.Alpha, trace.Beta}},
	{id: "brs", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(severalPlayers, withPasses, withStatic)},
	{id: "brs", o: engine.Options{Unpruned: true}, shape: all(severalPlayers, withPasses), rules: []trace.Rule{trace.OthersPass, trace.LastReply}},
	{id: "brs-plus", shape: severalPlayers, rules: []trace.Rule{trace.OneReply, trace.Alpha, trace.Beta}},
	{id: "brs-plus", o: engine.Options{Unpruned: true}, shape: severalPlayers, rules: []trace.Rule{trace.OneReply}},
	{id: "brs-plus", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(severalPlayers, withStatic)},
	{id: "probmaxn", shape: threeInTurn},
	{id: "probmaxn", o: engine.Options{Against: 5, HasAgainst: true, Rival: 2, HasRival: true, HasDepth: true, Depth: 3}, shape: all(severalPlayers, withStatic)},
	{id: "om-search", shape: twoPlayers, rules: []trace.Rule{trace.Model}},
	{id: "om-search", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(twoPlayers, withStatic)},
	{id: "alphabeta-star", shape: twoPlayers, rules: []trace.Rule{trace.Model, trace.ModelSum}},
	{id: "alphabeta-star", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(twoPlayers, withStatic)},
	{id: "softmaxn"},
	{id: "softmaxn", o: engine.Options{HasDepth: true, Depth: 3}, shape: withStatic},
	{id: "minimax", shape: minimaxKind},
	{id: "alphabeta", shape: minimaxKind, rules: []trace.Rule{trace.Alpha, trace.Beta}},
	{id: "minimax", shape: twoPlayers},
	{id: "alphabeta", shape: twoPlayers, rules: []trace.Rule{trace.Alpha, trace.Beta}},
	{id: "pvs", shape: minimaxKind, rules: []trace.Rule{trace.Alpha, trace.Beta, trace.QuestionHigh, trace.QuestionLow}},
	{id: "pvs", shape: twoPlayers, rules: []trace.Rule{trace.Alpha, trace.Beta, trace.QuestionHigh, trace.QuestionLow}},
	{id: "pvs", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(twoPlayers, withStatic)},
	{id: "aspiration", shape: minimaxKind, rules: []trace.Rule{trace.Alpha, trace.Beta, trace.QuestionHigh, trace.QuestionLow}},
	{id: "aspiration", o: engine.Options{HasWindow: true, Window: 1}, shape: twoPlayers, rules: []trace.Rule{trace.Alpha, trace.Beta, trace.QuestionHigh}},
	{id: "aspiration", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(twoPlayers, withStatic)},
	{id: "mtdf", shape: minimaxKind, rules: []trace.Rule{trace.QuestionHigh, trace.QuestionLow}},
	{id: "mtdf", shape: twoPlayers, rules: []trace.Rule{trace.QuestionHigh, trace.QuestionLow}},
	{id: "mtdf", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(twoPlayers, withStatic)},
	{id: "sss", shape: minimaxKind, rules: []trace.Rule{trace.QuestionHigh, trace.QuestionLow}},
	{id: "sss", shape: twoPlayers, rules: []trace.Rule{trace.QuestionHigh, trace.QuestionLow}},
	{id: "sss", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(twoPlayers, withStatic)},
	{id: "dfbnb", shape: pathKind, rules: []trace.Rule{trace.Cost}},
	{id: "dfbnb", shape: all(pathKind, withBounds), rules: []trace.Rule{trace.Cost}},
	{id: "maxn", o: engine.Options{HasDepth: true, Depth: 2}, shape: withStatic},
	{id: "paranoid", o: engine.Options{HasDepth: true, Depth: 3}, shape: withStatic},
	{id: "paranoid", o: engine.Options{HasDepth: true, Depth: 3, Heuristic: true}, shape: all(withStatic, withBounds)},
	{id: "alphabeta", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(twoPlayers, withStatic)},
	{id: "minimax", o: engine.Options{HasDepth: true, Depth: 3}, shape: all(minimaxKind, withStatic)},
	{id: "immediate", o: engine.Options{Order: int(engine.WorstOrder)}, rules: []trace.Rule{trace.Immediate}},
	{id: "shallow", o: engine.Options{Order: int(engine.LearntOrder)}, rules: []trace.Rule{trace.Immediate, trace.Shallow}},
	{id: "bnb", o: engine.Options{Order: int(engine.HistoryOrder)}, shape: withBounds, rules: []trace.Rule{trace.BnBImmediate, trace.BnBShallow}},
	{id: "paranoid", o: engine.Options{Order: int(engine.KillerOrder)}, rules: []trace.Rule{trace.Alpha, trace.Beta}},
	{id: "alphabeta", o: engine.Options{Order: int(engine.BestOrder)}, shape: minimaxKind, rules: []trace.Rule{trace.Alpha, trace.Beta}},
	{id: "alphabeta", o: engine.Options{Order: int(engine.LearntOrder)}, shape: twoPlayers, rules: []trace.Rule{trace.Alpha, trace.Beta}},
}

func (tr trial) name() string {
	name := tr.id
	for _, o := range tr.o.Given() {
		name += "+" + o.Name
	}
	return name
}

// trees generates random trees for the trial and calls f with each tree that the
// algorithm accepts.
func (tr trial) trees(t *testing.T, n int, f func(a *engine.Algorithm, rng *rand.Rand, tree *trees.Tree)) {
	a, ok := algorithms.Find(tr.id)
	if !ok {
		t.Fatalf("Find(%q) found nothing", tr.id)
	}
	ran := 0
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		s := searchtest.SomeShape(rng)
		if tr.shape != nil {
			tr.shape(&s)
		}
		tree := treetest.Random(rng, s)
		if p := engine.OnTree(tree, 0); (tr.any || s.Bounds || s.Passes) && a.Check(&p, tr.o) != nil {
			continue // for example, no inner node got a heuristic, or one lacks a pass
		}
		ran++
		f(a, rng, tree)
	}
	switch {
	case tr.any && ran == 0:
		t.Skipf("%s refuses trees without chance nodes", tr.name())
	case ran < n/2 && !tr.any:
		t.Errorf("%s ran on %d of %d trees, want at least half", tr.name(), ran, n)
	}
}

// returns reports whether a result has the value that the algorithm guarantees: of one that can reach another
// leaf only the score of the root player.
func returns(a *engine.Algorithm, t *trees.Tree, root int, res *engine.Result, want *trees.Vector) bool {
	p := engine.RootPlayer(t, root) - 1
	return res.Value == *want || slices.Contains(proofSearches, a) && res.Value[p] == want[p]
}

// TestSound compares every sound engine with exhaustive search: the whole
// value, the leaf that it comes from, and the trace's certificates.
func TestSound(t *testing.T) {
	n := 2_000
	if testing.Short() {
		n = 300
	}
	trials := slices.Clone(soundTrials)
	for _, a := range algorithms.All() {
		if a.Sound && !slices.ContainsFunc(trials, func(tr trial) bool { return tr.id == a.ID }) {
			rules := slices.DeleteFunc(a.Rules(engine.Options{}), func(r trace.Rule) bool { return r == trace.Table }) // which is an option
			trials = append(trials, trial{id: a.ID, rules: rules, any: true})
		}
	}
	for _, tr := range trials {
		t.Run(tr.name(), func(t *testing.T) {
			t.Parallel()
			var seen trace.Stats
			tr.trees(t, n, func(a *engine.Algorithm, rng *rand.Rand, tree *trees.Tree) {
				o := tr.o
				if rng.IntN(4) == 0 {
					o.Root = rng.IntN(tree.Len())
				}
				if p := engine.OnTree(tree, 0); a.Passes && a.Check(&p, o) != nil {
					o.Root = 0 // there are other opponents than at that node
				}
				res, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
				if err != nil {
					t.Fatalf("%s on %s = %v", tr.name(), tree.Text(), err)
				}
				depth := -1
				if o.HasDepth {
					depth = o.Depth
				}
				want, _ := a.ReferenceWith(tree, o.Root, &o).Value(tree, o.Root, depth)
				if !returns(a, tree, o.Root, &res, &want) || !res.Reference.Agrees {
					t.Fatalf("%s from %d on %s = (%s), want (%s)", tr.name(), o.Root, tree.Text(), searchtest.Scores(res.Value, tree.Width()), searchtest.Scores(want, tree.Width()))
				}
				if err := checkTrace(tree, a, o, res); err != nil {
					t.Fatalf("%s from %d on %s: %v", tr.name(), o.Root, tree.Text(), err)
				}
				for rule, count := range res.Stats.Prunes {
					seen.Prunes[rule] += count
				}
			})
			for _, rule := range tr.rules {
				if seen.Prunes[rule] == 0 {
					t.Errorf("%s never cut by rule %s", tr.name(), rule)
				}
			}
		})
	}
}

// TestUnsound checks that every unsound engine returns wrong values, and that its events
// are still true.
func TestUnsound(t *testing.T) {
	for _, tr := range []trial{
		{id: "deep", shape: threeInTurn},
		{id: "hypermax", shape: all(threeInTurn, constantSum)},
		{id: "deep-bnb", shape: all(threeInTurn, withBounds)},
		{id: "abbnb", o: engine.Options{AsPrinted: true}, shape: withBounds},
	} {
		t.Run(tr.name(), func(t *testing.T) {
			wrong := 0
			tr.trees(t, 3_000, func(a *engine.Algorithm, _ *rand.Rand, tree *trees.Tree) {
				res, err := a.Run(context.Background(), engine.OnTree(tree, 0), tr.o, nil)
				if err != nil {
					t.Fatalf("%s on %s = %v", tr.name(), tree.Text(), err)
				}
				if !res.Reference.Agrees {
					wrong++
				}
				if err := checkTrace(tree, a, tr.o, res); err != nil {
					t.Fatalf("%s on %s: %v", tr.name(), tree.Text(), err)
				}
			})
			if wrong == 0 {
				t.Errorf("%s was never wrong, want a failure", tr.name())
			}
			t.Logf("%s was wrong on %d of 3,000 trees", tr.name(), wrong)
		})
	}
}
