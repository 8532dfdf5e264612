package treestore

import (
	"context"
	"strings"

	"espalier/trees"
	"espalier/web/store/records"
)

const (
	undone = "undone: "
	redone = "redone: "
)

// undo merges the inverse of a revision's change into the newest draft.
func (t openTree) undo(ctx context.Context, revision int) (*step, error) {
	newest := t.newest.Load()
	if revision < 1 || revision > newest.Number {
		return nil, &NoRevisionError{revision, newest.Number, false}
	}
	if revision == 1 {
		return nil, &ConflictError{"revision 1 is where the tree begins; no revision is before it"}
	}
	r, err := t.bucket.readRecord(ctx, t.id, revision)
	if err != nil {
		return nil, t.bucket.absent(ctx, t.id, err)
	}
	change, err := t.change(ctx, r)
	if err != nil {
		return nil, err
	}
	var draft *trees.Draft
	err = t.store.inTurn(ctx, newest.Draft, 0, func() (err error) {
		draft, err = newest.Draft.MergeIn(ctx, change.Inverse())
		return conflict(err)
	})
	if err != nil {
		return nil, err
	}
	s := &step{draft: draft, merged: true, op: opUndo, target: revision, summary: undone + strings.TrimPrefix(r.head.Words, redone)}
	if r.head.Op == opUndo {
		s.op, s.summary = opRedo, redone+strings.TrimPrefix(r.head.Words, undone)
	}
	return s, nil
}

// change returns the change of a revision.
func (t openTree) change(ctx context.Context, r *read) (*trees.Change, error) {
	parts, err := t.bucket.parts(ctx, t.id, r)
	if err != nil {
		return nil, err
	}
	if len(parts[partChange]) > 0 {
		var c *trees.Change
		err := t.store.inTurnFor(ctx, len(parts[partChange]), func() (err error) {
			c, err = trees.ReadChangeIn(ctx, parts[partChange])
			return err
		})
		if err != nil && ctx.Err() != nil {
			return nil, err
		}
		if err != nil {
			return nil, &records.DamagedError{ID: t.id, Revision: r.revision, Err: err}
		}
		return c, nil
	}
	// The change was longer than the draft, so only the draft was stored.
	before, err := t.at(ctx, r.revision-1)
	if err != nil {
		return nil, err
	}
	after, err := t.at(ctx, r.revision)
	if err != nil {
		return nil, err
	}
	var c *trees.Change
	err = t.store.inTurn(ctx, after.Draft, 0, func() (err error) {
		c, err = trees.DiffIn(ctx, before.Draft, after.Draft)
		return err
	})
	return c, err
}
