package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"espalier/trace"
	"espalier/trees"
	"espalier/web/library"
)

// serveEdit answers GET /edit/{key}: the editor of a saved tree; with
// mode=play the player on the same tree.
func (h editorHandlers) serveEdit(w http.ResponseWriter, r *http.Request) {
	key, err := readKey(chi.URLParam(r, "key"))
	var saved *library.Saved
	if err == nil {
		saved, err = loadRevision(h.Core, r.Context(), key.ID(), "")
	}
	if err != nil {
		h.failSaved(w, r, err)
		return
	}
	path, q := "/edit/"+string(key), r.URL.Query()
	fault := checkMode(q)
	playing := fault == nil && q.Get("mode") == "play"
	q = without(without(q, sourceParameters...), "mode") // the path names the tree
	to := modes{Edit: address(path, q), Playing: playing}
	q.Set("mode", "play")
	to.Play = address(path, q)
	if playing {
		p, _ := h.savedRun(r, saved, path, parameter{"mode", "play"})
		p.Modes = &to
		p.Own = &ownTree{string(key), string(saved.ID), strconv.Itoa(saved.Number)}
		h.render(w, r, http.StatusOK, figureView(p))
		return
	}
	p := &editPage{Key: string(key), ID: string(saved.ID), Path: path, Play: to.Play}
	q.Del("mode")
	p.show(saved.Draft, saved.Revision, nil)
	if fault == nil {
		fault = besidePath(r.URL.Query(), saved.ID)
	}
	if fault == nil {
		_, fault = parseView(saved.Draft.Tree(), q, view{})
	}
	if fault != nil {
		p.Notice = "What the address says is not understood. " + fault.Error()
	}
	p.Results = h.draftPanel(r.Context(), saved.Draft, path)
	h.render(w, r, http.StatusOK, editView(p))
}

// checkMode reads which side of the tree an address asks for: the editor, or
// the player.
func checkMode(q url.Values) error {
	if err := once(q, "open"); err != nil {
		return err
	}
	if mode := q.Get("mode"); mode != "" && mode != "play" {
		return &queryError{"mode", fmt.Sprintf("there is no mode %q; there is play, and without a mode the editor", mode)}
	}
	return nil
}

// besidePath refuses what an address says of its tree besides its path, which
// names it; those that are kept belong there.
func besidePath(q url.Values, id library.ID, kept ...parameter) error {
	for _, name := range sourceParameters {
		if !q.Has(name) || slices.ContainsFunc(kept, func(p parameter) bool { return p.Name == name }) {
			continue
		}
		if name == "revision" {
			return &queryError{name, fmt.Sprintf("what is edited is always the newest; %s?revision=… shows an earlier one, and the history goes back to it", readPath(id))}
		}
		return &queryError{name, "the path of the address names the tree already"}
	}
	return nil
}

// draftPanel compares the algorithms for a page that shows a draft.
func (h editorHandlers) draftPanel(ctx context.Context, d *trees.Draft, path string) *comparePanel {
	c := compareDraft(h.Core, ctx, d)
	if c == nil {
		return nil // nobody waits for the page any more
	}
	return c.panel(d.Tree(), view{}, path, []parameter{{"mode", "play"}})
}

// serveRead answers GET /t/{id}: a saved tree with the player, for whoever
// has its read-only id. Nothing on the page tells the edit key.
func (h editorHandlers) serveRead(w http.ResponseWriter, r *http.Request) {
	id, err := library.ParseID(chi.URLParam(r, "id"))
	q := r.URL.Query()
	revision := q.Get("revision")
	if err == nil {
		err = once(url.Values{"revision": q["revision"]})
	}
	var saved *library.Saved
	if err == nil {
		saved, err = loadRevision(h.Core, r.Context(), id, revision)
	}
	if err != nil {
		h.failSaved(w, r, err)
		return
	}
	var keep []parameter
	if revision != "" {
		keep = append(keep, parameter{"revision", revision})
	}
	p, v := h.savedRun(r, saved, readPath(id), keep...)
	p.Copy = editCopy(saved.Draft.Tree(), v, parameter{"saved", string(id)}, keep...)
	p.Follow = &followed{ID: string(id), Revision: saved.Number, Newest: readPath(id), Fixed: revision != ""}
	h.render(w, r, http.StatusOK, figureView(p))
}

// savedRun is the player's page of a saved tree. A tree that breaks its own
// limits is shown, and not searched.
func (h editorHandlers) savedRun(r *http.Request, saved *library.Saved, path string, keep ...parameter) (*runPage, view) {
	t, err := saved.Draft.Checked()
	if err != nil {
		t = saved.Draft.Tree()
		p := &runPage{Path: path, Title: titleOf(t), Sub: describe(t), Keep: keep, Legend: ownLegend(t)}
		p.Notice, p.Faults = "Nothing can be searched while the tree breaks a limit.", faultsOf(saved.Draft)
		p.Picture = drawTree(t, trace.NewFold(t, nil), address(path, queryOf(keep)))
		addShareOfSaved(p, t, view{Algorithm: plainOf(t)}, saved)
		return p, view{}
	}
	q := without(without(r.URL.Query(), sourceParameters...), "mode")
	byDefault := view{Algorithm: plainOf(t)}
	v, err := parseView(t, q, byDefault)
	if err == nil {
		_, err = t.WithValues(v.Values)
	}
	if err == nil {
		err = besidePath(r.URL.Query(), saved.ID, keep...)
	}
	notice := ""
	if err != nil {
		v, notice = byDefault, "What the address says is not understood. "+err.Error()
	}
	p := newRunPage(r.Context(), path, t, v, keep...)
	if notice != "" {
		p.Notice = notice
	}
	p.Title = titleOf(t)
	p.Legend = ownLegend(t)
	if notes := saved.Draft.Notes(); notes != "" {
		p.Notes, p.NotesTitle = append(p.Notes, notes), "Notes"
	}
	if text := linkText(t); text != "" {
		p.Doubt = counterLink(t, v, parameter{"tree", text})
	}
	if t.Len() > maxPageTree && p.Request != "" && !p.Ask {
		p.Request, p.ScoreNames = savedRequest(saved, v), nil
	}
	addShareOfSaved(p, t, v, saved)
	p.askFirst("")
	return p, v
}
