package algorithms_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// A ratPig is Pig in exact fractions, written from its rules alone. Values are kept, so that the
// whole game is evaluated.
type ratPig struct {
	players, sides, target, turns int
	about                         int // a coalition of all others minimises this player's share; -1: max^n
	known                         map[string][]*big.Rat
}

// value returns the shares at a position: the banks, whose turn it is and which, and the points.
func (g *ratPig) value(banks []int, player, turn, points int) []*big.Rat {
	if turn > g.turns || slices.Max(banks) >= g.target {
		return g.shares(banks)
	}
	key := fmt.Sprint(banks, player, turn, points)
	if v := g.known[key]; v != nil {
		return v
	}
	best := g.roll(banks, player, turn, points)
	if points > 0 {
		after := slices.Clone(banks)
		after[player] += points
		if hold := g.pass(after, player, turn); g.better(hold, best, player) {
			best = hold
		}
	}
	g.known[key] = best
	return best
}

func (g *ratPig) better(v, than []*big.Rat, player int) bool {
	switch g.about {
	case -1, player:
		return v[player].Cmp(than[player]) > 0
	}
	return v[g.about].Cmp(than[g.about]) < 0
}

func (g *ratPig) pass(banks []int, player, turn int) []*big.Rat {
	if player+1 == g.players {
		return g.value(banks, 0, turn+1, 0)
	}
	return g.value(banks, player+1, turn, 0)
}

func (g *ratPig) roll(banks []int, player, turn, points int) []*big.Rat {
	sum := make([]*big.Rat, g.players)
	for p := range sum {
		sum[p] = new(big.Rat)
	}
	for face := 1; face <= g.sides; face++ {
		var v []*big.Rat
		switch {
		case face == 1:
			v = g.pass(banks, player, turn)
		case banks[player]+points+face >= g.target:
			won := slices.Clone(banks)
			won[player] = g.target
			v = g.shares(won)
		default:
			v = g.value(banks, player, turn, points+face)
		}
		for p := range sum {
			sum[p].Add(sum[p], new(big.Rat).Mul(v[p], big.NewRat(1, int64(g.sides))))
		}
	}
	return sum
}

func (g *ratPig) shares(banks []int) []*big.Rat {
	most, n, v := slices.Max(banks), int64(0), make([]*big.Rat, g.players)
	for _, b := range banks {
		if b == most {
			n++
		}
	}
	for p, b := range banks {
		if v[p] = new(big.Rat); b == most {
			v[p].SetFrac64(1, n)
		}
	}
	return v
}

// TestPigExact: max^n and paranoid search whole games of Pig and return the value that exact
// fractions give.
func TestPigExact(t *testing.T) {
	for _, c := range []struct{ players, sides, target, turns int }{
		{2, 2, 6, 2}, {2, 3, 5, 1}, {2, 3, 5, 2}, {2, 4, 4, 2}, {2, 6, 6, 1}, {2, 6, 4, 2},
		{3, 2, 5, 2}, {3, 3, 4, 1}, {3, 3, 5, 1}, {3, 4, 4, 1}, {4, 2, 4, 2}, {4, 3, 4, 1}, {4, 4, 3, 1},
	} {
		fields := map[string]any{"players": c.players, "sides": c.sides, "target": c.target, "turns": c.turns}
		check := func(a *engine.Algorithm, about int, want []*big.Rat) {
			got, err := a.Run(context.Background(), engine.OnGame("pig", searchtest.OpenGame(t, "pig", fields)), engine.Options{}, nil)
			if err != nil {
				t.Fatalf("%s on %v: %v", a.ID, c, err)
			}
			for p := range c.players {
				if value := big.NewRat(int64(got.Value[p]), int64(got.Unit)); (about < 0 || about == p) && value.Cmp(want[p]) != 0 {
					t.Errorf("%s on %v gives player %d %v, want %v", a.ID, c, p+1, value, want[p])
				}
			}
		}
		start := func(about int) []*big.Rat {
			g := &ratPig{c.players, c.sides, c.target, c.turns, about, map[string][]*big.Rat{}}
			return g.value(make([]int, c.players), 0, 1, 0)
		}
		check(&algorithms.MaxN, -1, start(-1))
		check(&algorithms.Paranoid, 0, start(0))
		if c.players == 2 {
			check(&algorithms.Minimax, 0, start(0))
			check(&algorithms.AlphaBeta, 0, start(0))
		}
	}
}

