package run

import "espalier/web/draw"

func (w *watcher) spaceBounds() *draw.BoundsInForce {
	n := w.Event.Node
	if n >= 0 && int(n) < w.t.Len() && w.t.IsLeaf(int(n)) && w.t.Parent(int(n)) >= 0 {
		return &draw.BoundsInForce{Bounds: w.boundsByNode[int32(w.t.Parent(int(n)))], Above: true}
	}
	return &draw.BoundsInForce{Bounds: w.bounds}
}
