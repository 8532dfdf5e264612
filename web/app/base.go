package app

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"
)

// A Base is the address under which clients reach the server where a proxy serves
// it: its origin, and the path below which its pages are. The zero Base is that of a
// server without a proxy.
type Base struct {
	Origin string // https://example.edu
	Host   string // example.edu
	Prefix string // /espalier; empty: the pages are at the top
}

// ParseBase reads the address of -base-url.
func ParseBase(text string) (Base, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return Base{}, errors.New("it is not an address; https://example.edu/espalier is right")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return Base{}, errors.New("it has more than a scheme, a host and a path; https://example.edu/espalier is right")
	}
	host := asBrowsersWrite(u)
	if strings.IndexFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		return Base{}, errors.New("its host has letters outside ASCII; write it in its form with xn--")
	}
	b := Base{Origin: u.Scheme + "://" + host, Host: host, Prefix: strings.TrimRight(u.Path, "/")}
	if strings.ContainsAny(b.Prefix, "\"'<>&%?# ") || strings.Contains(b.Prefix, "//") || strings.Contains(b.Prefix, "/.") {
		return Base{}, errors.New("its path is not plain; use letters, digits, - and _, as in /espalier")
	}
	return b, nil
}

// asBrowsersWrite returns host and port of an address as browsers write them in an Origin:
// in small letters, and without the port that belongs to the scheme.
func asBrowsersWrite(u *url.URL) string {
	usual := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
	return strings.TrimSuffix(strings.ToLower(u.Host), usual)
}

// CookiePath is the path of a cookie that is for the pages, the API and the websocket of
// this server: other sites of the host do not get it.
func (b Base) CookiePath() string {
	if b.Prefix == "" {
		return "/"
	}
	return b.Prefix
}

// Strip removes the prefix from the path of a request. A proxy may have removed it
// already: such a request is served as it is.
func (b Base) Strip(next http.Handler) http.Handler {
	if b.Prefix == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == b.Prefix {
			http.Redirect(w, r, b.Prefix+"/", http.StatusMovedPermanently)
			return
		}
		path, found := strings.CutPrefix(r.URL.Path, b.Prefix+"/")
		if !found {
			next.ServeHTTP(w, r)
			return
		}
		inner := *r
		at := *r.URL
		at.Path, at.RawPath = "/"+path, strings.TrimPrefix(r.URL.RawPath, b.Prefix)
		inner.URL = &at
		next.ServeHTTP(w, &inner)
	})
}

// Link returns a path of this server as a client must ask for it.
func (s *Core) Link(path string) string { return s.Base.Prefix + path }

// HostOf returns the host and the prefix under which the client of a request
// reaches the server.
func (s *Core) HostOf(r *http.Request) string {
	if s.Base.Host != "" {
		return s.Base.Host + s.Base.Prefix
	}
	return r.Host
}

// Encrypted reports whether the client of a request reaches the server by https. The
// address of -base-url says so. Without one it is known of this server's own connection,
// and of that to a proxy which names the scheme. A client that claims https itself, without
// a proxy, gains nothing by it: the rules for https are the stricter ones.
func (s *Core) Encrypted(r *http.Request) bool {
	if s.Base.Origin != "" {
		return strings.HasPrefix(s.Base.Origin, "https:")
	}
	return r.TLS != nil || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// WholeAddress returns the address of a path for another device.
func (s *Core) WholeAddress(r *http.Request, path string) string {
	if s.Base.Origin != "" {
		return s.Base.Origin + s.Link(path)
	}
	if s.Encrypted(r) {
		return "https://" + r.Host + path
	}
	return "http://" + r.Host + path
}

type prefixKey struct{}

// Prefix is that of the server's addresses, for the components of a page: scripts
// read it from the root element. All links in the markup get it by themselves.
func Prefix(ctx context.Context) string {
	prefix, _ := ctx.Value(prefixKey{}).(string)
	return prefix
}

// linkAttributes are the attributes of markup that hold an address.
var linkAttributes = []string{"href", "src", "action", "formaction"}

// withPrefix adds the prefix to each address of this server in markup. No text can
// look like one, since quotation marks are escaped in it.
func (b Base) withPrefix(markup []byte) []byte {
	if b.Prefix == "" {
		return markup
	}
	for _, name := range linkAttributes {
		markup = bytes.ReplaceAll(markup, []byte(" "+name+`="/`), []byte(" "+name+`="`+b.Prefix+"/"))
	}
	return markup
}
