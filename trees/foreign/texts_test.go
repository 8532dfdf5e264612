package foreign_test

import (
	"slices"
	"strings"
	"testing"

	"espalier/trees/foreign"
)

// A reading is a text with the notation that it is read in, and its tree without the header.
type reading struct {
	text, as, want string
}

// check reads texts. Where as is empty, want is a part of the error.
func check(t *testing.T, list []reading) {
	t.Helper()
	for _, c := range list {
		got, err := foreign.Read(t.Context(), c.text, foreign.Options{})
		switch {
		case c.as == "" && err == nil:
			t.Errorf("%s\nis read as %s: %s, want the error %s", c.text, got.As, oneLine(got.Tree), c.want)
		case c.as == "" && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s\n%v, want %s", c.text, err, c.want)
		case c.as != "" && err != nil:
			t.Errorf("%s\n%v, want %s", c.text, err, c.want)
		case c.as != "":
			if text := oneLine(got.Tree); got.As != c.as || !strings.HasSuffix(text, " "+c.want) {
				t.Errorf("%s\nis read as %s: %s, want %s: %s", c.text, got.As, text, c.as, c.want)
			}
		}
	}
}

func TestOutlines(t *testing.T) {
	const two = "max[ min[ 3 12 ] min[ 2 4 ] ]"
	check(t, []reading{
		{"- Max\n  - L: 3\n  - R: Min\n    - 5\n    - -7", "outline", "max[ <L> 3 <R> min[ 5 -7 ] ]"},
		{"Max\n  L -> Min\n    3\n    12\n  R → 5", "outline", "max[ <L> min[ 3 12 ] <R> 5 ]"},
		{"Max\n├── Min\n│   ├── 3\n│   └── 12\n└── Min\n    ├── 2\n    └── 4", "outline", two},
		{"MAX\r\n|-- MIN\r\n|   |-- 3\r\n|   `-- 12\r\n`-- MIN\r\n    |-- 2\r\n    `-- 4\r\n", "outline", two},
		{"max\n+-- min\n|   +-- 3\n|   +-- 12\n|\n+-- min\n    +-- 2\n    +-- 4\n\n2 directories, 4 files", "outline", two},
		{"\tMax\n\t\tMin\n\t\t\t3\n\t\t\t12\n\t\tMin\n\t\t\t2\n\t\t\t4", "outline", two},
		{"* Max\n  * Min\n    * 3\n    * 12\n  * Min\n    * 2\n    * 4", "outline", two},
		{"* Max\n** Min\n*** 3\n*** 12\n** Min\n*** 2\n*** 4", "outline", two},
		{"Player 1 (root)\n|-- L: Player 2\n|   |-- l: (1,2)\n|   `-- r: (3,0)\n`-- R: (2,2)", "outline", "root: 1[ <L> 2[ <l> (1,2) <r> (3,0) ] <R> (2,2) ]"},
		{"1. Max\n   1. Min\n      1. 3\n      2. 12\n   2. Min\n      1. 2\n      2. 4", "outline", two},
		{"# Max\n## Min\n- 3\n- 12\n## Min\n- 2\n- 4", "outline", two},
		{"# A tree\n\n- Max\n  - Min\n    - 3\n    - 12\n  - Min\n    - 2\n    - 4", "outline", `title "A tree" ` + two},
		{"Max:\n  L: 3\n  R: 5", "outline", "max[ <L> 3 <R> 5 ]"},
		{"Max\n- 3\n- 5", "outline", "max[ 3 5 ]"},
		{"A: Max\n  B: Min\n    D: 3\n    E: 12\n  C (4)", "outline", "A: max[ B: min[ D: 3 E: 12 ] C: 4 ]"},
		{"A (max)\n  B = 3\n  C = 5", "outline", "A: max[ B: 3 C: 5 ]"},
		{"P1\n  A (3, 1)\n  P2\n    left -> (1, 2)\n    right -> (0, 0)", "outline", "1[ A: (3,1) 2[ <left> (1,2) <right> (0,0) ] ]"},
		{"Chance\n  0.5: 3\n  chance 0.5: Max\n    3\n    4", "outline", "*[ @0.5 3 @0.5 max[ 3 4 ] ]"},
		{"chance\n  heads (1/3) -> 3\n  tails (2/3) -> 6", "outline", "*[ <heads> @1/3 3 <tails> @2/3 6 ]"},
		{"Max = 5\n  Min = 3\n    3\n    4\n  5", "outline", "max[ min[ 3 4 ] 5 ]"},
		{"3\n  3\n    3\n    4\n  2", "outline", "max[ min[ 3 4 ] 2 ]"},
		{"Max\n  value: 3\n  ?", "outline", "max[ 3 ? ]"},
		{"Node('/A', type='max')\n├── Node('/A/B', value=3)\n└── Node('/A/C', value=5)", "outline", "A: max[ B: 3 C: 5 ]"},
		{"A (MAX, value=5)\n├── B (value=3)\n└── C (value=5)", "outline", "A: max[ B: 3 C: 5 ]"},
		{".\n├── 3\n└── 5", "outline", "max[ 3 5 ]"},
		{"max\n  min\n    leaf: 3\n    leaf D = 5\n  2", "outline", "max[ min[ 3 D: 5 ] 2 ]"},
		{"* Player 1\n    * Left: Player 2\n        * Up: (3, 1)\n        * Down: (0, 0)\n    * Right: (2, 2)", "outline", "1[ <Left> 2[ <Up> (3,1) <Down> (0,0) ] <Right> (2,2) ]"},
		{"- **MIN**\n  - **Left** → *MAX*\n    - **3**\n    - 5\n  - *Right*: `4`\n  - `x` → 2*3 a*b: 6", "outline", "min[ <Left> max[ 3 5 ] <Right> 4 <x> \"2*3 a*b\": 6 ]"},
		{"mindmap\n  root((MAX))\n    a[MIN]\n      3\n      ::icon(fa fa-book)\n      b{{5}}\n    (MIN)\n      2", "outline", "max[ min[ 3 5 ] min[ 2 ] ]"},
		{"MÁX 5\n  MÍN 3\n    3\n    4\n  5", "outline", "max[ min[ 3 4 ] 5 ]"},
		{"□ Decision\n  ○ launch\n    0.6 → 100\n    0.4 → -30\n  wait → 0", "outline", "\"□ Decision\": max[ launch: *[ @0.6 100 @0.4 -30 ] <wait> 0 ]"},
		{"○ a\n  1 → 100\n  2 → -30", "outline", "\"○ a\": max[ <1> 100 <2> -30 ]"},
		{"Max\n  Min\n    3,5\n    -2,25\n  4", "outline", "max[ min[ 3.5 -2.25 ] 4 ]"},
		{"P1\n  3,5\n  2,25", "outline", "1[ (3,5) (2,25) ]"},
		{"node;parent;value\nR;;\nA;R;3,5\nB;R;4,75", "csv", "R: max[ A: 3.5 B: 4.75 ]"},
		{"Root\tA\t3\n\tB\t5\n\t\t2", "", "line 1, column 1: a tab is between two parts of this line"},
		{"Max\n\tA:\t3\n\tB\n\t\t2", "outline", "max[ <A> 3 B: min[ 2 ] ]"},
		{"Max\n  3\n  five", "", `line 3, column 3: "five" has no value, and no lines below it`},
		// Tasks, and bounds of alpha-beta.
		{"- [ ] MAX\n  - [x] 3\n  - [ ] MIN\n    - [X] 5", "outline", "max[ 3 min[ 5 ] ]"},
		{"A [α=3, β=∞]\n  B (alpha = -inf, beta: 3, v=3)\n    3 [α ≥ 3]\n    5\n  C (-∞, 3]\n    2", "outline", "A: max[ B: min[ 3 5 ] C: min[ 2 ] ]"},
		// Sentences around an outline.
		{"Hello,\nthis is my homework for tomorrow.\n- MAX\n  - 3\n  - 5\n\nThe root is 5. Is that right?\nThanks", "outline", "max[ 3 5 ]"},
		{"What is the value of this tree?\nMax\n  Min\n    3\n    12\n  5\nI think it is 5.", "outline", "max[ min[ 3 12 ] 5 ]"},
		{"Sure! Here is the tree:\n\nMAX\n├── MIN\n│   ├── 3\n│   └── 12\n└── 5\n\nMax moves first.", "outline", "max[ min[ 3 12 ] 5 ]"},
		{"| node | parent | player | value |\n|---|---|---|---|\n| R | – | MIN | |\n| A | R | – | 3 |\n| B | R | | 5 |", "csv", "R: min[ A: 3 B: 5 ]"},
		{"Here is a table of the tree:\n\n| parent | child | value |\n|---|---|---|\n| A | B | 3 |\n\nI hope this helps.", "csv", "A: max[ B: 3 ]"},
		{"Player 1 chooses between left and right\n- Left: (1,2)\n- Right: (2,1)", "outline", `"chooses between left and right": 1[ <Left> (1,2) <Right> (2,1) ]`},
		{"Here is my tree:\n- MAX\n  - 3\n  - foo\nThanks!", "", `line 4, column 5: "foo" has no value`},
		{"Max\n  3\nMin\n  4", "", "line 3, column 1: a second root begins here"},
		{"name: this is the root of it\nchildren:\n  - value: 3\n  - value: 4", "yaml", `"this is the root of it": max[ 3 4 ]`},
		{"1 MAX\n1.1 MIN\n1.1.1 3\n1.1.2 5\n1.2 MIN\n1.2.1 2\n1.2.2 9", "outline", "max[ min[ 3 5 ] min[ 2 9 ] ]"},
		{"A (Player 2)\n  B (Player 1)\n    (3, 1)\n    (0, 2)\n  C (Player 2)\n    (5, 5)\n    (1, 4)", "outline", "A: 2[ B: 1[ (3,1) (0,2) ] C: 2[ (5,5) (1,4) ] ]"},
		{"Max\n    3\n  5", "", "line 3, column 3: this line begins between two levels"},
		{"- Max\n  - 3\n- 5", "", "line 3, column 3: a second root begins here"},
		{"Max\n  3\n\t5", "", "line 3, column 1: this line is indented by tabs and others by blanks"},
		{"Max\n  3\n  inf", "", "line 3, column 3: a score of a tree is finite"},
	})
}

