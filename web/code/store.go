package code

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"espalier/web/problem"
	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/records"
)

// A program is stored with what its newest run was on. Its id is that of the trace of its runs; the key is that of
// both.

// prefix begins the keys of programs in the store, and their ids follow.
const prefix = "program."

var _ = records.Register(records.Kind{Prefix: prefix, One: "program", Many: "programs",
	Number:   func(_ []string, value []byte) int { return records.NumberIn(value, "revision") },
	Refers:   records.IDsIn,
	Renumber: func(value []byte, number int) ([]byte, error) { return records.WithNumber(value, "revision", number) }})

func storeKey(id key.ID) string { return prefix + string(id) }

// A stored program.
type stored struct {
	Revision int    `json:"revision"` // that of its run
	Trace    key.ID `json:"trace"`    // its id: the store keeps what a value refers to
	Hint     string `json:"hint,omitempty"`
	how
	sequence uint64
}

var errNoProgram = &problem.Error{Status: http.StatusNotFound, Path: "program", Message: "there is no such program: the address is not whole, or it was deleted"}

// load returns a program.
func (h *Handlers) load(ctx context.Context, id key.ID) (*stored, error) {
	data, sequence, err := h.ReadValue(ctx, storeKey(id))
	if errors.Is(err, store.ErrNoKey) {
		return nil, errNoProgram
	}
	if err != nil {
		return nil, err
	}
	s := &stored{sequence: sequence}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("the program %s cannot be read: %w", id, err)
	}
	return s, nil
}

// save stores a program; before is what it replaces, or nil. Of two that are sent at once the newer one stays.
func (h *Handlers) save(ctx context.Context, id key.ID, s, before *stored) error {
	for {
		value, err := json.Marshal(s)
		if err != nil {
			return err
		}
		settle, err := h.Store.Charge(ctx, before == nil, value)
		if err != nil {
			return err
		}
		if before == nil {
			_, err = h.CreateValue(ctx, storeKey(id), value, "")
		} else {
			_, err = h.UpdateValue(ctx, storeKey(id), value, before.sequence, "")
		}
		settle(err == nil)
		if !errors.Is(err, store.ErrKeyExists) {
			return err
		}
		if before, err = h.load(ctx, id); err != nil {
			return err
		}
		if before.Revision >= s.Revision {
			return nil
		}
	}
}
