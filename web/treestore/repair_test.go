//go:build unix

package treestore

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"espalier/web/store"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// A store of an early version, without a chain and a ledger, can be opened. New records are
// chained.
func TestStoreFromBeforeChain(t *testing.T) {
	const key, gone = Key("ovc233ylrxty4lrw7mgpldwsdy"), Key("m5udpkhlqusc6up2tdh77y5g2u")
	ctx := context.Background()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/before-chain")); err != nil {
		t.Fatal(err)
	}
	if r, err := records.Verify(ctx, dir); err != nil || !r.Whole() || r.Logs != 1 {
		t.Errorf("Verify = %+v, %v; want one whole tree", r, err)
	}
	for round := range 2 {
		l := opened(t, dir)
		s, err := l.Load(ctx, key.ID())
		if err != nil || s.Number != 6+round || l.records.Health(ctx).State != records.StateOK {
			t.Fatalf("Load = %+v, %v, %+v; want revision %d", s, err, l.records.Health(ctx), 6+round)
		}
		if _, err := l.Load(ctx, gone.ID()); !errors.Is(err, ErrNotFound) {
			t.Errorf("a deleted tree = %v", err)
		}
		e := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"c%d"}`, round)})
		r, err := bucketOfStore(l).readRecord(ctx, key.ID(), e.Number)
		before, berr := bucketOfStore(l).readRecord(ctx, key.ID(), e.Number-1)
		if err != nil || berr != nil || r.head.Prev != before.sum || r.head.Prev == "" {
			t.Errorf("revision %d follows %q, want %q", e.Number, r.head.Prev, before.sum)
		}
		if m := bucketOfStore(l).treeMark(key.ID()); m.Number != e.Number || m.Sum != r.sum {
			t.Errorf("the ledger has %+v, want revision %d", m, e.Number)
		}
		storetest.Close(t, l)
	}
}

// A whole record that is not the one that was acknowledged is noticed when it is read. If
// it is the last one of a tree, it is also noticed when the store is opened.
func TestReplacedRevisionIsNoticed(t *testing.T) {
	ctx := context.Background()
	for _, replaced := range []int{3, 4} {
		dir := t.TempDir()
		l := opened(t, dir)
		key, _ := created(t, l, small)
		for i := range 3 {
			edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
		}
		r, err := bucketOfStore(l).readRecord(ctx, key.ID(), replaced)
		if err != nil {
			t.Fatal(err)
		}
		parts, err := bucketOfStore(l).parts(ctx, key.ID(), r)
		if err != nil {
			t.Fatal(err)
		}
		other := record{r.head, parts}
		other.Words = "another"
		value, _, err := other.encode("abc")
		if err == nil {
			err = bucketOfStore(l).Replace(ctx, revisionKey(key.ID(), replaced), value)
		}
		if err != nil {
			t.Fatal(err)
		}
		storetest.Close(t, l)
		l = opened(t, dir)
		if h := l.records.Health(ctx); replaced == 4 && len(h.Damaged) != 1 {
			t.Errorf("revision %d is another one: %+v", replaced, h)
		}
		var d *records.DamagedError
		if _, err := l.Load(ctx, key.ID()); !errors.As(err, &d) || d.Newest != 4 {
			t.Errorf("revision %d is another one: Load = %v", replaced, err)
		}
		if _, err := l.At(ctx, key.ID(), 2); err != nil {
			t.Errorf("At(2) = %v", err)
		}
	}
}

// A damaged tree is restored from a backup, equal in every byte.
func TestRestoreFromBackup(t *testing.T) {
	s := makeSample(t, 3, 6, true)
	ctx := context.Background()
	backups := t.TempDir()
	l := opened(t, s.dir)
	if l.records.Health(ctx).State != records.StateOK {
		t.Fatal(l.records.Health(ctx))
	}
	for _, name := range []string{"19990101-000000", "19990101-010000"} { // the second one links the files that did not change
		made, err := l.records.Backup(ctx, backups)
		if err == nil {
			err = os.Rename(made, filepath.Join(backups, "espalier-"+name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	storetest.Close(t, l)
	made, err := filepath.Glob(filepath.Join(backups, "espalier-*"))
	if err != nil || len(made) != 2 {
		t.Fatal(made, err)
	}
	for _, name := range made {
		if r, err := records.Verify(ctx, name); err != nil || !r.Whole() || r.Logs != 3 {
			t.Errorf("Verify of the backup = %+v, %v", r, err)
		}
	}
	lost := 0
	for seed := uint64(1); lost < 8; seed++ {
		dir := filepath.Join(t.TempDir(), "data")
		what := s.flip(t, dir, seed)
		l := openedWith(t, Config{Dir: dir, Log: slog.New(slog.DiscardHandler)})
		for _, d := range l.records.Health(ctx).Damaged {
			lost++
			done, err := &records.Restored{}, error(nil)
			if d.Value {
				err = l.records.RestoreValues(ctx, d.Shown(), backups, done)
			} else {
				done, err = l.Restore(ctx, d.ID, backups)
			}
			if err != nil || done.Made != 0 || len(done.Missing) > 0 || !slices.Equal(done.PutBack, d.Missing) {
				t.Errorf("%s: %s: Restore = %+v, %v", what, d, done, err)
			}
		}
		for round := range 2 { // again from the disk
			for i, key := range s.keys {
				for n, want := range s.saved[i] {
					if got, err := l.At(ctx, key.ID(), n+1); err != nil || written(got.Draft) != want {
						t.Errorf("%s: revision %d = %v, %v", what, n+1, got, err)
					}
				}
			}
			if h := l.records.Health(ctx); len(h.Damaged) > 0 {
				t.Errorf("%s: restored, the health is %+v", what, h)
			}
			storetest.Close(t, l)
			if round == 0 {
				l = openedWith(t, Config{Dir: dir, Log: slog.New(slog.DiscardHandler)})
			}
		}
	}
}

// A damaged lesson is restored from a backup. If the backup has only an earlier revision,
// that one gets the next number. A whole lesson is not changed.
func TestRestoreLesson(t *testing.T) {
	s := makeSample(t, 1, 2, false)
	ctx := t.Context()
	one, whole, later, removed := Key("lesson0").ID(), Key("lesson1").ID(), Key("lesson2").ID(), Key("removed").ID()
	backups := t.TempDir()
	l := opened(t, s.dir)
	if l.records.Health(ctx).State != records.StateOK {
		t.Fatal(l.records.Health(ctx))
	}
	if _, err := l.records.Backup(ctx, backups); err != nil {
		t.Fatal(err)
	}
	_, before, err := l.lesson(ctx, whole)
	_, sequence, lerr := l.lesson(ctx, later)
	if err := errors.Join(err, lerr, l.putLesson(ctx, later, lessonText(later, 6), sequence)); err != nil {
		t.Fatal(err)
	}
	storetest.Close(t, l)
	damageLesson(t, s.dir, one)
	damageLesson(t, s.dir, later)
	r, err := records.Verify(ctx, s.dir)
	if err != nil || len(r.Damaged) != 2 {
		t.Fatalf("Verify = %+v, %v", r, err)
	}
	for _, d := range r.Damaged {
		if want := map[ID]int{ID(lessonKey(one)): 1, ID(lessonKey(later)): 6}[d.ID]; d.What() != "lesson" || d.Newest != want {
			t.Errorf("Verify names %s, want a lesson of %d revisions", d, want)
		}
	}
	l = openedWith(t, Config{Dir: s.dir, Log: slog.New(slog.DiscardHandler)})
	restore := func(id ID, backups string) (done records.Restored, err error) {
		err = l.records.RestoreValues(ctx, string(id), backups, &done)
		return done, err
	}
	if done, err := restore(one, ""); err != nil || !reflect.DeepEqual(done, records.Restored{Missing: []int{1}}) {
		t.Errorf("RestoreValues without a backup = %+v, %v", done, err)
	}
	for id, want := range map[ID]records.Restored{one: {PutBack: []int{1}}, whole: {}, later: {Missing: []int{6}, Made: 7}} {
		if done, err := restore(id, backups); err != nil || !reflect.DeepEqual(done, want) {
			t.Errorf("RestoreValues = %+v, %v, want %+v", done, err, want)
		}
	}
	if done, err := restore(removed, backups); !errors.Is(err, records.ErrNoValues) {
		t.Errorf("RestoreValues of a deleted lesson = %+v, %v", done, err)
	}
	for round := range 2 { // again from the disk
		for id, want := range map[ID]int{one: 1, whole: 3, later: 7} {
			value, sequence, err := l.lesson(ctx, id)
			if err != nil || string(value) != string(lessonText(id, want)) {
				t.Errorf("the lesson is %s, %v, want revision %d", value, err, want)
			}
			if id == whole && sequence != before {
				t.Errorf("the whole lesson has the sequence %d, want %d", sequence, before)
			}
		}
		if h := l.records.Health(ctx); len(h.Damaged) > 0 {
			t.Errorf("restored, the health is %+v", h)
		}
		storetest.Close(t, l)
		if r, err := records.Verify(ctx, s.dir); err != nil || !r.Whole() || !slices.Contains(r.Values, records.Counted{Many: "lessons", Roots: 3, Values: 3}) {
			t.Errorf("Verify = %+v, %v; want three whole lessons", r, err)
		}
		if round == 0 {
			l = opened(t, s.dir)
		}
	}
}

// A lesson that was changed in the open store is noticed when it is read, although it has
// the revision that was acknowledged. A lesson that was not changed is not reported.
func TestLessonIsCheckedWhenItIsRead(t *testing.T) {
	s := makeSample(t, 1, 2, false)
	ctx := t.Context()
	one, whole := Key("lesson1").ID(), Key("lesson2").ID()
	l := openedWith(t, Config{Dir: s.dir, Log: slog.New(slog.DiscardHandler)})
	backups := t.TempDir()
	if _, err := l.records.Backup(ctx, backups); err != nil {
		t.Fatal(err)
	}
	err := withBucket(ctx, l, func(bucket openBucket) error {
		return bucket.Replace(ctx, lessonKey(one), bytes.Replace(lessonText(one, 3), []byte("title"), []byte("tutle"), 1))
	})
	if err != nil {
		t.Fatal(err)
	}
	if value, _, err := l.lesson(ctx, one); !records.IsDamaged(err) || !strings.Contains(err.Error(), "it is not what was stored") {
		t.Errorf("a lesson that was changed = %s, %v", value, err)
	}
	if h := l.records.Health(ctx); h.State != records.StateDamaged || len(h.Damaged) != 1 || h.Damaged[0].ID != ID(lessonKey(one)) || !h.Damaged[0].Value {
		t.Errorf("the health is %+v", h)
	}
	if value, _, err := l.lesson(ctx, whole); err != nil || string(value) != string(lessonText(whole, 5)) {
		t.Errorf("another lesson = %s, %v", value, err)
	}
	var done records.Restored
	if err := l.records.RestoreValues(ctx, string(one), backups, &done); err != nil || !reflect.DeepEqual(done.PutBack, []int{3}) {
		t.Errorf("RestoreValues = %+v, %v", done, err)
	}
	if value, _, err := l.lesson(ctx, one); err != nil || string(value) != string(lessonText(one, 3)) {
		t.Errorf("the restored lesson = %s, %v", value, err)
	}
}

// damageLesson changes the sequence of the newest record of a lesson.
func damageLesson(t *testing.T, data string, id ID) {
	t.Helper()
	blocks, err := filepath.Glob(filepath.Join(data, folder, "jetstream", "*", "streams", "*", "msgs", "*.blk"))
	if err != nil || len(blocks) != 1 {
		t.Fatal(blocks, err)
	}
	content, err := os.ReadFile(blocks[0])
	if err != nil {
		t.Fatal(err)
	}
	const back = 25 // the distance from the key to the second last byte of the sequence
	content[bytes.LastIndex(content, []byte(lessonKey(id)))-back] ^= 0x40
	if err := os.WriteFile(blocks[0], content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWipedStoreIsMadeAnew(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := opened(t, dir)
	key, _ := created(t, l, small)
	if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
		t.Fatal(err)
	}
	if s, err := l.Load(ctx, key.ID()); !errors.Is(err, ErrNotFound) {
		t.Errorf("Load from a store that was removed = %v, %v", s, err)
	}
	if h := l.records.Health(ctx); h.State != records.StateUnused {
		t.Errorf("the health of a store that was removed is %+v", h)
	}
	again, _ := created(t, l, small)
	storetest.Close(t, l)
	l = opened(t, dir)
	if _, err := l.Load(ctx, again.ID()); err != nil {
		t.Errorf("a tree of the new store = %v", err)
	}
	// Without its messages the tree is damaged, not unknown, since the ledger has it.
	if err := os.RemoveAll(filepath.Join(dir, folder, "jetstream")); err != nil {
		t.Fatal(err)
	}
	if s, err := l.Load(ctx, again.ID()); !records.IsDamaged(err) {
		t.Errorf("Load from a store without messages = %v, %v", s, err)
	}
}

// A folder that cannot be written to is read. Since root may write everywhere, the test
// runs itself as a user who may not.
func TestReadOnlyFolderIsRead(t *testing.T) {
	const child = "ESPALIER_LIBRARY_READ"
	ctx := context.Background()
	if data := os.Getenv(child); data != "" {
		key := Key(os.Getenv(childKey))
		l := opened(t, data)
		s, err := l.Load(ctx, key.ID())
		if err != nil || s.Number != 41 {
			t.Fatalf("Load = %+v, %v", s, err)
		}
		if at, err := l.At(ctx, key.ID(), 20); err != nil || at.Number != 20 {
			t.Errorf("At(20) = %+v, %v", at, err)
		}
		if h := l.records.Health(ctx); h.State != records.StateReadOnly {
			t.Errorf("the health is %+v", h)
		}
		var away *store.UnavailableError
		if _, err := l.Edit(ctx, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)}); !errors.As(err, &away) || !strings.Contains(err.Error(), "is read-only") {
			t.Errorf("Edit = %v", err)
		}
		if _, _, err := l.Create(ctx, draftOf(t, small), "made"); !errors.As(err, &away) {
			t.Errorf("Create = %v", err)
		}
		if err := l.Delete(ctx, key); !errors.As(err, &away) {
			t.Errorf("Delete = %v", err)
		}
		return
	}
	dir := t.TempDir()
	l := opened(t, dir)
	key, _ := created(t, l, small)
	for i := range 40 {
		edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
	}
	storetest.Close(t, l)
	program := filepath.Join(t.TempDir(), "test")
	binary, err := os.ReadFile(os.Args[0])
	if err == nil {
		err = os.WriteFile(program, binary, 0o755)
	}
	if out, merr := exec.Command("chmod", "-R", "a+rX,a-w", dir).CombinedOutput(); merr != nil {
		t.Fatalf("%v: %s", merr, out)
	}
	t.Cleanup(func() { exec.Command("chmod", "-R", "u+w", dir).Run() })
	if err != nil {
		t.Fatal(err)
	}
	test := exec.Command(program, "-test.run=^TestReadOnlyFolderIsRead$")
	test.Dir = "/"
	test.Env = append(os.Environ(), child+"="+dir, childKey+"="+string(key))
	if os.Getuid() == 0 {
		const nobody = 65534
		for _, open := range []string{filepath.Dir(dir), filepath.Dir(program)} {
			if err := os.Chmod(open, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		test.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	if out, err := test.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
