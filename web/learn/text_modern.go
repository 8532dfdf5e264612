package learn

import (
	"espalier/search/question"
)

var paranoid = &Chapter{
	ID: "paranoid", Title: "Paranoid",
	Idea:   "Another question: what if all the others played against you?",
	Tree:   `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`,
	Source: "Sturtevant & Korf 2000, “Reduction to a Paranoid 2-Player Game”", Figures: []string{"sk2000-fig4", "k1991-fig6"},
	More: []Link{{Href: "/learn/theorems/paranoid-cost", Text: "What a paranoid search costs at best"}},
	Scenes: []Scene{
		{Run: "paranoid", At: "start", Text: `
This is the tree on which deep pruning failed. Now we do not change the search, but the question. Player 1 expects the worst:
that all the others want nothing but to keep the score of player 1 low. Then they are one {{new "coalition"}}, and there are
only two sides.

This is the {{new "paranoid"}} rule. Where player 1 moves, the first score is made as large as possible; everywhere else it
is made as small as possible.`},
		{At: "backup d e", Text: `
Player 1 has {{score "b" 1}} at *a*. At *d* player 3 does not look at the third score any more. With *e* the coalition
can hold player 1 to {{score "e" 1}}.`},
		{At: "prune d", Text: `
So *f* is cut. The bound comes from *a*, two plies above *d*: it is a deep cut, and this time it is right. There is one
number and there are two sides, so this is alpha-beta, with everything that is true of it.`},
		{At: "prune c", Text: `
The next cut follows at once. At *c* player 2 belongs to the coalition as well, and is content with {{score "e" 1}} for
player 1. So *g*, where player 1 would get {{score "g" 1}}, is not looked at.`},
		{At: "done", Text: `
Paranoid has visited {{nodes}} of {{count}} nodes. It returns {{root}}: player 1 is sure of {{score "b" 1}} whatever the
others do. In the best case the search of a large tree grows as if the moves of player 1 were left out of its depth
(Sturtevant & Korf 2000, “Reduction to a Paranoid 2-Player Game”).`},
		{Run: "maxn", At: "done", Text: `
Max^n returns {{root}} on the same tree, and moves to *c*. It assumes that player 2 takes *g*, which is best for player 2.
Paranoid assumes that player 2 does not, and moves to *b*.

So this is not a faster way to the max^n value. It is another answer, to another question. Which one plays better depends on
the game and on the players.`},
		{Run: "paranoid", At: "prune d", Text: `
**Try it.** Click *e* and type {{try "e" "6,1,2"}}. The coalition can no longer use *e*, and has to look further: the
search visits {{visits "e" "6,1,2"}} nodes and returns {{then "e" "6,1,2"}}.`},
	},
	Questions: []Question{
		{Run: "paranoid", At: "backup c d", Kind: question.Cut, Node: "c", Intro: "The search of *d* has ended."},
		{Run: "paranoid", At: "done", Kind: question.Root, Node: "g", Value: "0,1,8"},
		{Run: "maxn", At: "done", Kind: question.Root, Node: "g", Value: "0,1,8"},
	},
}

var lastBranch = &Chapter{
	ID: "last-branch", Title: "Last-branch pruning",
	Idea:   "The bounds of all players, once nobody between can change anything.",
	Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (2,3,5) ] ] ]`,
	Source: "Sturtevant 2003, sections 4.1 and 4.2", Figures: []string{"s2003-fig4", "s2003-fig9"},
	More: []Link{{Href: "/practice?algorithm=lastbranch", Text: "Practise it: play the algorithm by hand on a new tree"}, {Href: "/learn/theorems/three-rules", Text: "Theorem: who cuts more"}},
	Scenes: []Scene{
		{Run: "lastbranch", At: "backup e f", Text: `
Shallow pruning uses the bounds of two players. Why not those of all three? Player 1 has {{score "b" 1}} at *a*, player 2 has
{{score "d" 2}} at *c*, player 3 has {{score "f" 3}} at *e*. The three nodes follow each other.

The bounds of all players at one moment are the {{new "bound-vector"}}. It stands in the table below the tree.`},
		{At: "prune e", Text: `
The three bounds sum to {{sum}}; maxsum is {{limit}}. For *g* to become the value of the tree, it has to be better for
player 3 at *e*, better for player 2 at *c* and better for player 1 at *a*. Then its scores would sum to more than maxsum,
which cannot be (Sturtevant 2003, section 4.1, Lemma 1).`},
		{At: "prune e", Text: `
But that was the argument for deep pruning, too, and it failed. The danger is the player in between: player 2 at *c*, who
may turn to something else because of *g*.

Here this cannot happen, because *e* is the {{new "last-branch" "last branch"}} of *c*: no further child follows. Player 2
has two ways. To keep *d* gives player 1 only {{score "d" 1}}. To take what comes from *e* must be better for player 2, and
then it is not better for player 1. Either way player 1 stays with *b*.`},
		{At: "done", Text: `
