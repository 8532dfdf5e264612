package cluster

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Each server of a cluster gets each request of the JetStream API, and the leader of the stream is
// to answer it. A server that sees no leader answers, too: a read with the error that JetStream is
// unavailable, and a request for the state of the stream with what it has itself. Only the first answer
// arrives. So one server whose files are damaged, and which therefore cannot follow, would make most
// reads fail for as long as it runs, and lists incomplete. Such a request is sent again, until the
// leader is faster. If it never is, since the connection is to the other server, the connection is
// moved.

const (
	// notAvailable is the code of that error.
	notAvailable = 10008
	// leaderTime bounds the attempts, and leaderPause is between two.
	leaderTime  = 500 * time.Millisecond
	leaderPause = 2 * time.Millisecond
	// moveEvery is the least time between two moves of the connection.
	moveEvery = 3 * time.Second
)

// errNoLeader is the error of an answer that has the state of a server without a leader.
var errNoLeader = errors.New("a server without a leader has answered")

func isNotAvailable(err error) bool {
	var old *client.APIError
	var api *jetstream.APIError
	return errors.Is(err, errNoLeader) || errors.As(err, &old) && old.ErrorCode == notAvailable || errors.As(err, &api) && api.ErrorCode == notAvailable
}

// untilLeader repeats a request until the leader has answered it.
func (b *Bucket) untilLeader(ctx context.Context, request func() error) error {
	for began := time.Now(); ; {
		err := request()
		if !isNotAvailable(err) {
			return err
		}
		if time.Since(began) > leaderTime {
			b.moves.move(b.nc)
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(leaderPause):
		}
	}
}

// moves moves a connection to another server.
type moves struct{ last atomic.Pointer[time.Time] }

func (m *moves) move(nc *client.Conn) {
	now, last := time.Now(), m.last.Load()
	if last != nil && now.Sub(*last) < moveEvery || !m.last.CompareAndSwap(last, &now) {
		return
	}
	nc.ForceReconnect() // fails only if it is closed
}

// last returns the newest message of a subject, from the leader.
func (b *Bucket) last(ctx context.Context, subject string) (m *client.RawStreamMsg, err error) {
	err = b.untilLeader(ctx, func() (err error) {
		m, err = b.leader.GetLastMsg(streamName, subject, client.Context(ctx))
		return err
	})
	return m, err
}

// info returns the state of the stream, from the leader. With a subject, or a pattern of
// subjects, it has the names of those.
func (b *Bucket) info(ctx context.Context, subject string) (info *jetstream.StreamInfo, err error) {
	var options []jetstream.StreamInfoOpt
	if subject != "" {
		options = append(options, jetstream.WithSubjectFilter(subject))
	}
	err = b.untilLeader(ctx, func() (err error) {
		info, err = b.stream.Info(ctx, options...)
		if err == nil && info.Cluster != nil && len(info.Cluster.Replicas) > 0 && info.Cluster.Leader == "" {
			err = errNoLeader
		}
		return err
	})
	return info, err
}

// purge removes all values of a pattern of subjects.
func (b *Bucket) purge(ctx context.Context, subject string) error {
	return b.untilLeader(ctx, func() error { return b.stream.Purge(ctx, jetstream.WithPurgeSubject(subject)) })
}
