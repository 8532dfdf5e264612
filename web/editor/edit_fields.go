package editor

import (
	"context"
	"strconv"

	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/socket"
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

// ReadToken reads the token that identifies a request of a client.
func ReadToken(raw []byte) (string, error) {
	token, err := problem.ReadString(raw, "token")
	if err == nil && (token == "" || len(token) > socket.MaxIDBytes) {
		err = problem.Refused("token", "a token has 1 to %d bytes; this one has %d", socket.MaxIDBytes, len(token))
	}
	return token, err
}
