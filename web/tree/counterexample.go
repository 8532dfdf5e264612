package tree

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/draw"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// pageTries is the most random trees of a search for a page: some seconds.
const pageTries = 1_000_000

// maxRegions is the most leaves whose regions are drawn: more are not readable.
const maxRegions = 4

// A counterPage is the content of the page of counterexamples. All of it is in
// the address: the algorithm, the size of the trees and the seed, or the given
// tree; and the result, so that nothing is searched twice.
type counterPage struct {
	Algorithms []algorithmField
	Fields     []counterField
	Notice     string
	Tries      int
	Given      *givenTree // nil: random trees
	Result     *counterResult
}

// A algorithmField is an algorithm that is unsound, or as printed.
type algorithmField struct {
	ID, Name  string
	AsPrinted bool
	Checked   bool
}

type counterField struct {
	Name, Label, Value, Least, Most string
	Hint                            string
}

// A givenTree is the tree whose leaves get other values.
type givenTree struct {
	Title, Back string          // the title, and the address of its run
	Keep        []run.Parameter // parameters except the algorithm
}

// A counterResult is the result of a search.
type counterResult struct {
	Found                 bool
	Summary               string // of the search and its result
	Who, Truth            string
	Value, ReferenceValue string
	Leaves                []play.LeafValue // that must change: Text is the name, Value the value
	Picture               templ.Component
	Text                  string
	Open, Another         string
	Regions               []*play.RegionPlot
}

// ServeCounterexamples answers GET /counterexamples. Without scripts its form is sent here,
// and the page has the result.
func (h Handlers) ServeCounterexamples(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	p := &counterPage{Tries: pageTries}
	d, err := readCounterQuery(r.Context(), q, p)
	p.fillForm(d)
	switch {
	case err != nil:
	case q.Get("algorithm") == "":
	case q.Get("found") != "":
		p.Result, err = foundBefore(d, r.Context(), q)
	default:
		p.Result, err = h.searchForPage(r.Context(), d, q)
	}
	if err != nil {
		p.Notice = noticeOf(err)
	}
	h.Render(w, r, http.StatusOK, counterexamplesPage(p))
}

// noticeOf is the text of an error for a page.
func noticeOf(err error) string {
	var wrong *problem.QueryError
	if errors.As(err, &wrong) {
		return wrong.Error()
	}
	return problem.Of(err).Detail
}

// readCounterQuery reads the address.
func readCounterQuery(ctx context.Context, q url.Values, p *counterPage) (*CounterexampleRequest, error) {
	d := newCounterexampleRequest()
	d.Tries = pageTries
	d.Algorithm = algorithms.Refuted
	if id := q.Get("algorithm"); id != "" {
		a, ok := algorithms.Find(id)
		if !ok {
			return d, &problem.QueryError{Name: "algorithm", Message: fmt.Sprintf("there is no algorithm %q", id)}
		}
		d.Algorithm = a
		// A sound algorithm is searched in its printed form.
		for _, option := range a.Options {
			d.Options.AsPrinted = d.Options.AsPrinted || option == "as_printed"
		}
	}
	if q.Get("figure") != "" || q.Get("tree") != "" {
		return d, readGiven(ctx, d, q, p)
	}
	for _, f := range []struct {
		name        string
		to          *int
		least, most int
	}{
		{"players", &d.Size.Players, 2, trees.MaxPlayers},
		{"branching", &d.Size.Branching, 2, compare.MaxTrialBranching},
		{"depth", &d.Size.Depth, 1, compare.MaxTrialDepth},
		{"nodes", &d.Size.Nodes, 3, compare.MaxTrialNodes},
		{"tries", &d.Tries, 1, pageTries},
	} {
		if text := q.Get(f.name); text != "" {
			n, err := problem.ReadWholeQuery(f.name, text, f.least, f.most)
			if err != nil {
				return d, err
			}
			*f.to = n
		}
	}
	for i, name := range scoreNames {
		if text := q.Get(name); text != "" {
			score, err := trees.ParseNumber(text)
			if err != nil {
				return d, &problem.QueryError{Name: name, Message: err.Error()}
			}
			d.scores[i] = score
		}
	}
	if err := d.takeScores(); err != nil {
		return d, err
	}
	if text := q.Get("seed"); text != "" {
		n, err := problem.ReadWholeQuery("seed", text, 0, math.MaxUint32)
		if err != nil {
			return d, err
		}
		d.Seed = uint64(n)
	}
	if d.Algorithm.TwoPlayers { // Max and Min; the field of the form is for the others
		d.Size.Players = 2
	}
	return d, d.Size.Check(d.Algorithm)
}

