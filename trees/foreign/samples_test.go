package foreign_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/trees/treetest"
)

// A sample is a text with the tree that it is, in the text notation, or with its error.
type sample struct {
	text  string
	as    string // the notation that is detected
	want  string // without line breaks
	notes []string
	wrong string // instead of a tree: a part of the error
}

const (
	alternate = "Max moves at the root, then in turn: nothing said who moves."
	inTurn2   = "Player 1 moves at the root, then the 2 players in turn: nothing said who moves."
	tuples2   = "Round brackets with commas hold the scores of 2 players."
	single    = "Every leaf is a single number, so this is a minimax tree."
)

const angela = `\documentclass{article}
% the entry game
\begin{document}
\begin{istgame}
\xtdistance{15mm}{30mm}
\istroot(0)(0,0){Angela}
  \istb{E}[al]{(2,2)} \istb{P}[ar]
  \endist
\istroot(1)(0-2)<above right>{Emmanuel}
  \istb{L}[al]{(3,1)} \istb{R}[ar]{(1,0)}
  \endist
\end{istgame}
\end{document}
`

const drawTree = `% from a lecture
player 1 name I
player 2 name II
level 0 node 1 player 1
level 2 node 1 player 1 xshift a=1.5 from 0,1 move R
level 4 node 1 xshift -2a from 0,1 move L
level 4 node 2 xshift -b=1.2 from 2,1 move S
level 4 node 3 xshift b from 2,1 move T payoffs 1 1
level 6 node 1 xshift -c=.8 from 4,1 move a payoffs 5 1
level 6 node 2 xshift c from 4,1 move b payoffs 2 0
level 6 node 3 xshift -c from 4,2 move a payoffs 6 0
level 6 node 4 xshift c from 4,2 move b payoffs 0 2
iset 4,1 4,2 player 2
`

const explorer = `<?xml version="1.0" encoding="UTF-8"?>
<gte version="0.1">
  <gameDescription>Two steps</gameDescription>
  <players><player playerId="1">Ann</player><player playerId="2">Bob</player></players>
  <display><color player="1">#FF0000</color></display>
  <extensiveForm>
    <node player="Ann">
      <payoff player="Ann">1</payoff>
      <outcome move="L"><payoff player="Ann">13/2</payoff><payoff player="Bob" value="14"/></outcome>
      <node iset="2" player="Bob" move="R">
        <outcome move="l"><payoff player="Ann">2</payoff></outcome>
        <outcome move="r"><payoff player="Bob">3</payoff></outcome>
      </node>
    </node>
  </extensiveForm>
</gte>
`

