package learn

import (
	"espalier/search/question"
)

var chance = &Chapter{
	ID: "chance", Title: "Chance: expectations, Star1 and Star2",
	Idea:   "Dice decide some moves: a value becomes an average, so bounds must be recomputed.",
	Tree:   `kind minimax minp 0 maxp 10 a: max[ b: *[ d: min[ h: 6 i: 8 ] e: min[ j: 4 k: 9 ] ] c: *[ f: min[ l: 2 m: 6 ] g: min[ n: 3 o: 8 ] ] ]`,
	Source: "Ballard 1983, “The *-minimax search procedure for trees containing chance nodes”",
	More:   []Link{{Href: "/learn/theorems/star-is-right", Text: "Theorem: Star1 and Star2 return the minimax value"}, {Href: "/learn/theorems/star-first-cut", Text: "When Star1 can cut"}, {Href: "/learn/theorems/star-savings", Text: "What Star1 and Star2 save"}, {Href: "/exhibits#conditions", Text: "A tempting cut, and the smallest tree on which it fails"}},
	Scenes: []Scene{
		{Run: "minimax", At: "enter b", Text: `
In many games dice are thrown or cards are dealt. Then no player chooses the move. Such a position is a {{new "chance-node"}},
and each of its moves has a probability. Here *b* and *c* are chance nodes. Max moves at *a*, then chance, then Min. Each chance
move has probability {{prob "d"}}.`},
		{At: "exit b", Text: `
The value of *d* is {{value "d"}}, and the value of *e* is {{value "e"}}. What is the value of *b*? It is the average:
{{prob "d"}} · {{value "d"}} + {{prob "e"}} · {{value "e"}} = {{value "b"}}. This average is called the expectation. It need not be the value of any leaf.`},
		{At: "done", Text: `
Everything else is the same: Max chooses the largest value, Min the smallest. With chance nodes this is often called
expectiminimax. The value of the root is {{root}}.

The same works with more players. Max^n with chance averages score {{term "score-vector" "vectors"}}: each player gets the
average of that player’s scores. Then the mover compares as before.`},
		{Run: "alphabeta", At: "done", Text: `
Can alpha-beta cut here? Max has {{value "b"}} from *b*. At *f* Min finds {{score "l" 1}}, which is less. Without chance, *m*
would be cut. But the value of *f* is not compared with α. It is part of an average, and *g* may raise this average above
{{value "b"}}. So the exact value of *f* counts.

The {{term "window"}} must not be passed unchanged through a chance node. Below it, alpha-beta starts without bounds. Here it
visits {{nodes}} of {{count}} nodes.`},
		{Run: "star1", At: "enter f", Text: `
We can do better if all leaves are known to be between {{term "minp"}} and {{term "maxp"}}, here {{minp}} and {{maxp}}. This is
{{new "star1"}}. The value of *g* is at most maxp. So *c* can only be better than {{value "b"}} if *f* is more than
(α − {{prob "g"}} · maxp) / {{prob "f"}}. With numbers:
({{value "b"}} − {{prob "g"}} · {{maxp}}) / {{prob "f"}} = {{over (minus (score "b" 1) (times (prob "g") maxp)) (prob "f")}}.
Only a leaf with value {{minp}} would end the search of *f* early.`},
		{At: "enter g", Text: `
Now *f* is known: {{value "f"}}. How large must *g* be? ({{value "b"}} − {{prob "f"}} · {{value "f"}}) / {{prob "g"}} = {{alpha}}.
This is the α of *g*. It is larger than the α at *a*, because *g* must make up for the small value of *f*.`},
		{At: "prune g", Text: `
Min can hold *g* to {{score "n" 1}}, so *o* is cut. Star1 visits {{nodes}} nodes, one fewer than minimax. Early children can
rarely be cut, because too little of the average is known.`},
		{Run: "star2", At: "prune c", Text: `
{{new "star2"}} looks ahead. Before it searches *f* and *g*, it probes them: it searches only the first child of each. At *f*
Min gets {{score "l" 1}}, so *f* is at most {{score "l" 1}}. In the same way *g* is at most {{score "n" 1}}. These bounds are
better than maxp, and their average, {{plus (times (prob "f") (score "l" 1)) (times (prob "g") (score "n" 1))}}, does not reach
{{value "b"}}. So the search of *c* ends.`},
		{At: "done", Text: `
All these searches return {{root}}. But probes have a cost: those at *b* led to no cut, and *h* and *j* were visited twice.

**Try it.** Click *n* and type {{try "n" "9"}}. Now the probes at *c* are not enough for a cut. Star2 makes
{{visits "n" "9"}} visits instead of {{nodes}}, and the value of the root is still {{then "n" "9"}}.`},
	},
	Questions: []Question{
		{Run: "minimax", At: "exit g", Kind: question.Value, Node: "c", Intro: "The search of *g* has just ended. Chance moves at *c*."},
		{Run: "star1", At: "backup g n", Kind: question.Cut, Node: "g", Intro: "The search has just visited *n*."},
		{Run: "minimax", At: "done", Kind: question.Change, Node: "i", Value: "0"},
	},
}
