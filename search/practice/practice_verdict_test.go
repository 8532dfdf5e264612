package practice

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

// guaranteed is the value that an algorithm guarantees at a node, by its definition in the
// papers and without any code of the judge. Where it guarantees one score, the others are 0.
func guaranteed(id string, t *trees.Tree, values []trees.Vector, root int) trees.Vector {
	switch id {
	case "minimax", "alphabeta":
		return trees.Vector{oneAgainstAll(t, values, root, 1)}
	case "paranoid":
		return trees.Vector{oneAgainstAll(t, values, root, t.Mover(root))}
	}
	return everyoneForThemselves(t, values, root)
}

// oneAgainstAll is the score of a player who maximises it against all others, who minimise it.
func oneAgainstAll(t *trees.Tree, values []trees.Vector, n, player int) trees.Score {
	if t.IsLeaf(n) {
		return values[n][player-1]
	}
	var scores []trees.Score
	for _, k := range t.Kids(n) {
		scores = append(scores, oneAgainstAll(t, values, int(k), player))
	}
	if t.Mover(n) == player {
		return slices.Max(scores)
	}
	return slices.Min(scores)
}

// everyoneForThemselves is the max^n value: each mover takes the leftmost best child.
func everyoneForThemselves(t *trees.Tree, values []trees.Vector, n int) trees.Vector {
	if t.IsLeaf(n) {
		return values[n]
	}
	var best trees.Vector
	for i, k := range t.Kids(n) {
		if v := everyoneForThemselves(t, values, int(k)); i == 0 || v[t.Mover(n)-1] > best[t.Mover(n)-1] {
			best = v
		}
	}
	return best
}

// changesByTrying tries all allowed values at the leaves below a child and its later siblings,
// and reports whether the guaranteed value changes with one of them; ok is false if there are
// more than most.
func changesByTrying(id string, t *trees.Tree, root, child int, allowed func(leaf int) []trees.Vector, most int) (changes, ok bool) {
	values := leafValuesOf(t)
	before, count := guaranteed(id, t, values, root), 1
	var leaves []int
	var lists [][]trees.Vector
	for n := child; n < t.End(t.Parent(child)); n++ {
		if t.IsLeaf(n) {
			leaves, lists = append(leaves, n), append(lists, allowed(n))
			if count *= len(lists[len(lists)-1]); count > most {
				return false, false
			}
		}
	}
	for i := range count {
		for l, n := range leaves {
			values[n] = lists[l][i%len(lists[l])]
			i /= len(lists[l])
		}
		if guaranteed(id, t, values, root) != before {
			return true, true
		}
	}
	return false, true
}

func leafValuesOf(t *trees.Tree) []trees.Vector {
	values := make([]trees.Vector, t.Len())
	for n := range values {
		values[n], _ = t.Value(n)
	}
	return values
}

// allowedUtilities returns the utilities that a leaf of a tree of kind minimax can have: all on
// a grid from below the smallest leaf to above the largest.
func allowedUtilities(t *trees.Tree, leaf int) (list []trees.Vector) {
	step := t.Delta
	if step == 0 {
		step = trees.Unit / 2 // any number: one between two points stands for all of them
	}
	var all []trees.Score
	for n := range t.Len() {
		if v, known := t.Value(n); known {
			all = append(all, v[0])
		}
	}
	for s := slices.Min(all) - 2*trees.Unit; s <= slices.Max(all)+2*trees.Unit; s += step {
		_, err := t.WithValues(map[int]trees.Vector{leaf: {s}})
		if err == nil && (!t.MaxP.Given || s <= t.MaxP.Scores[0]) {
			list = append(list, trees.Vector{s})
		}
	}
	return list
}

// allowedScores returns the values that a leaf of a tree of kind maxn can have, on the grid of
// delta. Where a score has no limit, a few numbers far from all leaves stand for the others.
func allowedScores(t *trees.Tree, leaf int) (list []trees.Vector) {
	var scores [trees.MaxPlayers][]trees.Score
	least, known := t.Minima()
	for p := range t.Players {
		var all []trees.Score
		for n := range t.Len() {
			if v, has := t.Value(n); has {
				all = append(all, v[p])
			}
		}
		low, high := least[p], t.Most(p)
		if !known {
			low = slices.Min(all) - 2*t.Delta
		}
		if !high.Given {
			high = trees.Some(slices.Max(all) + 2*t.Delta)
		}
		for s := (low/t.Delta - 1) * t.Delta; s <= high.Score; s += t.Delta {
			if s >= low {
				scores[p] = append(scores[p], s)
			}
		}
		if !known {
			scores[p] = append(scores[p], -200*t.Delta, -199*t.Delta)
		}
		if !t.Most(p).Given {
			scores[p] = append(scores[p], 40*t.Delta)
		}
	}
	var v trees.Vector
	var fill func(p int)
	fill = func(p int) {
		if p < t.Players {
			for _, v[p] = range scores[p] {
				fill(p + 1)
			}
			return
		}
		if _, err := t.WithValues(map[int]trees.Vector{leaf: v}); err == nil {
			list = append(list, v)
		}
	}
	fill(0)
	return list
}

