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
	"espalier/web/request"
	"espalier/web/words"
)

// A DetachedRun is a run that leaves its page: in a frame of somebody else's
// page, on paper, or in a file of its own.
type DetachedRun struct {
	*request.TreeRef
	view request.View
	with *trees.Tree // with the values that the address sets
}

// readDetached reads the run that a query names. Parameters of one's own are
// taken out of the query first, and given as they stand. An error is as
// ReadTreeRef's, or says why the run cannot be.
func (h Handlers) readDetached(r *http.Request, own ...string) (*DetachedRun, url.Values, error) {
	src, err := request.ReadTreeRef(h.Core, r)
	if err != nil {
		return nil, nil, err
	}
	given := url.Values{}
	if err := request.CheckOnce(src.Query, "open"); err != nil {
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
	if run.view, run.with, err = src.ViewAndTree(own...); err != nil {
		return nil, nil, err
	}
	run.view.Ask = false // nothing is asked away from the page
	problem := search.OnTree(run.with, run.view.Options.Root)
	if err := run.view.Algorithm.Check(&problem, run.view.Options); err != nil {
		return nil, nil, err
	}
	return run, given, nil
}

// acquireSearchSlot is the context of a search for a page or a file that is
// taken away; it ends in good time, and says so.
func (h Handlers) acquireSearchSlot(r *http.Request, run *DetachedRun) (context.Context, func(), error) {
	ctx, release, err := h.AcquireSearchSlot(r.Context(), false)
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

// address returns where the run is found again, on another page of this server:
// its source and its view, at the view's step.
func (run *DetachedRun) address(path string) string {
	q := run.view.WholeQuery(run.Tree)
	if run.view.AtEnd {
		q.Set("step", "last")
	}
	for _, k := range run.Params {
		// The page of a figure or of a saved tree has its name in its path.
		if path != run.Path || k.Name != "figure" && k.Name != "saved" {
			q.Set(k.Name, k.Value)
		}
	}
	return path + "?" + q.Encode()
}

// parameters returns the run's source and view for the form of a page: all that
// says what runs, and not at which step.
func (run *DetachedRun) parameters() []request.Parameter {
	list := slices.Clone(run.Params)
	for _, n := range run.view.Open {
		list = append(list, request.Parameter{Name: "open", Value: strconv.Itoa(n)})
	}
	q := run.view.Query(run.Tree)
	q.Del("step")
	for _, name := range slices.Sorted(maps.Keys(q)) {
		list = append(list, request.Parameter{Name: name, Value: q.Get(name)})
	}
	return list
}

// words describes what runs: the algorithm, its options, and the values that are
// set.
func (run *DetachedRun) words() string {
	words := request.ConfigName(run.view.Config())
	if !run.view.Algorithm.SoundWith(run.view.Options) && !strings.Contains(words, "unsound") {
		words += " (unsound)"
	}
	o := run.view.Options
	if o.Root > 0 {
		words += ", from " + run.with.Name(o.Root)
	}
	if o.HasDepth {
		words += ", to depth " + strconv.Itoa(o.Depth)
	}
	for _, n := range slices.Sorted(maps.Keys(run.view.Values)) {
		words += ", " + run.with.Name(n) + " = " + run.with.FormatValue(run.view.Values[n])
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
