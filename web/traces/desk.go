package traces

import (
	"cmp"
	"context"

	"espalier/web/desk/thing"
	"espalier/web/store/key"
)

// OnDesk is what a desk needs of the runs of programs.
func (h *Handlers) OnDesk() thing.Kind {
	return thing.Kind{Name: "trace", One: "run", Section: "Runs of programs", ID: thing.ID,
		First: thing.First{Before: "A program prints what its search does; Espalier draws and checks it. ", Link: "Send a run", Path: "/traces", After: "."},
		About: func(ctx context.Context, text string) (*thing.About, error) {
			id := key.Key(text).ID()
			t, err := h.Traces().Load(ctx, id)
			if err != nil {
				return nil, err
			}
			about := &thing.About{Links: []thing.Link{{Rel: "read", Label: "Open", Path: "/traces/" + string(id)}, {Rel: "source", Label: "Lines", Path: "/api/v1/traces/" + string(id) + "/source"}}}
			if newest, ok := t.Revision(0); ok {
				about.Title = cmp.Or(newest.Title, newest.Algorithm)
			}
			return about, nil
		}}
}
