package trees

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// mostLettered limits the nodes that letters name. The picture of a larger tree has no room
// for them, and its nodes are named by their places.
const mostLettered = 26 * 26

// WithLetters returns a copy of the tree in which a node without a label has a letter as its
// name: a to z, then a2 to z2, and so on, in the order of the search. The letters are no part
// of the document. A letter that a label has is left out. The root is called "the root", and
// the nodes of a game are called by their moves. A tree that needs no letters is returned
// itself.
func (t *Tree) WithLetters() *Tree {
	if t.naming.ofNodes() {
		return t
	}
	unlabelled, taken := 0, map[string]bool{}
	for n := range t.Len() {
		switch label := t.Label(n); {
		case label != "":
			taken[strings.ToLower(strings.TrimFunc(label, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))] = true
		case n > 0:
			unlabelled++
		}
	}
	if unlabelled == 0 || unlabelled > mostLettered {
		return t
	}
	letters := make([]string, t.Len())
	next := 0
	for n := 1; n < t.Len(); n++ {
		for t.Label(n) == "" && letters[n] == "" {
			if letter := LetterOf(next); !taken[letter] {
				letters[n] = letter
			}
			next++
		}
	}
	return t.named(func(as *naming) { as.letters = letters })
}

func (t *Tree) withoutLetters() *Tree {
	if !t.HasLetters() {
		return t
	}
	return t.named(func(as *naming) { as.letters = nil })
}

// LetterOf returns the i-th name that WithLetters gives, from 0.
func LetterOf(i int) string {
	letter := string(rune('a' + i%26))
	if i >= 26 {
		letter += strconv.Itoa(i/26 + 1)
	}
	return letter
}

// Letter returns the letter of a node that has no label; "": it has none.
func (t *Tree) Letter(n int) string {
	if !t.HasLetters() {
		return ""
	}
	return t.naming.letters[n]
}

// HasLetters reports whether the nodes without labels have letters.
func (t *Tree) HasLetters() bool { return t.naming != nil && t.naming.letters != nil }

// Path returns the place of node n below the nearest labelled ancestor: "b.2" is the second
// child of b, and "root.2" that of a root without a label. A label is its own path.
func (t *Tree) Path(n int) string {
	var indices []int
	for ; n > 0 && t.Label(n) == ""; n = t.Parent(n) {
		indices = append(indices, t.IndexInParent(n)+1)
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
