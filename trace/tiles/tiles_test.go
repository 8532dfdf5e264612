package tiles_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/tiles"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/trees/treetest"
)

// A known is what a test knows of a node from the events alone.
type known struct {
	first   int // event
	second  int
	visits  int
	rule    trace.Rule
	entered bool
	leaf    bool
}

// run records a search and returns its map, and what a test knows of each line.
func run(t *testing.T, p engine.Problem, a *engine.Algorithm, o engine.Options, kids func(int32) []int32, beyond, most int) (*trace.Recorder, *tiles.Builder, map[string]*known) {
	t.Helper()
	rec := trace.NewRecorder(most, nil)
	if beyond > 0 {
		rec.CountBeyond(beyond)
	}
	if _, err := a.Run(context.Background(), p, o, rec.Observe); err != nil && !engine.EndedByEngine(err) {
		t.Fatal(a.ID, err)
	}
	b := tiles.NewBuilder(kids)
	counted := map[int]trace.Counted{}
	for _, c := range rec.Counted() {
		counted[c.Event] = c
	}
	b.Counted = func(event int) (trace.Counted, bool) { c, ok := counted[event]; return c, ok }
	nodes := map[string]*known{}
	type open struct {
		line string
		tree int32
	}
	var path []open
	at := func(line string) *known {
		if nodes[line] == nil {
			nodes[line] = &known{first: -1, second: -1}
		}
		return nodes[line]
	}
	child := func(parent open, node, move int32) string {
		if kids != nil {
			for i, k := range kids(parent.tree) {
				if k == node {
					move = int32(i)
				}
			}
		}
		return fmt.Sprintf("%s%d.", parent.line, move)
	}
	first := map[string]int32{} // of implicit trees: the number of the first child
	rec.Read(0, rec.Len(), func(e *trace.Event) bool {
		b.Add(e)
		switch e.Type {
		case trace.Enter:
			me := open{tree: e.Node}
			if path = path[:min(len(path), e.Depth)]; len(path) > 0 {
				me.line = child(path[len(path)-1], e.Node, e.Move)
				first[path[len(path)-1].line] = e.Node - e.Move
			}
			path = append(path, me)
			k := at(me.line)
			if k.visits++; k.first < 0 {
				k.first = e.Seq
			} else if k.second < 0 {
				k.second = e.Seq
			}
			k.entered = true
			k.leaf = e.Player == 0 && !e.Chance
		case trace.Prune:
			for _, c := range e.Cut {
				parent := path[len(path)-1]
				f, ok := first[parent.line]
				if !ok {
					f = e.Cut[0]
				}
				k := at(child(parent, c, c-f))
				if k.first < 0 {
					k.first = e.Seq
				}
				if k.rule == trace.NoRule {
					k.rule = e.Rule
				}
			}
		case trace.Exit:
			path = path[:len(path)-1]
		}
		return true
	})
	return rec, b, nodes
}

// lineText writes a line as the tests key it.
func lineText(line []int) (text string) {
	for _, kid := range line {
		text += fmt.Sprintf("%d.", kid)
	}
	return text
}

// check compares a map with what the events say.
func check(t *testing.T, what string, m *tiles.Map, nodes map[string]*known) {
	t.Helper()
	seen := 0
	for ply := range m.Rows() {
		end := uint32(0)
		for i := 0; m.Has(tiles.Place{Ply: ply, Index: i}); i++ {
			n := m.Node(tiles.Place{Ply: ply, Index: i})
			if n.Start < end {
				t.Fatalf("%s: node %d of ply %d begins at %d, and the one before ends at %d", what, i, ply, n.Start, end)
			}
			end = n.End
			line := m.Line(n.Place)
			if back, ok := m.Find(line); !ok || back != n.Place {
				t.Fatalf("%s: %v leads to %v", what, line, back)
			}
			k := nodes[lineText(line)]
			if k == nil {
				if n.Event >= 0 {
					t.Fatalf("%s: the map has %v, which the run has not", what, line)
				}
				continue
			}
			seen++
			second := k.second
			if k.rule != trace.NoRule && k.visits > 0 && n.CutFirst && k.visits == 1 {
				second = n.Second
			}
			if n.Event != k.first || n.Second != second || n.Visits != min(k.visits, 15) || n.Rule != k.rule {
				t.Fatalf("%s: %v is %+v, want %+v", what, line, n, *k)
			}
		}
	}
	if seen != len(nodes) {
		t.Fatalf("%s: the map has %d nodes of %d", what, seen, len(nodes))
	}
}

