package treestore

import (
	"context"

	"espalier/trees"
	"espalier/web/treestore/merge"
)

// notes applies notes that were typed against an older revision; what others
// have written in the meantime stays.
func (l *Store) notes(ctx context.Context, st *store, t *tree, req Request) (*step, error) {
	newest := t.newest.Load()
	base, err := l.at(ctx, st, t, req.Base)
	if err != nil {
		return nil, err
	}
	typed, err := base.Draft.Apply(req.Edit)
	if err != nil {
		return nil, err
	}
	both := merge.Text(base.Draft.Notes(), typed.Draft.Notes(), newest.Draft.Notes())
	edit, err := trees.ReadEdit(append(trees.AppendQuoted([]byte(`{"op":"notes","text":`), both), '}'))
	if err != nil {
		return nil, err
	}
	a, err := newest.Draft.Apply(edit)
	if err != nil {
		return nil, err
	}
	return &step{draft: a.Draft, op: opNotes, summary: a.Summary}, nil
}
