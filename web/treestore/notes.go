package treestore

import (
	"context"

	"espalier/trees"
)

// notes makes the draft of notes that were typed against an older revision:
// what others have written since stays.
func (l *Store) notes(ctx context.Context, st *store, t *tree, req Request) (*step, error) {
	newest := t.newest.Load()
	base, err := l.at(ctx, st, t, req.Base)
	if err != nil {
		return nil, err
	}
	typed, err := base.Draft.Apply(req.Edit)
	if err != nil {
		return nil, err
	}
	both := mergeText(base.Draft.Notes(), typed.Draft.Notes(), newest.Draft.Notes())
	edit, err := trees.ReadEdit(append(trees.AppendQuoted([]byte(`{"op":"notes","text":`), both), '}'))
	if err != nil {
		return nil, err
	}
	a, err := newest.Draft.Apply(edit)
	if err != nil {
		return nil, err
	}
	return &step{draft: a.Draft, op: opNotes, words: a.Summary}, nil
}

// mergeText is a text with both what one and what another has changed of it,
// each in one place. Where the places overlap, what the other one wrote comes
// first, and nothing is left out that anybody wrote.
func mergeText(base, mine, theirs string) string {
	was, my, their := []rune(base), []rune(mine), []rune(theirs)
	a, b := splitAt(was, my), splitAt(was, their)
	switch {
	case mine == base, mine == theirs:
		return theirs
	case theirs == base:
		return mine
	case a.to < b.from || a.to == b.from && a.from < b.from:
		return string(my[:a.end(my)]) + string(was[a.to:b.from]) + string(their[b.from:])
	case b.to <= a.from:
		return string(their[:b.end(their)]) + string(was[b.to:a.from]) + string(my[a.from:])
	}
	from, to := min(a.from, b.from), max(a.to, b.to)
	return string(was[:from]) + string(was[from:b.from]) + string(their[b.from:b.end(their)]) + string(my[a.from:a.end(my)]) + string(was[to:])
}

// A splice is the part of a text that another one has otherwise: [from, to),
// and how many characters follow.
type splice struct{ from, to, rest int }

// end is where the splice ends in the other text.
func (s splice) end(other []rune) int { return len(other) - s.rest }

func splitAt(was, is []rune) (s splice) {
	most := min(len(was), len(is))
	for s.from < most && was[s.from] == is[s.from] {
		s.from++
	}
	for s.rest < most-s.from && was[len(was)-1-s.rest] == is[len(is)-1-s.rest] {
		s.rest++
	}
	s.to = len(was) - s.rest
	return s
}
