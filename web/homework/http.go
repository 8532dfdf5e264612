package homework

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/store/key"
)

// cookiePrefix begins the name of a cookie with the key of an assignment; its id follows.
const cookiePrefix = "espalier-homework-"

// keyOf returns the key of an assignment in a request: in the path, or, if the path has the id,
// in the header or in our cookie.
func keyOf(r *http.Request) (key.Key, bool) {
	return app.KeyOf(r, "assignment", cookiePrefix)
}

// withKey calls f with the assignment of the key in a request.
func (h *Handlers) withKey(r *http.Request, f func(a *assignment) error) error {
	key, ok := keyOf(r)
	if !ok {
		return errNoAssignment
	}
	a, err := h.load(r.Context(), key.ID())
	if err != nil {
		return err
	}
	return f(a)
}

// named returns the assignment of the id in the path.
func (h *Handlers) named(r *http.Request) (*assignment, error) {
	id, err := key.ParseID(chi.URLParam(r, "assignment"))
	if err != nil {
		return nil, errNoAssignment
	}
	return h.load(r.Context(), id)
}

// withStudent calls f with the assignment of the id in the path and the student of the token.
func (h *Handlers) withStudent(r *http.Request, f func(a *assignment, student key.ID) error) error {
	a, err := h.named(r)
	if err != nil {
		return err
	}
	token, _ := app.Bearer(r)
	key, err := key.ParseKey(token)
	if err != nil {
		return errNotEntered
	}
	return f(a, key.ID())
}

// Create answers POST /api/v1/assignments.
func (h *Handlers) Create(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	if err := h.created.Take(fair.ClientFrom(r.Context()), h.now()); err != nil {
		return err
	}
	key, err := h.make(r.Context(), members)
	if err != nil {
		return err
	}
	id := string(key.ID())
	b := trees.AppendQuoted([]byte(`{"id":`), id)
	b = trees.AppendQuoted(append(b, `,"key":`...), string(key))
	b = trees.AppendQuoted(append(b, `,"join":`...), h.Link("/a/"+id))
	b = trees.AppendQuoted(append(b, `,"results":`...), h.Link("/results/"+string(key)))
	w.Header().Set("Location", h.Link("/api/v1/assignments/"+id))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	w.Write(append(b, "}\n"...))
	return nil
}

// make stores a new assignment, and returns its key.
func (h *Handlers) make(ctx context.Context, members []problem.Member) (key.Key, error) {
	asked := ctx
	ctx, cancel := context.WithTimeoutCause(h.WithTurn(ctx), app.SolveTimeout, &engine.LimitError{
		Message: fmt.Sprintf("the right answers were not found within %s, the limit of one request; use a shorter lesson or smaller exercises", app.SolveTimeout)})
	defer cancel()
	a, err := h.readCreated(ctx, members)
	if err != nil {
		if ctx.Err() != nil && asked.Err() == nil {
			err = context.Cause(ctx)
		}
		return "", err
	}
	key := key.New()
	a.id, a.Touched, a.By, a.Salt = key.ID(), h.stamp(), newTag(), newTag()
	value := a.stored()
	settle, err := h.Store.Charge(ctx, true, value)
	if err != nil {
		return "", err
	}
	_, err = h.CreateValue(ctx, assignmentKey(a.id), value, "")
	settle(err == nil)
	if err == nil {
		if h.exercises.add(h, a, nil); a.hasExercises() {
			h.tellExercises(a.id)
		}
	}
	return key, err
}

