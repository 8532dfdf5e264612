package run

import (
	"context"
	"fmt"
	"slices"

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
var ReadingKeys = []string{"as", "root", "players", "numbers"}

// A TextRead is a text with its reading.
type TextRead struct {
	*foreign.Reading
	Text string
}

// ReadText reads a text with the members of a request that say how, in turn with the searches
// of others if it takes long.
func ReadText(ctx context.Context, raw []byte, how *Body) (*TextRead, error) {
	give, err := fair.TakeTurnFor(ctx, len(raw))
	if err != nil {
		return nil, err
	}
	defer give()
	text, err := problem.ReadString(raw, "text")
	if err != nil {
		return nil, err
	}
	o, err := how.readingOptions()
	if err != nil {
		return nil, err
	}
	reading, err := foreign.Read(ctx, text, o)
	if err != nil {
		return nil, err
	}
	return &TextRead{reading, text}, nil
}

// Choices returns the other ways to read the text, in turn with the searches of others if that
// takes long.
func (t *TextRead) Choices(ctx context.Context) ([]foreign.Choice, error) {
	give, err := fair.TakeTurnFor(ctx, len(t.Text))
	if err != nil {
		return nil, err
	}
	defer give()
	return foreign.Choices(ctx, t.Text, t.Reading), nil
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
	if raw := b.Players; raw != nil {
		list, err := problem.SplitArray(raw, "players")
		if err != nil {
			return o, err
		}
		for i, name := range list {
			text, err := problem.ReadText(name, fmt.Sprintf("players[%d]", i), trees.MaxLabelRunes)
			if err != nil {
				return o, err
			}
			o.Players = append(o.Players, text)
		}
	}
	if raw := b.Numbers; raw != nil {
		word, err := problem.ReadString(raw, "numbers")
		if err != nil {
			return o, err
		}
		if o.Numbers, err = ReadNumbers(word, "numbers"); err != nil {
			return o, err
		}
	}
	return o, nil
}

// ReadNumbers reads what numbers together are in a text that does not say it; empty: what the text shows.
func ReadNumbers(word, path string) (foreign.Numbers, error) {
	if word != "" && !slices.Contains(foreign.AllNumbers, word) {
		return "", problem.Refused(path, "%.40q is not what numbers together can be; there are %s", word, trees.InWords(foreign.AllNumbers))
	}
	return foreign.Numbers(word), nil
}

// ReadRoot reads who moves at the root of a text that does not say it.
func ReadRoot(word, path string) (foreign.Root, error) {
	root, ok := foreign.ParseRoot(word)
	if !ok {
		return "", problem.Refused(path, "%.40q is not a mover; the movers are max, min, and the players 1 to %d", word, trees.MaxPlayers)
	}
	return root, nil
}
