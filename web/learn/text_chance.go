package learn

import (
	"espalier/search/question"
)

var chance = &Chapter{
	ID: "chance", Title: "Chance: expectations, Star1 and Star2",
	Idea:   "Dice move, too: a value is an average, and no bound passes it by itself.",
	Tree:   `kind minimax minp 0 maxp 10 a: max[ b: *[ d: min[ h: 6 i: 8 ] e: min[ j: 4 k: 9 ] ] c: *[ f: min[ l: 2 m: 6 ] g: min[ n: 3 o: 8 ] ] ]`,
	Source: "Ballard 1983, “The *-minimax search procedure for trees containing chance nodes”",
	More:   []Link{{Href: "/learn/theorems/star-is-right", Text: "Theorem: Star1 and Star2 return the minimax value"}, {Href: "/learn/theorems/star-first-cut", Text: "When Star1 can cut at all"}, {Href: "/learn/theorems/star-savings", Text: "What Star1 and Star2 save"}, {Href: "/exhibits#conditions", Text: "The tempting cut, and the smallest tree on which it fails"}},
	Scenes: []Scene{
		{Run: "minimax", At: "enter b", Text: `
In many games dice are thrown or cards are dealt. Then nobody chooses the move. Such a position is a {{new "chance-node"}}, and each of
its moves has a probability. Here *b* and *c* are chance nodes. Max moves at *a*, then chance, then Min; each move of chance has
probability {{prob "d"}}.`},
		{At: "exit b", Text: `
Min makes *d* worth {{value "d"}} and *e* worth {{value "e"}}. What is *b* worth? Sometimes one, sometimes the other; on average
{{prob "d"}} · {{value "d"}} + {{prob "e"}} · {{value "e"}} = {{value "b"}}. This average is the expectation. It need not be the value of any leaf.`},
		{At: "done", Text: `
Everything else is as before: Max takes the largest value, Min the smallest. With chance nodes this is often called expectiminimax. The root has
{{root}}.

With more players nothing new is needed, either. Max^n with chance averages score {{term "score-vector" "vectors"}}: each player’s score is the average of that
player’s scores. Then the mover compares as always.`},
		{Run: "alphabeta", At: "done", Text: `
Can alpha-beta cut here? Max has {{value "b"}} from *b*. At *f* Min finds {{score "l" 1}}, which is less. In a tree without chance *m* would be cut.
But the value of *f* is not compared with α. It goes into an average, and *g* may lift that above {{value "b"}}. The exact value of *f* counts.

So the {{term "window"}} must not pass a chance node as it is. Alpha-beta starts below it without bounds, and here it visits {{nodes}} of {{count}} nodes.`},
		{Run: "star1", At: "enter f", Text: `
More can be said if all leaves are known to lie between {{term "minp"}} and {{term "maxp"}}, here {{minp}} and {{maxp}}. This is {{new "star1"}}. For *c* to
be worth more than {{value "b"}}, *f* must be worth more than (α − {{prob "g"}} · maxp) / {{prob "f"}}, since *g* is worth maxp at most. With numbers:
({{value "b"}} − {{prob "g"}} · {{maxp}}) / {{prob "f"}} = {{over (minus (score "b" 1) (times (prob "g") maxp)) (prob "f")}}. Only a leaf at {{minp}} would end the search of *f* early.`},
		{At: "enter g", Text: `
Now *f* is known: {{value "f"}}. For *g* the same question has another answer: ({{value "b"}} − {{prob "f"}} · {{value "f"}}) / {{prob "g"}} = {{alpha}}. This is the α of *g*. It is
larger than the α at *a*: *g* alone has to make up for *f*.`},
		{At: "prune g", Text: `
Min can hold *g* to {{score "n" 1}}, so *o* is cut. Star1 has visited one node less than minimax: {{nodes}}. Early children can seldom be cut, since too little of the average is known.`},
		{Run: "star2", At: "prune c", Text: `
{{new "star2"}} looks ahead. Before it searches *f* and *g*, it probes them: of each it searches the first child alone. At *f* Min has {{score "l" 1}}, so *f* is worth that at most.
At *g* it is {{score "n" 1}}. These bounds are better than maxp, and their average, {{plus (times (prob "f") (score "l" 1)) (times (prob "g") (score "n" 1))}}, does not reach
{{value "b"}}. *c* is done after two leaves.`},
		{At: "done", Text: `
All three searches return {{root}}. But probes are not free: those at *b* led to no cut, and *h* and *j* were looked at twice.

**Try it.** Click *n* and type {{try "n" "9"}}. Now the probes of *c* bound too little, Star2 makes {{visits "n" "9"}} visits instead of {{nodes}}, and the root still has {{then "n" "9"}}.`},
	},
	Questions: []Question{
		{Run: "minimax", At: "exit g", Kind: question.Value, Node: "c", Intro: "The search of *g* has ended. Chance moves at *c*."},
		{Run: "star1", At: "backup g n", Kind: question.Cut, Node: "g", Intro: "Min has just seen *n*."},
		{Run: "star1", At: "done", Kind: question.Root, Node: "o", Value: "0"},
	},
}
