package run

import (
	"strconv"

	"espalier/trees"
	"espalier/web/request"
)

// With questions ("Ask me first") the page contains only the steps shown so far.
// The markup does not contain the numbers of steps, prunes and visits, the result,
// the story and the notes.

// HideAnswers removes everything that would answer a question before it is asked.
// The title of a figure can be an answer, so the parameter title (the number of the
// figure) replaces it.
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
	if p.Sliders != nil { // sliders show whether a cut is possible; the address keeps their values
		for _, r := range p.Sliders.Rows {
			p.Params = append(p.Params, request.Parameter{Name: r.Key, Value: r.Value})
		}
		p.Sliders = nil
	}
}

// scrubEnd returns the last step of the scrub bar: with questions this is the
// furthest step that has been shown.
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

// withoutTitle returns the tree. If the view asks questions, the tree has no title,
// because the title can be an answer.
func withoutTitle(v *request.View, t *trees.Tree) *trees.Tree {
	if !v.Ask {
		return t
	}
	untitled := *t
	untitled.Title = ""
	return &untitled
}

// scoreRows are the kinds of answers that the quiz counts.
var scoreRows = []struct{ Kind, Name, Means string }{
	{"right", "right", "what was asked, and why"},
	{"lucky", "lucky", "the right cut, for a wrong reason"},
	{"missed", "missed", "a cut or a second search that was not seen"},
	{"unsound", "unsound", "a cut of what must not be cut, or taken for justified"},
	{"wrong", "wrong", "another answer than what happens"},
	{"shown", "shown", "skipped by “Show me”"},
}
