package search

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

var chainTrees = flag.Int("chaintrees", 120_000, "random trees for the tests of last-branch and speculative pruning")

// chainTrials lists last-branch and speculative pruning with every decision rule.
var chainTrials = []struct {
	id string
	o  Options
}{
	{"lastbranch", Options{}},
	{"lastbranch", Options{Discrete: true}},
	{"lastbranch", Options{Table: true}},
	{"lastbranch", Options{Discrete: true, Table: true}},
	{"speculative", Options{}},
	{"speculative", Options{Discrete: true}},
	{"speculative", Options{Table: true}},
	{"speculative", Options{Discrete: true, Table: true}},
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

func chainTree(rng *rand.Rand) *trees.Tree {
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

// below0 returns the number of points that no player gets.
func below0(below bool, rng *rand.Rand, points int) int {
	if !below {
		return 0
	}
	return rng.IntN(points + 1)
}

// TestChainsSound compares the whole value of every variant with exhaustive
// max^n.
func TestChainsSound(t *testing.T) {
	const parts = 4
	n := *chainTrees / parts
	if testing.Short() {
		n /= 20
	}
	for part := range parts {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			var seen [8]trace.Stats
			for seed := range n {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(100+part)))
				tree := chainTree(rng)
				i := (seed + rng.IntN(2)*4) % len(chainTrials)
				tr := chainTrials[i]
				a, _ := Find(tr.id)
				res, err := a.Run(context.Background(), OnTree(tree, 0), tr.o, nil)
				if err != nil {
					t.Fatalf("%s %+v on %s = %v", tr.id, tr.o, tree.Text(), err)
				}
				if !res.Reference.Agrees {
					t.Fatalf("%s %+v on\n%s\n= (%s), want (%s)", tr.id, tr.o, tree.Text(), scores(res.Value, tree.Players), scores(res.Reference.Value, tree.Players))
				}
				seen[i].Researched += res.Stats.Researched
				for rule, count := range res.Stats.Prunes {
					seen[i].Prunes[rule] += count
				}
			}
			if testing.Short() {
				return
			}
			for i, tr := range chainTrials {
				t.Logf("%s %+v: re-searched %d, prunes %v", tr.id, tr.o, seen[i].Researched, seen[i].Prunes)
				want := []trace.Rule{trace.Immediate, trace.Shallow, trace.LastBranch}
				if tr.id == "speculative" {
					want[2] = trace.Speculative
				}
				if tr.o.Table {
					want = append(want, trace.Table)
				}
				for _, rule := range want {
					if seen[i].Prunes[rule] == 0 {
						t.Errorf("%s %+v never cut by rule %s", tr.id, tr.o, rule)
					}
				}
				if tr.id == "speculative" && seen[i].Researched == 0 {
					t.Errorf("%s %+v never searched a child again", tr.id, tr.o)
				}
			}
		})
	}
}

// TestChainCertificates checks every event of every variant against the tree.
func TestChainCertificates(t *testing.T) {
	n := *chainTrees / 30
	if testing.Short() {
		n /= 10
	}
	t.Parallel()
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 200))
		tree := chainTree(rng)
		tr := chainTrials[seed%len(chainTrials)]
		a, _ := Find(tr.id)
		if rng.IntN(4) == 0 {
			tr.o.Root = rng.IntN(tree.Len())
		}
		res, err := a.Run(context.Background(), OnTree(tree, 0), tr.o, nil)
		if err != nil {
			t.Fatalf("%s %+v on %s = %v", tr.id, tr.o, tree.Text(), err)
		}
		if err := checkTrace(tree, a, tr.o, res); err != nil {
			t.Fatalf("%s %+v on\n%s\n%v", tr.id, tr.o, tree.Text(), err)
		}
	}
}

// TestPrintedCertificates checks that the printed procedures report only bounds that
// hold, apart from the zeros that they use as bounds.
func TestPrintedCertificates(t *testing.T) {
	a, _ := Find("speculative")
	o := Options{AsPrinted: true}
	for seed := range uint64(500) {
		tree := inTurn(seed)
		res, err := a.Run(context.Background(), OnTree(tree, 0), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkTrace(tree, a, o, res); err != nil {
			t.Fatalf("as printed on\n%s\n%v", tree.Text(), err)
		}
	}
}
