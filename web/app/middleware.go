package app

import (
	"net/http"
	"strings"
	"time"
)

// AllowFraming allows any other page, such as course notes and slides, also from
// a local file, to show a page in a frame. Nothing else on this server allows
// it: another page could lay its own content over the frame and make the user
// click.
func AllowFraming(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", strings.Replace(contentPolicy, "frame-ancestors 'none'", "frame-ancestors * file:", 1))
		h.Del("X-Frame-Options")
		AllowCrossOrigin(w)
		next.ServeHTTP(w, r)
	})
}

// CompressedTypes are the types that shrink; ndjson is not among them, since a
// stream must not wait in a compressor.
var CompressedTypes = []string{"text/html", "text/plain", "image/svg+xml", "application/json", "application/problem+json"}

// Deadline bounds the time to answer: the longest search and its delivery. Every
// request sets it, since a connection keeps the deadline of the request before.
func Deadline(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).SetWriteDeadline(time.Now().Add(SolveTimeout + WriteTimeout))
		next.ServeHTTP(w, r)
	})
}
