package play

import (
	"net/url"
	"strconv"

	"espalier/search/recorded"
	"espalier/web/run"
)

// A StoryLine is a sentence about a step of a run, which a feature adds to its page.
type StoryLine struct {
	Text string
	Step int
}

// TellStory adds sentences about the steps of a run of the page's source. of is that run.
func (p *Page) TellStory(title string, of run.Spec, v View, lines []StoryLine) {
	p.StoryTitle = title
	same := of.Config() == v.Config() && len(of.Values) == len(v.Values)
	for _, l := range lines {
		p.Story = append(p.Story, storyRow{Text: l.Text, Href: p.StepHref(of, l.Step), Step: l.Step, SameRun: same, Here: same && l.Step == p.Step})
	}
}

// StepHref returns the address of the page at a step of a run of its source.
func (p *Page) StepHref(of run.Spec, step int) string {
	q := url.Values{}
	if !recorded.Is(of.Algorithm) {
		q = of.Query(p.Tree)
	}
	for _, k := range p.Params {
		q.Set(k.Name, k.Value)
	}
	q.Set("step", strconv.Itoa(step))
	return p.Path + "?" + q.Encode()
}
