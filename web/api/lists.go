package api

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/go-chi/chi/v5"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
)

// What the server has: its algorithms and figures. Neither changes while it
// runs, so both are written once.

type algorithmJSON struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Paper     string     `json:"paper"`
	Section   string     `json:"section"`
	Needs     string     `json:"needs"`
	Guarantee string     `json:"guarantee"`
	Options   []string   `json:"options"`
	Sound     bool       `json:"sound"`
	Code      []codeJSON `json:"code"`
	// AsPrinted is the procedure that the option as_printed runs, if there is one.
	AsPrinted *printedJSON `json:"as_printed,omitempty"`
}

type printedJSON struct {
	Source string     `json:"source"`
	Code   []codeJSON `json:"code"`
}

type codeJSON struct {
	Text string   `json:"text"`
	On   []string `json:"on"`
}

func codeOf(lines []engine.CodeLine) []codeJSON {
	code := []codeJSON{}
	for _, l := range lines {
		code = append(code, codeJSON{l.Text, append([]string{}, l.On...)})
	}
	return code
}

var algorithmList = sync.OnceValue(func() []byte {
	list := []algorithmJSON{}
	for i := range algorithms.All() {
		a := algorithms.All()[i]
		entry := algorithmJSON{a.ID, a.Name, a.Paper, a.Section, a.Needs, a.Guarantee, a.OptionNames(), a.Sound, codeOf(a.WholeCode()), nil}
		if p := a.Printed; p != nil {
			entry.AsPrinted = &printedJSON{p.Source, codeOf(p.Code())}
		}
		list = append(list, entry)
	}
	return marshal(map[string]any{"algorithms": list})
})

func (h *Handlers) Algorithms(w http.ResponseWriter, r *http.Request) {
	app.WriteJSON(w, algorithmList())
}

var ruleList = sync.OnceValue(func() []byte { return marshal(map[string]any{"rules": trace.RuleList()}) })

// Rules lists the rules of pruning.
func (h *Handlers) Rules(w http.ResponseWriter, r *http.Request) {
	app.WriteJSON(w, ruleList())
}

type figureJSON struct {
	ID           string                `json:"id"`
	Paper        string                `json:"paper"`
	Citation     string                `json:"citation"`
	Figure       string                `json:"figure"`
	Title        string                `json:"title"`
	Kind         string                `json:"kind"`
	Caption      string                `json:"caption"`
	Illustrates  string                `json:"illustrates"`
	Tree         json.RawMessage       `json:"tree"`      // null: the figure has none
	Companion    string                `json:"companion"` // the figure whose tree shows this one; empty: none
	Algorithm    string                `json:"algorithm"`
	Options      figures.FigureOptions `json:"options"`
	Values       valuesJSON            `json:"values"`
	Story        []storyJSON           `json:"story"`
	Notes        []string              `json:"notes"`
	Undetermined string                `json:"undetermined"`
}

type storyJSON struct {
	Figure    string                `json:"figure"` // whose tree the run is on; empty: there is no run
	Algorithm string                `json:"algorithm"`
	Options   figures.FigureOptions `json:"options"`
	Values    valuesJSON            `json:"values"`
	Step      *int                  `json:"step"` // null: there is no run
	Text      string                `json:"text"`
}

// valuesJSON is the values of leaves by node number, as a request takes them.
type valuesJSON map[string]json.RawMessage

func valuesOf(t *trees.Tree, values map[int]trees.Vector) valuesJSON {
	v := valuesJSON{}
	for n, value := range values {
		v[strconv.Itoa(n)] = t.AppendValueJSON(nil, &value)
	}
	return v
}

