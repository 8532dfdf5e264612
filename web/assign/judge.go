package assign

import (
	"context"
	"encoding/json"

	"espalier/search/question"
	"espalier/web/app"
	"espalier/web/judge"
	"espalier/web/learn"
	"espalier/web/lessons"
	"espalier/web/problem"
	"espalier/web/run"
)

// A ready part is an opened part: its run, its question and the right answer.
type ready struct {
	shown    *run.Resolved
	step     int
	question *judge.Question // nil: none
	run      *question.Run
	right    question.Answer
	identity run.Identity // empty: an implicit tree, of which nothing is drawn
	seen     int          // the last step that may be seen while the question is open

	exercise *learn.Assigned // nil: this is a scene
}

// open opens a part.
func (h *Handlers) open(ctx context.Context, a *assignment, place int) (*ready, error) {
	a.mu.Lock()
	r := a.ready[place]
	a.mu.Unlock()
	if r != nil {
		return r, nil
	}
	r, err := h.openPart(ctx, &a.Parts[place])
	if err != nil {
		return nil, problem.Under("", err)
	}
	if r.exercise != nil || r.shown != nil && r.shown.Tree != nil && r.shown.Tree.Len() <= maxReadyNodes {
		a.mu.Lock()
		if a.ready == nil {
			a.ready = map[int]*ready{}
		}
		a.ready[place] = r
		a.mu.Unlock()
	}
	return r, nil
}

func (h *Handlers) openPart(ctx context.Context, p *part) (r *ready, err error) {
	r = &ready{}
	if p.Program != nil {
		return r, nil
	}
	if p.isExercise() {
		if r.exercise, err = learn.OpenAssigned(p.Tree, p.Algorithm); err == nil {
			r.identity = r.exercise.Identity()
		}
		return r, err
	}
	if r.shown, r.step, err = lessons.ReadShow(ctx, h.Saved(), p.Show); err != nil {
		return r, err
	}
	if r.shown.Tree != nil {
		r.identity = r.shown.Identity()
	}
	if p.Question == nil {
		return r, nil
	}
	r.run = judge.Judge{Core: h.Core}.On(r.shown)
	if r.question, err = judge.Read(p.Question, r.run, stepOr(r.step)); err != nil {
		return nil, err
	}
	r.question.Node = p.Node
	r.seen = r.question.Shown(p.Right.Settled)
	form := r.question.Form(r.run)
	r.right, err = p.Right.Read(&form)
	return r, err
}

// openFor opens a part for a student, whose exercises can have trees of their own.
func (h *Handlers) openFor(ctx context.Context, a *assignment, place int, of *record) (*ready, error) {
	if tree := of.Trees[place]; tree != "" {
		own := a.Parts[place]
		own.Tree = tree
		return h.openPart(ctx, &own)
	}
	return h.open(ctx, a, place)
}

// judge judges an answer to an item. The error is a problem.Error if the answer cannot be read.
func (h *Handlers) judge(ctx context.Context, a *assignment, k int, of *record, raw []byte) (*given, error) {
	place := a.items()[k]
	if a.Parts[place].Program != nil {
		return nil, problem.Refused("answer", "this item is a program: send what it prints with POST …/items/%d/trace", k)
	}
	r, err := h.openFor(ctx, a, place, of)
	if err != nil {
		return nil, err
	}
	if r.exercise != nil {
		return h.judgeExercise(ctx, a, r.exercise, raw)
	}
	form := r.question.Form(r.run)
	answer, err := judge.ReadAnswer(raw, &form)
	if err != nil {
		return nil, err
	}
	g := &given{Answer: judge.AppendAnswer(nil, answer), Words: shortened(judge.InWords(&r.question.Question, r.run, answer))}
	g.State = judge.StateOf(question.Judge(r.right, answer), answer)
	return g, nil
}

// judgeExercise judges the steps of an exercise.
func (h *Handlers) judgeExercise(ctx context.Context, a *assignment, e *learn.Assigned, raw []byte) (*given, error) {
	if len(raw) > MaxDone {
		return nil, problem.OverLimit("answer", "the steps have %d bytes; the maximum is %d", len(raw), MaxDone)
	}
	ctx, release, err := h.AcquireSearchSlot(ctx, app.SmallSearch)
	if err != nil {
		return nil, err
	}
	defer release()
	in, err := e.Judge(ctx, raw)
	if err != nil {
		return nil, err
	}
	g := &given{Answer: json.RawMessage(raw), State: statePartly, Words: in.Counts, Why: in.Why, Result: learn.WithPass(in.Result, a.pass(e.Identity()))}
	switch {
	case in.Right:
		g.State = stateRight
	case in.Wrong:
		g.State = stateWrong
	}
	return g, nil
}

// shortened truncates a long text.
func shortened(text string) string {
	if runes := []rune(text); len(runes) > maxWords {
		return string(runes[:maxWords-1]) + "…"
	}
	return text
}

// readAnswer reads the body of an answer. seconds is negative if the body does not have it.
func readAnswer(members []problem.Member) (answer []byte, seconds int, err error) {
	seconds = -1
	for _, m := range members {
		switch m.Key {
		case "answer":
			if !m.Absent() {
				answer = m.Raw
			}
		case "seconds":
			if !m.Absent() {
				seconds, err = problem.ReadWhole(m.Raw, "seconds", 0, MaxSeconds)
			}
		default:
			err = problem.UnknownKey("", m.Key, []string{"answer", "seconds"})
		}
		if err != nil {
			return nil, 0, err
		}
	}
	if answer == nil {
		return nil, 0, problem.Refused("answer", "the answer is missing")
	}
	return answer, seconds, nil
}
