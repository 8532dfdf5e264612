package cluster

import (
	"context"
	"errors"
	"testing"

	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"espalier/web/cluster/natstest"
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
