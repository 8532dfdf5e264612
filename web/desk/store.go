package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"espalier/web/problem"
	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/records"
)

// The keys in the store, which also has the trees:
//
//	desk.ID    a desk, where ID is a hash of its key
//
// They are values of the ledger (web/store/records/kinds.go): one that is lost is damaged, not missing. What a
// desk refers to is encrypted, so the store cannot know it.
const prefix = "desk."

var _ = records.Register(records.Kind{Prefix: prefix, One: "desk", Many: "desks",
	Number:   func(_ []string, value []byte) int { return records.NumberIn(value, "revision") },
	Renumber: func(value []byte, number int) ([]byte, error) { return records.WithNumber(value, "revision", number) },
	Keep:     Lifetime, Used: records.UsedIn("touched")})

func storeKey(id key.ID) string { return prefix + string(id) }

// A stored is the stored form of a desk.
type stored struct {
	Revision int    `json:"revision"` // each write increases it
	Touched  int64  `json:"touched"`  // the last opening or change, by the time of the library in ms
	Box      []byte `json:"box"`      // the encrypted content
}

// A desk is an open desk.
type desk struct {
	key      key.Key
	revision int
	touched  int64
	things   []item
	sequence uint64 // in the store
}

// An item is a thing on a desk.
type item struct {
	Kind   string `json:"kind"`
	Key    string `json:"key"`
	Title  string `json:"title,omitempty"` // as it was when it was put there, or as it was last seen
	Folder string `json:"folder,omitempty"`
	Added  int64  `json:"added"` // by the time of the library in ms

	id string // public; it follows from the key
}

// find returns the place of a thing on a desk, or -1.
func (d *desk) find(id string) int {
	return slices.IndexFunc(d.things, func(i item) bool { return i.id == id })
}

// value returns the stored form.
func (d *desk) value() []byte {
	content, err := json.Marshal(d.things)
	if err != nil {
		panic(err) // they are texts and numbers
	}
	b, err := json.Marshal(stored{d.revision, d.touched, seal(d.key, content)})
	if err != nil {
		panic(err) // as above
	}
	return b
}

var errNoDesk = &problem.Error{Status: http.StatusNotFound, Path: "desk",
	Message: fmt.Sprintf("there is no desk with this key: the link is not whole, a newer link has replaced it, or the desk was not opened for %d days", Lifetime/(24*time.Hour))}

// load returns a desk.
func (h *Handlers) load(ctx context.Context, k key.Key) (*desk, error) {
	data, sequence, err := h.ReadValue(ctx, storeKey(k.ID()))
	if errors.Is(err, store.ErrNoKey) {
		return nil, errNoDesk
	}
	if err != nil {
		return nil, err
	}
	var s stored
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("the desk %s cannot be read: %w", k.ID(), err)
	}
	content, err := unseal(k, s.Box)
	if err != nil {
		return nil, err
	}
	d := &desk{key: k, revision: s.Revision, touched: s.Touched, sequence: sequence}
	if err := json.Unmarshal(content, &d.things); err != nil {
		return nil, fmt.Errorf("the content of the desk %s cannot be read: %w", k.ID(), err)
	}
	for n := range d.things {
		d.things[n].id = h.idOf(&d.things[n])
	}
	return d, nil
}

// create stores a new desk with some things, and returns its key.
func (h *Handlers) create(ctx context.Context, things []item) (key.Key, error) {
	d := &desk{key: key.New(), revision: 1, touched: h.stamp(), things: things}
	value := d.value()
	settle, err := h.Store.Charge(ctx, true, value)
	if err != nil {
		return "", err
	}
	_, err = h.CreateValue(ctx, storeKey(d.key.ID()), value, "")
	settle(err == nil)
	return d.key, err
}

// change changes a desk and stores it. change reports whether it has changed something, and is called again if
// another machine was first.
func (h *Handlers) change(ctx context.Context, k key.Key, change func(d *desk) (changed bool, err error)) (*desk, error) {
	for {
		d, err := h.load(ctx, k)
		if err != nil {
			return nil, err
		}
		if changed, err := change(d); err != nil || !changed {
			return d, err
		}
		d.revision++
		d.touched = h.stamp()
		value := d.value()
		settle, err := h.Store.Charge(ctx, false, value)
		if err != nil {
			return nil, err
		}
		_, err = h.UpdateValue(ctx, storeKey(k.ID()), value, d.sequence, "")
		settle(err == nil)
		if !errors.Is(err, store.ErrKeyExists) {
			return d, err
		}
	}
}

// renew stores the content of a desk under a new key, and removes the old one.
func (h *Handlers) renew(ctx context.Context, k key.Key) (key.Key, error) {
	d, err := h.load(ctx, k)
	if err != nil {
		return "", err
	}
	next, err := h.create(ctx, d.things)
	if err != nil {
		return "", err
	}
	if err := h.RemoveValues(ctx, storeKey(k.ID())); err != nil {
		// The old link still works, and nobody gets the new one.
		return "", errors.Join(err, h.RemoveValues(context.WithoutCancel(ctx), storeKey(next.ID())))
	}
	return next, nil
}

// stamp returns the time of the library in ms.
func (h *Handlers) stamp() int64 { return h.StoreTime().UnixMilli() }
