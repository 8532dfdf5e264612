package trees

import (
	"slices"
	"strconv"
)

// Place names node n as error messages do: root.children[1].children[0]. It
// can be asked of a tree in the making too.
func (t *Tree) Place(n int) string {
	var indices []int
	for ; n > 0; n = t.Parent(n) {
		indices = append(indices, t.indexOf(n))
	}
	b := []byte("root")
	for _, i := range slices.Backward(indices) {
		b = append(b, ".children["...)
		b = append(strconv.AppendInt(b, int64(i), 10), ']')
	}
	return string(b)
}

// indexOf is the place of n among its brothers, from 0. In a tree in the
// making, which has no lists of children yet, it goes by the ends of their subtrees.
func (t *Tree) indexOf(n int) int {
	if t.kidAt != nil {
		index, _ := slices.BinarySearch(t.Kids(t.Parent(n)), int32(n))
		return index
	}
	index := 0
	for brother := t.Parent(n) + 1; brother != n; brother = t.End(brother) {
		index++
	}
	return index
}

// Name is what sentences call node n: its label, or its place below the
// nearest labelled ancestor ("b.2" is the second child of b), or "the root".
func (t *Tree) Name(n int) string {
	var indices []int
	for ; n > 0 && t.Label(n) == ""; n = t.Parent(n) {
		indices = append(indices, t.indexOf(n)+1)
	}
	b := []byte(t.Label(n))
	switch {
	case len(b) > 0:
	case len(indices) == 0:
		return "the root"
	default:
		b = append(b, "root"...)
	}
	for _, i := range slices.Backward(indices) {
		b = strconv.AppendInt(append(b, '.'), int64(i), 10)
	}
	return string(b)
}

// Find is the first node with the given label, -1 if there is none.
func (t *Tree) Find(label string) int {
	for n := range t.Len() {
		if t.Label(n) == label {
			return n
		}
	}
	return none
}
