package treestore

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"espalier/web/nats"
	"espalier/web/treestore/key"
	"espalier/web/treestore/ledger"
)

// A Damage is what a tree has lost.
type Damage struct {
	ID      ID
	Missing []int // revisions that cannot be read, at most maxMissing of them
	More    int   // how many more
	Newest  int   // the newest revision that was acknowledged
}

// maxMissing bounds the list of one tree.
const maxMissing = 1000

// String lists the revisions.
func (d Damage) String() string {
	return fmt.Sprintf("tree %s: revision %s of %d cannot be read", d.ID, d.revisions(), d.Newest)
}

// revisions formats the missing ones: "3", "3 to 5, 9".
func (d Damage) revisions() string {
	var parts []string
	for i := 0; i < len(d.Missing); {
		k := i
		for k+1 < len(d.Missing) && d.Missing[k+1] == d.Missing[k]+1 {
			k++
		}
		part := strconv.Itoa(d.Missing[i])
		if k > i {
			part += " to " + strconv.Itoa(d.Missing[k])
		}
		parts = append(parts, part)
		i = k + 1
	}
	if d.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", d.More))
	}
	return strings.Join(parts, ", ")
}

// A survey goes through the records of an embedded store once and finds what is
// missing. It holds a few values for each tree, not for each record.
type survey struct {
	trees   map[ID]*surveyed
	removed map[uint64]bool // sequences of records that are not in the store any more
	faults  []nats.Fault
}

// A surveyed is what a survey knows of a tree.
type surveyed struct {
	head    uint64 // sequence of the newest record of the key ID.head; 0: none
	first   uint64 // sequence of revision 1
	last    int    // the greatest revision
	count   int    // records of revisions
	sum     chainSum
	missing map[int]bool
	chunks  map[string]int // by revision and tag, of the revisions to come
}

func newSurvey() *survey {
	return &survey{trees: map[ID]*surveyed{}, removed: map[uint64]bool{}}
}

func (s *survey) fault(f nats.Fault) { s.faults = append(s.faults, f) }

// entry takes in the next record of the files.
func (s *survey) entry(e nats.Entry) {
	if e.Removed {
		s.removed[e.Sequence] = true
		return
	}
	name, rest, _ := strings.Cut(e.Key, ".")
	if len(name) != key.Chars {
		return
	}
	t := s.trees[ID(name)]
	if t == nil {
		t = &surveyed{}
		s.trees[ID(strings.Clone(name))] = t
	}
	kind, rest, _ := strings.Cut(rest, ".")
	switch kind {
	case "head":
		t.head = e.Sequence
		if e.Deleted {
			t.head = 0
		}
	case "c":
		if at := strings.LastIndexByte(rest, '.'); at >= 0 {
			if t.chunks == nil {
				t.chunks = map[string]int{}
			}
			t.chunks[strings.Clone(rest[:at])]++
		}
	case "r":
		if n, err := strconv.Atoi(rest); err == nil && n >= 1 {
			if n == 1 && t.first != 0 && s.removed[t.first] {
				*t = surveyed{head: t.head, chunks: t.chunks} // it was imported after it was deleted
			}
			t.revision(n, e)
		}
	}
}

// revision takes in the record of a revision. They come in their order, but for
// those that were put back later.
func (t *surveyed) revision(n int, e nats.Entry) {
	if n == 1 {
		t.first = e.Sequence
	}
	t.count++
	sum := sumOf(e.Value)
	switch prev, whole := t.verify(n, e.Value); {
	case !whole:
		t.lose(n)
	case n == t.last+1 && prev != "" && t.sum != "" && prev != t.sum:
		t.lose(n - 1) // it is not the revision that this one was made on
	case t.missing[n]:
		delete(t.missing, n)
	}
	if n == t.last {
		t.sum = sum // it was replaced
	}
	if n <= t.last {
		return
	}
	for k := t.last + 1; k < n; k++ {
		t.lose(k)
	}
	t.last, t.sum = n, sum
}

