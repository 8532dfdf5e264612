package trees

import (
	"maps"
	"slices"
)

// This file builds the tree of a draft after an edit from the tree before it. Most edits change
// few nodes. All others are copied in blocks, without a look at each of them, and are not
// checked again. What a patch cannot do, or finds wrong, is left to the Builder, which looks at
// every node and reports the errors; see workingTree.rebuilt.

// A patch is a tree that is built from the tree before an edit.
type patch struct {
	*workingTree
	old     *Tree
	changed []int32 // nodes of old with other fields or children, in preorder
	b       *Builder
	ids     []ID
	again   []int  // nodes of the new tree to check: changed or added, in preorder
	added   []ID   // the added ones of them
	kept    []bool // nodes of old that are in the new tree; nil: all are
	gone    []ID   // nodes of old that are not
	whole   bool   // nodes that were not changed have to be checked, too
}

// patched returns the new draft, or nil if it has to be rebuilt.
func (l *workingTree) patched(notes string) *Draft {
	old := l.base.tree
	if !old.tidy || l.Kind != old.Kind || l.Players != old.Players || l.unit() != old.Unit || old.naming != nil {
		return nil
	}
	const fewSpare = 64 << 10 // bytes for which no tree is rebuilt
	if old.spare > fewSpare+(len(old.vectors)*bytesOfVector+len(old.labels))/2 {
		return nil
	}
	p := &patch{workingTree: l, old: old}
	structure := p.findChanged()
	if structure {
		p.splice()
	} else {
		p.share()
	}
	t := &p.b.t
	if p.b.err != nil {
		return nil
	}
	t.findNegative()
	if t.roundProbs(l.pace) || t.fit(l.pace) != nil {
		return nil
	}
	d := &Draft{tree: t, ids: p.ids, last: l.last, notes: notes, lookup: l.base.lookup}
	if structure {
		d.lookup = &lookup{}
	}
	if !p.check(d) || !p.checkWritten() {
		return nil
	}
	d.mark, d.from = &mark{}, l.base.mark
	d.touched = p.touched()
	return d
}

// findChanged finds the changed nodes. It reports whether nodes were added, removed or moved.
func (p *patch) findChanged() (structure bool) {
	structure = p.root != 0 || len(p.more) > 0
	for number, page := range p.pages {
		for i := range page {
			at, n := &page[i], number*pageNodes+i
			kids := !slices.Equal(at.kids, p.old.Kids(n))
			if kids || at.own != nil && !p.base.sameFields(n, at.own) {
				p.changed = append(p.changed, int32(n))
			}
			structure = structure || kids
		}
	}
	return structure
}

// sameFields reports whether node n has exactly these fields.
func (d *Draft) sameFields(n int, own *Node) bool {
	was := d.node(n)
	return was.Label == own.Label && was.Player == own.Player && was.Chance == own.Chance && was.Action == own.Action && was.Infoset == own.Infoset && was.Prob == own.Prob &&
		was.NotFromPaper == own.NotFromPaper && was.Cost == own.Cost && sameContent(was, own) && sameBounds(was, own)
}

func sameContent(a, b *Node) bool {
	return a.Unknown == b.Unknown && sameBound(a.Value, b.Value) && slices.Equal(a.Alternatives, b.Alternatives)
}

func sameBounds(a, b *Node) bool {
	return sameBound(a.Low, b.Low) && sameBound(a.Up, b.Up) && sameBound(a.Static, b.Static)
}

func (p *patch) isChanged(n int32) bool {
	_, changed := slices.BinarySearch(p.changed, n)
	return changed
}

// clean reports whether no node of the old subtree of n was changed.
func (p *patch) clean(n int32) bool {
	return noneIn(p.changed, n, p.old.end[n])
}

// noneIn reports whether a sorted list has no number from first to end-1.
func noneIn(list []int32, first, end int32) bool {
	i, _ := slices.BinarySearch(list, first)
	return i == len(list) || list[i] >= end
}

// moreNodes is the number of nodes that an edit can add without another reallocation.
const moreNodes = 16

