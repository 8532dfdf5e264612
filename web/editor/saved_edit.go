package editor

import (
	"context"
	"net/http"

	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/treestore"
)

// MakeEdit applies an edit to a saved tree.
func MakeEdit(core *app.Core, ctx context.Context, key treestore.Key, request treestore.Request) (*treestore.Edited, error) {
	ctx, cancel := context.WithTimeout(ctx, app.StoreTimeout)
	defer cancel()
	return core.Library.Edit(ctx, key.ID(), request)
}

// ReadKey reads an edit key. It returns ErrReadOnly for a read-only id.
func ReadKey(text string) (treestore.Key, error) {
	key, _, err := treestore.ParseAny(text)
	if err == nil && key == "" {
		err = ErrReadOnly
	}
	return key, err
}

// LoadRevision loads a revision of a tree, the newest if revision is empty.
func LoadRevision(core *app.Core, ctx context.Context, id treestore.ID, revision string) (*treestore.Saved, error) {
	if revision == "" {
		return core.Saved().Load(ctx, id)
	}
	n, err := run.ReadRevision(revision)
	if err != nil {
		return nil, err
	}
	return core.Saved().At(ctx, id, n)
}

// ErrReadOnly is the error of an edit with the read-only id.
var ErrReadOnly = &problem.Error{Status: http.StatusForbidden, Path: "saved", Message: "this is the tree's read-only id; only the edit key allows edits. You can edit a copy"}
