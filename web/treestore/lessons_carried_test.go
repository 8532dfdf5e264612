package treestore

import (
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// An early version had the marks of lessons in the ledger of the trees. They are carried over to that of
// the values, and stay in the file until that one is written. A later mark of the values is kept.
func TestMarksOfLessonsAreCarriedOver(t *testing.T) {
	dir := t.TempDir()
	tree, one, later, removed := Key("tree").ID(), Key("one").ID(), Key("later").ID(), Key("removed").ID()
	var early []byte
	for id, m := range map[ID]ledgerMark{
		tree:    {Revision: 7, Sum: sumOf([]byte("t"))},
		one:     {Revision: 3, Sum: sumOf([]byte("1")), Lesson: true},
		later:   {Revision: 2, Sum: sumOf([]byte("2")), Lesson: true},
		removed: {Deleted: true, Lesson: true},
	} {
		early = append(early, m.entry(id)...)
	}
	if err := os.WriteFile(filepath.Join(dir, ledgerName), early, 0o600); err != nil {
		t.Fatal(err)
	}
	newer := newValueLedger(filepath.Join(dir, valuesName))
	newer.take(markedValue, lessonKey(later), valueMark{Number: 5, Sum: sumOf([]byte("5"))}, true)
	if err := newer.rewrite(newer.all()); err != nil {
		t.Fatal(err)
	}
	want := map[string]valueMark{
		lessonKey(one):     {Number: 3, Sum: sumOf([]byte("1"))},
		lessonKey(later):   {Number: 5, Sum: sumOf([]byte("5"))},
		lessonKey(removed): {Deleted: true},
	}
	for round := range 3 {
		trees, values, err := readLedgers(dir)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]valueMark{}
		for key := range want {
			got[key] = values.Of(key)
		}
		if !maps.Equal(got, want) || trees.Newest(tree) != 7 {
			t.Errorf("round %d: the marks are %+v, and the tree has %d; want %+v and 7", round, got, trees.Newest(tree), want)
		}
		switch round {
		case 0: // the ledger of the values cannot be written, since a folder has its name
			os.Remove(filepath.Join(dir, valuesName))
			if err := os.MkdirAll(filepath.Join(dir, valuesName, "full"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := openLedgers(trees, values); err == nil {
				t.Error("the ledgers were opened")
			}
			trees.Close()
			values.Close()
			if err := os.RemoveAll(filepath.Join(dir, valuesName)); err != nil {
				t.Fatal(err)
			}
		case 1:
			if err := openLedgers(trees, values); err != nil {
				t.Fatal(err)
			}
			trees.Close()
			values.Close()
			if alone, err := readLedger(dir); err != nil || len(alone.Lessons) > 0 {
				t.Errorf("the ledger of the trees still has %v; %v", alone.Lessons, err)
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
	if _, err := l.Backup(ctx, backups); err != nil {
		t.Fatal(err)
	}
	err := l.withValues(ctx, true, func(bucket *openBucket) error {
		bucket.values.Forget(lessonKey(id))
		bucket.values.Adopt(lessonKey(id), valueMark{Number: 2})
		return bucket.Purge(ctx, lessonKey(id))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.lesson(ctx, id); !isDamaged(err) {
		t.Fatalf("the lesson is lost, and reading it = %v", err)
	}
	var done Restored
	if err := l.RestoreValues(ctx, string(id), backups, &done); err != nil || !slices.Equal(done.PutBack, []int{2}) {
		t.Errorf("RestoreValues = %+v, %v, want revision 2 put back", done, err)
	}
	if value, _, err := l.lesson(ctx, id); err != nil || string(value) != string(lessonText(id, 2)) {
		t.Errorf("the lesson is %s, %v", value, err)
	}
}
