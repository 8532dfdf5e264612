package treestore

import (
	"context"
	"time"

	"espalier/web/nats"
)

// A Bucket keeps values under keys: a *nats.Bucket, a *nats.Archive, or the
// simulated one of tests. Its errors are those of a nats.Bucket.
type Bucket interface {
	Get(ctx context.Context, key string) (value []byte, sequence uint64, err error)
	Create(ctx context.Context, key string, value []byte) (sequence uint64, err error)
	Update(ctx context.Context, key string, value []byte, sequence uint64) (uint64, error)
	Mark(ctx context.Context, key string) error
	Purge(ctx context.Context, pattern string) error
	Keys(ctx context.Context) ([]string, error)
	Time(ctx context.Context) (time.Time, error) // the clock of the store
	Watch(keys string, f func(key string, deleted bool)) (stop func(), err error)
	Broadcast(topic string, message []byte) error
	Listen(topic string, f func(message []byte)) (stop func(), err error)

	Shared() bool   // other processes may write
	Usable() bool   // requests can succeed
	Replaced() bool // its files were removed, or others put in their place
	Unavailable(err error) error
	Close()
}

var (
	_ Bucket = (*nats.Bucket)(nil)
	_ Bucket = (*nats.Archive)(nil)
)

// An openBucket is a bucket that was opened, with what the store knows about it. After a
// failure the bucket is opened again, as another openBucket.
type openBucket struct {
	Bucket
	gen      int     // differs from that of every bucket opened before
	ledger   *ledger // nil: in a cluster, whose servers have copies of each other
	readOnly bool
}

func (b *openBucket) Close() {
	b.Bucket.Close()
	b.ledger.Close()
}

// ended returns when the server of a closed store has ended.
func (b *openBucket) ended() error {
	if own, ok := b.Bucket.(interface{ Ended() error }); ok {
		return own.Ended()
	}
	return nil
}

// size returns the bytes of the bucket, and its limit; -1: there is none.
func (b *openBucket) size(ctx context.Context) (used, limit int64, err error) {
	if own, ok := b.Bucket.(interface {
		Size(context.Context) (used, limit int64, err error)
	}); ok {
		return own.Size(ctx)
	}
	return 0, -1, nil
}

// Bucket returns the bucket of the trees until done is called, for what other
// packages keep there: their keys begin with a word and a dot, such as "room.",
// which no tree's id is. With create it is made where nothing has been stored yet;
// else the error is ErrNotFound then.
func (l *Store) Bucket(ctx context.Context, create bool) (b *nats.Bucket, done func(), err error) {
	bucket, done, err := l.use(ctx, create)
	if err != nil {
		return nil, nil, err
	}
	b, ok := bucket.Bucket.(*nats.Bucket)
	if !ok {
		done()
		return nil, nil, errReadOnlyStore
	}
	return b, done, nil
}

var errReadOnlyStore = &UnavailableError{Message: "nothing can be written to the folder of the library; its trees can be read"}
