package games

import (
	"fmt"
	"testing"

	"espalier/trees"
)

// leavesOf walks a generated tree and visits its leaves, left to right.
func leavesOf(t *testing.T, g Generator, visit func(path []int, v *trees.Vector)) {
	t.Helper()
	p, err := g.Position()
	if err != nil {
		t.Fatal(err)
	}
	if p.Players() != g.Players || p.Height() != g.Depth {
		t.Errorf("%v: %d players and height %d", g, p.Players(), p.Height())
	}
	var path []int
	var v, looked trees.Vector
	var walk func(moves int)
	walk = func(moves int) {
		looked = trees.Vector{}
		if again := p.Look(&looked); again != moves || moves == 0 && looked != v {
			t.Fatalf("%v: Look = %d with %v, Do = %d with %v", g, again, looked, moves, v)
		}
		if moves == 0 {
			if len(path) != g.Depth || p.Mover() != 0 {
				t.Fatalf("%v: a leaf at %v, where player %d moves", g, path, p.Mover())
			}
			visit(path, &v)
			return
		}
		if want := len(path)%g.Players + 1; moves != g.Branching || p.Mover() != want {
			t.Fatalf("%v: %d moves of player %d at %v, want %d of player %d", g, moves, p.Mover(), path, g.Branching, want)
		}
		for i := range moves {
			path = append(path, i)
			moves, _ := p.Do(i, &v)
			walk(moves)
			p.Undo()
			path = path[:len(path)-1]
		}
	}
	walk(p.Look(&v))
}

// wantH32 computes a leaf of h32 in 64 bits, again from the root for every
// leaf.
func wantH32(seed uint64, path []int, s uint64) trees.Vector {
	const word = 1 << 32
	mix := func(x uint64) uint64 {
		x %= word
		x ^= x / 65536
		x = x * 0x7feb352d % word
		x ^= x / 32768
		x = x * 0x846ca68b % word
		return x ^ x/65536
	}
	h := mix(seed + 0x9E3779B9)
	for _, i := range path {
		h = mix(h + uint64(i+1)*0x9E3779B9)
	}
	c1, c2 := h%65536*(s+1)/65536, h/65536*(s+1)/65536
	return trees.Points(int(min(c1, c2)), int(max(c1, c2)-min(c1, c2)), int(s-max(c1, c2)))
}

func TestH32(t *testing.T) {
	for _, g := range []Generator{
		{Kind: H32, Branching: 4, Depth: 6, Players: 3, MaxSum: 100, Seed: 1},
		{Kind: H32, Branching: 3, Depth: 5, Players: 3, MaxSum: 1<<16 - 1, Seed: 1<<32 - 1},
		{Kind: H32, Branching: 1, Depth: 0, Players: 3, MaxSum: 7},
		{Kind: H32, Branching: 2, Depth: MaxDepth / 8, Players: 3, MaxSum: 0, Seed: 5},
	} {
		leavesOf(t, g, func(path []int, v *trees.Vector) {
			if want := wantH32(uint64(g.Seed), path, uint64(g.MaxSum)); *v != want {
				t.Fatalf("%v: the leaf at %v is %v, want %v", g, path, *v, want)
			}
		})
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		players, maxsum int
		want            trees.Vector
	}{
		{3, 100, trees.Points(34, 33, 33)}, {3, 9, trees.Points(3, 3, 3)}, {4, 3, trees.Points(3)},
		{1, 5, trees.Points(5)}, {8, 17, trees.Points(3, 2, 2, 2, 2, 2, 2, 2)}, {2, 0, trees.Points()},
	} {
		g := Generator{Kind: Equal, Branching: 2, Depth: 3, Players: c.players, MaxSum: c.maxsum}
		leavesOf(t, g, func(path []int, v *trees.Vector) {
			if *v != c.want {
				t.Fatalf("%v: a leaf is %v, want %v", g, *v, c.want)
			}
		})
	}
}

