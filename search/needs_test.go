package search

import (
	"errors"
	"strings"
	"testing"

	"espalier/trees"
)

// TestCheckRejects checks that a run that is not possible is rejected before it starts,
// with the place and a correct value.
func TestCheckRejects(t *testing.T) {
	const (
		sum     = "players 3 maxsum 9 1[ (5,2,2) 2[ (2,2,5) (6,1,2) ] ]"
		noSum   = "players 3 1[ (5,2,2) 2[ (2,2,5) (6,1,2) ] ]"
		two     = "players 2 maxsum 9 1[ (5,2) (2,7) ]"
		bounded = "players 3 maxsum 9 1{up (9,9,9)}[ (5,2,2) (2,2,5) ]"
		static  = "players 3 maxsum 9 1[ a: 2{static (1,1,1)}[ (5,2,2) ] b: 2[ (2,2,5) ] ]"
		minimax = "kind minimax max[ 3 min[ 2 4 ] ]"
		path    = "kind path [ +1 . +2 . ]"
	)
	depth := func(d int) Options { return Options{HasDepth: true, Depth: d} }
	for _, tc := range []struct {
		id, tree string
		o        Options
		path     string // empty: not rejected
		message  string
	}{
		{"maxn", sum, Options{}, "", ""},
		{"maxn", minimax, Options{}, "algorithm", "kind maxn"},
		{"maxn", path, Options{}, "algorithm", "this one is of kind path"},
		{"maxn", sum, Options{Table: true}, "options.table", "it takes depth, transposition, deepening, root, nodes and quiescence"},
		{"dfbnb", path, depth(1), "options.depth", "it takes root and nodes"},
		{"deep", sum, depth(1), "root.children[1].static", "no static value"},
		{"shallow", sum, Options{}, "", ""},
		{"shallow", sum, Options{Transposition: true}, "options.transposition", "have a hash"},
		{"maxn", sum, Options{Deepening: true}, "options.deepening", "have a hash"},
		{"shallow", noSum, Options{}, "tree.maxsum", "needs maxsum"},
		{"deep", noSum, Options{}, "tree.maxsum", "needs maxsum"},
		{"immediate", noSum, Options{}, "tree.maxp", "needs maxp"},
		{"immediate", "players 3 maxp 9 1[ (5,2,2) ]", Options{}, "", ""},
		{"minimax", sum, Options{}, "algorithm", "this one has players 3"},
		{"alphabeta", path, Options{}, "algorithm", "this one is of kind path"},
		{"alphabeta", minimax, Options{}, "", ""},
		{"alphabeta", two, Options{}, "", ""},
		{"bnb", sum, Options{}, "root", "low or up"},
		{"bnb", bounded, Options{}, "", ""},
		{"deep-bnb", sum, Options{}, "root", "low or up"},
		{"abbnb", sum, Options{}, "root", "low or up"},
		{"abbnb", "players 3 1{up (9,9,9)}[ (5,2,2) (2,2,5) ]", Options{}, "tree.maxsum", "needs maxsum"},
		{"abbnb", bounded, Options{AsPrinted: true}, "", ""},
		{"bnb", bounded, Options{AsPrinted: true}, "options.as_printed", "does not take"},
		{"paranoid", sum, Options{Heuristic: true}, "options.heuristic", "low or up"},
		{"paranoid", bounded, Options{Heuristic: true}, "", ""},
		{"paranoid", minimax, Options{}, "algorithm", "kind maxn"},
		{"dfbnb", sum, Options{}, "algorithm", "kind path"},
		{"dfbnb", path, Options{}, "", ""},
		{"maxn", sum, Options{Root: 5}, "options.root", "the nodes 0 to 4"},
		{"maxn", sum, Options{Root: -1}, "options.root", "the nodes 0 to 4"},
		{"maxn", sum, Options{Root: 4}, "", ""},
		{"maxn", sum, depth(-1), "options.depth", "below 0"},
		{"maxn", static, depth(0), "root.static", "no static value"},
		{"maxn", static, depth(1), "root.children[1].static", "stops at b"},
		{"maxn", static, depth(2), "", ""},
		{"maxn", static, Options{HasDepth: true, Root: 1}, "", ""},
		{"alphabeta", minimax, depth(1), "root.children[1].static", "no static value"},
	} {
		tree, err := trees.ReadText(tc.tree)
		if err != nil {
			t.Fatalf("ReadText(%q) = %v", tc.tree, err)
		}
		a, _ := Find(tc.id)
		p := OnTree(tree, 0)
		err = a.Check(&p, tc.o)
		if tc.path == "" {
			if err != nil {
				t.Errorf("%s.Check(%s, %+v) = %v, want nil", tc.id, tc.tree, tc.o, err)
			}
			continue
		}
		var refused *NotApplicableError
		if !errors.As(err, &refused) || refused.Path != tc.path || !strings.Contains(refused.Message, tc.message) {
			t.Errorf("%s.Check(%s, %+v) = %v, want an error at %s with %q", tc.id, tc.tree, tc.o, err, tc.path, tc.message)
		}
	}
}

// TestGeneratedRejects checks that a start node, and a depth that needs static values,
// are rejected for an implicit tree.
func TestGeneratedRejects(t *testing.T) {
	p := yardstickProblem(t)
	a, _ := Find("maxn")
	for _, tc := range []struct {
		o    Options
		path string
	}{
		{Options{Root: 1}, "options.root"},
		{Options{HasDepth: true, Depth: 3}, "options.depth"},
		{Options{HasDepth: true, Depth: 10}, ""},
	} {
		err := a.Check(&p, tc.o)
		var refused *NotApplicableError
		if tc.path == "" && err != nil || tc.path != "" && (!errors.As(err, &refused) || refused.Path != tc.path) {
			t.Errorf("maxn.Check(%s, %+v) = %v, want a refusal at %q", yardstick, tc.o, err, tc.path)
		}
	}
}

// TestRegistry checks that every entry is complete, and that its pseudo-code
// has a line for every event that it can emit.
func TestRegistry(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range All() {
		if a.ID == "" || a.Name == "" || a.Paper == "" || a.Section == "" && headings[a.Paper] != nil || a.Needs == "" || a.Guarantee == "" || a.Reference == nil || len(a.Terms) == 0 || seen[a.ID] {
			t.Errorf("%q is not fully described, or there twice", a.ID)
		}
		seen[a.ID] = true
		if found, _ := Find(a.ID); found != a {
			t.Errorf("Find(%q) = %v, want the entry", a.ID, found)
		}
		on := map[string]bool{}
		for _, l := range a.code {
			for _, key := range l.on() {
				if on[key] {
					t.Errorf("%s: two lines of the pseudo-code claim %s", a.ID, key)
				}
				on[key] = true
			}
		}
		for _, key := range []string{"enter", "leaf", "backup", "backup+", "exit"} {
			if !on[key] {
				t.Errorf("%s: no line of the pseudo-code for %s", a.ID, key)
			}
		}
	}
}
