package treestore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"espalier/web/cluster"
	"espalier/web/store"
)

// A valueMark is what the ledger of values knows of a key. The zero value: nothing.
type valueMark struct {
	Number  int // of the newest acknowledged value; 0 if it was deleted
	Sum     chainSum
	Note    string // says what is lost if the value is lost
	Deleted bool
}

// A valueLedger is for the values of features what a ledger is for trees: a file beside the store, that
// gets an entry after each acknowledgement. An entry is:
//
//	kind   1 byte: 'v', the key has this value; 'x', it was deleted; 'X', the
//	       root was deleted, with all keys below it
//	key    1 byte: its length
//	note   2 bytes: its length
//	number 4 bytes
//	sum    22 bytes, a chainSum; zeros after a deletion
//	the key and the note
//	check  4 bytes: CRC-32C of the bytes before it
//
// Numbers are little endian. An entry is synced at once if it is a deletion, or a value in the place of
// a deleted one; the others are synced ledgerSyncAfter later. What was known when the ledger was opened,
// and the entries that are synced at once, are also in a copy: what the store has lost is only in the
// ledger, and one damaged file shall not hide it.
type valueLedger struct {
	name string

	// Pass is as that of a ledger.
	Pass func()

	mu      sync.Mutex
	roots   map[string]*valueRoot
	waiting []byte // entries that are to be written
	synced  []byte // those of them that are deletions, or values in the place of deleted ones
	round   *valueRound
	writing bool
	idle    sync.Cond
	open    bool
	shared  bool
	dirty   bool // entries were written that are not synced
	behind  bool // an entry could not be written

	// These fields belong to the goroutine that writes.
	file   *os.File
	size   int
	torn   bool
	Faults int // the number of places that could not be read
}

// A valueRoot has the values of a root.
type valueRoot struct {
	deleted bool
	values  map[string]valueMark
}

// A valueRound is a write of entries, for those who wait for it.
type valueRound struct {
	done chan struct{}
	err  error
}

const (
	// valuesName is the name of the file, and valuesCopyName that of the copy.
	valuesName     = "values"
	valuesCopyName = "values.copy"

	markedValue  = byte('v')
	deletedValue = byte('x')
	deletedRoot  = byte('X')

	valueHead    = 1 + 1 + 2 + 4 + sumChars
	maxNote      = 1<<16 - 1
	minValueFile = 1 << 20 // bytes; a smaller file is not written anew
	valueGrowth  = 4
)

// kind returns the kind of its entry.
func (m valueMark) kind() byte {
	if m.Deleted {
		return deletedValue
	}
	return markedValue
}

