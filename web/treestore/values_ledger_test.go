package treestore

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"espalier/web/cluster/faulty"
)

// A whole ledger of values has all entries when it is opened again. If one of its two files is
// damaged or gone, it still knows what it knew when it was opened last, each deletion, and each
// value in the place of a deleted one.
func TestValueLedger(t *testing.T) {
	keys := []string{"room.A", "room.A.q.1", "room.A.a.1.x", "room.B", "homework.c", "homework.c.s.d"}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 46))
		dir := t.TempDir()
		open := func() *valueLedger {
			t.Helper()
			l, err := readValueLedger(dir)
			if err == nil {
				err = l.Open()
			}
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		l := open()
		sure := map[string]valueMark{} // what is in both files
		gone := map[string]bool{}      // roots that were deleted
		what := ""
		for range 3 {
			for range 2 + rng.IntN(12) {
				key := keys[rng.IntN(len(keys))]
				before := l.Of(key)
				var err error
				switch rng.IntN(8) {
				case 0:
					if err = l.DeletedKeys(key); !gone[rootOf(key)] {
						sure[key] = valueMark{Deleted: true}
					}
				case 1:
					if rng.IntN(3) > 0 {
						continue
					}
					gone[rootOf(key)] = true
					err = l.DeletedRoot(rootOf(key))
				default:
					m := valueMark{Number: before.Number + 1, Sum: sumOf([]byte(key)), Note: fmt.Sprint("note of ", key)}
					err = l.Acknowledged(key, m)
					if before.Deleted {
						sure[key] = m
					}
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			known := map[string]valueMark{}
			for _, key := range keys {
				known[key] = l.Of(key)
			}
			l.Close()
			name := []string{valuesName, valuesCopyName}[rng.IntN(2)]
			what = "nothing"
			if rng.IntN(3) > 0 {
				var err error
				if what, err = faulty.Damage(rng, filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			l = open()
			for _, key := range keys {
				got, least := l.Of(key), sure[key]
				switch {
				case l.RootDeleted(key) != gone[rootOf(key)]:
					t.Errorf("seed %d, %s: the root of %s is deleted: %v", seed, what, key, !gone[rootOf(key)])
				case gone[rootOf(key)]:
				case what == "nothing" && got != known[key]:
					t.Errorf("seed %d: %s is %+v, want %+v", seed, key, got, known[key])
				case got.Deleted != known[key].Deleted, got.Number < least.Number, got.Number > known[key].Number:
					t.Errorf("seed %d, %s: %s is %+v; it was %+v, and at least %+v is in both files", seed, what, key, got, known[key], least)
				}
				sure[key] = got
			}
		}
		l.Close()
	}
}
