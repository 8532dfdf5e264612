package algorithms_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/big"
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
	"espalier/trees/treetest"
)

// This file compares the decision rules with plain walks that share nothing with them.

var ruleTrees = flag.Int("rules", 3_000, "random trees of each test of the decision rules")

// ruleWalk is a walk of a position to a depth (below 0: to the leaves).
type ruleWalk struct {
	pos   trees.Position
	depth int
	root  int // who moves at the root, from 1

	visited int // nodes
}

// leafOf returns the value of the current position if the walk ends there.
func (w *ruleWalk) leafOf(depth int) (v trees.Vector, moves int, ends bool) {
	w.visited++
	moves = w.pos.Look(&v)
	if moves > 0 && depth == 0 {
		w.pos.(trees.Evaluated).Static(&v)
		return v, moves, true
	}
	return v, moves, moves == 0
}

// value returns the value of the current position, where better says whether the mover prefers a
// value to another. In a tie the first wins.
func (w *ruleWalk) value(depth int, better func(mover int, a, b *trees.Vector) bool) trees.Vector {
	v, moves, ends := w.leafOf(depth)
	if ends {
		return v
	}
	mover := w.pos.Mover()
	below := func() trees.Vector { return w.value(depth-1, better) }
	if mover == 0 {
		return searchtest.Expectation(w.pos, moves, below)
	}
	var best trees.Vector
	for i := range moves {
		w.pos.Do(i, &v)
		s := below()
		w.pos.Undo()
		if i == 0 || better(mover, &s, &best) {
			best = s
		}
	}
	return best
}

func ownBetter(mover int, a, b *trees.Vector) bool { return a[mover-1] > b[mover-1] }

func (w *ruleWalk) attack(target int) trees.Vector {
	return w.value(w.depth, func(mover int, a, b *trees.Vector) bool {
		if mover == w.root {
			return a[target-1] < b[target-1]
		}
		return ownBetter(mover, a, b)
	})
}

// reply tries all moves of everybody, and gives a sequence in which two opponents leave the first move
// between two moves of the root player a score that neither side chooses.
func (w *ruleWalk) reply(depth, replies int) (best trees.Vector) {
	v, moves, ends := w.leafOf(depth)
	if ends {
		return v
	}
	own := w.pos.Mover() == w.root
	if own {
		replies = 0
	}
	found := false
	for i := range moves {
		now := replies
		if !own && i > 0 {
			now++
		}
		if now > 1 {
			continue
		}
		w.pos.Do(i, &v)
		s := w.reply(depth-1, now)
		w.pos.Undo()
		if !found || own && s[w.root-1] > best[w.root-1] || !own && s[w.root-1] < best[w.root-1] {
			best, found = s, true
		}
	}
	return best
}

// oneReplies tries all lines from a move of the root player to their next turn. Of those with one move that is no
// pass, or if there is none of those of passes alone, the worst for the root player counts.
func (w *ruleWalk) oneReplies(depth int) (best trees.Vector) {
	v, moves, ends := w.leafOf(depth)
	if ends {
		return v
	}
	if w.pos.Mover() == w.root {
		for i := range moves {
			w.pos.Do(i, &v)
			s := w.oneReplies(depth - 1)
			w.pos.Undo()
			if i == 0 || s[w.root-1] > best[w.root-1] {
				best = s
			}
		}
		return best
	}
	var worst [2]*trees.Vector // by the number of replies
	var line func(depth, replies int)
	line = func(depth, replies int) {
		_, moves, ends := w.leafOf(depth)
		if ends || w.pos.Mover() == w.root {
			if s := w.oneReplies(depth); worst[replies] == nil || s[w.root-1] < worst[replies][w.root-1] {
				worst[replies] = &s
			}
			return
		}
		pass := trees.NoPass
		if p, ok := w.pos.(trees.Passing); ok {
			pass = p.Pass()
		}
		for i := range moves {
			now := replies
			if i != pass {
				now++
			}
			if now > 1 {
				continue
			}
			w.pos.Do(i, &v)
			line(depth-1, now)
			w.pos.Undo()
		}
	}
	line(depth, 0)
	if worst[1] != nil {
		return *worst[1]
	}
	return *worst[0]
}

