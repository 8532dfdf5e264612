package assign

import (
	"context"
	"fmt"
	"maps"
	"net/http"

	"espalier/search/question"
	"espalier/web/app"
	"espalier/web/judge"
	"espalier/web/problem"
)

// This file corrects an item after students have answered it. The teacher says what is right, or that the item
// does not count. Then everybody is judged again: each record when it is read, so a correction needs no
// write for each student and cannot be made for some of them only.

// Correct answers PUT /api/v1/assignments/{assignment}/items/{item} with the key.
func (h *Handlers) Correct(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(a *assignment) error {
		k, err := itemIn(r, a)
		if err != nil {
			return err
		}
		members, err := h.ReadBody(w, r)
		if err != nil {
			return err
		}
		var correct, counts []byte
		if err := problem.ReadFields(members, "", problem.Field{Key: "correct", Raw: &correct}, problem.Field{Key: "counts", Raw: &counts}); err != nil {
			return err
		}
		if correct == nil && counts == nil {
			return problem.Refused("correct", "send what is right as correct, or whether the item counts as counts")
		}
		ctx := h.WithTurn(r.Context())
		changed, err := h.change(ctx, a, func(a *assignment) error {
			if correct != nil {
				if err := h.correct(ctx, a, k, correct); err != nil {
					return err
				}
			}
			if counts == nil {
				return nil
			}
			return h.count(a, k, counts)
		})
		if err != nil {
			return err
		}
		h.settingsChanged(a.id)
		app.Answer(w, http.StatusOK, h.teachersView(changed))
		return nil
	})
}

// correct sets what is right.
func (h *Handlers) correct(ctx context.Context, a *assignment, k int, raw []byte) error {
	place := a.items()[k]
	p := &a.Parts[place]
	if p.Program != nil {
		return problem.Refused("correct", "item %d is a program, whose runs are judged by its tree; with {\"counts\": false} it does not count", k)
	}
	if p.isExercise() {
		return problem.Refused("correct", "item %d is an exercise, whose right steps follow from its tree; with {\"counts\": false} it does not count", k)
	}
	one, err := h.open(ctx, a, place)
	if err != nil {
		return err
	}
	form := one.question.Form(one.run)
	answer, err := judge.ReadAnswer(raw, &form)
	if err != nil {
		return problem.Refused("correct", "%s", reasonOf(err))
	}
	p.Right = &judge.Right{Answer: judge.AppendAnswer(nil, answer), Settled: p.Right.Settled}
	p.Bare = correctIs(one.question, one.run, &question.Right{Answer: answer})
	p.Why = p.Bare + " Your teacher has corrected this answer."
	p.Corrected++
	a.log(h.now().UnixMilli(), "item %d: %s is right", k+1, judge.InWords(&one.question.Question, one.run, answer))
	a.ready = nil
	return nil
}

// count sets whether an item counts.
func (h *Handlers) count(a *assignment, k int, raw []byte) error {
	counts, err := problem.ReadBool(raw, "counts")
	if err != nil || counts == !a.Omitted[k] {
		return err
	}
	if a.Omitted == nil {
		a.Omitted = map[int]bool{}
	}
	says := "item %d counts"
	if a.Omitted[k] = !counts; !counts {
		says = "item %d does not count"
	}
	a.log(h.now().UnixMilli(), says, k+1)
	return nil
}

// log notes a change in the log.
func (a *assignment) log(at int64, format string, args ...any) {
	if a.Log = append(a.Log, logged{at, fmt.Sprintf(format, args...)}); len(a.Log) > maxLogged {
		a.Log = a.Log[len(a.Log)-maxLogged:]
	}
}

// reasonOf returns what is wrong, without the place.
func reasonOf(err error) string {
	p := problem.Of(err)
	if len(p.Errors) > 0 {
		return p.Errors[0].Message
	}
	return p.Detail
}

// judged returns a record with its answers judged by what is right now.
func (h *Handlers) judged(ctx context.Context, a *assignment, r *record) (*record, error) {
	if r.lost {
		return r, nil
	}
	places := a.items()
	var fresh *record
	for k, item := range r.Items {
		if k >= len(places) || item.Judged == a.Parts[places[k]].Corrected {
			continue
		}
		one, err := h.open(ctx, a, places[k])
		if err != nil {
			return nil, err
		}
		if fresh == nil { // others read the old one
			copied := *r
			fresh = &copied
			fresh.Items = maps.Clone(r.Items)
		}
		again := *item
		again.Judged = a.Parts[places[k]].Corrected
		for _, g := range []**given{&again.First, &again.Last} {
			if *g != nil {
				if *g, err = one.again(*g); err != nil {
					return nil, err
				}
			}
		}
		fresh.Items[k] = &again
	}
	if fresh == nil {
		return r, nil
	}
	return fresh, nil
}

// again judges a given answer to the question of a part again.
func (r *ready) again(g *given) (*given, error) {
	form := r.question.Form(r.run)
	answer, err := judge.ReadAnswer(g.Answer, &form)
	if err != nil {
		return nil, err
	}
	judged := *g
	judged.State = judge.StateOf(question.Judge(r.right, answer), answer)
	return &judged, nil
}

// allJudged judges the answers of all students by what is right now.
func (h *Handlers) allJudged(ctx context.Context, a *assignment, list []row) ([]row, error) {
	corrected := false
	for i := range a.Parts {
		corrected = corrected || a.Parts[i].Corrected > 0
	}
	if !corrected {
		return list, nil
	}
	for i := range list {
		r, err := h.judged(ctx, a, list[i].record)
		if err != nil {
			return nil, err
		}
		list[i].record = r
	}
	return list, nil
}
