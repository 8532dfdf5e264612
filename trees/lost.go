package trees

import (
	"fmt"
	"strconv"
	"strings"
)

// Held is what the notation of another tool holds of a tree, besides its nodes with movers,
// chance and values.
type Held uint16

const (
	HeldLabels Held = 1 << iota
	HeldActions
	HeldHeader // maxsum, minp, maxp, delta, outcomes
	HeldTitle
	// HeldNumbers is for a notation in which a move may have its number as its name; in others
	// that is how a move without a name is written.
	HeldNumbers
	HeldControls // control characters in texts
	HeldInfosets
)

// Lost says which parts of the tree a notation that holds only the given ones leaves out: a
// sentence for a comment, "" if there are none.
func (t *Tree) Lost(held Held) string {
	var lost []string
	add := func(n int, what string) {
		if n > 0 {
			lost = append(lost, what+count(n, "node"))
		}
	}
	nodes := func(is func(n int) bool) (found int) {
		for n := range t.Len() {
			if is(n) {
				found++
			}
		}
		return found
	}
	if held&HeldTitle == 0 && t.Title != "" {
		lost = append(lost, "the title")
	}
	if held&HeldHeader == 0 {
		lost = append(lost, t.Header.stated()...)
	}
	if held&HeldLabels == 0 {
		add(nodes(func(n int) bool { return t.Label(n) != "" }), "the labels of ")
	}
	if held&HeldActions == 0 {
		add(len(t.actions), "the names of the moves to ")
	}
	if held&HeldInfosets == 0 {
		add(len(t.infosets), "the information sets of ")
	}
	add(nodes(func(n int) bool { return t.low[n] != NoNode || t.up[n] != NoNode }), "the bounds of ")
	add(nodes(func(n int) bool { return t.static[n] != NoNode }), "the static value of ")
	add(nodes(func(n int) bool { return len(t.Alternatives(n)) > 0 }), "the alternatives of ")
	add(nodes(t.NotFromPaper), "what marks a value as chosen at ")
	add(nodes(func(n int) bool { return t.IsLeaf(n) && t.Mover(n) != 0 }), "the mover drawn at ")
	if held&HeldControls == 0 {
		add(nodes(func(n int) bool { return strings.ContainsFunc(t.Label(n), notEFG) }), "the control characters in the label of ")
		add(nodes(func(n int) bool { return strings.ContainsFunc(t.Action(n), notEFG) }), "the control characters in the name of the move to ")
		add(nodes(func(n int) bool { return strings.ContainsFunc(t.Infoset(n), notEFG) }), "the control characters in the name of the information set of ")
	}
	if held&HeldNumbers == 0 {
		add(nodes(func(n int) bool { return t.Action(n) != "" && t.Action(n) == strconv.Itoa(t.IndexInParent(n)+1) }), "the name, a number, of the move to ")
	}
	if len(lost) == 0 {
		return ""
	}
	return fmt.Sprintf("Not in this file, whose format cannot hold it: %s.", InWords(lost))
}

// stated returns the members of the header that are given.
func (h *Header) stated() (names []string) {
	for _, m := range []struct {
		name  string
		given bool
	}{{"maxsum", h.MaxSum.Given}, {"minp", h.MinP.Given}, {"maxp", h.MaxP.Given}, {"delta", h.Delta != 0}, {"the outcomes", len(h.Outcomes) > 0}} {
		if m.given {
			names = append(names, m.name)
		}
	}
	return names
}
