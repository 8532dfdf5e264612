package play

import "espalier/web/draw/plot"

func (w *watcher) spaceBounds() *plot.BoundsInForce {
	n := w.Event.Node
	if n >= 0 && int(n) < w.t.Len() && w.t.IsLeaf(int(n)) && w.t.Parent(int(n)) >= 0 {
		return &plot.BoundsInForce{Bounds: w.boundsByNode[int32(w.t.Parent(int(n)))], Unit: w.t.Unit, Above: true}
	}
	return &plot.BoundsInForce{Bounds: w.bounds, Unit: w.t.Unit}
}
