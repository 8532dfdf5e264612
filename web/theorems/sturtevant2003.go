package theorems

import "espalier/web/learn"

const specPaper = "Sturtevant 2003"

var specLemma = theorem{
	Paper:     specPaper,
	Statement: "If, in a max^n game tree, the sum of lower bounds for a consecutive sequence of unique players meets or exceeds maxsum, the max^n value of any child of the last player in the sequence cannot be the max^n value of the game tree.",
	Where:     "Sturtevant 2003, section 4.1, Lemma 1",
	Plain:     "“Any child” means a child that has not been searched yet, to the right of those that gave the bounds.",
	Claim:     claim("s2003-lemma-1"),
	Chapter: learn.Chapter{
		ID: "lemma-of-speculative-pruning", Title: "The bounds of all players",
		Idea:   "Lemma 1: if the bounds sum to maxsum, no later child can become the value of the tree.",
		Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (2,3,5) ] ] ]`,
		Source: "Sturtevant 2003, sections 4.1 and 4.2", Figures: []string{"s2003-fig5", "s2003-fig4"},
		More: []learn.Link{{Href: "/learn/last-branch", Text: "The chapter on last-branch pruning"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "backup e f", Text: `
The search has reached *e*. Each player on the path already has a bound: player 1 has {{score "b" 1}} at *a*, player 2 has {{score "d" 2}}
at *c*, player 3 has {{score "f" 3}} at *e*. Call these {{term "bound" "bounds"}} x, y and z. They belong to three different players, and
the three nodes are consecutive.`},
			{At: "prune e", Text: `
They sum to {{sum}}, which is not less than {{term "maxsum"}}, {{limit}}. *g* has not been visited yet. The lemma says: whatever
*g* is, it is not the value of the tree.

The proof is by contradiction. **Assume** that *g* has a vector v, and that v becomes the value of *a*.`},
			{At: "prune e", Text: `
Then v must be chosen at *e*, at *c* and at *a*. In a tie the leftmost child wins, and *g* is to the right of *f*. So v gives player 3
strictly more than z. The same holds at *c*, where *d* is further left: v gives player 2 strictly more than y. And at *a*, v gives player
1 strictly more than x.`},
			{At: "prune e", Text: `
Add the three. The scores of v sum to more than x + y + z, so to more than {{limit}}. But the scores of a leaf sum to at most
maxsum: a contradiction. ∎

More players than bounds would not change this: no score is negative.`},
			{At: "done", Text: `
Note what is **not** proved. The lemma does not say that *g* can be cut. *g* is not the value of the tree, but *g* may still
decide which other leaf is. This is why deep pruning fails. The next theorems add the missing conditions.`},
			{Run: "maxn", At: "done", Text: `
**Try it.** Give *g* any value, and run max^n to the end: the value of *a* is never that of *g*. With {{try "g" "6,1,3"}} the
root returns {{then "g" "6,1,3"}}, with {{try "g" "0,4,6"}} it returns {{then "g" "0,4,6"}}.`},
		},
	},
}

var allEqualCase = theorem{
	Paper:     specPaper,
	Statement: "In fact, when all nodes in the tree have the exact same evaluation, last-branch pruning will always be able to prune, while shallow pruning will never be able to.",
	Where:     "Sturtevant 2003, section 4.2",
	Claim:     claim("s2003-all-equal"),
	Chapter: learn.Chapter{
		ID: "all-equal", Title: "All leaves equal",
		Idea: "With a constant sum, last-branch pruning needs no large scores; shallow pruning does.",
		Tree: `players 3 maxsum 9 a: 1[ b: 2[ c: 3[ d: (3,3,3) e: (3,3,3) ] f: 3[ g: (3,3,3) h: (3,3,3) ] ]
			i: 2[ j: 3[ k: (3,3,3) l: (3,3,3) ] m: 3[ n: (3,3,3) o: (3,3,3) ] ] ]`,
		Source: "Sturtevant 2003, section 4.2", Figures: []string{"s2003-fig4"},
		More: []learn.Link{{Href: "/learn/last-branch", Text: "The chapter on last-branch pruning"}},
		Scenes: []learn.Scene{
			{Run: "lastbranch", At: "start", Text: `
Every leaf is {{value "d"}}, and maxsum is {{maxsum}}. So all orders of the children are equally good. What can be
cut?`},
			{At: "backup a b", Text: `
After *b*, player 1 has {{score "b" 1}} at *a*. This bound holds everywhere below *i*.`},
			{At: "backup i j", Text: `
