package cluster

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"espalier/web/store"
)

// A wrong byte of a record costs this record, and the fault is reported, whatever the byte means. The
// server itself would loop without end at some of them, and lose whole records at others.
func TestWrongByteOfARecord(t *testing.T) {
	const records = 12
	key := func(i int) string { return fmt.Sprintf("key.%d", i) }
	from := filepath.Join(t.TempDir(), "store")
	b, err := Embed(Config{Dir: from})
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		if _, err := b.Create(t.Context(), key(i), fmt.Appendf(nil, "the value of key %d", i)); err != nil {
			t.Fatal(err)
		}
	}
	b.Close()
	if err := b.Ended(); err != nil {
		t.Fatal(err)
	}
	file, err := readBlock(from, 1)
	if err != nil {
		t.Fatal(err)
	}
	var starts []int
	file.records(func(r record) { starts = append(starts, r.at) }, func(from, to int) { t.Fatalf("a fault from %d to %d", from, to) })
	if len(starts) != records {
		t.Fatalf("%d records were written, want %d", len(starts), records)
	}
	const wrong = 5
	damaged := file.data[starts[wrong]:starts[wrong+1]]
	size := len(damaged)
	for _, at := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 20, 25, size - recordSum - 1, size - 1} {
		for i, bits := range []byte{0x01, 0x40, 0x01, 0x40} {
			killed := i >= 2 // otherwise the server has an index
			name := fmt.Sprintf("byte %d of %d, ^%#x, killed %v", at, size, bits, killed)
			dir := filepath.Join(t.TempDir(), "store")
			if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
			damaged[at] ^= bits
			err := os.WriteFile(blockName(dir, 1), file.data, 0o600)
			damaged[at] ^= bits
			if err == nil && killed {
				err = os.Remove(filepath.Join(blocksDir(dir), indexName))
			}
			if err != nil {
				t.Fatal(err)
			}
			var faults []Fault
			b, err := Embed(Config{Dir: dir, StartTime: 5 * time.Second, Fault: func(f Fault) { faults = append(faults, f) }})
			if err != nil {
				t.Fatalf("%s: Embed = %v", name, err)
			}
			for i := range records {
				value, _, err := b.Get(t.Context(), key(i))
				if i == wrong && !errors.Is(err, store.ErrNoKey) {
					t.Errorf("%s: the damaged record is %q, %v", name, value, err)
				}
				if want := fmt.Sprintf("the value of key %d", i); i != wrong && (err != nil || string(value) != want) {
					t.Errorf("%s: record %d is %q, %v", name, i, value, err)
				}
			}
			if len(faults) != 1 || faults[0].From != int64(starts[wrong]) || faults[0].To != int64(starts[wrong+1]) {
				t.Errorf("%s: the faults are %v, want bytes %d to %d", name, faults, starts[wrong], starts[wrong+1])
			}
			b.Close()
			if err := b.Ended(); err != nil {
				t.Error(err)
			}
		}
	}
}
