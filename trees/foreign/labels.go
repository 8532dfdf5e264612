package foreign

import (
	"slices"
	"strings"

	"espalier/trees"
)

// This file reads what the labels of a graph say: the value of a leaf, who moves at an inner node, a name beside them,
// and the move of an edge or its probability.

// A labels reads the labels of a graph.
type labels struct {
	g     *graph
	width int // numbers of a leaf
	// ids that are numbers are ids alone: an inner node has one.
	counted bool
	// The first leaf whose label has a number in each of several lines.
	stacked *vertex
}

// notValues are names of numbers that are no value.
var notValues = []string{"alpha", "beta", "α", "β", "depth", "level", "ply", "height", "id", "node", "visits", "player", "turn", "window", "order", "step", "prob", "probability"}

// labelValueKeys are words for a value in labels, besides valueKeys.
var labelValueKeys = []string{"v", "val", "u", "eval", "evaluation", "heuristic", "minimax", "result", "reward"}

// isValueKey reports whether the number after a word is a value.
func isValueKey(word string) bool {
	return isOneOf(word, valueKeys, labelValueKeys)
}

// idsCount finds whether ids that are numbers only count the nodes.
func (l *labels) idsCount(order []*vertex) {
	for _, v := range order {
		l.g.r.step()
		l.counted = l.counted || len(v.kids) > 0 && v.id != "" && numberAt(v.id) == v.id
	}
}

// countingIDs are beginnings of ids that programs give, with a number after them.
var countingIDs = []string{"", "n", "node", "v", "vertex", "id", "s", "state", "x", "leaf"}

// counts reports whether an id only tells nodes apart: n0, node12, 7.
func counts(id string) bool {
	begin := strings.TrimRight(id, "0123456789")
	if len(begin) == len(id) {
		return strings.HasPrefix(id, "0x")
	}
	return slices.Contains(countingIDs, strings.ToLower(strings.TrimRight(begin, "_-.")))
}

// text returns the text that a picture shows in a node, and where it is.
func (l *labels) text(v *vertex) (s string, at int) {
	if v.label.given {
		return v.label.s, v.label.at
	}
	return v.id, v.at
}

// leaf reads the value of a leaf.
func (l *labels) leaf(v *vertex) {
	l.leafText(v)
	l.name(v)
	l.width = max(l.width, len(v.value))
}

func (l *labels) leafText(v *vertex) {
	r := l.g.r
	s, at := l.text(v)
	if len(v.value) > 0 || v.unknown { // an attribute has said it
		if value, ok := r.texNumbers(s, at); ok && v.label.given && len(v.value) > 0 {
			if !sameNumbers(value, v.value) {
				r.failRead(at, "the label of %s is %s, and its value is another one; which is it?", v.called(), shortened(s))
			}
		} else if v.label.given {
			v.setName(s)
		}
		return
	}
	if !v.label.given && l.counted && numberAt(s) == s {
		r.failRead(v.at, "%s is a leaf without a value", v.called())
	}
	if l.value(v, s, at) {
		return
	}
	if v.beside.given && l.value(v, v.beside.s, v.beside.at) {
		if v.label.given {
			v.setName(s)
		} else {
			v.setName(v.id)
		}
		return
	}
	if s == "" || !v.label.given {
		r.failRead(at, "%s is a leaf without a value; a leaf has a number, such as 3, or scores, such as (1,2)", v.called())
	}
	if word := trees.NotFiniteAt(s); word != "" && word == s {
		r.failNotFinite(at, word)
	}
	r.failUnit(s, at)
	r.failRead(at, "%s is a leaf without a value: %s is neither a number, such as 3, nor scores, such as (1,2)", v.called(), quoted(s))
}

func sameNumbers(a, b []number) bool {
	return slices.EqualFunc(a, b, func(x, y number) bool { return x.rat().Cmp(y.rat()) == 0 })
}

