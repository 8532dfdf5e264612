package program_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/search/checks"
	"espalier/search/program"
	"espalier/search/searchtest"
	read "espalier/trace/program"
	"espalier/trees"
	"espalier/trees/treetest"
)

// textbook is the tree on which textbooks show alpha-beta.
const textbook = "kind minimax max[ min[3 12 8] min[2 4 6] min[14 5 2] ]"

// A case_ is a program as a student writes it, and its run on a tree: e enters a node, l visits a leaf, p cuts
// children and x leaves a node. After @ is the line of the program.
type written struct {
	name, text, on, want string
	mover                bool
}

var programs = []written{
	{name: "alpha-beta with break", text: alphaBeta, on: textbook, want: `
e0@1 e1@1 l2=3@3 l3=12@3 l4=8@3 x1=3@18 e5@1 l6=2@3 p5[7 8]@17 x5=2@18 e9@1 l10=14@3 l11=5@3 l12=2@3 x9=2@18 x0=3@11`},
	{name: "negamax", mover: true, on: textbook, text: `def negamax(node, alpha, beta, color):
    if len(node.children) == 0:
        return color * node.value
    best = float("-inf")
    for child in node.children:
        score = -negamax(child, -beta, -alpha, -color)
        if score > best:
            best = score
        alpha = max(alpha, score)
        if alpha >= beta:
            return best
    return best
print("value", negamax(root, -math.inf, math.inf, 1))
`, want: `
e0@1 e1@1 l2=3@3 l3=12@3 l4=8@3 x1=3@12 e5@1 l6=2@3 p5[7 8]@11 x5=2@11 e9@1 l10=14@3 l11=5@3 l12=2@3 x9=2@11 x0=3@12`},
	{name: "two functions, and a helper that has the root", on: textbook, text: `import math
from typing import List

def max_value(state, alpha, beta):
    if state.leaf: return state.value
    v = -math.inf
    for s in state.children:
        v = max(v, min_value(s, alpha, beta))
        if v >= beta: return v
        alpha = max(alpha, v)
    return v

def min_value(state, alpha, beta):
    if state.leaf: return state.value
    v = math.inf
    for s in state.children:
        v = min(v, max_value(s, alpha, beta))
        if v <= alpha: return v
        beta = min(beta, v)
    return v

def decide(state):
    best, move = -math.inf, None
    for s in state.children:
        v = min_value(s, best, math.inf)
        if move is None or v > best:
            best, move = v, s
    return best

if __name__ == "__main__":
    result = decide(root)
`, want: `
e0@22 e1@13 l2=3@5 l3=12@5 l4=8@5 x1=3@20 e5@13 l6=2@5 p5[7 8]@18 x5=2@18 e9@13 l10=14@5 l11=5@5 l12=2@5 x9=2@18 x0=3@28`},
	{name: "a driver of the top level", on: textbook, text: `def value(n):
    if n.leaf:
        return n.value
    f = max if n.player == 1 else min
    return f([value(c) for c in n.children])

result = max([value(c) for c in root.children])
`, want: `
e0@7 e1@1 l2=3@3 l3=12@3 l4=8@3 x1=3@5 e5@1 l6=2@3 l7=4@3 l8=6@3 x5=2@5 e9@1 l10=14@3 l11=5@3 l12=2@3 x9=2@5 x0=3@7`},
	{name: "a lambda", on: textbook, text: `mm = lambda n: n.value if n.leaf else (max if n.player == 1 else min)([mm(c) for c in n.children])
result = mm(root)
`, want: `
e0@1 e1@1 l2=3@1 l3=12@1 l4=8@1 x1=3@1 e5@1 l6=2@1 l7=4@1 l8=6@1 x5=2@1 e9@1 l10=14@1 l11=5@1 l12=2@1 x9=2@1 x0=3@1`},
	{name: "max of the children by a key", on: "players 3 maxsum 9 1[ 2[ (1,2,3) (3,2,1) ] 2[ (4,4,1) 3[ (1,1,7) (2,2,2) ] ] ]", text: `def maxn(node):
    if not node.children:
        return node.value
    return max([maxn(c) for c in node.children], key=lambda v: v[node.player - 1])
result = maxn(root)
`, want: `
e0@1 e1@1 l2=[1,2,3]@3 l3=[3,2,1]@3 x1=[1,2,3]@4 e4@1 l5=[4,4,1]@3 e6@1 l7=[1,1,7]@3 l8=[2,2,2]@3 x6=[1,1,7]@4 x4=[4,4,1]@4 x0=[4,4,1]@4`},
	{name: "leaves that are read", on: "kind minimax max[ min[3 12 8] 7 ]", text: `def search(node):
    best = None
    for c in node.children:
        v = c.value if c.leaf else search(c)
        if best is None or (v > best if node.player == 1 else v < best):
            best = v
    return best
result = search(root)
`, want: `e0@1 e1@1 l2=3@4 l3=12@4 l4=8@4 x1=3@7 l5=7@4 x0=7@7`},
	{name: "leaves that a helper reads", on: "kind minimax max[ min[3 12 8] 7 ]", text: `def key(c):
    return c.value if c.leaf else 0

def search(node):
    if node.leaf:
        return node.value
    order = sorted(node.children, key=key)
    f = max if node.player == 1 else min
    return f([search(c) for c in order if not c.leaf] + [key(c) for c in order if c.leaf])
result = search(root)
`, want: `e0@4 e1@4 l2=3@2 l3=12@2 l4=8@2 x1=3@9 l5=7@2 x0=7@9`},
	{name: "deepening with heuristic values and a memory", on: "kind minimax max[ min{static 2}[3 12] min{static 1}[2 4] ]", text: `memo = {}

def search(node, depth):
    if (node, depth) in memo:
        return memo[(node, depth)]
    if node.leaf:
        value = node.value
    elif depth == 0:
        value = node.heuristic
    else:
        f = max if node.player == 1 else min
        value = f([search(c, depth - 1) for c in node.children])
    memo[(node, depth)] = value
    return value

for d in [1, 2, 2]:
    result = search(root, d)
`, want: `
e0@3 l1=2s@14 l4=1s@14 x0=2@14 e0@3 e1@3 l2=3@14 l3=12@14 x1=3@14 e4@3 l5=2@14 l6=4@14 x4=2@14 x0=3@14 l0=3h@5`},
	{name: "a stack", on: "kind minimax max[ min[3 12 8] min[2 4 6] ]", text: `def run():
    values = []
    enter(root)
    for c in root.children:
        enter(c)
        v = 99
        for x in c.children:
            v = min(v, x.value)
            if values and v <= max(values):
                cut(c)
                break
        leave(c, v)
        values.append(v)
    leave(root, max(values))
    return max(values)
result = run()
`, want: `e0@3 e1@5 l2=3@8 l3=12@8 l4=8@8 x1=3@12 e5@5 p5[6 7 8]@10 x5=2@12 x0=3@14`},
	{name: "a node that is given three levels below", on: "kind minimax max[ min[ max[ 1 2 ] 3 ] 4 ]", text: `def search(n):
    return n.value if n.leaf else max([search(c) for c in n.children])
result = search(root.children[0].children[0])
`, want: `e0@3 e1@1 e2@1 l3=1@2 l4=2@2 x2=2@2 p1[5]@2 x1=-@2 p0[6]@3 x0=2@3`},
	{name: "a closure", on: textbook, text: `def solve(tree):
    count = [0]
    def best(n, alpha, beta):
        count[0] += 1
        if n.leaf:
            return (n.value, n)
        top = None
        for c in n.children:
            v = best(c, alpha, beta)
            if top == None or (v[0] > top[0]) == (n.player == 1) and v[0] != top[0]:
                top = (v[0], c)
        return top
    return best(tree, -inf, inf)
result = solve(root)
`, want: `
e0@3 e1@3 l2=3@6 l3=12@6 l4=8@6 x1=3@12 e5@3 l6=2@6 l7=4@6 l8=6@6 x5=2@12 e9@3 l10=14@6 l11=5@6 l12=2@6 x9=2@12 x0=3@12`},
	{name: "a function that ends in an if", on: "kind minimax max[ 3 12 ]", text: `def search(node):
    if node.leaf:
        return node.value
    best = max([search(c) for c in node.children])
    if best != None:
        return best
result = search(root)
`, want: `
e0@1 l1=3@3 l2=12@3 x0=12@6`},
	{name: "a search that an object gives the rules, and that returns the move", on: textbook, text: `from types import SimpleNamespace
def search(state, rules):
    def largest(state, alpha, beta):
        if rules.over(state): return rules.utility(state)
        v = -inf
        for a in rules.actions(state):
            v = max(v, smallest(rules.result(state, a), alpha, beta))
            if v >= beta: return v
            alpha = max(alpha, v)
        return v
    def smallest(state, alpha, beta):
        if rules.over(state): return rules.utility(state)
        v = inf
        for a in rules.actions(state):
            v = min(v, largest(rules.result(state, a), alpha, beta))
            if v <= alpha: return v
            beta = min(beta, v)
        return v
    best, move = -inf, None
    for a in rules.actions(state):
        v = smallest(rules.result(state, a), best, inf)
        if v > best:
            best, move = v, a
    return state.children[move]

result = search(root, SimpleNamespace(over=lambda s: s.leaf, utility=lambda s: s.value, actions=lambda s: range(len(s.children)), result=lambda s, a: s.children[a]))
`, want: `
e0@2 e1@11 l2=3@4 l3=12@4 l4=8@4 x1=3@18 e5@11 l6=2@4 p5[7 8]@16 x5=2@16 e9@11 l10=14@4 l11=5@4 l12=2@4 x9=2@16 x0=3@24`},
	{name: "the move as the result", on: textbook, text: `def value(n):
    if n.leaf:
        return n.value
    f = max if n.player == 1 else min
    return f([value(c) for c in n.children])

result = max(root.children, key=value)
`, want: `
e0@7 e1@1 l2=3@3 l3=12@3 l4=8@3 x1=3@5 e5@1 l6=2@3 l7=4@3 l8=6@3 x5=2@5 e9@1 l10=14@3 l11=5@3 l12=2@3 x9=2@5 x0=3@7`},
}

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

