package natstest

import (
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"
)

// leadTime bounds the wait of Lead.
const leadTime = 2 * time.Second

// A Node is a server of a cluster whose servers are processes of their own.
type Node struct{ server *server.Server }

// StartNode starts server i of a cluster; see Options. It does not wait for the others.
func StartNode(i int, ports []int, dir string) (*Node, error) {
	s, err := server.NewServer(Options(i, ports, dir))
	if err != nil {
		return nil, err
	}
	s.Start()
	return &Node{s}, nil
}

// Stop ends the server.
func (n *Node) Stop() { shutDown(n.server) }

// Leads reports whether the server leads a stream.
func (n *Node) Leads(stream string) bool {
	return n.server.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream)
}

// Current reports whether the server has everything of a stream.
func (n *Node) Current(stream string) bool {
	return n.server.JetStreamIsStreamCurrent(server.DEFAULT_GLOBAL_ACCOUNT, stream)
}

// Peers returns how many servers the cluster has, if this one leads them, and else 0.
func (n *Node) Peers() int { return peers(n.server) }

func peers(s *server.Server) int {
	if !s.JetStreamIsLeader() {
		return 0 // while it starts, JetStreamClusterPeers panics
	}
	return len(s.JetStreamClusterPeers())
}

// State describes the server as it sees itself, for the message of a failed test.
func (n *Node) State(stream string) string {
	return fmt.Sprintf("%s: JetStream %v, leads the servers %v, leads the stream %v, has all of it %v, peers %d", n.server.Name(), n.server.JetStreamEnabled(),
		n.server.JetStreamIsLeader(), n.Leads(stream), n.Current(stream), n.Peers())
}

// Lead asks the leader of a stream to make this server the leader. It may fail.
func (n *Node) Lead(stream string) error {
	nc, err := client.Connect(n.server.ClientURL())
	if err != nil {
		return err
	}
	defer nc.Close()
	body := fmt.Sprintf(`{"placement":{"preferred":%q}}`, n.server.Name())
	_, err = nc.Request("$JS.API.STREAM.LEADER.STEPDOWN."+stream, []byte(body), leadTime)
	return err
}
