package cluster

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"espalier/web/store"
)

const (
	// bucket names the key-value store.
	bucket            = "espalier"
	bucketDescription = "Espalier's trees: every revision, and nothing is overwritten"

	// MaxBytes is the limit of the embedded server's bucket. 8 GiB are some twenty million
	// edits of ordinary trees, and do not fill the disk of a usual machine.
	MaxBytes = 8 << 30
	// SameLimit leaves the limit of a bucket as it is.
	SameLimit = -1
	// MostBytes is the greatest limit that a bucket can have.
	MostBytes = 1 << 50

	// opTime bounds one exchange with the store. A cluster that has lost its leader has
	// another one after a second or a few.
	opTime = 2 * time.Second
	// diskTime bounds one write to the store in this process. A disk syncs in milliseconds.
	// After this time the write has failed, and the store is opened again.
	diskTime = 5 * time.Second
	// bindTime bounds the making of the bucket, for which a cluster first chooses servers.
	bindTime = 10 * time.Second
)

// The names that NATS gives to the parts of a bucket.
const (
	streamName    = "KV_" + bucket
	subjectPrefix = "$KV." + bucket + "."
	operation     = "KV-Operation" // the header of a message that marks a deleted key

	duplicateWindow = 2 * time.Minute // what the client gives a new bucket
	topicPrefix     = bucket + ".told."
)

// subject returns the subject on which the values of a key, or of a pattern of keys, are
// published.
func subject(key string) string { return subjectPrefix + key }

// A Bucket keeps values under keys, in NATS JetStream's key-value store. Its errors are
// store.ErrNoKey, store.ErrKeyExists, store.ErrFull, store.UnavailableError and that of a context that has ended.
type Bucket struct {
	nc        *client.Conn
	embedded  *server.Server // nil if the bucket is in other processes
	clustered bool           // other processes may write, too
	kv        jetstream.KeyValue
	stream    jetstream.Stream
	leader    client.JetStreamContext // reads what the stream's leader has
	moves     moves
	replicas  int
	limit     int64 // bytes; -1 if the operator sets it

	log  *slog.Logger // nil if the bucket logs nothing itself
	away atomic.Bool  // the last call had no answer, and the log has a line for that

	failed   atomic.Bool // a write has failed; the store in this process has to be opened again
	disk     *Disk       // nil if the bucket is in other processes
	hung     func(error) // may be nil
	hangTime time.Duration
	patience time.Duration // used in place of opTime and diskTime if it is longer
	asking   atomic.Bool   // a check is running whether the server hangs
	silent   atomic.Bool   // the last exchange had no answer in time
	files    []ownFile     // nil if the bucket is in other processes

	filesMu    sync.Mutex
	filesCheck *filesCheck // nil if none is running

	release []func()      // called in this order by Close
	ended   chan struct{} // closed when the embedded server has ended; nil if there is none
}

// bind opens the bucket, or makes it with the first of some numbers of copies that the servers
// can keep. An existing bucket is not changed, except the limit of the embedded one.
func (b *Bucket) bind(asked context.Context, within time.Duration, limit int64, replicas ...int) error {
	ctx, cancel := context.WithTimeout(asked, within)
	defer cancel()
	js, err := jetstream.New(b.nc, jetstream.WithDefaultTimeout(opTime))
	if err != nil {
		return err
	}
	b.kv, err = js.KeyValue(ctx, bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		if b.embedded != nil && limit == SameLimit {
			limit = MaxBytes
		}
		b.kv, err = makeBucket(ctx, js, limit, replicas)
	}
	if err != nil {
		return err
	}
	if b.stream, err = js.Stream(ctx, streamName); err != nil {
		return err
	}
	config := b.stream.CachedInfo().Config
	b.replicas, b.limit = config.Replicas, config.MaxBytes
	if b.embedded != nil && limit != SameLimit && config.MaxBytes != limit {
		// It was made with another -max-store. Nothing is deleted if it holds more than that.
		config.MaxBytes = limit
		if b.stream, err = js.UpdateStream(ctx, config); err != nil {
			return err
		}
		b.limit = limit
	}
	if b.leader, err = b.nc.JetStream(client.MaxWait(opTime)); err != nil {
		return err
	}
	return nil
}

