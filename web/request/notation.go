package request

import (
	"espalier/trees"
	"espalier/web/problem"
)

// Notations are the keys of a tree that a body holds in full.
var Notations = []string{"tree", "text", "efg"}

// ReadNotation reads one of them. The remarks list what of a Gambit game a tree
// here cannot hold.
func ReadNotation(m problem.Member) (t *trees.Tree, remarks []string, err error) {
	if m.Key == "tree" {
		if problem.TypeOf(m.Raw) != "an object" {
			return nil, nil, problem.WrongType(m.Raw, "tree", "a tree document, an object,")
		}
		t, err = trees.ReadJSON(m.Raw)
		return t, nil, err
	}
	text, err := problem.ReadString(m.Raw, m.Key)
	switch {
	case err != nil:
		return nil, nil, err
	case m.Key == "efg":
		return trees.ReadEFG(text)
	}
	t, err = trees.ReadText(text)
	return t, nil, err
}
