package play

import "espalier/trees"

// FigureLegend explains the rings in the picture of a figure.
func FigureLegend(t *trees.Tree) string {
	return legendOf(t, "A value or number with a ring (°) was added by us; the paper does not give it.")
}

// OwnLegend explains the rings in the picture of a user's tree.
func OwnLegend(t *trees.Tree) string {
	return legendOf(t, "A value with a ring was chosen by the author of the tree; no paper gives it.")
}

func legendOf(t *trees.Tree, ring string) string {
	for n := range t.Len() {
		if t.NotFromPaper(n) || t.NumbersNotFromPaper(n) != 0 {
			return ring
		}
	}
	return ""
}