So *g* is cut, and *e* comes back without a value: none that it could return would matter. So *c* keeps {{value "c"}}, and the
value {{root}} of the tree is right. The search has visited {{nodes}} nodes. Shallow pruning visits {{nodes "shallow"}}: no two of the
bounds reach maxsum. Where immediate or shallow pruning cuts, last-branch pruning does, too.

If every leaf sums to maxsum, this needs no large scores, only a good order of the moves. Even where all leaves are the same,
last-branch pruning can cut. Shallow pruning cannot, unless two scores of that leaf reach maxsum (Sturtevant 2003, section 4.2).
Where leaves sum to less, the bounds may stay below maxsum in any order.`},
		{At: "prune e", Text: `
**Try it.** The condition has a second half: what player 2 has so far must not be better for player 1 than the bound at
*a*. Click *d* and type {{try "d" "6,3,1"}}. The bounds are the same, but now *d* would please player 1. What *g* is matters
again, and the search visits all {{visits "d" "6,3,1"}} nodes.`},
		{At: "done", Text: `
The condition is strict. Each player between the first and the last bound has to be at the last branch. In a tree with many
moves at each node this is seldom so. The next chapter does not wait.`},
	},
	Questions: []Question{
		{Run: "lastbranch", At: "backup e f", Kind: question.Cut, Node: "e", Intro: "Player 3 has just got the score of *f*."},
		{Run: "lastbranch", At: "prune e", Kind: question.Terms},
		{Run: "shallow", At: "backup e f", Kind: question.Cut, Node: "e", Intro: "The same moment in another search."},
	},
}

var speculative = &Chapter{
	ID: "speculative", Title: "Speculative pruning",
	Idea:   "Cut now, and come back if it was too early.",
	Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (1,5,4) ] h: (6,4,0) ] ]`,
	Source: "Sturtevant 2003, section 4.3", Figures: []string{"s2003-fig6", "s2003-fig5", "s2003-fig7"},
	More: []Link{{Href: "/practice?algorithm=speculative&branching=3", Text: "Practise it: play the algorithm by hand on a new tree"}, {Href: "/practice?algorithm=speculative&branching=3&case=research", Text: "Practise it on a tree with a re-search"}, {Href: "/exhibits", Text: "Where the printed procedure of the paper fails"}, {Href: "/learn/theorems/no-re-search", Text: "Theorem: in the best order nothing is searched again"}},
	Scenes: []Scene{
		{Run: "speculative", At: "backup e f", Text: `
The tree of the last chapter has got one more leaf, *h*. The bounds of the three players are as before, but *e* is not the
last branch of *c* any more. Last-branch pruning would not cut here.`},
		{At: "prune e", Text: `
Speculative pruning cuts *g* all the same. It asks for two things, as in the last chapter. The bounds of the three players sum
to {{sum}}. And *d*, which player 2 has so far, is not better for player 1 than the bound at *a*: {{score "d" 1}} is less than
{{score "b" 1}}. Only the last branch is not asked for.

But the cut may be too early, so it can be taken back. It is a {{new "provisional" "provisional cut"}}, drawn with a dashed
line, and *e* returns without a value.

If no later child of *c* is too good, *g* will never be needed. To cut before this is known is {{new "speculative"}}.`},
		{At: "backup c h", Text: `
Now *h* is such a child. It gives player 2 a score of {{score "h" 2}}, better than the {{score "d" 2}} of *d*. And it gives
player 1 a score of {{score "h" 1}}, better than the {{score "b" 1}} at *a*. If this were the end, player 1 would move to
*c*. But it may be that *g* is still better for player 2 than *h*. So *g* matters now.`},
		{At: "research c", Text: `
So the search goes back: *e* is searched again. This is a {{new "re-search"}}. The nodes that are visited a second time get
a mark with the number of the visit.

Which bounds count now? *h* would please player 1, so the bound at *a* does not help any more: only those of player 2 and
player 3 are left. Player 2 has the {{score "h" 2}} of *h*. But *e* stands further left, and wins a tie. So for a cut the two
have to sum to more than {{maxsum}}. Here nothing is cut.`},
		{At: "exit e 2", Text: `
This time *g* is seen, and *e* backs up {{value "e"}}. For player 2 this is {{score "e" 2}}, more than the {{score "h" 2}}
of *h*. So player 2 does not take *h* after all.`},
		{At: "done", Text: `
The value is {{root}}, the max^n value. Without the second visit it would have been {{value "h"}}.

The early cut has not paid here: the search has made {{nodes}} visits to the {{count}} nodes of the tree.

Immediate and shallow cuts are made as before: they are final, and the node returns the best that it has. A cut at a last branch
is final, too, but the node returns without a value, as *e* did in the last chapter. A provisional cut is taken back only if a
later child of the same node is better for player 2 and for player 1.`},
		{At: "research c", Text: `
**Try it.** Click *h* and type {{try "h" "4,4,2"}}. It is still better for player 2 than *d*, but no longer good enough for
player 1. Nothing has to be searched again: {{visits "h" "4,4,2"}} visits are enough.

If the best moves come first, no node is ever searched again (Sturtevant 2003, section 4.3). So the order of the moves matters, as
with alpha-beta. But it is not all: the scores decide what can be cut in that order, and if leaves sum to less than maxsum, maybe
nothing can.`},
	},
	Questions: []Question{
		{Run: "speculative", At: "backup e f", Kind: question.Cut, Node: "e", Intro: "Player 3 has just got the score of *f*."},
		{Run: "speculative", At: "exit e 2", Kind: question.Value, Node: "c", Intro: "The re-search of *e* has ended."},
		{Run: "speculative", At: "done", Kind: question.Root, Node: "h", Value: "4,4,2"},
	},
}

