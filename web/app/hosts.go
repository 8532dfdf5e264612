package app

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"espalier/web/problem"
)

// RequireKnownHost rejects requests whose Host is a name that is not one of the
// server's. Otherwise any web page could read this server: its author lets a name
// of theirs point to the address here (DNS rebinding), and the page and this
// server are of one origin for the browser. An address as Host cannot be
// misused so. Without a list of names every Host is served.
func (s *Core) RequireKnownHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.hosts == nil || knownHost(s.hosts, r.Host) {
			next.ServeHTTP(w, r)
			return
		}
		s.refuse(w, r, &problem.Error{Status: http.StatusMisdirectedRequest, Path: "Host",
			Message: "this server is not known as " + r.Host + "; its operator can add the name with -host"})
	})
}

func knownHost(names []string, host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return true
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || slices.Contains(names, host)
}
