package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

const (
	// Name is the name of the file in a folder, and CopyName that of the copy.
	Name     = "marks"
	CopyName = "marks.copy"

	// The files are written anew when the file has minBytes, and growth times as many as an entry for
	// each mark would have.
	minBytes = 1 << 20
	growth   = 4

	// entryTime is how long a caller waits until its entry is written. That usually takes
	// microseconds, or milliseconds with a sync.
	entryTime = time.Second
	// sharedEntryTime is the same in a cluster, where the disk of the ledger is not that of the store:
	// a write does not wait for it, and the others get the entry.
	sharedEntryTime = 50 * time.Millisecond
	// SyncAfter is how long after an entry the file is synced, if it is not the one of a cluster. What
	// the store loses in the same power failure is noticed unless it was stored in this time.
	SyncAfter = 100 * time.Millisecond
)

var errLate = errors.New("the ledger: the disk does not answer; the entry is written when it does")

// A round is a write of entries, for those who wait for it. A stalled disk does not block them for long,
// and does not block readers of the ledger at all: the entries are written when the disk is back.
type round struct {
	done chan struct{}
	err  error // set when done is closed
}

// Read reads the ledger of a folder. It is empty if the store is new.
func Read(dir string, rules Rules) (*Ledger, error) {
	l, missing, err := readBoth(filepath.Join(dir, Name), filepath.Join(dir, CopyName), rules)
	if err == nil && missing && rules.CarryOver != nil {
		l.torn = true
		err = rules.CarryOver(dir, l)
	}
	if err != nil {
		return nil, err
	}
	return l, nil
}

// readBoth reads a file and its copy. missing is set if there is no file.
func readBoth(name, copyName string, rules Rules) (l *Ledger, missing bool, err error) {
	l = New(name, rules)
	turns, err := l.read()
	if missing = errors.Is(err, fs.ErrNotExist); err != nil && !missing {
		return nil, false, err
	}
	copied := New(copyName, rules)
	copiedTurns, err := copied.read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, err
	}
	l.merge(turns, copied, copiedTurns)
	return l, missing, nil
}

// ReadEarly adds what a file of an early version and its copy have, whose entries are as today.
func (l *Ledger) ReadEarly(name, copyName string) error {
	early, _, err := readBoth(name, copyName, l.rules)
	if err != nil {
		return err
	}
	early.each(func(kind byte, key string, m Mark) { l.take(kind, key, m, true) })
	l.Faults += early.Faults
	return nil
}

// merge adds what a copy knows better.
func (l *Ledger) merge(turns map[string]int, copied *Ledger, copiedTurns map[string]int) {
	for root := range copied.gone {
		if copiedTurns[root] >= turns[root] {
			l.dropRoot(root)
		}
	}
	for key, m := range copied.marks {
		root := l.rules.Root(key)
		if l.gone[root] {
			if copiedTurns[root] <= turns[root] {
				continue
			}
			delete(l.gone, root) // it was imported after that
		}
		switch own := l.marks[key]; {
		case copiedTurns[key] < turns[key]:
		case copiedTurns[key] > turns[key], !m.Deleted && !own.Deleted && m.Number > own.Number:
			l.put(root, key, m)
		}
	}
	l.Faults += copied.Faults
}

// read reads the file of a ledger that is empty. turns counts those of each key and root.
func (l *Ledger) read() (turns map[string]int, err error) {
	turns = map[string]int{}
	b, err := os.ReadFile(l.name)
	if err != nil {
		return turns, err
	}
	l.size = len(b)
	unread := 0 // bytes before b that cannot be read
	for len(b) > 0 {
		kind, key, m, size := readEntry(b)
		if size == 0 {
			if unread == 0 {
				l.Faults++
			}
			unread, b = unread+1, b[1:] // entries have no fixed length
			continue
		}
		unread, b = 0, b[size:]
		if kind != marked || l.marks[key].Deleted {
			turns[key]++
		}
		l.take(kind, key, m, true)
	}
	if unread > 0 {
		l.torn = true
		if unread < leastEntry { // a write that a power cut has interrupted is no fault
			l.Faults--
		}
	}
	return turns, nil
}

// Open makes the ledger ready for entries, and writes both files anew. Then it removes those of an early
// version.
func (l *Ledger) Open() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = true
	if err := errors.Join(l.rewrite(l.entries()), l.openFile()); err != nil {
		return err
	}
	return l.removeEarly()
}