var samples = []sample{
	// The samples of the contract.
	{text: "[[3,12,8],[2,4,6]]", as: "nested", want: "kind minimax max[ min[ 3 12 8 ] min[ 2 4 6 ] ]", notes: []string{alternate}},
	{text: "((3 17) (2 12))", as: "nested", want: "kind minimax max[ min[ 3 17 ] min[ 2 12 ] ]", notes: []string{alternate}},
	{text: "[3,[5,-7]]", as: "nested", want: "kind minimax max[ 3 min[ 5 -7 ] ]"},
	{text: "[1,2]", as: "nested", want: "kind minimax max[ 1 2 ]"},
	{text: "((3,17),(2,12))", as: "nested", want: "players 2 1[ (3,17) (2,12) ]", notes: []string{inTurn2, tuples2}},
	{text: "[(3,17),(2,12)]", as: "nested", want: "players 2 1[ (3,17) (2,12) ]", notes: []string{inTurn2, tuples2}},
	{text: "((3,17),5)", as: "nested", want: "kind minimax max[ min[ 3 17 ] 5 ]", notes: []string{alternate, "Round brackets are levels here, since there are also numbers outside them."}},
	{text: "[]", wrong: "line 1, column 1: these brackets are empty"},
	{text: "[[],3]", wrong: "line 1, column 2: these brackets are empty"},
	{text: "5", as: "espalier", want: "kind minimax 5", notes: []string{single}},
	{text: "max[3 5]", as: "espalier", want: "kind minimax max[ 3 5 ]", notes: []string{}},
	{text: "minp (-1,0) players 2 (0,0)", as: "espalier", want: "players 2 minp (-1,0) (0,0)", notes: []string{}},
	{text: "players 3 minp (−5,−1,-1) 1[ (7,4,−1) (-5,0,1) ]", as: "espalier", want: "players 3 minp (-5,-1,-1) 1[ (7,4,-1) (-5,0,1) ]", notes: []string{}},
	{text: "1[3 5]", as: "espalier", want: "kind minimax max[ 3 5 ]", notes: []string{single, "Player 1 is Max."}},
	{text: "max(3,5)", as: "calls", want: "kind minimax max[ 3 5 ]", notes: []string{}},
	{text: `[{"value":3}]`, as: "children", want: "kind minimax max[ 3 ]"},
	{text: `{"L":3,"R":{"x":1}}`, as: "children", want: "kind minimax max[ <L> 3 <R> min[ <x> 1 ] ]",
		notes: []string{alternate, "The keys of objects are read as the names of moves."}},
	{text: `{"A":["B"]}`, wrong: `line 1, column 7: "B" is a leaf without a value`},
	{text: "(A:3,B:5);", wrong: "line 1, column 3: the number after the colon is the length of an edge in Newick, and no value"},
	{text: "((1,2),3);", as: "newick", want: "kind minimax max[ min[ 1 2 ] 3 ]"},
	{text: "[max [3] [5]]", as: "forest", want: "kind minimax max[ 3 5 ]", notes: []string{}},
	{text: "[.1 3 5 ]", as: "forest", want: "kind minimax max[ 3 5 ]", notes: []string{"Player 1 is Max."}},
	{text: "[ . . ]", wrong: "line 1, column 1: a tree whose leaves are full stops, or whose edges have costs, is a path tree: it begins with kind path"},
	{text: "digraph {}", wrong: "digraph { A -> B; A -> C; B [label=3]; C [label=5] }. These notations are read: the text notation (espalier); a tree document (json); nested lists (nested), as [[3,12,8],[2,4,6]]; function calls (calls)"},

	// Espalier.
	{text: "1[3 2[4 \u22121]]", as: "espalier", want: "kind minimax max[ 3 min[ 4 -1 ] ]", notes: []string{single, "Player 1 is Max, and player 2 is Min."}},
	{text: "kind minimax max[ \u22123 5 ]", as: "espalier", want: "kind minimax max[ -3 5 ]"},
	{text: "kind minimax max[ 5\u22122 ]", wrong: `"5−2" is not a number`},
	{text: "a: max{low \u22124}[ b: 3 ? ]", as: "espalier", want: "kind minimax a: max{low -4}[ b: 3 ? ]"},
	{text: "players 2 max[ 3 5 ]", as: "espalier", want: "kind minimax max[ 3 5 ]"},
	{text: "players 3 max[ 3 5 ]", wrong: "max moves in a minimax tree; in a maxn tree the movers are numbers"},
	{text: "3[ 3 5 ]", wrong: "the movers of a minimax tree are max and min, not 3"},
	{text: "1[ (3,1) (0,4) ]", wrong: "line 1, column 1, players: a maxn tree needs its number of players, 1 to 8"},
	{text: "max[ min[ 3 12 8 ] min[ 2 4 6 ]", wrong: "line 1, column 4: this bracket is not closed"},
	{text: "playrs 3 (1,2,3)", wrong: `did you mean "players"? The text is in none of the notations`},
	{text: "", wrong: "line 1, column 1: expected a tree"},
	{text: "max[ 3, 5 ]", wrong: "line 1, column 7: separate children by white space, not by a comma"},

	// Nested lists.
	{text: "[3,[5,\u22127]]", as: "nested", want: "kind minimax max[ 3 min[ 5 -7 ] ]"},
	{text: "[[(1,2,3),(4,2,1)],[(6,1,2),(7,4,1)]]", as: "nested", want: "players 3 1[ 2[ (1,2,3) (4,2,1) ] 2[ (6,1,2) (7,4,1) ] ]",
		notes: []string{"Player 1 moves at the root, then the 3 players in turn: nothing said who moves.", "Round brackets with commas hold the scores of 3 players."}},
	{text: "((1,2),(1,2,3))", as: "nested", want: "kind minimax max[ min[ 1 2 ] min[ 1 2 3 ] ]", notes: []string{alternate, "Round brackets are levels here, since they have different lengths."}},
	{text: "[0.5, +3, .25, 1e1, 1/4,]", as: "nested", want: "kind minimax max[ 0.5 3 0.25 10 0.25 ]"},
	{text: "[?, 3]", as: "nested", want: "kind minimax max[ ? 3 ]"},
	{text: "[3,,5]", wrong: `line 1, column 4: expected a number, "[" or "(", found ","`},
	{text: "[[3,12,8],[2,4,6]", wrong: `line 1, column 1: this bracket is not closed: expected another entry or "]"`},
	{text: "[[3,12,8],[2,4,6]]]", wrong: `line 1, column 19: expected nothing more, since the list ends here, found "]"`},
	{text: "[[3,12,8],\n [2,w,6]]", wrong: `line 2, column 5: expected a number, "[" or "(", found "w"`},
	{text: "[1,\n 1/3]", as: "nested", want: "kind minimax max[ 1 1/3 ]"},
	{text: "[1, 0.123456789, -7/2, \u22120.1]", as: "nested", want: "kind minimax max[ 1 0.123456789 -3.5 -0.1 ]"},
	{text: "[[(1/3,1/7),(2/3,1e-9)]]", as: "nested", want: "players 2 1[ 2[ (1/3,1/7) (2/3,0.000000001) ] ]"},
	{text: "[1/4611686018427387847,\n 1/1000003]", wrong: "line 2, column 2: 1/1000003 has no common denominator with the values before it that is at most 4611686018427387904"},
	{text: "[1/1000000007,\n 10000000000]", wrong: "line 2, column 2: 10000000000 counts more than 4611686018427387904 parts of 1/1000000007"},
	{text: "chance(1/4611686018427387847: 1, 4611686018427387846/4611686018427387847: chance(1/3: 1, 2/3: 2))", wrong: "line 1, column 87: the probabilities on the way here have a common denominator"},
	{text: "[1, 1/0]", wrong: "line 1, column 5: 1/0 divides by 0"},
	{text: "[1, 4611686018427387904, -1e10]", as: "nested", want: "kind minimax max[ 1 4611686018427387904 -10000000000 ]"},
	{text: "[1, 4611686018427387905]", wrong: "line 1, column 5: 4611686018427387905 is too large or too fine: as a fraction it has a side larger than 4611686018427387904"},
	{text: "[(1,2,3,4,5,6,7,8,9),(1,2,3,4,5,6,7,8,9)]", wrong: "line 1, column 2: this leaf has 9 numbers, one a player; a tree has at most 8 players"},

	// Calls.
	{text: "max(min(3,12,8), min(2,4,6))", as: "calls", want: "kind minimax max[ min[ 3 12 8 ] min[ 2 4 6 ] ]"},
	{text: "MAX(Min([3, 12, 8]), min(left: 2, 'go on': 4, 6))", as: "calls", want: `kind minimax max[ min[ 3 12 8 ] min[ <left> 2 <"go on"> 4 6 ] ]`},
	{text: "P1(P2((1,2,3), (2,3,4)), (1,1,1))", as: "calls", want: "players 3 1[ 2[ (1,2,3) (2,3,4) ] (1,1,1) ]"},
	{text: "player2([1,2], [3,4])", as: "calls", want: "players 2 2[ (1,2) (3,4) ]"},
	{text: "1((1,2), 2((3,4)))", as: "calls", want: "players 2 1[ (1,2) 2[ (3,4) ] ]"},
	{text: "max((3,4), (1,2))", as: "calls", want: "players 2 1[ (3,4) (1,2) ]", notes: []string{"Max is player 1, and Min is player 2."}},
	{text: "chance(0.5: 3, 0.5: max(2, 4))", as: "calls", want: "kind minimax *[ @0.5 3 @0.5 max[ 2 4 ] ]", notes: []string{}},
	{text: "chance(25%: 3, 75 %: (-1/3))", as: "calls", want: "kind minimax *[ @1/4 3 @3/4 -1/3 ]", notes: []string{}},
	{text: "expectation(3, 5)", as: "calls", want: "kind minimax *[ 3 5 ]", notes: []string{"The moves of 1 chance node are equally likely, since the text does not give their probabilities."}},
	{text: "P1(chance(1/3: (1,2), 2/3: P2((3,4))), (0,0))", as: "calls", want: "players 2 1[ *[ @1/3 (1,2) @2/3 2[ (3,4) ] ] (0,0) ]"},
	{text: "chance(1.5: 3, -0.5: 2)", wrong: "line 1, column 8: 1.5 is not a probability from 0 to 1"},
	{text: "max(3,\n chance(1/2: 3, 1/2: 4))", as: "calls", want: "kind minimax max[ 3 *[ @1/2 3 @1/2 4 ] ]"},
	{text: "chance(0.5: 3, 0.4: 2)", wrong: "the probabilities of this chance node add up to 9/10, not to 1"},
	{text: "chance(0.5: 3, 2)", wrong: "1 of 2 moves of this chance node have a probability"},
	{text: "max(0.5: 3, 0.5: 2)", wrong: "line 1, column 5: 0.5 is where a probability would be"},
	{text: "max(3,5", wrong: `line 1, column 4: this bracket is not closed: expected another argument or ")"`},
	{text: "foo(3,5)", wrong: `line 1, column 1: "foo" is no function here; there are max, min, chance and those of the players: P1, P2, …`},
	{text: "max(3, min())", wrong: `line 1, column 11: "min" has nothing to choose from`},
	{text: "P1((1,2), P3((3,4)))", wrong: "line 1, column 11: player 3 moves here, and the leaves have the scores of 2 players"},
	{text: "P1((1,2), 3)", wrong: "line 1, column 11: this leaf has 1 number, and the first one has 2"},

	// JSON.
	{text: `{"name":"A","type":"max","children":[{"name":"b","value":3},{"type":"MIN","kids":[{"score":"1/2"},{"utility":2}]}]}`, as: "children",
		want: "kind minimax A: max[ b: 3 min[ 0.5 2 ] ]", notes: []string{}},
	{text: `{"player":1,"nodes":[{"payoffs":[1,2],"move":"l"},{"player":2,"children":{"x":[3,4],"y":{"payoff":[0,1]}}}]}`, as: "children",
		want: "players 2 1[ <l> (1,2) 2[ <x> (3,4) <y> (0,1) ] ]"},
	{text: `{"agent":0,"children":[{"agent":1,"children":[{"value":[1,2]},{"value":[2,1]}]}]}`, as: "children", want: "players 2 1[ 2[ (1,2) (2,1) ] ]",
		notes: []string{"Players are counted from 0 in the text: player 0 is player 1 here."}},
	{text: `{"player":"Ann","L":{"player":"Bob","l":[1,2],"r":[2,1]},"R":{"value":{"2":4,"1":3}}}`, as: "children",
		want: "players 2 1[ <L> 2[ <l> (1,2) <r> (2,1) ] <R> (3,4) ]", notes: []string{"A list of numbers is read as the scores of a leaf.", `Players have numbers in the order in which they appear: 1 is "Ann", 2 is "Bob".`,
			"The keys of objects are read as the names of moves."}},
	{text: `{"title":"Mine","tree":{"children":[{"value":1,"color":"red"},[2,{"value":3}]]}}`, as: "children", want: `kind minimax title "Mine" max[ 1 min[ 2 3 ] ]`,
		notes: []string{alternate, `Members that say nothing about the tree are left out: "color".`}},
	{text: `{"value":7,"children":[{"value":1},{"value":2}]}`, as: "children", want: "kind minimax max[ 1 2 ]", notes: []string{alternate, "The values of 1 inner node are left out: the children decide them."}},
	{text: "{'L': 3, 'R': {'x': None, 'y': 1,}}", as: "children", want: "kind minimax max[ <L> 3 <R> min[ <x> ? <y> 1 ] ]"},
	{text: `{"format":"espalier/tree/1","players":2,"root":{"value":[1,2]}}`, as: "json", want: "players 2 (1,2)", notes: []string{}},
	{text: `{"players":2,"root":{"value":[1,2]}}`, as: "json", want: "players 2 (1,2)"},
	{text: `{"root":{"children":[{"value":1},{"value":2}]}}`, as: "children", want: "kind minimax max[ 1 2 ]", notes: []string{alternate}},
	{text: `{"children":[{"value":1},{"name":"x"}]}`, wrong: `line 1, column 26: this node has neither children nor a value`},
	{text: `{"children":[{"prob":0.5,"value":1},{"prob":"1/2","value":2}]}`, as: "children", want: "kind minimax *[ @0.5 1 @0.5 2 ]", notes: []string{}},
	{text: `{"type":"chance","H":{"p":"50%","value":"−1/3"},"T":{"p":0.5,"kids":[1,2]}}`, as: "children", want: "kind minimax *[ <H> @1/2 -1/3 <T> @1/2 max[ 1 2 ] ]",
		notes: []string{"Where nothing said who moves, the players take turns.", "The keys of objects are read as the names of moves."}},
	{text: `{"move":"start","type":"max","children":[{"p":0.25,"value":1},{"move":"go","children":[{"value":2},{"value":3}]}]}`, as: "children", want: "kind minimax max[ 1 <go> min[ 2 3 ] ]",
		notes: []string{"Where nothing said who moves, the players take turns.", `The move "start" to the root is left out: no move leads there.`, "The probabilities of 1 move are left out: it is not chance that moves there."}},
	{text: `{"type":"chance","children":[{"prob":0.5,"value":1},{"prob":0.4,"value":2}]}`, wrong: "the probabilities of this chance node add up to 9/10, not to 1"},
	{text: `{"children":[{"value":1},{"value":"w"}]}`, wrong: `line 1, column 35: expected a score or a list of scores, found "w"`},
	{text: "{\"children\":[{\"value\":1},\n{\"value\":2}", wrong: "line 1, column 13: this bracket is not closed"},
	{text: `{"children":[{"name":"\ud800","value":1}]}`, wrong: "this string has an escape or a character that JSON does not have"},
	{text: `{}`, wrong: "this object is empty"},

	// Gambit.
	{text: "EFG 2 R \"g\" { \"Ann\" \"Bob\" }\np \"\" 1 1 \"\" { \"L\" \"R\" } 0\nt \"\" 1 \"\" { 3, 1 }\np \"\" 2 1 \"\" { \"l\" \"r\" } 0\nt \"\" 2 \"\" { 0, 2 }\nt \"\" 3 \"\" { 1, 1 }\n", as: "efg",
		want:  `players 2 title "g" 1[ <L> (3,1) <R> 2[ <l> (0,2) <r> (1,1) ] ]`,
		notes: []string{`Players have numbers: 1 is "Ann", 2 is "Bob".`}},
	{text: "EFG 2 R \"g\" { \"A\" \"B\" }\np \"\" 1 1 \"\" { \"L\" \"R\" } 0\np \"\" 2 1 \"\" { \"l\" \"r\" } 0\nt \"\" 1 \"\" { 3, 1 }\nt \"\" 2 \"\" { 0, 2 }\np \"\" 2 1 0\nt \"\" 1\nt \"\" 2\n", as: "efg",
		want:  `players 2 title "g" 1[ <L> 2{infoset 2.1}[ <l> (3,1) <r> (0,2) ] <R> 2{infoset 2.1}[ <l> (3,1) <r> (0,2) ] ]`,
		notes: []string{holdsOne, `Players have numbers: 1 is "A", 2 is "B".`}},
	{text: "EFG 2 D \"\" { \"\" } t \"\" 1 \"\" { .125 }", as: "efg", want: "players 1 (0.125)"},
	{text: "EFG 2 X", wrong: `line 1, column 7: expected R after EFG 2, found "X"`},

	// Game Theory Explorer.
	{text: explorer, as: "gte", want: `players 2 title "Two steps" 1[ <L> (7.5,14) <R> 2[ <l> (3,0) <r> (1,3) ] ]`,
		notes: []string{"Payoffs that the text does not give are 0, at 2 outcomes.", `Players have numbers: 1 is "Ann", 2 is "Bob".`, `Elements that say nothing about the tree are left out: "display".`}},
	{text: `<extensiveForm><node player="1"><node move="L" player="2" iset="b"><outcome move="x"><payoff player="1">1</payoff></outcome></node><node move="R" iset="b"><outcome move="x"><payoff player="2">2</payoff></outcome></node></node></extensiveForm>`, as: "gte",
		want: "players 2 1[ <L> 2{infoset b}[ <x> (1,0) ] <R> 2{infoset b}[ <x> (0,2) ] ]", notes: []string{"Payoffs that the text does not give are 0, at 2 outcomes.", holdsOne}},
	{text: `\istroot(0){1}\istb{A}\istb{B}\istb{C}\endist\istroot(1)(0-1)\istb{x}{(1,0)}\endist\istroot(2)(0-2)\istb{x}{(0,2)}\endist\istroot(3)(0-3)\istb{x}{(0,3)}\endist\xtInfoset(1)(2){2}\xtInfoset(2)(3){2}`, as: "forest",
		want: "players 2 1[ <A> 2{infoset 1}[ <x> (1,0) ] <B> 2{infoset 1}[ <x> (0,2) ] <C> 2{infoset 1}[ <x> (0,3) ] ]", notes: []string{holdsOne}},
	{text: `<extensiveForm><node player="2"><outcome><payoff player="2">3</payoff><payoff player="1">-3</payoff></outcome></node></extensiveForm>`, as: "gte",
		want: "kind minimax min[ -3 ]"},
	{text: `<extensiveForm><node><node player="1" prob="1/2"><outcome><payoff player="1">3</payoff></outcome></node><outcome prob="1/2"><payoff player="1">3</payoff></outcome></node></extensiveForm>`,
		as: "gte", want: "players 1 *[ @1/2 1[ (3) ] @1/2 (3) ]"},
	{text: "<extensiveForm>\n<node><outcome/></node></extensiveForm>", wrong: "line 2, column 1: this node has no player"},
	{text: "<gte><node player=\"1\"></outcome></gte>", wrong: "this XML cannot be read"},
	{text: "<!DOCTYPE gte [<!ENTITY a \"b\">]><gte></gte>", wrong: "The text is in none of the notations"},
	{text: "<?xml version=\"1.0\"?><!DOCTYPE gte [<!ENTITY a \"b\">]><gte ></gte>", wrong: "a document type is not read"},
	{text: "<gte ><gameDescription>&a;</gameDescription></gte>", wrong: "this XML cannot be read: invalid character entity &a;"},
	{text: "<gte><strategicForm/></gte>", wrong: "this is a game in strategic form"},
	{text: "<html><p>hello</p></html>", wrong: "The text is in none of the notations"},

	// draw_tree.
	{text: drawTree, as: "ef", want: "players 2 1[ <L> 2{infoset 1}[ <a> (5,1) <b> (2,0) ] <R> 1[ <S> 2{infoset 1}[ <a> (6,0) <b> (0,2) ] <T> (1,1) ] ]",
		notes: []string{`Players have numbers: 1 is "I", 2 is "II".`, "Children are in the order in which draw_tree draws them, from left to right.",
			holdsOne}},
	{text: "level 0 node 1 player 0\nlevel 2 node 1 from 0,1 move \\frac{1}{3} payoffs 1 2\nlevel 2 node 2 from 0,1 move b~(\\frac{2}{3}) payoffs 2 1", as: "ef",
		want: "players 2 *[ @1/3 (1,2) <b> @2/3 (2,1) ]"},
	{text: "level 0 node 1 player 0\nlevel 2 node 1 from 0,1 move 50\\% payoffs 1 2\nlevel 2 node 2 from 0,1 move b~(50\\%) payoffs 2 1", as: "ef", want: "players 2 *[ @1/2 (1,2) <b> @1/2 (2,1) ]"},
	{text: "level 0 node 1 player 0\nlevel 2 node 1 from 0,1 move 0 payoffs 1 2\nlevel 2 node 2 from 0,1 move 2 payoffs 2 1", as: "ef", want: "players 2 *[ <0> (1,2) <2> (2,1) ]"},
	{text: "level 0 node 1 player 0\nlevel 2 node 1 from 0,1 move 1/3 payoffs 1 2\nlevel 2 node 2 from 0,1 move b payoffs 2 1", wrong: "line 1, column 1: 1 of 2 moves of this chance node have a probability"},
	{text: "level 0 node 1 player 0\nlevel 2 node 1 from 0,1 move \\frac{1}{3} payoffs 1 2\nlevel 2 node 2 from 0,1 move \\frac{1}{3} payoffs 2 1", wrong: "the probabilities of this chance node add up to 2/3, not to 1"},
	{text: "level 0 node 1 player 1\nlevel 2 node 1 from 0,2 payoffs 1 2", wrong: `line 2, column 21: there is no node "0,2" before this line`},
	{text: "level 0 node a player 1\nlevel 2 node b from a xshift 2 yshift -.5 payoffs 1 2\nlevel 2 node c from a move:b L payoffs 0 2", as: "ef", want: "players 2 1[ <L> (0,2) (1,2) ]"},
	{text: "level 0 node a player 1\nlevel 2 node b from x payoffs 1 2", wrong: `line 2, column 21: there is no node "x" before this line`},
	{text: "level 0 node 1 player 1\nlevel 2 node 1 from 1 move L payoffs 1 2\nlevel 2 node 2 from 1 payoffs 1 2", wrong: `line 3, column 21: "1" is the name of 2 nodes; write the level, too, such as 0,1`},
	{text: "level 0 node 1 player 1\nlevel 2 node 1 payoffs 1 2", wrong: "line 2, column 1: this node has no from"},
	{text: "level 0 node 1 player 1\nlevel 2 node 1 from 0,1 payoffs 1 x", wrong: `line 2, column 35: "x" is no payoff`},
	{text: "level 0 node 1 player 1\nlevel 2 node 1 from 0,1 colour red", wrong: `line 2, column 25: "colour" says nothing of a node`},
	{text: "level 0 node 1 player 1\nlevel 2 node 1 from 0,1 move L", wrong: "line 2, column 1: this node has neither children nor a value"},

	// LaTeX.
	{text: `\begin{forest} for tree={circle,draw} [A,fill=red [$3$, edge label={node[midway,left]{L}}] [B [{$-4$}] [5]]] \end{forest}`, as: "forest",
		want:  "kind minimax A: max[ <L> 3 B: min[ -4 5 ] ]",
		notes: []string{alternate, "Options that say how the tree looks are left out."}},
	{text: `\begin{forest} [1 [{(1,2)}] [P2 [(3,4)] [{$0,\frac12$}]]] \end{forest}`, as: "forest", want: "players 2 1[ (1,2) 2[ (3,4) (0,0.5) ] ]"},
	{text: "[MAX [MIN [a: 3] [b: \u221212]] [7]]", as: "forest", want: "kind minimax max[ min[ a: 3 b: -12 ] 7 ]"},
	{text: "% comment\n\\Forest{[max[3][5]]}", as: "forest", want: "kind minimax max[ 3 5 ]"},
	{text: `\Tree [.1 \edge node[auto]{L}; {(3,1)} [.2 (1,2) (0,0) ] ]`, as: "forest", want: "players 2 1[ <L> (3,1) 2[ (1,2) (0,0) ] ]"},
	{text: `[\'Emile: max [{na\"\i ve: 3}] [{\v{C}ern\'{y}: 4}, edge label={node{gar\c{c}on \{\^a\}}}]]`, as: "forest", want: `kind minimax "Émile": max[ "naïve": 3 <"garçon {â}"> "Černý": 4 ]`},
	{text: `\istroot(0){A: max}\istb{a}{b: ?}\istb{c}{\mbox{d: }3}\endist`, as: "forest", want: "kind minimax A: max[ <a> b: ? <c> d: 3 ]"},
	{text: "# of a lecture\n[[3,12],\n[2,4]]", as: "nested", want: "kind minimax max[ min[ 3 12 ] min[ 2 4 ] ]"},
	{text: `[.{\textbf{max}} 3 [.\node[draw]{min}; {$5$} 7 ] ]`, as: "forest", want: "kind minimax max[ 3 min[ 5 7 ] ]"},
	{text: angela, as: "forest", want: "players 2 1[ <E> (2,2) <P> 2[ <L> (3,1) <R> (1,0) ] ]",
		notes: []string{`Players have numbers in the order in which they appear: 1 is "Angela", 2 is "Emmanuel".`, "What says how the tree looks is left out."}},
	{text: `\istroot(0){1}\istb{a}{3}\istb{b}\endist\istroot(1)(0-2){2}\istb{}{4}\istb{}{5}\endist`, as: "forest", want: "kind minimax max[ <a> 3 <b> min[ 4 5 ] ]"},
	{text: `\istroot(0){chance}\istb{\frac12}{3}\istb{$H$ (1/2)}{4}\endist`, as: "forest", want: "kind minimax *[ @1/2 3 <H> @1/2 4 ]", notes: []string{}},
	{text: `[chance [3, edge label={node[midway,left]{Left [$0.25$]}}] [{$-\frac{1}{3}$}, edge label={node{75\%}}]]`, as: "forest", want: "kind minimax *[ <Left> @1/4 3 @3/4 -1/3 ]"},
	{text: `\Tree [.chance \edge node[auto]{L (1/3)}; {(3,1)} \edge node{$2/3$}; [.2 (1,2) (0,0) ] ]`, as: "forest", want: "players 2 *[ <L> @1/3 (3,1) @2/3 2[ (1,2) (0,0) ] ]"},
	{text: `\istroot(0){1}\istb{a}{3}\endist\istroot(1)(0-2){2}\istb{}{4}\endist`, wrong: `there is no branch (0-2) before this \istroot`},
	{text: `\istroot(0){1}\istb{a}{w}\endist`, wrong: `"w" is neither a number, such as 3, nor scores, such as (1,2)`},
	{text: "[max [3] [w]]", wrong: `line 1, column 10: this leaf has no value: "w" is neither a number`},
	{text: "[max [3] [5]", wrong: "line 1, column 1: this bracket is not closed"},
	{text: "[max [3] [5]] x", wrong: "line 1, column 15: expected nothing more, since the tree ends here"},
	{text: "[max [3,5] [2]]", wrong: "line 1, column 9: 5 is where an option would be"},
	{text: `\begin{tikzpicture}\node{3};\end{tikzpicture}`, wrong: "this is LaTeX without a tree that is read here"},
	{text: `\begin{forest}[max[3][5]]\end{forest}\begin{forest}[max[3][5]]\end{forest}`, wrong: "a second tree begins here"},

	// Newick.
	{text: "((1:0.5,2:0.5)left:1,3)min;", as: "newick", want: "kind minimax min[ left: max[ 1 2 ] 3 ]"},
	{text: "((1,2)'the left',3)[&R];", as: "newick", want: `kind minimax max[ "the left": min[ 1 2 ] 3 ]`,
		notes: []string{alternate, "Text in square brackets, at 1 place, is a comment in Newick and is left out."}},
	{text: "(('3',2)'Ann''s min':0.1,3);", as: "newick", want: `kind minimax max[ "Ann's": min[ 3 2 ] 3 ]`},
	{text: "((1,A),3);", wrong: `line 1, column 5: the label "A" is no number`},
	{text: "((1,),3);", wrong: "line 1, column 5: this leaf has no label"},
	{text: "((1,2,3);", wrong: `line 1, column 9: expected "," or ")", found ";"`},
}

