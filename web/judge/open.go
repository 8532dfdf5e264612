package judge

import (
	"slices"

	"espalier/web/run"
)

// The rule about open questions. Whoever has an open question gets nothing that answers it: no step of
// its run past the question, no later part about its tree, and no words that state a result. Rooms,
// homework and lessons ask here, and play.Page leaves out what is past the limit. Everything else that
// shows a run knows no question: there run.Guard refuses the run (guard.go), by the cookies and the token
// of whoever asks.

// An Open question has no answer yet, or its right answer may not be known yet.
type Open struct {
	Part  int // of a lesson or an assignment, in order
	Run   run.Identity
	Shown int // the last step of the run that may be seen

	// Like finds the run, and runs that differ little from it, on pages that know no question; nil: none.
	Like *run.Likeness
	Says string // what asks, for a message to whoever asks elsewhere for the run
	// Class: it is asked in a room, where the presenter decides what its followers see.
	Class bool
}

// A Limit is what open questions leave of a part.
type Limit struct {
	Until  int   // the last step that may be seen; -1: there is no limit
	Closed bool  // the part is about something that answers a question: its text is left out, too
	By     []int // the parts whose questions close it
	// Neutral: the part has a question of its own, or shares its run with one. Nothing that states a result
	// may be written.
	Neutral bool
}

// Step returns the step that is shown instead of one that may be past the limit.
func (l Limit) Step(step int) int {
	if l.Until >= 0 {
		return min(step, l.Until)
	}
	return step
}

// NoLimit is the limit of a part without an open question.
var NoLimit = Limit{Until: -1}

// LimitOf returns the limit of a part that shows a step of a run. A part is closed if its step is past an
// open question about the same run, or if it comes after an open question and shows another run on the
// same tree. A part that asks is closed by earlier questions alone, so that all can be answered in order.
func LimitOf(part int, of run.Identity, step int, asks bool, open []Open) Limit {
	l := NoLimit
	for i := range open {
		q := &open[i]
		closes := false
		switch {
		case q.Run.Run == of.Run:
			if l.Until < 0 || q.Shown < l.Until {
				l.Until = q.Shown
			}
			l.Neutral = true
			closes = q.Shown < step && (q.Part < part || q.Part > part && !asks)
		case q.Run.Tree == of.Tree:
			l.Neutral = true
			closes = q.Part < part
		}
		if closes {
			l.Closed = true
			l.By = append(l.By, q.Part)
		}
	}
	slices.Sort(l.By)
	return l
}
