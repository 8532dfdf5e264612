package treestore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// bucket names the key-value store.
	bucket = "espalier"

	// MaxBytes is what the embedded library may hold: 8 GiB is some twenty
	// million edits of ordinary trees, and no disk of today is filled by it.
	MaxBytes = 8 << 30

	// opTime bounds one exchange with the store: a cluster that has lost its
	// leader has another one in a second or a few.
	opTime = 2 * time.Second
	// diskTime bounds one write to the store in this process. A disk syncs in
	// milliseconds; one that takes so long has failed, and the store is opened
	// anew.
	diskTime = 5 * time.Second
	// bindTime bounds the making of the bucket, which a cluster places first.
	bindTime = 10 * time.Second
)

// How NATS names what a bucket is made of.
const (
	streamName = "KV_" + bucket
	operation  = "KV-Operation" // a header: the message says that the key was deleted
)

// subject is where the values of a key, or of a pattern of keys, are published.
func subject(key string) string { return "$KV." + bucket + "." + key }

var (
	errTooLong   = errors.New("no answer in time")
	errNoKey     = errors.New("there is no such key")
	errKeyExists = errors.New("the key exists")
	// errDeleted is errNoKey, and proves that it was deleted: a leader of a
	// cluster that has just begun may not know yet what there is.
	errDeleted = fmt.Errorf("%w any more", errNoKey)
)

// A store keeps values under keys, by NATS JetStream's key-value store. Its
// errors are errNoKey, errKeyExists, ErrFull, UnavailableError and that of a
// context which has ended.
type store struct {
	nc        *nats.Conn
	embedded  *server.Server // nil: somewhere else
	clustered bool           // others may write, too
	kv        jetstream.KeyValue
	stream    jetstream.Stream
	leader    nats.JetStreamContext // reads what the stream's leader has
	replicas  int
	limit     int64 // bytes; -1: the operator's
	gen       int   // tells it from those that were opened before

	log  *slog.Logger // of what happens to it; nil: somebody else tells
	away atomic.Bool  // it did not answer last, and the log says so

	failed atomic.Bool // a write came to nothing; the store in this process is to be opened anew
	disk   *disk       // nil: somewhere else

	release []func() // in this order, at the end
}

// bind opens the bucket, or makes it with as many copies as are to be had. A
// bucket that exists is never changed.
func (s *store) bind(limit int64, replicas int) error {
	ctx, cancel := context.WithTimeout(context.Background(), bindTime)
	defer cancel()
	js, err := jetstream.New(s.nc, jetstream.WithDefaultTimeout(opTime))
	if err != nil {
		return err
	}
	s.kv, err = js.KeyValue(ctx, bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		s.kv, err = makeBucket(ctx, js, limit, replicas)
	}
	if err != nil {
		return err
	}
	if s.stream, err = js.Stream(ctx, streamName); err != nil {
		return err
	}
	config := s.stream.CachedInfo().Config
	s.replicas, s.limit = config.Replicas, config.MaxBytes
	if s.leader, err = s.nc.JetStream(nats.MaxWait(opTime)); err != nil {
		return err
	}
	return nil
}

func makeBucket(ctx context.Context, js jetstream.JetStream, limit int64, replicas int) (jetstream.KeyValue, error) {
	var err error
	for _, n := range []int{replicas, 1} {
		var kv jetstream.KeyValue
		kv, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket:      bucket,
			Description: "Espalier's trees: every revision, and nothing is overwritten",
			History:     1, // a revision has a key of its own
			Storage:     jetstream.FileStorage,
			MaxBytes:    limit,
			Replicas:    n,
		})
		if errors.Is(err, jetstream.ErrBucketExists) {
			return js.KeyValue(ctx, bucket) // another one was quicker
		}
		if err == nil || !tooFewPeers(err) {
			return kv, err
		}
	}
	return nil, err
}

// tooFewPeers reports that the servers cannot keep so many copies.
func tooFewPeers(err error) bool {
	const (
		noSuitablePeers = 10005
		noCluster       = 10074 // one server
	)
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == noSuitablePeers || api.ErrorCode == noCluster)
}

func (s *store) close() {
	for _, f := range s.release {
		f()
	}
	s.release = nil
}

// usable reports whether the store is worth asking. It does not ask it.
func (s *store) usable() bool {
	return s.nc.IsConnected() && (s.embedded == nil || s.embedded.JetStreamEnabled() && !s.failed.Load())
}

