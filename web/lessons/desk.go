package lessons

import (
	"context"

	"espalier/web/desk/thing"
	"espalier/web/store/key"
)

// OnDesk is what a desk needs of lessons.
func (h *Handlers) OnDesk() thing.Kind {
	return thing.Kind{Name: "lesson", Section: "Lessons", ID: thing.ID,
		First: thing.First{Before: "A lesson is a list of scenes: a run at a step, a note, and perhaps a question. Start one with New lesson, or add a scene from Share on the page of any run, such as ", Link: "Korf 1991, Figure 6", Path: "/figures/k1991-fig6?algorithm=deep&step=11", After: "."},
		About: func(ctx context.Context, text string) (*thing.About, error) {
			id := key.Key(text).ID()
			l, _, err := h.loadDeleted(ctx, string(id))
			if err != nil {
				return nil, err
			}
			if l.Deleted > 0 {
				return &thing.About{Title: l.Title, Until: l.Deleted + UndoTime.Milliseconds(), Links: []thing.Link{{Rel: "restore", Label: "Undo", Path: "/api/v1/lessons/" + text + "/restore"}}}, nil
			}
			links := []thing.Link{{Rel: "edit", Label: "Edit", Path: "/lessons/" + text + "/edit"}, {Rel: "read", Label: "Read", Path: "/lessons/" + string(id)}, {Rel: "print", Label: "Print", Path: "/lessons/" + text + "/print"}}
			if l.asks() {
				links = append(links, thing.Link{Rel: "assign", Label: "Assign", Path: "/homework/new?lesson=" + string(id)})
			}
			links = append(links, thing.Link{Rel: "file", Label: "Export", Path: "/api/v1/lessons/" + text + "/file"})
			return &thing.About{Title: l.Title, Links: links}, nil
		}}
}
