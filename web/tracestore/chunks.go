package tracestore

import (
	"context"
	"errors"
	"io"

	"espalier/web/nats"
	"espalier/web/treestore/key"
)

// A Writer appends to what was sent of a run. One goroutine at a time may use it.
type Writer struct {
	store    Store
	id       key.ID
	rev      int
	next     int    // chunk
	tail     []byte // of the last chunk, while it may be written again
	sequence uint64 // of the last chunk
	last     int    // its bytes in the store
	Offset   int64  // bytes that are acknowledged
	Stored   int64  // what they take in the store
}

// NewWriter returns a writer of a run of which nothing is stored yet.
func (s Store) NewWriter(id key.ID, rev int) *Writer { return &Writer{store: s, id: id, rev: rev} }

// Append stores at most ChunkBytes. When it returns without an error, they are on the disk.
func (w *Writer) Append(ctx context.Context, raw []byte) error {
	if len(raw) == 0 {
		return nil
	}
	again := w.next > 0 && len(w.tail) > 0 && len(w.tail) < tailBytes && len(w.tail)+len(raw) <= ChunkBytes
	whole := raw
	if again {
		whole = append(w.tail[:len(w.tail):len(w.tail)], raw...)
	}
	value, err := compress(whole)
	if err != nil {
		return err
	}
	name := chunkKey(w.id, w.rev, w.next)
	if again {
		name = chunkKey(w.id, w.rev, w.next-1)
	}
	var sequence uint64
	err = w.store.charged(ctx, false, value, func(ctx context.Context, b *nats.Bucket) error {
		if again {
			sequence, err = b.Update(ctx, name, value, w.sequence)
		} else {
			sequence, err = b.Create(ctx, name, value)
		}
		return err
	})
	if errors.Is(err, nats.ErrKeyExists) {
		return ErrBehind
	}
	if err != nil {
		return err
	}
	if again {
		w.Stored -= int64(w.last)
	} else {
		w.next++
	}
	w.last, w.sequence = len(value), sequence
	w.Stored += int64(len(value))
	w.Offset += int64(len(raw))
	w.tail = w.tail[:0]
	if len(whole) < tailBytes {
		w.tail = append([]byte(nil), whole...)
	}
	return nil
}

// Resume returns a writer that goes on where a run ends, and calls read with what is stored.
func (s Store) Resume(ctx context.Context, id key.ID, rev int, read func(raw []byte) error) (*Writer, error) {
	w := s.NewWriter(id, rev)
	for {
		raw, sequence, size, err := s.chunk(ctx, id, rev, w.next)
		if errors.Is(err, io.EOF) {
			return w, nil
		}
		if err == nil {
			err = read(raw)
		}
		if err != nil {
			return nil, err
		}
		w.next++
		w.sequence, w.last = sequence, size
		w.Offset += int64(len(raw))
		w.Stored += int64(size)
		w.tail = w.tail[:0]
		if len(raw) < tailBytes {
			w.tail = append([]byte(nil), raw...)
		}
	}
}

// chunk returns a chunk; the error is io.EOF after the last one.
func (s Store) chunk(ctx context.Context, id key.ID, rev, k int) (raw []byte, sequence uint64, size int, err error) {
	err = s.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		value, at, err := b.Get(ctx, chunkKey(id, rev, k))
		if err != nil {
			return err
		}
		sequence, size = at, len(value)
		raw, err = decompress(value)
		return err
	})
	if missing(err) {
		return nil, 0, 0, io.EOF
	}
	return raw, sequence, size, err
}

// A Reader reads what was sent of a run, byte for byte.
type Reader struct {
	ctx   context.Context
	store Store
	id    key.ID
	rev   int
	next  int
	rest  []byte
	left  int64
}

// NewReader returns a reader of the first bytes of a run; below 0: of all.
func (s Store) NewReader(ctx context.Context, id key.ID, rev int, bytes int64) *Reader {
	return &Reader{ctx: ctx, store: s, id: id, rev: rev, left: bytes}
}

func (r *Reader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	if len(r.rest) == 0 {
		raw, _, _, err := r.store.chunk(r.ctx, r.id, r.rev, r.next)
		if err != nil {
			if errors.Is(err, io.EOF) && r.left > 0 {
				err = io.ErrUnexpectedEOF
			}
			return 0, err
		}
		r.next++
		r.rest = raw
	}
	if r.left > 0 && int64(len(r.rest)) > r.left {
		r.rest = r.rest[:r.left]
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	if r.left > 0 {
		r.left -= int64(n)
	}
	return n, nil
}
