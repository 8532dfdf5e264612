package figures

import (
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"espalier/search/engine"
	"espalier/trees/figures"
	"espalier/web/draw/plot"
	"espalier/web/play"
	"espalier/web/words"
)

// This file returns the panels that a figure adds to the panels of every run:
// decision spaces, listings, tables, and the other trees of the figure.

// calculatorParameters are the query parameters of each calculation beside a run.
// They do not change the run.
var calculatorParameters = map[string][]string{
	figures.CalcReduction: {"n", "b", "D"},
	figures.CalcTrick:     {"trick"},
	figures.CalcLeafValueTest: {
		"printed", "bound1", "bound2", "bound3", "least1", "least2", "least3", "most1", "most2", "most3",
	},
}

// takeParameters moves the parameters of a calculation from q to a separate query.
func takeParameters(f *figures.Figure, q url.Values) url.Values {
	asked := url.Values{}
	for _, name := range calculatorParameters[f.Calculator] {
		if q.Has(name) {
			asked[name] = q[name]
			q.Del(name)
		}
	}
	return asked
}

// figurePanels returns the panels beside the figure's run at the step of the page.
func figurePanels(f, played *figures.Figure, a *engine.Algorithm, p *play.Page, asked url.Values) []templ.Component {
	var list []templ.Component
	if f.Space != nil {
		list = append(list, play.SpaceView(plot.NewSpace(f, p.SpaceBounds)))
	}
	if len(f.Code) > 0 {
		list = append(list, play.ListingView(play.NewListing(f, a, p)))
	}
	switch {
	case f.Calculator == figures.CalcTrick:
		t := newTable(f)
		on, says := asked.Get("trick") == "1", ""
		if on {
			says = t.withTrick()
		}
		list = append(list, trickTable(t, on, says))
	case f.Table != nil:
		list = append(list, belowTable(newTable(f)))
	}
	switch f.Calculator {
	case figures.CalcLeafValueTest:
		list = append(list, tableQueryView(newTableQuery(asked)))
	case figures.CalcReduction:
		list = append(list, reductionView(newReduction(asked)))
	}
	if r := relatedTrees(f, played); len(r) > 0 {
		list = append(list, relatedTreesView(r))
	}
	return list
}

// A relatedTree is a tree of the same figure. The tree on the page has no link.
type relatedTree struct{ Text, Href string }

func relatedTrees(f, played *figures.Figure) []relatedTree {
	if f != played {
		return []relatedTree{{"Run on the tree of " + played.Figure + ", “" + words.MaxN(played.Title) + "”", "/figures/" + played.ID}}
	}
	for _, main := range figures.All() {
		if main != f && !slices.Contains(main.Variants, f) || len(main.Variants) == 0 {
			continue
		}
		var list []relatedTree
		for _, v := range append([]*figures.Figure{main}, main.Variants...) {
			r := relatedTree{Text: words.MaxN(v.Title)}
			if v != f {
				r.Href = "/figures/" + v.ID
			}
			list = append(list, r)
		}
		return list
	}
	return nil
}

// plainCalculator returns the calculation on the page of a figure without a run.
func plainCalculator(f *figures.Figure, q url.Values) templ.Component {
	switch f.Calculator {
	case figures.CalcDuality:
		return dualityView(newDuality(q))
	case figures.CalcGrowthFactors:
		return factorsView(newFactors(q))
	}
	return templ.NopComponent
}
