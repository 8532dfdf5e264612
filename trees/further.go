package trees

import (
	"maps"
	"slices"
)

// This file keeps the scores of players who were removed from a maxn draft, so that
// they are there again when the players are added again. The tree itself has no room
// for them.

// furtherScores are the vectors of nodes and the outcomes with the scores of players
// that a draft does not have any more. They never change once a draft has them.
type furtherScores struct {
	unit     Score        // 0: there are none
	nodes    map[ID]*Node // with nothing but vectors; a deleted node may come back
	outcomes []Vector
}

// setFurther sets the further scores of d, which was made from before.
func (d *Draft) setFurther(before *Draft) {
	if before.tree.Kind != MaxN || d.tree.Kind != MaxN {
		return // the first score has another meaning
	}
	from, to := before.tree.Players, d.tree.Players
	if from == to {
		d.further = before.further
		return
	}
	before, in := alike(before, d)
	in = in.clone()
	in.findFurther(before)
	d.further = in.further
}

// findFurther sets the further scores of d, which has the unit of the draft before and another
// number of players.
func (d *Draft) findFurther(before *Draft) {
	from, to := before.tree.Players, d.tree.Players
	d.further.unit = d.tree.Unit
	d.further.nodes = maps.Clone(before.further.nodes)
	if to < from {
		d.addFurther(before)
	}
	// A node that is deleted keeps all that it had: undo may bring it back after these players
	// are gone again.
	for id, n := range d.further.nodes {
		if _, there := d.Find(id); !there {
			continue
		}
		if n.hasFurther(to) {
			d.further.nodes[id] = n.onlyFurther(to)
		} else {
			delete(d.further.nodes, id)
		}
	}
	outcomes := before.fullOutcomes()
	if slices.ContainsFunc(outcomes, func(v Vector) bool { return v.hasFurther(to) }) {
		for i := range outcomes {
			clear(outcomes[i][:to])
		}
		d.further.outcomes = outcomes
	}
	if len(d.further.nodes) == 0 && len(d.further.outcomes) == 0 {
		d.further = furtherScores{}
	}
}

// onlyFurther returns a copy without the scores of the first players, which the tree has: they
// may be set meanwhile.
func (n *Node) onlyFurther(players int) *Node {
	only := func(v *Vector) *Vector {
		if v == nil {
			return nil
		}
		further := *v
		clear(further[:players])
		return &further
	}
	further := &Node{Value: only(n.Value), Low: only(n.Low), Up: only(n.Up), Static: only(n.Static), Alternatives: slices.Clone(n.Alternatives)}
	for i := range further.Alternatives {
		clear(further.Alternatives[i][:players])
	}
	return further
}

// addFurther adds the scores that d does not have, and before does.
func (d *Draft) addFurther(before *Draft) {
	for n := range before.tree.Len() {
		at := before.node(n)
		full := &Node{Value: at.Value, Low: at.Low, Up: at.Up, Static: at.Static, Alternatives: slices.Clone(at.Alternatives)}
		id := before.ids[n]
		if kept := before.further.nodes[id]; kept != nil {
			full.addScores(kept, before.tree.Players, MaxPlayers)
		}
		if d.further.nodes == nil && full.hasFurther(d.tree.Players) {
			d.further.nodes = map[ID]*Node{}
		}
		if full.hasFurther(d.tree.Players) {
			d.further.nodes[id] = full
		} else {
			delete(d.further.nodes, id)
		}
	}
}

// fullOutcomes returns the outcomes with their further scores.
func (d *Draft) fullOutcomes() []Vector {
	outcomes := slices.Clone(d.tree.Outcomes)
	addListScores(outcomes, d.further.outcomes, d.tree.Players, MaxPlayers)
	return outcomes
}

// scoreFields returns the vectors of a node other than its alternatives.
func (n *Node) scoreFields() []*Vector { return []*Vector{n.Value, n.Low, n.Up, n.Static} }

// addScores copies the scores of the players from to to-1, counted from 0, where
// both nodes have a vector. It reports whether one of them is not 0.
func (n *Node) addScores(kept *Node, from, to int) (any bool) {
	old := kept.scoreFields()
	for i, v := range n.scoreFields() {
		if v != nil && old[i] != nil {
			copy(v[from:to], old[i][from:to])
			any = any || v.hasFurther(from)
		}
	}
	return addListScores(n.Alternatives, kept.Alternatives, from, to) || any
}

// addListScores does the same for two lists of one length.
func addListScores(list, kept []Vector, from, to int) (any bool) {
	if len(list) != len(kept) {
		return false
	}
	for i := range list {
		copy(list[i][from:to], kept[i][from:to])
		any = any || list[i].hasFurther(from)
	}
	return any
}

func (n *Node) hasFurther(players int) bool {
	return slices.ContainsFunc(n.scoreFields(), func(v *Vector) bool { return v != nil && v.hasFurther(players) }) ||
		slices.ContainsFunc(n.Alternatives, func(v Vector) bool { return v.hasFurther(players) })
}

// hasFurther reports whether a player after the first ones has a score that is not 0.
func (v *Vector) hasFurther(players int) bool {
	return slices.ContainsFunc(v[players:], func(s Score) bool { return s != 0 })
}

// restoreScores gives the players after the present ones the scores that they had
// before they were removed. It returns at how many nodes and outcomes: "2 nodes".
func (w *editState) restoreScores(players int) string {
	nodes, outcomes := 0, 0
	for i := range w.size() {
		kept := w.d.further.nodes[w.at(int32(i)).id]
		if kept == nil {
			continue
		}
		n := w.get(int32(i))
		n.Alternatives = slices.Clone(n.Alternatives)
		if n.addScores(kept, w.Players, players) {
			*w.modify(int32(i)) = n
			nodes++
		}
	}
	w.Outcomes = slices.Clone(w.Outcomes)
	if addListScores(w.Outcomes, w.d.further.outcomes, w.Players, players) {
		outcomes = len(w.Outcomes)
	}
	return nodesAndOutcomes(nodes, outcomes)
}

// appendFurther appends the further scores as members of a draft's document.
func (d *Draft) appendFurther(b []byte) []byte {
	if len(d.further.nodes) > 0 {
		b = append(b, `,"further":[`...)
		for i, id := range slices.Sorted(maps.Keys(d.further.nodes)) {
			if i > 0 {
				b = append(b, ',')
			}
			n := nodeChange{id: id, before: d.further.nodes[id]}
			b = n.appendJSON(b, d.further.unit)
		}
		b = append(b, ']')
	}
	if len(d.further.outcomes) > 0 {
		b = appendVectors(append(b, `,"furtherOutcomes":`...), d.further.outcomes, d.further.unit)
	}
	return b
}

// furtherNodes reads the list that appendFurther writes.
func (r *jsonReader) furtherNodes(at docPlace) map[ID]*Node {
	nodes := map[ID]*Node{}
	for _, n := range r.nodeChanges(at) {
		if n.id == 0 || n.before == nil {
			r.fail(at, "the further scores of a node need its ID and its vectors")
		}
		at := n.before
		nodes[n.id] = &Node{Value: at.Value, Low: at.Low, Up: at.Up, Static: at.Static, Alternatives: at.Alternatives}
	}
	return nodes
}
