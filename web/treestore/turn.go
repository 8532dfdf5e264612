package treestore

import (
	"context"

	"espalier/trees"
)

// largeDraft is the size from which an edit, or the reading of a tree, computes for
// milliseconds. A tree of some 4,000 nodes has this size, and so has a text or JSON of as many
// bytes.
const (
	largeDraft = 64 << 10
	nodeSize   = 16
)

// Turns waits for a processor. The caller calls give after its work.
type Turns func(ctx context.Context) (give func(), err error)

// SetTurns sets the function with which large edits, and the reading of large trees that are
// not in memory, wait before they compute. None holds a processor while it reads or writes.
func (l *Store) SetTurns(t Turns) {
	if l != nil {
		l.turns.Store(&t)
	}
}

// inTurn calls f, which computes with a draft and a text of some bytes.
func (l *Store) inTurn(ctx context.Context, d *trees.Draft, text int, f func() error) error {
	typed, _ := d.TypedText()
	return l.inTurnFor(ctx, nodeSize*d.Tree().Len()+len(typed)+text, f)
}

// inTurnFor calls f, which computes with a number of bytes. It waits for a turn if they are
// many.
func (l *Store) inTurnFor(ctx context.Context, bytes int, f func() error) error {
	turns := l.turns.Load()
	if turns == nil || bytes < largeDraft {
		return f()
	}
	give, err := (*turns)(ctx)
	if err != nil {
		return err
	}
	defer give()
	return f()
}
