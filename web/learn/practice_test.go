package learn

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/trace"
	"espalier/trees"
)

func read(t *testing.T, query string) *exercise {
	t.Helper()
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	e, err := readExercise(q)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func treeOf(t *testing.T, e *exercise) *trees.Tree {
	t.Helper()
	tree, err := e.tree(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// The same address is the same exercise, another seed another one, and the exercise has
// what the algorithm is about.
func TestExercise(t *testing.T) {
	rules := map[string]trace.Rule{"immediate": trace.Immediate, "shallow": trace.Shallow, "deep": trace.Deep, "lastbranch": trace.LastBranch, "speculative": trace.Speculative, "paranoid": trace.Beta}
	for _, id := range []string{"maxn", "immediate", "shallow", "deep", "paranoid", "lastbranch", "speculative"} {
		seen := map[string]bool{}
		for seed := range 10 {
			query := fmt.Sprintf("algorithm=%s&players=3&depth=4&branching=2&maxsum=10&seed=%d", id, seed)
			e := read(t, query)
			tree := treeOf(t, e)
			if again := treeOf(t, read(t, e.query().Encode())); again.Text() != tree.Text() {
				t.Errorf("%s is another tree the second time", query)
			}
			seen[tree.Text()] = true
			found := rules[id] == trace.NoRule
			_, err := e.Algorithm.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(event *trace.Event) {
				found = found || event.Type == trace.Prune && (event.Rule == rules[id] || id == "shallow" || id == "paranoid")
			})
			if err != nil || !found {
				t.Errorf("%s has no cut by the rule %s: %v", query, rules[id], err)
			}
		}
		if len(seen) != 10 {
			t.Errorf("%s: 10 seeds are %d trees", id, len(seen))
		}
	}
}

// An address with a case is an exercise in which it occurs, the same one each time; where
// there is none, that is said. Addresses without a case have the trees that they had.
func TestCases(t *testing.T) {
	for query, occurs := range map[string]func(events []trace.Event, tree *trees.Tree) bool{
		"case=research&algorithm=speculative&branching=3": func(events []trace.Event, _ *trees.Tree) bool {
			return slices.ContainsFunc(events, func(e trace.Event) bool { return e.Type == trace.Research })
		},
		"case=unsound&algorithm=deep": func(events []trace.Event, tree *trees.Tree) bool {
			maxn, _ := algorithms.Find("maxn")
			truth, err := maxn.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, nil)
			return err == nil && truth.Value != events[len(events)-1].Value
		},
		"case=tie&algorithm=maxn&depth=2": func(events []trace.Event, tree *trees.Tree) bool {
			worth := map[int32]trees.Vector{}
			for _, e := range events {
				if e.Type == trace.Exit {
					worth[e.Node] = e.Value
				}
			}
			for n := range tree.Len() {
				if tree.IsLeaf(n) {
					continue
				}
				mover, most := tree.Mover(n)-1, trees.Score(-1)
				var best trees.Vector
				for _, k := range tree.Kids(n) {
					v := worth[k]
					if v[mover] == most && v != best {
						return true
					}
					if v[mover] > most {
						best, most = v, v[mover]
					}
				}
			}
			return false
		},
	} {
		for seed := range 3 {
			e := read(t, fmt.Sprintf("%s&seed=%d", query, seed))
			tree := treeOf(t, e)
			if again := treeOf(t, read(t, e.query().Encode())); again.Text() != tree.Text() {
				t.Errorf("%s is another tree the second time", e.address())
			}
			var events []trace.Event
			_, err := e.Algorithm.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(event *trace.Event) {
				events = append(events, *event)
			})
			if err != nil || !occurs(events, tree) {
				t.Errorf("the case of %s does not occur: %v\n%s", e.address(), err, tree.Text())
			}
		}
	}
	// A search from right to left takes the child on the left of a tie: it is a tie all the same.
	tree, err := trees.ReadText(`players 3 a: 1[ b: (4,1,2) c: (4,2,1) ]`)
	if err != nil {
		t.Fatal(err)
	}
	left, right, tie := trees.Points(4, 1, 2), trees.Points(4, 2, 1), watchTies()
	for i, e := range []trace.Event{
		{Type: trace.Enter},
		{Type: trace.Backup, Child: 2, Value: right, Best: right, HasValue: true, HasBest: true, Improved: true},
		{Type: trace.Backup, Child: 1, Value: left, Best: left, HasValue: true, HasBest: true, Improved: true},
	} {
		if got, want := tie(tree, &e), i == 2; got != want {
			t.Errorf("event %d of a search from right to left: tie = %v, want %v", i, got, want)
		}
	}
	if _, err := read(t, "case=unsound&algorithm=deep&maxsum=1").tree(context.Background()); err == nil || !strings.Contains(err.Error(), "none of 5000 random trees") {
		t.Errorf("a case that does not occur: %v", err)
	}
	const before = `players 3 maxsum 10 delta 1 title "Practice: Speculative"
a: 1[
  b: 2[ c: 3[ d: (7,1,2)  e: (0,9,1) ]  f: 3[ g: (0,6,4)  h: (2,2,6) ] ]
  i: 2[ j: 3[ k: (2,2,6)  l: (0,9,1) ]  m: 3[ n: (1,3,6)  o: (0,10,0) ] ]
]
`
	if tree := treeOf(t, read(t, "algorithm=speculative")); tree.Text() != before {
		t.Errorf("an old address has another tree:\n%s", tree.Text())
	}

	// From the first exercise of speculative pruning a student comes to a re-search.
	e := read(t, "algorithm=speculative")
	if harder := e.harder(); harder == nil || harder.Case.ID != "research" || harder.nodes() != 40 {
		t.Errorf("harder than %s is %v", e.address(), harder)
	}
	for range 3 {
		e, _ = e.next(context.Background(), &result{})
	}
	if e.Case == nil || e.Case.ID != "research" {
		t.Errorf("after three right exercises comes %s", e.address())
	}
}

