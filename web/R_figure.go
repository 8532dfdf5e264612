package web

import (
	"espalier/search"
	"espalier/trees"
)

// ownCopy is a figure's tree as one of one's own, which shows its title as it
// is written: as the page of the figure does.
func ownCopy(t *trees.Tree) *trees.Tree {
	own := *t
	own.Title = setPower(t.Title)
	return &own
}

// firstRun is the run that a figure's page begins with: a listing's is that of
// its story, which runs it as printed.
func firstRun(f, played *trees.Figure) view {
	v := figureRun(played)
	if f != played && len(f.Code) > 0 && len(f.Story) > 0 && f.Story[0].On == played {
		v = figureRun(&trees.Figure{Run: f.Story[0].Run})
	}
	if v.Algorithm == nil {
		v.Algorithm = plainOf(played.Tree)
	}
	return v
}

// figureRun is the run that shows a figure's point.
func figureRun(f *trees.Figure) view {
	v := view{Values: f.Values}
	v.Algorithm, _ = search.Find(f.Algorithm)
	v.Options = search.OptionsOf(f.Options)
	return v
}

// runTree is the figure's tree with the values of its run.
func runTree(f *trees.Figure) *trees.Tree {
	t, err := f.Tree.WithValues(f.Values)
	if err != nil {
		return f.Tree
	}
	return t
}
