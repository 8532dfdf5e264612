package records

import (
	"errors"
	"fmt"

	"espalier/trees"
	"espalier/web/store"
)

// An UnavailableError reports why the store cannot be used now. A later attempt may
// succeed.
type UnavailableError = store.UnavailableError

// A DamagedError reports that a revision of a log, or a value of a feature, cannot be read. It does not unwrap to
// Err, since damage in the store is not an error of the request.
type DamagedError struct {
	ID       ID
	Value    bool // it is a value of a feature, and ID is its key
	Revision int  // the first revision that cannot be read
	Err      error

	// If the newest revision is lost:
	Newest   int // the newest revision that was acknowledged; else 0
	Readable int // the newest revision that can be read; 0 if none can
}

func (e *DamagedError) Error() string {
	if e.Value {
		return describeValue(string(e.ID)) + " cannot be read: " + e.Err.Error() + ": the store is damaged"
	}
	what := fmt.Sprintf("revision %d of the %s %s cannot be read: %v", e.Revision, e.noun(), e.ID, e.Err)
	switch {
	case e.Newest == 0:
		return what
	case e.Readable == 0:
		return what + fmt.Sprintf("; the %s had %d, and none can be read: the store is damaged", e.noun(), e.Newest)
	}
	return what + fmt.Sprintf("; the %s had %d, and revision %d is the newest that can be read: the store is damaged", e.noun(), e.Newest, e.Readable)
}

func (e *DamagedError) noun() string {
	return Damage{ID: e.ID, Value: e.Value}.What()
}

// Kind returns trees.Unavailable: it was acknowledged, and may be restored.
func (e *DamagedError) Kind() trees.ErrorKind { return trees.Unavailable }

// Place returns "saved".
func (e *DamagedError) Place() string { return "saved" }

// Reason returns the whole text, and what can be done about the damage.
func (e *DamagedError) Reason() string {
	if e.Newest == 0 {
		return e.Error()
	}
	if e.Value {
		return e.Error() + ". It was stored here. Whoever runs this server can restore it, if there is a backup"
	}
	return e.Error() + ". The " + e.noun() + " was kept here. Whoever runs this server can restore it, from a backup if there is one"
}

// DamageOf returns the damage that an error reports, or nil.
func DamageOf(err error) *DamagedError {
	var d *DamagedError
	if errors.As(err, &d) {
		return d
	}
	return nil
}

// IsDamaged reports whether an error says that the store has lost something.
func IsDamaged(err error) bool { return DamageOf(err) != nil }

// ErrMissing is the Err of a DamagedError for a record that does not exist.
var ErrMissing = errors.New("it is not in the store any more")
