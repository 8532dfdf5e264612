package request

import (
	"espalier/search"
	"espalier/trees"
	"espalier/web/words"
)

// OwnCopy is a figure's tree as one of one's own, which shows its title as it
// is written: as the page of the figure does.
func OwnCopy(t *trees.Tree) *trees.Tree {
	own := *t
	own.Title = words.MaxN(t.Title)
	return &own
}

// FirstView is the run that a figure's page begins with: a listing's is that of
// its story, which runs it as printed.
func FirstView(f, played *trees.Figure) View {
	v := FigureView(played)
	if f != played && len(f.Code) > 0 && len(f.Story) > 0 && f.Story[0].On == played {
		v = FigureView(&trees.Figure{Run: f.Story[0].Run})
	}
	if v.Algorithm == nil {
		v.Algorithm = search.PlainFor(played.Tree)
	}
	return v
}

// FigureView is the run that shows a figure's point.
func FigureView(f *trees.Figure) View {
	v := View{Values: f.Values}
	v.Algorithm, _ = search.Find(f.Algorithm)
	v.Options = search.OptionsOf(f.Options)
	return v
}

// FigureTree is the figure's tree with the values of its run.
func FigureTree(f *trees.Figure) *trees.Tree {
	t, err := f.Tree.WithValues(f.Values)
	if err != nil {
		return f.Tree
	}
	return t
}
