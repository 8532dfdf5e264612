package editor

import (
	"context"
	"time"

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
		client.c.Send(ctx, socket.NewMessage("results", client.id, struct {
			Revision int    `json:"revision"`
			HTML     string `json:"html"`
		}{saved.Number, string(html)}))
	})
	if !begun {
		cancel()
	}
}
