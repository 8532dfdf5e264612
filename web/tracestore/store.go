// Package tracestore keeps what programs print about their searches, beside the saved trees.
//
// What must hold: bytes that were acknowledged are on the disk, in their order; nothing that was
// sent is changed; the key of a trace is not stored, since its id is a hash of the key.
package tracestore

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"espalier/web/nats"
	"espalier/web/problem"
	"espalier/web/treestore/key"
)

// The keys in the store, which also has the trees:
//
//	trace.ID              the document of a trace; it exists as long as this key
//	trace.ID.c.REV.K      chunk K of what was sent for a revision, compressed
const prefix = "trace."

func documentKey(id key.ID) string { return prefix + string(id) }
func chunkKey(id key.ID, rev, k int) string {
	return fmt.Sprintf("%s%s.c.%06d.%06d", prefix, id, rev, k)
}
func chunksOf(id key.ID, rev int) string { return fmt.Sprintf("%s%s.c.%06d.*", prefix, id, rev) }
func everythingOf(id key.ID) (patterns []string) {
	return []string{documentKey(id), documentKey(id) + ".>"}
}

const (
	// ChunkBytes is the most of what was sent in one chunk. Even what cannot be compressed fits
	// into a message of the store.
	ChunkBytes = 448 << 10
	// tailBytes is the length up to which the last chunk is written again with what follows, so
	// that a program that sends single lines does not make a key of each.
	tailBytes = 32 << 10
	// MaxStored is the most that all traces take in the store. Beyond that those that were sent
	// first are removed.
	MaxStored = 1 << 30
	// MaxRevisions is the most runs of one trace. Older ones are removed.
	MaxRevisions = 100
)

// A Trace is what is stored of a trace besides the bytes of its runs.
type Trace struct {
	ID        key.ID     `json:"-"`
	Created   time.Time  `json:"created"`
	First     int        `json:"first"` // the number of Revisions[0]
	Revisions []Revision `json:"revisions"`
	// Basis is what the runs were sent for, as run.Basis writes it; nil: their headers say it.
	Basis json.RawMessage `json:"basis,omitempty"`

	sequence uint64
}

// A Revision is one run of the program.
type Revision struct {
	Created   time.Time `json:"created"`
	Title     string    `json:"title,omitempty"`
	Algorithm string    `json:"algorithm,omitempty"`
	Bytes     int64     `json:"bytes"`
	Stored    int64     `json:"stored"` // what it takes in the store
	Lines     int       `json:"lines"`
	Events    int       `json:"events"`
	Nodes     int       `json:"nodes"`
	Players   int       `json:"players"`
	Kind      string    `json:"kind,omitempty"`
	Complete  bool      `json:"complete"`
	Live      bool      `json:"live,omitempty"`
	Fault     *Fault    `json:"fault,omitempty"`
	Verdict   string    `json:"verdict,omitempty"`
	Errors    int       `json:"errors"`
	Notes     int       `json:"notes"`
}

// A Fault is the line at which a run cannot be read further.
type Fault struct {
	Line   int    `json:"line"`
	Detail string `json:"detail"`
}

// Newest returns the number of the newest revision, from 1.
func (t *Trace) Newest() int { return t.First + len(t.Revisions) - 1 }

// Revision returns a revision; 0 is the newest.
func (t *Trace) Revision(n int) (*Revision, bool) {
	if n == 0 {
		n = t.Newest()
	}
	if n < t.First || n > t.Newest() {
		return nil, false
	}
	return &t.Revisions[n-t.First], true
}

// Size returns what the trace takes in the store.
func (t *Trace) Size() (sum int64) {
	for _, r := range t.Revisions {
		sum += r.Stored
	}
	return sum
}

// ErrNone is the error of a trace that does not exist.
var ErrNone = &problem.Error{Status: http.StatusNotFound, Path: "trace", Message: "there is no such trace; it may have been deleted, or removed in favour of newer ones"}

// ErrBehind is the error of a chunk that another request has written first.
var ErrBehind = errors.New("another request has continued the trace")

// A Library has the bucket of the store.
type Library interface {
	// WithBucketAgain calls f with the bucket; see app.Core.
	WithBucketAgain(ctx context.Context, create bool, f func(ctx context.Context, b *nats.Bucket) error) error
	// ChargeStore is the admission of a value; see treestore.Store.Charge.
	ChargeStore(ctx context.Context, first bool, value []byte) (settle func(stored bool), err error)
	// StoreTime is the time of the store.
	StoreTime() time.Time
}

// A Store keeps traces.
type Store struct {
	Library
	Most int64 // bytes that all take; 0: MaxStored
}

