package lockstep

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/recorded"
	"espalier/trace"
	"espalier/trace/lockstep"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// maxSteps bounds the steps of a run that is shown beside others. The page
// holds all aligned steps, and users do not step through more.
const maxSteps = 20_000

// pagePath is the path of the page.
const pagePath = "/lockstep"

// lockstepParameters are all that its address takes, beside the values of leaves.
var lockstepParameters = slices.Concat(run.TreeParameters, play.Lanes, []string{"root", "step", "by", "open", "fold", "whole", "present"})

// A lockstepPage shows two or three runs on one tree under one control.
type lockstepPage struct {
	Title, Sub, Notice string
	Tree               string // address of the tree's own page
	Keep               []run.Parameter
	Selects            []laneSelect
	Lanes              []lane
	Step               int
	Present            bool   // the page opens in present mode
	Around             bool   // each tree is drawn around its node at work
	DrawnOther         string // address of the page with the trees as a whole, or around the nodes again; empty: none
	Moves              string // for each aligned step a digit: the lanes that advance, one bit a lane
	Sizes              string // for each aligned step a digit: its size
	By                 trace.StepSize
	Differences        []lockstep.Difference
	More               int // differences that are not listed
	Summary            string
	Reference          string     // the true value of each lane, where their trees differ
	Bar                *play.Page // the state of the playback bar
	Compare            *play.ComparisonPanel
}

// A laneSelect is the form field that selects one run.
type laneSelect struct {
	Letter, Label, Chosen string
	Options               []app.Choice
}

// A lane is one of the runs.
type lane struct {
	Letter, Name string
	Sound        bool
	Request      string
	Href         string // its own page, at this step
	Picture      templ.Component
	Step, Last   int
	Waits        bool
	Kind         string
	Sentence     trace.Sentence
	Counts       struct{ Nodes, Leaves, Cut, Again int }
}

// firstPage is what the page shows where no tree is named: the failure of deep pruning, beside shallow pruning.
const firstPage = pagePath + "?figure=k1991-fig6&a=shallow&b=deep"

// ServePage answers GET /lockstep?figure=…&a=…&b=…: runs side by side.
func (h Handlers) ServePage(w http.ResponseWriter, r *http.Request) error {
	if r.URL.RawQuery == "" { // the link of the door names no tree
		http.Redirect(w, r, h.Link(firstPage), http.StatusSeeOther)
		return nil
	}
	p := &lockstepPage{}
	o, a, err := run.OpenAddress(r.Context(), h.Saved(), r.URL.Query())
	if err != nil {
		return err
	}
	if o.Fault != nil {
		return o.Fault
	}
	p.of(o)
	laneValues, err := takeLaneValues(o.Tree, a.Rest)
	var v play.View
	var configs []engine.AlgorithmConfig
	if err == nil {
		v, configs, err = p.read(o, a.Rest)
	}
	if err != nil {
		p.Notice = "The address has an error. " + err.Error()
		v, configs, laneValues = play.View{Spec: plainSpec(o)}, nil, nil
	}
	base, err := o.Resolve(v.Spec)
	if err != nil {
		p.Notice, v.Values, base.Tree = err.Error(), nil, o.Tree
	}
	base.Spec = v.Spec
	p.Present = v.Present
	p.Tree = treeLink(o, v)
	p.show(r.Context(), base, v, configs, laneValues)
	h.Render(w, r, http.StatusOK, lockstepView(p))
	return nil
}

// of sets the tree of the page.
func (p *lockstepPage) of(o *run.Opened) {
	p.Title = o.Title()
	p.Keep, _ = run.Parameters(o.Source)
	switch {
	case o.Figure != nil:
		p.Sub = o.Figure.Paper.Short + ", " + o.Figure.Figure
	case o.Tree.Title != "":
		p.Sub = "a tree of your own"
	default:
		p.Sub = o.Describe(o.Tree)
	}
}

// read reads what is left of the query: the runs, the root, values and step.
func (p *lockstepPage) read(o *run.Opened, q url.Values) (play.View, []engine.AlgorithmConfig, error) {
	specs := map[string]string{}
	for _, letter := range play.Lanes {
		specs[letter] = q.Get(letter)
		q.Del(letter)
	}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if _, isValue := run.LeafOfParameter(name); isValue || slices.Contains(lockstepParameters, name) {
			continue
		}
		err := run.UnknownParameter(name, lockstepParameters...)
		if slices.Contains(play.ViewParameters, name) {
			err.Message += ". Write an option after its algorithm: a=speculative,as_printed"
		}
		return play.View{}, nil, err
	}
	v, err := play.ParseView(o, q, play.View{Spec: plainSpec(o)})
	if err != nil {
		return v, nil, err
	}
	var configs []engine.AlgorithmConfig
	for _, letter := range play.Lanes {
		if specs[letter] == "" {
			continue
		}
		config, err := o.ReadConfig(letter, specs[letter], v.Options.Root)
		if err == nil {
			err = o.With(config).Refused()
		}
		if why, refused := run.IsRefused(err); refused {
			err = &problem.QueryError{Name: letter, Message: why}
		}
		if err != nil {
			return v, nil, err
		}
		configs = append(configs, config)
	}
	return v, configs, nil
}

