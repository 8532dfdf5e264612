package algorithms_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
)

// play plays random moves, so that searches start anywhere; some moves are left to search.
func play(rng *rand.Rand, pos games.Position, most int) {
	var v trees.Vector
	moves := pos.Look(&v)
	for range rng.IntN(most + 1) {
		if moves == 0 || pos.Height() < 3 {
			return
		}
		moves, _ = pos.Do(rng.IntN(moves), &v)
	}
}

// choiceTried counts the runs of gameConfigs that have an option of some words.
var choiceTried int

// gameConfigs are all algorithms with their options that a problem allows.
func gameConfigs(p *engine.Problem, depth int) (configs []engine.AlgorithmConfig) {
	for _, a := range algorithms.All() {
		for _, name := range append([]string{""}, a.Options...) {
			o, spec := engine.Options{}, engine.FindOption(name)
			switch {
			case spec == nil:
			case spec.Kind == engine.ChoiceOption: // the caller’s random problems get each of its words in turn
				spec.SetNumber(&o, 1+choiceTried%spec.Most)
				choiceTried++
			case name == "as_printed" || spec.Kind != engine.FlagOption:
				continue
			default:
				spec.SetOn(&o, true)
			}
			if depth >= 0 {
				o.Depth, o.HasDepth = depth, true
			}
			if c := (engine.AlgorithmConfig{Algorithm: a, Options: o}); c.Sound() && a.Check(p, o) == nil {
				configs = append(configs, c)
			}
			if o.Transposition && slices.Contains(a.Options, "table") {
				if o.Table = true; a.Check(p, o) == nil {
					configs = append(configs, engine.AlgorithmConfig{Algorithm: a, Options: o})
				}
			}
		}
	}
	return configs
}

// coalition returns the score of player p (from 0) if all others minimise it.
func coalition(pos trees.Position, p, depth int) trees.Score {
	var v trees.Vector
	moves := pos.Look(&v)
	switch {
	case moves == 0:
		return v[p]
	case depth == 0:
		pos.(trees.Evaluated).Static(&v)
		return v[p]
	}
	if pos.Mover() == 0 {
		return searchtest.Expectation(pos, moves, func() (v trees.Vector) {
			v[p] = coalition(pos, p, depth-1)
			return v
		})[p]
	}
	own := pos.Mover()-1 == p
	best := trees.Score(0)
	for i := range moves {
		pos.Do(i, &v)
		s := coalition(pos, p, depth-1)
		pos.Undo()
		if i == 0 || own && s > best || !own && s < best {
			best = s
		}
	}
	return best
}

// TestSoundOnGames: on many small deals and positions, every sound algorithm with every
// option returns the value of a plain walk, with and without a limit on depth; the
// two-sided ones return the score against a coalition. Max^n's line leads to its value.
func TestSoundOnGames(t *testing.T) {
	n := 240
	if testing.Short() {
		n = 40
	}
	rng := rand.New(rand.NewPCG(15, 1))
	ran, positions := map[string]int{}, map[string]int{}
	for _, g := range searchtest.SmallGames(rng, n) {
		pos := searchtest.OpenGame(t, g.Id, g.Fields)
		play(rng, pos, 8)
		positions[g.Id]++
		doc := string(pos.AppendDocument(nil))
		want, line := searchtest.PlainWalk(pos, g.Depth)
		problem := engine.OnGame(g.Id, pos)
		problem.Numbered = true
		mover := max(pos.Mover(), 1) - 1
		for _, c := range gameConfigs(&problem, g.Depth) {
			res, err := c.Algorithm.Run(context.Background(), problem, c.Options, nil)
			if err != nil {
				t.Fatalf("%s depth %d of %s = %v", c.Spec(), g.Depth, doc, err)
			}
			ran[c.Algorithm.ID]++
			if c.Algorithm.Reference.Own {
				checkRule(t, c, pos, g.Depth, &res)
				continue
			}
			switch c.Algorithm.Reference {
			case &engine.ReferenceParanoid:
				if score := coalition(pos, mover, g.Depth); res.Value[mover] != score {
					t.Fatalf("%s depth %d of %s = %v, want %v for player %d", c.Spec(), g.Depth, doc, res.Value, score.In(trees.Unit), mover+1)
				}
				continue
			case &engine.ReferenceMinimax:
				if score := coalition(pos, 0, g.Depth); res.Value[0] != score {
					t.Fatalf("%s depth %d of %s = %v, want %v for player 1", c.Spec(), g.Depth, doc, res.Value, score.In(trees.Unit))
				}
				continue
			}
			if res.Value != want || c.Algorithm == algorithms.Plain && len(res.Line) != len(line)+1 {
				t.Fatalf("%s depth %d of %s = %v with line %v, want %v by moves %v", c.Spec(), g.Depth, doc, res.Value, res.Line, want, line)
			}
		}
		if got := string(pos.AppendDocument(nil)); got != doc {
			t.Fatalf("after searches of %s the position is %s", doc, got)
		}
	}
	for _, a := range algorithms.All() {
		least := n
		if a.Passes {
			least = n / 4 // few games have passes
		}
		if a.Sound && a.Reference != &engine.ReferenceCost && !a.Divides && ran[a.ID] < least {
			t.Errorf("%s ran on %d positions of games, want %d or more", a.ID, ran[a.ID], least)
		}
	}
	for _, g := range games.Games() {
		if positions[g.ID] < n/8 {
			t.Errorf("%d positions of %s were searched, want %d or more", positions[g.ID], g.ID, n/8)
		}
	}
}

