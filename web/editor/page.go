package editor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/treestore"
)

// An editPage is the page on which a tree is edited. What changes with every
// edit is in State, in the form of the socket's draft message, so that the
// page's script reads both in one way.
type editPage struct {
	Key    string      // empty: the tree is not saved yet
	ID     string      // of the saved tree, to be read
	Path   string      // of this page: /edit, or /edit/KEY
	Play   string      // address of the run on the same tree; empty: not saved
	Source string      // what the first edit posts to make the tree: the body of POST /api/v1/trees; empty: saved
	Notice string      // above the picture, in words; empty: nothing to say
	Read   readingView // how the text of the address was read; nil: nothing to say
	Locked bool        // the store is not available: nothing can be saved now

	Title, Notes string
	Revision     int
	Base         int // the revision that the text comes from
	Header       *trees.Header
	Text         string // of the text pane; see HasText
	HasText      bool   // false: the text is too long to be shown beside the picture
	Fault        string // of the text, in words; empty: there is none
	Faults       []problem.NamedFault
	Picture      templ.Component
	State        string // JSON: the draft message without svg and text
	Results      *play.ComparisonPanel
}

// ServeNewEdit answers GET /edit: the editor on an empty tree, or on a copy of
// the one that the query names. Nothing is stored: the first edit does that.
func (h Handlers) ServeNewEdit(w http.ResponseWriter, r *http.Request) {
	p := &editPage{Path: "/edit"}
	r, folding, folded := readFolding(r)
	sideways, laid := readLayout(r.URL.Query())
	r = withoutParameter(r, layoutParameter)
	draft, err := h.draftOf(r, p)
	if err = cmp.Or(err, folded, laid); err != nil {
		p.Notice = "The address has an error. " + err.Error()
	}
	if err := h.storeError(r.Context()); err != nil {
		p.Locked = true
		p.Notice = strings.TrimSpace(p.Notice + " Nothing can be saved now: " + problem.Message(err) + ".")
	}
	p.show(draft, treestore.Revision{}, folding, sideways)
	p.linkToRun(h.Core, r, draft)
	h.Render(w, r, http.StatusOK, editView(p))
}

// readFolding reads the ids of folded and opened nodes from the address of an
// unsaved tree, and returns the request without them; nil if there are none.
func readFolding(r *http.Request) (*http.Request, *draw.DraftView, error) {
	q, v := r.URL.Query(), &draw.DraftView{}
	if !q.Has("folded") && !q.Has("opened") {
		return r, nil, nil
	}
	read := func(name string) ([]trees.ID, error) {
		ids := q.Get(name)
		q.Del(name)
		if ids == "" {
			return nil, nil
		}
		return play.ReadIDs([]byte("["+ids+"]"), name)
	}
	var errFolded, errOpened error
	v.Folded, errFolded = read("folded")
	v.Opened, errOpened = read("opened")
	return withQuery(r, q), v, cmp.Or(errFolded, errOpened)
}

// layoutParameter names the layout in the address of an editor.
const layoutParameter = "layout"

// readLayout reports whether an address asks for the root at the left.
func readLayout(q url.Values) (sideways bool, err error) {
	if err := problem.CheckOnce(url.Values{layoutParameter: q[layoutParameter]}); err != nil {
		return false, err
	}
	switch name := q.Get(layoutParameter); name {
	case "", "down":
		return false, nil
	case "sideways":
		return true, nil
	default:
		return false, &problem.QueryError{Name: layoutParameter, Message: fmt.Sprintf("there is no layout %.40q; there are down, with the root at the top, and sideways, with the root at the left", name)}
	}
}

// withoutParameter returns the request without a parameter of its address.
func withoutParameter(r *http.Request, name string) *http.Request {
	q := r.URL.Query()
	if !q.Has(name) {
		return r
	}
	q.Del(name)
	return withQuery(r, q)
}

func withQuery(r *http.Request, q url.Values) *http.Request {
	without := *r.URL
	without.RawQuery = q.Encode()
	rest := r.WithContext(r.Context())
	rest.URL = &without
	return rest
}

// draftOf returns the draft of an unsaved page and sets the request body that
// makes it again. If only the rest of the address is wrong, it returns the draft
// and the error.
func (h Handlers) draftOf(r *http.Request, p *editPage) (*trees.Draft, error) {
	o, rest, d, source, err := h.sourceTree(r, p)
	if err != nil {
		p.Source = `{"empty":true}`
		return trees.EmptyDraft(), err
	}
	edits := ""
	if o != nil {
		var v play.View
		if v, err = play.ReadView(o, rest); err == nil {
			d, edits, err = withValues(d, v.Values)
		}
	}
	p.Source = "{" + source + edits + "}"
	return d, err
}

