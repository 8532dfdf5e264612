package theorems

import "espalier/web/learn"

const specPaper = "Sturtevant 2003"

var specLemma = theorem{
	Paper:     specPaper,
	Statement: "If, in a max^n game tree, the sum of lower bounds for a consecutive sequence of unique players meets or exceeds maxsum, the max^n value of any child of the last player in the sequence cannot be the max^n value of the game tree.",
	Where:     "Sturtevant 2003, section 4.1, Lemma 1",
	Plain:     "“Any child” is one that has not been searched yet: it stands right of those that gave the bounds.",
	Claim:     claim("s2003-lemma-1"),
	Chapter: learn.Chapter{
		ID: "lemma-of-speculative-pruning", Title: "The bounds of all players",
		Idea:   "Lemma 1: where bounds sum to maxsum, nothing unseen can become the value of the tree.",
		Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (2,3,5) ] ] ]`,
		Source: "Sturtevant 2003, sections 4.1 and 4.2", Figures: []string{"s2003-fig5", "s2003-fig4"},
		More: []learn.Link{{Href: "/learn/last-branch", Text: "The chapter on last-branch pruning"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "backup e f", Text: `
The search has come to *e*. Each of the players on the way there has got something already: player 1 has {{score "b" 1}}
at *a*, player 2 has {{score "d" 2}} at *c*, player 3 has {{score "f" 3}} at *e*. Call these {{term "bound" "bounds"}} x, y
and z. Each belongs to a player of its own, and the three nodes follow each other.`},
			{At: "prune e", Text: `
Together they are {{sum}}, which is not less than {{term "maxsum"}}, {{limit}}. Nobody has seen *g* yet. The lemma says that
whatever *g* is, it is not the value of the tree.

The proof is by contradiction. **Assume** that *g* has a vector v, and that v becomes the value of *a*.`},
			{At: "prune e", Text: `
For that, v has to be chosen at *e*, at *c* and at *a*. Ties go to the left, and *g* stands to the right of *f*. So v must
give player 3 strictly more than z. The same holds at *c*, where *d* stands to the left: player 2 gets strictly more than y.
And at *a* player 1 gets strictly more than x.`},
			{At: "prune e", Text: `
Add the three. The scores of v sum to more than x + y + z, so to more than {{limit}}. But no leaf sums to more than maxsum.
This contradicts the assumption. ∎

If there were more players than bounds, their scores would not help: no score is below zero.`},
			{At: "done", Text: `
Look at what is **not** proved. The lemma does not say that *g* may be cut. It says that *g* is not the value of the tree;
but *g* may still decide which other leaf is. In deep pruning exactly this goes wrong. The next theorems say what has to be
added.`},
			{Run: "maxn", At: "done", Text: `
**Try it.** Give *g* any value, and run max^n to its end: the value of *a* is never that of *g*. With {{try "g" "6,1,3"}} the
root has {{then "g" "6,1,3"}}, with {{try "g" "0,4,6"}} it has {{then "g" "0,4,6"}}.`},
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
Every leaf is {{value "d"}}, and maxsum is {{maxsum}}. So no order of the children is better than another, and each first child is
as good as the best one. What can be cut?`},
			{At: "backup a b", Text: `
After *b*, player 1 has {{score "b" 1}} at *a*. This bound is in force everywhere below *i*.`},
			{At: "backup i j", Text: `
After *j*, player 2 has {{score "j" 2}} at *i*. Only *m* is left, so from now on player 2 is on the {{term "last-branch" "last branch"}}.
And what player 2 has is not better for player 1 than the bound at *a*: it is the same.`},
			{At: "prune m", Text: `
At *m* the leaf *n* gives player 3 {{score "n" 3}}. The three bounds sum to {{sum}}, which is maxsum, so by the lemma of the page before *o* is not the
value of the tree. Player 2 has no further choice that *o* could lead to. So *o* is cut.

The same happens in every such tree where each player moves on the way down: the scores of one leaf sum to maxsum as soon as
every player has one of them as a bound. If the leaves summed to less than maxsum, nothing would be cut.`},
			{Run: "shallow", At: "backup m n", Text: `
Shallow pruning adds the bounds of two players only: {{plus (score "i" 2) (score "n" 3)}} here, and maxsum is {{maxsum}}.`},
			{At: "done", Text: `
It never gets there, however the children are ordered, and visits all {{nodes}} nodes. Last-branch pruning has visited
{{nodes "lastbranch"}}. That is the paper’s point: shallow pruning needs two large scores. “Never” is true only if no two scores of
the leaf reach maxsum. Where two of them do, shallow pruning cuts, too: drop that condition below.`},
			{Run: "lastbranch", At: "done", Text: `
**Try it.** Click *b*’s leaf *d* and give player 1 less: with {{try "d" "1,4,4"}} the last-branch search visits
{{visits "d" "1,4,4"}} nodes. One leaf that is not equal can be enough.`},
		},
	},
}

