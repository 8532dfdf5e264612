package treestore

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"espalier/trees/treetest"
	"espalier/web/store"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

var (
	flips    = flag.Int("flips", 60, "how many single bytes TestFlippedBytes changes")
	flipSeed = flag.Uint64("flip-seed", 0, "the seed of the only byte that TestFlippedBytes changes; 0: as many as -flips")
)

// A sample is a store on the disk, and what was acknowledged in it.
type sample struct {
	dir   string
	keys  []Key
	saved [][]string // the text of each revision, by tree

	lessons map[ID]int // the newest revision of each, or 0 if it was deleted
	files   []string   // the files in which a byte is changed
}

// makeSample makes a store with trees of the given numbers of revisions. Some have chunks.
func makeSample(t testing.TB, trees, revisions int, large bool) *sample {
	t.Helper()
	s := &sample{dir: t.TempDir(), lessons: map[ID]int{}}
	l := openedWith(t, Config{Dir: s.dir, Log: slog.New(slog.DiscardHandler)})
	gone, _ := created(t, l, small)
	for i := range trees {
		text, revisions := small, revisions
		if large && i == 0 {
			text, revisions = noisy(5_000), 4
		}
		key, first := created(t, l, text)
		all := []string{written(first.Draft)}
		for n := range revisions - 1 {
			e := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d_%d"}`, i, n)})
			all = append(all, written(e.Draft))
		}
		s.keys, s.saved = append(s.keys, key), append(s.saved, all)
	}
	for n := range 3 {
		id := Key(fmt.Sprintf("lesson%d", n)).ID()
		s.putLessons(t, l, id, 1+2*n)
	}
	removed := Key("removed").ID()
	s.putLessons(t, l, removed, 2)
	if err := l.removeLesson(t.Context(), removed); err != nil {
		t.Fatal(err)
	}
	s.lessons[removed] = 0
	if err := l.Delete(context.Background(), gone); err != nil {
		t.Fatal(err)
	}
	s.keys, s.saved = append(s.keys, gone), append(s.saved, nil)
	storetest.Close(t, l)
	err := filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if info, ierr := d.Info(); ierr == nil && info.Size() > 0 {
				s.files = append(s.files, name)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// putLessons stores a number of revisions of a lesson.
func (s *sample) putLessons(t testing.TB, l *Store, id ID, revisions int) {
	t.Helper()
	for n := 1; n <= revisions; n++ {
		_, sequence, err := l.lesson(t.Context(), id)
		if n > 1 && err != nil || n == 1 && !errors.Is(err, store.ErrNoKey) {
			t.Fatal(err)
		}
		if err := l.putLesson(t.Context(), id, lessonText(id, n), sequence); err != nil {
			t.Fatal(err)
		}
	}
	s.lessons[id] = revisions
}

func lessonText(id ID, revision int) []byte {
	return fmt.Appendf(nil, `{"revision":%d,"title":"%s"}`, revision, strings.Repeat(string(id), 4))
}

// checkLessons compares the lessons, and returns how many are lost.
func (s *sample) checkLessons(ctx context.Context, t *testing.T, l *Store, what string, named map[ID]bool, log string) (lost int) {
	for id, revision := range s.lessons {
		value, _, err := l.lesson(ctx, id)
		switch {
		case revision == 0:
			if !errors.Is(err, store.ErrNoKey) || named[ID(lessonKey(id))] {
				t.Errorf("%s: a deleted lesson = %s, %v", what, value, err)
			}
			continue
		case err == nil && string(value) != string(lessonText(id, revision)):
			t.Errorf("%s: the lesson is %s, want revision %d", what, value, revision)
		case err != nil && !records.IsDamaged(err):
			t.Errorf("%s: Lesson = %v, want the lesson or its damage", what, err)
		}
		if named[ID(lessonKey(id))] != (err != nil) {
			t.Errorf("%s: Lesson = %v, and the health names %v", what, err, named)
		}
		if err == nil {
			continue
		}
		lost++
		if !strings.Contains(log, "a lesson is damaged") || !strings.Contains(log, string(id)) {
			t.Errorf("%s: the log does not name the damaged lesson %s: %s", what, id, log)
		}
		if err := l.removeLesson(ctx, id); err != nil {
			t.Errorf("%s: RemoveLesson = %v", what, err)
		}
		if added, err := l.records.AdoptValue(ctx, lessonKey(id), lessonText(id, revision)); !added || err != nil {
			t.Errorf("%s: AdoptLesson = %v, %v", what, added, err)
		}
		if value, _, err := l.lesson(ctx, id); err != nil || string(value) != string(lessonText(id, revision)) {
			t.Errorf("%s: the adopted lesson = %s, %v", what, value, err)
		}
	}
	return lost
}

// noisy returns a tree whose text cannot be compressed well.
func noisy(leaves int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("players 3 1[")
	for i := range leaves {
		if i%200 == 0 {
			if i > 0 {
				b.WriteString(" ]")
			}
			b.WriteString(" 2[")
		}
		fmt.Fprintf(&b, " (%d,%d,%d)", rng.IntN(1e6), rng.IntN(1e6), rng.IntN(1e6))
	}
	b.WriteString(" ] ]")
	return b.String()
}

// flip copies the sample with one byte changed, and returns what it has changed. It chooses
// a byte of the block files as often as one of all other files together.
func (s *sample) flip(t testing.TB, dir string, seed uint64) string {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 13))
	var name string
	for wanted := rng.IntN(2) == 0; name == "" || strings.HasSuffix(name, ".blk") != wanted; {
		name = s.files[rng.IntN(len(s.files))]
	}
	below, err := filepath.Rel(s.dir, name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	at, x := rng.IntN(len(data)), byte(1+rng.IntN(255))
	data[at] ^= x
	if err := os.WriteFile(filepath.Join(dir, below), data, 0o600); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("-flip-seed %d: byte %d of %s, ^%#x", seed, at, below, x)
}

// Everything that is lost is named: in the error of the tree, in the health, in the log and by
// Verify. Everything else is as it was, and each tree can be edited after Restore.
func TestFlippedBytes(t *testing.T) {
	count := *flips
	if treetest.RaceDetector {
		count = min(count, 12) // the race detector makes each several times slower, and finds the same in a few
	}
	samples := map[string]*sample{"small": makeSample(t, 5, 4, false), "larger": makeSample(t, 8, wholeEvery+8, true)}
	for name, s := range samples {
		t.Run(name, func(t *testing.T) {
			lost := 0
			each := func(seed uint64) {
				if s.check(t, seed) {
					lost++
				}
			}
			if *flipSeed > 0 {
				each(*flipSeed)
				return
			}
			for i := range count / len(samples) {
				each(uint64(i + 1))
			}
			t.Logf("%d of %d flips lost a revision, and all of those were named", lost, count/len(samples))
			if lost == 0 && count == *flips {
				t.Error("no flip lost a revision: the test changes nothing that matters")
			}
		})
	}
}

// check changes a byte, opens the store and compares everything. It reports whether a
// revision was lost.
func (s *sample) check(t *testing.T, seed uint64) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	dir := filepath.Join(t.TempDir(), "data")
	what := s.flip(t, dir, seed)
	defer os.RemoveAll(dir)
	report, err := records.Verify(ctx, dir)
	if err != nil {
		t.Fatalf("%s: Verify = %v", what, err)
	}
	if report.Whole() && !strings.Contains(what, "index.db") {
		t.Errorf("%s: Verify finds nothing", what)
	}
	var log bytes.Buffer
	hung := func(err error) { t.Errorf("%s: %v", what, err) }
	l, err := Open(Config{Dir: dir, Log: slog.New(slog.NewTextHandler(&log, nil)), Failed: hung})
	if err != nil {
		t.Fatal(err)
	}
	defer storetest.Close(t, l)
	named := map[ID]bool{}
	health := l.records.Health(ctx)
	for _, d := range health.Damaged {
		named[d.ID] = true
	}
	if state := health.State; state != records.StateOK && state != records.StateDamaged {
		t.Errorf("%s: the state is %s, %s", what, state, health.Reason)
	}
	if len(named) != len(report.Damaged) {
		t.Errorf("%s: Verify finds %v, opening finds %v", what, report.Damaged, health.Damaged)
	}
	lost := false
	for i, key := range s.keys {
		if s.checkTree(ctx, t, l, what, key.ID(), s.saved[i], named, log.String()) {
			lost = true
		}
	}
	if s.checkLessons(ctx, t, l, what, named, log.String()) > 0 {
		lost = true
	}
	if _, _, err := l.Create(ctx, draftOf(t, small), "made"); err != nil {
		t.Errorf("%s: a new tree: %v", what, err)
	}
	return lost
}

