package run

import (
	"context"

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
		if err != nil {
			return nil, err
		}
		reading := &foreign.Reading{Tree: t, As: foreign.JSON}
		reading.NoteRounded()
		return reading, nil
	}
	text, err := problem.ReadString(m.Raw, m.Key)
	switch {
	case err != nil:
		return nil, err
	case m.Key == "efg":
		return foreign.Read(ctx, text, foreign.Options{As: foreign.EFG})
	}
	return foreign.Read(ctx, text, foreign.Options{})
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
var ReadingKeys = []string{"as", "root"}

// ReadText reads a text with the members of a request that say how, in turn with the searches
// of others if it takes long. It returns the text, too.
func ReadText(ctx context.Context, raw []byte, how *Body) (*foreign.Reading, string, error) {
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

func (b *Body) readingOptions() (o foreign.Options, err error) {
	if raw := b.As; raw != nil {
		if o.As, err = problem.ReadString(raw, "as"); err != nil {
			return o, err
		}
	}
	if raw := b.Root; raw != nil {
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
	return o, nil
}

// ReadRoot reads who moves at the root of a text that does not say it.
func ReadRoot(word, path string) (foreign.Root, error) {
	root, ok := foreign.ParseRoot(word)
	if !ok {
		return "", problem.Refused(path, "%.40q is not a mover; the movers are max, min, and the players 1 to %d", word, trees.MaxPlayers)
	}
	return root, nil
}
