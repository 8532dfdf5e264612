package lockstep

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/treetest"
)

func recordAll(t *testing.T, tree *trees.Tree, specs ...string) (names []string, runs []*RecordedRun) {
	t.Helper()
	for _, s := range specs {
		id, option, _ := strings.Cut(s, ",")
		a, ok := algorithms.Find(id)
		if !ok {
			t.Fatalf("there is no algorithm %q", id)
		}
		recorded := &RecordedRun{}
		if _, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{AsPrinted: option == "as_printed"}, recorded.Observe); err != nil {
			t.Fatal(err)
		}
		names, runs = append(names, cmp.Or(map[string]string{"maxn": "Maxⁿ", "deep": "Deep"}[s], s)), append(runs, recorded)
	}
	return names, runs
}

// checkAligned checks that every run advances through all its events in order,
// that runs advance together only at events with the same key, and that all runs
// begin together.
func checkAligned(t *testing.T, what string, runs []*RecordedRun, aligned []AlignedStep) {
	t.Helper()
	next := make([]int, len(runs))
	for i, m := range aligned {
		var at *eventKey
		for r, run := range runs {
			if !m.has(r) {
				continue
			}
			if next[r] == len(run.Events) {
				t.Fatalf("%s: run %d moves on past its end at aligned step %d", what, r, i)
			}
			key := run.Events[next[r]].key
			if at != nil && *at != key {
				t.Errorf("%s: at aligned step %d the runs are at %+v and %+v", what, i, *at, key)
			}
			at = &key
			next[r]++
		}
		if at == nil || i == 0 && int(m) != 1<<len(runs)-1 {
			t.Errorf("%s: aligned step %d moves %b", what, i, m)
		}
	}
	for r, run := range runs {
		if next[r] != len(run.Events) {
			t.Errorf("%s: run %d takes %d steps of %d", what, r, next[r], len(run.Events))
		}
	}
}

func TestAlignment(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 4))
	together := func(aligned []AlignedStep, all AlignedStep) int {
		n := 0
		for _, m := range aligned {
			if m == all {
				n++
			}
		}
		return n
	}
	for range 60 {
		tree := treetest.Random(random, treetest.Shape{Players: 3, OutOfTurn: true, Uneven: true, Points: 6})
		for _, specs := range [][]string{{"maxn", "deep"}, {"maxn", "speculative"}, {"shallow", "speculative,as_printed", "deep"}, {"speculative", "maxn", "lastbranch"}} {
			_, runs := recordAll(t, tree, specs...)
			aligned := Align(runs)
			checkAligned(t, fmt.Sprint(specs, " on ", tree.Text()), runs, aligned)
			// Events of both runs are in one aligned step, except where second visits change the order.
			if len(runs) == 2 && specs[1] == "deep" {
				both := map[eventKey]int{}
				for _, r := range runs {
					for _, e := range r.Events {
						both[e.key]++
					}
				}
				want := 0
				for _, n := range both {
					want += n / 2
				}
				if got := together(aligned, 3); got != want {
					t.Errorf("steps together of %v = %d, want %d, on %s", specs, got, want, tree.Text())
				}
			}
		}
		_, same := recordAll(t, tree, "shallow", "shallow")
		if aligned := Align(same); together(aligned, 3) != len(same[0].Events) {
			t.Errorf("two runs of one algorithm do not move together on %s", tree.Text())
		}
	}
}

// common returns the length of the longest common subsequence, computed with the
// textbook's n × m table.
func common(a []eventKey, b []recordedEvent) int {
	best := make([][]int, len(a)+1)
	best[0] = make([]int, len(b)+1)
	for i := range a {
		best[i+1] = make([]int, len(b)+1)
		for j := range b {
			best[i+1][j+1] = max(best[i][j+1], best[i+1][j])
			if a[i] == b[j].key {
				best[i+1][j+1] = max(best[i+1][j+1], best[i][j]+1)
			}
		}
	}
	return best[len(a)][len(b)]
}

func TestCommonOrderIsTheLongest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		a, b := make([]eventKey, random.IntN(9)), make([]recordedEvent, random.IntN(9))
		for i := range a {
			a[i].node = int32(random.IntN(6))
		}
		for i := range b {
			b[i].key.node = int32(random.IntN(6))
		}
		got := commonOrder(a, b)
		if want := common(a, b); len(got) != want {
			t.Errorf("commonOrder(%v, %v) = %v, want %d", a, b, got, want)
		}
		for i, x := range got {
			if a[x.left] != b[x.right].key || i > 0 && (got[i-1].left >= x.left || got[i-1].right >= x.right) {
				t.Errorf("commonOrder(%v, %v) = %v is no common order", a, b, got)
			}
		}
	}
}

func TestDifferencesOfDeepPruning(t *testing.T) {
	f, _ := figures.Find("k1991-fig6")
	for value, want := range map[string][]string{
		"3,0,6": {
			"Deep cuts f at d; Maxⁿ does not.",
			"d backs up to c: (3, 0, 6) with Maxⁿ, (2, 2, 5) with Deep.",
			"c backs up to a: (6, 1, 2) with Maxⁿ, (2, 2, 5) with Deep.",
			"The result is (6, 1, 2) with Maxⁿ and (5, 2, 2) with Deep.",
		},
		"2,3,4": {"Deep cuts f at d; Maxⁿ does not."},
	} {
		v, err := f.Tree.ParseValue(value)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := f.Tree.WithValues(map[int]trees.Vector{5: v})
		if err != nil {
			t.Fatal(err)
		}
		names, runs := recordAll(t, tree, "maxn", "deep")
		aligned := Align(runs)
		var got []string
		for _, d := range Differences(tree, names, runs, aligned) {
			got = append(got, d.Text)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("differences with f = %s:\n%s\nwant\n%s", value, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		first := Differences(tree, names, runs, aligned)[0].Step
		steps, moved := Positions(aligned, 2, first)
		if moved[0] || !moved[1] || runs[0].Events[steps[0]].key.node != 3 || runs[1].Events[steps[1]].key.what != trace.Prune {
			t.Errorf("at the first difference max^n is at %+v, want that it waits at d", runs[0].Events[steps[0]].key)
		}
	}
}

// Runs without differences have the same cuts and values. If one run has a wrong
// value, the runs must differ.
func TestDifferencesIncludeEveryWrongValue(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	wrong := 0
	for range 1000 {
		leaf := func() string {
			x := random.IntN(10)
			y := random.IntN(10 - x)
			return fmt.Sprintf("(%d,%d,%d)", x, y, 9-x-y)
		}
		tree, err := trees.ReadText("players 3 maxsum 9 1[" + leaf() + "2[ 3[" + leaf() + leaf() + "]" + leaf() + "]]")
		if err != nil {
			t.Fatal(err)
		}
		a, _ := algorithms.Find("deep")
		res, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		names, runs := recordAll(t, tree, "maxn", "deep")
		list := Differences(tree, names, runs, Align(runs))
		if res.Reference.Value != res.Value {
			wrong++
			if len(list) < 2 || !strings.HasPrefix(list[len(list)-1].Text, "The result is ") {
				t.Errorf("differences = %v, want the result among them, on %s", list, tree.Text())
			}
		}
		if cuts := res.Stats.Prunes; cuts == (trace.Stats{}).Prunes && len(list) > 0 {
			t.Errorf("nothing was cut, and the differences are %v on %s", list, tree.Text())
		}
	}
	if wrong == 0 {
		t.Error("deep pruning was never wrong")
	}
}