// Put answers PUT /api/v1/assignments/{assignment} with the key: the title, and how the
// assignment is done. What is asked stays as it was made.
func (h *Handlers) Put(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(a *assignment) error {
		members, err := h.ReadBody(w, r)
		if err != nil {
			return err
		}
		for _, m := range members {
			switch {
			case slices.Contains(sourceKeys, m.Key) && !m.Absent():
				return problem.Refused(m.Key, "the questions of an assignment cannot be changed; create another assignment")
			case !slices.Contains(settingKeys, m.Key) && !slices.Contains(sourceKeys, m.Key):
				return problem.UnknownKey("", m.Key, settingKeys)
			}
		}
		changed, err := h.change(r.Context(), a.id, func(a *assignment) error {
			for _, m := range members {
				if slices.Contains(settingKeys, m.Key) && (m.Key == "closes" || !m.Absent()) {
					if err := a.set(m); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		h.settingsChanged(a.id)
		if h.exercises.add(h, changed, nil); changed.hasExercises() {
			h.tellExercises(a.id)
		}
		app.WriteJSON(w, append(changed.appendSettings([]byte{'{'}, changed.Title), "}\n"...))
		return nil
	})
}

// appendSettings appends the settings, as members of an object.
func (a *assignment) appendSettings(b []byte, title string) []byte {
	b = trees.AppendQuoted(append(b, `"id":`...), string(a.id))
	b = trees.AppendQuoted(append(b, `,"title":`...), title)
	b = trees.AppendQuoted(append(b, `,"names":`...), a.Names)
	b = trees.AppendQuoted(append(b, `,"feedback":`...), a.Feedback)
	b = append(b, `,"closes":`...)
	if a.Closes == nil {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, *a.Closes, 10)
}

// Delete answers DELETE /api/v1/assignments/{assignment} with the key: the assignment, its
// students and their answers.
func (h *Handlers) Delete(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(a *assignment) error {
		err := h.RemoveValues(r.Context(), assignmentKey(a.id))
		if err == nil {
			w.WriteHeader(http.StatusNoContent)
		}
		return err
	})
}

func closedError(a *assignment) error {
	return &problem.Error{Status: http.StatusForbidden, Path: "closes",
		Message: "the assignment closed on " + time.UnixMilli(*a.Closes).UTC().Format("2 January 2006 at 15:04 UTC") + "; no more answers are accepted"}
}

var errFinished = &problem.Error{Status: http.StatusForbidden, Path: "assignment",
	Message: "you have finished this assignment; no more answers are accepted, unless you take that back with POST …/resume before you see the right answers"}

// Enter answers POST /api/v1/assignments/{assignment}/students: a new student, with a token.
func (h *Handlers) Enter(w http.ResponseWriter, r *http.Request) error {
	a, err := h.named(r)
	if err != nil {
		return err
	}
	token, err := h.enter(w, r, a)
	if err != nil {
		return err
	}
	b := trees.AppendQuoted([]byte(`{"token":`), string(token))
	b = trees.AppendQuoted(append(b, `,"student":`...), string(token.ID()))
	w.Header().Set("Location", h.Link("/api/v1/assignments/"+string(a.id)))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	w.Write(append(b, "}\n"...))
	return nil
}

func (h *Handlers) enter(w http.ResponseWriter, r *http.Request, a *assignment) (key.Key, error) {
	members := []problem.Member{}
	if r.ContentLength != 0 {
		var err error
		if members, err = h.ReadBody(w, r); err != nil {
			return "", err
		}
	}
	name, err := a.readName(members)
	if err != nil {
		return "", err
	}
	if a.closed(h.now()) {
		return "", closedError(a)
	}
	if err := h.entered.Take(fair.ClientFrom(r.Context()), h.now()); err != nil {
		return "", err
	}
	keys, err := h.ListValues(r.Context(), studentsOf(a.id))
	if err != nil {
		return "", err
	}
	if len(keys) >= MaxStudents {
		return "", overLimit("", "%d students have entered this assignment, the limit", len(keys))
	}
	token, now := key.New(), h.stamp()
	one := &record{Name: name, Entered: h.order(now), Active: now, By: newTag(), Items: map[int]*answered{}}
	one.Browser, one.Address = a.tag(h.browser(w, r)), a.tag(fair.ClientFrom(r.Context()).String())
	if one.Trees, err = h.ownTrees(r.Context(), a); err != nil {
		return "", err
	}
	data, err := one.stored()
	if err != nil {
		return "", err
	}
	sequence, err := h.CreateValue(r.Context(), studentKey(a.id, token.ID()), data, "")
	if err != nil {
		return "", err
	}
	h.noteWork(w, r, work{a.id, token.ID()})
	h.answered(a.id, token.ID(), one, sequence)
	if h.exercises.add(h, a, one); one.Trees != nil {
		h.tellExercises(a.id)
	}
	return token, nil
}

// browserCookie is a random text by which students from one browser are recognised in the results.
const browserCookie = "espalier-student"

// browser returns the text of the cookie of the browser, and sets it if there is none.
func (h *Handlers) browser(w http.ResponseWriter, r *http.Request) string {
	if c, err := r.Cookie(browserCookie); err == nil && len(c.Value) <= 64 {
		return c.Value
	}
	text := newTag()
	http.SetCookie(w, &http.Cookie{Name: browserCookie, Value: text, Path: h.Base.CookiePath(), MaxAge: int(Lifetime / time.Second),
		HttpOnly: true, Secure: h.Encrypted(r), SameSite: http.SameSiteStrictMode})
	return text
}

// tag returns a tag of a browser or an address, which differs between assignments.
func (a *assignment) tag(of string) string {
	m := hmac.New(sha256.New, []byte(a.Salt))
	m.Write([]byte(of))
	return hex.EncodeToString(m.Sum(nil)[:8])
}

// Get answers GET /api/v1/assignments/{assignment}: with the token of a student the questions and
// their answers, with the key the settings.
func (h *Handlers) Get(w http.ResponseWriter, r *http.Request) error {
	w.Header().Add("Vary", "Authorization")
	if _, ok := keyOf(r); ok {
		return h.withKey(r, func(a *assignment) error {
			b := a.appendSettings([]byte{'{'}, a.Title)
			b = trees.AppendQuoted(append(b, `,"join":`...), h.Link("/a/"+string(a.id)))
			app.WriteJSON(w, append(b, "}\n"...))
			return nil
		})
	}
	return h.withStudent(r, func(a *assignment, student key.ID) error {
		one, _, err := h.student(r.Context(), a.id, student)
		if err == nil {
			h.noteWork(w, r, work{a.id, student}) // it may be another browser than the one that entered
		}
		if err == nil && one.Finished && !one.Told && r.URL.Query().Get("right") != "0" {
			one, err = h.update(r.Context(), a.id, student, func(r *record) error {
				r.Told = r.Finished // unless it was taken back meanwhile
				return nil
			})
		}
		if err == nil {
			err = h.writeView(w, r, a, one)
		}
		return err
	})
}

// writeView answers with an assignment as a student sees it.
func (h *Handlers) writeView(w http.ResponseWriter, r *http.Request, a *assignment, one *record) error {
	b, err := h.studentsView(h.WithTurn(r.Context()), a, one)
	if err == nil {
		app.WriteJSON(w, b)
	}
	return err
}

// Finish answers POST /api/v1/assignments/{assignment}/finish: the student answers no more, and can get
// the right answers. While items are open, the body must say that the student is sure.
func (h *Handlers) Finish(w http.ResponseWriter, r *http.Request) error {
	return h.withStudent(r, func(a *assignment, student key.ID) error {
		sure := false
		if r.ContentLength != 0 {
			members, err := h.ReadBody(w, r)
			for _, m := range members {
				switch {
				case m.Key != "sure":
					err = problem.UnknownKey("", m.Key, []string{"sure"})
				case !m.Absent():
					sure, err = problem.ReadBool(m.Raw, "sure")
				}
				if err != nil {
					break
				}
			}
			if err != nil {
				return err
			}
		}
		var open []int
		one, err := h.update(r.Context(), a.id, student, func(r *record) error {
			if open = a.openItems(r); len(open) > 0 && !sure && !r.Finished {
				return errNotSure
			}
			if !r.Finished {
				r.Finished, r.Ended = true, h.stamp()
			}
			return nil
		})
		switch {
		case errors.Is(err, errNotSure):
			writeOpen(w, open)
			return nil
		case err != nil:
			return err
		}
		return h.writeView(w, r, a, one)
	})
}

// openItems returns the items that a student has not answered.
func (a *assignment) openItems(r *record) (open []int) {
	for k := range a.items() {
		if r.Items[k] == nil {
			open = append(open, k)
		}
	}
	return open
}

var errNotSure = errors.New("items are open")

// writeOpen writes the problem of a student who finishes while items are open, with these items.
func writeOpen(w http.ResponseWriter, open []int) {
	message := fmt.Sprintf("%s not answered yet. After finishing, no more answers are accepted. To finish all the same, send {\"sure\": true}", itemsAre(open))
	of := problem.Of(&problem.Error{Status: http.StatusConflict, Path: "sure", Message: message})
	b, err := json.Marshal(struct {
		problem.Problem
		Open []int `json:"open"`
	}{of, open})
	if err != nil {
		panic(err) // texts and numbers
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(http.StatusConflict)
	w.Write(append(b, '\n'))
}

// itemsAre begins a sentence about items, as a person counts them.
func itemsAre(items []int) string {
	numbers := make([]string, len(items))
	for i, k := range items {
		numbers[i] = strconv.Itoa(k + 1)
	}
	if len(items) == 1 {
		return "question " + numbers[0] + " is"
	}
	return "questions " + trees.InWords(numbers) + " are"
}

// Resume answers POST /api/v1/assignments/{assignment}/resume: a student who has finished goes on, unless
// the right answers were sent meanwhile.
func (h *Handlers) Resume(w http.ResponseWriter, r *http.Request) error {
	return h.withStudent(r, func(a *assignment, student key.ID) error {
		if r.ContentLength != 0 {
			members, err := h.ReadBody(w, r)
			if err == nil && len(members) > 0 {
				err = problem.Refused(members[0].Key, "the body must be {} or empty")
			}
			if err != nil {
				return err
			}
		}
		one, err := h.update(r.Context(), a.id, student, func(r *record) error {
			switch {
			case a.closed(h.now()):
				return closedError(a)
			case r.Told:
				return conflict("you have seen the right answers, so finishing cannot be taken back")
			}
			r.Finished, r.Ended = false, 0
			return nil
		})
		if err != nil {
			return err
		}
		return h.writeView(w, r, a, one)
	})
}

func conflict(message string) error {
	return &problem.Error{Status: http.StatusConflict, Path: "assignment", Message: message}
}

// Final answers POST /api/v1/assignments/{assignment}/items/{item}/final: the student makes an answer
// final, so that later parts about the same run open. With feedback at the end nothing else does that.
func (h *Handlers) Final(w http.ResponseWriter, r *http.Request) error {
	return h.withStudent(r, func(a *assignment, student key.ID) error {
		k, err := itemIn(r, a)
		if err != nil {
			return err
		}
		one, err := h.update(r.Context(), a.id, student, func(r *record) error {
			switch {
			case a.closed(h.now()):
				return closedError(a)
			case r.Finished:
				return errFinished
			case r.Items[k] == nil:
				return conflict("this question is not answered yet, so there is no answer that could be final")
			}
			r.Items[k].Final = true
			return nil
		})
		if err != nil {
			return err
		}
		return h.writeView(w, r, a, one)
	})
}

// itemIn returns the item in the path.
func itemIn(r *http.Request, a *assignment) (int, error) {
	n := len(a.items())
	k, err := strconv.Atoi(chi.URLParam(r, "item"))
	if err != nil || k < 0 || k >= n {
		return 0, &problem.Error{Status: http.StatusNotFound, Path: "item", Message: fmt.Sprintf("there is no such item; the assignment has items 0 to %d", n-1)}
	}
	return k, nil
}

// Answer answers PUT /api/v1/assignments/{assignment}/items/{item}/answer.
func (h *Handlers) Answer(w http.ResponseWriter, r *http.Request) error {
	return h.withStudent(r, func(a *assignment, student key.ID) error {
		members, err := h.ReadBody(w, r)
		if err != nil {
			return err
		}
		places := a.items()
		k, err := itemIn(r, a)
		if err != nil {
			return err
		}
		raw, seconds, err := readAnswer(members)
		if err != nil {
			return err
		}
		// The student is looked up before judging, so that an unknown token costs no search.
		before, _, err := h.student(r.Context(), a.id, student)
		if err != nil {
			return err
		}
		if err := h.mayAnswer(a, before, k); err != nil {
			return err
		}
		g, err := h.judge(h.WithTurn(r.Context()), a, places[k], before, raw)
		if err != nil {
			return err
		}
		one, err := h.update(r.Context(), a.id, student, func(r *record) error {
			if err := h.mayAnswer(a, r, k); err != nil {
				return err
			}
			now := h.stamp()
			spent := seconds
			if spent < 0 { // since the last action of the student
				spent = int(min(max(0, now-r.Active)/1000, MaxSeconds))
			}
			item := r.Items[k]
			if item == nil {
				item = &answered{}
				r.Items[k] = item
			}
			item.add(g, spent)
			r.Active = now
			return nil
		})
		if err != nil {
			return err
		}
		ctx := h.WithTurn(r.Context())
		open, err := h.openOf(ctx, a, one)
		if err != nil {
			return err
		}
		l, err := h.limitOf(ctx, a, places[k], open)
		if err != nil {
			return err
		}
		b := append([]byte{'{'}, h.appendState(nil, a, one, k, l)...)
		app.WriteJSON(w, append(b, "}\n"...))
		return nil
	})
}

// mayAnswer returns an error if a student can no longer answer an item.
func (h *Handlers) mayAnswer(a *assignment, r *record, k int) error {
	switch {
	case a.closed(h.now()):
		return closedError(a)
	case r.Finished:
		return errFinished
	case r.final(k):
		return &problem.Error{Status: http.StatusForbidden, Path: "answer", Message: "you have made this answer final to open a later part; it cannot be changed"}
	case r.Items[k] != nil && r.Items[k].Tries >= MaxTries:
		return overLimit("answer", "you have answered this item %d times, the limit", MaxTries)
	}
	return nil
}

// told reports whether a student may know the right answer to an item.
func (h *Handlers) told(a *assignment, r *record, k int) bool {
	return r.Finished && r.Told || a.closed(h.now()) || a.Feedback == atOnce && r.Items[k] != nil
}

// appendState appends the state of a student's answer to an item, as members, with the right
// answer if the student may know it. l is the limit of its part.
func (h *Handlers) appendState(b []byte, a *assignment, r *record, k int, l judge.Limit) []byte {
	p := &a.Parts[a.items()[k]]
	item := r.Items[k]
	g := item.counts(a.Feedback)
	if !h.told(a, r, k) || g == nil {
		b = append(b, `"state":"open"`...)
		if h.told(a, r, k) && !p.isExercise() {
			b = p.appendRight(b, l)
		}
		return b
	}
	b = trees.AppendQuoted(append(b, `"state":`...), g.State)
	if g.State != stateOpen {
		b = strconv.AppendBool(append(b, `,"right":`...), g.State == stateRight)
	}
	if p.isExercise() {
		b = trees.AppendQuoted(append(b, `,"why":`...), g.Words+". "+g.Why)
		if g.Result != "" {
			b = trees.AppendQuoted(append(b, `,"result":`...), h.Link(g.Result))
		}
		return b
	}
	return p.appendRight(b, l)
}

// appendRight appends the right answer and the reason. The reason is the sentence of a step, which can be
// past another open question.
func (p *part) appendRight(b []byte, l judge.Limit) []byte {
	b = append(append(b, `,"correct":`...), p.Right.Answer...)
	why := p.Why
	if at := p.Right.At; at != nil && l.Until >= 0 && *at > l.Until {
		why = strings.TrimSpace(p.Bare + " The reason follows when you have answered the other questions about this run.")
	}
	return trees.AppendQuoted(append(b, `,"why":`...), why)
}

// studentsView is an assignment as a student sees it. What is past an open question is left out.
func (h *Handlers) studentsView(ctx context.Context, a *assignment, r *record) ([]byte, error) {
	open, err := h.openOf(ctx, a, r)
	if err != nil {
		return nil, err
	}
	b := a.appendSettings([]byte{'{'}, titleOf(a, open))
	b = strconv.AppendBool(append(b, `,"closed":`...), a.closed(h.now()))
	b = strconv.AppendBool(append(b, `,"finished":`...), r.Finished)
	b = strconv.AppendBool(append(b, `,"told":`...), r.Told || a.closed(h.now()))
	b = trees.AppendQuoted(append(b, `,"name":`...), r.Name)
	b = append(b, `,"items":[`...)
	k := 0
	for i := range a.Parts {
		p := &a.Parts[i]
		if !p.asks() {
			continue
		}
		if k > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, `{"item":`...), int64(k), 10)
		b = trees.AppendNumberKey(b, "part", i+1)
		l, err := h.limitOf(ctx, a, i, open)
		if err != nil {
			return nil, err
		}
		switch tree := r.Trees[i]; {
		case l.Closed:
			b = trees.AppendQuoted(append(b, `,"kind":`...), p.kind())
			b = trees.AppendQuoted(append(b, `,"text":`...), a.closedWords(l))
		default:
			shown := p.upTo(ctx, l)
			if tree != "" {
				shown.Tree = tree
			}
			b = shown.appendAsked(b)
		}
		b = a.appendLimit(b, l)
		item := r.Items[k]
		tries := 0
		b = append(b, `,"answer":`...)
		if g := item.counts(a.Feedback); g != nil {
			b, tries = append(b, g.Answer...), item.Tries
		} else {
			b = append(b, "null"...)
		}
		b = strconv.AppendBool(append(trees.AppendNumberKey(b, "tries", tries), `,"final":`...), r.final(k))
		b = append(b, ',')
		b = append(h.appendState(b, a, r, k, l), '}')
		k++
	}
	b = append(b, `],"reading":[`...)
	first := true
	for i := range a.Parts {
		if p := &a.Parts[i]; !p.asks() {
			if !first {
				b = append(b, ',')
			}
			first = false
			b = append(b, `{"part":`...)
			b = strconv.AppendInt(b, int64(i+1), 10)
			l, err := h.limitOf(ctx, a, i, open)
			if err != nil {
				return nil, err
			}
			if !l.Closed {
				shown := p.upTo(ctx, l)
				b = append(append(b, `,"show":`...), shown.Show...)
				b = trees.AppendQuoted(append(b, `,"note":`...), shown.Note)
			}
			b = append(a.appendLimit(b, l), '}')
		}
	}
	return append(b, "]}\n"...), nil
}

// appendAsked appends the question of a part, as members.
func (p *part) appendAsked(b []byte) []byte {
	if p.isExercise() {
		b = append(b, `,"kind":"practice"`...)
		b = trees.AppendQuoted(append(b, `,"text":`...), p.Text)
		b = trees.AppendQuoted(append(b, `,"algorithm":`...), p.Algorithm)
		return trees.AppendQuoted(append(b, `,"tree":`...), p.Tree)
	}
	b = trees.AppendQuoted(append(b, `,"kind":`...), p.kind())
	b = trees.AppendQuoted(append(b, `,"text":`...), p.Text)
	b = append(append(b, `,"show":`...), p.Show...)
	b = trees.AppendQuoted(append(b, `,"note":`...), p.Note)
	return append(append(b, `,"question":`...), p.Question...)
}
