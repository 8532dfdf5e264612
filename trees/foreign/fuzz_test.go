package foreign_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/trees/treetest"
)

// counted returns a context that counts the steps of a reading, to the next batch.
func counted(ctx context.Context) (with context.Context, steps func() int) {
	// The steps between two calls of a pass.
	const batch = 256
	passes := 0
	with = trees.WithPass(ctx, func(context.Context) error {
		passes++
		return nil
	})
	return with, func() int { return batch * passes }
}

// What a reading of a text of n bytes takes at most: the longest text is read in time that
// grows with its length alone. Each notation that is tried looks at a byte some times.
const (
	stepsOfByte = 60
	stepsOfText = 2_000
)

func FuzzRead(f *testing.F) {
	for _, c := range samples {
		f.Add(c.text)
	}
	for _, cases := range []map[string]string{labelled, paidByName, membersOfMovers, keysOfJSON} {
		for text := range cases {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, as := range append(foreign.IDs(), "") {
			ctx, steps := counted(t.Context())
			got, err := foreign.Read(ctx, text, foreign.Options{As: as})
			if n := steps(); n > stepsOfByte*len(text)+stepsOfText {
				t.Errorf("%q as %q takes %d steps for %d bytes", text, as, n, len(text))
			}
			if err != nil {
				var wrong *trees.Error
				if !errors.As(err, &wrong) || wrong.Message == "" || wrong.Path == "" {
					t.Errorf("%q as %q = %v, want an error with its place", text, as, err)
				}
				continue
			}
			again, err := trees.ReadJSON(got.Tree.AppendJSON(nil))
			if err != nil {
				t.Fatalf("%q as %q makes a tree that cannot be read: %v", text, as, err)
			}
			if diff := treetest.Diff(again, got.Tree); diff != "" {
				t.Errorf("%q as %q makes a tree that reads as another one: %s", text, as, diff)
			}
		}
	})
}

