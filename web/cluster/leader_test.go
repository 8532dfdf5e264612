package cluster

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"espalier/web/cluster/natstest"
	"espalier/web/store"
)

// A request is repeated while servers without a leader answer it. If only they do, the connection is
// moved, but not again a moment later.
func TestUntilLeader(t *testing.T) {
	_, url := natstest.Start(t, nil)
	moved := make(chan struct{}, 10)
	nc, err := client.Connect(url, client.ReconnectHandler(func(*client.Conn) { moved <- struct{}{} }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	b := &Bucket{nc: nc}
	ctx := context.Background()
	calls := 0
	// answers returns a request that gets errors, and then the last of them for ever.
	answers := func(errs ...error) func() error {
		calls = 0
		return func() error {
			calls++
			return errs[min(calls, len(errs))-1]
		}
	}
	old, of := &client.APIError{ErrorCode: notAvailable}, &jetstream.APIError{ErrorCode: notAvailable}
	if err := b.untilLeader(ctx, answers(old, of, old, nil)); err != nil || calls != 4 {
		t.Errorf("a leader that answers at the fourth try: %v after %d", err, calls)
	}
	other := &jetstream.APIError{ErrorCode: jetstream.JSErrCodeStreamNotFound}
	if err := b.untilLeader(ctx, answers(of, other)); err != other || calls != 2 {
		t.Errorf("another error: %v after %d tries", err, calls)
	}
	ended, end := context.WithCancel(ctx)
	end()
	if err := b.untilLeader(ended, answers(of)); err != of {
		t.Errorf("an ended context: %v", err)
	}
	if nc.Stats().Reconnects != 0 {
		t.Error("the connection was moved although the leader answered")
	}
	for range 2 {
		var api *jetstream.APIError
		if err := b.untilLeader(ctx, answers(of)); !errors.As(err, &api) || calls < 3 {
			t.Errorf("no leader: %v after %d tries", err, calls)
		}
	}
	<-moved
	if err := nc.Flush(); err != nil || len(moved) > 0 {
		t.Errorf("the connection was moved again after a moment, or does not work: %v", err)
	}
}

// A server that sees no leader answers requests that are for the leader: with an error, or with the keys
// that it has itself. Both are seen here by a client that sends each request once. A Bucket has the
// leader's answer.
func TestServerWithoutLeader(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a cluster")
	}
	natstest.QuickElections()
	c := natstest.StartCluster(t)
	ctx := t.Context()
	b, err := Connect(Config{URL: c.URL(0), MinPayload: 1 << 10, Synced: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	put := func(key string) {
		t.Helper()
		c.Wait(t, func() bool {
			_, err := b.Create(ctx, key, []byte(key))
			return err == nil || errors.Is(err, store.ErrKeyExists)
		})
	}
	put("early")
	c.Wait(t, func() bool { return c.Current(streamName) })
	alone := (c.Leader(streamName) + 1) % natstest.Servers
	c.Isolate(t, streamName, alone)
	put("late")

	// The connection is to the server without a leader.
	at, err := Connect(Config{URL: c.URL(alone), MinPayload: 1 << 10, Synced: true})
	if err != nil {
		t.Fatal(err)
	}
	defer at.Close()
	refused, stale := 0, 0
	c.Wait(t, func() bool {
		if _, err := at.leader.GetLastMsg(streamName, subject("late"), client.MaxWait(time.Second)); isNotAvailable(err) {
			refused++
		}
		if info, err := at.stream.Info(ctx, jetstream.WithSubjectFilter(subject(">"))); err == nil && len(info.State.Subjects) == 1 {
			stale++
		}
		return refused > 0 && stale > 0
	})
	for range 20 {
		c.Wait(t, func() bool {
			keys, err := at.List(ctx, ">")
			if slices.Sort(keys); err == nil && !slices.Equal(keys, []string{"early", "late"}) {
				t.Fatalf("List = %q", keys)
			}
			return err == nil
		})
	}
	for range 20 {
		c.Wait(t, func() bool {
			value, _, err := at.Get(ctx, "late")
			if err == nil && string(value) != "late" || errors.Is(err, store.ErrNoKey) {
				t.Fatalf("Get = %q, %v", value, err)
			}
			return err == nil
		})
	}
	t.Logf("refused %d times, %d answers of the server itself", refused, stale)
}
