package theorems

import "espalier/web/learn"

var bestOrder = theorem{
	Paper:     korf,
	Statement: "In particular, Knuth and Moore show that for any set of terminal values there is an ordering for which alpha-beta achieves its best-case performance. […] In the multi-player case, the situation is quite different. […] even under optimal ordering the actual values can limit the effectiveness of the algorithm.",
	Where:     "Korf 1991, section 3.7",
	Plain:     "This order has the best child first at each node. In a uniform tree alpha-beta then visits the fewest leaves possible.",
	Claim:     claim("korf-best-order"),
	Chapter: learn.Chapter{
		ID: "best-order", Title: "Every set of values has a best order",
		Idea:   "With two players this holds for any values; with three players it does not.",
		Tree:   `kind minimax a: max[ b: min[ d: max[ h: 5 i: 3 ] e: max[ j: 7 k: 6 ] ] c: min[ f: max[ l: 4 m: 2 ] g: max[ n: 9 o: 8 ] ] ]`,
		Source: "Korf 1991, section 3.7",
		More:   []learn.Link{{Href: "/learn/theorems/node-ordering", Text: "What the order is worth"}, {Href: "/learn/theorems/best-case", Text: "The best case of shallow pruning"}},
		Scenes: []learn.Scene{
			{Run: "alphabeta", At: "start", Text: `
Take any leaves. Sort the children of the lowest nodes so that the best child for the mover comes first. Then sort the children of the
nodes above, and so on up to the root. This changes no value. The tree here is sorted like this. Which nodes does alpha-beta visit?`},
			{At: "backup b d", Text: `
Max can get {{value "d"}} at *d*, from the first child. For Min this is the best child of *b*. So after *d*, Min can hold Max to {{value
"d"}} at *b*, and this is already the exact value of *b*.`},
			{At: "prune e", Text: `
At *e* one leaf is enough. *d* is the best for Min, so *e* is worth at least {{value "d"}} to Max. And the best child of *e*, *j*, comes
first: Max gets {{score "j" 1}}, not less than {{value "d"}}. So *k* is cut. This works **because one number is the score of both
players**: if *e* is not better for Min than *d*, it is at least as good for Max.`},
			{At: "prune c", Text: `
At *c* the same holds for Min. *b* is the best for Max, so *c* is not worth more, and its best child for Min, *f*, comes first. Its
value {{score "f" 1}} is not more than {{score "b" 1}}, and *g* is cut.`},
			{At: "done", Text: `
So every child after the first needs only its own first child, and this one needs all of its children: one player replies with the best
move, and the other tries all moves. Alpha-beta visits {{leaves}} of {{leaves "minimax"}} leaves, and no order needs fewer, because both
players need a proof. The size of the numbers did not matter, only which is larger. ∎`},
			{At: "prune e", Text: `
With three players the step at *e* fails. If *e* is not better for player 2 than *d*, this says nothing about player 3, who moves at *e*.
Two bounds have to sum to maxsum, and this depends on the scores: if all leaves have the same score vector, no order helps shallow pruning.
Drop the second condition below.

**Try it.** With {{try "j" "4"}} the best child of *e* no longer comes first, and the search visits {{visits "j" "4"}} nodes instead of
{{nodes}}.`},
		},
	},
}

var shiftToZero = theorem{
	Paper:     korf,
	Statement: "The second is equivalent to assuming a lower bound of zero on each component, since any other lower bound can be shifted to zero by subtracting it from every component.",
	Where:     "Korf 1991, section 3",
	Plain:     "“The second” is the condition that each score has a lower bound. Theorem 1 is stated for zero. If the least score of a player is m, subtract m from each of the player’s scores, and subtract the sum of these m from maxsum.",
	Claim:     claim("korf-shift"),
	Chapter: learn.Chapter{
		ID: "shift-to-zero", Title: "Any lower bound can be shifted to zero",
		Idea:   "Choices compare scores of one player; cuts compare a sum with maxsum.",
		Tree:   `players 3 maxsum 9 a: 1[ b: (4,3,2) c: 2[ d: (1,6,2) e: (7,1,1) ] f: 2[ g: (3,2,4) h: (5,4,0) ] ]`,
		Source: "Korf 1991, section 3",
		More:   []learn.Link{{Href: "/learn/theorems/shallow-is-right", Text: "Theorem 1"}, {Href: "/learn/theorems/duality", Text: "Another transformation: from penalty points to scores"}},
		Scenes: []learn.Scene{
			{Run: "shallow", At: "backup a b", Text: `
Suppose that in some game a player can lose points: the least score of each player is −m, not zero. This tree is such a game **after** the
shift: m was added to every score. Player 1 has {{score "b" 1}} at *a*, which was {{score "b" 1}} − m.`},
			{At: "backup c d", Text: `
What does a choice depend on? The mover compares two scores of **one player**. If m is added to both, the larger one is still larger, and a
{{term "tie"}} is still a tie. So each mover chooses the same child as before, and max^n finds the same leaf.`},
			{At: "prune c", Text: `
What does a cut depend on? It adds scores of several players and compares the sum with {{term "maxsum"}}. Each score of a leaf is larger
by m, so the sum is larger by m for **each** player. Maxsum must grow by the same amount. Then the sum of a leaf is at most maxsum after
the shift if and only if it was before. And no score is negative. So Theorem 1 holds for this tree.`},
			{At: "prune c", Text: `
*e* is cut because player 1 has {{score "b" 1}}, player 2 has {{score "d" 2}}, together {{sum}}, and player 3 gets at least zero. In the
game before the shift, the same cut means: the two scores and the **least** score of player 3 sum to maxsum or more. If you forget to
shift maxsum, the search cuts too early.`},
			{At: "done", Text: `
Each player may have a different least score: subtract it from the scores of that player, and subtract the sum of all least scores from
maxsum. The shift of a player must be the same for all leaves. Otherwise the mover would compare scores that were shifted differently.
Drop the conditions below.

Shallow pruning returns {{root}}, max^n {{root "maxn"}}. Subtract m from each score to get the value of the game before the shift. ∎`},
			{At: "prune c", Text: `
**Try it.** With {{try "d" "1,4,4"}} there is no cut at *c*, and {{visits "d" "1,4,4"}} nodes are visited.`},
		},
	},
}
