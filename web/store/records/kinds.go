package records

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/web/store/key"
)

// An ID is that of a log, or of a root of a kind.
type ID = key.ID

// A Kind is a kind of values that a feature keeps in the store. A feature registers it
// when its package is initialized. Then all its values are part of the promise: they are in the
// ledger, a lost one is named as damaged, Verify counts them, and Restore mends them.
type Kind struct {
	// Prefix begins the keys, as "room." or "experiment.run.", and no other kind's. What follows are
	// words with dots between them; the first one is the id, and the prefix with the id is the root.
	Prefix string
	// One and Many say what a root is, as "room" and "rooms".
	One, Many string
	// Single is set if there is only one value, whose key is what an operator names.
	Single bool
	// Describe names the value of a key by the words after the prefix, in a sentence. If it is nil,
	// each value is named after its root.
	Describe func(words []string) string
	// Number returns the number of a value that is overwritten in place. Each write increases it. It
	// is 0 if the value cannot be read, and 1 if a key is written once. If it is nil, all keys are.
	Number func(words []string, value []byte) int
	// Renumber returns a value with another number. Restore calls it if the newest value stays lost:
	// the newest one that can be read is then stored with the next number. If it is nil, the value stays
	// lost.
	Renumber func(value []byte, number int) ([]byte, error)
	// Note returns what the ledger keeps to say what is lost if the value is lost. It is for a value
	// that is stored without a note; nil: there is none.
	Note func(words []string, value []byte) string
	// Large reports whether a value is large. A comparison with the ledger only looks whether it is
	// there, and it is not kept in memory. If it is nil, no value is.
	Large func(words []string) bool
	// Unfinished returns those of the keys below a root that belong to a write of several steps that
	// has not ended (steps.go). value is that of the root, or nil if there is none. If Unfinished is
	// nil, all keys stay.
	Unfinished func(keys []string, value []byte) []string
	// Keep is how long a root is kept after it was last used; 0: until somebody deletes it. Then the
	// store sweeps it (sweep.go).
	Keep time.Duration
	// Used returns when a root was last used, as far as one of its values says, by the time of the
	// store; the zero time: the value does not say it. The newest of all counts.
	Used func(words []string, value []byte) time.Time
	// Refers returns the ids of roots of other kinds that a value refers to. If it is nil, there are
	// none.
	Refers func(words []string, value []byte) []ID
	// Named is set if values of other kinds may refer to a root. One that is referred to is neither
	// swept nor removed to make space.
	Named bool
	// Of returns the key of the value that a root belongs to, as the run of a student to the record of
	// the student; "": to none. The root is stored first, and then noted in that value by the
	// Attach of its kind (steps.go). It is deleted after that value. If Of is nil, no root belongs to a value.
	Of func(value []byte) string
	// Attach returns a value in which a root is noted that belongs to it, at a time of the store; nil:
	// it is noted already.
	Attach func(words []string, value []byte, root string, of []byte, now time.Time) ([]byte, error)
}

// kinds are the registered kinds, in the order of their prefixes.
var kinds []*Kind

// Register registers a kind. It is called while packages are initialized.
func Register(k Kind) struct{} {
	at, known := slices.BinarySearchFunc(kinds, k.Prefix, func(k *Kind, p string) int { return strings.Compare(k.Prefix, p) })
	for _, other := range kinds {
		known = known || strings.HasPrefix(other.Prefix, k.Prefix) || strings.HasPrefix(k.Prefix, other.Prefix)
	}
	if known || !strings.HasSuffix(k.Prefix, ".") || (k.Keep > 0) != (k.Used != nil) {
		panic(fmt.Sprintf("records: a kind with the prefix %q", k.Prefix))
	}
	kinds = slices.Insert(kinds, at, &k)
	return struct{}{}
}

// kindOfKey returns the kind of a key, or nil if it is no key of a value.
func kindOfKey(key string) *Kind {
	for _, k := range kinds {
		if strings.HasPrefix(key, k.Prefix) {
			return k
		}
	}
	return nil
}