// oneLine returns a text in the notation without its line breaks.
func oneLine(tree *trees.Tree) string { return strings.Join(strings.Fields(tree.Text()), " ") }

func TestSamples(t *testing.T) {
	for _, c := range samples {
		got, err := foreign.Read(t.Context(), c.text, foreign.Options{})
		if c.wrong != "" {
			if err == nil {
				t.Errorf("%q is read as %s: %s; want the error %s", c.text, got.As, oneLine(got.Tree), c.wrong)
			} else if !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%q = %v, want %s", c.text, err, c.wrong)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q = %v, want %s", c.text, err, c.want)
			continue
		}
		want, err := trees.ReadText(c.want)
		if err != nil {
			t.Fatalf("%s: %v", c.want, err)
		}
		if diff := treetest.Diff(got.Tree, want); got.As != c.as || diff != "" {
			t.Errorf("%q = %s %s, want %s %s: %s", c.text, got.As, oneLine(got.Tree), c.as, c.want, diff)
		}
		if c.notes != nil && !slices.Equal(got.Notes, c.notes) {
			t.Errorf("%q has the notes %q, want %q", c.text, got.Notes, c.notes)
		}
		// The notation by its id, and it alone.
		if again, err := foreign.Read(t.Context(), c.text, foreign.Options{As: c.as}); err != nil || treetest.Diff(again.Tree, want) != "" {
			t.Errorf("%q as %s = %v", c.text, c.as, err)
		}
	}
}

