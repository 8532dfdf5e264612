package fair

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

// A Client is what a share belongs to: an IPv4 address, or the first 64 bits of
// an IPv6 address, which one subscriber has for all devices. The zero Client
// represents all that have no address.
type Client struct{ prefix netip.Prefix }

const ipv6Bits = 64

// ClientAt returns the client of an address.
func ClientAt(addr netip.Addr) Client {
	addr = addr.Unmap().WithZone("")
	bits := addr.BitLen()
	if addr.Is6() {
		bits = ipv6Bits
	}
	prefix, err := addr.Prefix(bits)
	if err != nil {
		return Client{}
	}
	return Client{prefix}
}

// ClientOfTag returns a client that is known by a tag alone, such as a hash of its
// address.
func ClientOfTag(tag [7]byte) Client {
	addr := [16]byte{0xfd} // the private networks: no client on the Internet has it
	copy(addr[1:], tag[:])
	return ClientAt(netip.AddrFrom16(addr))
}

func (c Client) String() string {
	switch {
	case !c.prefix.IsValid():
		return "unknown"
	case c.prefix.Addr().Is4():
		return c.prefix.Addr().String()
	}
	return c.prefix.String()
}

// Proxies are the networks of the proxies whose X-Forwarded-For is believed.
type Proxies []netip.Prefix

func (p Proxies) contain(addr netip.Addr) bool {
	for _, network := range p {
		if network.Contains(addr.Unmap().WithZone("")) {
			return true
		}
	}
	return false
}

// ClientOf returns the client that sent a request. Behind trusted proxies that is
// the last address in X-Forwarded-For that is not one of theirs: what is
// before it was written by the client and can be anything.
func (p Proxies) ClientOf(r *http.Request) Client {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return Client{}
	}
	addr := peer.Addr()
	if !p.contain(addr) {
		return ClientAt(addr)
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		if addr = hop; !p.contain(addr) {
			break
		}
	}
	return ClientAt(addr)
}

type clientKey struct{}

// WithClient returns a context of a request or websocket of a client.
func WithClient(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, clientKey{}, c)
}

// ClientFrom returns the client of a context, or the zero Client.
func ClientFrom(ctx context.Context) Client {
	c, _ := ctx.Value(clientKey{}).(Client)
	return c
}