func TestExerciseRefused(t *testing.T) {
	for query, words := range map[string]string{
		"players=1":               "players: \"1\" is not a whole number from 2 to 8",
		"players=9":               "from 2 to 8",
		"depth=0":                 "from 1 to 6",
		"depth=7":                 "from 1 to 6",
		"branching=1":             "from 2 to 6",
		"branching=x":             "from 2 to 6",
		"maxsum=0":                "from 1 to 100",
		"maxsum=101":              "from 1 to 100",
		"seed=-1":                 "from 0 to 4294967295",
		"seed=4294967296":         "from 0 to 4294967295",
		"check=later":             "it is once or end",
		"algorithm=none":          "there is no algorithm",
		"branching=6&depth=3":     "with branching 6 and depth 3 the tree has more than 150 nodes; with this branching the depth is at most 2",
		"depth=6&branching=3":     "with this branching the depth is at most 4",
		"algorithm=none&depth=99": "algorithm",
		"case=research":           "its cases are tie",
		"case=none&algorithm=speculative&branching=3": "its cases are research, tie",
		"case=tie&algorithm=paranoid":                 "it has no cases",
		"case=tie&players=2":                          "it has no cases",
	} {
		q, _ := url.ParseQuery(query)
		if _, err := readExercise(q); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v, want %q", query, err, words)
		}
	}
}

