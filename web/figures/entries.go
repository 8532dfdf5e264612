package figures

import (
	"espalier/search/algorithms"
	"espalier/trees/exercises"
	"espalier/trees/figures"
	"espalier/web/app"
	"espalier/web/words"
)

// Entries lists the figures, the exercises and the algorithms.
func Entries() (list []app.Entry) {
	for _, f := range figures.All() {
		list = append(list, app.Entry{Kind: "figure", Name: words.MaxN(f.Title), Href: "/figures/" + f.ID, More: f.Paper.Short + ", " + f.Figure})
	}
	for _, e := range exercises.All() {
		list = append(list, app.Entry{Kind: "exercise", Name: words.MaxN(e.Title), Href: exercisePath(e), More: e.Source})
	}
	for _, a := range algorithms.All() {
		list = append(list, app.Entry{Kind: "algorithm", Name: words.MaxN(a.Name), Href: "/algorithms#" + a.ID, More: a.ID})
	}
	return list
}
