package treestore

import (
	"espalier/web/nats"
)

// A surveyedLesson is the newest record of a lesson. Each revision overwrites the key of the
// lesson. So if the newest record is lost, there is no record, or an earlier one comes back.
type surveyedLesson struct {
	sequence uint64 // 0 if the lesson was deleted
	revision int
	sum      chainSum
}

// lesson adds the next record of a lesson to the survey.
func (s *survey) lesson(name string, e nats.Entry) {
	id, err := ParseID(name)
	if err != nil {
		return
	}
	if e.Deleted {
		s.lessons[id] = &surveyedLesson{}
		return
	}
	s.lessons[id] = &surveyedLesson{e.Sequence, lessonRevision(e.Value), sumOf(e.Value)}
}

// compareLessons finds the lessons whose newest revision is lost.
func (s *survey) compareLessons(l *ledger, f *finding) {
	there := map[ID]*surveyedLesson{}
	for id, one := range s.lessons {
		m, known := l.Lesson(id)
		removed := one.sequence == 0 || s.removed[one.sequence]
		if m.Deleted || removed && one.revision >= m.Revision {
			// If the index of the server is lost, an earlier revision comes back, since
			// the files do not show its removal.
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
			f.Newer[id] = ledgerMark{Lesson: true, Revision: one.revision, Sum: one.sum}
		}
	}
	f.Lessons = len(there)
	gone := map[ID]bool{}
	for _, id := range f.Gone {
		gone[id] = true
	}
	l.Each(func(id ID, m ledgerMark) {
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
