package checks_test

import (
	"math/rand/v2"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/treetest"
)

// TestRightRunsWithChance checks runs of our own engines on trees of several players with chance
// nodes: nothing is wrong, and most of their cuts are decided.
func TestRightRunsWithChance(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 44))
	cuts, undecided := 0, 0
	for range 3_000 {
		a, _ := algorithms.Find([]string{"immediate", "shallow", "lastbranch", "speculative"}[random.IntN(4)])
		tree := treetest.Random(random, treetest.Shape{Players: 2 + random.IntN(3), OutOfTurn: true, Uneven: true, BelowSum: true, Chance: true})
		p := engine.OnTree(tree, 0)
		if tree.IsLeaf(0) || a.Check(&p, engine.Options{}) != nil {
			continue
		}
		text := printed(t, a, tree, engine.Options{}, withTree(tree, a.ID, ""))
		r := check(t, text, checks.Options{})
		if r.Errors > 0 || r.First.Line > 0 {
			t.Fatalf("%s is %s: %+v, first difference %+v\n%s", a.ID, r.Verdict, r.Checks, r.First, numbered(text))
		}
		for i := range r.Run.Events {
			if r.Run.Events[i].Skips > 0 {
				cuts++
			}
		}
		for i := range r.Checks {
			if r.Checks[i].Verdict == checks.Undecided {
				undecided++
			}
		}
	}
	t.Logf("%d cuts, %d not decided", cuts, undecided)
	if cuts < 500 || undecided > cuts/4 {
		t.Errorf("%d of %d cuts are not decided", undecided, cuts)
	}
}

// TestRightRunsOfTwoPlayersWithChance checks the algorithms of two players on trees with chance.
func TestRightRunsOfTwoPlayersWithChance(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 44))
	verdicts := map[string]map[string]int{}
	for range 3_000 {
		id := []string{"minimax", "alphabeta", "alphabeta-chance", "star1", "star2"}[random.IntN(5)]
		a, _ := algorithms.Find(id)
		tree := treetest.Random(random, treetest.Shape{Kind: trees.Minimax, Players: 2, OutOfTurn: true, Uneven: true, Chance: true, Range: true})
		p := engine.OnTree(tree, 0)
		if tree.IsLeaf(0) || a.Check(&p, engine.Options{}) != nil {
			continue
		}
		text := printed(t, a, tree, engine.Options{}, withTree(tree, id, ""))
		r := check(t, text, checks.Options{})
		for i := range r.Checks {
			if r.Checks[i].Verdict == checks.Unsound && !a.Sound {
				r.Errors--
			}
		}
		if r.Errors > 0 {
			t.Fatalf("%s is %s: %+v, first difference %+v\n%s", id, r.Verdict, r.Checks, r.First, numbered(text))
		}
		if verdicts[id] == nil {
			verdicts[id] = map[string]int{}
		}
		verdicts[id][r.Verdict]++
	}
	for id, of := range verdicts { // the rules of Star1 and Star2 are judged by the reference
		if of["incomplete"] > 0 || of["right"] < 100 {
			t.Errorf("%s: %v", id, of)
		}
	}
}
