package assign

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/store/key"
)

// This file has what a teacher does with one student: rename, extend, give points, merge, delete.

var errNoStudent = &problem.Error{Status: http.StatusNotFound, Path: "student", Message: "there is no such student in this assignment; the results list the students"}

// pathStudent returns the id of the student in the path.
func pathStudent(r *http.Request) (key.ID, error) {
	id, err := key.ParseID(chi.URLParam(r, "student"))
	if err != nil {
		return "", errNoStudent
	}
	return id, nil
}

// withOne calls f with the assignment of the key, and the student in the path.
func (h *Handlers) withOne(r *http.Request, f func(a *assignment, student key.ID) error) error {
	return h.withKey(r, func(a *assignment) error {
		student, err := pathStudent(r)
		if err == nil {
			err = f(a, student)
		}
		if errors.Is(err, errNotEntered) {
			return errNoStudent
		}
		return err
	})
}

// studentKeys are the members of a change of a student.
var studentKeys = []string{"name", "number", "closes", "points", "note"}

// PutStudent answers PUT /api/v1/assignments/{assignment}/students/{student} with the key.
func (h *Handlers) PutStudent(w http.ResponseWriter, r *http.Request) error {
	return h.withOne(r, func(a *assignment, student key.ID) error {
		members, err := h.ReadBody(w, r)
		if err != nil {
			return err
		}
		change, err := a.readChange(members)
		if err != nil {
			return err
		}
		before, _, err := h.student(r.Context(), a.root, student)
		if err != nil {
			return err
		}
		wanted := *before
		change(&wanted)
		// Whoever has the number now keeps it.
		if other, err := h.holder(r.Context(), a, row{student, 0, &wanted}); err != nil || other != nil {
			return cmp.Or(err, error(&problem.Error{Status: http.StatusConflict, Path: "number", Message: "another student has this number; merge the two if they are one person"}))
		}
		one, err := h.update(r.Context(), a, student, func(r *record) error {
			change(r)
			return nil
		})
		if err != nil {
			return err
		}
		if one.Closes != nil {
			if err := h.extend(r.Context(), a, *one.Closes); err != nil {
				return err
			}
		}
		return h.answerStudent(w, r, a, student, one)
	})
}

// readChange reads a change of a student.
func (a *assignment) readChange(members []problem.Member) (func(r *record), error) {
	var changes []func(r *record)
	for _, m := range members {
		var err error
		switch {
		case !slices.Contains(studentKeys, m.Key):
			err = problem.UnknownKey("", m.Key, studentKeys)
		case m.Key == "closes":
			var at *int64
			if at, err = readMoment(m); err == nil && at != nil && a.Closes == nil {
				err = problem.Refused("closes", "the assignment does not close, so nobody needs an extension")
			}
			changes = append(changes, func(r *record) { r.Closes = at })
		case m.Key == "points":
			if m.Absent() {
				changes = append(changes, func(r *record) { r.Points = nil })
				continue
			}
			var points map[int]float64
			points, err = readByItem(m.Raw, "points", len(a.items()))
			changes = append(changes, func(r *record) {
				all := maps.Clone(r.Points)
				if all == nil {
					all = map[int]float64{}
				}
				maps.Copy(all, points)
				r.Points = all
			})
		case m.Absent():
		default:
			most := map[string]int{"name": MaxName, "number": MaxNumber, "note": MaxRemark}[m.Key]
			var text string
			text, err = readLine(m, most)
			changes = append(changes, func(r *record) {
				*map[string]*string{"name": &r.Name, "number": &r.Number, "note": &r.Note}[m.Key] = text
			})
		}
		if err != nil {
			return nil, err
		}
	}
	return func(r *record) {
		for _, change := range changes {
			change(r)
		}
	}, nil
}

// extend notes that a student may answer until a time in ms.
func (h *Handlers) extend(ctx context.Context, a *assignment, until int64) error {
	if a.Extended != nil && *a.Extended >= until {
		return nil
	}
	changed, err := h.change(ctx, a, func(a *assignment) error {
		if a.Extended == nil || *a.Extended < until {
			a.Extended = &until
		}
		return nil
	})
	if err != nil {
		return err
	}
	if h.exercises.add(h, changed, nil); changed.hasExercises() {
		h.notifyExercises(a.id)
	}
	return nil
}

