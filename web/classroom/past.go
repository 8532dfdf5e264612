package classroom

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/store"
	"espalier/web/store/records"
)

// What is kept of a room that has ended: the table of its answers, for its presenter. It names no follower. The
// hand-ins and the names end with the room.
//
//	past.CODE
const pastPrefix = "past."

var _ = records.Register(records.Kind{Prefix: pastPrefix, One: "room that has ended", Many: "rooms that have ended", Keep: KeepResults, Used: records.UsedIn("ended")})

// A past is the stored form. It is written once.
type past struct {
	Hash     string `json:"k"`     // of the presenter's key
	Ended    int64  `json:"ended"` // by the time of the library in ms
	Students int    `json:"students"`
	CSV      []byte `json:"csv"`            // compressed
	Long     []byte `json:"long,omitempty"` // the long table, compressed; empty: of an early version, or too large
}

func pastKey(c entry.Code) string { return pastPrefix + string(c) }

// keepResults stores the table of answers of a room that ends. A room in which nothing was asked leaves none.
func (r *room) keepResults(ctx context.Context) error {
	v := r.snapshot()
	if v.Asked == 0 {
		return nil
	}
	t, err := r.answersTable(ctx)
	if err != nil {
		return err
	}
	students := 0
	b, err := compressed(func(w io.Writer) { students = t.write(w) })
	if err != nil {
		return err
	}
	long, err := compressed(func(w io.Writer) { t.writeLong(w, false) })
	if err != nil {
		return err
	}
	if b.Len()+long.Len() > MaxResults {
		long.Reset()
	}
	if b.Len() > MaxResults {
		r.h.Log.Warn("rooms: the answers of a room are too large to be kept after its end", "code", string(r.code), "bytes", b.Len(), "maximum", MaxResults)
		return nil
	}
	value, err := json.Marshal(past{v.Hash, r.h.stamp(), students, b.Bytes(), long.Bytes()})
	if err != nil {
		return fmt.Errorf("the results of the room %s: %w", r.code, err)
	}
	_, err = r.h.CreateValue(ctx, pastKey(r.code), value, "")
	if errors.Is(err, store.ErrKeyExists) { // another server was first
		return nil
	}
	return err
}

func compressed(write func(w io.Writer)) (*bytes.Buffer, error) {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	write(zip)
	return &b, zip.Close()
}

// endSwept ends a room that no server had in memory when its time was over, before the sweep of the store deletes it.
func (h *Handlers) endSwept(ctx context.Context, code string) error {
	r, err := h.enter(ctx, entry.Code(code)) // which ends it
	switch {
	case errors.Is(err, errNoRoom):
		return nil
	case err != nil:
		return err
	}
	h.leave(r)
	return fmt.Errorf("the room %s is in use and cannot be swept", code)
}

// past returns what is kept of a room that has ended, with its key.
func (h *Handlers) past(ctx context.Context, k entry.Key) (*past, error) {
	data, _, err := h.ReadValue(ctx, pastKey(k.Code()))
	if errors.Is(err, store.ErrNoKey) {
		return nil, errNoRoom
	}
	if err != nil {
		return nil, err
	}
	p := &past{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("the results of the room %s cannot be read: %w", k.Code(), err)
	}
	if !k.Matches(p.Hash) {
		return nil, errNoRoom
	}
	return p, nil
}

// servePast answers a request for the table of answers of a room that has ended.
func (h *Handlers) servePast(w http.ResponseWriter, r *http.Request, long bool) error {
	k, ok := keyOf(r)
	if !ok {
		return errNoRoom
	}
	p, err := h.past(r.Context(), k)
	if err != nil {
		return err
	}
	stored := p.CSV
	if long && len(p.Long) > 0 {
		stored = p.Long
	}
	table, err := gzip.NewReader(bytes.NewReader(stored))
	if err != nil {
		return fmt.Errorf("the results of the room %s cannot be read: %w", k.Code(), err)
	}
	if err := app.StreamAnswer(r.Context(), 0); err != nil {
		return err
	}
	app.NameCSV(w, answersName(k.Code()))
	_, err = io.Copy(w, table)
	return err
}

// removePast deletes what is kept of a room that has ended.
func (h *Handlers) removePast(ctx context.Context, k entry.Key) error {
	if _, err := h.past(ctx, k); err != nil {
		return err
	}
	return h.RemoveValues(ctx, pastKey(k.Code()))
}

func answersName(c entry.Code) string { return "answers-" + string(c) }