func (m valueMark) entry(kind byte, key string) []byte {
	note := m.Note[:min(len(m.Note), maxNote)]
	b := make([]byte, 0, valueHead+len(key)+len(note)+4)
	b = append(b, kind, byte(len(key)))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(note)))
	b = binary.LittleEndian.AppendUint32(b, uint32(m.Number))
	b = append(b, m.Sum...)
	b = append(b, make([]byte, valueHead-len(b))...)
	b = append(append(b, key...), note...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// readValueEntry reads the entry at the beginning of b. size is 0 if there is no whole one.
func readValueEntry(b []byte) (kind byte, key string, m valueMark, size int) {
	if len(b) < valueHead+4 || b[0] != markedValue && b[0] != deletedValue && b[0] != deletedRoot {
		return 0, "", m, 0
	}
	keyEnd := valueHead + int(b[1])
	noteEnd := keyEnd + int(binary.LittleEndian.Uint16(b[2:]))
	if len(b) < noteEnd+4 || crc32.Checksum(b[:noteEnd], castagnoli) != binary.LittleEndian.Uint32(b[noteEnd:]) {
		return 0, "", m, 0
	}
	m.Number = int(binary.LittleEndian.Uint32(b[4:]))
	if b[8] != 0 {
		m.Sum = chainSum(b[8:valueHead])
	}
	m.Note = string(b[keyEnd:noteEnd])
	return b[0], string(b[valueHead:keyEnd]), m, noteEnd + 4
}

// newValueLedger returns an empty ledger. Without a name it is only in memory.
func newValueLedger(name string) *valueLedger {
	l := &valueLedger{name: name, roots: map[string]*valueRoot{}}
	l.idle.L = &l.mu
	return l
}

func (l *valueLedger) copyName() string { return filepath.Join(filepath.Dir(l.name), valuesCopyName) }

// readValueLedger reads the ledger of a folder. An early version has made none.
func readValueLedger(dir string) (*valueLedger, error) {
	l := newValueLedger(filepath.Join(dir, valuesName))
	turns, err := l.read()
	if err != nil {
		return nil, err
	}
	copied := newValueLedger(l.copyName())
	copiedTurns, err := copied.read()
	if err != nil {
		return nil, err
	}
	for name, root := range copied.roots {
		if root.deleted {
			l.take(deletedRoot, name, valueMark{}, true)
		}
		for key, m := range root.values {
			switch own := l.Of(key); {
			case copiedTurns[key] < turns[key]:
			case copiedTurns[key] > turns[key], !m.Deleted && !own.Deleted && m.Number > own.Number:
				l.Forget(key)
				l.take(m.kind(), key, m, true)
			}
		}
	}
	l.Faults += copied.Faults
	return l, nil
}

// read reads the file of a ledger that is empty. turns counts how often a key was deleted, and how
// often it has got a value after that. Both files have an entry of each: the file with fewer has lost
// one.
func (l *valueLedger) read() (turns map[string]int, err error) {
	b, err := os.ReadFile(l.name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l.size = len(b)
	turns = map[string]int{}
	whole := true
	for len(b) > 0 {
		kind, key, m, size := readValueEntry(b)
		if size == 0 {
			if whole {
				l.Faults++
			}
			whole, b = false, b[1:] // an entry has no fixed length
			continue
		}
		whole, b = true, b[size:]
		if kind == deletedValue || l.deleted(key) {
			turns[key]++
		}
		l.take(kind, key, m, true)
	}
	return turns, nil
}

// knows reports whether anything is known of a key. Nobody else has the ledger.
func (l *valueLedger) knows(key string) bool {
	root := l.roots[rootOf(key)]
	if root == nil {
		return false
	}
	_, known := root.values[key]
	return known || root.deleted
}

// deleted reports whether the newest entry of a key is its deletion. The caller holds mu, or nobody
// else has the ledger.
func (l *valueLedger) deleted(key string) bool {
	root := l.roots[rootOf(key)]
	return root != nil && root.values[key].Deleted
}

// take adds an entry, and reports whether it is news. With newer, an entry with the number that is
// known replaces it. The caller holds mu, or nobody else has the ledger.
func (l *valueLedger) take(kind byte, key string, m valueMark, newer bool) bool {
	name := rootOf(key)
	root := l.roots[name]
	if root == nil {
		root = &valueRoot{values: map[string]valueMark{}}
		l.roots[name] = root
	}
	if root.deleted {
		return false
	}
	old, known := root.values[key]
	switch kind {
	case deletedRoot:
		root.deleted, root.values = true, nil
	case deletedValue:
		if old.Deleted {
			return false
		}
		root.values[key] = valueMark{Deleted: true}
	default:
		if known && !old.Deleted && (m.Number < old.Number || m.Number == old.Number && (!newer || m == old)) {
			return false
		}
		root.values[key] = m
	}
	return true
}

// Open makes the ledger ready for entries, and writes it and its copy anew.
func (l *valueLedger) Open() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = true
	return errors.Join(l.rewrite(l.all()), l.openFile())
}

func (l *valueLedger) openFile() (err error) {
	if l.file == nil {
		l.file, err = os.OpenFile(l.name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	}
	return err
}

// all returns an entry for each mark. The caller holds mu.
func (l *valueLedger) all() []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(l.roots)) {
		root := l.roots[name]
		if root.deleted {
			b.Write(valueMark{}.entry(deletedRoot, name))
		}
		for _, key := range slices.Sorted(maps.Keys(root.values)) {
			m := root.values[key]
			b.Write(m.entry(m.kind(), key))
		}
	}
	return b.Bytes()
}

// Entries returns an entry for each mark.
func (l *valueLedger) Entries() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all()
}

// rewrite replaces the copy and the file, in this order: a copy with fewer turns than the file is not
// believed.
func (l *valueLedger) rewrite(all []byte) error {
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
	l.torn = true // until both are written
	for _, name := range []string{l.copyName(), l.name} {
		if err := replaceFile(name, all); err != nil {
			return err
		}
	}
	l.size, l.Faults, l.torn = len(all), 0, false
	return nil
}

