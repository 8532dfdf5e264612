package treestore

import (
	"cmp"
	"context"
)

// begunFrom is the revision that a text which cannot be read was begun from:
// what others have done since is not in it, and is not to be taken back by it
// once it can be read, whoever types its end.
func (l *Store) begunFrom(ctx context.Context, st *store, t *tree, req Request, s *step) (int, error) {
	newest := t.newest.Load()
	text, fault := s.draft.TypedText()
	was, _ := newest.Draft.TypedText()
	before := s.of
	switch {
	case fault == nil:
		return 0, nil
	case s.op == opText:
		return cmp.Or(req.Base, newest.Number), nil
	case text == was:
		return cmp.Or(newest.Base, newest.Number), nil
	case s.op != opRestore: // an undo: what stood before the revision stands again
		before--
	}
	r, err := st.readRecord(ctx, t.id, before)
	if err != nil {
		return 0, gone(err)
	}
	return cmp.Or(r.head.Base, before), nil
}
