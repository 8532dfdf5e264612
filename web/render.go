package web

import (
	"bytes"
	"context"
	"net/http"

	"github.com/a-h/templ"
)

// render answers with a page. It is rendered in full before a byte is sent, so
// that an error cannot leave half a page behind.
func (s *Core) render(w http.ResponseWriter, r *http.Request, status int, page templ.Component) {
	b, err := markup(r.Context(), page)
	if err != nil {
		s.log.Error("a page could not be rendered", "path", logged(r), "error", err)
		http.Error(w, "The page could not be made; the server’s log says why.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	w.Write(b)
}

// markup is a component in full. Of the control characters in its texts HTML,
// as XML, can say few, and templ escapes none: they are shown as in a picture.
func markup(ctx context.Context, c templ.Component) ([]byte, error) {
	var b bytes.Buffer
	if err := c.Render(ctx, &b); err != nil {
		return nil, err
	}
	if bytes.IndexFunc(b.Bytes(), notXML) < 0 {
		return b.Bytes(), nil
	}
	return bytes.Map(shownRune, b.Bytes()), nil
}