// Close waits until all entries are written, and closes the file.
func (l *valueLedger) Close() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.writing {
		l.idle.Wait()
	}
	l.open = false
	if l.file != nil {
		l.file.Sync()
		l.file.Close()
		l.file = nil
	}
}

// SyncLater syncs the file if entries were written since the last call.
func (l *valueLedger) SyncLater() error {
	l.mu.Lock()
	dirty := l.dirty && l.open
	l.dirty = false
	l.mu.Unlock()
	if !dirty {
		return nil
	}
	return cluster.SyncFile(l.name)
}

// Of returns what is known of a key. If its root was deleted, that is nothing.
func (l *valueLedger) Of(key string) valueMark {
	if l == nil {
		return valueMark{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if root := l.roots[rootOf(key)]; root != nil {
		return root.values[key]
	}
	return valueMark{}
}

// RootDeleted reports whether the root of a key was deleted.
func (l *valueLedger) RootDeleted(key string) bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	root := l.roots[rootOf(key)]
	return root != nil && root.deleted
}

// Acknowledged records the newest value of a key.
func (l *valueLedger) Acknowledged(key string, m valueMark) error {
	return l.add(markedValue, key, m, true)
}

// DeletedKeys records that values are deleted, and DeletedRoot that a root is. They are called before
// the deletion in the store, and return when the entries are on the disk.
func (l *valueLedger) DeletedKeys(keys ...string) error {
	return l.addAll(deletedValue, keys, valueMark{}, true)
}

// DeletedRoot does that for a root.
func (l *valueLedger) DeletedRoot(root string) error {
	return l.add(deletedRoot, root, valueMark{}, true)
}

// hear adds entries that another Espalier has told.
func (l *valueLedger) hear(entries []byte) {
	for len(entries) > 0 {
		kind, key, m, size := readValueEntry(entries)
		if size == 0 {
			return
		}
		entries = entries[size:]
		l.add(kind, key, m, false)
	}
}

func (l *valueLedger) add(kind byte, key string, m valueMark, own bool) error {
	return l.addAll(kind, []string{key}, m, own)
}

// addAll adds an entry for each of some keys.
func (l *valueLedger) addAll(kind byte, keys []string, m valueMark, own bool) error {
	if l == nil {
		return nil
	}
	round := l.queueAll(kind, keys, m, own)
	if round == nil {
		return nil
	}
	limit := ledgerEntryTime
	if l.shared {
		limit = sharedEntryTime
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-round.done:
		return round.err
	case <-timer.C:
		if l.shared {
			return nil
		}
		return errLedgerLate
	}
}

// queueAll takes an entry for each of some keys, and returns the round that writes them; nil: there
// is nothing to write.
func (l *valueLedger) queueAll(kind byte, keys []string, m valueMark, own bool) *valueRound {
	l.mu.Lock()
	defer l.mu.Unlock()
	var entries, synced []byte
	for _, key := range keys {
		turn := own && (kind != markedValue || l.deleted(key))
		if !l.take(kind, key, m, own) {
			continue
		}
		entries = append(entries, m.entry(kind, key)...)
		if turn {
			synced = append(synced, m.entry(kind, key)...)
		}
	}
	if !l.open || len(entries) == 0 && !(own && l.behind) {
		return nil
	}
	l.waiting, l.synced = append(l.waiting, entries...), append(l.synced, synced...)
	if l.round == nil {
		l.round = &valueRound{done: make(chan struct{})}
	}
	round := l.round
	if !l.writing {
		l.writing = true
		go l.writeAll()
	}
	return round
}

// writeAll writes the waiting entries until there are none.
func (l *valueLedger) writeAll() {
	for {
		round, entries, synced, all := l.nextRound()
		if round == nil {
			return
		}
		if l.Pass != nil {
			l.Pass()
		}
		err := l.write(entries, synced, all)
		if err != nil {
			round.err = fmt.Errorf("the ledger of values: %w", err)
		}
		l.wrote(err)
		close(round.done)
	}
}

// nextRound takes the waiting entries. all is the whole ledger if it is written anew. Without a
// round, nothing writes any more.
func (l *valueLedger) nextRound() (round *valueRound, entries, synced, all []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.round == nil {
		l.writing = false
		l.idle.Broadcast()
		return nil, nil, nil, nil
	}
	entries, synced, round = l.waiting, l.synced, l.round
	l.waiting, l.synced, l.round = nil, nil, nil
	if l.torn || l.size > 2*minValueFile && l.size > 2*valueGrowth*l.live() {
		all = l.all()
	}
	return round, entries, synced, all
}

// wrote notes that a round was written, or why not. Then the next one writes all.
func (l *valueLedger) wrote(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.dirty && !l.shared {
		time.AfterFunc(ledgerSyncAfter, func() { l.SyncLater() }) // the next opening writes what it misses
	}
	l.dirty, l.behind = true, err != nil
}

// live estimates the bytes of an entry for each mark. The caller holds mu.
func (l *valueLedger) live() (bytes int) {
	const entry = valueHead + 40
	for _, root := range l.roots {
		bytes += entry * (1 + len(root.values))
	}
	return bytes
}

// write appends entries to the file, and the synced ones of them also to the copy, or writes both
// anew if all is set.
func (l *valueLedger) write(entries, synced, all []byte) error {
	if all != nil {
		if err := l.rewrite(all); err != nil {
			return err
		}
		return l.openFile()
	}
	err := l.openFile()
	if err == nil {
		_, err = l.file.Write(entries)
	}
	if err == nil && len(synced) > 0 {
		err = errors.Join(l.file.Sync(), appendSynced(l.copyName(), synced))
	}
	if err != nil {
		l.torn = true // an entry may be cut off
		return err
	}
	l.size += len(entries)
	return nil
}

// Matching returns the keys that have a value and match a pattern.
func (l *valueLedger) Matching(pattern string) (keys []string) {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	from := l.roots
	if root, one := l.roots[rootOf(pattern)]; one { // it has no star
		from = map[string]*valueRoot{"": root}
	}
	for _, root := range from {
		for key, m := range root.values {
			if m.Number > 0 && store.Matches(pattern, key) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

// Each calls f with each key that has a value.
func (l *valueLedger) Each(f func(key string, m valueMark)) {
	if l == nil {
		return
	}
	for _, key := range l.Matching(">") {
		if m := l.Of(key); m.Number > 0 {
			f(key, m)
		}
	}
}

// Adopt adds a mark from the store that is newer. It is called before Open.
func (l *valueLedger) Adopt(key string, m valueMark) {
	if l.take(markedValue, key, m, true) {
		l.torn = true // to be written anew
	}
}

// Forget forgets a key. It is called before Open.
func (l *valueLedger) Forget(key string) {
	if root := l.roots[rootOf(key)]; root != nil {
		delete(root.values, key)
		l.torn = true
	}
}

// ForgetDeleted forgets the deletions that an embedded store has completed, which are all but
// the given ones. It is called before Open.
func (l *valueLedger) ForgetDeleted(except map[string]bool) {
	for name, root := range l.roots {
		if root.deleted && !except[name] {
			delete(l.roots, name)
			continue
		}
		maps.DeleteFunc(root.values, func(key string, m valueMark) bool { return m.Deleted && !except[key] })
	}
}

// Sum returns a number that is the same for equal ledgers.
func (l *valueLedger) Sum() []byte {
	h := fnv.New64a()
	h.Write(l.Entries())
	return h.Sum(nil)
}

// tellAll answers with all entries, if the one who asks has others, and ends with an empty message.
func (l *valueLedger) tellAll(theirs []byte, answer func([]byte)) {
	all := l.Entries()
	h := fnv.New64a()
	h.Write(all)
	if !bytes.Equal(theirs, h.Sum(nil)) {
		for len(all) > 0 {
			end := 0
			for end < len(all) && end < marksInMessage*ledgerEntrySize {
				_, _, _, size := readValueEntry(all[end:])
				end += size
			}
			answer(all[:end])
			all = all[end:]
		}
	}
	answer(nil)
}

// CopyTo writes the marks to a ledger in another folder.
func (l *valueLedger) CopyTo(dir string) error {
	copied := newValueLedger(filepath.Join(dir, valuesName))
	return copied.rewrite(l.Entries())
}
