package code

import (
	"context"
	"encoding/json"

	"espalier/web/desk/thing"
	"espalier/web/store/key"
)

// OnDesk is what a desk needs of programs.
func (h *Handlers) OnDesk() thing.Kind {
	return thing.Kind{Name: "program", Section: "Programs", ID: thing.ID,
		First: thing.First{Before: "A search that you write is run on any tree, drawn and checked. ", Link: "Write a search", Path: "/code", After: "."},
		About: func(ctx context.Context, text string) (*thing.About, error) {
			id := key.Key(text).ID()
			s, err := h.load(ctx, id)
			if err != nil {
				return nil, err
			}
			about := &thing.About{Links: []thing.Link{{Rel: "edit", Label: "Open", Path: Path(id)}, {Rel: "run", Label: "Run", Path: "/traces/" + string(id)}}}
			if s.Title != nil {
				err = json.Unmarshal(s.Title, &about.Title)
			}
			return about, err
		}}
}
