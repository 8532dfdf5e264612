// Package ledger records in a second place what a store has acknowledged, so that what the store has
// lost is noticed, and what is damaged can be distinguished from what was never stored.
//
// A Ledger has a Mark for each key: the number and the sum of the newest acknowledged value, and a note.
// It is a file beside an embedded store, and in a cluster a file of each Espalier, which receives
// the entries of the others. An embedded store adds an entry before it acknowledges a write. If that cannot
// be written, the write is not acknowledged. The file is synced a moment later. So it may be behind the
// store after a power failure, but is never ahead of it. In a cluster the file is synced every second,
// and also has what was only read.
//
// An entry is:
//
//	kind   1 byte: 'v', the key has this value; 'i', the same, also if the key or its root was
//	       deleted before; 'x', the key was deleted; 'X', the root was deleted, with all keys below it
//	key    1 byte: its length
//	note   2 bytes: its length
//	number 4 bytes
//	sum    22 bytes, a Sum; zeros if there is none
//	the key and the note
//	check  4 bytes: CRC-32C of the bytes before it
//
// Numbers are little endian. Deletions, and values in the place of deleted ones, are turns: their entries
// are synced at once. The others are synced SyncAfter later. What was known when the ledger was opened,
// and all turns since then, are also in a copy. What the store has lost is only in the ledger, and one
// damaged file must not hide it. The file with fewer turns of a key has lost one, and is not believed.
package ledger

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"espalier/web/store"
)

// A Mark is what a ledger knows of a key. The zero value: nothing.
type Mark struct {
	Number  int // of the newest acknowledged value; 0 if it was deleted
	Sum     Sum // "" if an early version made the mark
	Note    string
	Deleted bool // the key or its root was deleted

	// Imported is set if the value was imported after a deletion. The other Espaliers have to know
	// that, and nobody else.
	Imported bool
}

// Is reports whether a value with a number and a sum is the one of the mark.
func (m Mark) Is(number int, sum Sum) bool {
	return m.Sum == sum || m.Sum == "" && number == m.Number
}

// kind returns the kind of its entry.
func (m Mark) kind() byte {
	switch {
	case m.Deleted:
		return deletedKey
	case m.Imported:
		return imported
	}
	return marked
}

// Rules say what the keys of a ledger are.
type Rules struct {
	// Root returns the root of a key, which may be the key itself. A root that is deleted stays
	// deleted, with all keys below it.
	Root func(key string) string
	// Once reports whether each number of a key is written only once, as the revisions of a tree are.
	// In a cluster, another value with the number that is known is then disputed, and does not replace it.
	Once func(key string) bool
	// CarryOver adds the marks that an early version kept in other files of a folder. The ledger is not
	// open then. It is nil if there are none.
	CarryOver func(dir string, to *Ledger) error
	// Early are the names of those files. They are removed once the ledger has been written and read.
	Early []string
}

// ErrDisputed reports that the ledger has another value with the number of a key.
var ErrDisputed = errors.New("the ledger has another value with this number")

// A Ledger is safe for concurrent use once it is open; before that it belongs to one goroutine. A nil
// *Ledger knows nothing and takes nothing.
type Ledger struct {
	name  string // "": it is only in memory
	rules Rules

	// Pass is called before each write to the file, and its error is that of the write. A test that
	// simulates a disk sets it.
	Pass func() error
	// Shared is set for the ledger of a cluster, before it is used.
	Shared bool

	mu       sync.Mutex
	marks    map[string]Mark
	gone     map[string]bool                // deleted roots
	below    map[string]map[string]struct{} // the keys of each root but the root itself
	disputed map[string]Mark                // other marks of other Espaliers for the number that is known

	waiting []byte // entries that are to be written
	synced  []byte // those of them that are turns
	round   *round // for those who wait for them
	writing bool   // a goroutine writes all that is waiting
	idle    sync.Cond
	open    bool // if it is not set, the ledger is only read
	dirty   bool // entries were written that are not synced
	behind  bool // an entry could not be written

	// These fields belong to the goroutine that writes. Without one, mu guards them.
	file *os.File // nil if it has to be opened
	size int      // bytes of the file
	torn bool     // an entry was cut off, or the files have to be written anew

	// Faults is the number of places that could not be read.
	Faults int
}

// New returns an empty ledger. Without a name it is only in memory.
func New(name string, rules Rules) *Ledger {
	l := &Ledger{name: name, rules: rules, marks: map[string]Mark{}, gone: map[string]bool{}, below: map[string]map[string]struct{}{}, disputed: map[string]Mark{}}
	l.idle.L = &l.mu
	return l
}

// Of returns what is known of a key.
func (l *Ledger) Of(key string) Mark {
	if l == nil {
		return Mark{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.of(key)
}

// of is Of. The caller holds mu, or nobody else has the ledger.
func (l *Ledger) of(key string) Mark {
	if l.gone[l.rules.Root(key)] {
		return Mark{Deleted: true}
	}
	return l.marks[key]
}

// Gone reports whether the root of a key was deleted.
func (l *Ledger) Gone(key string) bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.gone[l.rules.Root(key)]
}

// Disputed reports whether another Espalier has another value with the number that is known.
func (l *Ledger) Disputed(key string) bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	other, found := l.disputed[key]
	return found && other.Number == l.marks[key].Number
}

