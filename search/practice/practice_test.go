package practice

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

func config(t testing.TB, id string) engine.AlgorithmConfig {
	t.Helper()
	a, ok := algorithms.Find(id)
	if !ok {
		t.Fatal(id)
	}
	return engine.AlgorithmConfig{Algorithm: a}
}

func TestPractise(t *testing.T) {
	tree := searchtest.Read(t, `players 3 maxsum 10 delta 1 a: 1[ b: 2[ (5,4,1) (3,3,4) ] c: 2[ (4,5,1) x: (1,6,3) y: (0,9,1) ] d: 2[ (2,6,2) z: (6,3,1) ] ]`)
	// 0 a, 1 b, 2, 3, 4 c, 5, 6 x, 7 y, 8 d, 9, 10 z
	cut := func(node int, because ...Holder) Step {
		return Step{Kind: Cut, Node: node, Because: because, HasBecause: because != nil}
	}
	steps := []Step{
		cut(6),
		cut(6, Holder{2, 4}, Holder{1, 0}),
		cut(6, Holder{2, 4}),
		cut(7),
		cut(4),
		{Kind: Backup, Node: 1, Value: trees.Points(5, 4, 1)},
		{Kind: Backup, Node: 1, Value: trees.Points(3, 3, 4)},
		{Kind: Bound, Node: 4, Player: 1, Score: 5 * trees.Unit},
		{Kind: Bound, Node: 4, Player: 1, Score: 6 * trees.Unit},
	}
	judged, missed, err := Judge(context.Background(), config(t, "shallow"), tree, steps)
	if err != nil {
		t.Fatal(err)
	}
	want := []Verdict{Right, Right, Lucky, Right, Unsound, Right, Wrong, Right, Wrong}
	for i, j := range judged {
		if j.Verdict != want[i] {
			t.Errorf("step %d is %s, want %s: %s", i, j.Verdict, want[i], j.Why)
		}
		if (j.Values != nil) != (j.Verdict == Unsound) {
			t.Errorf("step %d, %s, has the values %v", i, j.Verdict, j.Values)
		}
		t.Log(j.Verdict, j.Why)
	}
	if len(missed) != 0 {
		t.Errorf("missed %v although 4 and its siblings are skipped", missed)
	}
	if _, missed, _ := Judge(context.Background(), config(t, "shallow"), tree, steps[3:4]); !slices.Equal(missed, []int{6, 10}) {
		t.Errorf("missed %v, want 6, since only its sibling is skipped, and 10", missed)
	}
}

// A wrong value is explained by what the search does at the node, a provisional cut that
// is right by the re-search that takes it back.
func TestPractiseExplains(t *testing.T) {
	tree := searchtest.Read(t, `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (1,5,4) ] h: (6,4,0) ] ]`)
	// 0 a, 1 b, 2 c, 3 d, 4 e, 5 f, 6 g, 7 h
	again := "Player 1 gets 6 from h, enough to choose c at a. Now e matters: it is re-searched."
	for _, c := range []struct {
		algorithm string
		step      Step
		verdict   Verdict
		why       string
	}{
		{"speculative", Step{Kind: Cut, Node: 6}, Right, "It is taken back later. " + again},
		{"speculative", Step{Kind: Backup, Node: 2, Value: trees.Points(6, 4, 0)}, Wrong, "not (6, 4, 0). " + again + " Player 2 gets 5 from e"},
		{"maxn", Step{Kind: Backup, Node: 4, Value: trees.Points(3, 5, 2)}, Wrong, "returns (1, 5, 4), not (3, 5, 2). Player 3 gets 4 from g"},
		{"deep", Step{Kind: Backup, Node: 4, Value: trees.Points(3, 5, 2)}, Wrong, "returns (1, 5, 4)"},
	} {
		judged, _, err := Judge(context.Background(), config(t, c.algorithm), tree, []Step{c.step})
		if err != nil || judged[0].Verdict != c.verdict || !strings.Contains(judged[0].Why, c.why) {
			t.Errorf("%s: %v, %v; want %s, because of %q", c.algorithm, judged, err, c.verdict, c.why)
		}
	}
	// A cut that is not taken back: h is no better for player 1 than b.
	quiet := searchtest.Read(t, `players 3 maxsum 10 a: 1[ b: (6,4,0) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (1,5,4) ] h: (4,4,2) ] ]`)
	judged, _, err := Judge(context.Background(), config(t, "speculative"), quiet, []Step{{Kind: Cut, Node: 6}, {Kind: Backup, Node: 4, Value: trees.Points(1, 5, 4)}})
	if err != nil || judged[0].Verdict != Right || strings.Contains(judged[0].Why, "taken back") {
		t.Errorf("%v, %v", judged, err)
	}
	if j := judged[1]; j.Verdict != Wrong || !strings.Contains(j.Why, "no value in this run. g is cut") || !strings.HasSuffix(j.Why, "so none is returned.") {
		t.Errorf("%+v", j)
	}
	// A cut at a last branch: e has no value, so c keeps what it has. What is below g is not searched.
	last := searchtest.Read(t, `players 3 maxsum 10 a: 1[ b: (6,4,0) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: 1[ (1,5,4) (2,5,3) ] ] ] ]`)
	judged, _, err = Judge(context.Background(), config(t, "speculative"), last, []Step{
		{Kind: Backup, Node: 2, Value: trees.Points(3, 5, 2)}, {Kind: Backup, Node: 6, Value: trees.Points(2, 5, 3)}})
	if err != nil || !strings.HasSuffix(judged[0].Why, "each other player at most 10 − 3 = 7. e returns no value.") ||
		!strings.HasPrefix(judged[1].Why, "The search does not reach g. g is cut, since player 1 has 6 at a") {
		t.Errorf("%v, %v", judged, err)
	}
}

