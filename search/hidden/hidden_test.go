package hidden

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/trees"
	"espalier/trees/games"
)

// at opens a game and plays random cards.
func at(t *testing.T, r *rand.Rand, doc *games.Document, cards int) games.Position {
	t.Helper()
	pos, err := games.Open(doc)
	if err != nil {
		t.Fatal(err)
	}
	var v trees.Vector
	for range cards {
		moves := pos.Look(&v)
		if moves == 0 {
			break
		}
		pos.Do(r.IntN(moves), &v)
	}
	return pos
}

// value returns what max^n gives a player after a move, by the plainest recursion.
func value(pos games.Position, move, player int) trees.Score {
	var solve func() trees.Vector
	solve = func() (best trees.Vector) {
		var v trees.Vector
		moves := pos.Look(&v)
		if moves == 0 {
			return v
		}
		mover := pos.Mover() - 1
		for i := range moves {
			pos.Do(i, &v)
			if of := solve(); i == 0 || of[mover] > best[mover] {
				best = of
			}
			pos.Undo()
		}
		return best
	}
	var v trees.Vector
	pos.Do(move, &v)
	defer pos.Undo()
	return solve()[player-1]
}

// TestVote compares votes over all deals that fit with the plainest search of each of them.
func TestVote(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for i := range 40 {
		id := []string{"sergeant-major", "hearts", "spades", "oh-hell"}[i%4]
		deck := r.Perm(20)
		players, cards := 3, 2+i%2
		hands := make([]string, players)
		for i := range players * cards {
			hands[i%players] += string("AKQJT"[deck[i]/4]) + string("SHDC"[deck[i]%4]) + " "
		}
		pos := at(t, r, &games.Document{ID: id, Values: map[string]any{"hands": hands}}, r.IntN(3))
		player := pos.Mover()
		v, err := Ask(context.Background(), Request{Game: id, Pos: pos, Algorithm: algorithms.Plain, Deals: 100, Seed: 1, Nodes: 10_000_000})
		if err != nil {
			t.Fatal(err)
		}
		if !v.All || !v.Whole || float64(len(v.Deals)) != v.Fitting {
			t.Fatalf("%s: %d of %g deals were searched to depth %d", pos.AppendDocument(nil), len(v.Deals), v.Fitting, v.Depth)
		}
		best := 0
		for move := range v.Moves {
			sum := trees.Score(0)
			for _, d := range v.Deals {
				want := value(d.Pos, move, player)
				if d.Scores[move] != want {
					t.Fatalf("%s: move %d has %d, want %d", d.Pos.AppendDocument(nil), move, d.Scores[move], want)
				}
				sum += want
			}
			if v.Moves[move].Sum != sum {
				t.Errorf("%s: move %d has the sum %d, want %d", pos.AppendDocument(nil), move, v.Moves[move].Sum, sum)
			}
			if sum > v.Moves[best].Sum {
				best = move
			}
		}
		if v.Move != best {
			t.Errorf("%s: move %d is chosen, want %d", pos.AppendDocument(nil), v.Move, best)
		}
	}
}

// TestVoteWithinLimits: the same request gives the same vote, another seed other deals, and a
// limit on nodes is kept.
func TestVoteWithinLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	pos := at(t, r, &games.Document{ID: "hearts", Values: map[string]any{"players": 4}}, 9)
	ask := func(deals, nodes int, seed uint64) *Vote {
		v, err := Ask(context.Background(), Request{Game: "hearts", Pos: pos, Algorithm: algorithms.Plain, Deals: deals, Seed: seed, Nodes: nodes})
		if err != nil {
			t.Fatal(err)
		}
		if v.Nodes > nodes {
			t.Errorf("%d nodes were visited with a limit of %d", v.Nodes, nodes)
		}
		return v
	}
	dealt := func(v *Vote) (list []string) {
		for _, d := range v.Deals {
			list = append(list, fmt.Sprint(games.Hands(d.Pos), d.Scores))
		}
		return list
	}
	one := ask(20, 20_000, 1)
	if again := ask(20, 20_000, 1); !reflect.DeepEqual(dealt(one), dealt(again)) || one.Move != again.Move {
		t.Error("the same request gave another vote")
	}
	if other := ask(20, 20_000, 2); slices.Equal(dealt(one), dealt(other)) {
		t.Error("another seed gave the same deals")
	}
	if one.Depth == 0 || one.Whole || len(one.Deals) != 20 {
		t.Errorf("%d deals were searched to depth %d", len(one.Deals), one.Depth)
	}
	if few := ask(20, 300, 1); len(few.Deals) == 0 || len(few.Deals) == 20 {
		t.Errorf("with few nodes %d deals were searched", len(few.Deals))
	}
	if none := ask(20, 1, 1); none.Depth != 0 || none.Move != 0 {
		t.Errorf("with one node depth %d was searched, and move %d chosen", none.Depth, none.Move)
	}
}

