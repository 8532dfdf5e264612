package classroom

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/web/classroom/entry"
	"espalier/web/classroom/runs"
	"espalier/web/fair"
	"espalier/web/request"
)

// A Page is what the pages of a room need to draw what it shows.
type Page struct {
	Code    string
	Request *request.Request
	Run     json.RawMessage // the source, algorithm, options and values, in their one form
	Step    int
	Asked   *int // the step of a question whose answer is not shown yet: a follower sees nothing past it
}

// ForFollower returns the room of the code in the path, as its followers see it. A
// wrong code counts as a guess.
func (h *Handlers) ForFollower(r *http.Request) (*Page, error) {
	room, _, err := h.enterWithCode(r.Context(), chi.URLParam(r, "room"), fair.ClientFrom(r.Context()), nil)
	if err != nil {
		return nil, err
	}
	defer h.leave(room)
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
	return room.page(r.Context())
}

// IsKey reports whether a part of an address has the form of a presenter's key.
func IsKey(text string) bool {
	_, ok := entry.ReadKey(text)
	return ok
}

// IsCode reports whether a text has the form of a code.
func IsCode(text string) bool {
	_, ok := entry.ReadCode(text)
	return ok
}

// lastShown is the last step that a follower may see while a question is open: the
// step of a question about a cut is that cut, which gives its reason.
func lastShown(kind string, step int) int {
	if kind == runs.Terms {
		return max(0, step-1)
	}
	return step
}

func (r *room) page(ctx context.Context) (*Page, error) {
	v := r.snapshot()
	info, err := r.h.runOf(ctx, v.Show.Run, r)
	if err != nil {
		return nil, err
	}
	steps, err := r.h.searcher().Steps(ctx, info.Run)
	if err != nil {
		return nil, err
	}
	p := &Page{Code: string(r.code), Request: info.Request, Run: v.Show.Run, Step: steps.At(v.Show.Step, v.Show.Play, r.h.now().UnixMilli())}
	if q := v.Question; q != nil && !q.Revealed && q.Run == nil {
		step := lastShown(q.Kind, q.Step)
		p.Asked = &step
	}
	return p, nil
}