// run runs a program, and returns its trace with its header.
func run(t testing.TB, r program.Request) (*program.Result, []byte) {
	t.Helper()
	var out bytes.Buffer
	header, err := r.AppendHeader(nil, "", "")
	if err != nil {
		t.Fatal(err)
	}
	out.Write(header)
	result, err := program.Run(context.Background(), r, &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, r.Text)
	}
	return result, out.Bytes()
}

// short returns the events of a trace as a written has them.
func short(t *testing.T, trace []byte) string {
	t.Helper()
	var b strings.Builder
	for i, line := range bytes.Split(bytes.TrimSpace(trace), []byte("\n")) {
		var e struct {
			Type   string
			ID     int
			Value  json.RawMessage
			Cut    []int
			Line   any
			Static bool
			Hit    bool
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("line %d: %v: %s", i+1, err, line)
		}
		if i == 0 || e.Type == "line" || e.Type == "done" {
			continue
		}
		fmt.Fprintf(&b, " %s%d", map[string]string{"enter": "e", "leaf": "l", "prune": "p", "exit": "x"}[e.Type], e.ID)
		if e.Cut != nil {
			fmt.Fprint(&b, e.Cut)
		}
		switch {
		case string(e.Value) == "null" && e.Type == "exit":
			b.WriteString("=-")
		case e.Value != nil && string(e.Value) != "null":
			b.WriteString("=" + string(e.Value))
		}
		if e.Static {
			b.WriteString("s")
		}
		if e.Hit {
			b.WriteString("h")
		}
		fmt.Fprintf(&b, "@%v", e.Line)
	}
	return strings.TrimSpace(b.String())
}

