package classroom

import (
	"bytes"
	"context"

	"espalier/web/judge"
	"espalier/web/run"
)

// The life of a question. It is about a step of a run. It is open until the presenter or another
// show stops it, because no later step may be shown while it takes answers. A stopped question stays
// until its answer is revealed, it is asked again or it is ended. A revealed question ends when the
// room moves on.

// moveOn changes the state of the current question when the room is going to show s, which may
// belong to another scene of a lesson.
func (v *value) moveOn(s *show, otherScene bool) {
	q := v.Question
	switch {
	case q == nil:
	case q.Revealed:
		if otherScene || !bytes.Equal(v.Show.Run, s.Run) || s.Play != nil || s.Step != q.RevealedAt {
			v.Question = nil
		}
	case otherScene:
		q.State, q.Away = stateStopped, true
	case q.State == stateOpen:
		// A show of the same step, for example one that points at a node, does not move on.
		past := s.Step > q.lastShown() && s.Step != v.Show.Step
		if !bytes.Equal(v.askedRun(), s.Run) || s.Play != nil || past {
			q.State = stateStopped
		}
	}
}

// sameQuestion reports whether two values have the same question in the same state. A change of the
// question or its state is stored before it is sent.
func sameQuestion(a, b *value) bool {
	if a.Question == nil || b.Question == nil {
		return a.Question == b.Question
	}
	return a.Question.ID == b.Question.ID && a.Question.State == b.Question.State
}

// endQuestion ends the current question, whatever its state.
func (r *room) endQuestion(ctx context.Context) (value, error) {
	return r.onQuestion(ctx, func(v *value, _ *shownQuestion) error {
		v.Question = nil
		return nil
	})
}

// reveal shows everyone the right answer, and closes the question.
func (r *room) reveal(ctx context.Context) (value, error) {
	before := r.snapshot()
	why := r.reason(ctx, &before)
	return r.onQuestion(ctx, func(v *value, q *shownQuestion) error {
		asked, err := r.question(ctx, r.numberOf(q))
		if err != nil {
			return err
		}
		if q.RevealedAt, err = r.stepOf(ctx, v); err != nil {
			return err
		}
		q.State, q.Revealed, q.Answer, q.At, q.Results = stateStopped, true, asked.Correct.Answer, asked.Correct.At, asked.Correct.Results
		if before.Question != nil && before.Question.ID == q.ID {
			q.Why = why
		}
		return nil
	})
}

// reason returns the sentence of the step that shows the right answer, or why it is right without a step; empty: there is none, or the
// run is no longer known. It is sent, because followers only have steps that the room has shown.
func (r *room) reason(ctx context.Context, v *value) string {
	if v.Question == nil {
		return ""
	}
	asked, err := r.question(ctx, r.numberOf(v.Question))
	if err != nil {
		return ""
	}
	if asked.Correct.At == nil || *asked.Correct.At < 0 {
		return asked.Correct.Why
	}
	info, err := r.h.runOf(ctx, asked.Shown, r)
	if err != nil {
		return ""
	}
	said, err := judge.Judge{Core: r.h.Core}.ExplainCut(run.Unguarded(ctx), info.Resolved, *asked.Correct.At)
	if err != nil {
		return ""
	}
	return said
}

// stepOf returns the current step of a value.
func (r *room) stepOf(ctx context.Context, v *value) (int, error) {
	if v.Show.Play == nil {
		return v.Show.Step, nil
	}
	info, err := r.h.runOf(ctx, v.Show.Run, r)
	if err != nil {
		return 0, err
	}
	steps, err := info.stepsOf(ctx)
	if err != nil {
		return 0, err
	}
	return steps.At(v.Show.Step, v.Show.Play, r.h.now().UnixMilli()), nil
}