// removeEarly removes the files of an early version, if there are any and what was carried over can be read.
func (l *Ledger) removeEarly() error {
	dir := filepath.Dir(l.name)
	early := slices.DeleteFunc(slices.Clone(l.rules.Early), func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return errors.Is(err, fs.ErrNotExist)
	})
	if len(early) == 0 {
		return nil
	}
	written, err := Read(dir, l.rules)
	if err != nil {
		return err
	}
	if written.Faults > 0 || !bytes.Equal(written.sum(), l.sum()) {
		return errors.New("the ledger: what an early version had is not read back")
	}
	for _, name := range early {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

func (l *Ledger) copyName() string { return filepath.Join(filepath.Dir(l.name), CopyName) }

func (l *Ledger) openFile() (err error) {
	if l.file == nil {
		l.file, err = os.OpenFile(l.name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	}
	return err
}

// entries returns an entry for each mark. The caller holds mu, or nobody else has the ledger.
func (l *Ledger) entries() (b []byte) {
	l.each(func(kind byte, key string, m Mark) { b = m.appendEntry(b, kind, key) })
	return b
}

// rewrite replaces the copy and the file, in this order: a copy with fewer turns than the file is not
// believed.
func (l *Ledger) rewrite(all []byte) error {
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

// CopyTo writes the marks to a ledger in another folder.
func (l *Ledger) CopyTo(dir string) error {
	return New(filepath.Join(dir, Name), l.rules).rewrite(l.allEntries())
}

// Copy returns a copy in memory.
func (l *Ledger) Copy() *Ledger {
	c := New("", l.rules)
	c.Receive(l.allEntries())
	return c
}

// allEntries is entries for a ledger that is in use.
func (l *Ledger) allEntries() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.entries()
}

// Close waits until all entries are written, and closes the file.
func (l *Ledger) Close() {
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

// SyncLater syncs the file if entries were written since the last call. No entry waits for it.
func (l *Ledger) SyncLater() error {
	if !l.takeDirty() {
		return nil
	}
	f, err := os.Open(l.name)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

func (l *Ledger) takeDirty() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	dirty := l.dirty && l.open
	l.dirty = false
	return dirty
}

// Acknowledged records the newest value of a key. The error is ErrDisputed, or says why the entry is not
// written yet.
func (l *Ledger) Acknowledged(key string, m Mark) error {
	return l.add(marked, []string{key}, m, true)
}

// Deleted records that values are deleted. It is called before the deletion in the store, and returns
// when the entries are on the disk: if the deletion is interrupted, the next opening completes it.
func (l *Ledger) Deleted(keys ...string) error { return l.add(deletedKey, keys, Mark{}, true) }

// DeletedRoot does that for a root.
func (l *Ledger) DeletedRoot(root string) error {
	return l.add(deletedRoot, []string{root}, Mark{}, true)
}

// Imported records the value of a root without keys below it that was imported, whatever the ledger knew
// of it. The zero mark only ends its deletion.
func (l *Ledger) Imported(key string, m Mark) error {
	return l.add(imported, []string{key}, m, true)
}

// add adds an entry for each of some keys, and waits until it is written.
func (l *Ledger) add(kind byte, keys []string, m Mark, own bool) error {
	if l == nil {
		return nil
	}
	round, err := l.queue(kind, keys, m, own)
	if round == nil || err != nil {
		return err
	}
	limit := entryTime
	if l.Shared {
		limit = sharedEntryTime
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-round.done:
		return round.err
	case <-timer.C:
		if l.Shared {
			return nil
		}
		return errLate
	}
}

// queue takes an entry for each of some keys, and returns the round that writes them; nil: there is
// nothing to write.
func (l *Ledger) queue(kind byte, keys []string, m Mark, own bool) (*round, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := len(l.waiting)
	for _, key := range keys {
		turn := own && (kind != marked || l.marks[key].Deleted)
		news, err := l.take(kind, key, m, own)
		if err != nil {
			return nil, err
		}
		if !news || !l.open {
			continue
		}
		l.waiting = m.appendEntry(l.waiting, kind, key)
		if turn {
			l.synced = m.appendEntry(l.synced, kind, key)
		}
	}
	if !l.open || len(l.waiting) == before && !(own && l.behind) {
		return nil, nil
	}
	if l.round == nil {
		l.round = &round{done: make(chan struct{})}
	}
	if !l.writing {
		l.writing = true
		go l.writeAll()
	}
	return l.round, nil
}

// writeAll writes the waiting entries until there are none.
func (l *Ledger) writeAll() {
	for {
		round, entries, synced, all := l.nextRound()
		if round == nil {
			return
		}
		err := l.write(entries, synced, all)
		if err != nil {
			round.err = fmt.Errorf("the ledger: %w", err)
		}
		l.wrote(err)
		close(round.done)
	}
}

// nextRound takes the waiting entries. all is the whole ledger if it is written anew. Without a round,
// nothing writes any more.
func (l *Ledger) nextRound() (round *round, entries, synced, all []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.round == nil {
		l.writing = false
		l.idle.Broadcast()
		return nil, nil, nil, nil
	}
	entries, synced, round = l.waiting, l.synced, l.round
	l.waiting, l.synced, l.round = nil, nil, nil
	if l.torn || l.size > 2*minBytes && l.size > 2*growth*l.live() {
		all = l.entries()
	}
	return round, entries, synced, all
}

// wrote notes that a round was written, or why not. Then the next one writes all.
func (l *Ledger) wrote(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.dirty && !l.Shared {
		time.AfterFunc(SyncAfter, func() { l.SyncLater() }) // the next opening writes what it misses
	}
	l.dirty, l.behind = true, err != nil
}

// live estimates the bytes of an entry for each mark. The caller holds mu.
func (l *Ledger) live() int {
	const key = 40
	return (entryHead + key) * (len(l.marks) + len(l.gone))
}

// write appends entries to the file, and the turns among them also to the copy, or writes both anew if
// all is set.
func (l *Ledger) write(entries, turns, all []byte) error {
	if l.Pass != nil {
		if err := l.Pass(); err != nil {
			l.torn = true // the entries are not in the file
			return err
		}
	}
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
	if err == nil && len(turns) > 0 {
		err = errors.Join(l.file.Sync(), appendSynced(l.copyName(), turns))
	}
	if err != nil {
		l.torn = true // an entry may be cut off
		return err
	}
	l.size += len(entries)
	return nil
}

// appendSynced appends to a file, and waits until that is on the disk.
func appendSynced(name string, b []byte) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Sync(), f.Close())
}

// replaceFile replaces a file by one that is on the disk. It is never half written.
func replaceFile(name string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
