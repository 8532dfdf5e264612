package editor

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/treestore"
)

// The editor without scripts: a form with the text of the tree. A text that
// cannot be read is kept as typed, and the page shows its fault.

// PostNewEdit answers POST /edit: saves a new tree and redirects to its editor.
func (h Handlers) PostNewEdit(w http.ResponseWriter, r *http.Request) error {
	text, _, err := h.readForm(w, r)
	if err != nil {
		return err
	}
	draft, err := typedDraft(r.Context(), text)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), app.StoreTimeout)
	defer cancel()
	key, _, err := h.Library.Create(ctx, draft, "begun from a text")
	if err != nil {
		return err
	}
	http.Redirect(w, r, h.Link("/edit/"+string(key)), http.StatusSeeOther)
	return nil
}

// typedDraft reads a text in turn with the searches of others if it takes long.
func typedDraft(ctx context.Context, text string) (*trees.Draft, error) {
	give, err := fair.TakeTurnFor(ctx, len(text))
	if err != nil {
		return nil, err
	}
	defer give()
	reading, err := foreign.Read(ctx, text, foreign.Options{})
	switch {
	case ctx.Err() != nil:
		return nil, err
	case err != nil:
		return TypedDraft(ctx, nil, text) // with the fault of the text
	case reading.As == foreign.Espalier:
		return TypedDraft(ctx, reading.Tree, text)
	}
	return WithNotes(trees.NewDraft(reading.Tree), reading.Sentences())
}

// WithNotes returns the draft with sentences as its notes, cut to their maximum length.
func WithNotes(d *trees.Draft, sentences []string) (*trees.Draft, error) {
	notes := strings.Join(sentences, "\n")
	if runes := []rune(notes); len(runes) > trees.MaxNotes {
		notes = string(runes[:trees.MaxNotes-1]) + "…"
	}
	edit, err := trees.ReadEdit(append(trees.AppendQuoted([]byte(`{"op":"notes","text":`), notes), '}'))
	if err != nil {
		return nil, err
	}
	applied, err := d.Apply(edit)
	return applied.Draft, err
}

// PostEdit answers POST /edit/{key}: the text as it was typed becomes the
// tree's, merged with what others have done since the page was made.
func (h Handlers) PostEdit(w http.ResponseWriter, r *http.Request) error {
	key, err := ReadKey(chi.URLParam(r, "key"))
	if err != nil {
		return err
	}
	text, base, err := h.readForm(w, r)
	if err != nil {
		return err
	}
	if text, err = inNotation(r.Context(), text); err != nil {
		return err
	}
	edit := treestore.Request{Base: base}
	if edit.Edit, err = TextEdit(text); err != nil {
		return err
	}
	if _, err := MakeEdit(h.Core, r.Context(), key, edit); err != nil {
		return err
	}
	http.Redirect(w, r, h.Link("/edit/"+string(key)), http.StatusSeeOther)
	return nil
}

// readForm reads the text of a form, and the revision that it was typed
// against.
func (h Handlers) readForm(w http.ResponseWriter, r *http.Request) (text string, base int, err error) {
	form, err := h.ReadForm(w, r)
	if err != nil {
		return "", 0, err
	}
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if name != "text" && name != "revision" {
			return "", 0, &problem.QueryError{Name: name, Message: "there is no such field; the fields are text and revision"}
		}
	}
	if err := problem.CheckOnce(form); err != nil {
		return "", 0, err
	}
	if text = form.Get("text"); !form.Has("text") {
		return "", 0, &problem.QueryError{Name: "text", Message: "the text is missing; a form has the tree in the notation as text"}
	}
	if !utf8.ValidString(text) {
		return "", 0, &problem.QueryError{Name: "text", Message: "the text is not UTF-8; nothing was saved"}
	}
	if value := form.Get("revision"); value != "" {
		if base, err = strconv.Atoi(value); err != nil || base < 0 {
			return "", 0, &problem.QueryError{Name: "revision", Message: strconv.Quote(value) + " is not the number of a revision"}
		}
	}
	return text, base, nil
}
