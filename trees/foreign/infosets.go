package foreign

import (
	"fmt"
	"regexp"
	"strconv"

	"espalier/trees"
)

// An infoset is an information set of a text.
type infoset struct {
	name   string   // "": the text has none
	given  bool     // the text gives the name
	alone  bool     // it is kept also if it has one node
	part   *infoset // the set that it is a part of; nil: it is whole
	nodes  []*node
	shared bool   // it has several nodes
	named  string // its name in the tree; "": its nodes are in no set
}

// setAfterMover is an information set after who moves: 2 {h1}. playerAndSet has the numbers of both: P2.1.
var (
	setAfterMover = regexp.MustCompile(`^(.*?)\s*\{\s*([^{}]*[^{}\s])\s*\}$`)
	playerAndSet  = regexp.MustCompile(`^((?i:p|player\s?)[1-8])\.(\d+)$`)
)

// infosetOf puts a node into the information set that is after who moves, and returns the text before it.
func (r *reader) infosetOf(n *node, text string) string {
	m := setAfterMover.FindStringSubmatch(text)
	if m == nil {
		if m = playerAndSet.FindStringSubmatch(text); m == nil {
			return text
		}
		m[2] = m[1][len(m[1])-1:] + "." + m[2]
	}
	if _, _, mover := moverOf(m[1]); !mover {
		return text
	}
	if r.sets == nil {
		r.sets = map[string]*infoset{}
	}
	key := folded(m[1]) + " " + m[2]
	if r.sets[key] == nil {
		r.sets[key] = &infoset{name: m[2], given: true, alone: true}
	}
	n.infoset = r.sets[key]
	return m[1]
}

// whole returns the set that s is a part of.
func (s *infoset) whole() *infoset {
	for s.part != nil {
		if s.part.part != nil {
			s.part = s.part.part
		}
		s = s.part
	}
	return s
}

// joinInfoset puts nodes into one information set, with the sets in which they are already.
func joinInfoset(nodes []*node) {
	set := &infoset{}
	for _, n := range nodes {
		if n.infoset == nil {
			n.infoset = set
		} else if old := n.infoset.whole(); old != set {
			old.part = set
		}
	}
}

// gatherInfosets finds the nodes of each information set, and names the sets. A set whose nodes cannot
// be in one is split, with a note.
func (g *game) gatherInfosets(r *reader) {
	var sets []*infoset
	var gather func(n *node)
	gather = func(n *node) {
		r.step()
		if n.infoset != nil && (n.mover == chanceMoves || len(n.kids) == 0) {
			n.infoset = nil
		}
		if n.infoset != nil {
			n.infoset = n.infoset.whole()
			if len(n.infoset.nodes) == 0 {
				sets = append(sets, n.infoset)
			}
			n.infoset.nodes = append(n.infoset.nodes, n)
		}
		for _, k := range n.kids {
			gather(k)
		}
	}
	gather(g.root)
	taken, shared, split, reason := map[string]bool{}, 0, 0, ""
	for _, set := range sets {
		set.shared = len(set.nodes) > 1
		why := ""
		for _, n := range set.nodes {
			r.step()
			if why == "" {
				why = differ(set.nodes[0], n)
			}
		}
		switch {
		case why != "":
			split++
			reason = why
			continue
		case set.shared:
			shared++
		case !set.alone:
			continue
		}
		set.named = free(set.name, taken, len(taken)+1)
		taken[set.named] = true
	}
	if shared > 0 {
		g.note("%s several nodes. A search plays as if everybody saw the deals, which is another game.", holdOrHolds(shared))
	}
	if split > 0 {
		g.note("%s split, since %s; all nodes of a set have the same mover and the same moves.", areOrIs(split, "information set"), reason)
	}
}

// differ says why two nodes cannot be in one information set; "" if they can.
func differ(a, b *node) string {
	switch {
	case a.mover != b.mover || a.mover == playerMoves && a.player != b.player:
		return "different players move at its nodes"
	case a.mover == unstated && a != b:
		return "the text does not say who moves at its nodes"
	case len(a.kids) != len(b.kids):
		return fmt.Sprintf("its nodes have %d and %d moves", len(a.kids), len(b.kids))
	}
	for i, k := range a.kids {
		if x, y := k.moveName(), b.kids[i].moveName(); x != y {
			return fmt.Sprintf("move %d has the names %s and %s", i+1, quoted(x), quoted(y))
		}
	}
	return ""
}

// moveName returns the name of the move to a node as the tree has it.
func (n *node) moveName() string {
	name, _ := fitted(first(n.ownAction, n.action), trees.MaxLabelRunes)
	return name
}

// free returns a name that is not taken: the given one, shortened, or one with a number after it.
func free(name string, taken map[string]bool, number int) string {
	if name == "" {
		name = strconv.Itoa(number)
	}
	short, _ := fitted(name, trees.MaxLabelRunes)
	for again := number; taken[short]; again++ {
		suffix := fmt.Sprintf(" (%d)", again)
		cut, _ := fitted(name, trees.MaxLabelRunes-len(suffix))
		short = cut + suffix
	}
	return short
}

func holdOrHolds(n int) string {
	if n == 1 {
		return count(n, "information set") + " holds"
	}
	return count(n, "information set") + " hold"
}
