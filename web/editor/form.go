package editor

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/treestore"
)

// The editor without scripts: a form with the text of the tree. A text that
// cannot be read is kept as typed, and the page shows its fault.

// PostNewEdit answers POST /edit: saves a new tree and redirects to its editor.
func (h Handlers) PostNewEdit(w http.ResponseWriter, r *http.Request) {
	text, _, err := h.readForm(w, r)
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	t, _ := trees.ReadText(text) // its fault is saved with it
	draft, err := request.TypedDraft(t, text)
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), app.StoreTimeout)
	defer cancel()
	key, _, err := h.Library.Create(ctx, draft, "begun from a text")
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	http.Redirect(w, r, h.Link("/edit/"+string(key)), http.StatusSeeOther)
}

// PostEdit answers POST /edit/{key}: the text as it was typed becomes the
// tree's, merged with what others have done since the page was made.
func (h Handlers) PostEdit(w http.ResponseWriter, r *http.Request) {
	key, err := request.ReadKey(chi.URLParam(r, "key"))
	var text string
	var edit treestore.Request
	if err == nil {
		text, edit.Base, err = h.readForm(w, r)
	}
	if err == nil {
		edit.Edit, err = request.TextEdit(text)
	}
	if err == nil {
		_, err = request.MakeEdit(h.Core, r.Context(), key, edit)
	}
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	http.Redirect(w, r, h.Link("/edit/"+string(key)), http.StatusSeeOther)
}

// readForm reads the text of a form, and the revision that it was typed
// against.
func (h Handlers) readForm(w http.ResponseWriter, r *http.Request) (text string, base int, err error) {
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(app.BodyTimeout))
	r.Body = http.MaxBytesReader(w, r.Body, app.MaxBody)
	if err := r.ParseForm(); err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return "", 0, err
		}
		return "", 0, problem.Malformed("body", "the form cannot be read: %v", err)
	}
	http.NewResponseController(w).SetReadDeadline(time.Time{})
	for _, name := range slices.Sorted(maps.Keys(r.PostForm)) {
		if name != "text" && name != "revision" {
			return "", 0, &problem.QueryError{Name: name, Message: "there is no such field; there are text, and revision"}
		}
	}
	if err := request.CheckOnce(r.PostForm); err != nil {
		return "", 0, err
	}
	if text = r.PostForm.Get("text"); !r.PostForm.Has("text") {
		return "", 0, &problem.QueryError{Name: "text", Message: "the text is missing; a form has the tree in the notation as text"}
	}
	if !utf8.ValidString(text) {
		return "", 0, &problem.QueryError{Name: "text", Message: "the text is not UTF-8; nothing was saved"}
	}
	if value := r.PostForm.Get("revision"); value != "" {
		if base, err = strconv.Atoi(value); err != nil || base < 0 {
			return "", 0, &problem.QueryError{Name: "revision", Message: strconv.Quote(value) + " is not the number of a revision"}
		}
	}
	return text, base, nil
}
