package treestore

import (
	"context"

	"espalier/trees"
)

// mergeTyped applies a text that was typed on an older draft: its changes to that draft
// are merged into the newest one. An error of the merge is a trees.ConflictError.
func mergeTyped(ctx context.Context, base, newest *trees.Draft, text trees.Edit) (draft *trees.Draft, summary string, err error) {
	a, err := base.ApplyIn(ctx, text)
	if err != nil {
		return nil, "", err
	}
	change, err := trees.DiffIn(ctx, base, a.Draft)
	if err != nil {
		return nil, "", err
	}
	if draft, err = newest.MergeOverridingIn(ctx, change); err != nil {
		return nil, "", err
	}
	if _, wrong := a.Draft.TypedText(); wrong == nil {
		if draft, err = withoutUnparsedText(ctx, draft, text); err != nil {
			return nil, "", err
		}
		draft = withMergedComments(draft, base, a.Draft, newest)
	}
	return draft, a.Summary, nil
}

// withoutUnparsedText returns the draft without its text that has a syntax error. It is
// called after a text without an error was merged. That text may equal its base, and then
// merging it has changed nothing.
func withoutUnparsedText(ctx context.Context, draft *trees.Draft, text trees.Edit) (*trees.Draft, error) {
	if _, fault := draft.TypedText(); fault == nil {
		return draft, nil
	}
	tree := draft.Tree().Text()
	if a, err := draft.ApplyIn(ctx, text); err == nil && a.Draft.Tree().Text() == tree {
		return a.Draft, nil
	}
	written, err := trees.ReadEdit(append(trees.AppendQuoted([]byte(`{"op":"text","text":`), tree), '}'))
	if err != nil {
		return nil, err
	}
	a, err := draft.ApplyIn(ctx, written)
	return a.Draft, err
}

// withMergedComments returns a merged draft with the comments of both texts, or
// of mine where they cannot be combined.
func withMergedComments(draft, base, mine, theirs *trees.Draft) *trees.Draft {
	was, _ := base.Text()
	my, _ := mine.Text()
	their, _ := theirs.Text()
	if both, ok := draft.WithCommentedText(mergeText(was, my, their)); ok {
		return both
	}
	return draft.WithCommentsFrom(mine)
}
