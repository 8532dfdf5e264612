package assign

import (
	"context"

	"espalier/web/desk/thing"
	"espalier/web/store/key"
)

// TaskOnDesk is what a desk needs of assignments that were made as programming tasks.
func (h *Handlers) TaskOnDesk() thing.Kind {
	k := h.OnDesk()
	k.Name, k.One = "task", "programming task"
	k.First = thing.First{Before: "In a programming task they implement an algorithm. ", Link: "Set a task", Path: "/tasks/new", After: "."}
	return k
}

// OnDesk is what a desk needs of assignments.
func (h *Handlers) OnDesk() thing.Kind {
	return thing.Kind{Name: "assignment", Section: "Assignments", ID: thing.ID,
		First: thing.First{Before: "Students work through an assignment on their own, and you see who has answered what. ", Link: "Assign a lesson or exercises", Path: "/homework/new", After: "."},
		About: func(ctx context.Context, text string) (*thing.About, error) {
			id := key.Key(text).ID()
			a, err := h.load(ctx, id)
			if err != nil {
				return nil, err
			}
			students, err := h.rows(ctx, a.root) // without those who were merged with another one
			if err != nil {
				return nil, err
			}
			n := len(students)
			return &thing.About{Title: a.Title, Closed: a.closed(nil, h.now()), Students: &n, Links: []thing.Link{
				{Rel: "results", Label: "Results", Path: "/results/" + text},
				{Rel: "students", Label: "Page for students", Path: "/a/" + string(id)},
				{Rel: "csv", Label: "Grades (CSV)", Path: "/api/v1/assignments/" + text + "/results.csv?for=grades"},
				{Rel: "moodle", Label: "Grades for Moodle", Path: "/api/v1/assignments/" + text + "/results.csv?for=moodle"},
				{Rel: "canvas", Label: "Grades for Canvas", Path: "/api/v1/assignments/" + text + "/results.csv?for=canvas"},
			}}, nil
		}}
}
