package practice

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
)

// With strict a search cuts where a bound is exceeded, and not where it is met. It enters no
// node less, returns the same value, and its panel says >.
func TestStrict(t *testing.T) {
	for _, c := range []struct {
		id, met, exceeded string
		cut               int
	}{
		{"alphabeta", "kind minimax max[ 3 min[ 3 5 ] ]", "kind minimax max[ 3 min[ 2 5 ] ]", 1},
		{"shallow", "players 2 maxsum 9 1[ (5,4) 2[ (1,4) (9,0) ] ]", "players 2 maxsum 9 1[ (5,4) 2[ (1,5) (9,0) ] ]", 1},
		{"lastbranch", "players 3 maxsum 9 1[ (3,3,3) 2[ (2,4,3) 3[ (2,3,2) (9,0,0) ] ] ]", "players 3 maxsum 9 1[ (3,3,3) 2[ (2,4,3) 3[ (2,3,3) (9,0,0) ] ] ]", 1},
		{"speculative", "players 3 maxsum 9 1[ (3,3,3) 2[ (2,4,3) 3[ (2,3,2) (9,0,0) ] ] ]", "players 3 maxsum 9 1[ (3,3,3) 2[ (2,4,3) 3[ (2,3,3) (9,0,0) ] ] ]", 1},
	} {
		a := searchtest.Find(t, c.id)
		for text, want := range map[string][2]int{c.met: {c.cut, 0}, c.exceeded: {c.cut, c.cut}} {
			for i, strict := range []bool{false, true} {
				res := searchtest.RunOn(t, c.id, engine.OnTree(searchtest.Read(t, text), 0), engine.Options{Strict: strict})
				if res.Stats.Pruned != want[i] || !res.Reference.Agrees {
					t.Errorf("%s on %s, strict %t: %d cut, want %d", c.id, text, strict, res.Stats.Pruned, want[i])
				}
			}
		}
		for _, l := range a.CodeOf(engine.Options{Strict: true}) {
			if strings.Contains(l.Text, ">=") || strings.Contains(l.Text, "<=") {
				t.Errorf("the panel of %s says %q", c.id, l.Text)
			}
		}
	}
	for seed := range 3_000 {
		rng := rand.New(rand.NewPCG(uint64(seed), 500))
		tree := searchtest.AnyTree(rng)
		for _, id := range []string{"alphabeta", "immediate", "shallow", "lastbranch"} {
			a := searchtest.Find(t, id)
			p := engine.OnTree(tree, 0)
			if a.Check(&p, engine.Options{}) != nil {
				continue
			}
			var entered [2][]int32
			for i, strict := range []bool{false, true} {
				if _, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{Strict: strict}, func(e *trace.Event) {
					if e.Type == trace.Enter {
						entered[i] = append(entered[i], e.Node)
					}
				}); err != nil {
					t.Fatal(err)
				}
			}
			for _, n := range entered[0] {
				if !slices.Contains(entered[1], n) {
					t.Fatalf("%s on %s: strict does not enter node %d", id, tree.Text(), n)
				}
			}
		}
	}
}

// A student who cuts only where a bound is exceeded is right, too, unless the options name
// one rule. Who has done nothing has missed what the usual rule cuts.
func TestPracticeTakesBothTieRules(t *testing.T) {
	tree := searchtest.Read(t, "kind minimax a: max[ b: 3 c: min[ d: 3 e: 5 f: 1 g: 0 ] ]")
	ab := engine.AlgorithmConfig{Algorithm: searchtest.Find(t, "alphabeta")}
	node := func(label string) int {
		for n := range tree.Len() {
			if tree.Label(n) == label {
				return n
			}
		}
		t.Fatal(label)
		return 0
	}
	for _, c := range []struct {
		name    string
		strict  bool
		cut     string
		verdict Verdict
		missed  int
	}{
		{"usual", false, "e", Right, 0},
		{"strict", false, "g", Right, 0},
		{"nothing", false, "", Right, 1},
		{"strict is named", true, "e", Sound, 0},
		{"strict is named and done", true, "g", Right, 0},
	} {
		ab.Options.Strict = c.strict
		var steps []Step
		if c.cut != "" {
			steps = []Step{{Kind: Cut, Node: node(c.cut)}}
		}
		judged, missed, err := Judge(context.Background(), ab, tree, steps)
		if err != nil || len(missed) != c.missed || len(judged) > 0 && judged[0].Verdict != c.verdict {
			t.Errorf("%s: %v, missed %v, %v; want %s and %d missed", c.name, judged, missed, err, c.verdict, c.missed)
		}
	}
}
