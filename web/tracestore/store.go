// Package tracestore keeps what programs print about their searches, beside the saved trees.
//
// What must hold: bytes that were acknowledged are on the disk, in their order, or named as damaged;
// nothing that was sent is changed; a run whose sending was interrupted is in nobody's way; what
// something else refers to is not removed for new runs; the key of a trace is not stored, since its id
// is a hash of the key.
package tracestore

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"espalier/web/problem"
	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/records"
)

// The keys in the store, which also has the trees:
//
//	trace.ID              the document of a trace; it exists as long as this key
//	trace.ID.c.RUN.K      chunk K of what was sent for a run, compressed
//
// RUN is the tag of the run in the document; a run of an early version has its number instead. The
// chunks of a run that is sent as a whole are written before the document names it, so a run
// whose sending was interrupted is in no one's way. The store removes its chunks (records.Chunked).
//
// All are values of the ledger (web/store/records/kinds.go): one that is lost is damaged, not missing.

// Prefix begins the keys of traces.
const Prefix = "trace."

var _ = records.Register(records.Chunked(records.Kind{Prefix: Prefix, One: "trace", Many: "traces",
	Describe: func(words []string) string {
		if len(words) > 1 {
			return "a part of a run of the trace " + words[0]
		}
		return "the trace " + words[0]
	},
	Number: func(_ []string, value []byte) int { return records.NumberIn(value, "version") },
	Named:  true,
	Of: func(value []byte) string {
		of, _, _ := strings.Cut(records.TextIn(value, "of"), "#")
		return of
	}}, func(value []byte) (func(tag string) bool, error) {
	t := &Trace{}
	return t.has, json.Unmarshal(value, t)
}))

// DocumentKey returns the key of the document of a trace.
func DocumentKey(id key.ID) string { return Prefix + string(id) }

const (
	// MaxStored is the most that all traces take in the store. Beyond that some are removed, or new
	// ones are refused (space.go).
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
	// Of is the key of the value that a feature keeps the trace for, and after # the place in it; "":
	// somebody has sent it. It is deleted after that value.
	Of string `json:"of,omitempty"`
	// Owner is a tag of the address that sent it, and Version grows with each write. An early version
	// stored neither.
	Owner   string `json:"owner,omitempty"`
	Version int    `json:"version"`

	sequence uint64
	bytes    int64 // of the document
}

// A Revision is one run of the program.
type Revision struct {
	Tag       string    `json:"tag,omitempty"` // where its chunks are; "": those of its number
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
	SkipOther bool      `json:"skip_other,omitempty"` // lines that the program prints besides its events are left out
	Verdict   string    `json:"verdict,omitempty"`
	Errors    int       `json:"errors"`
	Notes     int       `json:"notes"`
	// Ended says why a live run was ended by the server; "": its program has ended it, or was sent whole.
	Ended string `json:"ended,omitempty"`
	// TooLarge: the run has ended without a check, for which the server has not enough memory.
	TooLarge bool `json:"too_large,omitempty"`
	// What is known of the program of a live run: "running" and its kin, when bytes of it came last, and
	// when its connection broke. It is not stored.
	Program string    `json:"-"`
	Heard   time.Time `json:"-"`
	Broke   time.Time `json:"-"`
	// Line and Why are what a feature learns of the run: the first error, or why it is incomplete. At is the line of the
	// program's text; 0: it is not known.
	Line int    `json:"line,omitempty"`
	At   int    `json:"at,omitempty"`
	Why  string `json:"why,omitempty"`
}

