package experiment

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// The defaults are the choices of the program with which the tables were measured; by the
// letter are those of the paper.
func TestPastIsTheDefault(t *testing.T) {
	type choice struct{ past, byLetter int }
	hands := map[string]choice{"gaps": {1, 0}, "table": {1, 0}, "ranks": {1, 0}, "whole_tricks": {1, 0}, "quarter": {1, 0},
		"left_over": {1, 0}, "breaking": {1, 0}, "questions": {1, 0}, "root": {0, 1}}
	for _, e := range All() {
		want := map[string]map[string]choice{
			"sk2000-table2": {"gaps": {1, 0}, "root": {0, 1}},
			"s2003-table11": maps.Clone(hands), "s2003-table12": maps.Clone(hands),
			"s2005-table2": {"gaps": {1, 0}, "table": {1, 2}, "bounds": {2, 0}, "ranks": {1, 0}, "breaking": {1, 0}, "recalled": {1, 0}, "root": {0, 1}},
		}[e.ID]
		v, differs := e.Letter()
		if differs != (want != nil) {
			t.Errorf("%s: to the letter it differs: %v", e.ID, differs)
		}
		for _, p := range e.Parameters {
			c, past := want[p.Name]
			switch {
			case past && (p.Letter == nil || p.Default != c.past || *p.Letter != c.byLetter || v[p.Name] != c.byLetter):
				t.Errorf("%s: %s is %d, to the letter %v, want %+v", e.ID, p.Name, p.Default, p.Letter, c)
			case !past && (p.Letter != nil || v[p.Name] != p.Default):
				t.Errorf("%s: %s has a value to the letter, %d", e.ID, p.Name, v[p.Name])
			}
			delete(want, p.Name)
		}
		if len(want) > 0 {
			t.Errorf("%s has no parameters %v", e.ID, want)
		}
	}
}

