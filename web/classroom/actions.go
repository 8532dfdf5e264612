package classroom

import (
	"context"
	"errors"
	"slices"
	"time"

	"espalier/web/problem"
	"espalier/web/store"
)

// actionKeys are the allowed keys in the body of each action of a presenter.
var actionKeys = map[string][]string{
	"show": {"show"}, "ask": {"question", "seconds"}, "stop": {}, "time": {"seconds"}, "tally": {}, "reveal": {}, "end": {}, "pause": {"paused"}, "close": {}, "anonymous": {"on"}, "names": {"on"}, "lock": {"on"}, "take-out": {"person", "hand"}, "let-in": {"person"},
	"scene": {"lesson", "scene", "seconds"}, "open": {"scenes"},
}

// An actionBody is the text of what an action of a presenter has.
type actionBody struct{ show, question, seconds, paused, on, lesson, scene, scenes, person, hand []byte }

func readAction(action string, members []problem.Member) (b actionBody, err error) {
	for _, m := range members {
		if !slices.Contains(actionKeys[action], m.Key) {
			return b, problem.UnknownKey("", m.Key, actionKeys[action])
		}
	}
	return b, problem.ReadFields(members, "", // null removes the question, or its time limit
		problem.Field{Key: "show", Raw: &b.show}, problem.Field{Key: "question", Raw: &b.question, Null: true}, problem.Field{Key: "seconds", Raw: &b.seconds, Null: true},
		problem.Field{Key: "paused", Raw: &b.paused}, problem.Field{Key: "on", Raw: &b.on},
		problem.Field{Key: "lesson", Raw: &b.lesson}, problem.Field{Key: "scene", Raw: &b.scene}, problem.Field{Key: "scenes", Raw: &b.scenes},
		problem.Field{Key: "person", Raw: &b.person}, problem.Field{Key: "hand", Raw: &b.hand})
}

// act performs an action of a presenter, from HTTP or the websocket.
func (r *room) act(ctx context.Context, action string, members []problem.Member) (value, error) {
	given, err := readAction(action, members)
	if err != nil {
		return value{}, err
	}
	switch action {
	case "show":
		return r.show(ctx, given.show)
	case "ask":
		return r.ask(ctx, given.question, given.seconds)
	case "stop":
		return r.onQuestion(ctx, func(_ *value, q *shownQuestion) error {
			q.State = stateStopped
			return nil
		})
	case "time":
		return r.limitTime(ctx, given.seconds)
	case "tally":
		return r.tally(ctx)
	case "reveal":
		return r.reveal(ctx)
	case "end":
		return r.endQuestion(ctx)
	case "close":
		return r.close(ctx)
	case "scene":
		return r.scene(ctx, &given)
	case "open":
		return r.openScenes(ctx, given.scenes)
	case "take-out":
		return r.takeOut(ctx, &given)
	case "let-in":
		return r.letIn(ctx, given.person)
	}
	on, key, raw := true, "on", given.on
	if action == "pause" {
		key, raw = "paused", given.paused
	}
	if raw != nil {
		if on, err = problem.ReadBool(raw, key); err != nil {
			return value{}, err
		}
	}
	if action == "names" {
		return r.askNames(ctx, on)
	}
	v, err := r.change(ctx, false, func(v *value) error {
		switch {
		case action == "lock":
			if on && !v.Names {
				return problem.Refused("on", "only a room that asks for names can be locked")
			}
			v.Locked = on
		case action == "anonymous":
			v.Anonymous = on
		case on:
			v.State = statePaused
		default:
			v.State = stateOpen
		}
		return nil
	})
	if err == nil && action != "pause" {
		r.inClass(func() {}) // its message says so
	}
	return v, err
}

func (r *room) show(ctx context.Context, raw []byte) (value, error) {
	if raw == nil {
		return value{}, problem.Refused("show", "the show is missing")
	}
	before := r.snapshot()
	s, info, err := r.h.readShow(ctx, raw, r, &before.Show)
	if err != nil {
		return value{}, err
	}
	if err := r.keepSource(ctx, info.source); err != nil {
		return value{}, err
	}
	return r.change(ctx, true, func(v *value) error {
		if err := r.keepBefore(ctx, v, &s); err != nil {
			return err
		}
		v.moveOn(&s, false)
		v.setShow(s)
		return nil
	}, info.source)
}