// verify returns the chain's sum in a record, and whether the record and its
// chunks are there. It does not read the whole head: an opening reads all
// records.
func (t *surveyed) verify(n int, value []byte) (prev chainSum, whole bool) {
	const mark = `{"prev":"`
	if at := bytes.Index(value[:min(len(value), len(magic)+40)], []byte(mark)); at >= 0 && len(value) >= at+len(mark)+ledger.SumChars {
		prev = chainSum(value[at+len(mark):][:ledger.SumChars])
	}
	if !bytes.HasPrefix(value, []byte(magic)) {
		return prev, false
	}
	if !bytes.Contains(value, []byte(`,"chunks":`)) {
		return prev, true
	}
	h, _, err := decodeHead(value)
	if err != nil {
		return prev, false
	}
	tag := fmt.Sprintf("%09d.%s", n, h.Tag)
	found := t.chunks[tag]
	delete(t.chunks, tag)
	return prev, found >= h.Chunks
}

func (t *surveyed) lose(n int) {
	if t.missing == nil {
		t.missing = map[int]bool{}
	}
	t.missing[n] = true
}

// exists reports whether the store has the tree: its head is there, or the head
// alone was lost. A tree whose first revision was removed is deleted; one with a
// first revision alone was never acknowledged, or the ledger knows of it.
func (s *survey) exists(t *surveyed) bool {
	if s.removed[t.first] && t.first != 0 {
		return false
	}
	return t.head != 0 && !s.removed[t.head] || t.head == 0 && t.count > 1
}

// A finding is the result of a survey and a ledger.
type finding struct {
	damaged   map[ID]Damage
	headless  []ID               // their head has to be made anew
	undeleted []ID               // their deletion has to be completed
	newer     map[ID]ledger.Mark // the store is ahead of the ledger, or the ledger is new
	gone      []ID               // deleted, and nothing of them is left
	trees     int
	revisions int
}

// compare finds what is missing of each tree.
func (s *survey) compare(l *ledger.Ledger) finding {
	f := finding{damaged: map[ID]Damage{}, newer: map[ID]ledger.Mark{}}
	for id, t := range s.trees {
		m, known := l.Of(id)
		exists := s.exists(t)
		switch {
		case m.Deleted:
			if exists {
				f.undeleted = append(f.undeleted, id)
			}
			continue
		case !exists && !known:
			continue
		case t.first != 0 && s.removed[t.first]:
			f.gone = append(f.gone, id) // by a program that knew no ledger
			continue
		}
		if t.head == 0 || s.removed[t.head] {
			f.headless = append(f.headless, id)
		}
		for n := t.last + 1; n <= m.Revision; n++ {
			t.lose(n)
		}
		if known && m.Revision == t.last && m.Sum != "" && m.Sum != t.sum {
			t.lose(t.last)
		}
		if !known || m.Revision < t.last {
			f.newer[id] = ledger.Mark{Revision: t.last, Sum: t.sum}
		}
		f.trees++
		f.revisions += t.count
		f.add(id, t.missing, max(t.last, m.Revision))
	}
	l.Each(func(id ID, m ledger.Mark) {
		switch {
		case s.trees[id] != nil:
		case m.Deleted:
			f.gone = append(f.gone, id)
		default:
			t := &surveyed{}
			for n := range m.Revision {
				t.lose(n + 1)
			}
			f.trees++
			f.add(id, t.missing, m.Revision)
		}
	})
	return f
}

func (f *finding) add(id ID, missing map[int]bool, newest int) {
	if len(missing) == 0 {
		return
	}
	d := Damage{ID: id, Missing: slices.Sorted(maps.Keys(missing)), Newest: newest}
	if len(d.Missing) > maxMissing {
		d.More = len(d.Missing) - maxMissing
		d.Missing = d.Missing[:maxMissing]
	}
	f.damaged[id] = d
}

// list returns the damages in the order of the ids.
func (f *finding) list() []Damage {
	return slices.SortedFunc(maps.Values(f.damaged), func(a, b Damage) int { return cmp.Compare(a.ID, b.ID) })
}
