package learn

import (
	"strings"

	"espalier/web/app"
	"espalier/web/words"
)

// Entries lists the chapters, and the terms of the glossary.
func Entries() (list []app.Entry) {
	for _, p := range parts {
		for _, c := range p.Chapters {
			list = append(list, app.Entry{Kind: "chapter", Name: words.MaxN(c.Title), Href: "/learn/" + c.ID})
		}
	}
	for _, t := range words.Terms {
		list = append(list, app.Entry{Kind: "term", Name: words.MaxN(t.Name), Href: t.Href(), More: words.MaxN(strings.ReplaceAll(t.Words(), "|", ", "))})
	}
	return list
}