// readGiven reads the tree that is given, with the options and values of its run.
func readGiven(ctx context.Context, d *CounterexampleRequest, q url.Values, p *counterPage) (err error) {
	rest := url.Values{}
	for name := range q {
		if name != "figure" && name != "tree" && name != "algorithm" && name != "step" && name != "as_printed" {
			rest.Set(name, q.Get(name))
		}
	}
	g := &givenTree{}
	if id := q.Get("figure"); id != "" {
		d.given, err = run.Open(ctx, nil, run.Figure{ID: id})
		if err != nil || d.given.Tree == nil {
			return &problem.QueryError{Name: "figure", Message: fmt.Sprintf("there is no figure %q with a tree", id)}
		}
		f := d.given.Played()
		g.Title, g.Back = f.Paper.Short+", "+f.Figure, run.FigurePath(f.ID)
		g.Keep = append(g.Keep, run.Parameter{Name: "figure", Value: id})
	} else {
		text := q.Get("tree")
		if d.given, err = run.Open(ctx, nil, run.TypedText(text)); err != nil {
			return err
		}
		g.Title, g.Back = "your tree", "/tree?"+url.Values{"text": {text}, "algorithm": {d.Algorithm.ID}}.Encode()
		if d.given.Tree.Title != "" {
			g.Title = d.given.Tree.Title
		}
		g.Keep = append(g.Keep, run.Parameter{Name: "tree", Value: text})
	}
	p.Given = g
	d.Tree = d.given.Tree
	v, err := play.ParseView(d.given, rest, play.View{Spec: run.Spec{Source: d.given.Source}.With(d.AlgorithmConfig)}, "figure", "tree")
	if err != nil {
		return err
	}
	d.Options = v.Options
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		g.Keep = append(g.Keep, run.Parameter{Name: name, Value: rest.Get(name)})
	}
	of, err := d.given.Resolve(v.Spec)
	d.Tree = of.Tree
	return err
}

func (p *counterPage) fillForm(d *CounterexampleRequest) {
	for _, a := range algorithms.All() {
		c := algorithmField{ID: a.ID, Name: words.MaxN(engine.SpokenName(a)), Checked: a == d.Algorithm}
		for _, option := range a.Options {
			c.AsPrinted = c.AsPrinted || option == "as_printed"
		}
		if a.Estimate || a.Sound && !c.AsPrinted {
			continue
		}
		if d.Tree != nil {
			of := run.OnTree(d.Tree).With(engine.AlgorithmConfig{Algorithm: a, Options: engine.Options{AsPrinted: c.AsPrinted}})
			if a != d.Algorithm && of.Refused() != nil {
				continue
			}
		}
		p.Algorithms = append(p.Algorithms, c)
	}
	whole := func(name, label string, value, least, most int, hint string) {
		p.Fields = append(p.Fields, counterField{name, label, strconv.Itoa(value), strconv.Itoa(least), strconv.Itoa(most), hint})
	}
	whole("players", "players", d.Size.Players, 2, trees.MaxPlayers, "2 where Max plays against Min")
	whole("branching", "branching", d.Size.Branching, 2, compare.MaxTrialBranching, "children of a node, at most")
	whole("depth", "depth", d.Size.Depth, 1, compare.MaxTrialDepth, "plies below the root, at most")
	whole("nodes", "nodes", d.Size.Nodes, 3, compare.MaxTrialNodes, "of a tree, at most")
	p.Fields = append(p.Fields,
		counterField{"minp", "minp", d.scores[0].String(), "", "", "the least score of a player, such as 0 or -5"},
		counterField{"maxsum", "maxsum", d.scores[1].String(), "", "", "an upper bound on the sum of a leaf’s scores"},
		counterField{"delta", "δ", d.scores[2].String(), "", "", "the step between two scores, such as 1 or 1/3"},
		counterField{"seed", "seed", strconv.FormatUint(d.Seed, 10), "0", "4294967295", "same seed, same answer"})
}