// TestUnclearValues: what may be no value, or another one, is refused at its place.
func TestUnclearValues(t *testing.T) {
	check(t, []reading{
		// Separators in numbers.
		{"MAX\n  MIN\n    1,200\n    12,500\n  MIN\n    9,200\n    1,500", "", `line 3, column 5: "1,200" may be one number with a separator between its thousands, or the scores of 2 players; write 1200, or (1, 200)`},
		{"Max\n  invest -> (1,200)\n  wait -> (1,050)", "", `line 3, column 3: "1,050" is one number with a separator between its thousands; write it without the separator: 1050`},
		{"MAX\n  1,200\n  300", "", `"1,200" may be one number`},
		{"node,parent,value\nR,,\nA,R,\"1,200\"\nB,R,950", "", `line 3, column 5: "1,200" may be one number`},
		{"node;parent;value\nR;;\nA;R;1,200\nB;R;950", "", `line 3, column 5: "1,200" may be one number`},
		{"digraph { a -> b; a -> c; b [label=\"1,200\"]; c [label=\"950\"] }", "", `"1,200" may be one number`},
		{"MAX\n  1 200\n  12 500", "", `line 2, column 3: "1 200" may be one number`},
		{"MAX\n  A1 1 200\n  B 12 500", "", `line 2, column 3: "1 200" may be one number`},
		{"MAX\n  1\u00a0200\n  900", "", `may be one number`},
		{"MAX\n  1 1/2\n  2 1/4", "", `line 2, column 3: "1 1/2" may be one number with a fraction after it, or the scores of 2 players; write 3/2, or (1, 1/2)`},
		{"P1\n  L: (1,200; 3,500)\n  R: (2,000; 900)", "", `has commas and semicolons, so a comma may be in a number`},
		{"P1\n  (1,200)\n  (3,500)", "outline", "1[ (1,200) (3,500) ]"},
		{"Max\n  1,200\n  3,20", "outline", "max[ 1.2 3.2 ]"},
		{"P1\n  1 200\n  30 40", "outline", "1[ (1,200) (30,40) ]"},
		{"[[1 200, 300], [2 500, 7]]", "", "line 1, column 3: a blank alone is between two numbers here, and commas are between others"},
		{"((3 17) (2 12))", "nested", "max[ min[ 3 17 ] min[ 2 12 ] ]"},
		// Malformed numbers.
		{"[[3..5, 2], [1, 2]]", "", `line 1, column 3: "3..5" is not a number`},
		{"[[1.2.3, 2], [1, 2]]", "", `line 1, column 3: "1.2.3" is not a number`},
		{"[[2, 3-5], [1, 2]]", "", `line 1, column 6: "3-5" is not a number`},
		{"max(min(3-5, 2), 4)", "", `line 1, column 9: "3-5" is not a number`},
		{`{"children": [{"value": 1.2.3}]}`, "", `line 1, column 25: "1.2.3" is not a number`},
		// Signs in words, and bounds.
		{"MAX\n  L -> minus 3\n  R -> -5", "", `line 2, column 3: "minus" makes the number after it negative; write the number with its sign, such as -3`},
		{"MAX\n  loss of 3\n  5", "", `line 2, column 3: "loss of" makes the number`},
		{"Ann\n  Ann loses 1, Bob wins 2\n  Ann wins 2, Bob loses 1", "", `line 2, column 3: "loses" makes the number`},
		{"[max [minus 3] [5]]", "", `"minus" makes the number after it negative`},
		{"(max (- 3) 5)", "", `line 1, column 6: "-" makes the number after it negative`},
		{"(max (>= 4) 5)", "", `line 1, column 6: this number is a bound`},
		{"MAX\n  lose 0\n  win 5", "outline", "max[ lose: 0 win: 5 ]"},
		{"MAX\n  A: MIN\n    3\n    >= 4\n  B: <=2", "", "line 4, column 5: this number is a bound"},
		{`digraph { a -> b; a -> c; b [label=">=4"]; c [label=3] }`, "", "this number is a bound, since a sign such as < or ≥ is before it; write the value itself, such as 4"},
		{`{"children": [{"name": "A >= 4"}, {"name": "B: 2"}]}`, "", "this number is a bound"},
		// Numbers of nodes.
		{"Root\n  Node 1\n    Node 3\n    Node 4\n  Node 2", "", `line 3, column 5: the number of "Node 3" tells nodes apart, so this leaf has no value; write it after a sign, such as Node 3: 5`},
		{"Root\n├── Leaf 1\n└── Child 2\n    ├── Leaf 3\n    └── Leaf 4", "", `line 2, column 5: the number of "Leaf 1"`},
		{"A\n  B 1\n    B 2\n    B 3\n  C 7", "", `line 3, column 5: the number of "B 2"`},
		{`digraph { a [label=MAX]; a -> b; a -> c; b [label="Outcome 1"]; c [label="Outcome 2"] }`, "", `the number of "Outcome 1" tells nodes apart`},
		{"MAX\n  Leaf 3\n  D 5", "outline", "max[ Leaf: 3 D: 5 ]"},
		// Units, dashes and marks.
		{"MAX\n  MIN\n    –5\n    3\n  2", "", `line 3, column 5: "–5" has a dash in the place of a minus; write -5`},
		{"MAX\n  ±3\n  5", "", `line 2, column 3: "±3" is two numbers; write one of them, 3 or -3`},
		{"MAX\n  A: -$5\n  B: $300", "", `line 2, column 3: "-$5" has the unit $; write the number alone`},
		{"[max [5k] [300]]", "", `line 1, column 6: "5k" has the unit k; write the number with all its digits, such as 5000`},
		{`digraph { a -> b; a -> c; b [label="30%"]; c [label="70%"] }`, "", `"30%" has the unit %`},
		{"graph TD\nA[MAX] --> B[3]\nA --> C[≤2]", "", `"≤2" is no value but an estimate or a bound`},
		{"-MAX\n  -MIN\n    -5\n    -3\n  -2", "", `line 3, column 5: a hyphen is before each line, so it is not clear whether "-5" is a negative number`},
		{"-3\n  -5\n  -3", "outline", "max[ -5 -3 ]"},
		{"node,parent,visits,q\nR,,10,\nA,R,6,0.5\nB,R,4,0.7", "", `line 3, column 5: this row has no score, only statistics of a search: "visits" and "q"`},
		// Contradictions.
		{"A -> B, C\nB = 3\nC = 5\nB = 4", "", `line 4, column 5: "B" has another value before, 3; write its value once`},
		{"A -> B\nA -> C\nB: 3\nC: 5\nB: 4", "", `line 5, column 4: "B" has another value before, 3`},
		{"branch(a, [b, c]).\nvalue(b, 3).\nvalue(c, 5).\nvalue(b, 4).", "", `line 4, column 10: "b" has another value before, 3`},
		{`digraph { a -> b; a -> c; b [value=3]; c [value=5]; b [value=4] }`, "", `"b" has another value before, 3`},
		{`{"children": [{"value": 3, "value": 4}, {"value": 5}]}`, "", `line 1, column 28: the key "value" is here twice with different values`},
		{`{"a": 3, "b": 5, "a": 7}`, "", `line 1, column 18: the key "a" is here twice`},
		{"children:\n  - value: 3\n    value: 4\n  - value: 5", "", `line 3, column 5: the key "value" is here twice`},
		{"tree = {'A': ['B', 'C'], 'B': 3, 'C': 5, 'B': 4}", "", `the key "B" is here twice`},
		{`{"player": 1, "children": [{"action": "a", "cost": [3, 5]}, {"value": [1, 2]}]}`, "", `line 1, column 52: the key "cost" is not known, and this node has neither children nor a value`},
	})
}

// TestLabelsGivenTwice: a picture shows the last label of a node, and a note says that there are others.
func TestLabelsGivenTwice(t *testing.T) {
	const note = `The text has several labels of "B"; the last one is read.`
	for _, text := range []string{"digraph { A -> B; A -> C; B [label=3]; C [label=5]; B [label=4] }", "graph TD\nA[Max] --> B[3]\nA --> C[5]\nB[4]"} {
		got, err := foreign.Read(t.Context(), text, foreign.Options{})
		if err != nil || !slices.Contains(got.Notes, note) || !strings.Contains(oneLine(got.Tree), "B: 4") {
			t.Errorf("%s\n%+v, %v; want B: 4 and the note %s", text, got, err, note)
		}
	}
}