func newFigureJSON(ctx context.Context, f *figures.Figure) figureJSON {
	j := figureJSON{
		ID: f.ID, Paper: f.Paper.Short, Citation: f.Paper.Citation, Figure: f.Figure, Title: f.Title, Kind: f.Kind,
		Caption: f.Caption, Illustrates: f.Illustrates, Algorithm: f.Algorithm, Options: f.Options, Values: valuesOf(f.Tree, f.Values),
		Story: []storyJSON{}, Notes: append([]string{}, f.Notes...), Undetermined: f.Undetermined,
	}
	if f.Tree != nil {
		j.Tree = f.Tree.AppendJSON(nil)
	}
	if f.Companion != nil {
		j.Companion = f.Companion.ID
	}
	// A moment that is not found is a fault of our data, which a test shows;
	// the texts are of use without it.
	moments, _ := papers.StorySteps(ctx, f)
	for i := range f.Story {
		step := newStoryJSON(f, &f.Story[i])
		if f.Story[i].On != nil && moments != nil {
			step.Step = &moments[i]
		}
		j.Story = append(j.Story, step)
	}
	return j
}

func newStoryJSON(f *figures.Figure, s *figures.StoryStep) storyJSON {
	if s.On == nil {
		return storyJSON{Values: valuesJSON{}, Text: s.Text}
	}
	return storyJSON{Figure: s.On.ID, Algorithm: s.Algorithm, Options: s.Options, Values: valuesOf(s.On.Tree, storyValues(f, s)), Text: s.Text}
}

// storyValues adds the leaves of a variant whose tree differs from the
// figure's in them alone: with these values the figure's own tree gives the
// same run, so that the step is right for a reader of either tree.
func storyValues(f *figures.Figure, s *figures.StoryStep) map[int]trees.Vector {
	t := s.On.Tree
	if f.Tree == nil || t == f.Tree || !sameShape(f.Tree, t) {
		return s.Values
	}
	values := map[int]trees.Vector{}
	for n := range t.Len() {
		if v, known := t.Value(n); known && t.IsLeaf(n) {
			values[n] = v
		}
	}
	maps.Copy(values, s.Values)
	return values
}

// sameShape reports whether two trees have the same players, nodes and movers.
func sameShape(a, b *trees.Tree) bool {
	if a.Kind != b.Kind || a.Players != b.Players || a.Len() != b.Len() {
		return false
	}
	for n := range a.Len() {
		if a.Parent(n) != b.Parent(n) || !a.IsLeaf(n) && a.Mover(n) != b.Mover(n) {
			return false
		}
	}
	return true
}

var figureList fair.Once[string, []figureJSON]

func newFigureList(ctx context.Context) ([]figureJSON, error) {
	list := []figureJSON{}
	for _, f := range figures.All() {
		list = append(list, newFigureJSON(ctx, f))
	}
	return list, ctx.Err() // what an ended request has made is not kept
}

// Figures lists the figures. A figure about whose runs whoever asks has an open question has no story.
func (h *Handlers) Figures(w http.ResponseWriter, r *http.Request) error {
	list, err := figureList.Get(run.Unguarded(r.Context()), "", newFigureList) // it is for others, too
	if err != nil {
		return err
	}
	if run.GuardOf(r.Context()) != nil {
		list = slices.Clone(list)
		for i, f := range figures.All() {
			if run.FigureAllowed(r.Context(), f) != nil {
				list[i].Story = []storyJSON{}
			}
		}
	}
	app.WriteJSON(w, marshal(map[string]any{"figures": list}))
	return nil
}

func (h *Handlers) Figure(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "id")
	f, ok := figures.Find(id)
	if !ok {
		return &problem.Error{Status: http.StatusNotFound, Path: r.URL.Path, Message: "there is no figure " + strconv.Quote(id) + "; " + h.Link("/api/v1/figures") + " lists them"}
	}
	if err := run.FigureAllowed(r.Context(), f); err != nil {
		return err
	}
	app.WriteJSON(w, marshal(newFigureJSON(r.Context(), f)))
	return nil
}

func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // the values are ours
	}
	return append(b, '\n')
}