func missing(err error) bool { return errors.Is(err, nats.ErrNoKey) || errors.Is(err, nats.ErrDeleted) }

// Load returns a trace.
func (s Store) Load(ctx context.Context, id key.ID) (*Trace, error) {
	t := &Trace{ID: id}
	err := s.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		data, sequence, err := b.Get(ctx, documentKey(id))
		if err != nil {
			return err
		}
		t.sequence = sequence
		return json.Unmarshal(data, t)
	})
	if missing(err) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Create stores a new trace.
func (s Store) Create(ctx context.Context, id key.ID, r Revision) (*Trace, error) {
	return s.CreateOn(ctx, id, r, nil)
}

// CreateOn stores a new trace with what its runs are sent for.
func (s Store) CreateOn(ctx context.Context, id key.ID, r Revision, basis []byte) (*Trace, error) {
	if err := s.makeRoom(ctx); err != nil {
		return nil, err
	}
	now := s.StoreTime()
	r.Created = now
	t := &Trace{ID: id, Created: now, First: 1, Revisions: []Revision{r}, Basis: basis}
	data, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	return t, s.charged(ctx, true, data, func(ctx context.Context, b *nats.Bucket) error {
		t.sequence, err = b.Create(ctx, documentKey(id), data)
		return err
	})
}

// charged stores a value after its admission.
func (s Store) charged(ctx context.Context, first bool, value []byte, put func(ctx context.Context, b *nats.Bucket) error) error {
	settle, err := s.ChargeStore(ctx, first, value)
	if err != nil {
		return err
	}
	err = s.WithBucketAgain(ctx, true, put)
	settle(err == nil)
	return err
}

// Change changes the document of a trace, perhaps several times until no other writer is in
// between.
func (s Store) Change(ctx context.Context, id key.ID, change func(t *Trace) error) (*Trace, error) {
	for {
		t, err := s.Load(ctx, id)
		if err != nil {
			return nil, err
		}
		if err := change(t); err != nil {
			return nil, err
		}
		var dropped []int
		for len(t.Revisions) > MaxRevisions {
			dropped = append(dropped, t.First)
			t.First, t.Revisions = t.First+1, t.Revisions[1:]
		}
		data, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		err = s.WithBucketAgain(ctx, true, func(ctx context.Context, b *nats.Bucket) error {
			t.sequence, err = b.Update(ctx, documentKey(id), data, t.sequence)
			return err
		})
		if errors.Is(err, nats.ErrKeyExists) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, rev := range dropped {
			if err := s.purge(ctx, chunksOf(id, rev)); err != nil {
				return nil, err
			}
		}
		return t, nil
	}
}

// AddRevision adds a run to a trace and returns its number. Its chunks may be written before.
func (s Store) AddRevision(ctx context.Context, id key.ID, r Revision) (*Trace, error) {
	r.Created = s.StoreTime()
	return s.Change(ctx, id, func(t *Trace) error {
		t.Revisions = append(t.Revisions, r)
		return nil
	})
}

// Remove deletes a trace.
func (s Store) Remove(ctx context.Context, id key.ID) error {
	return s.purge(ctx, everythingOf(id)...)
}

// RemoveChunks deletes the chunks of a run that is not stored after all.
func (s Store) RemoveChunks(ctx context.Context, id key.ID, rev int) error {
	return s.purge(ctx, chunksOf(id, rev))
}

func (s Store) purge(ctx context.Context, patterns ...string) error {
	return s.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		for _, p := range patterns {
			if err := b.Purge(ctx, p); err != nil {
				return err
			}
		}
		return nil
	})
}

// makeRoom removes the traces that were sent first while all together take more than MaxStored.
func (s Store) makeRoom(ctx context.Context) error {
	var list []Trace
	sum := int64(0)
	err := s.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		list, sum = nil, 0
		return b.Each(ctx, prefix+"*", true, func(name string, value []byte) error {
			t := Trace{ID: key.ID(strings.TrimPrefix(name, prefix))}
			if json.Unmarshal(value, &t) == nil {
				list = append(list, t)
				sum += t.Size()
			}
			return nil
		})
	})
	if missing(err) {
		return nil
	}
	most := cmp.Or(s.Most, MaxStored)
	if err != nil || sum <= most {
		return err
	}
	slices.SortFunc(list, func(a, b Trace) int { return a.Created.Compare(b.Created) })
	for _, t := range list {
		if sum <= most {
			break
		}
		if err := s.Remove(ctx, t.ID); err != nil {
			return err
		}
		sum -= t.Size()
	}
	return nil
}

func compress(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(raw); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

func decompress(stored []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(stored))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(z, ChunkBytes+1))
}
