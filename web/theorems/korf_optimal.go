package theorems

import "espalier/web/learn"

var shallowIsOptimal = theorem{
	Paper:     korf,
	Statement: "Every directional algorithm that computes the maxn value of a game tree with more than two players must evaluate every terminal node evaluated by shallow pruning under the same ordering.",
	Where:     "Korf 1991, section 3.5, Theorem 2",
	Plain:     "“A directional algorithm is one in which the order of node evaluation is independent of the value of the nodes, and once a node is pruned it can never be revisited” (section 3.5).",
	Claim:     claim("korf-2"),
	Chapter: learn.Chapter{
		ID: "shallow-is-optimal", Title: "No directional search visits fewer leaves",
		Idea: "Theorem 2: one skipped leaf can change the value of the root.",
		Tree: `players 3 maxsum 9 a: 1[ b: (4,3,2) c: 2[ d: (2,3,4) e: 3[ f: (3,2,4) g: (0,0,5) h: (0,4,4.5) ]
			i: (5,3.5,0) ] j: (4.5,0,1) ]`,
		Source: "Korf 1991, section 3.5", Figures: []string{"k1991-fig7", "k1991-fig8"},
		More: []learn.Link{{Href: "/learn/deep-fails", Text: "The chapter on deep pruning"}, {Href: "/learn/last-branch", Text: "The chapter on last-branch pruning"}, {Href: "/exhibits#conditions", Text: "Where a condition is missing: two players"}},
		Scenes: []learn.Scene{
			{Run: "shallow", At: "enter e", Text: `
Suppose that another search A is {{term "directional"}}, is always right, but skips a leaf that shallow pruning visits. Let this leaf be
*g*. We build a tree on which A is wrong. So there is no such A.

A decides before it has visited anything to the right of *g*. So we can choose *h*, *i* and *j*: A decides the same.`},
			{At: "backup e f", Text: `
What is known when *g* is reached? On the path each player has a bound: player 1 has {{score "b" 1}} at *a*, player 2 has
{{score "d" 2}} at *c*, player 3 has {{score "f" 3}} at *e*. Shallow pruning did not cut here. So any two consecutive bounds sum to less
than {{maxsum}}: {{plus (score "b" 1) (score "d" 2)}} and {{plus (score "d" 2) (score "f" 3)}}. This leaves room
for a little more, ε.`},
			{At: "leaf g", Text: `
Give *g* one of two values: zero for all players, or {{value "g"}}, which gives player 3 a little more than the bound and player 2
nothing.

To the right of *g* put *h* = {{value "h"}}. It gives player 3 more than the bound, but less than *g* does, and it gives player 2 **more**
than the bound of player 2.`},
			{At: "exit e", Text: `
If *g* is {{value "g"}}, player 3 takes it, and player 2 gets {{score "g" 2}} at *e*. If *g* is zero for all, player 3 takes *h*, and
player 2 gets {{score "h" 2}}. So the choice of player 3 makes a difference for player 2, one ply higher.`},
			{At: "backup c i", Text: `
Put *i* = {{value "i"}} next to *e*, by the same rule. With {{score "g" 2}} at *e* player 2 goes to *i*, where player 1 gets
{{score "i" 1}}. With {{score "h" 2}} player 2 stays at *e*, where player 1 gets {{score "h" 1}}. Now it makes a difference for player 1.
Each ply passes it on to the next, like the teeth of a zipper: no score changes much, but the choice below decides the choice above.`},
			{At: "done", Text: `
At the root player 1 compares with *j* = {{value "j"}}. On this tree max^n returns {{root "maxn"}}. With {{try "g" "0,0,0"}} it
returns {{then "g" "0,0,0" "maxn"}}. So A, which does not visit *g*, is wrong on one of the two trees. The proof works the same way for any
height and any number of players above two.`},
			{Run: "lastbranch", At: "done", Text: `
**What are the exceptions?** With two players this construction fails: there is no third player who can get
nothing. If every leaf has the same sum, deep pruning is right there: what is better for one player is worse for the other. If
maxsum only bounds the sum, deep pruning can be wrong with two players, too: see “Where a condition is missing”.

The proof also needs that A does not know whether *h*, *i* and *j* exist. Last-branch pruning knows when it is on the last child of a node
(Sturtevant 2003, section 4.2). If there are no further children, it cuts more. And speculative pruning searches some cut nodes again: it
is not directional. Drop the conditions below, and see a tree for each.`},
		},
	},
}

var alphaBetaIsOptimal = theorem{
	Paper:     korf,
	Statement: "Every directional minimax search algorithm must evaluate every leaf node evaluated by alpha-beta under the same ordering.",
	Where:     "Korf 1991, section 4, Theorem 3",
	Plain:     "With two players and a constant sum, no directional search is better than alpha-beta with deep pruning.",
	Claim:     claim("korf-3"),
	Chapter: learn.Chapter{
		ID: "alpha-beta-is-optimal", Title: "Alpha-beta is the best directional search",
		Idea:   "Theorem 3: a value between α and β decides.",
		Tree:   "kind minimax a: max[ b: min[ e: 4 f: 7 ] c: min[ g: max[ k: 3 l: 6 ] h: max[ m: 5 n: 8 ] ] d: min[ i: 2 j: 9 ] ]",
		Source: "Korf 1991, section 4", Figures: []string{"k1991-fig1"},
		More: []learn.Link{{Href: "/learn/alpha-beta", Text: "The chapter on alpha-beta"}},
		Scenes: []learn.Scene{
			{Run: "alphabeta", At: "start", Text: `
Theorem 2 is about more than two players. With two players and one number, deep cuts are right: what Max gains, Min loses. So shallow
pruning is not the best. What is? Suppose a {{term "directional"}} search A is always right and skips a leaf that alpha-beta visits. We
build a tree on which A is wrong.`},
			{At: "leaf m", Text: `
Let this leaf be *m*. When alpha-beta reaches it, the window depends on what is to the left. Max is sure of α, the largest bound
of a Max node on the path: {{score "b" 1}}, from *b*. Min can hold Max to β, the least bound of a Min node on the path: {{score "g" 1}},
from *g*.`},
			{At: "backup h m", Text: `
Because alpha-beta visits *m*, α is less than β. Otherwise *m* would have been cut. So there are numbers between them: *m* is
{{score "m" 1}}.`},
			{At: "prune d", Text: `
Now remove everything to the right of the path: *n*, and *d* with its subtree. This changes nothing for A, because A decides about *m*
before it visits them. In the new tree *m* is the last leaf.

Go up from *m*. At each Max node the other children are worth at most α, which is less than *m*. At each Min node they are worth at least
β, which is more. So *m* wins at every node of the path, and the value of the root is the value of *m*, whatever it is
between α and β.`},
			{At: "done", Text: `
A has not visited *m*, so it returns the same value whatever *m* is. This is right for only one value of *m*. So A is not always right,
and the search that we assumed does not exist.

Alpha-beta visits {{leaves}} of the {{leaves "minimax"}} leaves here. With another **order** of the children it may visit fewer, and so may
a search that is not directional. The theorem does not cover these.`},
			{At: "leaf m", Text: `
**Try it.** The proof uses that one number decides for both sides: what is good for Max is bad for Min. With three players a third player
can reject a leaf between the bounds. That is why Theorem 2 needs values on every ply (the zipper), and this proof needs only one value.

With {{try "n" "1"}} and *d* unchanged, the value of the root is {{then "n" "1"}}.`},
		},
	},
}
