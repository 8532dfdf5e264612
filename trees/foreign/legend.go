package foreign

import (
	"strings"
	"unicode"

	"espalier/trees"
)

// This file finds what is drawn beside a tree: the nodes of a legend, which no edge joins to it.

// legendWords are in the title of a part that explains a picture, or in the id of a node that does.
var legendWords = []string{"legend", "key", "legende", "légende", "leyenda"}

// isLegend reports whether a title or an id is that of a legend: Legend, cluster_legend, Key.
func isLegend(title string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(title), func(ch rune) bool { return !unicode.IsLetter(ch) }) {
		if isOneOf(strings.TrimPrefix(word, "cluster"), legendWords) {
			return true
		}
	}
	return false
}

// leaveLegend leaves out what is drawn beside the tree: a legend, and single nodes without a value. Other parts are
// kept, so that they are refused: an edge may be missing.
func (g *graph) leaveLegend() {
	parts := g.parts()
	if !g.drawn || len(parts) < 2 {
		return
	}
	var names []string
	left, kept := map[*vertex]bool{}, 0
	for _, part := range parts {
		if !g.isBeside(part) {
			kept++
			continue
		}
		for _, v := range part {
			left[v] = true
			if len(names) < maxListed {
				names = append(names, quoted(strings.Join(strings.Fields(first(v.label.s, v.id)), " ")))
			}
		}
	}
	if len(left) == 0 || kept == 0 {
		return
	}
	all := g.all
	g.all = nil
	for _, v := range all {
		if !left[v] {
			g.all = append(g.all, v)
		}
	}
	if len(left) > len(names) {
		names = append(names, count(len(left)-len(names), "more node"))
	}
	g.r.game.note("What no edge joins to the tree is left out, since it has no value or is a legend: %s.", trees.InWords(names))
}

// isBeside reports whether nodes that edges join are a legend, or one node without a value.
func (g *graph) isBeside(part []*vertex) bool {
	legend := true
	for _, v := range part {
		g.r.step()
		legend = legend && (v.legend || isLegend(v.id))
	}
	if legend || len(part) > 1 {
		return legend
	}
	shown := *part[0].node
	v := *part[0]
	v.node = &shown
	l := labels{g: g, width: 1}
	s, at := l.text(&v)
	return len(v.value) == 0 && !v.unknown && !l.value(&v, s, at) && !(v.beside.given && l.value(&v, v.beside.s, v.beside.at))
}

// parts returns the nodes in groups: those of a group are joined by edges.
func (g *graph) parts() (parts [][]*vertex) {
	seen := map[*vertex]bool{}
	next := map[*vertex][]*vertex{}
	for _, v := range g.all {
		for _, l := range v.links {
			g.r.step()
			next[l.from] = append(next[l.from], l.to)
			next[l.to] = append(next[l.to], l.from)
			if of := l.to.of; of != nil { // a copy is where its leaf is
				next[of], next[l.to] = append(next[of], l.to), append(next[l.to], of)
			}
		}
	}
	for _, v := range g.all {
		if seen[v] {
			continue
		}
		seen[v] = true
		part := []*vertex{v}
		for i := 0; i < len(part); i++ {
			for _, u := range next[part[i]] {
				g.r.step()
				if !seen[u] {
					seen[u] = true
					part = append(part, u)
				}
			}
		}
		parts = append(parts, part)
	}
	return parts
}
