package editor

import (
	"context"

	"espalier/web/app"
	"espalier/web/desk/thing"
	"espalier/web/store/key"
)

// OnDesk is what a desk needs of saved trees.
func OnDesk(core *app.Core) thing.Kind {
	return thing.Kind{Name: "tree", Section: "Trees", ID: thing.ID,
		First: thing.First{Before: "A tree is saved with its first edit. ", Link: "Draw or paste one", Path: "/edit", After: "."},
		About: func(ctx context.Context, text string) (*thing.About, error) {
			id := key.Key(text).ID()
			saved, err := core.Library.Look(ctx, id, 0) // a list opens no tree
			if err != nil {
				return nil, err
			}
			return &thing.About{Title: saved.Draft.Tree().Title, Links: []thing.Link{{Rel: "edit", Label: "Edit", Path: "/edit/" + text}, {Rel: "read", Label: "Play", Path: "/t/" + string(id)}}}, nil
		}}
}
