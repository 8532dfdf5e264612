package app

import (
	"net/http"
	"strings"
	"time"
)

// AllowFraming lets a page stand in a frame of any other page: course notes, slides,
// also those that are opened from a disk. Nothing else of this server may:
// somebody could lay a page of his own over it and have its visitor click.
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

// Deadline bounds the time to answer: the longest search and its delivery. No
// request goes without: a connection keeps the deadline of the one before.
func Deadline(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).SetWriteDeadline(time.Now().Add(SolveTimeout + WriteTimeout))
		next.ServeHTTP(w, r)
	})
}
