package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"espalier/trees"
	"espalier/web/library"
)

// An editPage is the page on which a tree is edited. What changes with every
// edit is in State, in the form of the socket's draft message, so that the
// page's script has one way to take it in.
type editPage struct {
	Key    string // empty: nobody has saved the tree yet
	ID     string // of the saved tree, to be read
	Path   string // of this page: /edit, or /edit/KEY
	Read   string // address of the read-only page; empty: not saved
	Play   string // address of the player on the same tree; empty: not saved
	Source string // what the first edit posts to make the tree: the body of POST /api/v1/trees; empty: saved
	Notice string // above the picture, in words; empty: nothing to say
	Locked bool   // the library is not available: nothing can be kept now

	Title, Notes string
	Sub          string
	Revision     int
	Nodes        int
	Header       *trees.Header
	Text         string // of the text pane; see HasText
	HasText      bool   // false: the text is too long to stand beside the picture
	Fault        string // of the text, in words; empty: there is none
	Faults       []namedFault
	Picture      templ.Component
	State        string // JSON: the draft message without svg and text
	Results      *comparePanel

	Algorithm string      // of the run that the tree is played with; empty: by default
	Keep      []parameter // of the player's view: what runs, and its step
}

// A namedFault is a limit that the tree breaks, and the node that it is at;
// without a name: the header.
type namedFault struct{ Name, Message string }

// serveNewEdit answers GET /edit: the editor on an empty tree, or on a copy of
// the one that the query names. Nothing is stored: the first edit does that.
func (s *Server) serveNewEdit(w http.ResponseWriter, r *http.Request) {
	p := &editPage{Path: "/edit"}
	r, folding, folded := readFolding(r)
	draft, err := s.draftOf(r, p)
	err = cmp.Or(err, folded)
	if err != nil {
		p.Notice = "What the address says is not understood. " + err.Error()
		draft = trees.EmptyDraft()
		p.Source = `{"empty":true}`
	}
	if err := s.libraryAway(r.Context()); err != nil {
		p.Locked = true
		p.Notice = strings.TrimSpace(p.Notice + " Nothing can be saved now: " + problemOf(err).Errors[0].Message + ".")
	}
	p.show(draft, 0)
	p.Picture = drawn(drawEditable(nil, draft, folding))
	p.play(s, r, draft)
	s.render(w, r, http.StatusOK, editView(p))
}

// readFolding is what the address of a tree that nobody has saved says is
// folded and opened, by ids, and the request without it.
func readFolding(r *http.Request) (*http.Request, *draftView, error) {
	q, v := r.URL.Query(), &draftView{}
	if !q.Has("folded") && !q.Has("opened") {
		return r, v, nil
	}
	read := func(name string) ([]trees.ID, error) {
		said := q.Get(name)
		q.Del(name)
		if said == "" {
			return nil, nil
		}
		return readIDs([]byte("["+said+"]"), name)
	}
	var errFolded, errOpened error
	v.Folded, errFolded = read("folded")
	v.Opened, errOpened = read("opened")
	without := *r.URL
	without.RawQuery = q.Encode()
	bare := r.WithContext(r.Context())
	bare.URL = &without
	return bare, v, cmp.Or(errFolded, errOpened)
}

// draftOf is the draft of a page that nobody has saved, with what makes it
// again. A text that cannot be read stays as it was typed.
func (s *Server) draftOf(r *http.Request, p *editPage) (*trees.Draft, error) {
	q := r.URL.Query()
	if q.Get("figure") == "" && q.Get("saved") == "" {
		text := q.Get("text")
		if text == "" {
			p.Source = `{"empty":true}`
			d := trees.EmptyDraft()
			_, err := parseView(d.Tree(), without(q, "figure", "saved"), view{})
			return d, err
		}
		t, err := trees.ReadText(text)
		typed := string(trees.AppendQuoted(nil, text))
		switch {
		case err != nil:
			p.Source = `{"empty":true,"edits":[{"op":"text","text":` + typed + `}]}`
			return typedDraft(nil, text)
		case len(q) == 1:
			p.Source = `{"text":` + typed + `}`
			return typedDraft(t, text)
		}
	}
	src, err := s.readSource(r)
	if err != nil {
		return nil, err
	}
	v, t, err := src.shown()
	if err != nil {
		return nil, err
	}
	if saved := src.Saved; saved != nil && len(v.Values) == 0 { // with its notes, its text and its faults
		p.Source = fmt.Sprintf(`{"saved":%q,"revision":%d}`, saved.ID, saved.Number)
		return saved.Draft, nil
	}
	p.Source = `{"tree":` + string(t.AppendJSON(nil)) + `}`
	return trees.NewDraft(t), nil
}

// play links to the player of a tree that nobody has saved: the address holds
// the tree, where it is not too long for that.
func (p *editPage) play(s *Server, r *http.Request, d *trees.Draft) {
	text := linkText(d.Tree())
	if text == "" {
		return
	}
	q := r.URL.Query()
	for _, name := range append(slices.Clone(querySources), "revision") {
		q.Del(name)
	}
	for name := range q {
		if strings.HasPrefix(name, "v") {
			q.Del(name) // the values are the tree's now
		}
	}
	q.Set("text", text)
	p.Play = "/tree?" + q.Encode()
	if c := s.compareDraft(r.Context(), d); c != nil {
		p.Results = c.panel(d.Tree(), view{}, "/tree", []parameter{{"text", text}})
	}
}

// libraryAway says why the library cannot be used now; nil: it can.
func (s *Server) libraryAway(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, libraryTime)
	defer cancel()
	if _, err := s.Library.Load(ctx, library.Key("").ID()); !errors.Is(err, library.ErrNotFound) {
		return err
	}
	return nil
}

// typedDraft is the draft of a text as it was typed: with its comments, or
// with its fault on an empty tree.
func typedDraft(t *trees.Tree, text string) (*trees.Draft, error) {
	d := trees.EmptyDraft()
	if t != nil {
		d = trees.NewDraft(t)
	}
	edit, err := textEdit(text)
	if err != nil {
		return nil, err
	}
	applied, err := d.Apply(edit)
	if err != nil {
		return nil, err
	}
	return applied.Draft, nil
}

// show fills in what the draft says.
func (p *editPage) show(d *trees.Draft, revision int) {
	t := d.Tree()
	p.Title, p.Notes, p.Sub = t.Title, d.Notes(), describe(t)
	p.Revision, p.Nodes, p.Header = revision, t.Len(), &t.Header
	for _, f := range d.Faults() {
		name := ""
		if f.Node >= 0 {
			name = t.Name(f.Node)
		}
		p.Faults = append(p.Faults, namedFault{name, f.Message})
	}
	p.Text, _, p.HasText = paneText(d)
	if typed, fault := d.Typed(); fault != nil {
		line, column, _ := placeIn(typed, fault)
		p.Fault = fmt.Sprintf("Line %d, column %d: %s. The picture stays as it was.", line, column, strings.TrimSuffix(fault.Message, "."))
	}
	p.State = string(append(appendDraft([]byte(`{"revision":`+strconv.Itoa(revision)), d), '}'))
	p.Picture = drawn(drawEditable(nil, d, &draftView{}))
}
