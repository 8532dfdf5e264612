package nats

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// freePorts returns ports that are free at the moment.
func freePorts(t testing.TB, n int) []int {
	t.Helper()
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// natsServer is a server that stands alone and asks for a password, and its
// address.
func natsServer(t testing.TB, change func(*server.Options)) (*server.Server, string) {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true,
		Username: "me", Password: "secret", JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 1 << 30}
	change(o)
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s, strings.Replace(s.ClientURL(), "://", "://me:secret@", 1)
}

// TestNoNATSServer checks that the error has the cause and no password.
func TestNoNATSServer(t *testing.T) {
	without, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	without.Start()
	defer without.WaitForShutdown()
	defer without.Shutdown()
	if !without.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	one := freePorts(t, 1)[0]
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

// TestSmallMessages refuses a server that could never take a large tree.
func TestSmallMessages(t *testing.T) {
	_, address := natsServer(t, func(o *server.Options) { o.MaxPayload = 64 << 10 })
	if _, err := Connect(Config{URL: address, MinPayload: 528 << 10}); err == nil || !strings.Contains(err.Error(), "max_payload") {
		t.Errorf("Connect = %v, want an error that names max_payload", err)
	}
}
