package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
)

// countKeys are the keys of a count besides its depth.
var countKeys = append(slices.Clone(run.Sources), "revision")

// Count answers POST /api/v1/count: the nodes of the plain tree at each ply.
func (h *Handlers) Count(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	p, depth, err := h.readCount(r.Context(), members)
	if err != nil {
		return err
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch) // a count keeps nothing
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &engine.LimitError{Path: "depth",
		Message: fmt.Sprintf("the count was stopped: it took more than %s, the limit of one; choose a smaller depth", app.SolveTimeout)})
	defer cancel()
	nodes, err := compare.Count(ctx, p, depth)
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	app.Answer(w, http.StatusOK, struct {
		Nodes []int `json:"nodes"` // by ply
	}{nodes})
	return nil
}

func (h *Handlers) readCount(ctx context.Context, members []problem.Member) (p engine.Problem, depth int, err error) {
	var plies []byte
	body, err := run.ReadBody(members, countKeys, problem.Field{Key: "depth", Raw: &plies})
	if err != nil {
		return p, 0, err
	}
	opened, err := body.Open(ctx, h.Saved())
	if err != nil {
		return p, 0, err
	}
	if plies == nil {
		return p, 0, problem.Refused("depth", "the depth is missing; it is the number of plies to count below the root")
	}
	if depth, err = problem.ReadWhole(plies, "depth", 0, trees.MaxLevels); err != nil {
		return p, 0, err
	}
	counted, err := opened.Resolve(run.Spec{})
	if err != nil {
		return p, depth, err
	}
	p, err = counted.Problem()
	return p, depth, err
}
