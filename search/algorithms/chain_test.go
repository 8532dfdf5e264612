package algorithms_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
)

var chainTrees = flag.Int("chaintrees", 120_000, "random trees for the tests of last-branch and speculative pruning")

// chainTrials lists last-branch and speculative pruning with every decision rule.
var chainTrials = []struct {
	id string
	o  engine.Options
}{
	{"lastbranch", engine.Options{}},
	{"lastbranch", engine.Options{Discrete: true}},
	{"lastbranch", engine.Options{Table: true}},
	{"lastbranch", engine.Options{Discrete: true, Table: true}},
	{"speculative", engine.Options{}},
	{"speculative", engine.Options{Discrete: true}},
	{"speculative", engine.Options{Table: true}},
	{"speculative", engine.Options{Discrete: true, Table: true}},
}

// TestChainsSound compares the whole value of every variant with exhaustive
// max^n.
func TestChainsSound(t *testing.T) {
	const parts = 4
	n := *chainTrees / parts
	if testing.Short() {
		n /= 20
	}
	for part := range parts {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			var seen [8]trace.Stats
			for seed := range n {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(100+part)))
				tree := searchtest.ChainTree(rng)
				i := (seed + rng.IntN(2)*4) % len(chainTrials)
				tr := chainTrials[i]
				a, _ := algorithms.Find(tr.id)
				res, err := a.Run(context.Background(), engine.OnTree(tree, 0), tr.o, nil)
				if err != nil {
					t.Fatalf("%s %+v on %s = %v", tr.id, tr.o, tree.Text(), err)
				}
				if !res.Reference.Agrees {
					t.Fatalf("%s %+v on\n%s\n= (%s), want (%s)", tr.id, tr.o, tree.Text(), searchtest.Scores(res.Value, tree.Players), searchtest.Scores(res.Reference.Value, tree.Players))
				}
				seen[i].Researched += res.Stats.Researched
				for rule, count := range res.Stats.Prunes {
					seen[i].Prunes[rule] += count
				}
			}
			if testing.Short() {
				return
			}
			for i, tr := range chainTrials {
				t.Logf("%s %+v: re-searched %d, prunes %v", tr.id, tr.o, seen[i].Researched, seen[i].Prunes)
				want := []trace.Rule{trace.Immediate, trace.Shallow, trace.LastBranch}
				if tr.id == "speculative" {
					want[2] = trace.Speculative
				}
				if tr.o.Table {
					want = append(want, trace.Table)
				}
				for _, rule := range want {
					if seen[i].Prunes[rule] == 0 {
						t.Errorf("%s %+v never cut by rule %s", tr.id, tr.o, rule)
					}
				}
				if tr.id == "speculative" && seen[i].Researched == 0 {
					t.Errorf("%s %+v never searched a child again", tr.id, tr.o)
				}
			}
		})
	}
}

// TestChainCertificates checks every event of every variant against the tree.
func TestChainCertificates(t *testing.T) {
	n := *chainTrees / 30
	if testing.Short() {
		n /= 10
	}
	t.Parallel()
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 200))
		tree := searchtest.ChainTree(rng)
		tr := chainTrials[seed%len(chainTrials)]
		a, _ := algorithms.Find(tr.id)
		if rng.IntN(4) == 0 {
			tr.o.Root = rng.IntN(tree.Len())
		}
		res, err := a.Run(context.Background(), engine.OnTree(tree, 0), tr.o, nil)
		if err != nil {
			t.Fatalf("%s %+v on %s = %v", tr.id, tr.o, tree.Text(), err)
		}
		if err := checkTrace(tree, a, tr.o, res); err != nil {
			t.Fatalf("%s %+v on\n%s\n%v", tr.id, tr.o, tree.Text(), err)
		}
	}
}

// TestPrintedCertificates checks that the printed procedures report only bounds that
// hold, apart from the zeros that they use as bounds.
func TestPrintedCertificates(t *testing.T) {
	a, _ := algorithms.Find("speculative")
	o := engine.Options{AsPrinted: true}
	for seed := range uint64(500) {
		tree := searchtest.InTurn(seed)
		res, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkTrace(tree, a, o, res); err != nil {
			t.Fatalf("as printed on\n%s\n%v", tree.Text(), err)
		}
	}
}
