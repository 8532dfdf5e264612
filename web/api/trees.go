package api

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/web/app"
	"espalier/web/editor"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/treestore"
)

// The trees of the library over HTTP. A tree's read-only id is enough to
// read it; its edit key is needed to edit and delete it. The same path takes both.

// treeSources are the keys of which the body of a new tree has exactly one.
var treeSources = []string{"empty", "tree", "text", "efg", "figure", "saved", "trace", "code", "grow"}

// CreateTree answers POST /api/v1/trees: it stores a new tree.
func (h *Handlers) CreateTree(w http.ResponseWriter, r *http.Request) error {
	n, err := h.readNewTree(w, r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), app.StoreTimeout)
	defer cancel()
	key, saved, err := h.Library.Create(ctx, n.draft, n.words)
	if err != nil {
		return err
	}
	w.Header().Set("Location", h.Link("/api/v1/trees/"+string(saved.ID)))
	app.Answer(w, http.StatusCreated, struct {
		Key      treestore.Key `json:"key"`
		ID       treestore.ID  `json:"id"`
		Revision int           `json:"revision"`
		Edit     string        `json:"edit"`
		Read     string        `json:"read"`
		Created  []trees.ID    `json:"created"`
		Nodes    int           `json:"nodes"`
		Faults   []trees.Fault `json:"faults"`
		Remarks  []string      `json:"remarks,omitempty"`
	}{key, saved.ID, saved.Number, h.Link("/edit/" + string(key)), h.Link(run.ReadPath(saved.ID)), app.List(existing(n.draft, n.created)), saved.Nodes,
		app.List(saved.Draft.Faults()), n.remarks})
	return nil
}

// A treeToCreate is a tree that is about to be saved.
type treeToCreate struct {
	draft   *trees.Draft
	words   string // summary of its origin, for the history
	created []trees.ID
	remarks []string // what of the source a tree cannot represent
}

// A newTreeBody is the text of the members of a request for a new tree.
type newTreeBody struct {
	run.Body
	empty, efg, grow, edits []byte
}

func (b *newTreeBody) fields() []problem.Field {
	own := []problem.Field{{Key: "empty", Raw: &b.empty}, {Key: "efg", Raw: &b.efg}, {Key: "grow", Raw: &b.grow}, {Key: "edits", Raw: &b.edits}}
	all := append(own, b.Fields(slices.Concat(run.ReadingKeys, []string{"tree", "text", "figure", "saved", "trace", "code", "revision"})...)...)
	return problem.Choose(all, slices.Concat(treeSources, run.ReadingKeys, []string{"revision", "edits"})...)
}

func (h *Handlers) readNewTree(w http.ResponseWriter, r *http.Request) (*treeToCreate, error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return nil, err
	}
	var body newTreeBody
	fields, given := body.fields(), ""
	for i, m := range members {
		if err := problem.ReadFields(members[i:i+1], "", fields...); err != nil {
			return nil, err
		}
		if !slices.Contains(treeSources, m.Key) || m.Absent() {
			continue
		}
		if given != "" {
			return nil, problem.Refused(m.Key, "a tree has one source, and this one has %s and %s", given, m.Key)
		}
		given = m.Key
	}
	switch {
	case given == "":
		return nil, problem.Refused("source", "a source is missing: one of %s", strings.Join(treeSources, ", "))
	case body.Revision != nil && given != "saved" && given != "trace" && given != "code":
		return nil, problem.Refused("revision", "only a saved tree, a trace and a program have revisions; this request has %s", given)
	}
	if err := checkHow(given, &body.Body); err != nil {
		return nil, err
	}
	n := &treeToCreate{}
	if err := h.readTreeOf(r.Context(), n, given, &body); err != nil {
		return nil, err
	}
	if body.edits != nil {
		return n, h.applyAll(r.Context(), n, body.edits)
	}
	return n, nil
}