func TestPrograms(t *testing.T) {
	for _, p := range programs {
		t.Run(p.name, func(t *testing.T) {
			r := program.Request{Text: p.text, Tree: searchtest.Read(t, p.on), Mover: p.mover, Lines: true}
			result, trace := run(t, r)
			if result.Fault != nil {
				t.Fatal(result.Fault)
			}
			if got, want := short(t, trace), strings.TrimSpace(p.want); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if _, again := run(t, r); !bytes.Equal(trace, again) {
				t.Error("a second run is another one")
			}
			r.Lines = false
			if _, fewer := run(t, r); short(t, fewer) != short(t, trace) {
				t.Error("without the lines between them, the events are others")
			}
		})
	}
}

// check reads a trace and judges it.
func check(t *testing.T, trace []byte, algorithm string) *checks.Report {
	t.Helper()
	got, err := read.Read(bytes.NewReader(trace), read.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	report, err := checks.Of(context.Background(), got, checks.Options{Algorithm: algorithm, Frontier: true})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestProgramsAreRight runs sound programs on random trees: each trace can be read, has nothing wrong, and the
// value of the tree.
func TestProgramsAreRight(t *testing.T) {
	for _, p := range programs[:5] {
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range 60 {
			s := treetest.Shape{Kind: trees.Minimax, Uneven: true, OutOfTurn: !p.mover, Fractions: i%3 == 0}
			tree := treetest.Random(rng, s)
			if tree.IsLeaf(0) || strings.Contains(p.name, "driver") && tree.Mover(0) != 1 || strings.Contains(p.name, "helper") && tree.Mover(0) != 1 {
				continue
			}
			if p.mover && tree.Mover(0) == 2 || strings.Contains(p.name, "two functions") && !alternates(tree) {
				continue
			}
			result, trace := run(t, program.Request{Text: p.text, Tree: tree, Mover: p.mover})
			if result.Fault != nil {
				t.Fatalf("%s: %v\n%s", p.name, result.Fault, tree.Text())
			}
			if report := check(t, trace, ""); report.Verdict != checks.RunRight {
				t.Fatalf("%s: %s: %+v\n%s\n%s", p.name, report.Verdict, report.FirstError(), tree.Text(), trace)
			}
			want := checksValue(tree, 0)
			var got float64
			if err := json.Unmarshal(result.Value, &got); err != nil || got-want > 1e-9 || want-got > 1e-9 {
				t.Fatalf("%s: value %s, want %v\n%s", p.name, result.Value, want, tree.Text())
			}
		}
	}
}

func alternates(tree *trees.Tree) bool {
	for n := range tree.Len() {
		if n > 0 && !tree.IsLeaf(n) && tree.Mover(n) == tree.Mover(tree.Parent(n)) {
			return false
		}
	}
	return tree.Mover(0) == 1
}

// checksValue is the minimax value of a node.
func checksValue(tree *trees.Tree, n int) float64 {
	if tree.IsLeaf(n) {
		v, _ := tree.Value(n)
		return trees.Number{Score: v[0], Unit: tree.Unit}.Float()
	}
	best := 0.0
	for i, k := range tree.Kids(n) {
		if v := checksValue(tree, int(k)); i == 0 || (tree.Mover(n) == 1) == (v > best) {
			best = v
		}
	}
	return best
}
