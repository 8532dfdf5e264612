package assign

import (
	"cmp"
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
	if !a.opened(h.now()) { // the teacher may have changed that since the student entered
		return notOpenError(a)
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
	key, a, err := h.make(r.Context(), members, h.readCreated)
	if err != nil {
		return err
	}
	h.answerCreated(w, key, a)
	return nil
}

// answerCreated answers with the addresses of a new assignment.
func (h *Handlers) answerCreated(w http.ResponseWriter, key key.Key, a *assignment) {
	id := string(a.id)
	w.Header().Set("Location", h.Link("/api/v1/assignments/"+id))
	app.Answer(w, http.StatusCreated, struct {
		ID      string `json:"id"`
		Key     string `json:"key"`
		Join    string `json:"join"`
		Results string `json:"results"`
	}{id, string(key), h.Link("/a/" + id), h.Link("/results/" + string(key))})
}

// make stores a new assignment, and returns its key.
func (h *Handlers) make(ctx context.Context, members []problem.Member, read func(context.Context, []problem.Member) (*assignment, error)) (key.Key, *assignment, error) {
	asked := ctx
	ctx, cancel := context.WithTimeoutCause(h.WithTurn(ctx), app.SolveTimeout, &engine.LimitError{
		Message: fmt.Sprintf("the right answers were not found within %s, the limit of one request; use a shorter lesson or smaller exercises", app.SolveTimeout)})
	defer cancel()
	a, err := read(ctx, members)
	if err != nil {
		if ctx.Err() != nil && asked.Err() == nil {
			err = context.Cause(ctx)
		}
		return "", nil, err
	}
	key := key.New()
	a.id, a.root = key.ID(), newRoot(key.ID())
	a.Touched, a.By, a.Salt = h.stamp(), newTag(), newTag()
	value := a.stored()
	settle, err := h.Store.Charge(ctx, true, value)
	if err != nil {
		return "", nil, err
	}
	_, err = h.CreateValue(ctx, a.root, value, "")
	settle(err == nil)
	if err != nil {
		return key, nil, err
	}
	if h.exercises.add(h, a, nil); a.hasExercises() {
		h.notifyExercises(a.id)
	}
	return key, a, nil
}

// frozenKeys are the keys of a new assignment that cannot be changed later.
var frozenKeys = append(slices.Clone(sourceKeys), "items", "trees")

// Put answers PUT /api/v1/assignments/{assignment} with the key: the title, the points, and how the
// assignment is done. What is asked stays as it was made.
func (h *Handlers) Put(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(a *assignment) error {
		members, err := h.ReadBody(w, r)
		if err != nil {
			return err
		}
		for _, m := range members {
			switch {
			case slices.Contains(frozenKeys, m.Key):
				if !m.Absent() {
					return problem.Refused(m.Key, "the questions of an assignment cannot be changed; create another assignment")
				}
			case m.Key != "points" && !slices.Contains(settingKeys, m.Key):
				return problem.UnknownKey("", m.Key, append(slices.Clone(settingKeys), "points"))
			}
		}
		changed, err := h.change(r.Context(), a, func(a *assignment) error {
			for _, m := range members {
				if m.Key == "points" && !m.Absent() {
					if err := a.setPoints(m.Raw); err != nil {
						return err
					}
					a.log(h.now().UnixMilli(), "the points are changed")
				}
				if slices.Contains(settingKeys, m.Key) && (m.Key == "opens" || m.Key == "closes" || !m.Absent()) {
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
			h.notifyExercises(a.id)
		}
		app.Answer(w, http.StatusOK, h.teachersView(changed))
		return nil
	})
}

// settings are what an assignment is besides its questions.
type settings struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Names    string `json:"names"`
	Numbers  string `json:"numbers"`
	Feedback string `json:"feedback"`
	Opens    *int64 `json:"opens"`
	Closes   *int64 `json:"closes"`
	Late     string `json:"late"`
}

func (a *assignment) settings(title string) settings {
	return settings{string(a.id), title, a.Names, a.Numbers, a.Feedback, a.Opens, a.Closes, a.Late}
}

// Delete answers DELETE /api/v1/assignments/{assignment} with the key: the assignment, its
// students and their answers.
func (h *Handlers) Delete(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(a *assignment) error {
		if err := h.remove(r.Context(), a); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	})
}

var errFinished = &problem.Error{Status: http.StatusForbidden, Path: "assignment",
	Message: "you have finished this assignment, so no more answers are accepted; before you see the right answers, POST …/resume takes that back"}

// Enter answers POST /api/v1/assignments/{assignment}/students: a new student, with a token.
func (h *Handlers) Enter(w http.ResponseWriter, r *http.Request) error {
	a, err := h.named(r)
	if err != nil {
		return err
	}
	words := newWords()
	token, err := h.enter(w, r, a, words)
	if err != nil {
		return err
	}
	w.Header().Set("Location", h.Link("/api/v1/assignments/"+string(a.id)))
	app.Answer(w, http.StatusCreated, struct {
		Token   string `json:"token"`
		Student string `json:"student"`
		Link    string `json:"link"`
	}{string(token), string(token.ID()), h.Link("/a/" + string(a.id) + "/" + words)})
	return nil
}

func (h *Handlers) enter(w http.ResponseWriter, r *http.Request, a *assignment, words string) (key.Key, error) {
	members := []problem.Member{}
	if r.ContentLength != 0 {
		var err error
		if members, err = h.ReadBody(w, r); err != nil {
			return "", err
		}
	}
	who, err := a.readIdentity(members)
	if err != nil {
		return "", err
	}
	switch {
	case !a.opened(h.now()):
		return "", notOpenError(a)
	case a.closed(nil, h.now()):
		return "", closedError(a, nil)
	}
	if err := h.entered.Take(fair.ClientFrom(r.Context()), h.now()); err != nil {
		return "", err
	}
	keys, err := h.ListValues(r.Context(), studentsOf(a.root))
	if err != nil {
		return "", err
	}
	if len(keys) >= MaxStudents {
		return "", problem.OverLimit("", "%d students have entered this assignment, the limit", len(keys))
	}
	token, now := tokenOf(a.origin(), words), h.stamp()
	one := &record{Name: who.name, Number: who.number, Entered: h.order(now), Active: now, By: newTag(), Items: map[int]*answered{}}
	if other, err := h.holder(r.Context(), a, row{token.ID(), 0, one}); err != nil || other != nil {
		return "", cmp.Or(err, numberTaken(a.id))
	}
	one.Browser, one.Address = a.tag(h.browser(w, r)), a.tag(fair.ClientFrom(r.Context()).String())
	if one.Trees, err = h.ownTrees(r.Context(), a); err != nil {
		return "", err
	}
	data, err := one.stored()
	if err != nil {
		return "", err
	}
	sequence, err := h.CreateValue(r.Context(), studentKey(a.root, token.ID()), data, "")
	if err != nil {
		return "", err
	}
	// Another student may have entered with the same number meanwhile. Then the one who was first has it.
	if other, err := h.holder(r.Context(), a, row{token.ID(), sequence, one}); err != nil || other != nil {
		return "", cmp.Or(h.RemoveMatching(r.Context(), studentKey(a.root, token.ID())), err, numberTaken(a.id))
	}
	h.noteWork(w, r, work{a.id, token.ID()})
	h.answered(a, token.ID(), one, sequence)
	if h.exercises.add(h, a, one); one.Trees != nil {
		h.notifyExercises(a.id)
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
			app.Answer(w, http.StatusOK, h.teachersView(a))
			return nil
		})
	}
	return h.withStudent(r, func(a *assignment, student key.ID) error {
		one, _, err := h.student(r.Context(), a.root, student)
		if err == nil {
			h.noteWork(w, r, work{a.id, student}) // it may be another browser than the one that entered
		}
		if err == nil && one.Finished && !one.Revealed && r.URL.Query().Get("right") != "0" {
			one, err = h.update(r.Context(), a, student, func(r *record) error {
				r.Revealed = r.Finished // unless it was taken back meanwhile
				return nil
			})
		}
		if err == nil {
			one, err = h.judged(h.WithTurn(r.Context()), a, one)
		}
		if err != nil {
			return err
		}
		return h.writeView(w, r, a, one)
	})
}

