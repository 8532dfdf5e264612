package web

func (w *watcher) heldBounds() *heldBounds {
	n := w.event.Node
	if n >= 0 && int(n) < w.t.Len() && w.t.IsLeaf(int(n)) && w.t.Parent(int(n)) >= 0 {
		return &heldBounds{w.held[int32(w.t.Parent(int(n)))], true}
	}
	return &heldBounds{bounds: w.bounds}
}