// What was done comes through an address as it was.
func TestMoves(t *testing.T) {
	tree := treeOf(t, read(t, ""))
	rng := rand.New(rand.NewPCG(16, 4))
	for range 200 {
		var steps []practice.Step
		for n := range tree.Len() {
			if n > 0 && rng.IntN(3) == 0 {
				s := practice.Step{Kind: practice.Cut, Node: n}
				for at := tree.Parent(n); at >= 0; at = tree.Parent(at) {
					if rng.IntN(2) == 0 {
						s.HasBecause, s.Because = true, append(s.Because, practice.Holder{Player: tree.Mover(at), Node: at})
					}
				}
				steps = append(steps, s)
			}
			if rng.IntN(3) == 0 {
				steps = append(steps, practice.Step{Kind: practice.Backup, Node: n, Value: trees.Points(rng.IntN(9), rng.IntN(9), rng.IntN(9))})
			}
			for player := range tree.Players {
				if rng.IntN(4) == 0 {
					steps = append(steps, practice.Step{Kind: practice.Bound, Node: n, Player: player + 1, Score: trees.Score(rng.IntN(9)) * trees.Unit})
				}
			}
		}
		q := url.Values{}
		writeMoves(q, steps, tree)
		q, err := url.ParseQuery(q.Encode())
		if err != nil {
			t.Fatal(err)
		}
		got, err := readMoves(q, tree)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(steps) {
			t.Fatalf("%s: %v\n%v, want\n%v", q.Encode(), err, got, steps)
		}
	}
	for query, words := range map[string]string{
		"cut=0":               "is not a node that can be cut; those nodes are 1 to 14",
		"cut=15":              "1 to 14",
		"b99=1,2,3":           "nodes are 0 to 14",
		"b1=1,2":              "3",
		"h1=1,2":              "3 are needed",
		"h1=x,,":              "not a number",
		"cut=4&because4=x":    "is not an inner node",
		"cut=4&because4=1,99": "is not an inner node",
		"step=3":              "no such parameter",
		"because=3":           "no such parameter",
		"b=1,2,3":             "no such parameter",
	} {
		q, _ := url.ParseQuery(query)
		if _, err := readMoves(q, tree); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v, want %q", query, err, words)
		}
	}
}

