package stream

import (
	"strconv"

	"espalier/trace"
	"espalier/web/problem"
	"espalier/web/words"
)

// details sends what the page shows next to the tree for steps of a recorded run:
// the event, its sentence, and the bounds at its node.
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
	b := appendHead(c.buffer(), "details", m.ID)
	b = append(b, `,"from":`...)
	b = strconv.AppendInt(b, int64(m.From), 10)
	b = append(b, `,"steps":[`...)
	page.recorder.Read(m.From, m.To, func(e *trace.Event) bool {
		if e.Seq > m.From {
			b = append(b, ',')
		}
		bounds, alpha, beta, _ := page.recorder.Bounds(e.Seq)
		b = trace.AppendDetail(b, &page.explain, e, &bounds, alpha, beta)
		return true
	})
	c.send(c.ctx, append(b, "]}"...))
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
