package foreign_test

import "slices"

const (
	byIDs  = "Nodes whose label gives no name are named by their ids."
	looks  = "What says how the graph looks is left out."
	inTurn = "Where the text does not say who moves, the players take turns."
)

func init() {
	samples = slices.Concat(samples, dotSamples, jsonGraphSamples, xmlSamples, plantSamples, mermaidSamples, tableSamples, edgeSamples, programSamples)
}

const (
	noTree   = "The statements of the program that build no tree are left out."
	assigned = "What is read is the value that the text assigns."
	asOne    = "The objects that the text assigns are read as one."
)

// Programs, and what they make.
var programSamples = []sample{
	{text: "import math\ntree = [[3, 5], [2, 9]]\n\ndef f(t):\n    return max(t)\nprint(f(tree))", as: "nested", want: "kind minimax max[ min[ 3 5 ] min[ 2 9 ] ]", notes: []string{alternate, assigned, noTree}},
	{text: "const t = {max: [3, {min: [4, 5]}]};\nconsole.log(t);", as: "children", want: "kind minimax max[ 3 min[ 4 5 ] ]", notes: []string{assigned, noTree}},
	{text: "values = {'b': 3, 'c': -2}\ntree = {'a': ['b', 'c']}", as: "program", want: "kind minimax a: max[ b: 3 c: -2 ]", notes: []string{alternate, asOne}},
	{text: "edges = {0: [1, 2]} # the tree\nleaves = {1: 3, 2: 5}\nprint(edges)", as: "program", want: `kind minimax "0": max[ "1": 3 "2": 5 ]`, notes: []string{alternate, asOne, "Comments are left out.", noTree}},
	{text: "Node a = new Node(\"a\");\nNode b = new Node(\"b\", 3);\na.addChild(b);\na.addChild(new Node(\"c\", 5));", as: "program", want: "kind minimax a: max[ b: 3 c: 5 ]"},
	{text: "a = Node(0)\na.left = Node(0)\na.left.left = Node(4)\na.left.right = Node(7)\na.right = Node(2)\na.player = 'min'\na.print()", as: "program", want: "kind minimax min[ max[ 4 7 ] 2 ]"},
	{text: "b = Leaf(3)\na = Node('a', MAX, [b, Leaf(5)])\nroot = Node('r', Player.MIN, [a])\nroot.children.append(Leaf(1))\nroot.add_child('go', Leaf(2))", as: "program", want: "kind minimax r: min[ a: max[ 3 5 ] 1 <go> 2 ]"},
	{text: "a = Node('a')\na.set_value(7)\nb = Node('b')\nb.set_children([a, Node('c', 2)])\na.value = 4", as: "program", want: "kind minimax b: max[ a: 4 c: 2 ]"},
	{text: `x = Node("x", "LEAF", 3)
y = Node("y", "LEAF", 5)
top = Node("top", "MIN", None, ["x", "y"])`, as: "program", want: "kind minimax top: min[ x: 3 y: 5 ]"},
	{text: "G = nx.DiGraph()\nG.add_node('a', player='MIN')\nG.add_edge('a', 'b', move='L')\nG.add_edges_from([('a', 'c')])\nG.add_node('b', value=3)\nG.add_nodes_from([('c', {'value': 5})])\nnx.draw(G)", as: "program",
		want: "kind minimax a: min[ <L> b: 3 c: 5 ]"},
	{text: "G = nx.DiGraph()\nG.add_node('a', player='MIN')\nG.add_node('b', value=3)\nG.add_nodes_from([('c', {'value': 5})])\nG.add_edge('a', 'b', move='L')\nG.add_edges_from([('a', 'c')])\nnx.draw(G)", as: "program",
		want: "kind minimax a: min[ <L> b: 3 c: 5 ]", notes: []string{noTree}},
	{text: "g = Digraph()\ng.node('a', 'Min')\ng.node('b', '3')\ng.node('c', '5')\ng.edge('a', 'b', label='L')\ng.edge('a', 'c')", as: "program", want: "kind minimax a: min[ <L> b: 3 c: 5 ]"},
	// A list of the children in a call of Scala, and constructors of Haskell and OCaml.
	{text: "val t = Node(List(Leaf(3), Node(List(Leaf(4), Leaf(5)))))", as: "children", want: "kind minimax max[ 3 min[ 4 5 ] ]"},
	{text: "t :: Tree Int\nt = Node [Leaf 3, Node [Leaf 4, Leaf 5]]", as: "children", want: "kind minimax max[ 3 min[ 4 5 ] ]"},
	{text: "let t = Node [Leaf 3; Node [Leaf 4; Leaf (-5)]]", as: "children", want: "kind minimax max[ 3 min[ 4 -5 ] ]"},
	{text: `Fork (Leaf 3) (Node "b" Max [Leaf 4, Leaf 5])`, as: "children", want: "kind minimax max[ 3 b: max[ 4 5 ] ]"},
	{text: "Node 0 [Node 1 [Node 2 [], Node 4 []], Node 5 []]", as: "children", want: "kind minimax max[ min[ 2 4 ] 5 ]"},
	{text: "DecisionNode(decisions=[Decision(desc='go', node=ChanceNode(chances=[Chance(desc='x', p=0.25, node=Leaf(3)), Chance(desc='y', p=0.75, node=Leaf(4))])), Decision(desc='stay', node=Leaf(2))])", as: "children",
		want: "kind minimax max[ <go> *[ <x> @1/4 3 <y> @3/4 4 ] <stay> 2 ]"},
	{text: `{"name":"x","cost":2,"children":[{"name":"a","value":3,"cost":0},{"name":"b","value":4,"cost":1}]}`, as: "children", want: "kind minimax x: max[ a: 3 b: 4 ]",
		notes: []string{alternate, "The costs of 2 nodes are left out. If they are not in the values of the leaves, subtract them there."}},
	// Graphs whose edges are objects, and leaves with several parents.
	{text: `{"a": {"type": "chance", "children": [{"node": "b", "p": 0.5}, {"node": "c", "p": 0.5}]}, "b": {"type": "min", "children": ["c", "d"]}, "c": {"value": 3}, "d": {"value": 1}}`, as: "children",
		want: "kind minimax a: *[ @1/2 b: min[ c: 3 d: 1 ] @1/2 c: 3 ]", notes: []string{`A leaf that has several parents is read once for each of them: "c".`}},
	{text: `{"title": "G", "players": ["Ann", "Bob"], "root": "n", "nodes": {"n": {"player": "Ann", "actions": [{"label": "L", "target": "m"}, {"label": "R", "target": "x"}]}, "m": {"player": "Bob", "actions": [{"label": "l", "target": "y"}]}}, "outcomes": {"x": {"payoffs": {"Ann": 1, "Bob": 2}}, "y": {"label": "end", "payoffs": {"Ann": 3, "Bob": 0}}}}`, as: "children",
		want: `players 2 title "G" n: 1[ <L> m: 2[ <l> end: (3,0) ] <R> x: (1,2) ]`},
	{text: `{"root": "b", "nodes": {"a": {"children": ["b", "c"]}, "b": {"value": 1}, "c": {"value": 2}}}`, wrong: `line 1, column 10: this says that the root is "b", and it is a child; the root is "a"`},
	{text: `{"nodes": [{"name": "a", "value": "unset"}, {"name": "b", "value": "3"}, {"name": "c", "value": "4"}], "relations": [{"parent": "a", "children": "b, c"}]}`, as: "children", want: "kind minimax a: max[ b: 3 c: 4 ]"},
	{text: "a -> b, x\nb -> x, y\nx = 3\ny = 4", as: "edges", want: "kind minimax a: max[ b: min[ x: 3 y: 4 ] x: 3 ]", notes: []string{alternate, `A leaf that has several parents is read once for each of them: "x".`}},
	{text: "a -> b, c\nb -> d\nc -> d\nd -> e\ne = 3", wrong: `line 3, column 6: "d" is a child of "b" and of "c"; a tree has one parent for each node`},
	{text: "digraph { a -> {b x}; b -> {x y}; x [label=3]; y [label=\"Max 4\"] }", as: "dot", want: "kind minimax a: max[ b: min[ x: 3 Max: 4 ] x: 3 ]"},
	{text: "% a fact for each node\nbranch(a, [b, c]).\n  move(c, d).\nterminal(b, 3).\nterminal(d, -1).", as: "edges", want: "kind minimax a: max[ b: 3 c: min[ d: -1 ] ]"},
	{text: "player(a, min). move(a,b).  move(a,c). % two\nvalue(b,3). value(c,-1.5).", as: "edges", want: "kind minimax a: min[ b: 3 c: -1.5 ]", notes: []string{}},
	{text: "move(a,b). move(a,c).\nvalue(b,3). value(c,x).", wrong: `line 2, column 21: "x" is a leaf without a value`},
	// Trees of d3, whose leaves have their values as names, and keys with numbers that tell nodes apart.
	{text: `{"name":"root","children":[{"name":"MIN","children":[{"name":"3"},{"name":"B: 12"}]},{"name":5}]}`, as: "children", want: "kind minimax root: max[ min[ 3 B: 12 ] 5 ]",
		notes: []string{"Max moves at the root, then in turn, where nothing said who moves.", "The values of leaves are read from their names."}},
	{text: "name: MIN\nchildren:\n  - name: (1,2)\n  - name: 3, 4", as: "yaml", want: "players 2 2[ (1,2) (3,4) ]"},
	{text: `{"name":"1","children":[{"name":"2"},{"name":"3"}]}`, wrong: "line 1, column 25: this node has neither children nor a value: its name is a number, as that of a node with children is, so names may only count the nodes"},
	{text: `{"name":"a","children":[{"name":"leaf 2"}]}`, wrong: "line 1, column 25: this node has neither children nor a value"},
	{text: "{'MAX': {'MIN1': [3,12], 'MIN2': [2,4,6], 'b': 7}}", as: "children", want: "kind minimax max[ MIN1: min[ 3 12 ] MIN2: min[ 2 4 6 ] <b> 7 ]",
		notes: []string{"The keys of objects are read as the names of moves.", "At 2 nodes, a number after Max or Min only tells nodes apart."}},
	{text: "{'MAX': {'MIN1': {'max': [1, 2]}, 'MIN2': [4]}}", wrong: `line 1, column 18: the key "MIN1" says that Min moves here, and what it holds says something else`},
}

