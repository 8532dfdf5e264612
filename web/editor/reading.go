package editor

import (
	"context"
	"net/url"

	"espalier/trees/foreign"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
)

// A readingView says on a page what was assumed of a text, what it was read as, and how else it can
// be read.
type readingView []readingRemark

type readingRemark struct {
	Text    string
	Choices []readingChoice
}

// A readingChoice is a link to the same page with the text read in another way.
type readingChoice struct{ Href, Words string }

// readingParameters are those of an address that say how its text is read: as=nested, first=min where
// the text does not say who moves at the root, player=Bob&player=Ann where it does not say the order of the players, and
// numbers=scores where it does not say what numbers together are.
var readingParameters = []string{"as", "first", "player", "numbers"}

func readingOptions(q url.Values) (o foreign.Options, err error) {
	if o.As = q.Get("as"); o.As != "" {
		if _, known := foreign.Find(o.As); !known {
			return foreign.Options{}, problem.Refused("as", "there is no notation %.40q; the page /notation lists them", o.As)
		}
	}
	o.Players = q["player"]
	if o.Numbers, err = run.ReadNumbers(q.Get("numbers"), "numbers"); err != nil {
		return o, err
	}
	o.Root, err = run.ReadRoot(q.Get("first"), "first")
	return o, err
}

// readingOf returns what a page at a path says of a reading; nil if there is nothing to say.
func readingOf(ctx context.Context, path, text string, of *foreign.Reading) (v readingView) {
	for _, said := range of.Remarks(foreign.Choices(ctx, text, of)) {
		remark := readingRemark{Text: said.Text}
		for _, c := range said.Choices {
			q := url.Values{"text": {text}, "as": {c.As}}
			if c.Root != "" {
				q.Set("first", string(c.Root))
			}
			if c.Players != nil {
				q["player"] = c.Players
			}
			if c.Numbers != "" {
				q.Set("numbers", string(c.Numbers))
			}
			remark.Choices = append(remark.Choices, readingChoice{path + "?" + q.Encode(), c.Words})
		}
		v = append(v, remark)
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
