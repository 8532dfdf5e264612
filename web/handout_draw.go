package web

import (
	"cmp"
	"context"
	"errors"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
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

// pathTo is the way from a node up to the root, both included.
func pathTo(t *trees.Tree, node int) []int {
	var way []int
	for n := max(node, 0); n >= 0; n = t.Parent(n) {
		way = append(way, n)
	}
	return way
}

// drawWay lays out the part of a tree that stands along a way up to its root:
// what branches off is a silhouette.
func drawWay(t *trees.Tree, way []int) *drawing {
	on := map[int]bool{}
	for _, n := range way {
		on[n] = true
	}
	var folded []int
	for _, n := range way {
		for _, k := range t.Kids(n) {
			if !on[int(k)] && !t.IsLeaf(int(k)) {
				folded = append(folded, int(k))
			}
		}
	}
	return drawingOf(t, trees.DrawnFor(t, &trees.Wish{Folded: folded, At: way[0]}), false)
}

// inForce keeps the bounds in force at every node, as its latest enter or
// backup told them.
type inForce map[int32]heldHere

type heldHere struct {
	bounds      [trees.MaxPlayers]trace.Bound
	alpha, beta trees.Opt
}

func (f inForce) observe(e *trace.Event) {
	if e.Type == trace.Enter || e.Type == trace.Backup {
		f[e.Node] = heldHere{e.Bounds, e.Alpha, e.Beta}
	}
}

func (f inForce) at(e *trace.Event) *heldHere {
	here := f[e.Node]
	return &here
}

// certificate is that of a step that is a prune; nil of any other.
func (f inForce) certificate(t *trees.Tree, e *trace.Event) *certificate {
	if e.Type != trace.Prune {
		return nil
	}
	return newCertificate(t, e, &f.at(e).bounds)
}