var dotSamples = []sample{
	{text: `digraph { A [label="Max"]; A -> {B C}; B [label=3]; C [label="5"] }`, as: "dot", want: "kind minimax A: max[ B: 3 C: 5 ]", notes: []string{byIDs}},
	{text: `strict digraph "A game" { rankdir=TB; node [shape=triangle]; A; node [shape=invtriangle] B; C; node [shape=plaintext]; A -> B -> 3; A -> C; B -> 12; C -> 2 C -> 4 }`, as: "dot",
		want:  `kind minimax title "A game" A: max[ B: min[ 3 12 ] C: min[ 2 4 ] ]`,
		notes: []string{"A triangle that points up is a node of Max, and one that points down a node of Min.", looks}},
	{text: `graph { a -- b -- d; a -- c; c [label=<<b>5</b><br/>>]; d [label="x: 7"] }`, as: "dot", want: "kind minimax a: max[ b: min[ x: 7 ] c: 5 ]",
		notes: []string{alternate, `The edges have no directions: "a", which is named first, is the root.`, byIDs}},
	{text: `graph { b -- a; c -- a; a [label="Max"] b [label="Min"] c [label=3] d [label=4] a -- d }`, as: "dot", want: "kind minimax b: min[ a: max[ c: 3 d: 4 ] ]"},
	{text: `// of a program
digraph G {
  graph [label="Depth 2", rankdir="LR"]
  node [shape=box, fontname="Arial"] /* all of them */
  n0 [label="MAX\nPlayer: 0\nDepth: 3, Score: 5"];
  # the moves
  n0 -> n1 [label="Move: L", color=red]; n0 -> n2;
  n1 [label="MIN\nv=3"]; n2 [label="leaf\nEval = -2"]
}`, as: "dot", want: `kind minimax title "Depth 2" "Depth: 3, Score: 5": max[ <"Move: L"> MIN: 3 leaf: -2 ]`,
		notes: []string{"Players are counted from 0 in the text: player 0 is player 1 here.", "The text says which player is Max or Min: player 1 is Max.", looks}},
	{text: `digraph { chance -> a [label="0.5"]; chance -> b [label="p=1/2"]; a [label="(1,2)"]; b [label="(2,1)"] }`, as: "dot", want: "players 2 chance: *[ @1/2 a: (1,2) @1/2 b: (2,1) ]"},
	{text: `digraph { r -> a [label="0.25"]; r -> b [label="Left 3/4"]; a [label=3]; b [label=4] }`, as: "dot", want: "kind minimax r: *[ @1/4 a: 3 <Left> @3/4 b: 4 ]",
		notes: []string{"The moves of 1 node are probabilities that add up to 1, so chance moves there.", byIDs}},
	{text: `digraph { r [label=Max]; r -> a [label="0.25"]; r -> b [label="0.75"]; a [label=3]; b [label=4] }`, as: "dot", want: "kind minimax r: max[ <0.25> a: 3 <0.75> b: 4 ]"},
	{text: `digraph { r -> a [label="p=1/3"]; r -> b [label="p=1/3"]; a [label=3]; b [label=4] }`, wrong: "line 1, column 11: the probabilities of this chance node add up to 2/3, not to 1"},
	{text: `digraph { A [label="Ann"]; A -> B; B [label="Bob"]; A -> C; C [label="Bob"]; B -> x; B -> y; C->z; x [label="1,2"]; y [label="3,4"]; z [label="(0,0)"] }`, as: "dot",
		want: "players 2 A: 1[ B: 2[ x: (1,2) y: (3,4) ] C: 2[ z: (0,0) ] ]", notes: []string{"Labels that repeat at inner nodes are read as the names of those who move.",
			`Players have numbers in the order in which they appear: 1 is "Ann", 2 is "Bob".`, byIDs}},
	{text: `digraph { A [player=0]; A -> B; B [player=1]; B -> c; A -> d; c [payoff="1,2"]; d [payoff="3,1", bonus=3, color=red] }`, as: "dot", want: "players 2 A: 1[ B: 2[ c: (1,2) ] d: (3,1) ]",
		notes: []string{"Players are counted from 0 in the text: player 0 is player 1 here.", looks, `Attributes that say nothing about the tree are left out: "bonus".`}},
	{text: `digraph { "max-1" -> "min-2"; "min-2" -> "d=7"; "min-2" -> "e=3"; "max-1" -> "g=1" }`, as: "dot", want: "kind minimax max-1: max[ min-2: min[ d: 7 e: 3 ] g: 1 ]"},
	{text: `digraph { a -> b:f0:n -> "c" + "d"; cd [label="va" + "lue: 7"]; subgraph cluster_1 { label=x; a -> {e; f} } e [label="?"]; f [label="&#51;"]; b -> f [style=invis] }`, as: "dot",
		want: "kind minimax a: max[ b: min[ cd: 7 ] e: ? f: 3 ]"},
	{text: `digraph { a [label="alpha: 3\nvalue: 7\nMax"]; a -> b; b [label="id: 3\ndepth: 2\nα: -1\nvalue: 5"] }`, as: "dot", want: `kind minimax a: max[ "id: 3 depth: 2": 5 ]`,
		notes: []string{byIDs, "The values of 1 inner node are left out: the children decide them.", "Bounds of alpha-beta beside nodes, such as α=3, are left out, at 2 places."}},
	{text: "digraph { a [label=\"MAX\\n[-∞, ∞]\" xlabel=\"β ≤ 4\"]; a -> b; b [label=\"B\\nα: -1, β: +∞\\n5\"] }", as: "dot", want: "kind minimax a: max[ B: 5 ]"},
	{text: `digraph { 1 -> 2; 1 -> 3; 2 [label="7"]; 3 [value=8] }`, as: "dot", want: `kind minimax "1": max[ 7 "3": 8 ]`},
	{text: `digraph { 1 -> 2; 1 -> 3 }`, wrong: `line 1, column 16: "2" is a leaf without a value`},
	{text: `digraph { A -> B; A -> C; B [label=1] }`, wrong: `line 1, column 24: "C" is a leaf without a value`},
	{text: `digraph { A -> B; C -> B }`, wrong: `line 1, column 21: "B" is a child of "A" and of "C"; a tree has one parent for each node`},
	{text: `digraph { A -> B; A -> B }`, wrong: `line 1, column 21: this is a second edge from "A" to "B"`},
	{text: `digraph { A -> B -> C -> A }`, wrong: `line 1, column 23: the edge from "C" to "A" closes a cycle`},
	{text: `digraph { r [label=3] A -> B -> A }`, wrong: `the edge from "B" to "A" closes a cycle`},
	{text: `digraph { A -> A }`, wrong: `line 1, column 13: this edge leads from "A" to itself`},
	{text: `graph { a -- b; b -- c; c -- a }`, wrong: `line 1, column 19: the edge between "b" and "c" closes a cycle`},
	{text: `graph { a -> b }`, wrong: `line 1, column 11: expected "--", since this graph has no directions`},
	{text: `digraph { A -> B; C -> D; B [label=1] D [label=2] }`, wrong: `line 1, column 19: this graph has more than one root, a node that is no child: "A" and "C"`},
	{text: `graph { a -- b; c -- d; b [label=1] d [label=2] }`, wrong: `line 1, column 17: no edges join "c" to the root, "a", which is named first`},
	{text: `digraph { r -> {a b}; a -> x; b -> x; s -> t; x [label=1] t [label=2] }`, wrong: `line 1, column 39: this graph has more than one root, a node that is no child: "r" and "s"`},
	{text: `digraph g { node [shape=record]; a [label="<f0>|MAX|<f1>"]; b [label="<f0> | 3 | <f1>"]; c [label="{B|5}"]; "a":f0 -> "b"; "a":f1 -> "c":f0; }`, as: "dot", want: "kind minimax a: max[ b: 3 B: 5 ]", notes: []string{byIDs, looks}},
	{text: `digraph g { node [shape=record]; a [label="<f0>|MAX|<f1>"]; b [label="<f0> | x7 | <f1>"]; "a":f0 -> "b" }`, wrong: `"b" is a leaf without a value: "x7" is neither`},
	{text: `digraph { A -> B [ label = ; }`, wrong: `line 1, column 28: expected the value of the attribute, found ";"`},
	{text: `digraph { A -> B`, wrong: "line 1, column 9: this bracket is not closed"},
	{text: `digraph { A -> "B }`, wrong: "line 1, column 16: the text in quotes that begins here is not closed"},
	{text: `digraph { A [type=max, label=Min]; A -> 3 }`, wrong: `what is said of "A" is contradictory: who moves here, Max or Min?`},
	{text: `digraph { A -> B; B [value=3, label=4] }`, wrong: `the label of "B" is 4, and its value is another one`},
	{text: `digraph { A -> B; B [label="3\n4\nend"] }`, wrong: `the label "3\n4\nend" has more than one number`},
	{text: `digraph { A -> B; B [prob=x] }`, wrong: `line 1, column 27: "x" is not a number; expected a probability`},
}

