package experiments

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/search/experiment"
	"espalier/web/fair"
	"espalier/web/nats"
	"espalier/web/problem"
)

// The keys in the store, beside the trees:
//
//	experiment.run.ID       the document of a run
//	experiment.result.ID.N  the result of its task N
//	experiment.secret       the secret from which the tags of clients are made
const (
	runPrefix    = "experiment.run."
	resultPrefix = "experiment.result."
	secretKey    = "experiment.secret"
)

func resultKey(id string, task int) string { return resultPrefix + id + "." + strconv.Itoa(task) }

// The states of a run.
const (
	running   = "running"
	done      = "done"
	cancelled = "cancelled"
	failed    = "failed"
)

// A document is a run as it is stored.
type document struct {
	Experiment string            `json:"experiment"`
	Parameters experiment.Values `json:"parameters"`
	Owner      string            `json:"owner"` // a tag of the client
	State      string            `json:"state"`
	Error      string            `json:"error,omitempty"`
	Created    time.Time         `json:"created"`
	Since      time.Time         `json:"since"` // it has been running
	Spent      time.Duration     `json:"spent"` // before that
	Tasks      int               `json:"tasks"`

	sequence uint64 // in the store
}

// aged returns the time of the library, which the times of documents and results have:
// other processes compare them with theirs. It does not jump.
func (h *Handlers) aged() time.Time {
	now, _ := h.Library.Now()
	return now
}

// seconds returns for how long the run has been running.
func (d *document) seconds(now time.Time) float64 {
	spent := d.Spent
	if d.State == running {
		spent += max(0, now.Sub(d.Since))
	}
	return max(0, spent.Seconds())
}

// stop ends the running of a run.
func (d *document) stop(state string, now time.Time) {
	d.Spent = time.Duration(d.seconds(now) * float64(time.Second))
	d.State = state
}

// A result is that of a task, as it is stored.
type result struct {
	Counts []experiment.Counts `json:"counts"` // of each job
	Millis []int64             `json:"ms"`     // that each took
	At     time.Time           `json:"at"`
}

var errNoRun = &problem.Error{Status: http.StatusNotFound, Path: "id", Message: "there is no such run; it may have been deleted in favour of newer runs"}

// errUnreadable is the error of a damaged document.
var errUnreadable = errors.New("the document of the run cannot be read")

func newID() string { return strings.ToLower(rand.Text()[:16]) }

// validID reports whether a text can be the id of a run, and so a part of a key.
func validID(id string) bool {
	return len(id) == 16 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// withQueue calls f with the queue of tasks.
func (h *Handlers) withQueue(ctx context.Context, f func(ctx context.Context, q *nats.Queue) error) error {
	return h.WithBucket(ctx, true, func(ctx context.Context, b *nats.Bucket) error {
		h.queueMu.Lock()
		q := h.queue
		h.queueMu.Unlock()
		if q == nil || !q.Of(b) {
			var err error
			if q, err = b.Queue(ctx); err != nil {
				return err
			}
			h.queueMu.Lock()
			h.queue = q
			h.queueMu.Unlock()
		}
		err := f(ctx, q)
		if err != nil {
			h.queueMu.Lock()
			h.queue = nil // it may be lost; the next call opens a new one
			h.queueMu.Unlock()
		}
		return err
	})
}

// loadDocument reads the document of a run.
func (h *Handlers) loadDocument(ctx context.Context, id string) (d document, err error) {
	if !validID(id) {
		return d, errNoRun
	}
	var data []byte
	err = h.WithBucket(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		data, d.sequence, err = b.Get(ctx, runPrefix+id)
		return err
	})
	if errors.Is(err, nats.ErrNoKey) || errors.Is(err, nats.ErrDeleted) {
		return d, errNoRun
	}
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return d, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return d, nil
}

// change changes the document of a run by the given function, and returns it. The function
// reports whether it changed something.
func (h *Handlers) change(ctx context.Context, id string, change func(d *document) bool) (d document, err error) {
	for {
		if d, err = h.loadDocument(ctx, id); err != nil || !change(&d) {
			return d, err
		}
		data, err := json.Marshal(&d)
		if err != nil {
			return d, err
		}
		err = h.WithBucket(ctx, true, func(ctx context.Context, b *nats.Bucket) error {
			sequence, err := b.Update(ctx, runPrefix+id, data, d.sequence)
			if err == nil {
				d.sequence = sequence
			}
			return err
		})
		if !errors.Is(err, nats.ErrKeyExists) { // else another process was faster
			return d, err
		}
	}
}

// names returns the remainders of all keys with a prefix.
func (h *Handlers) names(ctx context.Context, prefix string) (names []string, err error) {
	err = h.WithBucket(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		names, err = b.List(ctx, prefix+"*")
		return err
	})
	if errors.Is(err, nats.ErrNoKey) {
		return nil, nil
	}
	for i := range names {
		names[i] = strings.TrimPrefix(names[i], prefix)
	}
	return names, err
}

// remove removes a run with its results.
func (h *Handlers) remove(ctx context.Context, id string) error {
	return h.WithBucket(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		return errors.Join(b.Purge(ctx, runPrefix+id), b.Purge(ctx, resultPrefix+id+".>"))
	})
}

// makeRoom removes an ended run if too many are stored: the oldest run of the client with the
// most runs.
func (h *Handlers) makeRoom(ctx context.Context) error {
	ids, err := h.names(ctx, runPrefix)
	if err != nil || len(ids) < MaxKept {
		return err
	}
	oldest := map[string]string{} // run of each owner
	created, kept := map[string]time.Time{}, map[string]int{}
	for _, id := range ids {
		d, err := h.loadDocument(ctx, id)
		if err != nil || d.State == running {
			continue
		}
		kept[d.Owner]++
		if before, ok := oldest[d.Owner]; !ok || d.Created.Before(created[before]) {
			oldest[d.Owner], created[id] = id, d.Created
		}
	}
	owner, most := "", 0
	for o, n := range kept {
		if n > most || n == most && o < owner {
			owner, most = o, n
		}
	}
	if most == 0 {
		return nil // all are running, and MaxRunning limits them
	}
	h.forget(oldest[owner], time.Now())
	return h.remove(ctx, oldest[owner])
}

// ownerOf returns the tag of a client. It is the same in all processes, and does not reveal
// the client without the secret of the store.
func (h *Handlers) ownerOf(ctx context.Context) (string, error) {
	secret, err := h.readSecret(ctx)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(fair.ClientFrom(ctx).String()))
	return hex.EncodeToString(mac.Sum(nil)[:7]), nil
}

func clientOf(owner string) fair.Client {
	var tag [7]byte
	hex.Decode(tag[:], []byte(owner)[:min(len(owner), 2*len(tag))])
	return fair.ClientOfTag(tag)
}

func (h *Handlers) readSecret(ctx context.Context) (secret []byte, err error) {
	err = h.WithBucket(ctx, true, func(ctx context.Context, b *nats.Bucket) error {
		secret, _, err = b.Get(ctx, secretKey)
		if !errors.Is(err, nats.ErrNoKey) {
			return err
		}
		fresh := make([]byte, 32)
		rand.Read(fresh)
		if _, err = b.Create(ctx, secretKey, fresh); err == nil || !errors.Is(err, nats.ErrKeyExists) {
			secret = fresh
			return err
		}
		secret, _, err = b.Get(ctx, secretKey) // another process was faster
		return err
	})
	return slices.Clone(secret), err
}