// practiceTree returns a small random tree with ties, uneven depth, single children, sums below
// maxsum or movers out of turn.
func practiceTree(rng *rand.Rand) *trees.Tree {
	s := treetest.Shape{
		Players: 2 + rng.IntN(5), MaxNodes: 5 + rng.IntN(9), MaxKids: 2 + rng.IntN(2), MaxLevel: 2 + rng.IntN(4), Points: 1 + rng.IntN(3),
		OutOfTurn: rng.IntN(2) == 0, Uneven: rng.IntN(2) == 0, BelowSum: rng.IntN(2) == 0, Bounds: rng.IntN(3) == 0,
	}
	if rng.IntN(3) == 0 {
		s.Kind = trees.Minimax
	}
	below := s.Kind == trees.MaxN && rng.IntN(3) == 0 // scores below 0, of few players: there are many values
	if below {
		s.Players = min(s.Players, 3)
	}
	t := *treetest.Random(rng, s)
	if s.Kind == trees.MaxN || rng.IntN(2) == 0 {
		t.Delta = trees.Unit
	}
	if below {
		return treetest.Below(rng, &t)
	}
	if most := largest(&t); s.Kind == trees.MaxN && rng.IntN(4) == 0 {
		t.MaxP = trees.All(max(t.MaxSum.Score-trees.Unit, most))
	} else if s.Kind == trees.Minimax && rng.IntN(4) == 0 {
		t.MaxP = trees.All(max(0, most+trees.Score(rng.IntN(2))*trees.Unit))
	}
	return &t
}

// practiceOptions are those of an algorithm that change which cuts it makes.
func practiceOptions(a *engine.Algorithm, rng *rand.Rand, t *trees.Tree) (o engine.Options) {
	takes := func(name string) bool { return rng.IntN(3) == 0 && slices.Contains(a.Options, name) }
	o.Discrete, o.Table, o.Heuristic, o.AsPrinted = takes("discrete"), takes("table"), takes("heuristic"), takes("as_printed")
	if rng.IntN(4) == 0 {
		o.Root = rng.IntN(t.Len())
	}
	return o
}

// The verdict on every possible cut is that of the definition: right if the algorithm makes it,
// else unsound exactly if some allowed values of the skipped leaves change the value that the
// algorithm guarantees.
func TestVerdictsByDefinition(t *testing.T) {
	treetest.SkipUnderRace(t)
	rng := rand.New(rand.NewPCG(40, 5))
	want := 2_000 // cuts of each algorithm that are compared
	if testing.Short() {
		want = 300
	}
	for _, a := range algorithms.All() {
		if a.Estimate || a.ID == "dfbnb" || a.Divides || a.Questions != trace.NoQuestions || a.ID == "alphabeta-chance" || a.Exhibit || a.OwnValue() { // TestPracticeWithChance has the others
			continue
		}
		t.Run(a.ID, func(t *testing.T) {
			found := map[Verdict]int{}
			for found[Sound]+found[Unsound] < want {
				verdictsOn(t, a, practiceTree(rng), rng, found)
			}
			if found[Sound] == 0 || found[Unsound] == 0 || found[Right] == 0 && len(a.Rules(engine.Options{})) > 0 {
				t.Errorf("the verdicts are %v", found)
			}
		})
	}
}

