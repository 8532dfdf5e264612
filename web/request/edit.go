package request

import (
	"errors"
	"net/http"
	"strings"

	"espalier/trees"
	"espalier/web/library"
	"espalier/web/problem"
)

// ReadEdit reads one edit of a saved tree: one of the draft itself, or the
// undoing of a revision, or the going back to one.
func ReadEdit(raw []byte, path string) (library.Request, error) {
	if problem.TypeOf(raw) != "an object" {
		return library.Request{}, problem.WrongType(raw, path, "an edit, an object,")
	}
	members, err := problem.SplitObject(raw, path)
	if err != nil {
		return library.Request{}, err
	}
	op := ""
	for _, m := range members {
		if m.Key == "op" {
			if op, err = problem.ReadString(m.Raw, path+".op"); err != nil {
				return library.Request{}, err
			}
		}
	}
	if op != "undo" && op != "restore" {
		edit, err := trees.ReadEdit(raw, "undo", "restore")
		return library.Request{Edit: edit}, AtEdit(path, err)
	}
	revision := 0
	for _, m := range members {
		switch m.Key {
		case "op":
		case "revision":
			if revision, err = problem.ReadWhole(m.Raw, path+".revision", 1, MaxCredit); err != nil {
				return library.Request{}, err
			}
		default:
			return library.Request{}, UnknownKey(path, m.Key, []string{"op", "revision"})
		}
	}
	switch {
	case revision == 0:
		return library.Request{}, problem.Refused(path+".revision", "the revision to %s is missing", op)
	case op == "undo":
		return library.Request{Undo: revision}, nil
	}
	return library.Request{Restore: revision}, nil
}

// AtEdit says in which edit of a request an error is: one of its keys is named
// as edits[1].node, a place in the tree or in a text as edits[1], root.children[0].
func AtEdit(path string, err error) error {
	var stands *library.ConflictError
	if errors.As(err, &stands) {
		return &problem.Error{Status: http.StatusConflict, Path: path, Message: stands.Message}
	}
	var later *library.NoRevisionError
	if errors.As(err, &later) {
		at := path + ".revision"
		if later.Base {
			at = "base"
		}
		return &problem.Error{Status: http.StatusNotFound, Path: at, Message: later.Error()}
	}
	var wrong *trees.Error
	if !errors.As(err, &wrong) {
		return err
	}
	placed := *wrong
	switch at := wrong.Path; {
	case at == "token": // stands beside the edits
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