// sourceTree returns the tree of an address, as a draft, too, and as members of the body
// that makes it; rest is the rest of the address. A text that cannot be read is kept as
// typed; then o is nil, since the rest of the address refers to the tree.
func (h Handlers) sourceTree(r *http.Request, p *editPage) (o *run.Opened, rest url.Values, d *trees.Draft, body string, err error) {
	q := r.URL.Query()
	if q.Get("figure") != "" || q.Get("saved") != "" {
		o, a, err := run.OpenAddress(r.Context(), h.Saved(), q)
		if err != nil {
			return nil, nil, nil, "", err
		}
		if saved := o.Saved; saved != nil { // with its notes, its text and its faults
			return o, a.Rest, saved.Draft, fmt.Sprintf(`"saved":%q,"revision":%d`, saved.ID, saved.Number), nil
		}
		own := run.OwnCopy(o.Tree)
		return o, a.Rest, trees.NewDraft(own), `"tree":` + string(own.AppendJSON(nil)), nil
	}
	rest = problem.Without(problem.Without(q, "figure", "saved", "text"), readingParameters...)
	text := q.Get("text")
	if text == "" {
		d = trees.EmptyDraft()
		return run.OnTree(d.Tree()), rest, d, `"empty":true`, nil
	}
	typed := string(trees.AppendQuoted(nil, text))
	how, err := readingOptions(q)
	if err != nil {
		d = trees.EmptyDraft()
		return run.OnTree(d.Tree()), rest, d, `"empty":true`, err
	}
	reading, fault := foreign.Read(r.Context(), text, how)
	if r.Context().Err() != nil {
		return nil, nil, nil, "", r.Context().Err()
	}
	if fault != nil {
		if d, err = TypedDraft(r.Context(), nil, text); err == nil {
			// The fault of the draft is that of the text notation.
			if _, own := d.TypedText(); own == nil || own.Error() != fault.Error() {
				p.Notice = "The text cannot be read. " + strings.TrimSuffix(fault.Error(), ".") + "."
			}
		}
		return nil, nil, d, `"empty":true,"edits":[{"op":"text","text":` + typed + `}]`, err
	}
	p.Read = readingOf(r.Context(), "/edit", text, reading)
	body = `"text":` + typed
	for key, how := range map[string]string{"as": how.As, "root": string(how.Root), "numbers": string(how.Numbers)} {
		if how != "" {
			body += `,"` + key + `":` + string(trees.AppendQuoted(nil, how))
		}
	}
	if how.Players != nil {
		body += `,"players":[`
		for i, name := range how.Players {
			if i > 0 {
				body += ","
			}
			body += string(trees.AppendQuoted(nil, name))
		}
		body += "]"
	}
	if reading.As == foreign.Espalier {
		d, err = TypedDraft(r.Context(), reading.Tree, text)
	} else {
		d = trees.NewDraft(reading.Tree)
	}
	return run.OnTree(reading.Tree), rest, d, body, err
}

// withValues returns the draft with the values of an address, and the edits that
// set them; the unchanged draft if one cannot be set.
func withValues(d *trees.Draft, values run.Values) (with *trees.Draft, edits string, err error) {
	if len(values) > app.MaxEdits {
		return d, "", problem.Refused("v", "an address sets at most %d values here; this one sets %d", app.MaxEdits, len(values))
	}
	t := d.Tree()
	with = d
	var list []string
	for _, v := range values {
		n, name := v.Leaf, run.ParameterOfLeaf(v.Leaf)
		if n >= t.Len() {
			return d, "", &problem.QueryError{Name: name, Message: fmt.Sprintf("there is no node %d; the tree has the nodes 0 to %d", n, t.Len()-1)}
		}
		raw := fmt.Appendf(nil, `{"op":"set","nodes":[%d],"value":`, d.ID(n))
		raw = append(t.AppendValueJSON(raw, &v.Value), '}')
		edit, err := trees.ReadEdit(raw)
		if err != nil {
			return d, "", AtEdit(name, err)
		}
		applied, err := with.Apply(edit)
		if err != nil {
			return d, "", AtEdit(name, err)
		}
		with = applied.Draft
		list = append(list, string(raw))
	}
	if len(list) > 0 {
		edits = `,"edits":[` + strings.Join(list, ",") + "]"
	}
	return with, edits, nil
}

// linkToRun links to the run on an unsaved tree: the address holds the tree, if it
// is not too long.
func (p *editPage) linkToRun(s *app.Core, r *http.Request, d *trees.Draft) {
	text := run.LinkText(d.Tree())
	if text == "" {
		return
	}
	q := problem.Without(problem.Without(r.URL.Query(), run.TreeParameters...), readingParameters...)
	for name := range q {
		if strings.HasPrefix(name, "v") {
			q.Del(name) // the values are the tree's now
		}
	}
	q.Set("text", text)
	p.Play = "/tree?" + q.Encode()
	if c := play.CompareDraft(s, r.Context(), d); c != nil {
		p.Results = c.Panel(d.Tree(), play.View{}, play.PlaceOf(run.TypedText(text)))
	}
}

// storeError returns why the store cannot be used now, or nil.
func (h Handlers) storeError(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, app.StoreTimeout)
	defer cancel()
	if _, err := h.Library.Load(ctx, treestore.Key("").ID()); !errors.Is(err, treestore.ErrNotFound) {
		return err
	}
	return nil
}

// show sets the fields that depend on the draft, and its picture. If folding is
// nil, the tree is folded until it is readable. sideways: the root is at the left.
func (p *editPage) show(d *trees.Draft, at treestore.Revision, folding *draw.DraftView, sideways bool) {
	t := d.Tree()
	p.Title, p.Notes, p.Revision, p.Header = t.Title, d.Notes(), at.Number, &t.Header
	p.Base = cmp.Or(at.Base, at.Number)
	p.Faults = problem.FaultsOf(d)
	p.Text, _, p.HasText = PaneText(d)
	if typed, fault := d.TypedText(); fault != nil {
		line, column, _ := PlaceIn(typed, fault)
		p.Fault = fmt.Sprintf("Line %d, column %d: %s. The picture stays as it was.", line, column, strings.TrimSuffix(fault.Message, "."))
	}
	if folding == nil {
		folding = &draw.DraftView{}
		folding.FoldNew(d, nil)
	}
	folding.Sideways = sideways
	p.State = string(app.AppendJSON(nil, struct {
		Revision int `json:"revision"`
		draftAnswer
		Folded []trees.ID `json:"folded"`
	}{at.Number, answerOf(d, at.Base), app.List(folding.Folded)}))
	p.Picture = draw.Component(draw.Editable(d, folding))
}
