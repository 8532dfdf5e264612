package export

import (
	"net/http"
	"slices"

	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/run"
)

// RefuseEmbed answers a frame whose address is wrong.
func (h Handlers) RefuseEmbed(w http.ResponseWriter, r *http.Request, err error) {
	status, message := problem.StatusAndDetail(err)
	h.Render(w, r, status, embedRefusal(message))
}

// A framePage is the player of one run for a frame of another page: the
// picture, the player's bar, and the sentence.
type framePage struct {
	*run.Page
	Theme string // empty: as the system is set
	Full  string // where the whole page is
	Runs  string // the algorithm in words
}

// ServeEmbed answers GET /embed?figure=…: the source and the view of a run, and
// theme.
func (h Handlers) ServeEmbed(w http.ResponseWriter, r *http.Request) {
	detached, own, err := h.readDetached(r, "theme")
	theme := ""
	if err == nil {
		theme, err = request.CheckTheme(own.Get("theme"))
	}
	if err != nil {
		h.RefuseEmbed(w, r, err)
		return
	}
	var looks []request.Parameter
	if theme != "" {
		looks = []request.Parameter{{Name: "theme", Value: theme}}
	}
	p := &run.Page{Path: "/embed", Title: detached.Title, Alone: true, Keep: slices.Concat(detached.Params, looks)}
	p.Run(r.Context(), detached.with, detached.view)
	// Without a script the form goes from step to step, and there is nothing
	// else to say what runs.
	p.Keep = append(detached.parameters(), looks...)
	h.Render(w, r, http.StatusOK, embedView(&framePage{p, theme, detached.address(detached.Path), detached.words()}))
}
