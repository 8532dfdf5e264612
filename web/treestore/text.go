package treestore

import (
	"context"

	"espalier/web/treestore/merge"
)

// text applies a text that is based on an older revision: its changes to the
// base are merged into the newest revision.
func (l *Store) text(ctx context.Context, st *store, t *tree, req Request) (*step, error) {
	base, err := l.at(ctx, st, t, req.Base)
	if err != nil {
		return nil, err
	}
	s := &step{merged: true, op: opText}
	err = l.inTurn(ctx, base.Draft, len(req.Edit.Source()), func() (err error) {
		s.draft, s.summary, err = merge.Typed(base.Draft, t.newest.Load().Draft, req.Edit)
		return conflict(err)
	})
	return s, err
}
