package checks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/treetest"
)

// withTree is a header that gives the tree itself, so that its heuristics are known.
func withTree(tree *trees.Tree, algorithm, options string) string {
	text, err := json.Marshal(tree.Text())
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"text":%s,"algorithm":%q,"options":{%s}}`, text, algorithm, options)
}

// ruled are the algorithms of several players whose rules are judged one by one.
var ruled = []string{"maxn", "immediate", "shallow", "deep", "bnb", "deep-bnb", "abbnb", "lastbranch", "speculative"}

// runOptions are options as a header gives them and as a run takes them.
var runOptions = []struct {
	json string
	engine.Options
}{
	{`"strict":false`, engine.Options{}},
	{`"strict":true`, engine.Options{Strict: true}},
	{`"strict":false,"discrete":true`, engine.Options{Discrete: true}},
	{`"strict":false,"table":true`, engine.Options{Table: true}},
	{`"strict":true,"discrete":true,"table":true`, engine.Options{Strict: true, Discrete: true, Table: true}},
}

// TestRules claims that a run of one algorithm is one of another. Where the two differ first, that
// is found, at that line: a cut that is missed, or one that the other does not make. Before that
// line, and in a run that is what it claims to be, nothing is found.
func TestRules(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 44))
	tries := 30_000
	if testing.Short() {
		tries /= 10
	}
	missed, notThis, same := map[string]int{}, map[string]int{}, map[string]int{}
	for range tries {
		tree := treetest.Random(random, treetest.Shape{Players: 2 + random.IntN(3), OutOfTurn: random.IntN(3) == 0, Uneven: random.IntN(2) == 0, BelowSum: true, Bounds: random.IntN(2) == 0, Points: 2 + random.IntN(8)})
		if tree.IsLeaf(0) {
			continue
		}
		if random.IntN(2) == 0 {
			tree.Delta = trees.Unit
		}
		claimed, _ := algorithms.Find(ruled[random.IntN(len(ruled))])
		printedBy, _ := algorithms.Find(ruled[random.IntN(len(ruled))])
		o := runOptions[random.IntN(len(runOptions))]
		p := engine.OnTree(tree, 0)
		mine := engine.Options{}
		if claimed == printedBy {
			mine = o.Options
		}
		if claimed.Check(&p, o.Options) != nil || printedBy.Check(&p, mine) != nil {
			continue
		}
		at, cut := firstDifference(t, tree, claimed, o.Options, printedBy, mine)
		text := printed(t, printedBy, tree, mine, withTree(tree, claimed.ID, o.json))
		r := check(t, text, checks.Options{})
		i := slices.IndexFunc(r.Checks, func(c checks.Check) bool { return c.Verdict == checks.Missed || c.Verdict == checks.NotThis })
		unsound := slices.IndexFunc(r.Checks, func(c checks.Check) bool { return c.Verdict == checks.Unsound })
		name := claimed.ID + " " + o.json
		switch {
		case at == 0 && (i >= 0 || r.Verdict != "right" && claimed.Sound):
			t.Fatalf("%s, printed by %s: %s, %+v\n%s", name, printedBy.ID, r.Verdict, r.Checks, numbered(text))
		case at == 0:
			same[name]++
		case at < 0: // what follows from another value is no fault of the rules
		case unsound >= 0 && (i < 0 || r.Checks[unsound].Line <= at): // a cut has only one verdict
			// Speculative pruning searches again what it has cut; another algorithm does not.
			if r.Checks[unsound].Line < at && claimed.Sound && claimed.ID != "speculative" {
				t.Fatalf("%s, printed by %s: unsound before line %d: %+v\n%s", name, printedBy.ID, at, r.Checks, numbered(text))
			}
		case i < 0 || r.Checks[i].Line != at || (r.Checks[i].Verdict == checks.Missed) != cut:
			t.Fatalf("%s, printed by %s, differs first at line %d, missed %v: found %+v\n%s", name, printedBy.ID, at, cut, r.Checks, numbered(text))
		case cut:
			missed[name]++
		default:
			notThis[name]++
		}
	}
	t.Log("missed", missed, "not this", notThis, "the same", same)
	if testing.Short() {
		return
	}
	for _, id := range ruled[1:] {
		if missed[id+` "strict":false`] == 0 {
			t.Errorf("no cut of %s was missed", id)
		}
		if notThis[id+` "strict":false`] == 0 && !strings.HasPrefix(id, "deep") {
			t.Errorf("no cut was none of %s", id)
		}
	}
}

// firstDifference returns the line at which a trace of one run differs from another run, and whether
// the other one cuts there. It is 0 if they do not differ, and -1 if only one of them ends a node
// with a value there.
func firstDifference(t *testing.T, tree *trees.Tree, a *engine.Algorithm, o engine.Options, b *engine.Algorithm, p engine.Options) (line int, cut bool) {
	type step struct {
		line  int
		prune bool
		node  int32
	}
	steps := func(a *engine.Algorithm, o engine.Options) (list []step) {
		line := 1
		_, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, func(e *trace.Event) {
			switch {
			case e.Type == trace.Leaf, e.Type == trace.Enter && !tree.IsLeaf(int(e.Node)), e.Type == trace.Prune:
				line++
				list = append(list, step{line, e.Type == trace.Prune, e.Node})
			case e.Type == trace.Exit && !tree.IsLeaf(int(e.Node)):
				line++
				list = append(list, step{line, !e.HasValue, -1})
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	want, got := steps(a, o), steps(b, p)
	for i := range got {
		if i >= len(want) {
			return got[i].line, false
		}
		if want[i].prune != got[i].prune || want[i].node != got[i].node {
			if want[i].node < 0 && got[i].node < 0 {
				return -1, false
			}
			return got[i].line, want[i].prune
		}
	}
	return 0, false
}

// TestCutInAChildVisitedAgain: a program that keeps only its best cuts at equality in a child that it visits
// again, after it has found the best in a later one. Below the best, it does not.
func TestCutInAChildVisitedAgain(t *testing.T) {
	for _, algorithm := range []string{"shallow", "deep"} {
		for held, want := range map[string]int{"[4,5,1]": 0, "[4,4,2]": 1} {
			text := `{"players":3,"maxsum":10,"algorithm":"` + algorithm + `"}
{"type":"enter","id":"a","player":1}
{"type":"enter","id":"b","player":2}
{"type":"leaf","id":"d","value":[3,7,0]}
{"type":"exit","id":"b","value":[3,7,0]}
{"type":"leaf","id":"c","value":[5,5,0]}
{"type":"enter","id":"b","player":2}
{"type":"leaf","id":"e","value":` + held + `}
{"type":"prune","id":"b","cut":["f"]}
{"type":"exit","id":"b","value":` + held + `}
{"type":"exit","id":"a","value":[5,5,0]}
`
			run, err := program.Read(strings.NewReader(text), program.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := checks.Of(context.Background(), run, checks.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Errors != want {
				t.Errorf("%s, %s: %d errors, want %d: %+v", algorithm, held, r.Errors, want, r.Checks)
			}
		}
	}
}
