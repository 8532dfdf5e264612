package lessons

import (
	"context"
	"net/http"

	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/store/key"
)

// copyOf begins the title of a copy.
const copyOf = "Copy of "

// Copy answers POST /api/v1/lessons/{lesson}/copy: it stores a new lesson with the same scenes. With the key, and of a
// lesson that comes with Espalier, the copy has everything; with the id it has what readers may know.
func (h *Handlers) Copy(w http.ResponseWriter, r *http.Request) error {
	id, keyed, err := named(r)
	if err != nil {
		return err
	}
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	var title []byte
	if err := problem.ReadFields(members, "", problem.Field{Key: "title", Raw: &title}); err != nil {
		return err
	}
	l, err := h.Load(r.Context(), id)
	if err != nil {
		return err
	}
	if l, err = h.copied(r.Context(), l, keyed); err != nil {
		return err
	}
	made := *l
	made.Title = shortened(copyOf+l.Title, MaxTitle)
	if title != nil {
		if made.Title, err = problem.ReadText(title, "title", MaxTitle); err != nil {
			return err
		}
	}
	return h.answerCreated(w, r, &made)
}

// copied returns what a copy of a lesson has. A lesson that comes with Espalier has no author, so everybody gets all of it.
func (h *Handlers) copied(ctx context.Context, l *Lesson, keyed bool) (*Lesson, error) {
	if keyed {
		return l, nil
	}
	if err := h.allowed(ctx, l); err != nil {
		return nil, err
	}
	if _, err := key.ParseID(l.ID); err != nil {
		return l, nil
	}
	open, _, err := l.forReaders()
	return open, err
}

// shortened returns a text without what is longer than most characters.
func shortened(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}

// answerCreated stores a new lesson, and answers with its id and key.
func (h *Handlers) answerCreated(w http.ResponseWriter, r *http.Request, l *Lesson) error {
	key, err := h.create(r.Context(), l)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("ETag", tag(l.Revision))
	header.Set("Location", h.Link("/api/v1/lessons/"+l.ID))
	app.Answer(w, http.StatusCreated, struct {
		ID       string `json:"id"`
		Key      string `json:"key"`
		Revision int    `json:"revision"`
	}{l.ID, string(key), l.Revision})
	return nil
}
