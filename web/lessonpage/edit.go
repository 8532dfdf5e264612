package lessonpage

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/web/treestore"
)

// ServeEdit answers GET /lessons/{lesson}/edit with the key: the editor. Its script reads
// the lesson and saves it through the API; it has the key from its own address.
func (h Handlers) ServeEdit(w http.ResponseWriter, r *http.Request) {
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
	h.Render(w, r, http.StatusOK, editView(l))
}
