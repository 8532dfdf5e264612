package run

import (
	"strconv"

	"espalier/trees"
	"espalier/web/request"
)

// With questions ("Ask me first") the page holds only what has been shown so far.
// The markup itself leaves out the rest: the numbers of steps, prunes and visits,
// the result, the story and the notes.

// HideAnswers removes everything that would answer a question before it is asked.
// The title of a figure is one of these: its number, title, replaces it.
func (p *Page) HideAnswers(title string) {
	if !p.Ask {
		return
	}
	if title != "" {
		p.Title = title
	}
	p.Marks, p.Verdict, p.Regions = nil, nil, nil
	p.Story, p.Notes, p.BesideTree, p.Compare = nil, nil, nil, nil
	p.FailureSearch = ""
	if p.Sliders != nil { // they show whether a cut is possible; the address keeps their values
		for _, r := range p.Sliders.Rows {
			p.Params = append(p.Params, request.Parameter{Name: r.Key, Value: r.Value})
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

// withoutTitle is the tree, for questions without its title, which is an answer.
func withoutTitle(v *request.View, t *trees.Tree) *trees.Tree {
	if !v.Ask {
		return t
	}
	untitled := *t
	untitled.Title = ""
	return &untitled
}

// scoreRows are the kinds of answers that the score counts.
var scoreRows = []struct{ Kind, Name, Means string }{
	{"right", "right", "what was asked, and why"},
	{"lucky", "lucky", "the right cut, for a wrong reason"},
	{"missed", "missed", "a cut or a second search that was not seen"},
	{"unsound", "unsound", "a cut of what must not be cut, or taken for justified"},
	{"wrong", "wrong", "another answer than what happens"},
	{"shown", "shown", "skipped by “Show me”"},
}