// foreseen returns the value that the player at the root foresees if the opponent has a minimax search of
// its own, and the score that the opponent expects. It visits every node.
func (w *ruleWalk) foreseen(depth int) (best trees.Vector, expects trees.Score) {
	v, moves, ends := w.leafOf(depth)
	if ends {
		return v, v[2-w.root]
	}
	own := w.pos.Mover() == w.root
	for i := range moves {
		w.pos.Do(i, &v)
		s, e := w.foreseen(depth - 1)
		w.pos.Undo()
		if i == 0 || own && s[w.root-1] > best[w.root-1] || !own && e > expects {
			best = s
		}
		if i == 0 || own && e < expects || !own && e > expects {
			expects = e
		}
	}
	return best, expects
}

// estimate is H: the static value, or the mean of all leaves.
func (w *ruleWalk) estimate() (h trees.Vector) {
	if e, ok := w.pos.(trees.Evaluated); ok && e.Static(&h) {
		return h
	}
	h = trees.Vector{}
	defer func(before int) { w.visited = before }(w.visited)
	leaves := 0
	var walk func()
	walk = func() {
		v, moves, ends := w.leafOf(-1)
		if ends {
			leaves++
			for p := range w.pos.Players() {
				h[p] += v[p]
			}
			return
		}
		for i := range moves {
			w.pos.Do(i, &v)
			walk()
			w.pos.Undo()
		}
	}
	walk()
	for p := range h {
		h[p] /= trees.Score(leaves)
	}
	return h
}

// leads returns the players with the two largest scores; the first of equals.
func leads(h *trees.Vector, players int) (first, second int) {
	for p := players; p >= 1; p-- {
		switch {
		case first == 0 || h[p-1] >= h[first-1]:
			first, second = p, first
		case second == 0 || h[p-1] >= h[second-1]:
			second = p
		}
	}
	return first, second
}

// checkRule compares a run of a decision rule with a plain walk.
func checkRule(t *testing.T, c engine.AlgorithmConfig, pos trees.Position, depth int, res *engine.Result) {
	t.Helper()
	w := &ruleWalk{pos: pos, depth: depth, root: max(1, pos.Mover())}
	players, o := pos.Players(), &c.Options
	switch c.Algorithm {
	case &algorithms.Directed:
		h := w.estimate()
		h[w.root-1] = -trees.MaxUnits
		target, _ := leads(&h, players)
		if o.HasTarget {
			target = o.Target
		}
		if want := w.attack(target); res.Value != want {
			t.Fatalf("%s = (%s), want (%s)", c.Spec(), searchtest.Scores(res.Value, players), searchtest.Scores(want, players))
		}
	case &algorithms.BRSPlus:
		if want := w.reply(w.depth, 0); res.Value != want {
			t.Fatalf("%s = (%s), want (%s)", c.Spec(), searchtest.Scores(res.Value, players), searchtest.Scores(want, players))
		}
	case &algorithms.OMSearch, &algorithms.AlphaBetaStar:
		if want, _ := w.foreseen(w.depth); res.Value != want {
			t.Fatalf("%s = (%s), want (%s)", c.Spec(), searchtest.Scores(res.Value, players), searchtest.Scores(want, players))
		}
	case &algorithms.ProbMaxN:
		checkMixed(t, w, o, res, nil)
	case &algorithms.BestReply:
		if g, ok := pos.(games.Passer); ok && players > 2 {
			w.pos = games.WithPasses(g, w.root)
		}
		if want := w.oneReplies(w.depth); res.Value != want {
			t.Fatalf("%s = (%s), want (%s)", c.Spec(), searchtest.Scores(res.Value, players), searchtest.Scores(want, players))
		}
	case &algorithms.SoftMaxN:
		if err := checkSoft(pos, depth, res); err != nil {
			t.Fatalf("%s: %v", c.Spec(), err)
		}
	case &algorithms.MPMix:
		h := w.estimate()
		leader, second := leads(&h, players)
		toDefend, toAttack := trees.Unit, trees.Unit
		if o.HasLeadToDefend {
			toDefend = trees.Score(o.LeadToDefend) * trees.Unit
		}
		if o.HasLeadToAttack {
			toAttack = trees.Score(o.LeadToAttack) * trees.Unit
		}
		lead := h[leader-1] - h[second-1]
		switch {
		case leader == w.root && lead >= toDefend:
			if want := coalition(pos, w.root-1, depth); res.Value[w.root-1] != want {
				t.Fatalf("%s = (%s), want %s for player %d against a coalition", c.Spec(), searchtest.Scores(res.Value, players), want.In(trees.Unit), w.root)
			}
			return
		case leader != w.root && lead >= toAttack:
			if want := w.attack(leader); res.Value != want {
				t.Fatalf("%s = (%s), want (%s)", c.Spec(), searchtest.Scores(res.Value, players), searchtest.Scores(want, players))
			}
			return
		}
		if want := w.value(depth, ownBetter); res.Value != want {
			t.Fatalf("%s = (%s), want (%s)", c.Spec(), searchtest.Scores(res.Value, players), searchtest.Scores(want, players))
		}
	default:
		t.Fatalf("no plain walk for %s", c.Algorithm.ID)
	}
}

