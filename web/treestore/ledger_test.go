package treestore

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The ledger keeps the newest entry of each tree through crashes, wrong bytes and rewrites.
func TestLedger(t *testing.T) {
	dir := t.TempDir()
	opened := func() *ledger {
		t.Helper()
		l, err := readLedger(dir)
		if err == nil {
			err = l.Open()
		}
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	id := func(i int) ID { return Key(fmt.Sprint(i)).ID() }
	sum := func(i int) chainSum { return chainSum(fmt.Sprintf("%022d", i)) }
	l := opened()
	for i := range 3 * minLedgerEntries {
		if err := l.Acknowledged(id(i%10), 1+i/10, sum(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Deleted(id(3)); err != nil {
		t.Fatal(err)
	}
	if err := l.Acknowledged(id(3), 9999, sum(3)); err != nil {
		t.Fatal(err)
	}
	if l.size > 2*minLedgerEntries+10 {
		t.Errorf("the file has %d entries of 10 trees", l.size)
	}
	l.Close()
	f, err := os.OpenFile(filepath.Join(dir, ledgerName), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte("cut off"))
	f.Close()
	l = opened() // it is rewritten, and has 10 entries then
	if err := l.Acknowledged(id(1), 5000, sum(5)); err != nil {
		t.Fatal(err)
	}
	l.Close()
	name := filepath.Join(dir, ledgerName)
	text, err := os.ReadFile(name)
	if err != nil || len(text) != 11*ledgerEntrySize {
		t.Fatalf("the ledger has %d bytes, %v; want 11 entries", len(text), err)
	}
	at := bytes.Index(text, []byte(id(7)))
	text[at+30] ^= 1
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := readLedger(dir)
	if err != nil || r.Faults != 1 {
		t.Fatalf("a ledger with a wrong byte = %d faults, %v", r.Faults, err)
	}
	for i := range 10 {
		m, known := r.Of(id(i))
		want := 3 * minLedgerEntries / 10
		switch i {
		case 1:
			want = 5000
		case 3:
			want = 0
		}
		if m.Revision != want || m.Deleted != (i == 3) || !known { // that of tree 7 is in the copy
			t.Errorf("tree %d = %+v, %v; want revision %d", i, m, known, want)
		}
	}
	// What was known when it was opened is in two files.
	l = opened()
	l.Close()
	for _, name := range []string{ledgerName, ledgerCopyName, ledgerName} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if l = opened(); l.Newest(id(1)) != 5000 || len(l.known) != 10 {
			t.Errorf("without the file %s revision %d of %d trees are known", name, l.Newest(id(1)), len(l.known))
		}
		l.Close()
	}
	// A deleted tree exists again after an import, until it is deleted again.
	l = opened()
	for _, want := range []bool{false, true, false} {
		if !want {
			err = l.Revived(id(3), 7, sum(7))
		} else {
			err = l.Deleted(id(3))
		}
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		l = opened()
		if m, known := l.Of(id(3)); !known || m.Deleted != want || !want && (m.Revision != 7 || m.Sum != sum(7)) {
			t.Errorf("after an import and a deletion in turn the tree is %+v", m)
		}
	}
	l.Close()
	var none *ledger // as in a cluster
	if none.Newest("x") != 0 || none.Acknowledged("x", 1, "") != nil || none.Deleted("x") != nil {
		t.Error("a store without a ledger has entries")
	}
}
