package play

import (
	"slices"
	"strconv"

	"espalier/trace"
)

// A storyFrame is a sentence of the story. It is shown as a numbered link to its
// step.
type storyFrame struct {
	Number, Href string
	Title        string // the sentence; of another run, after the words that name the run
	Step         string // step of this run; empty: the sentence is about another run
	Current      bool
}

// hasStory reports whether sentences of the story belong to steps.
func (p *Page) hasStory() bool {
	return slices.ContainsFunc(p.Story, func(s storyRow) bool { return s.Href != "" })
}

// storyFrames returns the sentences of the story that belong to steps.
func (p *Page) storyFrames() (frames []storyFrame) {
	here := p.currentStory()
	for i, s := range p.Story {
		if s.Href == "" {
			continue
		}
		f := storyFrame{Number: strconv.Itoa(i + 1), Title: trace.MentionsByPath(p.Tree, s.Text).String(), Href: s.Href, Current: i == here}
		if s.SameRun {
			f.Step = strconv.Itoa(s.Step)
		} else if s.Run != "" {
			f.Title = s.Run + ": " + f.Title
		}
		frames = append(frames, f)
	}
	return frames
}

// currentStory returns the number of the current sentence, or -1. This is the
// sentence with the latest step that is not after the page's step; if several
// sentences have this step, it is the last of them.
func (p *Page) currentStory() int {
	here := -1
	for i, s := range p.Story {
		if s.SameRun && s.Step <= p.Step && (here < 0 || s.Step >= p.Story[here].Step) {
			here = i
		}
	}
	return here
}

func (p *Page) storySentence() trace.Sentence {
	if i := p.currentStory(); i >= 0 {
		return trace.MentionsByPath(p.Tree, p.Story[i].Text)
	}
	return nil
}

func anyElsewhere(frames []storyFrame) bool {
	return slices.ContainsFunc(frames, func(f storyFrame) bool { return f.Step == "" })
}