// readTreeOf reads the source of a new tree.
func (h *Handlers) readTreeOf(ctx context.Context, n *treeToCreate, key string, body *newTreeBody) (err error) {
	var t *trees.Tree
	switch key {
	case "empty":
		n.words, n.draft = "begun empty", trees.EmptyDraft()
		if string(body.empty) != "true" {
			return problem.WrongType(body.empty, "empty", "true")
		}
		return nil
	case "text":
		n.words = "begun from a text"
		reading, err := run.ReadText(ctx, body.Text, &body.Body)
		if err != nil {
			return err
		}
		n.remarks = reading.Sentences()
		if reading.As == foreign.Espalier {
			give, err := fair.TakeTurnFor(ctx, len(body.Text))
			if err != nil {
				return err
			}
			defer give()
			n.draft, err = editor.TypedDraft(ctx, reading.Tree, reading.Text)
			return err
		}
		t = reading.Tree
	case "saved":
		n.words = "begun as a copy of a saved tree"
		copied, err := h.openCopied(ctx, &body.Body)
		if err == nil {
			n.draft = copied.Saved.Draft
		}
		return err
	case "figure":
		n.words = "begun as a copy of a figure"
		copied, err := h.openCopied(ctx, &body.Body)
		if err == nil {
			err = copied.Searchable()
		}
		if err != nil {
			return err
		}
		t = run.OwnCopy(copied.Tree)
	case "trace", "code":
		n.words = "begun as a copy of the tree of a program’s run"
		copied, err := h.openCopied(ctx, &body.Body)
		if err != nil {
			return err
		}
		t = copied.Tree
	case "grow":
		n.words = "begun at random"
		t, err = readGrow(ctx, body.grow)
	case "efg":
		n.words = "begun from a game of Gambit"
		reading, wrong := run.ReadNotationInTurn(ctx, problem.Member{Key: key, Raw: body.efg})
		if wrong != nil {
			return wrong
		}
		t, n.remarks = reading.Tree, reading.Notes
	default:
		n.words = "begun from a tree document"
		reading, wrong := run.ReadNotationInTurn(ctx, problem.Member{Key: key, Raw: body.Tree})
		if wrong != nil {
			return wrong
		}
		t, n.remarks = reading.Tree, reading.Notes
	}
	if err != nil {
		return err
	}
	n.draft = trees.NewDraft(t)
	if len(n.remarks) > 0 {
		n.draft, err = editor.WithNotes(n.draft, n.remarks)
	}
	return err
}

// openCopied opens the figure or the saved tree that a new tree is a copy of.
func (h *Handlers) openCopied(ctx context.Context, body *run.Body) (*run.Opened, error) {
	source, err := body.Source()
	if err != nil {
		return nil, err
	}
	return run.Open(ctx, h.Saved(), source)
}

// applyAll applies the first edits of a new tree; the summary of the last is the
// one in its history.
func (h *Handlers) applyAll(ctx context.Context, n *treeToCreate, raw []byte) error {
	list, err := readEditList(raw)
	if err != nil {
		return err
	}
	ctx, release, err := h.batch(ctx)
	if err != nil {
		return err
	}
	defer release()
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return endOfBatch(ctx, "edits")
	}
	defer give()
	for i, raw := range list {
		path := editor.EditsPath(i)
		engine.PassTurn(ctx)
		if err := endOfBatch(ctx, path); err != nil {
			return err
		}
		edit, err := editor.ReadEdit(raw, path)
		if err != nil {
			return err
		}
		if edit.Undo != 0 || edit.Restore != 0 {
			return problem.Refused(path+".op", "a new tree has no revisions to go back to")
		}
		applied, err := n.draft.ApplyIn(ctx, edit.Edit)
		if ended := endOfBatch(ctx, path); ended != nil {
			return ended
		}
		if err != nil {
			return editor.AtEdit(path, err)
		}
		n.draft = applied.Draft
		n.created = append(n.created, applied.Created...)
		n.words = applied.Summary
	}
	return nil
}

func readEditList(raw []byte) ([][]byte, error) {
	list, err := problem.SplitArray(raw, "edits")
	if err == nil && (len(list) == 0 || len(list) > app.MaxEdits) {
		err = problem.Refused("edits", "a request has 1 to %d edits; this one has %d", app.MaxEdits, len(list))
	}
	return list, err
}

