package lessons

import "espalier/web/app"

// Entries lists the lessons that come with Espalier.
func Entries() (list []app.Entry) {
	for _, id := range Included {
		list = append(list, app.Entry{Kind: "lesson", Name: included[id].Title, Href: "/lessons/" + id})
	}
	return list
}
