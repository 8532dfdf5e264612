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

	"espalier/search/engine"
	"espalier/web/app"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A detachedRun is a run that is shown outside its page: in a frame, on a handout, or in a
// file.
type detachedRun struct {
	*run.Resolved
	view play.View
}

// readDetached reads a run from the query. It removes the parameters named own from the
// query and returns them unparsed. The error is that of run.OpenAddress, or the reason why
// the run is impossible.
func (h Handlers) readDetached(r *http.Request, own ...string) (*detachedRun, url.Values, error) {
	o, a, err := run.OpenAddress(r.Context(), h.Saved(), r.URL.Query())
	if err != nil {
		return nil, nil, err
	}
	given := url.Values{}
	if err := problem.CheckOnce(a.Rest, "open"); err != nil {
		return nil, nil, err
	}
	for _, name := range own {
		if a.Rest.Has(name) {
			given[name] = a.Rest[name]
			a.Rest.Del(name)
		}
	}
	if o.Fault != nil {
		return nil, nil, o.Fault
	}
	d := &detachedRun{}
	if d.view, d.Resolved, err = play.ReadRun(o, a.Rest, own...); err != nil {
		return nil, nil, err
	}
	d.view.Ask = false // the quiz is on the page only
	return d, given, d.Refused()
}

// acquireSearchSlot returns the context of a search for a detached run, with a
// timeout.
func (h Handlers) acquireSearchSlot(r *http.Request) (context.Context, func(), error) {
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &engine.LimitError{
		Message: fmt.Sprintf("the search was stopped: it took more than %s, the limit of a run to download", app.SolveTimeout)})
	return ctx, func() {
		cancel()
		release()
	}, nil
}

// address returns the address of the run on its own page, with the step.
func (d *detachedRun) address() string {
	q := d.view.WholeQuery(d.Tree)
	if d.view.AtEnd {
		q.Set("step", "last")
	}
	at := play.PlaceOf(d.Source)
	for _, k := range at.Params {
		q.Set(k.Name, k.Value)
	}
	return at.Path + "?" + q.Encode()
}

// source are the parameters that name the source in an address.
func (d *detachedRun) source() []run.Parameter {
	list, _ := run.Parameters(d.Source)
	return list
}

// parameters returns the run's source and view for the form of a page, which has fields for
// the step and its size.
func (d *detachedRun) parameters() []run.Parameter {
	list := slices.Concat(d.source(), d.view.ShownParameters())
	q := d.view.Query(d.Tree)
	q.Del("step")
	q.Del("by")
	for _, name := range slices.Sorted(maps.Keys(q)) {
		list = append(list, run.Parameter{Name: name, Value: q.Get(name)})
	}
	return list
}

// words describes the algorithm, its options, and the values that are set.
func (d *detachedRun) words() string {
	words := words.ConfigName(d.Config())
	if !d.Algorithm.SoundWith(d.Options) && !strings.Contains(words, "unsound") {
		words += " (unsound)"
	}
	if o := d.Options; o.Root > 0 {
		words += ", from " + d.Tree.Name(o.Root)
	}
	if o := d.Options; o.HasDepth {
		words += ", to depth " + strconv.Itoa(o.Depth)
	}
	for _, v := range d.Values {
		words += ", " + d.Tree.Name(v.Leaf) + " = " + d.Tree.FormatValue(v.Value)
	}
	return words
}

// sub describes the tree and its source.
func (d *detachedRun) sub() string {
	if f := d.Of.Figure; f != nil {
		return f.Paper.Short + ", " + f.Figure + " · " + d.Of.Describe(d.Of.Tree)
	}
	return d.Of.Describe(d.Of.Tree)
}
