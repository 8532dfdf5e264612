package export

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/words"
)

// A DetachedRun is a run that is shown outside its page: in a frame, on a
// handout, or in a file.
type DetachedRun struct {
	*request.TreeRef
	view request.View
	tree *trees.Tree // with the values of the address
}

// readDetached reads a run from the query. It removes the parameters named own
// from the query and returns them unparsed. The error is that of ReadTreeRef, or
// the reason why the run is impossible.
func (h Handlers) readDetached(r *http.Request, own ...string) (*DetachedRun, url.Values, error) {
	src, err := request.ReadTreeRef(h.Core, r)
	if err != nil {
		return nil, nil, err
	}
	given := url.Values{}
	if err := problem.CheckOnce(src.Query, "open"); err != nil {
		return nil, nil, err
	}
	for _, name := range own {
		if src.Query.Has(name) {
			given[name] = src.Query[name]
			src.Query.Del(name)
		}
	}
	if src.Fault != nil {
		return nil, nil, src.Fault
	}
	run := &DetachedRun{TreeRef: src}
	if run.view, run.tree, err = src.ViewAndTree(own...); err != nil {
		return nil, nil, err
	}
	run.view.Ask = false // the quiz is on the page only
	problem := search.OnTree(run.tree, run.view.Options.Root)
	if err := run.view.Algorithm.Check(&problem, run.view.Options); err != nil {
		return nil, nil, err
	}
	return run, given, nil
}

// acquireSearchSlot returns the context of a search for a detached run, with a
// timeout.
func (h Handlers) acquireSearchSlot(r *http.Request, run *DetachedRun) (context.Context, func(), error) {
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &search.LimitError{
		Message: fmt.Sprintf("the search was stopped: it took more than %s, the limit of a run that is taken away", app.SolveTimeout)})
	return ctx, func() {
		cancel()
		release()
	}, nil
}

// address returns the address of the run on another page of this server: its
// source and its view, with the step.
func (run *DetachedRun) address(path string) string {
	q := run.view.WholeQuery(run.Tree)
	if run.view.AtEnd {
		q.Set("step", "last")
	}
	for _, k := range run.Params {
		// The path of a figure or of a saved tree names it already.
		if path != run.Path || k.Name != "figure" && k.Name != "saved" {
			q.Set(k.Name, k.Value)
		}
	}
	return path + "?" + q.Encode()
}

// parameters returns the run's source and view for the form of a page, which has
// fields for the step and its size.
func (run *DetachedRun) parameters() []request.Parameter {
	list := slices.Concat(run.Params, run.view.ShownParameters())
	q := run.view.Query(run.Tree)
	q.Del("step")
	q.Del("by")
	for _, name := range slices.Sorted(maps.Keys(q)) {
		list = append(list, request.Parameter{Name: name, Value: q.Get(name)})
	}
	return list
}

// words describes the algorithm, its options, and the values that are set.
func (run *DetachedRun) words() string {
	words := words.ConfigName(run.view.Config())
	if !run.view.Algorithm.SoundWith(run.view.Options) && !strings.Contains(words, "unsound") {
		words += " (unsound)"
	}
	o := run.view.Options
	if o.Root > 0 {
		words += ", from " + run.tree.Name(o.Root)
	}
	if o.HasDepth {
		words += ", to depth " + strconv.Itoa(o.Depth)
	}
	for _, n := range slices.Sorted(maps.Keys(run.view.Values)) {
		words += ", " + run.tree.Name(n) + " = " + run.tree.FormatValue(run.view.Values[n])
	}
	return words
}

// sub describes the tree and its source.
func (run *DetachedRun) sub() string {
	if f := run.Figure; f != nil {
		return f.Paper.Short + ", " + f.Figure + " · " + words.Describe(run.Tree)
	}
	return words.Describe(run.Tree)
}
