package classroom

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"espalier/web/classroom/entry"
	"espalier/web/judge"
)

// followCookie begins the name of a cookie of a browser that follows a room; the code follows. By it a
// public page knows whose questions are open.
const followCookie = "espalier-follows-"

// maxFollowed bounds the rooms of a browser whose questions count.
const maxFollowed = 8

// noteFollower writes into the cookies of a browser that it follows a room.
func (h *Handlers) noteFollower(w http.ResponseWriter, r *http.Request, code string) {
	secret, err := h.tokens(r.Context())
	if err != nil {
		return // the page is useful without it
	}
	text := secret.Follows(entry.Code(code))
	if c, err := r.Cookie(followCookie + code); err == nil && c.Value == text {
		return
	}
	http.SetCookie(w, &http.Cookie{Name: followCookie + code, Value: text, Path: h.Base.CookiePath(), MaxAge: int(Lifetime / time.Second),
		HttpOnly: true, Secure: h.Encrypted(r), SameSite: http.SameSiteStrictMode})
}

// A viewer is a follower of rooms on any page.
type viewer struct {
	h     *Handlers
	rooms []followed
}

type followed struct {
	code  entry.Code
	proof string
}

// Viewer returns the follower who sends a request; nil: there is none. A browser with the key of a room is
// that of its presenter.
func (h *Handlers) Viewer(r *http.Request) judge.Viewer {
	v := &viewer{h: h}
	for _, c := range r.Cookies() {
		text, ours := strings.CutPrefix(c.Name, followCookie)
		if !ours || len(v.rooms) == maxFollowed {
			continue
		}
		code, ok := entry.ReadCode(text)
		if _, err := r.Cookie(roomCookie + text); ok && err != nil {
			v.rooms = append(v.rooms, followed{code, c.Value})
		}
	}
	if len(v.rooms) == 0 {
		return nil
	}
	return v
}

// Questions returns the open questions of the rooms, and what they show.
func (v *viewer) Questions(ctx context.Context) (open, shown []judge.Open, err error) {
	secret, err := v.h.tokens(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, one := range v.rooms {
		if !secret.ReadFollows(one.code, one.proof) {
			continue
		}
		asked, seen, err := v.h.questionIn(ctx, one.code)
		if err != nil {
			return nil, nil, err
		}
		open, shown = append(open, asked...), append(shown, seen...)
	}
	return open, shown, nil
}

// questionIn returns the open question of a room, and what it shows. A room that is closed has neither.
func (h *Handlers) questionIn(ctx context.Context, code entry.Code) (open, shown []judge.Open, err error) {
	r, err := h.enter(ctx, code)
	if errors.Is(err, errNoRoom) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	defer h.leave(r)
	p, err := r.page(ctx)
	if err != nil {
		return nil, nil, nil // what it shows is gone, and nobody sees it
	}
	q := judge.Open{Like: p.Shown.Likeness(), Shown: p.Until, Class: true, Says: "the open question in the room " + string(code)}
	shown = []judge.Open{q}
	if !p.Asked {
		return nil, shown, nil
	}
	v := r.snapshot()
	if v.Question == nil || v.Question.Run != nil {
		return nil, shown, nil // it has just ended
	}
	q.Shown = v.Question.lastShown()
	return []judge.Open{q}, shown, nil
}
