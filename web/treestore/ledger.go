package treestore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"espalier/web/cluster"
	"espalier/web/treestore/key"
)

// A ledger records the newest acknowledged revision of each tree in a second place.
// So a revision that the store has lost is noticed, and a damaged tree can be told from one
// that was never saved. It is a file beside the embedded store, and gets an entry before a revision
// is acknowledged. If that cannot be written, the revision is not acknowledged. The file is synced a moment later. So it may be behind the store after a power
// failure, but is never ahead of it. In a cluster, each Espalier has a ledger (marks.go). It is
// synced every second, and also has what was only read, and what other Espaliers have told.
//
// An entry has a fixed length:
//
//	kind     1 byte: 'r', the tree has this revision; 'd', it was deleted; 'i', it
//	         was imported with this revision, possibly after a deletion; 'R', 'D'
//	         and 'I', the same for a lesson, which an early version has written
//	id       26 bytes
//	revision 4 bytes, little endian
//	sum      22 bytes, a chainSum; zeros after a deletion
//	check    4 bytes: CRC-32C of the bytes before it
//
// What the store has lost is then only in the ledger. So each opening writes a copy of it, after
// it was compared with the store. Damage to one file between two openings loses nothing that
// was known: it is in the store and the ledger, or in the ledger and its copy.
type ledger struct {
	name string

	// Pass is called before each write to the file. A test that simulates a disk sets it.
	Pass func()

	mu      sync.Mutex
	known   map[ID]ledgerMark
	waiting []*ledgerEntry // to be written
	writing bool           // a goroutine writes all that is waiting
	idle    sync.Cond      // of mu: no goroutine writes any more
	open    bool           // if it is not set, the ledger is only read

	// Lessons has the marks of lessons, which an early version kept here. They stay in the file until
	// the ledger of values has them.
	Lessons map[ID]ledgerMark

	dirty  bool // entries were written that are not synced
	behind bool // an entry could not be written

	// For the ledger of a cluster.
	shared   bool
	lock     io.Closer         // of the folder; nil if nothing is written
	disputed map[ID]ledgerMark // other marks of other Espaliers for the revision that is known

	// These fields belong to the goroutine that writes. Without one, mu guards them.
	file   *os.File // nil if it has to be opened
	size   int      // the number of entries in the file
	Faults int      // the number of entries that could not be read
	torn   bool     // the last entry was cut off, or the file has to be written anew
}

// A ledgerEntry is an entry that is waiting to be written. A stalled disk does not block its
// caller for long, and does not block readers of the ledger at all. The entry is written when
// the disk is back.
type ledgerEntry struct {
	id   ID
	mark ledgerMark
	sync bool
	done chan struct{}
	err  error // set when done is closed
}

// ledgerEntryTime is how long a caller waits until its entry is written. That usually takes
// microseconds, or milliseconds with a sync.
const ledgerEntryTime = time.Second

// ledgerSyncAfter is how long after an entry the file is synced, if it is not the one of a cluster.
// What the store loses in the same power failure is noticed unless it was made in this time.
const ledgerSyncAfter = 100 * time.Millisecond

// sharedEntryTime is the same in a cluster, where the disk of the ledger is not that of the trees:
// an edit does not wait for it, and the others are told of it.
const sharedEntryTime = 50 * time.Millisecond

var errLedgerLate = errors.New("the ledger of the newest revisions: the disk does not answer; the entry is written when it does")

// A ledgerMark is what the ledger knows of a tree.
type ledgerMark struct {
	Revision int
	Sum      chainSum
	Deleted  bool
	Imported bool
	Lesson   bool // it is a lesson, and from an early version
}

const (
	// ledgerName is the name of the file, and ledgerCopyName that of the copy.
	ledgerName     = "ledger"
	ledgerCopyName = "ledger.copy"

	ledgerEntrySize = 1 + key.Chars + 4 + sumChars + 4

	// A ledger is written anew when it has minLedgerEntries, and ledgerGrowth times as many
	// entries as there are trees.
	minLedgerEntries = 10_000
	ledgerGrowth     = 4
)

