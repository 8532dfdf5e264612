package treestore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// A ledger is the second place with the newest acknowledged revision of each
// tree, so that a revision which the store has lost is noticed, and a tree that
// is damaged differs from one that was never kept. It is a file beside the
// embedded store, to which an entry is added after each acknowledgement. It is
// not synced then, so it may be behind the store after a power failure, and never
// is ahead of it.
//
// An entry has a fixed length:
//
//	kind     1 byte: 'r', the tree has this revision; 'd', it was deleted; 'i', it
//	         was imported with this revision, also after it was deleted
//	id       26 bytes
//	revision 4 bytes, little endian
//	sum      22 bytes, a chainSum; 'd': of zeros
//	check    4 bytes: CRC-32C of what is before
type ledger struct {
	name string

	mu     sync.Mutex
	file   *os.File // nil: it is only read
	known  map[ID]mark
	size   int  // entries in the file
	faults int  // entries that could not be read
	torn   bool // the last entry was cut off by a crash
	old    bool // there is no file yet
}

// A mark is what the ledger has of a tree.
type mark struct {
	revision int
	sum      chainSum
	deleted  bool
	imported bool
}

const (
	ledgerName = "ledger"
	sumChars   = 22
	entrySize  = 1 + secretChars + 4 + sumChars + 4

	// A ledger is written anew when it has so many entries, and several times as
	// many as there are trees.
	minLedger    = 10_000
	ledgerGrowth = 4
)

func (m mark) entry(id ID) []byte {
	b := make([]byte, 0, entrySize)
	switch {
	case m.deleted:
		b = append(b, 'd')
	case m.imported:
		b = append(b, 'i')
	default:
		b = append(b, 'r')
	}
	b = append(b, id...)
	b = binary.LittleEndian.AppendUint32(b, uint32(m.revision))
	b = append(b, m.sum...)
	b = append(b, make([]byte, entrySize-4-len(b))...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func readEntry(b []byte) (id ID, m mark, ok bool) {
	if crc32.Checksum(b[:entrySize-4], castagnoli) != binary.LittleEndian.Uint32(b[entrySize-4:]) {
		return "", m, false
	}
	id = ID(b[1 : 1+secretChars])
	m.deleted, m.imported = b[0] == 'd', b[0] == 'i'
	m.revision = int(binary.LittleEndian.Uint32(b[1+secretChars:]))
	if sum := b[5+secretChars : 5+secretChars+sumChars]; sum[0] != 0 {
		m.sum = chainSum(sum)
	}
	return id, m, true
}

// readLedger reads the ledger of a folder. It need not exist: then the store is
// from before the ledger, or new.
func readLedger(dir string) (*ledger, error) {
	l := &ledger{name: filepath.Join(dir, ledgerName), known: map[ID]mark{}}
	b, err := os.ReadFile(l.name)
	if errors.Is(err, fs.ErrNotExist) {
		l.old = true
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	for len(b) >= entrySize {
		id, m, ok := readEntry(b)
		if !ok {
			l.faults++
		} else if m.imported {
			l.known[id] = mark{revision: m.revision, sum: m.sum}
		} else if old := l.known[id]; old.deleted || m.deleted || m.revision >= old.revision {
			// A deleted tree does not come back.
			m.deleted = m.deleted || old.deleted
			l.known[id] = m
		}
		l.size++
		b = b[entrySize:]
	}
	if len(b) > 0 {
		l.torn = true
	}
	return l, nil
}

// open makes the ledger ready for entries.
func (l *ledger) open() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.openLocked()
}

func (l *ledger) openLocked() (err error) {
	if l.file != nil {
		return nil
	}
	if l.faults > 0 || l.torn || l.size >= max(minLedger, ledgerGrowth*len(l.known)) {
		if err := l.rewrite(); err != nil {
			return err
		}
	}
	l.file, err = os.OpenFile(l.name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	return err
}

// rewrite replaces the file by one with an entry for each tree.
func (l *ledger) rewrite() error {
	var all bytes.Buffer
	for id, m := range l.known {
		all.Write(m.entry(id))
	}
	f, err := os.CreateTemp(filepath.Dir(l.name), ".ledger-*")
	if err != nil {
		return err
	}
	_, err = f.Write(all.Bytes())
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), l.name)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	l.size, l.faults, l.torn = len(l.known), 0, false
	return nil
}

func (l *ledger) close() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		l.file.Sync()
		l.file.Close()
		l.file = nil
	}
}

// of returns what is known of a tree.
func (l *ledger) of(id ID) (m mark, known bool) {
	if l == nil {
		return m, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	m, known = l.known[id]
	return m, known
}

// newest returns the newest revision of a tree that was acknowledged; 0: none, or
// the tree was deleted.
func (l *ledger) newest(id ID) int {
	m, _ := l.of(id)
	return m.revision
}

// acknowledged adds the newest revision of a tree.
func (l *ledger) acknowledged(id ID, revision int, sum chainSum) error {
	return l.add(id, mark{revision: revision, sum: sum}, false)
}

// deleted adds that a tree is deleted, and returns when that is on the disk. It
// comes before the deletion in the store, which is completed at the next opening
// if it is cut off: a tree whose revisions are missing is damaged otherwise.
func (l *ledger) deleted(id ID) error {
	return l.add(id, mark{deleted: true}, true)
}

// revived adds a tree that was imported, whatever is known of it, and returns when
// that is on the disk.
func (l *ledger) revived(id ID, revision int, sum chainSum) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	delete(l.known, id)
	l.mu.Unlock()
	return l.add(id, mark{revision: revision, sum: sum, imported: true}, true)
}

func (l *ledger) add(id ID, m mark, sync bool) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if old := l.known[id]; old == m || old.deleted || !m.deleted && old.revision > m.revision {
		return nil
	}
	l.known[id] = m
	if l.file == nil {
		return nil // only read
	}
	if l.torn || l.size >= max(2*minLedger, 2*ledgerGrowth*len(l.known)) {
		l.file.Close()
		l.file = nil
		return l.openLocked() // writes all entries
	}
	_, err := l.file.Write(m.entry(id))
	if err == nil && sync {
		err = l.file.Sync()
	}
	if err != nil {
		l.torn = true // an entry may be cut off
		if m.deleted {
			delete(l.known, id) // so that it can be tried again
		}
		return fmt.Errorf("the ledger of the newest revisions: %w", err)
	}
	l.size++
	return nil
}

// adopt takes in what a survey has found.
func (l *ledger) adopt(f *finding) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, m := range f.newer {
		l.known[id] = m
	}
	for _, id := range f.gone {
		delete(l.known, id)
	}
	l.torn = l.torn || len(f.newer) > 0 // to be written anew
}