// Hostile texts: a text that is twice as long takes twice the steps.
func TestStepsGrowWithTheText(t *testing.T) {
	deep := func(open, inner, closing string) func(n int) string {
		return func(n int) string { return strings.Repeat(open, n) + inner + strings.Repeat(closing, n) }
	}
	many := func(before, each, after string) func(n int) string {
		return func(n int) string { return before + strings.Repeat(each, n) + after }
	}
	path := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "n%d->n%d;", i, i+1)
		}
		return b.String()
	}
	entries := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"n%d":["n%d"],`, i, i+1)
		}
		return b.String()
	}
	star := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ";a--n%d;n%d[label=%d]", i, i, i)
		}
		return b.String()
	}
	for name, make := range map[string]func(n int) string{
		"brackets": deep("[", "1", "]"),
		"slashes": func(n int) string {
			return strings.Repeat("A  ", n) + "\n" + strings.Repeat("/  ", n) + "\n" + strings.Repeat("3  ", n) + "\n"
		},
		"slashes, deep": many("A\n", "\\\n|\n", ""),
		"slashes, a row of words": func(n int) string {
			return "A\n" + strings.Repeat("x /", n) + "\n" + strings.Repeat(" \\ ", n) + "\n3"
		},
		"open brackets":             many("", "[", ""),
		"round brackets":            deep("(", "1", ")"),
		"numbers before brackets":   deep("(1,", "2", ")"),
		"numbers":                   many("[", "1,", "1]"),
		"a tuple without an end":    many("(", "1,", ""),
		"tuples":                    many("[", "(1,2),", "(1,2)]"),
		"tuples and a number":       many("[", "(1,2),", "3]"),
		"calls":                     deep("max(", "1", ")"),
		"calls of lists":            deep("max([", "1", "])"),
		"lists beside numbers":      many("max(", "[1,2],", "[1,2])"),
		"open calls":                many("", "max(", ""),
		"named arguments":           many("max(", "a: 1,", "b: 2)"),
		"objects":                   deep(`{"a":`, "1", "}"),
		"open objects":              many("", `{"a":`, ""),
		"children":                  deep(`{"children":[`, `{"value":1}`, "]}"),
		"members":                   many("{", `"a":1,`, `"b":2}`),
		"members of a node":         many(`{"value":1`, `,"a":1`, "}"),
		"names of players":          many(`{"children":[`, `{"player":"x","children":[1]},`, "1]}"),
		"payoffs by name":           many(`{"player":"a","children":[`, `{"payoffs":{"a":1,"b":2}},`, `{"payoffs":{"a":1,"b":2}}]}`),
		"names of payoffs":          many(`{"children":[{"payoffs":{`, `"a":1,`, `"b":2}}]}`),
		"keys of movers":            deep(`{"max":[`, "1", "]}"),
		"nodes in data":             deep(`{"children":[{"data":`, `{"value":1}`, "}]}"),
		"entries of moves":          deep(`{"children":[{"move":"a","node":`, `{"value":1}`, "}]}"),
		"statements":                many(`{"children":[1]`, `,"turn":"max"`, "}"),
		"a list of players":         many(`{"players":[`, `"a",`, `"b"],"children":[1]}`),
		"labels that repeat":        deep("[Ann ", "[1]", "]"),
		"words of a label":          many("[A", " max", " [1]]"),
		"words without a mover":     many("[A", " (player)", " [1]]"),
		"strings":                   many(`{"a":"`, `\"`, `"}`),
		"single quotes":             many(`{'a':'`, `\'`, `'}`),
		"forest":                    deep("[a ", "[1]", "]"),
		"options":                   many("[a", ",b={c}", "[1]]"),
		"braces":                    many("[", "{", ""),
		"closed braces":             deep("[{", "a", "}"),
		"edge labels":               many("[a", ",edge label={node{L}}", "[1]]"),
		"calls that add":            many("a = Node('x')\n", "a.add_child(Node(1))\n", ""),
		"attributes of nodes":       many("a = Node('x')\n", "a.b = 1\n", "a.left = Node(1)"),
		"variables":                 many("", "a = Node(1)\n", ""),
		"statements of a line":      many("a = [[1]];", "f(1);", ""),
		"open comments of programs": many("a = [[1]]\n", "/*", ""),
		"edges of networkx":         many("G = Graph()\n", "G.add_edge(1, 2)\n", ""),
		"constructors":              deep("Node [", "Leaf 3", "]"),
		"lists of Kotlin":           deep("listOf(", "1", ")"),
		"lists of Python in calls":  deep("list([", "1", "])"),
		"new lists":                 many("new[]{", "new Leaf(1),", "new Leaf(2)}"),
		"types of Go":               many("&Node{Children: []*Node{", "{Value: 3},", "}}"),
		"maps of Clojure":           deep("{:max [", "1", "]}"),
		"arrows of PHP":             many("[", `"a" => 1,`, `"b" => 2]`),
		"names of Rust":             many("", "a::", "b(1)"),
		"formulas":                  deep("=MAX(", "1;2", ")"),
		"facts":                     many("f(a, [b]).\n", "g(b, c).\n", "h(c, 1)."),
		"leaves of two parents":     many("a -> b, c\nb -> c\nc = 3\n", "b -> c\n", ""),
		"fractions":                 many("[a [{", `\frac12`, "}]]"),
		"mixed fractions":           many("[a [{", `1\frac12 `, "}]]"),
		"commands":                  many("[a [{", `\a `, "}]]"),
		"comments of TeX":           many("", "%\n", "[max[1]]"),
		"backslashes":               many("", `\`, ""),
		"a document":                many(`\a`, " b", ""),
		"qtree":                     deep("[.a ", "1", " ]"),
		"edges":                     many("[.a ", `\edge{L}; `, "1 ]"),
		"nodes of qtree":            many(`[.\node`, "[a]", "{b}; 1 ]"),
		"roots of istgame":          many("", `\istroot(0){1}`, ""),
		"branches":                  many(`\istroot(0){1}`, `\istb{a}{1}`, `\endist`),
		"owners":                    many(`\istroot(0){1}\istb{a}{1}\endist`, `\xtInfoset(0)(1){b}`, ""),
		"XML":                       deep(`<node player="1">`, `<outcome><payoff player="1">1</payoff></outcome>`, "</node>"),
		"elements":                  deep("<a>", "1", "</a>"),
		"elements beside texts":     many("<a>", "a<b/>", "</a>"),
		"members of an element":     many("<a ", `b="1" `, "/>"),
		"nodes of GraphML":          many("<graphml><graph>", `<node id="a"/>`, "</graph></graphml>"),
		"edges of GraphML":          many(`<graphml><graph><node id="a"/>`, `<edge source="a" target="a"/>`, "</graph></graphml>"),
		"data of GraphML":           many(`<graphml><graph><node id="a">`, `<data key="b">c</data>`, "</node></graph></graphml>"),
		"open XML":                  many("", `<node player="1">`, ""),
		"outcomes":                  many(`<node player="1">`, `<outcome><payoff player="1">1</payoff></outcome>`, "</node>"),
		"attributes":                many("<node ", `a="b" `, "></node>"),
		"text in XML":               many("<gte ><gameDescription>", "a ", "</gameDescription></gte>"),
		"other elements":            many("<gte >", "<a></a>", "</gte>"),
		"lines of draw_tree":        many("level 0 node 1 player 1\n", "player 1 name a\n", ""),
		"words of draw_tree":        many("iset", " 0,1", ""),
		"Newick":                    deep("(", "1", ")"),
		"leaves of Newick":          many("(", "1,", "1);"),
		"lengths":                   many("(", "1:2,", "1);"),
		"comments of Newick":        many("(1", "[", "]);"),
		"labels":                    many("(1)", "a", ";"),
		"edges of DOT":              many("digraph{a", "->a", "}"),
		"a path in DOT":             func(n int) string { return "digraph{" + path(n) + "}" },
		"a star in DOT":             func(n int) string { return "graph{a" + star(n) + "}" },
		"subgraphs":                 deep("digraph{a->", "1", "}"),
		"groups of DOT":             many("graph{{", "a b c ", "}--{c d}}"),
		"attributes of DOT":         many("digraph{a[", "label=3,", "]}"),
		"default attributes":        many("digraph{", "node[shape=box];{a}", "}"),
		"labels of DOT":             many(`digraph{a[label="`, `\N 3\n`, `"]}`),
		"texts with +":              many(`digraph{a[label=""`, `+"a"`, `]}`),
		"HTML":                      many("digraph{a[label=<", "<b>", ">]}"),
		"comments of DOT":           many("", "//\n/**/", "digraph{3}"),
		"a label of an edge":        many(`digraph{a->b[label="`, "0.5 ", `"];b[label=3]}`),
		"quotes of Newick":          many("('", "''", "',1);"),
		"an outline":                many("Max\n", "  3\n", ""),
		"a deep outline": func(n int) string {
			var b strings.Builder
			for i := range min(n, 200) {
				b.WriteString(strings.Repeat(" ", i) + "Max\n")
			}
			return b.String() + strings.Repeat(" ", 200) + strings.Repeat("3", n)
		},
		"bullets":               many("- Max\n", "  - L: 3\n", ""),
		"sentences":             many("This is a tree:\n- Max\n  - 3\n", "This is a sentence.\n", ""),
		"bounds":                many("Max\n  3 ", "[α=3] ", ""),
		"mind maps of PlantUML": many("@startmindmap\n* A\n", "** 3\n", ""),
		"edges of PlantUML":     many("@startuml\n", "(A) --> (A)\n", ""),
		"nodes of PlantUML":     many("@startuml\n", "(A) as B #red\n", ""),
		"lines of a drawing":    many("", "┬", "\n3"),
		"labels of a drawing": func(n int) string {
			return "A\n└" + strings.Repeat("─┬", n) + "\n  " + strings.Repeat("3 ", n)
		},
		"edges of igraph":       many("+ edges: ", "1->2 ", ""),
		"records of DOT":        many("digraph{a[shape=record label=\"", "<f>|", "\"]}"),
		"a drawing":             many("Max\n", "├── 3\n", ""),
		"wires":                 many("Max\n", "│\n", "└── 3"),
		"an indented line":      many("Max\n", " ", "3"),
		"colons":                many("Max\n  ", ":", "3"),
		"words of an outline":   many("Max\n  ", "max ", "3"),
		"S-expressions":         deep("(max ", "1", ")"),
		"open S-expressions":    many("", "(max ", ""),
		"numbers of Lisp":       many("(max ", "1 ", ")"),
		"lists of Lisp":         many("(P1 ", "(1 2) ", ")"),
		"comments of Lisp":      many("", ";\n", "(max 1)"),
		"YAML":                  many("children:\n", "- value: 1\n", ""),
		"YAML in a line":        many("---\n[", "1,", "1]"),
		"deep YAML":             many("---\n", "- ", "1"),
		"brackets of YAML":      many("---\n", "[", "1"),
		"keys of YAML":          many("---\n", "a: 1\n", ""),
		"successors of CS188":   many("start_state: \"A\"\nsuccessors: \"\"\"\n", "A Left B\n", "\"\"\""),
		"values of CS188":       many("start_state: \"A\"\nsuccessors: \"A L B\"\ndepth: \"1\"\nevaluation: \"\"\"\n", "B 1\n", "\"\"\""),
		"fields of CS188":       many("start_state: \"A\"\nsuccessors: \"A L B\"\n", "a: \"\"\n", ""),
		"moves of chess":        many("1. e4 ", "e4 ", "1-0"),
		"variations of chess":   many("1. e4 ", "(1. d4 {+0.10/2}) ", "1-0"),
		"deep variations":       many("1. e4 ", "(1. d4 ", ")"),
		"comments of chess":     many("1. e4 ", "{a}", "1-0"),
		"a comment of chess":    many("1. e4 {", "[%eval ", "} 1-0"),
		"tags of chess":         many("", "[A \"b\"]\n", "1. e4 1-0"),
		"SGF":                   deep("(;B[a]", ";W[b]V[1]", ")"),
		"moves of SGF":          many("(", ";B[a];W[b]", "V[1])"),
		"properties of SGF":     many("(;", "AB[a]", "V[1])"),
		"values of a property":  many("(;AB", "[a]", "V[1])"),
		"TikZ":                  deep("\\node{a} child{", "node{1}", "};"),
		"children of TikZ":      many("\\node{a}", "child{node{1}}", ";"),
		"nodes of TikZ":         many("", "\\node{a};", ""),
		"open nodes of TikZ":    many("", "\\node{a} ", ""),
		"comments of a program": many("[1,", "/* */", "2]"),
		"open comments":         many("[1,", "/*", "2]"),
		"quotation marks":       many("[", "“", "]"),
		"an assignment":         many("a", " a", " = [1,2]"),
		"calls of Node":         deep("Node('a', ", "1", ")"),
		"children of Node":      many("Node('a', ", "Node(1), ", "2)"),
		"names of functions":    many("", "a.", "Node(1)"),
		"names in lists":        deep("('a', ", "1", ")"),
		"fences":                many("", "```\n", "[1,2]"),
		"blanks":                many("[1", " ", "]"),
		"blanks of the web":     many("[1", "\u00a0", "]"),
		"minus signs":           many("[", "\u2212", ""),
		"a number":              many("[", "1", "]"),
		"lists of nodes":        many(`{"nodes":[`, `{"id":1},`, `{"id":2}],"edges":[[1,2]]}`),
		"lists of edges":        many(`{"edges":[`, `["a","b"],`, `["a","c"]]}`),
		"a dictionary":          func(n int) string { return `{"a":["b"],` + entries(n) + `"b":3}` },
		"names of children":     many(`{"a":[`, `"b",`, `"c"]}`),
		"Mermaid":               many("graph TD;a", "-->a", ""),
		"a path in Mermaid":     func(n int) string { return "graph TD;" + strings.ReplaceAll(path(n), "->", "-->") },
		"groups of Mermaid":     many("graph TD;a", "&a", "-->b & c"),
		"labels of Mermaid":     many("graph TD;a", "([x", ""),
		"brackets of Mermaid":   many("graph TD;", "a[(1] & ", "b"),
		"dots of Mermaid":       many("graph TD;a -.", ".", ""),
		"dashes of Mermaid":     many("graph TD;a -- x", "- ", ""),
		"characters of Mermaid": many(`graph TD;a["`, "#1", `"]`),
		"subgraphs of Mermaid":  many("graph TD\n", "subgraph x\n", ""),
		"rows":                  many("id,parent,value\n", "a,b,3\n", ""),
		"columns":               many("id,parent", ",value", "\n1"),
		"bars":                  many("id|parent|value\n", "|", ""),
		"rows with bars":        many("|level|value|\n|-|-|\n|0||\n", "|1|3|\n", ""),
		"rows of payoffs":       many("L R\n", "T 3,1 0,0\n", ""),
		"a row of payoffs":      many("L R\nT ", "3,1 ", ""),
		"quotes in a table":     many("id,parent,value\n", `"",`, ""),
		"lines of edges":        many("a -> b\n", "a -> b\n", ""),
		"a path of edges":       many("a", " -> a", "\n"),
		"children of a line":    many("a -> [", "b,", "c]"),
		"numbers after nodes":   many("a b\n", "b 3\n", ""),
		"moves of Gambit": func(n int) string {
			return efg(`p "" 1 1 "" { ` + strings.Repeat(`"a" `, n) + `} 0 ` + strings.Repeat(`t "" 1 { 1/3 -1/3 } `, n))
		},
		"chance of Gambit": func(n int) string {
			return efg(`c "" 1 "" { ` + strings.Repeat(`"a" 0 `, n) + `"b" 1 } 0 ` + strings.Repeat(`t "" 0 `, n+1))
		},
		"one set of Gambit": func(n int) string {
			return efg(`p "" 1 1 "" { "a" } 0 ` + strings.Repeat(`p "" 1 1 0 `, n) + `t "" 0`)
		},
		"outcomes of Gambit":         many(`EFG 2 R "" { "" } t "" 1 { `, "1/3 ", "}"),
		"an open text of Gambit":     many(`EFG 2 R "`, `\"`, ""),
		"a comment of Gambit":        many(`EFG 2 R "" { "" } "Espalier: `, "outcomes ", `" t "" 0`),
		"a fraction":                 many("[1/", "1", "]"),
		"question marks":             many("[", "?,", "?]"),
		"Espalier without a kind":    deep("1[", "5", "]"),
		"unknown leaves of Espalier": many("1[", "? ", "5]"),
		"bounds of Espalier":         many("", "{", "5"),
	} {
		count := func(n int, as string) int {
			ctx, steps := counted(t.Context())
			foreign.Read(ctx, make(n), foreign.Options{As: as})
			return steps()
		}
		// What is over a limit ends early, and takes no more. Sorting takes a little more than twice as long.
		grows := func(n int, as string) {
			if once, twice := count(n, as), count(2*n, as); float64(twice) > 2.2*float64(once)+10*stepsOfText {
				t.Errorf("%s as %q: %d steps for a text, and %d for one that is twice as long", name, as, once, twice)
			}
		}
		grows(10_000, "")
		for _, as := range append(foreign.IDs(), "") { // a reader that is stated reads a text that nobody would take for its own
			grows(1_000, as)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{
		"nested":   "[" + strings.Repeat("[1,2,3],", 50_000) + "[4]]",
		"calls":    "max(" + strings.Repeat("min(1,2,3),", 50_000) + "4)",
		"children": `{"children":[` + strings.Repeat(`{"children":[1,2,3]},`, 50_000) + "4]}",
		"forest":   "[max " + strings.Repeat("[min [1][2][3]]", 50_000) + "]",
		"newick":   "(" + strings.Repeat("(1,2,3),", 50_000) + "4);",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := foreign.Read(b.Context(), text, foreign.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