// A cut that is not made is explained by the bounds that would have to reach maxsum.
func TestPractiseExplainsNoCut(t *testing.T) {
	// 0 a, 1 b, 2 c, 3 d, 4 e, 5 f, 6 g, 7 h, 8 i
	tree := searchtest.Read(t, `players 3 maxsum 10 a: 1[ b: (1,4,5) c: 2[ d: (3,2,5) e: 3[ f: (3,0,7) g: (6,2,2) ] h: (4,4,2) i: (4,0,6) ] ]`)
	for _, c := range []struct {
		algorithm string
		node      int
		why       string
	}{
		{"speculative", 6, " Player 2 has 2 at c and player 3 has 7 at e: 2 + 7 = 9, less than 10. The 1 of player 1 at a does not count: the best so far at c gives player 1 more, 3."},
		{"lastbranch", 8, " Player 1 has 1 at a and player 2 has 4 at c: 1 + 4 = 5, less than 10."},
		{"speculative", 5, " Player 3 has no bound at e yet: no child before f has given a value."},
		{"immediate", 6, " Player 3 has 7 at e, less than 10."},
		{"shallow", 2, " Player 1 has 1 at a, less than 10."},
	} {
		judged, _, err := Judge(context.Background(), config(t, c.algorithm), tree, []Step{{Kind: Cut, Node: c.node}})
		if err != nil || !strings.HasSuffix(judged[0].Why, c.why) {
			t.Errorf("%s, %d: %v, %v; want %q", c.algorithm, c.node, judged, err, c.why)
		}
	}
	// What the others have at least counts, as far as it is known.
	for _, c := range []struct{ header, algorithm, why string }{
		{"minp (0,0,-1)", "shallow", "player 2 has 4 at c: 1 + 4 = 5, less than 11, which is maxsum less the least scores of the others."},
		{"minp -20", "shallow", "1 + 4 = 5, less than 30, which is maxsum less the least scores of the others."},
		{"", "speculative", "1 + 4 = 5. How little the others can have is not known without minp, so no sum is enough."},
	} {
		low := searchtest.Read(t, "players 3 maxsum 10 "+c.header+" a: 1[ b: (1,4,5) c: 2[ d: (3,4,-1) e: (4,4,2) ] ]")
		judged, _, err := Judge(context.Background(), config(t, c.algorithm), low, []Step{{Kind: Cut, Node: 4}})
		if err != nil || !strings.HasSuffix(judged[0].Why, c.why) {
			t.Errorf("%s: %v, %v; want %q", c.header, judged, err, c.why)
		}
	}
	// 0 a, 1 b, 2 c, 3 d, 4 e, 5 f, 6 g, 7 h, 8 i: the sum is reached, but not on a last branch.
	early := searchtest.Read(t, `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (1,5,4) ] h: (6,4,0) ] ]`)
	judged, _, err := Judge(context.Background(), config(t, "lastbranch"), early, []Step{{Kind: Cut, Node: 6}})
	if want := "The bound of player 1 at a does not count: e is not the last branch of c."; err != nil || !strings.HasSuffix(judged[0].Why, want) {
		t.Errorf("%v, %v; want %q", judged, err, want)
	}
	// e is searched again, and wins the tie.
	tie := searchtest.Read(t, `players 3 maxsum 10 a: 1[ b: (2,5,3) c: 2[ d: (2,0,8) e: 3[ f: (0,1,9) g: (3,3,4) ] h: (3,1,6) ] ]`)
	judged, _, err = Judge(context.Background(), config(t, "speculative"), tie, []Step{{Kind: Backup, Node: 2, Value: trees.Points(3, 1, 6)}})
	if want := "This equals the best so far, but e is further left and wins the tie."; err != nil || !strings.HasSuffix(judged[0].Why, want) {
		t.Errorf("%v, %v; want %q", judged, err, want)
	}
}

// A wrong value that comes from a wrong value below names the node below.
func TestPractiseExplainsInherited(t *testing.T) {
	tree := searchtest.Read(t, `players 3 maxsum 10 a: 1[ b: 2[ (1,4,5) (3,3,4) ] c: 2[ (2,1,7) (5,0,5) ] ]`)
	judged, _, err := Judge(context.Background(), config(t, "maxn"), tree, []Step{
		{Kind: Backup, Node: 0, Value: trees.Points(5, 0, 5)}, {Kind: Backup, Node: 4, Value: trees.Points(5, 0, 5)}})
	if want := "Your value comes from c, where it is wrong already: look there first."; err != nil || !strings.HasSuffix(judged[0].Why, want) || strings.Contains(judged[1].Why, "Your value") {
		t.Errorf("%v, %v; want %q of the first one alone", judged, err, want)
	}
}

