package library

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	// connectTime bounds one try to reach a NATS server.
	connectTime = 3 * time.Second
	// reconnectWait is between two tries, with as much again at random, so
	// that many processes do not come back at once.
	reconnectWait = 250 * time.Millisecond
	// pingTime finds a connection that has died in silence after two of them.
	pingTime = 10 * time.Second

	// clusterReplicas is how many servers of a cluster are to hold each tree:
	// one may be lost and nothing that was acknowledged is.
	clusterReplicas = 3
)

// connect reaches the NATS servers of a URL, with what the URL says of TLS
// and credentials, and stays with them: it comes back for ever, and calls back
// when it has.
func connect(address string, log *slog.Logger, back func()) (*store, error) {
	shown := redacted(address)
	nc, err := nats.Connect(address,
		nats.Name(storeName),
		nats.Timeout(connectTime),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectWait, reconnectWait),
		nats.ReconnectBufSize(-1), // nothing waits in silence while the server is away
		nats.PingInterval(pingTime),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("library: the NATS server is away", "server", shown, "err", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			log.Info("library: the NATS server is back", "server", nc.ConnectedUrlRedacted())
			back()
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Warn("library: the NATS server says", "err", err)
		}),
	)
	var unreadable *url.Error
	if errors.As(err, &unreadable) {
		err = unreadable.Err // without the address, which may hold a password
	}
	if err != nil {
		return nil, &UnavailableError{fmt.Sprintf("the NATS server at %s cannot be reached", shown), err}
	}
	st := &store{nc: nc, clustered: true, release: []func(){nc.Close}}
	// The limit of a cluster's store is its operator's.
	if err := st.bind(-1, clusterReplicas); err != nil {
		st.close()
		return nil, &UnavailableError{fmt.Sprintf("the NATS server at %s was reached, but the key-value bucket %q can be neither opened nor made there", shown, bucket), errors.Unwrap(err)}
	}
	if n := st.replicas; n > 0 && n < clusterReplicas {
		log.Warn("library: the NATS servers keep too few copies of the trees to lose a server", "copies", n, "bucket", bucket)
	}
	return st, nil
}

// redacted is an address without its credentials, for words and logs.
func redacted(address string) string {
	parts := strings.Split(address, ",")
	for i, part := range parts {
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil {
			parts[i] = "(an address that cannot be read)"
			continue
		}
		u.User = nil
		parts[i] = u.String()
	}
	return strings.Join(parts, ",")
}
