package web

import (
	"math/rand/v2"
	"testing"

	"espalier/trace"
	"espalier/trees"
)

// randomTree has about that many nodes, three players and labels.
func randomTree(t testing.TB, nodes int) *trees.Tree {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 11))
	b := trees.NewBuilder(trees.Header{Players: 3, MaxSum: trees.Some(9 * trees.Unit)})
	left := nodes - 1
	var open func(player, depth int)
	open = func(player, depth int) {
		kids := min(2+r.IntN(2), left)
		if kids == 0 || depth == 0 {
			v := trees.Points(r.IntN(4), r.IntN(4), r.IntN(4))
			b.Open(trees.Node{Label: "leaf", Value: &v})
			b.Close()
			return
		}
		b.Open(trees.Node{Label: "n", Player: player})
		left -= kids
		for range kids {
			open(player%3+1, depth-1)
		}
		b.Close()
	}
	depth := 1
	for n := 1; n < nodes; n *= 2 {
		depth++
	}
	open(1, depth)
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func BenchmarkDraw(b *testing.B) {
	for _, nodes := range []int{200, 1000, 2000, 200000} {
		tree := randomTree(b, nodes)
		b.Run(tree.Name(0)+"/"+grouped(tree.Len()), func(b *testing.B) {
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				p := picture{drawing: newDrawing(tree, false), theme: &themes[0], live: true}
				p.show(trace.NewFold(tree, nil))
				size = len(p.svg())
			}
			b.ReportMetric(float64(size), "svg-bytes")
		})
	}
}

func BenchmarkDrawEditable(b *testing.B) {
	for _, nodes := range []int{200, 1000, 2000, 200000} {
		draft := trees.NewDraft(randomTree(b, nodes))
		b.Run(grouped(draft.Tree().Len()), func(b *testing.B) {
			b.ReportAllocs()
			var svg []byte
			for b.Loop() {
				svg = drawEditable(draft, &draftView{})
			}
			b.ReportMetric(float64(len(svg)), "svg-bytes")
		})
	}
}
