package classroom

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/web/fair"
	"espalier/web/run"
)

// A Page has the data of a room that its pages draw.
type Page struct {
	Code   string
	Shown  *run.Resolved   // the run
	Run    json.RawMessage // the run, as the room stores it
	Step   int
	Asked  bool   // a question is open
	Waits  bool   // the class has not seen the answer to the question here
	Until  int    // the last step for followers
	Lesson string // its id, which is on no page of a room; empty: the room has no lesson
	Alias  string // the name of the lesson in this room
	Scene  int    // the current scene of the lesson
	Open   []int  // scenes that followers may read on their own
}

// ForFollower returns the room of the code in the path, for its followers. A wrong code counts as a
// guess.
func (h *Handlers) ForFollower(r *http.Request) (*Page, error) {
	return h.forCode(r, func(room *room) { room.wasOpened(false) }) // without scripts there is no websocket, so the page itself counts as joining
}

// forCode returns the room of the code in the path, which may be noted as opened.
func (h *Handlers) forCode(r *http.Request, note func(*room)) (*Page, error) {
	room, _, err := h.enterWithCode(r.Context(), chi.URLParam(r, "room"), fair.ClientFrom(r.Context()), nil)
	if err != nil {
		return nil, err
	}
	defer h.leave(room)
	note(room)
	return room.page(r.Context())
}

// ForPresenter returns the room of the code in the path, for a browser with its key in our cookie.
func (h *Handlers) ForPresenter(r *http.Request) (*Page, error) {
	room, err := h.roomOfKey(r)
	if err != nil {
		return nil, err
	}
	defer h.leave(room)
	room.wasOpened(true)
	return room.page(r.Context())
}

// wasOpened notes that a page of the room was opened.
func (r *room) wasOpened(leads bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.attend(leads)
}

func (r *room) page(ctx context.Context) (*Page, error) {
	v := r.snapshot()
	info, err := r.h.runOf(ctx, v.Show.Run, r)
	if err != nil {
		return nil, err
	}
	steps, err := info.stepsOf(ctx)
	if err != nil {
		return nil, err
	}
	p := &Page{Code: string(r.code), Shown: info.Resolved, Run: v.Show.Run, Step: steps.At(v.Show.Step, v.Show.Play, r.h.now().UnixMilli())}
	if l := v.Lesson; l != nil {
		p.Lesson, p.Alias, p.Scene, p.Open = l.ID, v.lessonAlias(), l.Scene, l.Open
	}
	p.Until = p.Step
	if q := v.Question; q != nil && q.State == stateOpen {
		p.Asked = true
		if q.Run == nil {
			p.Until = min(p.Until, q.lastShown())
		}
	}
	p.Waits = v.waits()
	return p, nil
}

// ShowIn makes a page show something else, for example a scene.
func (h *Handlers) ShowIn(ctx context.Context, p *Page, show []byte) error {
	s, info, err := h.readShow(ctx, show, nil, nil)
	if err != nil {
		return err
	}
	p.Shown, p.Run, p.Step = info.Resolved, s.Run, s.Step
	return nil
}
