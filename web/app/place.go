package app

import (
	"context"
	"strings"

	"github.com/go-chi/chi/v5"
)

// A Door is one of the five parts of the site. The header of each page leads to all of them.
type Door struct {
	Name, Href string
	Below      []string // routes of pages that are in no place of the door
	Places     []Place
}

// A Place is a page behind a door, with pages of its own.
type Place struct {
	Name, Href string
	Below      []string // further routes whose pages are in this place
}

// Doors has each place once. A page that is in none is neither: the first page, and those of rooms and assignments.
var Doors = []Door{
	{Name: "Learn", Href: "/learn", Places: []Place{
		{Name: "Theorems", Href: "/learn/theorems"},
		{Name: "Glossary", Href: "/learn/glossary"},
		{Name: "Practice", Href: "/practice"},
		{Name: "Six sessions", Href: "/learn/plan"},
	}},
	{Name: "Explore", Href: "/explore", Places: []Place{
		{Name: "Figures", Href: "/figures"},
		{Name: "Exercises", Href: "/figures#exercises", Below: []string{"/exercises"}},
		{Name: "Games", Href: "/games", Below: []string{"/hidden-cards"}},
		{Name: "Experiments", Href: "/experiments", Below: []string{"/bench"}},
		{Name: "Counterexamples", Href: "/counterexamples"},
		{Name: "Where the papers err", Href: "/exhibits"},
		{Name: "Algorithms", Href: "/algorithms"},
		{Name: "Opinions", Href: "/opinions"},
		{Name: "Orders", Href: "/orders"},
		{Name: "Ties", Href: "/ties"},
		{Name: "Equilibria", Href: "/equilibrium"},
		{Name: "Samples", Href: "/samples"},
		{Name: "Side by side", Href: "/lockstep"},
	}},
	{Name: "Draw", Href: "/draw", Below: []string{"/t"}, Places: []Place{
		{Name: "Your trees", Href: "/trees", Below: []string{"/edit"}},
		{Name: "Paste a tree", Href: "/tree"},
		{Name: "Notation", Href: "/notation"},
	}},
	{Name: "Code", Href: "/programs", Places: []Place{
		{Name: "Write a search", Href: "/code"},
		{Name: "The language", Href: "/code/language"},
		{Name: "Check your program", Href: "/traces"},
		{Name: "The format of a trace", Href: "/traces/format"},
		{Name: "Print your search", Href: "/clients"},
		{Name: "API", Href: "/api"},
	}},
	{Name: "Teach", Href: "/teach", Below: []string{"/handout", "/desk"}, Places: []Place{
		{Name: "Lessons", Href: "/lessons"},
		{Name: "Homework", Href: "/homework", Below: []string{"/results", "/tasks"}},
	}},
}

// FindPlace returns the place with an address.
func FindPlace(href string) *Place {
	for i := range Doors {
		for k := range Doors[i].Places {
			if p := &Doors[i].Places[k]; p.Href == href {
				return p
			}
		}
	}
	return nil
}

// PlaceOf returns where the page of a route is; nil: in no door, or in no place of its door.
func PlaceOf(route string) (door *Door, place *Place) {
	longest := 0
	take := func(d *Door, p *Place, href string, below []string) {
		for _, at := range append(below, href) {
			if len(at) > longest && (route == at || strings.HasPrefix(route, at+"/")) {
				door, place, longest = d, p, len(at)
			}
		}
	}
	for i := range Doors {
		d := &Doors[i]
		take(d, nil, d.Href, d.Below)
		for k := range d.Places {
			p := &d.Places[k]
			take(d, p, p.Href, p.Below)
		}
	}
	return door, place
}

// A where is the place of the page that is rendered.
type where struct {
	door  *Door
	place *Place // nil: the page is the door, or directly behind it
	route string
}

func whereIs(ctx context.Context) (w where) {
	if c := chi.RouteContext(ctx); c != nil {
		w.route = c.RoutePattern()
		w.door, w.place = PlaceOf(w.route)
	}
	return w
}

// barred reports whether the doors are a bar at the bottom of a phone's screen: on the first page, and on those behind a
// door. A page that has its own tools there, marked data-thumb, has them in a menu, as do rooms and assignments.
func barred(ctx context.Context) bool {
	w := whereIs(ctx)
	return w.door != nil || w.route == "/"
}

// current is the aria-current of the link to a door.
func (w *where) current(d *Door) string {
	switch {
	case w.door == nil || w.door.Href != d.Href:
		return ""
	case w.route == d.Href:
		return "page"
	default:
		return "true"
	}
}

// inner reports whether the page has a line that says where it is.
func (w *where) inner() bool { return w.door != nil && w.route != w.door.Href }

// titleOnly is the title of a page without the name of the site.
func titleOnly(title string) string { return strings.TrimSuffix(title, " · Espalier") }
