package figures

import (
	"sync"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees/exercises"
	"espalier/trees/figures"
	"espalier/web/app"
	"espalier/web/run"
	"espalier/web/words"
)

// Sources lists what a scene of a lesson or a room can show: the figures of each paper, and the exercises. The values are
// shows.
func (h Handlers) Sources() []app.ChoiceGroup { return sources() }

// sources are computed once: the figures are part of the program.
var sources = sync.OnceValue(func() (groups []app.ChoiceGroup) {
	for _, paper := range figures.Papers() {
		g := app.ChoiceGroup{Title: paper.Short}
		for _, f := range paper.Figures {
			if f.Tree != nil {
				if of, err := run.OnFigure(f).Resolve(run.FirstSpec(f, f)); err == nil {
					g.List = append(g.List, app.Choice{Value: of.Body(), Text: f.Figure + ": " + words.MaxN(f.Title)})
				}
			}
		}
		if len(g.List) > 0 {
			groups = append(groups, g)
		}
	}
	g := app.ChoiceGroup{Title: "Exercises of textbooks and courses"}
	for _, e := range exercises.All() {
		if a, ok := algorithms.Find(e.Algorithm); ok {
			t := *e.Tree
			t.Title = e.Title
			of := run.OnTree(&t).With(engine.AlgorithmConfig{Algorithm: a, Options: engine.Options{Strict: e.Strict}})
			g.List = append(g.List, app.Choice{Value: of.Body(), Text: e.Source + ": " + words.MaxN(e.Title)})
		}
	}
	return append(groups, g)
})
