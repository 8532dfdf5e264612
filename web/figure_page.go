package web

import (
	"fmt"
	"net/http"
	"slices"

	"espalier/search"
	"espalier/trees"
)

// serveFigure answers GET /figures/{id}: the figure's tree with the player, at
// the step that the query names.
func (h figuresHandlers) serveFigure(w http.ResponseWriter, r *http.Request, id string) {
	f, ok := trees.FindFigure(id)
	if !ok {
		h.failPage(w, r, http.StatusNotFound, fmt.Sprintf("There is no figure %q. The figures are all on the first page.", id))
		return
	}
	played := f
	if f.Tree == nil && f.Companion != nil {
		played = f.Companion
	}
	if played.Tree == nil {
		h.render(w, r, http.StatusOK, plainFigure(f, r.URL.Query()))
		return
	}
	v := firstRun(f, played)
	q := r.URL.Query()
	if q.Has("algorithm") {
		v.Options = search.Options{} // the page's form names every option that is on
	}
	asked := takeQuestions(f, q)
	sliders, err := takeSliders(played, q)
	if err == nil {
		besides := slices.Clone(questionsOf(f))
		for i := range played.Free {
			besides = append(besides, sliderKey(&played.Free[i]))
		}
		v, err = parseView(played.Tree, q, v, besides...)
	}
	if err == nil {
		_, err = played.Tree.WithValues(v.Values)
	}
	notice := ""
	if err != nil {
		notice = "What the address says is not understood. " + err.Error()
		v = firstRun(f, played)
	}
	p := newRunPage(r.Context(), "/figures/"+f.ID, played.Tree, v)
	if notice != "" {
		p.Notice = notice
	}
	p.Sliders = sliders
	p.Title = setPower(f.Title)
	p.Sub = f.Paper.Short + ", " + f.Figure + " · " + p.Sub
	p.Legend = figureLegend(played.Tree)
	p.Copy = editCopy(played.Tree, v, parameter{"figure", f.ID})
	p.Doubt = counterLink(played.Tree, v, parameter{"figure", f.ID})
	addShare(p, played.Tree, v, p.Path, parameter{"figure", f.ID})
	p.Story = storyOf(r.Context(), f, played, v, p.Step)
	p.Besides = besides(f, played, v.Algorithm, p, asked)
	p.StoryTitle = "The story of " + f.Figure
	p.StoryOpen = true
	p.Notes = notesOf(f, played)
	p.askFirst(f.Figure)
	h.render(w, r, http.StatusOK, figureView(p))
}