// SavedTree answers GET /api/v1/trees/{id}: the newest or an older revision.
func (h *Handlers) SavedTree(w http.ResponseWriter, r *http.Request) error {
	_, id, err := treestore.ParseAny(chi.URLParam(r, "id"))
	if err != nil {
		return err
	}
	q, err := problem.CheckKnown(r, "revision")
	if err != nil {
		return err
	}
	saved, err := editor.LoadRevision(h.Core, r.Context(), id, q.Get("revision"))
	if err != nil {
		return err
	}
	if err := app.StreamAnswer(r.Context(), int64(saved.Draft.Bytes())); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	app.WriteParts(r.Context(), w, func(b []byte, part trees.Part) []byte { return appendSavedTree(b, saved, part) })
	return nil
}

func appendSavedTree(b []byte, saved *treestore.Saved, part trees.Part) []byte {
	t := saved.Draft.Tree()
	b = app.AppendMembers(append(b, '{'), struct {
		ID       treestore.ID `json:"id"`
		Revision int          `json:"revision"`
		Title    string       `json:"title"`
		Notes    string       `json:"notes"`
	}{saved.ID, saved.Number, t.Title, saved.Draft.Notes()})
	b = t.AppendJSONInParts(append(b, `,"tree":`...), part)
	typed, fault := saved.Draft.TypedText()
	b = append(b, `,"text":"`...)
	if fault != nil || typed != "" {
		b = trees.AppendInStringInParts(b, typed, part)
	} else {
		b = t.AppendTextInParts(b, true, part)
	}
	b = app.AppendMembers(append(b, `",`...), struct {
		Nodes int `json:"nodes"`
	}{t.Len()})
	b = append(b, `,"ids":[`...)
	for n := range t.Len() {
		if n > 0 {
			b = append(b, ',')
		}
		b = part.Full(strconv.AppendInt(b, int64(saved.Draft.ID(n)), 10))
	}
	end := struct {
		Faults    []trees.Fault     `json:"faults"`
		TextFault *editor.TextFault `json:"text_fault,omitempty"`
	}{Faults: app.List(saved.Draft.Faults())}
	if fault != nil {
		end.TextFault = editor.NewTextFault(typed, fault, saved.Base)
	}
	return append(app.AppendMembers(append(b, "],"...), end), "}\n"...)
}

// DeleteTree answers DELETE /api/v1/trees/{key}: for good, with its history.
func (h *Handlers) DeleteTree(w http.ResponseWriter, r *http.Request) error {
	key, err := editor.ReadKey(chi.URLParam(r, "id"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), app.StoreTimeout)
	defer cancel()
	if err := h.Library.Delete(ctx, key); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// Revisions answers GET /api/v1/trees/{id}/revisions: the history, the newest
// first.
func (h *Handlers) Revisions(w http.ResponseWriter, r *http.Request) error {
	_, id, err := treestore.ParseAny(chi.URLParam(r, "id"))
	if err != nil {
		return err
	}
	if _, err := problem.CheckKnown(r, "before", "count"); err != nil {
		return err
	}
	before, err := queryWhole(r, "before", 0, problem.MaxCount, 0)
	if err != nil {
		return err
	}
	count, err := queryWhole(r, "count", 1, treestore.MaxRevisions, defaultRevisions)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), app.StoreTimeout)
	defer cancel()
	list, err := h.Library.Revisions(ctx, id, before, count)
	if err != nil {
		return err
	}
	type revision struct {
		Revision int    `json:"revision"`
		Time     string `json:"time"`
		Words    string `json:"words"`
		Op       string `json:"op"`
		Of       int    `json:"of"`
		Nodes    int    `json:"nodes"`
	}
	revisions := []revision{}
	for _, v := range list {
		revisions = append(revisions, revision{v.Number, v.Time.UTC().Format(time.RFC3339), v.Summary, v.Op, v.Target, v.Nodes})
	}
	w.Header().Set("Cache-Control", "no-store")
	app.Answer(w, http.StatusOK, struct {
		Revisions []revision `json:"revisions"`
	}{revisions})
	return nil
}

// queryWhole reads a whole number of the query.
func queryWhole(r *http.Request, name string, least, most, byDefault int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return byDefault, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, problem.Refused(name, "%q is not a whole number of %d to %d", text, least, most)
	}
	return n, nil
}
