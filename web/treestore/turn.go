package treestore

import (
	"context"

	"espalier/trees"
)

// largeDraft is the size from which an edit computes for milliseconds: it has some
// 4,000 nodes, or so much text.
const (
	largeDraft = 64 << 10
	nodeSize   = 16
)

// Turns waits for a processor; the caller calls give after its work.
type Turns func(ctx context.Context) (give func(), err error)

// SetTurns sets what the large edits wait for before they compute. None holds a
// processor while it reads or writes.
func (l *Store) SetTurns(t Turns) {
	if l != nil {
		l.turns.Store(&t)
	}
}

// inTurn calls f, which computes with a draft and a text of a request.
func (l *Store) inTurn(ctx context.Context, d *trees.Draft, text int, f func() error) error {
	typed, _ := d.TypedText()
	turns := l.turns.Load()
	if turns == nil || nodeSize*d.Tree().Len()+len(typed)+text < largeDraft {
		return f()
	}
	give, err := (*turns)(ctx)
	if err != nil {
		return err
	}
	defer give()
	return f()
}
