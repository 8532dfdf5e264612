package treestore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
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
	// leastPayload is what a server must take as one message: a chunk, and
	// room for what stands around it.
	leastPayload = chunkSize + 16<<10
)

// connect reaches the NATS servers of an address, with what the address says
// of TLS and credentials, and stays with them: it comes back for ever, and
// calls back when it has.
func connect(address string, log *slog.Logger, back func()) (*store, error) {
	to, err := readAddresses(address)
	if err != nil {
		return nil, err
	}
	once := &repeats{}
	nc, err := nats.Connect(to.list,
		nats.Name(storeName),
		nats.Timeout(connectTime),
		nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(), // a server that is set up anew may refuse for a while
		to.credentials(),
		nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectWait, reconnectWait),
		nats.ReconnectBufSize(-1), // nothing waits in silence while the server is away
		nats.PingInterval(pingTime),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("library: the NATS server is away", "servers", to.shown, "err", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			once.forget()
			log.Info("library: the NATS server is back", "server", bareOf(nc.ConnectedUrl()))
			back()
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if !once.said(err) {
				log.Warn("library: the NATS server says", "err", err)
			}
		}),
	)
	if err != nil {
		return nil, &UnavailableError{fmt.Sprintf("the NATS server at %s cannot be reached", to.shown), err}
	}
	st := &store{nc: nc, clustered: true, release: []func(){nc.Close}}
	if most := nc.MaxPayload(); most < leastPayload {
		st.close()
		return nil, &UnavailableError{fmt.Sprintf("the NATS server at %s takes messages of %d bytes; trees need %d: set its max_payload to that, or leave it at 1 MB", to.shown, most, leastPayload), nil}
	}
	// The limit of a cluster's store is its operator's.
	if err := st.bind(-1, clusterReplicas); err != nil {
		st.close()
		return nil, &UnavailableError{fmt.Sprintf("the NATS server at %s was reached, but the key-value bucket %q can be neither opened nor made there", to.shown, bucket), whyUnbound(err)}
	}
	st.log = log
	if n := st.replicas; n > 0 && n < clusterReplicas {
		log.Warn("library: the NATS servers keep too few copies of the trees to lose a server", "copies", n, "bucket", bucket)
	}
	return st, nil
}

// whyUnbound is what is behind an error of bind, in words for the operator.
func whyUnbound(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("no answer in %s: is there a leader, and may this user use JetStream?", bindTime)
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return errors.New("JetStream is not enabled there, or not for this user")
	}
	return err
}

// repeats knows what was said last, so that a server which refuses four times
// a second is heard once.
type repeats struct {
	mu   sync.Mutex
	last string
}

func (r *repeats) said(err error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.last
	r.last = err.Error()
	return r.last == before
}

func (r *repeats) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = ""
}
