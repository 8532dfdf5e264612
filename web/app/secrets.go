package app

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"espalier/web/treestore"
)

// readersPrefix begins the addresses at which saved trees are read.
const readersPrefix = "/t/"

// SecretPaths are the beginnings of the paths that go on with what can be a key. The table of routes says
// which they are.
type SecretPaths struct {
	Prefixes []string                 // each ends with a slash
	Second   []string                 // those after which an id comes first, and then what is secret
	Unlisted []string                 // those below which no page is for everybody, and those of private routes
	Private  func(*http.Request) bool // whether a request leads to a route whose answers are for whoever asks
}

// UseSecretPaths makes the log, robots.txt and the headers of answers follow the table of routes.
func (s *Core) UseSecretPaths(p SecretPaths) { s.secretPaths = p }

// cut splits a path at what can be a key.
func (p *SecretPaths) cut(path string) (prefix, key, rest string, found bool) {
	for _, prefix := range p.Prefixes {
		if after, ok := strings.CutPrefix(path, prefix); ok {
			key, rest, _ = strings.Cut(after, "/")
			return prefix, key, rest, true
		}
	}
	for _, prefix := range p.Second {
		after, ok := strings.CutPrefix(path, prefix)
		if id, secret, more := strings.Cut(after, "/"); ok && more {
			key, rest, _ = strings.Cut(secret, "/")
			return prefix + id + "/", key, rest, true
		}
	}
	return "", "", "", false
}

// logged returns the path of a request for the log, without edit keys and presenters' keys.
func (s *Core) logged(r *http.Request) string {
	path := r.URL.Path
	if prefix, key, rest, found := s.secretPaths.cut(path); found && !isID(key) {
		path = strings.TrimSuffix(prefix+"…/"+rest, "/")
	}
	// A key may also be where it does not belong, as in /t/KEY or //edit/KEY.
	return longRun.ReplaceAllStringFunc(path, func(run string) string {
		if isID(run) {
			return run
		}
		return "…"
	})
}

// isID reports whether a text is an id, which is public.
func isID(text string) bool {
	_, err := treestore.ParseID(text)
	return err == nil
}

// longRun matches what may be a key, or most of one.
var longRun = regexp.MustCompile(`[0-9A-Za-z]{20,}`)

// KeepSecret makes an answer private if its address has a key, if its route is private, or if the request
// changes or makes something that has a key: no cache keeps it, and no other site learns the address.
func (s *Core) KeepSecret(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.secretPaths.holdsKey(r.URL.Path) || s.secretPaths.writes(r) || s.secretPaths.Private(r) {
			SetPrivate(w.Header())
		}
		next.ServeHTTP(w, r)
	})
}

// holdsKey reports whether a path has a key.
func (p *SecretPaths) holdsKey(path string) bool {
	_, key, _, found := p.cut(path)
	if !found {
		return false
	}
	_, err := treestore.ParseKey(key)
	return err == nil
}

// ofSomebody reports whether a path leads to what somebody was given the address of.
func (p *SecretPaths) ofSomebody(path string) bool {
	for _, prefix := range slices.Concat(p.Prefixes, p.Unlisted, []string{readersPrefix}) {
		if strings.HasPrefix(path, prefix) && strings.HasSuffix(prefix, "/") {
			return true
		}
	}
	return false
}

// writes reports whether a request changes something that has a key, or makes one.
func (p *SecretPaths) writes(r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return false
	}
	_, _, _, found := p.cut(r.URL.Path + "/")
	return found
}

// notForRobots returns what a search engine must not ask for. A page with a query is one of very many states
// of the page without it, and each costs a search; what is saved or presented is for those who were given
// its address.
func (s *Core) notForRobots() []string {
	return slices.Concat([]string{"/*?", "/api/v1/", "/export/", readersPrefix, "/trees/"}, s.secretPaths.Unlisted)
}
