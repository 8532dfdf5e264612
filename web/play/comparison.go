package play

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/ties"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// MaxPageCompared bounds the trees whose page has the table of all algorithms: every view of
// the page computes it, and it may take a few milliseconds.
const MaxPageCompared = 5_000

// MaxPageTree bounds the trees that the page of a run contains as a document, for playback to
// send and to try other values on. A page of a larger saved tree has its id instead.
const MaxPageTree = MaxPageCompared

const (
	// pageCompareTime is the maximum time for the comparison: a page must not wait
	// long for its table.
	pageCompareTime = 500 * time.Millisecond
	// maxCompareTime is the maximum time for a comparison that a person asks for: it
	// holds one of the pages that the server makes at a time.
	maxCompareTime = 20 * time.Second
)

// A ComparisonPanel is the table of all algorithms on the tree of a page.
type ComparisonPanel struct {
	Note          string // reason why there is no table
	OnDemand      string // address of the page with the table, if it takes more time than every page has
	Seconds       int    // what it takes at most
	Open          bool   // the table was asked for
	ReferenceText string // sentence about the reference value
	MaxSum        string // least possible maxsum, if an edited tree has none; else empty
	MinP          string // least score, if an edited tree has scores below 0 and no minp; else empty
	Rows          []comparisonRow
	Refused       string
	SideBySide    string // address of the lockstep page; empty: there is none
	Orders        string // address of the orders of one search on this tree; empty: none of the algorithms that take one runs here
	Samples       string // address of the plot of samples on this tree; empty: as for Opinions
	Ties          string // address of all tie rules on this tree; empty: as for Opinions, or no mover has a tie
	Opinions      string // address of the decision rules on this tree; empty: they do not fit it, or it is too large
}

type comparisonRow struct {
	Name, Href     string
	Sound, Current bool
	Value, Remark  string
	Wrong          bool
	Nodes, Leaves  string
	Prunes         string // and nodes re-searched
}

// NewComparisonPanel compares all algorithms on the tree of a page, which is at a place.
func NewComparisonPanel(ctx context.Context, r *run.Resolved, v View, at Place) *ComparisonPanel {
	if !v.Compare {
		return compareOn(ctx, r).Panel(r.Tree, v, at)
	}
	p := compareOnDemand(ctx, r).Panel(r.Tree, v, at)
	p.Open = true
	return p
}

// A Comparison holds the runs of all algorithms on a tree.
type Comparison struct {
	note   string // reason why there is no comparison
	demand bool   // it can be asked for, and has more time then
	runs   []compare.ComparedRun
	cannot []compare.RefusedRun
}

// compareOn runs all algorithms on a tree, for at most pageCompareTime.
func compareOn(ctx context.Context, r *run.Resolved) *Comparison {
	if n := r.Tree.Len(); n > MaxPageCompared {
		return &Comparison{demand: true, note: fmt.Sprintf("The tree has %s; for more than %s the algorithms are compared on demand. A comparison ends after %.0f seconds.",
			words.CountNodes(n), words.CountNodes(MaxPageCompared), maxCompareTime.Seconds())}
	}
	ctx, cancel := context.WithTimeout(ctx, pageCompareTime)
	defer cancel()
	runs, cannot, err := r.CompareAll(ctx, nil)
	if err != nil {
		return &Comparison{demand: true, note: fmt.Sprintf("The algorithms took more than %.1f seconds, too long for a table beside the tree; they are compared on demand. A comparison ends after %.0f seconds.",
			pageCompareTime.Seconds(), maxCompareTime.Seconds())}
	}
	return &Comparison{runs: runs, cannot: cannot}
}

// compareOnDemand runs all algorithms on a tree of any size, for at most maxCompareTime, and
// reports which run begins.
func compareOnDemand(ctx context.Context, r *run.Resolved) *Comparison {
	ctx, cancel := context.WithTimeout(ctx, maxCompareTime)
	defer cancel()
	runs, cannot, err := r.CompareAll(ctx, func(i, of int) { app.ReportProgress(ctx, i+1, of) })
	if err != nil {
		return &Comparison{note: fmt.Sprintf("The algorithms took more than %.0f seconds, the limit of a comparison here. POST /api/v1/compare has more time.", maxCompareTime.Seconds())}
	}
	return &Comparison{runs: runs, cannot: cannot}
}

