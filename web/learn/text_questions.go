package learn

import (
	"espalier/search/question"
)

var questions = &Chapter{
	ID: "questions", Title: "Zero windows: PVS, MTD(f) and SSS*",
	Idea:   "A search that only asks “is it better?” is cheaper than one that asks “how good is it?”",
	Tree:   `kind minimax a: max[ b: min[ f: 5 g: 4 ] c: min[ h: 6 i: max[ m: 7 n: 2 ] ] d: min[ j: 3 k: max[ o: 8 p: 9 ] ] ]`,
	Source: "Campbell & Marsland 1983, “A comparison of minimax tree search algorithms”; Marsland & Campbell 1982, “Parallel search of strongly ordered game trees”; Plaat et al. 1996, “Best-first fixed-depth minimax algorithms”; Stockman 1979, “A minimax algorithm better than alpha-beta?”",
	More:   []Link{{Href: "/learn/theorems/sss-dominates", Text: "Theorem: SSS* evaluates no leaf that alpha-beta skips"}, {Href: "/learn/theorems/alpha-beta-theorem", Text: "What alpha-beta returns outside its window"}},
	Scenes: []Scene{
		{Run: "alphabeta", At: "done", Text: `
Alpha-beta finds the value {{root}} here and evaluates {{leaves}} leaves. For each child of *a* it asks how much the child is worth, although
it is enough to know whether the child is **better** than the best so far.`},
		{Run: "aspiration", At: "enter b", Text: `
{{new "aspiration" "Aspiration search"}} begins with a guess of the value, and a window around it. This tree has no static value at the root, so the guess is zero,
and only scores near zero matter. The sentence has the ends of the window.`},
		{At: "exit a", Text: `
The guess was wrong. A narrow window cuts much, but its answer is only a bound: Max gets at least {{value "a"}}. So the tree is searched once more, with a window that is open
above. A good guess saves nodes, and a bad one costs them. How far the window goes to both sides is an option.`},
		{Run: "pvs", At: "enter c", Text: `
{{new "pvs"}} searches the first child as alpha-beta does: *b* is worth {{value "b" "minimax"}}. Of the others it asks with a {{new "zero-window"}}. At
*c* the question is: more than {{value "b" "minimax"}}? α and β are so close together that no score lies between them.`},
		{At: "exit c", Text: `
The answer is yes: Max gets at least {{value "c"}}. A zero window proves only this bound, and the exact value may be larger. So *c* is re-searched with the whole window. If
the moves are in a good order this seldom happens.`},
		{At: "exit d", Text: `
Is *d* better than {{value "c" "minimax"}}? At most {{value "d"}}: no. One leaf was enough for this, and nothing is searched again.`},
		{Run: "mtdf", At: "enter b", Text: `
{{new "mtdf" "MTD(f)"}} goes further: **every** search has a zero window, also that of the root. It begins with a guess. This tree has no static
value at the root, so the guess is zero: does Max get at least zero? Each answer is a bound on the value, and the next question is about it.`},
		{At: "done", Text: `
It ends when the bounds meet, at {{root}}. The {{new "memory" "memory"}} keeps the bounds of all nodes, so a later pass does not evaluate a
leaf again. MTD(f) evaluates {{leaves}} leaves in all.`},
		{Run: "sss", At: "backup a b", Text: `
{{new "sss" "SSS*"}} begins with the guess ∞. Its first pass asks for an upper bound, and one reply of Min gives it: *b* is at most {{score "f" 1}}.`},
		{At: "done", Text: `
Each later pass asks whether the upper bound is reached. So SSS* always continues with the most promising strategy, and never reaches *g*: it evaluates {{leaves}} leaves, alpha-beta
{{leaves "alphabeta"}}. In the best order of moves alpha-beta needs only {{leaves "alphabeta,order=best"}}.

**Try it.** Click *h* and type {{try "h" "1"}}. Now *b* is best, and SSS* must look at all of it.`},
	},
	Questions: []Question{
		{Run: "pvs", At: "exit c", Kind: question.Value, Node: "a", Intro: "The first search of *c* has just ended."},
		{Run: "pvs", At: "backup d j", Kind: question.Cut, Node: "d", Intro: "The search has just visited *j*."},
		{Run: "sss", At: "done", Kind: question.Fewer, Other: "alphabeta"},
	},
}
