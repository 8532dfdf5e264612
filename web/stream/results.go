package stream

import (
	"context"
	"time"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/request"
	"espalier/web/run"
	"espalier/web/treestore"
)

// results sends the comparison of the algorithms on a revision, once the edits have
// paused; a newer revision ends it.
func (v *draftClient) results(saved *treestore.Saved) {
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
		c := v.session.comparison(ctx, v.c.s.Core, saved)
		if c == nil {
			return
		}
		panel := c.Panel(saved.Draft.Tree(), request.View{}, v.path(), []request.Parameter{{Name: "mode", Value: "play"}})
		html, err := app.Markup(ctx, run.ComparisonView(panel))
		if err != nil {
			return
		}
		b := appendHead(nil, "results", v.id)
		b = trees.AppendNumberKey(b, "revision", saved.Number)
		b = trees.AppendQuoted(append(b, `,"html":`...), html)
		v.c.send(ctx, append(b, '}'))
	})
}
