package theorems

import "espalier/web/learn"

var wholeNumbers = theorem{
	Paper:     pruning,
	Statement: "At (a), Player 2 will not choose another path unless he gets at least 4 points, and thus Player 1 gets no more than 6. Thus, since ties are broken to the left, we have integer terminal values, and because Player 1 did not get 7 points at the left child of (a), the shallow bound itself is sufficient to prune the right branch of (a).",
	Where:     "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”",
	Plain:     "This is an aside in the paper. If scores are whole numbers, shallow pruning may cut one point earlier, if the best value so far at the node is not better for the parent’s player.",
	Claim:     claim("sk2000-whole"),
	Chapter: learn.Chapter{
		ID: "whole-numbers", Title: "With whole numbers one point less is enough",
		Idea:   "A player needs at least one more point to change a choice.",
		Tree:   `players 3 maxsum 10 delta 1 a: 1[ b: (6,3,1) c: 2[ d: (4,3,3) e: (6,4,0) ] ]`,
		Source: "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”", Figures: []string{"sk2000-fig7"},
		More: []learn.Link{{Href: "/learn/theorems/delta-rules", Text: "The rules for any number of bounds (Sturtevant 2003)"}, {Href: "/learn/shallow", Text: "The chapter on shallow pruning"}},
		Scenes: []learn.Scene{
			{Run: "shallow", At: "backup c d", Text: `
The bounds are those of the figure. Player 1 gets at least x = {{score "b" 1}} at *a*, and player 2 at least y = {{score "d" 2}} at *c*.
Together this is {{plus (score "b" 1) (score "d" 2)}}, one less than {{maxsum}}. Shallow pruning cannot cut: it has to visit *e*. If *e*
gave player 2 just y, player 1 could get {{minus maxsum (score "d" 2)}} there, which is more than x.`},
			{At: "backup c e", Text: `
But with just y, player 2 would not take *e*: *d* is further left, and wins the {{term "tie"}}. Player 2 takes *e* only for more than y.
Scores are whole numbers, so this means at least one more point. Then player 1 gets at most {{minus maxsum (score "e" 2)}}, which is x. So
with *e*, *c* is not better for player 1 than *b*.`},
			{Run: "lastbranch,discrete", At: "prune c", Text: `
What if player 2 takes *d*? Then player 1 gets {{score "d" 1}} at *c*. This is not more than x, either. So in both cases player 1
takes *b*, and *e* can be cut. Last-branch pruning with δ makes this cut: x, y and one δ sum to {{sum}}.`},
			{At: "done", Text: `
**In general.** Suppose that x + y is at least maxsum less one point, and that the best value so far at the node gives player 1 at most x.
Then no later child can make the node better for player 1. Each condition is needed: scores are whole numbers, in a tie the leftmost child
wins, and the best value so far is not better than x for player 1. ∎`},
			{At: "prune c", Text: `
**Try it.** With {{try "d" "7,3,0"}} the bounds are the same, but *d* is better than x for player 1. Now *e* matters, because
player 2 may take it. Nothing is cut, {{visits "d" "7,3,0"}} nodes are visited, and the value is {{then "d" "7,3,0"}}.

In the figure player 3 has taken tricks, too, so ABBnB cuts without this argument.`},
		},
	},
}

var abbnbBest = theorem{
	Paper:     pruning,
	Statement: "Disregarding immediate branch-and-bound pruning, Alpha-beta branch-and-bound will have the same best-case performance as shallow pruning. If we have perfect ordering and a perfect heuristic, immediate branch-and-bound pruning could drastically shrink the search tree.",
	Where:     "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”",
	Plain:     "The best case of shallow pruning is F(d) leaves (Korf 1991, section 3.6). The paper does not say that cuts by the heuristic before the first child must be disregarded, too. Such a cut visits no leaf at all.",
	Claim:     claim("sk2000-abbnb-best"),
	Chapter: learn.Chapter{
		ID: "abbnb-best-case", Title: "The best case of ABBnB",
		Idea: "The heuristic helps to reach the best case; alone it can even do better.",
		Tree: `players 3 maxsum 9 a: 1[ b: 2[ d: 3[ h: (3,3,3) i: (3,4,2) ] e: 3{low (3,0,0) up (9,9,9)}[ j: (4,2,3) k: (5,2,2) ] ]
			c: 2{low (0,0,3) up (9,9,9)}[ f: 3[ l: (2,4,3) m: (1,5,3) ] g: 3[ n: (3,3,3) o: (2,3,4) ] ] ]`,
		Source: "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”; Korf 1991, section 3.6",
		More:   []learn.Link{{Href: "/learn/theorems/best-case", Text: "The best case of shallow pruning"}, {Href: "/learn/theorems/general-bound", Text: "The general bound of ABBnB"}},
		Scenes: []learn.Scene{
			{Run: "abbnb", At: "prune e", Text: `
For the value of *b*, the search needs the value of one child, *d*, and one leaf below each other child. At *e* there are three bounds:
{{score "d" 2}} for player 2 at *b*, {{score "j" 3}} for player 3 from *j*, and by the {{term "heuristic" "heuristic"}} {{low "e" 1}} for
player 1. They sum to {{sum}}, so *k* is cut.`},
			{At: "prune c", Text: `
In the same way each other child of the root needs the value of only **one** of its children, here *f*. Then player 1 has {{score "b" 1}}
at *a*, player 2 has {{score "f" 2}} at *c*, and by the heuristic player 3 gets at least {{low "c" 3}}: together {{sum}}. All of *g* is
cut.`},
			{At: "done", Text: `
So a node of height d needs F(d − 1) leaves for its first child, and F(d − 2) for each of the b − 1 others: the recurrence of shallow
pruning. ABBnB visits {{leaves}} leaves here, and no order needs fewer: each cut needs the score of a child of the node.`},
			{Run: "shallow", At: "done", Text: `
Shallow pruning visits {{leaves}} leaves of this tree. It has the same best case, but reaches it only if the scores of two
players sum to maxsum. Here the heuristic helps: it adds a bound for the missing player.`},
			{Run: "bnb", At: "done", Text: `
A heuristic can also cut **alone**. If it shows that the mover cannot get more than the best so far, the rest is cut. This is immediate
branch-and-bound pruning, which the paper disregards. If it shows that the parent’s player gets too little here, the node is cut before
its first child, and **no** leaf is visited. This must be disregarded as well. Here neither happens: branch and bound alone visits
{{leaves}} leaves.`},
			{Run: "abbnb", At: "done", Text: `
A perfect heuristic makes nearly all cuts alone: every child but the first is cut before it is searched, and a search to any depth visits
little more than one line of play. This is why the paper says “drastically”. Drop the condition below, and see a tree with fewer leaves
than F(d). ∎`},
		},
	},
}