// Panel returns the comparison with links to the runs on the page of the tree.
func (c *Comparison) Panel(t *trees.Tree, v View, at Place) *ComparisonPanel {
	p := &ComparisonPanel{Note: c.note, Orders: ordersOf(t, v)}
	if t.Kind == trees.MaxN && t.Players > 1 {
		if text := run.LinkText(t); text != "" {
			p.Opinions = "/opinions?" + url.Values{"text": {text}}.Encode()
			if ties.Any(t) {
				p.Ties = "/ties?" + url.Values{"text": {text}}.Encode()
			}
			if t.Len() <= compare.MaxConvergeNodes {
				p.Samples = "/samples?" + url.Values{"text": {text}}.Encode()
			}
		}
	}
	if c.note != "" {
		if c.demand {
			q := run.QueryOf(at.Params)
			if v.Algorithm != nil { // else the tree is being edited
				q = RunQuery(t, v.Config(), v, at)
			}
			q.Set("compare", "1")
			p.OnDemand, p.Seconds = at.Path+"?"+q.Encode()+"#all-algorithms", int(maxCompareTime.Seconds())
		}
		return p
	}
	runs := c.runs
	truth, known := compare.TruthAmong(t, runs)
	p.ReferenceText = "No comparison yet: the value of a leaf is unknown."
	if leaves := unknownLeaves(runs); len(leaves) == 1 {
		p.ReferenceText = "No comparison yet: the value of " + leaves[0] + " is unknown."
	} else if len(leaves) > 1 {
		p.ReferenceText = "No comparison yet: the values of " + trees.InWords(leaves) + " are unknown."
	}
	if known {
		p.ReferenceText = referenceName(t) + " is " + t.FormatValue(truth) + "."
	}
	for i := range runs {
		row := newComparisonRow(t, &runs[i], truth, known)
		row.Href = at.Path + "?" + RunQuery(t, runs[i].AlgorithmConfig, v, at).Encode()
		row.Current = runs[i].Algorithm == v.Algorithm && runs[i].Options == v.Options
		p.Rows = append(p.Rows, row)
	}
	p.Refused = refusedInWords(c.cannot)
	if v.Algorithm == nil { // there is no run: the tree is being edited
		p.MaxSum = leastMaxSum(t)
		if _, known := t.Minima(); !known && t.Kind == trees.MaxN {
			p.MinP = t.LeastScore().In(t.Unit).String()
		}
	} else {
		p.SideBySide = sideBySide(t, runs, v)
	}
	return p
}

// ordersOf returns the address of the page that shows the search of a view in several orders, or that of
// another algorithm; empty: none takes an order on this tree, or an address cannot name the tree.
func ordersOf(t *trees.Tree, v View) string {
	q := queryOf(t, v)
	if q == nil || v.Options.Root != 0 || t.IsLeaf(0) || len(compare.Ordered(t)) == 0 {
		return ""
	}
	if a := v.Algorithm; a != nil && slices.Contains(a.Options, "order") && !v.Options.HasDepth {
		config := v.Config()
		config.Options.Order = int(engine.GivenOrder)
		q.Set("algorithm", config.Spec())
	}
	return "/orders?" + q.Encode()
}

// equilibriumOf returns the address of the equilibrium of the tree of a view; empty: every player sees everything, or an
// address cannot name the tree.
func equilibriumOf(t *trees.Tree, v View) string {
	if !t.Imperfect() {
		return ""
	}
	if q := queryOf(t, v); q != nil {
		return "/equilibrium?" + q.Encode()
	}
	return ""
}

// queryOf returns the query that names the tree of a view, with the values that it has; nil: an address cannot name it.
func queryOf(t *trees.Tree, v View) url.Values {
	list, ok := run.Parameters(v.Source)
	if len(v.Values) > 0 { // the tree has them
		text := run.LinkText(t)
		list, ok = []run.Parameter{{Name: "text", Value: text}}, text != ""
	}
	if !ok {
		return nil
	}
	return run.QueryOf(list)
}

// unknownLeaves returns the names of the leaves where a search ended because the
// value of the leaf is unknown.
func unknownLeaves(runs []compare.ComparedRun) []string {
	var names []string
	for i := range runs {
		var unknown *engine.UnknownLeafError
		if errors.As(runs[i].Err, &unknown) && !slices.Contains(names, unknown.Name) {
			names = append(names, unknown.Name)
		}
	}
	return names
}

// leastMaxSum returns the largest sum of a leaf's scores, which is the least
// possible maxsum. It returns "" if the tree has a maxsum or needs none.
func leastMaxSum(t *trees.Tree) string {
	if t.Kind != trees.MaxN || t.MaxSum.Given {
		return ""
	}
	var most trees.Score
	for n := range t.Len() {
		if v, known := t.Value(n); known {
			most = max(most, v.Sum(t.Players))
		}
		for _, v := range t.Alternatives(n) {
			most = max(most, v.Sum(t.Players))
		}
	}
	if most == 0 {
		return ""
	}
	return most.In(t.Unit).String()
}

func referenceName(t *trees.Tree) string {
	if t.Kind == trees.Path {
		return "The least cost"
	}
	return "By " + words.InnerName(algorithms.PlainFor(t)) + " the value"
}

