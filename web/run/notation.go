package run

import (
	"context"
	"fmt"

	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/web/fair"
	"espalier/web/problem"
)

// Notations are the keys of a tree that a body holds in full.
var Notations = []string{"tree", "text", "efg"}

// ReadNotation reads one of them. A text is in any notation; how it was read is in the
// result, with what of it a tree here cannot hold.
func ReadNotation(ctx context.Context, m problem.Member) (*foreign.Reading, error) {
	if m.Key == "tree" {
		if problem.TypeOf(m.Raw) != "an object" {
			return nil, problem.WrongType(m.Raw, "tree", "a tree document, an object,")
		}
		t, err := trees.ReadJSONIn(ctx, m.Raw)
		return read(t, foreign.JSON, nil, err)
	}
	text, err := problem.ReadString(m.Raw, m.Key)
	switch {
	case err != nil:
		return nil, err
	case m.Key == "efg":
		t, remarks, err := trees.ReadEFGIn(ctx, text, trees.EFGChanges{})
		return read(t, foreign.EFG, remarks, err)
	}
	return foreign.Read(ctx, text, foreign.Options{})
}

func read(t *trees.Tree, as string, notes []string, err error) (*foreign.Reading, error) {
	if err != nil {
		return nil, err
	}
	return &foreign.Reading{Tree: t, As: as, Notes: notes}, nil
}

// ReadNotationInTurn is ReadNotation, in turn with the searches of others if it takes long.
func ReadNotationInTurn(ctx context.Context, m problem.Member) (*foreign.Reading, error) {
	give, err := fair.TakeTurnFor(ctx, len(m.Raw))
	if err != nil {
		return nil, err
	}
	defer give()
	return ReadNotation(ctx, m)
}

// ReadingKeys are the members of a request that say how its text is read.
var ReadingKeys = []string{"as", "root", "changes"}

// ReadText reads a text with the members of a request that say how, in turn with the searches
// of others if it takes long. It returns the text, too.
func ReadText(ctx context.Context, raw []byte, how Body) (*foreign.Reading, string, error) {
	give, err := fair.TakeTurnFor(ctx, len(raw))
	if err != nil {
		return nil, "", err
	}
	defer give()
	text, err := problem.ReadString(raw, "text")
	if err != nil {
		return nil, "", err
	}
	o, err := how.readingOptions()
	if err != nil {
		return nil, "", err
	}
	reading, err := foreign.Read(ctx, text, o)
	if err == nil && how["changes"] != nil && reading.As != foreign.EFG {
		err = ErrChanges
	}
	return reading, text, err
}

// Choices returns the other ways to read a text, in turn with the searches of others if that
// takes long.
func Choices(ctx context.Context, text string, of *foreign.Reading) ([]foreign.Choice, error) {
	give, err := fair.TakeTurnFor(ctx, len(text))
	if err != nil {
		return nil, err
	}
	defer give()
	return foreign.Choices(ctx, text, of), nil
}

// ErrChanges is the error of changes for another source than a game of Gambit.
var ErrChanges = problem.Refused("changes", "only a game of Gambit is changed; the source is efg then")

func (b Body) readingOptions() (o foreign.Options, err error) {
	if raw := b["as"]; raw != nil {
		if o.As, err = problem.ReadString(raw, "as"); err != nil {
			return o, err
		}
	}
	if raw := b["root"]; raw != nil {
		// A mover by its name, or a number.
		word := string(raw)
		if problem.TypeOf(raw) == "a string" {
			if word, err = problem.ReadString(raw, "root"); err != nil {
				return o, err
			}
		}
		if o.Root, err = ReadRoot(word, "root"); err != nil {
			return o, err
		}
	}
	if raw := b["changes"]; raw != nil {
		o.Changes, err = readChanges(raw)
	}
	return o, err
}

// ReadRoot reads who moves at the root of a text that does not say it.
func ReadRoot(word, path string) (foreign.Root, error) {
	root, ok := foreign.ParseRoot(word)
	if !ok {
		return "", problem.Refused(path, "%.40q is no mover; there are max, min, and the players 1 to %d", word, trees.MaxPlayers)
	}
	return root, nil
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
	allowed, err := readChanges(changes)
	if err != nil {
		return nil, nil, err
	}
	return trees.ReadEFGIn(ctx, text, allowed)
}

func readChanges(raw []byte) (allowed trees.EFGChanges, err error) {
	if raw == nil {
		return allowed, nil
	}
	list, err := problem.SplitArray(raw, "changes")
	if err != nil {
		return allowed, err
	}
	for i, raw := range list {
		path := fmt.Sprintf("changes[%d]", i)
		name, err := problem.ReadString(raw, path)
		if err != nil {
			return allowed, err
		}
		if !allowed.Set(name) {
			return allowed, problem.Refused(path, "there is no change %q of a game; there are %s and %s", name, trees.ChangeChance, trees.ChangeInfosets)
		}
	}
	return allowed, nil
}
