package opinions

import (
	"context"
	"net/http"
	"net/url"
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

// Handlers serve the page.
type Handlers struct{ *app.Core }

const (
	// pagePath is the path of the page.
	pagePath = "/opinions"

	// maxPictures is the most pictures in a page: one for each range of weights. Beyond that the
	// page has one, and each move of the slider asks for the next.
	maxPictures = 6

	// letters are the marks of the rules.
	letters = "ABCDEFGHIJKLMNOP"
)

// An example is a prepared tree.
type example struct {
	Name, Text, Says string
}

// examples are trees on which the rules differ, with what one sees there.
var examples = []example{
	{"Three choices", `players 3 maxsum 15 a: 1{static (4,4,6)}[ b: (4,3,5) c: 2[ e: (7,5,3) f: (1,2,6) ] d: 2[ g: (3,6,0) h: (2,1,9) ] ]`,
		"Paranoid takes the safe 4, max^n hopes for the 7, and the attack leaves player 3 nothing."},
	{"Behind the leader", `players 3 maxsum 14 a: 1{static (4,4,6)}[ b: 2[ d: (6,3,0) e: (5,4,5) ] c: 2[ f: (4,5,1) g: (3,2,9) ] ]`,
		"Player 3 leads by 2, so MP-Mix attacks: player 1 gives up a point to take four from player 3."},
	{"Korf’s Fig. 6", `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`,
		"Max^n trusts player 2 to choose the own best leaf; paranoid does not, and stays with the 5."},
	{"A tie", `players 3 maxsum 12 a: 1[ b: 2[ e: (4,6,2) f: (1,6,5) ] c: 2[ g: (3,5,4) h: (9,2,1) ] d: (2,4,6) ]`,
		"Player 2 does not care at b. Max^n takes the left leaf there; soft-max^n keeps both, and chooses the better worst case."},
	{"One reply", `players 3 maxsum 12 a: 1[ b: 2[ d: 3[ f: (7,2,3) g: (5,5,2) ] e: 3[ h: (6,3,3) i: (0,6,6) ] ] c: (4,4,4) ]`,
		"Paranoid fears two moves against player 1 in a row, e and i. BRS+ allows only one, so it moves to b."},
	{"A pass", `players 3 maxsum 10 a: 1[ b: 2[ d: 3[ f: (1,5,4) <pass> g: (6,2,2) ] <pass> h: 3[ i: (6,3,1) ] ] c: 2[ j: 3[ k: (8,0,2) <pass> l: (2,7,1) ] <pass> m: 3[ n: (9,0,1) ] ] ]`,
		"Best-reply search lets one opponent pass, so it expects 6 at b and 2 at c. In max^n nobody passes: b leads to f, and c to k."},
}

// A page is the content of the page. All of it is in the address.
type page struct {
	*run.Beside
	Examples  []app.Example
	Positions []app.Example
	Says      string
	Rules     []ruleRow
	Refused   []refusal
	Slider    Slider
}

type ruleRow struct {
	Letter, Name, Href, Choice, Leaf, Value, Why string
}

type refusal struct{ Name, Why string }

// ServePage answers GET /opinions?figure=…&w=…: the rules on a tree; without a tree the first example. The
// position of a game has a page of its own.
func (h Handlers) ServePage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	if game := q.Get("game"); game != "" {
		d, err := run.ReadGame([]byte(game))
		if err != nil {
			return err
		}
		http.Redirect(w, r, h.Link(run.PathWith(PositionPath(d.ID), run.QueryOf(run.GameParameters(d)))), http.StatusSeeOther)
		return nil
	}
	b, err := run.OpenBeside(r.Context(), h.Saved(), q, examples[0].Text)
	if err != nil {
		return err
	}
	p := &page{Beside: b, Slider: Slider{Action: pagePath, Keep: b.Keep}}
	target, err := p.read(b.Rest)
	if err != nil {
		return err
	}
	if err := p.show(r.Context(), b.Tree, target); err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, view(p))
	return nil
}

