// Package natstest starts NATS servers on this machine for tests: a single server, or a cluster
// of three.
//
// It imports nothing of the module. Only tests may import it.
package natstest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Server is one of NATS, so that a test needs no import of it.
type Server = server.Server

// patience is how long a server may take on a loaded machine.
const patience = 45 * time.Second

// FreePorts returns unused ports.
func FreePorts(t testing.TB, n int) []int {
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

// Start starts a single server with JetStream, the user "me" and the password
// "secret", and returns its URL with both. change, if not nil, changes its options.
func Start(t testing.TB, change func(*server.Options)) (*server.Server, string) {
	t.Helper()
	o := &server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true,
		Username: "me", Password: "secret", JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 1 << 30}
	if change != nil {
		change(o)
	}
	s := run(t, o)
	t.Cleanup(func() { shutDown(s) })
	return s, strings.Replace(s.ClientURL(), "://", "://me:secret@", 1)
}

// StartAt starts a single server as Start does, at a port, with its files in a folder, and with another
// password unless it is empty.
func StartAt(t testing.TB, port int, folder, password string) *Server {
	t.Helper()
	s, _ := Start(t, func(o *server.Options) {
		o.Port, o.StoreDir, o.Password = port, folder, cmp.Or(password, o.Password)
	})
	return s
}

// Lose removes the value of a key from the bucket of the servers at an address, behind the back of
// whoever uses them.
func Lose(t testing.TB, address, bucket, key string) {
	t.Helper()
	nc, err := client.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // otherwise that of the client, which is short beside other work
	defer cancel()
	stream, err := js.Stream(ctx, "KV_"+bucket)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject("$KV."+bucket+"."+key))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func run(t testing.TB, o *server.Options) *server.Server {
	t.Helper()
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(patience) {
		shutDown(s)
		t.Fatalf("the server %s does not start", o.ServerName)
	}
	return s
}

func shutDown(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// Servers is how many servers a Cluster has.
const Servers = 3

// A Cluster is several NATS servers that keep copies of the same data.
type Cluster struct {
	servers [Servers]*server.Server // nil while stopped
	options [Servers]*server.Options
}

// Options returns the options of server i of a cluster. The ports are those for clients, and then
// those between the servers.
func Options(i int, ports []int, dir string) *server.Options {
	var routes []*url.URL
	for _, p := range ports[Servers:] {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", p)})
	}
	return &server.Options{
		ServerName: fmt.Sprintf("server%d", i), Host: "127.0.0.1", Port: ports[i], NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, SyncAlways: true, JetStreamMaxStore: 1 << 30, JetStreamMaxMemory: 1 << 26,
		Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: ports[Servers+i]}, Routes: routes,
		DisableJetStreamBanner: true,
	}
}

// StartCluster starts a cluster and waits until it has a leader.
func StartCluster(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{}
	ports := FreePorts(t, 2*Servers)
	for i := range c.options {
		c.options[i] = Options(i, ports, t.TempDir())
		c.Start(t, i)
	}
	t.Cleanup(func() {
		for i := range c.servers {
			c.Stop(i)
		}
	})
	c.Wait(t, func() bool {
		for _, s := range c.servers {
			if s.JetStreamIsLeader() {
				return peers(s) == len(c.servers)
			}
		}
		return false
	})
	return c
}

// Start starts a server that was stopped, with the data that it had.
func (c *Cluster) Start(t testing.TB, i int) {
	t.Helper()
	c.servers[i] = run(t, c.options[i].Clone())
}

// Stop stops a server. It does nothing if the server is stopped already.
func (c *Cluster) Stop(i int) {
	if s := c.servers[i]; s != nil {
		shutDown(s)
		c.servers[i] = nil
	}
}

// Leader returns the server that leads a stream and answers all writes, or -1 if there is none.
func (c *Cluster) Leader(stream string) int {
	for i, s := range c.servers {
		if s != nil && s.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream) {
			return i
		}
	}
	return -1
}

