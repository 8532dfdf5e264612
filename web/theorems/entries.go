package theorems

import (
	"espalier/web/app"
	"espalier/web/words"
)

// Entries lists the theorems.
func Entries() (entries []app.Entry) {
	for _, t := range list {
		entries = append(entries, app.Entry{Kind: "theorem", Name: words.MaxN(t.Title), Href: folder + t.ID, More: t.Paper})
	}
	return entries
}
