package tree

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/draw/plot"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

const (
	// mostSamples is the largest number of samples of the plot, if the tree is small.
	mostSamples = 1 << 16

	defaultSeeds = 20

	// mostFirst is the largest first seed.
	mostFirst = engine.MaxSeed - compare.MaxConvergeSeeds
)

// sampleExamples has the tree that the page shows first.
var sampleExamples = []example{{Name: "Korf’s Fig. 6", Text: compare.SamplesTree}}

// A samplesPage is the content of the page. All of it is in the address.
type samplesPage struct {
	*beside
	Name       string // of the tree
	Algorithms []app.Choice
	Chosen     string // of them
	First      int    // the first seed
	Seeds      int
	Picture    templ.Component
	Player     int
	Reference  string
	Exact      string
	Best       string
	Less       bool
	Rows       []sampleRow
	Refused    string
}

type sampleRow struct{ Samples, Mean, Half, Share, Low, High string }

// ServeSamples answers GET /samples?text=…&algorithm=…&seeds=…&first=…
func (h Handlers) ServeSamples(w http.ResponseWriter, r *http.Request) error {
	b, err := h.open(r, sampleExamples)
	if err != nil {
		return err
	}
	p := &samplesPage{beside: b, Name: b.Title()}
	if e := b.Examples[0]; e.Here {
		p.Name = e.Name
	}
	algorithm, err := p.read(b.Rest)
	if err != nil {
		return err
	}
	if err := p.Opened.Allowed(r.Context(), algorithm); err != nil {
		return err
	}
	c, err := compare.Converge(r.Context(), algorithm, p.Tree, p.First, p.Seeds, mostSamples)
	switch {
	case r.Context().Err() != nil:
		return err
	case err != nil:
		p.Refused = problem.Message(err)
	default:
		if err := p.Opened.Allowed(r.Context(), c.Reference()); err != nil { // the page states its value
			return err
		}
		p.fill(c)
	}
	h.Render(w, r, http.StatusOK, samplesView(p))
	return nil
}

// samplers returns the searches by samples whose choice can be compared with that of a search of every node.
func samplers() (list []*engine.Algorithm) {
	for _, a := range algorithms.All() {
		if a.Estimate && !a.Infosets {
			list = append(list, a)
		}
	}
	return list
}

// read reads what is left of the query.
func (p *samplesPage) read(q url.Values) (*engine.Algorithm, error) {
	p.First, p.Seeds = 1, defaultSeeds
	list := samplers()
	chosen := list[0]
	for name := range q {
		text := q.Get(name)
		switch name {
		case "seeds":
			n, err := problem.ReadWholeQuery(name, text, 2, compare.MaxConvergeSeeds)
			if err != nil {
				return nil, err
			}
			p.Seeds = n
		case "first":
			n, err := problem.ReadWholeQuery(name, text, 1, mostFirst)
			if err != nil {
				return nil, err
			}
			p.First = n
		case "algorithm":
			a, found := algorithms.Find(text)
			if !found || !slices.Contains(list, a) {
				return nil, &problem.QueryError{Name: name, Message: "a search by samples is right: " + words.AnyOf(ids(list))}
			}
			chosen = a
		default:
			return nil, run.UnknownParameter(name, "algorithm", "seeds", "first")
		}
	}
	p.Chosen = chosen.ID
	for _, a := range list {
		p.Algorithms = append(p.Algorithms, app.Choice{Value: a.ID, Text: words.MaxN(a.Name)})
	}
	return chosen, nil
}

func (p *samplesPage) fill(c *compare.Convergence) {
	p.Player, p.Less = c.Player, c.Less
	p.Reference = words.MaxN(engine.SpokenName(c.Reference()))
	p.Exact = number(c.Exact)
	var names []string
	for _, n := range c.Best {
		names = append(names, p.Tree.Name(int(n)))
	}
	p.Best = words.AnyOf(names)
	p.Picture = draw.Component(plot.Convergence(c, &draw.Themes[0]))
	for i := range c.Points {
		at := &c.Points[i]
		low, share, high := at.SameShare()
		p.Rows = append(p.Rows, sampleRow{words.Grouped(at.Samples), number(at.Mean), number(at.Half), percent(share), percent(low), percent(high)})
	}
}

// by names the move of the reference; "" at a leaf.
func (p *samplesPage) by() string {
	if p.Best == "" {
		return ""
	}
	return " by the move to " + p.Best
}

func number(x float64) string  { return strconv.FormatFloat(x, 'f', 2, 64) }
func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 0, 64) }
