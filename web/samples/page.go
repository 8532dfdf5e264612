package samples

import (
	"fmt"
	"net/http"
	"net/url"
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

// Handlers serve the page.
type Handlers struct{ *app.Core }

const (
	// mostSamples is the largest number of samples of the plot, if the tree is small.
	mostSamples = 1 << 16

	defaultSeeds = 20
)

// A page is the content of the page. All of it is in the address.
type page struct {
	*run.Beside
	Name       string // of the tree
	Algorithms []choice
	Seeds      int
	Picture    templ.Component
	Player     int
	Reference  string
	Exact      string
	Best       string
	Less       bool
	Rows       []row
	Refused    string
}

type choice struct {
	ID, Name string
	Here     bool
}

type row struct{ Samples, Mean, Half, Share, Low, High string }

// ServePage answers GET /samples?text=…&algorithm=…&seeds=…
func (h Handlers) ServePage(w http.ResponseWriter, r *http.Request) error {
	b, err := run.OpenBeside(r.Context(), h.Saved(), r.URL.Query(), compare.SamplesTree)
	if err != nil {
		return err
	}
	p := &page{Beside: b, Name: b.Title()}
	if b.Shows(compare.SamplesTree) {
		p.Name = "Korf’s Fig. 6"
	}
	algorithm, err := p.read(b.Rest)
	if err != nil {
		return err
	}
	if err := p.Opened.Allowed(r.Context(), algorithm); err != nil {
		return err
	}
	c, err := compare.Converge(r.Context(), algorithm, p.Tree, p.Seeds, mostSamples)
	switch {
	case r.Context().Err() != nil:
		return err
	case err != nil:
		p.Refused = problem.Of(err).Errors[0].Message
	default:
		if err := p.Opened.Allowed(r.Context(), c.Reference()); err != nil { // the page states its value
			return err
		}
		p.fill(c)
	}
	h.Render(w, r, http.StatusOK, view(p))
	return nil
}

// samplers returns the searches by samples.
func samplers() (list []*engine.Algorithm) {
	for _, a := range algorithms.All() {
		if a.Estimate {
			list = append(list, a)
		}
	}
	return list
}

// read reads what is left of the query.
func (p *page) read(q url.Values) (*engine.Algorithm, error) {
	p.Seeds = defaultSeeds
	list := samplers()
	chosen := list[0]
	for name := range q {
		text := q.Get(name)
		switch name {
		case "seeds":
			n, err := strconv.Atoi(text)
			if err != nil || n < 2 || n > compare.MaxConvergeSeeds {
				return nil, &problem.QueryError{Name: name, Message: fmt.Sprintf("%.40q is not a whole number from 2 to %d", text, compare.MaxConvergeSeeds)}
			}
			p.Seeds = n
		case "algorithm":
			a, found := algorithms.Find(text)
			if !found || !a.Estimate {
				var ids []string
				for _, a := range list {
					ids = append(ids, a.ID)
				}
				return nil, &problem.QueryError{Name: name, Message: "a search by samples is right: " + words.AnyOf(ids)}
			}
			chosen = a
		default:
			return nil, run.UnknownParameter(name, "algorithm", "seeds")
		}
	}
	for _, a := range list {
		p.Algorithms = append(p.Algorithms, choice{a.ID, words.MaxN(a.Name), a == chosen})
	}
	return chosen, nil
}

func (p *page) fill(c *compare.Convergence) {
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
		p.Rows = append(p.Rows, row{words.Grouped(at.Samples), number(at.Mean), number(at.Half), percent(share), percent(low), percent(high)})
	}
}

// by names the move of the reference; "" at a leaf.
func (p *page) by() string {
	if p.Best == "" {
		return ""
	}
	return " by the move to " + p.Best
}

func number(x float64) string  { return strconv.FormatFloat(x, 'f', 2, 64) }
func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 0, 64) }