// Random leaves divide maxsum into whole points, every division is possible,
// and equal seeds give equal trees.
func TestRandom(t *testing.T) {
	for _, g := range []Generator{
		{Kind: Random, Branching: 4, Depth: 6, Players: 3, MaxSum: 4, Seed: 1},
		{Kind: Random, Branching: 4, Depth: 6, Players: 2, MaxSum: 9, Seed: 2},
		{Kind: Random, Branching: 3, Depth: 6, Players: 8, MaxSum: 1_000_000_000, Seed: 3},
		{Kind: Random, Branching: 2, Depth: 4, Players: 1, MaxSum: 5, Seed: 4},
	} {
		var first []trees.Vector
		counts := map[trees.Vector]int{}
		leavesOf(t, g, func(path []int, v *trees.Vector) {
			sum := trees.Score(0)
			for _, s := range v[:g.Players] {
				if s < 0 || s%trees.Unit != 0 {
					t.Fatalf("%v: the leaf at %v is %v, want whole points", g, path, *v)
				}
				sum += s
			}
			if sum != trees.Score(g.MaxSum)*trees.Unit {
				t.Fatalf("%v: the leaf at %v adds up to %v, want %d", g, path, sum.In(trees.Unit), g.MaxSum)
			}
			first = append(first, *v)
			counts[*v]++
		})
		again := 0
		leavesOf(t, g, func(path []int, v *trees.Vector) {
			if *v != first[again] {
				t.Fatalf("%v: the leaf at %v is %v, and was %v", g, path, *v, first[again])
			}
			again++
		})
		// Two sorted cuts out of 0..4 make 15 outcomes, one cut out of 0..9 ten.
		if want := map[int]int{4: 15, 9: 10, 5: 1}[g.MaxSum]; want > 0 && len(counts) != want {
			t.Errorf("%v: %d different leaves, want %d", g, len(counts), want)
		}
		// A cut falls on each of the ten points equally often.
		for v, n := range counts {
			if mean := len(first) / 10; g.MaxSum == 9 && (n < mean*3/4 || n > mean*5/4) {
				t.Errorf("%v: %v came up %d times, want about %d", g, v, n, mean)
			}
		}
	}
}

func TestGeneratorRejects(t *testing.T) {
	const most = int(trees.MaxScore / trees.Unit)
	good := Generator{Kind: H32, Branching: 4, Depth: 3, Players: 3, MaxSum: 100, Seed: 1}
	for _, c := range []struct {
		change func(g *Generator)
		want   string
	}{
		{func(g *Generator) { g.Kind = "h33" }, `generate.kind: "h33" is not a generator; there are ` + trees.InWords(GeneratorIDs())},
		{func(g *Generator) { g.Branching = 0 }, fmt.Sprintf("generate.branching: 0 is out of range: 1 to %d", MaxBranching)},
		{func(g *Generator) { g.Branching = MaxBranching + 1 }, fmt.Sprintf("generate.branching: %d is out of range: 1 to %d", MaxBranching+1, MaxBranching)},
		{func(g *Generator) { g.Depth = -1 }, fmt.Sprintf("generate.depth: -1 is out of range: 0 to %d", MaxDepth)},
		{func(g *Generator) { g.Depth = MaxDepth + 1 }, fmt.Sprintf("generate.depth: %d is out of range: 0 to %d", MaxDepth+1, MaxDepth)},
		{func(g *Generator) { g.Players = 2 }, "generate.players: h32 has 3 players, not 2"},
		{func(g *Generator) { g.Kind, g.Players = Random, trees.MaxPlayers+1 }, fmt.Sprintf("generate.players: %d is out of range: 1 to %d", trees.MaxPlayers+1, trees.MaxPlayers)},
		{func(g *Generator) { g.Kind, g.Players = Equal, 0 }, fmt.Sprintf("generate.players: 0 is out of range: 1 to %d", trees.MaxPlayers)},
		{func(g *Generator) { g.MaxSum = -1 }, fmt.Sprintf("generate.maxsum: -1 is out of range: 0 to %d", most)},
		{func(g *Generator) { g.MaxSum = 1 << 16 }, "generate.maxsum: 65536 is out of range: h32 wants 0 to 65535"},
		{func(g *Generator) { g.Kind, g.MaxSum = Equal, most+1 }, fmt.Sprintf("generate.maxsum: %d is out of range: 0 to %d", most+1, most)},
	} {
		g := good
		c.change(&g)
		if _, err := g.Position(); err == nil || err.Error() != c.want {
			t.Errorf("%v: Position() = %v, want %s", g, err, c.want)
		}
	}
}
