package engine

import (
	"context"
	"slices"
	"unsafe"
)

// A Memory is charged for what a search holds besides its tree: the numbers of the nodes of an implicit tree,
// what it remembers of nodes, and its table of positions.
type Memory interface {
	// Grow says how many bytes are held now. It returns how many may be held before it is called again; an
	// error ends the search.
	Grow(bytes int64) (granted int64, err error)
	// Release is called at the end of the search.
	Release()
}

// An account is what a run holds, and who is charged for it.
type account struct {
	memory  Memory // nil: nobody is charged
	held    int64  // bytes that memory is asked for
	granted int64  // of them; see Memory
}

type memoryKey struct{}

// WithMemory returns a context whose searches are charged, each to a Memory of its own.
func WithMemory(ctx context.Context, of func() Memory) context.Context {
	return context.WithValue(ctx, memoryKey{}, of)
}

// FreeBytes is what a search may hold without a charge, so that a small search costs none. The memory of small
// searches is bounded by their number.
const FreeBytes = 512 << 10

// charge charges the run to the memory of its context until release is called.
func (r *Run) charge() (release func()) {
	of, ok := r.ctx.Value(memoryKey{}).(func() Memory)
	if !ok {
		return func() {}
	}
	r.memory, r.granted = of(), FreeBytes
	return r.memory.Release
}

// Hold says that the run holds more bytes, at a position of some ply.
func (r *Run) Hold(ply int32, more int64) {
	r.held += more
	if r.memory == nil || r.held <= r.granted {
		return
	}
	var err error
	if r.granted, err = r.memory.Grow(r.held); err != nil {
		r.StoppedAt = ply
		panic(Stop{err})
	}
}

// Grown returns a list with room for more elements. It is held by a run, at a position of some ply.
func Grown[T any](r *Run, ply int32, list []T, more int) []T {
	was := cap(list)
	if len(list)+more <= was {
		return list
	}
	list = slices.Grow(list, more)
	r.Hold(ply, int64(cap(list)-was)*int64(unsafe.Sizeof(list[:1][0])))
	return list
}
