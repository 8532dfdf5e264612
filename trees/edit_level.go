package trees

import "slices"

// onPly returns the nodes of the edit's ply. In an edit levels count from 0; in summaries
// from 1, as on the pages: the root is level 1.
func (w *editState) onPly() []int32 {
	var list []int32
	for n := range w.d.tree.Len() {
		if w.d.tree.Level(n) == w.e.level {
			list = append(list, int32(n))
		}
	}
	if list == nil {
		w.fail("level", "there is no level %d; the levels of this tree are 0, the root, to %d", w.e.level, w.d.tree.Height())
	}
	return list
}

// ply sets all movers of a ply: of inner nodes, and of leaves that are drawn
// with one; or it has chance decide there, or players again.
func (w *editState) ply() {
	nodes := w.onPly()
	switch given := w.e.player > 0; {
	case w.e.chance != nil && given:
		w.fail("player", "the edit has a player and chance; one of them moves on the level")
	case w.e.chance != nil:
		w.plyChance(nodes, *w.e.chance)
		return
	case !given:
		w.fail("player", "the key is missing; the edit ply needs it, or chance")
	}
	if w.Kind == Path {
		w.fail("player", "a path tree has one player, who moves everywhere")
	}
	if w.e.player > w.Players {
		w.fail("player", "player %d is out of range: this tree has %s", w.e.player, count(w.Players, "player"))
	}
	movers := 0
	for _, n := range nodes {
		switch w.mover(n) {
		case 0:
			continue
		case w.e.player:
		default:
			w.modify(n).Player = w.e.player
		}
		movers++
	}
	if movers == 0 {
		if slices.ContainsFunc(nodes, w.isChance) {
			w.fail("level", "nobody moves on this level: its nodes are leaves and chance nodes")
		}
		w.fail("level", "nobody moves on this level: all its nodes are leaves")
	}
	w.setSummary("%s moves on level %d, at %s", w.MoverName(w.e.player), w.e.level+1, count(movers, "node"))
}

// plyChance makes all inner nodes of a ply chance nodes, or all its chance nodes nodes of players.
func (w *editState) plyChance(nodes []int32, chance bool) {
	changed := 0
	if !chance {
		w.readPlyMovers(w.d.tree, NoNode)
	}
	for _, n := range nodes {
		if w.leaf(n) || !chance && !w.isChance(n) {
			continue
		}
		if w.isChance(n) != chance {
			w.setChance(n, w.modify(n), chance)
		}
		changed++
	}
	switch {
	case changed > 0 && chance:
		w.setSummary("chance decides on level %d, at %s", w.e.level+1, count(changed, "node"))
	case changed > 0:
		w.setSummary("players move on level %d again, at %s", w.e.level+1, count(changed, "node"))
	case chance:
		w.fail("level", "all nodes of this level are leaves, and only a node with children is a chance node")
	default:
		w.fail("level", "there is no chance node on this level")
	}
}

// rotate shifts every mover by the given number of places, from a node on or
// in the whole tree.
func (w *editState) rotate() {
	if w.Kind == Path {
		w.fail("by", "a path tree has one player, who moves everywhere")
	}
	from := int32(0)
	if len(w.e.nodes) > 0 {
		from = w.namedNode()
	}
	by := (w.e.by%w.Players + w.Players) % w.Players
	for n := from; n < w.d.tree.end[from]; n++ {
		if p := w.mover(n); p != 0 && (by != 0 || p > w.Players) {
			w.modify(n).Player = (p-1+by)%w.Players + 1
		}
	}
	at := "everywhere"
	if from > 0 {
		at = "from " + w.name(from) + " on"
	}
	w.setSummary("movers rotated by %d %s", w.e.by, at)
}

// branching gives every node of a ply the same number of children: it adds unknown
// leaves or removes the last children.
func (w *editState) branching() {
	nodes := w.onPly()
	size := w.d.tree.Len()
	for _, n := range nodes {
		size += max(0, w.e.count-len(w.at(n).kids))
	}
	if size > 2*MaxNodes { // up to this size, nodes removed elsewhere may compensate
		panic(ErrorOverLimit("count", "%d children at each of %s make too many: a tree has at most %d nodes", w.e.count, count(len(nodes), "node"), MaxNodes))
	}
	w.readPlyMovers(w.d.tree, NoNode)
	added, cut := 0, 0
	for _, n := range nodes {
		if len(w.at(n).kids) > w.e.count {
			for _, k := range w.at(n).kids[w.e.count:] {
				cut += w.d.tree.End(int(k)) - int(k)
			}
			w.at(n).kids = w.at(n).kids[:w.e.count]
			w.becomeLeaf(n)
			continue
		}
		if w.e.count == 0 {
			continue
		}
		if first := w.prepareParent(n, w.e.level); first != NoNode {
			w.created = append(w.created, w.at(first).id)
			added++
		}
		var kids []int32
		for range w.e.count - len(w.at(n).kids) {
			kids = append(kids, w.add(w.newLeaf()))
			w.created = append(w.created, w.at(kids[len(kids)-1]).id)
		}
		w.insert(n, NoNode, kids...)
		added += len(kids)
	}
	w.setSummary("%s at each node of level %d", children(w.e.count), w.e.level+1)
	if w.e.count == 0 {
		w.setSummary("level %d made the last", w.e.level+1)
	}
	if added > 0 {
		w.summary += ": " + count(added, "node") + " added"
	}
	if cut > 0 {
		w.summary += ": " + count(cut, "node") + " cut off"
	}
}
