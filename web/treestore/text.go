package treestore

import (
	"context"

	"espalier/trees"
)

// text makes the draft of a text that comes from an older revision: what it
// changes of that one is changed in the newest, where what others have done
// since stays.
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
		if draft, err = finished(draft, req.Edit); err != nil {
			return nil, err
		}
		draft = commented(draft, base.Draft, a.Draft, newest.Draft)
	}
	return &step{draft: draft, merged: true, op: opText, words: a.Summary}, nil
}

// finished is a draft after a text that can be read: none that cannot be read
// stands there any more, also where the text has come back to what its base
// says and so changes nothing of it.
func finished(draft *trees.Draft, text trees.Edit) (*trees.Draft, error) {
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

// commented is a merged draft with the comments of what was typed and of what
// others have typed since, where both can be; else with the former.
func commented(draft, base, mine, theirs *trees.Draft) *trees.Draft {
	was, _ := base.Text()
	my, _ := mine.Text()
	their, _ := theirs.Text()
	if both, ok := draft.WithCommentedText(mergeText(was, my, their)); ok {
		return both
	}
	return draft.WithCommentsFrom(mine)
}
