package request

import (
	"strconv"

	"espalier/trees"
	"espalier/web/problem"
)

// EditPath is where a request has its one edit, EditsPath where one of several.
func EditPath(int) string { return "edit" }

func EditsPath(i int) string { return "edits[" + strconv.Itoa(i) + "]" }

// TextEdit is the edit that makes a text the whole tree.
func TextEdit(text string) (trees.Edit, error) {
	return trees.ReadEdit(append(trees.AppendQuoted([]byte(`{"op":"text","text":`), text), '}'))
}

// TypedDraft is the draft of a text as it was typed: with its comments, or
// with its fault on an empty tree.
func TypedDraft(t *trees.Tree, text string) (*trees.Draft, error) {
	d := trees.EmptyDraft()
	if t != nil {
		d = trees.NewDraft(t)
	}
	edit, err := TextEdit(text)
	if err != nil {
		return nil, err
	}
	applied, err := d.Apply(edit)
	if err != nil {
		return nil, err
	}
	return applied.Draft, nil
}

func ReadIDs(raw []byte, path string) ([]trees.ID, error) {
	elements, err := problem.SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	if len(elements) > MaxFolded {
		return nil, problem.Refused(path, "these are %d nodes; a view names at most %d", len(elements), MaxFolded)
	}
	ids := make([]trees.ID, len(elements))
	for i, e := range elements {
		id, err := problem.ReadWhole(e, path+"["+strconv.Itoa(i)+"]", 1, 1<<32-1)
		if err != nil {
			return nil, err
		}
		ids[i] = trees.ID(id)
	}
	return ids, nil
}

// ReadToken reads what names a request of a client for good.
func ReadToken(raw []byte) (string, error) {
	token, err := problem.ReadString(raw, "token")
	if err == nil && (token == "" || len(token) > MaxIDBytes) {
		err = problem.Refused("token", "a token has 1 to %d bytes; this one has %d", MaxIDBytes, len(token))
	}
	return token, err
}