var speculativeIsRight = theorem{
	Paper:     specPaper,
	Statement: "In general, we have to re-search pruned branches if, on a mid-level branch, we find a new value for which both that mid-level player and his parent have better scores. As with last-branch pruning, we can only prune when Player 1 prefers his current move over Player 2’s partial max^n value. If we wish to preserve the order of tie-breaking in the tree, we must also retain some extra information about the order of nodes expanded.",
	Where:     "Sturtevant 2003, section 4.3",
	Plain:     "Under these rules speculative pruning returns the max^n value. The paper argues for it with an example with three players; the argument here is that one, for any tree with three players. The next page has what more players need. Figure 7, the printed procedure, does not keep to the rules: it is the last condition below.",
	Claim:     claim("s2003-speculative"),
	Chapter: learn.Chapter{
		ID: "speculative-is-right", Title: "Speculative pruning returns the max^n value",
		Idea:   "Why a cut that comes too early does no harm.",
		Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (1,5,4) ] h: (6,4,0) ] ]`,
		Source: "Sturtevant 2003, sections 4.1 to 4.3", Figures: []string{"s2003-fig6", "s2003-fig7", "s2003-fig3"},
		More: []learn.Link{{Href: "/learn/speculative", Text: "The chapter on speculative pruning"}, {Href: "/exhibits", Text: "Where the printed procedure fails"}, {Href: "/learn/theorems/more-players", Text: "Four players and more"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "prune e", Text: `
At *e* the three bounds sum to {{sum}}. By the lemma *g* is not the value of the tree, and *g* is cut. Two things could make this
cut wrong. The player in between, player 2 at *c*, could use *g* to turn down something else. And *c* might not be at its last
branch: children of *c* are still to come.`},
			{At: "exit e 1", Text: `
So *e* returns no value: nothing is claimed about it. The cut is {{term "provisional" "provisional"}}, and *e* stands in a list at *c*.

Now go through what player 2 can end with at *c*.`},
			{At: "backup c h", Text: `
**The first case: a child that is not in the list.** Player 2 takes it for its score, and *e* can only matter if player 2 would
prefer what is hidden in *e*. Then the value of *c* comes from *e*. If that comes from *f* or from *g*, it is better for player 2
than y, the bound at the time of the cut.

By the lemma it is then not better than x for player 1. So player 1 stays with *b*, unless what *c* has **without** *e* would be
better than x: only then does it make a difference whether player 2 turns it down.`},
			{At: "backup c h", Text: `
This is the test at each further child of *c*. Here *h* gives player 2 {{score "h" 2}}, more than {{score "d" 2}}, and player 1
{{score "h" 1}}, more than x = {{score "b" 1}}. Both have better scores, as the paper says. So the list is searched again.`},
			{At: "research c", Text: `
**The second case: no such child comes.** Then whatever *c* returns gives player 1 no more than x, and so would the hidden value:
the value of *a* is the same. Nothing was lost, and *e* is never looked at again.`},
			{At: "exit e 2", Text: `
In the re-search, player 2’s bound is that of *h*. With it, *g* has to be seen, and *e* has {{value "e"}}. If it were equal to
*h* for player 2, *e* would win, because it stands to the left. This is the extra information that has to be retained.`},
			{At: "done", Text: `