// TestPlayersOfColumns: the numbers in the names of columns and members say whose the scores are.
func TestPlayersOfColumns(t *testing.T) {
	check(t, []reading{
		{"node,parent,player,payoff2,payoff1\nA,,1,,\na,A,,1,3\nb,A,,2,0", "csv", "A: 1[ a: (3,1) b: (0,2) ]"},
		{"| node | parent | Player 2 | Player 1 |\n|---|---|---|---|\n| R | | | |\n| A | R | 1 | 3 |\n| B | R | 2 | 0 |", "csv", "R: 1[ A: (3,1) B: (0,2) ]"},
		{"parent\tchild\tu1\tu0\nR\tA\t1\t3\nR\tB\t2\t0", "csv", "R: 1[ A: (3,1) B: (0,2) ]"},
		{"node,parent,p1,p3,p2\nR,,,,\nA,R,1,3,2\nB,R,2,0,1", "csv", "R: 1[ A: (1,2,3) B: (2,1,0) ]"},
		{"node,parent,p1,p3\nR,,,\nA,R,1,3", "", `line 1, column 16: the columns "p1" and "p3" have scores, and the numbers in their names are not those of the players, 1 to 2`},
		{"node,parent,p1,u1\nR,,,\nA,R,1,3", "", `the columns "p1" and "u1" have scores`},
		{`{"player": 1, "children": [{"u2": 1, "u1": 3}, {"u2": 2, "u1": 0}]}`, "children", "1[ (3,1) (0,2) ]"},
		{"player: 1\nchildren:\n  - {u2: 1, u1: 3}\n  - {u2: 2, u1: 0}", "yaml", "1[ (3,1) (0,2) ]"},
		{`{"u1": 3, "down": 4}`, "children", "max[ <u1> 3 <down> 4 ]"},
		{"from,to,player,payoff\nR,A,1,\nR,B,1,\nA,a,2,3\nA,b,2,5\nB,c,2,1\nB,d,2,9", "csv", "R: max[ A: min[ a: 3 b: 5 ] B: min[ c: 1 d: 9 ] ]"},
		{"parent,child,player,value\nR,A,Max,\nA,a,,3\nA,b,,5", "csv", "R: max[ A: max[ a: 3 b: 5 ] ]"},
	})
}

// TestMoversWithSets: an information set or a letter may be after the number of a player.
func TestMoversWithSets(t *testing.T) {
	check(t, []reading{
		{"1\n  L -> 2 {h1}\n    l -> (1,1)\n    r -> (0,0)\n  R -> 1 {h2}\n    l -> (0,0)\n    r -> (2,2)", "outline", "1[ <L> 2{infoset h1}[ <l> (1,1) <r> (0,0) ] <R> 1{infoset h2}[ <l> (0,0) <r> (2,2) ] ]"},
		{"P1.1\n  L -> P2.1\n    (1,1)\n    (0,0)\n  R -> P2.1\n    (0,0)\n    (2,2)", "outline", "1{infoset 1.1}[ <L> 2{infoset 2.1}[ (1,1) (0,0) ] <R> 2{infoset 2.1}[ (0,0) (2,2) ] ]"},
		{`digraph { a [label="P1"]; b [label="P2 {h}"]; c [label="P2 {h}"]; a -> b; a -> c; b -> d; c -> e; d [label="(1,2)"]; e [label="(3,4)"] }`, "dot", "a: 1[ b: 2{infoset h}[ d: (1,2) ] c: 2{infoset h}[ e: (3,4) ] ]"},
		{"1a\n  L -> 2a\n    (1,1)\n    (0,0)\n  R -> 1b\n    (0,0)\n    (2,2)", "outline", `"1a": 1[ <L> "2a": 2[ (1,1) (0,0) ] <R> "1b": 1[ (0,0) (2,2) ] ]`},
		{"1a\n  2a\n    3a\n      4\n  5", "outline", `"1a": max[ "2a": min[ "3a": max[ 4 ] ] 5 ]`},
	})
}

// TestSentencesAreNoted: the note repeats what is left out.
func TestSentencesAreNoted(t *testing.T) {
	got, err := foreign.Read(t.Context(), "Here is my tree:\n- MAX\n  - 3\n\nMin moves first, I think.", foreign.Options{})
	const want = `The sentences around the tree are left out: "Here is my tree:" and "Min moves first, I think.".`
	if err != nil || got.Notes[0] != want {
		t.Errorf("%+v, %v; want the note %s", got, err, want)
	}
}

// TestStatedAround reads who moves first, and the order of the payoffs, where a text says it around its tree.
func TestStatedAround(t *testing.T) {
	const minFirst = "min[ max[ 3 5 ] max[ 2 9 ] ]"
	const maxFirst = "max[ min[ 3 5 ] min[ 2 9 ] ]"
	check(t, []reading{
		{"tree = [[3, 5], [2, 9]]  # MIN moves at the root", "nested", minFirst},
		{"# the minimizer moves first\ntree = [[3, 5], [2, 9]]", "nested", minFirst},
		{"tree = [[3, 5], [2, 9]]\nprint(minimax(tree, 2, False))", "nested", minFirst},
		{"tree = [[3, 5], [2, 9]]\nvalue, path = minmax(tree, 2, False)", "nested", minFirst},
		{"tree = [[3, 5], [2, 9]]\nprint(minimax(tree, 2, True))", "nested", maxFirst},
		{"tree = [[3, 5], [2, 9]]\nbest = alphabeta(tree, float('-inf'), float('inf'), maximizing=False)", "nested", minFirst},
		{"tree = [[3, 5], [2, 9]]\ndef minimax(node, depth, maximizing=False):\n    return minimax(node, depth, False)", "nested", maxFirst},
		{"# Max moves first, or:\n# Min moves first\ntree = [[3, 5], [2, 9]]", "nested", maxFirst},
		{"# Min moves first\ntree = {'type': 'max', 'children': [{'value': 3}, {'value': 5}]}", "children", "max[ 3 5 ]"},
		{"Player 2 moves first.\n\nA\n  B\n    (3,1)\n    (0,2)\n  (2,2)", "outline", "A: 2[ B: 1[ (3,1) (0,2) ] (2,2) ]"},
		{"Payoffs are (C, B, A).\nA\n  B\n    (1,2,3)\n    (4,5,6)\n  C\n    (7,8,9)\n    (0,1,0)", "outline", "3[ 2[ (1,2,3) (4,5,6) ] 1[ (7,8,9) (0,1,0) ] ]"},
		{"Payoffs are (player 1, player 2).\nA\n  B\n    (1,2)\n    (4,5)\n  (0,1)", "outline", "A: 1[ B: 2[ (1,2) (4,5) ] (0,1) ]"},
		{"Payoffs are (Bob, Ann).\nA\n  B\n    (1,2)\n    (4,5)\n  (0,1)", "", "line 1, column 14: this is the order of the payoffs"},
	})
	for text, want := range map[string]string{
		"tree = [[3, 5], [2, 9]]  # MIN moves at the root": "Min moves at the root, as the text says, then in turn.",
		"tree = [[3, 5], [2, 9]]  # MIN moves late":        "Max moves at the root, then in turn: nothing said who moves.",
	} {
		got, err := foreign.Read(t.Context(), text, foreign.Options{})
		if err != nil || got.Assumed.Order != want {
			t.Errorf("%s: %+v, %v; want the note %s", text, got, err, want)
		}
	}
}

// TestSlashes reads drawings of books and posts.
func TestSlashes(t *testing.T) {
	check(t, []reading{
		{"      MAX\n     /   \\\n   MIN   MIN\n   / \\   / \\\n  3   5 2   9", "slashes", "max[ min[ 3 5 ] min[ 2 9 ] ]"},
		{"          A\n        /   \\\n       /     \\\n      B       C\n     / \\     /|\\\n    3  12   2 4 6\n", "slashes", "A: max[ B: min[ 3 12 ] C: min[ 2 4 6 ] ]"},
		{"MAX          A\n          /     \\\nMIN      B       C\n       / | \\    / \\\n      3 12  8  2  (4)", "slashes", "A: max[ B: min[ 3 12 8 ] C: min[ 2 4 ] ]"},
		{"            Player 1\n           L /     \\ R\n        Player 2   (2, 2)\n         / \\\n     (3,1) (0,0)", "slashes", "1[ <L> 2[ (3,1) (0,0) ] <R> (2,2) ]"},
		{"       A (max)\n      /       \\\n   B (min)     7\n    / \\\n   3   5", "slashes", "A: max[ B: min[ 3 5 ] 7 ]"},
		{"        A [α=3]\n       /   \\\n      3     5", "slashes", "A: max[ 3 5 ]"},
		{"        ___max___\n       /         \\\n      3           ?", "slashes", "max[ 3 ? ]"},
		{"  MAX\n  / \\\n 3   5   7", "", `line 3, column 10: no edge meets "7"`},
		{"   A  B\n   / \\\n  3   5", "", `line 1, column 7: no edge meets "B"`},
		{"  MAX\n  /  \\\n 3", "", "line 2, column 6: this edge meets no label below it"},
		{"  MAX   MIN\n  / \\   / \\\n 3   5 7   9", "", `line 1, column 9: no edge leads to "MIN"`},
		{"  MAX\n  / \\ /\n 3   5", "", "line 2, column 7: this is a second edge"},
		{"  MAX\n  / \\\n 3 4 5", "", `line 3, column 4: no edge meets "4"`},
		{" A   B\n  /\n 3", "", "line 2, column 3: this edge is as near to"},
		{"  MAX\n  / \\\n 3   inf", "", "line 3, column 6: a score of a tree is finite"},
	})
}

