package web

import (
	"net/http"
	"slices"
)

// refuseEmbed answers a frame whose address is wrong.
func (h exportHandlers) refuseEmbed(w http.ResponseWriter, r *http.Request, err error) {
	status, message := pictureError(err)
	h.render(w, r, status, embedRefusal(message))
}

// An embedded is the player of one run for a frame of another page: the
// picture, the player's bar, and the sentence.
type embedded struct {
	*runPage
	Theme string // empty: as the system says
	Full  string // where the whole page is
	Runs  string // the algorithm in words
}

// serveEmbed answers GET /embed?figure=…: the source and the view of a run, and
// theme.
func (h exportHandlers) serveEmbed(w http.ResponseWriter, r *http.Request) {
	run, own, err := h.readTaken(r, "theme")
	theme := ""
	if err == nil {
		theme, err = themeOf(own.Get("theme"))
	}
	if err != nil {
		h.refuseEmbed(w, r, err)
		return
	}
	var looks []parameter
	if theme != "" {
		looks = []parameter{{"theme", theme}}
	}
	p := &runPage{Path: "/embed", Title: run.Title, Alone: true, Keep: slices.Concat(run.Params, looks)}
	p.play(r.Context(), run.with, run.view)
	// Without a script the form goes from step to step, and there is nothing
	// else to say what runs.
	p.Keep = append(run.parameters(), looks...)
	h.render(w, r, http.StatusOK, embedView(&embedded{p, theme, run.address(run.Path), run.words()}))
}
