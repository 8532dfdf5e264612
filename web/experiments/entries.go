package experiments

import (
	"espalier/search/experiment"
	"espalier/web/app"
	"espalier/web/words"
)

// Entries lists the experiments.
func Entries() (list []app.Entry) {
	for _, e := range experiment.All() {
		list = append(list, app.Entry{Kind: "experiment", Name: words.MaxN(e.Title), Href: "/experiments/" + e.ID, More: e.Paper})
	}
	return list
}
