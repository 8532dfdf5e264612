package editor

import (
	"context"
	"net/url"

	"espalier/trees/foreign"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
)

// A readingView says on a page what a text was read as, what was assumed, and how else it can
// be read.
type readingView struct {
	Name    string // of the notation; empty: it is the text notation
	Notes   []string
	Choices []readingChoice
}

// A readingChoice is a link to the same page with the text read in another way.
type readingChoice struct{ Href, Words string }

// readingOptions reads from an address how its text is read: as=nested, and first=min where
// the text does not say who moves at the root.
func readingOptions(q url.Values) (o foreign.Options, err error) {
	if o.As = q.Get("as"); o.As != "" {
		if _, known := foreign.Find(o.As); !known {
			return foreign.Options{}, problem.Refused("as", "there is no notation %.40q; the page /notation lists them", o.As)
		}
	}
	o.Root, err = run.ReadRoot(q.Get("first"), "first")
	return o, err
}

// readingOf returns what a page at a path says of a reading; nil if there is nothing to say.
func readingOf(ctx context.Context, path, text string, of *foreign.Reading) *readingView {
	v := &readingView{Notes: of.Notes}
	if of.As != foreign.Espalier {
		v.Name = of.Name()
	}
	for _, c := range foreign.Choices(ctx, text, of) {
		q := url.Values{"text": {text}, "as": {c.As}}
		if c.Root != "" {
			q.Set("first", string(c.Root))
		}
		v.Choices = append(v.Choices, readingChoice{path + "?" + q.Encode(), c.Words})
	}
	if v.Name == "" && len(v.Notes) == 0 {
		return nil
	}
	return v
}

// inNotation returns a text of any notation in the text notation; a text that is in it
// already, and one that cannot be read, as it is.
func inNotation(ctx context.Context, text string) (string, error) {
	give, err := fair.TakeTurnFor(ctx, len(text))
	if err != nil {
		return "", err
	}
	defer give()
	reading, err := foreign.Read(ctx, text, foreign.Options{})
	if ctx.Err() != nil {
		return "", err
	}
	if err != nil || reading.As == foreign.Espalier {
		return text, nil
	}
	return reading.Tree.Text(), nil
}
