package request

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"espalier/web/app"
	"espalier/web/problem"
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
	ctx, cancel := context.WithTimeout(ctx, app.StoreTimeout)
	defer cancel()
	if revision == "" {
		return core.Library.Load(ctx, id)
	}
	n, err := strconv.Atoi(revision)
	if err != nil || n < 1 {
		return nil, &problem.QueryError{Name: "revision", Message: fmt.Sprintf("%q is not the number of a revision, 1 or more", revision)}
	}
	return core.Library.At(ctx, id, n)
}

// ErrReadOnly is the error of an edit with the read-only id.
var ErrReadOnly = &problem.Error{Status: http.StatusForbidden, Path: "saved", Message: "this is the tree's read-only id; who has its edit key can edit it. You can edit a copy"}