func verdictsOn(t *testing.T, a *engine.Algorithm, tree *trees.Tree, rng *rand.Rand, found map[Verdict]int) {
	t.Helper()
	c := engine.AlgorithmConfig{Algorithm: a, Options: practiceOptions(a, rng, tree)}
	root := c.Options.Root
	if Check(c, tree) != nil || tree.IsLeaf(root) {
		return
	}
	cut := map[int]bool{}
	for _, strict := range []bool{false, true} { // both rules for bounds that are met are right
		o := c.Options
		o.Strict = strict
		if p := engine.OnTree(tree, 0); a.Check(&p, o) != nil {
			continue
		}
		if _, err := a.Run(t.Context(), engine.OnTree(tree, 0), o, func(e *trace.Event) {
			if e.Type == trace.Prune {
				for _, k := range e.Cut {
					cut[int(k)] = true
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	var steps []Step
	var judged []Judgement
	for n := root + 1; n < tree.End(root); n++ {
		step := []Step{{Kind: Cut, Node: n}}
		one, _, err := Judge(t.Context(), c, tree, step)
		if err != nil {
			t.Fatal(err)
		}
		steps, judged = append(steps, step...), append(judged, one...)
	}
	allowed := func(leaf int) []trees.Vector { return allowedScores(tree, leaf) }
	if tree.Kind == trees.Minimax {
		allowed = func(leaf int) []trees.Vector { return allowedUtilities(tree, leaf) }
	}
	for i, j := range judged {
		node := steps[i].Node
		if cut[node] {
			found[Right]++
			if j.Verdict != Right {
				t.Fatalf("%s: the cut of %d, which the algorithm makes, is %s\n%s", c.Spec(), node, j.Verdict, tree.Text())
			}
			continue
		}
		changes, ok := changesByTrying(a.ID, tree, root, node, allowed, 3_000)
		if !ok {
			continue
		}
		found[j.Verdict]++
		if verdict := map[bool]Verdict{true: Unsound, false: Sound}[changes]; j.Verdict != verdict {
			t.Fatalf("%s: the cut of %d is %s (%s), and by trying all values %s; root %d of\n%s", c.Spec(), node, j.Verdict, j.Why, verdict, root, tree.Text())
		}
		if changes {
			wantShown(t, c, tree, node, &j)
		}
	}
}

// wantShown checks that the values of an unsound cut are allowed, are of leaves that it skips,
// and change the guaranteed value.
func wantShown(t *testing.T, c engine.AlgorithmConfig, tree *trees.Tree, node int, j *Judgement) {
	t.Helper()
	values := leafValuesOf(tree)
	before := guaranteed(c.Algorithm.ID, tree, values, c.Options.Root)
	for n, v := range j.Values {
		if n < node || n >= tree.End(tree.Parent(node)) || tree.MaxP.Given && v[0] > tree.MaxP.Scores[0] {
			t.Errorf("leaf %d with %v is not of the cut of %d", n, v, node)
		}
		for _, s := range v {
			if tree.Delta > 0 && s%tree.Delta != 0 {
				t.Errorf("%v is no multiple of delta", v)
			}
		}
		values[n] = v
	}
	if _, err := tree.WithValues(j.Values); err != nil {
		t.Error(err)
	}
	if guaranteed(c.Algorithm.ID, tree, values, c.Options.Root) == before {
		t.Fatalf("%s: the cut of %d changes nothing with %v: %s\n%s", c.Spec(), node, j.Values, j.Why, tree.Text())
	}
}

// The examples of what was judged by more than the algorithm guarantees, and what is said of it.
func TestVerdictsByOneScore(t *testing.T) {
	for _, c := range []struct {
		algorithm, text string
		node            int
		verdict         Verdict
		why             string
	}{
		// The value of player 1 stays 0 with any values of the leaf (3, 1.5).
		{"minimax", `players 2 maxsum 6 delta 0.5 2[ 2[ (3,1.5) ] (0,0) ]`, 2, Sound, "No values of the leaves below can change the score of player 1 at the root. Minimax cuts nothing."},
		{"alphabeta", `players 2 maxsum 6 delta 0.5 2[ 2[ (3,1.5) ] (0,0) ]`, 2, Sound, "No values of the leaves below can change the score of player 1 at the root. Alpha-beta cannot know this here, and does not cut. At root.1 the window is open: α and β are infinite."},
		{"alphabeta", `players 2 maxsum 6 delta 1 a: 1[ b: 2[ c: (3,1) d: (2,2) ] e: 2[ f: (4,0) g: (3,3) ] ]`, 6, Unsound, "With (6, 0) at g player 1 gets 4 at the root, not 3. At e the window is open: α = 2 (player 1 at a) is less than β = 4 (player 2 at e)."},
		{"paranoid", `players 3 maxsum 6 delta 1 a: 1[ b: 2[ c: (3,1,0) d: (2,2,1) ] e: 3[ f: (4,0,1) g: (3,3,0) ] ]`, 6, Unsound, "With (6, 0, 0) at g player 1 gets 4 at the root, not 3. At e the window is open: α = 2 (player 1 at a) is less than β = 4 (the others at e)."},
		// Without delta the example has whole points all the same.
		{"alphabeta", `kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 5 g: 8 ] ]`, 6, Unsound, "With 2 at g the root gets 3, not 5. At e the window is open: α = 3 (Max at a) is less than β = 5 (Min at e)."},
		{"alphabeta", `kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 2 g: 8 ] ]`, 6, Right, "g is cut: play will not reach e. Min can hold Max to 2 here, and Max is sure of α = 3 at a."},
		{"alphabeta", `kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 2 g: 8 ] ]`, 3, Unsound, "With 1 at d the root gets 2, not 3. At b the window is open: β = 3 (Min at b), and α is infinite."},
		{"minimax", `kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 2 g: 8 ] ]`, 6, Sound, "No values of the leaves below can change the value of the root. Minimax cuts nothing."},
		// A deep cut, and one by a tie: α = β is enough.
		{"alphabeta", `kind minimax a: max[ b: 5 c: min[ d: max[ e: min[ f: 4 g: 9 ] h: 1 ] i: 7 ] ]`, 6, Right, "5"},
		{"alphabeta", `kind minimax a: max[ b: 5 c: min[ d: 5 e: 9 ] ]`, 4, Right, "5"},
		{"alphabeta", `kind minimax a: max[ b: -5 c: min[ d: -5.5 e: -9 ] ]`, 4, Right, "5"},
	} {
		judged, _, err := Judge(context.Background(), config(t, c.algorithm), searchtest.Read(t, c.text), []Step{{Kind: Cut, Node: c.node}})
		if err != nil {
			t.Fatal(c.text, err)
		}
		if j := judged[0]; j.Verdict != c.verdict || !strings.Contains(j.Why, c.why) {
			t.Errorf("%s on %s: the cut of %d is %s: %s\nwant %s: %s", c.algorithm, c.text, c.node, j.Verdict, j.Why, c.verdict, c.why)
		}
	}
}

// In a search of Max against Min the bounds at a node are α and β, and are called so. A tie of
// Min is one of player 1's score.
func TestPractiseWindow(t *testing.T) {
	// 0 a, 1 b, 2 c, 3 d, 4 e, 5 f, 6 g, 7 h, 8 i
	tree := searchtest.Read(t, `kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 5 g: max[ h: 6 i: 9 ] ] ]`)
	for _, c := range []struct {
		algorithm string
		step      Step
		verdict   Verdict
		why       string
	}{
		{"alphabeta", Step{Kind: Bound, Node: 4, Player: 1, Score: 3 * trees.Unit}, Right, "At e, α is 3."},
		{"alphabeta", Step{Kind: Bound, Node: 6, Player: 2, Score: 5 * trees.Unit}, Right, "At g, β is 5."},
		{"alphabeta", Step{Kind: Bound, Node: 4, Player: 1, Score: 4 * trees.Unit}, Wrong, "At e, α is 3, not 4."},
		{"alphabeta", Step{Kind: Bound, Node: 6, Player: 1, Score: 9 * trees.Unit}, Wrong, "At g, α becomes 3 and 6, never 9."},
		{"alphabeta", Step{Kind: Bound, Node: 2, Player: 1, Score: 4 * trees.Unit}, Wrong, "At c, α is infinite."},
		{"alphabeta", Step{Kind: Bound, Node: 8, Player: 1, Score: 4 * trees.Unit}, Wrong, "The search does not reach i. "},
		{"minimax", Step{Kind: Bound, Node: 8, Player: 1, Score: 4 * trees.Unit}, Wrong, "Minimax has no α and β."},
		{"alphabeta", Step{Kind: Bound, Node: 4, Player: 1, Score: -4 * trees.Unit}, Wrong, "At e, α is 3, not −4."},
		{"alphabeta", Step{Kind: Backup, Node: 4, Value: trees.Points(-5)}, Wrong, "The search of e returns 5, not −5."},
		{"alphabeta", Step{Kind: Backup, Node: 4, Value: trees.Points(5)}, Right, "The search of e returns 5."},
		{"minimax", Step{Kind: Backup, Node: 1, Value: trees.Points(12)}, Wrong, "The search of b returns 3, not 12."},
	} {
		judged, _, err := Judge(context.Background(), config(t, c.algorithm), tree, []Step{c.step})
		if err != nil {
			t.Fatal(err)
		}
		if j := judged[0]; j.Verdict != c.verdict || !strings.HasPrefix(j.Why, c.why) || strings.Contains(j.Why, "further left") {
			t.Errorf("%s, %+v: %s: %s\nwant %s: %s", c.algorithm, c.step, j.Verdict, j.Why, c.verdict, c.why)
		}
	}
}
