package records

import (
	"context"
	"io"

	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/ledger"
)

var (
	_ store.Engine = (*cluster.Bucket)(nil)
	_ store.Engine = (*cluster.Archive)(nil)
)

// A Bucket is a bucket that was opened, with what the store knows about it. After a
// failure the bucket is opened again, as another Bucket.
type Bucket struct {
	store.Engine
	Gen      int // a number that no other Bucket of the store has
	Ledger   *ledger.Ledger
	Kept     *Kept // nil unless other processes may write
	ReadOnly bool
	lock     io.Closer // of the folder of a cluster's ledger; nil if nothing is written
}

// Close closes the bucket and its ledger.
func (b *Bucket) Close() {
	b.Engine.Close()
	b.Ledger.Close()
	if b.lock != nil {
		b.lock.Close()
	}
}

// ended waits until the server of a closed bucket has ended.
func (b *Bucket) ended() error {
	if own, ok := b.Engine.(interface{ Ended() error }); ok {
		return own.Ended()
	}
	return nil
}

// size returns the bytes of the bucket and its limit. A limit of -1 means that there is none.
func (b *Bucket) size(ctx context.Context) (used, limit int64, err error) {
	if own, ok := b.Engine.(interface {
		Size(context.Context) (used, limit int64, err error)
	}); ok {
		return own.Size(ctx)
	}
	return 0, -1, nil
}
