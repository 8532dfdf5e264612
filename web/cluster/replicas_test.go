package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"espalier/web/cluster/natstest"
	"espalier/web/store"
)

// A copy that lacks something is named with its server, while another server leads.
func TestReplicasAreCompared(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a cluster")
	}
	ctx := t.Context()
	c := natstest.StartCluster(t)
	b, err := Connect(Config{URL: c.URL(0), MinPayload: 1 << 10, Synced: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for n := range 60 {
		if _, err := b.Create(ctx, fmt.Sprintf("key.%d", n), fmt.Appendf(nil, "the value of key %d", n)); err != nil {
			t.Fatal(err)
		}
	}
	c.Wait(t, func() bool { return c.Current(streamName) })
	// While the servers of the cluster choose a leader, the comparison fails. It takes 20 seconds where
	// a copy cannot be read whole.
	compare := func(values bool) (different []Replica, err error) {
		var away *store.UnavailableError
		for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			if different, err = b.CompareReplicas(ctx, values); !errors.As(err, &away) {
				break
			}
		}
		return different, err
	}
	for _, values := range []bool{true, false} {
		if different, err := compare(values); err != nil || len(different) > 0 {
			t.Fatalf("CompareReplicas of equal copies = %v, %v", different, err)
		}
	}
	victim := (c.Leader(streamName) + 1) % natstest.Servers
	c.Stop(victim)
	name := c.Blocks(t, streamName, victim)[0]
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(file, []byte("the value of key 33"))
	if at < 0 {
		t.Fatal("the file does not have the value of key 33")
	}
	file[at] ^= 1
	if err := os.WriteFile(name, file, 0o600); err != nil {
		t.Fatal(err)
	}
	c.Start(t, victim)
	c.Wait(t, func() bool { return c.Current(streamName) })
	began := time.Now()
	different, err := compare(true)
	if err != nil || len(different) != 1 || different[0].Server != fmt.Sprintf("server%d", victim) || different[0].First != "key.33" {
		t.Errorf("CompareReplicas = %v, %v, want key.33 of server%d", different, err, victim)
	}
	t.Log(different, time.Since(began))
}
