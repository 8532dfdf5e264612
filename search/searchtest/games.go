package searchtest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/games"
)

// openGame returns a position of a game from fields by name.
func OpenGame(t testing.TB, id string, fields map[string]any) games.Position {
	t.Helper()
	pos, err := games.Open(&games.Document{ID: id, Values: fields})
	if err != nil {
		t.Fatalf("%s %v: %v", id, fields, err)
	}
	return pos
}

// a smallGame is a position whose whole tree, or its first plies, are quickly searched.
type SmallGame struct {
	Id     string
	Fields map[string]any
	Depth  int // -1: no limit
}

// smallGames returns random deals and positions of every game, many of them in the middle
// of a trick: moves are played before the search starts.
func SmallGames(rng *rand.Rand, n int) (list []SmallGame) {
	plain := map[string]bool{}
	for i := range n {
		players := 2 + i%3
		deal := map[string]any{"players": players, "seed": rng.IntN(1 << 30), "cards": 2 + rng.IntN(max(1, 5-players)), "merge": i%4 > 0}
		with := func(key string, value any) map[string]any {
			m := map[string]any{key: value}
			for k, v := range deal {
				m[k] = v
			}
			return m
		}
		depth := -1
		if i%3 == 0 {
			depth = rng.IntN(7)
		}
		evaluation := []string{"tricks", "ranks", "ncs", "momb", "mot", "smot", "wl", "oh"}[rng.IntN(8)]
		list = append(list,
			SmallGame{"sergeant-major", with("trump", []string{"S", "H", "D", "C"}[rng.IntN(4)]), depth},
			SmallGame{"sergeant-major", with("tricks", 1+rng.IntN(2)), depth},
			SmallGame{"spades", with("evaluation", evaluation), depth},
			SmallGame{"oh-hell", with("evaluation", evaluation), depth},
		)
		if players > 2 {
			list = append(list, SmallGame{"hearts", deal, depth}, SmallGame{"hearts", with("tricks", 1+rng.IntN(2)), depth})
		}
		list = append(list, pointedHearts(rng, depth))
		if i%8 == 0 {
			list = append(list,
				SmallGame{"connect-four", nil, 4}, SmallGame{"tic-tac-toe", nil, 4},
				SmallGame{"othello", map[string]any{"players": players, "board": players + 2}, 4},
				SmallGame{"chinese-checkers", map[string]any{"players": []int{2, 3, 6}[players-2], "size": 1 + players%2, "top": 4}, 4},
				SmallGame{"pig", map[string]any{"players": players, "sides": 2 + i%5, "target": 3 + i%7}, rng.IntN(7)},
				SmallGame{"pig", map[string]any{"players": players, "sides": 2, "target": 3, "turns": 1}, -1})
			for _, g := range games.Games() { // those that are not named here, as they start
				if !slices.ContainsFunc(list, func(s SmallGame) bool { return s.Id == g.ID }) || plain[g.ID] {
					plain[g.ID] = true
					list = append(list, SmallGame{g.ID, nil, 3})
				}
			}
		}
	}
	return list
}

// plainWalk computes the max^n value of any position, and the moves to the leaf that has
// this value, or to the first chance node. It visits every node; ties go to the left. If depth is
// negative, there is no depth limit.
func PlainWalk(pos trees.Position, depth int) (trees.Vector, []int) {
	var v trees.Vector
	moves := pos.Look(&v)
	if moves == 0 {
		return v, nil
	}
	if depth == 0 {
		pos.(trees.Evaluated).Static(&v)
		return v, nil
	}
	p := pos.Mover() - 1
	var line []int
	if p < 0 {
		return Expectation(pos, moves, func() trees.Vector {
			w, _ := PlainWalk(pos, depth-1)
			return w
		}), nil
	}
	for i := range moves {
		var below trees.Vector
		pos.Do(i, &below)
		w, rest := PlainWalk(pos, depth-1)
		pos.Undo()
		if i == 0 || w[p] > v[p] {
			v, line = w, append([]int{i}, rest...)
		}
	}
	return v, line
}

// expectation returns the mean of the values below a chance node, weighed by its probabilities.
func Expectation(pos trees.Position, moves int, value func() trees.Vector) (sum trees.Vector) {
	for i := range moves {
		var below trees.Vector
		prob := pos.(trees.Chanced).Prob(i)
		pos.Do(i, &below)
		below = value()
		pos.Undo()
		for p := range pos.Players() {
			sum[p] += below[p] / prob.Unit * prob.Score
		}
	}
	return sum
}

// pointedHearts is a deal of cards that are worth points and of some that beat them, of
// which the search sees a part: then points are left that nobody has.
func pointedHearts(rng *rand.Rand, depth int) SmallGame {
	deck := strings.Fields("AS KS QS JS 2S AH KH JH 9H 7H 5H 3H 4D 2C 9C")
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	hands := []string{strings.Join(deck[:4], " "), strings.Join(deck[4:8], " "), strings.Join(deck[8:12], " ")}
	return SmallGame{"hearts", map[string]any{"hands": hands, "tricks": 2 + rng.IntN(2)}, depth}
}