// A Fault is the line at which a run cannot be read further.
type Fault struct {
	Line   int    `json:"line"`
	Detail string `json:"detail"`
	CutOff bool   `json:"cut_off,omitempty"` // the run stops within this line
	Other  int    `json:"other,omitempty"`   // how many lines are output of the program itself, if this is the first one
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

// Place returns where the chunks of a revision are.
func (t *Trace) Place(n int) Place {
	r, ok := t.Revision(n)
	if !ok || r.Tag == "" {
		return records.ChunksAt(DocumentKey(t.ID), fmt.Sprintf("%06d", n))
	}
	return records.ChunksAt(DocumentKey(t.ID), r.Tag)
}

// has reports whether one of the revisions has its chunks at a tag.
func (t *Trace) has(tag string) bool {
	for n := t.First; n <= t.Newest(); n++ {
		if t.Place(n).Tag() == tag {
			return true
		}
	}
	return false
}

// live reports whether the newest run goes on.
func (t *Trace) live() bool {
	r, ok := t.Revision(0)
	return ok && r.Live
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

// A Library has the values of the store; see app.Core.
type Library interface {
	records.Values
	RemoveValues(ctx context.Context, root string) error
	RemoveMatching(ctx context.Context, pattern string) error
	// ChargeStore is the admission of a value; see records.Store.Charge.
	ChargeStore(ctx context.Context, first bool, value []byte) (settle func(stored bool), err error)
	// StoreTime is the time of the store.
	StoreTime() time.Time
	// OwnerTag returns a tag of the client of a context.
	OwnerTag(ctx context.Context, kind string) (string, error)
	// Referred returns those of some traces that something else in the store names.
	Referred(ctx context.Context, Prefix string, ids map[key.ID]bool) (map[key.ID]bool, error)
}

// A Store keeps traces.
type Store struct {
	Library
	Space *Space
	Most  int64 // bytes that all take; 0: MaxStored
}

func missing(err error) bool { return errors.Is(err, store.ErrNoKey) }

// Load returns a trace. The error is a records.DamagedError if the store has lost it.
func (s Store) Load(ctx context.Context, id key.ID) (*Trace, error) {
	data, sequence, err := s.ReadValue(ctx, DocumentKey(id))
	if missing(err) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	t, err := Read(DocumentKey(id), data)
	t.sequence = sequence
	return t, err
}

// Read reads the document of a trace with its key.
func Read(root string, data []byte) (*Trace, error) {
	t := &Trace{ID: key.ID(strings.TrimPrefix(root, Prefix)), bytes: int64(len(data))}
	return t, json.Unmarshal(data, t)
}

// Each calls f with each trace, until f returns an error. A trace whose document is lost is nil.
func (s Store) Each(ctx context.Context, f func(id key.ID, t *Trace) error) error {
	keys, err := s.ListValues(ctx, Prefix+"*")
	for i := 0; err == nil && i < len(keys); i++ {
		id := key.ID(strings.TrimPrefix(keys[i], Prefix))
		t, failed := s.Load(ctx, id)
		switch {
		case errors.Is(failed, ErrNone): // it was deleted meanwhile
			continue
		case records.IsDamaged(failed):
			t = nil
		case failed != nil:
			return failed
		}
		err = f(id, t)
	}
	return err
}

// Create stores a new trace.
func (s Store) Create(ctx context.Context, id key.ID, r Revision) (*Trace, error) {
	return s.CreateOn(ctx, id, r, "", nil)
}

// ErrThere is the error of a new trace whose id another request was first to use.
var ErrThere = errors.New("the trace has just been made by another request")

// CreateOn stores a new trace that a feature keeps, with what its runs are sent for.
func (s Store) CreateOn(ctx context.Context, id key.ID, r Revision, of string, basis []byte) (*Trace, error) {
	owner, err := s.OwnerTag(ctx, "trace")
	if err != nil {
		return nil, err
	}
	r.Tag = cmp.Or(r.Tag, records.NewChunks("").Tag())
	r.Created = s.StoreTime()
	t := &Trace{ID: id, Created: r.Created, First: 1, Revisions: []Revision{r}, Basis: basis, Of: of, Owner: owner, Version: 1}
	data, err := json.Marshal(t)
	if err != nil {
		return nil, err
	}
	if err := s.reserve(ctx, id, owner, int64(len(data))); err != nil {
		return nil, err
	}
	err = s.charged(ctx, true, data, func() error {
		t.sequence, err = s.CreateValue(ctx, DocumentKey(id), data, "")
		return err
	})
	if errors.Is(err, store.ErrKeyExists) {
		err = ErrThere
	}
	if err != nil {
		return t, err
	}
	s.Space.settled(t.Place(1))
	return t, nil
}

// charged stores a value after its admission.
func (s Store) charged(ctx context.Context, first bool, value []byte, put func() error) error {
	settle, err := s.ChargeStore(ctx, first, value)
	if err != nil {
		return err
	}
	err = put()
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
		var dropped []Place
		for len(t.Revisions) > MaxRevisions {
			dropped = append(dropped, t.Place(t.First))
			t.First, t.Revisions = t.First+1, t.Revisions[1:]
		}
		t.Version = max(t.Version, 1) + 1
		data, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		t.sequence, err = s.UpdateValue(ctx, DocumentKey(id), data, t.sequence, "")
		if errors.Is(err, store.ErrKeyExists) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, p := range dropped {
			if err := s.RemoveMatching(ctx, p.All()); err != nil {
				return nil, err
			}
		}
		return t, nil
	}
}

// AddRevision adds a run to a trace, and returns its number. Its chunks may be written before. of is
// what a feature keeps the trace for, or "".
func (s Store) AddRevision(ctx context.Context, id key.ID, r Revision, of string) (n int, err error) {
	r.Tag = cmp.Or(r.Tag, records.NewChunks("").Tag())
	r.Created = s.StoreTime()
	t, err := s.Change(ctx, id, func(t *Trace) error {
		if !t.has(r.Tag) { // otherwise an earlier try was stored without an answer
			t.Revisions = append(t.Revisions, r)
		}
		t.Of = cmp.Or(t.Of, of)
		return nil
	})
	if err != nil {
		return 0, err
	}
	for n = t.Newest(); t.Revisions[n-t.First].Tag != r.Tag; n-- {
	}
	s.Space.settled(records.ChunksAt(DocumentKey(id), r.Tag))
	return n, nil
}

// Remove deletes a trace.
func (s Store) Remove(ctx context.Context, id key.ID) error {
	return s.RemoveValues(ctx, DocumentKey(id))
}
