package tracestore

import (
	"context"
	"errors"
	"io"

	"espalier/web/store"
	"espalier/web/treestore/key"
)

// A Writer appends to what was sent of a run. One goroutine at a time may use it.
type Writer struct {
	store    Store
	place    Place
	owner    string // of the bytes; "": it is not known yet
	begun    bool   // something may be stored
	next     int    // chunk
	tail     []byte // of the last chunk, while it may be written again
	sequence uint64 // of the last chunk
	last     int    // its bytes in the store
	Offset   int64  // bytes that are acknowledged
	Stored   int64  // what they take in the store
}

// NewWriter returns a writer of a run that is sent for a trace. Nobody sees the run until a revision
// has its Tag.
func (s Store) NewWriter(id key.ID) *Writer { return &Writer{store: s, place: newPlace(id)} }

// Tag returns the tag of the run, for its revision.
func (w *Writer) Tag() string { return w.place.run }

// Place returns where the run is.
func (w *Writer) Place() Place { return w.place }

// Reader returns a reader of the first bytes of the run.
func (w *Writer) Reader(ctx context.Context, bytes int64) *Reader {
	return w.store.NewReader(ctx, w.place, bytes)
}

// Drop removes what was written of a run that is not kept after all. Otherwise it is removed at the
// next start.
func (w *Writer) Drop(ctx context.Context) error {
	if !w.begun {
		return nil
	}
	w.store.Space.dropped(w.place)
	return w.store.RemoveMatching(ctx, w.place.all())
}

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
	if w.owner == "" {
		if w.owner, err = w.store.OwnerTag(ctx, "trace"); err != nil {
			return err
		}
	}
	name, more := w.place.chunk(w.next), int64(len(value))
	if again {
		name, more = w.place.chunk(w.next-1), more-int64(w.last)
	}
	if err := w.store.reserveFor(ctx, w.place, w.owner, more); err != nil {
		return err
	}
	w.begun = true
	var sequence uint64
	err = w.store.charged(ctx, false, value, func() error {
		if again {
			sequence, err = w.store.UpdateValue(ctx, name, value, w.sequence, "")
		} else {
			sequence, err = w.store.CreateValue(ctx, name, value, "")
		}
		return err
	})
	if errors.Is(err, store.ErrKeyExists) {
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
func (s Store) Resume(ctx context.Context, place Place, read func(raw []byte) error) (*Writer, error) {
	w := &Writer{store: s, place: place}
	return w, w.CatchUp(ctx, read)
}

// CatchUp goes on where a run ends that another server has continued, and calls read with what the writer
// did not know.
func (w *Writer) CatchUp(ctx context.Context, read func(raw []byte) error) error {
	if len(w.tail) > 0 { // it may have become longer
		if err := w.take(ctx, w.next-1, w.tail, w.last, read); err != nil {
			return err
		}
	}
	for {
		if err := w.take(ctx, w.next, nil, 0, read); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// take reads a chunk, of which the writer knows the first bytes, and what they take in the store.
func (w *Writer) take(ctx context.Context, k int, known []byte, size int, read func(raw []byte) error) error {
	raw, sequence, now, err := w.store.chunk(ctx, w.place, k)
	if err != nil {
		return err
	}
	if more := raw[min(len(known), len(raw)):]; len(more) > 0 {
		if err := read(more); err != nil {
			return err
		}
		w.Offset += int64(len(more))
	}
	w.next, w.sequence, w.last = k+1, sequence, now
	w.Stored += int64(now - size)
	w.tail = w.tail[:0]
	if len(raw) < tailBytes {
		w.tail = append([]byte(nil), raw...)
	}
	return nil
}

// An Extent is how far a run is stored. It differs after each Append.
type Extent struct {
	Chunks   int
	Sequence uint64 // of the last one
}

// Extent returns how far a run is stored.
func (s Store) Extent(ctx context.Context, place Place) (e Extent, err error) {
	keys, err := s.ListValues(ctx, place.all())
	if err != nil || len(keys) == 0 {
		return e, err
	}
	e.Chunks = len(keys)
	_, e.Sequence, err = s.ReadValue(ctx, place.chunk(e.Chunks-1))
	if missing(err) {
		err = nil // it is being deleted
	}
	return e, err
}

// chunk returns a chunk; the error is io.EOF after the last one, and a treestore.DamagedError if it is
// lost.
func (s Store) chunk(ctx context.Context, place Place, k int) (raw []byte, sequence uint64, size int, err error) {
	value, sequence, err := s.ReadValue(ctx, place.chunk(k))
	if missing(err) {
		return nil, 0, 0, io.EOF
	}
	if err == nil {
		raw, err = decompress(value)
	}
	return raw, sequence, len(value), err
}

// A Reader reads what was sent of a run, byte for byte.
type Reader struct {
	ctx   context.Context
	store Store
	place Place
	next  int
	rest  []byte
	left  int64
}

// NewReader returns a reader of the first bytes of a run; below 0: of all.
func (s Store) NewReader(ctx context.Context, place Place, bytes int64) *Reader {
	return &Reader{ctx: ctx, store: s, place: place, left: bytes}
}

func (r *Reader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	if len(r.rest) == 0 {
		raw, _, _, err := r.store.chunk(r.ctx, r.place, r.next)
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
