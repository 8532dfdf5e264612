package searchtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

// someShape returns a random shape of tree: 1 to 6 players, few or many ties,
// sums at and below maxsum, movers in and out of turn, even and uneven depth.
func SomeShape(rng *rand.Rand) treetest.Shape {
	return treetest.Shape{
		Players: 1 + rng.IntN(6), MaxNodes: 10 + rng.IntN(50), MaxKids: 2 + rng.IntN(3), MaxLevel: 1 + rng.IntN(6),
		Points: 1 + rng.IntN(12), OutOfTurn: rng.IntN(2) == 0, Uneven: rng.IntN(2) == 0, BelowSum: rng.IntN(3) == 0, Loose: rng.IntN(3) == 0,
	}
}

func Read(t testing.TB, text string) *trees.Tree {
	t.Helper()
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatalf("ReadText(%q) = %v", text, err)
	}
	return tree
}

const KorfFig6 = "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]"

// anyTree returns a random tree that has all that an option may need.
func AnyTree(rng *rand.Rand) *trees.Tree {
	var t *trees.Tree
	switch rng.IntN(8) {
	case 0:
		s := SomeShape(rng)
		s.Kind, s.Bounds, s.Static, s.Range = trees.Minimax, rng.IntN(2) == 0, true, rng.IntN(2) == 0
		t = treetest.Random(rng, s)
	case 1:
		s := SomeShape(rng)
		s.Kind, s.Bounds = trees.Path, rng.IntN(2) == 0
		t = treetest.Random(rng, s)
	case 2, 3, 4:
		t = ChainTree(rng)
	default:
		s := SomeShape(rng)
		s.Bounds, s.Static = rng.IntN(2) == 0, rng.IntN(2) == 0
		if rng.IntN(4) == 0 {
			s.Players = 5 + rng.IntN(2)
		}
		if rng.IntN(4) == 0 {
			s.Players = 2
		}
		if s.Step = trees.Unit; rng.IntN(3) == 0 {
			s.Step = trees.Unit / 2
		}
		t = treetest.Random(rng, s)
		t.Delta = s.Step
	}
	if rng.IntN(3) == 0 {
		t = treetest.Below(rng, t)
	}
	return t
}