So after each child of *c* one of two things holds: *c*’s value so far is right, or it does not please player 1 and neither
does the right one. With three players a chain of bounds has three nodes, so nothing without a value goes further up than to *c*.
The same argument goes up from *c* to *a*, and from there to the root. The value is {{root}}. ∎

**Try it.** Change *h* so that only one of the two players is pleased: with {{try "h" "4,5,1"}} the search makes
{{visits "h" "4,5,1"}} visits, with {{try "h" "6,4,0"}} it makes {{nodes}}.`},
		},
	},
}

// morePlayers is the step of the argument that trees with four players and more need: a node
// without a value in the middle of a chain.
var morePlayers = theorem{
	Paper:     specPaper,
	Statement: "While this is the 3-player case, it clearly generalizes for n players.",
	Where:     "Sturtevant 2003, section 4.1, on Lemma 1",
	Plain:     "The lemma does. For the search itself the paper shows three players only: Figure 7 is for three, and so is its example. With four players a chain of bounds can be longer, and something new happens: a node ends without a value although nothing was cut there. The argument is ours.",
	Claim:     claim("s2003-more-players"),
	Chapter: learn.Chapter{
		ID: "more-players", Title: "Speculative pruning with four players and more",
		Idea: "A child without a value can leave its parent without one.",
		Tree: `players 4 maxsum 8 a: 1[ b: (3,3,1,1) c: 2[ d: (2,2,2,2) e: 3[ f: (2,1,2,3) g: 4[ h: (2,3,2,1) i: (0,0,3,5) ] ]
			j: (4,3,0,1) ] ]`,
		Source: "Sturtevant 2003, sections 4.1 to 4.3", Figures: []string{"s2003-fig5", "s2003-fig7"},
		More: []learn.Link{{Href: "/learn/theorems/speculative-is-right", Text: "The argument for three players"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "prune g", Text: `
Four players move one after the other. The bounds at *a*, *c*, *e* and *g* sum to {{sum}}, and maxsum is {{maxsum}}. So *i* is cut,
and *g* ends without a value.

What do we know of *g*? By the lemma, its true value does not please everybody above: it is turned down at *e*, at *c* or at *a*. The
chain of bounds has *a* at its **top**. So say: the true value of *g* is turned down above *g*, at the top at the latest.`},
			{At: "exit e 1", Text: `
Now *e* has all its children. Its best so far is *f*, which gives player 2 {{score "f" 2}}, less than the {{score "d" 2}} that player 2
has at *c*. So *f* does not please player 2, and there is no reason to search *g* again.

The true value of *e* is either *f*, or what *g* hides. Nobody knows which. If it is *f*, player 2 turns it down at *c*. If it is what
*g* hides, this was not turned down at *e*, so it is turned down at *c* or at *a*. Either way: **the true value of *e* is turned down
above *e*, at the top at the latest.** That is what we know of a node without a value. So *e* is one as well.`},
			{At: "backup c j", Text: `
With three players this cannot happen: there the node above the cut is directly below the top. Then the top turns down either
value, so such a node may return its best.`},
			{At: "research c", Text: `
Here *j* pleases player 2, and player 1, too: {{score "j" 1}} is more than {{score "b" 1}}. So the argument for turning down what *e*
hides does not reach *a* any more, and *e* is searched again. Now bounds count from *c* downwards alone.`},
			{At: "exit e 2", Text: `
This time *g* gets its value {{value "g"}}, and *e* takes it. Player 2 stays with *j*.`},
			{At: "done", Text: `
**In general.** Let y be a node between a cut and the top of its chain, with a child of which we know: its true value is turned down
above it, at the top at the latest. When all children of y are done, the search looks at the best so far. While it pleases the player
above y, such children are searched again. After that, y has its true value, or its best does not please the player above.

In the second case y ends with its best, which is turned down above y; or with what the child hides, and then that is turned down above
y. If y is directly below the top, it may return its best. If not, it has no value, and the same is known of y as of the child. So this
goes up, ply by ply, and ends below the top at the latest. Nobody is above the root: it searches all such children again, and its
value is right. ∎

Max^n returns {{root "maxn"}}, speculative pruning {{root}}.`},
		},
	},
}
