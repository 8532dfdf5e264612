package games

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
)

// The rules of Pig again.

type plainPig struct {
	Players, Sides, Target, Turns int
	Banks                         []int
	Player, Turn, Points          int
	Rolling                       bool
}

func openPlainPig(doc []byte) plainGame {
	g := plainPig{}
	if err := json.Unmarshal(doc, &g); err != nil {
		panic(err)
	}
	return g
}

func (g plainPig) ended() bool {
	return g.Turn > g.Turns || slices.Max(g.Banks) >= g.Target
}

func (g plainPig) player() int {
	if g.ended() || g.Rolling {
		return 0
	}
	return g.Player
}

func (g plainPig) chance() *big.Rat {
	if !g.Rolling {
		return nil
	}
	return big.NewRat(1, int64(g.Sides))
}

func (g plainPig) moves() []string {
	switch {
	case g.ended():
		return nil
	case g.Rolling:
		return []string{"1", "2", "3", "4", "5", "6"}[:g.Sides]
	case g.Points == 0:
		return []string{"roll"}
	}
	return []string{"roll", "hold"}
}

func (g plainPig) play(i int) plainGame {
	g.Banks = slices.Clone(g.Banks)
	pass := func() {
		g.Points = 0
		if g.Player++; g.Player > g.Players {
			g.Player, g.Turn = 1, g.Turn+1
		}
	}
	switch move := g.moves()[i]; move {
	case "roll":
		g.Rolling = true
	case "hold":
		g.Banks[g.Player-1] += g.Points
		pass()
	case "1":
		g.Rolling = false
		pass()
	default:
		face, _ := strconv.Atoi(move)
		g.Rolling = false
		if g.Points += face; g.Banks[g.Player-1]+g.Points >= g.Target {
			g.Banks[g.Player-1] += g.Points
			g.Points = 0
		}
	}
	return g
}

// parts returns in how many parts of a point value and static count: those of all shares of one
// player in four, for each number of players.
func (g plainPig) parts() int { return 144 * g.Target }

func (g plainPig) value() []int { return g.share(g.Banks, slices.Max(g.Banks)) }

// share divides a point among the players who have most.
func (g plainPig) share(points []int, most int) []int {
	n := 0
	for _, p := range points {
		if p == most {
			n++
		}
	}
	list := make([]int, g.Players)
	for i, p := range points {
		if p == most {
			list[i] = g.parts() / n
		}
	}
	return list
}

func (g plainPig) static() []int {
	if g.ended() {
		return g.value()
	}
	points, in, sum := slices.Clone(g.Banks), []int(nil), 0
	points[g.Player-1] += g.Points
	for p := range g.Players {
		done := g.Turn == g.Turns && p+1 < g.Player
		if !done || g.Banks[p] == slices.Max(g.Banks) {
			in, sum = append(in, p), sum+points[p]
		}
	}
	list, m := make([]int, g.Players), len(in)
	for _, p := range in {
		// 1/m + (points - mean) / (m * target)
		share := new(big.Rat).Sub(big.NewRat(int64(points[p]), 1), big.NewRat(int64(sum), int64(m)))
		share.Quo(share, big.NewRat(int64(m*g.Target), 1))
		share.Add(share, big.NewRat(1, int64(m)))
		share.Mul(share, big.NewRat(int64(g.parts()), 1))
		list[p] = int(share.Num().Int64())
		if !share.IsInt() {
			panic("the parts are too large")
		}
	}
	return list
}