// sureByPlans returns what BestDefence does by trying every plan: a card for each thing that the
// player can have seen.
func sureByPlans(worlds []World, move int) trees.Score {
	player := worlds[0].Mover()
	// seen lists the histories at which the player moves, with the number of moves there.
	seen := map[string]int{}
	var order []string
	var walk func(w World, history string)
	walk = func(w World, history string) {
		var v trees.Vector
		moves := w.Look(&v)
		if w.Mover() == player {
			if _, known := seen[history]; !known {
				seen[history] = moves
				order = append(order, history)
			}
		}
		for i := range moves {
			w.Do(i, &v)
			walk(w, history+" "+string(w.AppendLast(nil)))
			w.Undo()
		}
	}
	var v trees.Vector
	for _, w := range worlds {
		w.Do(move, &v)
		walk(w, "")
	}
	plan := map[string]int{}
	var least func(w World, history string) trees.Score
	least = func(w World, history string) trees.Score {
		var v trees.Vector
		moves := w.Look(&v)
		if moves == 0 {
			return v[player-1]
		}
		first, last := 0, moves
		if w.Mover() == player {
			first, last = plan[history], plan[history]+1
		}
		result := trees.MaxScore
		for i := first; i < last; i++ {
			w.Do(i, &v)
			result = min(result, least(w, history+" "+string(w.AppendLast(nil))))
			w.Undo()
		}
		return result
	}
	best := trees.Score(-1)
	var try func(n int)
	try = func(n int) {
		if n < len(order) {
			for i := range seen[order[n]] {
				plan[order[n]] = i
				try(n + 1)
			}
			return
		}
		sum := trees.Score(0)
		for _, w := range worlds {
			sum += least(w, "")
		}
		best = max(best, sum)
	}
	try(0)
	for _, w := range worlds {
		w.Undo()
	}
	return best
}

// labelled is a tree whose moves are known by labels.
type labelled struct{ *trees.Cursor }

func (w labelled) AppendLast(b []byte) []byte { return append(b, w.Tree().Label(w.Node())...) }

// TestBestDefence compares with all plans on random trees of two players, where the worlds differ in
// their leaves and in what the opponent can do.
func TestBestDefence(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	fused := 0
	for range 400 {
		worlds := randomWorlds(t, r)
		sure, err := BestDefence(context.Background(), worlds)
		if err != nil {
			t.Fatal(err)
		}
		for move, got := range sure {
			if want := sureByPlans(worlds, move); got != want {
				t.Fatalf("move %d is worth %d, want %d", move, got, want)
			}
			alone := trees.Score(0)
			for _, w := range worlds {
				of, err := BestDefence(context.Background(), []World{w})
				if err != nil {
					t.Fatal(err)
				}
				alone += of[move]
			}
			if alone < got {
				t.Fatalf("move %d is worth %d, and %d to a player who sees the world", move, got, alone)
			}
			if alone > got {
				fused++
			}
		}
	}
	if fused < 100 {
		t.Errorf("only %d moves are worth less to a player who does not see the world", fused)
	}
}

// randomWorlds returns trees in which player 1 has two moves, player 2 one or two of three named
// ones, and player 1 two again.
func randomWorlds(t *testing.T, r *rand.Rand) (worlds []World) {
	for range 2 + r.IntN(2) {
		var b strings.Builder
		b.WriteString("players 2 maxsum 9 1[")
		for _, first := range []string{"a", "b"} {
			fmt.Fprintf(&b, " %s:2[", first)
			names := []string{"x", "y", "z"}
			skip := r.IntN(4)
			for i, name := range names {
				if i == skip || skip == 3 && i > 0 {
					continue
				}
				fmt.Fprintf(&b, " %s:1[ l:(%d,0) m:(%d,0) ]", name, r.IntN(4), r.IntN(4))
			}
			b.WriteString(" ]")
		}
		b.WriteString(" ]")
		tree, err := trees.ReadText(b.String())
		if err != nil {
			t.Fatal(err)
		}
		worlds = append(worlds, labelled{trees.NewCursor(tree, 0)})
	}
	return worlds
}
