package web

import (
	"espalier/trees"
)

// notations are the keys of a tree that a body holds in full.
var notations = []string{"tree", "text", "efg"}

// readNotation reads one of them. The remarks say what a tree here cannot hold
// of a game of Gambit.
func readNotation(m member) (t *trees.Tree, remarks []string, err error) {
	if m.Key == "tree" {
		if typeOf(m.Raw) != "an object" {
			return nil, nil, wrongType(m.Raw, "tree", "a tree document, an object,")
		}
		t, err = trees.ReadJSON(m.Raw)
		return t, nil, err
	}
	text, err := readString(m.Raw, m.Key)
	switch {
	case err != nil:
		return nil, nil, err
	case m.Key == "efg":
		return trees.ReadEFG(text)
	}
	t, err = trees.ReadText(text)
	return t, nil, err
}
