package treestore

import (
	"context"
	"strings"
	"time"

	"espalier/trees"
	"espalier/web/store/records"
)

// An openTree is a tree in use: its state in memory, and the store and the bucket that it
// is read from and written to. Its methods read or change the state only while sem is held;
// see withTree.
type openTree struct {
	*tree
	store  *Store
	bucket openBucket
}

// editing begins the names of callers that edit a tree; see Machine.Turn.
const editing = "edit "

// withTree calls f with a tree while it holds the sem of the tree. who names the caller for
// Machine.Turn.
func (l *Store) withTree(ctx context.Context, id ID, who string, f func(openTree) error) error {
	bucket, done, err := l.use(ctx, false)
	if err != nil {
		return err
	}
	defer done()
	t := openTree{l.acquire(id), l, bucket}
	defer l.release(t.tree)
	if err := t.lock(ctx, who, strings.HasPrefix(who, editing)); err != nil {
		return err
	}
	defer t.unlock()
	return l.records.Doubted(f(t))
}

// lock acquires sem. It fails if the context has ended. If edits is set, it waits as long for
// a stalled disk as a write may take, and otherwise as long as a read.
func (t openTree) lock(ctx context.Context, who string, edits bool) error {
	if t.store.machine.Turn != nil {
		t.store.machine.Turn(ctx, who)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case t.sem <- struct{}{}:
	default:
		ctx, stop := t.store.records.Patient(ctx, edits)
		defer stop()
		var ended error
		trees.Blocked(ctx, func() { // an edit that has it may wait for a processor
			select {
			case t.sem <- struct{}{}:
			case <-ctx.Done():
				ended = records.EndOf(ctx)
			}
		})
		if ended != nil {
			return ended
		}
	}
	if end, ok := ctx.Deadline(); ok && !time.Now().Before(end) { // it ended at the same moment
		t.unlock()
		return context.DeadlineExceeded
	}
	return nil
}

func (t *tree) unlock() { <-t.sem }
