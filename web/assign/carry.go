package assign

import (
	"context"
	"encoding/json"
	"net/http"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/store/key"
)

// This file carries an assignment with all answers to another server, as one document. The tokens of students open
// their work there, too, and so do the words of their links, since the words are those of the first id. The
// runs of programs stay where they are: their verdicts are carried.

// carriedFormat names the form of the document.
const carriedFormat = "espalier/assignment/1"

// A carriedStudent is a record with its id.
type carriedStudent struct {
	Student key.ID          `json:"student"`
	Record  json.RawMessage `json:"record"`
}

// ResultsJSON answers GET /api/v1/assignments/{assignment}/results.json with the key: all that the server has of an
// assignment.
func (h *Handlers) ResultsJSON(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(a *assignment) error {
		all, err := h.Records(r.Context(), studentsOf(a.root))
		if err != nil {
			return err
		}
		bytes := int64(0)
		for _, one := range all {
			if one.Err != nil {
				return one.Err // the other server would not name the student whose answers are lost
			}
			bytes += int64(len(one.Value))
		}
		carried, err := readAssignment(a.root, a.stored(), 0)
		if err == nil {
			err = app.StreamAnswer(r.Context(), bytes)
		}
		if err != nil {
			return err
		}
		carried.Origin = a.origin()
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Disposition", `attachment; filename="assignment-`+string(a.id)+`.json"`)
		app.WriteParts(r.Context(), w, func(b []byte, part trees.Part) []byte {
			b = append(b, `{"format":"`+carriedFormat+`","assignment":`...)
			b = append(append(b, carried.stored()...), `,"students":[`...)
			for i, one := range all {
				if i > 0 {
					b = append(b, ',')
				}
				_, student := studentIn(one.Key)
				b = part.Full(app.AppendJSON(b, carriedStudent{student, one.Value}))
			}
			return append(b, "]}\n"...)
		})
		return nil
	})
}

// Import answers POST /api/v1/assignments/import: a new assignment with what another server had of one.
func (h *Handlers) Import(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	if err := h.created.Take(fair.ClientFrom(r.Context()), h.now()); err != nil {
		return err
	}
	var students []row
	editKey, a, err := h.make(r.Context(), members, func(ctx context.Context, members []problem.Member) (a *assignment, err error) {
		a, students, err = h.readCarried(ctx, members)
		return a, err
	})
	if err != nil {
		return err
	}
	for _, one := range students {
		now := h.stamp()
		one.Entered, one.Active = h.order(now), now // by the time of this library, in the same order
		data, err := one.stored()
		if err == nil {
			_, err = h.CreateValue(r.Context(), studentKey(a.root, one.student), data, "")
		}
		if err != nil {
			return err
		}
		h.exercises.add(h, a, one.record)
	}
	if a.hasOwn() {
		h.notifyExercises(a.id)
	}
	h.answerCreated(w, editKey, a)
	return nil
}

// readCarried reads the document. Each part is opened, so a document that somebody has changed cannot break a page.
func (h *Handlers) readCarried(ctx context.Context, members []problem.Member) (*assignment, []row, error) {
	var format, document, list []byte
	if err := problem.ReadFields(members, "", problem.Field{Key: "format", Raw: &format}, problem.Field{Key: "assignment", Raw: &document}, problem.Field{Key: "students", Raw: &list}); err != nil {
		return nil, nil, err
	}
	if string(format) != `"`+carriedFormat+`"` {
		return nil, nil, problem.Refused("format", "this is no assignment of another server; send the file that GET …/results.json gives, with the format %s", carriedFormat)
	}
	if document == nil || list == nil {
		return nil, nil, problem.Refused("assignment", "the assignment or its students are missing; send the whole file that GET …/results.json gives")
	}
	a, err := readAssignment("", document, 0)
	if err != nil {
		return nil, nil, problem.Refused("assignment", "%s", err)
	}
	if len(a.items()) == 0 || len(a.items()) > MaxAsked {
		return nil, nil, problem.Refused("assignment.parts", "the assignment asks %d things; 1 to %d are allowed", len(a.items()), MaxAsked)
	}
	for i := range a.Parts {
		p := &a.Parts[i]
		if p.Show != nil && p.Question != nil && p.Right == nil {
			return nil, nil, problem.Refused("assignment.parts", "part %d has a question without what is right", i+1)
		}
		if _, err := h.openPart(ctx, p); err != nil && ctx.Err() == nil {
			return nil, nil, problem.Refused("assignment.parts", "part %d cannot be opened: %s", i+1, err)
		} else if err != nil {
			return nil, nil, err
		}
		for n := 1; p.Program != nil && n <= len(p.Program.Trees); n++ {
			if _, err := p.Program.basis(n); p.Program.algorithm() == nil || err != nil {
				return nil, nil, problem.Refused("assignment.parts", "tree %d of the program of part %d cannot be read", n, i+1)
			}
		}
	}
	var carried []carriedStudent
	if err := json.Unmarshal(list, &carried); err != nil {
		return nil, nil, problem.Refused("students", "the students cannot be read: %s", err)
	}
	if len(carried) > MaxStudents {
		return nil, nil, problem.OverLimit("students", "these are %d students; the maximum is %d", len(carried), MaxStudents)
	}
	var students []row
	for i, one := range carried {
		id, err := key.ParseID(string(one.Student))
		if err != nil {
			return nil, nil, problem.Refused("students", "student %d has no id", i+1)
		}
		r, err := readRecord(one.Record)
		if err != nil {
			return nil, nil, problem.Refused("students", "student %d: %s", i+1, err)
		}
		for k, item := range r.Items {
			if k < 0 || k >= len(a.items()) || item == nil || item.First == nil {
				return nil, nil, problem.Refused("students", "student %d has an answer without its item, or an item without an answer", i+1)
			}
			if item.Run != nil {
				item.Run.Trace, item.First.Answer = "", nil // the run is on the other server
			}
		}
		students = append(students, row{id, 0, r})
	}
	sortRows(students)
	return a, students, a.fit()
}

// origin returns the id from which the tokens of students follow: that of the server on which they entered.
func (a *assignment) origin() key.ID {
	if a.Origin != "" {
		return a.Origin
	}
	return a.id
}
