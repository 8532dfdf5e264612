package tasks

import (
	"context"

	"espalier/web/desk/thing"
	"espalier/web/store/key"
)

// OnDesk is what a desk needs of programming tasks.
func (h *Handlers) OnDesk() thing.Kind {
	return thing.Kind{Name: "task", One: "programming task", Section: "Assignments", ID: thing.ID,
		First: thing.First{Before: "In a programming task they implement an algorithm. ", Link: "Set a task", Path: "/tasks/new", After: "."},
		About: func(ctx context.Context, text string) (*thing.About, error) {
			id := key.Key(text).ID()
			t, err := h.load(ctx, id)
			if err != nil {
				return nil, err
			}
			students, err := h.ListValues(ctx, studentsOf(id))
			if err != nil {
				return nil, err
			}
			n := len(students)
			return &thing.About{Title: t.Title, Students: &n, Links: []thing.Link{
				{Rel: "results", Label: "Results", Path: "/tasks/" + text + "/results"},
				{Rel: "students", Label: "Page for students", Path: "/tasks/" + string(id)},
				{Rel: "csv", Label: "Results (CSV)", Path: "/api/v1/tasks/" + text + "/results.csv"},
			}}, nil
		}}
}