func newComparisonRow(t *trees.Tree, r *compare.ComparedRun, truth trees.Vector, known bool) comparisonRow {
	row := comparisonRow{Name: words.ConfigName(r.AlgorithmConfig), Sound: r.Sound(), Wrong: r.Wrong(), Value: "–", Nodes: "–", Leaves: "–", Prunes: "–"}
	var unknown *engine.UnknownLeafError
	switch {
	case errors.As(r.Err, &unknown):
		row.Remark = "unknown value"
		return row
	case r.Err != nil:
		row.Remark = problem.Message(r.Err)
		return row
	}
	stats := &r.Result.Stats
	row.Value = words.FormatOutcome(t, &r.Result)
	row.Nodes, row.Leaves = words.Grouped(stats.Nodes), words.Grouped(stats.Leaves)
	if words := prunesInWords(stats); words != "" {
		row.Prunes = words
	}
	switch {
	case r.Algorithm.Estimate:
		row.Remark = "an estimate"
	case row.Wrong:
		row.Remark = "wrong"
	case r.Result.Reference == nil:
		row.Remark = "not known to be right"
	case r.Algorithm.Reference.Remark != "" && (r.Algorithm.Reference.ComparesOnePlayer() || known && r.Result.Value != truth):
		row.Remark = r.Algorithm.Reference.Remark
	case !row.Sound:
		row.Remark = "right on this tree"
	}
	if r.Options.Table && len(t.Outcomes) == 0 {
		row.Remark = strings.TrimPrefix(row.Remark+"; knows all leaf values in advance", "; ")
	}
	return row
}

// refusedInWords lists the names of the algorithms that cannot run. Their pages
// show the reason.
func refusedInWords(cannot []compare.RefusedRun) string {
	var names []string
	for _, c := range cannot {
		names = append(names, words.ShortName(c.Algorithm))
	}
	return strings.Join(names, ", ")
}

// RunQuery returns the query of a run of an algorithm on the tree of a page.
func RunQuery(t *trees.Tree, config engine.AlgorithmConfig, v View, at Place) url.Values {
	to := View{Spec: v.Spec.With(config), By: v.By}
	q := to.Query(t)
	for _, k := range at.Params {
		q.Add(k.Name, k.Value)
	}
	// A figure may have options that are on by default; they must be set to off.
	if f := figureOf(v.Source); f != nil && f.Algorithm == config.Algorithm.ID {
		byDefault := run.FigureSpec(f)
		for _, o := range engine.PageFlags() {
			if o.On(&byDefault.Options) && !o.On(&config.Options) {
				q.Set(o.Name, "0")
			}
		}
	}
	return q
}

// figureOf returns the figure whose tree a source is, or nil.
func figureOf(s run.Source) *figures.Figure {
	named, ok := s.(run.Figure)
	if !ok {
		return nil
	}
	f, ok := figures.Find(named.ID)
	if !ok {
		return nil
	}
	return run.PlayedOf(f)
}

// lockstepQuery returns the query that selects the source of a run, its values and its root
// on the lockstep page. It returns nil if an address cannot name the source.
func lockstepQuery(t *trees.Tree, v View) url.Values {
	list, ok := run.Parameters(v.Source)
	if !ok {
		return nil
	}
	q := run.QueryOf(list)
	if v.Options.Root != 0 {
		q.Set("root", strconv.Itoa(v.Options.Root))
	}
	for _, one := range v.Values {
		q.Set(run.ParameterOfLeaf(one.Leaf), t.PlainValue(&one.Value))
	}
	return q
}

// alternativesBeside returns the address of the lockstep page that shows the view's
// run once for each of the first alternatives of a leaf, as many as there are lanes.
func alternativesBeside(t *trees.Tree, leaf int, v View) string {
	q := lockstepQuery(t, v)
	if q == nil || v.Options.HasDepth || len(t.Alternatives(leaf)) < 2 {
		return ""
	}
	for i, value := range t.Alternatives(leaf) {
		if i == len(Lanes) {
			break
		}
		q.Set(Lanes[i], v.Config().Spec())
		q.Set(Lanes[i]+"."+run.ParameterOfLeaf(leaf), t.PlainValue(&value))
	}
	q.Del(run.ParameterOfLeaf(leaf))
	return "/lockstep?" + q.Encode()
}

// Lanes are the query parameters of the lockstep page that name a run.
var Lanes = []string{"a", "b", "c"}

// sideBySide returns the address of the lockstep page that shows the view's run
// beside the run of the reference algorithm. If the view's run is the reference,
// the other run is the first run that is wrong, else the first that prunes, else
// any other run.
func sideBySide(t *trees.Tree, runs []compare.ComparedRun, v View) string {
	q := lockstepQuery(t, v)
	if q == nil {
		return ""
	}
	here := v.Config()
	plain := algorithms.Exhaustive(here.Algorithm)
	if plain == here.Algorithm {
		plain = algorithms.PlainFor(t)
	}
	other := -1
	better := func(r *compare.ComparedRun) int {
		switch {
		case r.Err != nil || r.AlgorithmConfig == here:
			return 0
		case r.Algorithm == plain && here.Algorithm != plain:
			return 4
		case r.Wrong():
			return 3
		case len(r.Cut) > 0:
			return 2
		}
		return 1
	}
	for i := range runs {
		if n := better(&runs[i]); n > 0 && (other < 0 || n > better(&runs[other])) {
			other = i
		}
	}
	if other < 0 || v.Options.HasDepth {
		return ""
	}
	first, second := here, runs[other].AlgorithmConfig
	if second.Algorithm == plain {
		first, second = second, first
	}
	q.Set("a", first.Spec())
	q.Set("b", second.Spec())
	return "/lockstep?" + q.Encode()
}
