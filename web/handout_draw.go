package web

import (
	"cmp"
	"context"
	"errors"

	"espalier/search"
	"espalier/trace"
)

// draw runs again and takes the pictures: of the whole tree, or of the part
// that a step is about. Line is that of the result.
func (h *handout) draw(ctx context.Context, run *takenRun, whole *drawing, steps []int, line []int32) error {
	v, t := &run.view, run.with
	fold, kept := trace.NewFold(t, nil), inForce{}
	explain := trace.NewExplainer(t, spokenName(v.Algorithm), v.Algorithm.SoundWith(v.Options))
	_, err := v.Algorithm.Run(ctx, search.OnTree(t, v.Options.Root), v.Options, func(e *trace.Event) {
		fold.Apply(e, nil)
		kept.observe(e)
		if len(steps) == 0 || e.Seq != steps[0] {
			return
		}
		steps = steps[1:]
		d := whole
		if h.Folded {
			way := pathTo(t, fold.At())
			if e.Type == trace.Done && len(line) > 0 {
				way = pathTo(t, int(line[len(line)-1]))
			}
			d = drawWay(t, way)
		}
		p := picture{drawing: d, theme: &themes[0]}
		p.show(fold)
		c := kept.certificate(t, e)
		p.explain(c)
		frame := handoutFrame{Step: e.Seq, Kind: e.Type.String(), Sentence: explain.Explain(e), Picture: p.svg()}
		if c != nil {
			frame.Sum = c.Short
		}
		h.Frames = append(h.Frames, frame)
	})
	var unknown *search.UnknownLeafError
	if err != nil && !errors.As(err, &unknown) {
		return cmp.Or(context.Cause(ctx), err)
	}
	return nil
}
