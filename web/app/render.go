package app

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"unicode/utf8"

	"github.com/a-h/templ"

	"espalier/web/draw"
	"espalier/web/problem"
)

// Render answers with a page. It is rendered in full before a byte is sent, so
// that an error cannot cut the page off.
func (s *Core) Render(w http.ResponseWriter, r *http.Request, status int, page templ.Component) {
	b, err := s.Markup(r.Context(), page)
	if r.Context().Err() != nil {
		return // the client has gone
	}
	if a := answerOf(r.Context()); a != nil && a.err != nil {
		return // the client has no memory left for it; finish says so
	}
	if err != nil {
		s.Log.Error("a page could not be rendered", "path", s.logged(r), "error", err)
		http.Error(w, "The page could not be made; the server’s log says why.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-cache")
	}
	problem.SetRetryAfter(w.Header(), status)
	w.WriteHeader(status)
	w.Write(b)
}

// Markup returns a component in full, with the addresses of this server.
func (s *Core) Markup(ctx context.Context, c templ.Component) ([]byte, error) {
	ctx = context.WithValue(context.WithValue(ctx, assetsKey{}, s.Assets), prefixKey{}, s.Base.Prefix)
	b, err := Markup(ctx, c)
	return s.Base.withPrefix(b), err
}

// Markup returns a component in full. HTML can contain few control characters,
// as XML, and templ escapes none: they are replaced as in a picture.
func Markup(ctx context.Context, c templ.Component) ([]byte, error) {
	b := markupBuffer{answer: answerOf(ctx)}
	if err := c.Render(ctx, &b); err != nil {
		return nil, err
	}
	if bytes.IndexFunc(b.Bytes(), draw.NotXML) < 0 {
		return b.Bytes(), nil
	}
	return bytes.Map(draw.ShownRune, b.Bytes()), nil
}

// A markupBuffer charges the markup of a page to the client, while it grows and is copied.
type markupBuffer struct {
	bytes.Buffer
	answer *answer // nil: nobody is charged
}

func (b *markupBuffer) Write(p []byte) (int, error) {
	b.Buffer.Write(p)
	if a := b.answer; a != nil && int64(2*b.Cap()) > a.reserved {
		if !a.charge(a.held, int64(2*b.Cap()), false) {
			return 0, a.err
		}
		a.reserved = int64(2 * b.Cap())
	}
	return len(p), nil
}

// WriteMarkup writes a component in parts, as Markup returns it: to an answer that is
// streamed.
func WriteMarkup(ctx context.Context, w io.Writer, c templ.Component) {
	f := markupFilter{to: w}
	if c.Render(ctx, &f) == nil {
		f.to.Write(f.rest)
	}
}

// A markupFilter replaces what HTML cannot contain.
type markupFilter struct {
	to   io.Writer
	rest []byte // the beginning of a character
}

func (f *markupFilter) Write(p []byte) (int, error) {
	text := append(f.rest, p...)
	whole := wholeRunes(text)
	out := text[:whole]
	if bytes.IndexFunc(out, draw.NotXML) >= 0 {
		out = bytes.Map(draw.ShownRune, out)
	}
	_, err := f.to.Write(out)
	f.rest = append(f.rest[:0:0], text[whole:]...)
	return len(p), err
}

// wholeRunes returns the length of a text without a character at its end of which only
// the beginning is there.
func wholeRunes(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				break
			}
			return len(text) - n
		}
	}
	return len(text)
}
