package play

import (
	"strings"

	"espalier/trees"
)

// FigureLegend explains the rings and letters in the picture of a figure.
func FigureLegend(t *trees.Tree) string {
	return legendOf(t, "A value or number with a ring (°) was added by us; the paper does not give it.", "The small letters are ours; the paper has none there.")
}

// OwnLegend explains the rings and letters in the picture of a user's tree.
func OwnLegend(t *trees.Tree) string {
	return legendOf(t, "A value with a ring was chosen by the author of the tree; no paper gives it.", "Small letters name nodes without a label.")
}

// PaperLegend explains the marks of a picture on paper, where nothing can be pointed at. Rings are not printed: beside a
// number they look like degrees.
func PaperLegend(t *trees.Tree) string {
	legend := "Struck edges are cut. Thick edges are the path to the current node. Bold values are known."
	if t.Imperfect() {
		legend += " " + infosetLegend
	}
	for n := range t.Len() {
		if t.NotFromPaper(n) {
			return legend + " Values with dots under them are in no paper."
		}
	}
	return legend
}

const infosetLegend = "A dashed line joins the nodes of an information set, which their mover cannot distinguish. Only ISMCTS respects them. Any other search plays as if everybody saw the deals."

func legendOf(t *trees.Tree, ring, letter string) string {
	var parts []string
	for n := range t.Len() {
		if t.NotFromPaper(n) || t.NumbersNotFromPaper(n) != 0 {
			parts = append(parts, ring)
			break
		}
	}
	if t.HasLetters() {
		parts = append(parts, letter)
	}
	if t.Imperfect() {
		parts = append(parts, infosetLegend)
	}
	return strings.Join(parts, " ")
}
