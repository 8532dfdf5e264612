package compare

import (
	"context"
	"encoding/json"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
)

// failsAs reports whether the exhibit's algorithm fails on a tree in the same
// way as on the exhibit's.
func (e *Exhibit) failsAs(t *testing.T, tree *trees.Tree, o engine.Options) bool {
	t.Helper()
	a, ok := algorithms.Find(e.Algorithm)
	if !ok {
		t.Fatalf("Find(%q) found nothing", e.Algorithm)
	}
	p := engine.OnTree(tree, 0)
	if a.Check(&p, o) != nil {
		return false
	}
	res, err := a.Run(context.Background(), p, o, nil)
	if err != nil {
		t.Fatalf("%s on %s = %v", e.ID, tree.Text(), err)
	}
	leaf := tree.IsLeaf(int(res.Line[len(res.Line)-1]))
	return !res.Reference.Agrees && leaf != e.NoLeaf
}

// removals calls f with every tree that is one part smaller: without a child,
// with one child in its parent's place, without a bound.
func removals(t *testing.T, tree *trees.Tree, f func(*trees.Tree)) {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(tree.AppendJSON(nil), &doc); err != nil {
		t.Fatal(err)
	}
	try := func() {
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		if smaller, err := trees.ReadJSON(text); err == nil {
			f(smaller)
		}
	}
	var visit func(node map[string]any, put func(any))
	visit = func(node map[string]any, put func(any)) {
		kids, _ := node["children"].([]any)
		for i, kid := range kids {
			put(kid)
			try()
			put(node)
			visit(kid.(map[string]any), func(v any) { kids[i] = v })
			if len(kids) > 1 {
				node["children"] = append(append([]any{}, kids[:i]...), kids[i+1:]...)
				try()
				node["children"] = kids
			}
		}
		for _, bound := range []string{"low", "up"} {
			if v, ok := node[bound]; ok {
				delete(node, bound)
				try()
				node[bound] = v
			}
		}
	}
	visit(doc["root"].(map[string]any), func(v any) { doc["root"] = v })
}

// TestExhibitsFail checks, for each tree, that the procedure fails, that the repaired
// one is right, and that no part can be removed from the tree: without it the procedure
// does not fail, or fails only as on another exhibit.
func TestExhibitsFail(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Exhibits() {
		if seen[e.ID] || e.Title == "" || e.Explanation == "" {
			t.Errorf("%q is not fully described, or there twice", e.ID)
		}
		seen[e.ID] = true
		tree := searchtest.Read(t, e.Text)
		if !e.failsAs(t, tree, e.Options) {
			t.Errorf("%s does not fail on %s", e.ID, e.Text)
		}
		right, o := e.Repaired()
		res := searchtest.RunOn(t, right, engine.OnTree(tree, 0), o)
		if !res.Reference.Agrees {
			t.Errorf("%s as repaired = (%s), want (%s)", e.ID, searchtest.Scores(res.Value, tree.Players), searchtest.Scores(res.Reference.Value, tree.Players))
		}
		if e.Options.Table && e.failsAs(t, tree, engine.Options{AsPrinted: true}) {
			t.Errorf("%s fails without the table too", e.ID)
		}
		smaller := 0
		removals(t, tree, func(tree *trees.Tree) {
			smaller++
			if e.failsAs(t, tree, e.Options) {
				if searchtest.RunOn(t, e.Algorithm, engine.OnTree(tree, 0), e.Options).Stats.Nodes == 1 && e.ID == "abbnb-first-child" {
					return // cut at the root: the exhibit abbnb-root
				}
				t.Errorf("%s fails on the smaller %s too", e.ID, tree.Text())
			}
		})
		if smaller < 2 {
			t.Errorf("%s: %d smaller trees were tried, want 2 or more", e.ID, smaller)
		}
	}
}
