package app

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/web/problem"
	"espalier/web/treestore"
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

// SameOrigin reports whether a request comes from a page of this server, or from a
// program, which sends no Origin. Any other page could otherwise run searches here on
// behalf of its visitor, or use the cookies of its browser.
//
// With -base-url the pages are at its origin alone: a page of the same host by http can be
// anybody's on the way. Without it the host decides, and the scheme where it is known to be
// https; behind a proxy that does not name the scheme both are taken.
func (s *Core) SameOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	switch {
	case len(origins) == 0:
		return true
	case len(origins) > 1:
		return false
	case s.Base.Origin != "":
		return strings.EqualFold(origins[0], s.Base.Origin) // the proxy need not pass the Host on
	}
	u, err := url.Parse(origins[0])
	if err != nil || u.Host == "" || !strings.EqualFold(u.Host, r.Host) {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && !s.Encrypted(r)
}

// ForeignOrigin says why a request is refused of which SameOrigin is false.
func (s *Core) ForeignOrigin(r *http.Request) string {
	from, own := "", r.Host
	if origin := r.Header.Get("Origin"); origin != "" && origin != "null" {
		from = " (" + origin + ")"
	}
	if s.Base.Origin != "" {
		own = s.Base.Origin
	}
	return "this request comes from a page of another origin" + from + "; only pages of " + own + " and programs can send it"
}

// SetPrivate makes an answer private where that depends on more than the address, as on a key in a header. KeepSecret does it for the others.
func SetPrivate(h http.Header) {
	h.Set("Cache-Control", "private, no-store")
	h.Set("Referrer-Policy", "no-referrer")
}

// Bearer returns the key that a request has in its header Authorization. Other schemes may
// be for a proxy.
func Bearer(r *http.Request) (key string, given bool) {
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(key), strings.EqualFold(scheme, "Bearer")
}

// KeyOf returns the key that a request has for what its path names: in the path, or, if the path has
// the id, in the header, or in our cookie, whose name is the prefix with the id.
func KeyOf(r *http.Request, parameter, cookie string) (treestore.Key, bool) {
	text := chi.URLParam(r, parameter)
	if key, err := treestore.ParseKey(text); err == nil {
		return key, true
	}
	given, bearer := Bearer(r)
	if c, err := r.Cookie(cookie + text); err == nil && !bearer {
		given = c.Value
	}
	key, err := treestore.ParseKey(given)
	return key, err == nil && string(key.ID()) == text
}

// crossOrigin reports whether a request comes from a page of another origin.
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
		if s.mayChange(r) {
			next.ServeHTTP(w, r)
			return
		}
		s.Refuse(w, r, FormFor(r.URL.Path, AsPage), &problem.Error{Status: http.StatusForbidden, Message: s.ForeignOrigin(r)})
	})
}

// mayChange reports whether a request changes nothing, or comes from where changes may
// come from. What browsers say of a request's site is asked, too: a page that hides its
// origin sends "null".
func (s *Core) mayChange(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return true
	}
	own := s.origins.Check(r) == nil
	if r.Header.Get("Origin") == "null" {
		return own || strings.HasPrefix(r.URL.Path, "/edit/")
	}
	return own && s.SameOrigin(r)
}
