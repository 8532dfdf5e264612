package classroom

import (
	"context"
	"errors"

	"espalier/web/classroom/entry"
	"espalier/web/desk/thing"
)

// OnDesk is what a desk needs of rooms. The title is that of the page on which the room was opened, which the desk has.
func (h *Handlers) OnDesk() thing.Kind {
	return thing.Kind{Name: "room", Section: "Rooms",
		First: thing.First{Before: "In a room, students see what you show and answer your questions. They join with its code, without an account. Press Open a room, or Teach on the page of a run, such as ", Link: "Korf 1991, Figure 6", Path: "/figures/k1991-fig6?algorithm=deep&step=11", After: "."},
		ID: func(text string) (string, bool) {
			k, ok := entry.ReadKey(text)
			if !ok {
				return "", false
			}
			return string(k.Code()), true
		},
		About: func(ctx context.Context, text string) (*thing.About, error) {
			k := entry.Key(text)
			room, err := h.enterWithKey(ctx, k) // a wrong key and a wrong code have the same answer, so no code can be guessed here
			results := thing.Link{Rel: "results", Label: "Answers (CSV)", Path: "/api/v1/rooms/" + text + "/answers.csv?for=long"}
			if errors.Is(err, errNoRoom) {
				p, err := h.past(ctx, k)
				if err != nil {
					return nil, err
				}
				return &thing.About{Closed: true, Students: &p.Students, Links: []thing.Link{results}}, nil
			}
			if err != nil {
				return nil, err
			}
			defer h.leave(room)
			students := room.followersNow()
			return &thing.About{Students: &students, Links: []thing.Link{
				{Rel: "present", Label: "Present", Path: "/present/" + text},
				{Rel: "join", Label: "Page for students", Path: "/c/" + string(k.Code())},
				results,
			}}, nil
		}}
}

// followersNow returns how many followers are here, at all servers.
func (r *room) followersNow() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	here := len(r.followers)
	for _, p := range r.elsewhere {
		here += p.Followers
	}
	return here
}