// searchForPage runs a search for a page.
func (h Handlers) searchForPage(ctx context.Context, d *CounterexampleRequest, q url.Values) (*counterResult, error) {
	ctx, release, err := h.AcquireCounterexampleSlot(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	found, err := d.Find(ctx, nil)
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, err
	}
	result := newCounterResult(d, ctx, &found, q)
	if d.Tree != nil && len(found.Leaves) <= maxRegions {
		for _, leaf := range found.Leaves {
			if plot := play.PlotRegion(ctx, d.AlgorithmConfig, d.Tree, leaf); plot != nil {
				result.Regions = append(result.Regions, plot)
			}
		}
	}
	return result, nil
}

// foundBefore draws the counterexample that the address holds.
func foundBefore(d *CounterexampleRequest, ctx context.Context, q url.Values) (*counterResult, error) {
	t, err := trees.ReadText(q.Get("found"))
	if err != nil {
		return nil, err
	}
	res, err := run.OnTree(t).With(d.AlgorithmConfig).Run(ctx, nil)
	if err != nil {
		return nil, err
	}
	if res.Reference == nil || res.Reference.Agrees {
		return nil, &problem.QueryError{Name: "found", Message: d.Algorithm.ID + " does not fail on this tree"}
	}
	found := compare.Counterexample{Tree: t, Value: res.Value, NoValue: res.NoValue, ReferenceValue: res.Reference.Value}
	result := newCounterResult(d, ctx, &found, q)
	result.Summary = fmt.Sprintf("It has %s; without any part of it, the algorithm does not fail.", words.Plural(t.Len(), "node"))
	return result, nil
}

// newCounterResult is the result of a search for the page.
func newCounterResult(d *CounterexampleRequest, ctx context.Context, found *compare.Counterexample, q url.Values) *counterResult {
	r := &counterResult{Summary: d.Summary(found), Who: words.FailingName(d.AlgorithmConfig), Truth: engine.Inside(words.ShortName(algorithms.Exhaustive(d.Algorithm)))}
	next := url.Values{}
	for name := range q {
		if name != "found" {
			next.Set(name, q.Get(name))
		}
	}
	next.Set("seed", strconv.FormatUint((d.Seed+1)%(1<<32), 10))
	if d.Tree == nil {
		r.Another = "/counterexamples?" + next.Encode()
	}
	if found.Tree == nil {
		return r
	}
	t := found.Tree
	r.Found, r.Value, r.ReferenceValue, r.Text = true, words.FormatResult(t, found.Value, found.NoValue), t.FormatValue(found.ReferenceValue), t.Text()
	for _, n := range found.Leaves {
		if v, ok := found.Values[n]; ok {
			r.Leaves = append(r.Leaves, play.LeafValue{Text: t.Name(n), Value: t.FormatValue(v)})
		}
	}
	failing := run.OnTree(t).With(d.AlgorithmConfig)
	end, _ := failing.At(run.Unguarded(ctx), engine.LastStep) // what is found answers nothing that Find refuses
	r.Picture = draw.Component(draw.StillPicture(t, end.Fold, trace.Reasons{}))
	path, open := "/tree", failing.Query(t)
	if d.given != nil && d.given.Figure != nil {
		path = run.FigurePath(d.given.Figure.ID)
		spec := failing.Spec
		for n := range t.Len() {
			if value, known := t.Value(n); known && changed(d.given.Figure, n, value) {
				spec.Values = spec.Values.With(n, value)
			}
		}
		open = spec.Query(t)
	} else {
		open.Set("text", r.Text)
	}
	if open.Get("text") == "" || len(r.Text) <= run.MaxLinkText {
		r.Open = path + "?" + open.Encode()
	}
	return r
}

// changed reports whether the address of the figure's page needs the value of leaf
// n: the figure, or the first run of its page, has another one.
func changed(f *figures.Figure, n int, value trees.Vector) bool {
	if f.Tree == nil {
		return true
	}
	v, known := f.Tree.Value(n)
	_, begins := f.Values[n]
	return begins || !known || v != value
}
