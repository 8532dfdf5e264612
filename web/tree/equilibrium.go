package tree

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/search/hidden"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// usualIterations is the number of iterations of an address that does not give one.
const usualIterations = 1000

// equilibriumExamples are trees with information sets.
var equilibriumExamples = []example{
	{Name: "Kuhn poker", Text: hidden.Kuhn(2),
		Says: "Kuhn (1950): each of two players antes 1 and gets one of three cards. They check or bet 1; after a bet, the other folds or calls. In an equilibrium player 1 loses 1/18 a game, and bets the king three times as often as the jack. A bet with the jack is a bluff. A set is named by the card and the moves before: p for a check or a fold, b for a bet or a call."},
	{Name: "Kuhn poker, three players", Text: hidden.Kuhn(3), ID: "kuhn3",
		Says: "The same with four cards. CFR has no guarantee for three players, but here nobody can gain much by another strategy. Szafron, Gibson & Sturtevant (2013) describe a family of equilibria in which one player moves score from a second player to a third."},
	{Name: "Heads or tails", Text: `kind minimax title "Heads or tails" max[ <Heads> min{infoset A}[ <heads> 3 <tails> -1 ] <Tails> min{infoset A}[ <heads> -1 <tails> 1 ] ]`,
		Says: "Min does not see what Max has chosen. In the equilibrium both play heads 1/3 of the time, and Max gets 1/3. A search that sees the choice returns −1."},
	{Name: "One card", Text: `players 2 title "One card" *[ <high> 1[ <stop> (0,0) <go> 2{infoset x}[ <fold> (1,-1) <call> (2,-2) ] ] <low> 1[ <stop> (0,0) <go> 2{infoset x}[ <fold> (1,-1) <call> (-2,2) ] ] ]`,
		Says: "Player 1 sees the card, player 2 does not. In the equilibrium player 1 goes on with the low card 1/3 of the time, player 2 calls 1/3 of the time, and player 1 gets 2/3."},
}

// An equilibriumPage shows counterfactual regret minimization after some iterations.
type equilibriumPage struct {
	*beside
	path             string
	Iterations, Most int
	Players          []cfrPlayer
	Sets             []cfrSet
	Rows             []cfrRow
	Picture          templ.Component // nil: the tree is too large
	Wrong            string          // why there is no result
	Gain             string          // the largest of the players
	Exploitability   string          // of two players with a constant sum; else empty
}

// A cfrPlayer is a player with the expected score and what a best response gains.
type cfrPlayer struct{ Name, Value, Gain string }

// A cfrSet is an information set with its moves.
type cfrSet struct {
	Name, Player, Nodes string
	Moves               []cfrMove
}

type cfrMove struct{ Name, Average, Next, Regret string }

// A cfrRow is what is reached after some iterations.
type cfrRow struct {
	Href, Iterations string
	Values           []string
	Gain             string
	Here             bool
}

// ServeEquilibrium answers GET /equilibrium?text=…&n=…: CFR on a tree; without a tree the first example.
func (h Handlers) ServeEquilibrium(w http.ResponseWriter, r *http.Request) error {
	b, err := h.open(r, equilibriumExamples)
	if err != nil {
		return err
	}
	p := &equilibriumPage{beside: b, path: r.URL.Path, Most: hidden.MostIterations(b.Tree)}
	p.Iterations = min(usualIterations, p.Most)
	if err := p.read(b.Rest); err != nil {
		return err
	}
	if err := p.Opened.Allowed(r.Context(), algorithms.PlainFor(b.Tree)); err != nil { // an equilibrium has values of leaves, as that has
		return err
	}
	if err := p.solve(r.Context()); err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, equilibriumView(p))
	return nil
}

// read reads what is left of the query.
func (p *equilibriumPage) read(q url.Values) (err error) {
	for name := range q {
		switch name {
		case "n":
			if p.Iterations, err = problem.ReadWholeQuery(name, q.Get(name), 0, p.Most); err != nil {
				return err
			}
		case exampleParameter:
			return &problem.QueryError{Name: name, Message: "a prepared tree is right, and no other tree beside it: " + words.AnyOf(exampleIDs(equilibriumExamples))}
		default:
			return run.UnknownParameter(name, "n", exampleParameter)
		}
	}
	return nil
}

