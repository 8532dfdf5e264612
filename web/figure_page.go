package web

import (
	"context"
	"fmt"
	"maps"
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

// firstRun is the run that a figure's page begins with: a listing's is that of
// its story, which runs it as printed.
func firstRun(f, played *trees.Figure) view {
	v := figureRun(played)
	if f != played && len(f.Code) > 0 && len(f.Story) > 0 && f.Story[0].On == played {
		v = figureRun(&trees.Figure{Run: f.Story[0].Run})
	}
	if v.Algorithm == nil {
		v.Algorithm = plainOf(played.Tree)
	}
	return v
}

// figureLegend and ownLegend explain the marks that the picture of a tree has:
// whose value a ring marks depends on whose tree it is.
func figureLegend(t *trees.Tree) string {
	return legendOf(t, "A value with a ring is ours: the text that the figure comes with does not give it.")
}

func ownLegend(t *trees.Tree) string {
	return legendOf(t, "A value with a ring was chosen by whoever made the tree: no paper gives it.")
}

func legendOf(t *trees.Tree, ring string) string {
	for n := range t.Len() {
		if t.Chosen(n) {
			return ring
		}
	}
	return ""
}

// sameRun tells whether two views run one algorithm on one tree: a value that
// is given may be the one that the tree has anyway.
func sameRun(t *trees.Tree, a, b view) bool {
	var runs [2]string
	for i, v := range []view{a, b} {
		v.Values = maps.Clone(v.Values)
		maps.DeleteFunc(v.Values, func(n int, given trees.Vector) bool {
			own, known := t.Value(n)
			return known && own == given
		})
		q := v.query(t)
		q.Del("step")
		runs[i] = q.Encode()
	}
	return runs[0] == runs[1]
}

// storyOf gives the story with links to the steps that it speaks of.
func storyOf(ctx context.Context, f, played *trees.Figure, v view, step int) []storyRow {
	moments, err := search.StoryMoments(ctx, f)
	var rows []storyRow
	for i, s := range f.Story {
		row := storyRow{Text: setPower(s.Text)}
		if err == nil && s.On != nil {
			row.Step = moments[i]
			run := figureRun(&trees.Figure{Run: s.Run})
			run.Step, run.HasStep = row.Step, true
			q := run.query(s.On.Tree)
			page := s.On
			if s.On == played {
				page = f // a listing or a decision space is played on its companion's tree
			}
			row.Href = "/figures/" + page.ID + "?" + q.Encode()
			row.SameRun = s.On == played && sameRun(played.Tree, run, v)
			row.Here = row.SameRun && row.Step == step
		}
		rows = append(rows, row)
	}
	return rows
}

func notesOf(f, played *trees.Figure) []string {
	var notes []string
	for _, n := range f.Notes {
		notes = append(notes, setPower(n))
	}
	for _, r := range f.Partial {
		if r.Node >= 0 {
			notes = append(notes, played.Tree.Name(r.Node)+": "+r.Text+".")
		}
	}
	if f.Undetermined != "" {
		notes = append(notes, "Not determined by the text: "+f.Undetermined)
	}
	return notes
}