// read reads what is left of the query: the weight and the target.
func (p *page) read(q url.Values) (target int, err error) {
	for name := range q {
		text := q.Get(name)
		switch name {
		case "w":
			if p.Slider.Weight, err = ReadWeight(text); err != nil {
				return 0, err
			}
		case "target":
			if text == "" {
				continue
			}
			if target, err = run.ReadNumber(name, text); err != nil {
				return 0, err
			}
			p.Slider.Keep = append(p.Slider.Keep, run.Parameter{Name: name, Value: text})
		default:
			return 0, run.UnknownParameter(name, "w", "target")
		}
	}
	return target, nil
}

func (p *page) show(ctx context.Context, t *trees.Tree, target int) error {
	for _, e := range examples {
		here := p.Shows(e.Text)
		p.Examples = append(p.Examples, app.Example{Name: e.Name, Href: pagePath + "?" + url.Values{"text": {e.Text}}.Encode(), Here: here})
		if here {
			p.Says = words.MaxN(e.Says)
		}
	}
	p.Positions, _ = Prepared("", nil)
	if err := p.Opened.Allowed(ctx, compare.DecisionRules()...); err != nil {
		return err
	}
	opinions, err := compare.Opinions(ctx, t, engine.Options{Target: target, HasTarget: target != 0})
	if err != nil {
		return err
	}
	marks := map[int]string{}
	for i := range opinions {
		p.add(t, &opinions[i], marks)
	}
	return p.weigh(ctx, t, target, marks)
}

// add adds the row of a rule, and its letter to the marks of its choice and leaf.
func (p *page) add(t *trees.Tree, o *compare.Opinion, marks map[int]string) {
	name := words.MaxN(o.Algorithm.Name)
	if o.Err != nil {
		p.Refused = append(p.Refused, refusal{name, problem.Of(o.Err).Errors[0].Message})
		return
	}
	row := ruleRow{Letter: letters[len(p.Rules) : len(p.Rules)+1], Name: name, Choice: "–", Value: words.FormatOutcome(t, &o.Result), Why: words.MaxN(o.Why())}
	row.Href = p.Href(run.Spec{Algorithm: o.Algorithm, Options: o.Options})
	line := o.Result.Line
	end := int(line[len(line)-1])
	if row.Leaf = t.Name(end); !t.IsLeaf(end) {
		row.Leaf = "average at " + row.Leaf
	}
	seen := map[int]bool{}
	for _, n := range []int{o.Choice(), end} {
		if n != trees.NoNode && !seen[n] {
			seen[n] = true
			marks[n] += row.Letter
		}
	}
	if n := o.Choice(); n != trees.NoNode {
		row.Choice = t.Name(n)
	}
	p.Rules = append(p.Rules, row)
}

// weigh adds the ranges of the slider.
func (p *page) weigh(ctx context.Context, t *trees.Tree, target int, marks map[int]string) error {
	at := &p.Slider
	draws := func(line []int32) templ.Component { return draw.Component(draw.MarkedPicture(t, line, marks)) }
	w, err := compare.NewWeights(t, target)
	if err != nil {
		at.None = problem.Of(err).Errors[0].Message
		at.Ranges = []Range{{Shown: true, Label: "The tree " + p.Title(), Picture: draws(nil)}}
		return nil
	}
	segments, err := w.Segments(ctx)
	if err != nil {
		return err
	}
	at.Root, at.Target = strconv.Itoa(w.Root), strconv.Itoa(w.Target)
	at.Whole = len(segments) <= maxPictures && t.Len() <= draw.MaxBeside
	for _, s := range segments {
		r := Range{From: s.From, To: s.To, Shown: s.From <= at.Weight && at.Weight <= s.To}
		leaf, choice := t.Name(int(s.Line[len(s.Line)-1])), "–"
		if len(s.Line) > 1 {
			choice = t.Name(int(s.Line[1]))
		}
		r.Caption = treeCaption(choice, leaf, t.FormatValue(s.Value))
		if r.Shown || at.Whole {
			r.Label = "The tree with the path from the root to " + leaf + " marked; the table has the letters of the rules"
			r.Picture = draws(s.Line)
		}
		at.Ranges = append(at.Ranges, r)
	}
	return nil
}
