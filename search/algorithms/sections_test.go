package algorithms_test

import (
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
)

// headings are the headings of the five documents that describe an algorithm.
var headings = map[string][]string{
	"Luckhardt & Irani 1986; Korf 1991": {"2"},                        // Maxn algorithm
	"Korf 1991":                         {"3.1", "3.2", "3.3", "3.4"}, // immediate, shallow, its correctness, failure of deep pruning
	"Sturtevant & Korf 2000": {
		"Single Agent Branch-and-Bound", "Multi-Player Branch-and-Bound", "Alpha-Beta Branch-and-Bound Pruning",
		"Reduction to a Paranoid 2-Player Game",
	},
	"Sturtevant 2003": {"4.1", "4.2", "4.3"},
	// Not in the folder of documents: their headings as others cite them.
	"Kocsis & Szepesvári 2006; Sturtevant 2008":                       {"UCT"},
	"Cazenave 2008; Kocsis & Szepesvári 2006; Sturtevant & Korf 2000": {"UCT", "Reduction to a Paranoid 2-Player Game"},
	"CMSC 474, lecture 28":                                            {"Backward Induction", "Minimax Algorithm", "Alpha-Beta Pruning"},
}

// TestSectionsExist checks that the section of every algorithm is a heading of the
// algorithm's document.
func TestSectionsExist(t *testing.T) {
	for _, a := range algorithms.All() {
		section, _, _ := strings.Cut(a.Section, ", figure ")
		for _, s := range strings.FieldsFunc(section, func(r rune) bool { return r == ',' || r == ';' }) {
			if s = strings.TrimSpace(s); !slices.Contains(headings[a.Paper], s) {
				t.Errorf("%s: %s has no section %q", a.ID, a.Paper, s)
			}
		}
	}
}

// TestLeafExitIsOnItsLine checks that the exit of a leaf, which follows its leaf event,
// is on the leaf's line of the pseudo-code, and that no other exit is on this line.
func TestLeafExitIsOnItsLine(t *testing.T) {
	tree := searchtest.Read(t, "players 3 maxsum 9 1{low (0,0,0)}[ (5,2,2) 2[ 3[ (2,2,5) (2,3,4) ] (6,1,2) ] ]")
	for _, a := range algorithms.All() {
		p := engine.OnTree(tree, 0)
		if a.Check(&p, engine.Options{}) != nil {
			continue
		}
		events, _, err := searchtest.Record(a, p, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		leafLine, exits := engine.LinesOf(a.Code).ByType[trace.Leaf], 0
		for i, e := range events {
			if e.Type != trace.Exit {
				continue
			}
			if leaf := events[i-1].Type == trace.Leaf && events[i-1].Plies == 0; leaf != (e.Line == leafLine) {
				t.Errorf("%s: the exit of %s is on line %d, the leaf's line is %d", a.ID, tree.Name(int(e.Node)), e.Line, leafLine)
			}
			exits++
		}
		if exits == 0 {
			t.Errorf("%s: no exit", a.ID)
		}
	}
}
