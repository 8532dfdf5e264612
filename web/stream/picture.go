package stream

import (
	"strconv"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/words"
)

// picture sends the part of the tree that a page shows around a step of a recorded
// run: the node at work and those that the certificate of the step names are drawn.
func (c *conn) picture(r *searchRun, m *message) {
	page, err := c.recorded(r, m.ID)
	switch {
	case err != nil:
	case page.explain.Tree == nil:
		err = problem.Refused("id", "the tree of the run %q is searched without being built: there is no picture of it", m.ID)
	case m.Step >= page.recorder.Len():
		err = problem.Refused("step", "step %d is not recorded; %s have been so far", m.Step, words.Plural(page.recorder.Len(), "step"))
	}
	if err != nil {
		c.fail(m.ID, err)
		return
	}
	svg, err := c.draw(page, m)
	if err != nil {
		c.fail(m.ID, err)
		return
	}
	b := appendHead(c.buffer(), "picture", m.ID)
	b = strconv.AppendInt(append(b, `,"step":`...), int64(m.Step), 10)
	b = trees.AppendQuoted(append(b, `,"svg":`...), svg)
	c.send(c.ctx, append(b, '}'))
}

// draw draws a step of a run, in turn with the searches of others if its tree is large.
func (c *conn) draw(page *pageRun, m *message) (svg []byte, err error) {
	t := page.explain.Tree
	give, err := fair.TakeTurnForTree(c.s.WithTurn(c.ctx), t)
	if err != nil {
		return nil, err
	}
	defer give()
	return draw.NextPicture(t, layout.SelectAround(t, page.focus(m))), nil
}

// focus returns what a picture of a step has to show.
func (p *pageRun) focus(m *message) *layout.Focus {
	f := &layout.Focus{}
	p.recorder.Read(m.Step, m.Step+1, func(e *trace.Event) bool {
		f.At = int(e.Node)
		bounds, _, _, _ := p.recorder.Bounds(e.Seq)
		if c := trace.NewCertificate(p.explain.Tree, e, &bounds); c != nil {
			f.Named = c.Nodes()
		}
		return true
	})
	for _, n := range m.Named {
		f.Named = append(f.Named, int(n))
	}
	for _, n := range m.View.Folded {
		f.Folded = append(f.Folded, int(n))
	}
	for _, n := range m.View.Opened {
		f.Opened = append(f.Opened, int(n))
	}
	return f
}