// share changes the fields of nodes in a tree that shares the rest with the old one.
func (p *patch) share() {
	p.b = NewBuilder(p.Header)
	p.b.pace, p.b.faults = p.pace, &faultCollector{}
	t := &p.b.t
	*t = *p.old
	t.Header = p.Header
	p.ids = p.base.ids
	var labels, content, bounds bool
	for _, n := range p.changed {
		was, own := p.base.node(int(n)), p.at(n).own
		labels = labels || was.Label != own.Label
		content = content || !sameContent(was, own)
		bounds = bounds || !sameBounds(was, own)
	}
	copied := func(lists ...*[]int32) {
		for _, list := range lists {
			*list = slices.Clone(*list)
		}
	}
	t.mover, t.flags, t.prob, t.cost = slices.Clone(t.mover), slices.Clone(t.flags), slices.Clone(t.prob), slices.Clone(t.cost)
	t.actions, t.infosets = maps.Clone(t.actions), maps.Clone(t.infosets)
	if labels {
		copied(&t.labelAt, &t.labelEnd)
		p.b.labels = append(make([]byte, 0, len(t.labels)+moreNodes), t.labels...)
	}
	if content {
		copied(&t.altAt, &t.altEnd, &t.value)
	}
	if bounds {
		copied(&t.low, &t.up, &t.static)
	}
	if content || bounds {
		t.vectors = append(make([]Vector, 0, len(t.vectors)+moreNodes), t.vectors...)
	}
	for _, n := range p.changed {
		id, own := int(n), p.at(n).own
		p.again = append(p.again, id)
		if p.b.admit(id, own); p.b.err != nil {
			return
		}
		if labels {
			t.spare += len(p.old.Label(id))
			p.b.fillLabel(id, own)
		}
		if content {
			p.freeContent(id)
			t.flags[id] &^= flagOwnValue | flagUnknown
			p.b.fillContent(id, own)
		}
		if bounds {
			p.freeBounds(id)
			p.b.fillBounds(id, own)
		}
		t.flags[id] &= flagOwnValue | flagUnknown
		delete(t.actions, n)
		delete(t.infosets, n)
		if t.prob != nil {
			t.prob[id] = Number{}
		}
		if t.cost != nil {
			t.cost[id] = 0
		}
		p.b.fillRest(id, own)
	}
	if labels {
		t.labels = string(p.b.labels)
	}
}

// free clears vectors that no node has any more, so that the unit of the tree does not depend on
// them.
func (p *patch) free(at ...int32) {
	for _, i := range at {
		if i != NoNode {
			p.b.t.vectors[i] = Vector{}
			p.b.t.spare += bytesOfVector
		}
	}
}

func (p *patch) freeContent(n int) {
	if p.old.flags[n]&flagOwnValue != 0 {
		p.free(p.old.value[n])
	}
	for i := p.old.altAt[n]; i < p.old.altEnd[n]; i++ {
		p.free(i)
	}
}

func (p *patch) freeBounds(n int) { p.free(p.old.low[n], p.old.up[n], p.old.static[n]) }

// splice writes the new tree from the nodes that changed, and the blocks between them. Its vectors
// and labels are those of the old tree, at their places, and the new ones after them.
func (p *patch) splice() {
	p.b = NewBuilder(p.Header)
	p.b.pace, p.b.faults = p.pace, &faultCollector{}
	old, t, nodes := p.old, &p.b.t, min(p.size(), MaxNodes)
	for _, list := range []*[]int32{&t.parent, &t.end, &t.level, &t.labelAt, &t.labelEnd, &t.altAt, &t.altEnd, &t.value, &t.low, &t.up, &t.static} {
		*list = make([]int32, 0, nodes)
	}
	t.mover, t.flags, p.ids = make([]int8, 0, nodes), make([]uint8, 0, nodes), make([]ID, 0, nodes)
	if old.cost != nil {
		t.cost = make([]Score, 0, nodes)
	}
	if old.prob != nil {
		t.prob = make([]Number, 0, nodes)
	}
	p.b.labels = append(make([]byte, 0, len(old.labels)+moreNodes), old.labels...)
	t.vectors = append(make([]Vector, 0, len(old.vectors)+moreNodes), old.vectors...)
	t.spare, t.tidy = old.spare, true
	p.kept = make([]bool, old.Len())
	p.write(p.root)
	if p.b.err != nil {
		return
	}
	t.labels = string(p.b.labels)
	p.b.link()
	for n, kept := range p.kept {
		if kept {
			continue
		}
		p.gone = append(p.gone, p.base.ids[n])
		t.spare += len(old.Label(n))
		p.freeContent(n)
		p.freeBounds(n)
	}
}

