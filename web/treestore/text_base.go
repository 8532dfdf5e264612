package treestore

import (
	"cmp"
	"context"
)

// textBase returns the revision that a text with a syntax error is based on, or 0 if the text
// of the step can be parsed. Once the text is complete, its changes to that revision are
// merged, so that it does not revert later edits of others.
func (t openTree) textBase(ctx context.Context, req Request, s *step) (int, error) {
	newest := t.newest.Load()
	text, fault := s.draft.TypedText()
	was, _ := newest.Draft.TypedText()
	before := s.target
	switch {
	case fault == nil:
		return 0, nil
	case s.op == opText:
		return cmp.Or(req.Base, newest.Number), nil
	case text == was:
		return cmp.Or(newest.Base, newest.Number), nil
	case s.op != opRestore: // an undo restores the state before the revision
		before--
	}
	r, err := t.bucket.readRecord(ctx, t.id, before)
	if err != nil {
		return 0, t.bucket.absent(ctx, t.id, err)
	}
	return cmp.Or(r.head.Base, before), nil
}