func makeBucket(ctx context.Context, js jetstream.JetStream, limit int64, replicas []int) (jetstream.KeyValue, error) {
	var err error
	for _, n := range replicas {
		var kv jetstream.KeyValue
		kv, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket:      bucket,
			Description: bucketDescription,
			History:     1, // a revision has a key of its own
			Storage:     jetstream.FileStorage,
			MaxBytes:    limit,
			Replicas:    n,
		})
		if errors.Is(err, jetstream.ErrBucketExists) {
			return js.KeyValue(ctx, bucket) // another process was faster
		}
		if err == nil || !tooFewPeers(err) {
			return kv, err
		}
	}
	return nil, err
}

// tooFewPeers reports whether the servers cannot keep as many copies as were asked for.
func tooFewPeers(err error) bool {
	const (
		noSuitablePeers = 10005
		noCluster       = 10074 // one server
	)
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == noSuitablePeers || api.ErrorCode == noCluster)
}

// Close ends the connection and the embedded server.
func (b *Bucket) Close() {
	for _, f := range b.release {
		f()
	}
	b.release = nil
}

// Ended waits until the embedded server of a closed bucket has ended, and its files are
// free. A server whose disk has stalled ends when the disk is back. The error is ErrHanging
// if the server never ends.
func (b *Bucket) Ended() error {
	if b.ended == nil {
		return nil
	}
	return awaitEnd(b.ended, b.disk, b.hung)
}

// Shared reports whether other processes may write to the bucket.
func (b *Bucket) Shared() bool { return b.clustered }

// Replicas returns how many servers keep a copy of the bucket.
func (b *Bucket) Replicas() int { return b.replicas }

// within returns a context for one exchange with the store. It ends after the usual time,
// or after Config.Patience if that is longer.
func (b *Bucket) within(ctx context.Context, usual time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, max(usual, b.patience))
}

// ReadTime returns how long a read from the store in this process may take, if the store was
// opened with a Patience.
func ReadTime(patience time.Duration) time.Duration { return max(opTime, patience) }

// WriteTime returns the same for a write.
func WriteTime(patience time.Duration) time.Duration { return max(diskTime, patience) }

// until is the key of the time in a context at which the writes of a caller are to end.
type until struct{}

// WriteUntil returns a context in which all writes together end at a time. They do not end with
// the context of a request; see writing.
func WriteUntil(ctx context.Context, end time.Time) context.Context {
	return context.WithValue(ctx, until{}, end)
}

// stalled returns an error if an exchange with the store would be useless, since the last
// one had no answer and the disk has stalled. So of several callers in a row, none waits
// longer than the first.
func (b *Bucket) stalled() error {
	if !b.silent.Load() {
		return nil
	}
	return b.disk.Stalled()
}

// read calls f, an exchange with the store that changes nothing.
func (b *Bucket) read(asked context.Context, f func(ctx context.Context) error) error {
	if err := b.stalled(); err != nil {
		return err
	}
	ctx, cancel := b.within(asked, opTime)
	defer cancel()
	stop := b.disk.watch()
	defer stop()
	err := f(ctx)
	b.silent.Store(errors.Is(err, context.DeadlineExceeded) && asked.Err() == nil)
	return err
}

// List returns the keys of a pattern that have a value or a mark, in no order. It asks the
// leader of the stream, which has everything that was acknowledged.
func (b *Bucket) List(asked context.Context, pattern string) ([]string, error) {
	var info *jetstream.StreamInfo
	err := b.read(asked, func(ctx context.Context) (err error) {
		info, err = b.info(ctx, subject(pattern))
		return err
	})
	if err != nil {
		return nil, cmp.Or(asked.Err(), b.Unavailable(err))
	}
	keys := make([]string, 0, len(info.State.Subjects))
	for name := range info.State.Subjects {
		keys = append(keys, strings.TrimPrefix(name, subjectPrefix))
	}
	return keys, nil
}

// Usable reports whether requests can succeed. It does not make a request.
func (b *Bucket) Usable() bool {
	return b.nc.IsConnected() && (b.embedded == nil || b.embedded.JetStreamEnabled() && !b.failed.Load())
}