func (p *patch) write(i int32) {
	id := p.b.add()
	if id == NoNode {
		return
	}
	at := p.at(i)
	p.ids = append(p.ids, at.id)
	switch ours := int(i) < p.old.Len(); {
	case !ours:
		p.again, p.added = append(p.again, id), append(p.added, at.id)
		if at.own != nil {
			p.b.fill(id, at.own)
		} else {
			p.b.copyInto(id, at.from, int(at.n))
		}
	case !p.isChanged(i):
		p.kept[i] = true
		p.b.place(id, p.old, int(i))
		p.b.t.mover[id] = p.old.mover[i]
	case at.own == nil || p.base.sameFields(int(i), at.own):
		p.again, p.kept[i] = append(p.again, id), true
		p.b.place(id, p.old, int(i))
	default:
		p.again, p.kept[i] = append(p.again, id), true
		p.b.t.spare += len(p.old.Label(int(i)))
		p.freeContent(int(i))
		p.freeBounds(int(i))
		p.b.fill(id, at.own)
	}
	for kids := at.kids; len(kids) > 0 && p.b.err == nil; {
		if many := p.run(kids); many > 0 {
			p.block(kids[:many])
			kids = kids[many:]
		} else {
			p.write(kids[0])
			kids = kids[1:]
		}
	}
	p.b.Close()
}

// run returns how many of the first children follow each other on one level of the old tree, too,
// and are clean.
func (p *patch) run(kids []int32) (many int) {
	for i, k := range kids {
		if int(k) >= p.old.Len() || i > 0 && (k != p.old.end[kids[i-1]] || p.old.level[k] != p.old.level[kids[0]]) || !p.clean(k) {
			break
		}
		many++
	}
	return many
}

// block copies the subtrees of siblings that follow each other in the old tree.
func (p *patch) block(tops []int32) {
	first, end := tops[0], p.old.end[tops[len(tops)-1]]
	if p.b.pace.step(); len(p.b.t.parent)+int(end-first) > p.b.most {
		p.b.fail(ErrorOverLimit("root", "a tree has at most %d nodes", p.b.most)) // the Builder says where
		return
	}
	old, t := p.old, &p.b.t
	shift, deeper := int32(len(t.parent))-first, int32(len(p.b.path))-old.level[first]
	parent := p.b.path[len(p.b.path)-1]
	for _, n := range old.parent[first:end] {
		t.parent = append(t.parent, n+shift)
	}
	for _, n := range tops {
		t.parent[n+shift] = parent
	}
	for _, n := range old.end[first:end] {
		t.end = append(t.end, n+shift)
	}
	lowest := int32(0)
	for _, level := range old.level[first:end] {
		t.level = append(t.level, level+deeper)
		lowest = max(lowest, level)
	}
	if t.height = max(t.height, int(lowest+deeper)); t.height >= MaxLevels {
		p.b.fail(ErrorOverLimit("root", "a tree has at most %d levels", MaxLevels))
		return
	}
	t.mover = append(t.mover, old.mover[first:end]...)
	t.flags = append(t.flags, old.flags[first:end]...)
	t.labelAt = append(t.labelAt, old.labelAt[first:end]...)
	t.labelEnd = append(t.labelEnd, old.labelEnd[first:end]...)
	t.altAt = append(t.altAt, old.altAt[first:end]...)
	t.altEnd = append(t.altEnd, old.altEnd[first:end]...)
	t.value = append(t.value, old.value[first:end]...)
	t.low = append(t.low, old.low[first:end]...)
	t.up = append(t.up, old.up[first:end]...)
	t.static = append(t.static, old.static[first:end]...)
	if t.cost != nil {
		t.cost = append(t.cost, old.costs(first, end)...)
	}
	if t.prob != nil {
		t.prob = append(t.prob, old.probs(first, end)...)
	}
	for n := first; n < end && len(old.actions)+len(old.infosets) > 0; n++ {
		if action := old.Action(int(n)); action != "" {
			p.b.setAction(int(n+shift), action)
		}
		p.b.placeInfoset(int(n+shift), old, int(n))
	}
	p.ids = append(p.ids, p.base.ids[first:end]...)
	for n := first; n < end; n++ {
		p.kept[n] = true
	}
}

// costs and probs return a part of a list that a tree may not have.
func (t *Tree) costs(first, end int32) []Score {
	if t.cost == nil {
		return make([]Score, end-first)
	}
	return t.cost[first:end]
}

func (t *Tree) probs(first, end int32) []Number {
	if t.prob == nil {
		return make([]Number, end-first)
	}
	return t.prob[first:end]
}

// place gives a node the fields of node n of the old tree, whose vectors and labels the tree of
// the Builder has at the same places.
func (b *Builder) place(id int, old *Tree, n int) {
	t := &b.t
	t.mover[id], t.flags[id] = int8(old.givenMover(n)), old.flags[n]
	t.labelAt[id], t.labelEnd[id] = old.labelAt[n], old.labelEnd[n]
	t.altAt[id], t.altEnd[id] = old.altAt[n], old.altEnd[n]
	t.value[id], t.low[id], t.up[id], t.static[id] = old.value[n], old.low[n], old.up[n], old.static[n]
	b.placeInfoset(id, old, n)
	b.placeEdge(id, old, n)
}