// TestPigEngines: every algorithm that runs on Pig returns the value of max^n or paranoid search
// at that depth, also from a chance node, and the events of a watched search have the rolls.
func TestPigEngines(t *testing.T) {
	ran := map[string]bool{}
	for _, fields := range []map[string]any{
		{"sides": 3, "target": 6}, {"players": 3, "sides": 4, "banks": []int{9, 0, 8}, "player": 2, "points": 4, "rolling": true, "turn": 2},
		{"players": 4, "sides": 2, "target": 5, "turns": 1}, {"banks": []int{6, 7}, "player": 2, "turn": 2},
	} {
		for depth := range 8 {
			problem := func() *engine.Problem {
				p := engine.OnGame("pig", searchtest.OpenGame(t, "pig", fields))
				return &p
			}
			o := engine.Options{Depth: depth, HasDepth: true}
			for _, c := range gameConfigs(problem(), depth) {
				ran[c.Algorithm.ID] = true
				if c.Algorithm.OwnValue() {
					continue // TestSoundOnGames has those
				}
				ref := &algorithms.MaxN
				if c.Algorithm.Reference == &engine.ReferenceParanoid {
					ref = &algorithms.Paranoid
				}
				want, err := ref.Run(context.Background(), *problem(), o, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, err := c.Algorithm.Run(context.Background(), *problem(), c.Options, nil)
				if err != nil || got.Value[0] != want.Value[0] || ref == &algorithms.MaxN && got.Value != want.Value {
					t.Errorf("%s on %v at depth %d = %v, %v, want %v", c.Algorithm.ID, fields, depth, got.Value, err, want.Value)
				}
			}
		}
	}
	for _, id := range []string{"maxn", "paranoid", "minimax", "alphabeta", "immediate"} {
		if !ran[id] {
			t.Errorf("%s did not run", id)
		}
	}
	chance, texts := 0, []string{}
	observe := func(e *trace.Event) {
		if e.Type != trace.Enter {
			return
		}
		if e.Chance {
			chance++
			if e.Player != 0 {
				t.Errorf("player %d moves at a chance node", e.Player)
			}
		}
		texts = append(texts, string(e.Text))
	}
	_, err := algorithms.MaxN.Run(context.Background(), engine.OnGame("pig", searchtest.OpenGame(t, "pig", map[string]any{"sides": 2})), engine.Options{Depth: 4, HasDepth: true}, observe)
	if want := " roll 1 roll 1 2 2 roll 1 2 hold roll"; err != nil || chance != 3 || strings.Join(texts, " ") != want {
		t.Errorf("the search has %d chance nodes and the moves %q, %v, want 3 and %q", chance, strings.Join(texts, " "), err, want)
	}
}

// TestPigDepth: a search that is too deep for exact expectations is refused, and the deepest one
// that is allowed meets none.
func TestPigDepth(t *testing.T) {
	long := map[string]any{"players": 4, "sides": 6, "target": 30, "turns": 10}
	pos := searchtest.OpenGame(t, "pig", long)
	most := pos.Scores().ExactPlies
	for _, o := range []engine.Options{{}, {Depth: most + 1, HasDepth: true}} {
		problem := engine.OnGame("pig", pos)
		err := algorithms.MaxN.Check(&problem, o)
		if refused, ok := err.(*engine.NotApplicableError); !ok || refused.Path != "options.depth" || !strings.Contains(refused.Message, fmt.Sprint(most)) {
			t.Errorf("Check at %+v = %v, want options.depth with %d", o, err, most)
		}
	}
	// On a line to that depth, a static value times the probabilities of the line is a whole
	// number of units.
	for _, rolling := range []bool{false, true} {
		long["rolling"] = rolling
		position := searchtest.OpenGame(t, "pig", long)
		var v trees.Vector
		on := big.NewInt(1)
		for moves, mover := position.Look(&v), position.Mover(); ; {
			position.Static(&v)
			for p := range 4 {
				if rest := new(big.Int).Rem(big.NewInt(int64(v[p])), on); rest.Sign() != 0 {
					t.Fatalf("a static value below a probability of 1/%v leaves %v", on, rest)
				}
			}
			if most--; most < 0 || moves == 0 {
				break
			}
			if mover == 0 {
				on.Mul(on, big.NewInt(6))
			}
			moves, mover = position.Do(0, &v) // roll, and a 1
		}
		if most = pos.Scores().ExactPlies; on.BitLen() < 40 {
			t.Errorf("the line has a probability of 1/%v alone", on)
		}
	}
	problem := engine.OnGame("pig", pos)
	if err := algorithms.MaxN.Check(&problem, engine.Options{Depth: most, HasDepth: true}); err != nil {
		t.Error(err)
	}
}
