package theorems

import "espalier/web/learn"

var threeRules = theorem{
	Paper:     specPaper,
	Statement: "Last-branch pruning is a special case of speculative pruning. […] Nodes that can be pruned by last-branch pruning will be always be pruned by speculative pruning.",
	Where:     "Sturtevant 2003, sections 1 and 4.3",
	Plain:     "With the same bounds, last-branch pruning makes every cut of shallow pruning, and speculative pruning makes every cut of last-branch pruning. But in a whole search the bounds can differ. Then speculative pruning may visit a leaf that last-branch pruning cuts: the statement needs the best order.",
	Claim:     claim("s2003-three-rules"),
	Chapter: learn.Chapter{
		ID: "three-rules", Title: "Shallow, last-branch, speculative: which cuts more",
		Idea:   "Each rule includes the one before, but an early cut can lose a bound.",
		Tree:   `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: (2,3,4) e: 3[ f: (2,4,3) g: (4,4,1) ] h: (3,3,3) ] ]`,
		Source: "Sturtevant 2003, sections 4.2 and 4.3", Figures: []string{"s2003-fig4"},
		More: []learn.Link{{Href: "/learn/last-branch", Text: "The chapter on last-branch pruning"}, {Href: "/learn/speculative", Text: "The chapter on speculative pruning"}},
		Scenes: []learn.Scene{
			{Run: "lastbranch", At: "backup e f", Text: `
The three rules have the same condition: the bounds of players at consecutive nodes sum to {{term "maxsum"}}. Shallow pruning uses two
bounds. Last-branch pruning uses a chain with at most one node for each player; with two nodes it is shallow pruning. But each node in
between must be at its {{term "last-branch" "last branch"}}. *c* is not, because *h* comes later. So *g* is not cut here.`},
			{At: "done", Text: `
So every cut of shallow pruning is also a cut of last-branch pruning. And if a node returns no value in last-branch pruning, it is
rejected above. So the bounds are the same everywhere else, and **last-branch pruning never visits a leaf that shallow pruning does not
visit**. This needs no condition.`},
			{Run: "speculative", At: "prune e", Text: `
Speculative pruning does not need the last branch. With the current bounds it makes every cut that last-branch pruning would
make, and here it cuts more: the bounds sum to {{sum}}, and *g* is cut. This is what the paper says.`},
			{Run: "lastbranch", At: "prune c", Text: `
But what happens next? Last-branch pruning has visited *g*, so *e* returns a value, {{value "e"}}. Player 2 takes it, and now has
{{score "e" 2}} at *c*. With the {{score "b" 1}} of player 1 this sums to {{sum}}, and *h* is cut.`},
			{Run: "speculative", At: "backup c h", Text: `
In speculative pruning *e* returned no value. Player 2 still has only {{score "d" 2}}, from *d*, and this is not enough to cut *h*. So
here speculative pruning visits *h* but not *g*, and last-branch pruning visits *g* but not *h*. Both return the right value.`},
			{At: "done", Text: `
If the best child comes first, *d* is the best child of *c*. Then the unknown value of *e* cannot raise the bound of player 2,
both searches have the same bounds, and **speculative pruning visits no leaf that last-branch pruning does not visit**. ∎

**Try it.** With {{try "f" "2,3,4"}} no child of *c* is better for player 2 than *d*. Speculative pruning makes {{visits "f" "2,3,4"}}
visits. Last-branch pruning also visits *g*, and makes {{visits "f" "2,3,4" "lastbranch"}} visits. Drop the condition below for the
smallest tree.`},
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
		ID: "no-re-search", Title: "In the best order nothing is re-searched",
		Idea:   "A re-search needs a later child that is better than the first.",
		Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,2,5) g: (4,3,3) ] h: (6,2,2) ] ]`,
		Source: "Sturtevant 2003, section 4.3", Figures: []string{"s2003-fig6"},
		More: []learn.Link{{Href: "/learn/speculative", Text: "The chapter on speculative pruning"}, {Href: "/learn/theorems/speculative-best-case", Text: "How much is cut at best"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "backup c d", Text: `
Each node of this tree has its best child first: *b* for player 1, *d* for player 2, *f* for player 3. So each player has the
best bound from the start: player 1 has {{score "b" 1}}, player 2 has {{score "d" 2}}.`},
			{At: "prune e", Text: `
