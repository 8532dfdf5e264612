package figures

import (
	"fmt"
	"net/http"
	"slices"

	"espalier/search/engine"
	"espalier/trees/figures"
	"espalier/web/export"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// serveFigure answers GET /figures/{id} with the page of the figure's run, at the
// step in the query.
func (h Handlers) serveFigure(w http.ResponseWriter, r *http.Request, id string) error {
	f, ok := figures.Find(id)
	if !ok {
		return &problem.Error{Status: http.StatusNotFound, Message: fmt.Sprintf("There is no figure %q. The first page lists all figures.", id)}
	}
	o := run.OnFigure(f)
	if err := run.FigureAllowed(r.Context(), f); err != nil { // its story would answer an open question
		return err
	}
	if o.Tree == nil {
		h.Render(w, r, http.StatusOK, plainFigure(f, h.neighboursOf(f), r.URL.Query()))
		return nil
	}
	played := o.Played()
	v := play.View{Spec: o.Default()}
	q := r.URL.Query()
	if q.Has("algorithm") {
		v.Options = engine.Options{} // the form of the page sends every option that is on
	}
	asked := takeParameters(f, q)
	sliders, err := play.TakeSliders(played, q)
	if err == nil {
		extra := slices.Clone(calculatorParameters[f.Calculator])
		for i := range played.Free {
			extra = append(extra, play.SliderKey(&played.Free[i]))
		}
		v, err = play.ParseView(o, q, v, extra...)
	}
	if err == nil {
		_, err = o.Resolve(v.Spec)
	}
	notice := ""
	if err != nil {
		notice = "The address has an error. " + err.Error()
		v = play.View{Spec: o.Default()}
	}
	p := play.NewPage(r.Context(), play.PlaceOf(o.Source), o, v)
	if notice != "" {
		p.Notice = notice
	}
	if p.Request != "" {
		p.Show = showOf(o, v.Spec)
	}
	p.Sliders = sliders
	p.Title = words.MaxN(f.Title)
	p.Sub = f.Paper.Short + ", " + f.Figure + " · " + p.Sub
	p.Legend = play.FigureLegend(o.Tree)
	p.Header = append(p.Header, play.EditCopyLink(play.EditCopyAddress(o, &v), false))
	p.FailureSearch, p.Practice = play.CounterexampleAddress(o, &v), play.PracticeAddress(o, &v)
	export.AddShare(p, o, v)
	p.Story = play.StoryOf(r.Context(), f, played, v, p.Step)
	p.BesideTree = figurePanels(f, played, v.Algorithm, p, asked)
	p.StoryTitle = "The story of " + f.Figure
	p.Notes = play.NotesOf(f, played)
	p.Aside = append(p.Aside, neighboursView(h.neighboursOf(f)))
	p.Styles = append(p.Styles, "figures/neighbours")
	if f.Table != nil || f.Calculator != "" {
		p.Styles = append(p.Styles, "figures/tables")
	}
	p.HideAnswers(f.Figure)
	h.Render(w, r, http.StatusOK, play.PageView(p))
	return nil
}

// showOf returns what a room shows of a figure: the figure whose tree is played, without what
// runs on it.
func showOf(o *run.Opened, spec run.Spec) string {
	spec.Source = run.Figure{ID: o.Played().ID}
	r, err := o.Resolve(spec)
	if err != nil {
		return ""
	}
	return r.SourceBody()
}
