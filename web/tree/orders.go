package tree

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// pictured are the orders that have a picture. Of the others the table has the counts.
var pictured = []engine.VisitOrder{engine.GivenOrder, engine.BestOrder, engine.WorstOrder, engine.LearntOrder}

// orderExamples are trees on which the order matters.
var orderExamples = []example{
	{Name: "Two players", Algorithm: "alphabeta", Text: `kind minimax a: max[ b: min{static 2}[ <x> f: 3 <y> g: 7 <z> h: 6 ] c: min{static 6}[ <x> i: 8 <y> j: 5 <z> k: 9 ] d: min{static 3}[ <x> l: 6 <y> m: 2 <z> n: 1 ] e: min{static 4}[ <x> o: 7 <y> p: 4 <z> q: 8 ] ]`,
		Says: "In best order alpha-beta visits c first, and one leaf is enough below each other child. The learnt order has seen at d that y makes a cut, so at e it tries y first."},
	{Name: "Three players", Algorithm: "shallow", Text: `players 3 maxsum 10 1[ 2[ 3[ (9,0,1) (5,4,1) ] 3[ (3,5,2) (5,1,4) ] 3[ (5,1,4) (3,2,5) ] ] 2[ 3[ (3,1,6) (9,0,1) ] 3[ (7,3,0) (4,5,1) ] 3[ (8,2,0) (1,7,2) ] ] 2[ 3[ (5,5,0) (7,2,1) ] 3[ (1,9,0) (8,2,0) ] 3[ (7,1,2) (2,2,6) ] ] ]`,
		Says: "Shallow pruning cuts where the bounds of two players in turn fill the sum. With the best moves first, such bounds are there early: eight of eighteen leaves are cut."},
	{Name: "Against a coalition", Algorithm: "paranoid", Text: `players 3 maxsum 12 a: 1[ b: 2[ e: 3[ h: (3,5,4) i: (6,2,4) ] f: 3[ j: (2,6,4) k: (4,4,4) ] ] c: 2[ l: 3[ m: (5,4,3) n: (7,1,4) ] o: 3[ p: (6,3,3) q: (8,2,2) ] ] ]`,
		Says: "Paranoid search is alpha-beta with two sides. Worst first, it visits nearly all leaves."},
}

// An ordersPage is the content of the page. All of it is in the address.
type ordersPage struct {
	*beside
	Algorithms []app.Choice
	Chosen     string // of them
	Name       string // of the algorithm
	Lanes      []lane
	TooLarge   bool // for pictures
	Rows       []orderRow
	Nodes      int
	Refused    []Refusal
	Least      string // the fewest leaves of any order; "": they are not known
	Wrong      string // why no search is shown
}

// A lane is an order with its picture.
type lane struct {
	Title, Href, Says, Label string
	Picture                  templ.Component
}

type orderRow struct {
	Title, Href                  string
	Nodes, Leaves, Cuts, Skipped string
	Value                        string
	Least                        bool // it has no more leaves than any order must have
}

// ServeOrders answers GET /orders?text=…&algorithm=…: without a tree the first example.
func (h Handlers) ServeOrders(w http.ResponseWriter, r *http.Request) error {
	b, err := h.open(r, orderExamples)
	if err != nil {
		return err
	}
	p := &ordersPage{beside: b, Nodes: b.Tree.Len()}
	config, err := p.read(b.Rest)
	if err != nil {
		return err
	}
	if p.Wrong == "" {
		if err := p.show(r.Context(), b.Tree, config); err != nil {
			return err
		}
	}
	h.Render(w, r, http.StatusOK, ordersView(p))
	return nil
}

