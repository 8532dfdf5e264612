package checks_test

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/treetest"
)

// TestOffered sends the runs of each algorithm that pages offer on random trees: all are right.
func TestOffered(t *testing.T) {
	const count = 500
	for _, a := range algorithms.Modelled() {
		t.Run(a.ID, func(t *testing.T) {
			random := rand.New(rand.NewPCG(61, 1))
			runs := 0
			for i := 0; runs < count; i++ {
				if i > 50*count {
					t.Fatalf("only %d trees suit", runs)
				}
				shape := treetest.Shape{Players: 2 + random.IntN(3), OutOfTurn: random.IntN(2) == 0, Uneven: random.IntN(2) == 0, BelowSum: true, MaxNodes: 40, Bounds: random.IntN(2) == 0}
				if random.IntN(2) == 0 {
					shape = treetest.Shape{Kind: trees.Minimax, Players: 2, OutOfTurn: random.IntN(2) == 0, Uneven: random.IntN(2) == 0, Range: random.IntN(2) == 0}
				}
				shape.Chance = shape.Kind == trees.Minimax && random.IntN(4) == 0 // of several players, some cuts are undecided
				tree := treetest.Random(random, shape)
				p := engine.OnTree(tree, 0)
				if tree.IsLeaf(0) || a.Check(&p, engine.Options{}) != nil {
					continue
				}
				runs++
				text := printed(t, a, tree, engine.Options{}, withTree(tree, a.ID, ""))
				if r := check(t, text, checks.Options{}); r.Verdict != "right" {
					t.Fatalf("%s: %+v\n%s", r.Verdict, r.Checks, numbered(text))
				}
			}
		})
	}
}

// TestOthers sends the runs of the algorithms that no page offers: they are accepted, nothing is called an
// error, and a remark says what is not judged.
func TestOthers(t *testing.T) {
	random := rand.New(rand.NewPCG(61, 2))
	for _, a := range algorithms.All() {
		if a.Judged == engine.ByModel || a.Estimate {
			continue
		}
		for runs := 0; runs < 30; {
			tree := treetest.Random(random, treetest.Shape{Players: 2, Uneven: true, BelowSum: false, MaxNodes: 20})
			p := engine.OnTree(tree, 0)
			if runs++; tree.IsLeaf(0) || a.Check(&p, engine.Options{}) != nil {
				continue
			}
			text := printed(t, a, tree, engine.Options{}, withTree(tree, a.ID, ""))
			r := check(t, text, checks.Options{})
			want := "incomplete"
			if a.Judged == engine.ByValues {
				want = "right"
			}
			if r.Verdict != want || r.Errors > 0 || len(r.Remarks) != 1 {
				t.Fatalf("%s is %s: %+v, %v\n%s", a.ID, r.Verdict, r.Checks, r.Remarks, numbered(text))
			}
		}
	}
}

// TestOfferedWithWins sends runs of the algorithms in which the largest values are printed as wins: nothing is
// called an error, and they do the same as their references.
func TestOfferedWithWins(t *testing.T) {
	random, count := rand.New(rand.NewPCG(61, 3)), 0
	for _, a := range algorithms.Modelled() {
		if a.Mixes {
			continue // no engine averages a win
		}
		// What MP-Mix does depends on how far a player leads, and the questions of a search with memory on how
		// far the value lies from the last one.
		follows := a.ID != "mpmix" && (a.Windows == engine.WholeWindows || a.Windows == engine.ZeroWindows)
		runs := 0
		for trial := 0; runs < 100 && trial < 10_000; trial++ {
			shape := treetest.Shape{Players: 2 + random.IntN(3), OutOfTurn: random.IntN(2) == 0, Uneven: true, BelowSum: true, MaxNodes: 40}
			if random.IntN(2) == 0 {
				shape = treetest.Shape{Kind: trees.Minimax, Players: 2, OutOfTurn: random.IntN(2) == 0, Uneven: true}
			}
			tree := treetest.Random(random, shape)
			p := engine.OnTree(tree, 0)
			if tree.IsLeaf(0) || a.Check(&p, engine.Options{}) != nil {
				continue
			}
			most := 0.0 // of max^n, all that there is: a smaller score would cut less than a win
			for n := range tree.Len() {
				if v, known := tree.Value(n); known && tree.IsLeaf(n) && tree.Kind == trees.Minimax {
					most = max(most, math.Abs(v[0].In(tree.Unit).Float()))
				}
			}
			if tree.Kind == trees.MaxN {
				most = tree.MaxSum.Score.In(tree.Unit).Float()
			}
			shown := 0
			text := valueOf.ReplaceAllStringFunc(printed(t, a, tree, engine.Options{}, header(tree, a.ID)), func(value string) string {
				return numbers.ReplaceAllStringFunc(value, func(number string) string {
					v, err := strconv.ParseFloat(number, 64)
					if err != nil {
						t.Fatal(err)
					}
					switch {
					case v >= most:
						number = `"inf"`
					case v <= -most:
						number = `"-inf"`
					default:
						return number
					}
					shown++
					return number
				})
			})
			if shown == 0 {
				continue
			}
			runs++
			r := check(t, text, checks.Options{})
			if r.Verdict != "right" || r.First.Line > 0 && follows {
				t.Errorf("%s: %s: %+v %+v\n%s", a.ID, r.Verdict, r.Checks, r.First, numbered(text))
				break
			}
		}
		if runs > 0 {
			count++
		}
	}
	if count < 15 {
		t.Errorf("only %d algorithms have runs with wins", count)
	}
}

var (
	valueOf = regexp.MustCompile(`"value":[^}]*}`)
	numbers = regexp.MustCompile(`-?[0-9.]+`)
)
