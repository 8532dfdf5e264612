package run

import (
	"context"
	"fmt"

	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/problem"
)

// Notations are the keys of a tree that a body holds in full.
var Notations = []string{"tree", "text", "efg"}

// ReadNotation reads one of them. The remarks list what of a Gambit game a tree
// here cannot hold.
func ReadNotation(ctx context.Context, m problem.Member) (t *trees.Tree, remarks []string, err error) {
	if m.Key == "tree" {
		if problem.TypeOf(m.Raw) != "an object" {
			return nil, nil, problem.WrongType(m.Raw, "tree", "a tree document, an object,")
		}
		t, err = trees.ReadJSONIn(ctx, m.Raw)
		return t, nil, err
	}
	text, err := problem.ReadString(m.Raw, m.Key)
	switch {
	case err != nil:
		return nil, nil, err
	case m.Key == "efg":
		return trees.ReadEFGIn(ctx, text, trees.EFGChanges{})
	}
	t, err = trees.ReadTextIn(ctx, text)
	return t, nil, err
}

// ReadNotationInTurn is ReadNotation, in turn with the searches of others if it takes long.
func ReadNotationInTurn(ctx context.Context, m problem.Member) (t *trees.Tree, remarks []string, err error) {
	give, err := fair.TakeTurnFor(ctx, len(m.Raw))
	if err != nil {
		return nil, nil, err
	}
	defer give()
	return ReadNotation(ctx, m)
}

// ReadEFG reads a Gambit game with the changes that a request allows: an array of
// their names, or nil for none. It reads a large one in turn with the searches of others.
func ReadEFG(ctx context.Context, efg, changes []byte) (t *trees.Tree, remarks []string, err error) {
	give, err := fair.TakeTurnFor(ctx, len(efg))
	if err != nil {
		return nil, nil, err
	}
	defer give()
	text, err := problem.ReadString(efg, "efg")
	if err != nil {
		return nil, nil, err
	}
	var allowed trees.EFGChanges
	if changes != nil {
		list, err := problem.SplitArray(changes, "changes")
		if err != nil {
			return nil, nil, err
		}
		for i, raw := range list {
			path := fmt.Sprintf("changes[%d]", i)
			name, err := problem.ReadString(raw, path)
			if err != nil {
				return nil, nil, err
			}
			if !allowed.Set(name) {
				return nil, nil, problem.Refused(path, "there is no change %q of a game; there are %s and %s", name, trees.ChangeChance, trees.ChangeInfosets)
			}
		}
	}
	return trees.ReadEFGIn(ctx, text, allowed)
}
