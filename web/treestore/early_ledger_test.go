package treestore

import (
	"encoding/binary"
	"hash/crc32"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"espalier/web/store/ledger"
	"espalier/web/store/records"
)

// earlyEntry returns an entry of the ledger of trees of an early version.
func earlyEntry(kind byte, id ID, revision int, sum chainSum) []byte {
	b := append([]byte{kind}, id...)
	b = binary.LittleEndian.AppendUint32(b, uint32(revision))
	b = append(b, sum...)
	b = append(b, make([]byte, earlyEntrySize-4-len(b))...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// An early version had a ledger of trees and lessons, and one of values. They are carried over, and stay
// until the ledger of today has been written and read back. A later mark of the values is kept.
func TestLedgersOfEarlyVersion(t *testing.T) {
	dir := t.TempDir()
	tree, gone, back, one, later, removed := Key("tree").ID(), Key("gone").ID(), Key("back").ID(), Key("one").ID(), Key("later").ID(), Key("removed").ID()
	var trees []byte
	for _, entry := range [][]byte{
		earlyEntry('r', tree, 6, sumOf([]byte("6"))),
		earlyEntry('r', tree, 7, sumOf([]byte("7"))),
		earlyEntry('d', gone, 0, ""),
		earlyEntry('r', gone, 3, sumOf([]byte("3"))),
		earlyEntry('d', back, 0, ""),
		earlyEntry('i', back, 2, sumOf([]byte("b"))),
		earlyEntry('R', one, 3, sumOf([]byte("1"))),
		earlyEntry('R', later, 2, sumOf([]byte("2"))),
		earlyEntry('D', removed, 0, ""),
	} {
		trees = append(trees, entry...)
	}
	values := ledger.New(filepath.Join(dir, ledger.Name), ledgerRules)
	values.Adopt(lessonKey(later), ledger.Mark{Number: 5, Sum: sumOf([]byte("5"))})
	values.Adopt("room.AAAAAAAA", ledger.Mark{Number: 4, Sum: sumOf([]byte("4")), Note: "a room"})
	values.AdoptGone("room.BBBBBBBB")
	if err := values.CopyTo(dir); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{ledger.Name: earlyValues, ledger.CopyName: earlyValues + ".copy"} {
		if err := os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)); err != nil {
			t.Fatal(err)
		}
	}
	// The copy has lost the deletion and the import of one tree.
	copied := append(earlyEntry('r', back, 1, ""), earlyEntry('r', tree, 7, sumOf([]byte("7")))...)
	for name, text := range map[string][]byte{earlyTrees: trees, earlyTrees + ".copy": copied} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]ledger.Mark{
		string(tree):       {Number: 7, Sum: sumOf([]byte("7"))},
		string(gone):       {Deleted: true},
		string(back):       {Number: 2, Sum: sumOf([]byte("b"))},
		lessonKey(one):     {Number: 3, Sum: sumOf([]byte("1"))},
		lessonKey(later):   {Number: 5, Sum: sumOf([]byte("5"))},
		lessonKey(removed): {Deleted: true},
		"room.AAAAAAAA":    {Number: 4, Sum: sumOf([]byte("4")), Note: "a room"},
		"room.BBBBBBBB.q":  {Deleted: true},
	}
	for round := range 3 {
		l, err := ledger.Read(dir, ledgerRules)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]ledger.Mark{}
		for key := range want {
			got[key] = l.Of(key)
		}
		if !maps.Equal(got, want) {
			t.Errorf("round %d: the marks are %+v; want %+v", round, got, want)
		}
		blocked := filepath.Join(dir, ledger.Name)
		if round == 0 { // the ledger cannot be written, since a folder has its name
			if err := os.MkdirAll(filepath.Join(blocked, "full"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Open(); (err == nil) != (round > 0) {
			t.Errorf("round %d: Open = %v", round, err)
		}
		l.Close()
		if round == 0 {
			if err := os.RemoveAll(blocked); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range ledgerRules.Early {
			if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != (round == 0) {
				t.Errorf("round %d: the early file %s: %v", round, name, err)
			}
		}
	}
}

// A lost value is put back from a backup also if an early version has made its mark without a sum.
func TestValueOfMarkWithoutSumIsPutBack(t *testing.T) {
	ctx := t.Context()
	l := openedWith(t, Config{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	id, backups := Key("one").ID(), t.TempDir()
	if err := l.putLesson(ctx, id, lessonText(id, 2), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := l.records.Backup(ctx, backups); err != nil {
		t.Fatal(err)
	}
	err := withBucket(ctx, l, func(bucket openBucket) error {
		bucket.Ledger.Forget(lessonKey(id))
		bucket.Ledger.Adopt(lessonKey(id), ledger.Mark{Number: 2})
		return bucket.Purge(ctx, lessonKey(id))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.lesson(ctx, id); !records.IsDamaged(err) {
		t.Fatalf("the lesson is lost, and reading it = %v", err)
	}
	var done records.Restored
	if err := l.records.RestoreValues(ctx, string(id), backups, &done); err != nil || !slices.Equal(done.PutBack, []int{2}) {
		t.Errorf("RestoreValues = %+v, %v, want revision 2 put back", done, err)
	}
	if value, _, err := l.lesson(ctx, id); err != nil || string(value) != string(lessonText(id, 2)) {
		t.Errorf("the lesson is %s, %v", value, err)
	}
}
