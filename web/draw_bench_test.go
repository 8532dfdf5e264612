package web

import (
	"testing"

	"espalier/trace"
	"espalier/trees"
)

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