// TestRules runs every decision rule with random options on random trees: 2 to 6 players, with
// ties, uneven depth, single children, movers out of turn, and scores below 0.
func TestRules(t *testing.T) {
	n := *ruleTrees
	if testing.Short() {
		n /= 6
	}
	for _, a := range algorithms.All() {
		if !a.Reference.Own || a.Reference == &engine.ReferenceNone {
			continue
		}
		t.Run(a.ID, func(t *testing.T) {
			t.Parallel()
			regimes, refused := map[string]int{}, 0
			for seed := range n {
				rng := rand.New(rand.NewPCG(uint64(seed), 4711))
				s := searchtest.SomeShape(rng)
				s.Players, s.Static, s.Passes = 2+rng.IntN(5), rng.IntN(2) == 0, a.Passes
				if a == &algorithms.OMSearch || a == &algorithms.AlphaBetaStar {
					s.Players = 2
				}
				tree := treetest.Random(rng, s)
				if rng.IntN(3) == 0 {
					tree = treetest.Below(rng, tree)
				}
				c := engine.AlgorithmConfig{Algorithm: a, Options: randomRuleOptions(rng, a, tree)}
				if p := engine.OnTree(tree, 0); a.Check(&p, c.Options) != nil {
					refused++
					continue
				}
				res, err := a.Run(context.Background(), engine.OnTree(tree, 0), c.Options, func(e *trace.Event) {
					if r, has := trace.NoteOf[*algorithms.Regime](e); has {
						regimes[r.Rule]++
					}
				})
				depth := -1
				if c.Options.HasDepth {
					depth = c.Options.Depth
				}
				if a == &algorithms.ProbMaxN {
					root := max(1, tree.Mover(0))
					if checkMixed(t, &ruleWalk{pos: trees.NewCursor(tree, 0), depth: depth, root: root}, &c.Options, &res, err) {
						regimes["whole"]++
					}
					continue
				}
				if err != nil {
					t.Fatalf("%s on %s = %v", c.Spec(), tree.Text(), err)
				}
				checkRule(t, c, trees.NewCursor(tree, c.Options.Root), depth, &res)
				if t.Failed() {
					t.Fatalf("on %s", tree.Text())
				}
			}
			t.Log(regimes, refused)
			if refused > n/2 {
				t.Errorf("%d of %d trees were refused, want fewer", refused, n)
			}
			if a == &algorithms.MPMix {
				for _, rule := range []string{"maxn", "paranoid", "directed-offensive"} {
					if regimes[rule] < n/20 {
						t.Errorf("MP-Mix chose %s on %d of %d trees, want more", rule, regimes[rule], n)
					}
				}
			}
		})
	}
}