// solve makes the iterations. A tree on which CFR cannot run is no error: the page says why.
func (p *equilibriumPage) solve(ctx context.Context) error {
	c, err := hidden.NewCFR(p.Tree)
	if err != nil {
		p.Wrong = words.UpperFirst(problem.Message(err)) + "."
		return nil
	}
	reached, err := c.RunTo(ctx, checkpoints(p.Iterations))
	if err != nil {
		return err
	}
	for _, at := range reached {
		row := cfrRow{Href: p.at(at.Iterations), Iterations: words.Grouped(at.Iterations), Gain: decimals(slices.Max(at.Gains)), Here: at.Iterations == p.Iterations}
		for _, v := range at.Values {
			row.Values = append(row.Values, decimals(v))
		}
		p.Rows = append(p.Rows, row)
	}
	p.show(c, &reached[len(reached)-1])
	return nil
}

// checkpoints returns the numbers of iterations that have a row: 0, 1, 2, 5, 10, … and the last one.
func checkpoints(last int) (list []int) {
	list = append(list, 0)
	for power := 1; power < last; power *= 10 {
		for _, step := range [...]int{1, 2, 5} {
			if n := power * step; n < last {
				list = append(list, n)
			}
		}
	}
	if last > 0 {
		list = append(list, last)
	}
	return list
}

// at returns the address of the page after some iterations.
func (p *equilibriumPage) at(n int) string {
	q := run.QueryOf(p.Keep)
	q.Set("n", strconv.Itoa(n))
	return run.PathWith(p.path, q)
}

// Step returns the address after more or fewer iterations; "": there is none.
func (p *equilibriumPage) Step(by int) string {
	if n := p.Iterations + by; n >= 0 && n <= p.Most {
		return p.at(n)
	}
	return ""
}

// columns are the heads of the table with the checkpoints.
func (p *equilibriumPage) columns() []string {
	list := []string{"iterations"}
	for i := range p.Players {
		list = append(list, p.Players[i].Name)
	}
	return append(list, "largest gain")
}

func (p *equilibriumPage) show(c *hidden.CFR, at *hidden.Checkpoint) {
	t := p.Tree
	for i := range at.Values {
		p.Players = append(p.Players, cfrPlayer{words.Mover(t, i+1), decimals(at.Values[i]), decimals(at.Gains[i])})
	}
	if p.Gain = decimals(slices.Max(at.Gains)); c.ConstantSum() {
		p.Exploitability = decimals((at.Gains[0] + at.Gains[1]) / 2)
	}
	marks := map[int]string{}
	sets := slices.SortedStableFunc(slices.Values(c.Sets), func(a, b hidden.CFRSet) int { return a.Player - b.Player })
	for i := range sets {
		p.Sets = append(p.Sets, shownSet(t, &sets[i], marks))
	}
	if t.Len() <= draw.MaxBeside {
		p.Picture = draw.Component(draw.ScrolledPicture(t, nil, marks))
	}
}

// shownSet returns an information set as the page shows it, and marks its moves in the picture.
func shownSet(t *trees.Tree, set *hidden.CFRSet, marks map[int]string) cfrSet {
	shown := cfrSet{Name: set.Name, Player: words.Mover(t, set.Player)}
	if shown.Name == "" {
		shown.Name = "–"
	}
	for k, n := range set.Nodes {
		if k > 0 {
			shown.Nodes += ", "
		}
		shown.Nodes += t.Name(n)
		for m, kid := range t.Kids(n) {
			marks[int(kid)] = percent(set.Average[m]) + " %"
		}
	}
	for m, move := range set.Moves {
		shown.Moves = append(shown.Moves, cfrMove{move, tenths(set.Average[m]), tenths(set.Strategy[m]), decimals(set.Regret[m])})
	}
	return shown
}

// cfrPlaces are the decimal places of expected scores and regrets.
const cfrPlaces = 4

func decimals(x float64) string {
	scale := math.Pow10(cfrPlaces)
	if x = math.Round(x*scale) / scale; x == 0 {
		x = 0 // not −0
	}
	return trace.Minus(strconv.FormatFloat(x, 'f', cfrPlaces, 64))
}

// tenths writes a probability in percent, with one decimal place.
func tenths(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) }

func exampleIDs(list []example) (ids []string) {
	for _, e := range list {
		if e.ID != "" {
			ids = append(ids, e.ID)
		}
	}
	return ids
}
