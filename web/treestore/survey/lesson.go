package survey

import (
	"encoding/json"
	"strconv"

	"espalier/web/nats"
	"espalier/web/treestore/key"
	"espalier/web/treestore/ledger"
)

// lessonPrefix is the first part of the keys of lessons, which their ids follow.
const lessonPrefix = "lesson"

// A lesson is the newest record of one: its key is overwritten by each revision. So
// where that is lost there is none, or the one before comes back.
type lesson struct {
	sequence uint64 // 0: it was deleted
	revision int
	sum      ledger.Sum
}

// lesson takes in the next record of a lesson.
func (s *Survey) lesson(name string, e nats.Entry) {
	id, err := key.ParseID(name)
	if err != nil {
		return
	}
	if e.Deleted {
		s.lessons[id] = &lesson{}
		return
	}
	s.lessons[id] = &lesson{e.Sequence, RevisionOf(e.Value), ledger.SumOf(e.Value)}
}

// RevisionOf returns the revision of a stored lesson; 0: it cannot be read.
func RevisionOf(value []byte) int {
	var l struct{ Revision int }
	if json.Unmarshal(value, &l) != nil {
		return 0
	}
	return l.Revision
}

// WithRevision returns a stored lesson, which can be read, with another revision.
func WithRevision(value []byte, revision int) ([]byte, error) {
	var l map[string]json.RawMessage
	if err := json.Unmarshal(value, &l); err != nil {
		return nil, err
	}
	l["revision"] = strconv.AppendInt(nil, int64(revision), 10)
	return json.Marshal(l)
}

// compareLessons finds the lessons whose newest revision is not there.
func (s *Survey) compareLessons(l *ledger.Ledger, f *Finding) {
	there := map[key.ID]*lesson{}
	for id, one := range s.lessons {
		m, known := l.Lesson(id)
		removed := one.sequence == 0 || s.removed[one.sequence]
		if m.Deleted || removed && one.revision >= m.Revision {
			// Where the server's index is lost an earlier revision comes back, whose
			// removal the files do not show.
			f.UndeletedLessons = append(f.UndeletedLessons, id)
			if !m.Deleted && known {
				f.Gone = append(f.Gone, id)
			}
			continue
		}
		if removed {
			continue
		}
		there[id] = one
		if !known || m.Revision < one.revision {
			f.Newer[id] = ledger.Mark{Lesson: true, Revision: one.revision, Sum: one.sum}
		}
	}
	f.Lessons = len(there)
	gone := map[key.ID]bool{}
	for _, id := range f.Gone {
		gone[id] = true
	}
	l.Each(func(id key.ID, m ledger.Mark) {
		one := there[id]
		switch {
		case !m.Lesson, gone[id]:
		case m.Deleted:
			if s.lessons[id] == nil {
				f.Gone = append(f.Gone, id)
			}
		case one == nil || one.revision < m.Revision || one.revision == m.Revision && one.sum != m.Sum:
			if one == nil {
				f.Lessons++
			}
			f.Damaged[id] = Damage{ID: id, Lesson: true, Missing: []int{m.Revision}, Newest: m.Revision}
		}
	})
}
