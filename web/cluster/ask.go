package cluster

import (
	"context"
	"errors"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"espalier/web/store"
)

// Ask sends a message about a topic to all processes that answer there, and calls f with each
// answer until f returns false or the context ends. It returns at once if nobody answers on
// the topic. A process must not Answer before it asks, since it would answer itself.
func (b *Bucket) Ask(ctx context.Context, topic string, message []byte, f func(answer []byte) (more bool)) error {
	sub, err := b.nc.SubscribeSync(b.nc.NewInbox())
	if err != nil {
		return b.Unavailable(err)
	}
	defer sub.Unsubscribe()
	if err := b.nc.PublishRequest(topicPrefix+topic, sub.Subject, message); err != nil {
		return b.Unavailable(err)
	}
	for {
		m, err := sub.NextMsgWithContext(ctx)
		switch {
		case errors.Is(err, client.ErrNoResponders), errors.Is(err, context.DeadlineExceeded):
			return nil
		case err != nil:
			return err
		case !f(m.Data):
			return nil
		}
	}
}

// Answer calls f with each message about a topic, and a function that sends an answer to the
// process that asked.
func (b *Bucket) Answer(topic string, f func(message []byte, answer func([]byte))) (stop func(), err error) {
	sub, err := b.nc.Subscribe(topicPrefix+topic, func(m *client.Msg) {
		if m.Reply != "" {
			f(m.Data, func(answer []byte) { m.Respond(answer) })
		}
	})
	if err != nil {
		return nil, b.Unavailable(err)
	}
	return func() { sub.Unsubscribe() }, nil
}

// GetAny returns the value of a key from any server that has a copy of the bucket, not from the
// leader alone. Each call may ask another server, whose copy may be old or damaged.
func (b *Bucket) GetAny(asked context.Context, key string) ([]byte, error) {
	ctx, cancel := b.within(asked, opTime)
	defer cancel()
	e, err := b.kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, store.ErrNoKey
	}
	if err != nil {
		return nil, b.Unavailable(err)
	}
	return e.Value(), nil
}

// A Leader is what the servers say of the copy of the bucket that answers all calls.
type Leader struct {
	Server string // its name; "" if there is only one copy
	Last   uint64 // the sequence of the last message
}

// Leader asks for the leader of the bucket.
func (b *Bucket) Leader(ctx context.Context) (Leader, error) {
	ctx, cancel := b.within(ctx, opTime)
	defer cancel()
	info, err := b.info(ctx, "")
	if err != nil {
		return Leader{}, b.Unavailable(err)
	}
	l := Leader{Last: info.State.LastSeq}
	if info.Cluster != nil {
		l.Server = info.Cluster.Leader
	}
	return l, nil
}
