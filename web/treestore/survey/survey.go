// Package survey finds what an embedded store has lost: it goes through all records
// once and compares what is there with the ledger. It imports nats, words, and the
// keys and the ledger of the store.
package survey

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"espalier/web/nats"
	"espalier/web/treestore/key"
	"espalier/web/treestore/ledger"
	"espalier/web/words"
)

// A Damage is what a tree has lost, or a lesson.
type Damage struct {
	ID      key.ID
	Lesson  bool  // of which only the newest revision is kept
	Missing []int // revisions that cannot be read, at most maxMissing of them
	More    int   // how many more
	Newest  int   // the newest revision that was acknowledged
}

// maxMissing bounds the list of one tree.
const maxMissing = 1000

// String lists the revisions.
func (d Damage) String() string {
	return fmt.Sprintf("%s %s: revision %s of %d cannot be read", d.What(), d.ID, d.Revisions(), d.Newest)
}

// What returns what is damaged, in a word.
func (d Damage) What() string {
	if d.Lesson {
		return "lesson"
	}
	return "tree"
}

// Mend returns the command that mends a tree or a lesson, for the log.
func Mend(id key.ID) string {
	return "server -data DIR -backup DIR library restore " + string(id) + ", when no server runs"
}

// Revisions formats the missing ones: "3", "3 to 5, 9".
func (d Damage) Revisions() string {
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

// Count counts what is damaged, as "2 trees and 1 lesson".
func Count(all []Damage) string {
	n := map[string]int{}
	for _, d := range all {
		n[d.What()]++
	}
	var parts []string
	for _, what := range []string{"tree", "lesson"} {
		if n[what] > 0 {
			parts = append(parts, words.Plural(n[what], what))
		}
	}
	return strings.Join(parts, " and ")
}

// A Survey goes through the records of an embedded store once and finds what is
// missing. It holds a few values for each tree, not for each record.
type Survey struct {
	Faults []nats.Fault

	format  Format
	trees   map[key.ID]*surveyed
	lessons map[key.ID]*lesson
	removed map[uint64]bool // sequences of records that are not in the store any more
}

// A Format is what a survey has to know of the records of trees.
type Format struct {
	Magic  string                                                  // their beginning
	Chunks func(value []byte) (tag string, chunks int, whole bool) // whose parts are in chunks of their own
}

// A surveyed is the state of a tree during a survey.
type surveyed struct {
	head    uint64 // sequence of the newest record of the key ID.head; 0: none
	first   uint64 // sequence of revision 1
	last    int    // the greatest revision
	count   int    // records of revisions
	sum     ledger.Sum
	missing map[int]bool
	chunks  map[string]int // by revision and tag, of the revisions to come
}

// New returns a survey that has seen nothing.
func New(f Format) *Survey {
	return &Survey{format: f, trees: map[key.ID]*surveyed{}, lessons: map[key.ID]*lesson{}, removed: map[uint64]bool{}}
}

// Fault takes in a damaged part of the files.
func (s *Survey) Fault(f nats.Fault) { s.Faults = append(s.Faults, f) }

// Entry takes in the next record of the files.
func (s *Survey) Entry(e nats.Entry) {
	if e.Removed {
		s.removed[e.Sequence] = true
		return
	}
	name, rest, _ := strings.Cut(e.Key, ".")
	if name == lessonPrefix {
		s.lesson(rest, e)
		return
	}
	if len(name) != key.Chars {
		return
	}
	t := s.trees[key.ID(name)]
	if t == nil {
		t = &surveyed{}
		s.trees[key.ID(strings.Clone(name))] = t
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
			t.revision(s.format, n, e)
		}
	}
}

