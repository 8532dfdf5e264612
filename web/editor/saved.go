package editor

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"espalier/trace"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/export"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/treestore"
	"espalier/web/words"
)

// ServeEdit answers GET /edit/{key}: the editor of a saved tree. With mode=play
// it redirects to the run on the same tree, whose address has no key.
func (h Handlers) ServeEdit(w http.ResponseWriter, r *http.Request) error {
	key, err := ReadKey(chi.URLParam(r, "key"))
	if err != nil {
		return err
	}
	saved, err := LoadRevision(h.Core, r.Context(), key.ID(), "")
	if err != nil {
		return err
	}
	q := r.URL.Query()
	fault := checkMode(q)
	if fault == nil {
		fault = checkTreeParameters(q, saved.ID)
	}
	playing := q.Get("mode") == "play"
	q = problem.Without(problem.Without(q, run.TreeParameters...), "mode") // the path names the tree
	toPlay := run.PathWith(run.ReadPath(saved.ID), problem.Without(q, layoutParameter))
	if playing && fault == nil {
		http.Redirect(w, r, h.Link(toPlay), http.StatusSeeOther)
		return nil
	}
	p := &editPage{Key: string(key), ID: string(saved.ID), Path: "/edit/" + string(key), Play: toPlay}
	sideways, laid := readLayout(q)
	q = problem.Without(q, layoutParameter)
	p.show(saved.Draft, saved.Revision, nil, sideways)
	if fault == nil {
		fault = laid
	}
	if fault == nil {
		_, fault = play.ParseView(run.OnTree(saved.Draft.Tree()), q, play.View{})
	}
	if fault != nil {
		p.Notice = "The address has an error. " + fault.Error()
	}
	p.Results = h.draftPanel(r.Context(), saved)
	h.Render(w, r, http.StatusOK, editView(p))
	return nil
}

// checkMode checks the mode of an address: the editor, or a run.
func checkMode(q url.Values) error {
	if err := problem.CheckOnce(q, "open"); err != nil {
		return err
	}
	if mode := q.Get("mode"); mode != "" && mode != "play" {
		return &problem.QueryError{Name: "mode", Message: fmt.Sprintf("there is no mode %q; the only mode is play, and without a mode the editor opens", mode)}
	}
	return nil
}

// checkTreeParameters rejects parameters that name a tree: the path of the address
// names it. Those in kept are allowed.
func checkTreeParameters(q url.Values, id treestore.ID, kept ...run.Parameter) error {
	for _, name := range run.TreeParameters {
		if !q.Has(name) || slices.ContainsFunc(kept, func(p run.Parameter) bool { return p.Name == name }) {
			continue
		}
		if name == "revision" {
			return &problem.QueryError{Name: name, Message: fmt.Sprintf("only the newest revision can be edited; %s?revision=… shows an earlier one, and the history can restore it", run.ReadPath(id))}
		}
		return &problem.QueryError{Name: name, Message: "the address already names the tree in its path"}
	}
	return nil
}

// draftPanel compares the algorithms for the editor.
func (h Handlers) draftPanel(ctx context.Context, saved *treestore.Saved) *play.ComparisonPanel {
	c := play.CompareDraft(h.Core, ctx, saved.Draft)
	if c == nil {
		return nil // the client has gone
	}
	of := run.Saved{ID: saved.ID}
	return c.Panel(saved.Draft.Tree(), play.View{Spec: run.Spec{Source: of}}, play.PlaceOf(of))
}

// ServeRead answers GET /t/{id}: a run on a saved tree, also for readers, who
// have its read-only id alone. The page does not contain the edit key. A browser
// that has stored the key offers the editor, and stores a tried value in the tree.
func (h Handlers) ServeRead(w http.ResponseWriter, r *http.Request) error {
	id, err := treestore.ParseID(chi.URLParam(r, "id"))
	if err != nil {
		return err
	}
	q := r.URL.Query()
	revision := q.Get("revision")
	if err := problem.CheckOnce(url.Values{"revision": q["revision"]}); err != nil {
		return err
	}
	of := run.Saved{ID: id}
	if revision != "" {
		if of.Revision, err = run.ReadRevision(revision); err != nil {
			return err
		}
	}
	o, err := run.Open(r.Context(), h.Saved(), of)
	if err != nil {
		return err
	}
	p, v := h.savedRun(r, o)
	saved, newest := o.Saved, run.ReadPath(id)
	p.Header = slices.Insert(p.Header, 0, play.EditCopyLink(play.EditCopyAddress(o, v), false))
	p.Styles = append(p.Styles, "shared/modes")
	if revision == "" { // an earlier one is not edited
		p.Header = slices.Insert(p.Header, 0, ownModes(string(id), newest))
		p.EditTarget = &play.EditTarget{ID: string(id), Revision: strconv.Itoa(saved.Number)}
	}
	notice := &shownRevision{ID: string(id), Revision: saved.Number, Newest: newest, Fixed: revision != ""}
	p.Below = append(p.Below, revisionNotice(notice))
	h.Render(w, r, http.StatusOK, play.PageView(p))
	return nil
}

// A shownRevision is the revision on a page that reports newer ones.
type shownRevision struct {
	ID       string
	Revision int
	Newest   string // address of the newest revision
	Fixed    bool   // the address names this revision
}

// savedRun is the page of a run on a saved tree, with its view. A tree that breaks its own
// limits is shown and not searched; the view is nil then.
func (h Handlers) savedRun(r *http.Request, o *run.Opened) (*play.Page, *play.View) {
	at, t, saved := play.PlaceOf(o.Source), o.Tree, o.Saved
	if o.Fault != nil {
		p := &play.Page{Frame: play.Frame{Path: at.Path, Title: words.TitleOf(t), Sub: words.Describe(t), Params: at.Params, Legend: play.OwnLegend(t)}}
		p.Notice = "The tree breaks a limit, so no algorithm can search it."
		p.Aside = append(p.Aside, faultsPanel(problem.FaultsOf(saved.Draft), play.EditCopyAddress(o, nil)))
		p.Picture = draw.LivePicture(t, layout.Select(t), trace.NewFold(t, nil), trace.Reasons{}, nil, play.OpenLinks(at.Path, run.QueryOf(at.Params), &play.View{}))
		export.AddShare(p, o, play.View{Spec: o.Default()})
		return p, nil
	}
	v, err := play.ParseView(o, problem.Without(r.URL.Query(), run.TreeParameters...), play.View{Spec: o.Default()})
	if err == nil {
		_, err = o.Resolve(v.Spec)
	}
	if err == nil {
		err = checkTreeParameters(r.URL.Query(), saved.ID, at.Params...)
	}
	notice := ""
	if err != nil {
		v, notice = play.View{Spec: o.Default()}, "The address has an error. "+err.Error()
	}
	p := play.NewPage(r.Context(), at, o, v)
	p.AddMap()
	if notice != "" {
		p.Notice = notice
	}
	p.Title = words.TitleOf(t)
	p.Legend = play.OwnLegend(t)
	if notes := saved.Draft.Notes(); notes != "" {
		p.Notes, p.NotesTitle = append(p.Notes, notes), "Notes"
	}
	p.FailureSearch, p.Practice = play.CounterexampleAddress(o, &v), play.PracticeAddress(o, &v)
	if t.Len() > play.MaxPageTree && p.Request != "" && !p.Ask {
		pinned := v.Spec
		pinned.Source = o.Pinned()
		if of, err := o.Resolve(pinned); err == nil {
			p.Request, p.ScoreNames = of.Body(), nil
		}
	}
	export.AddShare(p, o, v)
	p.HideAnswers("")
	return p, &v
}
