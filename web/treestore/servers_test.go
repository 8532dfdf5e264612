package treestore

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A cluster is three NATS servers on this machine.
type cluster struct {
	servers [3]*server.Server
	options [3]*server.Options
}

// freePorts returns unused ports.
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

func startCluster(t testing.TB) *cluster {
	t.Helper()
	c := &cluster{}
	ports := freePorts(t, 6)
	var routes []*url.URL
	for _, p := range ports[3:] {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", p)})
	}
	for i := range c.options {
		c.options[i] = &server.Options{
			ServerName: fmt.Sprintf("server%d", i), Host: "127.0.0.1", Port: ports[i], NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), SyncAlways: true, JetStreamMaxStore: 1 << 30, JetStreamMaxMemory: 1 << 26,
			Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: ports[3+i]}, Routes: routes,
			DisableJetStreamBanner: true,
		}
		c.start(t, i)
	}
	t.Cleanup(func() {
		for i := range c.servers {
			c.stop(i)
		}
	})
	c.wait(t, func() bool {
		for _, s := range c.servers {
			if s.JetStreamIsLeader() {
				return len(s.JetStreamClusterPeers()) == len(c.servers)
			}
		}
		return false
	})
	return c
}

func (c *cluster) start(t testing.TB, i int) {
	t.Helper()
	s, err := server.NewServer(c.options[i].Clone())
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatalf("server %d does not start", i)
	}
	c.servers[i] = s
}

func (c *cluster) stop(i int) {
	if s := c.servers[i]; s != nil {
		s.Shutdown()
		s.WaitForShutdown()
		c.servers[i] = nil
	}
}

func (c *cluster) wait(t testing.TB, f func() bool) {
	t.Helper()
	for end := time.Now().Add(45 * time.Second); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the cluster is not ready")
		}
	}
}

// url lists all servers, starting with the given one.
func (c *cluster) url(first int) string {
	var all []string
	for i := range c.options {
		all = append(all, fmt.Sprintf("nats://127.0.0.1:%d", c.options[(first+i)%len(c.options)].Port))
	}
	return strings.Join(all, ",")
}

// natsServer starts a single server with a password, and returns its URL.
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

func oneNATSServer(t testing.TB) string {
	_, address := natsServer(t, func(*server.Options) {})
	return address
}
