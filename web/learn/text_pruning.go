package learn

import (
	"espalier/search/question"
)

var immediate = &Chapter{
	ID: "immediate", Title: "Immediate pruning",
	Idea: "Who has the best score that there is stops looking.",
	Tree: `players 3 maxsum 10 a: 1[ b: 2[ e: (7,3,0) f: (3,2,5) ] c: 2[ g: (0,10,0) h: (4,2,4) ]
		d: 2[ i: (1,4,5) j: (4,3,3) ] ]`,
	Source: "Korf 1991, section 3.1; Sturtevant & Korf 2000, “Immediate Pruning”", Figures: []string{"k1991-fig4", "sk2000-fig1"},
	More: []Link{{Href: "/practice?algorithm=immediate", Text: "Practise it: play the algorithm by hand on a new tree"}},
	Scenes: []Scene{
		{Run: "immediate", At: "exit b", Text: `
How can a search with three players leave something out? At *b* it could not. Player 2 has {{score "e" 2}} from *e*, but *f*
might have given player 2 more. So both leaves had to be seen.`},
		{At: "backup c g", Text: `
At *c* things are different: *g* gives player 2 a score of {{score "g" 2}}. In this game no score is below zero, and the
scores of a leaf never sum to more than {{maxsum}}. So no player can ever get more than {{maxsum}}. Player 2 has the best
score that there is.`},
		{At: "prune c", Text: `
Then *h* need not be seen. It cannot be better for player 2. At most it is just as good, and then *g* wins the tie, because
it stands to the left. The search cuts *h*. This is {{new "immediate-pruning"}} (Korf 1991, section 3.1).

The largest score that one player can have is called {{new "maxp"}}. Where nothing else is said, it is maxsum.
The least is {{new "minp"}}. Where nothing else is said, no score is below zero.`},
		{At: "done", Text: `
The value is {{root}}, as max^n says: {{root "maxn"}}. The search has visited {{nodes}} nodes; max^n visits {{nodes "maxn"}}.
Two assumptions were used: a lower bound for every score, and an upper bound for the score of the mover. Without them no
pruning is possible with more than two players (Korf 1991, section 2).`},
		{At: "prune c", Text: `
**Try it.** Click *g* and take one point from player 2: {{try "g" "1,9,0"}}. Now *h* could be better, and the search visits
all {{visits "g" "1,9,0"}} nodes.

The mover has to get the largest score that one player can have. That is rare. But in some games shallow pruning, the subject of
the next chapter, cuts nothing more than this: three-player Hearts, turned into a game of maximization, is one (Sturtevant & Korf
2000, “General Bounds for Shallow Max^n Pruning”). The later chapters have rules that cut there all the same: by a heuristic, or by
the bounds of all three players.`},
	},
	Questions: []Question{
		{Run: "immediate", At: "backup c g", Kind: question.Cut, Node: "c", Intro: "Player 2 has just got the score of *g*."},
		{Run: "immediate", At: "backup d i", Kind: question.Cut, Node: "d", Intro: "Now the search is at *d*, and *i* has been seen."},
		{Run: "immediate", At: "done", Kind: question.Root, Node: "h", Value: "0,9,1"},
	},
}