// value reads the value in a label, and takes the rest for the name.
func (l *labels) value(v *vertex, s string, at int) bool {
	r := l.g.r
	// The last line, as in the exports here.
	before, last := cutLast(s, "\n")
	if word := strings.TrimSpace(last); word == "?" {
		v.unknown, v.name = true, before
		return true
	} else if list, ok := r.texNumbers(word, at); ok {
		v.value, v.name, v.whole = list, before, before == ""
		if _, number := r.texNumbers(before, at); number && l.stacked == nil && word[0] != '(' { // in brackets are scores
			l.stacked = v
		}
		return true
	}
	if r.payoffsIn(v.node, s, at) {
		return true
	}
	const (
		keyed = iota // score: 3
		bare
		other // A: 3
		ranks
	)
	type found struct {
		value  []number
		line   int
		name   string
		joined bool
	}
	var of [ranks]found
	var times [ranks]int
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		r.step()
		rank := other
		name, list, ok := "", []number(nil), false
		if list, ok = r.texNumbers(line, at); ok {
			rank = bare
		} else if name, list, ok = r.valueIn(strings.TrimSpace(line), at); !ok {
			continue
		}
		key := strings.ToLower(strings.Trim(name, " :=("))
		switch {
		case rank == bare:
		case isValueKey(key):
			rank, name = keyed, ""
		case slices.Contains(notValues, key):
			continue
		}
		if times[rank]++; times[rank] == 1 {
			of[rank] = found{list, i, name, r.joined && rank == other}
		}
	}
	for rank := range ranks {
		if times[rank] == 0 {
			continue
		}
		if times[rank] > 1 {
			r.failRead(at, "the label %s has more than one number; write the value as value: 3", quoted(s))
		}
		f := of[rank]
		if rank == other {
			r.oneValue(lines[f.line], f.name, at)
		}
		r.joined = f.joined
		r.checkName(v.node, f.name, f.value, at)
		lines[f.line] = f.name
		v.value = f.value
		v.setName(strings.Join(lines, " "))
		return true
	}
	return false
}

// setName sets the name, in one line.
func (v *vertex) setName(s string) { v.name = strings.Join(strings.Fields(s), " ") }

// cutLast cuts a text at the last separator.
func cutLast(s, separator string) (before, after string) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return "", s
	}
	return s[:i], s[i+len(separator):]
}

// name names a node by its id, unless it has a name or a picture shows something else and the id only counts.
func (l *labels) name(v *vertex) {
	switch {
	case v.name != "" || v.id == "":
	case !v.label.given:
		if !v.whole {
			v.name = v.id
		}
	case v.label.given && l.g.drawn && counts(v.id):
	case v.label.given:
		v.name = v.id
		l.g.notes.named = l.g.notes.named || l.g.drawn
	}
}

// inner reads who moves at an inner node.
func (l *labels) inner(v *vertex) {
	l.attribute(v)
	s, at := l.text(v)
	if !v.label.given && l.counted && numberAt(s) == s {
		return
	}
	l.innerText(v, s, at)
	if said := saidIn(v.beside.s); v.beside.given && said.side != unstated && said.clash[0] == "" && said.rest == "" {
		l.state(v, said, v.beside.at, v.beside.s)
	}
}

// attribute reads who moves where a text of its own says it.
func (l *labels) attribute(v *vertex) {
	r := l.g.r
	word := strings.TrimSpace(v.by.s)
	m, player, ok := moverOf(word)
	switch {
	case ok && m == playerMoves:
		l.player(v, part{n: v.node, at: v.by.at, number: player, numbered: true, words: word})
	case ok:
		v.mover = m
	case isNeutral(word) || isNothing(word):
	default:
		r.cast.moves(part{n: v.node, at: v.by.at, name: word, words: word})
	}
}

// player says that a player with a number moves. Player 0 is chance if the moves are probabilities.
func (l *labels) player(v *vertex, p part) {
	if p.number == 0 {
		if l.moves(v); l.g.r.chanceByMoves(v.node) {
			return
		}
	}
	l.g.r.cast.moves(p)
}

func (l *labels) innerText(v *vertex, s string, at int) {
	r := l.g.r
	s = r.infosetOf(v.node, s)
	// The last line, as in the exports here.
	before, last := cutLast(s, "\n")
	if m, player, ok := moverOf(last); ok && (l.width > 1 || r.game.players == 1 || !allDigits(strings.TrimSpace(last))) && !l.keyed(before, at) {
		l.state(v, saidBy(m, player), at, last)
		l.rest(v, before)
		return
	}
	var lines []string
	for _, line := range strings.Split(s, "\n") {
		r.step()
		if line = strings.TrimSpace(line); line != "" && !l.backedUp(v, line, at) {
			lines = append(lines, line)
		}
	}
	text := strings.Join(lines, " ")
	found := saidIn(text)
	switch {
	case found.clash[0] != "":
		r.failRead(at, "the label %s names two movers, %s and %s; say who moves here", quoted(text), found.clash[0], found.clash[1])
	case !found.mover():
		if l.numbered(v, text, at); v.label.given && v.mover == unstated && v.name == "" {
			r.cast.label(v.node, strings.Join(strings.Fields(text), " "))
			return
		}
		if !v.label.given && v.id != "" {
			r.cast.ids = append(r.cast.ids, part{n: v.node, at: at, name: v.id, words: v.id})
		}
	case v.label.given:
		l.state(v, found, at, text)
		text = found.rest
	default: // the id is the name, too
		l.state(v, found, at, text)
	}
	l.rest(v, strings.Join(strings.Fields(text), " "))
}

