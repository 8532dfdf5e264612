package trial_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/program"
	"espalier/search/program/trial"
	"espalier/trace"
	"espalier/trees"
)

const alphaBeta = `def alphabeta(node, alpha, beta):
    if node.leaf:
        return node.value
    if node.player == 1:
        best = -inf
        for child in node.children:
            best = max(best, alphabeta(child, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = inf
    for child in node.children:
        best = min(best, alphabeta(child, alpha, beta))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best

result = alphabeta(root, -inf, inf)
`

const maxn = `def maxn(node):
    if node.leaf:
        return node.value
    return max([maxn(c) for c in node.children], key=lambda v: v[node.player - 1])
result = maxn(root)
`

const expectimax = `def value(n):
    if n.leaf:
        return n.value
    if n.chance:
        return sum([c.probability * value(c) for c in n.children])
    f = max if n.player == 1 else min
    return f([value(c) for c in n.children])
result = value(root)
`

func try(t *testing.T, id, text string, s trial.Shape) *trial.Result {
	t.Helper()
	a, _ := algorithms.Find(id)
	compiled, err := program.Compile(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := trial.Trial{Algorithm: a, Shape: s, Seed: 1, Trees: 200, Run: func(tree *trees.Tree, out io.Writer) (*program.Result, error) {
		return compiled.Run(context.Background(), program.Request{Tree: tree}, out)
	}}
	r, err := x.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRight: programs without a mistake are right on all trees.
func TestRight(t *testing.T) {
	for _, c := range []struct {
		id, text string
		shape    trial.Shape
	}{
		{"alphabeta", alphaBeta, trial.Shape{}}, {"minimax", alphaBeta, trial.Shape{}}, {"maxn", maxn, trial.Shape{Players: 3}},
		{"maxn", maxn, trial.Shape{Players: 5}}, {"minimax", expectimax, trial.Shape{Chance: true}},
	} {
		if c.id == "minimax" && c.text == alphaBeta { // it cuts, and minimax does not
			continue
		}
		if r := try(t, c.id, c.text, c.shape); r.Right != 200 || r.Trees != 200 {
			t.Errorf("%s: %d of %d, %+v", c.id, r.Right, r.Trees, r.First.Report.FirstError())
		}
	}
}

// TestWrong: of each usual mistake a tree is found, and no node of it can go.
func TestWrong(t *testing.T) {
	for _, c := range []struct {
		name, id, text, from, to string
		most                     int
		shape                    trial.Shape
	}{
		{"beta is not passed on", "alphabeta", alphaBeta, "alphabeta(child, alpha, beta))\n            alpha", "alphabeta(child, alpha, inf))\n            alpha", 8, trial.Shape{}},
		{"the wrong sign", "alphabeta", alphaBeta, "beta = min(beta, best)\n        if alpha >= beta", "beta = min(beta, best)\n        if alpha <= beta", 6, trial.Shape{}},
		{"best of the wrong player", "maxn", maxn, "node.player - 1", "node.player % 3", 4, trial.Shape{Players: 3}},
		{"the last child is forgotten", "maxn", maxn, "for c in node.children]", "for c in node.children[:-1] or node.children]", 4, trial.Shape{Players: 3}},
		{"a chance node as max", "minimax", expectimax, "if n.chance:", "if False:", 5, trial.Shape{Chance: true}},
		{"a value that is None", "maxn", maxn, "return node.value", "return None", 4, trial.Shape{Players: 3}},
		{"an error at one node", "maxn", maxn, "if node.leaf:", "if node.depth == 4:\n        fail('deep')\n    if node.leaf:", 6, trial.Shape{Players: 3}},
	} {
		if !strings.Contains(c.text, c.from) {
			t.Fatal(c.name)
		}
		r := try(t, c.id, strings.Replace(c.text, c.from, c.to, 1), c.shape)
		if r.First == nil {
			t.Errorf("%s: no tree was found", c.name)
			continue
		}
		if n := r.First.Tree.Len(); n > c.most {
			t.Errorf("%s: the tree has %d nodes: %s", c.name, n, r.First.Tree.Text())
		}
		t.Logf("%s: right on %d of %d; %s", c.name, r.Right, r.Trees, r.First.Tree.Text())
	}
}

// TestClaims: no node that a program is said to have to cut is one that alpha-beta visits, whatever the mistake before it.
func TestClaims(t *testing.T) {
	a, _ := algorithms.Find("alphabeta")
	for _, c := range []struct{ from, to string }{
		{"best = max(best, ", "best = min(best, "}, {"best = min(best, ", "best = max(best, "}, {"node.player == 1", "node.player == 2"}, {"best = inf", "best = -inf"},
		{"alpha = max(alpha, best)", "alpha = min(alpha, best)"}, {"beta = min(beta, best)", "beta = max(beta, best)"}, {"return node.value", "return -node.value"},
		{"alpha >= beta:\n                break", "alpha <= beta:\n                break"}, {"alpha >= beta:\n            break", "alpha <= beta:\n            break"},
		{"alpha >= beta:\n                break", "alpha > beta:\n                break"}, {"child, alpha, beta))\n            alpha", "child, beta, alpha))\n            alpha"},
		{"child, alpha, beta))\n        beta", "child, alpha, inf))\n        beta"}, {"best = -inf", "best = 6"},
	} {
		text := strings.Replace(alphaBeta, c.from, c.to, 1)
		if text == alphaBeta {
			t.Fatal(c.from)
		}
		compiled, err := program.Compile(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		var list []*trees.Tree
		x := trial.Trial{Algorithm: a, Text: text, Seed: 3, Trees: 60, Run: func(tree *trees.Tree, out io.Writer) (*program.Result, error) {
			list = append(list, tree)
			return compiled.Run(t.Context(), program.Request{Tree: tree}, out)
		}}
		if _, err := x.Do(t.Context()); err != nil {
			t.Fatal(err)
		}
		missed, follow := 0, 0
		for _, tree := range list {
			visited := make([]bool, tree.Len())
			if _, err := a.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
				if e.Type == trace.Enter || e.Type == trace.Leaf {
					visited[e.Node] = true
				}
			}); err != nil {
				t.Fatal(err)
			}
			found, err := x.On(t.Context(), tree)
			if err != nil {
				t.Fatal(err)
			}
			follow += found.Report.Follow
			for _, m := range found.Report.Checks {
				if m.Verdict == checks.Missed {
					if missed++; visited[m.Node] {
						t.Errorf("%s: alpha-beta visits the node of %q in %s", c.to, m.Text, tree.Text())
					}
				}
			}
			if found.Report.Follow > 0 && found.Report.Errors == 0 {
				t.Errorf("%s: nothing is wrong that %d others could follow from: %s", c.to, found.Report.Follow, tree.Text())
			}
		}
		t.Logf("%s: %d claims, %d more may follow", c.to, missed, follow)
	}
}
