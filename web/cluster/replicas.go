package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// JetStream has no request to read from a server by its name: a direct get is answered by any of them,
// and its answer does not say by which. But a consumer with one replica reads the copy of the server
// on which it runs, and its info names that server. So each copy is read through a consumer, and
// consumers are made until one was on each server.

// A Replica is a server of a cluster whose copy of the bucket is not that of the leader.
type Replica struct {
	Server string
	Lacks  int    // keys of which it does not have the newest value
	First  string // one of them
	Unread bool   // it was not read: no consumer came to run on it
}

func (r Replica) String() string {
	if r.Unread {
		return fmt.Sprintf("the NATS server %s was not compared: it does not have everything yet, or no consumer started on it", r.Server)
	}
	return fmt.Sprintf("the NATS server %s does not have the newest value of %d keys, such as %s", r.Server, r.Lacks, r.First)
}

const (
	// replicaConsumers is how many consumers are made for each server: one runs on a random server, so
	// after 12 for each of three, one is left out in less than one of a million cases.
	replicaConsumers = 12
	replicaBatch     = 500
	// replicaTime bounds the wait for a part of a copy.
	replicaTime = 5 * time.Second
	replicaIdle = 30 * time.Second // after which the server removes a consumer that was left
	// replicaAgain is the pause before a difference is compared again: the bucket is in use.
	replicaAgain = 2 * time.Second
)

// A copied is the newest value of a key in a copy.
type copied struct {
	sequence uint64
	size     int
	sum      [sha256.Size]byte
}

// CompareReplicas reads the copy of each server, and returns those that do not have what the leader
// has. With values it compares the values, otherwise their sequences and sizes. A difference counts
// if it is there in three comparisons.
func (b *Bucket) CompareReplicas(ctx context.Context, values bool) (different []Replica, err error) {
	for again := range 3 {
		if again > 0 {
			select {
			case <-time.After(replicaAgain):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		if different, err = b.compareReplicas(ctx, values); err != nil || len(different) == 0 {
			return nil, err
		}
	}
	return different, nil
}

func (b *Bucket) compareReplicas(ctx context.Context, values bool) (different []Replica, err error) {
	info, err := b.info(ctx, "")
	if err != nil {
		return nil, b.Unavailable(err)
	}
	if info.Cluster == nil || len(info.Cluster.Replicas) == 0 {
		return nil, nil // there is one copy
	}
	last := info.State.LastSeq // what is newer is on its way to the others
	servers := []string{info.Cluster.Leader}
	for _, peer := range info.Cluster.Replicas {
		servers = append(servers, peer.Name)
	}
	copies := map[string]map[string]copied{}
	for range replicaConsumers * len(servers) {
		if len(copies) == len(servers) {
			break
		}
		if err := b.readReplica(ctx, values, last, copies); err != nil {
			return nil, err
		}
	}
	// The newest value that any server has: also the leader may have lost it.
	newest := map[string]copied{}
	for _, one := range copies {
		for key, c := range one {
			if c.sequence > newest[key].sequence {
				newest[key] = c
			}
		}
	}
	for _, server := range servers {
		one, read := copies[server]
		if !read {
			different = append(different, Replica{Server: server, Unread: true})
			continue
		}
		r := Replica{Server: server}
		for key, c := range newest {
			if one[key] != c {
				if r.Lacks++; r.First == "" || key < r.First {
					r.First = key
				}
			}
		}
		if r.Lacks > 0 {
			different = append(different, r)
		}
	}
	slices.SortFunc(different, func(a, b Replica) int { return strings.Compare(a.Server, b.Server) })
	return different, nil
}

// readReplica makes a consumer, and reads the copy of the server on which it runs if that was not read
// before.
func (b *Bucket) readReplica(ctx context.Context, values bool, last uint64, copies map[string]map[string]copied) error {
	c, err := b.stream.CreateConsumer(ctx, jetstream.ConsumerConfig{DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy, FilterSubject: subject(">"),
		AckPolicy: jetstream.AckNonePolicy, Replicas: 1, MemoryStorage: true, HeadersOnly: !values, InactiveThreshold: replicaIdle})
	if err != nil {
		return cmp.Or(ctx.Err(), b.Unavailable(err))
	}
	info := c.CachedInfo()
	defer b.stream.DeleteConsumer(context.WithoutCancel(ctx), info.Name)
	if info.Cluster == nil || copies[info.Cluster.Leader] != nil {
		return nil
	}
	copied, err := b.readCopy(ctx, c, int(info.NumPending), last)
	if err == nil && copied != nil {
		copies[info.Cluster.Leader] = copied
	}
	return err
}

// readCopy reads the newest value of each key, up to a sequence. The result is nil if the server does
// not deliver them all.
func (b *Bucket) readCopy(ctx context.Context, c jetstream.Consumer, pending int, last uint64) (map[string]copied, error) {
	all := map[string]copied{}
	for pending > 0 {
		batch, err := c.Fetch(min(pending, replicaBatch), jetstream.FetchMaxWait(replicaTime))
		if err != nil {
			return nil, cmp.Or(ctx.Err(), b.Unavailable(err))
		}
		some := false
		for m := range batch.Messages() {
			some = true
			meta, err := m.Metadata()
			if err != nil {
				return nil, err
			}
			pending = int(meta.NumPending)
			if meta.Sequence.Stream > last {
				continue
			}
			one := copied{sequence: meta.Sequence.Stream, size: len(m.Data()), sum: sha256.Sum256(m.Data())}
			if size := m.Headers().Get("Nats-Msg-Size"); size != "" {
				fmt.Sscan(size, &one.size)
			}
			all[strings.TrimPrefix(m.Subject(), subjectPrefix)] = one
		}
		if err := batch.Error(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return nil, cmp.Or(ctx.Err(), b.Unavailable(err))
		}
		if !some {
			break // it counts messages that it cannot read
		}
	}
	return all, ctx.Err()
}