var leafValueTables = &Chapter{
	ID: "leaf-value-tables", Title: "Leaf-value tables",
	Idea: "Not a sum, but a list of what can come out.",
	Tree: `players 3 maxsum 4 delta 1
		outcomes (0,0,2) (0,2,1) (0,4,0) (0,3,0) (2,0,1) (2,2,0) (2,1,0) (4,0,0) (1,2,0) (3,0,0)
		a: 1[ b: (2,0,1) c: 2[ d: (2,1,0) e: (1,2,0) ] ]`,
	Source: "Sturtevant 2005, sections 2 to 4", Figures: []string{"s2005-table1", "s2005-fig8", "s2005-fig9"},
	Scenes: []Scene{
		{Run: "speculative", At: "backup c d", Text: `
Before each cut, the last two chapters have asked one thing: do the bounds sum to maxsum? We call this the {{new "linear-test"}}.
Here player 1 has {{score "b" 1}} at *a*, and player 2 has {{score "d" 2}} at *c*. The sum is
{{plus (score "b" 1) (score "d" 2)}}, and maxsum is {{maxsum}}. Nothing is cut.`},
		{At: "done", Text: `
So speculative pruning visits all {{nodes}} nodes and returns {{root}}. Was it really necessary to look at *e*?`},
		{Run: "speculative,table", At: "start", Text: `
The tree comes from a hand of Spades with three tricks (Sturtevant 2005, section 3). There are only so many ways in which the
tricks can fall. Each is an {{new "outcome"}}, and all of them are known before the search:

{{outcomes}}.

The numbers are {{new "rank" "ranks"}}: for a player the worst outcome has rank zero, and a better one has a higher rank. The sums
of these vectors differ. The game is not {{new "constant-sum"}}, and there the linear test misses cuts.`},
		{At: "backup c d", Text: `
Ask more exactly. The leaf *e* matters only if it is better for player 2 than {{score "d" 2}} and also better for player 1
than {{score "b" 1}}. Is there an outcome like that? Go through the list. If player 1 gets more than {{score "b" 1}}, player 2
gets nothing. There is none.`},
		{At: "prune c", Text: `
So *e* is cut. The table below the tree has a row for each outcome, with the player whose bound rules it out.

The possible leaf values, stored for this question, are a {{new "leaf-value-table"}}. With it the decision is exact: a node
is kept only if an outcome exists that could still matter (Sturtevant 2005, section 4).`},
		{At: "done", Text: `
With the table {{nodes}} nodes were visited instead of {{nodes "speculative"}}, and the value is the same.

**Try it.** Click *b* and type {{try "b" "1,2,0"}}: player 1 is sure of less. Now one outcome, {{outcome "2,2,0"}}, is good enough for
both, so nothing is cut, and {{visits "b" "1,2,0"}} nodes are visited.`},
		{At: "prune c", Text: `
This is the end of the path without chance; the last chapter adds it. You have seen what each cut needs: bounds that are in force, a reason why nothing unseen can
be better for everybody, and a reason why nobody between can turn to something else. Take a figure of a paper, or a tree of
your own, and predict each cut before you see it.`},
	},
	More: []Link{{Href: "/", Text: "All figures"}, {Href: "/edit", Text: "A tree of your own"}, {Href: "/counterexamples", Text: "Find trees on which unsound algorithms fail"}},
	Questions: []Question{
		{Run: "speculative", At: "backup c d", Kind: question.Cut, Node: "c", Intro: "Without the table:"},
		{Run: "speculative,table", At: "backup c d", Kind: question.Cut, Node: "c", Intro: "With the table:"},
		{Run: "speculative,table", At: "done", Kind: question.Root, Node: "e", Value: "2,2,0"},
	},
}