func TestMapOfTrees(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		tree := treetest.Random(rng, treetest.Shape{Players: 2 + rng.IntN(4), MaxNodes: 5 + rng.IntN(200), OutOfTurn: true, Uneven: true, BelowSum: seed%2 == 0})
		for _, a := range algorithms.All() {
			p := engine.OnTree(tree, 0)
			if a.Check(&p, engine.Options{}) != nil {
				continue
			}
			rec, b, nodes := run(t, p, a, engine.Options{}, func(n int32) []int32 { return tree.Kids(int(n)) }, 0, trace.MaxRecorded)
			m := b.Map(1, nil)
			what := fmt.Sprintf("%s on tree %d", a.ID, seed)
			check(t, what, m, nodes)
			check(t, what+", sized", m.WithSizes(nil), nodes)
			checkTiles(t, what, m)
			checkTiles(t, what+", sized", m.WithSizes(nil))
			checkMoments(t, what, m, rec, tree)
		}
	}
}

// Before the search has begun, the map has no row, and neither have its forms.
func TestMapWithoutNodes(t *testing.T) {
	m := new(tiles.Map)
	for what, form := range map[string]*tiles.Map{"the map": m, "sized": m.WithSizes(nil), "the difference": tiles.Difference(m, m, nil)} {
		if form.Rows() != 0 || form.Len() != 0 || form.Width() != 0 {
			t.Errorf("%s has %d rows, %d nodes and the width %d", what, form.Rows(), form.Len(), form.Width())
		}
	}
}

// checkMoments compares the path at each event with the one that the events lead to.
func checkMoments(t *testing.T, what string, m *tiles.Map, rec *trace.Recorder, tree *trees.Tree) {
	t.Helper()
	var path []int32
	left := false
	rec.Read(0, rec.Len(), func(e *trace.Event) bool {
		if left {
			path, left = path[:len(path)-1], false
		}
		if e.Type == trace.Enter {
			path = append(path[:e.Depth], e.Node)
		}
		left = e.Type == trace.Exit
		s := m.At(rec, e.Seq)
		if len(s.Path) != len(path) {
			t.Fatalf("%s: at event %d the path has %d nodes, want %d", what, e.Seq, len(s.Path), len(path))
		}
		for i, step := range s.Path {
			n := 0
			for _, kid := range m.Line(step.Place) {
				n = int(tree.Kids(n)[kid])
			}
			if int32(n) != path[i] || step.Node != path[i] {
				t.Fatalf("%s: at event %d node %d of the path is %d, want %d", what, e.Seq, i, n, path[i])
			}
		}
		if left {
			p := s.Path[len(s.Path)-1]
			x, ok := m.Left(rec, p.Place, p.From, e.Seq)
			if !ok || x.Seq != e.Seq {
				t.Fatalf("%s: the event that leaves %d is said to be %d, %t, want %d", what, e.Node, x.Seq, ok, e.Seq)
			}
		}
		return true
	})
}

