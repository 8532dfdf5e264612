package export

import (
	"net/http"
	"slices"

	"espalier/web/app"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
)

// AsFrame is the form of an error in a frame of another site.
func AsFrame(s *app.Core, w http.ResponseWriter, r *http.Request, p problem.Problem, _ error) {
	s.Render(w, r, p.Status, embedRefusal(p.Detail))
}

// A framePage shows one run in a frame of another site: the picture, the
// playback and the sentence.
type framePage struct {
	*play.Page
	Theme     string // empty: the system's
	Full      string // address of the page of the run
	Algorithm string // the algorithm in words
}

// ServeEmbed answers GET /embed?figure=…: the source and the view of a run, and
// a theme.
func (h Handlers) ServeEmbed(w http.ResponseWriter, r *http.Request) error {
	detached, own, err := h.readDetached(r, "theme")
	if err != nil {
		return err
	}
	theme, err := play.CheckTheme(own.Get("theme"))
	if err != nil {
		return err
	}
	var looks []run.Parameter
	if theme != "" {
		looks = []run.Parameter{{Name: "theme", Value: theme}}
	}
	p := &play.Page{Frame: play.Frame{Path: "/embed", Title: detached.Of.Title(), PlaybackOnly: true, Redraws: true, Params: slices.Concat(detached.source(), looks)}}
	p.Run(r.Context(), detached.Resolved, detached.view)
	// Without scripts the form selects a step, so it has all parameters of the run.
	p.Params = append(detached.parameters(), looks...)
	h.Render(w, r, http.StatusOK, embedView(&framePage{p, theme, detached.address(), detached.words()}))
	return nil
}
