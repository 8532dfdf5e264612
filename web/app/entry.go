package app

import (
	"context"
	"strings"

	"github.com/a-h/templ"
)

// An Entry is a thing of the site that the search of the header finds. Each feature lists what it registers, and
// front joins the lists.
type Entry struct {
	Kind string // as the search names it
	Name string
	Href string
	More string // what is searched, too, and shown beside the name; "": nothing
}

// SearchKeys are the keys that open the search of the header. The help of a page lists them, its button names them, and
// the script of the frame reads them there.
var SearchKeys = []string{"Ctrl+K", "/"}

// HasSearch reports whether the frame of the page that is rendered has the search: behind a door, and on the first page.
// Rooms, assignments and what is shown inside other pages have none.
func HasSearch(ctx context.Context) bool {
	here := whereIs(ctx)
	return here.door != nil || here.route == "/"
}

// searchAttributes are those of its button.
func searchAttributes() templ.Attributes {
	return templ.Attributes{"aria-keyshortcuts": strings.ReplaceAll(strings.Join(SearchKeys, " "), "Ctrl", "Control"), "title": "Search (" + strings.Join(SearchKeys, ", ") + ")"}
}
