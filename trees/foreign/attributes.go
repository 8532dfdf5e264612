package foreign

import (
	"strings"

	"espalier/trees"
)

// This file reads what attributes and columns say of the nodes of a graph.

// attributes are the texts that say something of a node or an edge, in the order of the constants below.
type attributes [saysCount]text

const (
	saysLabel = iota
	saysBeside
	saysShape
	saysStyle
	saysName
	saysValue
	saysMover
	saysMax
	saysMin
	saysChance
	saysProb
	saysAction
	saysCount
)

// saysOf returns what an attribute says by its name; -1: nothing about the tree.
func saysOf(key string) int {
	plain := plainKey(key)
	switch plain {
	case "label":
		return saysLabel
	case "xlabel", "headlabel", "taillabel":
		return saysBeside
	case "shape":
		return saysShape
	case "style":
		return saysStyle
	}
	switch keyUses[plain].use {
	case nameUse:
		return saysName
	case valueUse:
		return saysValue
	case moverUse, typeUse:
		return saysMover
	case isMaxUse:
		return saysMax
	case isMinUse:
		return saysMin
	case isChanceUse:
		return saysChance
	case probUse:
		return saysProb
	case actionUse:
		return saysAction
	}
	return -1
}

// mean sets what the attributes of a node mean, but for those of a picture.
func (g *graph) mean(v *vertex, of *attributes) {
	if t := of[saysName]; t.given {
		v.name = t.s
	}
	if t := of[saysAction]; t.given {
		v.action = t.s
	}
	if t := of[saysProb]; t.given {
		g.prob(v, t)
	}
	if t := of[saysValue]; t.given {
		g.scores(v, t)
	}
	if t := of[saysMover]; t.given {
		v.by = t
	}
	if t := of[saysMax]; t.given {
		g.side(v, true, t)
	}
	if t := of[saysMin]; t.given {
		g.side(v, false, t)
	}
	if t := of[saysChance]; t.given && isTrue(t.s) {
		v.mover = chanceMoves
	}
}

// prob sets the probability of the move to a node.
func (g *graph) prob(v *vertex, p text) {
	x, err := parseProbability(strings.TrimSpace(p.s), p.at)
	if err != nil {
		g.r.failRead(p.at, "%v; expected a probability, such as 0.5 or 1/3", err)
	}
	v.prob = &x
}

// scores sets the value of a node.
func (g *graph) scores(v *vertex, t text) {
	word := strings.TrimSpace(t.s)
	if word == "" || isNothing(word) {
		return
	}
	if word == "?" {
		v.unknown = true
		return
	}
	list, ok := g.r.texNumbers(word, t.at)
	if !ok {
		if word := trees.NotFiniteAt(t.s); word != "" && word == t.s {
			g.r.failNotFinite(t.at, word)
		}
		g.r.failRead(t.at, "the value of %s is %s; expected a number, such as 3, or scores, such as (1,2)", v.called(), quoted(t.s))
	}
	g.setValue(v, list, t.at)
	v.node.at = t.at
}

// isNothing reports whether a word is how programs and tables write that there is no value.
func isNothing(word string) bool {
	switch strings.ToLower(word) {
	case "null", "none", "nil", "nan", "n/a", "na", "-", "–", "—":
		return true
	}
	return false
}

// side sets that Max moves, or Min, or that the other one does.
func (g *graph) side(v *vertex, isMax bool, t text) {
	switch {
	case isTrue(t.s):
	case isFalse(t.s):
		isMax = !isMax
	default:
		return
	}
	v.mover = minMoves
	if isMax {
		v.mover = maxMoves
	}
}

func isTrue(word string) bool  { return isOneOf(folded(word), []string{"true", "yes", "1"}) }
func isFalse(word string) bool { return isOneOf(folded(word), []string{"false", "no", "0"}) }