// Merge answers POST /api/v1/assignments/{assignment}/students/{student}/merge with the key: the answers of another
// student are added to those of this one, who is the same person. The tokens and links of both open the work.
func (h *Handlers) Merge(w http.ResponseWriter, r *http.Request) error {
	return h.withOne(r, func(a *assignment, student key.ID) error {
		members, err := h.ReadBody(w, r)
		if err != nil {
			return err
		}
		var raw []byte
		if err := problem.ReadFields(members, "", problem.Field{Key: "with", Raw: &raw}); err != nil {
			return err
		}
		if raw == nil {
			return problem.Refused("with", "the other student is missing; send with, an id of the results")
		}
		text, err := problem.ReadString(raw, "with")
		if err != nil {
			return err
		}
		with, err := key.ParseID(text)
		if err != nil || with == student {
			return problem.Refused("with", "%.40q is not the id of another student of this assignment", text)
		}
		other, _, err := h.student(r.Context(), a.root, with)
		if errors.Is(err, errNotEntered) || err == nil && other.id != with {
			return problem.Refused("with", "there is no student %s in this assignment", with)
		}
		if err != nil {
			return err
		}
		one, err := h.update(r.Context(), a, student, func(r *record) error {
			r.merge(a, other)
			return nil
		})
		if err != nil {
			return err
		}
		// After a kill between the two writes the teacher sees both students, and can repeat the call.
		if _, err := h.update(r.Context(), a, with, func(r *record) error {
			if r.id != with {
				return errNoStudent
			}
			*r = record{id: with, Into: student, Entered: r.Entered, Active: r.Active, Revision: r.Revision}
			return nil
		}); err != nil {
			return err
		}
		return h.answerStudent(w, r, a, student, one)
	})
}

// merge adds the answers of another student to the record, unless they are there.
func (r *record) merge(a *assignment, other *record) {
	if slices.Contains(r.Merged, other.id) {
		return
	}
	r.Merged = append(append(r.Merged, other.id), other.Merged...)
	r.Slot = newTag() // a trace of the other student belongs to that one's record
	r.Name, r.Number, r.Note = cmp.Or(r.Name, other.Name), cmp.Or(r.Number, other.Number), cmp.Or(r.Note, other.Note)
	r.Entered, r.Active = min(r.Entered, other.Entered), max(r.Active, other.Active)
	if r.Closes == nil || other.Closes != nil && *other.Closes > *r.Closes {
		r.Closes = other.Closes
	}
	for k, points := range other.Points {
		if _, given := r.Points[k]; !given {
			if r.Points == nil {
				r.Points = map[int]float64{}
			}
			r.Points[k] = points
		}
	}
	for k, item := range other.Items {
		if r.Items[k] != nil {
			r.Items[k] = r.Items[k].with(item)
			continue
		}
		r.Items[k] = item
		if place := a.items()[k]; other.Trees[place] != "" { // the answer is about that tree
			r.Trees[place] = other.Trees[place]
		}
	}
}

// with returns the answers of two students to one item, who are one person.
func (a *answered) with(b *answered) *answered {
	if a.isRun() { // the newest run counts
		newest := *a
		if b.First.At > a.First.At {
			newest = *b
		}
		newest.Tries = a.Tries + b.Tries
		return &newest
	}
	if b.First.At < a.First.At {
		a, b = b, a
	}
	both := *a
	for _, g := range []*given{b.First, b.Last} {
		if g != nil && (both.Last == nil || g.At >= both.Last.At) {
			both.Last = g
		}
	}
	both.Tries += b.Tries
	both.Seconds += b.Seconds
	return &both
}

// DeleteStudent answers DELETE /api/v1/assignments/{assignment}/students/{student} with the key: the student's name,
// number and answers are gone.
func (h *Handlers) DeleteStudent(w http.ResponseWriter, r *http.Request) error {
	return h.withOne(r, func(a *assignment, student key.ID) error {
		one, _, err := h.student(r.Context(), a.root, student)
		if err != nil {
			return err
		}
		for _, id := range append([]key.ID{one.id}, one.Merged...) {
			if err := h.RemoveMatching(r.Context(), studentKey(a.root, id)); err != nil {
				return err
			}
			h.left(a, id)
		}
		if err := h.dropRuns(r.Context(), one); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	})
}

// answerStudent answers with the results of one student.
func (h *Handlers) answerStudent(w http.ResponseWriter, r *http.Request, a *assignment, student key.ID, one *record) error {
	one, err := h.judged(h.WithTurn(r.Context()), a, one)
	if err != nil {
		return err
	}
	app.Answer(w, http.StatusOK, a.resultsOf(&row{student, 0, one}, ""))
	return nil
}