var jsonGraphSamples = []sample{
	{text: `{"nodes": [{"id": "A", "value": 0}, {"id": "B", "value": 3}, {"id": "C", "value": 5}], "edges": [["A","B"],["A","C"]]}`, as: "children", want: "kind minimax A: max[ B: 3 C: 5 ]",
		notes: []string{alternate, "The values of 1 inner node are left out: the children decide them."}},
	{text: `{"A": ["B", "C"], "B": 9, "C": ["D", "E"], "D": 1, "E": -2}`, as: "children", want: "kind minimax A: max[ B: 9 C: min[ D: 1 E: -2 ] ]"},
	{text: `{'A' : ['B', 'C'], 'B' : [7, 8, 'G'], 'C' : [9, 1], 'G': [2, 6]}`, as: "children", want: "kind minimax A: max[ B: min[ 7 8 G: max[ 2 6 ] ] C: min[ 9 1 ] ]"},
	{text: `{"A": ["B", "C"], "B": (3, 1), "C": (0, 4)}`, as: "children", want: "players 2 A: 1[ B: (3,1) C: (0,4) ]"},
	{text: `{"0": [1,2], "1": 3, "2": 5}`, as: "children", want: `kind minimax "0": max[ "1": 3 "2": 5 ]`},
	{text: `{"directed": true, "graph": {}, "nodes": [{"player": "MAX", "id": 0}, {"player": "MIN", "id": 1}, {"value": 4, "id": 2}, {"value": 7, "id": 3}], "links": [{"source": 0, "target": 1}, {"source": 1, "target": 2}, {"source": 0, "target": 3, "label": "R"}]}`, as: "children",
		want: `kind minimax "0": max[ "1": min[ "2": 4 ] <R> "3": 7 ]`, notes: []string{`Members that say nothing about the tree are left out: "directed" and "graph".`}},
	{text: `{"elements": {"nodes": [{"data": {"id": "a", "label": "Max"}}, {"data": {"id": "b", "label": "3"}}, {"data": {"id": "c", "score": 5}}], "edges": [{"data": {"source": "a", "target": "b"}}, {"data": {"source": "a", "target": "c"}}]}}`, as: "children", want: "kind minimax a: max[ b: 3 c: 5 ]"},
	{text: `{"nodes": [{"name": "root"}, {"name": "l", "value": 3}, {"name": "r", "value": 5}], "links": [{"source": 0, "target": 1}, {"source": 0, "target": 2}]}`, as: "children", want: "kind minimax root: max[ l: 3 r: 5 ]"},
	{text: `{"nodes": [{"id":"n","type":"chance"},{"id":"x","value":3},{"id":"y","value":6}], "edges": [{"from":"n","to":"x","prob":0.25},{"from":"n","to":"y","prob":0.75}]}`, as: "children", want: "kind minimax n: *[ @1/4 x: 3 @3/4 y: 6 ]"},
	{text: `[{"id": 1, "parent": null}, {"id": 2, "parent": 1, "value": 3}, {"id": 3, "parent": 1, "value": 4}]`, as: "children", want: `kind minimax "1": max[ "2": 3 "3": 4 ]`},
	{text: `[{"id": 1, "children": [2, 3]}, {"id": 2, "value": 3}, {"id": 3, "value": 4}]`, as: "children", want: `kind minimax "1": max[ "2": 3 "3": 4 ]`},
	{text: `{"root": "A", "nodes": {"A": {"player": 1, "children": ["B", "C"]}, "B": {"payoffs": [1,2]}, "C": {"payoffs": [2,1]}}}`, as: "children", want: "players 2 A: 1[ B: (1,2) C: (2,1) ]"},
	{text: `{"edges": [["A","B"],["A","C"]], "values": {"B": 3, "C": 5}}`, as: "children", want: "kind minimax A: max[ B: 3 C: 5 ]"},
	// A label that is the id by chance is a value, unless all labels are the ids.
	{text: `{"nodes":[{"id":0,"label":"MAX"},{"id":1,"label":"MIN"},{"id":2,"label":"7"},{"id":3,"label":"3"}],"links":[{"source":0,"target":1},{"source":1,"target":2},{"source":1,"target":3}]}`, as: "children",
		want: `kind minimax "0": max[ "1": min[ "2": 7 "3": 3 ] ]`, notes: []string{}},
	{text: `{"nodes":[{"id":0,"label":"0"},{"id":1,"label":"1"}],"links":[{"source":0,"target":1}]}`, wrong: `line 1, column 38: "1" is a leaf without a value`},
	{text: `{"nodes":[{"id":"A","name":"A","label":"A"},{"id":"B","label":"B","value":3}],"links":[{"source":"A","target":"B"}]}`, as: "children", want: "kind minimax A: max[ B: 3 ]", notes: []string{alternate}},
	// Pages of vis.js and Cytoscape.js.
	{text: "var nodes = new vis.DataSet([\n  {id: 1, label: 'MAX'},\n  {id: 2, label: '3'},\n]);\nvar edges = new vis.DataSet([{from: 1, to: 2}]);\nvar container = document.getElementById('tree');\nnew vis.Network(container, {nodes: nodes, edges: edges}, {});", as: "program",
		want: `kind minimax "1": max[ "2": 3 ]`, notes: []string{noTree}},
	{text: `nodes: new vis.DataSet([{id:1,label:"MAX"},{id:2,label:"3"},{id:3,label:"5"}]), edges: [{from:1,to:2},{from:1,to:3,label:"R"}]`, as: "children", want: `kind minimax "1": max[ "2": 3 <R> "3": 5 ]`},
	{text: `nodes: [{id:1,label:"MAX"},{id:2,label:"3"}], edges: [{from:1,to:4}]`, wrong: "line 1, column 66: there is no node 4"},
	{text: "elements: [{data: {id: 'a', label: 'MIN'}, position: {x: 1}}, {data: {id: 'b', label: '3'}}, {data: {id: 'ab', source: 'a', target: 'b'}}]", as: "children", want: "kind minimax a: min[ b: 3 ]"},
	{text: "var cy = cytoscape({container: document.getElementById('cy'), elements: {nodes: [{data: {id: 'a'}, position: {x: 1}}, {data: {id: 'b', label: '3'}}], edges: [{data: {source: 'a', target: 'b'}}]}, layout: {name: 'grid'}});\ncy.fit();", as: "children",
		want: "kind minimax a: max[ b: 3 ]", notes: []string{alternate, assigned, `Members that say nothing about the tree are left out: "container" and "layout".`, noTree}},
	{text: `[{"data": {"id": "a"}}, {"data": {"source": "a", "target": "x"}}]`, wrong: `line 1, column 60: there is no node "x"`},
	{text: `{"A": ["B","C"], "B": 3, "C": 4, "D": ["B"]}`, wrong: `line 1, column 40: "B" is a child of "A" and of "D"`},
	{text: `{"nodes": ["A","B"], "edges": [["A","B"],["A","X"]]}`, wrong: `line 1, column 47: there is no node "X"`},
	{text: `{"nodes": [{"id":"a"},{"id":"a"}], "edges": [["a","a"]]}`, wrong: `the node "a" is in the list twice`},
	{text: `{"nodes": [{"id":"a"},{"id":"b","value":3,"next":[{"value":1}]}], "edges": [["a","b"]]}`, wrong: `the key "next" is not known, and what it holds may be nodes`},
}

