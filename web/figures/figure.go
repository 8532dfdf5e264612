package figures

import (
	"fmt"
	"net/http"
	"slices"

	"espalier/search"
	"espalier/trees/figures"
	"espalier/web/export"
	"espalier/web/play"
	"espalier/web/request"
	"espalier/web/words"
)

// serveFigure answers GET /figures/{id} with the page of the figure's run, at the
// step in the query.
func (h Handlers) serveFigure(w http.ResponseWriter, r *http.Request, id string) {
	f, ok := figures.Find(id)
	if !ok {
		h.FailPage(w, r, http.StatusNotFound, fmt.Sprintf("There is no figure %q. The figures are all on the first page.", id))
		return
	}
	played := f
	if f.Tree == nil && f.Companion != nil {
		played = f.Companion
	}
	if played.Tree == nil {
		h.Render(w, r, http.StatusOK, plainFigure(f, h.neighboursOf(f), r.URL.Query()))
		return
	}
	v := request.FirstView(f, played)
	q := r.URL.Query()
	if q.Has("algorithm") {
		v.Options = search.Options{} // the form of the page sends every option that is on
	}
	asked := takeParameters(f, q)
	sliders, err := play.TakeSliders(played, q)
	if err == nil {
		extra := slices.Clone(calculatorParameters[f.Calculator])
		for i := range played.Free {
			extra = append(extra, play.SliderKey(&played.Free[i]))
		}
		v, err = request.ParseView(played.Tree, q, v, extra...)
	}
	if err == nil {
		_, err = played.Tree.WithValues(v.Values)
	}
	notice := ""
	if err != nil {
		notice = "What the address says is not understood. " + err.Error()
		v = request.FirstView(f, played)
	}
	p := play.NewPage(r.Context(), "/figures/"+f.ID, played.Tree, v)
	if notice != "" {
		p.Notice = notice
	}
	if p.Request != "" {
		p.Show = request.FigureShow(played.ID, played.Tree, v)
	}
	p.Sliders = sliders
	p.Title = words.MaxN(f.Title)
	p.Sub = f.Paper.Short + ", " + f.Figure + " · " + p.Sub
	p.Legend = play.FigureLegend(played.Tree)
	p.Header = append(p.Header, play.EditCopyLink(request.EditCopyAddress(played.Tree, v, request.Parameter{Name: "figure", Value: f.ID}), false))
	p.FailureSearch = request.CounterexampleAddress(played.Tree, v, request.Parameter{Name: "figure", Value: f.ID})
	export.AddShare(p, played.Tree, v, p.Path, request.Parameter{Name: "figure", Value: f.ID})
	p.Story = play.StoryOf(r.Context(), f, played, v, p.Step)
	p.BesideTree = figurePanels(f, played, v.Algorithm, p, asked)
	p.StoryTitle = "The story of " + f.Figure
	p.Notes = play.NotesOf(f, played)
	p.Aside = append(p.Aside, neighboursView(h.neighboursOf(f)))
	p.Styles = append(p.Styles, "figures/neighbours")
	p.HideAnswers(f.Figure)
	h.Render(w, r, http.StatusOK, play.PageView(p))
}