func TestPractiseRefuses(t *testing.T) {
	tree := searchtest.Read(t, searchtest.KorfFig6)
	for want, c := range map[string]struct {
		id   string
		tree *trees.Tree
		step Step
	}{
		"done[0].node":          {"shallow", tree, Step{Node: 99}},
		"skip it":               {"shallow", tree, Step{Node: 0}},
		"done[0].player":        {"shallow", tree, Step{Kind: Bound, Node: 1, Player: 4}},
		"done[0].because[0].no": {"shallow", tree, Step{Node: 1, Because: []Holder{{1, -1}}}},
		"kind":                  {"dfbnb", searchtest.Read(t, "kind path [ +1 . +2 . ]"), Step{Node: 1}},
		"unknown":               {"shallow", searchtest.Read(t, "players 2 maxsum 3 1[ (1,2) ? ]"), Step{Node: 1}},
		"maxsum":                {"shallow", searchtest.Read(t, "players 2 1[ (1,2) (2,1) ]"), Step{Node: 1}},
	} {
		_, _, err := Judge(context.Background(), config(t, c.id), c.tree, []Step{c.step})
		var refused *engine.NotApplicableError
		var unknown *engine.UnknownLeafError
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &refused) && !errors.As(err, &unknown) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
}

// lessThan is the sum that does not allow a cut.
var lessThan = regexp.MustCompile(`(?:= |has )(\d+)(?: at \S+)?, less than (\d+)\.`)

// What an algorithm does itself is right, and nothing is missed then. Any other cut is
// sound or unsound, as trying all values says.
func TestPractiseAgreesWithRuns(t *testing.T) {
	treetest.SkipUnderRace(t)
	rng := rand.New(rand.NewPCG(15, 1))
	found, explained := map[Verdict]int{}, 0
	for range 3_000 {
		c, tree := judgedTree(rng)
		list := PracticableOnGiven()
		c.Algorithm, c.Options = list[rng.IntN(len(list))], engine.Options{}
		for _, flag := range engine.PageFlags() {
			if slices.Contains(c.Algorithm.Options, flag.Name) && flag.Name != "as_printed" && rng.IntN(3) == 0 {
				flag.SetOn(&c.Options, true)
			}
		}
		p := engine.OnTree(tree, 0)
		if c.Algorithm.Check(&p, c.Options) != nil {
			continue
		}
		var steps []Step
		cut := map[int]bool{}
		_, err := c.Algorithm.Run(context.Background(), p, c.Options, func(e *trace.Event) {
			switch e.Type {
			case trace.Prune:
				s := Step{Node: int(e.Cut[0]), HasBecause: true}
				for _, term := range e.Terms {
					if term.Player > 0 {
						s.Because = append(s.Because, Holder{term.Player, int(term.Node)})
					}
				}
				for _, k := range e.Cut {
					cut[int(k)] = true
				}
				steps = append(steps, s)
			case trace.Exit:
				if e.HasValue {
					steps = append(steps, Step{Kind: Backup, Node: int(e.Node), Value: e.Value})
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		own := len(steps)
		for node := 1; node < tree.Len(); node++ {
			if !cut[node] {
				steps = append(steps, Step{Node: node})
			}
		}
		judged, _, err := Judge(context.Background(), c, tree, steps)
		if err != nil {
			t.Fatal(err)
		}
		allowed := allowedValues(tree, trees.Unit)
		for i, j := range judged {
			found[j.Verdict]++
			if i < own {
				if j.Verdict != Right {
					t.Fatalf("%s: own step %+v is %s: %s\n%s", c.Spec(), steps[i], j.Verdict, j.Why, tree.Text())
				}
				continue
			}
			if m := lessThan.FindStringSubmatch(j.Why); m != nil {
				explained++
				sum, errA := strconv.ParseFloat(m[1], 64)
				limit, errB := strconv.ParseFloat(m[2], 64)
				if errA != nil || errB != nil || sum >= limit {
					t.Fatalf("%s: a cut that is not made is explained by %q\n%s", c.Spec(), j.Why, tree.Text())
				}
			}
			if changes, ok := bruteJudge(c, tree, steps[i].Node, allowed, 300); ok && changes != (j.Verdict == Unsound) {
				t.Fatalf("%s: the cut of %d is %s, and it changes the value: %t\n%s", c.Spec(), steps[i].Node, j.Verdict, changes, tree.Text())
			}
		}
		if _, missed, _ := Judge(context.Background(), c, tree, steps[:own]); len(missed) > 0 {
			t.Fatalf("%s: all its cuts were made, and %v are missed\n%s", c.Spec(), missed, tree.Text())
		}
	}
	if explained == 0 {
		t.Error("no cut that is not made is explained")
	}
	for v := Right; v <= Unsound; v++ {
		if found[v] == 0 && v != Lucky {
			t.Errorf("no step is %s", v)
		}
	}
}