// ask asks a question. This stops a playback.
func (r *room) ask(ctx context.Context, raw, seconds []byte) (value, error) {
	d, err := readSeconds(seconds)
	if err != nil {
		return value{}, err
	}
	q, err := r.h.readQuestion(ctx, raw, r)
	if err != nil {
		return value{}, err
	}
	if q == nil {
		return r.change(ctx, false, func(v *value) error {
			v.Question = nil
			return nil
		})
	}
	return r.askAlong(ctx, q, d, func(*value) {})
}

// askAlong asks a question in the same revision as another change, for example to the show of the
// question. So nobody sees that show without the question, which hides later steps.
func (r *room) askAlong(ctx context.Context, q *askedQuestion, d time.Duration, also func(v *value), sources ...*source) (value, error) {
	kept := false
	v, err := r.change(ctx, false, func(v *value) error {
		also(v)
		// If the question fits, it is stored with its right answer before anybody sees it.
		asked := q.shownQuestion
		v.Question = &asked
		asked.setTime(r.h.now(), d)
		step, err := r.stepOf(ctx, v)
		if err != nil {
			return err
		}
		v.Show.Step, v.Show.Play = step, nil
		if string(v.Show.Run) != string(q.Shown) {
			v.Question.Run = q.Shown
		}
		v.Question.ID = QuestionID(MaxQuestions)
		if err := v.fit(); err != nil {
			return err
		}
		if !kept {
			if err := r.keep(ctx, q, v.Asked); err != nil {
				return err
			}
			kept = true
		}
		v.Asked = max(v.Asked, q.number)
		v.Question.ID = q.ID
		return nil
	}, sources...)
	if err != nil {
		return v, err
	}
	r.inClass(func() {})
	return v, nil
}

// onQuestion changes the current question.
func (r *room) onQuestion(ctx context.Context, f func(*value, *shownQuestion) error) (value, error) {
	return r.change(ctx, false, func(v *value) error {
		if v.Question == nil {
			return problem.Refused("question", "there is no open question")
		}
		return f(v, v.Question)
	})
}

// tally shows everyone how often each answer was given.
func (r *room) tally(ctx context.Context) (value, error) {
	if err := r.readAnswers(ctx); err != nil {
		return value{}, err
	}
	return r.onQuestion(ctx, func(v *value, q *shownQuestion) error { return r.count(ctx, q) })
}

// count sets the totals of a question.
func (r *room) count(ctx context.Context, q *shownQuestion) error {
	asked, err := r.question(ctx, r.numberOf(q))
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	q.Tally = asked.answers.tally(MaxTallied, MaxTalliedNodes)
	return nil
}

func (r *room) numberOf(q *shownQuestion) int {
	n, _ := ReadNumber("q", q.ID)
	return n
}

// close closes the room for good. The table of answers is kept for the presenter (past.go), and all other data is
// deleted. A presenter whose answers cannot be kept now can try again; a room whose time is over ends all the same.
func (r *room) close(ctx context.Context) (value, error) {
	over := r.isOver()
	if err := r.keepResults(ctx); err != nil && !over {
		return r.snapshot(), err
	} else if err != nil {
		r.h.Log.Warn("rooms: the answers of a room are not kept after its end", "code", string(r.code), "err", err)
	}
	return r.erase(ctx)
}

// erase closes the room for good and deletes all its data.
func (r *room) erase(ctx context.Context) (value, error) {
	return r.closeIf(ctx, func(*value) error { return nil })
}

// closeIf is erase, unless may returns an error.
func (r *room) closeIf(ctx context.Context, may func(*value) error) (value, error) {
	v, err := r.change(ctx, false, func(v *value) error {
		if err := may(v); err != nil {
			return err
		}
		v.State = stateClosed
		v.Show.Play, v.Question = nil, nil
		return nil
	})
	if err != nil && !errors.Is(err, store.ErrNoKey) {
		return v, err
	}
	r.h.census.remove(r.code)
	ctx = context.WithoutCancel(ctx)
	// In a cluster the closed value notifies the other servers, and is deleted later.
	r.h.purgeRoom(ctx, r.code, !r.h.shared)
	return v, nil
}