// read reads what is left of the query, and lists the algorithms.
func (p *ordersPage) read(q url.Values) (config engine.AlgorithmConfig, err error) {
	for name := range q {
		if name != "algorithm" {
			return config, run.UnknownParameter(name, "algorithm")
		}
	}
	list := compare.Ordered(p.Tree)
	if text := q.Get("algorithm"); text != "" {
		if config, err = run.ReadConfig("algorithm", text, 0); err != nil {
			return config, err
		}
		if !slices.Contains(config.Algorithm.Options, "order") {
			return config, &problem.QueryError{Name: "algorithm", Message: config.Algorithm.ID + " has one order; one with several is right: " + words.AnyOf(ids(compare.TakeOrder()))}
		}
		config.Options.Order = int(engine.GivenOrder)
	} else if len(list) > 0 {
		config.Algorithm = list[0]
		for _, a := range list {
			if len(a.Rules(engine.Options{})) > 1 { // not only cuts at the maximum
				config.Algorithm = a
				break
			}
		}
	}
	if config.Algorithm == nil {
		p.Wrong = "No algorithm that has an order runs on this tree. " + words.AnyOf(ids(compare.TakeOrder())) + " have one."
		return config, nil
	}
	p.Name = words.MaxN(words.ConfigName(config))
	p.Chosen = config.Spec()
	for _, a := range list {
		p.Algorithms = append(p.Algorithms, app.Choice{Value: a.ID, Text: words.MaxN(words.ShortName(a))})
	}
	if config.Options != (engine.Options{}) || !slices.Contains(list, config.Algorithm) { // with options, or it does not run here
		p.Algorithms = append(p.Algorithms, app.Choice{Value: p.Chosen, Text: p.Name})
	}
	return config, nil
}

func ids(list []*engine.Algorithm) (ids []string) {
	for _, a := range list {
		ids = append(ids, a.ID)
	}
	return ids
}

// show runs the search in all orders.
func (p *ordersPage) show(ctx context.Context, t *trees.Tree, config engine.AlgorithmConfig) error {
	if err := p.Opened.With(config).Allowed(ctx); err != nil {
		return err
	}
	p.TooLarge = t.Len() > draw.MaxBeside
	drawn := func(by engine.VisitOrder) bool { return !p.TooLarge && slices.Contains(pictured, by) }
	runs, err := compare.Orders(ctx, t, config, drawn)
	if err != nil {
		return err
	}
	if runs[engine.GivenOrder].Err != nil {
		p.Wrong = problem.Message(runs[engine.GivenOrder].Err)
		return nil
	}
	least, known := compare.LeastLeaves(config, t)
	if known {
		p.Least = words.Grouped(least)
	}
	for _, by := range pictured {
		if r := &runs[by]; r.Err == nil && !p.TooLarge {
			p.Lanes = append(p.Lanes, p.lane(t, by, r))
		}
	}
	for by := range runs {
		p.count(t, engine.VisitOrder(by), &runs[by], least)
	}
	return nil
}

func (p *ordersPage) lane(t *trees.Tree, by engine.VisitOrder, r *compare.OrderRun) lane {
	marks, evaluated := map[int]string{}, 0
	for _, n := range r.Visited {
		if t.IsLeaf(int(n)) {
			evaluated++
			marks[int(n)] = strconv.Itoa(evaluated)
		}
	}
	stats := &r.Result.Stats
	says := words.Leaves(stats.Leaves) + ", " + words.Plural(cuts(r), "cut")
	return lane{
		Title: short(by), Href: p.href(run.Spec{Algorithm: r.Algorithm, Options: r.Options}), Says: says,
		Label:   "The tree " + by.Title() + ": " + says + "; the numbers below the leaves are the order in which they are evaluated",
		Picture: draw.Component(draw.SearchedPicture(t, r.Fold, marks)),
	}
}

func title(by engine.VisitOrder) string { return words.UpperFirst(by.Title()) }

func short(by engine.VisitOrder) string { return words.UpperFirst(by.String()) }

func cuts(r *compare.OrderRun) (sum int) {
	for _, n := range r.Result.Stats.Prunes {
		sum += n
	}
	return sum
}

// count adds the row of an order, or why there is none.
func (p *ordersPage) count(t *trees.Tree, by engine.VisitOrder, r *compare.OrderRun, least int) {
	if r.Err != nil {
		p.Refused = append(p.Refused, Refusal{title(by), problem.Message(r.Err) + "."})
		return
	}
	stats := &r.Result.Stats
	p.Rows = append(p.Rows, orderRow{
		Title: title(by), Href: p.href(run.Spec{Algorithm: r.Algorithm, Options: r.Options}),
		Nodes: words.Grouped(stats.Nodes), Leaves: words.Grouped(stats.Leaves), Cuts: words.Grouped(cuts(r)), Skipped: words.Grouped(stats.Pruned),
		Value: words.FormatOutcome(t, &r.Result), Least: p.Least != "" && stats.Leaves == least,
	})
}
