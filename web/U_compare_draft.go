package web

import (
	"context"

	"espalier/trees"
)

// compareDraft runs every algorithm on a draft, when a core is free for it. It
// gives nil when the context ends before. A draft that breaks its own limits
// is not searched: the panel says why.
func compareDraft(core *Core, ctx context.Context, d *trees.Draft) *tableau {
	t, err := d.Checked()
	if err != nil {
		return &tableau{note: "Nothing can be searched while the tree breaks a limit. " + faultsOf(d)[0].String()}
	}
	select {
	case core.comparing <- struct{}{}:
	case <-ctx.Done():
		return nil
	}
	defer func() { <-core.comparing }()
	c := comparisonOn(ctx, t, 0)
	if ctx.Err() != nil {
		return nil
	}
	return c
}
