package tiles_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/tiles"
	"espalier/trees/treetest"
)

// An appeared node is what a test knows of a node that has its number from when it first appeared.
type appeared struct {
	line   []int
	number int32
	kids   int
}

// A program prints the search of a tree as a program does that numbers its nodes as they come.
type program struct {
	nodes map[int32]*appeared // by their numbers in the tree
	path  []*appeared
}

// renumber renumbers an event.
func (p *program) renumber(e *trace.Event) {
	appear := func(parent *appeared, node int32) *appeared {
		x := p.nodes[node]
		if x == nil {
			x = &appeared{number: int32(len(p.nodes))}
			if parent != nil {
				x.line = append(slices.Clone(parent.line), parent.kids)
				parent.kids++
			}
			p.nodes[node] = x
		}
		return x
	}
	var parent *appeared
	switch e.Type {
	case trace.Enter:
		if p.path = p.path[:min(e.Depth, len(p.path))]; len(p.path) > 0 {
			parent = p.path[len(p.path)-1]
		}
		p.path = append(p.path, appear(parent, e.Node))
	case trace.Prune:
		parent = p.path[len(p.path)-1]
		for i, c := range e.Cut {
			e.Cut[i] = appear(parent, c).number
		}
	}
	if x := p.nodes[e.Node]; x != nil {
		e.Node = x.number
	}
	e.Parent, e.Move = -1, -1
}

// A linked map must be what the events say, whatever the numbers of siblings are.
func TestMapByAppearance(t *testing.T) {
	for seed := range uint64(120) {
		rng := rand.New(rand.NewPCG(seed, 3))
		tree := treetest.Random(rng, treetest.Shape{Players: 2 + rng.IntN(4), MaxNodes: 5 + rng.IntN(200), OutOfTurn: true, Uneven: true, BelowSum: seed%2 == 0})
		for _, a := range algorithms.All() {
			p := engine.OnTree(tree, 0)
			if a.Check(&p, engine.Options{}) != nil {
				continue
			}
			what := fmt.Sprintf("%s on tree %d", a.ID, seed)
			printed := &program{nodes: map[int32]*appeared{}}
			rec, b := trace.NewRecorder(trace.MaxRecorded, nil), tiles.NewLinkedBuilder()
			nodes, numbers := map[string]*known{}, map[string]int32{}
			at := func(x *appeared) *known {
				line := lineText(x.line)
				if nodes[line] == nil {
					nodes[line], numbers[line] = &known{first: -1, second: -1}, x.number
				}
				return nodes[line]
			}
			if _, err := a.Run(context.Background(), p, engine.Options{}, func(e *trace.Event) {
				e2 := e.Clone()
				printed.renumber(&e2)
				switch e.Type {
				case trace.Enter:
					k := at(printed.path[len(printed.path)-1])
					if k.visits++; k.first < 0 {
						k.first = e.Seq
					} else if k.second < 0 {
						k.second = e.Seq
					}
				case trace.Prune:
					for _, c := range e.Cut {
						k := at(printed.nodes[c])
						if k.first < 0 {
							k.first = e.Seq
						}
						if k.rule == trace.NoRule {
							k.rule = e.Rule
						}
					}
				case trace.Exit:
					printed.path = printed.path[:len(printed.path)-1]
				}
				b.Add(&e2)
				rec.Record(&e2)
			}); err != nil && !engine.EndedByEngine(err) {
				t.Fatal(what, err)
			}
			rec.Publish()
			m := b.Map(1, nil)
			check(t, what, m, nodes)
			check(t, what+", sized", m.WithSizes(nil), nodes)
			checkTiles(t, what, m)
			for ply := range m.Rows() {
				for i := 0; m.Has(tiles.Place{Ply: ply, Index: i}); i++ {
					p := tiles.Place{Ply: ply, Index: i}
					if n, ok := m.Number(p); !ok || n != numbers[lineText(m.Line(p))] {
						t.Fatalf("%s: node %v has the number %d, %t, want %d", what, m.Line(p), n, ok, numbers[lineText(m.Line(p))])
					}
				}
			}
			checkPaths(t, what, m, rec)
		}
	}
}

// checkPaths compares the path at each event with the one that the recorded events lead to.
func checkPaths(t *testing.T, what string, m *tiles.Map, rec *trace.Recorder) {
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
		var got []int32
		for _, s := range m.At(rec, e.Seq).Path {
			n, _ := m.Number(s.Place)
			if n != s.Node {
				t.Fatalf("%s: at event %d the place of node %d has the number %d", what, e.Seq, s.Node, n)
			}
			got = append(got, n)
		}
		if !slices.Equal(got, path) {
			t.Fatalf("%s: at event %d the path is %v, want %v", what, e.Seq, got, path)
		}
		return true
	})
}

// Few nodes have more children than a rank has bits for.
func TestManyChildren(t *testing.T) {
	const kids = 70_000
	b, rec := tiles.NewLinkedBuilder(), trace.NewRecorder(10*kids, nil)
	seq := 0
	add := func(e trace.Event) {
		e.Seq, e.Parent, e.Child, e.Players, e.Width = seq, -1, -1, 2, 2
		seq++
		b.Add(&e)
		rec.Record(&e)
	}
	visit := func(n int32) {
		add(trace.Event{Type: trace.Enter, Node: n, Depth: 1})
		add(trace.Event{Type: trace.Exit, Node: n})
	}
	add(trace.Event{Type: trace.Enter, Node: 0, Player: 1})
	for n := range int32(kids) {
		visit(n + 1)
	}
	visit(kids - 2) // once more
	rec.Publish()
	m := b.Map(1, nil)
	if s := m.At(rec, seq-1); len(s.Path) != 2 || s.Path[1].Index != kids-3 || s.Path[1].Node != kids-2 {
		t.Errorf("the path at the end is %+v", s.Path)
	}
	if line := b.LineOf([]int32{0, kids}); len(line) != 1 || line[0] != kids-1 {
		t.Errorf("the line to the last child is %v", line)
	}
}