// TestGameEvents: an enter carries the text of its move, and with a limit on depth no
// event claims that a value which came from a static value is proved.
func TestGameEvents(t *testing.T) {
	pos := searchtest.OpenGame(t, "sergeant-major", map[string]any{"hands": []string{"AS 5H", "KS 2D", "QS 3D"}})
	a, _ := algorithms.Find("shallow")
	var texts []string
	for depth := range 7 {
		texts = texts[:0]
		_, err := a.Run(context.Background(), engine.OnGame("sergeant-major", pos), engine.Options{Depth: depth, HasDepth: true}, func(e *trace.Event) {
			if e.Type == trace.Enter && e.Parent >= 0 {
				texts = append(texts, string(e.Text))
			}
			if e.Type == trace.Exit && e.Node == 0 && e.Exact != (depth == 6) {
				t.Errorf("depth %d: the value of the root is exact: %v", depth, e.Exact)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"AS", "KS", "QS", "5H", "2D", "3D"}; len(texts) < 6 || !slices.Equal(texts[:6], want) {
		t.Errorf("the first moves are %v, want %v", texts, want)
	}
}

// TestEndless: a search of Chinese Checkers needs a depth, or deepening with a limit on
// nodes, which returns the result of the last complete depth.
func TestEndless(t *testing.T) {
	fields := map[string]any{"size": 2, "top": 5}
	for _, a := range algorithms.All() {
		problem := engine.OnGame("chinese-checkers", searchtest.OpenGame(t, "chinese-checkers", fields))
		var refused *engine.NotApplicableError
		err := a.Check(&problem, engine.Options{})
		if !errors.As(err, &refused) {
			t.Errorf("%s without a depth = %v, want a refusal", a.ID, err)
			continue
		}
		if a.Check(&problem, engine.Options{Depth: 3, HasDepth: true}) == nil && refused.Path != "options.depth" {
			t.Errorf("%s without a depth is refused at %s", a.ID, refused.Path)
		}
	}
	a, _ := algorithms.Find("maxn")
	for _, watched := range []bool{false, true} {
		pos := searchtest.OpenGame(t, "chinese-checkers", fields)
		doc := string(pos.AppendDocument(nil))
		problem := engine.OnGame("chinese-checkers", pos)
		problem.Numbered = true
		open, entered, last := 0, 0, ""
		var observer trace.Observer
		if watched {
			observer = func(e *trace.Event) {
				switch e.Type {
				case trace.Enter:
					open++
					entered++
				case trace.Exit:
					open--
				}
				last = e.Type.String()
			}
		}
		res, err := a.Run(context.Background(), problem, engine.Options{Deepening: true, Nodes: 3_000, HasNodes: true}, observer)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(pos.AppendDocument(nil)); got != doc {
			t.Fatalf("after a search that was stopped the position is %s", got)
		}
		want, line := searchtest.PlainWalk(pos, res.Depth)
		if res.Value != want || res.Depth < 3 || len(res.Line) != len(line)+1 {
			t.Errorf("deepening to %d = %v with line %v, want %v by %v", res.Depth, res.Value, res.Line, want, line)
		}
		if watched && (open != 0 || last != "done" || entered != res.Stats.Nodes) {
			t.Errorf("%d nodes are open at the end, the last event is %s; %d entered, %d counted", open, last, entered, res.Stats.Nodes)
		}
	}
	problem := engine.OnGame("chinese-checkers", searchtest.OpenGame(t, "chinese-checkers", fields))
	var limit *engine.LimitError
	if _, err := a.Run(context.Background(), problem, engine.Options{Deepening: true, Nodes: 3, HasNodes: true}, nil); !errors.As(err, &limit) {
		t.Errorf("deepening with 3 nodes = %v, want a LimitError", err)
	}
}

// TestGameNeeds: an algorithm or an option whose needs a game does not meet is refused.
func TestGameNeeds(t *testing.T) {
	depth := engine.Options{Depth: 2, HasDepth: true}
	for _, c := range []struct {
		id, algorithm string
		options       engine.Options
		path          string // "": allowed
	}{
		{"chinese-checkers", "bnb", depth, "algorithm"},
		{"chinese-checkers", "deep-bnb", depth, "algorithm"},
		{"chinese-checkers", "abbnb", depth, "algorithm"},
		{"chinese-checkers", "paranoid", engine.Options{Depth: 2, HasDepth: true, Heuristic: true}, "options.heuristic"},
		{"chinese-checkers", "speculative", engine.Options{Depth: 2, HasDepth: true, Discrete: true}, ""},
		{"othello", "bnb", depth, ""},
		{"hearts", "minimax", engine.Options{}, "algorithm"},
		{"hearts", "dfbnb", engine.Options{}, "algorithm"},
		{"hearts", "speculative", engine.Options{Table: true}, "options.table"},
		{"spades", "speculative", engine.Options{Table: true}, ""},
		{"spades", "speculative", engine.Options{Table: true, Depth: 2, HasDepth: true}, "options.depth"},
		{"connect-four", "speculative", engine.Options{Table: true, Depth: 2, HasDepth: true}, ""},
		{"connect-four", "alphabeta", depth, ""},
		{"sergeant-major", "maxn", engine.Options{Root: 1}, "options.root"},
	} {
		problem := engine.OnGame(c.id, searchtest.OpenGame(t, c.id, nil))
		a, _ := algorithms.Find(c.algorithm)
		err := a.Check(&problem, c.options)
		path := ""
		if err != nil {
			path, _, _ = strings.Cut(err.Error(), ":")
		}
		if path != c.path {
			t.Errorf("%s of %s with %v = %v, want a refusal at %q", c.algorithm, c.id, c.options.Given(), err, c.path)
		}
	}
	ranks := engine.OnGame("spades", searchtest.OpenGame(t, "spades", map[string]any{"evaluation": "ranks"}))
	a, _ := algorithms.Find("lastbranch")
	if err := a.Check(&ranks, engine.Options{Table: true, Depth: 2, HasDepth: true}); err != nil {
		t.Errorf("ranks with a table and a depth = %v, want nil", err)
	}
}

// TestDepthOnTrees: every algorithm but dfbnb takes a depth on trees, too, and refuses
// static values that break the limits by which it cuts.
func TestDepthOnTrees(t *testing.T) {
	const text = `players 3 maxsum 9 1{low (0,0,0) up (9,9,9)}[ 2{static (4,3,2)}[ (5,2,2) (3,3,3) ] 2{static %s}[ (6,1,2) ] ]`
	for static, want := range map[string]string{
		"(4,4,1)": "", "(5,4,0)": "", "(9,1,0)": "root.children[1].static",
	} {
		tree, err := trees.ReadText(fmt.Sprintf(text, static))
		if err != nil {
			t.Fatal(err)
		}
		plain, _ := algorithms.Find("maxn")
		o := engine.Options{Depth: 1, HasDepth: true}
		reference, err := plain.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range algorithms.All() {
			if a.Relies == nil || !a.Relies(&o) || a.Divides || a.OwnValue() { // Star1, Star2 and αβ* search other trees
				continue
			}
			res, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
			switch {
			case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
				t.Errorf("%s with the static value %s = %v, want an error at %s", a.ID, static, err, want)
			case want == "" && (err != nil || res.Value != reference.Value || !res.Reference.Agrees):
				t.Errorf("%s with the static value %s = %v, %v, want %v", a.ID, static, res.Value, err, reference.Value)
			}
		}
	}
	tree, err := trees.ReadText(`players 3 maxsum 9 delta 1 outcomes (5,2,2) (3,3,3) 1[ 2{static (4.5,2.5,2)}[ (5,2,2) (3,3,3) ] (3,3,3) ]`)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := algorithms.Find("speculative")
	for _, o := range []engine.Options{{Discrete: true}, {Table: true}} {
		o.Depth, o.HasDepth = 1, true
		problem := engine.OnTree(tree, 0)
		if err := a.Check(&problem, o); err == nil || !strings.HasPrefix(err.Error(), "root.children[0].static") {
			t.Errorf("speculative with %v and a static value that does not fit = %v", o.Given(), err)
		}
	}
}

// TestHeartsMaxSum: where the search ends before the hands are empty, points that nobody
// has are in nobody's loss. With maxsum (n-1)·T, last-branch and speculative pruning are
// wrong on this deal; with that of the game they are right.
func TestHeartsMaxSum(t *testing.T) {
	pos := searchtest.OpenGame(t, "hearts", map[string]any{"hands": []string{"AH QS 9C 5H", "KS JS 9H 3H", "AS JH 7H 2S"}, "tricks": 3})
	want, _ := searchtest.PlainWalk(pos, -1)
	for _, id := range []string{"lastbranch", "speculative"} {
		a, _ := algorithms.Find(id)
		problem := engine.OnGame("hearts", pos)
		res, err := a.Run(context.Background(), problem, engine.Options{}, nil)
		if err != nil || res.Value != want {
			t.Errorf("%s = %v, %v, want %v", id, res.Value, err, want)
		}
		problem.MaxSum.Score = 2 * problem.MaxP.Scores[0]
		if res, _ := a.Run(context.Background(), problem, engine.Options{}, nil); res.Value == want {
			t.Errorf("%s with maxsum %v = %v too; the deal shows nothing", id, problem.MaxSum.Score.In(trees.Unit), res.Value)
		}
	}
}
