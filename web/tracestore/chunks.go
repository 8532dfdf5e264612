package tracestore

import (
	"context"

	"espalier/web/store/key"
	"espalier/web/store/records"
)

// A Place is where the chunks of a run are.
type Place = records.Chunks

// A Reader reads what was sent of a run, byte for byte.
type Reader = records.ChunkReader

// An Extent is how far a run is stored. It differs after each Append.
type Extent = records.Extent

// ChunkBytes is the most of what was sent in one chunk.
const ChunkBytes = records.ChunkBytes

// ErrBehind is the error of a chunk that another request has written first.
var ErrBehind = records.ErrBehind

// A Writer appends to what was sent of a run, within the space of all traces. One goroutine at a time may
// use it.
type Writer struct {
	*records.ChunkWriter
	store Store
	owner string // of the bytes; "": it is not known yet
}

// NewWriter returns a writer of a run that is sent for a trace. Nobody sees the run until a revision
// has its Tag.
func (s Store) NewWriter(id key.ID) *Writer { return s.writerAt(records.NewChunks(DocumentKey(id))) }

func (s Store) writerAt(place Place) *Writer {
	return &Writer{ChunkWriter: records.NewChunkWriter(s, place), store: s}
}

// Tag returns the tag of the run, for its revision.
func (w *Writer) Tag() string { return w.Chunks.Tag() }

// Place returns where the run is.
func (w *Writer) Place() Place { return w.Chunks }

// Reader returns a reader of the first bytes of the run.
func (w *Writer) Reader(ctx context.Context, bytes int64) *Reader {
	return w.store.NewReader(ctx, w.Chunks, bytes)
}

// Drop removes what was written of a run that is not kept after all. Otherwise the store removes it.
func (w *Writer) Drop(ctx context.Context) error {
	w.store.Space.dropped(w.Chunks) // also if a chunk was refused after its space was reserved
	if !w.Begun {
		return nil
	}
	return w.store.RemoveMatching(ctx, w.Chunks.All())
}

// Append stores at most ChunkBytes. When it returns without an error, they are on the disk.
func (w *Writer) Append(ctx context.Context, raw []byte) error {
	return w.ChunkWriter.Append(ctx, raw, func(value []byte, more int64, put func() error) (err error) {
		if w.owner == "" {
			if w.owner, err = w.store.OwnerTag(ctx, "trace"); err != nil {
				return err
			}
		}
		if err := w.store.reserveFor(ctx, w.Chunks, w.owner, more); err != nil {
			return err
		}
		return w.store.charged(ctx, false, value, put)
	})
}

// Resume returns a writer that goes on where a run ends, and calls read with what is stored.
func (s Store) Resume(ctx context.Context, place Place, read func(raw []byte) error) (*Writer, error) {
	w := s.writerAt(place)
	return w, w.CatchUp(ctx, read)
}

// Extent returns how far a run is stored.
func (s Store) Extent(ctx context.Context, place Place) (Extent, error) { return place.Extent(ctx, s) }

// NewReader returns a reader of the first bytes of a run; below 0: of all.
func (s Store) NewReader(ctx context.Context, place Place, bytes int64) *Reader {
	return place.NewReader(ctx, s, bytes)
}
