package algorithms_test

import (
	"errors"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/hidden"
	"espalier/search/searchtest"
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
	depth := func(d int) engine.Options { return engine.Options{HasDepth: true, Depth: d} }
	for _, tc := range []struct {
		id, tree string
		o        engine.Options
		path     string // empty: not rejected
		message  string
	}{
		{"maxn", sum, engine.Options{}, "", ""},
		{"maxn", minimax, engine.Options{}, "algorithm", "kind maxn"},
		{"maxn", path, engine.Options{}, "algorithm", "this one is of kind path"},
		{"maxn", sum, engine.Options{Table: true}, "options.table", "it takes depth, transposition, deepening, root, nodes and quiescence"},
		{"dfbnb", path, depth(1), "options.depth", "it takes root and nodes"},
		{"deep", sum, depth(1), "root.children[1].static", "no static value"},
		{"shallow", sum, engine.Options{}, "", ""},
		{"shallow", sum, engine.Options{Transposition: true}, "options.transposition", "have a hash"},
		{"maxn", sum, engine.Options{Deepening: true}, "options.deepening", "have a hash"},
		{"shallow", noSum, engine.Options{}, "tree.maxsum", "needs maxsum"},
		{"deep", noSum, engine.Options{}, "tree.maxsum", "needs maxsum"},
		{"immediate", noSum, engine.Options{}, "tree.maxp", "needs maxp"},
		{"immediate", "players 3 maxp 9 1[ (5,2,2) ]", engine.Options{}, "", ""},
		{"minimax", sum, engine.Options{}, "algorithm", "this one has players 3"},
		{"alphabeta", path, engine.Options{}, "algorithm", "this one is of kind path"},
		{"alphabeta", minimax, engine.Options{}, "", ""},
		{"alphabeta", two, engine.Options{}, "", ""},
		{"bnb", sum, engine.Options{}, "root", "low or up"},
		{"bnb", bounded, engine.Options{}, "", ""},
		{"deep-bnb", sum, engine.Options{}, "root", "low or up"},
		{"abbnb", sum, engine.Options{}, "root", "low or up"},
		{"abbnb", "players 3 1{up (9,9,9)}[ (5,2,2) (2,2,5) ]", engine.Options{}, "tree.maxsum", "needs maxsum"},
		{"abbnb", bounded, engine.Options{AsPrinted: true}, "", ""},
		{"bnb", bounded, engine.Options{AsPrinted: true}, "options.as_printed", "does not take"},
		{"paranoid", sum, engine.Options{Heuristic: true}, "options.heuristic", "low or up"},
		{"paranoid", bounded, engine.Options{Heuristic: true}, "", ""},
		{"paranoid", minimax, engine.Options{}, "algorithm", "kind maxn"},
		{"dfbnb", sum, engine.Options{}, "algorithm", "kind path"},
		{"dfbnb", path, engine.Options{}, "", ""},
		{"maxn", sum, engine.Options{Root: 5}, "options.root", "the nodes 0 to 4"},
		{"maxn", sum, engine.Options{Root: -1}, "options.root", "the nodes 0 to 4"},
		{"maxn", sum, engine.Options{Root: 4}, "", ""},
		{"maxn", sum, depth(-1), "options.depth", "below 0"},
		{"maxn", static, depth(0), "root.static", "no static value"},
		{"maxn", static, depth(1), "root.children[1].static", "stops at b"},
		{"maxn", static, depth(2), "", ""},
		{"maxn", static, engine.Options{HasDepth: true, Root: 1}, "", ""},
		{"ismcts", sum, engine.Options{}, "root", "needs an information set of several nodes"},
		{"ismcts", minimax, engine.Options{}, "algorithm", "kind maxn"},
		{"ismcts", hidden.ForkTree(2), engine.Options{}, "", ""},
		{"ismcts", hidden.ForkTree(2), engine.Options{Root: 1}, "options.root", `information set "start" has nodes below root.1 and elsewhere`},
		{"ismcts", hidden.ForkTree(2), engine.Options{Root: 2}, "", ""},
		{"ismcts", "players 1 a: 1{infoset x}[ b: 1{infoset x}[ (1) ] ]", engine.Options{}, "root.children[0].infoset", `b is below a, and both are in information set "x"`},
		{"alphabeta", minimax, depth(1), "root.children[1].static", "no static value"},
	} {
		tree, err := trees.ReadText(tc.tree)
		if err != nil {
			t.Fatalf("ReadText(%q) = %v", tc.tree, err)
		}
		a, _ := algorithms.Find(tc.id)
		p := engine.OnTree(tree, 0)
		err = a.Check(&p, tc.o)
		if tc.path == "" {
			if err != nil {
				t.Errorf("%s.Check(%s, %+v) = %v, want nil", tc.id, tc.tree, tc.o, err)
			}
			continue
		}
		var refused *engine.NotApplicableError
		if !errors.As(err, &refused) || refused.Path != tc.path || !strings.Contains(refused.Message, tc.message) {
			t.Errorf("%s.Check(%s, %+v) = %v, want an error at %s with %q", tc.id, tc.tree, tc.o, err, tc.path, tc.message)
		}
	}
}

// TestGeneratedRejects checks that a start node, and a depth that needs static values,
// are rejected for an implicit tree.
func TestGeneratedRejects(t *testing.T) {
	p := searchtest.YardstickProblem(t)
	a, _ := algorithms.Find("maxn")
	for _, tc := range []struct {
		o    engine.Options
		path string
	}{
		{engine.Options{Root: 1}, "options.root"},
		{engine.Options{HasDepth: true, Depth: 3}, "options.depth"},
		{engine.Options{HasDepth: true, Depth: 10}, ""},
	} {
		err := a.Check(&p, tc.o)
		var refused *engine.NotApplicableError
		if tc.path == "" && err != nil || tc.path != "" && (!errors.As(err, &refused) || refused.Path != tc.path) {
			t.Errorf("maxn.Check(%s, %+v) = %v, want a refusal at %q", searchtest.Yardstick, tc.o, err, tc.path)
		}
	}
}

// TestRegistry checks that every entry is complete, and that its pseudo-code
// has a line for every event that it can emit.
func TestRegistry(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range algorithms.All() {
		if a.ID == "" || a.Name == "" || a.Paper == "" || a.Section == "" && headings[a.Paper] != nil || a.Needs == "" || a.Guarantee == "" || a.Reference == nil || len(a.Terms) == 0 || seen[a.ID] {
			t.Errorf("%q is not fully described, or there twice", a.ID)
		}
		seen[a.ID] = true
		if found, _ := algorithms.Find(a.ID); found != a {
			t.Errorf("Find(%q) = %v, want the entry", a.ID, found)
		}
		on := map[string]bool{}
		for _, l := range a.Code {
			for _, key := range l.On() {
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
