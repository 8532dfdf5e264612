package editor

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/treestore"
	"espalier/web/words"
)

// mostEffects is the number of nodes that a preview names for each kind of change: the
// picture beside the words shows the others.
const mostEffects = 8

// A restorePreview is what is shown before a revision is restored: its picture, and what
// becomes of the newest revision.
type restorePreview struct {
	Revision int
	Newest   int
	Effects  []restoreEffect // none: the two are equal
	Picture  []byte
	Coming   []trees.ID // the drawn nodes that come back
	Changing []trees.ID // those that change or move, and folded ones that hide a change
}

// A restoreEffect is a line of the preview.
type restoreEffect struct {
	Kind  string // of the mark in the picture; empty: it has none
	Words string
	Names string
}

// ServeRestore answers GET /trees/{id}/restore?revision=N: what a restore would bring back
// and change, as a part of the editor's page. It restores nothing.
func (h Handlers) ServeRestore(w http.ResponseWriter, r *http.Request) error {
	p, err := h.previewRestore(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	h.Render(w, r, http.StatusOK, restoreView(p))
	return nil
}

func (h Handlers) previewRestore(r *http.Request) (*restorePreview, error) {
	id, err := treestore.ParseID(chi.URLParam(r, "id"))
	if err != nil {
		return nil, err
	}
	q, err := problem.CheckKnown(r, "revision", layoutParameter)
	if err != nil {
		return nil, err
	}
	sideways, err := readLayout(q)
	if err != nil {
		return nil, err
	}
	if !q.Has("revision") {
		return nil, problem.Refused("revision", "the revision to restore is missing")
	}
	old, err := LoadRevision(h.Core, r.Context(), id, q.Get("revision"))
	if err != nil {
		return nil, err
	}
	newest, err := LoadRevision(h.Core, r.Context(), id, "")
	if err != nil {
		return nil, err
	}
	give, err := fair.TakeTurnForTree(r.Context(), newest.Draft.Tree())
	if err != nil {
		return nil, err
	}
	defer give()
	change, err := trees.DiffIn(r.Context(), newest.Draft, old.Draft)
	if err != nil {
		return nil, err
	}
	e := change.Effects()
	view := draw.DraftView{Sideways: sideways}
	view.FoldNew(old.Draft, nil)
	shown := layout.SelectFor(old.Draft.Tree(), view.Resolve(old.Draft))
	p := &restorePreview{Revision: old.Number, Newest: newest.Number, Effects: effectsInWords(e, newest.Draft, old.Draft)}
	p.Picture = draw.NewEditablePicture(old.Draft, shown, sideways).SVG()
	p.mark(e, old.Draft, shown)
	return p, nil
}

// mark lists the drawn nodes that come back, and those that change or move. A folded entry
// that hides any such node counts as changing.
func (p *restorePreview) mark(e *trees.Effects, d *trees.Draft, shown *layout.Selection) {
	coming, changing := make([]bool, d.Tree().Len()), make([]bool, d.Tree().Len())
	for list, among := range map[*[]trees.ID][]bool{&e.Added: coming, &e.Changed: changing, &e.Moved: changing} {
		for _, id := range *list {
			if n, ok := d.Find(id); ok {
				among[n] = true
			}
		}
	}
	for i, node := range shown.Node {
		n, end := int(node), int(node+max(shown.Hidden[i], 1))
		switch folded := shown.Hidden[i] > 0; {
		case coming[n] && !folded:
			p.Coming = append(p.Coming, d.ID(n))
		case slices.Contains(changing[n:end], true) || slices.Contains(coming[n:end], true):
			p.Changing = append(p.Changing, d.ID(n))
		}
	}
}

// idList writes ids with blanks between them.
func idList(ids []trees.ID) string {
	var list []string
	for _, id := range ids {
		list = append(list, strconv.Itoa(int(id)))
	}
	return strings.Join(list, " ")
}

// effectsInWords says what becomes of the newest draft.
func effectsInWords(e *trees.Effects, newest, old *trees.Draft) (list []restoreEffect) {
	for _, kind := range []struct {
		name      string
		ids       []trees.ID
		in        *trees.Draft
		one, more string
	}{
		{"coming", e.Added, old, "comes back", "come back"},
		{"", e.Deleted, newest, "is deleted", "are deleted"},
		{"changing", e.Changed, old, "changes", "change"},
		{"changing", e.Moved, old, "moves", "move"},
	} {
		if len(kind.ids) == 0 {
			continue
		}
		does := kind.more
		if len(kind.ids) == 1 {
			does = kind.one
		}
		list = append(list, restoreEffect{kind.name, words.CountNodes(len(kind.ids)) + " " + does, namesOf(kind.ids, kind.in)})
	}
	other := slices.Clone(e.Header)
	if e.Notes {
		other = append(other, "notes")
	}
	_, unfinished := newest.TypedText()
	if _, then := old.TypedText(); then != nil || unfinished != nil {
		other = append(other, "the unfinished text")
	}
	if len(other) > 0 {
		list = append(list, restoreEffect{Words: "Also changed", Names: trees.InWords(other)})
	}
	return list
}

// namesOf names the first of the nodes.
func namesOf(ids []trees.ID, d *trees.Draft) string {
	var names []string
	for _, id := range ids[:min(len(ids), mostEffects)] {
		if n, ok := d.Find(id); ok {
			names = append(names, d.Tree().Name(n))
		}
	}
	if rest := len(ids) - mostEffects; rest > 0 {
		names = append(names, fmt.Sprintf("%s more", words.Grouped(rest)))
	}
	return trees.InWords(names)
}