// TestDrawings reads drawings with lines to all sides.
func TestDrawings(t *testing.T) {
	const two = "max[ min[ 3 5 ] min[ 2 9 ] ]"
	check(t, []reading{
		{"     ┌── 3\n MAX─┤\n     └── 5", "outline", "max[ 3 5 ]"},
		{"        ┌3\n    ┌MIN┤\n    │   └A: 5\n MAX┤\n    └2", "outline", "max[ min[ 3 <A> 5 ] 2 ]"},
		{"    ╭── 5\n╭── MIN\n│   ╰── 2\nMAX\n╰── 3", "outline", "max[ min[ 5 2 ] 3 ]"},
		{"│       ┌── 7\n│   ┌── 6\n│   │   └── 5\n└── 4\n    │   ┌── 3\n    └── 2\n        └── 1", "outline", "max[ min[ 7 5 ] min[ 3 1 ] ]"},
		{"      MAX\n   ┌───┴───┐\n  MIN     MIN\n ┌─┴─┐   ┌─┴─┐\n 3   5   2   9", "outline", two},
		{" 3   5   2   9\n └─┬─┘   └─┬─┘\n  MIN     MIN\n   └───┬───┘\n      MAX", "outline", two},
		{"P1 ─┬─ L ─ (3,1)\n    └─ R ─> P2 ─┬─ (0,0)\n                └─ (1,2)", "outline", "1[ <L> (3,1) <R> 2[ (0,0) (1,2) ] ]"},
		{"MAX\n +-- MIN\n |   +-- 3\n |   +-- 5\n +-- MIN\n     +-- 2\n     +-- 9", "outline", two},
		{"MAX\n┣━━ MIN\n┃   ┣━━ 3\n┃   ┗━━ 5\n╚══ 5", "outline", "max[ min[ 3 5 ] 5 ]"},
		{"     ┌── 3\n MAX─┤\n     └── five", "", `line 3, column 10: "five" has no value`},
		{"     ┌── 3\n MAX─┤\n     └──", "", "line 3, column 8: this end of a line meets no label"},
		{"     ┌── 3\n     ┤\n     └── 4", "", `line 1, column 6: this line leads to "3", and from no label`},
		{"     ┌── 3\n MAX─┤\n     └── 4   7", "", `line 3, column 14: no line leads to "7"; the root is "MAX"`},
		{" A─┐\n   ├─ 3\n B─┘", "", `line 1, column 3: this line leads from "A" and from "B"`},
	})
}

// TestTermsOfChance reads children of chance with their probabilities before them.
func TestTermsOfChance(t *testing.T) {
	check(t, []reading{
		{"chance([0.5-leaf(3), 0.5-leaf(9)])", "calls", "*[ @0.5 3 @0.5 9 ]"},
		{"max([chance([1/3-leaf(a, 3), 2/3-min(4, 9)]), leaf(5)]).", "calls", "max[ *[ @1/3 a: 3 @2/3 min[ 4 9 ] ] 5 ]"},
		{"tree(max, [chance([0.5-3, 0.5-9]), leaf(5)]).", "children", "max[ *[ @0.5 3 @0.5 9 ] 5 ]"},
		{"tree(max, [chance(0.25, leaf(3), 0.75, leaf(9)), leaf(5)])", "children", "max[ *[ @0.25 3 @0.75 9 ] 5 ]"},
		{"chance(0.5, leaf(3), 0.5, leaf(9))", "calls", "*[ @0.5 3 @0.5 9 ]"},
		{"chance([(0.5, max(1,2)), (1/2, leaf(4))])", "calls", "*[ @0.5 max[ 1 2 ] @0.5 4 ]"},
		{"chance(p(0.5, leaf(1,2)), p(0.5, leaf((3,4))))", "calls", "*[ @0.5 (1,2) @0.5 (3,4) ]"},
		{"chance([leaf(?)-0.5, leaf(9)-0.5])", "calls", "*[ @0.5 ? @0.5 9 ]"},
		{"chance(0.5, 3, 0.5, 9)", "calls", "*[ @0.5 3 @0.5 9 ]"},
		{"max(chance(0.25, 1, 0.75, 0), 4)", "calls", "max[ *[ @0.25 1 @0.75 0 ] 4 ]"},
		{"chance(1, 0, 0, 1)", "calls", "*[ 1 0 0 1 ]"},
		{"chance(0.5, 3, 0.4, 9)", "calls", "*[ 0.5 3 0.4 9 ]"},
		{"chance(0.5, leaf(3))", "", "line 1, column 8: is 0.5 a leaf of chance, or the probability of the node after it?"},
		{"max(1, chance(0.5, max(3, 4), min(1, 2)))", "", "line 1, column 15: is 0.5 a leaf of chance"},
		{"chance([0.5-leaf(3), x-leaf(9)])", "", "line 1, column 24: expected the probability of the node"},
		{"chance([0.5-leaf(3), 0.4-leaf(9)])", "", "add up to 9/10, not to 1"},
		{"max([0.5-leaf(3), 0.5-leaf(9)])", "", `line 1, column 9: expected "," or "]", found "-"`},
	})
}

// TestPairsOfChance reads children of chance that are pairs of a probability and a node, as programs write them.
func TestPairsOfChance(t *testing.T) {
	const want = "max[ *[ @0.5 4 @0.5 -8 ] 1 ]"
	check(t, []reading{
		{"t = Node::Max(vec![Node::Chance(vec![(0.5, Node::Leaf(4)), (0.5, Node::Leaf(-8))]), Node::Leaf(1)]);", "children", want},
		{"t = Max [Chance [(0.5, Leaf 4), (0.5, Leaf (-8))], Leaf 1]", "children", want},
		{"let t = Max [Chance [(0.5, Leaf 4); (0.5, Leaf (-8))]; Leaf 1]", "children", want},
		{`["max", ["chance", [0.5, 4], [0.5, -8]], 1]`, "nested", want},
		{`tree = ("max", [("chance", [(0.5, 4), (0.5, -8)]), 1])`, "nested", want},
		{`("chance", [(0.25, 10), (0.75, 0)])`, "nested", "*[ @0.25 10 @0.75 0 ]"},
		{`{"type": "chance", "children": [[0.25, {"value": 10}], [0.75, {"type": "max", "children": [1, 2]}]]}`, "children", "*[ @0.25 10 @0.75 max[ 1 2 ] ]"},
		{`("chance", [(4, 0.5), (-8, 0.25)])`, "nested", "*[ (4,0.5) (-8,0.25) ]"},
		{`("chance", [(0, 5), (1, 3)])`, "nested", "*[ (0,5) (1,3) ]"},
	})
	for numbers, want := range map[foreign.Numbers]string{foreign.Scores: "players 2 *[ (0.25,10) (0.75,0) ]", "": "kind minimax *[ @0.25 10 @0.75 0 ]"} {
		got, err := foreign.Read(t.Context(), `("chance", [(0.25, 10), (0.75, 0)])`, foreign.Options{Numbers: numbers})
		if err != nil || oneLine(got.Tree) != want {
			t.Errorf("as %q: %+v, %v; want %s", numbers, got, err, want)
		}
	}
}

// TestProbabilitiesOfMoves finds chance and its probabilities in what all notations say of moves.
func TestProbabilitiesOfMoves(t *testing.T) {
	const gamble = "max[ gamble: *[ @0.3 5 @0.7 2 ] <safe> 4 ]"
	const nature = "*[ @1/3 1[ (3,1) (0,2) ] @2/3 2[ (1,1) (2,5) ] ]"
	check(t, []reading{
		{"MAX\n  gamble\n    0.3: 5\n    0.7: 2\n  safe: 4", "outline", gamble},
		{"MAX\n  gamble\n    p=0.3: 5\n    p=0.7: 2\n  safe: 4", "outline", gamble},
		{"[MAX [gamble [5,edge label={node{$0.3$}}] [2,edge label={node{$0.7$}}]] [4,edge label={node{safe}}]]", "forest", gamble},
		{`\begin{tikzpicture}\node{MAX} child{node{gamble} child{node{5} edge from parent node{$0.3$}} child{node{2} edge from parent node{$0.7$}}} child{node{4} edge from parent node{safe}};\end{tikzpicture}`, "forest", gamble},
		{`{"max": {"gamble": {"0.3": 5, "0.7": 2}, "safe": 4}}`, "children", "max[ <gamble> *[ @0.3 5 @0.7 2 ] <safe> 4 ]"},
		{"MAX\n  gamble\n    0.3: 5\n    0.6: 2\n  safe: 4", "outline", `max[ gamble: min[ <0.3> 5 <0.6> 2 ] <safe> 4 ]`},
		{`\begin{forest}[N [1,edge label={node{$\frac{1}{3}$}} [{3,1}] [{0,2}]] [2,edge label={node{$\frac{2}{3}$}} [{1,1}] [{2,5}]]]\end{forest}`, "forest", nature},
		{`\begin{istgame}\istrooto(0){N}\istb{\frac{1}{3}}[al]\istb{\frac{2}{3}}[ar]\endist\istroot(1)(0-1){1}\istb{}{3,1}\istb{}{0,2}\endist\istroot(2)(0-2){2}\istb{}{1,1}\istb{}{2,5}\endist\end{istgame}`, "forest", nature},
		{"MAX\n  Ran\n    0.7: 9\n    0.3: 7\n  Ran\n    0.2: 2\n    0.8: 5", "outline", "max[ *[ @0.7 9 @0.3 7 ] *[ @0.2 2 @0.8 5 ] ]"},
		{"MAX\n  Dice\n    9\n    7\n  lottery\n    2\n    5", "outline", "max[ Dice: *[ 9 7 ] lottery: *[ 2 5 ] ]"},
		// Before the texts of nodes.
		{"MAX\n  chance\n    [0.3] 5\n    [0.7] Min\n      2\n      3", "outline", "max[ *[ @0.3 5 @0.7 min[ 2 3 ] ] ]"},
		{"chance\n  (0.3) 5\n  (0.7) 2", "outline", "*[ @0.3 5 @0.7 2 ]"},
		{"MAX\n  chance\n    (0.3) 5\n    (0.6) 2", "", "add up to 9/10, not to 1"},
		{"chance\n  30: 10\n  70: -5", "outline", "*[ @0.3 10 @0.7 -5 ]"},
		{"chance\n  1: 10\n  2: -5", "outline", "*[ <1> 10 <2> -5 ]"},
		{"chance\n  -0.5: 10\n  1.5: -5", "", "line 2, column 3: -0.5 is not a probability from 0 to 1"},
		{"chance\n  1:2 -> 10\n  2:1 -> -5", "", `line 2, column 3: "1:2" is no probability; odds are not read`},
		// Rows of a drawing.
		{"      MAX\n    /     \\\n CHANCE    2\n /    \\\n0.5   0.5\n /     \\\n4      -8", "slashes", "max[ *[ @0.5 4 @0.5 -8 ] 2 ]"},
		{"   Ran\n  /   \\\n0.7   0.3\n |     |\nMin   Min\n |    / \\\n 9   7   2", "slashes", "*[ @0.7 min[ 9 ] @0.3 min[ 7 2 ] ]"},
		{"   MAX\n  /   \\\n0.7   0.3\n |     |\n 9     2", "slashes", "max[ min[ 9 ] min[ 2 ] ]"},
	})
}

