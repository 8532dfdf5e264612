package learn

import "espalier/search/question"

var moveOrder = &Chapter{
	ID: "move-order", Title: "The order of moves",
	Idea: "Visit good moves first: the same value, with fewer leaves.",
	Tree: `kind minimax a: max[ b: min{static 2}[ <x> f: 3 <y> g: 7 <z> h: 6 ] c: min{static 6}[ <x> i: 8 <y> j: 5 <z> k: 9 ]
		d: min{static 3}[ <x> l: 6 <y> m: 2 <z> n: 1 ] e: min{static 4}[ <x> o: 7 <y> p: 4 <z> q: 8 ] ]`,
	Source: "Knuth & Moore 1975; Akl & Newborn 1977; Schaeffer 1983",
	More:   []Link{{Href: "/orders", Text: "One tree in several orders, side by side"}},
	Scenes: []Scene{
		{Run: "alphabeta", At: "done", Text: `
Alpha-beta cuts when it knows a good value. So it matters which child it visits first. From left to right it evaluates {{leaves}}
leaves here. *b* comes first and gives {{value "b"}}. That is too little to cut anything at *c*, the best child.`},
		{Run: "alphabeta,order=best", At: "prune e", Text: `
This run knows the value of every node in advance, and always visits the best child first: *c* for Max, and at each other node the
smallest leaf for Min. After *c*, one leaf at each other child is enough.`},
		{At: "done", Text: `
{{leaves}} leaves are the least that is possible, in any order. To prove that the value is not more than {{root}}, the search needs a leaf below
each child of *a*. To prove that it is not less, it needs all leaves below *c*. One leaf is in both proofs.`},
		{Run: "alphabeta,order=worst", At: "done", Text: `
With the worst child first, all {{leaves}} leaves are evaluated: nothing is cut. But the value is {{root}} again. The order changes the work, never the value.
For the move to stay the same, and with max^n also the value, a tie must go to the same child in each order: the leftmost one of the tree. So a child that is visited late, but is further left, is cut only if it cannot
be equal.`},
		{Run: "alphabeta,order=static", At: "enter c", Text: `
A program does not know the values, so it guesses. A {{new "static-order"}} sorts the children by their static values. Max visits *c* first, whose static
value {{static "c"}} is the largest. The run evaluates {{leaves}} leaves. But the guess costs time, too: each child needs its static value, even if it is
cut later.`},
		{Run: "alphabeta,order=killer", At: "prune d", Text: `
A move that is strong in one position is often strong in the next. Here each move of Min has a name. At *d* the move “y” leads to *m*, and makes
a cut. Now “y” is a {{new "killer-move"}} for this ply.`},
		{At: "enter p", Text: `
At *e* the killer comes first. It leads to *p*, and makes a cut again: *o* is not evaluated. The order needs no knowledge of the game, only the names of moves.
The search keeps the last two killers of each ply.

**Try it.** Click *m* and type {{try "m" "8"}}. Now “y” makes no cut at *d*, so it is no killer. The search visits
{{visits "m" "8"}} nodes instead of {{nodes}}.`},
		{Run: "alphabeta,order=history", At: "enter p", Text: `
The {{new "history-heuristic"}} keeps a score for each move in the whole tree. The score grows when the move is the best of a node, and by more if
the search below is deeper. The move “y” was best at *c* and at *d*, so at *e* it comes first.`},
		{Run: "alphabeta,order=learnt", At: "done", Text: `
Programs combine these. In a game, the same position comes up by several paths. The move that was best there last time is tried first: the
{{new "transposition-move"}}. Then come killers, then history. A tree that is drawn has no positions that are the same, so here only the last
two work: {{leaves}} leaves.

With three or more players the same rules apply. But cuts need bounds that add up to maxsum, or a coalition, so even in the best order the scores
can leave little to cut (Korf 1991, section 3.7).`},
	},
	Questions: []Question{
		{Run: "alphabeta", At: "done", Kind: question.Order, Node: "a"},
		{Run: "alphabeta,order=killer", At: "backup e p", Kind: question.Cut, Node: "e", Intro: "Min has just received *p*, by the killer move."},
		{Run: "alphabeta,order=worst", At: "done", Kind: question.Fewer, Other: "minimax"},
	},
}
