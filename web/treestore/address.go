package treestore

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
)

// An AddressError says which of the addresses of NATS servers cannot be read.
// It repeats none of them: they may hold a password.
type AddressError struct {
	Place, Of int // of so many; from 1
	Message   string
}

func (e *AddressError) Error() string {
	return fmt.Sprintf("address %d of %d of the NATS servers cannot be read: %s", e.Place, e.Of, e.Message)
}

// schemes are those that the NATS client knows.
var schemes = []string{"nats", "tls", "ws", "wss"}

// addresses are those of the NATS servers of one library.
type addresses struct {
	list  string // as the client wants it
	shown string // for words and logs: without what nobody may read there
	user  *url.Userinfo
}

// readAddresses reads addresses with commas between them. Who a server lets in
// need be said at one of them.
func readAddresses(given string) (a addresses, err error) {
	parts := strings.Split(given, ",")
	var list, shown []string
	for i, part := range parts {
		part = strings.TrimSpace(part)
		if !strings.Contains(part, "://") {
			part = "nats://" + part
		}
		u, fault := readAddress(part)
		if fault != "" {
			return a, &AddressError{i + 1, len(parts), fault}
		}
		if a.user == nil {
			a.user = u.User
		}
		list, shown = append(list, u.String()), append(shown, bare(u))
	}
	a.list, a.shown = strings.Join(list, ","), strings.Join(shown, ",")
	return a, nil
}

func readAddress(text string) (u *url.URL, fault string) {
	u, err := url.Parse(text)
	socket := err == nil && strings.HasPrefix(u.Scheme, "ws") // may have a path
	switch {
	case err != nil, u.Hostname() == "", u.Fragment != "", strings.Contains(u.Path, "@"), !socket && (u.RawQuery != "" || strings.Trim(u.Path, "/") != ""):
		return nil, "nats://user:password@host:4222 is right; in a password , is written %2C, / %2F, # %23, ? %3F, @ %40, : %3A and % %25"
	case !slices.Contains(schemes, u.Scheme):
		return nil, "it begins with " + strings.Join(schemes, "://, ") + "://, or with the host"
	}
	return u, ""
}

// bare is an address with nothing but the way to the server.
func bare(u *url.URL) string { return u.Scheme + "://" + u.Host }

// bareOf is the same of what a connection says of itself.
func bareOf(address string) string {
	u, fault := readAddress(address)
	if fault != "" {
		return "(unknown)"
	}
	return bare(u)
}

// credentials are for the servers whose address has none: those that the
// others name, too.
func (a addresses) credentials() nats.Option {
	if a.user == nil {
		return func(*nats.Options) error { return nil }
	}
	if password, ok := a.user.Password(); ok {
		return nats.UserInfo(a.user.Username(), password)
	}
	return nats.Token(a.user.Username())
}
