package treestore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/ledger"
	"espalier/web/store/records"
)

// A survey goes through the records of trees in an embedded store once. It holds a few values for each
// tree, not for each record.
type survey struct {
	trees   map[ID]*surveyed
	removed func(sequence uint64) bool
}

// A surveyed is the state of a tree during a survey.
type surveyed struct {
	head    uint64 // sequence of the newest record of the key ID.head, or 0
	first   uint64 // sequence of revision 1
	last    int    // the greatest revision
	count   int    // the number of records of revisions
	sum     chainSum
	missing map[int]bool
	chunks  map[string]int // by revision and tag, for revisions whose record has not been seen yet
}

// newSurvey returns a survey that has seen nothing.
func newSurvey(removed func(sequence uint64) bool) records.LogSurvey {
	return &survey{trees: map[ID]*surveyed{}, removed: removed}
}

// Entry adds the next record of the files.
func (s *survey) Entry(e cluster.Entry) {
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
			if n == 1 && t.first != 0 && s.removed(t.first) {
				*t = surveyed{head: t.head, chunks: t.chunks} // it was imported after it was deleted
			}
			t.revision(n, e)
		}
	}
}

// revision adds the record of a revision. The records come in their order, except those that
// were put back later.
func (t *surveyed) revision(n int, e cluster.Entry) {
	if n == 1 {
		t.first = e.Sequence
	}
	t.count++
	sum := sumOf(e.Value)
	switch prev, whole := t.verify(n, e.Value); {
	case !whole:
		t.lose(n)
	case n == t.last+1 && prev != "" && t.sum != "" && prev != t.sum:
		t.lose(n - 1) // revision n was made on another one
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

// verify returns the sum of the previous record as the record has it, and whether the record
// and its chunks are whole. It does not decode every head, since an opening reads all records.
func (t *surveyed) verify(n int, value []byte) (prev chainSum, whole bool) {
	const mark = `{"prev":"`
	if at := bytes.Index(value[:min(len(value), len(magic)+40)], []byte(mark)); at >= 0 && len(value) >= at+len(mark)+sumChars {
		prev = chainSum(value[at+len(mark):][:sumChars])
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

// exists reports whether the store has the tree. Either it has the head, or only the head was
// lost. A tree whose first revision was removed is deleted. A tree without a head that has
// only its first revision was never acknowledged, unless the ledger has it.
func (s *survey) exists(t *surveyed) bool {
	if s.removed(t.first) && t.first != 0 {
		return false
	}
	return t.head != 0 && !s.removed(t.head) || t.head == 0 && t.count > 1
}

// Compare finds what each tree has lost, and adds to the ledger what it lacks.
func (s *survey) Compare(l *ledger.Ledger) (f records.LogsFound) {
	var headless, undeleted []ID
	newer := map[ID]ledger.Mark{}
	var gone []ID // deleted trees without any records
	lost := func(id ID, missing map[int]bool, newest int) {
		if len(missing) > 0 {
			f.Damaged = append(f.Damaged, records.DamageOfLog(id, slices.Sorted(maps.Keys(missing)), newest))
		}
	}
	for id, t := range s.trees {
		f.Seen = append(f.Seen, id)
		m := l.Of(string(id))
		known := m != ledger.Mark{}
		exists := s.exists(t)
		switch {
		case m.Deleted:
			if exists {
				undeleted = append(undeleted, id)
			}
			continue
		case !exists && !known:
			continue
		case t.first != 0 && s.removed(t.first):
			gone = append(gone, id) // an early version without a ledger deleted it
			continue
		}
		if t.head == 0 || s.removed(t.head) {
			headless = append(headless, id)
		}
		for n := t.last + 1; n <= m.Number; n++ {
			t.lose(n)
		}
		if known && m.Number == t.last && m.Sum != "" && m.Sum != t.sum {
			t.lose(t.last)
		}
		if !known || m.Number < t.last {
			newer[id] = ledger.Mark{Number: t.last, Sum: t.sum}
		}
		f.Logs++
		f.Revisions += t.count
		lost(id, t.missing, max(t.last, m.Number))
	}
	l.Each(func(key string, m ledger.Mark) {
		id := ID(key)
		switch {
		case strings.Contains(key, "."), s.trees[id] != nil: // a value, or seen above
		case m.Deleted: // it is forgotten below
		default:
			t := &surveyed{}
			for n := range m.Number {
				t.lose(n + 1)
			}
			f.Logs++
			lost(id, t.missing, m.Number)
		}
	})
	for id, m := range newer {
		l.Adopt(string(id), m)
	}
	for _, id := range gone {
		l.Forget(string(id))
	}
	f.Heal = func(l *records.Store, bucket *records.Bucket) { heal(l, bucket, headless, undeleted) }
	return f
}

// heal replaces lost heads, which hold only a hint, and completes interrupted deletions.
func heal(l *records.Store, bucket *records.Bucket, headless, undeleted []ID) {
	ctx := context.Background()
	for _, id := range headless {
		if _, err := bucket.Create(ctx, headKey(id), []byte("1")); err != nil && !errors.Is(err, store.ErrKeyExists) {
			l.Log().Warn("library: the head of a tree cannot be made anew", "id", id, "err", err)
		}
	}
	for _, id := range undeleted {
		l.Drop(ctx, bucket, allKeys(id))
	}
}
