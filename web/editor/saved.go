package editor

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"espalier/search"
	"espalier/trace"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/export"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/treestore"
	"espalier/web/words"
)

// ServeEdit answers GET /edit/{key}: the editor of a saved tree. With mode=play
// it redirects to the run on the same tree, whose address has no key.
func (h Handlers) ServeEdit(w http.ResponseWriter, r *http.Request) {
	key, err := request.ReadKey(chi.URLParam(r, "key"))
	var saved *treestore.Saved
	if err == nil {
		saved, err = request.LoadRevision(h.Core, r.Context(), key.ID(), "")
	}
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	q := r.URL.Query()
	fault := checkMode(q)
	if fault == nil {
		fault = checkTreeParameters(q, saved.ID)
	}
	playing := q.Get("mode") == "play"
	q = problem.Without(problem.Without(q, request.TreeParameters...), "mode") // the path names the tree
	play := request.Address(request.ReadPath(saved.ID), q)
	if playing && fault == nil {
		http.Redirect(w, r, h.Link(play), http.StatusSeeOther)
		return
	}
	p := &editPage{Key: string(key), ID: string(saved.ID), Path: "/edit/" + string(key), Play: play}
	p.show(saved.Draft, saved.Revision, nil)
	if fault == nil {
		_, fault = request.ParseView(saved.Draft.Tree(), q, request.View{})
	}
	if fault != nil {
		p.Notice = "What the address says is not understood. " + fault.Error()
	}
	p.Results = h.draftPanel(r.Context(), saved)
	h.Render(w, r, http.StatusOK, editView(p))
}

// checkMode checks the mode of an address: the editor, or a run.
func checkMode(q url.Values) error {
	if err := problem.CheckOnce(q, "open"); err != nil {
		return err
	}
	if mode := q.Get("mode"); mode != "" && mode != "play" {
		return &problem.QueryError{Name: "mode", Message: fmt.Sprintf("there is no mode %q; there is play, and without a mode the editor", mode)}
	}
	return nil
}

// checkTreeParameters rejects parameters that name a tree: the path of the address
// names it. Those in kept are allowed.
func checkTreeParameters(q url.Values, id treestore.ID, kept ...request.Parameter) error {
	for _, name := range request.TreeParameters {
		if !q.Has(name) || slices.ContainsFunc(kept, func(p request.Parameter) bool { return p.Name == name }) {
			continue
		}
		if name == "revision" {
			return &problem.QueryError{Name: name, Message: fmt.Sprintf("what is edited is always the newest; %s?revision=… shows an earlier one, and the history goes back to it", request.ReadPath(id))}
		}
		return &problem.QueryError{Name: name, Message: "the path of the address names the tree already"}
	}
	return nil
}

// draftPanel compares the algorithms for the editor.
func (h Handlers) draftPanel(ctx context.Context, saved *treestore.Saved) *play.ComparisonPanel {
	c := play.CompareDraft(h.Core, ctx, saved.Draft)
	if c == nil {
		return nil // the client has gone
	}
	return c.Panel(saved.Draft.Tree(), request.View{}, request.ReadPath(saved.ID), nil)
}

// ServeRead answers GET /t/{id}: a run on a saved tree, also for readers, who
// have its read-only id alone. The page does not contain the edit key. A browser
// that has stored the key offers the editor, and stores a tried value in the tree.
func (h Handlers) ServeRead(w http.ResponseWriter, r *http.Request) {
	id, err := treestore.ParseID(chi.URLParam(r, "id"))
	q := r.URL.Query()
	revision := q.Get("revision")
	if err == nil {
		err = problem.CheckOnce(url.Values{"revision": q["revision"]})
	}
	var saved *treestore.Saved
	if err == nil {
		saved, err = request.LoadRevision(h.Core, r.Context(), id, revision)
	}
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	var keep []request.Parameter
	if revision != "" {
		keep = append(keep, request.Parameter{Name: "revision", Value: revision})
	}
	copyAddress := func(v request.View) string {
		return request.EditCopyAddress(saved.Draft.Tree(), v, request.Parameter{Name: "saved", Value: string(id)}, keep...)
	}
	p, v := h.savedRun(r, saved, copyAddress(request.View{}), keep...)
	newest := request.ReadPath(id)
	p.Header = slices.Insert(p.Header, 0, play.EditCopyLink(copyAddress(v), false))
	p.Styles = append(p.Styles, "shared/modes")
	if revision == "" { // an earlier one is not edited
		p.Header = slices.Insert(p.Header, 0, ownModes(string(id), newest))
		p.EditTarget = &play.EditTarget{ID: string(id), Revision: strconv.Itoa(saved.Number)}
	}
	notice := &shownRevision{ID: string(id), Revision: saved.Number, Newest: newest, Fixed: revision != ""}
	p.Below = append(p.Below, revisionNotice(notice))
	h.Render(w, r, http.StatusOK, play.PageView(p))
}

// A shownRevision is the revision on a page that reports newer ones.
type shownRevision struct {
	ID       string
	Revision int
	Newest   string // address of the newest revision
	Fixed    bool   // the address names this revision
}

// savedRun is the page of a run on a saved tree. A tree that breaks its own
// limits is shown and not searched; mend is the address of a copy in the editor.
func (h Handlers) savedRun(r *http.Request, saved *treestore.Saved, mend string, keep ...request.Parameter) (*play.Page, request.View) {
	path := request.ReadPath(saved.ID)
	t, err := saved.Draft.Checked()
	if err != nil {
		t = saved.Draft.Tree()
		p := &play.Page{Path: path, Title: words.TitleOf(t), Sub: words.Describe(t), Params: keep, Legend: play.OwnLegend(t)}
		p.Notice = "Nothing can be searched while the tree breaks a limit."
		p.Aside = append(p.Aside, faultsPanel(problem.FaultsOf(saved.Draft), mend))
		p.Picture = draw.LivePicture(t, layout.Select(t), trace.NewFold(t, nil), trace.Reasons{}, nil, request.Address(path, request.QueryOf(keep)))
		export.AddShareOfSaved(p, t, request.View{Algorithm: search.PlainFor(t)}, saved)
		return p, request.View{}
	}
	q := problem.Without(r.URL.Query(), request.TreeParameters...)
	byDefault := request.View{Algorithm: search.PlainFor(t)}
	v, err := request.ParseView(t, q, byDefault)
	if err == nil {
		_, err = t.WithValues(v.Values)
	}
	if err == nil {
		err = checkTreeParameters(r.URL.Query(), saved.ID, keep...)
	}
	notice := ""
	if err != nil {
		v, notice = byDefault, "What the address says is not understood. "+err.Error()
	}
	p := play.NewPage(r.Context(), path, t, v, keep...)
	if notice != "" {
		p.Notice = notice
	}
	p.Title = words.TitleOf(t)
	p.Legend = play.OwnLegend(t)
	if notes := saved.Draft.Notes(); notes != "" {
		p.Notes, p.NotesTitle = append(p.Notes, notes), "Notes"
	}
	if text := request.LinkText(t); text != "" {
		p.FailureSearch = request.CounterexampleAddress(t, v, request.Parameter{Name: "tree", Value: text})
	}
	if t.Len() > request.MaxPageTree && p.Request != "" && !p.Ask {
		p.Request, p.ScoreNames = request.SavedRunBody(saved, v), nil
	}
	export.AddShareOfSaved(p, t, v, saved)
	p.HideAnswers("")
	return p, v
}
