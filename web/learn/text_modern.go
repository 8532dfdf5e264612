package learn

import (
	"espalier/search/question"
)

var paranoid = &Chapter{
	ID: "paranoid", Title: "Paranoid",
	Idea:   "Another question: what if all others play against you?",
	Tree:   `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`,
	Source: "Sturtevant & Korf 2000, “Reduction to a Paranoid 2-Player Game”", Figures: []string{"sk2000-fig4", "k1991-fig6"},
	More: []Link{{Href: "/learn/theorems/paranoid-cost", Text: "What a paranoid search costs at best"}},
	Scenes: []Scene{
		{Run: "paranoid", At: "start", Text: `
Deep pruning failed on this tree. Now we change the question, not the search. Player 1 expects the worst: all the others only
want to keep the score of player 1 low. They form one {{new "coalition"}}, so there are only two sides.

This is the {{new "paranoid"}} rule. Player 1 makes the first score as large as possible; all the others make it as small as
possible.`},
		{At: "backup d e", Text: `
Player 1 has {{score "b" 1}} at *a*. At *d* player 3 ignores the third score now. With *e* the coalition can hold player 1 to
{{score "e" 1}}.`},
		{At: "prune d", Text: `
So *f* is cut. The bound comes from *a*, two plies above *d*. This is a deep cut, and this time it is right: there are two
sides and one number, so this is alpha-beta.`},
		{At: "prune c", Text: `
The next cut follows immediately. Player 2, who moves at *c*, also belongs to the coalition. With *d* the coalition holds
player 1 to {{score "e" 1}} at *c*, less than the {{score "b" 1}} at *a*. So *g* is cut.`},
		{At: "done", Text: `
Paranoid visited {{nodes}} of {{count}} nodes. It returns {{root}}: player 1 is sure of {{score "b" 1}}, whatever the others
do. In the best case the cost of a large tree grows as if only the plies of the others counted
(Sturtevant & Korf 2000, “Reduction to a Paranoid 2-Player Game”).`},
		{Run: "maxn", At: "done", Text: `
On the same tree max^n returns {{root}} and moves to *c*. It assumes that player 2 chooses *g*, which is best for player 2.
Paranoid assumes the opposite and moves to *b*.

So paranoid is not a faster way to the max^n value. It answers another question. Which one plays better depends on the game
and on the players.`},
		{Run: "paranoid", At: "prune d", Text: `
**Try it.** Click *e* and type {{try "e" "6,1,2"}}. Now *e* no longer helps the coalition, so *f* must be visited: the
search visits {{visits "e" "6,1,2"}} nodes and returns {{then "e" "6,1,2"}}.`},
	},
	Questions: []Question{
		{Run: "paranoid", At: "backup c d", Kind: question.Cut, Node: "c", Intro: "The search of *d* has just ended."},
		{Run: "maxn", At: "enter d", Kind: question.Value, Node: "d", Intro: "Max^n has just reached *d*, where player 3 moves."},
		{Run: "paranoid", At: "done", Kind: question.Fewer, Other: "deep"},
	},
}

var lastBranch = &Chapter{
	ID: "last-branch", Title: "Last-branch pruning",
	Idea:   "Use the bounds of all players when no player in between can change the result.",
	Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (2,3,5) ] ] ]`,
	Source: "Sturtevant 2003, sections 4.1 and 4.2", Figures: []string{"s2003-fig4", "s2003-fig9"},
	More: []Link{{Href: "/practice?algorithm=lastbranch", Text: "Practise it: work through the algorithm by hand on a new tree"}, {Href: "/learn/theorems/three-rules", Text: "Theorem: who cuts more"}},
	Scenes: []Scene{
		{Run: "lastbranch", At: "backup e f", Text: `
Shallow pruning uses the bounds of two players. Why not those of all three? Player 1 has {{score "b" 1}} at *a*, player 2 has
{{score "d" 2}} at *c*, and player 3 has {{score "f" 3}} at *e*. Each of these nodes is a child of the one before.

The current bounds of all players form the {{new "bound-vector"}}. The table below the tree shows it.`},
		{At: "prune e", Text: `
The three bounds sum to {{sum}}, and maxsum is {{limit}}. To become the value of the tree, *g* must be better for player 3 at
*e*, for player 2 at *c* and for player 1 at *a*. Then its scores would sum to more than maxsum, which is impossible
(Sturtevant 2003, section 4.1, Lemma 1).`},
		{At: "prune e", Text: `
But this was also the argument for deep pruning, and it failed. The danger is the player in between: because of *g*,
player 2 at *c* might choose another child.

Here this cannot happen, because *e* is the {{new "last-branch" "last branch"}} of *c*: there is no later child. Player 2 has
two choices. *d* gives player 1 only {{score "d" 1}}. Player 2 chooses the value of *e* only if it is better for player 2,
and then it is not better for player 1. In both cases player 1 chooses *b*.`},
		{At: "done", Text: `