// bestCase returns a tree of three players on which every possible shallow cut is made
// after the first child. A node whose value is needed gets it from its first child. Each
// other child is rejected because of its own first child, which gives the mover there the
// whole sum minus the bound of the parent's mover.
func BestCase(t *testing.T, b, depth int) *trees.Tree {
	t.Helper()
	const sum = 1_000_000 * trees.Unit
	builder := trees.NewBuilder(trees.Header{Players: 3, MaxSum: trees.Some(sum)})
	leaf := func(v trees.Vector) {
		builder.Open(trees.Node{Value: &v})
		builder.Close()
	}
	var needed func(ply int, v trees.Vector)
	refuted := func(ply int, held trees.Score) {
		var v trees.Vector
		v[ply%3] = sum - held
		v[(ply+1)%3], v[(ply+2)%3] = held/2, held-held/2
		if ply == depth {
			leaf(v)
			return
		}
		builder.Open(trees.Node{Player: ply%3 + 1})
		needed(ply+1, v)
		for range b - 1 {
			leaf(trees.Vector{}) // never visited
		}
		builder.Close()
	}
	needed = func(ply int, v trees.Vector) {
		if ply == depth {
			leaf(v)
			return
		}
		builder.Open(trees.Node{Player: ply%3 + 1})
		needed(ply+1, v)
		for range b - 1 {
			refuted(ply+1, v[ply%3])
		}
		builder.Close()
	}
	needed(0, trees.Vector{sum / 3, sum / 3, sum / 3})
	tree, err := builder.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// smallChance writes a minimax tree with chance nodes and whole values from 0 to 3.
func SmallChance(rng *rand.Rand, levels int) string {
	if levels == 0 || levels < 3 && rng.IntN(4) == 0 {
		return fmt.Sprint(rng.IntN(4))
	}
	var b strings.Builder
	kids := 1 + rng.IntN(3)
	chance := rng.IntN(3) == 0
	if chance {
		b.WriteString("*[")
	} else {
		b.WriteString([]string{"max[", "min["}[rng.IntN(2)])
	}
	left := 6
	for i := range kids {
		b.WriteByte(' ')
		if part := rng.IntN(left + 1); chance {
			if i == kids-1 {
				part = left
			}
			left -= part
			fmt.Fprintf(&b, "@%d/6 ", part)
		}
		b.WriteString(SmallChance(rng, levels-1))
	}
	return b.String() + " ]"
}

func ChainTree(rng *rand.Rand) *trees.Tree {
	var t *trees.Tree
	if rng.IntN(2) == 0 {
		t = ladder(rng)
	} else {
		s := chainShape(rng)
		t = treetest.Random(rng, s)
		t.Delta = s.Step
		if s.Loose {
			return t
		}
	}
	switch rng.IntN(3) {
	case 0:
		t.MaxP = trees.All(treetest.Highest(t))
	case 1:
		treetest.Loosen(rng, t)
	}
	return t
}

// ladder returns a tree on which speculation is often wrong: the first child
// of every node is a leaf that the parent rejects and that gives the node's mover a
// part of maxsum, so that only a whole chain reaches maxsum. After the cut nodes come
// leaves that both the node and its parent accept.
func ladder(rng *rand.Rand) *trees.Tree {
	players, points := 3+rng.IntN(2), 2+rng.IntN(9)
	if rng.IntN(5) == 0 {
		players = 2 + rng.IntN(5)
	}
	b := trees.NewBuilder(trees.Header{Players: players, MaxSum: trees.Some(trees.Score(points) * trees.Unit), Delta: trees.Unit})
	outOfTurn, below := rng.IntN(6) == 0, rng.IntN(6) == 0
	leaf := func(player, parent int, first bool) {
		var best trees.Vector
		most := -8 * trees.MaxScore
		for range 1 + rng.IntN(8) {
			var v trees.Vector
			for range points - below0(below, rng, points) {
				v[rng.IntN(players)] += trees.Unit
			}
			worth := v[player-1] + 2*v[parent-1]
			if share := trees.Score(points/players+rng.IntN(2)) * trees.Unit; first {
				worth = -max(v[player-1]-share, share-v[player-1]) - v[parent-1]
			}
			if worth > most {
				best, most = v, worth
			}
		}
		b.Open(trees.Node{Value: &best})
		b.Close()
	}
	left := 40 + rng.IntN(40)
	var grow func(level, player, parent int)
	grow = func(level, player, parent int) {
		if outOfTurn {
			player = 1 + rng.IntN(players)
		}
		b.Open(trees.Node{Player: player})
		left -= 4
		next := player%players + 1
		for i := range 2 + rng.IntN(4) {
			if i > 0 && rng.IntN(2) == 0 && level > 0 && left > 0 {
				grow(level-1, next, player)
			} else {
				leaf(player, parent, i == 0)
			}
		}
		b.Close()
	}
	first := 1 + rng.IntN(players)
	grow(players-1+rng.IntN(3), first, first%players+1)
	t, err := b.Tree()
	if err != nil {
		panic(err)
	}
	return t
}

// inTurn returns a tree of three players who move in turn.
func InTurn(seed uint64) *trees.Tree {
	rng := rand.New(rand.NewPCG(seed, 3))
	return treetest.Random(rng, treetest.Shape{Players: 3, MaxNodes: 40, MaxLevel: 5, Points: 2 + rng.IntN(8)})
}

// chainShape returns a random shape of tree on which chains get long: 2 to 7
// players, many ties, sums at and below maxsum, movers in and out of turn,
// even and uneven depth, single children.
func chainShape(rng *rand.Rand) treetest.Shape {
	s := treetest.Shape{
		Players: 2 + rng.IntN(4), MaxNodes: 15 + rng.IntN(60), MaxKids: 2 + rng.IntN(3), MaxLevel: 3 + rng.IntN(5),
		Points: 1 + rng.IntN(10), OutOfTurn: rng.IntN(3) == 0, Uneven: rng.IntN(2) == 0, BelowSum: rng.IntN(3) == 0,
		Bounds: rng.IntN(3) == 0, Step: trees.Unit,
	}
	switch rng.IntN(7) {
	case 6: // few points, so that δ is a large part of maxsum
		s.Players, s.Points, s.Loose = 3+rng.IntN(4), 1+rng.IntN(3), true
	case 0:
		s.Players, s.MaxNodes, s.MaxLevel = []int{1, 6, 7, 8}[rng.IntN(4)], 100, 9
	case 1:
		s.Step = trees.Unit / 2
	case 2:
		s.Points = 30 + rng.IntN(100)
	case 3, 4: // trees on which speculation is often wrong: broad, in turn, sums equal to maxsum
		s.Players, s.MaxNodes, s.MaxKids, s.MaxLevel = 3+rng.IntN(2), 60+rng.IntN(60), 4, 4+rng.IntN(2)
		s.Points, s.OutOfTurn, s.Uneven, s.BelowSum = 3+rng.IntN(8), rng.IntN(6) == 0, rng.IntN(4) == 0, false
	}
	return s
}

// below0 returns the number of points that no player gets.
func below0(below bool, rng *rand.Rand, points int) int {
	if !below {
		return 0
	}
	return rng.IntN(points + 1)
}
