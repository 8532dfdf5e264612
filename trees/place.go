package trees

import (
	"slices"
	"strconv"
	"strings"
)

// Place returns the place of node n in a JSON document, as error messages name
// it: root.children[1].children[0]. It also works in a tree that is being
// built.
func (t *Tree) Place(n int) string {
	var indices []int
	for ; n > 0; n = t.Parent(n) {
		indices = append(indices, t.IndexInParent(n))
	}
	b := []byte("root")
	for _, i := range slices.Backward(indices) {
		b = append(b, ".children["...)
		b = append(strconv.AppendInt(b, int64(i), 10), ']')
	}
	return string(b)
}

// IndexInParent returns the index of n among its siblings, from 0. A tree being
// built has no lists of children yet, so it uses the ends of subtrees.
func (t *Tree) IndexInParent(n int) int {
	if t.kidAt != nil {
		index, _ := slices.BinarySearch(t.Kids(t.Parent(n)), int32(n))
		return index
	}
	index := 0
	for sibling := t.Parent(n) + 1; sibling != n; sibling = t.End(sibling) {
		index++
	}
	return index
}

// Name returns the name of node n in sentences: its label or letter, else its path. In the
// tree of a game it is the moves to the node.
func (t *Tree) Name(n int) string {
	if t.LabelsAreMoves() && n > 0 {
		return t.lineTo(n)
	}
	if letter := t.Letter(n); letter != "" {
		return letter
	}
	return t.Path(n)
}

// mostNamed is the number of moves in a name.
const mostNamed = 6

// lineTo returns the last moves of the line to a node.
func (t *Tree) lineTo(n int) string {
	var line []string
	for ; n > 0 && len(line) < mostNamed; n = t.Parent(n) {
		line = append(line, t.Written(n))
	}
	if n > 0 {
		line = append(line, "…")
	}
	slices.Reverse(line)
	return strings.Join(line, " ")
}

// Find returns the first node with the given label, or -1.
func (t *Tree) Find(label string) int {
	for n := range t.Len() {
		if t.Label(n) == label {
			return n
		}
	}
	return NoNode
}