At *e* the bounds sum to {{sum}}, and *g* is cut, although *h* comes later. The cut is {{term "provisional" "provisional"}}. It has a
condition: the best value of player 2 so far, *d*, is **not better for player 1** than the bound at *a*. Indeed {{score "d" 1}} is not
more than {{score "b" 1}}.`},
			{At: "backup c h", Text: `
When is *e* re-searched? Only if the best value of *c* is better for player 1 than the bound. *h* is better: it gives player 1 a score of
{{score "h" 1}}. But it gives player 2 a score of {{score "h" 2}}, less than *d* does. So player 2 does not take *h*.`},
			{At: "done", Text: `
**The argument.** At the time of a cut, the best value of a node in between is not better for the player above. For a re-search it must be
better for that player. So the best value has to change. But a later child becomes the best only if it is strictly better for the mover
than the first child, and the first child is already the best. So the best value never changes, and nothing is re-searched. ∎

Nothing here depends on the number of players, or on the scores. Speculative pruning has made {{nodes}} visits here.`},
			{At: "backup c h", Text: `
**Try it.** With {{try "h" "6,4,0"}} the order of *c* is no longer the best: player 2 prefers *h* to *d*. Now *e* is re-searched,
and the search makes {{visits "h" "6,4,0"}} visits.

The paper does not say that the best order always cuts much. This depends on the scores, too.`},
		},
	},
}

var deltaRules = theorem{
	Paper:     specPaper,
	Statement: "It follows from this that we can always prune if ∑ scores ≥ maxsum − δ(n − 2), where scores are the current bounds for the players in the tree. Additionally, we can prune if ∑ scores ≥ maxsum − δ(n − 1) and if on the first branch of the node being pruned the other n − 1 players don’t all have better scores than their current best bound.",
	Where:     "Sturtevant 2003, section 4.4",
	Plain:     "δ is the smallest difference between two scores of a player. “On the first branch” must be “with the best value so far”: as printed, the second rule is wrong.",
	Claim:     claim("s2003-delta"),
	Chapter: learn.Chapter{
		ID: "delta-rules", Title: "Both rules with δ",
		Idea:   "A player changes a choice only for at least δ more.",
		Tree:   `players 3 maxsum 10 delta 1 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (7,3,0) g: (0,0,10) ] ] ]`,
		Source: "Sturtevant 2003, section 4.4", Figures: []string{"s2003-fig9"},
		More: []learn.Link{{Href: "/exhibits", Text: "Where the papers err: the rule as printed"}, {Href: "/learn/theorems/whole-numbers", Text: "The same argument with two bounds (Sturtevant & Korf 2000)"}},
		Scenes: []learn.Scene{
			{Run: "lastbranch,discrete", At: "backup e f", Text: `
The {{term "bound" "bounds"}} of the three players are {{score "b" 1}}, {{score "d" 2}} and {{score "f" 3}}. They sum to less than {{maxsum}}, so
the lemma allows no cut. But here two scores of a player are equal or differ by at least δ. All scores are whole numbers, so δ is
one point.`},
			{At: "prune e", Text: `
Let n be the number of bounds. If a value from *g* becomes the value of *a*, it is strictly better than each bound, so by at least δ. Its
scores sum to at least the bounds plus n times δ. If the bounds sum to maxsum − δ(n − 1) or more, this is more than maxsum, so there is no
such value. This is the threshold of the **second rule**.`},
			{At: "prune e", Text: `
But the value of *e* need not come from *g*. It may be *f*, the best so far, and *f* is not better than the bound of player 3: it **is**
that bound. So we must know that *f* is rejected above. Here *f* gives player 2 a score of {{score "f" 2}}, not more than {{score "d" 2}}.
So player 2 does not take it, and *g* is cut. This is the condition of the second rule.`},
			{At: "prune e", Text: `
The **first rule** has no condition on *f*. The value of *e* gives player 3 at least the bound, perhaps not more. Only the n − 1
others need δ more. So the bounds must reach a larger sum: maxsum − δ(n − 2).

**Try it.** With {{try "f" "3,6,1"}} the first rule is enough, and the search visits {{visits "f" "3,6,1"}} nodes. With {{try "f"
"6,4,0"}} *f* is better for both others, the second rule must not be used, and {{visits "f" "6,4,0"}} nodes are visited.`},
			{At: "done", Text: `
In the paper the condition is about the first branch. In its example the first branch **is** the best so far. But a later branch may
become the best and be better for all players. Then the rule as printed cuts, and this value is lost. The condition must be about the best
so far: drop the condition below.

The search returns {{root}}, as max^n does: {{root "maxn"}}. ∎`},
		},
	},
}