So *g* is cut, and *e* returns no value, because its value cannot matter. *c* keeps {{value "c"}}, and the value of the tree,
{{root}}, is right. The search visited {{nodes}} nodes. Shallow pruning visits {{nodes "shallow"}}, because no two of the
bounds reach maxsum. Last-branch pruning also makes all immediate and shallow cuts.

If the scores of every leaf sum to maxsum, large scores are not needed, only a good order of moves. Last-branch pruning can
cut even if all leaves are equal. Shallow pruning cannot, unless two scores of the leaf reach maxsum (Sturtevant 2003,
section 4.2). If leaves sum to less than maxsum, the bounds may not reach it in any order.`},
		{At: "prune e", Text: `
**Try it.** There is a second condition: the best value of player 2 so far must not be better for player 1 than the bound at
*a*. Click *d* and type {{try "d" "6,3,1"}}. The bounds are the same, but now *d* is better for player 1. So *g* matters
again, and the search visits all {{visits "d" "6,3,1"}} nodes.`},
		{At: "done", Text: `
The condition is strict. Each player between the first and the last bound must be on the last branch. This is rare in a tree
with many moves at each node. The next chapter does not wait for the last branch.`},
	},
	Questions: []Question{
		{Run: "lastbranch", At: "backup e f", Kind: question.Cut, Node: "e", Intro: "Player 3 has just received the score of *f*."},
		{Run: "lastbranch", At: "prune e", Kind: question.Terms},
		{Run: "lastbranch", At: "exit e", Kind: question.Value, Node: "c"},
	},
}

var speculative = &Chapter{
	ID: "speculative", Title: "Speculative pruning",
	Idea:   "Cut now, and search again if the cut was too early.",
	Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (1,5,4) ] h: (6,4,0) ] ]`,
	Source: "Sturtevant 2003, section 4.3", Figures: []string{"s2003-fig6", "s2003-fig5", "s2003-fig7"},
	More: []Link{{Href: "/practice?algorithm=speculative&branching=3", Text: "Practise it: work through the algorithm by hand on a new tree"}, {Href: "/practice?algorithm=speculative&branching=3&case=research", Text: "Practise it on a tree with a re-search"}, {Href: "/exhibits", Text: "Where the procedure printed in the paper fails"}, {Href: "/learn/theorems/no-re-search", Text: "Theorem: in the best order nothing is searched again"}},
	Scenes: []Scene{
		{Run: "speculative", At: "backup e f", Text: `
This is the tree of the previous chapter with one more leaf, *h*. The bounds of the three players are the same, but *e* is no longer the
last branch of *c*. Last-branch pruning would not cut here.`},
		{At: "prune e", Text: `
Speculative pruning cuts *g* anyway. Two conditions of the previous chapter hold. The bounds of the three players sum to {{sum}}. And *d*,
the best child of *c* so far, is not better for player 1 than the bound at *a*: {{score "d" 1}} is less than {{score "b" 1}}. Only the
last branch is not required.

The cut may be too early, so it can be taken back. It is a {{new "provisional" "provisional cut"}}, drawn with a dashed line,
and *e* returns no value.

If no later child of *c* is good enough for player 1 and player 2, *g* never matters. To cut before this is known is
{{new "speculative"}}.`},
		{At: "backup c h", Text: `
But *h* is such a child. It gives player 2 a score of {{score "h" 2}}, better than {{score "d" 2}} at *d*. And it gives
player 1 a score of {{score "h" 1}}, better than {{score "b" 1}} at *a*. If the search ended here, player 1 would move to *c*. But
*g* might be even better for player 2 than *h*. So *g* matters now.`},
		{At: "research c", Text: `
So *e* is searched again. This is a {{new "re-search"}}. Nodes that are visited a second time get a mark with the number of
the visit.

Which bounds count now? *h* is better for player 1 than the bound at *a*, so this bound no longer helps. Only the bounds of
player 2 and player 3 remain. Player 2 has {{score "h" 2}} from *h*. But *e* is further left than *h* and wins in a tie, so the
two bounds must sum to more than {{maxsum}} for a cut. Here nothing is cut.`},
		{At: "exit e 2", Text: `
This time *g* is visited, and *e* returns {{value "e"}}. Player 2 gets {{score "e" 2}} from *e*, more than {{score "h" 2}}
from *h*. So player 2 does not choose *h*.`},
		{At: "done", Text: `
The value is {{root}}, the max^n value. Without the re-search it would be {{value "h"}}.

The early cut did not pay off here: the search made {{nodes}} visits, and the tree has {{count}} nodes.

Speculative pruning makes immediate and shallow cuts, too. They are final, and the node returns its best value. A cut on a last branch is
also final, but the node returns no value, like *e* in the previous chapter. A provisional cut is taken back only if a later child of the
parent is better for player 2 and for player 1.`},
		{At: "research c", Text: `
**Try it.** Click *h* and type {{try "h" "4,4,2"}}. *h* is still better for player 2 than *d*, but no longer good enough for
player 1. No re-search is necessary: {{visits "h" "4,4,2"}} visits are enough.

If the best moves come first, no node is searched again (Sturtevant 2003, section 4.3). So the order of moves matters, as in
alpha-beta. But the scores matter, too: if leaves sum to less than maxsum, perhaps nothing can be cut in any order.`},
	},
	Questions: []Question{
		{Run: "speculative", At: "backup e f", Kind: question.Cut, Node: "e", Intro: "Player 3 has just received the score of *f*."},
		{Run: "speculative", At: "exit e 2", Kind: question.Value, Node: "c", Intro: "The re-search of *e* has just ended."},
		{Run: "speculative", At: "done", Kind: question.Change, Node: "g", Value: "4,2,4", Intro: "Each point goes from player 2 to player 1."},
	},
}