// TestNumbersTogether reads numbers with a slash or a comma between them, which are one number or two scores.
func TestNumbersTogether(t *testing.T) {
	check(t, []reading{
		{"P1\n  P2\n    L -> 3/1\n    R -> 0/2\n  R -> (2, 2)", "outline", "1[ 2[ <L> (3,1) <R> (0,2) ] <R> (2,2) ]"},
		{"P1(P2(3/1, 0/2), -2/2)", "calls", "1[ 2[ (3,1) (0,2) ] (-2,2) ]"},
		{"[3/1, 1/2]", "nested", "1[ (3,1) (1,2) ]"},
		{"player: 1\nchildren:\n  - value: 3/1\n  - value: 0/2", "yaml", "1[ (3,1) (0,2) ]"},
		{"P1(1/2, 3/4)", "calls", "max[ 0.5 0.75 ]"},
		{"P1(3/1, 4)", "calls", "max[ 3 4 ]"},
		{"[3/1, 4]", "nested", "max[ 3 4 ]"},
		{"max(3/1, min(1/2, 2/3))", "calls", "max[ 3 min[ 0.5 2/3 ] ]"},
		{"P1((3, 1, 2), 1/2)", "", "this leaf has 1 number, and the first one has 3"},
		{"- [3, 5]\n- [2, 9]\n", "yaml", "max[ min[ 3 5 ] min[ 2 9 ] ]"},
	})
}

// TestInitials reads payoffs by the first letters of those who move.
func TestInitials(t *testing.T) {
	const leaves = `b -> x; b -> y; r -> z; x[label="A: 3, B: 1"]; y[label="A: 0, B: 2"]; z[label="A: 2, B: 2"] }`
	check(t, []reading{
		{`digraph { r[label="Ann"]; b[label="Bob"]; r -> b; ` + leaves, "dot", "r: 1[ b: 2[ x: (3,1) y: (0,2) ] z: (2,2) ]"},
		{`digraph { r[label="Bob"]; b[label="Ann"]; r -> b; ` + leaves, "dot", "r: 1[ b: 2[ x: (1,3) y: (2,0) ] z: (2,2) ]"},
		{`digraph { r[label="Ann"]; b[player="Bob"]; r -> b; ` + leaves, "dot", "r: 1[ b: 2[ x: (3,1) y: (0,2) ] z: (2,2) ]"},
		{`digraph { r[label="Ann", player="Bob"]; b[player="Ann"]; r -> b; ` + leaves, "dot", "Ann: 1[ b: 2[ x: (1,3) y: (2,0) ] z: (2,2) ]"},
		{`digraph { r[player="Ann"]; b[player="Alice"]; r -> b; ` + leaves, "", `"Ann" moves here, and no payoff is that of "Ann"`},
		{`digraph { Bob -> Ann; Bob -> z; Ann -> x; Ann -> y; x[label="A: 3, B: 1"]; y[label="A: 0, B: 2"]; z[label="A: 2, B: 2"] }`, "dot", "Bob: 1[ Ann: 2[ x: (1,3) y: (2,0) ] z: (2,2) ]"},
		{"Ann\n  L: Bob\n    A: 3, B: 1\n    r: A: 0, B: 2\n  R -> A: 2, B: 2", "outline", "1[ <L> 2[ (3,1) <r> (0,2) ] <R> (2,2) ]"},
	})
}

// TestLiterals reads trees as programs of many languages write them.
func TestLiterals(t *testing.T) {
	const (
		two   = "max[ min[ 3 12 ] min[ 2 4 ] ]"
		leaf  = "A: max[ 3 5 ]"
		names = "A: max[ B: 3 C: 5 ]"
		moves = "max[ <A> min[ <B> 3 <C> 5 ] ]"
	)
	check(t, []reading{
		// C#
		{"new Node(\"A\", new[]{ new Leaf(3), new Leaf(5) })", "children", leaf},
		{"new Node { Name = \"A\", Children = { new Node { Value = 3 }, new Node { Value = 5 } } }", "children", leaf},
		{"var tree = new Node(\"A\") { Children = new List<Node> { new Node(\"B\", 3), new Node(\"C\", 5) } };", "children", names},
		{"new Node() { Name = \"A\", Children = new Node[] { new() { Value = 3 }, new() { Value = 5 } } }", "children", leaf},
		{"int[][] tree = new int[][] {{3, 12}, {2, 4}};", "nested", two},
		// Go
		{"&Node{Children: []*Node{{Value: 3}, {Value: 5}}}", "children", "max[ 3 5 ]"},
		{"tree := &Node{\n\tName: \"A\",\n\tChildren: []*Node{\n\t\t{Name: \"B\", Value: 3}, // a leaf\n\t\t{Name: \"C\", Value: 5},\n\t},\n}", "children", names},
		{"[][]int{{3, 12}, {2, 4}}", "nested", two},
		// Kotlin, Scala and Java
		{"val tree = listOf(listOf(3, 12), listOf(2, 4))", "nested", two},
		{"mapOf(\"A\" to mapOf(\"B\" to 3, \"C\" to 5))", "children", moves},
		{"Map(\"A\" -> List(\"B\", \"C\"), \"B\" -> 3, \"C\" -> 5)", "children", names},
		{"Map(\"A\" -> List(\"B\"))", "", `line 1, column 17: "B" is a leaf without a value`},
		{"Map.of(\"A\", Map.of(\"B\", 3, \"C\", 5))", "children", moves},
		{"List.of(List.of(3, 12), List.of(2, 4))", "nested", two},
		{"new MaxNode<Integer>(new MinNode<>(new Leaf(3), new Leaf(12)), new MinNode<>(new Leaf(2), new Leaf(4)))", "calls", two},
		// Swift
		{"Node(children: [Leaf(3), Leaf(5)])", "children", "max[ 3 5 ]"},
		{"indirect enum Tree { case leaf(Int); case node([Tree]) }\nlet t = Tree.node([.leaf(3), .leaf(5)])", "children", "max[ 3 5 ]"},
		// R
		{"tree <- list(list(3, 12), list(2, 4))", "nested", two},
		{"list(name = \"A\", children = list(list(value = 3), list(value = 5)))", "children", leaf},
		{"list([[3, 12], [2, 4]])", "nested", two},
		// Rust
		{"vec![vec![3,12],vec![2,4]]", "nested", two},
		{"Node::new(\"A\", vec![Leaf::new(3), Leaf::new(5)])", "children", leaf},
		{"let t = Node { name: \"A\".to_string(), children: vec![Node { value: 3, children: vec![] }, Box::new(Node { value: 5, children: vec![] })] };", "children", leaf},
		{"Tree::Max(vec![Tree::Min(vec![Tree::Leaf(3), Tree::Leaf(12)]), Tree::Leaf(2)])", "children", "max[ min[ 3 12 ] 2 ]"},
		// PHP and Ruby
		{"array(array(3,12), array(2,4))", "nested", two},
		{"$tree = [\"A\" => [\"B\" => 3, \"C\" => 5]];", "children", moves},
		{"{ :name => \"A\", :children => [ { :value => 3 }, { :value => 5 } ] }", "children", leaf},
		{"Node.new(\"A\", [Leaf.new(3), Leaf.new(5)])", "children", leaf},
		// Clojure and Elixir
		{"{:max [{:min [3 12]} {:min [2 4]}]}", "children", two},
		{"{:name \"A\", :children [{:value 3} ; left\n {:value 5}]}", "children", leaf},
		{"[:max [:min 3 12] [:min 2 4]]", "sexpr", two},
		{"%{name: \"A\", children: [%{value: 3}, %{value: 5}]}", "children", leaf},
		// Mathematica, Lua and C
		{"Tree[\"A\", {Tree[3, None], Tree[5, None]}]", "children", leaf},
		{"Max[Min[3, 12], Min[2, 4]]", "calls", two},
		{"local tree = {name = \"A\", children = {{value = 3}, {value = 5}}}", "children", leaf},
		{"{{3,12},{2,4}}", "nested", two},
		{"struct Node { int value; struct Node *left, *right; };\nstruct Node root = { .left = &(struct Node){ .value = 3 }, .right = &(struct Node){ .value = 5 } };", "children", "max[ <left> 3 <right> 5 ]"},
		// Haskell, OCaml and F#
		{"data Tree = Leaf Int | Node [Tree]\n\nNode [Leaf 3, Leaf 5]", "children", "max[ 3 5 ]"},
		{"module Game where\nimport Data.List\n\ndata Tree a\n  = Leaf a\n  | Max [Tree a]\n  | Min [Tree a]\n  deriving (Show, Eq)\n\nt :: Tree Int\nt = Max [Min [Leaf 3, Leaf 12], Min [Leaf 2, Leaf 4]]", "children", two},
		{"type tree =\n| Leaf of int\n| Max of tree list\n| Min of tree list\n\nlet t = Max [Min [Leaf 3; Leaf 12]; Min [Leaf 2; Leaf 4]]", "children", two},
		{"type Tree =\n    | Leaf of int\n    | Node of string * Tree list\n\nlet tree = Node(\"A\", [Leaf 3; Leaf 5])", "children", leaf},
		{"Node { name = \"A\", children = [Leaf 3, Leaf 5] }", "children", leaf},
		{"let t = Node (Leaf 3, Leaf 5)", "children", "max[ 3 5 ]"},
		// Declarations, constants and wrappers.
		{"Tree tree = new Tree(new Node(\"A\", new Node(\"B\", 3), new Node(\"C\", 5)));", "children", names},
		{"root := Node{Kind: Max, Children: []Node{{Kind: Leaf, Value: 3}, {Kind: Leaf, Value: 5}}}", "children", "max[ 3 5 ]"},
		{"indirect enum Tree {\n  case leaf(Int)\n  case max([Tree])\n}\n\nlet tree: Tree = .max([.min([.leaf(3), .leaf(12)]), .min([.leaf(2), .leaf(4)])])", "calls", two},
		{"Node(type: .min, children: [Node(value: 3), Node(value: 5)])", "children", "min[ 3 5 ]"},
		{"list(c(3,12), c(2,4))", "nested", two},
		{"<?php\n$tree = ['name' => 'A', 'children' => [['value' => 3], ['value' => 5]]];", "children", leaf},
		{"new Dictionary<string, object> { [\"A\"] = new Dictionary<string, int> { [\"B\"] = 3, [\"C\"] = 5 } }", "children", moves},
		{"(define tree '(max (min 3 12) (min 2 4)))", "sexpr", two},
		{"data T = Leaf Int | Max [T] | Min [T]\n\nexample :: T\nexample = Max\n  [ Min [Leaf 3, Leaf 12]\n  , Min [Leaf 2, Leaf 4]\n  ]", "children", two},
		{"let example =\n  Max [\n    Min [ Leaf 3; Leaf 12 ];\n    Min [ Leaf 2; Leaf 4 ];\n  ]\nlet () = print_newline ()", "children", two},
		{"sealed trait Tree\ncase class Leaf(v: Int) extends Tree\ncase class Node(children: List[Tree]) extends Tree\n\nval t = Node(List(Leaf(3), Leaf(5)))", "children", "max[ 3 5 ]"},
		{"Node(\"MAX\", {Node(\"MIN\", {3, 12}), Node(\"MIN\", {2, 4})})", "children", two},
		{"{\"max\", {{\"min\", {3, 12}}, {\"min\", {2, 4}}}}", "nested", two},
		// What is wrong is refused at its place.
		{"new Node(\"A\", new[]{ new Leaf(3), new Leaf(x1) })", "", "line 1, column 44: expected"},
		{"&Node{Children: []*Node{{Value: 3}, {Name: \"x\"}}}", "", "line 1, column 37: this node has neither children nor a value"},
		{"vec![vec![3,12],vec![2,w]]", "", "line 1, column 24: expected a number"},
		{"listOf(listOf(3, 12), listOf(2, 4)", "", "line 1, column 7: this bracket is not closed"},
		{"{:max [{:min [3 12]} {:min [2 w]}]}", "", "line 1, column 31: expected"},
	})
}

