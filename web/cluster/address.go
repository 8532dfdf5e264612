package cluster

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	client "github.com/nats-io/nats.go"
)

// An AddressError reports which of the addresses of NATS servers cannot be read. It does not
// repeat the address, which may hold a password.
type AddressError struct {
	Place, Of int // the number of the address, from 1, and how many there are
	Message   string
}

func (e *AddressError) Error() string {
	return fmt.Sprintf("address %d of %d of the NATS servers cannot be read: %s", e.Place, e.Of, e.Message)
}

// schemes are those of the NATS client.
var schemes = []string{"nats", "tls", "ws", "wss"}

// addresses has the addresses of the NATS servers of a bucket.
type addresses struct {
	list  string // for the client
	shown string // for messages and logs, without credentials
	user  *url.Userinfo
}

// readAddresses reads addresses with commas between them. Only one of them needs the
// credentials.
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

// bare returns the scheme and the host of an address.
func bare(u *url.URL) string { return u.Scheme + "://" + u.Host }

// bareOf returns the scheme and the host of an address that is given as text.
func bareOf(address string) string {
	u, fault := readAddress(address)
	if fault != "" {
		return "(unknown)"
	}
	return bare(u)
}

// credentials returns the credentials for servers whose address has none. They include the
// servers that are found through others.
func (a addresses) credentials() client.Option {
	if a.user == nil {
		return func(*client.Options) error { return nil }
	}
	if password, ok := a.user.Password(); ok {
		return client.UserInfo(a.user.Username(), password)
	}
	return client.Token(a.user.Username())
}
