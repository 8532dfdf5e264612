package tree

import (
	"context"
	"net/http"
	"net/url"

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

const (
	// maxPictures is the most pictures in a page: one for each range of weights. Beyond that the
	// page has one, and each move of the slider asks for the next.
	maxPictures = 6

	// letters are the marks of the rules.
	letters = "ABCDEFGHIJKLMNOP"
)

// opinionExamples are trees on which the rules differ, with what one sees there.
var opinionExamples = []example{
	{Name: "Three choices", Text: `players 3 maxsum 15 a: 1{static (4,4,6)}[ b: (4,3,5) c: 2[ e: (7,5,3) f: (1,2,6) ] d: 2[ g: (3,6,0) h: (2,1,9) ] ]`,
		Says: "Paranoid takes the safe 4, max^n hopes for the 7, and the attack leaves player 3 nothing."},
	{Name: "Behind the leader", Text: `players 3 maxsum 14 a: 1{static (4,4,6)}[ b: 2[ d: (6,3,0) e: (5,4,5) ] c: 2[ f: (4,5,1) g: (3,2,9) ] ]`,
		Says: "Player 3 leads by 2, so MP-Mix attacks: player 1 gives up a point to take four from player 3."},
	{Name: "Korf’s Fig. 6", Text: `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`,
		Says: "Max^n trusts player 2 to choose the own best leaf; paranoid does not, and stays with the 5."},
	{Name: "A tie", Text: `players 3 maxsum 12 a: 1[ b: 2[ e: (4,6,2) f: (1,6,5) ] c: 2[ g: (3,5,4) h: (9,2,1) ] d: (2,4,6) ]`,
		Says: "Player 2 does not care at b. Max^n takes the left leaf there; soft-max^n keeps both, and chooses the better worst case."},
	{Name: "One reply", Text: `players 3 maxsum 12 a: 1[ b: 2[ d: 3[ f: (7,2,3) g: (5,5,2) ] e: 3[ h: (6,3,3) i: (0,6,6) ] ] c: (4,4,4) ]`,
		Says: "Paranoid fears two moves against player 1 in a row, e and i. BRS+ allows only one, so it moves to b."},
	{Name: "A pass", Text: `players 3 maxsum 10 a: 1[ b: 2[ d: 3[ f: (1,5,4) <pass> g: (6,2,2) ] <pass> h: 3[ i: (6,3,1) ] ] c: 2[ j: 3[ k: (8,0,2) <pass> l: (2,7,1) ] <pass> m: 3[ n: (9,0,1) ] ] ]`,
		Says: "Best-reply search lets one opponent pass, so it expects 6 at b and 2 at c. In max^n nobody passes: b leads to f, and c to k."},
}

// An opinionsPage is the content of the page. All of it is in the address.
type opinionsPage struct {
	*beside
	Positions []app.Example
	Rules     []ruleRow
	Refused   []Refusal
	Slider    Slider
}

type ruleRow struct {
	Letter, Name, Href, Choice, Leaf, Value, Why string
}

// ServeOpinions answers GET /opinions?figure=…&w=…: the rules on a tree; without a tree the first example. The
// position of a game has a page of its own.
func (h Handlers) ServeOpinions(w http.ResponseWriter, r *http.Request) error {
	if game := r.URL.Query().Get("game"); game != "" {
		d, err := run.ReadGame([]byte(game))
		if err != nil {
			return err
		}
		http.Redirect(w, r, h.Link(run.PathWith(PositionPath(d.ID), run.QueryOf(run.GameParameters(d)))), http.StatusSeeOther)
		return nil
	}
	b, err := h.open(r, opinionExamples)
	if err != nil {
		return err
	}
	p := &opinionsPage{beside: b, Slider: Slider{Action: r.URL.Path, Keep: b.Keep}}
	target, err := p.read(b.Rest)
	if err != nil {
		return err
	}
	if err := p.show(r.Context(), b.Tree, target); err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, opinionsView(p))
	return nil
}

// read reads what is left of the query: the weight and the target.
func (p *opinionsPage) read(q url.Values) (target int, err error) {
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

func (p *opinionsPage) show(ctx context.Context, t *trees.Tree, target int) error {
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
func (p *opinionsPage) add(t *trees.Tree, o *compare.Opinion, marks map[int]string) {
	name := words.MaxN(o.Algorithm.Name)
	if o.Err != nil {
		p.Refused = append(p.Refused, Refusal{name, problem.Message(o.Err)})
		return
	}
	row := ruleRow{Letter: letters[len(p.Rules) : len(p.Rules)+1], Name: name, Choice: "–", Value: words.FormatOutcome(t, &o.Result), Why: words.MaxN(o.Why())}
	row.Href = p.href(run.Spec{Algorithm: o.Algorithm, Options: o.Options})
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

// weigh fills the ranges of the slider.
func (p *opinionsPage) weigh(ctx context.Context, t *trees.Tree, target int, marks map[int]string) error {
	at := &p.Slider
	draws := func(line []int32) templ.Component { return draw.Component(draw.MarkedPicture(t, line, marks)) }
	segments, err := at.Weigh(ctx, t, target)
	if err != nil {
		return err
	}
	if at.None != "" {
		at.Ranges = []Range{{Shown: true, Label: "The tree " + p.Title(), Picture: draws(nil)}}
		return nil
	}
	at.Whole = len(segments) <= maxPictures && t.Len() <= draw.MaxBeside
	for i, s := range segments {
		r := &at.Ranges[i]
		leaf, choice := t.Name(int(s.Line[len(s.Line)-1])), "–"
		if len(s.Line) > 1 {
			choice = t.Name(int(s.Line[1]))
		}
		r.Caption = treeCaption(choice, leaf, t.FormatValue(s.Value))
		if r.Shown || at.Whole {
			r.Label = "The tree with the path from the root to " + leaf + " marked; the table has the letters of the rules"
			r.Picture = draws(s.Line)
		}
	}
	return nil
}
