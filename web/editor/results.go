package editor

import (
	"context"
	"time"

	"espalier/trees"
	"espalier/web/play"
	"espalier/web/run"
	"espalier/web/socket"
	"espalier/web/treestore"
)

// results sends the comparison of the algorithms on a revision after a pause; a
// newer revision cancels it.
func (client *draftClient) results(saved *treestore.Saved) {
	client.cancelResults()
	ctx, cancel := context.WithCancel(client.ctx)
	client.cancelResults = cancel
	begun := client.c.Go(client.id, func() {
		defer cancel()
		select {
		case <-time.After(resultsAfter):
		case <-ctx.Done():
			return
		}
		c := client.session.comparison(ctx, client.c.s.Core, saved)
		if c == nil {
			return
		}
		of := run.Saved{ID: client.tree}
		panel := c.Panel(saved.Draft.Tree(), play.View{Spec: run.Spec{Source: of}}, play.PlaceOf(of))
		html, err := client.c.s.Markup(ctx, play.ComparisonView(panel))
		if err != nil {
			return
		}
		b := socket.AppendHead(nil, "results", client.id)
		b = trees.AppendNumberKey(b, "revision", saved.Number)
		b = trees.AppendQuoted(append(b, `,"html":`...), html)
		client.c.Send(ctx, append(b, '}'))
	})
	if !begun {
		cancel()
	}
}