func TestExamplesOfNotations(t *testing.T) {
	for _, n := range foreign.Notations() {
		o := foreign.Options{}
		if n.Chosen {
			o.As = n.ID
		}
		if got, err := foreign.Read(t.Context(), n.Example, o); err != nil || got.As != n.ID {
			t.Errorf("the example of %s = %+v, %v", n.ID, got, err)
		}
	}
}

// A number, or max and min, says who moves first where the text does not.
func TestRoot(t *testing.T) {
	for _, c := range []struct {
		text string
		o    foreign.Options
		want string
	}{
		{"[[3,12],[2,4]]", foreign.Options{Root: "min"}, "kind minimax min[ max[ 3 12 ] max[ 2 4 ] ]"},
		{"[[3,12],[2,4]]", foreign.Options{Root: "max"}, "kind minimax max[ min[ 3 12 ] min[ 2 4 ] ]"},
		{"[[3,12],[2,4]]", foreign.Options{Root: "2"}, "kind minimax min[ max[ 3 12 ] max[ 2 4 ] ]"},
		{"[[(1,2,3)]]", foreign.Options{Root: "3"}, "players 3 3[ 1[ (1,2,3) ] ]"},
		{"((1,2),3);", foreign.Options{Root: "min"}, "kind minimax min[ max[ 1 2 ] 3 ]"},
		{"[[1,2],[3,4]]", foreign.Options{As: "children"}, "players 2 1[ (1,2) (3,4) ]"},
		{"[[1,2],[3,4]]", foreign.Options{As: "children", Numbers: foreign.Leaves}, "kind minimax max[ min[ 1 2 ] min[ 3 4 ] ]"},
		{"[[1,2],[3,4]]", foreign.Options{As: "children", Numbers: foreign.Leaves, Root: "min"}, "kind minimax min[ max[ 1 2 ] max[ 3 4 ] ]"},
		{"max:\n  - [3, 5]\n  - [2, 9]", foreign.Options{Numbers: foreign.Leaves}, "kind minimax max[ min[ 3 5 ] min[ 2 9 ] ]"},
		{"Max\n  3,5\n  2,25", foreign.Options{Numbers: foreign.Scores}, "players 2 1[ (3,5) (2,25) ]"},
		{"P1\n  3,5\n  2,25", foreign.Options{Numbers: foreign.OneNumber}, "kind minimax max[ 3.5 2.25 ]"},
		{"P1\n  3/1\n  0/2", foreign.Options{Numbers: foreign.OneNumber}, "kind minimax max[ 3 0 ]"},
		{"Max\n  3/1\n  1/2", foreign.Options{Numbers: foreign.Scores}, "players 2 1[ (3,1) (1,2) ]"},
		{"chance(0.5, 3, 0.5, 9)", foreign.Options{Numbers: foreign.Leaves}, "kind minimax *[ 0.5 3 0.5 9 ]"},
		{"chance(1, 3, 0, 9)", foreign.Options{Numbers: foreign.Chances}, "kind minimax *[ @1 3 @0 9 ]"},
		{"(chance 1/2 3 1/2 5)", foreign.Options{Numbers: foreign.Leaves}, "kind minimax *[ 0.5 3 0.5 5 ]"},
	} {
		got, err := foreign.Read(t.Context(), c.text, c.o)
		if err != nil || oneLine(got.Tree) != c.want {
			t.Errorf("%s with %+v = %v, %v, want %s", c.text, c.o, got, err, c.want)
		}
	}
	for _, c := range []struct {
		text string
		o    foreign.Options
		want string
	}{
		{"max(3,5)", foreign.Options{Root: "min"}, "root: the text says who moves at every node"},
		{"max[3 5]", foreign.Options{Root: "min"}, "root: the text says who moves at every node"},
		{"[3,5]", foreign.Options{Root: "3"}, "root: there is no player 3; this tree has 2 players"},
		{"[3,5]", foreign.Options{Numbers: foreign.Scores}, "numbers: the text has no numbers that can be read in another way"},
		{"max[ 3/1 5 ]", foreign.Options{Numbers: foreign.Scores}, "numbers: the text has no numbers that can be read in another way"},
		{"[3,5]", foreign.Options{As: "abc"}, `as: there is no notation "abc"; there are espalier, json`},
		{"[3,5]", foreign.Options{As: "calls"}, "line 1, column 1: expected a call, such as max(3, min(5, 2))"},
	} {
		if _, err := foreign.Read(t.Context(), c.text, c.o); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s with %+v = %v, want %s", c.text, c.o, err, c.want)
		}
	}
}

