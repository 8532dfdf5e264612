package figures

import (
	"slices"

	"espalier/trees/figures"
)

// neighbours are the figures before and after a figure in the order of the gallery, nil if
// there is none, and the theorem that the figure is about, if there is one.
type neighbours struct {
	Before, Here, After *figures.Figure
	Theorem, Address    string
}

func (h Handlers) neighboursOf(f *figures.Figure) (n neighbours) {
	n.Here = f
	n.Theorem, n.Address = h.Theorem(f.ID)
	all := figures.All()
	i := slices.IndexFunc(all, func(g *figures.Figure) bool { return g == f || slices.Contains(g.Variants, f) })
	if i > 0 {
		n.Before = all[i-1]
	}
	if i >= 0 && i+1 < len(all) {
		n.After = all[i+1]
	}
	return n
}

// number returns the number of a figure, with its paper if it is from another one.
func (n neighbours) number(f *figures.Figure) string {
	if f.Paper == n.Here.Paper {
		return f.Figure
	}
	return f.Paper.Short + ", " + f.Figure
}
