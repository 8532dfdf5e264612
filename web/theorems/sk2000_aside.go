package theorems

import "espalier/web/learn"

var wholeNumbers = theorem{
	Paper:     pruning,
	Statement: "At (a), Player 2 will not choose another path unless he gets at least 4 points, and thus Player 1 gets no more than 6. Thus, since ties are broken to the left, we have integer terminal values, and because Player 1 did not get 7 points at the left child of (a), the shallow bound itself is sufficient to prune the right branch of (a).",
	Where:     "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”",
	Plain:     "An aside in the paper. With whole scores, shallow pruning may cut one point earlier, if the best so far at the node is not better for the parent’s player.",
	Claim:     claim("sk2000-whole"),
	Chapter: learn.Chapter{
		ID: "whole-numbers", Title: "With whole numbers one point less is enough",
		Idea:   "To change a choice takes a whole point.",
		Tree:   `players 3 maxsum 10 delta 1 a: 1[ b: (6,3,1) c: 2[ d: (4,3,3) e: (6,4,0) ] ]`,
		Source: "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”", Figures: []string{"sk2000-fig7"},
		More: []learn.Link{{Href: "/learn/theorems/delta-rules", Text: "The rules for any number of bounds (2003)"}, {Href: "/learn/shallow", Text: "The chapter on shallow pruning"}},
		Scenes: []learn.Scene{
			{Run: "shallow", At: "backup c d", Text: `
These are the bounds of the figure. Player 1 has x = {{score "b" 1}} at *a*, and player 2 has y = {{score "d" 2}} at *c*. Together this is
{{plus (score "b" 1) (score "d" 2)}}, one less than {{maxsum}}. Shallow pruning cannot cut: it has to look at *e*. If *e* gave player 2 just y,
player 1 could get {{minus maxsum (score "d" 2)}} there, which is more than x.`},
			{At: "backup c e", Text: `
But with just y, player 2 would not take *e*: *d* stands to the left, and wins the {{term "tie"}}. Player 2 takes *e* only for more than y.
Scores are whole numbers, so for one point more. Then at most {{minus maxsum (score "e" 2)}} are left for player 1. That is x, no
more. So *c* with *e* is not better for player 1 than *b*.`},
			{Run: "lastbranch,discrete", At: "prune c", Text: `
What if player 2 stays with *d*? Then player 1 gets {{score "d" 1}} at *c*. This is not more than x, either. So in both cases player 1
stays with *b*, and *e* can be cut. Last-branch pruning with δ makes this cut: x, y and one δ sum to {{sum}}.`},
			{At: "done", Text: `
**In general.** If x + y is maxsum less one point, or more, and what player 2 has so far gives player 1 no more than x, nothing that comes
later can make the node better for player 1. Each part is needed: that scores are whole, that ties go to the left, and that the best so far
does not please player 1. ∎`},
			{At: "prune c", Text: `
**Try it.** With {{try "d" "7,3,0"}} the bounds are the same, but *d* pleases player 1, and *e* decides: player 2 may go there. Then nothing is
cut, {{visits "d" "7,3,0"}} nodes are visited, and the value is {{then "d" "7,3,0"}}.

In the figure player 3 has taken tricks, too, and ABBnB cuts without this thought.`},
		},
	},
}

var abbnbBest = theorem{
	Paper:     pruning,
	Statement: "Disregarding immediate branch-and-bound pruning, Alpha-beta branch-and-bound will have the same best-case performance as shallow pruning. If we have perfect ordering and a perfect heuristic, immediate branch-and-bound pruning could drastically shrink the search tree.",
	Where:     "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”",
	Plain:     "The best case of shallow pruning is F(d) leaves (Korf 1991, section 3.6). One more thing has to be disregarded, which the paper does not say: cuts by the heuristic before the first child. They look at no leaf at all.",
	Claim:     claim("sk2000-abbnb-best"),
	Chapter: learn.Chapter{
		ID: "abbnb-best-case", Title: "The best case of ABBnB",
		Idea: "The heuristic helps to reach the best case; by itself it can go below.",
		Tree: `players 3 maxsum 9 a: 1[ b: 2[ d: 3[ h: (3,3,3) i: (3,4,2) ] e: 3{low (3,0,0) up (9,9,9)}[ j: (4,2,3) k: (5,2,2) ] ]
			c: 2{low (0,0,3) up (9,9,9)}[ f: 3[ l: (2,4,3) m: (1,5,3) ] g: 3[ n: (3,3,3) o: (2,3,4) ] ] ]`,
		Source: "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”; Korf 1991, section 3.6",
		More:   []learn.Link{{Href: "/learn/theorems/best-case", Text: "The best case of shallow pruning"}, {Href: "/learn/theorems/general-bound", Text: "The general bound of ABBnB"}},
		Scenes: []learn.Scene{
			{Run: "abbnb", At: "prune e", Text: `
To know the value of *b*, the search needs the value of one child, *d*, and one leaf below each other child. At *e* player 2 has
{{score "d" 2}} at *b*, player 3 has {{score "j" 3}} from *j*, and the {{term "heuristic" "heuristic"}} promises player 1 {{low "e" 1}}. This sums to {{sum}}, so *k*
is cut.`},
			{At: "prune c", Text: `
In the same way each other child of the root needs the value of **one** of its own children. Here it is *f*. Then player 1 has {{score "b" 1}} at
*a*, player 2 has {{score "f" 2}} at *c*, and player 3 is promised {{low "c" 3}}: together {{sum}}. All of *g* is cut.`},
			{At: "done", Text: `
So a node of height d needs F(d − 1) leaves for its first child, and F(d − 2) for each of the b − 1 others: the recurrence of shallow
pruning. ABBnB looks at {{leaves}} leaves here, and no order could do with fewer: each cut takes a score from a child of the node.`},
			{Run: "shallow", At: "done", Text: `
Shallow pruning looks at {{leaves}} leaves of this tree. It has the same best case, but reaches it only where the scores of two players make up
maxsum. That is what the heuristic is good for: it stands for the player who is missing in the sum.`},
			{Run: "bnb", At: "done", Text: `
A heuristic can also cut **alone**. If it says that the mover cannot get more than what is there, the rest is cut: immediate branch-and-bound
pruning, which the paper sets aside. If it says that the player above gets too little here, the node is cut before its first child, and
**no** leaf is looked at. This has to be set aside as well. Here neither happens: branch and bound alone looks at {{leaves}} leaves.`},
			{Run: "abbnb", At: "done", Text: `
With a perfect heuristic, nearly all is cut alone: every child but the first is turned down on sight, and a search of any height looks at
little more than one line of play. That is the “drastically” of the paper. Drop the condition below, and see a tree with fewer leaves
than F(d). ∎`},
		},
	},
}