// get gives a key's value and sequence. In a cluster it asks the leader, since
// a follower may not have heard yet what was acknowledged.
func (s *store) get(asked context.Context, key string) ([]byte, uint64, error) {
	ctx, cancel := context.WithTimeout(asked, opTime)
	defer cancel()
	if s.clustered {
		m, err := s.leader.GetLastMsg(streamName, subject(key), nats.Context(ctx))
		if err == nil || errors.Is(err, nats.ErrMsgNotFound) {
			s.answered()
		}
		switch {
		case errors.Is(err, nats.ErrMsgNotFound):
			return nil, 0, errNoKey
		case err == nil && m.Header.Get(operation) != "":
			return nil, 0, errDeleted
		}
		if asked.Err() != nil && err != nil {
			return nil, 0, asked.Err()
		}
		if err != nil {
			return nil, 0, s.unavailable(err)
		}
		return m.Data, m.Sequence, nil
	}
	e, err := s.kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, 0, errNoKey
	}
	if err != nil {
		return nil, 0, cmp.Or(asked.Err(), s.unavailable(err))
	}
	return e.Value(), e.Revision(), nil
}

// writing is the context of a write. It does not end with the context of a
// request: half an edit is none.
func (s *store) writing(ctx context.Context) (context.Context, context.CancelFunc) {
	time := opTime
	if s.embedded != nil {
		time = diskTime
	}
	return context.WithTimeout(context.WithoutCancel(ctx), time)
}

// create keeps a value under a key that has none. What it has acknowledged is
// kept.
func (s *store) create(ctx context.Context, key string, value []byte) (uint64, error) {
	ctx, cancel := s.writing(ctx)
	defer cancel()
	if s.disk != nil {
		var known func()
		ctx, known = s.disk.doubt(ctx)
		defer known()
	}
	seq, err := s.kv.Create(ctx, key, value)
	var reason *UnavailableError
	if err != nil && errors.As(context.Cause(ctx), &reason) {
		err = reason
	}
	return seq, s.written(err)
}

// update replaces a value that is still the one of the sequence.
func (s *store) update(ctx context.Context, key string, value []byte, sequence uint64) (uint64, error) {
	ctx, cancel := s.writing(ctx)
	defer cancel()
	seq, err := s.kv.Update(ctx, key, value, sequence)
	return seq, s.written(err)
}

// mark replaces a value by the mark that it has been deleted, which who
// watches the key gets.
func (s *store) mark(ctx context.Context, key string) error {
	ctx, cancel := s.writing(ctx)
	defer cancel()
	return s.written(s.kv.Purge(ctx, key))
}

// purge forgets all keys of a pattern, for good.
func (s *store) purge(ctx context.Context, pattern string) error {
	ctx, cancel := s.writing(ctx)
	defer cancel()
	return s.written(s.stream.Purge(ctx, jetstream.WithPurgeSubject(subject(pattern))))
}

func (s *store) written(err error) error {
	const (
		storeFailed     = 10077 // with the reason in words
		resourcesUsed   = 10002
		noResources     = 10023
		storageExceeded = 10047
	)
	var api *jetstream.APIError
	switch {
	case err == nil:
		s.answered()
		if s.disk != nil {
			s.disk.doubted.Store(false)
		}
		return nil
	case errors.Is(err, jetstream.ErrKeyExists), errors.Is(err, jetstream.ErrKeyRevisionMismatch):
		return errKeyExists
	case errors.As(err, &api):
		switch api.ErrorCode {
		case resourcesUsed, noResources, storageExceeded:
			return s.full()
		case storeFailed:
			if api.Description == "maximum bytes exceeded" {
				return s.full()
			}
		}
	}
	s.failed.Store(true)
	if s.disk != nil {
		s.disk.doubted.Store(true)
	}
	return s.unavailable(err)
}

func (s *store) full() error {
	if s.limit <= 0 {
		return fullAt("that of the NATS servers")
	}
	return fullAt(size(s.limit))
}

// size words a number of bytes.
func size(bytes int64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%d GiB", bytes>>30)
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}

func (s *store) unavailable(err error) error {
	var known *UnavailableError
	if errors.As(err, &known) {
		return known
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrReconnectBufExceeded) || errors.Is(err, nats.ErrConnectionClosed) {
		err = nil // says no more than the words
	}
	if s.log != nil && !s.away.Swap(true) {
		s.log.Warn("library: the NATS servers do not answer", "bucket", bucket, "err", cmp.Or(err, errTooLong))
	}
	switch {
	case s.embedded != nil && err == nil:
		return &UnavailableError{"the library's disk did not answer in time: it is slow, or fails; try again in a moment", nil}
	case s.embedded != nil:
		return &UnavailableError{"the library cannot be used now", err}
	}
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
		return &UnavailableError{"the library's NATS servers are choosing a leader, or do not have its bucket any more; try again in a moment", nil}
	}
	return &UnavailableError{"the library's NATS server cannot be reached now", err}
}

// answered says that the store is back, after unavailable has said that it was
// away.
func (s *store) answered() {
	if s.log != nil && s.away.Load() && s.away.Swap(false) {
		s.log.Info("library: the NATS servers answer again", "bucket", bucket)
	}
}
