package hidden

import (
	"context"
	"slices"

	"espalier/trees"
	"espalier/trees/games"
)

// TestFusionInSmallPositions tries the positions of Sergeant Major with three players and no trump
// in which player 1 ends a trick, and has three cards and two or more moves. All other cards are
// with the others. The longer suits come first, and each suit has its highest cards, since other
// suits and ranks change nothing.
const (
	FusionTried = 27_670 // positions
	FusionErrs  = 71     // of them have votes that err
)

// FusionExample is one of these positions. With two cards each there is none: the second card
// follows from the first, so no plan is needed.
func FusionExample() *games.Document {
	return &games.Document{ID: "sergeant-major", Values: map[string]any{
		"hands": []string{"AS JS 9S", "AH QS", "TS 7S"}, "leader": 2, "trick": []string{"8S", "KS"}, "merge": false,
	}}
}

// A Fusion compares, for each move of a player who cannot tell worlds apart, what a search says that
// sees the world with what the player is sure of. All others know the world and act together
// against the player in both, so the difference is strategy fusion alone.
type Fusion struct {
	Moves []FusedMove
	Voted int // the move with the largest sum of Seen; in a tie the leftmost
	Right int // the move with the largest sum of Sure; in a tie the leftmost
	// Guess is the first position after the voted move where the player has to guess; nil: there is none.
	Guess *Guess
}

// A FusedMove is a move with its scores by world, for the player to move.
type FusedMove struct {
	Text string
	Seen []trees.Score // if the player saw the world from here on
	Sure []trees.Score // with the best plan, which is the same in all worlds that look alike
}

// A Guess is a position where the player moves, some worlds look alike, and no move is best in all of them.
type Guess struct {
	Texts  []string // of the moves that lead to it, from the voted one on
	Worlds []int    // those that look alike there, by index
	Moves  []FusedMove
}

// FindFusion computes the comparison. Its needs and limit are those of BestDefence.
func FindFusion(ctx context.Context, worlds []World) (*Fusion, error) {
	f := &Fusion{}
	var err error
	if f.Moves, err = compare(ctx, worlds); err != nil {
		return nil, err
	}
	for i := range f.Moves {
		if sum(f.Moves[i].Seen) > sum(f.Moves[f.Voted].Seen) {
			f.Voted = i
		}
		if sum(f.Moves[i].Sure) > sum(f.Moves[f.Right].Sure) {
			f.Right = i
		}
	}
	all := make([]int, len(worlds))
	for i := range all {
		all[i] = i
	}
	player := worlds[0].Mover()
	play(worlds, f.Voted, func() {
		f.Guess, err = firstGuess(ctx, player, worlds, []Guess{{Texts: []string{f.Moves[f.Voted].Text}, Worlds: all}})
	})
	return f, err
}

// Errs reports whether the player is sure of less with the voted move than with another one.
func (f *Fusion) Errs() bool { return sum(f.Moves[f.Voted].Sure) < sum(f.Moves[f.Right].Sure) }

// compare returns all moves with their scores.
func compare(ctx context.Context, worlds []World) (moves []FusedMove, err error) {
	plans, err := BestPlans(ctx, worlds)
	if err != nil {
		return nil, err
	}
	for i, text := range textsOf(worlds[0]) {
		moves = append(moves, FusedMove{Text: text, Sure: plans[i]})
	}
	for i := range worlds {
		seen, err := BestDefence(ctx, worlds[i:i+1])
		if err != nil {
			return nil, err
		}
		for j := range moves {
			moves[j].Seen = append(moves[j].Seen, seen[j])
		}
	}
	return moves, nil
}

// firstGuess looks for a guess, first where fewer moves were made. worlds are at the position
// from which the texts of level, but for their first, lead on.
func firstGuess(ctx context.Context, player int, worlds []World, level []Guess) (*Guess, error) {
	for len(level) > 0 {
		var next []Guess
		for _, g := range level {
			alike := make([]World, len(g.Worlds))
			for i, w := range g.Worlds {
				alike[i] = worlds[w]
				follow(alike[i], g.Texts[1:])
			}
			found, further, err := guessAt(ctx, player, g, alike)
			for _, w := range alike {
				for range g.Texts[1:] {
					w.Undo()
				}
			}
			if err != nil {
				return nil, err
			}
			if found != nil {
				return found, nil
			}
			next = append(next, further...)
		}
		level = next
	}
	return nil, nil
}

// follow plays moves by their texts.
func follow(w World, texts []string) {
	var v trees.Vector
	for _, text := range texts {
		w.Do(moveOf(w, text), &v)
	}
}

// guessAt returns g with its moves if the player has to guess there; else the positions one move further on.
func guessAt(ctx context.Context, player int, g Guess, alike []World) (found *Guess, further []Guess, err error) {
	if len(alike) < 2 || alike[0].Mover() == 0 {
		return nil, nil, nil
	}
	if alike[0].Mover() == player {
		if g.Moves, err = compare(ctx, alike); err != nil {
			return nil, nil, err
		}
		if !bestInAll(g.Moves) {
			return &g, nil, nil
		}
	}
	for _, text := range playable(alike) {
		on := Guess{Texts: append(slices.Clone(g.Texts), text)}
		for i, w := range alike {
			if moveOf(w, text) >= 0 {
				on.Worlds = append(on.Worlds, g.Worlds[i])
			}
		}
		further = append(further, on)
	}
	return nil, further, nil
}

// bestInAll reports whether one of the moves is best in all worlds.
func bestInAll(moves []FusedMove) bool {
	return slices.ContainsFunc(moves, func(m FusedMove) bool {
		for world, s := range m.Seen {
			if slices.ContainsFunc(moves, func(other FusedMove) bool { return other.Seen[world] > s }) {
				return false
			}
		}
		return true
	})
}
