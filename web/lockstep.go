package web

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
)

// maxLockstep bounds the steps of a run that is shown beside others. The page
// holds all moments, and nobody steps through more.
const maxLockstep = 20_000

// laneLetters are the parameters that name the runs, in their order; the last
// may be left out.
var laneLetters = []string{"a", "b", "c"}

// lockstepParameters are all that its address takes, beside the values of leaves.
var lockstepParameters = slices.Concat(sourceParameters, laneLetters, []string{"root", "step"})

// A lockstepPage shows two or three runs on one tree under one control.
type lockstepPage struct {
	Title, Sub, Notice string
	Tree               string // address of the tree's own page
	Keep               []parameter
	Choices            []laneChoice
	Lanes              []lane
	Moment             int
	Moves              string // for each moment, which lanes move on: a digit, one bit a lane
	Differences        []difference
	More               int // differences that are not listed
	Said               string
	Bar                *runPage // the player's bar takes its numbers from it
	Compare            *comparePanel
}

// A laneChoice is the choice of one run.
type laneChoice struct {
	Letter, Label string
	Options       []specChoice
}

type specChoice struct {
	Spec, Words string
	Chosen      bool
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

// serveLockstep answers GET /lockstep?figure=…&a=…&b=…: runs side by side.
func (h lockstepHandlers) serveLockstep(w http.ResponseWriter, r *http.Request) {
	p := &lockstepPage{}
	src, err := readSource(h.Core, r)
	if err == nil && src.Fault != nil {
		err = src.Fault
	}
	if err != nil {
		h.failSaved(w, r, err)
		return
	}
	p.of(src)
	t, q, byDefault := src.Tree, src.Query, src.Run.Values
	v, variants, err := p.read(t, q, byDefault)
	if err != nil {
		p.Notice = "What the address says is not understood. " + err.Error()
		v, variants = view{Values: byDefault}, nil
	}
	if with, err := t.WithValues(v.Values); err == nil {
		t = with
	} else {
		p.Notice, v.Values = err.Error(), nil
	}
	p.show(r.Context(), t, v, variants)
	h.render(w, r, http.StatusOK, lockstepView(p))
}

// of names the tree of the page.
func (p *lockstepPage) of(src *source) {
	p.Title, p.Tree, p.Keep = src.Title, src.Path, src.Params
	switch {
	case src.Figure != nil:
		p.Sub = src.Figure.Paper.Short + ", " + src.Figure.Figure
	case src.Tree.Title != "":
		p.Sub = "a tree of your own"
	default:
		p.Sub = describe(src.Tree)
	}
}

// read reads what is left of the query: the runs, the root, values and step.
func (p *lockstepPage) read(t *trees.Tree, q url.Values, byDefault map[int]trees.Vector) (view, []variant, error) {
	specs := map[string]string{}
	for _, letter := range laneLetters {
		specs[letter] = q.Get(letter)
		q.Del(letter)
	}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if _, isValue := valueOf(name); isValue || slices.Contains(lockstepParameters, name) {
			continue
		}
		err := noParameter(name, lockstepParameters...)
		if slices.Contains(runParameters, name) {
			err.Message += ". An option stands with its algorithm: a=speculative,as_printed"
		}
		return view{}, nil, err
	}
	v, err := parseView(t, q, view{Algorithm: plainOf(t), Values: byDefault})
	if err != nil {
		return v, nil, err
	}
	var variants []variant
	problem := search.OnTree(t, v.Options.Root)
	for _, letter := range laneLetters {
		if specs[letter] == "" {
			continue
		}
		run, err := readSpec(letter, specs[letter], v.Options.Root)
		if err == nil {
			err = run.Algorithm.Check(&problem, run.Options)
		}
		var refused *search.RefusedError
		if errors.As(err, &refused) {
			err = &queryError{letter, refused.Message}
		}
		if err != nil {
			return v, nil, err
		}
		variants = append(variants, run)
	}
	return v, variants, nil
}

