package treestore

import (
	"context"

	"espalier/trees"
)

// text applies a text that is based on an older revision: its changes to that revision are
// merged into the newest one.
func (t openTree) text(ctx context.Context, req Request) (*step, error) {
	base, err := t.at(ctx, req.Base)
	if err != nil {
		return nil, err
	}
	s := &step{merged: true, op: opText}
	err = t.store.inTurn(ctx, base.Draft, len(req.Edit.Source()), func() (err error) {
		s.draft, s.summary, err = mergeTyped(ctx, base.Draft, t.newest.Load().Draft, req.Edit)
		return conflict(err)
	})
	return s, err
}

// notes applies notes that are based on an older revision. What others have written in the
// meantime stays.
func (t openTree) notes(ctx context.Context, req Request) (*step, error) {
	newest := t.newest.Load()
	base, err := t.at(ctx, req.Base)
	if err != nil {
		return nil, err
	}
	typed, err := base.Draft.Apply(req.Edit)
	if err != nil {
		return nil, err
	}
	both := mergeText(base.Draft.Notes(), typed.Draft.Notes(), newest.Draft.Notes())
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