func TestChoices(t *testing.T) {
	for text, want := range map[string][]string{
		"[[3,12],[2,4]]":      {"0 nested min: Min first", "-1 children : Read it as JSON of nodes"},
		"[[(1,2,3),(3,2,1)]]": {"0 nested 2: Player 2 first", "0 nested 3: Player 3 first", "1 levels : Brackets are levels"},
		"max(3,5)":            nil,
		`{"player":"Bob","children":[{"player":"Ann","children":[[1,2],[2,1]]},[3,0]]}`: {"1 children : 1 is Ann, 2 is Bob", "0 children : Each number is a leaf"},
		"max:\n  - [3, 5]\n  - [2, 9]":       {"0 outline : Each number is a leaf"},
		`{"max": [[3, 5], [2, 9]]}`:          {"0 children : Each number is a leaf"},
		"[max [3,5] [2,9]]":                  {"0 sexpr : Each number is a leaf"},
		"Max\n  3,5\n  2,25":                 {"0 outline : A comma is between two scores"},
		"A\n  3,5\n  2,25":                   {"0 outline 2: Player 2 first", "1 outline : A comma is a decimal point"},
		"P1\n  L -> 3/1\n  R -> 0/2":         {"0 outline : A slash makes a fraction"},
		"Max\n  3/1\n  1/2":                  {"0 outline : A slash is between two scores"},
		"P1\n  1/2\n  3/4":                   {"0 outline : A slash is between two scores"},
		"max(chance(0.5, 3, 0.5, 9), 4)":     {"0 calls : Each number is a leaf"},
		"(max (chance 1/2 3 1/2 5) 4)":       {"0 sexpr : Each number is a leaf"},
		"chance(0.5, leaf(3), 0.5, leaf(9))": nil,
		"players 2 1[ (1,2) ]":               nil,
	} {
		got, err := foreign.Read(t.Context(), text, foreign.Options{})
		if err != nil {
			t.Fatal(text, err)
		}
		var list []string
		for _, c := range foreign.Choices(t.Context(), text, got) {
			list = append(list, fmt.Sprintf("%d %s %s: %s", c.Note, c.As, c.Root, c.Words))
		}
		if !slices.Equal(list, want) {
			t.Errorf("%s has the choices %q, want %q", text, list, want)
		}
	}
}

// Every error has its place in the text: the line and the column that the path says.
func TestErrorsHaveAPosition(t *testing.T) {
	for _, c := range samples {
		if c.wrong == "" || strings.HasPrefix(c.text, "{\"format\"") || strings.HasPrefix(c.text, "EFG") {
			continue
		}
		_, err := foreign.Read(t.Context(), c.text, foreign.Options{})
		var wrong *trees.Error
		if !errors.As(err, &wrong) {
			t.Errorf("%q = %v, want a *trees.Error", c.text, err)
			continue
		}
		if _, _, _, ok := wrong.Position(c.text); !ok {
			t.Errorf("%q: the error %v has no position", c.text, err)
		}
	}
}

// TestWrongField checks that a text in the notation of which one field is wrong gets that error
// alone: the list of the notations would say that the text could not be read at all.
func TestWrongField(t *testing.T) {
	const want = "line 1, column 1, players: 9 is out of range: a tree has 1 to 8 players"
	if _, err := foreign.Read(t.Context(), "players 9 1[ (1,2,3) ]", foreign.Options{}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
