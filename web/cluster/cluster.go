package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"espalier/web/store"
)

const (
	// connectTime bounds an attempt to reach a NATS server.
	connectTime = 3 * time.Second
	// reconnectWait is the pause between two attempts. A random time of up to the same
	// length is added, so that many processes do not reconnect at once.
	reconnectWait = 250 * time.Millisecond
	// pingTime is the time between two pings. After pingsLost of them without an answer the
	// connection is made again, to another server of the cluster: while the network to a server is
	// cut, its connection stays open without an answer. This takes less time than the others need
	// to choose a leader.
	pingTime  = time.Second
	pingsLost = 3

	// clusterReplicas is the number of servers of a cluster that should hold each tree. If one
	// is lost, nothing that was acknowledged is lost.
	clusterReplicas = 3
)

// Connect connects to the servers of c.URL, with the TLS and the credentials in it, and opens
// the bucket there. It tries without end to restore a lost connection, and then calls
// c.Reconnected.
func Connect(c Config) (*Bucket, error) {
	log := c.logger()
	to, err := readAddresses(c.URL)
	if err != nil {
		return nil, err
	}
	once := &repeats{}
	nc, err := client.Connect(to.list,
		client.Name(storeName),
		client.Timeout(connectTime),
		client.MaxReconnects(-1),
		client.IgnoreAuthErrorAbort(), // a server that is being set up may refuse for a while
		to.credentials(),
		client.ReconnectWait(reconnectWait),
		client.ReconnectJitter(reconnectWait, reconnectWait),
		client.ReconnectBufSize(-1), // no call waits while the server is away
		client.PingInterval(pingTime),
		client.MaxPingsOutstanding(pingsLost),
		client.DisconnectErrHandler(func(_ *client.Conn, err error) {
			if err != nil {
				log.Warn("library: the NATS server is away", "servers", to.shown, "err", err)
			}
		}),
		client.ReconnectHandler(func(nc *client.Conn) {
			once.forget()
			log.Info("library: the NATS server is back", "server", bareOf(nc.ConnectedUrl()))
			if c.Reconnected != nil {
				c.Reconnected()
			}
		}),
		client.ErrorHandler(func(_ *client.Conn, _ *client.Subscription, err error) {
			if !once.repeated(err) {
				log.Warn("library: the NATS server says", "err", err)
			}
		}),
	)
	if err != nil {
		return nil, store.Unavailable(fmt.Sprintf("the NATS server at %s cannot be reached", to.shown), err)
	}
	b := &Bucket{nc: nc, clustered: true, release: []func(){nc.Close}}
	if most := nc.MaxPayload(); most < int64(c.MinPayload) {
		b.Close()
		return nil, store.Unavailable(fmt.Sprintf("the NATS server at %s takes messages of %d bytes; trees need %d: set its max_payload to that, or leave it at 1 MB", to.shown, most, c.MinPayload), nil)
	}
	// The operator of a cluster sets the limit of its store.
	ctx := c.Context
	if ctx == nil {
		ctx = context.Background()
	}
	if err := b.bindPatiently(ctx, log, to.shown); err != nil {
		b.Close()
		if ctx.Err() != nil {
			return nil, errClosing
		}
		return nil, store.Unavailable(fmt.Sprintf("the NATS server at %s was reached, but the key-value bucket %q can be neither opened nor made there", to.shown, bucket), whyUnbound(err))
	}
	b.log = log
	if n := b.replicas; n > 0 && n < clusterReplicas {
		log.Warn("library: the NATS servers keep too few copies of the trees to lose a server", "copies", n, "bucket", bucket)
	}
	go b.warnUnsynced(log, c.Synced)
	return b, nil
}

// whyUnbound explains an error of bind to the operator.
func whyUnbound(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return errors.New("no answer in time: is there a leader, and may this user use JetStream?")
	case errors.Is(err, client.ErrNoResponders), errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return errors.New("JetStream is not enabled there, or not for this user")
	}
	return err
}

// repeats has the last error that was logged, so that a server that refuses four times a second
// is logged once.
type repeats struct {
	mu   sync.Mutex
	last string
}

func (r *repeats) repeated(err error) bool {
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
