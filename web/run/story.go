package run

import "strconv"

// The story at its steps: a numbered link for every sentence, and the sentence
// that the step on the page has come to.

type StoryFrame struct {
	Number, Text, Href string
	Step               string // of this run; empty: another run's, or none
	Here               bool
}

// FramesOf marks the sentence that belongs to the page's step: that of the
// latest moment that is not past it, the last of several at one moment.
func FramesOf(p *Page) (frames []StoryFrame) {
	here := -1
	for i, s := range p.Story {
		f := StoryFrame{Number: strconv.Itoa(i + 1), Text: s.Text, Href: s.Href}
		if s.SameRun {
			f.Step = strconv.Itoa(s.Step)
			if s.Step <= p.Step && (here < 0 || s.Step >= p.Story[here].Step) {
				here = i
			}
		}
		frames = append(frames, f)
	}
	if here >= 0 {
		frames[here].Here = true
	}
	return frames
}

func sentenceHere(frames []StoryFrame) string {
	for _, f := range frames {
		if f.Here {
			return f.Text
		}
	}
	return ""
}
