package web

import (
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"espalier/search"
	"espalier/trees"
)

// What stands beside a figure's run, besides the panels that every run has:
// decision spaces, listings, tables, and the other trees of the figure.

// questionNames are the parameters of the questions beside figures; they say
// nothing about the run.
var questionNames = []string{
	"n", "b", "D", "trick", "printed",
	"bound1", "bound2", "bound3", "least1", "least2", "least3", "most1", "most2", "most3",
}

// questionsOf are those that the figure's page takes.
func questionsOf(f *trees.Figure) []string {
	if slices.Contains([]string{"sk2000-fig4", "s2005-fig9", "s2005-table1"}, f.ID) {
		return questionNames
	}
	return nil
}

// takeQuestions moves the questions from the query to one of their own.
func takeQuestions(f *trees.Figure, q url.Values) url.Values {
	asked := url.Values{}
	for _, name := range questionsOf(f) {
		if q.Has(name) {
			asked[name] = q[name]
			q.Del(name)
		}
	}
	return asked
}

// besides makes what belongs beside the figure's run at the step of the page.
func besides(f, played *trees.Figure, a *search.Algorithm, p *runPage, asked url.Values) []templ.Component {
	var list []templ.Component
	if f.Space != nil {
		list = append(list, spaceView(newSpace(f, p.Held)))
	}
	if len(f.Code) > 0 {
		list = append(list, listingView(newListing(f, a, p.Line)))
	}
	switch {
	case f.ID == "s2005-table1":
		t := newTable(f)
		on, says := asked.Get("trick") == "1", ""
		if on {
			says = t.withTrick()
		}
		list = append(list, trickTable(t, on, says))
	case f.Table != nil:
		list = append(list, belowTable(newTable(f)))
	}
	switch f.ID {
	case "s2005-fig9":
		list = append(list, askTableView(newAskTable(asked)))
	case "sk2000-fig4":
		list = append(list, reductionView(newReduction(asked)))
	}
	if frames := framesOf(p); slices.ContainsFunc(frames, func(f storyFrame) bool { return f.Href != "" }) {
		list = append(list, storyStrip(frames))
	}
	if r := relatives(f, played); len(r) > 0 {
		list = append(list, relativesView(r))
	}
	return list
}

// A relative is another tree of the same figure; the one on the page has no
// link.
type relative struct{ Text, Href string }

func relatives(f, played *trees.Figure) []relative {
	if f != played {
		return []relative{{"Played on the tree of " + played.Figure + ", “" + setPower(played.Title) + "”", "/figures/" + played.ID}}
	}
	for _, main := range trees.Figures() {
		if main != f && !slices.Contains(main.Variants, f) || len(main.Variants) == 0 {
			continue
		}
		var list []relative
		for _, v := range append([]*trees.Figure{main}, main.Variants...) {
			r := relative{Text: setPower(v.Title)}
			if v != f {
				r.Href = "/figures/" + v.ID
			}
			list = append(list, r)
		}
		return list
	}
	return nil
}