// show runs what was asked for, and takes the picture of each at the moment.
func (p *lockstepPage) show(ctx context.Context, t *trees.Tree, v view, variants []variant) {
	can, _ := variantsOn(t, v.Options.Root)
	variants = complete(t, variants, can)
	p.choices(can, variants)
	if v.Options.Root != 0 {
		p.Keep = append(p.Keep, parameter{"root", strconv.Itoa(v.Options.Root)})
	}
	for _, node := range slices.Sorted(maps.Keys(v.Values)) {
		value := v.Values[node]
		p.Keep = append(p.Keep, parameter{"v" + strconv.Itoa(node), plainVector(&value, t.Width())})
	}
	var source []parameter
	for _, k := range p.Keep {
		if k.Name == "text" || k.Name == "revision" {
			source = append(source, k)
		}
	}
	p.Compare = newComparePanel(ctx, t, view{Algorithm: variants[0].Algorithm, Options: variants[0].Options, Values: v.Values}, p.Tree, source)
	p.Compare.SideBySide = ""

	ctx, cancel := context.WithTimeout(ctx, solveTimeout)
	defer cancel()
	runs := make([]*toldRun, len(variants))
	names := make([]string, len(variants))
	for i, run := range variants {
		names[i] = setPower(configName(run))
		told, err := tellRun(ctx, t, run)
		if err != nil {
			p.Notice = names[i] + ": " + err.Error()
			return
		}
		runs[i] = told
	}
	moments := align(runs)
	last := len(moments) - 1
	p.Moment = v.Step
	if v.Step > last {
		p.Notice = fmt.Sprintf("There is no step %d: the runs end with step %d, which is shown.", v.Step, last)
		p.Moment = last
	}
	p.Differences = differencesOf(t, names, runs, moments)
	for i := range p.Differences {
		p.Differences[i].Text = setPower(p.Differences[i].Text)
	}
	p.Said = saidAt(p.Differences, p.Moment)
	p.Moves = movesInDigits(moments)
	p.Bar = &runPage{Step: p.Moment, Last: last}
	var marks []stepMark
	for _, d := range p.Differences {
		marks = append(marks, stepMark{d.Moment, "cut"})
	}
	p.Bar.marks(marks)
	steps, moved := positions(moments, len(runs), p.Moment)
	for i, run := range variants {
		l := lane{Letter: laneLetters[i], Name: names[i], Sound: run.sound(), Step: steps[i], Last: len(runs[i].events) - 1, Waits: !moved[i]}
		own := view{Algorithm: run.Algorithm, Options: run.Options, Values: v.Values}
		l.Request = requestOf(t, own)
		query := runQuery(t, run, v, p.Tree, source)
		query.Set("step", strconv.Itoa(l.Step))
		l.Href = p.Tree + "?" + query.Encode()
		l.take(ctx, t, run)
		p.Lanes = append(p.Lanes, l)
	}
	if n := len(p.Differences); n > maxDifferences {
		p.Differences, p.More = p.Differences[:maxDifferences], n-maxDifferences
	}
}

// complete gives two runs at least: the plain one, and the first other.
func complete(t *trees.Tree, variants, can []variant) []variant {
	for _, run := range append([]variant{{plainOf(t), search.Options{Root: can[0].Options.Root}}}, can...) {
		if len(variants) >= 2 {
			break
		}
		if slices.Contains(can, run) && !slices.Contains(variants, run) {
			variants = append(variants, run)
		}
	}
	for len(variants) < 2 { // nothing else runs here
		variants = append(variants, can[0])
	}
	return variants
}

func (p *lockstepPage) choices(can, chosen []variant) {
	for i, letter := range laneLetters {
		c := laneChoice{Letter: letter, Label: [...]string{"First", "Second", "Third"}[i] + " algorithm"}
		if i == 2 {
			c.Options = append(c.Options, specChoice{Words: "none", Chosen: i >= len(chosen)})
		}
		list := can
		if i < len(chosen) && !slices.Contains(can, chosen[i]) {
			list = append([]variant{chosen[i]}, can...) // two options together
		}
		for _, v := range list {
			words := setPower(configName(v))
			if !v.sound() {
				words += " (unsound)"
			}
			c.Options = append(c.Options, specChoice{v.spec(), words, i < len(chosen) && v == chosen[i]})
		}
		p.Choices = append(p.Choices, c)
	}
}

// take takes the picture of the lane at its step.
func (l *lane) take(ctx context.Context, t *trees.Tree, run variant) {
	watch := newWatcher(t, run.Algorithm, run.Options, l.Step, true)
	run.Algorithm.Run(ctx, search.OnTree(t, run.Options.Root), run.Options, watch.observe) // it ran a moment ago
	l.Picture = drawTreeBeside(t, watch.fold, l.Letter)
	l.Kind, l.Sentence, l.Counts = watch.event.Type.String(), watch.sentence, watch.counts
}

func movesInDigits(moments []moment) string {
	b := make([]byte, len(moments))
	for i, m := range moments {
		b[i] = '0' + byte(m)
	}
	return string(b)
}

// saidAt is what the page says of differences at a moment: the last one so far.
func saidAt(list []difference, at int) string {
	i, found := slices.BinarySearchFunc(list, at, func(d difference, at int) int { return d.Moment - at })
	switch {
	case found:
		return list[i].Text
	case len(list) == 0:
		return "They do not differ: no cut that another does not make, and every value the same."
	case i == 0:
		return "No difference so far."
	}
	return fmt.Sprintf("They parted last at step %d. %s", list[i-1].Moment, list[i-1].Text)
}
