package web

import (
	"context"
	"time"

	"espalier/trees"
	"espalier/web/library"
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

// results sends what the algorithms say of a revision, once the edits have
// paused; a newer revision ends it.
func (v *viewer) results(saved *library.Saved) {
	v.forgetResults()
	ctx, cancel := context.WithCancel(v.ctx)
	v.forgetResults = cancel
	v.c.work.Go(func() {
		defer cancel()
		defer v.c.guard(v.id)
		select {
		case <-time.After(resultsAfter):
		case <-ctx.Done():
			return
		}
		c := v.room.comparison(ctx, v.c.s.Core, saved)
		if c == nil {
			return
		}
		panel := c.panel(saved.Draft.Tree(), view{}, v.path(), []parameter{{"mode", "play"}})
		html, err := markup(ctx, comparePanelView(panel))
		if err != nil {
			return
		}
		b := appendHead(nil, "results", v.id)
		b = appendNumberKey(b, "revision", saved.Number)
		b = trees.AppendQuoted(append(b, `,"html":`...), html)
		v.c.send(ctx, append(b, '}'))
	})
}