// revision takes in the record of a revision. They come in their order, but for
// those that were put back later.
func (t *surveyed) revision(f Format, n int, e nats.Entry) {
	if n == 1 {
		t.first = e.Sequence
	}
	t.count++
	sum := ledger.SumOf(e.Value)
	switch prev, whole := t.verify(f, n, e.Value); {
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
func (t *surveyed) verify(f Format, n int, value []byte) (prev ledger.Sum, whole bool) {
	const mark = `{"prev":"`
	if at := bytes.Index(value[:min(len(value), len(f.Magic)+40)], []byte(mark)); at >= 0 && len(value) >= at+len(mark)+ledger.SumChars {
		prev = ledger.Sum(value[at+len(mark):][:ledger.SumChars])
	}
	if !bytes.HasPrefix(value, []byte(f.Magic)) {
		return prev, false
	}
	if !bytes.Contains(value, []byte(`,"chunks":`)) {
		return prev, true
	}
	tag, chunks, whole := f.Chunks(value)
	if !whole {
		return prev, false
	}
	tag = fmt.Sprintf("%09d.%s", n, tag)
	found := t.chunks[tag]
	delete(t.chunks, tag)
	return prev, found >= chunks
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
func (s *Survey) exists(t *surveyed) bool {
	if s.removed[t.first] && t.first != 0 {
		return false
	}
	return t.head != 0 && !s.removed[t.head] || t.head == 0 && t.count > 1
}

// A Finding is the result of a survey and a ledger.
type Finding struct {
	Damaged          map[key.ID]Damage
	Headless         []key.ID // their head has to be made anew
	Undeleted        []key.ID // their deletion has to be completed
	UndeletedLessons []key.ID
	Newer            map[key.ID]ledger.Mark // the store is ahead of the ledger, or the ledger is new
	Gone             []key.ID               // deleted, and nothing of them is left
	Trees            int
	Revisions        int
	Lessons          int
}

// Compare finds what is missing of each tree and lesson.
func (s *Survey) Compare(l *ledger.Ledger) Finding {
	f := Finding{Damaged: map[key.ID]Damage{}, Newer: map[key.ID]ledger.Mark{}}
	for id, t := range s.trees {
		m, known := l.Of(id)
		exists := s.exists(t)
		switch {
		case m.Deleted:
			if exists {
				f.Undeleted = append(f.Undeleted, id)
			}
			continue
		case !exists && !known:
			continue
		case t.first != 0 && s.removed[t.first]:
			f.Gone = append(f.Gone, id) // by a program that knew no ledger
			continue
		}
		if t.head == 0 || s.removed[t.head] {
			f.Headless = append(f.Headless, id)
		}
		for n := t.last + 1; n <= m.Revision; n++ {
			t.lose(n)
		}
		if known && m.Revision == t.last && m.Sum != "" && m.Sum != t.sum {
			t.lose(t.last)
		}
		if !known || m.Revision < t.last {
			f.Newer[id] = ledger.Mark{Revision: t.last, Sum: t.sum}
		}
		f.Trees++
		f.Revisions += t.count
		f.add(id, t.missing, max(t.last, m.Revision))
	}
	l.Each(func(id key.ID, m ledger.Mark) {
		switch {
		case s.trees[id] != nil || m.Lesson:
		case m.Deleted:
			f.Gone = append(f.Gone, id)
		default:
			t := &surveyed{}
			for n := range m.Revision {
				t.lose(n + 1)
			}
			f.Trees++
			f.add(id, t.missing, m.Revision)
		}
	})
	s.compareLessons(l, &f)
	return f
}

func (f *Finding) add(id key.ID, missing map[int]bool, newest int) {
	if len(missing) == 0 {
		return
	}
	d := Damage{ID: id, Missing: slices.Sorted(maps.Keys(missing)), Newest: newest}
	if len(d.Missing) > maxMissing {
		d.More = len(d.Missing) - maxMissing
		d.Missing = d.Missing[:maxMissing]
	}
	f.Damaged[id] = d
}

// List returns the damages in the order of the ids.
func (f *Finding) List() []Damage { return inOrder(f.Damaged) }