// TestLibraries reads the statements of libraries of trees and graphs.
func TestLibraries(t *testing.T) {
	const (
		graph = "G = nx.DiGraph()\nG.add_edges_from([('a','b'),('a','c'),('c','d'),('c','e')])\n"
		nodes = "a: max[ b: 5 c: min[ d: 3 e: 4 ] ]"
		tree  = "tree = Tree()\ntree.create_node('A', 'a')\n"
	)
	check(t, []reading{
		{graph + "G.add_node('b', value=5)\nG.add_node('d', value=3)\nG.add_node('e', value=4)", "program", nodes},
		{graph + "G.add_nodes_from([('b', {'value': 5}), ('d', {'value': 3}), ('e', dict(value=4))])", "program", nodes},
		{graph + "G.nodes['b']['value'] = 5\nG.nodes['d']['value'] = 3\nG.nodes['e']['value'] = 4", "program", nodes},
		{graph + "nx.set_node_attributes(G, {'b': 5, 'd': 3, 'e': 4}, 'value')", "program", nodes},
		{graph + "nx.set_node_attributes(G, {'b': {'value': 5}, 'd': {'value': 3}, 'e': {'value': 4}})", "program", nodes},
		{"G = nx.DiGraph([('a','b'),('a','c')])\nG.add_node('b', value=3)\nG.add_node('c', value=5)", "program", "a: max[ b: 3 c: 5 ]"},
		{graph + "G.add_node('b', value=5)", "", `"d" is a leaf without a value`},
		{"g = ig.Graph(edges=[(0,1),(0,2),(1,3),(1,4)], directed=True)\ng.vs['label'] = ['Max', 'Min', 5, 3, 12]", "program", `"0": max[ "1": min[ "3": 3 "4": 12 ] "2": 5 ]`},
		{"g = Graph([(0,1),(0,2)], directed=True)\ng.vs['value'] = [None, 3, 5]", "program", `"0": max[ "1": 3 "2": 5 ]`},
		{tree + "tree.create_node('B', 'b', parent='a', data=3)\ntree.create_node('C', 'c', parent='a', data=5)\ntree.show()", "program", "A: max[ B: 3 C: 5 ]"},
		{"tree = Tree()\nroot = tree.create_node('MIN')\ntree.create_node('B', parent=root.identifier, data=3)\ntree.create_node('C', parent=root, data={'value': 5})", "program", "min[ B: 3 C: 5 ]"},
		{tree + "tree.create_node('B', 'b', parent='x', data=3)", "", `a node that is no child: "a" and "x"`},
		{"root = Node('Max')\na = Node('A', parent=root)\nb = Node('B', parent=a, value=3)\nNode('C', parent=a, value=5)\nNode('D', parent=root, value=2)\nprint(RenderTree(root))", "program", "max[ A: min[ B: 3 C: 5 ] D: 2 ]"},
		{"root = Node('A', children=[Node('B', value=3)])\nNode('C', parent=root, value=5)", "program", "A: max[ B: 3 C: 5 ]"},
		{"root = Node('A')\nNode('B', parent=rot, value=3)", "", `line 2, column 18: expected an object, a list, a string or a number, found "rot"`},
		{"Node('B', parent=root, value=3)", "", "line 1, column 11: a node that names its parent is not read alone"},
		{"root = dict_to_tree({'a': {'player': 'min'}, 'a/b': {'value': 3}, 'a/c/d': {'value': 5}})", "children", "a: min[ b: 3 c: max[ d: 5 ] ]"},
		{"list_to_tree(['a/b', 'a/c'])", "", `line 1, column 15: "a/b" is a leaf without a value`},
	})
}

// TestFormulas reads calls of libraries and spreadsheets.
func TestFormulas(t *testing.T) {
	const two = "max[ min[ 3 12 ] min[ 2 4 ] ]"
	check(t, []reading{
		{"Math.max(Math.min(3, 12), Math.min(2, 4))", "calls", two},
		{"int v = Math.Max(Math.Min(3, 12), Math.Min(2, 4));", "calls", two},
		{"std::max({std::min({3,12}), std::min({2,4})})", "calls", two},
		{"np.max([np.min([3, 12]), np.min([2, 4])])", "calls", two},
		{"maxOf(minOf(3, 12), minOf(2, 4))", "calls", two},
		{"=MAX(MIN(3;12);MIN(2;4))", "calls", two},
		{"=MAX(MIN(3,12),MIN(2,4))", "calls", two},
		{"=MAX(MIN(3,5;12);-0,5)", "calls", "max[ min[ 3.5 12 ] -0.5 ]"},
		{"=MAX(MIN(3;5);MITTELWERT(4;8))", "calls", "max[ min[ 3 5 ] *[ 4 8 ] ]"},
		{"=MAX(MOYENNE(4;8);2,5)", "calls", "max[ *[ 4 8 ] 2.5 ]"},
		{"=MAX(MIN(A1;12);MIN(2;4))", "", "line 1, column 10: A1 is a cell of a spreadsheet"},
		{"=SUM(3;12)", "", `line 1, column 2: "SUM" is no function here`},
	})
}

// TestSage reads trees and graphs of Sage.
func TestSage(t *testing.T) {
	const class = "LabelledOrderedTree"
	check(t, []reading{
		{"LabelledRootedTree([LabelledRootedTree([], label=3), LabelledRootedTree([], label=5)], label='MAX')", "children", "max[ 3 5 ]"},
		{class + "([" + class + "([" + class + "([], label='4'), " + class + "([], label=2)], label='B'), " + class + "([], label='?')], label='A')", "children", "A: max[ B: min[ 4 2 ] ? ]"},
		{class + "([" + class + "([], label='a')], label='MIN')", "", "line 1, column 22: this node has neither children nor a value"},
		{"OrderedTree([[], [[], []]])", "children", "max[ ? min[ ? ? ] ]"},
		{"DiGraph({'A': ['B', 'C'], 'B': 3, 'C': 5}, format='dict_of_lists')", "children", "A: max[ B: 3 C: 5 ]"},
		{"DiGraph({'A': ['B', 5], 'B': [3, 7]})", "children", "A: max[ B: min[ 3 7 ] 5 ]"},
		{"DiGraph({0: [1, 2], 1: [3, 4]})", "", `"3" is a leaf without a value`},
		{"Graph({'A': ['B', 'C']})", "", `line 1, column 14: "B" is a leaf without a value`},
		{"DiGraph([('A', 'B')])", "", "line 1, column 9: expected an object with the children of each node"},
	})
}

