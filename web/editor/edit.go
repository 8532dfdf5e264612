package editor

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/treestore"
)

// historyOps are the edits of a saved tree that refer to a revision.
var historyOps = []string{"undo", "restore"}

// EditOps lists the kinds of edit of a saved tree.
func EditOps() []string { return append(trees.EditOps(), historyOps...) }

// ReadEdit reads one edit of a saved tree: an edit of the draft, the undo of a
// revision, or the return to one.
func ReadEdit(raw []byte, path string) (treestore.Request, error) {
	if problem.TypeOf(raw) != "an object" {
		return treestore.Request{}, problem.WrongType(raw, path, "an edit, an object,")
	}
	members, err := problem.SplitObject(raw, path)
	if err != nil {
		return treestore.Request{}, err
	}
	op := ""
	for _, m := range members {
		if m.Key == "op" {
			if op, err = problem.ReadString(m.Raw, path+".op"); err != nil {
				return treestore.Request{}, err
			}
		}
	}
	if !slices.Contains(historyOps, op) {
		edit, err := trees.ReadEdit(raw, historyOps...)
		return treestore.Request{Edit: edit}, AtEdit(path, err)
	}
	revision := 0
	for _, m := range members {
		switch m.Key {
		case "op":
		case "revision":
			if revision, err = problem.ReadWhole(m.Raw, path+".revision", 1, problem.MaxCount); err != nil {
				return treestore.Request{}, err
			}
		default:
			return treestore.Request{}, problem.UnknownKey(path, m.Key, []string{"op", "revision"})
		}
	}
	switch {
	case revision == 0:
		return treestore.Request{}, problem.Refused(path+".revision", "the revision to %s is missing", op)
	case op == "undo":
		return treestore.Request{Undo: revision}, nil
	}
	return treestore.Request{Restore: revision}, nil
}

// ReadEditInTurn is ReadEdit, in turn with the searches of others if it takes long.
func ReadEditInTurn(ctx context.Context, raw []byte, path string) (treestore.Request, error) {
	give, err := fair.TakeTurnFor(ctx, len(raw))
	if err != nil {
		return treestore.Request{}, err
	}
	defer give()
	return ReadEdit(raw, path)
}

// AtEdit returns err with the place of the edit in its request: one of its keys
// becomes edits[1].node, a place in the tree or in a text edits[1],
// root.children[0].
func AtEdit(path string, err error) error {
	var conflict *treestore.ConflictError
	if errors.As(err, &conflict) {
		return &problem.Error{Status: http.StatusConflict, Path: path, Message: conflict.Message}
	}
	var noRevision *treestore.NoRevisionError
	if errors.As(err, &noRevision) {
		at := path + ".revision"
		if noRevision.Base {
			at = "base"
		}
		return &problem.Error{Status: http.StatusNotFound, Path: at, Message: noRevision.Error()}
	}
	var wrong *trees.Error
	if !errors.As(err, &wrong) {
		return err
	}
	placed := *wrong
	switch at := wrong.Path; {
	case at == "token": // a key beside the edits
	case at == "edit" || at == "":
		placed.Path = path
	case strings.HasPrefix(at, "edit."):
		placed.Path = path + strings.TrimPrefix(at, "edit")
	case strings.HasPrefix(at, "line ") || strings.HasPrefix(at, "root"):
		placed.Path = path + ", " + at
	default:
		placed.Path = path + "." + at
	}
	return &placed
}
