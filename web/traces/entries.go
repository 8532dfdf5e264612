package traces

import "espalier/web/app"

// Entries lists the files that print or read what a search does.
func Entries() (list []app.Entry) {
	for _, l := range languages {
		list = append(list, app.Entry{Kind: "client", Name: l.Name, Href: "/clients/" + l.File.Name, More: l.File.Name})
	}
	return list
}