func TestSExpressions(t *testing.T) {
	check(t, []reading{
		{"(max (min 3 12) (min 2 4))", "sexpr", "max[ min[ 3 12 ] min[ 2 4 ] ]"},
		{"[max [min 3 12] [min 2 4]]", "sexpr", "max[ min[ 3 12 ] min[ 2 4 ] ]"},
		{"(MAX (A 3) (B 5))", "sexpr", "max[ A: 3 B: 5 ]"},
		{"(chance (0.5 3) (50% (max 5 6)))", "sexpr", "*[ @0.5 3 @0.5 max[ 5 6 ] ]"},
		{"(chance 1/2 3 1/2 5)", "sexpr", "*[ @0.5 3 @0.5 5 ]"},
		{"; a tree\n'(max 3 ; left\n (min 2 x))", "sexpr", "max[ 3 min[ 2 x: ? ] ]"},
		{"(P1 (P2 (1 2 3) (3 2 1)) (0 0 0))", "sexpr", "1[ 2[ (1,2,3) (3,2,1) ] (0,0,0) ]"},
		{`("A" max (B 3) (C (D 4) (E 5)))`, "sexpr", "A: max[ B: 3 C: min[ D: 4 E: 5 ] ]"},
		{"(max (3 12) (2 4))", "sexpr", "max[ min[ 3 12 ] min[ 2 4 ] ]"},
		{"((3 17) (2 12))", "nested", "max[ min[ 3 17 ] min[ 2 12 ] ]"},
		{"(node 'max (list (leaf 3) (leaf 2)))", "", "line 1, column 12: this calls the function list"},
		{"(max \"\" 3)", "", "line 1, column 6: this text is empty; a node has a name, a value or children"},
		{"(max (min 3 12)\n(min 2 foo))", "", `line 2, column 8: "foo" is no value`},
		{"(max (min 3 12) (min 2 4)", "", "line 1, column 1: this bracket is not closed"},
		{"(chance (0.5 3) (0.4 5))", "", "add up to 9/10"},
	})
}

func TestYAML(t *testing.T) {
	check(t, []reading{
		{"player: max\nchildren:\n  - value: 3\n  - player: min\n    children:\n      - value: 5\n      - value: 7", "yaml", "max[ 3 min[ 5 7 ] ]"},
		{"---\nname: A\ntype: MAX\nchildren:\n- {name: B, value: 3}\n- name: C\n  isMin: yes\n  children: [{value: 1}, {value: 1/2}]\n", "yaml", "A: max[ B: 3 C: min[ 1 0.5 ] ]"},
		{"left:\n  up: 3\n  down: 7\nright: 4 # a leaf", "yaml", "max[ <left> min[ <up> 3 <down> 7 ] <right> 4 ]"},
		{"- - 3\n  - 12\n- - 2\n  - 4", "yaml", "max[ min[ 3 12 ] min[ 2 4 ] ]"},
		{"- [3, 12]\n- [2, 4]\n", "yaml", "max[ min[ 3 12 ] min[ 2 4 ] ]"},
		{"children:\n  - &a value: 3\n  - *a", "", "line 2, column 5: an anchor is not read"},
		{"children:\n  - value: *b\n", "", "this YAML cannot be read: unknown anchor 'b' referenced"},
		{"children:\n  - value: 3\n - value: 4", "", "line 2, column 3: this YAML cannot be read"},
		{"children:\n  - value: 0x1F\n  - value: 4", "", `line 2, column 12: "0x1F" is not a number`},
		{"children:\n  - value: .inf\n  - value: 4", "", "line 2, column 12: a score of a tree is finite"},
		{"children:\n  - name: é\n    value: tree\n", "", "line 3, column 12: expected a score or a list of scores, found tree"},
		{"children:\n  - value: 1\n---\nchildren: []", "", "a second document begins here"},
	})
}

func TestCS188(t *testing.T) {
	file := func(alg, depth, successors, evaluation string) string {
		return "class: \"GraphGameTreeTest\"\nalg: \"" + alg + "\"\ndepth: \"" + depth + "\"\n\n# A tree.\ndiagram: \"\"\"\n A\n\"\"\"\nnum_agents: \"2\"\n\n" +
			"start_state: \"A\"\nwin_states: \"D E\"\nlose_states: \"\"\n\nsuccessors: \"\"\"\n" + successors + "\n\"\"\"\n\nevaluation: \"\"\"\n" + evaluation + "\n\"\"\"\n"
	}
	const moves = "A Left B\nA Right C\nB Left D\nB Right E"
	check(t, []reading{
		{file("AlphaBetaAgent", "3", moves, "D 3.0\nE -5.0\nC 1.5"), "cs188", "A: max[ <Left> B: min[ <Left> D: 3 <Right> E: -5 ] <Right> C: 1.5 ]"},
		{file("ExpectimaxAgent", "1", moves, "D 3.0\nE -5.0\nC 1.5"), "cs188", "A: max[ <Left> B: *[ <Left> D: 3 <Right> E: -5 ] <Right> C: 1.5 ]"},
		{file("MinimaxAgent", "1", moves+"\nC x F", "D 3.0\nE -5.0\nF 1.5"), "cs188", "A: max[ <Left> B: min[ <Left> D: 3 <Right> E: -5 ] <Right> C: min[ <x> F: 1.5 ] ]"},
		{file("MinimaxAgent", "1", moves, "D 3.0\nE -5.0"), "", `line 17, column 9: the state "C" has no line in evaluation`},
		{file("MinimaxAgent", "1", moves+"\nC D", "D 3.0\nE -5.0"), "", "line 20, column 1: a line of successors has 3 words"},
		{file("MinimaxAgent", "1", moves+"\nC Left D", "D 3.0\nE -5.0"), "", `line 20, column 8: the state "D" is reached here and at line 18, column 8`},
	})
}

func TestTikZ(t *testing.T) {
	check(t, []reading{
		{`\node {Max} child {node {3}} child {node {Min} child {node{5}} edge from parent node[left] {$L$}};`, "forest", "max[ 3 <L> min[ 5 ] ]"},
		{"\\begin{tikzpicture}[level 1/.style={sibling distance=3cm}]\n\\node[draw] (r) at (0,0) {MAX} [->]\n  child { node[draw] {MIN} % left\n    child { node {$3$} edge from parent node[left] {a} }\n" +
			"    child { node {$-12$} edge from parent[dashed] node[right] {b} }\n    edge from parent node[above left] {L} }\n  child { node (x) {5} node[right] {best} };\n\\draw (0,0) -- (1,1);\n\\end{tikzpicture}",
			"forest", "max[ <L> min[ <a> 3 <b> -12 ] 5 ]"},
		{`\node {1} [grow=right] child {node {$(3,1)$}} child {node {2} child {node {(0,0)}} child {node {(1,2)}}};`, "forest", "1[ (3,1) 2[ (0,0) (1,2) ] ]"},
		{`\node[min, draw] {$A$} child {node[max] {B} child {node {3}}} child {node[leaf] {5}};`, "forest", "A: min[ B: max[ 3 ] 5 ]"},
		{`\node[label=right:{MIN}]{} child{node{3}} child{node{5}};`, "forest", "min[ 3 5 ]"},
		{`\node[regular polygon, regular polygon sides=3, shape border rotate=180]{} child{node{3}} child{node{5}};`, "forest", "min[ 3 5 ]"},
		{`\Tree [.\node[min]{A}; [.\node[max]{B}; 3 5 ] 2 ]`, "forest", "A: min[ B: max[ 3 5 ] 2 ]"},
		{`[A, minnode [B, maxnode, el={L} [3][5]] [C, label=right:Max, el=R [2]]]`, "forest", "A: min[ <L> B: max[ 3 5 ] <R> C: max[ 2 ] ]"},
		{`[Max, minnode [3][5]]`, "", "name two movers"},
		{`\node {Max} child {node {3}} child {node {foo}};`, "", `line 1, column 30: this leaf has no value: "foo"`},
		{`\node {Max} child foreach \x in {1,2} {node {3}};`, "", "line 1, column 13: children in a loop of TikZ are not read"},
		{`\node {Max} child {node {3}} child {node {5};`, "", "is not closed"},
		{`\node {Max} child {node {3}}; \node {Max} child {node {3}};`, "", "line 1, column 43: a second tree begins"},
	})
}

func TestGamesOfChess(t *testing.T) {
	check(t, []reading{
		{"1. e4 e5 (1... c5 2. Nf3 {[%eval 0.4]}) 2. Nf3 {[%eval 0.3]} (2. f4 {[%eval -0.5]})", "pgn", "max[ <e4> min[ <e5> max[ <Nf3> 0.3 <f4> -0.5 ] <c5> max[ <Nf3> 0.4 ] ] ]"},
		{"[Event \"x\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 $1 { [%eval 0.17] [%clk 0:00:30] } 1... c5 2. Nf3 {+0.40/20 0.5s} 2... d6?! (2... e6 3. d4 {(0.35)}) 3. O-O-O+ 1-0\r\n",
			"pgn", `max[ <e4> min[ <c5> max[ <Nf3> min[ <d6> max[ <O-O-O+> 1 ] <e6> max[ <d4> 0.35 ] ] ] ] ]`},
		{"1.e4 e5 1/2-1/2", "pgn", "max[ <e4> min[ <e5> 0 ] ]"},
		{"[FEN \"8/8/8/8/8/8/8/K1k5 b - - 0 1\"]\n1... Kc2 {[%eval 1.5,20]} *", "pgn", "min[ <Kc2> 1.5 ]"},
		{"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {[%eval 0.3]} *", "", "line 1, column 22: the line ends here without an evaluation; write it after the move"},
		{"1. e4 e5 *", "", "line 1, column 7: the line ends here without an evaluation"},
		{"1. e4 {[%eval #-3]} *", "", `line 1, column 15: "#-3" is a mate`},
		{"1. e4 {[%eval 0.3] e5", "", `line 1, column 7: this comment is not closed`},
		{"1. e4 (1. d4 {+0.10/9}", "", "line 1, column 7: this bracket is not closed"},
	})
}