// Matching returns the keys that have a value and match a pattern, in their order.
func (l *Ledger) Matching(pattern string) (keys []string) {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	take := func(key string) {
		if l.marks[key].Number > 0 && store.Matches(pattern, key) {
			keys = append(keys, key)
		}
	}
	if root := l.rules.Root(pattern); strings.ContainsAny(root, "*>") {
		for key := range l.marks {
			take(key)
		}
	} else {
		take(root)
		for key := range l.below[root] {
			take(key)
		}
	}
	slices.Sort(keys)
	return keys
}

// Each calls f with a copy of each mark, also of deleted keys, in no order. It does not name the keys
// below a deleted root, only the root.
func (l *Ledger) Each(f func(key string, m Mark)) {
	if l == nil {
		return
	}
	for key, m := range l.all() {
		f(key, m)
	}
}

// all returns all marks.
func (l *Ledger) all() map[string]Mark {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := maps.Clone(l.marks)
	for root := range l.gone {
		all[root] = Mark{Deleted: true}
	}
	return all
}

// Sum returns a number that is the same for ledgers with the same marks.
func (l *Ledger) Sum() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sum()
}

// sum is Sum. The caller holds mu, or nobody else has the ledger.
func (l *Ledger) sum() []byte {
	var sum uint64
	l.each(func(kind byte, key string, m Mark) {
		if kind == imported {
			kind = marked
		}
		h := fnv.New64a()
		h.Write(m.entry(kind, key))
		sum ^= h.Sum64()
	})
	return binary.LittleEndian.AppendUint64(nil, sum)
}

// each calls f with the entry of each mark. The caller holds mu, or nobody else has the ledger.
func (l *Ledger) each(f func(kind byte, key string, m Mark)) {
	for root := range l.gone {
		f(deletedRoot, root, Mark{})
	}
	for key, m := range l.marks {
		f(m.kind(), key, m)
	}
}

// take adds an entry, and reports whether it is news. With own, an entry with the number that is known
// replaces it. The caller holds mu, or nobody else has the ledger.
func (l *Ledger) take(kind byte, key string, m Mark, own bool) (news bool, err error) {
	m.Deleted, m.Imported = kind == deletedKey, kind == imported
	root := l.rules.Root(key)
	old, known := l.marks[key]
	if kind == imported {
		if own || l.gone[root] || old.Deleted {
			delete(l.gone, root)
			l.put(root, key, m)
			return true, nil
		}
		kind, m.Imported = marked, false // an Espalier that knows of no deletion
	}
	switch {
	case l.gone[root]:
		return false, nil
	case kind == deletedRoot:
		l.dropRoot(key)
		return true, nil
	case kind == deletedKey:
		if old.Deleted {
			return false, nil
		}
		m = Mark{Deleted: true}
	case known && !old.Deleted:
		same := m.Number == old.Number
		once := l.Shared && l.rules.Once(key)
		switch {
		case m.Number < old.Number, same && m.Sum == old.Sum && m.Note == old.Note:
			return false, nil
		case same && once && (m.Sum == "" || m.Sum == old.Sum):
			return false, nil
		case same && once && old.Sum != "":
			l.disputed[key] = m // the first one is the one that was acknowledged
			return false, ErrDisputed
		case same && !once && !own:
			return false, nil
		}
	}
	l.put(root, key, m)
	return true, nil
}

// put sets the mark of a key.
func (l *Ledger) put(root, key string, m Mark) {
	if _, known := l.marks[key]; !known && root != key {
		if l.below[root] == nil {
			l.below[root] = map[string]struct{}{}
		}
		l.below[root][key] = struct{}{}
	}
	l.marks[key] = m
}

// drop forgets a key.
func (l *Ledger) drop(key string) {
	delete(l.marks, key)
	delete(l.disputed, key)
	root := l.rules.Root(key)
	if delete(l.below[root], key); len(l.below[root]) == 0 {
		delete(l.below, root)
	}
}

// dropRoot notes that a root is deleted.
func (l *Ledger) dropRoot(root string) {
	for key := range l.below[root] {
		delete(l.marks, key)
	}
	delete(l.below, root)
	delete(l.marks, root)
	delete(l.disputed, root)
	l.gone[root] = true
}

// Adopt adds a newer mark that the store has. It is called before Open.
func (l *Ledger) Adopt(key string, m Mark) {
	if news, _ := l.take(marked, key, m, true); news {
		l.torn = true // to be written anew
	}
}

// AdoptDeleted adds that a key was deleted. It is called before Open.
func (l *Ledger) AdoptDeleted(key string) {
	l.take(deletedKey, key, Mark{}, true)
	l.torn = true
}

// AdoptGone does that for a root.
func (l *Ledger) AdoptGone(root string) {
	l.take(deletedRoot, root, Mark{}, true)
	l.torn = true
}

// Forget forgets a key and the deletion of a root. It is called before Open.
func (l *Ledger) Forget(key string) {
	l.drop(key)
	delete(l.gone, key)
	l.torn = true
}

// ForgetDeleted forgets the deletions that an embedded store has completed, which are all but those of
// the given keys and roots. It is called before Open.
func (l *Ledger) ForgetDeleted(except map[string]bool) {
	maps.DeleteFunc(l.gone, func(root string, _ bool) bool { return !except[root] })
	for key, m := range l.marks {
		if m.Deleted && !except[key] {
			l.drop(key)
		}
	}
}
