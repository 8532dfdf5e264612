package foreign

import (
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

// A Notation is one in which a text can be.
type Notation struct {
	ID      string
	Name    string // after "read as"
	What    string // one sentence
	Example string
	read    func(*reader) // nil: trees has its reader
}

// The notations that the package trees reads itself.
const (
	JSON     = "json"
	Espalier = "espalier"
	EFG      = "efg"
)

var notations = []Notation{
	{ID: Espalier, Name: "the text notation", What: "The notation of this page.", Example: "players 3  1[ (5,2,2) 2[ (2,2,5) (6,1,2) ] ]"},
	{ID: JSON, Name: "a tree document", What: "The JSON document of this page.", Example: `{"format": "espalier/tree/1", "players": 2, "root": {"value": [1, 2]}}`},
	{ID: "nested", Name: "nested lists", What: "Brackets are levels. Round brackets with commas hold the scores of a leaf, if all of them have the same length.",
		Example: "[[3,12,8],[2,4,6]]", read: (*reader).nested},
	{ID: "calls", Name: "function calls", What: "Calls of max, min, chance, P1, P2, …; a name and a colon before an argument is a move.",
		Example: "max(min(3,12,8), min(2,4,6))", read: (*reader).calls},
	{ID: "children", Name: "JSON of nodes", What: "Objects with children (or kids, nodes, child, branches, subtrees, successors, or left and right), value, name, player (or type, turn, mover, isMax, isMin), action and prob; or objects whose keys are moves.",
		Example: `{"type": "max", "children": [{"value": 3}, {"value": 5}]}`, read: (*reader).children},
	{ID: EFG, Name: "a Gambit file", What: "Gambit’s extensive games, with chance. Payoffs on the way to a leaf add up, and information sets are split.",
		Example: "EFG 2 R \"\" { \"Ann\" \"Bob\" }\np \"\" 1 1 \"\" { \"L\" \"R\" } 0\nt \"\" 1 \"\" { 3, 1 }\nt \"\" 2 \"\" { 0, 2 }", read: (*reader).efg},
	{ID: "gte", Name: "XML of Game Theory Explorer", What: "The XML of Game Theory Explorer.",
		Example: "<gte><extensiveForm><node player=\"1\">\n<outcome move=\"L\"><payoff player=\"1\">3</payoff><payoff player=\"2\">1</payoff></outcome>\n<outcome move=\"R\"><payoff player=\"1\">0</payoff><payoff player=\"2\">2</payoff></outcome>\n</node></extensiveForm></gte>",
		read:    (*reader).gte},
	{ID: "ef", Name: "a draw_tree file", What: "The files of draw_tree (.ef).",
		Example: "level 0 node 1 player 1\nlevel 2 node 1 from 0,1 move L payoffs 3 1\nlevel 2 node 2 from 0,1 move R payoffs 0 2", read: (*reader).ef},
	{ID: "forest", Name: "a LaTeX tree", What: "LaTeX trees: forest, istgame, tikz-qtree and qtree.", Example: "[max [3] [min [5] [7]]]", read: (*reader).latex},
	{ID: "newick", Name: "Newick", What: "Newick, with the values as the labels of leaves.", Example: "((1,2),3);", read: (*reader).newick},
}

// Notations returns all notations.
func Notations() []Notation { return slices.Clone(notations) }

// IDs returns the ids of all notations.
func IDs() (ids []string) {
	for i := range notations {
		ids = append(ids, notations[i].ID)
	}
	return ids
}

// Find returns the notation with an id.
func Find(id string) (*Notation, bool) {
	i := slices.IndexFunc(notations, func(n Notation) bool { return n.ID == id })
	if i < 0 {
		return nil, false
	}
	return &notations[i], true
}

// A Root says who moves at the root of a text that does not say it: max, min, or the number of
// a player. Empty: Max, or player 1.
type Root string

// ParseRoot reads a Root.
func ParseRoot(s string) (Root, bool) {
	p, err := strconv.Atoi(s)
	if s == "" || s == "max" || s == "min" || err == nil && p >= 1 && p <= trees.MaxPlayers && strconv.Itoa(p) == s {
		return Root(s), true
	}
	return "", false
}

// player returns the number of the player; 0: not said.
func (o Root) player(kind trees.Kind) int {
	switch o {
	case "":
		return 0
	case "max":
		return 1
	case "min":
		return 2
	}
	p, _ := strconv.Atoi(string(o))
	return p
}

// listed is all notations in words, for an error.
func listed() string {
	var list []string
	for _, n := range notations {
		example, _, more := strings.Cut(n.Example, "\n")
		if more {
			example = ""
		}
		if example != "" && len(example) <= maxQuoted {
			example = ", as " + example
		} else {
			example = ""
		}
		list = append(list, n.Name+" ("+n.ID+")"+example)
	}
	return strings.Join(list, "; ")
}