// words returns the words of a key after the prefix.
func (k *Kind) words(key string) []string {
	return strings.Split(strings.TrimPrefix(key, k.Prefix), ".")
}

// isValue reports whether a key is that of a value.
func isValue(key string) bool { return kindOfKey(key) != nil }

// numberOf returns the number of a stored value, or 0 if it cannot be read.
func numberOf(key string, value []byte) int {
	k := kindOfKey(key)
	if k == nil || k.Number == nil {
		return 1
	}
	return k.Number(k.words(key), value)
}

// noteOf returns the note of a value that is stored without one.
func noteOf(key string, value []byte) string {
	k := kindOfKey(key)
	if k == nil || k.Note == nil {
		return ""
	}
	return k.Note(k.words(key), value)
}

// isLarge reports whether the value of a key is large.
func isLarge(key string) bool {
	k := kindOfKey(key)
	return k != nil && k.Large != nil && k.Large(k.words(key))
}

// describeValue names a value in words.
func describeValue(key string) string {
	k := kindOfKey(key)
	switch {
	case k == nil:
		return "the value " + key
	case k.Describe != nil:
		return k.Describe(k.words(key))
	}
	return "the " + k.One + " " + k.words(key)[0]
}

// NumberIn returns the number in a member of a JSON object. A value without it is from an early
// version, and has the number 1.
func NumberIn(value []byte, member string) int {
	var members map[string]json.RawMessage
	if json.Unmarshal(value, &members) != nil {
		return 0
	}
	n := 0
	if raw, found := members[member]; found && json.Unmarshal(raw, &n) != nil {
		return 0
	}
	return max(1, n)
}

// WithNumber returns a JSON object with another number in a member, as a Renumber.
func WithNumber(value []byte, member string, number int) ([]byte, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(value, &members); err != nil {
		return nil, err
	}
	members[member] = strconv.AppendInt(nil, int64(number), 10)
	return json.Marshal(members)
}

// TextIn returns the text in a member of a JSON object, or "".
func TextIn(value []byte, member string) (text string) {
	var members map[string]json.RawMessage
	if json.Unmarshal(value, &members) == nil {
		json.Unmarshal(members[member], &text)
	}
	return text
}

// UsedIn returns a Used that reads members of JSON objects, which are times in ms.
func UsedIn(members ...string) func(words []string, value []byte) time.Time {
	return func(_ []string, value []byte) (used time.Time) {
		var all map[string]json.RawMessage
		if json.Unmarshal(value, &all) != nil {
			return used
		}
		for _, member := range members {
			ms := int64(0)
			if json.Unmarshal(all[member], &ms) == nil && ms > 0 && time.UnixMilli(ms).After(used) {
				used = time.UnixMilli(ms)
			}
		}
		return used
	}
}

// IDsIn is a Refers: it returns the words of a value that have the form of an id.
func IDsIn(_ []string, value []byte) (ids []ID) {
	for begin := 0; begin < len(value); begin++ {
		end := begin
		for end < len(value) && (value[end] >= 'a' && value[end] <= 'z' || value[end] >= '2' && value[end] <= '7') {
			end++
		}
		if end-begin == key.Chars {
			if id, err := key.ParseID(string(value[begin:end])); err == nil {
				ids = append(ids, id)
			}
		}
		begin = end
	}
	return ids
}

// A Counted has the numbers of the values of a kind.
type Counted struct {
	Many    string // as in Kind
	Roots   int
	Values  int
	Damaged int // of the values
}

// countValues counts values by their kinds.
func countValues(keys []string, damaged []Damage) (all []Counted) {
	for _, k := range kinds {
		c, roots := Counted{Many: k.Many}, map[string]bool{}
		for _, key := range keys {
			if strings.HasPrefix(key, k.Prefix) {
				c.Values++
				roots[rootOf(key)] = true
			}
		}
		for _, d := range damaged {
			if d.Value && strings.HasPrefix(string(d.ID), k.Prefix) {
				c.Damaged++
			}
		}
		if c.Roots = len(roots); c.Values > 0 {
			all = append(all, c)
		}
	}
	return all
}