var leafValueTables = &Chapter{
	ID: "leaf-value-tables", Title: "Leaf-value tables",
	Idea: "Check a list of all possible outcomes instead of a sum.",
	Tree: `players 3 maxsum 4 delta 1
		outcomes (0,0,2) (0,2,1) (0,4,0) (0,3,0) (2,0,1) (2,2,0) (2,1,0) (4,0,0) (1,2,0) (3,0,0)
		a: 1[ b: (2,0,1) c: 2[ d: (2,1,0) e: (1,2,0) ] ]`,
	Source: "Sturtevant 2005, sections 2 to 4", Figures: []string{"s2005-table1", "s2005-fig8", "s2005-fig9"},
	Scenes: []Scene{
		{Run: "speculative", At: "backup c d", Text: `
The two previous chapters asked one question before each cut: do the bounds sum to maxsum? This is the {{new "linear-test"}}. Here
player 1 has {{score "b" 1}} at *a*, and player 2 has {{score "d" 2}} at *c*. The sum is {{plus (score "b" 1) (score "d" 2)}}, and maxsum is
{{maxsum}}. Nothing is cut.`},
		{At: "done", Text: `
So speculative pruning visits all {{nodes}} nodes and returns {{root}}. Was it really necessary to visit *e*?`},
		{Run: "speculative,table", At: "start", Text: `
The tree comes from a hand of Spades with three tricks (Sturtevant 2005, section 3). The hand can end in only a few ways. Each
is an {{new "outcome"}}, and all of them are known before the search:

{{outcomes}}.

The numbers are {{new "rank" "ranks"}}: the worst outcome of a player has rank zero, and a better one has a higher rank. These
vectors have different sums. The game is not {{new "constant-sum"}}, and in such a game the linear test misses cuts.`},
		{At: "backup c d", Text: `
An exact question is better. The leaf *e* matters only if it gives player 2 more than {{score "d" 2}} and player 1 more than
{{score "b" 1}}. Is there such an outcome? Go through the list: whenever player 1 gets more than {{score "b" 1}}, player 2
gets nothing. So there is none.`},
		{At: "prune c", Text: `
So *e* is cut. The table below the tree has a row for each outcome, with the player whose bound excludes it.

The stored list of possible leaf values is a {{new "leaf-value-table"}}. With it the decision is exact: a node is cut unless
some outcome could still matter (Sturtevant 2005, section 4).`},
		{At: "done", Text: `
With the table the search visits {{nodes}} nodes instead of {{nodes "speculative"}}. The value is the same.

**Try it.** Click *b* and type {{try "b" "1,2,0"}}: player 1 is sure of less. Now one outcome, {{outcome "2,2,0"}}, is better
for both players. So nothing is cut, and the search visits {{visits "b" "1,2,0"}} nodes.`},
		{At: "prune c", Text: `
The next chapter adds chance; most chapters after it have no chance nodes. You have seen what each cut needs: current bounds, a reason why
no unvisited leaf is better for all players concerned, and a reason why no player in between will choose differently. Take a
figure from a paper, or your own tree, and predict each cut before you see it.`},
	},
	More: []Link{{Href: "/", Text: "All figures"}, {Href: "/edit", Text: "Draw your own tree"}, {Href: "/counterexamples", Text: "Find trees on which unsound algorithms fail"}},
	Questions: []Question{
		{Run: "speculative", At: "leaf e", Kind: question.Value, Node: "c", Intro: "Without the table:"},
		{Run: "speculative,table", At: "backup c d", Kind: question.Cut, Node: "c", Intro: "With the table:"},
		{Run: "speculative,table", At: "done", Kind: question.Fewer, Other: "speculative"},
	},
}
