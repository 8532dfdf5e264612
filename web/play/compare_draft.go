package play

import (
	"context"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
)

// CompareDraft waits for a free slot and then runs every algorithm on a draft. It
// returns nil if the context ends before the comparison is complete. A draft that
// breaks its own limits is not searched; the panel shows the reason.
func CompareDraft(core *app.Core, ctx context.Context, d *trees.Draft) *Comparison {
	t, err := d.Checked()
	if err != nil {
		return &Comparison{note: "The tree breaks a limit, so no algorithm can search it. " + problem.FaultsOf(d)[0].String()}
	}
	if fair.Enter(ctx, core.Comparing) != nil {
		return nil
	}
	defer fair.Leave(core.Comparing)
	c := compareOn(ctx, run.OnTree(t).With(engine.AlgorithmConfig{}))
	if ctx.Err() != nil {
		return nil
	}
	return c
}
