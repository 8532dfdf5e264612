package traces

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"espalier/search"
	"espalier/search/checks"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/treestore"
)

// MaxEvents is the most events of a run that is sent.
const MaxEvents = 4_000_000

// Handlers serve the traces of other programs.
type Handlers struct{ *app.Core }

// Check answers what is right and wrong in a run, and keeps nothing.
func (h Handlers) Check(w http.ResponseWriter, r *http.Request) {
	q, err := problem.CheckKnown(r, "ties", "algorithm")
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	o := checks.Options{Algorithm: q.Get("algorithm"), TiesLeft: q.Get("ties") == "left"}
	if ties := q.Get("ties"); ties != "" && ties != "left" && ties != "any" {
		h.Fail(w, r, &problem.QueryError{Name: "ties", Message: strconv.Quote(ties) + " is not known; it is left or any"})
		return
	}
	if o.Algorithm != "" {
		if err := checks.Known(o.Algorithm); err != nil {
			h.Fail(w, r, &problem.QueryError{Name: "algorithm", Message: err.Error()})
			return
		}
	}
	body, err := h.ReadText(w, r)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	defer release()
	report, err := h.check(ctx, body, o)
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		h.Fail(w, r, err)
		return
	}
	app.WriteJSON(w, report.AppendJSON(nil))
}

// check reads and checks a trace, in turn with the searches of others.
func (h Handlers) check(ctx context.Context, body []byte, o checks.Options) (*checks.Report, error) {
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	read, err := program.Read(bytes.NewReader(body), program.Options{
		Open:   func(key string, raw []byte) (*trees.Tree, error) { return h.open(ctx, key, raw) },
		Pass:   func() error { return search.PassTurn(ctx) },
		Events: MaxEvents,
	})
	if err == nil && len(read.Nodes) == 0 {
		return nil, problem.Malformed("body", `there is no event in it; the first line of a run may be {"type":"enter","id":0,"player":1}`)
	}
	var line *program.LineError
	if errors.As(err, &line) {
		return nil, problem.Refused("line "+strconv.Itoa(line.Line), "%s", line.Message)
	}
	if err != nil {
		return nil, err
	}
	report, err := checks.Of(ctx, read, o)
	var unknown *checks.AlgorithmError
	switch {
	case errors.As(err, &unknown):
		return nil, problem.Refused("algorithm", "%s", unknown)
	case err != nil:
		return nil, err
	}
	return report, nil
}

// open opens the tree that a header names.
func (h Handlers) open(ctx context.Context, key string, raw []byte) (*trees.Tree, error) {
	var id string
	if err := json.Unmarshal(raw, &id); err != nil {
		return nil, errors.New("expected an id in quotes")
	}
	var source run.Source = run.Figure{ID: id}
	if key != "figure" {
		saved, err := treestore.ParseID(id)
		if err != nil {
			return nil, err
		}
		source = run.Saved{ID: saved}
	}
	o, err := run.Open(ctx, h.Saved(), source)
	switch {
	case err != nil:
		return nil, err
	case o.Tree == nil || o.Searchable() != nil:
		return nil, errors.New("it has no tree that can be searched")
	}
	return o.Tree, nil
}