// randomRuleOptions returns options that an algorithm takes on a tree.
func randomRuleOptions(rng *rand.Rand, a *engine.Algorithm, t *trees.Tree) (o engine.Options) {
	for _, name := range a.Options {
		spec := engine.FindOption(name)
		switch {
		case rng.IntN(2) == 0:
		case name == "depth" && !someStatic(t):
		case spec.Kind == engine.FlagOption:
			spec.SetOn(&o, true)
		default:
			spec.SetNumber(&o, rng.IntN(min(spec.Most, 6)+1))
		}
	}
	return o
}

// The worked example of BRS+, by hand.
//
//	a, player 1: b, c.  b, player 2: d, e.  d, player 3: f, g.  e, player 3: h, i.  c: (4,4,4).
//
// At b player 2 plays the first move, d, or replies with e. After d player 3 may reply: f or g, and leaves
// player 1 with 5. After e player 3 plays the first move, h, which gives player 1 a 6; i would leave
// player 1 with 0. So b is worth 5, and player 1 moves to b. Paranoid fears i, and moves to c.
func TestBRSByHand(t *testing.T) {
	tree := searchtest.Read(t, "players 3 maxsum 12 a: 1[ b: 2[ d: 3[ f: (7,2,3) g: (5,5,2) ] e: 3[ h: (6,3,3) i: (0,6,6) ] ] c: (4,4,4) ]")
	res, err := algorithms.BRSPlus.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, nil)
	if err != nil || res.Value != trees.Points(5, 5, 2) || res.Stats.Prunes[trace.OneReply] != 1 {
		t.Errorf("BRS+ returns (%s) with %d cuts, want (5,5,2) and 1; %v", searchtest.Scores(res.Value, 3), res.Stats.Prunes[trace.OneReply], err)
	}
	if res, err := algorithms.Paranoid.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, nil); err != nil || res.Value != trees.Points(4, 4, 4) {
		t.Errorf("paranoid returns (%s), want (4,4,4); %v", searchtest.Scores(res.Value, 3), err)
	}
}

// The worked example of best-reply search, by hand: one in which passing breaks the value.
//
//	a, player 1: b, c.  b, player 2: d, pass h.  d, player 3: f, pass g.  h, player 3: i.
//	c, player 2: j, pass m.  j, player 3: k, pass l.  m, player 3: n.
//
// At b player 2 replies with d, and player 3 passes to g; or player 2 passes, and player 3 replies with i. Player 1 gets 6.
// At c player 2 replies with j, and player 3 passes to l, which leaves player 1 with 2: m is cut. Without passes b leads to f, and player 1
// gets 1, while c leads to k and 8.
func TestBestReplyByHand(t *testing.T) {
	tree := searchtest.Read(t, "players 3 maxsum 10 a: 1[ b: 2[ d: 3[ f: (1,5,4) <pass> g: (6,2,2) ] <pass> h: 3[ i: (6,3,1) ] ] c: 2[ j: 3[ k: (8,0,2) <pass> l: (2,7,1) ] <pass> m: 3[ n: (9,0,1) ] ] ]")
	res := searchtest.RunOn(t, "brs", engine.OnTree(tree, 0), engine.Options{})
	if p := res.Stats.Prunes; res.Value != trees.Points(6, 2, 2) || p[trace.OthersPass] != 2 || p[trace.Alpha] != 1 || res.Stats.Pruned != 3 {
		t.Errorf("best-reply search returns (%s) with %+v, want (6,2,2) with f and k cut by others-pass, and m by alpha", searchtest.Scores(res.Value, 3), res.Stats)
	}
	game := searchtest.Read(t, "players 3 maxsum 10 a: 1[ b: 2[ d: 3[ f: (1,5,4) ] ] c: 2[ j: 3[ k: (8,0,2) ] ] ]")
	for _, id := range []string{"maxn", "paranoid", "brs-plus"} {
		if res := searchtest.RunOn(t, id, engine.OnTree(game, 0), engine.Options{}); res.Value != trees.Points(8, 0, 2) {
			t.Errorf("%s returns (%s) without passes, want (8,0,2)", id, searchtest.Scores(res.Value, 3))
		}
	}
}

