package algorithms_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/hidden"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// withInfosets returns the tree with information sets: nodes with the same mover and as many children are in one of a few sets, none below
// another one of its set.
func withInfosets(t *testing.T, rng *rand.Rand, tree *trees.Tree) *trees.Tree {
	t.Helper()
	b := trees.NewBuilder(tree.Header)
	var add func(n int, above []string)
	add = func(n int, above []string) {
		node := tree.Node(n)
		if !tree.IsLeaf(n) && !tree.IsChance(n) {
			name := fmt.Sprintf("%d %d %d", tree.Mover(n), len(tree.Kids(n)), rng.IntN(2))
			if !slices.Contains(above, name) && rng.IntN(4) > 0 {
				node.Infoset, above = name, append(slices.Clip(above), name)
			}
		}
		b.Open(node)
		for _, k := range tree.Kids(n) {
			add(int(k), above)
		}
		b.Close()
	}
	add(0, nil)
	with, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return with
}

// TestISMCTSByHand: player 2 does not see the move of player 1. With an exploration constant that outweighs all scores, each move in turn is
// chosen. After sample 2 the moves of player 1 are known; in sample 3 player 2 tries y, in sample 4, at the other node of the same set, z. In sample 5
// both have been tried once, and the set has been chosen in twice.
func TestISMCTSByHand(t *testing.T) {
	tree := searchtest.Read(t, `players 2 a: 1[ b: 2{infoset X}[ c: (1,0) d: (0,1) ] e: 2{infoset X}[ f: (0,1) g: (1,0) ] ]`)
	want := []string{
		"1: b first, of 0", "1 ends at random",
		"2: e first, of 1", "2 ends at random",
		"3: b ucb, of 2", "3: c first, of 0 in X",
		"4: e ucb, of 3", "4: g first, of 1 in X",
		"5: b ucb, of 4", "5: c ucb, of 2 in X",
		"6: e ucb, of 5", "6: g ucb, of 3 in X",
	}
	var got []string
	sample := 0
	o := engine.Options{HasSamples: true, Samples: 6, HasExploration: true, Exploration: engine.MaxExploration}
	if _, err := algorithms.ISMCTS.Run(context.Background(), engine.OnTree(tree, 0), o, func(e *trace.Event) {
		switch {
		case e.Type == trace.Enter && e.Draw.How == trace.NotDrawn:
			sample = e.Visits
		case e.Type == trace.Enter:
			n, _ := trace.NoteOf[*algorithms.ChoiceInSet](e)
			got = append(got, strings.TrimSuffix(fmt.Sprintf("%d: %s %s, of %d in %s", sample, tree.Name(int(e.Node)), e.Draw.How, n.Available, n.Name), " in "))
		case e.Type == trace.Leaf && e.Plies > 0:
			got = append(got, fmt.Sprintf("%d ends at random", sample))
		}
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the samples are\n%q, want\n%q", got, want)
	}
}

// TestISMCTSWithOneChoice: where only the root has a choice, availability is the number of visits of the root, and
// the samples are those of UCT.
func TestISMCTSWithOneChoice(t *testing.T) {
	for seed := range 200 {
		rng := rand.New(rand.NewPCG(uint64(seed), 2012))
		var b strings.Builder
		b.WriteString("players 2 1[")
		for i := range 2 + rng.IntN(4) {
			end := fmt.Sprintf(" (%d,%d)", rng.IntN(9), rng.IntN(9))
			if i < 2 || rng.IntN(2) == 0 {
				end = " 2{infoset X}[" + end + " ]"
			}
			b.WriteString(end)
		}
		b.WriteString(" ]")
		tree := searchtest.Read(t, b.String())
		draws := func(a *engine.Algorithm) (list []trace.Event) {
			o := engine.Options{HasSamples: true, Samples: 80, HasSeed: true, Seed: seed}
			if _, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, func(e *trace.Event) {
				if e.Type == trace.Enter && e.Depth == 1 {
					list = append(list, trace.Event{Node: e.Node, Draw: e.Draw})
				}
			}); err != nil {
				t.Fatal(err)
			}
			return list
		}
		if got, want := draws(&algorithms.ISMCTS), draws(&algorithms.MCTS); !slices.EqualFunc(got, want, func(a, b trace.Event) bool { return sameEvent(&a, &b) }) {
			t.Errorf("on %s ISMCTS chooses %v, UCT %v", tree.Text(), got, want)
		}
	}
}

// TestISMCTSOnKuhn follows runs on Kuhn poker with the model, which has one entry for each information set. A picture shows the same mean and
// the same move at all nodes of a set. After many samples nobody folds the best card, or calls with the worst one.
func TestISMCTSOnKuhn(t *testing.T) {
	for players, samples := range map[int]int{2: 5_000, 3: 1_000} {
		tree := searchtest.Read(t, hidden.Kuhn(players))
		o := engine.Options{HasSamples: true, Samples: samples, HasExploration: true, Exploration: 70}
		events, _, err := searchtest.Record(&algorithms.ISMCTS, engine.OnTree(tree, 0), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := newSampleModel(tree, &algorithms.ISMCTS, o).follow(events); err != nil {
			t.Errorf("%d players: %v", players, err)
		}
		fold := trace.NewFold(tree, nil)
		for i := range events {
			fold.Apply(&events[i], nil)
		}
		choice := map[string]string{}
		for _, set := range tree.Infosets() {
			for _, n := range set.Nodes {
				best := ""
				for _, k := range tree.Kids(n) {
					if fold.State(int(k)).Best {
						best += tree.Action(int(k))
					}
				}
				if n == set.Nodes[0] {
					choice[set.Name] = best
				}
				if text := fold.State(set.Nodes[0]).Text; fold.State(n).Text != text || text == "" || best != choice[set.Name] {
					t.Errorf("%d players: node %d has the mean %s and the move %s, the first node of set %s has %s and %s", players, n, fold.State(n).Text, best, set.Name, text, choice[set.Name])
				}
			}
		}
		if players == 2 && (choice["Kb"] != "call" || choice["Jb"] != "fold" || choice["Kpb"] != "call" || choice["Jpb"] != "fold") {
			t.Errorf("the moves with most samples are %v; want king: call, jack: fold after a bet", choice)
		}
	}
}

// TestISMCTSUnknown: a tree that is being drawn has leaves of unknown value, with and without a random game before them.
func TestISMCTSUnknown(t *testing.T) {
	for _, text := range []string{`players 2 1[ 2{infoset x}[ ? ? ] 2{infoset x}[ ? ? ] ]`, `players 2 1[ ? 2{infoset x}[ ? 1? ] 2{infoset x}[ ? 1[ (1,0) ? ] ] ]`} {
		tree := searchtest.Read(t, text)
		var unknown *engine.UnknownLeafError
		if _, _, err := searchtest.Record(&algorithms.ISMCTS, engine.OnTree(tree, 0), engine.Options{}); !errors.As(err, &unknown) {
			t.Errorf("%s: %v, want an error about a leaf of unknown value", text, err)
		}
	}
}