After *j*, player 2 has {{score "j" 2}} at *i*. Only *m* is left, so from now on player 2 is on the {{term "last-branch" "last branch"}}.
And the best value so far at *i* is not better for player 1 than the bound at *a*: it is the same.`},
			{At: "prune m", Text: `
At *m* the leaf *n* gives player 3 a score of {{score "n" 3}}. The three bounds sum to {{sum}}, which is maxsum, so by Lemma 1 *o* is not
the value of the tree. And *o* cannot change the choice of player 2 to another value that is better for player 1. So *o* is cut.

The same happens in every such tree in which each player moves on the path: as soon as each player has a bound, these bounds are
the scores of one leaf, and sum to maxsum. If the scores of the leaves summed to less than maxsum, nothing would be cut.`},
			{Run: "shallow", At: "backup m n", Text: `
Shallow pruning only adds the bounds of two players: {{plus (score "i" 2) (score "n" 3)}} here, and maxsum is {{maxsum}}.`},
			{At: "done", Text: `
No order of the children makes this sum larger, so shallow pruning visits all {{nodes}} nodes. Last-branch pruning visits {{nodes
"lastbranch"}}. That is the point of the paper: shallow pruning needs two large scores. “Never” is true only if no two scores of the leaf
reach maxsum. If two of them do, shallow pruning cuts, too: drop that condition below.`},
			{Run: "lastbranch", At: "done", Text: `
**Try it.** Click the leaf *d* below *b* and give player 1 less: with {{try "d" "1,4,4"}} last-branch pruning visits {{visits "d"
"1,4,4"}} nodes. One different leaf can be enough.`},
		},
	},
}

var speculativeIsRight = theorem{
	Paper:     specPaper,
	Statement: "In general, we have to re-search pruned branches if, on a mid-level branch, we find a new value for which both that mid-level player and his parent have better scores. As with last-branch pruning, we can only prune when Player 1 prefers his current move over Player 2’s partial max^n value. If we wish to preserve the order of tie-breaking in the tree, we must also retain some extra information about the order of nodes expanded.",
	Where:     "Sturtevant 2003, section 4.3",
	Plain:     "Under these rules speculative pruning returns the max^n value. The paper argues with an example with three players. Here we make the same argument for any tree with three players. The next page has what more players need. Figure 7, the printed procedure, does not follow the rules: see the last condition below.",
	Claim:     claim("s2003-speculative"),
	Chapter: learn.Chapter{
		ID: "speculative-is-right", Title: "Speculative pruning returns the max^n value",
		Idea:   "Why a cut that is made too early does no harm.",
		Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (1,5,4) ] h: (6,4,0) ] ]`,
		Source: "Sturtevant 2003, sections 4.1 to 4.3", Figures: []string{"s2003-fig6", "s2003-fig7", "s2003-fig3"},
		More: []learn.Link{{Href: "/learn/speculative", Text: "The chapter on speculative pruning"}, {Href: "/exhibits", Text: "Where the printed procedure fails"}, {Href: "/learn/theorems/more-players", Text: "Four or more players"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "prune e", Text: `
At *e* the three bounds sum to {{sum}}. By the lemma *g* is not the value of the tree, and *g* is cut. Two things could make this cut
wrong. The player in between, player 2 at *c*, could prefer *g* to another child. And *e* is not the last branch of *c*: there is another
child.`},
			{At: "exit e 1", Text: `
So *e* returns no value: its value is not known. The cut is {{term "provisional" "provisional"}}, and *e* is put into a list at *c*.

Now consider the values that player 2 can choose at *c*.`},
			{At: "backup c h", Text: `
**The first case: a child that is not in the list.** If player 2 takes it, *e* can only matter if player 2 would prefer the
unknown value of *e*. This value comes from *f* or from *g*, and it is better for player 2 than y, the bound at the time of the cut.

By the lemma it is then not better than x for player 1. So player 1 takes *b*, unless the value of *c* **without** *e* is better
than x. Only in this case does it matter whether player 2 prefers *e*.`},
			{At: "backup c h", Text: `
This is what is tested at each further child of *c*. Here *h* gives player 2 a score of {{score "h" 2}}, more than {{score "d" 2}}, and
player 1 {{score "h" 1}}, more than x = {{score "b" 1}}. Both have better scores, as the paper says. So the nodes in the list are
re-searched.`},
			{At: "research c", Text: `
**The second case: there is no such child.** Then the value that *c* returns gives player 1 at most x, and so would the unknown
value of *e*: the value of *a* is the same. Nothing is lost, and *e* is not re-searched.`},
			{At: "exit e 2", Text: `
In the re-search, the bound of player 2 comes from *h*. With this bound *g* has to be visited, and *e* returns {{value "e"}}. In
a tie with *h* for player 2, *e* would win, because it is further left. This is the extra information that must be kept.`},
			{At: "done", Text: `
So after each child of *c* one of two things is true: the value of *c* so far is right, or neither it nor the right value is better than x
for player 1. With three players a chain of bounds has three nodes, so only children of *c* can be without a value. The same argument
works from *c* to *a*, and from there to the root. The value is {{root}}. ∎

**Try it.** Change *h* so that it is better for only one of the two players: with {{try "h" "4,5,1"}} the search makes {{visits
"h" "4,5,1"}} visits, with {{try "h" "6,4,0"}} it makes {{nodes}}.`},
		},
	},
}