// ownSteps are the steps of the algorithm itself.
func ownSteps(t *testing.T, e *exercise, tree *trees.Tree) (steps []practice.Step) {
	_, err := e.Algorithm.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(event *trace.Event) {
		switch event.Type {
		case trace.Prune:
			s := practice.Step{Kind: practice.Cut, Node: int(slices.Min(event.Cut)), HasBecause: true}
			for _, term := range event.Terms {
				if term.Player < 1 {
					continue
				}
				if tree.Mover(int(term.Node)) != term.Player {
					t.Errorf("%s: the bound of player %d at node %d, where player %d moves, cannot be chosen on the page", e.address(), term.Player, term.Node, tree.Mover(int(term.Node)))
				}
				s.Because = append(s.Because, practice.Holder{Player: term.Player, Node: int(term.Node)})
			}
			steps = append(steps, s)
		case trace.Exit:
			if event.HasValue {
				steps = append(steps, practice.Step{Kind: practice.Backup, Node: int(event.Node), Value: event.Value})
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// Who does as the algorithm does has everything right, with any algorithm that is
// offered, and gets a larger tree next; who errs gets a smaller one, or one of the same
// size.
func TestResult(t *testing.T) {
	judge := func(e *exercise, steps []practice.Step) *result {
		t.Helper()
		tree := treeOf(t, e)
		s, err := e.solve(context.Background(), tree)
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.judge(context.Background(), tree, steps, s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for players := 2; players <= 4; players++ {
		small := read(t, fmt.Sprintf("players=%d", players))
		for _, a := range small.offered() {
			e := read(t, fmt.Sprintf("algorithm=%s&players=%d&depth=4&branching=2&seed=3", a.ID, players))
			steps := ownSteps(t, e, treeOf(t, e))
			r := judge(e, steps)
			if r.n("right") != len(r.Items) || len(r.Items) != len(steps) {
				t.Errorf("%s by %s: %+v", e.address(), a.ID, r.Counts)
			}
			inOrderOfTheRun(t, e, r)
			if own := ownCase(a); own != nil && own.of(e) {
				if r.Next.nodes() != e.nodes() || r.Next.Case != own || !strings.Contains(r.Why, "harder: it is a tree "+own.With) {
					t.Errorf("%s: all was right, then %s: %s", e.address(), r.Next.address(), r.Why)
				}
				r = judge(r.Next, ownSteps(t, r.Next, treeOf(t, r.Next)))
			}
			if r.Next.nodes() <= e.nodes() || r.Next.Seed <= e.Seed || !strings.Contains(r.Why, "larger") {
				t.Errorf("%s: all was right, then %s: %s", e.address(), r.Next.address(), r.Why)
			}
		}
	}

	e := read(t, "algorithm=shallow&depth=4&branching=2&seed=3")
	tree := treeOf(t, e)
	right := ownSteps(t, e, tree)
	withoutCut := slices.DeleteFunc(slices.Clone(right), func(s practice.Step) bool { return s.Kind == practice.Cut })
	lucky := slices.Clone(right)
	for i := range lucky {
		if lucky[i].Kind == practice.Cut {
			lucky[i].Because = []practice.Holder{{Player: tree.Mover(0), Node: 0}}
		}
	}
	var unsound []practice.Step
	for n := 1; n < tree.Len(); n++ {
		s := practice.Step{Kind: practice.Cut, Node: n}
		if judge(e, []practice.Step{s}).n("unsound") == 1 {
			unsound = append(unsound, s)
		}
	}
	if len(unsound) == 0 {
		t.Fatal("no cut is unsound")
	}
	for _, c := range []struct {
		steps   []practice.Step
		verdict string
		by      int // how the next tree compares
		why     string
	}{
		{withoutCut, "missed", 0, "same size"},
		{nil, "missed", 0, "same size"},
		{lucky, "lucky", 0, "another reason"},
		{append(slices.Clone(right), unsound[0]), "unsound", -1, "smaller, with"},
		{append(slices.Clone(right), practice.Step{Kind: practice.Backup, Node: 1, Value: trees.Points(9, 9, 9)}), "wrong", -1, "smaller, with"},
	} {
		r := judge(e, c.steps)
		if r.n(c.verdict) == 0 || !strings.Contains(r.Why, c.why) || sign(r.Next.nodes()-e.nodes()) != c.by {
			t.Errorf("%s: %+v, then %s: %s", c.verdict, r.Counts, r.Next.address(), r.Why)
		}
		for _, i := range r.Items {
			if (i.Fails != "") != (i.Verdict == "unsound") || i.Why == "" {
				t.Errorf("%+v", i)
			}
		}
	}

	// From the smallest tree nothing goes down, from the largest nothing up.
	for query, by := range map[string]int{"algorithm=shallow&depth=2&branching=2": -1, "algorithm=speculative&depth=3&branching=2": -1, "algorithm=shallow&depth=4&branching=3": 1} {
		if e := read(t, query); e.step(by) {
			t.Errorf("%s: there is %s", query, e.address())
		}
	}
	// All sizes are reached one after the other.
	for e, n := read(t, "algorithm=shallow&depth=2&branching=2"), 1; ; n++ {
		if !e.step(1) {
			if n != len(exerciseSizes) {
				t.Errorf("%d sizes are reached", n)
			}
			break
		}
	}
}

// inOrderOfTheRun checks that the items of a result are listed as the search comes to them:
// a value after those of all nodes below its node, a cut before the value of its parent.
func inOrderOfTheRun(t *testing.T, e *exercise, r *result) {
	t.Helper()
	tree := treeOf(t, e)
	valued := map[int]bool{}
	for _, i := range r.Items {
		for n := i.Node; n > 0; n = tree.Parent(n) {
			if valued[tree.Parent(n)] {
				t.Fatalf("%s: %s comes after the value of %s", e.address(), i.What, tree.Name(tree.Parent(n)))
			}
		}
		valued[i.Node] = !i.IsCut
	}
	if last := r.Items[len(r.Items)-1]; last.Node != 0 || last.IsCut {
		t.Errorf("%s: the last item is %s", e.address(), last.What)
	}
}

func sign(n int) int { return min(max(n, -1), 1) }