func (m ledgerMark) entry(id ID) []byte {
	b := make([]byte, 0, ledgerEntrySize)
	kind := byte('r')
	switch {
	case m.Deleted:
		kind = 'd'
	case m.Imported:
		kind = 'i'
	}
	if m.Lesson {
		kind -= 'a' - 'A'
	}
	b = append(b, kind)
	b = append(b, id...)
	b = binary.LittleEndian.AppendUint32(b, uint32(m.Revision))
	b = append(b, m.Sum...)
	b = append(b, make([]byte, ledgerEntrySize-4-len(b))...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func readLedgerEntry(b []byte) (id ID, m ledgerMark, ok bool) {
	if crc32.Checksum(b[:ledgerEntrySize-4], castagnoli) != binary.LittleEndian.Uint32(b[ledgerEntrySize-4:]) {
		return "", m, false
	}
	id = ID(b[1 : 1+key.Chars])
	kind := b[0] | ('a' - 'A')
	m.Deleted, m.Imported, m.Lesson = kind == 'd', kind == 'i', kind != b[0]
	m.Revision = int(binary.LittleEndian.Uint32(b[1+key.Chars:]))
	if sum := b[5+key.Chars : 5+key.Chars+sumChars]; sum[0] != 0 {
		m.Sum = chainSum(sum)
	}
	return id, m, true
}

// newLedger returns an empty ledger. Without a name it is only in memory.
func newLedger(name string) *ledger {
	l := &ledger{name: name, known: map[ID]ledgerMark{}, disputed: map[ID]ledgerMark{}, Lessons: map[ID]ledgerMark{}}
	l.idle.L = &l.mu
	return l
}

// readLedger reads the ledger of a folder. It does not exist if the store is new, or was made
// by an early version.
func readLedger(dir string) (*ledger, error) {
	l := newLedger(filepath.Join(dir, ledgerName))
	marks, entries, err := l.read(l.name)
	if err != nil {
		return nil, err
	}
	copied, _, err := l.read(filepath.Join(dir, ledgerCopyName))
	if err != nil {
		return nil, err
	}
	for id, m := range copied {
		if own := marks[id]; m.turns > own.turns || m.turns == own.turns && !own.Deleted && m.Revision > own.Revision {
			marks[id] = m
		}
	}
	for id, m := range marks {
		if m.Lesson {
			l.Lessons[id] = m.ledgerMark
		} else {
			l.known[id] = m.ledgerMark
		}
	}
	l.size = entries
	return l, nil
}

// A readMark is what a file has of a tree. turns counts its deletions and imports, of which both
// files have an entry: the file with fewer has lost one.
type readMark struct {
	ledgerMark
	turns int
}

// read reads a file, and returns how many entries it has.
func (l *ledger) read(name string) (marks map[ID]readMark, entries int, err error) {
	marks = map[ID]readMark{}
	b, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, 0, err
	}
	for ; len(b) >= ledgerEntrySize; b = b[ledgerEntrySize:] {
		entries++
		id, m, ok := readLedgerEntry(b)
		old := marks[id]
		if m.Deleted || m.Imported {
			old.turns++
		}
		if !ok {
			l.Faults++
		} else if m.Imported {
			m.Imported = false
			marks[id] = readMark{m, old.turns}
		} else if old.Deleted || m.Deleted || m.Revision >= old.Revision {
			// A deleted tree does not come back.
			m.Deleted = m.Deleted || old.Deleted
			marks[id] = readMark{m, old.turns}
		}
	}
	if len(b) > 0 {
		l.torn = true
	}
	return marks, entries, nil
}

// Open makes the ledger ready for entries, and writes it and its copy anew.
func (l *ledger) Open() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = true
	l.torn = true
	return errors.Join(l.write(l.copyName(), l.known), l.openFile(l.known)) // a copy with fewer turns is not believed
}

