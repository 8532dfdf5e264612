package draw

import (
	"testing"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/words"
)

func BenchmarkDraw(b *testing.B) {
	for _, nodes := range []int{200, 1000, 2000, 200000} {
		tree := treetest.LabelledTree(b, nodes)
		b.Run(tree.Name(0)+"/"+words.Grouped(tree.Len()), func(b *testing.B) {
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				p := Picture{Drawing: NewDrawing(tree, false), Theme: &Themes[0], Live: true}
				p.Show(trace.NewFold(tree, nil))
				size = len(p.SVG())
			}
			b.ReportMetric(float64(size), "svg-bytes")
		})
	}
}

func BenchmarkDrawEditable(b *testing.B) {
	for _, nodes := range []int{200, 1000, 2000, 200000} {
		draft := trees.NewDraft(treetest.LabelledTree(b, nodes))
		b.Run(words.Grouped(draft.Tree().Len()), func(b *testing.B) {
			b.ReportAllocs()
			var svg []byte
			for b.Loop() {
				svg = Editable(draft, &DraftView{})
			}
			b.ReportMetric(float64(len(svg)), "svg-bytes")
		})
	}
}
