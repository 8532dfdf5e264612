package lessons

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/web/treestore"
)

// ServeEdit answers GET /lessons/{lesson}/edit, where {lesson} is the key: the editor. Its
// script reads and saves the lesson through the API, with the key from the address of the page.
func (h Pages) ServeEdit(w http.ResponseWriter, r *http.Request) {
	key, err := treestore.ParseKey(chi.URLParam(r, "lesson"))
	if err != nil {
		h.FailPage(w, r, http.StatusNotFound, "There is no lesson to edit at this address.")
		return
	}
	l, err := h.Lessons.Load(r.Context(), string(key.ID()))
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	names, err := json.Marshal(h.nodeNames(r.Context(), l))
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	h.Render(w, r, http.StatusOK, editView(l, string(names)))
}

// mostNames bounds the nodes that are listed for a scene. For a larger tree the editor explains
// how nodes are numbered.
const mostNames = 80

// nodeNames lists the nodes of each scene, for example "0 a, 1 b", because a question names its
// node by number. The text is empty for a scene without a tree or with a large one.
func (h Pages) nodeNames(ctx context.Context, l *Lesson) []string {
	all := make([]string, len(l.Scenes))
	for i, s := range l.Scenes {
		shown, _, err := h.readShow(ctx, s.Show)
		if err != nil || shown.Tree == nil || shown.Tree.Len() > mostNames {
			continue
		}
		var list []string
		for n := range shown.Tree.Len() {
			list = append(list, fmt.Sprintf("%d %s", n, shown.Tree.Name(n)))
		}
		all[i] = strings.Join(list, ", ")
	}
	return all
}
