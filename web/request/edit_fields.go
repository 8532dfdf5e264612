package request

import (
	"context"
	"strconv"

	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/problem"
)

// EditPath returns the place of the only edit of a request, EditsPath that of
// one of several.
func EditPath(int) string { return "edit" }

func EditsPath(i int) string { return "edits[" + strconv.Itoa(i) + "]" }

// TextEdit returns the edit that replaces the whole tree by a text.
func TextEdit(text string) (trees.Edit, error) {
	return trees.ReadEdit(append(trees.AppendQuoted([]byte(`{"op":"text","text":`), text), '}'))
}

// TypedDraft returns the draft of a text as typed: with its comments, or an
// empty tree with the fault of the text.
func TypedDraft(ctx context.Context, t *trees.Tree, text string) (*trees.Draft, error) {
	d := trees.EmptyDraft()
	if t != nil {
		d = trees.NewDraft(t)
	}
	edit, err := TextEdit(text)
	if err != nil {
		return nil, err
	}
	applied, err := d.ApplyIn(ctx, edit)
	if err != nil {
		return nil, err
	}
	return applied.Draft, nil
}

// ReadIDs reads a list of node ids.
func ReadIDs(raw []byte, path string) ([]trees.ID, error) {
	elements, err := problem.SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	if len(elements) > draw.MaxFolded {
		return nil, problem.Refused(path, "these are %d nodes; a view names at most %d", len(elements), draw.MaxFolded)
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

// ReadToken reads the token that identifies a request of a client.
func ReadToken(raw []byte) (string, error) {
	token, err := problem.ReadString(raw, "token")
	if err == nil && (token == "" || len(token) > MaxIDBytes) {
		err = problem.Refused("token", "a token has 1 to %d bytes; this one has %d", MaxIDBytes, len(token))
	}
	return token, err
}
