package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// LeaderTime is how long Connect waits for a cluster that answers but has no leader yet,
	// or whose bucket another process is making. An election takes a few seconds. A cluster
	// whose servers are started one after the other takes longer.
	LeaderTime = 45 * time.Second
	// peersTime is how long a cluster may take until it can keep as many copies of a new bucket
	// as it should. After that, the bucket is made with one copy.
	peersTime = 10 * time.Second
	// leaderRetry is the pause between two attempts.
	leaderRetry = 250 * time.Millisecond
	// firstBindTime bounds the first attempt, so that the log soon says what is waited for.
	firstBindTime = 3 * time.Second
)

// bindPatiently is bind for a cluster that may still be choosing a leader. It logs when it
// begins to wait, and when it ends.
func (b *Bucket) bindPatiently(ctx context.Context, log *slog.Logger, shown string) error {
	began := time.Now()
	deadline := began.Add(LeaderTime)
	for limit := firstBindTime; ; limit = bindTime {
		copies := []int{clusterReplicas, 1}
		if b.nc.ConnectedClusterName() != "" && time.Since(began) < peersTime {
			copies = copies[:1]
		}
		err := b.bind(ctx, min(limit, max(time.Until(deadline), leaderRetry)), -1, copies...)
		waited := limit != firstBindTime
		switch {
		case err == nil:
			if waited {
				log.Info("library: the NATS servers are ready", "waited", time.Since(began).Round(100*time.Millisecond))
			}
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case !b.mayPass(err):
			return err
		case !time.Now().Before(deadline):
			return fmt.Errorf("waited for %s: %w", LeaderTime, whyUnbound(err))
		case !waited:
			log.Warn("library: the NATS servers have no leader yet, or another Espalier is making the bucket; waiting for them",
				"servers", shown, "at most", LeaderTime, "err", whyUnbound(err))
		}
		select {
		case <-time.After(leaderRetry):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// mayPass reports whether a later attempt to open the bucket may succeed.
func (b *Bucket) mayPass(err error) bool {
	var api *jetstream.APIError
	switch {
	case errors.Is(err, client.ErrNoResponders), errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		// A server of a cluster that is starting looks the same as one without JetStream.
		return b.nc.ConnectedClusterName() != "" || !b.nc.IsConnected()
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, client.ErrTimeout), errors.Is(err, client.ErrConnectionClosed), errors.Is(err, client.ErrDisconnected),
		errors.Is(err, client.ErrReconnectBufExceeded),
		errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(err, jetstream.ErrBucketNotFound), errors.Is(err, jetstream.ErrStreamNotFound):
		return true
	case tooFewPeers(err):
		return b.nc.ConnectedClusterName() != ""
	case errors.As(err, &api):
		return api.Code >= 500 || api.ErrorCode == streamExists
	}
	return false
}

// streamExists is the code of an error for a stream that another process is making with
// the same name.
const streamExists = 10058
