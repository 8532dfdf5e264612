package theorems

import "espalier/web/learn"

var threeRules = theorem{
	Paper:     specPaper,
	Statement: "Last-branch pruning is a special case of speculative pruning. […] Nodes that can be pruned by last-branch pruning will be always be pruned by speculative pruning.",
	Where:     "Sturtevant 2003, sections 1 and 4.3",
	Plain:     "With the same bounds, what shallow pruning cuts is cut by last-branch pruning, and what last-branch pruning cuts is cut by speculative pruning. But in a whole search the bounds can differ. Then speculative pruning may look at a leaf at which last-branch pruning does not: the statement needs the best order.",
	Claim:     claim("s2003-three-rules"),
	Chapter: learn.Chapter{
		ID: "three-rules", Title: "Shallow, last-branch, speculative: who cuts more",
		Idea:   "Each rule contains the one before, but a cut made early can cost a bound.",
		Tree:   `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: (2,3,4) e: 3[ f: (2,4,3) g: (4,4,1) ] h: (3,3,3) ] ]`,
		Source: "Sturtevant 2003, sections 4.2 and 4.3", Figures: []string{"s2003-fig4"},
		More: []learn.Link{{Href: "/learn/last-branch", Text: "The chapter on last-branch pruning"}, {Href: "/learn/speculative", Text: "The chapter on speculative pruning"}},
		Scenes: []learn.Scene{
			{Run: "lastbranch", At: "backup e f", Text: `
The three rules ask for the same thing: that bounds of players who move one after the other sum to {{term "maxsum"}}. Shallow pruning takes
two of them. Last-branch pruning takes a chain with one node for each player at most; with two nodes it is shallow pruning. But each player in between must be
at the {{term "last-branch" "last branch"}}. At *c* player 2 is not, since *h* is to come. So *g* is not cut here.`},
			{At: "done", Text: `
So every cut of shallow pruning is one of last-branch pruning. And a node that last-branch pruning leaves without a value is turned down
above. So the bounds stay the same everywhere else, and **last-branch pruning never looks at a leaf at which shallow pruning does not**.
This needs no condition.`},
			{Run: "speculative", At: "prune e", Text: `
Speculative pruning does not ask for the last branch. With the bounds of this moment it cuts whatever last-branch pruning would cut, and
here it cuts more: the bounds sum to {{sum}}, and *g* is cut. This is what the paper says.`},
			{Run: "lastbranch", At: "prune c", Text: `
But what comes after that? Last-branch pruning has looked at *g*, so *e* has a value, {{value "e"}}. Player 2 takes it, and now has
{{score "e" 2}} at *c*. With the {{score "b" 1}} of player 1 this sums to {{sum}}: *h* is cut.`},
			{Run: "speculative", At: "backup c h", Text: `
Speculative pruning has no value of *e*. Player 2 still has the {{score "d" 2}} of *d*, and that is not enough to cut *h*. So here
speculative pruning looks at *h* and not at *g*, last-branch pruning at *g* and not at *h*. Both return the right value.`},
			{At: "done", Text: `
If the best child comes first, *d* is the best of *c*. Then what *e* hides cannot raise the bound of player 2, both searches have the
same bounds, and **speculative pruning looks at no leaf at which last-branch pruning does not**. ∎

**Try it.** With {{try "f" "2,3,4"}} no child of *c* is better for player 2 than *d*. Speculative pruning makes {{visits "f" "2,3,4"}} visits, and
last-branch pruning, which looks at *g*, too, makes {{visits "f" "2,3,4" "lastbranch"}}. Drop the condition below for the smallest tree.`},
		},
	},
}

var noResearch = theorem{
	Paper:     specPaper,
	Statement: "This occurs when Player 2’s nodes are ordered suboptimally. With an optimal node ordering we will never have to re-search a subtree.",
	Where:     "Sturtevant 2003, section 4.3",
	Plain:     "“Optimal” means here: the first child of each node is the best one for its mover. “This” is a second search.",
	Claim:     claim("s2003-no-re-search"),
	Chapter: learn.Chapter{
		ID: "no-re-search", Title: "In the best order nothing is searched again",
		Idea:   "A second search needs a later child that is better than the first.",
		Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,2,5) g: (4,3,3) ] h: (6,2,2) ] ]`,
		Source: "Sturtevant 2003, section 4.3", Figures: []string{"s2003-fig6"},
		More: []learn.Link{{Href: "/learn/speculative", Text: "The chapter on speculative pruning"}, {Href: "/learn/theorems/speculative-best-case", Text: "How much is cut at best"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "backup c d", Text: `