// The sentences of best-reply search claim nothing of the game, where the others need not pass. A recording says the same.
func TestBestReplySentences(t *testing.T) {
	tree := searchtest.Read(t, "players 3 maxsum 10 a: 1[ b: 2[ d: 3[ f: (1,5,4) <pass> g: (6,2,2) ] <pass> h: 3[ i: (6,3,1) <pass> (0,0,0) ] ] c: (2,7,1) ]")
	x := trace.NewExplainer(tree, algorithms.BestReply.Name, true)
	rec := trace.NewRecorder(trace.MaxRecorded, nil)
	var said []string
	if _, err := algorithms.BestReply.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
		rec.Record(e)
		said = append(said, x.Explain(e).String())
	}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"f is cut. Player 2 has replied at b, and only one opponent may reply: player 3 passes.",
		"h.2 is cut. One opponent has to reply, and after player 3 nobody can: player 3 does not pass.",
		"b returns (6, 2, 2): with one reply to each move, player 1 gets 6 there.",
		"Best-reply search returns (6, 2, 2), the value of g. A search of every node by the same rule returns the same.",
	} {
		if !slices.Contains(said, want) {
			t.Errorf("no step says %q:\n%s", want, strings.Join(said, "\n"))
		}
	}
	at := 0
	rec.Read(0, rec.Len(), func(e *trace.Event) bool {
		if s := x.Explain(e).String(); s != said[at] {
			t.Errorf("recorded, event %d says %q, want %q", at, s, said[at])
		}
		at++
		return true
	})
}

// TestPassesAreNeeded: a tree or game that lacks a pass is refused, with the node where.
func TestPassesAreNeeded(t *testing.T) {
	for _, c := range []struct {
		text, place, why string // why: "" where no pass is missing
	}{
		{"players 3 1[ 2[ 3[ (1,1,1) ] <pass> 3[ (2,1,1) ] ] ]", "root.children[0].children[0].children", "since another opponent has replied"},
		{"players 3 1[ 2[ 3[ (1,1,1) <pass> (2,1,1) ] 3[ <pass> (2,1,1) ] ] ]", "root.children[0].children", "since player 3 may reply instead"},
		{"players 4 1[ 2[ (1,1,1,1) ] ]", "root.children[0].children", "since players 3 and 4 may reply instead"},
		{"players 3 1[ 2[ <pass> 3[ (1,1,1) ] ] ]", "", ""},
		{"players 3 1[ 2[ <pass> 3[ <pass> 1[ (1,1,1) ] ] ] ]", "", ""},
		{"players 2 1[ 2[ (1,1) (2,2) ] ]", "", ""},
		{"players 2 1[ 2[ 2[ (1,1) ] (2,2) ] ]", "root.children[0].children[0].children", "since another opponent has replied"},
		{"players 3 (1,1,1)", "", ""},
	} {
		err := checkOn(searchtest.Read(t, c.text))
		var refused *engine.NotApplicableError
		switch {
		case c.why == "":
			if err != nil {
				t.Errorf("%s: %v", c.text, err)
			}
		case !errors.As(err, &refused) || refused.Path != c.place || !strings.Contains(refused.Message, c.why) || !strings.Contains(refused.Message, "brs-plus"):
			t.Errorf("%s: %v, want %q at %s", c.text, err, c.why, c.place)
		}
	}
	for game, why := range map[string]string{"hearts": "a trick needs a card of each player", "tic-tac-toe": "is alpha-beta", "othello": "", "board-splitting": ""} {
		p := engine.OnGame(game, searchtest.OpenGame(t, game, map[string]any{}))
		err := algorithms.BestReply.Check(&p, engine.Options{})
		if (err == nil) != (why == "") || err != nil && !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", game, err, why)
		}
	}
}

func checkOn(t *trees.Tree) error {
	p := engine.OnTree(t, 0)
	return algorithms.BestReply.Check(&p, engine.Options{})
}