// check checks what the edit may have broken, and sets the faults of the draft. It returns false
// if there is an error, or too many faults.
func (p *patch) check(d *Draft) bool {
	t, j := d.tree, p.b.faults
	if p.whole = p.affectsAll(t); p.whole {
		if t.check(j, p.pace) != nil {
			return false
		}
		d.setFaults(j)
		return true
	}
	if t.checkHeader(j) != nil || t.checkNode(j, 0) != nil {
		return false
	}
	for _, n := range p.again {
		if p.pace.step(); n > 0 && t.checkNode(j, n) != nil {
			return false
		}
	}
	for _, f := range p.base.faults {
		if f.Node == NoNode || p.isChanged(int32(f.Node)) {
			continue
		}
		if n, there := d.Find(f.ID); there && n > 0 {
			f.Node = n
			j.faults = append(j.faults, f)
		}
	}
	if len(j.faults) >= MaxFaults || len(p.base.faults) >= MaxFaults {
		return false // some are not listed
	}
	slices.SortStableFunc(j.faults, func(a, b Fault) int { return a.Node - b.Node })
	d.setFaults(j)
	return true
}

// affectsAll reports whether nodes that were not changed have to be checked: the limits of the
// header have changed, or there are limits that hold for all nodes below a node, or information
// sets, whose nodes must have equal moves.
func (p *patch) affectsAll(t *Tree) bool {
	for _, f := range headerFields {
		if f.name != "title" && !f.same(&t.Header, &p.old.Header) {
			return true
		}
	}
	return t.Unit != p.old.Unit || t.HasChance() || p.old.HasChance() || len(t.infosets)+len(p.old.infosets) > 0 || t.bounded() || p.old.bounded()
}

// checkWritten reports whether the document is within MaxBytes. Its size is known from that of the
// old tree, if there is room for the largest that the changed nodes can have.
func (p *patch) checkWritten() bool {
	t := &p.b.t
	if t.most = p.old.most; t.most > 0 {
		for _, n := range p.again {
			vectors := 1 + int(t.altEnd[n]-t.altAt[n])
			for _, at := range []int32{t.value[n], t.low[n], t.up[n], t.static[n]} {
				if at != NoNode {
					vectors++
				}
			}
			t.most += mostWritten(1, vectors, len(t.Label(n))+len(t.Action(n))+len(t.Infoset(n)), t.Width())
		}
		if t.Title != p.old.Title || p.whole {
			t.most += mostWritten(1, len(t.Outcomes), len(t.Title), t.Width())
		}
		if t.most <= MaxBytes {
			return true
		}
	}
	return t.checkWritten(p.pace) == nil
}

// touched returns the IDs of all nodes that differ between the two drafts, in order.
func (p *patch) touched() []ID {
	ids := slices.Concat(p.added, p.gone)
	for _, n := range p.changed {
		ids = append(ids, p.base.ids[n])
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// A mark identifies a draft without keeping it in memory.
type mark struct{ _ byte }

// touchedSince returns the IDs of all nodes that can differ between two drafts, in order, if that
// is known: one was made from the other, or both from a third.
func (d *Draft) touchedSince(before *Draft) (ids []ID, known bool) {
	switch {
	case d.tree == before.tree && sharedList(d.ids, before.ids):
		return nil, true
	case d.from == nil:
		return nil, false
	case d.from == before.mark:
		return d.touched, true
	case d.from == before.from:
		ids = slices.Concat(d.touched, before.touched)
		slices.Sort(ids)
		return slices.Compact(ids), true
	}
	return nil, false
}

// sameArena reports whether two trees have equal nodes at equal places of memory. Trees without
// that may be equal, too.
func (t *Tree) sameArena(u *Tree) bool {
	for _, pair := range [][2][]int32{
		{t.parent, u.parent}, {t.end, u.end}, {t.labelAt, u.labelAt}, {t.labelEnd, u.labelEnd}, {t.altAt, u.altAt}, {t.altEnd, u.altEnd},
		{t.value, u.value}, {t.low, u.low}, {t.up, u.up}, {t.static, u.static},
	} {
		if !sameList(pair[0], pair[1]) {
			return false
		}
	}
	return t.Unit == u.Unit && sameList(t.mover, u.mover) && sameList(t.flags, u.flags) && sameList(t.cost, u.cost) && sameList(t.prob, u.prob) &&
		t.labels == u.labels && sameList(t.vectors, u.vectors) && maps.Equal(t.actions, u.actions) && maps.Equal(t.infosets, u.infosets)
}

func sameList[E comparable](a, b []E) bool { return sharedList(a, b) || slices.Equal(a, b) }

// sharedList reports whether two lists are the same memory.
func sharedList[E any](a, b []E) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }
