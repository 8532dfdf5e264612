package games

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"espalier/trees"
)

// The rules again, written with slices and copies.
type pileGame struct {
	stones, owner []int
	mover         int
}

func (g pileGame) take(pile, players int) pileGame {
	next := pileGame{append([]int(nil), g.stones...), append([]int(nil), g.owner...), g.mover%players + 1}
	if next.stones[pile]--; next.stones[pile] == 0 {
		next.owner[pile] = g.mover
	}
	return next
}

// TestTakeaway plays whole games against pileGame: moves, mover, the sum at
// the end, bounds that hold, moves taken back, and one hash per position.
func TestTakeaway(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	again := 0
	for range 60 {
		g := Generator{Kind: Takeaway, Branching: 1 + rng.IntN(4), Depth: rng.IntN(7),
			Players: 1 + rng.IntN(4), MaxSum: rng.IntN(12), Seed: rng.Uint32()}
		pos, err := g.Position()
		if err != nil {
			t.Fatal(err)
		}
		hashed := pos.(trees.Hashed)
		states := map[uint64]string{}
		hashes := map[string]uint64{}
		var walk func(game pileGame, moves int, v *trees.Vector, ply int)
		walk = func(game pileGame, moves int, v *trees.Vector, ply int) {
			var open []int
			for pile, n := range game.stones {
				if n > 0 {
					open = append(open, pile)
				}
			}
			if moves != len(open) || moves == 0 != (ply == g.Depth) {
				t.Fatalf("%v: %d moves at %v after %d plies", g, moves, game, ply)
			}
			state := fmt.Sprint(game)
			if was, ok := states[hashed.Hash()]; ok {
				again++
				if was != state {
					t.Fatalf("%v: %s and %s have the same hash", g, was, state)
				}
			}
			if was, ok := hashes[state]; ok && was != hashed.Hash() {
				t.Fatalf("%v: %s has two hashes", g, state)
			}
			states[hashed.Hash()], hashes[state] = state, hashed.Hash()
			if moves == 0 {
				sum := trees.Score(0)
				for _, s := range v {
					sum += s
				}
				if want := trees.Score(g.MaxSum) * trees.Unit; g.Depth > 0 && sum != want {
					t.Fatalf("%v: scores sum to %s, want %s", g, sum.In(trees.Unit), want.In(trees.Unit))
				}
				return
			}
			if pos.Mover() != game.mover {
				t.Fatalf("%v: player %d moves at %v", g, pos.Mover(), game)
			}
			var low, up trees.Vector
			pos.(trees.Bounded).Low(&low)
			pos.(trees.Bounded).Up(&up)
			for i, pile := range open {
				var below trees.Vector
				before := hashed.Hash()
				kids, _ := pos.Do(i, &below)
				var lowBelow, upBelow trees.Vector
				pos.(trees.Bounded).Low(&lowBelow)
				pos.(trees.Bounded).Up(&upBelow)
				for p := range g.Players {
					if lowBelow[p] < low[p] || upBelow[p] > up[p] || lowBelow[p] > upBelow[p] {
						t.Fatalf("%v: bounds %v %v below %v %v", g, lowBelow, upBelow, low, up)
					}
				}
				walk(game.take(pile, g.Players), kids, &below, ply+1)
				pos.Undo()
				if hashed.Hash() != before {
					t.Fatalf("%v: a move taken back leaves another position", g)
				}
			}
		}
		game := pileGame{make([]int, g.Branching), make([]int, g.Branching), 1}
		code := hashed.Hash()
		for pile := range game.stones {
			game.stones[pile] = int(code >> (7 * pile) & 127)
		}
		var v trees.Vector
		walk(game, pos.Look(&v), &v, 0)
	}
	if again == 0 {
		t.Error("no position came back by another order of moves")
	}
}

func TestTakeawayRejects(t *testing.T) {
	_, err := Generator{Kind: Takeaway, Branching: MaxPiles + 1, Depth: 12, Players: 3, MaxSum: 10}.Position()
	if err == nil {
		t.Errorf("%d piles = nil, want a refusal", MaxPiles+1)
	}
	_, err = Generator{Kind: Takeaway, Branching: MaxPiles, Depth: MaxDepth, Players: trees.MaxPlayers, MaxSum: 10}.Position()
	if err != nil {
		t.Errorf("%d piles = %v, want nil", MaxPiles, err)
	}
}
