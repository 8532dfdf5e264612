package classroom

import (
	"errors"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/fair"
	"espalier/web/problem"
)

// Create answers POST /api/v1/rooms.
func (h *Handlers) Create(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	var show, raw []byte
	for _, m := range members {
		if m.Key != "show" && m.Key != "names" {
			return problem.UnknownKey("", m.Key, []string{"show", "names"})
		}
	}
	if err := problem.ReadFields(members, "", problem.Field{Key: "show", Raw: &show}, problem.Field{Key: "names", Raw: &raw}); err != nil {
		return err
	}
	if show == nil {
		return problem.Refused("show", "the key is missing")
	}
	names := false
	if raw != nil {
		if names, err = problem.ReadBool(raw, "names"); err != nil {
			return err
		}
	}
	if err := h.addresses.Creating(fair.ClientFrom(r.Context())); err != nil {
		return err
	}
	v, k, err := h.openRoom(r.Context(), show, names)
	if err != nil {
		return err
	}
	w.Header().Set("Location", h.Link("/api/v1/rooms/"+string(v.Code)))
	app.Answer(w, http.StatusCreated, struct {
		Code    entry.Code `json:"code"`
		Key     entry.Key  `json:"key"`
		Join    string     `json:"join"`
		Present string     `json:"present"`
	}{v.Code, k, h.Link("/c/" + string(v.Code)), h.Link("/present/" + string(k))})
	return nil
}

// withCode calls f with the room of the code in the path.
func (h *Handlers) withCode(r *http.Request, f func(*room) error) error {
	room, _, err := h.enterWithCode(r.Context(), chi.URLParam(r, "room"), fair.ClientFrom(r.Context()), nil)
	if err != nil {
		return err
	}
	defer h.leave(room)
	return f(room)
}

// withKey calls f with the room of the presenter's key: in the path, or, if the path has the code,
// in the header or in our cookie.
func (h *Handlers) withKey(r *http.Request, f func(*room) error) error {
	room, err := h.roomOfKey(r)
	if err != nil {
		return err
	}
	defer h.leave(room)
	return f(room)
}

func (h *Handlers) roomOfKey(r *http.Request) (*room, error) {
	k, ok := keyOf(r)
	if !ok {
		return nil, errNoRoom
	}
	return h.enterWithKey(r.Context(), k)
}

// keyOf returns the presenter's key of a request.
func keyOf(r *http.Request) (entry.Key, bool) {
	text := chi.URLParam(r, "room")
	if c, ok := entry.ReadCode(text); ok {
		text = ""
		if key, given := app.Bearer(r); given {
			text = key
		} else if cookie, err := r.Cookie(roomCookie + string(c)); err == nil {
			text = cookie.Value
		}
		if k, ok := entry.ReadKey(text); !ok || k.Code() != c {
			return "", false
		}
	}
	return entry.ReadKey(text)
}

// Value answers GET /api/v1/rooms/{room}: the state for followers.
func (h *Handlers) Value(w http.ResponseWriter, r *http.Request) error {
	return h.withCode(r, func(room *room) error {
		v := room.snapshot()
		app.WriteJSON(w, v.json(h.now().UnixMilli()))
		return nil
	})
}

// Source answers GET /api/v1/rooms/{room}/sources/{hash}: a typed tree.
func (h *Handlers) Source(w http.ResponseWriter, r *http.Request) error {
	return h.withCode(r, func(room *room) error {
		digest, ok := readDigest(chi.URLParam(r, "hash"))
		if !ok {
			return errNoSource
		}
		v := room.snapshot()
		if !v.names(hashPrefix + digest) { // only trees that are currently shown
			return errNoSource
		}
		s, err := room.source(r.Context(), digest)
		if err != nil {
			return err
		}
		app.WriteJSON(w, append(s.tree, '\n'))
		return nil
	})
}

// Action returns the handler of an action of a presenter.
func (h *Handlers) Action(action string) app.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		return h.withKey(r, func(room *room) error {
			var members []problem.Member
			if r.ContentLength != 0 || action == "show" || action == "ask" {
				var err error
				if members, err = h.ReadBody(w, r); err != nil {
					return err
				}
			}
			v, err := room.act(r.Context(), action, members)
			if err != nil {
				return err
			}
			app.WriteJSON(w, v.json(h.now().UnixMilli()))
			return nil
		})
	}
}

// Actions are the actions of a presenter over HTTP.
var Actions = []string{"show", "ask", "time", "stop", "tally", "reveal", "end", "pause", "close", "anonymous", "names", "lock", "take-out", "let-in", "scene", "open"}

// Delete answers DELETE /api/v1/rooms/{room}: it deletes the room and its data, also of a room that has ended.
func (h *Handlers) Delete(w http.ResponseWriter, r *http.Request) error {
	err := h.withKey(r, func(room *room) error {
		_, err := room.erase(r.Context())
		return err
	})
	if k, ok := keyOf(r); ok && errors.Is(err, errNoRoom) {
		err = h.removePast(r.Context(), k)
	}
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// Present answers GET /present/{room} with the key or a pass. It stores the key in a cookie and
// redirects to an address without the key, which can be projected.
func (h *Handlers) Present(w http.ResponseWriter, r *http.Request) error {
	k, err := h.presentedKey(r)
	if err != nil {
		return err
	}
	room, err := h.enterWithKey(r.Context(), k)
	if err != nil {
		return err
	}
	h.leave(room)
	http.SetCookie(w, &http.Cookie{Name: roomCookie + string(k.Code()), Value: string(k), Path: h.Base.CookiePath(), MaxAge: int(Lifetime / time.Second),
		HttpOnly: true, Secure: h.Encrypted(r), SameSite: http.SameSiteStrictMode})
	w.Header().Set("Location", h.Link("/present/"+string(k.Code())))
	w.WriteHeader(http.StatusSeeOther)
	return nil
}

// QR answers GET /api/v1/rooms/{room}/qr.svg: the address for followers, for joining with a phone.
func (h *Handlers) QR(w http.ResponseWriter, r *http.Request) error {
	return h.withCode(r, func(room *room) error {
		picture, err := entry.QRPicture(h.WholeAddress(r, "/c/"+string(room.code)), "The address for joining, as a QR code")
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "image/svg+xml")
		w.Write(picture)
		return nil
	})
}