// The worked example: the three rules of MP-Mix on one tree, by hand.
//
//	a, player 1: b, c.  b, player 2: (6,3,0), (5,4,5).  c, player 2: (4,5,1), (3,2,9).
//
// Max^n: player 2 chooses (5,4,5) at b and (4,5,1) at c, so player 1 chooses b.
// Paranoid: the others hold player 1 to 5 at b and to 3 at c, so b.
// Attack on player 3: at b player 3 is left with 5, at c with 1, so c.
func TestRulesByHand(t *testing.T) {
	text := "players 3 maxsum 14 a: 1{static %s}[ b: 2[ (6,3,0) (5,4,5) ] c: 2[ (4,5,1) (3,2,9) ] ]"
	for _, w := range []struct {
		static, id, rule string
		value            trees.Vector
	}{
		{"(5,4,3)", "mpmix", "paranoid", trees.Points(5, 4, 5)},
		{"(4,4,3)", "mpmix", "maxn", trees.Points(5, 4, 5)},
		{"(4,4,6)", "mpmix", "directed-offensive", trees.Points(4, 5, 1)},
		{"(4,4,6)", "directed-offensive", "directed-offensive", trees.Points(4, 5, 1)},
	} {
		tree := searchtest.Read(t, fmt.Sprintf(text, w.static))
		rule := ""
		res, err := searchtest.Find(t, w.id).Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
			if e.Type == trace.Start {
				r, _ := trace.NoteOf[*algorithms.Regime](e)
				rule = r.Rule
			}
		})
		if err != nil || rule != w.rule || res.Value != w.value {
			t.Errorf("%s with %s follows %s and returns (%s), want %s and (%s); %v", w.id, w.static, rule, searchtest.Scores(res.Value, 3), w.rule, searchtest.Scores(w.value, 3), err)
		}
	}
}

// The worked example of αβ*, by hand. It has the tree of the exhibit in which deep pruning fails, and a node j.
//
//	a, player 1: b, c.  b: (2,0).  c, player 2: d, i, j.  d, player 1: e, f.  f, player 2: g, h.  j, player 1: k, l.
//
// After b player 1 has 2. At f player 2 expects 2 from g, so player 1 gets at most 4 - 2 = 2 there: h is cut.
// At d player 2 expects the worse of 0 at e and 2 at f, and prefers i, with 1. At j it expects
// at most 0, so l is cut. Player 1 foresees i, and gets 3. Deep pruning cuts h by the same sum, takes
// (1,2) for the value of d, and returns (2,0).
func TestModelByHand(t *testing.T) {
	tree := searchtest.Read(t, "players 2 maxsum 4 a: 1[ b: (2,0) c: 2[ d: 1[ e: (0,0) f: 2[ g: (1,2) h: (0,3) ] ] i: (3,1) j: 1[ k: (4,0) l: (2,2) ] ] ]")
	res := searchtest.RunOn(t, "alphabeta-star", engine.OnTree(tree, 0), engine.Options{})
	if p := res.Stats.Prunes; res.Value != trees.Points(3, 1) || p[trace.ModelSum] != 1 || p[trace.Model] != 1 || res.Stats.Pruned != 2 {
		t.Errorf("αβ* returns (%s) with %+v, want (3,1) with one cut by each rule", searchtest.Scores(res.Value, 2), res.Stats)
	}
	if res := searchtest.RunOn(t, "deep", engine.OnTree(tree, 0), engine.Options{}); res.Value != trees.Points(2, 0) || res.Reference.Value != trees.Points(3, 1) {
		t.Errorf("deep pruning returns (%s), want (2,0), and (3,1) from max^n", searchtest.Scores(res.Value, 2))
	}
}

// M* is not max^n: player 2 fears that player 1 plays against it at d, but player 1 would not. So
// player 2 avoids d, where it would get 3.
func TestModelIsNotMaxn(t *testing.T) {
	tree := searchtest.Read(t, "players 2 maxsum 5 1[ 2[ d: 1[ (2,3) (0,0) ] (4,1) ] (3,0) ]")
	if res := searchtest.RunOn(t, "alphabeta-star", engine.OnTree(tree, 0), engine.Options{}); res.Value != trees.Points(4, 1) {
		t.Errorf("αβ* returns (%s), want (4,1)", searchtest.Scores(res.Value, 2))
	}
	if res := searchtest.RunOn(t, "maxn", engine.OnTree(tree, 0), engine.Options{}); res.Value != trees.Points(3, 0) {
		t.Errorf("max^n returns (%s), want (3,0)", searchtest.Scores(res.Value, 2))
	}
}

