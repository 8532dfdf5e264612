package treestore

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

// An openBucket is a bucket that was opened, with what the store knows about it. After a
// failure the bucket is opened again, as another openBucket.
type openBucket struct {
	store.Engine
	gen      int // a number that no other openBucket of the store has
	ledger   *ledger.Ledger
	lock     io.Closer    // of the folder of a cluster's ledger; nil if nothing is written
	kept     *keptRecords // nil unless other processes may write
	readOnly bool
}

func (b *openBucket) Close() {
	b.Engine.Close()
	b.ledger.Close()
	if b.lock != nil {
		b.lock.Close()
	}
}

// ended waits until the server of a closed bucket has ended.
func (b *openBucket) ended() error {
	if own, ok := b.Engine.(interface{ Ended() error }); ok {
		return own.Ended()
	}
	return nil
}

// size returns the bytes of the bucket and its limit. A limit of -1 means that there is none.
func (b *openBucket) size(ctx context.Context) (used, limit int64, err error) {
	if own, ok := b.Engine.(interface {
		Size(context.Context) (used, limit int64, err error)
	}); ok {
		return own.Size(ctx)
	}
	return 0, -1, nil
}
