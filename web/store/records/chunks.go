package records

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"espalier/web/store"
)

// Chunks are what was written of a text below a root, in compressed values that are large together:
// ROOT.c.TAG.K is chunk K. The value of the root names the tag when the text is whole; until then nobody
// sees it (Chunked).
type Chunks struct{ root, tag string }

// NewChunks returns chunks below a root that nobody else writes.
func NewChunks(root string) Chunks { return Chunks{root, "t" + strings.ToLower(rand.Text()[:12])} }

// ChunksAt returns the chunks of a tag below a root.
func ChunksAt(root, tag string) Chunks { return Chunks{root, tag} }

// Root returns the root, and Tag the tag.
func (c Chunks) Root() string { return c.root }

// Tag returns what the value of the root names.
func (c Chunks) Tag() string { return c.tag }

// All returns the pattern of the keys.
func (c Chunks) All() string { return c.root + ".c." + c.tag + ".*" }

func (c Chunks) key(k int) string { return fmt.Sprintf("%s.c.%s.%06d", c.root, c.tag, k) }

// tagOf returns the tag of chunks, from the words of a key after the prefix of its kind.
func tagOf(words []string) (tag string, ok bool) {
	if len(words) != 4 || words[1] != "c" {
		return "", false
	}
	return words[2], true
}

// Chunked returns a kind whose roots have chunks below them, and nothing else. tags reads which tags the
// value of a root names. A chunk that is written again has become longer, and its length is its number.
// Chunks whose tag is not named are those of a write that has not ended.
func Chunked(k Kind, tags func(value []byte) (named func(tag string) bool, err error)) Kind {
	number := k.Number
	k.Number = func(words []string, value []byte) int {
		if len(words) > 1 {
			return rawLength(value)
		}
		return number(words, value)
	}
	k.Large = func(words []string) bool { return len(words) > 1 }
	k.Unfinished = func(keys []string, value []byte) (left []string) {
		named := func(string) bool { return false }
		if value != nil {
			var err error
			if named, err = tags(value); err != nil {
				return nil // it is not known
			}
		}
		for _, name := range keys {
			if tag, ok := tagOf(k.words(name)); ok && !named(tag) {
				left = append(left, name)
			}
		}
		return left
	}
	return k
}

// Values are those of a store. Those of app.Core wait while it is not available for a moment.
type Values interface {
	ReadValue(ctx context.Context, key string) (value []byte, sequence uint64, err error)
	CreateValue(ctx context.Context, key string, value []byte, note string) (sequence uint64, err error)
	UpdateValue(ctx context.Context, key string, value []byte, sequence uint64, note string) (next uint64, err error)
	ListValues(ctx context.Context, pattern string) (keys []string, err error)
}

// ErrBehind is the error of a chunk that another writer has written first.
var ErrBehind = errors.New("another request has continued it")

const (
	// ChunkBytes is the most of a text in one chunk. Even what cannot be compressed fits into a message of
	// the store.
	ChunkBytes = 448 << 10
	// tailBytes is the length up to which the last chunk is written again with what follows, so that a
	// program that sends single lines does not make a key of each.
	tailBytes = 32 << 10
)

// A ChunkWriter appends to chunks. One goroutine at a time may use it.
type ChunkWriter struct {
	values   Values
	Chunks   Chunks
	Begun    bool   // something may be stored
	next     int    // chunk
	tail     []byte // of the last chunk, while it may be written again
	sequence uint64 // of the last chunk
	last     int    // its bytes in the store
	Offset   int64  // bytes that are acknowledged
	Stored   int64  // what they take in the store
}

// NewChunkWriter returns a writer of chunks of which it knows nothing; see CatchUp.
func NewChunkWriter(values Values, chunks Chunks) *ChunkWriter {
	return &ChunkWriter{values: values, Chunks: chunks}
}

// An Admit decides whether a chunk is stored, which takes more bytes of the store, and calls put then.
type Admit func(value []byte, more int64, put func() error) error

// Append stores at most ChunkBytes, if they are admitted. When it returns without an error, they are on
// the disk.
func (w *ChunkWriter) Append(ctx context.Context, raw []byte, admit Admit) error {
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
	name, more := w.Chunks.key(w.next), int64(len(value))
	if again {
		name, more = w.Chunks.key(w.next-1), more-int64(w.last)
	}
	var sequence uint64
	err = admit(value, more, func() (err error) {
		w.Begun = true
		if again {
			sequence, err = w.values.UpdateValue(ctx, name, value, w.sequence, "")
		} else {
			sequence, err = w.values.CreateValue(ctx, name, value, "")
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

// CatchUp goes on where a text ends that another server has continued, and calls read with what the writer
// did not know.
func (w *ChunkWriter) CatchUp(ctx context.Context, read func(raw []byte) error) error {
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
func (w *ChunkWriter) take(ctx context.Context, k int, known []byte, size int, read func(raw []byte) error) error {
	raw, sequence, now, err := readChunk(ctx, w.values, w.Chunks, k)
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

// An Extent is how far a text is stored. It differs after each Append.
type Extent struct {
	Chunks   int
	Sequence uint64 // of the last one
}

// Extent returns how far a text is stored.
func (c Chunks) Extent(ctx context.Context, values Values) (e Extent, err error) {
	keys, err := values.ListValues(ctx, c.All())
	if err != nil || len(keys) == 0 {
		return e, err
	}
	e.Chunks = len(keys)
	_, e.Sequence, err = values.ReadValue(ctx, c.key(e.Chunks-1))
	if errors.Is(err, store.ErrNoKey) {
		err = nil // it is being deleted
	}
	return e, err
}

// readChunk returns a chunk; the error is io.EOF after the last one, and a DamagedError if it is
// lost.
func readChunk(ctx context.Context, values Values, c Chunks, k int) (raw []byte, sequence uint64, size int, err error) {
	value, sequence, err := values.ReadValue(ctx, c.key(k))
	if errors.Is(err, store.ErrNoKey) {
		return nil, 0, 0, io.EOF
	}
	if err == nil {
		raw, err = decompress(value)
	}
	return raw, sequence, len(value), err
}

// A ChunkReader reads a text, byte for byte.
type ChunkReader struct {
	ctx    context.Context
	values Values
	chunks Chunks
	next   int
	rest   []byte
	left   int64
}

// NewReader returns a reader of the first bytes of a text; below 0: of all.
func (c Chunks) NewReader(ctx context.Context, values Values, bytes int64) *ChunkReader {
	return &ChunkReader{ctx: ctx, values: values, chunks: c, left: bytes}
}

func (r *ChunkReader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	if len(r.rest) == 0 {
		raw, _, _, err := readChunk(r.ctx, r.values, r.chunks, r.next)
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

// compressors are used again: each takes about a megabyte, and some texts have some hundred chunks a second.
var compressors = sync.Pool{New: func() any {
	z, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is known
	}
	return z
}}

func compress(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	z := compressors.Get().(*gzip.Writer)
	defer compressors.Put(z)
	z.Reset(&b)
	if _, err := z.Write(raw); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

// rawLength returns the length of a compressed chunk before it was compressed, which gzip writes last.
func rawLength(stored []byte) int {
	const trailer = 8
	if len(stored) < trailer {
		return 0
	}
	return int(binary.LittleEndian.Uint32(stored[len(stored)-4:]))
}

func decompress(stored []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(stored))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(z, ChunkBytes+1))
}
