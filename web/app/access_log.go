package app

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5/middleware"

	"espalier/web/fair"
)

// LogAccess logs every request when it ends, if the operator wants that. Of the
// address only the path is logged, and without edit keys.
func (s *Core) LogAccess(next http.Handler) http.Handler {
	if !s.accessLog {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			s.Log.Info("request", "method", r.Method, "path", s.logged(r), "status", ww.Status(), "bytes", ww.BytesWritten(),
				"took", time.Since(start).Round(time.Microsecond), "client", fair.ClientFrom(r.Context()).String())
		}()
		next.ServeHTTP(ww, r)
	})
}
