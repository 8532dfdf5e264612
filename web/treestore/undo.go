package treestore

import (
	"context"
	"strings"

	"espalier/trees"
)

const (
	undone = "undone: "
	redone = "redone: "
)

// undo puts the inverse of a revision's change onto the newest draft.
func (l *Store) undo(ctx context.Context, st *store, t *tree, revision int) (*step, error) {
	newest := t.newest.Load()
	if revision < 1 || revision > newest.Number {
		return nil, &NoRevisionError{revision, newest.Number, false}
	}
	if revision == 1 {
		return nil, &ConflictError{"revision 1 is where the tree begins; there is nothing before it to go back to"}
	}
	r, err := st.readRecord(ctx, t.id, revision)
	if err != nil {
		return nil, gone(err)
	}
	change, err := l.change(ctx, st, t, r)
	if err != nil {
		return nil, err
	}
	draft, err := newest.Draft.Merge(change.Inverse())
	if err != nil {
		return nil, conflict(err)
	}
	s := &step{draft: draft, merged: true, op: opUndo, of: revision, words: undone + strings.TrimPrefix(r.head.Words, redone)}
	if r.head.Op == opUndo {
		s.op, s.words = opRedo, redone+strings.TrimPrefix(r.head.Words, undone)
	}
	return s, nil
}

// change gives the change that made a revision.
func (l *Store) change(ctx context.Context, st *store, t *tree, r *read) (*trees.Change, error) {
	parts, err := st.parts(ctx, t.id, r)
	if err != nil {
		return nil, err
	}
	if len(parts[partChange]) > 0 {
		c, err := trees.ReadChange(parts[partChange])
		if err != nil {
			return nil, &DamagedError{t.id, r.revision, err}
		}
		return c, nil
	}
	// It was longer than the draft, which was kept in its place.
	before, err := l.at(ctx, st, t, r.revision-1)
	if err != nil {
		return nil, err
	}
	after, err := l.at(ctx, st, t, r.revision)
	if err != nil {
		return nil, err
	}
	return trees.Diff(before.Draft, after.Draft), nil
}
