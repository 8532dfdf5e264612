package run

import (
	"strconv"

	"espalier/trees"
	"espalier/web/request"
)

// Ask me first: the page says of the run only what has been shown so far. What
// lies ahead (how many steps, prunes and visits there are, how the run ends,
// what the paper and the editor say of it) is left out of the page itself, not
// only out of sight.

// HideAnswers takes from the page whatever would answer a question before it is
// asked. The title of a figure tells its point, so its number stands instead.
func (p *Page) HideAnswers(title string) {
	if !p.Ask {
		return
	}
	if title != "" {
		p.Title = title
	}
	p.Marks, p.Verdict, p.Regions = nil, nil, nil
	p.Story, p.Notes, p.Beside, p.Compare = nil, nil, nil, nil
	p.FailureSearch = ""
	if p.Sliders != nil { // they say whether a cut is possible; the address keeps what they were set to
		for _, r := range p.Sliders.Rows {
			p.Keep = append(p.Keep, request.Parameter{Name: r.Key, Value: r.Value})
		}
		p.Sliders = nil
	}
}

// scrubEnd is the step that the scrub bar ends with: with questions, the furthest
// that has been shown.
func (p *Page) scrubEnd() string {
	if p.Ask {
		return strconv.Itoa(p.Step)
	}
	return strconv.Itoa(p.Last)
}

func (p *Page) lastStep() string {
	if p.Ask {
		return "last"
	}
	return strconv.Itoa(p.Last)
}

func (p *Page) stepLabel() string {
	if p.Ask {
		return "step " + strconv.Itoa(p.Step)
	}
	return "step " + strconv.Itoa(p.Step) + " of " + strconv.Itoa(p.Last)
}

// withoutTitle is the tree without its title, where that would tell too much.
func withoutTitle(v *request.View, t *trees.Tree) *trees.Tree {
	if !v.Ask {
		return t
	}
	untitled := *t
	untitled.Title = ""
	return &untitled
}

// scoreRows are the kinds of answers that the score keeps apart.
var scoreRows = []struct{ Kind, Name, Means string }{
	{"right", "right", "what was asked, and why"},
	{"lucky", "lucky", "the right cut, for a wrong reason"},
	{"missed", "missed", "a cut or a second search that was not seen"},
	{"unsound", "unsound", "a cut of what must not be cut, or taken for justified"},
	{"wrong", "wrong", "another answer than what happens"},
	{"shown", "shown", "skipped by “Show me”"},
}
