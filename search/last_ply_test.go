package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"espalier/trace"
	"espalier/trees"
)

// TestLeavesAtOnce: max^n without an observer, which takes the values of the last ply at
// once where it can, has the result and the counts of an observed run, which goes to every
// leaf. With any limit on nodes both stop at the same number.
func TestLeavesAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 4))
	a, _ := Find("maxn")
	atOnce := 0
	for _, g := range smallGames(rng, 60) {
		pos := openGame(t, g.id, g.fields)
		problem := OnGame(g.id, pos)
		o := Options{Depth: g.depth, HasDepth: g.depth >= 0}
		watched, err := a.Run(context.Background(), problem, o, func(*trace.Event) {})
		if err != nil {
			t.Fatalf("%s %v: %v", g.id, g.fields, err)
		}
		quiet, err := a.Run(context.Background(), problem, o, nil)
		if err != nil || quiet.Value != watched.Value || quiet.Stats != watched.Stats {
			t.Fatalf("%s %v: %v %v %v, observed %v %v", g.id, g.fields, quiet.Value, quiet.Stats, err, watched.Value, watched.Stats)
		}
		o.Nodes, o.HasNodes = 1+rng.IntN(quiet.Stats.Nodes), true
		r := newRun(context.Background(), problem, o, nil)
		_, err = a.search(r)
		if want := min(o.Nodes+1, quiet.Stats.Nodes); r.stats.Nodes != want || (err != nil) != (o.Nodes < quiet.Stats.Nodes) {
			t.Fatalf("%s %v: a search of at most %d nodes of %d ends at node %d, %v", g.id, g.fields, o.Nodes, quiet.Stats.Nodes, r.stats.Nodes, err)
		}
		if r.lastPly != nil && r.lastPly.values != [mostAtOnce]trees.Vector{} {
			atOnce++
		}
	}
	if atOnce < 100 {
		t.Errorf("only %d searches have taken leaves at once", atOnce)
	}
}
