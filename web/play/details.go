package play

import (
	"context"
	"strconv"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/socket"
	"espalier/web/words"
)

// detailsBytes is the size at which the details of steps go on in another message. Those of
// MaxDetails steps take some 200 KB; but a cut by a leaf-value table lists trees.MaxOutcomes
// outcomes at most, which are 1.5 MB.
const detailsBytes = 1 << 20

// details sends what the page shows next to the tree for steps of a recorded run:
// the event, its sentence, and the bounds at its node. If they are large, they come in
// several messages. The steps are read and described in turn with the searches of others.
func (c *runClient) details(m *socket.Message, v *detailsMessage) error {
	if err := v.check(); err != nil {
		return err
	}
	page, err := c.recorded(m.ID)
	if err != nil {
		return err
	}
	if v.To > page.mayRead() {
		return problem.Refused("to", "step %d is not recorded; %s have been so far", v.To-1, words.Plural(page.mayRead(), "step"))
	}
	return c.sendDetails(c.s.WithTurn(c.Context()), page, m.ID, v)
}

// A detailsMessage asks for the details of the steps From to To-1.
type detailsMessage struct{ From, To int }

func (v *detailsMessage) read(member problem.Member) (err error) {
	n, err := problem.ReadWhole(member.Raw, member.Key, 0, problem.MaxCount)
	if member.Key == "from" {
		v.From = n
	} else {
		v.To = n
	}
	return err
}

func (v *detailsMessage) check() error {
	if v.To <= v.From || v.To-v.From > MaxDetails {
		return problem.Refused("to", "details are of 1 to %d steps; from %d to %d are %d", MaxDetails, v.From, v.To, v.To-v.From)
	}
	return nil
}

func (c *runClient) sendDetails(ctx context.Context, page *pageRun, id string, v *detailsMessage) (err error) {
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return err
	}
	defer give()
	var b []byte
	flush := func() {
		trees.Blocked(ctx, func() { c.Send(ctx, append(b, "]}"...)) })
		b = nil
	}
	page.recorder.Read(v.From, v.To, func(e *trace.Event) bool {
		if err = engine.PassTurn(ctx); err != nil {
			return false
		}
		if b == nil {
			b = strconv.AppendInt(append(socket.AppendHead(c.Buffer(), "details", id), `,"from":`...), int64(e.Seq), 10)
			b = append(b, `,"steps":[`...)
		} else {
			b = append(b, ',')
		}
		bounds, alpha, beta, _ := page.recorder.Bounds(e.Seq)
		b = trace.AppendDetail(b, &page.explain, e, &bounds, alpha, beta)
		if b = page.program.appendCalls(b, e.Seq); len(b) >= detailsBytes {
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
func (c *runClient) recorded(id string) (*pageRun, error) {
	if r := c.find(id); r != nil {
		if page := r.page.Load(); page != nil {
			return page, nil
		}
	}
	return nil, problem.Refused("id", "there is no recorded run %q: it was not a page's run, was cancelled, or has been released", id)
}
