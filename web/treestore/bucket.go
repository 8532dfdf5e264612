package treestore

import (
	"context"

	"espalier/web/nats"
)

// A bucket keeps values under keys: a *nats.Bucket, a *nats.Archive, or that of
// a test. Its errors are those of a nats.Bucket.
type bucket interface {
	Get(ctx context.Context, key string) (value []byte, sequence uint64, err error)
	Create(ctx context.Context, key string, value []byte) (sequence uint64, err error)
	Update(ctx context.Context, key string, value []byte, sequence uint64) (uint64, error)
	Mark(ctx context.Context, key string) error
	Purge(ctx context.Context, pattern string) error
	Keys(ctx context.Context) ([]string, error)
	Watch(keys string, f func(key string, deleted bool)) (stop func(), err error)
	Tell(topic string, message []byte) error
	Listen(topic string, f func(message []byte)) (stop func(), err error)

	Shared() bool   // other processes may write
	Usable() bool   // requests can succeed
	Replaced() bool // its files were removed, or others put in their place
	Unavailable(err error) error
	Close()
}

var (
	_ bucket = (*nats.Bucket)(nil)
	_ bucket = (*nats.Archive)(nil)
)