const infiniteText = "This run has infinite values, which the algorithms of Espalier do not search: it cannot be shown beside them."

// show executes the runs and draws each at the aligned step.
func (p *lockstepPage) show(ctx context.Context, base *run.Resolved, v play.View, configs []engine.AlgorithmConfig, laneValues map[string]run.Values) {
	t := base.Tree
	can, _ := compare.ConfigsOn(t, v.Options.Root)
	configs = complete(t, configs, can)
	p.fillSelects(can, configs)
	if v.Options.Root != 0 {
		p.Keep = append(p.Keep, run.Parameter{Name: "root", Value: strconv.Itoa(v.Options.Root)})
	}
	p.keepValues("", v.Values, t)
	p.Keep = append(p.Keep, v.ShownParameters()...)
	for _, letter := range play.Lanes {
		p.keepValues(letter+".", laneValues[letter], t)
	}
	at := play.PlaceOf(base.Source)
	if printed := base.Of.Printed; printed != nil && printed.Run.HasInfiniteLeaf() && len(v.Values) == 0 && len(laneValues) == 0 {
		p.Notice = infiniteText
		return
	}
	if len(laneValues) == 0 { // the table is about one tree
		p.Compare = play.NewComparisonPanel(ctx, base, play.View{Spec: v.Spec.With(configs[0])}, at)
		p.Compare.SideBySide = ""
	}

	ctx, cancel := context.WithTimeout(ctx, app.SolveTimeout)
	defer cancel()
	runs := make([]*lockstep.RecordedRun, len(configs))
	names := make([]string, len(configs))
	lanes := make([]*run.Resolved, len(configs))
	for i, config := range configs {
		names[i] = words.MaxN(words.ConfigName(config))
		own := laneValues[play.Lanes[i]]
		if len(own) > 0 {
			names[i] += " with " + inWords(t, own)
		}
		of, spec := run.OnTree(t), run.Spec{Values: own}
		if recorded.Is(config.Algorithm) { // the run is in no tree
			of, spec.Source = base.Of, base.Of.Pinned()
		}
		lane, err := of.Resolve(spec.With(config))
		if err != nil {
			p.Notice = names[i] + ": " + err.Error()
			return
		}
		lanes[i] = lane
		recorded, err := recordRun(ctx, lane)
		if err != nil {
			p.Notice = names[i] + ": " + err.Error()
			return
		}
		runs[i] = recorded
	}
	p.Reference = referenceOf(ctx, lanes)
	aligned := lockstep.Align(runs)
	last := len(aligned) - 1
	p.Step = v.Step
	if v.AtEnd {
		p.Step = last
	}
	if v.Step > last {
		p.Notice = fmt.Sprintf("There is no step %d: the runs end with step %d, which is shown.", v.Step, last)
		p.Step = last
	}
	p.Differences = lockstep.Differences(t, names, runs, aligned)
	for i := range p.Differences {
		p.Differences[i].Text = words.MaxN(p.Differences[i].Text)
	}
	p.Summary = summaryAt(p.Differences, p.Step)
	p.Moves = digits(aligned)
	sizes := lockstep.Sizes(runs, aligned, p.Differences)
	p.Sizes, p.By = digits(sizes), v.By
	p.Bar = &play.Page{Shown: play.Shown{Step: p.Step, Last: last, By: v.By, StepSizes: true}}
	p.Bar.Back, p.Bar.Forward = lockstep.Stops(sizes, p.Step, v.By)
	var marks []play.StepMark
	for _, d := range p.Differences {
		marks = append(marks, play.StepMark{Step: d.Step, Class: "cut"})
	}
	p.Bar.SetMarks(marks)
	p.Around = layout.Folds(t) && !v.Whole
	p.DrawnOther = drawnOther(p, t)
	steps, moved := lockstep.Positions(aligned, len(runs), p.Step)
	for i, config := range configs {
		l := lane{Letter: play.Lanes[i], Name: names[i], Sound: config.Sound(), Step: steps[i], Last: len(runs[i].Events) - 1, Waits: !moved[i]}
		own := play.View{Spec: v.Spec.With(config), By: v.By}
		for _, one := range lanes[i].Values {
			own.Values = own.Values.With(one.Leaf, one.Value)
		}
		l.Request = lanes[i].TreeBody()
		query := play.RunQuery(t, config, own, at)
		query.Set("step", strconv.Itoa(l.Step))
		l.Href = at.Path + "?" + query.Encode()
		p.draw(ctx, &l, lanes[i], v, len(configs))
		p.Lanes = append(p.Lanes, l)
	}
	if n := len(p.Differences); n > lockstep.MaxDifferences {
		p.Differences, p.More = p.Differences[:lockstep.MaxDifferences], n-lockstep.MaxDifferences
	}
}

