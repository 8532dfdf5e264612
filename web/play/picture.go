package play

import (
	"strconv"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/socket"
	"espalier/web/words"
)

// A pictureMessage asks for the part of the tree that a page shows around a step.
type pictureMessage struct {
	Step           int
	Named          []int32 // nodes that the picture has to draw besides those of the step
	Folded, Opened []trees.ID
	Wide           int // width of a picture along the path of a game's tree; 0: it is not along a path
	Child          int // the child that such a picture has in its last row; not positive: any
}

func (v *pictureMessage) read(member problem.Member) (err error) {
	switch member.Key {
	case "step":
		v.Step, err = problem.ReadWhole(member.Raw, "step", 0, problem.MaxCount)
	case "named":
		v.Named, err = readDrawn(member.Raw, "named")
	case "wide":
		v.Wide, err = problem.ReadWhole(member.Raw, "wide", draw.LeastWide, draw.MostWide)
	case "child":
		v.Child, err = problem.ReadWhole(member.Raw, "child", 0, 1<<31-1)
	case "folded":
		v.Folded, err = ReadIDs(member.Raw, "folded")
	case "opened":
		v.Opened, err = ReadIDs(member.Raw, "opened")
	}
	return err
}

// picture sends the part of the tree that a page shows around a step of a recorded
// run: the node at work and those that the certificate of the step names are drawn.
func (c *runClient) picture(m *socket.Message, v *pictureMessage) error {
	page, err := c.recorded(m.ID)
	if err != nil {
		return err
	}
	switch {
	case page.explain.Tree == nil:
		return problem.Refused("id", "the tree of the run %q is searched without being built: there is no picture of it", m.ID)
	case v.Step >= page.mayRead():
		return problem.Refused("step", "step %d is not recorded; %s have been so far", v.Step, words.Plural(page.mayRead(), "step"))
	}
	svg, err := c.draw(page, v)
	if err != nil {
		return err
	}
	b := socket.AppendHead(c.Buffer(), "picture", m.ID)
	b = strconv.AppendInt(append(b, `,"step":`...), int64(v.Step), 10)
	b = trees.AppendQuoted(append(b, `,"svg":`...), svg)
	c.Send(c.Context(), append(b, '}'))
	return nil
}

// draw draws a step of a run, in turn with the searches of others if its tree is large.
func (c *runClient) draw(page *pageRun, v *pictureMessage) (svg []byte, err error) {
	t := page.explain.Tree
	give, err := fair.TakeTurnForTree(c.s.WithTurn(c.Context()), t)
	if err != nil {
		return nil, err
	}
	defer give()
	f := &layout.Along{}
	page.focus(v, f)
	if v.Wide > 0 && t.LabelsAreMoves() {
		return draw.NextPicture(t, draw.SelectRows(t, f, float64(v.Wide))), nil
	}
	return draw.NextPicture(t, layout.SelectAround(t, &f.Focus)), nil
}

// focus sets what a picture of a step has to show.
func (p *pageRun) focus(v *pictureMessage, f *layout.Along) {
	p.recorder.Read(v.Step, v.Step+1, func(e *trace.Event) bool {
		f.At = int(e.Node)
		if v.Wide > 0 {
			*f = *along(e, f.Focus)
		}
		bounds, _, _, _ := p.recorder.Bounds(e.Seq)
		if c := trace.NewCertificate(p.explain.Tree, e, &bounds); c != nil {
			f.Named = c.Nodes()
		}
		return true
	})
	for _, n := range v.Named {
		f.Named = append(f.Named, int(n))
	}
	for _, n := range v.Folded {
		f.Folded = append(f.Folded, int(n))
	}
	for _, n := range v.Opened {
		f.Opened = append(f.Opened, int(n))
	}
	if v.Child > 0 {
		f.Child = v.Child
	}
}
