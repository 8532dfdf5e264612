package export

import (
	"cmp"
	"context"
	"errors"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/web/draw"
)

// draw repeats the run and draws the pictures: of the whole tree, or of the part
// around a step's node. line is the principal variation of the result.
func (h *handout) draw(ctx context.Context, of *detachedRun, whole *draw.Drawing, steps []int, line []int32) error {
	t := of.Tree
	fold, recorded, again := trace.NewFold(t, nil), trace.BoundsByNode{}, trace.Researches{}
	explain := of.Explainer()
	_, err := of.Run(ctx, func(e *trace.Event) {
		fold.Apply(e, nil)
		recorded.Observe(e)
		here := &recorded.At(e).Bounds
		again.Observe(t, e, here)
		if len(steps) == 0 || e.Seq != steps[0] {
			return
		}
		steps = steps[1:]
		d := whole
		if h.Folded {
			path := draw.PathTo(t, fold.At())
			if e.Type == trace.Done && len(line) > 0 {
				path = draw.PathTo(t, int(line[len(line)-1]))
			}
			d = draw.AlongPath(t, path)
		}
		p := draw.Picture{Drawing: d, Theme: &draw.Themes[0]}
		p.Show(fold)
		frame := handoutFrame{Step: e.Seq, Kind: e.Type.String(), Sentence: explain.Explain(e)}
		reasons := again.Reasons(t, e, here)
		p.Explain(reasons, frame.Sentence.Nodes()...)
		frame.Picture = p.SVG()
		if c := reasons.Now; c != nil {
			frame.Bounds = c.Short
		}
		h.Frames = append(h.Frames, frame)
	})
	var unknown *engine.UnknownLeafError
	if err != nil && !errors.As(err, &unknown) {
		return cmp.Or(context.Cause(ctx), err)
	}
	return nil
}
