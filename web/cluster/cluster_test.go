package cluster

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"espalier/web/cluster/natstest"
)

// The error for a missing server has the cause and no password.
func TestNoNATSServer(t *testing.T) {
	without, _ := natstest.Start(t, func(o *server.Options) { o.JetStream, o.Username, o.Password = false, "", "" })
	one := natstest.FreePorts(t, 1)[0]
	for address, want := range map[string]string{
		fmt.Sprintf("nats://me:secret@127.0.0.1:%d", one): fmt.Sprintf("at nats://127.0.0.1:%d cannot be reached", one),
		fmt.Sprintf("me:secret@127.0.0.1:%d", one):        fmt.Sprintf("at nats://127.0.0.1:%d cannot be reached", one),
		fmt.Sprintf("nats://secret@127.0.0.1:%d", one):    fmt.Sprintf("at nats://127.0.0.1:%d cannot be reached", one),
		"nats://me:secret@127.0.0.1:port":                 "address 1 of 1",
		"nats://127.0.0.1:1, nats://me:secret@[::1":       "address 2 of 2",
		"nats//me:secret@127.0.0.1:1":                     "address 1 of 1",
		"nats://me:12/secret@127.0.0.1:1":                 "%2F",
		"nats://me:12#secret@127.0.0.1:1":                 "%23",
		"nats://me:12?secret@127.0.0.1:1":                 "%3F",
		"nats://me:12%secret@127.0.0.1:1":                 "%25",
		"http://me:secret@127.0.0.1:1":                    "begins with nats://",
		" ":                                               "address 1 of 1",
		without.ClientURL():                               "JetStream is not enabled there",
	} {
		start := time.Now()
		_, err := Connect(Config{URL: address, MinPayload: 528 << 10})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") || time.Since(start) > connectTime+time.Second {
			t.Errorf("Connect(%s) = %v after %s, want an error with %q", address, err, time.Since(start), want)
		}
		t.Log(err)
	}
}

// A server that could never take a large tree is refused.
func TestSmallMessages(t *testing.T) {
	_, address := natstest.Start(t, func(o *server.Options) { o.MaxPayload = 64 << 10 })
	if _, err := Connect(Config{URL: address, MinPayload: 528 << 10}); err == nil || !strings.Contains(err.Error(), "max_payload") {
		t.Errorf("Connect = %v, want an error that names max_payload", err)
	}
}
