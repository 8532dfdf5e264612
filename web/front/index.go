package front

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"espalier/web/app"
)

// actions are what a person can begin, on pages that are places of their own or parts of such.
var actions = []app.Entry{
	{Kind: "action", Name: "New tree", Href: "/edit", More: "draw"},
	{Kind: "action", Name: "Paste a tree", Href: "/draw#paste", More: "LaTeX, JSON, nested lists, Gambit"},
	{Kind: "action", Name: "Give homework", Href: "/homework/new", More: "assignment"},
	{Kind: "action", Name: "Set a programming task", Href: "/tasks/new", More: "homework"},
	{Kind: "action", Name: "Join a room", Href: "/c", More: "code of a class"},
}

// An Index is what the search of the header looks in: all entries, as JSON. It is the same for everybody.
type Index struct {
	Entries []app.Entry
	body    []byte
	tag     string
}

// NewIndex joins what the features register with the doors, their places and the actions.
func NewIndex(lists ...[]app.Entry) *Index {
	x := &Index{Entries: actions}
	for _, d := range app.Doors {
		x.Entries = append(x.Entries, app.Entry{Kind: "page", Name: d.Name, Href: d.Href})
		for _, p := range d.Places {
			x.Entries = append(x.Entries, app.Entry{Kind: "page", Name: p.Name, Href: p.Href, More: d.Name})
		}
	}
	for _, list := range lists {
		x.Entries = append(x.Entries, list...)
	}
	rows := make([][]string, len(x.Entries))
	for i, e := range x.Entries {
		rows[i] = []string{e.Kind, e.Name, e.Href}
		if e.More != "" {
			rows[i] = append(rows[i], e.More)
		}
	}
	x.body = app.JSON(map[string]any{"entries": rows})
	sum := sha256.Sum256(x.body)
	x.tag = `"` + hex.EncodeToString(sum[:12]) + `"`
	return x
}

// Serve answers GET /index.json: [kind, name, address, more] of each entry. A page asks for it when its search is first
// opened. Ten minutes are shorter than an update of the server takes to be noticed.
func (x *Index) Serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=600")
	h.Set("ETag", x.tag)
	if strings.Contains(r.Header.Get("If-None-Match"), x.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "application/json")
	w.Write(x.body)
}
