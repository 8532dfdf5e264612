package treestore

import (
	"context"

	"espalier/trees"
	"espalier/web/treestore/merge"
)

// text applies a text that is based on an older revision: its changes to the
// base are merged into the newest revision.
func (l *Store) text(ctx context.Context, st *store, t *tree, req Request) (*step, error) {
	newest := t.newest.Load()
	base, err := l.at(ctx, st, t, req.Base)
	if err != nil {
		return nil, err
	}
	a, err := base.Draft.Apply(req.Edit)
	if err != nil {
		return nil, err
	}
	draft, err := newest.Draft.MergeOverriding(trees.Diff(base.Draft, a.Draft))
	if err != nil {
		return nil, conflict(err)
	}
	if _, wrong := a.Draft.TypedText(); wrong == nil {
		if draft, err = withoutUnparsedText(draft, req.Edit); err != nil {
			return nil, err
		}
		draft = withMergedComments(draft, base.Draft, a.Draft, newest.Draft)
	}
	return &step{draft: draft, merged: true, op: opText, summary: a.Summary}, nil
}

// withoutUnparsedText returns the draft without a text that has a syntax error,
// after a text that has none was merged. That text may equal its base, so that
// merging it changed nothing.
func withoutUnparsedText(draft *trees.Draft, text trees.Edit) (*trees.Draft, error) {
	if _, fault := draft.TypedText(); fault == nil {
		return draft, nil
	}
	tree := draft.Tree().Text()
	if a, err := draft.Apply(text); err == nil && a.Draft.Tree().Text() == tree {
		return a.Draft, nil
	}
	written, err := trees.ReadEdit(append(trees.AppendQuoted([]byte(`{"op":"text","text":`), tree), '}'))
	if err != nil {
		return nil, err
	}
	a, err := draft.Apply(written)
	return a.Draft, err
}

// withMergedComments returns a merged draft with the comments of both texts, or
// of mine where they cannot be combined.
func withMergedComments(draft, base, mine, theirs *trees.Draft) *trees.Draft {
	was, _ := base.Text()
	my, _ := mine.Text()
	their, _ := theirs.Text()
	if both, ok := draft.WithCommentedText(merge.Text(was, my, their)); ok {
		return both
	}
	return draft.WithCommentsFrom(mine)
}
