package cluster

import (
	"cmp"
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// eachTime bounds the wait for the next key.
const eachTime = 30 * time.Second

// Each calls f with each key that matches a pattern, and with its value if values is set,
// until f returns an error.
func (b *Bucket) Each(ctx context.Context, pattern string, values bool, f func(key string, value []byte) error) error {
	options := []jetstream.WatchOpt{jetstream.IgnoreDeletes()}
	if !values {
		options = append(options, jetstream.MetaOnly())
	}
	watcher, err := b.kv.Watch(ctx, pattern, options...)
	if err != nil {
		return cmp.Or(ctx.Err(), b.Unavailable(err))
	}
	defer watcher.Stop()
	for {
		select {
		case entry, open := <-watcher.Updates():
			switch {
			case !open:
				return cmp.Or(ctx.Err(), b.Unavailable(nil))
			case entry == nil:
				return nil // there are no further keys
			}
			if err := f(entry.Key(), entry.Value()); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(eachTime):
			return b.Unavailable(nil)
		}
	}
}

// Size returns the bytes of all keys and values, and the limit. A limit of -1 means that
// there is none.
func (b *Bucket) Size(ctx context.Context) (used, limit int64, err error) {
	var info *jetstream.StreamInfo
	err = b.read(ctx, func(ctx context.Context) (err error) {
		info, err = b.info(ctx, "")
		return err
	})
	if err != nil {
		return 0, 0, b.Unavailable(err)
	}
	return int64(info.State.Bytes), info.Config.MaxBytes, nil
}

// Time returns the clock of the server that leads the bucket. That clock stamps what is written.
func (b *Bucket) Time(ctx context.Context) (time.Time, error) {
	if b.embedded != nil {
		return time.Now(), nil
	}
	ctx, cancel := context.WithTimeout(ctx, opTime)
	defer cancel()
	info, err := b.info(ctx, "")
	if err != nil {
		return time.Time{}, b.Unavailable(err)
	}
	return info.TimeStamp, nil
}
