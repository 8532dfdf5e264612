package app

import (
	"net/http"
	"net/url"
	"strings"

	"espalier/web/problem"
)

// contentPolicy allows what the server itself serves, and nothing inline: a
// script in a label cannot run even if it gets into the markup.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// SecurityHeaders sets the headers that every response has.
func SecurityHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		next.ServeHTTP(w, r)
	})
}

// AllowCrossOrigin allows pages and slides of other origins to show an answer,
// as an img does: figures are public, and so is what a read-only address shows.
// All other answers are for the pages of this server.
func AllowCrossOrigin(w http.ResponseWriter) {
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// SameOrigin reports whether an upgrade comes from a page of this server, or
// from a program, which sends no Origin. Any other page could otherwise run
// searches here on behalf of its visitor.
func (s *Core) SameOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	if s.Base.Origin != "" && len(origins) == 1 && strings.EqualFold(origins[0], s.Base.Origin) {
		return true // the proxy need not pass the Host on
	}
	u, err := url.Parse(origins[0])
	return err == nil && len(origins) == 1 && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// Private is for pages whose address is a secret: no cache keeps them, and no other
// site learns the address.
func Private(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// crossOrigin tells requests of pages of other origins.
func crossOrigin(b Base) *http.CrossOriginProtection {
	c := http.NewCrossOriginProtection()
	if b.Origin != "" {
		c.AddTrustedOrigin(b.Origin) // ParseBase has checked it
	}
	return c
}

// RequireSameOrigin rejects requests with a body from pages of other origins, which
// could otherwise save trees and run searches here on behalf of their visitors.
// Programs send no Origin and are allowed. So is the form of an edit page: since its
// address is kept secret, the browser does not say where it comes from, and
// another page does not know the key.
func (s *Core) RequireSameOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.origins.Check(r) == nil || r.Header.Get("Origin") == "null" && strings.HasPrefix(r.URL.Path, "/edit/") {
			next.ServeHTTP(w, r)
			return
		}
		message := "this request comes from a page of another origin; only pages of " + r.Host + " and programs can send it"
		if UnderAPI(r.URL.Path) {
			problem.New(http.StatusForbidden, "", message).Write(w)
			return
		}
		s.FailPage(w, r, http.StatusForbidden, message)
	})
}
