package run

import "espalier/trees"

// FigureLegend and OwnLegend explain the marks that the picture of a tree has:
// whose value a ring marks depends on whose tree it is.
func FigureLegend(t *trees.Tree) string {
	return legendOf(t, "A value with a ring is ours: the text that the figure comes with does not give it.")
}

func OwnLegend(t *trees.Tree) string {
	return legendOf(t, "A value with a ring was chosen by whoever made the tree: no paper gives it.")
}

func legendOf(t *trees.Tree, ring string) string {
	for n := range t.Len() {
		if t.Chosen(n) {
			return ring
		}
	}
	return ""
}