func (s *sample) checkTree(ctx context.Context, t *testing.T, l *Store, what string, id ID, all []string, named map[ID]bool, log string) (lost bool) {
	newest, err := l.Load(ctx, id)
	switch {
	case all == nil:
		if !errors.Is(err, ErrNotFound) || named[id] {
			t.Errorf("%s: a deleted tree = %v, %v", what, newest, err)
		}
		return false
	case err == nil && (newest.Number != len(all) || written(newest.Draft) != all[len(all)-1]):
		t.Errorf("%s: the newest revision is %d, want %d", what, newest.Number, len(all))
	case err != nil && (!records.IsDamaged(err) || records.DamageOf(err).Newest != len(all)):
		t.Errorf("%s: Load = %v, want the tree or its damage", what, err)
	}
	lost = err != nil
	for n, want := range all {
		got, err := l.At(ctx, id, n+1)
		switch {
		case err == nil && written(got.Draft) != want:
			t.Errorf("%s: revision %d is another one", what, n+1)
		case err != nil && !records.IsDamaged(err):
			t.Errorf("%s: revision %d = %v", what, n+1, err)
		}
		lost = lost || err != nil
	}
	if lost != named[id] && lost {
		t.Errorf("%s: revisions of %s are lost, and the health names %v", what, id, named)
	}
	if named[id] && !strings.Contains(log, string(id)) {
		t.Errorf("%s: the log does not name the damaged tree %s: %s", what, id, log)
	}
	if !lost {
		return false
	}
	if d := records.DamageOf(err); d != nil && d.Readable == 0 {
		return true // no record of it is left
	}
	done, err := l.Restore(ctx, id, "")
	if err != nil {
		t.Fatalf("%s: Restore = %v", what, err)
	}
	e, err := l.Edit(ctx, id, Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"on"}`)})
	if err != nil || e.Number <= len(all) {
		t.Errorf("%s: restored, %+v; then Edit = %v, %v", what, done, e, err)
	}
	return true
}