var xmlSamples = []sample{
	{text: `<node player="max"><node player="min"><leaf value="3"/><leaf value="12"/></node><leaf value="2"/></node>`, as: "xml", want: "kind minimax max[ min[ 3 12 ] 2 ]", notes: []string{}},
	{text: "<?xml version=\"1.0\"?>\n<!-- a tree -->\n<MAX>\n  <min><leaf>3</leaf><leaf>B: 12</leaf></min>\n  <leaf name=\"C\">2</leaf>\n</MAX>", as: "xml", want: "kind minimax max[ min[ 3 B: 12 ] C: 2 ]"},
	{text: `<tree title="T"><node><name>A</name><player>min</player><children><node><value>3</value></node><node move="R"><value>?</value></node></children></node></tree>`, as: "xml",
		want: `kind minimax title "T" A: min[ 3 <R> ? ]`},
	{text: "<A><B>3</B><C>5</C></A>", as: "xml", want: "kind minimax A: max[ B: 3 C: 5 ]", notes: []string{alternate, "Elements whose names say nothing else are nodes of that name."}},
	{text: "<P1><leaf>(1,2)</leaf><P2><leaf value=\"3,4\"/></P2></P1>", as: "xml", want: "players 2 1[ (1,2) 2[ (3,4) ] ]"},
	{text: `<node type="chance"><node prob="0.5" value="3"/><node prob="1/2"><value>5</value></node></node>`, as: "xml", want: "kind minimax *[ @1/2 3 @1/2 5 ]"},
	{text: `<game><root player="2"><move name="L"><payoffs>3, 1</payoffs></move><move name="R"><payoffs>(0, 2)</payoffs></move></root></game>`, as: "xml", want: "players 2 2[ <L> (3,1) <R> (0,2) ]"},
	{text: `<map version="1.0.1"><node TEXT="MAX"><node TEXT="3"/><node TEXT="B: 5"/></node></map>`, as: "xml", want: "kind minimax max[ 3 B: 5 ]"},
	{text: `<opml version="2.0"><head><title>T</title></head><body><outline text="MAX"><outline text="3"/></outline></body></opml>`, as: "xml", want: `kind minimax title "T" max[ 3 ]`},
	{text: `<graphml xmlns="u"><key id="d0" for="node" attr.name="value"/><key id="d1" for="node" attr.name="player"/><graph edgedefault="directed"><node id="a"><data key="d1">min</data></node><node id="b"><data key="d0">3</data></node><edge source="a" target="b"/></graph></graphml>`, as: "xml",
		want: "kind minimax a: min[ b: 3 ]", notes: []string{}},
	{text: `<graphml xmlns:y="u"><graph edgedefault="undirected"><node id="n0"><data key="d5"><y:ShapeNode><y:NodeLabel>MAX</y:NodeLabel></y:ShapeNode></data></node><node id="n1"><data key="d5"><y:ShapeNode><y:NodeLabel>3</y:NodeLabel></y:ShapeNode></data></node><edge id="e" source="n1" target="n0"/></graph></graphml>`, as: "xml",
		want: "kind minimax n0: max[ n1: 3 ]", notes: []string{`The edges have no directions: "n0", which is named first, is the root.`}},
	{text: `<gexf><graph defaultedgetype="directed"><attributes class="node"><attribute id="0" title="value"/></attributes><nodes><node id="a" label="MAX"/><node id="b" label="B"><attvalues><attvalue for="0" value="3"/></attvalues></node></nodes><edges><edge id="0" source="a" target="b" label="L"/></edges></graph></gexf>`, as: "xml",
		want: "kind minimax a: max[ <L> B: 3 ]"},
	{text: "<max>\n <leaf>3</leaf>\n <leaf>\n</max>", wrong: "line 4, column 7: this XML cannot be read: element <leaf> closed by </max>"},
	{text: "<max><leaf>3</leaf><min/></max>", wrong: "line 1, column 20: this node has neither children nor a value"},
	{text: "<max><min>3 12 8</min></max>", wrong: "line 1, column 11: write each child as an element of its own"},
	{text: `<node name="A"><node name="B" value="three"/></node>`, wrong: "line 1, column 38: expected a score or a list of scores, found three"},
	{text: "<max><leaf>3</leaf></max><min><leaf>3</leaf></min>", wrong: "line 1, column 26: a second root begins here: <min>"},
	{text: `<graphml><graph><node id="a"/><edge source="a" target="b"/></graph></graphml>`, wrong: "line 1, column 56: there is no node b"},
}