// Where the table is used, at plies counted by hand: a search of 15 cards from the start of a
// trick, one of 13 with two cards of the trick played, and one that ends before the hand does.
func TestTablePlies(t *testing.T) {
	spades := func(cards, played int) games.Position {
		pos, err := games.Open(&games.Document{ID: "spades", Values: map[string]any{"cards": cards, "seed": 1}})
		if err != nil {
			t.Fatal(err)
		}
		var v trees.Vector
		for range played {
			pos.Do(0, &v)
		}
		return pos
	}
	for _, c := range []struct {
		use, cards, played, depth int
		want                      []int
	}{
		{startsOfTricks, 5, 0, 15, []int{6, 9}},
		{earlierStarts, 5, 0, 15, []int{6}},
		{startsOfTricks, 5, 2, 13, []int{7}}, // the starts are at 1, 4, 7 and 10
		{startsOfTricks, 9, 0, 15, []int{6, 9}},
		{startsOfTricks, 4, 0, 9, nil},
		{noTable, 5, 0, 15, nil},
		{everywhere, 2, 0, 6, []int{0, 1, 2, 3, 4, 5, 6}},
	} {
		var got []int
		for ply, keeps := range tablePlies(c.use, spades(c.cards, c.played), c.depth) {
			if keeps {
				got = append(got, ply)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("use %d, %d cards, %d played, depth %d: plies %v, want %v", c.use, c.cards, c.played, c.depth, got, c.want)
		}
	}
}

// coalitionValue is the score of a player against all others, by a plain walk.
func coalitionValue(pos games.Position, player, depth int) trees.Score {
	var v trees.Vector
	moves := pos.Look(&v)
	if moves == 0 {
		return v[player]
	}
	if depth == 0 {
		pos.Static(&v)
		return v[player]
	}
	own := pos.Mover()-1 == player
	best := mostScore
	if own {
		best = leastScore
	}
	for i := range moves {
		pos.Do(i, &v)
		score := coalitionValue(pos, player, depth-1)
		pos.Undo()
		if own {
			best = max(best, score)
		} else {
			best = min(best, score)
		}
	}
	return best
}

// Paranoid with a table and with questions: the score is that of a plain walk, the answers follow
// from it, the move reaches it, and the table and the bounds spare nodes.
func TestCoalition(t *testing.T) {
	nodes := map[string]int{}
	for seed := range 24 {
		game := handGames[seed%2].id
		v := valuesOf(t, &s2003Table11, map[string]int{"cards": 5, "table": seed % 3})
		h, err := newHand(game, v, Job{Seed: uint32(seed)})
		if err != nil {
			t.Fatal(err)
		}
		var value trees.Vector
		for range seed % 4 {
			h.pos.Do(0, &value)
		}
		depth := h.pos.Height() - 3*(seed/8%2)
		want := coalitionValue(h.pos, h.pos.Mover()-1, depth)
		for _, heuristic := range []bool{false, true} {
			s := newCoalitionSearch(context.Background(), h.pos, heuristic)
			keeps := h.tablePlies(depth)
			got, ok := s.run(depth, mostNodes, keeps, leastScore, mostScore)
			if !ok || got != want {
				t.Fatalf("%s seed %d: %v, %v, want %v", game, seed, got, ok, want)
			}
			name := game
			if heuristic {
				name += " with bounds"
			}
			nodes[name] += s.nodes
			h.pos.Do(s.best, &value)
			if after := coalitionValue(h.pos, s.player, depth-1); after != want {
				t.Errorf("%s seed %d: move %d leads to %v, want %v", game, seed, s.best, after, want)
			}
			h.pos.Undo()
			for goal := want - 2*trees.Unit; goal <= want+2*trees.Unit; goal += trees.Unit {
				answer, ok := s.run(depth, mostNodes, keeps, goal-trees.Unit, goal)
				if !ok || answer >= goal != (want >= goal) {
					t.Errorf("%s seed %d: is it at least %v? %v, %v; it is %v", game, seed, goal, answer, ok, want)
				}
			}
			if _, ok := s.run(depth, 2, keeps, leastScore, mostScore); ok {
				t.Error("a search of two nodes ends")
			}
		}
	}
	if nodes["spades with bounds"] >= nodes["spades"] || nodes["hearts with bounds"] >= nodes["hearts"] {
		t.Errorf("bounds spare nothing: %v", nodes)
	}
}

// A search by whole tricks reaches the last depth that begins within a quarter of the limit and
// ends within the limit, by the nodes of a plain walk; its root is no node.
func TestDeepestInPast(t *testing.T) {
	stopped, refused := 0, 0
	for seed := range 30 {
		for _, game := range handGames {
			limit := 40 << (seed % 8)
			v := valuesOf(t, &s2003Table11, map[string]int{"cards": 4, "nodes": max(limit, 100), "table": noTable})
			h, err := newHand(game.id, v, Job{Seed: uint32(seed)})
			if err != nil {
				t.Fatal(err)
			}
			var value trees.Vector
			for range seed % 3 {
				h.pos.Do(0, &value)
			}
			want, used := deepest{}, 0
			for depth := 3 - seed%3; depth <= h.pos.Height(); depth += 3 {
				if 4*used > v["nodes"] {
					refused++
					break
				}
				tree := walk(h.pos, depth)
				if used += int(tree.inner+tree.leaves) - 1; used > v["nodes"] {
					stopped++
					break
				}
				want = deepest{depth, depth == h.pos.Height(), plainMove(h.pos, depth)}
			}
			if got, err := h.deepest(context.Background(), &plain); err != nil || got != want {
				t.Errorf("%s seed %d with %d nodes: %+v, %v, want %+v", game.id, seed, v["nodes"], got, err, want)
			}
		}
	}
	if stopped < 5 || refused < 5 {
		t.Errorf("%d searches were stopped and %d did not begin; the test shows little", stopped, refused)
	}
}

// With the table of past programs max^n and speculative max^n enter fewer nodes. By the exact
// cards they find the same value; by relative ranks only ties may differ.
func TestTableOfPast(t *testing.T) {
	var without, exact, relative int
	for seed := range 12 {
		for _, id := range []string{"maxn", "speculative"} {
			algorithm, _ := algorithms.Find(id)
			run := func(given map[string]int) engine.Result {
				v := valuesOf(t, &s2005Table2, given)
				pos, err := dealSpades(v, Job{Seed: uint32(seed)}, "tricks")
				if err != nil {
					t.Fatal(err)
				}
				problem := engine.OnGame("spades", pos)
				problem.TablePlies = tablePlies(v["table"], pos, pos.Height())
				res, err := algorithm.Run(context.Background(), problem, engine.Options{Transposition: v["table"] > 0}, nil)
				if err != nil {
					t.Fatal(err)
				}
				return res
			}
			none := run(map[string]int{"cards": 6, "table": noTable})
			cards := run(map[string]int{"cards": 6, "table": startsOfTricks, "ranks": 0})
			ranks := run(map[string]int{"cards": 6, "table": startsOfTricks})
			if cards.Value != none.Value {
				t.Errorf("%s seed %d: with the table %v, without %v", id, seed, cards.Value, none.Value)
			}
			without, exact, relative = without+none.Stats.Nodes, exact+cards.Stats.Nodes, relative+ranks.Stats.Nodes
		}
	}
	if exact >= without || relative >= exact {
		t.Errorf("%d nodes without a table, %d with exact cards, %d with relative ranks", without, exact, relative)
	}
}

// The full tree of 2005 with the table of past programs has the nodes of a walk that keeps the
// positions at the same plies by what they are, not by their hash.
func TestFullTreeInPast(t *testing.T) {
	for _, use := range []int{noTable, startsOfTricks, earlierStarts} {
		v := valuesOf(t, &s2005Table2, map[string]int{"cards": 5, "ranks": 0, "table": use, "bounds": 0})
		for d := range 3 {
			pos, got := fullTree(t, v, d)
			want := Counts{0, 0}
			seen := map[string]bool{}
			var walk func(moves, ply int)
			walk = func(moves, ply int) {
				want[1]++
				if moves == 0 {
					return
				}
				if use == startsOfTricks && (ply == 6 || ply == 9) || use == earlierStarts && ply == 6 {
					document := string(pos.AppendDocument(nil))
					if seen[document] {
						return
					}
					seen[document] = true
				}
				want[0]++
				var value trees.Vector
				for i := range moves {
					below, _ := pos.Do(i, &value)
					walk(below, ply+1)
					pos.Undo()
				}
			}
			var value trees.Vector
			walk(pos.Look(&value), 0)
			if !slices.Equal(got, want) {
				t.Errorf("use %d, deal %d: %v, want %v", use, d, got, want)
			}
		}
	}
}

// With the bounds in the key the full tree has the nodes of a walk that keeps positions with the
// bounds of the nodes above, and the few more that the table has lost.
func TestFullTreeUnderBounds(t *testing.T) {
	type bound struct {
		mover int
		score trees.Score
	}
	v := valuesOf(t, &s2005Table2, map[string]int{"cards": 5, "ranks": 0})
	for d := range 3 {
		pos, got := fullTree(t, v, d)
		want := Counts{0, 0}
		seen := map[string]trees.Vector{}
		var walk func(moves, ply int, above []bound) trees.Vector
		walk = func(moves, ply int, above []bound) (best trees.Vector) {
			want[1]++
			if moves == 0 {
				pos.Look(&best)
				return best
			}
			mover := pos.Mover()
			key := string(pos.AppendDocument(nil))
			movers := []int{mover}
			for _, b := range above {
				if slices.Contains(movers, b.mover) {
					break
				}
				movers, key = append(movers, b.mover), fmt.Sprint(key, b)
			}
			if ply == 6 || ply == 9 {
				if best, known := seen[key]; known {
					return best
				}
			}
			want[0]++
			for i := range moves {
				var chain []bound // no node above has a best value yet
				if i > 0 {
					chain = []bound{{mover, best[mover-1]}}
					if len(above) > 0 && best[above[0].mover-1] <= above[0].score {
						chain = append(chain, above...)
					}
				}
				var leaf trees.Vector
				below, _ := pos.Do(i, &leaf)
				if value := walk(below, ply+1, chain); i == 0 || value[mover-1] > best[mover-1] {
					best = value
				}
				pos.Undo()
			}
			if ply == 6 || ply == 9 {
				seen[key] = best
			}
			return best
		}
		var value trees.Vector
		walk(pos.Look(&value), 0, nil)
		for i := range want {
			if got[i] < want[i] || got[i] > want[i]*101/100 {
				t.Errorf("deal %d: %v, want %v or at most 1 per cent more", d, got, want)
			}
		}
	}
}

// In Hearts a random card is left over; to the letter it is the two of diamonds.
func TestLeftOver(t *testing.T) {
	points := map[trees.Score]bool{}
	for seed := range 300 {
		v := valuesOf(t, &s2003Table12, nil)
		pos, err := dealHand("hearts", v, Job{Seed: uint32(seed)})
		if err != nil {
			t.Fatal(err)
		}
		points[pos.Scores().MaxP/trees.Unit] = true
		v["left_over"] = 0
		if pos, err = dealHand("hearts", v, Job{Seed: uint32(seed)}); err != nil || pos.Scores().MaxP != 26*trees.Unit {
			t.Fatalf("without the two of diamonds there are %v points, %v", pos.Scores().MaxP, err)
		}
	}
	if len(points) != 3 || !points[26] || !points[25] || !points[13] {
		t.Errorf("the points of a hand are %v, want 26, 25 and 13", points)
	}
}