// checkTiles compares the tiles of some zooms with the nodes in them.
func checkTiles(t *testing.T, what string, m *tiles.Map) {
	t.Helper()
	for zoom := range 4 {
		nodes := 0
		for x := range 1 << zoom {
			for y := range (m.Rows() + tiles.TileRows - 1) / tiles.TileRows {
				b, err := m.AppendTile(nil, tiles.Window{Zoom: zoom, X: x, Y: y})
				if err != nil {
					t.Fatal(what, err)
				}
				if len(b) > tiles.MaxTileBytes {
					t.Fatalf("%s: a tile of %d bytes", what, len(b))
				}
				n := int(binary.LittleEndian.Uint32(b[28:]))
				counts, kinds := b[40+8*n:], b[40+16*n+2*((2*n+3)/4*4)+(n+3)/4*4:]
				for i := range n {
					if kinds[i]&8 == 0 { // what goes on from the left is counted there
						nodes += int(binary.LittleEndian.Uint32(counts[4*i:]))
					}
				}
			}
		}
		// A cell also counts a node that goes on from the left.
		if want := m.Len(); nodes < want || nodes > want+m.Rows()<<zoom {
			t.Fatalf("%s: the tiles of zoom %d have %d nodes, want %d", what, zoom, nodes, want)
		}
	}
}

func TestMapOfGames(t *testing.T) {
	for _, g := range []games.Generator{
		{Kind: games.H32, Branching: 3, Depth: 6, Players: 3, MaxSum: 10, Seed: 1},
		{Kind: games.H32, Branching: 5, Depth: 5, Players: 3, MaxSum: 20, Seed: 2},
		{Kind: games.H32, Branching: 2, Depth: 9, Players: 3, MaxSum: 9, Seed: 3},
	} {
		for _, a := range algorithms.All() {
			for _, o := range []engine.Options{{}, {Depth: 4, HasDepth: true}} {
				p, err := engine.OnGenerated(g)
				if err != nil {
					t.Fatal(err)
				}
				if a.Check(&p, o) != nil {
					continue
				}
				_, b, nodes := run(t, p, a, o, nil, 0, trace.MaxRecorded)
				what := fmt.Sprintf("%s on %+v", a.ID, g)
				m := b.Map(1, nil)
				check(t, what, m, nodes)
				checkTiles(t, what, m)
				if got, want := m.Len(), m.Totals.Nodes; got != want {
					t.Fatalf("%s: %d nodes, want %d", what, got, want)
				}
			}
		}
	}
}

// A run of which only the first events or nodes are kept must have the same totals, and the nodes
// that it has must be as in the whole run.
func TestCountedSubtrees(t *testing.T) {
	g := games.Generator{Kind: games.H32, Branching: 4, Depth: 7, Players: 3, MaxSum: 12, Seed: 5}
	for _, id := range []string{"maxn", "shallow", "speculative", "lastbranch"} {
		a, ok := algorithms.Find(id)
		if !ok {
			t.Fatal(id)
		}
		problem := func() engine.Problem {
			p, err := engine.OnGenerated(g)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		_, whole, _ := run(t, problem(), a, engine.Options{}, nil, 1<<30, trace.MaxRecorded)
		for _, most := range []int{1, 2, 3, 10, 100, 1234, 5000, 20_000} {
			for _, byNodes := range []bool{false, true} {
				events, nodes := most, 1<<30
				if byNodes {
					events, nodes = trace.MaxRecorded, most
				}
				rec, b, found := run(t, problem(), a, engine.Options{}, nil, nodes, events)
				what := fmt.Sprintf("%s, at most %d, by nodes %t", id, most, byNodes)
				check(t, what, b.Map(1, nil), found)
				got, want := b.Totals(), whole.Totals()
				if got.Entered != want.Entered || got.Leaves != want.Leaves || got.Prunes != want.Prunes || got.Again != want.Again {
					t.Errorf("%s: the totals are %+v, want %+v", what, got, want)
				}
				if limit := most + 200; !byNodes && rec.Len() > limit || byNodes && len(found) > limit {
					t.Errorf("%s: %d events and %d nodes were kept", what, rec.Len(), len(found))
				}
				last := trace.Start
				rec.Read(rec.Len()-1, rec.Len(), func(e *trace.Event) bool { last = e.Type; return true })
				if last != trace.Done {
					t.Errorf("%s: the last event is %v", what, last)
				}
			}
		}
	}
}