var shallow = &Chapter{
	ID: "shallow", Title: "Shallow pruning",
	Idea: "Two bounds, of a parent and its child, that leave too little.",
	Tree: `players 3 maxsum 9 a: 1[ b: 2[ e: (3,3,3) f: (4,2,3) g: (6,1,2) ] c: 2[ h: (1,7,1) i: (5,2,2) j: (8,1,0) ]
		d: 2[ k: (2,6,1) l: (7,1,1) m: (4,4,1) ] ]`,
	Source: "Korf 1991, sections 3.2 and 3.3", Figures: []string{"k1991-fig3", "k1991-fig5", "sk2000-fig2"},
	More: []Link{{Href: "/practice?algorithm=shallow", Text: "Practise it: play the algorithm by hand on a new tree"}, {Href: "/learn/theorems/shallow-is-right", Text: "Theorem: it returns the max^n value"}, {Href: "/learn/theorems/best-case", Text: "How much it saves at best"}, {Href: "/learn/theorems/which-games", Text: "Which games can be pruned"}},
	Scenes: []Scene{
		{Run: "shallow", At: "backup a b", Text: `
The search has finished *b*, which is worth {{value "b"}}. From now on player 1 is sure of {{score "b" 1}} at *a*: whatever
comes, player 1 can move to *b*. A score that a player is sure of is called a {{new "bound"}}. The table below the tree
lists the bounds that are in force, and the nodes that hold them.`},
		{At: "backup c h", Text: `
At *c* player 2 moves and has {{score "h" 2}} from *h*. That is a bound, too: player 2 will not take less here.

Now count. The scores of a leaf sum to {{maxsum}} at most. If player 2 gets at least {{score "h" 2}}, the others get at most
{{minus maxsum (score "h" 2)}} together. So player 1 gets at most {{minus maxsum (score "h" 2)}} at *c*, and has
{{score "b" 1}} without going there.`},
		{At: "prune c", Text: `
So player 1 will not move to *c*, whatever *i* and *j* are: they are cut. The certificate is short. The bounds of player 1 at
*a* and of player 2 at *c* sum to {{sum}}, and that is at least maxsum, {{limit}}.

This is shallow pruning again, as in alpha-beta: the two bounds are held by a node and its parent.`},
		{At: "prune d", Text: `
At *d* the sum is {{sum}}: exactly maxsum. Is that enough? Player 1 could get {{minus maxsum (score "k" 2)}} at *d* at most, no
more than at *b*. But *b* stands to the left and wins the tie. So *l* and *m* are cut, and the value does not change.

Korf proves that this search returns the max^n value (Korf 1991, section 3.3, Theorem 1).`},
		{At: "prune d", Text: `
**Try it.** Click *e* and take one point from player 1: {{try "e" "2,4,3"}}. The bound at *a* is smaller now. At *c* the cut
is still possible, at *d* it is not: the search visits {{visits "e" "2,4,3"}} nodes instead of {{nodes}}.`},
		{At: "done", Text: `
The weak point of shallow pruning is that only two players count. Their bounds alone have to reach maxsum, as if the third
player got nothing. In the average case this happens so rarely that the branching factor of a large tree stays what it is
without pruning (Korf 1991, section 3.7).

And in some games shallow pruning cuts nothing that immediate pruning does not: for more, maxsum has to be less than twice maxp
(Sturtevant & Korf 2000, Lemma 1).`},
	},
	Questions: []Question{
		{Run: "shallow", At: "backup c h", Kind: question.Cut, Node: "c", Intro: "Player 2 has just got the score of *h*."},
		{Run: "shallow", At: "prune d", Kind: question.Terms},
		{Run: "shallow", At: "done", Kind: question.Root, Node: "i", Value: "0,9,0"},
	},
}

