package request

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"espalier/web/app"
	"espalier/web/library"
	"espalier/web/problem"
)

func MakeEdit(core *app.Core, ctx context.Context, key library.Key, request library.Request) (*library.Edited, error) {
	ctx, cancel := context.WithTimeout(ctx, app.StoreTimeout)
	defer cancel()
	return core.Library.Edit(ctx, key.ID(), request)
}

// ReadKey reads an edit key. With the read-only id of a tree nobody may change
// it.
func ReadKey(text string) (library.Key, error) {
	key, _, err := library.ParseAny(text)
	if err == nil && key == "" {
		err = ErrReadOnly
	}
	return key, err
}

// LoadRevision loads a tree as it is, or as it was.
func LoadRevision(core *app.Core, ctx context.Context, id library.ID, revision string) (*library.Saved, error) {
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

// ErrReadOnly is the answer to whoever edits with the read-only id.
var ErrReadOnly = &problem.Error{Status: http.StatusForbidden, Path: "saved", Message: "this is the tree's read-only id; who has its edit key can edit it. You can edit a copy"}
