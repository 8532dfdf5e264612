package treestore

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"espalier/web/store/key"
	"espalier/web/store/ledger"
)

// treeMark returns the mark of a tree.
func (b openBucket) treeMark(id ID) ledger.Mark { return b.Ledger.Of(string(id)) }

// acknowledged records the newest revision of a tree.
func (b openBucket) acknowledged(id ID, n int, sum chainSum) error {
	return b.Ledger.Acknowledged(string(id), ledger.Mark{Number: n, Sum: sum})
}

// An early version had two ledgers in a folder: that of the trees, in which lessons were, too, and that
// of the values, whose entries are as today.
const (
	earlyTrees  = "ledger"
	earlyValues = "values"
	earlyTopic  = "marks" // of messages with entries of trees

	// An entry of a tree: its kind, 'r' for a revision, 'd' for a deletion, and 'i' for an import, in
	// capitals for a lesson; the id; the revision in 4 bytes; a sum, or zeros; and a CRC-32C.
	earlyEntrySize = 1 + key.Chars + 4 + ledger.SumChars + 4

	lessonPrefix = "lesson."
)

var earlyFiles = []string{earlyTrees, earlyTrees + ".copy", earlyValues, earlyValues + ".copy"}

// carryOver adds the marks of an early version.
func carryOver(dir string, to *ledger.Ledger) error {
	if err := to.ReadEarly(filepath.Join(dir, earlyValues), filepath.Join(dir, earlyValues+".copy")); err != nil {
		return err
	}
	known, err := readEarlyTrees(filepath.Join(dir, earlyTrees), to)
	if err != nil {
		return err
	}
	copied, err := readEarlyTrees(filepath.Join(dir, earlyTrees+".copy"), to)
	if err != nil {
		return err
	}
	for key, m := range copied {
		if own := known[key]; m.turns > own.turns || m.turns == own.turns && !own.Deleted && m.Number > own.Number {
			known[key] = m
		}
	}
	for key, m := range known {
		switch {
		case !m.Deleted:
			to.Adopt(key, ledger.Mark{Number: m.Number, Sum: m.Sum})
		case strings.HasPrefix(key, lessonPrefix):
			if to.Of(key) == (ledger.Mark{}) { // it was carried over before
				to.AdoptDeleted(key)
			}
		default:
			to.AdoptGone(key)
		}
	}
	return nil
}

// An earlyMark is what a file has of a tree or a lesson. turns counts its deletions and imports, of which
// both files have an entry: the file with fewer has lost one.
type earlyMark struct {
	ledger.Mark
	turns int
}

// readEarlyTrees reads a ledger of trees, by the keys of today.
func readEarlyTrees(name string, to *ledger.Ledger) (map[string]earlyMark, error) {
	known := map[string]earlyMark{}
	b, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for ; len(b) >= earlyEntrySize; b = b[earlyEntrySize:] {
		key, m, ok := readEarlyEntry(b[:earlyEntrySize])
		if !ok {
			to.Faults++
			continue
		}
		old := known[key]
		turns := old.turns
		if m.Deleted || m.Imported {
			turns++
		}
		if m.Imported || old.Deleted || m.Deleted || m.Number >= old.Number {
			m.Deleted = m.Deleted || old.Deleted && !m.Imported // a deleted tree does not come back
			known[key] = earlyMark{m, turns}
		}
	}
	return known, nil
}

// readEarlyEntry reads an entry of a ledger of trees.
func readEarlyEntry(b []byte) (name string, m ledger.Mark, ok bool) {
	check := earlyEntrySize - 4
	if crc32.Checksum(b[:check], castagnoli) != binary.LittleEndian.Uint32(b[check:]) {
		return "", m, false
	}
	name = string(b[1 : 1+key.Chars])
	kind := b[0] | ('a' - 'A')
	if kind != b[0] {
		name = lessonPrefix + name
	}
	m.Deleted, m.Imported = kind == 'd', kind == 'i'
	m.Number = int(binary.LittleEndian.Uint32(b[1+key.Chars:]))
	if sum := b[5+key.Chars : check]; sum[0] != 0 {
		m.Sum = chainSum(sum)
	}
	return name, m, true
}

// receiveEarly takes entries of an Espalier of an early version.
func receiveEarly(to *ledger.Ledger, entries []byte) (disputed []string) {
	for ; len(entries) >= earlyEntrySize; entries = entries[earlyEntrySize:] {
		key, m, ok := readEarlyEntry(entries[:earlyEntrySize])
		switch {
		case !ok:
		case m.Deleted && !strings.HasPrefix(key, lessonPrefix):
			to.ReceiveGone(key)
		case to.ReceiveMark(key, m) == ledger.ErrDisputed:
			disputed = append(disputed, key)
		}
	}
	return disputed
}
