package web

import (
	"strconv"

	"espalier/trees"
)

// editPath is where a request has its one edit, editsPath where one of several.
func editPath(int) string { return "edit" }

func editsPath(i int) string { return "edits[" + strconv.Itoa(i) + "]" }

// textEdit is the edit that makes a text the whole tree.
func textEdit(text string) (trees.Edit, error) {
	return trees.ReadEdit(append(trees.AppendQuoted([]byte(`{"op":"text","text":`), text), '}'))
}

// typedDraft is the draft of a text as it was typed: with its comments, or
// with its fault on an empty tree.
func typedDraft(t *trees.Tree, text string) (*trees.Draft, error) {
	d := trees.EmptyDraft()
	if t != nil {
		d = trees.NewDraft(t)
	}
	edit, err := textEdit(text)
	if err != nil {
		return nil, err
	}
	applied, err := d.Apply(edit)
	if err != nil {
		return nil, err
	}
	return applied.Draft, nil
}

func readIDs(raw []byte, path string) ([]trees.ID, error) {
	elements, err := splitArray(raw, path)
	if err != nil {
		return nil, err
	}
	if len(elements) > MaxFolded {
		return nil, refused(path, "these are %d nodes; a view names at most %d", len(elements), MaxFolded)
	}
	ids := make([]trees.ID, len(elements))
	for i, e := range elements {
		id, err := readWhole(e, path+"["+strconv.Itoa(i)+"]", 1, 1<<32-1)
		if err != nil {
			return nil, err
		}
		ids[i] = trees.ID(id)
	}
	return ids, nil
}

// readToken reads what names a request of a client for good.
func readToken(raw []byte) (string, error) {
	token, err := readString(raw, "token")
	if err == nil && (token == "" || len(token) > MaxIDBytes) {
		err = refused("token", "a token has 1 to %d bytes; this one has %d", MaxIDBytes, len(token))
	}
	return token, err
}
