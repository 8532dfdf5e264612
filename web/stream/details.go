package stream

import (
	"context"
	"strconv"

	"espalier/search"
	"espalier/trace"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/words"
)

// detailsBytes is the size at which the details of steps go on in another message. Those of
// MaxDetails steps take some 200 KB; but a cut by a leaf-value table lists trees.MaxOutcomes
// outcomes at most, which are 1.5 MB.
const detailsBytes = 1 << 20

// details sends what the page shows next to the tree for steps of a recorded run:
// the event, its sentence, and the bounds at its node. If they are large, they come in
// several messages. The steps are read and described in turn with the searches of others.
func (c *conn) details(r *searchRun, m *message) {
	page, err := c.recorded(r, m.ID)
	if err != nil {
		c.fail(m.ID, err)
		return
	}
	if n := page.recorder.Len(); m.To > n {
		c.fail(m.ID, problem.Refused("to", "step %d is not recorded; %s have been so far", m.To-1, words.Plural(n, "step")))
		return
	}
	if err := c.sendDetails(c.s.WithTurn(c.ctx), page, m); err != nil {
		c.fail(m.ID, err)
	}
}

func (c *conn) sendDetails(ctx context.Context, page *pageRun, m *message) (err error) {
	give, err := search.TakeTurn(ctx)
	if err != nil {
		return err
	}
	defer give()
	var b []byte
	flush := func() {
		app.Blocked(ctx, func() { c.send(ctx, append(b, "]}"...)) })
		b = nil
	}
	page.recorder.Read(m.From, m.To, func(e *trace.Event) bool {
		if err = search.PassTurn(ctx); err != nil {
			return false
		}
		if b == nil {
			b = strconv.AppendInt(append(appendHead(c.buffer(), "details", m.ID), `,"from":`...), int64(e.Seq), 10)
			b = append(b, `,"steps":[`...)
		} else {
			b = append(b, ',')
		}
		bounds, alpha, beta, _ := page.recorder.Bounds(e.Seq)
		if b = trace.AppendDetail(b, &page.explain, e, &bounds, alpha, beta); len(b) >= detailsBytes {
			flush()
		}
		return true
	})
	if b != nil && err == nil {
		flush()
	}
	return err
}

// recorded returns the recording of a run of a page.
func (c *conn) recorded(r *searchRun, id string) (*pageRun, error) {
	if r != nil {
		if page := r.page.Load(); page != nil {
			return page, nil
		}
	}
	return nil, problem.Refused("id", "there is no recorded run %q: it was not a page's run, was cancelled, or has been released", id)
}