var mermaidSamples = []sample{
	// A legend beside the tree, and what may be a part of the tree.
	{text: "graph TD\nL1[MAX node]\nA[Max] --> B(3)\nA --> C(4)\nsubgraph L [Key]\nX[Min] --- Y[leaf 7]\nend", as: "mermaid", want: "kind minimax A: max[ B: 3 C: 4 ]",
		notes: []string{`What no edge joins to the tree is left out, since it has no value or is a legend: "MAX node", "Min" and "leaf 7".`, byIDs, looks}},
	{text: "digraph { subgraph cluster_0 { label=\"Legend\"; m [label=7]; n; m -> n } a -> b; a -> c; b [label=3]; c [label=4] }", as: "dot", want: "kind minimax a: max[ b: 3 c: 4 ]",
		notes: []string{alternate, `What no edge joins to the tree is left out, since it has no value or is a legend: "7" and "n".`, byIDs, looks}},
	{text: "graph TD\nA[Max] --> B(3)\nA --> C(4)\nD(5)", wrong: `line 4, column 1: this graph has more than one root, a node that is no child: "A" and "D"`},
	{text: "graph TD\nA[Max] --> B(3)\nA --> C(4)\nD[Max] --> E[Min]", wrong: `line 4, column 1: this graph has more than one root`},
	{text: "graph TD\nL1[MAX node]\nL2[MIN node]", wrong: `line 3, column 1: this graph has more than one root`},
	{text: "graph TD\n    A[MAX] --> B[MIN]\n    A --> C[MIN]\n    B --> D[3]\n    B --> E[\"12\"]\n    C -->|left| F((2))\n    C -- right --> G(4)\n    classDef red fill:#f00\n    class A red\n    style B fill:#bbf", as: "mermaid",
		want: "kind minimax A: max[ B: min[ D: 3 E: 12 ] C: min[ <left> F: 2 <right> G: 4 ] ]", notes: []string{byIDs, looks}},
	{text: `flowchart LR;A[/Max\]-->B[\Min/];A---C(5);B-.->D([1]);B==>E{{2}};`, as: "mermaid", want: "kind minimax A: max[ B: min[ D: 1 E: 2 ] C: 5 ]"},
	{text: "flowchart LR\nA[/ /]-->B[/b\\]\nB-->C[\\c/]-->D>3]\nC-->E(((4)))\nC ==text==> F[[5]]", as: "mermaid", want: "kind minimax A: max[ b: max[ c: min[ D: 3 E: 4 <text> F: 5 ] ] ]"},
	{text: "%% x\ngraph LR\n  A{chance} -->|0.5| B[\"(1,2)\"]\n  A -. p=1/2 .-> C[(3,4)]", as: "mermaid", want: "players 2 A: *[ @1/2 B: (1,2) @1/2 C: (3,4) ]"},
	{text: "---\ntitle: My tree\n---\nflowchart TD\nsubgraph one [x]\ndirection TB\na-1:::red & b\nend\nr --> a-1 & b\na-1 ~~~ b; b@{ shape: tri, label: \"3\" }\na-1[\"x #lt; y<br/>#quot;4#quot; &amp; 5: 6\"]", as: "mermaid", want: `kind minimax title "My tree" r: max[ "x < y \"4\" & 5": 6 b: 3 ]`},
	{text: "graph TD\nA[Max] -> B(3)", wrong: `line 2, column 8: expected an edge such as -->, or the end of the line, found "-"`},
	{text: "graph TD\nA[Max --> B(3)", wrong: `line 2, column 2: this bracket is not closed: expected "]"`},
	{text: "graph TD\nA -- x", wrong: "line 2, column 3: this edge has no end"},
	{text: "graph TD\nA -->|x B", wrong: `line 2, column 6: the text of this edge is not closed`},
	{text: "graph TD\nsubgraph x\nA --> B(3)", wrong: "line 2, column 1: this subgraph is not closed"},
	{text: "graph TD\nA --> C(3)\nB --> C", wrong: `line 3, column 3: "C" is a child of "A" and of "B"`},
	{text: "graph TD\nA --> B[x]", wrong: `"B" is a leaf without a value: "x" is neither a number`},
}

