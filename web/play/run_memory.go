package play

import (
	"context"
	"net/http"
	"sync"

	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/words"
)

// A runMemory shares the memory of the runs of all connections, those kept for replay among them:
// their recordings, at some 8 MiB per million events, and their trees.
type runMemory struct {
	pool *fair.Pool

	mu    sync.Mutex
	trees map[*trees.Tree]*heldTree
}

// A heldTree is the tree of some runs. It is charged to the client of the first of them.
type heldTree struct {
	lease *fair.Lease
	runs  int
}

func newRunMemory(pool *fair.Pool) *runMemory {
	return &runMemory{pool: pool, trees: map[*trees.Tree]*heldTree{}}
}

// hold charges a tree to the client of a context until release is called. It does not
// wait: what the client has is freed by the client alone.
func (m *runMemory) hold(ctx context.Context, t *trees.Tree) (release func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	held := m.trees[t]
	if held == nil {
		lease, err := m.pool.Try(fair.ClientFrom(ctx), int64(t.Bytes()))
		if err != nil {
			if ctx.Err() == nil {
				err = &problem.Error{Status: http.StatusTooManyRequests, Path: "runs",
					Message: "the runs that are open from your address use all the memory that one address may use; a tree of " +
						words.Plural(t.Len(), "node") + " does not fit beside them. Close a page with a run, and try again"}
			}
			return nil, err
		}
		held = &heldTree{lease: lease}
		m.trees[t] = held
	}
	held.runs++
	return sync.OnceFunc(func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if held.runs--; held.runs == 0 {
			held.lease.Release()
			delete(m.trees, t)
		}
	}), nil
}

// A recordingMemory is the budget of one recording.
type recordingMemory struct {
	ctx    context.Context
	pool   *fair.Pool
	leases []*fair.Lease
}

// Take takes bytes, and reports false if the client cannot have as many.
func (b *recordingMemory) Take(bytes int64) bool {
	lease, err := b.pool.Try(fair.ClientFrom(b.ctx), bytes)
	if err == nil {
		b.leases = append(b.leases, lease)
	}
	return err == nil
}

// Free gives everything back.
func (b *recordingMemory) Free() {
	for _, lease := range b.leases {
		lease.Release()
	}
	b.leases = nil
}