func (l *ledger) copyName() string { return filepath.Join(filepath.Dir(l.name), ledgerCopyName) }

// openFile opens the file, and writes it anew if that is necessary.
func (l *ledger) openFile(known map[ID]ledgerMark) (err error) {
	if l.Faults > 0 || l.torn || l.size >= max(minLedgerEntries, ledgerGrowth*len(known)) {
		if l.file != nil {
			l.file.Close()
			l.file = nil
		}
		if err := l.rewrite(known); err != nil {
			return err
		}
	}
	if l.file == nil {
		l.file, err = os.OpenFile(l.name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	}
	return err
}

// rewrite replaces the file by one with an entry for each tree.
func (l *ledger) rewrite(known map[ID]ledgerMark) error {
	err := l.write(l.name, known)
	if err == nil {
		l.size, l.Faults, l.torn = len(known), 0, false
	}
	return err
}

// write replaces a file by one with an entry for each tree, and what an early version had of lessons.
func (l *ledger) write(name string, known map[ID]ledgerMark) error {
	var all bytes.Buffer
	for _, marks := range []map[ID]ledgerMark{known, l.Lessons} {
		for id, m := range marks {
			all.Write(m.entry(id))
		}
	}
	return replaceFile(name, all.Bytes())
}

// Close waits until all entries are written, and closes the file.
func (l *ledger) Close() {
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
	if l.lock != nil {
		l.lock.Close()
		l.lock = nil
	}
}

// SyncLater syncs the file if entries were written since the last call. No entry waits for it.
func (l *ledger) SyncLater() error {
	l.mu.Lock()
	dirty := l.dirty && l.open
	l.dirty = false
	l.mu.Unlock()
	if !dirty {
		return nil
	}
	return cluster.SyncFile(l.name)
}

// Of returns what is known of a tree.
func (l *ledger) Of(id ID) (m ledgerMark, known bool) {
	if l == nil {
		return m, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	m, known = l.known[id]
	return m, known
}

// Newest returns the newest acknowledged revision of a tree, or 0 if there is none or the tree
// was deleted.
func (l *ledger) Newest(id ID) int {
	m, _ := l.Of(id)
	return m.Revision
}

// Acknowledged records the newest revision of a tree.
func (l *ledger) Acknowledged(id ID, revision int, sum chainSum) error {
	return l.add(id, ledgerMark{Revision: revision, Sum: sum}, false)
}

// Deleted records that a tree is deleted, and returns when the entry is on the disk. It is
// called before the deletion in the store. If that is interrupted, the next opening completes
// it. Without the entry, the tree would seem damaged.
func (l *ledger) Deleted(id ID) error {
	return l.add(id, ledgerMark{Deleted: true}, true)
}

// Revived records a tree that was imported, whatever the ledger knew of it, and returns when
// the entry is on the disk.
func (l *ledger) Revived(id ID, revision int, sum chainSum) error {
	return l.revive(id, ledgerMark{Revision: revision, Sum: sum, Imported: true})
}

func (l *ledger) revive(id ID, m ledgerMark) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	delete(l.known, id)
	l.mu.Unlock()
	return l.add(id, m, true)
}

func (l *ledger) add(id ID, m ledgerMark, sync bool) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	old := l.known[id]
	same := old.Revision == m.Revision && !m.Deleted
	switch {
	case old == m && !l.behind, old.Deleted, !m.Deleted && old.Revision > m.Revision, l.shared && same && (m.Sum == "" || old.Sum == m.Sum):
		l.mu.Unlock()
		return nil
	case l.shared && same && old.Sum != "":
		// The first one is the one that was acknowledged.
		l.disputed[id] = m
		l.mu.Unlock()
		return errDisputed
	}
	l.known[id] = m
	if !l.open {
		l.mu.Unlock()
		return nil // only read
	}
	e := &ledgerEntry{id: id, mark: m, sync: sync, done: make(chan struct{})}
	l.waiting = append(l.waiting, e)
	if !l.writing {
		l.writing = true
		go l.writeAll()
	}
	l.mu.Unlock()
	limit := ledgerEntryTime
	if l.shared {
		limit = sharedEntryTime
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-e.done:
		return e.err
	case <-timer.C:
		if l.shared {
			return nil
		}
		return errLedgerLate
	}
}

