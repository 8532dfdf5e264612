package code

import (
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/program/beginnings"
	"espalier/trees/figures"
	"espalier/web/app"
	"espalier/web/play"
	"espalier/web/run"
	"espalier/web/store/key"
)

// A page is that of a program.
type page struct {
	ID        string // empty: it is not kept
	Text      string
	Title     string
	Tree      string // in the notation; empty: the source is another one
	Source    string // that other source, as JSON
	Mover     bool
	Algorithm string
	Begun     string // the id of the beginning
	Offered   []*engine.Algorithm
	Figures   []*figures.Figure
	Played    *played // its newest run; nil: there is none, or it is too large
	TooLarge  string  // why it is not played
}

// ServePage answers GET /code: a program that is not kept yet. begin names the search to begin with.
func (h *Handlers) ServePage(w http.ResponseWriter, r *http.Request) error {
	b := &beginnings.All[0]
	for i := range beginnings.All {
		if beginnings.All[i].ID == r.URL.Query().Get("begin") {
			b = &beginnings.All[i]
		}
	}
	h.render(w, r, &page{Text: b.Text(), Tree: b.Tree, Mover: b.Mover, Algorithm: b.Algorithm, Begun: b.ID})
	return nil
}

// ServeKept answers GET /code/{id}. A key leads to the address without it.
func (h *Handlers) ServeKept(w http.ResponseWriter, r *http.Request) error {
	k, id, err := key.ParseAny(chi.URLParam(r, "id"))
	if err != nil {
		return errNoProgram
	}
	if k != "" {
		http.Redirect(w, r, h.Link(Path(id)), http.StatusSeeOther)
		return nil
	}
	s, err := h.load(r.Context(), id)
	if err != nil {
		return err
	}
	p := &page{ID: string(id), Source: string(s.Source)}
	var source struct {
		Text string `json:"text"`
	}
	read := func(raw json.RawMessage, into any) {
		if raw != nil && err == nil {
			err = json.Unmarshal(raw, into)
		}
	}
	view := ""
	read(s.Source, &source)
	read(s.Program, &p.Text)
	read(s.Title, &p.Title)
	read(s.Algorithm, &p.Algorithm)
	read(s.Perspective, &view)
	if err != nil {
		return err
	}
	p.Tree, p.Mover = source.Text, view == "mover"
	algorithm, _ := algorithms.Find(p.Algorithm)
	if p.Played, p.TooLarge, err = h.play(r, id, s, algorithm, titleOf(p), p.Text); err != nil {
		return err
	}
	h.render(w, r, p)
	return nil
}

func (h *Handlers) render(w http.ResponseWriter, r *http.Request, p *page) {
	p.Offered = algorithms.Modelled()
	for _, f := range figures.All() {
		if f.Tree != nil && run.OnFigure(f).Searchable() == nil {
			p.Figures = append(p.Figures, f)
		}
	}
	h.Render(w, r, http.StatusOK, pageView(p))
}

// beginning is a search to begin with, as the script of the page has it.
type beginning struct {
	Text      string `json:"text"`
	Tree      string `json:"tree"`
	Mover     bool   `json:"mover"`
	Algorithm string `json:"algorithm"`
}

// sourceOfOption is the source of a request that a choice of the page has.
func sourceOfOption(key string, value any) string {
	return string(app.JSON(map[string]any{key: value}))
}

func beginningOf(b *beginnings.Beginning) string {
	return string(app.JSON(beginning{b.Text(), b.Tree, b.Mover, b.Algorithm}))
}

// textKeys are the keys of the text, which its script reads itself.
var textKeys = []play.Key{
	{Keys: []string{"Tab", "Shift Tab"}, Does: "in the text: indent, or take an indentation away"},
	{Keys: []string{"Ctrl /"}, Does: "in the text: make comments of the lines, or lines of the comments"},
	{Keys: []string{"Ctrl F"}, Does: "in the text: find; Enter goes to the next place, Shift Enter to the previous one, Esc closes"},
	{Keys: []string{"F9"}, Does: "in the text: set a breakpoint at the line, or take it away"},
	{Keys: []string{"Ctrl Enter"}, Does: "in the text: run the program"},
}
