package hidden

import (
	"context"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/trees"
	"espalier/trees/games"
)

// worldsOf returns all deals that fit for the player to move.
func worldsOf(t *testing.T, pos games.Position) (worlds []World) {
	t.Helper()
	d, _ := games.DealsFor(pos, pos.Mover())
	for i := range int(d.Count()) {
		w, err := d.At(i)
		if err != nil {
			t.Fatal(err)
		}
		worlds = append(worlds, w.(World))
	}
	return worlds
}

// TestFusionExample recomputes the example: the scores with the cards open by the plainest search,
// those of a player who does not see them by all plans, and the vote by max^n.
func TestFusionExample(t *testing.T) {
	pos, err := games.Open(FusionExample())
	if err != nil {
		t.Fatal(err)
	}
	worlds := worldsOf(t, pos)
	f, err := FindFusion(context.Background(), worlds)
	if err != nil {
		t.Fatal(err)
	}
	vote, err := Ask(context.Background(), Request{Game: FusionExample().ID, Pos: pos, Algorithm: algorithms.Plain, Deals: MaxDeals, Nodes: 100_000})
	if err != nil || !vote.Whole || !vote.All {
		t.Fatal(vote, err)
	}
	for move, m := range f.Moves {
		for i, w := range worlds {
			if want := value(w.(games.Position), move, 1); m.Seen[i] != want || vote.Deals[i].Scores[move] != want {
				t.Errorf("%s in deal %d has %d, and %d in the vote; want %d", m.Text, i, m.Seen[i], vote.Deals[i].Scores[move], want)
			}
		}
		if got, want := sum(m.Sure), sureByPlans(worlds, move); got != want {
			t.Errorf("the player is sure of %d with %s, want %d", got, m.Text, want)
		}
	}
	if !f.Errs() || f.Voted != vote.Move {
		t.Errorf("the vote is for move %d, and %d is best", f.Voted, f.Right)
	}
	if right := f.Moves[f.Right]; !slices.Equal(right.Seen, right.Sure) {
		t.Errorf("%s gives %d with the cards seen, and %d else", right.Text, right.Seen, right.Sure)
	}
	if f.Guess == nil || len(f.Guess.Worlds) < 2 || bestInAll(f.Guess.Moves) {
		t.Errorf("there is no guess: %v", f.Guess)
	}
}

// ordered returns all lists of n of these cards.
func ordered(cards []string, n int) (lists [][]string) {
	if n == 0 {
		return [][]string{nil}
	}
	for _, before := range ordered(cards, n-1) {
		for _, c := range cards {
			if !slices.Contains(before, c) {
				lists = append(lists, append(slices.Clone(before), c))
			}
		}
	}
	return lists
}

// without returns cards less some of them.
func without(cards, less []string) (rest []string) {
	for _, c := range cards {
		if !slices.Contains(less, c) {
			rest = append(rest, c)
		}
	}
	return rest
}

// suitSizes returns the ways to divide cards into four suits, the larger first.
func suitSizes(cards int) (list [][]int) {
	for _, v := range trees.Divisions(cards, 4) {
		if sizes := []int{int(v[0] / trees.Unit), int(v[1] / trees.Unit), int(v[2] / trees.Unit), int(v[3] / trees.Unit)}; slices.IsSortedFunc(sizes, func(a, b int) int { return b - a }) {
			list = append(list, sizes)
		}
	}
	return list
}

// smallPositions calls f with all positions of Sergeant Major in which player 1, of three, with
// this many cards, ends a trick that player 2 leads. Suits can be exchanged, and of a suit the
// highest cards are used.
func smallPositions(t *testing.T, cards int, f func(pos games.Position)) {
	all := 3 * cards
	for _, sizes := range suitSizes(all) {
		var deck []string
		for suit, n := range sizes {
			for i := range n {
				deck = append(deck, "AKQJT9876"[i:i+1]+"SHDC"[suit:suit+1])
			}
		}
		for set := range 1 << all {
			if bits.OnesCount(uint(set)) != cards {
				continue
			}
			var own []string
			for i, c := range deck {
				if set>>i&1 == 1 {
					own = append(own, c)
				}
			}
			others := without(deck, own)
			for _, trick := range ordered(others, 2) {
				left := without(others, trick)
				hands := []string{strings.Join(own, " "), strings.Join(left[:cards-1], " "), strings.Join(left[cards-1:], " ")}
				pos, err := games.Open(&games.Document{ID: "sergeant-major", Values: map[string]any{"hands": hands, "trick": trick, "leader": 2, "merge": false}})
				if err != nil {
					t.Fatal(err)
				}
				if d, _ := games.DealsFor(pos, 1); d.Count() > 0 {
					f(pos)
				}
			}
		}
	}
}

// TestFusionInSmallPositions counts where votes err. With two cards each no plan is needed, since
// the second card follows from the first.
func TestFusionInSmallPositions(t *testing.T) {
	smallPositions(t, 2, func(pos games.Position) {
		f, err := FindFusion(context.Background(), worldsOf(t, pos))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range f.Moves {
			if !slices.Equal(m.Seen, m.Sure) {
				t.Fatalf("%s: %s gives %d, and %d to a player who sees the cards", pos.AppendDocument(nil), m.Text, m.Sure, m.Seen)
			}
		}
	})
	if testing.Short() {
		t.Skip("the positions with three cards take half a minute")
	}
	tried, errs := 0, 0
	smallPositions(t, 3, func(pos games.Position) {
		var v trees.Vector
		if pos.Look(&v) < 2 {
			return
		}
		f, err := FindFusion(context.Background(), worldsOf(t, pos))
		if err != nil {
			t.Fatal(err)
		}
		tried++
		if f.Errs() {
			errs++
		}
	})
	if tried != FusionTried || errs != FusionErrs {
		t.Errorf("votes err in %d of %d positions, want %d of %d", errs, tried, FusionErrs, FusionTried)
	}
}