// writeAll writes the waiting entries until there are none.
func (l *ledger) writeAll() {
	for {
		l.mu.Lock()
		batch := l.waiting
		l.waiting = nil
		if len(batch) == 0 {
			l.writing = false
			l.idle.Broadcast()
			l.mu.Unlock()
			return
		}
		var known map[ID]ledgerMark // set if the whole file is to be written
		if l.file == nil || l.torn || l.size+len(batch) > max(2*minLedgerEntries, 2*ledgerGrowth*len(l.known)) {
			known = maps.Clone(l.known)
		}
		l.mu.Unlock()
		if l.Pass != nil {
			l.Pass()
		}
		err := l.writeBatch(batch, known)
		l.mu.Lock()
		if !l.dirty && !l.shared {
			time.AfterFunc(ledgerSyncAfter, func() { l.SyncLater() }) // the next opening writes what it misses
		}
		l.dirty, l.behind = true, err != nil // the next batch writes all
		l.mu.Unlock()
		for _, e := range batch {
			if err != nil {
				e.err = fmt.Errorf("the ledger of the newest revisions: %w", err)
				if e.mark.Deleted {
					l.mu.Lock()
					delete(l.known, e.id) // so that it can be tried again
					l.mu.Unlock()
				}
			}
			close(e.done)
		}
	}
}

// writeBatch appends entries to the file, or writes it anew if known is set.
func (l *ledger) writeBatch(batch []*ledgerEntry, known map[ID]ledgerMark) error {
	if known != nil {
		l.torn = true // until all is written
		return errors.Join(l.write(l.copyName(), known), l.openFile(known))
	}
	var b, synced []byte
	for _, e := range batch {
		b = append(b, e.mark.entry(e.id)...)
		if e.sync {
			synced = append(synced, e.mark.entry(e.id)...)
		}
	}
	_, err := l.file.Write(b)
	if err == nil && len(synced) > 0 {
		err = errors.Join(l.file.Sync(), appendSynced(l.copyName(), synced))
	}
	if err != nil {
		l.torn = true // an entry may be cut off
		return err
	}
	l.size += len(batch)
	return nil
}

var errDisputed = errors.New("the ledger has another revision with this number")

// hear adds a mark that another Espalier has told.
func (l *ledger) hear(id ID, m ledgerMark) error {
	if old, _ := l.Of(id); m.Imported && old.Deleted {
		return l.revive(id, m)
	}
	return l.add(id, m, false)
}

// Undelete forgets that a tree was deleted, since it was imported after that.
func (l *ledger) Undelete(id ID) error { return l.revive(id, ledgerMark{Imported: true}) }

// Disputed reports whether another Espalier has another revision with the number of the newest
// that is known.
func (l *ledger) Disputed(id ID) bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	other, found := l.disputed[id]
	return found && other.Revision == l.known[id].Revision
}

// Adopt adds marks from the store that are newer, and removes trees that have no records any
// more.
func (l *ledger) Adopt(newer map[ID]ledgerMark, gone []ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.Copy(l.known, newer)
	for _, id := range gone {
		delete(l.known, id)
	}
	l.torn = l.torn || len(newer) > 0 // to be written anew
}

// Each calls f with each tree that the ledger knows.
func (l *ledger) Each(f func(ID, ledgerMark)) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, m := range l.known {
		f(id, m)
	}
}

// CopyTo writes the marks to a ledger in another folder.
func (l *ledger) CopyTo(dir string) error {
	l.name = filepath.Join(dir, ledgerName)
	return l.rewrite(l.known)
}