func TestSGF(t *testing.T) {
	check(t, []reading{
		{"(;B[aa](;W[bb]V[3])(;W[cc]V[-1]))", "sgf", "max[ <aa> min[ <bb> 3 <cc> -1 ] ]"},
		{"(;GM[1]FF[4]GN[My game]C[a note \\] here];B[pd](;W[dp];B[]V[2.5])(;W[dd]N[x]V[1]))", "sgf", `title "My game" max[ <pd> min[ <dp> max[ <pass> 2.5 ] <dd> x: 1 ] ]`},
		{"(;PL[W];W[aa]V[1])", "sgf", "min[ <aa> 1 ]"},
		{"(;B[aa](;W[bb])(;W[cc]V[-1]))", "", "line 1, column 9: the line ends here without a value"},
		{"(;B[aa](;W[bb]V[x]))", "", `line 1, column 17: "x" is no value`},
		{"(;B[aa](;W[bb]V[1])(;B[cc]V[-1]))", "", "line 1, column 22: Black and White both move here"},
		{"(;B[aa](;W[bb]V[1])", "", "line 1, column 1: this bracket is not closed"},
	})
}

// TestPrograms reads parts of programs.
func TestPrograms(t *testing.T) {
	const two = "max[ min[ 3 5 ] min[ 2 9 ] ]"
	check(t, []reading{
		{"tree = [[3, 5], [2, 9]]  # a tree", "nested", two},
		{"# ann's tree\ntree = [\n  [3, 5],   # left\n  [2, 9],\n]\n", "nested", two},
		{"import numpy as np\ntree = np.array([[3, 5], [2, 9]])\n", "nested", two},
		{"Here it is:\n~~~\n[[3, 5], [2, 9]]\n~~~\nThat is all.", "nested", two},
		{"export default {type: \"MAX\", children: [{value: 3}, {value: 5}]}", "children", "max[ 3 5 ]"},
		{"t = Arrays.asList(Arrays.asList(3, 5), 2);", "nested", "max[ min[ 3 5 ] 2 ]"},
		{"tree: list = ((3, 5.), [2, None])", "nested", "max[ min[ 3 5 ] min[ 2 ? ] ]"},
		{"int tree[2][2] = {{3, 5}, {2, 9}};", "nested", two},
		{"```python\ntree = [[3, 5], [2, 9]]\n```", "nested", two},
		{"Like this:\n```\nkind minimax max[3 5]\n```\n", "espalier", "max[ 3 5 ]"},
		{"tree = {'L': {'a': 3, 'b': 5}, 'R': 2}", "children", "max[ <L> min[ <a> 3 <b> 5 ] <R> 2 ]"},
		{"const tree = {value: 3, children: [{value: 1}, {value: 2}]};", "children", "max[ 1 2 ]"},
		{"// a tree\n{\n /* root */ type: 'max', // Max\n children: [{value: 1}, {value: 2},],\n}", "children", "max[ 1 2 ]"},
		{"{“type”: “min”, “children”: [{“value”: 1}, {“value”: 2}]}", "children", "min[ 1 2 ]"},
		{`tree = {"isMax": False, "children": [{"value": 3}, {"value": 2}]}`, "children", "min[ 3 2 ]"},
		{"let tree = max(3, min(5, 2));", "calls", "max[ 3 min[ 5 2 ] ]"},
		{`Node("A", [Node("B", 3), Node("C", 5)])`, "children", "A: max[ B: 3 C: 5 ]"},
		{"TreeNode(val=5, left=TreeNode(val=3, left=None, right=None), right=TreeNode(val=8, left=None, right=None))", "children", "max[ 3 8 ]"},
		{`treeData = [{"name": "A", "parent": "null", "children": [{"name": "B", "parent": "A", "value": 3}, {"name": "C", "parent": "A", "value": 5}]}]`, "children", "A: max[ B: 3 C: 5 ]"},
		{`[{"name": "MAX", "children": [{"name": "MIN", "children": [{"name": "3"}, {"name": "12"}]}, {"name": "2"}]}]`, "children", "max[ min[ 3 12 ] 2 ]"},
		{`{"to_move": "black", "children": [{"to_move": "white", "children": [{"eval": 1.5}, {"eval": -1}]}, {"eval": 0}]}`, "children", "min[ max[ 1.5 -1 ] 0 ]"},
		{`{"val": 5, "left": {"val": 3}, "right": {"val": 8, "left": null, "right": {"val": 9}}}`, "children", "max[ 3 min[ 9 ] ]"},
		{`root = anytree.Node('A', children=[Node('B', value=3), Node('C', value=5)])`, "children", "A: max[ B: 3 C: 5 ]"},
		{"var t = new Node('max', [new MinNode([3, 4]), 5]);", "children", "max[ min[ 3 4 ] 5 ]"},
		{"dict(player='max', children=[dict(value=1), dict(value=(2))])", "children", "max[ 1 2 ]"},
		{"('max', [('L', 3), ('R', ('min', [4, 5]))])", "nested", "max[ L: 3 <R> min[ 4 5 ] ]"},
		{"[['H', (1, 2)], ['T', (3, 4)]]", "nested", "1[ H: (1,2) T: (3,4) ]"},
		{`("A", None, ("B", None, ("D", 3), ("E", 12)), ("C", None))`, "nested", "A: max[ B: min[ D: 3 E: 12 ] C: ? ]"},
		{"[[½, 5], [2¾, −⅓]]", "nested", "max[ min[ 0.5 5 ] min[ 2.75 -1/3 ] ]"},
		{"max(min(3, 12, 8), min(2, x, y))", "calls", "max[ min[ 3 12 8 ] min[ 2 x: ? y: ? ] ]"},
		{"root = Node('A')\nroot.add_child(Node('B', 3))\nroot.add_child(Node('C', 5))\nprint(minimax(root, 0, True))\nfor c in root.children:\n    print(c.name)\nroot.show()", "program", "A: max[ B: 3 C: 5 ]"},
		{"root = Node('A')\nb = Node('B', 3)\nroot.add_child(b)\nroot.remove_child(b)", "", "line 4, column 1: this statement may change the tree"},
		{"root = Node('A')\nroot.children = [Node('B', 3), Node('C', 5)]\nroot.children.pop()", "", "line 3, column 1: this statement may change the tree"},
		{"root = Node('A')\nroot.add(Node('B', 3))\ndel root.children[0]\nroot.children.reverse()", "", "line 3, column 1: this statement may change the tree"},
		{"root = Node('A')\nroot.add(Node('B', 3))\nfor v in [7, 9]:\n    root.add_child(Node('x', v))", "", "line 4, column 5: this statement may change the tree"},
		{"root = Node('A')\nroot.add(Node('B', 3))\nif DEEP: root.add(Node('C', 5))", "", "line 3, column 1: this statement may change the tree"},
		{"def build():\n    root.add(Node('Z', 1))\nroot = Node('A')\nroot.add(Node('B', 3))\nbuild()", "", "line 2, column 5: this statement may change the tree"},
		{"b = Node('B', 3)\nroot = Node('A', [b, 5])\nb.value += 2", "", "line 3, column 1: this statement may change the tree"},
		{"root = new_node(0, None)\na = new_node(0, root)\nnew_node(3, a)\nnew_node(5, a)", "", "line 3, column 1: this statement may change the tree"},
		{"tree = {'A': ['B', 'C'], 'B': 3, 'C': 5}\ntree.pop('B')", "", "line 2, column 1: this statement may change the tree"},
		{"int[] scores = {3, 5, 2, 9};\nint h = 2;\nSystem.out.println(minimax(0, 0, true, scores, h));", "", "line 1, column 1: this is a list of numbers, and a program knows its levels"},
		{"tree = [None, None, None, 3, 5, 2, 9]", "", "line 1, column 9: a list with numbers and null may be a binary tree"},
		{"[1,2,3,null,null,4,5]", "", "line 1, column 8: a list with numbers and null may be a binary tree"},
		{`digraph { A [xlabel="MIN"]; A -> B; A -> C; B [label=3]; C [label=5] }`, "dot", "A: min[ B: 3 C: 5 ]"},
		{"b = Node('B', parent=root)", "", "line 1, column 15: a node that names its parent is not read"},
		{"root = Node('A')\nroot.left = Node('B')", "", "line 2, column 13: this node has neither children nor a value"},
		{"[3, float('inf')]", "", "line 1, column 5: a score of a tree is finite, and float('inf') is not"},
		{"tree = {\n  value: -Infinity }", "", "line 2, column 10: a score of a tree is finite, and -Infinity is not; write a number beyond the smallest score of the game, such as -1000"},
	})
}

// TestLevels reads round brackets of numbers as levels where a person chooses that.
func TestLevels(t *testing.T) {
	got, err := foreign.Read(t.Context(), "((3, 12, 8), (2, 4, 6))", foreign.Options{As: "levels"})
	if err != nil || oneLine(got.Tree) != "kind minimax max[ min[ 3 12 8 ] min[ 2 4 6 ] ]" {
		t.Errorf("%+v, %v", got, err)
	}
}
