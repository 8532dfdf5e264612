package experiments

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"espalier/search/experiment"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/store"
	"espalier/web/store/records"
)

// The keys in the store, beside the trees:
//
//	experiment.run.ID       the document of a run
//	experiment.result.ID.N  the result of its task N
const (
	runPrefix    = "experiment.run."
	resultPrefix = "experiment.result."
)

var (
	_ = records.Register(records.Kind{Prefix: runPrefix, One: "run of an experiment", Many: "runs of experiments",
		Number: func(_ []string, value []byte) int { return records.NumberIn(value, "revision") }})
	_ = records.Register(records.Kind{Prefix: resultPrefix, One: "result of an experiment", Many: "results of experiments",
		Describe: func(words []string) string { return "a result of the run " + words[0] + " of an experiment" }})
)

func resultKey(id string, task int) string { return resultPrefix + id + "." + strconv.Itoa(task) }

// The states of a run.
const (
	running   = "running"
	done      = "done"
	cancelled = "cancelled"
	failed    = "failed"
)

// States lists the states of a run.
var States = []string{running, done, cancelled, failed}

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
	Revision   int               `json:"revision"` // 0 if an early version has stored it, else from 1

	sequence uint64 // in the store
}

// aged returns the time of the library, which the times of documents and results have:
// other processes compare them with theirs. It does not jump.
func (h *Handlers) aged() time.Time {
	now, _ := h.Store.Now()
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
func (h *Handlers) withQueue(ctx context.Context, f func(ctx context.Context, q store.Queue) error) error {
	ctx, cancel := context.WithTimeout(ctx, app.StoreTimeout)
	defer cancel()
	return h.Store.WithQueue(ctx, func(q store.Queue) error { return f(ctx, q) })
}

// loadDocument reads the document of a run.
func (h *Handlers) loadDocument(ctx context.Context, id string) (d document, err error) {
	if !validID(id) {
		return d, errNoRun
	}
	data, sequence, err := h.ReadValue(ctx, runPrefix+id)
	if errors.Is(err, store.ErrNoKey) {
		return d, errNoRun
	}
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(data, &d); err != nil {
		return d, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	d.sequence = sequence
	return d, nil
}

// change changes the document of a run by the given function, and returns it. The function
// reports whether it changed something.
func (h *Handlers) change(ctx context.Context, id string, change func(d *document) bool) (d document, err error) {
	for {
		if d, err = h.loadDocument(ctx, id); err != nil || !change(&d) {
			return d, err
		}
		d.Revision = max(1, d.Revision) + 1
		data, err := json.Marshal(&d)
		if err != nil {
			return d, err
		}
		sequence, err := h.UpdateValue(ctx, runPrefix+id, data, d.sequence, "")
		if err == nil {
			d.sequence = sequence
		}
		if !errors.Is(err, store.ErrKeyExists) { // else another process was faster
			return d, err
		}
	}
}

// names returns the remainders of all keys with a prefix.
func (h *Handlers) names(ctx context.Context, prefix string) ([]string, error) {
	names, err := h.ListValues(ctx, prefix+"*")
	for i := range names {
		names[i] = strings.TrimPrefix(names[i], prefix)
	}
	return names, err
}

// remove removes a run with its results.
func (h *Handlers) remove(ctx context.Context, id string) error {
	return errors.Join(h.RemoveValues(ctx, runPrefix+id), h.RemoveValues(ctx, resultPrefix+id))
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

// clientOf returns the client behind the tag of an owner, for its share of the processors.
func clientOf(owner string) fair.Client {
	var tag [7]byte
	copy(tag[:], owner)
	return fair.ClientOfTag(tag)
}
