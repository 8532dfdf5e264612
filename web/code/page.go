package code

import (
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/program/beginnings"
	"espalier/trees/figures"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/play"
	"espalier/web/problem"
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
	Named     string // what it is called
	Players   int    // of the game that it is a position of; 0: it is none
	Mover     bool
	Algorithm string
	Because   string    // why the algorithm was chosen; empty: the person has chosen it
	Begun     string    // the id of the beginning
	Exercise  *exercise // whose gap is to be filled; nil: none
	Offered   []*engine.Algorithm
	Figures   []*figures.Figure
	Played    *played // its newest run; nil: there is none, or it is too large
	TooLarge  string  // why it is not played
}

// styles returns the style sheets of the page, those of its run before its own.
func (p *page) styles() []string {
	list := []string{"shared/pages", "shared/tree", "run/run", "run/calls"}
	if p.Played != nil && len(p.Played.BesideTree) > 0 {
		list = append(list, p.Played.Styles...)
	}
	return append(list, "code/code")
}

// ServePage answers GET /code: a program that is not kept yet. begin names the search to begin with; with gap=1 it has
// its gap, and the tree is that of its chapter. game and its fields are the position of a game that is searched.
func (h *Handlers) ServePage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	x := exerciseOf(q.Get("begin"))
	if x == nil {
		x = exercises()[0]
	}
	p := &page{Mover: x.Mover, Begun: x.ID}
	from := x.whole()
	if q.Get("gap") == "1" {
		from, p.Exercise = x.gap(), x
	}
	if p.Text, p.Tree = from.Text, from.Tree; p.Exercise != nil {
		p.Algorithm = from.Algorithm
	}
	if err := p.onGame(q); err != nil {
		return err
	}
	if p.Players > 0 && !q.Has("begin") {
		p.Text, p.Begun, p.Mover = beginnings.ToDepth(p.Players), "", false
	}
	h.render(w, r, p)
	return nil
}

// onGame takes the position of a query, which has the game and its fields, as what is searched.
func (p *page) onGame(q url.Values) error {
	id := q.Get("game")
	if id == "" {
		return nil
	}
	game, known := games.Find(id)
	if !known {
		return &problem.QueryError{Name: "game", Message: "there is no such game; the games are at /games"}
	}
	doc, _, err := run.ReadGameQuery(game, q)
	if err != nil {
		return err
	}
	pos, err := games.Open(doc)
	if err != nil {
		return err
	}
	p.Tree, p.Algorithm, p.Players = "", "", pos.Players()
	p.Source, p.Named = sourceOfOption("game", json.RawMessage(pos.AppendDocument(nil))), "a position of "+game.Title
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
	p := &page{ID: string(id), Source: string(s.Source), Named: "the one that it was kept with"}
	var source struct {
		Text string          `json:"text"`
		Game json.RawMessage `json:"game"`
	}
	read := func(raw json.RawMessage, into any) {
		if raw != nil && err == nil {
			err = json.Unmarshal(raw, into)
		}
	}
	view, task := "", ""
	read(s.Source, &source)
	read(s.Program, &p.Text)
	read(s.Title, &p.Title)
	read(s.Algorithm, &p.Algorithm)
	read(s.Because, &p.Because)
	read(s.Perspective, &view)
	read(s.Exercise, &task)
	if err != nil {
		return err
	}
	if p.Tree, p.Mover = source.Text, view == "mover"; source.Game != nil {
		p.Players = playersOf(source.Game)
	}
	if p.Exercise = exerciseOf(task); p.Exercise != nil {
		p.Begun = p.Exercise.ID
	}
	algorithm, _ := algorithms.Find(p.Algorithm)
	if p.Played, p.TooLarge, err = h.play(r, id, s, algorithm, titleOf(p), p.Text); err != nil {
		return err
	}
	h.render(w, r, p)
	return nil
}

// playersOf returns how many players there are at a position, which was opened before.
func playersOf(game []byte) int {
	if doc, err := run.ReadGameDocument(game); err == nil {
		if pos, err := games.Open(doc); err == nil {
			return pos.Players()
		}
	}
	return 0
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

// A beginning is a search to begin with, as the script of the page has it.
type beginning struct {
	Mover   bool   `json:"mover"`
	Whole   form   `json:"whole"`
	Gap     form   `json:"gap"`
	Hint    string `json:"hint"`
	Task    string `json:"task"`
	Chapter string `json:"chapter"`
	Path    string `json:"path"`
}

// A form is a beginning complete, or with its gap.
type form struct {
	Text      string `json:"text"`
	Tree      string `json:"tree"`
	Algorithm string `json:"algorithm"`
}

func (x *exercise) whole() form { return form{x.Text(false), x.Beginning.Tree, x.Against(false)} }
func (x *exercise) gap() form   { return form{x.Text(true), x.Tree.Text(), x.Against(true)} }

// sourceOfOption is the source of a request that a choice of the page has.
func sourceOfOption(key string, value any) string {
	return string(app.JSON(map[string]any{key: value}))
}

func beginningOf(x *exercise) string {
	return string(app.JSON(beginning{x.Mover, x.whole(), x.gap(), x.Hint(), x.task(), x.Chapter, x.Path}))
}

// textKeys are the keys of the text, which its script reads itself.
var textKeys = []play.Key{
	{Keys: []string{"Tab", "Shift Tab"}, Does: "in the text: indent, or take an indentation away"},
	{Keys: []string{"Ctrl /"}, Does: "in the text: make comments of the lines, or lines of the comments"},
	{Keys: []string{"Ctrl F"}, Does: "in the text: find; Enter goes to the next place, Shift Enter to the previous one, Esc closes"},
	{Keys: []string{"F9"}, Does: "in the text: set a breakpoint at the line, or take it away"},
	{Keys: []string{"Ctrl Enter"}, Does: "in the text: run the program"},
}
