package program

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file has what sentences call nodes. A program may name a node by the path to it: a sentence then
// has the last part of the path, or the move, as long as it is clear there which node is meant.

// maxCalled is the most runes of an id that a sentence has if the trace gives a move, too.
const maxCalled = 12

// Called returns what a sentence calls the nodes that it names, which are all different. Of a node whose
// id is the path to it, that is the shortest end of the path that no other node of the sentence has.
func (r *Run) Called(nodes []int32) []string {
	names, all, at := make([]string, len(nodes)), make([][]string, len(nodes)), make([]int, len(nodes))
	for i, n := range nodes {
		all[i] = r.callings(n)
	}
	for more := true; more; {
		count := map[string]int{}
		for i := range nodes {
			names[i] = all[i][at[i]]
			count[names[i]]++
		}
		more = false
		for i := range nodes {
			if count[names[i]] > 1 && at[i] < len(all[i])-1 {
				at[i]++
				more = true
			}
		}
	}
	return names
}

// callings returns the names that a sentence may have for a node, the shortest first.
func (r *Run) callings(node int32) (list []string) {
	n := &r.Nodes[node]
	if r.isNumbered(node) {
		return []string{r.Name(node)}
	}
	id, label := r.OwnName(node), r.OwnLabel(node)
	move := r.Move(node)
	if move == id { // a skipped child in a list of names
		move = ""
	}
	isText := r.hasText(node)
	add := func(name string) {
		if name != "" && (len(list) == 0 || list[len(list)-1] != name) {
			list = append(list, name)
		}
	}
	add(label)
	starts := r.pathStarts(node)
	switch {
	case n.id == 0:
		add(r.Move(node))
		if n.move != 0 {
			for k := 2; k <= maxMovesCalled; k++ {
				add(r.line(node, k))
			}
		} else if n.label == 0 {
			add(r.Name(node))
		}
	case isText && len(starts) == 0 && (move == "" || utf8.RuneCountInString(id) <= maxCalled):
		add(id)
	default:
		add(move)
		for _, start := range starts {
			add(numbered(id[start:]))
		}
		add(numbered(id))
	}
	if above := n.Parent; above != None && n.id != 0 {
		add(fmt.Sprintf("%s below %s", numbered(id), r.Name(above)))
	}
	if len(list) == 0 {
		add(fmt.Sprintf("node %d", node))
	}
	return list
}

// maxMovesCalled is the most moves that a sentence has for a node without an id.
const maxMovesCalled = 4

// line returns the last moves of the path to a node.
func (r *Run) line(node int32, most int) string {
	var moves []string
	for n := node; n != None && len(moves) < most && r.Nodes[n].move != 0; n = r.Nodes[n].Parent {
		moves = append([]string{r.Move(n)}, moves...)
	}
	return strings.Join(moves, " ")
}

// numbered writes a name that is a number so that it is no score.
func numbered(name string) string {
	if name != "" && strings.Trim(name, "0123456789") == "" {
		return "node " + name
	}
	return name
}

// pathStarts returns where the ends of a node's id begin, the shortest first, if the id is the path to it:
// the ids of the nodes above are its beginnings. Without such an id above, a slash separates the parts.
func (r *Run) pathStarts(node int32) (list []int) {
	if !r.hasText(node) {
		return nil
	}
	id := r.OwnName(node)
	for above := r.Nodes[node].Parent; above != None; above = r.Nodes[above].Parent {
		if !r.hasText(above) {
			return append(list, slashes(id[:from(list, id)])...)
		}
		begin := r.OwnName(above)
		if begin == "" || len(begin) >= len(id) || !strings.HasPrefix(id, begin) {
			return list
		}
		next, size := utf8.DecodeRuneInString(id[len(begin):])
		last, _ := utf8.DecodeLastRuneInString(begin)
		start := len(begin)
		switch {
		case separates(next) && start+size < len(id):
			start += size
		case !separates(last):
			return list
		}
		list = append(list, start)
	}
	return list
}

// hasText reports whether the program's name of a node is a text.
func (r *Run) hasText(node int32) bool { return strings.HasPrefix(r.ID(node), `"`) }

// from returns where the part of an id ends whose beginnings are not known yet.
func from(starts []int, id string) int {
	if len(starts) == 0 {
		return len(id)
	}
	return starts[len(starts)-1]
}

// slashes returns where parts begin that a slash separates, the last one first.
func slashes(id string) (list []int) {
	for i := len(id) - 1; i > 0; i-- {
		if id[i-1] == '/' && id[i] != '/' {
			list = append(list, i)
		}
	}
	return list
}

// separates reports whether a rune can be between the parts of a path.
func separates(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// lastPart returns the last part of a node's id that is the path to it, or the whole id.
func (r *Run) lastPart(node int32) string {
	id := r.OwnName(node)
	if starts := r.pathStarts(node); len(starts) > 0 {
		return id[starts[0]:]
	}
	return id
}

// Label returns what a picture writes at a node, where the path to it is seen.
func (r *Run) Label(node int32) string {
	n := &r.Nodes[node]
	switch {
	case n.label != 0:
		return r.OwnLabel(node)
	case n.id != 0:
		return r.lastPart(node)
	}
	return r.Name(node)
}
