package foreign_test

import (
	"strings"
	"testing"

	"espalier/trees/foreign"
)

// TestErrorOfLikeliestNotation: the error of a text that cannot be read is the one that a person expects: of the notation
// that the text looks like, at the token that is wrong. said is a part of the error that only this notation has.
func TestErrorOfLikeliestNotation(t *testing.T) {
	for _, c := range []struct{ text, place, said string }{
		// Nested lists.
		{"[[3, 5], [2, foo]]", "line 1, column 14", "nested lists"},
		{"[[3, 0x1F], [2, 9]]", "line 1, column 6", `"0x1F" is not a number`},
		{"[[3, 1_000], [2, 9]]", "line 1, column 6", `"1_000" is not a number`},
		{"[[3, 1e400], [2, 9]]", "line 1, column 6", "1e400 is too long"},
		{"[[3, 1/0], [2, 9]]", "line 1, column 6", "1/0 divides by 0"},
		{"[[3, 5], [2, 9]", "line 1, column 1", `expected another entry or "]"`},
		{"[[3, 5), [2, 9]]", "line 1, column 7", "nested lists"},
		{"[[3, 5], [2, ]]]", "line 1, column 16", "since the list ends here"},
		{"[[3; 5], [2; 9]]", "line 1, column 4", "nested lists"},
		{"[[3, 5], [2, '9']]", "line 1, column 14", "a text is only the first entry of brackets"},
		{"[('H', 3), ('T', )]", "line 1, column 12", `the node "T" has neither a value nor children`},
		{"((3, 12, 8), (2, 4, foo))", "line 1, column 21", "nested lists"},
		{"tree = [[3, 5], [2, y + 1]]", "line 1, column 23", "nested lists"},
		{"tree = [[3, 5], [2, 9]]\ntree[0] = [1, 2]", "line 2, column 1", "since the list ends here"},
		{"leaves = [3, 5, 2, 9]\nprint(minimax(0, 0, True, leaves))", "line 1, column 1", "this is a list of numbers, and a program knows its levels"},
		{"int scores[] = {3, 5, 2, 9};\nint res = minimax(0, 0, true, scores, 2);", "line 1, column 1", "this is a list of numbers, and a program knows its levels"},
		{"a = [[3, 5], [2, 9]]\nb = [[1, 2], [3, 4]]", "line 2, column 1", `a second tree begins here: "b"`},
		{"a = {'x': ['y'], 'y': 3}\nb = {'z': 1}", "line 2, column 1", `a second tree begins here: "b"`},
		{"a = Node('x')\nb = Node('y', 3)\nc = Node('z')\na.add(b)\nc.add(b)", "line 2, column 1", `"b" is a child of two nodes`},
		{"a = Node('x')\na.add(a)", "line 1, column 5", "this node is below itself"},
		{"a = Node('x')\na.left.right = Node(3)", "line 2, column 1", "there is no node a.left yet"},
		{"a = Node('x')\na.add_child(b)", "line 2, column 13", `found "b"`},
		{"a = Node('x')\na = Node(3)", "line 2, column 1", "assigned a second time"},
		{"a = Node('x')\na.add(Node(3)) + 1", "line 2, column 16", "the end of the statement"},
		{"a = Node('x')\na.set_pos(1, 2)", "line 2, column 1", "what a.set_pos does to the tree is not known"},
		{"a = Node(5)\na.insert(3)", "line 2, column 10", "what this argument says of a node is not known"},
		{"Node(Node(Leaf(3), chance(0.5)), Leaf(2))", "line 1, column 20", "what chance(0.5) says of a node is not known"},
		{"branch(a, [b, c]).\nterminal(b, 3).\nterminal(c, x).", "line 3, column 13", "a leaf without a value"},
		{"[[½, 5], [3, ½x]]", "line 1, column 14", "is not a number"},
		{"[3, -inf]", "line 1, column 5", "a score of a tree is finite, and -inf is not"},
		{"inf", "line 1, column 1", "a score of a tree is finite, and inf is not"},
		{" −∞\n", "line 1, column 2", "beyond the smallest score of the game"},
		{"nan", "line 1, column 1", "a score of a tree is a number, and nan is none"},
		{"max[3 inf]", "line 1, column 7", "a score of a tree is finite, and inf is not"},
		{"max[ 3 -inf ]", "line 1, column 8", "a score of a tree is finite, and -inf is not"},
		{"players 2 1[ (1,∞) (2,3) ]", "line 1, column 17", "a score of a tree is finite, and ∞ is not"},
		{"kind minimax inf: max[ nan: 3 nan ]", "line 1, column 31", "and nan is none"},
		{`{"children":[{"value": NaN},{"value":3}]}`, "line 1, column 24", "a score of a tree is a number, and NaN is none"},
		{`{"kind":"minimax","root":{"player":1,"children":[{"value":Infinity},{"value":3}]}}`, "root.children[0].value", "a score of a tree is finite, and Infinity is not"},
		{`{"kind":"minimax","root":{"player":1,"children":[{"value":-Infinity},{"value":3}]}}`, "root.children[0].value", "beyond the smallest score"},
		{`{"kind":"minimax","root":{"player":1,"children":[{"value":"NaN"},{"value":3}]}}`, "root.children[0].value", "and NaN is none"},
		{"- Max\n  - A: nan\n  - 3", "line 2, column 5", "and nan is none"},
		{"[3, nan]", "line 1, column 5", "and nan is none"},
		{"[nan,3]", "line 1, column 2", "nan"},
		{"# mine\n{\"players\":2}\n{\"type\":\"enter\",\"player\":1}\n{\"type\":\"leaf\",\"value\":[1,2]}", "line 2, column 1", "this is the trace of a search"},
		{"{\"type\":\"e\",\"player\":1}\n{\"type\":\"l\",\"value\":[1,2]}\n{\"type\":\"x\"}\n", "line 1, column 1", "open it under /traces"},
		{"[Infinity, 4]", "line 1, column 2", "a score of a tree is finite, and Infinity is not"},
		{"digraph { a -> b; a -> c; b [label=inf]; c [label=3] }", "line 1, column 36", "a score of a tree is finite, and inf is not"},
		{"graph TD\n a[max] --> b[-inf]\n a --> c[3]", "line 2, column 15", "a score of a tree is finite, and -inf is not; write a number beyond the smallest"},
		{"parent,child,value\na,b,inf\na,c,3", "line 2, column 5", "a score of a tree is finite, and inf is not"},
		{"[[1,2],[3,4],[]]", "line 1, column 14", "these brackets are empty"},
		// Calls.
		{"max(min(3, 12), min(2, foo))", "line 1, column 24", "function calls"},
		{"max(min(3, 12), mni(2, 4))", "line 1, column 17", `"mni" is no function here`},
		{"max(min(3, 12) min(2, 4))", "line 1, column 16", `expected "," or ")"`},
		{"MAX(3, MIN(4, 5)", "line 1, column 4", "this bracket is not closed"},
		{"max(3, float('inf'))", "line 1, column 8", "a score of a tree is finite"},
		{"minimax(3, 5)", "line 1, column 1", `"minimax" is no function here`},
		// JSON and objects of programs.
		{`{"value": 3, "children": [}`, "line 1, column 27", "expected an object"},
		{`{"children": [{"value": 3} {"value": 4}]}`, "line 1, column 28", `expected "," or "]"`},
		{`const tree = {value: 3, children: [{value: foo}]};`, "line 1, column 44", "expected an object"},
		{`{"children": [{"value": 0x1F}]}`, "line 1, column 25", `"0x1F" is not a number`},
		{`{"children": [{"value": 3}, {"value": 1e400}]}`, "line 1, column 39", "1e400 is too long"},
		{"{\r\n \"children\": [\r\n {\"value\": 3},\r\n {\"value\": }\r\n]}", "line 4, column 12", "expected an object"},
		{"\uFEFF{\"children\": [{\"value\": foo}]}", "line 1, column 26", "expected an object"},
		{`Node("A", [Node("B", 3), Node("C", 5)`, "line 1, column 11", "this bracket is not closed"},
		{`root = Node("A", parent=None)`, "line 1, column 18", "a node that names its parent"},
		{`{"children":[{"reward":1,"children":[{"reward":2},{"reward":0}]},{"reward":3}]}`, "line 1, column 24", "rewards on the way are not added"},
		// Scores at nodes with children.
		{"- Player 1 can take or pass (if take: (2,0))\n  - Player 2 can take or pass (if take: (1,3))\n    - (4,4)", "line 1, column 3", "has 2,0, which may be scores, and the node has children"},
		{"P1: Stop (1,0) / Continue\n  P2: Stop (0,2) / Continue\n    (2,4)", "line 1, column 1", "has 1,0, which may be scores"},
		{`digraph { A [label="P1\nstop: (1,0)"]; B [label="P2\nstop: (0,2)"]; C [label="(3,3)"]; A -> B; B -> C }`, "line 1, column 11", "has 1,0, which may be scores"},
		{"One:\n```\n[[3,5],[2,9]]\n```\nTwo:\n```\n[[1,2],[3,4]]\n```", "line 6, column 1", "a second block of code begins here"},
		{`{"player":0,"children":[{"player":2,"children":[{"payoffs":[2,2]}]},{"payoffs":[0,2]}]}`, "line 1, column 25", "player 3 (player 2 of the text, which counts from 0) moves here"},
		// The text notation.
		{"kind minimax max[ 3 foo ]", "line 1, column 25", "after the label foo"},
		{"players 3 1[ (5,2,2) 2[ (2,2) ] ]", "line 1, column 25", ""},
		{"max[ min[ 3 12 ] min[ 2 4 ]", "line 1, column 4", "not closed"},
		{"\uFEFFkind minimax max[ 3 foo ]", "line 1, column 26", "after the label foo"},
		{"```\nkind minimax max[ 3 foo ]\n```", "line 2, column 25", "after the label foo"},
		// LaTeX.
		{"[max [3] [foo]]", "line 1, column 10", "a LaTeX tree"},
		{"[max [min [3] [12]] [min [2] [4]]", "line 1, column 1", "a LaTeX tree"},
		{`\begin{forest} [max [3] [\foo{3}]] \end{forest}`, "line 1, column 26", `the command \foo is not known`},
		{`\Tree [.max 3 [.min 5 `, "line 1, column 15", "this bracket is not closed"},
		// Others.
		{"level 0 node 1 player 1\nlevel 2 node 1 from 0,1 payofs 3 1", "line 2, column 25", `"payofs" says nothing of a node`},
		{"(max (min 3 12) (min 2 foo))", "line 1, column 24", "an S-expression"},
		{"(max (min 3 12) (min 2 4)", "line 1, column 1", "an S-expression"},
		{"- Max\n  - 3\n  - foo", "line 3, column 5", "an outline"},
		{"Max\n├── 3\n└── foo", "line 3, column 5", "an outline"},
		{"children:\n  - value: 3\n  - value: [", "line 3, column", "this YAML cannot be read"},
		{"left:\n  up: 3\n  down: foo\nright: 4", "line 3, column 9", "YAML of nodes"},
		{"((1,foo),3);", "line 1, column 5", `the label "foo" is no number`},
		{"(A:0.1,B:0.2)C;", "line 1, column 3", "the length of an edge"},
		{"EFG 2 R \"g\" { \"A\" \"B\" }\nt \"\" 1 \"\" { 3, x }", "line 2, column 16", ""},
		{"1. e4 e5 2. Nf3", "line 1, column 13", "without an evaluation"},
		{"(;B[aa](;W[bb]V[1])(;W[cc]))", "line 1, column 21", "without a value"},
		// Games in normal form.
		{"\n      L    R\nT  3,1  0,0\nB  1,1  2,2", "line 2, column 7", "this is a game in normal form (a strategic game), a table of payoffs without a tree: the players choose at the same time"},
		{"|   | L | R |\n|---|---|---|\n| T | 3,1 | 0,0 |\n| **B** | 1,1 | 2,2 |", "line 1, column 1", "this is a game in normal form"},
		{"        Bob\n      L      R\nAnn T (3,1) (0,0)\nAnn B (1,1) (2,2)", "line 1, column 9", "this is a game in normal form"},
		// In no notation.
		{"hello world", "line 1, column 1", "The text is in none of the notations"},
		{"The tree has two leaves.", "line 1, column 1", "The text is in none of the notations"},
	} {
		got, err := foreign.Read(t.Context(), c.text, foreign.Options{})
		if err == nil {
			t.Errorf("%s\nis read as %s: %s", c.text, got.As, oneLine(got.Tree))
		} else if !strings.HasPrefix(err.Error(), c.place) || !strings.Contains(err.Error(), c.said) {
			t.Errorf("%s\n%.240v\nwant %s: … %s", c.text, err, c.place, c.said)
		}
	}
}