// Get returns the value and the sequence of a key. In a cluster it reads from the leader,
// since a follower may not have what was just acknowledged.
func (b *Bucket) Get(asked context.Context, key string) ([]byte, uint64, error) {
	if b.clustered {
		ctx, cancel := b.within(asked, opTime)
		defer cancel()
		m, err := b.last(ctx, subject(key))
		if err == nil || errors.Is(err, client.ErrMsgNotFound) {
			b.answered()
		}
		switch {
		case errors.Is(err, client.ErrMsgNotFound):
			return nil, 0, store.ErrNoKey
		case err == nil && m.Header.Get(operation) != "":
			return nil, 0, store.ErrDeleted
		}
		if asked.Err() != nil && err != nil {
			return nil, 0, asked.Err()
		}
		if err != nil {
			return nil, 0, b.Unavailable(err)
		}
		return m.Data, m.Sequence, nil
	}
	var e jetstream.KeyValueEntry
	err := b.read(asked, func(ctx context.Context) (err error) {
		e, err = b.kv.Get(ctx, key)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, 0, store.ErrNoKey
	}
	if err != nil {
		if asked.Err() != nil {
			return nil, 0, asked.Err()
		}
		b.late(key, err)
		return nil, 0, b.Unavailable(err)
	}
	return e.Value(), e.Revision(), nil
}

// writing returns the context of a write. It does not end with the context of a request, since
// half an edit is useless. It ends at the time of WriteUntil.
func (b *Bucket) writing(asked context.Context) (context.Context, context.CancelFunc) {
	usual := opTime
	if b.embedded != nil {
		usual = diskTime
	}
	ctx, cancel := b.within(context.WithoutCancel(asked), usual)
	end, ok := asked.Value(until{}).(time.Time)
	if !ok || b.embedded == nil {
		return ctx, cancel
	}
	ctx, stop := context.WithDeadline(ctx, end)
	return ctx, func() {
		stop()
		cancel()
	}
}

// write calls f, an exchange with the store that changes something. adds is set if it needs
// space on the disk.
func (b *Bucket) write(asked context.Context, key string, adds bool, f func(ctx context.Context) error) error {
	if b.disk == nil {
		ctx, cancel := b.writing(asked)
		defer cancel()
		err := f(ctx)
		b.late(key, err)
		return b.written(err)
	}
	if err := b.stalled(); err != nil {
		return err
	}
	if adds {
		if err := b.disk.Ready(context.WithoutCancel(asked)); err != nil {
			return err
		}
	}
	ctx, cancel := b.writing(asked)
	defer cancel()
	if ctx.Err() != nil {
		return errSlow // nothing was sent
	}
	ctx, stop := b.disk.watchWrite(ctx)
	defer stop()
	err := f(ctx)
	b.silent.Store(errors.Is(err, context.DeadlineExceeded))
	var reason *store.UnavailableError
	if err != nil && errors.As(context.Cause(ctx), &reason) {
		err = reason
	}
	b.late(key, err)
	return b.written(err)
}

// Create stores the value of a new key. When it returns without an error, the value is
// acknowledged.
func (b *Bucket) Create(ctx context.Context, key string, value []byte) (seq uint64, err error) {
	err = b.write(ctx, key, true, func(ctx context.Context) (err error) {
		seq, err = b.kv.Create(ctx, key, value)
		return err
	})
	return seq, err
}

// Update replaces a value if its sequence is still the given one.
func (b *Bucket) Update(ctx context.Context, key string, value []byte, sequence uint64) (seq uint64, err error) {
	err = b.write(ctx, key, true, func(ctx context.Context) (err error) {
		seq, err = b.kv.Update(ctx, key, value, sequence)
		return err
	})
	return seq, err
}

// Mark replaces a value by a mark that the key was deleted. Watch reports the mark.
func (b *Bucket) Mark(ctx context.Context, key string) error {
	return b.write(ctx, key, false, func(ctx context.Context) error { return b.kv.Purge(ctx, key) })
}

// Purge removes all keys of a pattern, without a mark.
func (b *Bucket) Purge(ctx context.Context, pattern string) error {
	return b.write(ctx, "purge", false, func(ctx context.Context) error {
		return b.purge(ctx, subject(pattern))
	})
}

// Watch calls f with each key of a pattern to which something is written. A call is only a
// reason to read the key, since a value that is published may still be rejected. Writes
// while the servers are away are not reported.
func (b *Bucket) Watch(keys string, f func(key string, deleted bool)) (stop func(), err error) {
	sub, err := b.nc.Subscribe(subject(keys), func(m *client.Msg) {
		f(strings.TrimPrefix(m.Subject, subjectPrefix), m.Header.Get(operation) != "")
	})
	if err != nil {
		return nil, b.Unavailable(err)
	}
	return func() { sub.Unsubscribe() }, nil
}

// Broadcast sends a message to all processes that listen to a topic. It is not stored: a
// process that does not listen at that moment misses it.
func (b *Bucket) Broadcast(topic string, message []byte) error {
	return b.nc.Publish(topicPrefix+topic, message)
}

// Listen calls f with each message about a topic. The messages of this process are included.
func (b *Bucket) Listen(topic string, f func(message []byte)) (stop func(), err error) {
	sub, err := b.nc.Subscribe(topicPrefix+topic, func(m *client.Msg) { f(m.Data) })
	if err != nil {
		return nil, b.Unavailable(err)
	}
	return func() { sub.Unsubscribe() }, nil
}

// written turns the error of a write into one of this package.
func (b *Bucket) written(err error) error {
	const (
		storeFailed     = 10077 // with the reason in words
		resourcesUsed   = 10002
		noResources     = 10023
		storageExceeded = 10047
	)
	var api *jetstream.APIError
	switch {
	case err == nil:
		b.answered()
		if b.disk != nil {
			b.disk.suspect.Store(false)
		}
		return nil
	case errors.Is(err, jetstream.ErrKeyExists), errors.Is(err, jetstream.ErrKeyRevisionMismatch):
		return store.ErrKeyExists
	case errors.As(err, &api):
		switch api.ErrorCode {
		case resourcesUsed, noResources, storageExceeded:
			return b.full()
		case storeFailed:
			if api.Description == "maximum bytes exceeded" {
				return b.full()
			}
		}
	}
	// A store whose disk has stalled continues when the disk is back. Any other store that does
	// not write is opened again.
	if !errors.Is(err, context.DeadlineExceeded) || b.disk.Stalled() == nil {
		b.failed.Store(true)
	}
	if b.disk != nil {
		b.disk.suspect.Store(true)
	}
	return b.Unavailable(err)
}

var errSlow = store.Unavailable("the library's disk did not answer in time: it is slow, or fails; try again in a moment", nil)

func (b *Bucket) full() error {
	if b.limit <= 0 {
		return store.FullAt("that of the NATS servers")
	}
	return store.FullAt(store.SizeText(b.limit))
}

// Unavailable returns the error for a client. The first one in a row is logged.
func (b *Bucket) Unavailable(err error) error {
	var known *store.UnavailableError
	if errors.As(err, &known) {
		return known
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, client.ErrReconnectBufExceeded) || errors.Is(err, client.ErrConnectionClosed) {
		err = nil // adds nothing to the message
	}
	if b.log != nil && !b.away.Swap(true) {
		b.log.Warn("library: the NATS servers do not answer", "bucket", bucket, "err", cmp.Or(err, errors.New("no answer in time")))
	}
	switch {
	case b.embedded != nil && err == nil:
		return cmp.Or[error](b.disk.Stalled(), errSlow)
	case b.embedded != nil:
		return store.Unavailable("the library cannot be used now", err)
	}
	if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, client.ErrNoStreamResponse) || errors.Is(err, client.ErrNoResponders) {
		return store.Unavailable("the library's NATS servers are choosing a leader, or do not have its bucket any more; try again in a moment", nil)
	}
	return store.Unavailable("the library's NATS server cannot be reached now", err)
}

// answered logs that the bucket is back, if Unavailable has logged that it was away.
func (b *Bucket) answered() {
	if b.log != nil && b.away.Load() && b.away.Swap(false) {
		b.log.Info("library: the NATS servers answer again", "bucket", bucket)
	}
}