Each node of this tree has its best child first: *b* for player 1, *d* for player 2, *f* for player 3. So each player has a good bound from
the start: player 1 has {{score "b" 1}}, player 2 has {{score "d" 2}}.`},
			{At: "prune e", Text: `
At *e* the bounds sum to {{sum}}, and *g* is cut, though *h* is still to come. The cut is {{term "provisional" "provisional"}}. One of its conditions
was: what player 2 has so far, *d*, is **not better for player 1** than the bound at *a*. Indeed {{score "d" 1}} is not more than
{{score "b" 1}}.`},
			{At: "backup c h", Text: `
When is *e* searched again? Only if the best of *c* is better for player 1 than the bound. *h* would be: it gives player 1
{{score "h" 1}}. But player 2 gets {{score "h" 2}} there, less than from *d*. So player 2 does not take *h*.`},
			{At: "done", Text: `
**The argument.** At the time of a cut, the best of a node in between does not please the player above. For a second search it must
please that player. So the best has to change. But a later child becomes the best only if it is strictly better for the mover than the
first child, and the first child is the best one. So the best never changes, and nothing is searched again. ∎

Nothing here depends on the number of players, or on the scores. Speculative pruning has made {{nodes}} visits here.`},
			{At: "backup c h", Text: `
**Try it.** With {{try "h" "6,4,0"}} the order of *c* is no longer the best: player 2 prefers *h* to *d*. Now *e* is searched again, and
the search makes {{visits "h" "6,4,0"}} visits.

The paper does not say that a best order cuts much. That depends on the scores, too.`},
		},
	},
}

var deltaRules = theorem{
	Paper:     specPaper,
	Statement: "It follows from this that we can always prune if ∑ scores ≥ maxsum − δ(n − 2), where scores are the current bounds for the players in the tree. Additionally, we can prune if ∑ scores ≥ maxsum − δ(n − 1) and if on the first branch of the node being pruned the other n − 1 players don’t all have better scores than their current best bound.",
	Where:     "Sturtevant 2003, section 4.4",
	Plain:     "δ is the least difference between two scores of a player. “On the first branch” must read “with the best so far”: to the letter the second rule is wrong.",
	Claim:     claim("s2003-delta"),
	Chapter: learn.Chapter{
		ID: "delta-rules", Title: "Both rules with δ",
		Idea:   "Whoever changes a choice wants at least δ more.",
		Tree:   `players 3 maxsum 10 delta 1 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (7,3,0) g: (0,0,10) ] ] ]`,
		Source: "Sturtevant 2003, section 4.4", Figures: []string{"s2003-fig9"},
		More: []learn.Link{{Href: "/exhibits", Text: "Where the papers err: the rule as printed"}, {Href: "/learn/theorems/whole-numbers", Text: "The same thought with two bounds (2000)"}},
		Scenes: []learn.Scene{
			{Run: "lastbranch,discrete", At: "backup e f", Text: `
The {{term "bound" "bounds"}} of the three players are {{score "b" 1}}, {{score "d" 2}} and {{score "f" 3}}. They sum to less than {{maxsum}}, so
the lemma allows no cut. But here two scores of a player are equal, or differ by δ at least. All scores are whole numbers, so δ is one
point.`},
			{At: "prune e", Text: `
Write n for the number of bounds. A value from *g* that becomes the value of *a* is strictly better than each of them, so by δ at least. Its
scores sum to the bounds and n times δ. That is more than maxsum as soon as the bounds sum to maxsum − δ(n − 1): then there is no such
value. This is the threshold of the **second rule**.`},
			{At: "prune e", Text: `
But *e* need not end with *g*. It may end with *f*, the best so far, and *f* is not better than the bound of player 3: it **is** that bound.
So something must be known of *f* itself: that it is turned down above. Here *f* gives player 2 {{score "f" 2}}, no more than
{{score "d" 2}}. So player 2 does not take it, and *g* is cut. This is the condition of the second rule.`},
			{At: "prune e", Text: `
The **first rule** asks nothing of *f*. Whatever *e* ends with gives player 3 the bound at least, perhaps not more. Only the n − 1
others need δ more. So the bounds must sum to more: maxsum − δ(n − 2).

**Try it.** With {{try "f" "3,6,1"}} the first rule is enough, and the search visits {{visits "f" "3,6,1"}} nodes. With {{try "f" "6,4,0"}} *f*
pleases both others, the second rule must not be used, and {{visits "f" "6,4,0"}} nodes are visited.`},
			{At: "done", Text: `
The paper words the condition with the first branch. In its example the first branch **is** the best so far. But a later branch may become
the best and please everybody. Then the rule as printed cuts, and that value is lost. The best so far is what has to be asked: drop the
condition below.

The search returns {{root}}, as max^n does: {{root "maxn"}}. ∎`},
		},
	},
}