// mixed returns the expectation by prob-max^n in fractions of units, with weights in tenths for own, against
// and rival. It shares nothing with the engine. whole is false if an expectation on the way is no whole number of units.
func (w *ruleWalk) mixed(depth int, weights [3]int64) (best []*big.Rat, whole bool) {
	players := w.pos.Players()
	v, moves, ends := w.leafOf(depth)
	if ends {
		for p := range players {
			best = append(best, new(big.Rat).SetInt64(int64(v[p])))
		}
		return best, true
	}
	mover := w.pos.Mover()
	var kids [][]*big.Rat
	var probs []*big.Rat // of a chance node
	whole = true
	for i := range moves {
		if mover == 0 {
			p := w.pos.(trees.Chanced).Prob(i)
			probs = append(probs, big.NewRat(int64(p.Score), int64(p.Unit)))
		}
		w.pos.Do(i, &v)
		kid, fits := w.mixed(depth-1, weights)
		w.pos.Undo()
		kids, whole = append(kids, kid), whole && fits
	}
	if mover == 0 {
		for p := range players {
			sum := new(big.Rat)
			for i := range kids {
				sum.Add(sum, new(big.Rat).Mul(probs[i], kids[i][p]))
			}
			best, whole = append(best, sum), whole && sum.IsInt()
		}
		return best, whole
	}
	goals := []func(v []*big.Rat) *big.Rat{
		func(v []*big.Rat) *big.Rat { return v[mover-1] },
		func(v []*big.Rat) *big.Rat { return new(big.Rat).Neg(v[w.root-1]) },
		func(v []*big.Rat) *big.Rat { return new(big.Rat).Sub(v[mover-1], v[w.root-1]) },
	}
	first := func(goal func(v []*big.Rat) *big.Rat) []*big.Rat {
		for _, kid := range kids {
			if !slices.ContainsFunc(kids, func(other []*big.Rat) bool { return goal(other).Cmp(goal(kid)) > 0 }) {
				return kid
			}
		}
		return nil
	}
	if mover == w.root {
		return first(goals[0]), whole
	}
	for p := range players {
		sum := new(big.Rat)
		for g, goal := range goals {
			sum.Add(sum, new(big.Rat).Mul(big.NewRat(weights[g], 10), first(goal)[p]))
		}
		best, whole = append(best, sum), whole && sum.IsInt()
	}
	return best, whole
}

// checkMixed compares a run of prob-max^n with the walk in fractions. It reports whether the run ended with
// a value; it must not if an expectation is no whole number of units.
func checkMixed(t *testing.T, w *ruleWalk, o *engine.Options, res *engine.Result, err error) (ended bool) {
	t.Helper()
	weights := [3]int64{7, 3, 0}
	if o.HasAgainst {
		weights[1] = int64(o.Against)
	}
	if o.HasRival {
		weights[2] = int64(o.Rival)
	}
	weights[0] = 10 - weights[1] - weights[2]
	want, whole := w.mixed(w.depth, weights)
	var limit *engine.LimitError
	if stopped := errors.As(err, &limit); stopped == whole || err != nil && !stopped {
		t.Fatalf("the run ends with %v; whole is %v", err, whole)
	}
	for p := range want {
		if whole && want[p].Cmp(new(big.Rat).SetInt64(int64(res.Value[p]))) != 0 {
			t.Fatalf("the value is %v, want %v", res.Value[:len(want)], want)
		}
	}
	return whole
}

// someStatic reports whether a node of the tree has a static value.
func someStatic(t *trees.Tree) bool {
	for n := range t.Len() {
		if _, ok := t.Static(n); ok {
			return true
		}
	}
	return false
}
