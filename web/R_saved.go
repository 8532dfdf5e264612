package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"espalier/web/library"
)

func makeEdit(core *Core, ctx context.Context, key library.Key, request library.Request) (*library.Edited, error) {
	ctx, cancel := context.WithTimeout(ctx, libraryTime)
	defer cancel()
	return core.Library.Edit(ctx, key.ID(), request)
}

// readKey reads an edit key. With the read-only id of a tree nobody may change
// it.
func readKey(text string) (library.Key, error) {
	key, _, err := library.ParseAny(text)
	if err == nil && key == "" {
		err = errReadOnly
	}
	return key, err
}

// loadRevision loads a tree as it is, or as it was.
func loadRevision(core *Core, ctx context.Context, id library.ID, revision string) (*library.Saved, error) {
	ctx, cancel := context.WithTimeout(ctx, libraryTime)
	defer cancel()
	if revision == "" {
		return core.Library.Load(ctx, id)
	}
	n, err := strconv.Atoi(revision)
	if err != nil || n < 1 {
		return nil, &queryError{"revision", fmt.Sprintf("%q is not the number of a revision, 1 or more", revision)}
	}
	return core.Library.At(ctx, id, n)
}

// errReadOnly is the answer to whoever edits with the read-only id.
var errReadOnly = &inputError{http.StatusForbidden, "saved", "this is the tree's read-only id; who has its edit key can edit it. You can edit a copy"}
