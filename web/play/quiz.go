package play

import (
	"encoding/json"
	"slices"
	"strconv"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/web/run"
	"espalier/web/words"
)

// With questions ("Ask me first") the page contains only the steps shown so far.
// The markup does not contain the numbers of steps, prunes and visits, the result,
// the story and the notes.

// quizFacts is what the questions need to know of the algorithm of the run. The
// script of the quiz reads it from the page and knows no algorithm by its id.
type quizFacts struct {
	Name      string `json:"name"`
	Sound     bool   `json:"sound"`
	AsPrinted bool   `json:"asPrinted"`
	Early     bool   `json:"early"` // it may cut before the first child
	// BothTies: some courses cut only where a bound is exceeded (option strict). The run does not
	// say so, so who leaves out a cut where it is met is right as well.
	BothTies bool                      `json:"bothTies"`
	Rules    map[string]trace.RuleQuiz `json:"rules"`
}

func newQuizFacts(a *engine.Algorithm, o engine.Options) *quizFacts {
	q := &quizFacts{Name: words.MaxN(engine.SpokenName(a)), Sound: a.SoundWith(o), AsPrinted: o.AsPrinted, Early: o.Heuristic, BothTies: slices.Contains(a.Options, "strict") && !o.Strict, Rules: map[string]trace.RuleQuiz{}}
	if o.AsPrinted {
		q.Name += " as printed"
	}
	for _, r := range a.Rules(o) {
		q.Rules[r.String()] = r.Quiz()
		q.Early = q.Early || r.Quiz().Early
	}
	return q
}

// facts returns the facts as JSON.
func (p *Page) facts() (string, error) {
	b, err := json.Marshal(p.quiz)
	return string(b), err
}

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
			p.Params = append(p.Params, run.Parameter{Name: r.Key, Value: r.exact()})
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
	if p.Ask || p.EndUnknown {
		return "step " + words.Grouped(p.Step)
	}
	return "step " + words.Grouped(p.Step) + " of " + words.Grouped(p.Last)
}

// withoutTitle returns the source. If the view asks questions, its tree has no title,
// because the title can be an answer.
func withoutTitle(v *View, o *run.Opened) *run.Opened {
	if !v.Ask {
		return o
	}
	untitled, tree := *o, *o.Tree
	tree.Title = ""
	untitled.Tree = &tree
	return &untitled
}

// scoreRows are the kinds of answers that the quiz counts.
var scoreRows = []struct{ Kind, Name, Means string }{
	{"right", "right", "the right answer, for the right reason"},
	{"lucky", "lucky", "the right cut, for a wrong reason"},
	{"missed", "missed", "you did not see a cut or a re-search"},
	{"unsound", "unsound", "you made or accepted an unjustified cut"},
	{"wrong", "wrong", "another answer is right"},
	{"shown", "shown", "skipped by “Show me”"},
}