var deepFails = &Chapter{
	ID: "deep-fails", Title: "Why deep pruning fails",
	Idea:   "A value that can never be the answer still decides what the answer is.",
	Tree:   `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`,
	Source: "Korf 1991, sections 3.4 and 3.5", Figures: []string{"k1991-fig6", "s2003-fig3", "k1991-fig7"},
	More: []Link{{Href: "/learn/theorems/shallow-is-optimal", Text: "Theorem: no directional search looks at fewer leaves"}, {Href: "/exhibits#conditions", Text: "Where a condition is missing: deep pruning with two players"}},
	Scenes: []Scene{
		{Run: "deep", At: "backup d e", Text: `
In alpha-beta, with Max and Min, a bound from far above may cut. Let us try the same with three. Player 1 has {{score "b" 1}} at *a*, from
*b*. Two plies below *a*, at *d*, player 3 has {{score "e" 3}} from *e*.

Count as before: player 3 gets at least {{score "e" 3}} at *d*, so player 1 gets at most {{minus maxsum (score "e" 3)}}
there. That is less than the {{score "b" 1}} that player 1 has. So the value of *d* can never become the value of the tree.`},
		{At: "prune d", Text: `
Deep pruning cuts *f*. The bounds sum to {{sum}}, and maxsum is {{limit}}. It looks as good as in the chapter on shallow
pruning.`},
		{At: "done", Text: `
Deep pruning returns {{root}}. Now let max^n search the same tree.`},
		{Run: "maxn", At: "backup d f", Text: `
Max^n looks at *f*. Player 3 gets {{score "f" 3}} there, which is more than {{score "e" 3}}. So *d* does not back up
{{value "e"}}, but {{value "f"}}. For player 1 this changes nothing: {{score "f" 1}} is still less than {{score "b" 1}}.`},
		{At: "backup c g", Text: `
But between *a* and *d* stands player 2. At *c* player 2 compares *d* with *g*. With {{value "e"}} at *d*, player 2 would have
{{score "e" 2}} and stay there. With {{value "f"}} player 2 has {{score "f" 2}}, and goes to *g* for {{score "g" 2}}.`},
		{At: "done", Text: `
And *g* is good for player 1. Max^n returns {{root}}, deep pruning returned {{root "deep"}}. Deep pruning is not
{{term "sound"}} with three players.

The count was right: the value of *d* never reaches the root. But it decides which other value does. With two players whose
scores always have the same sum that cannot happen: what is better for the one is worse for the other. Without a constant sum it
can, with two players as with three (see “Where a condition is missing”).`},
		{Run: "deep", At: "prune d", Text: `
**Try it.** Click *f* and type {{try "f" "2,3,4"}}. Now max^n returns {{then "f" "2,3,4" "maxn"}}, and deep pruning is right.
It returns {{then "f" "2,3,4"}} either way: it never looks at *f*.`},
		{At: "done", Text: `
Is there another rule that cuts more than shallow pruning? A search is called {{new "directional"}} if its order does not
depend on the values that it finds, and if it never comes back to what it has cut. Every directional search that returns the
max^n value has to look at every leaf that shallow pruning looks at in the same order (Korf 1991, section 3.5, Theorem 2).

The next chapters take other ways: more is known about the game, the question is another one, or the search waits or comes
back.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "exit d", Kind: question.Value, Node: "c", Intro: "The search of *d* has ended. Player 2 moves at *c*."},
		{Run: "maxn", At: "done", Kind: question.Root, Node: "f", Value: "2,3,4"},
		{Run: "deep", At: "done", Kind: question.Root, Node: "f", Value: "2,3,4"},
	},
}

var branchAndBound = &Chapter{
	ID: "branch-and-bound", Title: "Branch and bound, and ABBnB",
	Idea: "What is known of a position before it is searched.",
	Tree: `players 3 maxsum 10 a: 1[ b: (6,2,2) c: 2{low (0,0,2) up (8,8,10)}[ f: (4,3,3) g: (5,3,2) ]
		d: 2{up (5,10,10)}[ h: (5,1,4) i: (3,6,1) ] e: 2{up (10,4,10)}[ j: (1,4,5) k: (8,2,0) ] ]`,
	Source: "Sturtevant & Korf 2000, “Depth-First Branch-and-Bound Pruning” and “Alpha-Beta Branch-and-Bound Pruning”", Figures: []string{"sk2000-fig5", "sk2000-fig6", "sk2000-fig7"},
	More: []Link{{Href: "/learn/theorems/general-bound", Text: "The general bound"}, {Href: "/learn/theorems/hearts-heuristic", Text: "Why Hearts allows branch and bound only"}},
	Scenes: []Scene{
		{Run: "bnb", At: "enter c", Text: `
In many card games a trick that you have taken cannot be lost again. So a position tells something before it is searched: at
*c* player 3 gets at least {{low "c" 3}}, and player 1 gets at most {{up "c" 1}}.

Bounds that hold for everything below a node are called a {{new "heuristic" "monotonic heuristic"}}. They stand beside
the nodes of this tree, each with an h, for heuristic, and the number of the player in brackets. A node without them promises
nothing.`},
		{At: "prune d", Text: `
Player 1 has {{score "b" 1}} at *a*. Of *d* the heuristic says that player 1 gets at most {{up "d" 1}} there. So player 1
will not move to *d*, and all its children are cut before any of them has been seen. This is {{new "branch-and-bound"}}.`},
		{At: "prune e", Text: `
At *e* player 2 gets {{score "j" 2}} from *j*, and the heuristic says that player 2 cannot get more than {{up "e" 2}} there.
So *k* is cut: it is like immediate pruning, but with the best score that is possible at this node.

The limit of the last chapter holds here, too. If the bound at a node is used to cut two plies below it or deeper, the value
can become wrong (Sturtevant & Korf 2000, “Multi-Player Branch-and-Bound”).`},
		{Run: "abbnb", At: "backup c f", Text: `
Look at *c* once more. Player 1 has {{score "b" 1}} at *a*, and player 2 has {{score "f" 2}} at *c*. Together this is
{{plus (score "b" 1) (score "f" 2)}}, less than maxsum: shallow pruning cuts nothing. The heuristic alone cuts nothing
either, because player 1 may still get {{up "c" 1}}.`},
		{At: "prune c", Text: `
But take both together. Player 3 gets at least {{low "c" 3}} at *c*. The bounds of all three players sum to {{sum}}, which
is more than {{limit}}. So *g* is cut.

This is alpha-beta branch-and-bound, {{new "abbnb"}} for short: backed-up scores for the mover and the player before, and the
heuristic for all the others.`},
		{At: "done", Text: `
ABBnB has visited {{nodes}} nodes, branch and bound {{nodes "bnb"}}, shallow pruning {{nodes "shallow"}} and max^n
{{nodes "maxn"}}. All return {{root}}.

**Try it.** Click *f*. With {{try "f" "5,2,3"}} the sum at *c* is still large enough. With {{try "f" "6,1,3"}} it is not, and
ABBnB visits {{visits "f" "6,1,3"}} nodes.`},
	},
	Questions: []Question{
		{Run: "bnb", At: "enter d", Kind: question.Cut, Node: "d", Intro: "The search has come to *d*, which has a heuristic."},
		{Run: "abbnb", At: "backup c f", Kind: question.Cut, Node: "c", Intro: "Player 2 has just got the score of *f*."},
		{Run: "bnb", At: "done", Kind: question.Root, Node: "h", Value: "5,5,0"},
	},
}