// morePlayers is the extra step of the argument for four or more players: a node without a
// value in the middle of a chain.
var morePlayers = theorem{
	Paper:     specPaper,
	Statement: "While this is the 3-player case, it clearly generalizes for n players.",
	Where:     "Sturtevant 2003, section 4.1, on Lemma 1",
	Plain:     "The lemma does. For the search itself the paper only shows three players: in Figure 7 and in its example. With four players a chain of bounds can be longer, and a new case occurs: a node returns no value although nothing was cut there. The argument is ours.",
	Claim:     claim("s2003-more-players"),
	Chapter: learn.Chapter{
		ID: "more-players", Title: "Speculative pruning with four or more players",
		Idea: "If a child returns no value, its parent may return no value, too.",
		Tree: `players 4 maxsum 8 a: 1[ b: (3,3,1,1) c: 2[ d: (2,2,2,2) e: 3[ f: (2,1,2,3) g: 4[ h: (2,3,2,1) i: (0,0,3,5) ] ]
			j: (4,3,0,1) ] ]`,
		Source: "Sturtevant 2003, sections 4.1 to 4.3", Figures: []string{"s2003-fig5", "s2003-fig7"},
		More: []learn.Link{{Href: "/learn/theorems/speculative-is-right", Text: "The argument for three players"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "prune g", Text: `
Four players move one after the other. The bounds at *a*, *c*, *e* and *g* sum to {{sum}}, and maxsum is {{maxsum}}. So *i* is
cut, and *g* returns no value.

What do we know about *g*? By the lemma, its true value is not better for all players above: it is rejected at *e*, at *c* or at *a*. The
**top** of the chain of bounds is *a*. So the true value of *g* is rejected at one of the nodes from *e* up to the top.`},
			{At: "exit e 1", Text: `
Now all children of *e* are done. The best so far is *f*, which gives player 2 a score of {{score "f" 2}}, less than the {{score "d" 2}}
that player 2 has at *c*. So *f* is not better for player 2, and *g* is not re-searched.

The true value of *e* is either *f* or the unknown value of *g*. We do not know which. If it is *f*, player 2 rejects it at *c*. If it is
the value of *g*, it was not rejected at *e*, so it is rejected at *c* or at *a*. In both cases **the true value of *e* is rejected at a
node above *e*, no higher than the top.** This is what we know about a node without a value. So *e* returns no value, either.`},
			{At: "backup c j", Text: `
With three players this cannot happen: there the node above the cut is directly below the top. Then the top rejects both values,
so such a node can return its best value.`},
			{At: "research c", Text: `
Here *j* is better for player 2, and for player 1, too: {{score "j" 1}} is more than {{score "b" 1}}. So it is no longer certain
that the unknown value of *e* is rejected at *c* or *a*, and *e* is re-searched. Now only bounds from *c* downwards are used.`},
			{At: "exit e 2", Text: `
This time *g* returns its value {{value "g"}}, and player 3 takes it at *e*. Player 2 still prefers *j*.`},
			{At: "done", Text: `
**In general.** Let y be a node between a cut and the top of its chain. Suppose that y has a child without a value: we know that its true
value is rejected at y or at a node above y, no higher than the top. When all children of y are done, the search tests the best value so
far. While it is better for the player above y, such children are re-searched. After that, either y has its true value, or its best is not
better for the player above.

In the second case the true value of y is its best or the unknown value of the child. Both are rejected above y. If y is directly below
the top, it can return its best. If not, it returns no value, and we know the same about y as about the child. So this continues ply by
ply, and ends at the latest at the child of the top. There is no player above the root, so the root re-searches all such children, and its
value is right. ∎

Max^n returns {{root "maxn"}}, speculative pruning {{root}}.`},
		},
	},
}