// Isolate starts a server again, which then gets nothing from the others about a stream, and sends them
// nothing. It sees no leader of the stream, and has what it had.
func (c *Cluster) Isolate(t testing.TB, stream string, i int) {
	t.Helper()
	all, err := c.servers[i].Jsz(&server.JSzOptions{Account: server.DEFAULT_GLOBAL_ACCOUNT, Streams: true, RaftGroups: true})
	if err != nil {
		t.Fatal(err)
	}
	var denied []string
	for _, a := range all.AccountDetails {
		for _, s := range a.Streams {
			if s.Name == stream {
				denied = append(denied, "$NRG.*."+s.RaftGroup)
			}
		}
	}
	if len(denied) != 1 {
		t.Fatalf("server %d has %d groups of %s", i, len(denied), stream)
	}
	c.Stop(i)
	nothing := &server.SubjectPermission{Deny: denied}
	c.options[i].Cluster.Permissions = &server.RoutePermissions{Import: nothing, Export: nothing}
	c.Start(t, i)
}

// Elect makes the leader of a stream step down.
func (c *Cluster) Elect(t testing.TB, stream string) {
	t.Helper()
	nc, err := client.Connect(c.URL(0))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	c.Wait(t, func() bool { return c.Leader(stream) >= 0 })
	if _, err := nc.Request("$JS.API.STREAM.LEADER.STEPDOWN."+stream, nil, patience); err != nil {
		t.Fatal(err)
	}
}

// Lead makes a server the leader of a stream, if it can be.
func (c *Cluster) Lead(t testing.TB, stream string, i int) {
	t.Helper()
	nc, err := client.Connect(c.URL(i))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for range 5 {
		c.Wait(t, func() bool { return c.Leader(stream) >= 0 })
		if c.Leader(stream) == i {
			return
		}
		body := fmt.Sprintf(`{"placement":{"preferred":%q}}`, c.options[i].ServerName)
		// A server that has just become the leader may not answer.
		if _, err := nc.Request("$JS.API.STREAM.LEADER.STEPDOWN."+stream, []byte(body), leadTime); err != nil && !errors.Is(err, client.ErrTimeout) {
			t.Fatal(err)
		}
	}
}

// Blocks returns the files with the messages of a stream at a server.
func (c *Cluster) Blocks(t testing.TB, stream string, i int) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(c.options[i].StoreDir, "jetstream", server.DEFAULT_GLOBAL_ACCOUNT, "streams", stream, "msgs", "*.blk"))
	if err != nil || len(files) == 0 {
		t.Fatalf("server %d has no files of %s: %v", i, stream, err)
	}
	return files
}

// Current reports whether all servers run, and each of them has everything of a stream.
func (c *Cluster) Current(stream string) bool {
	for _, s := range c.servers {
		if s == nil || !s.JetStreamIsStreamCurrent(server.DEFAULT_GLOBAL_ACCOUNT, stream) {
			return false
		}
	}
	return c.Leader(stream) >= 0
}

// State describes the servers as they see themselves, for the message of a failed test.
func (c *Cluster) State(stream string) string {
	var all []string
	for i, s := range c.servers {
		if s == nil {
			all = append(all, fmt.Sprintf("server%d is stopped", i))
			continue
		}
		all = append(all, (&Node{s}).State(stream))
	}
	return strings.Join(all, "; ")
}

// Wait waits until a condition holds.
func (c *Cluster) Wait(t testing.TB, f func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the cluster is not ready")
		}
	}
}

// URL lists all servers, starting with the given one.
func (c *Cluster) URL(first int) string {
	var all []string
	for i := range c.options {
		all = append(all, fmt.Sprintf("nats://127.0.0.1:%d", c.options[(first+i)%len(c.options)].Port))
	}
	return strings.Join(all, ",")
}
