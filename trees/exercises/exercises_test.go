package exercises

import (
	"slices"
	"strings"
	"testing"

	"espalier/trees"
)

// best returns the value of a node by a plain recursion, and its leftmost best child. It
// shares no code with the engines.
func best(t *trees.Tree, n int) (value trees.Vector, child int) {
	if t.IsLeaf(n) {
		value, _ = t.Value(n)
		return value, 0
	}
	for _, kid := range t.Kids(n) {
		v, _ := best(t, int(kid))
		if t.IsChance(n) {
			for i := range t.Width() {
				value[i] += t.Prob(int(kid)).Weigh(v[i])
			}
			continue
		}
		better := child == 0
		switch {
		case better:
		case t.Kind == trees.MaxN:
			better = v[t.Mover(n)-1] > value[t.Mover(n)-1]
		case isMax(t, n):
			better = v[0] > value[0]
		default:
			better = v[0] < value[0]
		}
		if better {
			value, child = v, int(kid)
		}
	}
	return value, child
}

func isMax(t *trees.Tree, n int) bool { return t.Mover(n) == 1 }

// alphaBeta is the textbook's procedure. It marks the leaves that it visits. strict: it
// cuts only where the bound is exceeded.
func alphaBeta(t *trees.Tree, n int, alpha, beta trees.Score, strict bool, visited map[int]bool) trees.Score {
	if t.IsLeaf(n) {
		visited[n] = true
		v, _ := t.Value(n)
		return v[0]
	}
	value := beyond
	if isMax(t, n) {
		value = -beyond
	}
	for _, kid := range t.Kids(n) {
		v := alphaBeta(t, int(kid), alpha, beta, strict, visited)
		if isMax(t, n) {
			value = max(value, v)
			if value > beta || value == beta && !strict {
				break
			}
			alpha = max(alpha, value)
		} else {
			value = min(value, v)
			if value < alpha || value == alpha && !strict {
				break
			}
			beta = min(beta, value)
		}
	}
	return value
}

const beyond = 2 * trees.MaxScore

func unvisited(t *trees.Tree, strict bool) (list []int) {
	visited := map[int]bool{}
	alphaBeta(t, 0, -beyond, beyond, strict, visited)
	for n := range t.Len() {
		if t.IsLeaf(n) && !visited[n] {
			list = append(list, n)
		}
	}
	return list
}

// TestAnswers compares every answer with a brute force.
func TestAnswers(t *testing.T) {
	if len(All()) < 20 {
		t.Errorf("%d exercises, want 20 or more", len(All()))
	}
	moves, cuts := 0, 0
	for _, e := range All() {
		value, child := best(e.Tree, 0)
		if value != e.Value {
			t.Errorf("%s: the value is %v, the answer says %v", e.ID, value, e.Value)
		}
		if e.Move != 0 {
			moves++
			if child != e.Move {
				t.Errorf("%s: the best move is %s, the answer says %s", e.ID, e.Tree.Name(child), e.Tree.Name(e.Move))
			}
		}
		if !e.HasCut {
			continue
		}
		cuts++
		if e.Tree.Kind != trees.Minimax {
			t.Errorf("%s: leaves are cut by alpha-beta, and the tree is not minimax", e.ID)
			continue
		}
		if got := unvisited(e.Tree, e.Strict); !slices.Equal(got, e.Cut) {
			t.Errorf("%s: alpha-beta does not visit %v, the answer says %v", e.ID, got, e.Cut)
		}
		if same := slices.Equal(unvisited(e.Tree, true), e.Cut); same == e.EqualCuts && !e.Strict {
			t.Errorf("%s: whether the answer needs cuts at equal bounds is %v, it says %v", e.ID, !same, e.EqualCuts)
		}
	}
	if e, _ := Find("cs188-tied-root"); len(unvisited(e.Tree, false)) == 0 {
		t.Error("the tied root is the same with cuts at equal bounds")
	}
	if moves < 15 || cuts < 10 {
		t.Errorf("%d answers with a move and %d with cut leaves were checked", moves, cuts)
	}
}

// TestFind: every exercise is found by its id, which can be in an address.
func TestFind(t *testing.T) {
	for _, e := range All() {
		if found, ok := Find(e.ID); !ok || found != e {
			t.Errorf("Find(%q) does not find it", e.ID)
		}
		if strings.Trim(e.ID, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("the id %q has characters other than small letters, digits and -", e.ID)
		}
		if !strings.HasPrefix(e.Address, "https://") && !strings.HasPrefix(e.Address, "http://") {
			t.Errorf("%s: %q is not an address", e.ID, e.Address)
		}
	}
	if _, ok := Find("none"); ok {
		t.Error("an exercise that does not exist is found")
	}
}

// TestReadRefuses: a mistake in the document is an error with its place.
func TestReadRefuses(t *testing.T) {
	const right = `[{"id": "x", "title": "x", "source": "x", "address": "https://x", "text": "kind minimax max[ a: 1 b: min[ 2 0 ] ]", "algorithm": "alphabeta", "question": "x", "value": [1], "move": "a", "cut": ["b.2"]}]`
	if _, err := read([]byte(right)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{`"title": "x"`, `"title": ""`, "it has no title"},
		{`"address": "https://x", `, ``, "it has no address"},
		{`max[`, `max(`, `exercise 1, "x"`},
		{`[1]`, `[1, 2]`, "value has 2 scores; 1 is right"},
		{`[1]`, `[1e99]`, "value"},
		{`"move": "a"`, `"move": "z"`, "move: no node below the root has the name z"},
		{`"move": "a"`, `"move": "b.1"`, "move: b.1 is no child of the root"},
		{`["b.2"]`, `["b"]`, "cut: b is no leaf"},
		{`["b.2"]`, `["b.3"]`, "cut: no node below the root has the name b.3"},
		{`b: min`, `a: min`, "two nodes have the name a"},
		{`"cut"`, `"cuts"`, `unknown field "cuts"`},
		{`[{`, `[` + right[1:len(right)-1] + `,{`, "the id is there twice"},
	} {
		document := strings.Replace(right, c.from, c.to, 1)
		if document == right {
			t.Errorf("%q is not in the document", c.from)
		}
		if _, err := read([]byte(document)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("read with %s = %v, want %q", c.to, err, c.want)
		}
	}
}
