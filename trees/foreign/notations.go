package foreign

import (
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

// A Notation is one in which a text can be.
type Notation struct {
	ID      string
	Name    string // after "read as"
	What    string // one sentence
	Example string
	read    func(*reader)         // nil: trees has its reader
	loose   bool                  // it would take texts of other notations, too, and is tried where a text looks like one of it
	Chosen  bool                  // a text is read in it only where a person chooses it
	program bool                  // the text may be a part of a program
	shows   func(text string) int // how much a text looks like one in this notation; nil: see detect
}

// The notations that the package trees reads itself.
const (
	JSON     = "json"
	Espalier = "espalier"
	EFG      = "efg"
)

// Nested lists, with scores in round brackets and without.
const (
	nestedLists = "nested"
	levelsAlone = "levels"
)

var notations = []Notation{
	{ID: Espalier, Name: "the text notation", What: "The notation of this page.", Example: "players 3  1[ (5,2,2) 2[ (2,2,5) (6,1,2) ] ]",
		shows: showsEspalier},
	{ID: JSON, Name: "a tree document", What: "The JSON document of this page.", Example: `{"format": "espalier/tree/1", "players": 2, "root": {"value": [1, 2]}}`},
	{ID: nestedLists, Name: "nested lists", What: "Brackets are levels. Round brackets with commas hold the scores of a leaf, if all of them have the same length. Lists of programs are read, too, such as {{3,12},{2,4}}, listOf(…), vec![…] and new[] {…}.",
		Example: "[[3,12,8],[2,4,6]]", read: (*reader).nested, program: true, shows: showsNested},
	{ID: levelsAlone, Name: "nested lists of levels alone", What: "Nested lists whose brackets are all levels, round ones with commas, too. No text shows this, so it has to be chosen.",
		Example: "((3,17),(2,12))", read: (*reader).allLevels, program: true, Chosen: true},
	{ID: "calls", Name: "function calls", What: "Calls of max, min, chance, P1, P2, …, also as Math.max and std::max, or in the formula of a spreadsheet, =MAX(3;5); a name and a colon before an argument is a move.",
		Example: "max(min(3,12,8), min(2,4,6))", read: (*reader).calls, program: true, shows: showsCalls},
	{ID: "children", Name: "JSON of nodes", What: "Objects with children (or kids, nodes, child, branches, moves, actions, or left and right), value (or score, payoffs, reward, size), name, player (or turn, type, isMax, isMin), action and prob; or objects whose keys are moves, or say who moves: {\"max\": [3, 5]}; or calls and constructors that make nodes, such as Node(\"A\", [Leaf(3), Leaf(5)]) and Node [Leaf 3, Leaf 5]; or the literals of C#, Go, Kotlin, Swift, R, Rust, PHP, Ruby, Clojure, Lua and Mathematica. Payoffs can have the names of players, and \"players\": [\"Ann\", \"Bob\"] says their order. Graphs as lists of nodes and edges are read, too, as those of vis.js and Cytoscape.js.",
		Example: `{"type": "max", "children": [{"value": 3}, {"value": 5}]}`, read: (*reader).children, program: true},
	{ID: "program", Name: "statements of a program", What: "Statements of Python, Java, JavaScript and C++ that build a tree: objects of nodes and of values, variables of nodes, left and right, add_child and the like, the graphs of networkx and igraph, and the trees of anytree and treelib. What a program computes is not read.",
		Example: "root = Node(\"A\")\nb = Node(\"B\", 3)\nroot.add_child(b)\nroot.add_child(Node(\"C\", 5))", read: (*reader).construct},
	{ID: EFG, Name: "a Gambit file", What: "Gambit’s extensive games, with chance. Payoffs on the way to a leaf add up, and the nodes of an information set are joined by a line.",
		Example: "EFG 2 R \"\" { \"Ann\" \"Bob\" }\np \"\" 1 1 \"\" { \"L\" \"R\" } 0\nt \"\" 1 \"\" { 3, 1 }\nt \"\" 2 \"\" { 0, 2 }", read: (*reader).efg},
	{ID: "gte", Name: "XML of Game Theory Explorer", What: "The XML of Game Theory Explorer.",
		Example: "<gte><extensiveForm><node player=\"1\">\n<outcome move=\"L\"><payoff player=\"1\">3</payoff><payoff player=\"2\">1</payoff></outcome>\n<outcome move=\"R\"><payoff player=\"1\">0</payoff><payoff player=\"2\">2</payoff></outcome>\n</node></extensiveForm></gte>",
		read:    (*reader).gte},
	{ID: "xml", Name: "XML of nodes", What: "Elements in elements, with the members of JSON of nodes as attributes or elements; mind maps of FreeMind and OPML; graphs in GraphML and GEXF.",
		Example: "<max><min><leaf>3</leaf><leaf>12</leaf></min><leaf name=\"B\" value=\"2\"/></max>", read: (*reader).xml},
	{ID: "ef", Name: "a draw_tree file", What: "The files of draw_tree (.ef).",
		Example: "level 0 node 1 player 1\nlevel 2 node 1 from 0,1 move L payoffs 3 1\nlevel 2 node 2 from 0,1 move R payoffs 0 2", read: (*reader).ef, shows: showsDrawTree},
	{ID: "forest", Name: "a LaTeX tree", What: "LaTeX trees: forest, istgame, tikz-qtree and qtree, and TikZ with child.", Example: "[max [3] [min [5] [7]]]", read: (*reader).latex, shows: showsForest},
	{ID: "dot", Name: "Graphviz DOT", What: "The language DOT of Graphviz. The label of a leaf is its value; the label of an inner node says who moves, or gives its name; the label of an edge is the move, or its probability.",
		Example: "digraph { Max -> {B C}; B [label=3]; C [label=5] }", read: (*reader).dot},
	{ID: "outline", Name: "an outline", What: "Lines with indentation, bullets or the drawing of the program tree; or drawings with lines to all sides, whose root may be at the left, above, below or between its children. Sentences around it are left out. A line has a move before an arrow or a colon, who moves or a name, and a value; each of them may be left out.",
		Example: "Max\n  L -> Min\n    3\n    12\n  R -> 5", read: (*reader).outline, shows: showsOutline, loose: true},
	{ID: "slashes", Name: "a drawing with slashes", What: "Labels with edges of slashes between the rows. Each edge meets one label above it and one below it; a word beside a row can say who moves there.",
		Example: "   MAX\n  /   \\\n3      5", read: (*reader).slashes, shows: showsSlashes, loose: true},
	{ID: "sexpr", Name: "an S-expression", What: "Lists of Lisp. The first word says who moves, or is the name of the node; below chance, the first number is the probability.",
		Example: "(max (min 3 12) (min (a 2) (b 4)))", read: (*reader).sexpr, shows: showsSexpr},
	{ID: "cs188", Name: "a test of CS188", What: "The .test files of Berkeley’s course CS188 with a GraphGameTreeTest. Agent 0 is Max; the others are Min, or chance for ExpectimaxAgent; depth ends the tree.",
		Example: "start_state: \"A\"\ndepth: \"1\"\nnum_agents: \"2\"\nsuccessors: \"\"\"\nA Left B\nA Right C\n\"\"\"\nevaluation: \"\"\"\nB 3.0\nC 5.0\n\"\"\"", read: (*reader).cs188},
	{ID: "yaml", Name: "YAML of nodes", What: "The members of JSON of nodes in YAML, or moves as keys. Anchors, aliases and tags are not read.",
		Example: "player: max\nchildren:\n  - value: 3\n  - player: min\n    children:\n      - value: 5\n      - value: 7", read: (*reader).yaml, shows: showsYAML, loose: true},
	{ID: "pgn", Name: "a game of chess", What: "PGN with variations. White is Max. Evaluations, such as [%eval 0.35] or +0.40/20, are the values; each line ends with one, or the main line with the result of the game.",
		Example: "1. e4 e5 (1... c5 2. Nf3 {[%eval 0.4]}) 2. Nf3 {[%eval 0.3]} (2. f4 {[%eval -0.5]})", read: (*reader).pgn},
	{ID: "sgf", Name: "a game tree in SGF", What: "SGF of Go and other games. Black is Max, and V is the value at the end of a line.",
		Example: "(;B[aa](;W[bb]V[3])(;W[cc]V[-1]))", read: (*reader).sgf},
	{ID: "mermaid", Name: "Mermaid", What: "Flow charts of Mermaid, with the labels of nodes and edges as in Graphviz DOT.",
		Example: "graph TD\nA[Max] --> B(3)\nA -->|right| C(5)", read: (*reader).mermaid},
	{ID: "plantuml", Name: "PlantUML", What: "Mind maps and WBS of PlantUML, and graphs of its other diagrams, such as (A) --> (B) : L, with labels as in Graphviz DOT.",
		Example: "@startmindmap\n* MAX\n** 3\n** 5\n@endmindmap", read: (*reader).plantUML},
	{ID: "csv", Name: "a table of nodes", What: "Tables with commas, semicolons or tabs, and tables of Markdown: a row for each node with its parent, value, player, move and prob; or columns p1, p2 for scores; or the level of each node, in preorder. The names of the columns may be German or French.",
		Example: "parent,child,value\n,A,\nA,B,3\nA,C,5", read: (*reader).csv},
	{ID: "edges", Name: "a list of edges", What: "Lines such as A -> B, A B, or A: B, C, with values as B = 3; or facts of Prolog, such as branch(a, [b, c]). and terminal(b, 3).; and the edges that igraph prints.",
		Example: "A -> B, C\nB = 3\nC = 5", read: (*reader).edges},
	{ID: "newick", Name: "Newick", What: "Newick, with the values as the labels of leaves.", Example: "((1,2),3);", read: (*reader).newick},
}

// FileTypes are the ends of the names of files that may hold a tree, as the attribute accept of a form lists them.
const FileTypes = ".json,.ndjson,.js,.ts,.py,.java,.c,.cpp,.cs,.go,.kt,.swift,.r,.rs,.php,.rb,.ex,.lua,.nb,.scala,.hs,.ml,.fs,.lisp,.lsp,.scm,.rkt,.clj,.pl,.efg,.ef,.xml,.tex,.txt,.md,.dot,.gv,.mmd,.mermaid,.yaml,.yml,.csv,.tsv,.pgn,.sgf,.nwk,.test,application/json,text/plain"

// Notations returns all notations.
func Notations() []Notation { return slices.Clone(notations) }

// IDs returns the ids of all notations.
func IDs() (ids []string) {
	for i := range notations {
		ids = append(ids, notations[i].ID)
	}
	return ids
}

// Find returns the notation with an id.
func Find(id string) (*Notation, bool) {
	i := slices.IndexFunc(notations, func(n Notation) bool { return n.ID == id })
	if i < 0 {
		return nil, false
	}
	return &notations[i], true
}

// A Root says who moves at the root of a text that does not say it: max, min, or the number of
// a player. Empty: Max, or player 1.
type Root string

// ParseRoot reads a Root.
func ParseRoot(s string) (Root, bool) {
	p, err := strconv.Atoi(s)
	if s == "" || s == "max" || s == "min" || err == nil && p >= 1 && p <= trees.MaxPlayers && strconv.Itoa(p) == s {
		return Root(s), true
	}
	return "", false
}

// player returns the number of the player; 0: not said.
func (o Root) player(kind trees.Kind) int {
	switch o {
	case "":
		return 0
	case "max":
		return 1
	case "min":
		return 2
	}
	p, _ := strconv.Atoi(string(o))
	return p
}

// listed is all notations in words, for an error.
func listed() string {
	var list []string
	for _, n := range notations {
		if n.Chosen {
			continue
		}
		example, _, more := strings.Cut(n.Example, "\n")
		if more {
			example = ""
		}
		if example != "" && len(example) <= maxQuoted {
			example = ", as " + example
		} else {
			example = ""
		}
		list = append(list, n.Name+" ("+n.ID+")"+example)
	}
	return strings.Join(list, "; ")
}