// A teachersView is an assignment as its teacher sees it.
type teachersView struct {
	settings
	Join  string      `json:"join"`
	Items []askedItem `json:"items"`
	Log   []logged    `json:"log,omitempty"`
}

func (h *Handlers) teachersView(a *assignment) teachersView {
	return teachersView{a.settings(a.Title), h.Link("/a/" + string(a.id)), a.askedItems(), a.Log}
}

// writeView answers with an assignment as a student sees it.
func (h *Handlers) writeView(w http.ResponseWriter, r *http.Request, a *assignment, one *record) error {
	b, err := h.studentsView(h.WithTurn(r.Context()), a, one)
	if err != nil {
		return err
	}
	app.WriteJSON(w, b)
	return nil
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
		one, err := h.update(r.Context(), a, student, func(r *record) error {
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
	message := fmt.Sprintf("%s not answered yet. After finishing, no more answers are accepted. To finish anyway, send {\"sure\": true}", itemsAre(open))
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
		one, err := h.update(r.Context(), a, student, func(r *record) error {
			switch {
			case a.closed(r, h.now()):
				return closedError(a, r)
			case r.Revealed:
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
		one, err := h.update(r.Context(), a, student, func(r *record) error {
			switch {
			case a.closed(r, h.now()):
				return closedError(a, r)
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
		before, _, err := h.student(r.Context(), a.root, student)
		if err != nil {
			return err
		}
		if err := h.mayAnswer(a, before, k); err != nil {
			return err
		}
		g, err := h.judge(h.WithTurn(r.Context()), a, k, before, raw)
		if err != nil {
			return err
		}
		one, err := h.update(r.Context(), a, student, func(r *record) error {
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
			g.At = h.now().UnixMilli()
			item.add(g, spent)
			item.Judged = a.Parts[places[k]].Corrected
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
		app.Answer(w, http.StatusOK, h.stateOf(a, one, k, l))
		return nil
	})
}

// mayAnswer returns an error if a student can no longer answer an item.
func (h *Handlers) mayAnswer(a *assignment, r *record, k int) error {
	switch {
	case a.closed(r, h.now()):
		return closedError(a, r)
	case r.Finished:
		return errFinished
	case r.final(k):
		return &problem.Error{Status: http.StatusForbidden, Path: "answer", Message: "you have made this answer final to open a later part; it cannot be changed"}
	case r.Items[k] != nil && !r.Items[k].isRun() && r.Items[k].Tries >= MaxTries:
		return problem.OverLimit("answer", "you have answered this item %d times, the limit", MaxTries)
	case r.Items[k].isRun() && r.Items[k].Tries >= MaxRuns:
		return problem.OverLimit("tree", "you have sent %d runs on this tree, the limit", MaxRuns)
	}
	return nil
}

// reveals reports whether a student may know the right answer to an item.
func (h *Handlers) reveals(a *assignment, r *record, k int) bool {
	return r.Finished && r.Revealed || a.closed(r, h.now()) || (a.Feedback == atOnce || r.Items[k].isRun()) && r.Items[k] != nil
}

// An answerState is the state of a student's answer to an item, with the right answer if the student may know it.
type answerState struct {
	State   string          `json:"state"`
	Right   *bool           `json:"right,omitempty"`
	Correct json.RawMessage `json:"correct,omitempty"`
	Why     *string         `json:"why,omitempty"`
	Result  string          `json:"result,omitempty"` // of an exercise: the address of the student's run
}

// stateOf returns the state of an item. l is the limit of its part.
func (h *Handlers) stateOf(a *assignment, r *record, k int, l judge.Limit) (s answerState) {
	p := &a.Parts[a.items()[k]]
	g := r.Items[k].counts(a.Feedback)
	if !h.reveals(a, r, k) || g == nil {
		s.State = stateOpen
		if h.reveals(a, r, k) && p.isScene() {
			s.setRight(p, l)
		}
		return s
	}
	if s.State = g.State; g.State != stateOpen {
		right := g.State == stateRight
		s.Right = &right
	}
	if p.isScene() {
		s.setRight(p, l)
		return s
	}
	if run := r.Items[k].Run; run != nil {
		why := run.mistake()
		if s.Why = &why; run.Trace != "" {
			s.Result = h.Link(run.path())
		}
		return s
	}
	why := strings.TrimSuffix(g.Words+".\n"+g.Why, "\n")
	if s.Why = &why; g.Result != "" {
		s.Result = h.Link(g.Result)
	}
	return s
}

// setRight sets the right answer and the reason. The reason is the sentence of a step, which can be
// past another open question.
func (s *answerState) setRight(p *part, l judge.Limit) {
	why := p.Why
	if at := p.Right.At; at != nil && l.Until >= 0 && *at > l.Until {
		why = strings.TrimSpace(p.Bare + " The reason follows when you have answered the other questions about this run.")
	}
	s.Correct, s.Why = p.Right.Answer, &why
}

// studentsView is an assignment as a student sees it. What is past an open question is left out.
func (h *Handlers) studentsView(ctx context.Context, a *assignment, r *record) ([]byte, error) {
	open, err := h.openOf(ctx, a, r)
	if err != nil {
		return nil, err
	}
	view := studentAnswer{settings: a.settings(titleOf(a, open)), Closed: a.closed(r, h.now()), Finished: r.Finished,
		Revealed: r.Revealed || a.closed(r, h.now()), Name: r.Name, Items: []itemAnswer{}, Reading: []readingAnswer{}}
	for i := range a.Parts {
		p := &a.Parts[i]
		l, err := h.limitOf(ctx, a, i, open)
		if err != nil {
			return nil, err
		}
		if p.asks() == 0 {
			one := readingAnswer{Part: i + 1, limitAnswer: limitAnswerOf(l)}
			if !l.Closed {
				shown := p.upTo(ctx, l)
				one.Show, one.Note = shown.Show, &shown.Note
			}
			view.Reading = append(view.Reading, one)
			continue
		}
		if p.Program != nil {
			for range p.asks() {
				view.Items = append(view.Items, h.programItem(a, r, len(view.Items)))
			}
			continue
		}
		k := len(view.Items)
		one := itemAnswer{Item: k, Part: i + 1, limitAnswer: limitAnswerOf(l), Final: r.final(k), answerState: h.stateOf(a, r, k, l)}
		if l.Closed {
			one.askedAnswer = askedAnswer{Kind: p.kind(), Text: a.closedWords(l)}
		} else {
			shown := p.upTo(ctx, l)
			if tree := r.Trees[i]; tree != "" {
				shown.Tree = tree
			}
			one.askedAnswer = shown.askedAnswer()
		}
		if item := r.Items[k]; item.counts(a.Feedback) != nil {
			one.Answer, one.Tries = item.counts(a.Feedback).Answer, item.Tries
		}
		view.Items = append(view.Items, one)
	}
	return app.JSON(view), nil
}

// programItem is an item of a program as a student sees it: the tree, and the newest run on it.
func (h *Handlers) programItem(a *assignment, r *record, k int) itemAnswer {
	p := &a.Parts[a.items()[k]]
	number := a.treeOf(k)
	one := itemAnswer{Item: k, Part: a.items()[k] + 1, limitAnswer: limitAnswerOf(judge.NoLimit), answerState: h.stateOf(a, r, k, judge.NoLimit),
		askedAnswer: askedAnswer{Kind: p.kind(), Text: a.textOf(k), Algorithm: p.Program.Algorithm, Document: p.Program.Trees[number-1].Tree, Number: number}}
	if item := r.Items[k]; item != nil {
		one.Answer, one.Tries = item.First.Answer, item.Tries
	}
	return one
}

type studentAnswer struct {
	settings
	Closed   bool            `json:"closed"`
	Finished bool            `json:"finished"`
	Revealed bool            `json:"told"`
	Name     string          `json:"name"`
	Items    []itemAnswer    `json:"items"`
	Reading  []readingAnswer `json:"reading"`
}

type itemAnswer struct {
	Item int `json:"item"`
	Part int `json:"part"` // from 1
	askedAnswer
	limitAnswer
	Answer json.RawMessage `json:"answer"` // null: none yet
	Tries  int             `json:"tries"`
	Final  bool            `json:"final"`
	answerState
}

type readingAnswer struct {
	Part int             `json:"part"` // from 1
	Show json.RawMessage `json:"show,omitempty"`
	Note *string         `json:"note,omitempty"`
	limitAnswer
}

// askedAnswer is the question of a part: an exercise on a tree, or a question about what is shown.
type askedAnswer struct {
	Kind      string          `json:"kind"`
	Text      string          `json:"text"`
	Algorithm string          `json:"algorithm,omitempty"`
	Tree      string          `json:"tree,omitempty"`
	Document  json.RawMessage `json:"document,omitempty"` // of a program: the tree
	Number    int             `json:"number,omitempty"`   // of a program: that of the tree, from 1
	Show      json.RawMessage `json:"show,omitempty"`
	Note      *string         `json:"note,omitempty"`
	Question  json.RawMessage `json:"question,omitempty"`
}

func (p *part) askedAnswer() askedAnswer {
	if p.isExercise() {
		return askedAnswer{Kind: p.kind(), Text: p.Text, Algorithm: p.Algorithm, Tree: p.Tree}
	}
	return askedAnswer{Kind: p.kind(), Text: p.Text, Show: p.Show, Note: &p.Note, Question: p.Question}
}
