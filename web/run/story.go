package run

import "strconv"

// A StoryFrame is a sentence of the story. It is shown as a numbered link to its
// step.
type StoryFrame struct {
	Number, Text, Href string
	Step               string // step of this run; empty: the sentence is about another run, or has no step
	Current            bool
}

// FramesOf returns the story and marks the current sentence. This is the sentence
// with the latest step that is not after the page's step; if several sentences have
// this step, it is the last of them.
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
		frames[here].Current = true
	}
	return frames
}

func currentSentence(frames []StoryFrame) string {
	for _, f := range frames {
		if f.Current {
			return f.Text
		}
	}
	return ""
}
