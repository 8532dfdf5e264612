package cluster

import (
	"bytes"
	"errors"
	"io"
	"net"
	"testing"
)

// A server that does not read, as while its disk has stalled, does not block those who
// write to it. What was written arrives in order when the server reads again.
func TestServerThatDoesNotReadHoldsUpNobody(t *testing.T) {
	client, server := net.Pipe()
	c := &queuedConn{Conn: client}
	c.changed.L = &c.mu
	go c.send()
	var want []byte
	for i := range 1000 {
		b := bytes.Repeat([]byte{byte(i)}, 1000)
		want = append(want, b...)
		if n, err := c.Write(b); n != len(b) || err != nil {
			t.Fatalf("Write = %d, %v", n, err)
		}
	}
	got := make([]byte, len(want))
	if _, err := io.ReadFull(server, got); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the server reads other bytes: %v", err)
	}
	c.Write(want)
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if _, err := c.Write(want); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Write to a closed connection = %v", err)
	}
}
