package tracestore_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"espalier/web/tracestore"
	"espalier/web/treestore/key"
	"espalier/web/webtest"
)

// TestChunks appends pieces of every size, and reads them back as they were sent: all, a part of
// them, and after the writer has been opened again.
func TestChunks(t *testing.T) {
	s, _ := webtest.ServeWithStore(t)
	store := s.Traces()
	rnd := rand.New(rand.NewPCG(1, 2))
	id := key.New().ID()
	w := store.NewWriter(id, 3)
	var sent []byte
	for i, size := range []int{1, 10, 100, 1, 20_000, 20_000, 5, tracestore.ChunkBytes, 7, 40_000, 3, 0, tracestore.ChunkBytes - 1, 2} {
		if i == 6 { // as after a restart
			var kept []byte
			var err error
			w, err = store.Resume(t.Context(), id, 3, func(raw []byte) error {
				kept = append(kept, raw...)
				return nil
			})
			if err != nil || !bytes.Equal(kept, sent) || w.Offset != int64(len(sent)) {
				t.Fatalf("resumed at %d with %d bytes, %v, want %d", w.Offset, len(kept), err, len(sent))
			}
		}
		raw := make([]byte, size)
		for k := range raw {
			raw[k] = byte(rnd.Uint32()) // cannot be compressed
		}
		if err := w.Append(t.Context(), raw); err != nil {
			t.Fatalf("%d bytes: %v", size, err)
		}
		sent = append(sent, raw...)
	}
	if w.Offset != int64(len(sent)) || w.Stored < int64(len(sent)) {
		t.Errorf("%d bytes are acknowledged, %d stored, of %d", w.Offset, w.Stored, len(sent))
	}
	if got, err := io.ReadAll(store.NewReader(t.Context(), id, 3, -1)); err != nil || !bytes.Equal(got, sent) {
		t.Errorf("read %d bytes, %v, want %d", len(got), err, len(sent))
	}
	part := len(sent) / 3
	if got, err := io.ReadAll(store.NewReader(t.Context(), id, 3, int64(part))); err != nil || !bytes.Equal(got, sent[:part]) {
		t.Errorf("read %d bytes, %v, want %d", len(got), err, part)
	}
	if _, err := io.ReadAll(store.NewReader(t.Context(), id, 3, int64(len(sent)+1))); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("reading more than is there: %v", err)
	}
}

// TestTwoWriters: of two who continue a run at the same place, the second is told so.
func TestTwoWriters(t *testing.T) {
	s, _ := webtest.ServeWithStore(t)
	id := key.New().ID()
	a, b := s.Traces().NewWriter(id, 1), s.Traces().NewWriter(id, 1)
	if err := a.Append(t.Context(), []byte("one\n")); err != nil {
		t.Fatal(err)
	}
	if err := b.Append(t.Context(), []byte("two\n")); !errors.Is(err, tracestore.ErrBehind) {
		t.Errorf("the second writer: %v", err)
	}
	c, err := s.Traces().Resume(t.Context(), id, 1, func([]byte) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Append(t.Context(), []byte("three\n")); err != nil {
		t.Fatal(err)
	}
	if err := a.Append(t.Context(), []byte("four\n")); !errors.Is(err, tracestore.ErrBehind) {
		t.Errorf("the first writer, after another has continued: %v", err)
	}
	if got, err := io.ReadAll(s.Traces().NewReader(t.Context(), id, 1, -1)); err != nil || string(got) != "one\nthree\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestMakeRoom removes the oldest traces while all together take too much.
func TestMakeRoom(t *testing.T) {
	s, _ := webtest.ServeWithStore(t)
	store := s.Traces()
	store.Most = 1_000
	var ids []key.ID
	for range 4 {
		id := key.New().ID()
		w := store.NewWriter(id, 1)
		if err := w.Append(t.Context(), []byte("line\n")); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Create(t.Context(), id, tracestore.Revision{Bytes: 5, Stored: 400}); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	for i, id := range ids {
		_, err := store.Load(t.Context(), id)
		if gone := i == 0; gone != errors.Is(err, tracestore.ErrNone) {
			t.Errorf("trace %d: %v", i, err)
		}
	}
	if got, err := io.ReadAll(store.NewReader(t.Context(), ids[0], 1, -1)); err != nil || len(got) > 0 {
		t.Errorf("%q is left of a removed trace, %v", got, err)
	}
}
