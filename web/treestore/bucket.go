package treestore

import (
	"context"
	"time"

	"espalier/web/nats"
)

// A Bucket keeps values under keys. It is a *nats.Bucket, a *nats.Archive, or in tests one in memory or a
// simulated one. Its errors are those of a nats.Bucket. TestBucketContract says what each method does.
type Bucket interface {
	Get(ctx context.Context, key string) (value []byte, sequence uint64, err error)
	Create(ctx context.Context, key string, value []byte) (sequence uint64, err error)
	Update(ctx context.Context, key string, value []byte, sequence uint64) (uint64, error)
	Mark(ctx context.Context, key string) error
	Purge(ctx context.Context, pattern string) error
	List(ctx context.Context, pattern string) ([]string, error) // the keys that match it, in any order; marked ones may be among them
	Time(ctx context.Context) (time.Time, error)                // the clock of the store
	Watch(keys string, f func(key string, deleted bool)) (stop func(), err error)
	Broadcast(topic string, message []byte) error
	Listen(topic string, f func(message []byte)) (stop func(), err error)

	Shared() bool   // other processes may write
	Usable() bool   // requests can succeed
	Replaced() bool // its files were removed or replaced
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
	gen      int // a number that no other openBucket of the store has
	ledger   *ledger
	values   *valueLedger // of the values of features
	kept     *keptRecords // nil unless other processes may write
	readOnly bool
}

func (b *openBucket) Close() {
	b.Bucket.Close()
	b.ledger.Close()
	b.values.Close()
}

// ended waits until the server of a closed bucket has ended.
func (b *openBucket) ended() error {
	if own, ok := b.Bucket.(interface{ Ended() error }); ok {
		return own.Ended()
	}
	return nil
}

// size returns the bytes of the bucket and its limit. A limit of -1 means that there is none.
func (b *openBucket) size(ctx context.Context) (used, limit int64, err error) {
	if own, ok := b.Bucket.(interface {
		Size(context.Context) (used, limit int64, err error)
	}); ok {
		return own.Size(ctx)
	}
	return 0, -1, nil
}
