package tracestore_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"

	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/store/key"
	"espalier/web/tracestore"
	"espalier/web/webtest"
)

// TestChunks appends pieces of every size, and reads them back as they were sent: all, a part of
// them, and after the writer has been opened again.
func TestChunks(t *testing.T) {
	s, _ := webtest.ServeWithStore(t)
	store := s.Traces()
	rnd := rand.New(rand.NewPCG(1, 2))
	id := key.New().ID()
	w := store.NewWriter(id)
	place := w.Place()
	var sent []byte
	for i, size := range []int{1, 10, 100, 1, 20_000, 20_000, 5, tracestore.ChunkBytes, 7, 40_000, 3, 0, tracestore.ChunkBytes - 1, 2} {
		if i == 6 { // as after a restart
			var kept []byte
			var err error
			w, err = store.Resume(t.Context(), place, func(raw []byte) error {
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
	if got, err := io.ReadAll(store.NewReader(t.Context(), place, -1)); err != nil || !bytes.Equal(got, sent) {
		t.Errorf("read %d bytes, %v, want %d", len(got), err, len(sent))
	}
	part := len(sent) / 3
	if got, err := io.ReadAll(store.NewReader(t.Context(), place, int64(part))); err != nil || !bytes.Equal(got, sent[:part]) {
		t.Errorf("read %d bytes, %v, want %d", len(got), err, part)
	}
	if _, err := io.ReadAll(store.NewReader(t.Context(), place, int64(len(sent)+1))); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("reading more than is there: %v", err)
	}
}

// TestTwoWriters: of two who continue a run at the same place, the second gets an error.
func TestTwoWriters(t *testing.T) {
	s, _ := webtest.ServeWithStore(t)
	id := key.New().ID()
	a := s.Traces().NewWriter(id)
	place := a.Place()
	b, err := s.Traces().Resume(t.Context(), place, func([]byte) error { return nil })
	if err == nil {
		err = a.Append(t.Context(), []byte("one\n"))
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Append(t.Context(), []byte("two\n")); !errors.Is(err, tracestore.ErrBehind) {
		t.Errorf("the second writer: %v", err)
	}
	c, err := s.Traces().Resume(t.Context(), place, func([]byte) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Append(t.Context(), []byte("three\n")); err != nil {
		t.Fatal(err)
	}
	if err := a.Append(t.Context(), []byte("four\n")); !errors.Is(err, tracestore.ErrBehind) {
		t.Errorf("the first writer, after another has continued: %v", err)
	}
	if got, err := io.ReadAll(s.Traces().NewReader(t.Context(), place, -1)); err != nil || string(got) != "one\nthree\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// A sender sends traces as one address.
type sender struct {
	t     testing.TB
	store tracestore.Store
	ctx   context.Context
}

func senderAt(t testing.TB, store tracestore.Store, addr string) sender {
	return sender{t, store, fair.WithClient(t.Context(), fair.ClientAt(netip.MustParseAddr(addr)))}
}

// send sends a run that takes some bytes; keep names what a feature keeps it for.
func (s sender) send(bytes int, keep string) (key.ID, error) {
	s.t.Helper()
	id := key.New().ID()
	w := s.store.NewWriter(id)
	raw := make([]byte, bytes)
	rand.NewChaCha8([32]byte{byte(bytes)}).Read(raw) // cannot be compressed
	err := w.Append(s.ctx, raw)
	if err == nil {
		_, err = s.store.CreateOn(s.ctx, id, tracestore.Revision{Tag: w.Tag(), Bytes: int64(bytes), Stored: w.Stored}, keep, nil)
	}
	if err != nil {
		if failed := w.Drop(s.ctx); failed != nil {
			s.t.Fatal(failed)
		}
	}
	return id, err
}

func (s sender) mustSend(bytes int, keep string) key.ID {
	s.t.Helper()
	id, err := s.send(bytes, keep)
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

// there reports whether a trace is there.
func (s sender) there(id key.ID) bool {
	s.t.Helper()
	_, err := s.store.Load(s.t.Context(), id)
	if err != nil && !errors.Is(err, tracestore.ErrNone) {
		s.t.Fatal(err)
	}
	return err == nil
}

// Strangers who fill the space remove their own traces. What a task keeps, what a lesson refers to, and
// what an address with less has sent stays.
func TestStrangersRemoveTheirOwn(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	store := s.Traces()
	store.Most = 400_000
	teacher, stranger := senderAt(t, store, "192.0.2.1"), senderAt(t, store, "198.51.100.1")
	graded := teacher.mustSend(50_000, "task.x.s.y#1")
	shown := teacher.mustSend(50_000, "")
	own := teacher.mustSend(50_000, "")
	if resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", `{"title":"Mine","scenes":[{"show":{"figure":"k1991-fig6","algorithm":"deep"},"note":"see `+string(shown)+`"}]}`); resp.StatusCode != 201 {
		t.Fatalf("POST lessons = %s %s", resp.Status, b)
	}
	var sent []key.ID
	for range 20 {
		sent = append(sent, stranger.mustSend(50_000, ""))
	}
	for _, id := range []key.ID{graded, shown, own, sent[len(sent)-1]} {
		if !teacher.there(id) {
			t.Errorf("%s is gone", id)
		}
	}
	if stranger.there(sent[0]) {
		t.Error("the stranger's first trace is there")
	}
	if used, most := store.Space.Used(); used > most || used < most/2 {
		t.Errorf("%d of %d bytes are used", used, most)
	}
}

// If what features keep takes all of the space, a new trace is refused, with the reason and the time
// until the next try, and nothing is removed. The refused one leaves nothing.
func TestRefusedTrace(t *testing.T) {
	s, _ := webtest.ServeWithStore(t)
	store := s.Traces()
	store.Most = 200_000
	teacher, stranger := senderAt(t, store, "192.0.2.1"), senderAt(t, store, "198.51.100.1")
	var log bytes.Buffer
	store.Space.Log = slog.New(slog.NewTextHandler(&log, nil))
	var graded []key.ID
	for range 3 {
		graded = append(graded, teacher.mustSend(60_000, "task.x.s.y#1"))
	}
	if !store.Space.Nearly() || !strings.Contains(log.String(), "most of their space is used") {
		t.Errorf("nine tenths are used, and the log is %s", &log)
	}
	for range 2 {
		_, err := stranger.send(60_000, "")
		var later *problem.LaterError
		if !errors.As(err, &later) || later.Problem.Status != 507 || later.After <= 0 || later.After > tracestore.RefusedTime ||
			!strings.Contains(err.Error(), "used by tasks") || !strings.Contains(err.Error(), "196 KiB") {
			t.Fatalf("the stranger's trace: %v", err)
		}
	}
	for _, id := range graded {
		if !teacher.there(id) {
			t.Errorf("%s is gone", id)
		}
	}
	if n := strings.Count(log.String(), "is refused"); n != 1 {
		t.Errorf("%d lines of the log say that traces are refused, want 1: %s", n, &log)
	}
	small := stranger.mustSend(5_000, "") // there is room for it
	if err := store.Remove(t.Context(), small); err != nil {
		t.Fatal(err)
	}
}

// A chunk whose revision was never stored is in nobody's way: the next run of the trace is stored, and
// the chunk is gone after the next start.
func TestChunkWithoutRevision(t *testing.T) {
	dir := t.TempDir()
	s, _, end := webtest.ServeWithStoreIn(t, dir)
	id := key.New().ID()
	first := s.Traces().NewWriter(id)
	if err := first.Append(t.Context(), []byte("one\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Traces().Create(t.Context(), id, tracestore.Revision{Tag: first.Tag(), Bytes: 4, Stored: first.Stored}); err != nil {
		t.Fatal(err)
	}
	lost := s.Traces().NewWriter(id)
	if err := lost.Append(t.Context(), []byte("two\n")); err != nil {
		t.Fatal(err)
	}
	end() // as if killed here
	s, _, end = webtest.ServeWithStoreIn(t, dir)
	defer end()
	if got, err := io.ReadAll(s.Traces().NewReader(t.Context(), lost.Place(), -1)); err != nil || len(got) > 0 {
		t.Errorf("after a start %q is there, %v", got, err)
	}
	next := s.Traces().NewWriter(id)
	if err := next.Append(t.Context(), []byte("three\n")); err != nil {
		t.Fatal(err)
	}
	n, err := s.Traces().AddRevision(t.Context(), id, tracestore.Revision{Tag: next.Tag(), Bytes: 6, Stored: next.Stored}, "")
	if err != nil || n != 2 {
		t.Fatalf("the next run is %d, %v", n, err)
	}
	loaded, err := s.Traces().Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{1: "one\n", 2: "three\n"} {
		if got, err := io.ReadAll(s.Traces().NewReader(t.Context(), loaded.Place(n), int64(len(want)))); err != nil || string(got) != want {
			t.Errorf("run %d is %q, %v, want %q", n, got, err, want)
		}
	}
}
