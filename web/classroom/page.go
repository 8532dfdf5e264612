package classroom

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/web/fair"
	"espalier/web/run"
)

// A Page is what the pages of a room need to draw what it shows.
type Page struct {
	Code   string
	Shown  *run.Resolved   // the run
	Run    json.RawMessage // the run, as the room stores it
	Step   int
	Asked  bool   // a question is open
	Until  int    // the last step that a follower may see
	Lesson string // its id, which is on no page of a room; empty: the room is in none
	Alias  string // the name of the lesson in this room
	Scene  int    // of the lesson
	Open   []int  // scenes that followers may read by themselves
}

// ForFollower returns the room of the code in the path, as its followers see it. A
// wrong code counts as a guess.
func (h *Handlers) ForFollower(r *http.Request) (*Page, error) {
	room, _, err := h.enterWithCode(r.Context(), chi.URLParam(r, "room"), fair.ClientFrom(r.Context()), nil)
	if err != nil {
		return nil, err
	}
	defer h.leave(room)
	room.mu.Lock()
	room.attend(false) // without scripts the page is all that a follower has
	room.mu.Unlock()
	return room.page(r.Context())
}

// ForPresenter returns the room of the code in the path, for a browser that has its
// key in our cookie.
func (h *Handlers) ForPresenter(r *http.Request) (*Page, error) {
	room, err := h.roomOfKey(r)
	if err != nil {
		return nil, err
	}
	defer h.leave(room)
	room.mu.Lock()
	room.attend(true)
	room.mu.Unlock()
	return room.page(r.Context())
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
	return p, nil
}

// ShowIn replaces what a page shows by a show, as that of a scene.
func (h *Handlers) ShowIn(ctx context.Context, p *Page, show []byte) error {
	s, info, err := h.readShow(ctx, show, nil, nil)
	if err == nil {
		p.Shown, p.Run, p.Step = info.Resolved, s.Run, s.Step
	}
	return err
}