// saidBy is what moverOf returns as what a text says.
func saidBy(m mover, player int) said {
	if m == playerMoves {
		return said{player: player}
	}
	return said{side: m, player: noPlayer}
}

// rest names a node by what else its label says.
func (l *labels) rest(v *vertex, name string) {
	if v.name == "" {
		v.name = name
	}
}

// numbered reads Max1 and Min-2, which tell nodes of Max and Min apart.
func (l *labels) numbered(v *vertex, text string, at int) {
	if side := numberedSide(text); side != unstated {
		l.state(v, said{side: side, player: noPlayer}, at, text)
		l.g.notes.numbered++
	}
}

// numberedSides is the note on them.
const numberedSides = "At %s, a number after Max or Min only tells nodes apart."

// numberedSide returns who moves at a node that is called Max, Min or chance with a number after it: Max1, Min-2.
func numberedSide(text string) mover {
	word := strings.TrimRight(text, "0123456789")
	if m, _, ok := moverOf(strings.TrimRight(word, " _-.")); ok && word != text && m != playerMoves {
		return m
	}
	return unstated
}

// state sets the mover of a node, unless an attribute has said another one.
func (l *labels) state(v *vertex, s said, at int, words string) {
	r := l.g.r
	switch {
	case v.mover == maxMoves && s.side == minMoves, v.mover == minMoves && s.side == maxMoves:
		r.failRead(at, "what is said of %s is contradictory: who moves here, Max or Min?", v.called())
	case v.mover != unstated:
		return
	case s.side == chanceMoves:
		v.mover = chanceMoves
	case s.player >= 0:
		l.player(v, part{n: v.node, at: at, number: s.player, numbered: true, side: s.side, words: words})
	default:
		v.mover = s.side
	}
	r.cast.stated = true
}

// keyed reports whether a line is a value with the word that says so.
func (l *labels) keyed(lines string, at int) bool {
	for _, line := range strings.Split(lines, "\n") {
		l.g.r.step()
		if name, _, ok := l.g.r.valueIn(line, at); ok && isValueKey(strings.ToLower(strings.Trim(name, " :=("))) {
			return true
		}
	}
	return false
}

// backedUp reads a line with the value of an inner node.
func (l *labels) backedUp(v *vertex, line string, at int) bool {
	if len(v.value) > 0 {
		return false
	}
	list, ok := l.g.r.texNumbers(line, at)
	if !ok {
		name, keyed, is := l.g.r.valueIn(line, at)
		if !is || !isValueKey(strings.ToLower(strings.Trim(name, " :=("))) {
			return false
		}
		list = keyed
	}
	v.value = list
	return true
}

// checkStacked fails at a leaf with a number in each of two lines, as in 3\n1, unless Max, Min or chance moves everywhere:
// these lines may be the scores of two players, or a name and a value.
func (l *labels) checkStacked(order []*vertex) {
	v := l.stacked
	if v == nil || !slices.ContainsFunc(order, func(v *vertex) bool {
		return len(v.kids) > 0 && (v.mover == unstated || v.mover == playerMoves)
	}) {
		return
	}
	_, at := l.text(v)
	l.g.r.failSeveral(v.label.s, v.name, at)
}

// shapes reads triangles as Max and Min where no label says who moves. If all inner nodes have the same one, it is a shape.
func (l *labels) shapes(order []*vertex) {
	seen := map[mover]int{}
	inner := 0
	for _, v := range order {
		if len(v.kids) > 0 {
			inner++
			seen[pointing[v.shape]]++
		}
	}
	for _, v := range order {
		m := pointing[v.shape]
		if len(v.kids) == 0 || m == unstated || v.mover != unstated || seen[m] == inner && inner > 1 {
			l.g.notes.looks = l.g.notes.looks || v.shape != ""
			continue
		}
		v.mover = m
		l.g.notes.shaped = true
	}
}

// pointing are the shapes that say Max and Min.
var pointing = map[string]mover{"triangle": maxMoves, "invtriangle": minMoves}

// moves reads the labels of the edges below a node.
func (l *labels) moves(v *vertex) {
	for _, e := range v.links {
		l.g.r.step()
		if k := e.to; e.label.given && k.action == "" {
			k.action, k.actionAt = e.label.s, e.label.at
		}
	}
}