// complete returns at least two runs: the reference algorithm and the first other.
func complete(t *trees.Tree, configs, can []engine.AlgorithmConfig) []engine.AlgorithmConfig {
	for _, config := range append([]engine.AlgorithmConfig{{Algorithm: algorithms.PlainFor(t), Options: engine.Options{Root: can[0].Options.Root}}}, can...) {
		if len(configs) >= 2 {
			break
		}
		if slices.Contains(can, config) && !slices.Contains(configs, config) {
			configs = append(configs, config)
		}
	}
	for len(configs) < 2 { // nothing else runs here
		configs = append(configs, can[0])
	}
	return configs
}

func (p *lockstepPage) fillSelects(can, configs []engine.AlgorithmConfig) {
	for i, letter := range play.Lanes {
		c := laneSelect{Letter: letter, Label: [...]string{"First", "Second", "Third"}[i] + " algorithm"}
		if i == 2 {
			c.Options = append(c.Options, app.Choice{Text: "none"})
		}
		list := can
		if i < len(configs) {
			c.Chosen = configs[i].Spec()
			if !slices.Contains(can, configs[i]) {
				list = append([]engine.AlgorithmConfig{configs[i]}, can...) // two options together
			}
		}
		for _, v := range list {
			words := words.MaxN(words.ConfigName(v))
			if !v.Sound() {
				words += " (unsound)"
			}
			c.Options = append(c.Options, app.Choice{Value: v.Spec(), Text: words})
		}
		p.Selects = append(p.Selects, c)
	}
}

// draw draws one of some lanes at its step.
func (p *lockstepPage) draw(ctx context.Context, l *lane, of *run.Resolved, v play.View, lanes int) {
	watch := play.NewWatcher(of, l.Step, true)
	of.Run(ctx, watch.Observe) // it ran a moment ago
	shown := layout.Select(of.Tree)
	if p.Around {
		shown = watch.Around(v)
	}
	picture := draw.LivePictureBeside
	if lanes > 2 {
		picture = draw.LivePictureInColumn
	}
	l.Picture = picture(of.Tree, shown, watch.Fold, l.Letter, play.OpenLinks(pagePath, stepQuery(p, p.Step), &v))
	l.Kind, l.Sentence, l.Counts = watch.Event.Type.String(), watch.Sentence, watch.Counts
}

// digits writes small numbers, a digit each.
func digits[T ~uint8](list []T) string {
	b := make([]byte, len(list))
	for i, n := range list {
		b[i] = '0' + byte(n)
	}
	return string(b)
}

// summaryAt describes the last difference up to an aligned step.
func summaryAt(list []lockstep.Difference, at int) string {
	i, found := slices.BinarySearchFunc(list, at, func(d lockstep.Difference, at int) int { return d.Step - at })
	switch {
	case found:
		return list[i].Text
	case len(list) == 0:
		return "No difference: same cuts, same values."
	case i == 0:
		return "No difference so far."
	}
	return fmt.Sprintf("They last differed at step %d. %s", list[i-1].Step, list[i-1].Text)
}

// plainSpec is the run of the reference algorithm with the values of the source's first run.
func plainSpec(o *run.Opened) run.Spec {
	return run.Spec{Source: o.Source, Algorithm: algorithms.PlainFor(o.Tree), Values: o.Default().Values}
}

// keepValues adds values to the address; prefix names the lane that has them.
func (p *lockstepPage) keepValues(prefix string, values run.Values, t *trees.Tree) {
	for _, v := range values {
		p.Keep = append(p.Keep, run.Parameter{Name: prefix + run.ParameterOfLeaf(v.Leaf), Value: t.PlainValue(&v.Value)})
	}
}

// treeLink is the address of the tree's own page, with the values of this one.
func treeLink(o *run.Opened, v play.View) string {
	at := play.PlaceOf(o.Source)
	q := run.QueryOf(at.Params)
	if v.Options.Root != 0 {
		q.Set("root", strconv.Itoa(v.Options.Root))
	}
	for _, one := range v.Values {
		q.Set(run.ParameterOfLeaf(one.Leaf), o.Tree.PlainValue(&one.Value))
	}
	return run.PathWith(at.Path, q)
}
