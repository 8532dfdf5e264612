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

// ServeEdit answers GET /lessons/{lesson}/edit with the key: the editor. Its script reads
// the lesson and saves it through the API; it has the key from its own address.
func (h Pages) ServeEdit(w http.ResponseWriter, r *http.Request) {
	key, err := treestore.ParseKey(chi.URLParam(r, "lesson"))
	if err != nil {
		h.FailPage(w, r, http.StatusNotFound, "There is no lesson that can be edited at this address.")
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

// mostNames bounds the nodes that are listed for a scene. For a larger tree the editor says
// how nodes are numbered.
const mostNames = 80

// nodeNames lists the nodes of each scene, as "0 a, 1 b", since a question names its node by
// number. It is empty for a scene that has no tree, or a large one.
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
