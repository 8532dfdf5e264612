package practice

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// A cut in a tree with chance nodes is judged as trying all values of the skipped leaves judges
// it, and what the algorithms do themselves is right.
func TestPracticeWithChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 7))
	unsound, sound, cuts := 0, 0, 0
	for range 80 {
		text := "kind minimax minp 0 maxp 3 delta 1 max[ " + searchtest.SmallChance(rng, 3) + " " + searchtest.SmallChance(rng, 3) + " *[ 1 2 ] ]"
		tree := searchtest.Read(t, text)
		plain, _ := algorithms.Find("minimax")
		judge, err := NewCutJudge(context.Background(), engine.AlgorithmConfig{Algorithm: plain}, tree)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n < tree.Len(); n++ {
			var leaves []int
			for _, k := range tree.Kids(tree.Parent(n)) {
				for m := int(k); int(k) >= n && m < tree.End(int(k)); m++ {
					if tree.IsLeaf(m) {
						leaves = append(leaves, m)
					}
				}
			}
			if len(leaves) > 4 {
				continue
			}
			values, after, _, err := judge.Judge(n)
			if err != nil {
				t.Fatal(err)
			}
			want := triedWithChance(t, tree, plain, leaves, map[int]trees.Vector{})
			if (values != nil) != want {
				t.Fatalf("%s: the cut of node %d changes the root: %v, and with %v: want %v", text, n, values != nil, values, want)
			}
			if !want {
				sound++
				continue
			}
			unsound++
			changed, err := tree.WithValues(values)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if res, err := plain.Run(context.Background(), engine.OnTree(changed, 0), engine.Options{}, nil); err != nil || res.Value != after || after == *judge.valueOf(0) {
				t.Fatalf("%s: with %v the root has %v, %v; the judge says %v", text, values, res.Value, err, after)
			}
		}
		for _, id := range []string{"minimax", "alphabeta", "star1", "star2"} {
			a, _ := algorithms.Find(id)
			var steps []Step
			_, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
				value, whole := e.Value[0].In(e.Unit).In(tree.Unit)
				switch {
				case e.Type == trace.Exit && whole && e.HasValue:
					steps = append(steps, Step{Kind: Backup, Node: int(e.Node), Value: trees.Vector{value}})
				case e.Type == trace.Prune:
					steps = append(steps, Step{Kind: Cut, Node: int(e.Cut[0])})
					cuts++
				}
			})
			if err != nil {
				t.Fatalf("%s with %s: %v", text, id, err)
			}
			judged, missed, err := Judge(context.Background(), engine.AlgorithmConfig{Algorithm: a}, tree, steps)
			if err != nil || len(missed) > 0 {
				t.Fatalf("%s with %s: missed %v, %v", text, id, missed, err)
			}
			for i, j := range judged {
				if j.Verdict != Right {
					t.Fatalf("%s with %s: %+v is judged %v: %s", text, id, steps[i], j.Verdict, j.Why)
				}
			}
		}
	}
	if unsound < 100 || sound < 20 || cuts < 40 {
		t.Errorf("%d cuts change the root, %d do not; the algorithms made %d", unsound, sound, cuts)
	}
}

func triedWithChance(t *testing.T, tree *trees.Tree, plain *engine.Algorithm, leaves []int, values map[int]trees.Vector) bool {
	if len(leaves) == 0 {
		changed, err := tree.WithValues(values)
		if err != nil {
			t.Fatal(err)
		}
		before, _ := plain.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, nil)
		after, err := plain.Run(context.Background(), engine.OnTree(changed, 0), engine.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return before.Value != after.Value
	}
	for s := range 4 {
		values[leaves[0]] = trees.Vector{trees.Score(s) * tree.Unit}
		if triedWithChance(t, tree, plain, leaves[1:], values) {
			return true
		}
	}
	return false
}

func TestPracticeWithChanceSays(t *testing.T) {
	const (
		two   = "kind minimax minp -10 maxp 10 max[ a: 3 b: *[ c: -8 d: min[ 2 4 ] ] ]"
		three = "players 3 1[ a: *[ (1,2,3) (4,2,1) ] (1,1,1) ]"
		four  = "players 3 maxsum 9 1[ a: (5,2,2) b: *[ 1[ c: (5,4,0) d: 2[ e: (1,5,3) f: (2,3,4) ] ] (6,1,2) ] ]"
	)
	for _, c := range []struct {
		text, id string
		step     Step
		verdict  Verdict
		why      string
	}{
		{two, "star1", Step{Kind: Cut, Node: 4}, Right, "d"},
		{two, "alphabeta", Step{Kind: Cut, Node: 4}, Sound, "No values of the leaves below can change the value of the root. Alpha-beta cannot know this here, and does not cut."},
		{strings.Replace(two, "minp -10 maxp 10 ", "", 1), "alphabeta", Step{Kind: Cut, Node: 4}, Unsound, "the root gets"},
		{two, "minimax", Step{Kind: Backup, Node: 2, Value: trees.Points(-3)}, Right, "The search of b returns −3."},
		{two, "minimax", Step{Kind: Backup, Node: 2, Value: trees.Points(2)}, Wrong, "The search of b returns −3, not 2."},
		{three, "maxn", Step{Kind: Cut, Node: 4}, Unsound, "the root gets"},
		{four, "shallow", Step{Kind: Cut, Node: 7}, Right, "f is cut: player 1 will not choose d at b.1."},
		{four, "shallow", Step{Kind: Cut, Node: 8}, Unsound, "At b chance moves: nobody chooses there, so every child counts."},
		{three, "maxn", Step{Kind: Backup, Node: 1, Value: trees.Vector{5 * trees.Unit / 2, 2 * trees.Unit, 2 * trees.Unit}}, Right, "The search of a returns (2.5, 2, 2)."},
	} {
		a, _ := algorithms.Find(c.id)
		judged, _, err := Judge(context.Background(), engine.AlgorithmConfig{Algorithm: a}, searchtest.Read(t, c.text), []Step{c.step})
		if err != nil {
			t.Errorf("%s on %s: %v", c.id, c.text, err)
			continue
		}
		if judged[0].Verdict != c.verdict || !strings.Contains(judged[0].Why, c.why) {
			t.Errorf("%s on %s: %v, %q; want %v and %q", c.id, c.text, judged[0].Verdict, judged[0].Why, c.verdict, c.why)
		}
	}
}