// Diagrams of PlantUML.
var plantSamples = []sample{
	{text: "@startmindmap\ntitle My tree\nskinparam x y\n* MAX\n** MIN\n***_ 3\n***[#red] 12\n** R: 5\n@endmindmap", as: "plantuml", want: `kind minimax title "My tree" max[ min[ 3 12 ] <R> 5 ]`,
		notes: []string{"What is before a colon is read as the name of the move to the node.", looks}},
	{text: "@startwbs\n+ MAX\n++ 3\n++< :5;\n@endwbs\n", as: "plantuml", want: "kind minimax max[ 3 5 ]", notes: []string{}},
	{text: "@startuml\n(MAX) --> (MIN)\n(MIN) --> (3)\n(MIN) -down-> (5)\n(2) <-[#red]- (MAX) : R\n@enduml", as: "plantuml", want: "kind minimax MAX: max[ MIN: min[ 3 5 ] <R> 2 ]"},
	{text: "@startuml\n' a tree\nleft to right direction\n(MAX) as A\n(A) --> (B) : L\nA ..> C\nusecase \"3\" as B\nstate C #red\nC : 5\n@enduml", as: "plantuml", want: "kind minimax A: max[ <L> B: 3 C: 5 ]", notes: []string{byIDs, looks}},
	{text: "@startmindmap\n* MAX\n** three\n@endmindmap", wrong: `line 3, column 4: "three" has no value`},
	{text: "@startmindmap\n* MAX\nthree\n@endmindmap", wrong: "line 3, column 1: expected a node with a sign for each level, such as ** 3"},
	{text: "@startuml\n(A) --> (B) foo\n@enduml", wrong: "line 2, column 13: expected the end of the line, or the move after a colon"},
	{text: "@startuml\nAlice -> Bob: hello\n@enduml", wrong: `line 2, column 10: "Bob" is a leaf without a value`},
	{text: "@startuml\nA --> 3\n@enduml\n@startuml", wrong: "line 4, column 1"},
}

