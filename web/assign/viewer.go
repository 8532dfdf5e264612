package assign

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/web/app"
	"espalier/web/judge"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/words"
)

// workCookie has the homework that a browser works on: the ids of assignments and students, which open
// nothing. By it a public page knows whose questions are open.
const workCookie = "espalier-work"

// maxWorks bounds the students in the cookie. The oldest one is left out.
const maxWorks = 12

// A work is a student of an assignment.
type work struct{ of, student key.ID }

// worksOf returns the students in the cookie of a request.
func worksOf(r *http.Request) (list []work) {
	c, err := r.Cookie(workCookie)
	if err != nil {
		return nil
	}
	for text := range strings.SplitSeq(c.Value, "_") {
		id, student, _ := strings.Cut(text, ".")
		w := work{}
		if w.of, err = key.ParseID(id); err != nil {
			continue
		}
		if w.student, err = key.ParseID(student); err == nil && len(list) < maxWorks {
			list = append(list, w)
		}
	}
	return list
}

// noteWork writes a student into the cookie of the browser, unless it is there.
func (h *Handlers) noteWork(w http.ResponseWriter, r *http.Request, one work) {
	list := worksOf(r)
	if slices.Contains(list, one) {
		return
	}
	list = append([]work{one}, list...)
	var text []string
	for _, other := range list[:min(len(list), maxWorks)] {
		text = append(text, string(other.of)+"."+string(other.student))
	}
	http.SetCookie(w, &http.Cookie{Name: workCookie, Value: strings.Join(text, "_"), Path: h.Base.CookiePath(), MaxAge: int(Lifetime / time.Second),
		HttpOnly: true, Secure: h.Encrypted(r), SameSite: http.SameSiteStrictMode})
}

// A viewer is a student on any page, by the cookie of the browser or by a token.
type viewer struct {
	h     *Handlers
	works []work
	token key.ID // of the student; empty: none was sent
}

// Viewer returns the student of a request; nil: there is none. A browser with the key of an assignment is
// that of its teacher.
func (h *Handlers) Viewer(r *http.Request) judge.Viewer {
	v := &viewer{h: h, works: worksOf(r)}
	v.works = slices.DeleteFunc(v.works, func(w work) bool {
		_, err := r.Cookie(cookiePrefix + string(w.of))
		return err == nil
	})
	if text, given := app.Bearer(r); given {
		if key, err := key.ParseKey(text); err == nil {
			v.token = key.ID()
		}
	}
	if len(v.works) == 0 && v.token == "" {
		return nil
	}
	return v
}

// Questions returns the open questions of the student, and what the homework shows meanwhile.
func (v *viewer) Questions(ctx context.Context) (open, shown []judge.Open, err error) {
	works := v.works
	if v.token != "" {
		one, err := v.h.workOf(ctx, v.token)
		if err != nil {
			return nil, nil, err
		}
		if one.of != "" {
			works = append(slices.Clone(works), one)
		}
	}
	for _, w := range works {
		list, seen, err := v.h.questionsOf(ctx, w)
		if err != nil {
			return nil, nil, err
		}
		open, shown = append(open, list...), append(shown, seen...)
	}
	return open, shown, nil
}

// questionsOf returns the open questions of a student, and the runs of the parts that are not closed by them.
// There are none if the assignment or the student is deleted.
func (h *Handlers) questionsOf(ctx context.Context, w work) (open, shown []judge.Open, err error) {
	a, err := h.load(ctx, w.of)
	var one *record
	if err == nil {
		one, _, err = h.student(ctx, a.root, w.student)
	}
	if err != nil || a.closed(one, h.now()) {
		if errors.Is(err, errNoAssignment) || errors.Is(err, errNotEntered) || damaged(err) {
			err = nil
		}
		return nil, nil, err
	}
	if open, err = h.openOf(ctx, a, one); err != nil || len(open) == 0 {
		return nil, nil, err
	}
	for i := range open {
		open[i].Says = "question " + strconv.Itoa(a.itemAt(open[i].Part)+1) + " of your homework “" + words.MaxN(titleOf(a, open)) + "” (" + h.Link("/a/"+string(a.id)+"?part="+strconv.Itoa(open[i].Part+1)) + ")"
	}
	for place := range a.Parts {
		f, err := h.factOf(ctx, a, place)
		if err != nil || f.run == (run.Identity{}) || !a.Parts[place].isScene() {
			continue // a part that cannot be opened shows nothing
		}
		if l, err := h.limitOf(ctx, a, place, open); err == nil && !l.Closed {
			if l.Until < 0 {
				l.Until = math.MaxInt
			}
			shown = append(shown, judge.Open{Part: place, Run: f.run, Shown: l.Until})
		}
	}
	return open, shown, nil
}

// workOf returns the work of a student; empty: there is no such student. That is kept, too, since a room
// and a task have tokens of the same form.
func (h *Handlers) workOf(ctx context.Context, student key.ID) (work, error) {
	if of, known := h.knownWork(student); known {
		return work{of, student}, nil
	}
	keys, err := h.ListValues(ctx, studentKey(prefix+"*", student))
	if err != nil {
		return work{}, err
	}
	of := key.ID("")
	if len(keys) > 0 {
		root, _ := studentIn(keys[0])
		of = idIn(root)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.worksBy.Put(student, of)
	for old := range h.worksBy.Oldest() {
		if h.worksBy.Len() <= maxKnownWorks {
			break
		}
		h.worksBy.Remove(old)
	}
	return work{of, student}, nil
}

func (h *Handlers) knownWork(student key.ID) (of key.ID, known bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.worksBy.Get(student)
}

// maxKnownWorks bounds the students whose assignment is kept in memory, with 100 bytes each.
const maxKnownWorks = 10_000
