package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"espalier/web/cluster/natstest"
)

// A syncBuffer is a log that several goroutines write.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// A cluster without a leader at the start is waited for.
func TestConnectWaitsForALeader(t *testing.T) {
	c := natstest.StartCluster(t)
	c.Stop(1)
	c.Stop(2)
	output := &syncBuffer{}
	connected := make(chan error, 1)
	go func() {
		b, err := Connect(Config{URL: c.URL(0), MinPayload: 528 << 10, Log: slog.New(slog.NewTextHandler(output, nil)), Synced: true})
		if err == nil {
			b.Close()
		}
		connected <- err
	}()
	c.Wait(t, func() bool { return strings.Contains(output.String(), "have no leader yet") || len(connected) > 0 })
	c.Start(t, 1)
	c.Start(t, 2)
	select {
	case err := <-connected:
		if err != nil {
			t.Fatalf("Connect to a cluster that chooses a leader later = %v", err)
		}
	case <-time.After(LeaderTime + 5*time.Second):
		t.Fatal("Connect does not return")
	}
	for _, line := range []string{"have no leader yet", "the NATS servers are ready"} {
		if n := strings.Count(output.String(), line); n != 1 {
			t.Errorf("the log has %q %d times, want once:\n%s", line, n, output)
		}
	}
}

// The wait ends with its context.
func TestConnectStopsWaiting(t *testing.T) {
	c := natstest.StartCluster(t)
	c.Stop(1)
	c.Stop(2)
	output := &syncBuffer{}
	ctx, cancel := context.WithCancel(context.Background())
	connected := make(chan error, 1)
	go func() {
		_, err := Connect(Config{URL: c.URL(0), Log: slog.New(slog.NewTextHandler(output, nil)), Context: ctx, Synced: true})
		connected <- err
	}()
	c.Wait(t, func() bool { return strings.Contains(output.String(), "have no leader yet") })
	cancel()
	select {
	case err := <-connected:
		if !errors.Is(err, errClosing) {
			t.Errorf("Connect = %v, want %v", err, errClosing)
		}
	case <-time.After(5 * time.Second):
		t.Error("Connect does not end with its context")
	}
}

// Several processes start on a fresh cluster at the same time, and one makes the bucket.
func TestConnectTogether(t *testing.T) {
	for range 3 {
		c := natstest.StartCluster(t)
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				b, err := Connect(Config{URL: c.URL(i), MinPayload: 528 << 10, Synced: true})
				if err != nil {
					t.Errorf("process %d: %v", i, err)
					return
				}
				if b.Replicas() != clusterReplicas {
					t.Errorf("process %d: the bucket has %d copies", i, b.Replicas())
				}
				b.Close()
			})
		}
		all.Wait()
	}
}

// Each start warns if it is not known whether the servers sync, or known that they do not.
func TestWarnsOfServersThatDoNotSync(t *testing.T) {
	start := func(t *testing.T, jetStream, exports string) string {
		name := filepath.Join(t.TempDir(), "nats.conf")
		imports := ""
		if exports != "" {
			exports, imports = `exports: [{service: "$SYS.REQ.SERVER.PING.JSZ", response: stream}]`, `imports: [{service: {account: SYS, subject: "$SYS.REQ.SERVER.PING.JSZ"}}]`
		}
		text := fmt.Sprintf(`
			server_name: one
			jetstream { store_dir: %q, %s }
			accounts {
				SYS { users: [{user: sys, password: sys}], %s }
				APP { jetstream: enabled, users: [{user: me, password: secret}], %s }
			}
			system_account: SYS`, t.TempDir(), jetStream, exports, imports)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		o, err := server.ProcessConfigFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, address := natstest.Start(t, func(to *server.Options) {
			*to = *o
			to.Host, to.Port, to.NoSigs, to.NoLog = "127.0.0.1", -1, true, true
		})
		return address
	}
	const always = "sync_interval: always"
	const unknown, known = "nobody has confirmed", "these NATS servers acknowledge an edit before"
	for _, c := range []struct {
		name, jetStream, exports string
		confirmed                bool
		want                     string
	}{
		{"unknown", always, "", false, unknown},
		{"confirmed", "", "", true, ""},
		{"asked, syncs", always, "yes", false, ""},
		{"asked, does not sync", "sync_interval: 10s", "yes", false, known},
		{"asked, does not sync, but was confirmed", "", "yes", true, known},
	} {
		t.Run(c.name, func(t *testing.T) {
			address := start(t, c.jetStream, c.exports)
			for range 2 { // at every start
				output := &syncBuffer{}
				b, err := Connect(Config{URL: address, Synced: c.confirmed})
				if err != nil {
					t.Fatal(err)
				}
				b.warnUnsynced(slog.New(slog.NewTextHandler(output, nil)), c.confirmed)
				b.Close()
				if got := output.String(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
					t.Errorf("the log says %q, want %q", got, c.want)
				}
				if c.want == known && !strings.Contains(output.String(), "servers=one") {
					t.Errorf("the log does not name the server: %s", output)
				}
			}
		})
	}
}
