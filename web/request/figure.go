package request

import (
	"espalier/search"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/words"
)

// OwnCopy returns a copy of the tree of a figure that shows its title, as the
// page of the figure does.
func OwnCopy(t *trees.Tree) *trees.Tree {
	own := *t
	own.Title = words.MaxN(t.Title)
	return &own
}

// FirstView returns the run that the page of a figure shows first: for a listing
// the run of its story, as printed.
func FirstView(f, played *figures.Figure) View {
	v := FigureView(played)
	if f != played && len(f.Code) > 0 && len(f.Story) > 0 && f.Story[0].On == played {
		v = FigureView(&figures.Figure{Run: f.Story[0].Run})
	}
	if v.Algorithm == nil {
		v.Algorithm = search.PlainFor(played.Tree)
	}
	return v
}

// FigureView returns the run that shows the figure's point.
func FigureView(f *figures.Figure) View {
	v := View{Values: f.Values}
	v.Algorithm, _ = search.Find(f.Algorithm)
	v.Options = search.FigureRunOptions(f.Options)
	return v
}

// FigureTree returns the figure's tree with the values of its run.
func FigureTree(f *figures.Figure) *trees.Tree {
	t, err := f.Tree.WithValues(f.Values)
	if err != nil {
		return f.Tree
	}
	return t
}