var tableSamples = []sample{
	{text: "parent,child,move,value,player\n,A,,,Max\nA,B,L,3,\nA,C,R,5,", as: "csv", want: "kind minimax A: max[ <L> B: 3 <R> C: 5 ]", notes: []string{}},
	{text: "id;parent;value\r\n1;;\r\n2;1;3\r\n3;1;\"4\"\r\n", as: "csv", want: `kind minimax "1": max[ "2": 3 "3": 4 ]`},
	{text: "source\ttarget\tlabel\tscore\nA\tB\tx\t3\nA\tC\ty\t5", as: "csv", want: "kind minimax A: max[ <x> B: 3 <y> C: 5 ]"},
	{text: "from,to,p1,p2\nA,B,1,2\nA,C,3,4", as: "csv", want: "players 2 A: 1[ B: (1,2) C: (3,4) ]"},
	{text: "id,parent,player,Ann,Bob\nr,,Ann,,\na,r,Bob,,\nb,r,,1,2\nc,a,,3,4", as: "csv", want: "players 2 r: 1[ a: 2[ c: (3,4) ] b: (1,2) ]"},
	{text: "id,parent,type,player,value,depth\nr,null,decision,1,,0\na,r,leaf,,\"3\",1", as: "csv", want: "kind minimax r: max[ a: 3 ]",
		notes: []string{`Columns that say nothing about the tree are left out: "depth".`, "Player 1 is Max."}},
	{text: "id,parent,prob,payoffs\nr,,,\na,r,0.5,\"(3,1)\"\nb,r,50%,5 2", as: "csv", want: "players 2 r: *[ @1/2 a: (3,1) @1/2 b: (5,2) ]"},
	// Tables of Markdown, of other languages and of levels.
	{text: "| parent | child | value |\n|:---|---|:-:|\n| A | B | 3 |\n| A | **C** | -5 |", as: "csv", want: "kind minimax A: max[ B: 3 C: -5 ]", notes: []string{alternate}},
	{text: "parent | child | value\n--- | --- | ---\nA | B | 3\n\nA | C\\|D | five", wrong: `line 5, column 12: the value of "C|D" is "five"`},
	{text: "| id | parent |\n|---|---|\n| A | |\n| B | A | 3 |", wrong: "line 4, column 11: this row has more fields than there are columns, 2"},
	{text: "Eltern;Kind;Wert;Spieler\n;A;;Max\nA;B;3;\nA;C;5;", as: "csv", want: "kind minimax A: max[ B: 3 C: 5 ]", notes: []string{}},
	{text: "parent;enfant;valeur;joueur;coup\n;A;;Min;\nA;B;3;;x\nA;C;5;;y", as: "csv", want: "kind minimax A: min[ <x> B: 3 <y> C: 5 ]", notes: []string{}},
	{text: "level,name,value\n0,MAX,\n1,MIN,\n2,,3\n2,D,4\n1,MIN,\n2,E,7", as: "csv", want: "kind minimax max[ min[ 3 D: 4 ] min[ E: 7 ] ]", notes: []string{}},
	{text: "Tiefe\tKnoten\tWert\n1\tMAX\t\n2\t3\t\n2\t\t4", as: "csv", want: "kind minimax max[ 3 4 ]"},
	{text: "level,id,p1,p2\n0,a,,\n1,b,3,1\n1,c,2,4", as: "csv", want: "players 2 a: 1[ b: (3,1) c: (2,4) ]"},
	{text: "depth,value\n0,\n1,3\n3,4", wrong: "line 4, column 1: the level 3 follows the level 1; a child has the level after that of its parent"},
	{text: "depth,value\n0,\n1,3\n0,4", wrong: "line 4, column 1: a second root begins here: the root has the level 0"},
	{text: "depth,value\n0,\nx,3", wrong: `line 3, column 1: expected the level of the node in the column "depth", a number such as 0 or 1, found "x"`},
	{text: "level,name\n0,A\n1,B", wrong: `line 3, column 3: this node is a leaf without a value: "B" is neither a number`},
	{text: "parent,child,value\nA,B,3\nX,B,4", wrong: `line 3, column 3: the node "B" has a second row`},
	{text: "parent,child,value\nA,B,three", wrong: `line 2, column 5: the value of "B" is "three"`},
	{text: "id,parent,value\na,r,3", wrong: `line 2, column 3: there is no row of the node "r"`},
	{text: "parent,child,value\nA,B,3,4", wrong: "line 2, column 7: this row has more fields than there are columns, 3"},
	{text: "parent,child,value\nA,\"B,3", wrong: "line 2, column"},
}

