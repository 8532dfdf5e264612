package cluster

import (
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"espalier/web/cluster/natstest"
)

// A link is a way to a NATS server. When it is cut, connections stay open and say nothing.
type link struct {
	net.Listener
	used chan struct{} // gets a value for each connection
	cut  chan struct{}
}

// newLink returns a new link to a server.
func newLink(t *testing.T, server string) *link {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &link{listener, make(chan struct{}, 100), make(chan struct{})}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { client.Close() })
			to, err := net.Dial("tcp", server)
			if err != nil {
				client.Close()
				return
			}
			t.Cleanup(func() { to.Close() })
			l.used <- struct{}{}
			go l.carry(to, client)
			go l.carry(client, to)
		}
	}()
	return l
}

// carry passes on what one side says, until the link is cut.
func (l *link) carry(to io.Writer, from io.Reader) {
	said := make([]byte, 4096)
	for {
		n, err := from.Read(said)
		select {
		case <-l.cut:
			return
		default:
		}
		if _, failed := to.Write(said[:n]); failed != nil || err != nil {
			return
		}
	}
}

// TestCutOff: a process whose server is cut off uses another one before a cluster, which waits
// for nine seconds at most, has elected a leader.
func TestCutOff(t *testing.T) {
	server, _ := natstest.Start(t, nil)
	links := []*link{newLink(t, server.Addr().String()), newLink(t, server.Addr().String())}
	back := make(chan struct{}, 1)
	b, err := Connect(Config{URL: fmt.Sprintf("nats://me:secret@%s,nats://me:secret@%s", links[0].Addr(), links[1].Addr()), Synced: true, Reconnected: func() { back <- struct{}{} }})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	first, second := links[0], links[1]
	select {
	case <-first.used:
	case <-second.used: // the client chooses in any order
		first, second = second, first
	}
	close(first.cut)
	began := time.Now()
	<-back
	if d := time.Since(began); d > 9*time.Second {
		t.Errorf("the other server is used after %s", d)
	}
	<-second.used
	if _, err := b.Create(t.Context(), "a", []byte("b")); err != nil {
		t.Error(err)
	}
}
