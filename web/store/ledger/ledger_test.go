package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"espalier/web/cluster/faulty"
)

// rules are those of a store: a key without a dot is a tree, and others have a root of two words.
var rules = Rules{
	Root: func(key string) string {
		words := strings.SplitN(key, ".", 3)
		return strings.Join(words[:min(len(words), 2)], ".")
	},
	Once: func(key string) bool { return !strings.Contains(key, ".") },
}

func opened(t *testing.T, dir string) *Ledger {
	t.Helper()
	l, err := Read(dir, rules)
	if err == nil {
		err = l.Open()
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func sum(i int) Sum { return SumOf(fmt.Append(nil, i)) }

// A whole ledger has all entries when it is opened again. If one of its two files is damaged or gone, it
// still knows what it knew when it was opened last, and each deletion, each import, and each value in the
// place of a deleted one.
func TestDamage(t *testing.T) {
	keys := []string{"room.A", "room.A.q.1", "room.A.a.1.x", "room.B", "homework.c", "homework.c.s.d", "treeone", "treetwo"}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 46))
		dir := t.TempDir()
		l := opened(t, dir)
		sure := map[string]Mark{} // what is in both files
		what := ""
		for range 3 {
			for range 2 + rng.IntN(12) {
				key := keys[rng.IntN(len(keys))]
				root, before, gone := rules.Root(key), l.Of(key), l.Gone(key)
				m := Mark{Number: before.Number + 1, Sum: sum(rng.Int()), Note: fmt.Sprint("note of ", key)}
				var err error
				switch rng.IntN(8) {
				case 0:
					if err = l.Deleted(key); !gone {
						sure[key] = Mark{Deleted: true}
					}
				case 1:
					if rng.IntN(3) > 0 {
						continue
					}
					err = l.DeletedRoot(root)
					for _, other := range keys {
						if rules.Root(other) == root {
							sure[other] = Mark{Deleted: true}
						}
					}
				case 2:
					if !rules.Once(key) || rng.IntN(2) > 0 {
						continue
					}
					m.Imported = true
					err = l.Imported(key, m)
					m.Imported = false
					sure[key] = m
				default:
					err = l.Acknowledged(key, m)
					if before.Deleted && !gone {
						sure[key] = m
					}
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			known := map[string]Mark{}
			for _, key := range keys {
				known[key] = l.Of(key)
			}
			l.Close()
			what = "nothing"
			if rng.IntN(3) > 0 {
				var err error
				if what, err = faulty.Damage(rng, filepath.Join(dir, []string{Name, CopyName}[rng.IntN(2)])); err != nil {
					t.Fatal(err)
				}
			}
			l = opened(t, dir)
			for _, key := range keys {
				got, want, least := l.Of(key), known[key], sure[key]
				got.Imported, want.Imported = false, false
				switch {
				case what == "nothing" && got != want:
					t.Errorf("seed %d: %s is %+v, want %+v", seed, key, got, want)
				case got.Deleted != want.Deleted, got.Number < least.Number, got.Number > want.Number:
					t.Errorf("seed %d, %s: %s is %+v; it was %+v, and at least %+v is in both files", seed, what, key, got, want, least)
				}
				sure[key] = got
			}
		}
		l.Close()
	}
}

// The file stays small, is written anew after a write that was cut off, and survives the loss of either
// of the two.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	l := opened(t, dir)
	name := filepath.Join(dir, Name)
	for i := range 60_000 {
		if err := l.queued(fmt.Sprint("tree", i%10), Mark{Number: 1 + i/10, Sum: sum(i)}); err != nil {
			t.Fatal(err)
		}
	}
	l.Close()
	if info, err := os.Stat(name); err != nil || info.Size() > 3*minBytes {
		t.Errorf("the file of 10 trees has %d bytes, %v", info.Size(), err)
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Write(Mark{Number: 7}.entry(marked, "tree1")[:30])
	f.Close()
	if l, err = Read(dir, rules); err != nil || l.Faults > 0 {
		t.Errorf("an entry that was cut off = %d faults, %v", l.Faults, err)
	}
	l = opened(t, dir)
	l.Close()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text[bytes.Index(text, []byte("tree7"))-3] ^= 1
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if l, err = Read(dir, rules); err != nil || l.Faults != 1 || l.Of("tree7").Number != 6000 {
		t.Errorf("a ledger with a wrong byte = %d faults, %v, and tree7 is %+v", l.Faults, err, l.Of("tree7"))
	}
	for _, file := range []string{Name, CopyName, Name} {
		l = opened(t, dir)
		l.Close()
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
		if l = opened(t, dir); l.Of("tree1").Number != 6000 || len(l.marks) != 10 {
			t.Errorf("without the file %s tree1 is %+v of %d", file, l.Of("tree1"), len(l.marks))
		}
		l.Close()
	}
	var none *Ledger
	if none.Of("x").Number != 0 || none.Acknowledged("x", Mark{Number: 1}) != nil || none.Deleted("x") != nil {
		t.Error("a store without a ledger has entries")
	}
}

// queued acknowledges without waiting for the file.
func (l *Ledger) queued(key string, m Mark) error {
	_, err := l.queue(marked, []string{key}, m, true)
	return err
}

// What cannot be written is an error, also at the next try, and is written with the first entry that can be.
func TestFailedWriteIsRepeated(t *testing.T) {
	dir := t.TempDir()
	l := opened(t, dir)
	failed := errors.New("no space")
	l.Pass = func() error { return failed }
	for range 2 {
		if err := l.Acknowledged("tree", Mark{Number: 1, Sum: sum(1)}); !errors.Is(err, failed) {
			t.Errorf("an entry that cannot be written: %v", err)
		}
		if err := l.DeletedRoot("room.A"); !errors.Is(err, failed) {
			t.Errorf("a deletion that cannot be written: %v", err)
		}
	}
	l.Pass = nil
	if err := l.Acknowledged("other", Mark{Number: 1, Sum: sum(2)}); err != nil {
		t.Fatal(err)
	}
	l.Close()
	l = opened(t, dir)
	defer l.Close()
	if !l.Gone("room.A") || l.Of("tree").Number != 1 || l.Of("other").Number != 1 {
		t.Errorf("the ledger has %+v", l.all())
	}
}

// Two Espaliers that receive each other's entries, or ask for them, know the same. Another value with the
// number of a revision is disputed, and the first one stays.
func TestReceive(t *testing.T) {
	one, two := New("", rules), New("", rules)
	one.Shared, two.Shared = true, true
	one.Acknowledged("tree", Mark{Number: 3, Sum: sum(3)})
	one.Acknowledged("room.A", Mark{Number: 2, Sum: sum(2), Note: "a room"})
	one.Acknowledged("room.A.q", Mark{Number: 1})
	one.DeletedRoot("room.B")
	one.DeletedRoot("gone")
	one.Deleted("task.T")
	one.Answer(two.Sum(), func(entries []byte) { two.Receive(entries) })
	if !bytes.Equal(one.Sum(), two.Sum()) || two.Of("room.A").Note != "a room" {
		t.Errorf("one has %+v, and the other %+v", one.all(), two.all())
	}
	answers := 0
	one.Answer(two.Sum(), func([]byte) { answers++ })
	if answers != 1 {
		t.Errorf("to one who knows all there are %d answers, want the empty one", answers)
	}
	two.Acknowledged("gone", Mark{Number: 1, Sum: sum(1)})
	if m := two.Of("gone"); !m.Deleted {
		t.Errorf("a deleted tree came back: %+v", m)
	}
	two.Imported("gone", Mark{Number: 1, Sum: sum(1)})
	one.Receive(two.EntriesOf("gone"))
	if m := one.Of("gone"); m.Deleted || m.Number != 1 {
		t.Errorf("an imported tree is %+v", m)
	}
	one.DeletedRoot("gone")
	two.Receive(one.EntriesOf("gone", "room.B"))
	if !two.Of("gone").Deleted || !two.Gone("room.B.x") {
		t.Errorf("what was deleted is %+v", two.all())
	}
	if err := two.Acknowledged("tree", Mark{Number: 3, Sum: sum(4)}); !errors.Is(err, ErrDisputed) || !two.Disputed("tree") || two.Of("tree").Sum != sum(3) {
		t.Errorf("another revision with the number 3 = %v, and the mark is %+v", err, two.Of("tree"))
	}
	if keys := two.Matching("room.A.>"); len(keys) != 1 || keys[0] != "room.A.q" {
		t.Errorf("the keys below the room are %q", keys)
	}
	if keys := two.Matching("room.>"); len(keys) != 2 {
		t.Errorf("the keys of rooms are %q", keys)
	}
}

// A ledger on a stalled disk delays its caller only for a moment, and is readable meanwhile.
func TestStalledDisk(t *testing.T) {
	l := opened(t, t.TempDir())
	stalled := make(chan struct{})
	l.Pass = func() error { <-stalled; return nil }
	if err := l.Acknowledged("tree", Mark{Number: 1}); !errors.Is(err, errLate) {
		t.Errorf("an entry on a stalled disk = %v", err)
	}
	if l.Of("tree").Number != 1 {
		t.Error("a stalled disk hides what is known")
	}
	close(stalled)
	l.Close()
}

// BenchmarkOpen reads and writes a ledger of 100,000 keys, as each start does.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	l := New(filepath.Join(dir, Name), rules)
	for i := range 100_000 {
		l.Adopt(fmt.Sprintf("tree%022d", i), Mark{Number: i, Sum: sum(i)})
	}
	if err := l.Open(); err != nil {
		b.Fatal(err)
	}
	l.Close()
	for b.Loop() {
		began := time.Now()
		l, err := Read(dir, rules)
		if err == nil {
			err = l.Open()
		}
		if err != nil {
			b.Fatal(err)
		}
		l.Close()
		b.ReportMetric(float64(time.Since(began).Milliseconds()), "ms/start")
	}
}