var edgeSamples = []sample{
	{text: "A B\nA C\nB 3\nC = 5", as: "edges", want: "kind minimax A: max[ B: 3 C: 5 ]"},
	{text: "A -> B\nA -> C\nB: 3\nC: -5", as: "edges", want: "kind minimax A: max[ B: 3 C: -5 ]"},
	{text: "# a lecture\nA: [B, C]\nB: [D, 2]\nC = 9\nD = 1", as: "edges", want: "kind minimax A: max[ B: min[ D: 1 2 ] C: 9 ]"},
	{text: "A: B, C\nB: 3\nC: 4", as: "edges", want: "kind minimax A: max[ B: 3 C: 4 ]"},
	{text: "A,B\nA,C\nB,3\nC,4", as: "edges", want: "kind minimax A: max[ B: 3 C: 4 ]"},
	{text: "1 2\n1 3\n2 = 7\n3 = 8", as: "edges", want: `kind minimax "1": max[ "2": 7 "3": 8 ]`},
	{text: "A -> B -> C\nA -> 4\nC = 1/2", as: "edges", want: "kind minimax A: max[ B: min[ C: 0.5 ] 4 ]"},
	{text: "A -> B, C\nA: max\nB = (1, 2)\nC = 3, 4", as: "edges", want: "players 2 A: 1[ B: (1,2) C: (3,4) ]"},
	{text: "A B {}\nA C {'weight': 3}\nB 2\nC 3", as: "edges", want: "kind minimax A: max[ B: 2 C: 3 ]", notes: []string{alternate, `Attributes that say nothing about the tree are left out: "{}".`}},
	// What igraph prints.
	{text: "IGRAPH f3a6b2c DN-- 3 2 -- \n+ attr: name (v/c)\n+ edges from f3a6b2c (vertex names):\n[1] A->B  A->C  B-> 3\n[4] B->12 C->5", as: "edges", want: "kind minimax A: max[ B: min[ 3 12 ] C: min[ 5 ] ]", notes: []string{alternate}},
	{text: "+ edges: 1->2 1->3\n2 = 7\n3 = 5", as: "edges", want: `kind minimax "1": max[ "2": 7 "3": 5 ]`},
	{text: "IGRAPH DN-- 3 2 --\n+ edges (vertex names): A->B, A->C, B->4, C->7", as: "edges", want: "kind minimax A: max[ B: min[ 4 ] C: min[ 7 ] ]"},
	{text: "IGRAPH D--- 3 2 -- \n+ edges:\n[1] 1->2 1->3", wrong: `line 3, column 8: "2" is a leaf without a value`},
	{text: "A -> B\nC -> D\nB = 1\nD = 2", wrong: `line 2, column 1: this graph has more than one root`},
	{text: "A -> B\nB = x7", wrong: `line 2, column 5: the value of "B" is "x7"`},
	{text: "A -> B, C\nB = 1", wrong: `line 1, column 9: "C" is a leaf without a value`},
	{text: "A B\nA 3\nB 5", wrong: `line 2, column 3: is this the value of "A", which has children, or a leaf below it?`},
	{text: "A -> [B, C\nB = 1", wrong: `line 1, column 6: this bracket is not closed`},
}
