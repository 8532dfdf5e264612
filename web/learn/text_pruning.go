package learn

import (
	"espalier/search/question"
)

var immediate = &Chapter{
	ID: "immediate", Title: "Immediate pruning",
	Idea: "With the maximum score in hand, a player stops searching.",
	Tree: `players 3 maxsum 10 a: 1[ b: 2[ e: (7,3,0) f: (3,2,5) ] c: 2[ g: (0,10,0) h: (4,2,4) ]
		d: 2[ i: (1,4,5) j: (4,3,3) ] ]`,
	Source: "Korf 1991, section 3.1; Sturtevant & Korf 2000, “Immediate Pruning”", Figures: []string{"k1991-fig4", "sk2000-fig1"},
	More: []Link{{Href: "/practice?algorithm=immediate", Text: "Practise it: work through the algorithm by hand on a new tree"}},
	Scenes: []Scene{
		{Run: "immediate", At: "exit b", Text: `
How can a search with three players skip anything? At *b* it could not. Player 2 gets {{score "e" 2}} from *e*, but *f* might
have been better for player 2. So the search visited both leaves.`},
		{At: "backup c g", Text: `
At *c* this is different: *g* gives player 2 a score of {{score "g" 2}}. In this game no score is below zero, and the scores of a
leaf never sum to more than {{maxsum}}. So no player can get more than {{maxsum}}. Player 2 already has the maximum score.`},
		{At: "prune c", Text: `
So the search cuts *h*. It cannot be better for player 2. At best it is equal, and in a tie the leftmost child, *g*, wins.
This is {{new "immediate-pruning"}} (Korf 1991, section 3.1).

The largest possible score of one player is called {{new "maxp"}}. If it is not given, it is maxsum. The smallest is
{{new "minp"}}. If it is not given, no score is below zero.`},
		{At: "done", Text: `
The value is {{root}}, and max^n returns the same: {{root "maxn"}}. The search visited {{nodes}} nodes; max^n visits
{{nodes "maxn"}}. The cut used two assumptions: a lower bound on every score, and an upper bound on the score of the mover.
With more than two players, no pruning is possible without them (Korf 1991, section 2).`},
		{At: "prune c", Text: `
**Try it.** Click *g* and take one point from player 2: {{try "g" "1,9,0"}}. Now *h* could be better, and the search visits
all {{visits "g" "1,9,0"}} nodes.

A cut needs the largest possible score for the mover, and that is rare. In some games even shallow pruning, the next chapter,
cuts nothing more. Three-player Hearts, turned into a game of maximization, is an example (Sturtevant & Korf 2000,
“General Bounds for Shallow Max^n Pruning”). Later chapters have rules that can cut there: by a heuristic, or by the bounds
of all three players.`},
	},
	Questions: []Question{
		{Run: "immediate", At: "backup d i", Kind: question.Cut, Node: "d", Intro: "The search is at *d* and has just visited *i*."},
		{Run: "immediate", At: "done", Kind: question.Change, Node: "f", Value: "3,7,0", Intro: "Each point goes from player 3 to player 2."},
		{Run: "immediate", At: "done", Kind: question.Root, Node: "h", Value: "0,9,1"},
	},
}

var shallow = &Chapter{
	ID: "shallow", Title: "Shallow pruning",
	Idea: "The bounds of a parent and its child are enough for a cut.",
	Tree: `players 3 maxsum 9 a: 1[ b: 2[ e: (3,3,3) f: (4,2,3) g: (6,1,2) ] c: 2[ h: (1,7,1) i: (5,2,2) j: (8,1,0) ]
		d: 2[ k: (2,6,1) l: (7,1,1) m: (4,4,1) ] ]`,
	Source: "Korf 1991, sections 3.2 and 3.3", Figures: []string{"k1991-fig3", "k1991-fig5", "sk2000-fig2"},
	More: []Link{{Href: "/practice?algorithm=shallow", Text: "Practise it: work through the algorithm by hand on a new tree"}, {Href: "/learn/theorems/shallow-is-right", Text: "Theorem: it returns the maxⁿ value"}, {Href: "/learn/theorems/best-case", Text: "How much it saves at best"}, {Href: "/learn/theorems/which-games", Text: "Which games can be pruned"}},
	Scenes: []Scene{
		{Run: "shallow", At: "backup a b", Text: `
The search of *b* has ended with the value {{value "b"}}. From now on player 1 is sure of {{score "b" 1}} at *a*, because
player 1 can always move to *b*. A score that a player is sure of is called a {{new "bound"}}. The table below the tree
lists the current bounds and the nodes that hold them.`},
		{At: "backup c h", Text: `
At *c* player 2 moves and gets {{score "h" 2}} from *h*. This is also a bound: player 2 will not accept less here.

Now add up. The scores of a leaf sum to at most {{maxsum}}. If player 2 gets at least {{score "h" 2}}, the others together
get at most {{minus maxsum (score "h" 2)}}. So player 1 gets at most {{minus maxsum (score "h" 2)}} at *c*, but already has
{{score "b" 1}} at *a*.`},
		{At: "prune c", Text: `
So player 1 will not move to *c*, whatever the values of *i* and *j* are: they are cut. The certificate is short. The bounds
of player 1 at *a* and of player 2 at *c* sum to {{sum}}, and maxsum is {{limit}}.

This is shallow pruning, as in alpha-beta: a node and its parent hold the two bounds.`},
		{At: "prune d", Text: `
At *d* the sum is {{sum}}, exactly maxsum. Is that enough? Player 1 can get at most {{minus maxsum (score "k" 2)}} at *d*, no
more than at *b*. In a tie the leftmost child, *b*, wins. So *l* and *m* are cut, and the value does not change.

Korf proves that this search returns the max^n value (Korf 1991, section 3.3, Theorem 1).`},
		{At: "prune d", Text: `
**Try it.** Click *e* and take one point from player 1: {{try "e" "2,4,3"}}. Now the bound at *a* is smaller. The
cut at *c* is still possible, but the cut at *d* is not: the search visits {{visits "e" "2,4,3"}} nodes instead of {{nodes}}.`},
		{At: "done", Text: `
Shallow pruning is weak because it uses the bounds of only two players. Their bounds alone must reach maxsum, as if the third
player got nothing. In the average case this is so rare that the branching factor of a large tree is the same as without
pruning (Korf 1991, section 3.7).

In some games shallow pruning cuts no more than immediate pruning: to cut more, maxsum must be less than twice maxp
(Sturtevant & Korf 2000, Lemma 1).`},
	},
	Questions: []Question{
		{Run: "shallow", At: "backup c h", Kind: question.Cut, Node: "c", Intro: "Player 2 has just received the score of *h*."},
		{Run: "shallow", At: "prune d", Kind: question.Terms},
		{Run: "shallow", At: "done", Kind: question.Change, Node: "f", Value: "4,5,0", Intro: "Each point goes from player 3 to player 2."},
	},
}

var deepFails = &Chapter{
	ID: "deep-fails", Title: "Why deep pruning fails",
	Idea:   "A value that cannot reach the root can still change the result.",
	Tree:   `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`,
	Source: "Korf 1991, sections 3.4 and 3.5", Figures: []string{"k1991-fig6", "s2003-fig3", "k1991-fig7"},
	More: []Link{{Href: "/learn/theorems/shallow-is-optimal", Text: "Theorem: no directional search visits fewer leaves"}, {Href: "/exhibits#conditions", Text: "Where a condition is missing: deep pruning with two players"}},
	Scenes: []Scene{
		{Run: "deep", At: "backup d e", Text: `
In alpha-beta a bound from far above may cut. Let us try this with three players. At *a* player 1 has
{{score "b" 1}} from *b*. Two plies below, at *d*, player 3 has {{score "e" 3}} from *e*.

Player 3 gets at least {{score "e" 3}} at *d*. So player 1 gets at most {{minus maxsum (score "e" 3)}} there, less than the
{{score "b" 1}} at *a*: the value of *d* cannot reach *a*.`},
		{At: "prune d", Text: `
Deep pruning cuts *f*. The bounds sum to {{sum}}, and maxsum is {{limit}}. The argument looks as good as for shallow pruning.`},
		{At: "done", Text: `
Deep pruning returns {{root}}. Now let max^n search the same tree.`},
		{Run: "maxn", At: "backup d f", Text: `
Max^n visits *f*. Player 3 gets {{score "f" 3}} there, more than {{score "e" 3}}. So *d* backs up {{value "f"}} instead of
{{value "e"}}. Player 1 still does not want this value: {{score "f" 1}} is less than {{score "b" 1}}.`},
		{At: "backup c g", Text: `
But at *c* it is player 2 who chooses between *d* and *g*. If *d* had the value {{value "e"}}, player 2 would choose *d* and get
{{score "e" 2}}. But with {{value "f"}} player 2 gets only {{score "f" 2}} at *d*, so player 2 chooses *g* and gets {{score "g" 2}}.`},
		{At: "done", Text: `
And *g* is good for player 1. Max^n returns {{root}}; deep pruning returned {{root "deep"}}. With three players deep pruning
is not {{term "sound"}}.

The sum was right: the value of *d* does not reach the root. But it decides which other value does. With two players and a
constant sum this cannot happen: what is better for one is worse for the other. Without a constant sum it can happen with
two players, too (see “Where a condition is missing”). {{new "hypermax" "Hypermax"}} adds the bounds of all players
on the path, and fails in the same way.`},
		{Run: "deep", At: "prune d", Text: `
**Try it.** Click *f* and type {{try "f" "2,3,4"}}. Now max^n returns {{then "f" "2,3,4" "maxn"}}, and deep pruning is right.
It returns {{then "f" "2,3,4"}} in both cases, because it never visits *f*.`},
		{At: "done", Text: `
Can another rule cut more than shallow pruning? A search is called {{new "directional"}} if its order does not depend on the
values that it finds, and if it never goes back to nodes that it has cut. Every directional search that returns the max^n value
must visit every leaf that shallow pruning visits in the same order (Korf 1991, section 3.5, Theorem 2).

The next chapters try something else: they use more knowledge of the game, ask another question, wait before they cut, or go
back after a cut.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "exit d", Kind: question.Value, Node: "c", Intro: "The search of *d* has just ended. Player 2 moves at *c*."},
		{Run: "deep", At: "done", Kind: question.Root, Node: "f", Value: "0,9,0"},
		{Run: "deep", At: "done", Kind: question.Fewer, Other: "shallow"},
	},
}

var branchAndBound = &Chapter{
	ID: "branch-and-bound", Title: "Branch and bound, and ABBnB",
	Idea: "Use what is known about a position before it is searched.",
	Tree: `players 3 maxsum 10 a: 1[ b: (6,2,2) c: 2{low (0,0,2) up (8,8,10)}[ f: (4,3,3) g: (5,3,2) ]
		d: 2{up (5,10,10)}[ h: (5,1,4) i: (3,6,1) ] e: 2{up (10,4,10)}[ j: (1,4,5) k: (8,2,0) ] ]`,
	Source: "Sturtevant & Korf 2000, “Depth-First Branch-and-Bound Pruning” and “Alpha-Beta Branch-and-Bound Pruning”", Figures: []string{"sk2000-fig5", "sk2000-fig6", "sk2000-fig7"},
	More: []Link{{Href: "/learn/theorems/general-bound", Text: "The general bound"}, {Href: "/learn/theorems/hearts-heuristic", Text: "Why Hearts allows branch and bound only"}},
	Scenes: []Scene{
		{Run: "bnb", At: "enter c", Text: `
In many card games you cannot lose a trick that you have taken. So we know something about a position before it is searched:
at *c* player 3 gets at least {{low "c" 3}}, and player 1 gets at most {{up "c" 1}}.

Bounds that hold for everything below a node are called a {{new "heuristic" "monotonic heuristic"}}. In this tree they are
written beside the nodes: an h, for heuristic, and the number of the player in brackets. At a node without them nothing is known.`},
		{At: "prune d", Text: `
Player 1 has {{score "b" 1}} at *a*. At *d* the heuristic allows player 1 at most {{up "d" 1}}. So player 1 will not move to
*d*, and all its children are cut before any of them is visited. This is {{new "branch-and-bound"}}.`},
		{At: "prune e", Text: `
At *e* player 2 gets {{score "j" 2}} from *j*, and the heuristic allows player 2 at most {{up "e" 2}} there. So *k* is cut.
This is like immediate pruning, but with the maximum score at this node.

The warning of the previous chapter applies here, too. If a bound is used for a cut two or more plies below its node, the value can be
wrong (Sturtevant & Korf 2000, “Multi-Player Branch-and-Bound”).`},
		{Run: "abbnb", At: "backup c f", Text: `
Look at *c* again. Player 1 has {{score "b" 1}} at *a*, and player 2 has {{score "f" 2}} at *c*. The sum is
{{plus (score "b" 1) (score "f" 2)}}, less than maxsum, so shallow pruning cuts nothing. The heuristic alone cuts nothing
either, because player 1 may still get {{up "c" 1}}.`},
		{At: "prune c", Text: `
Now combine both. Player 3 gets at least {{low "c" 3}} at *c*. The bounds of all three players sum to {{sum}}, and maxsum is
{{limit}}. So *g* is cut.

This is alpha-beta branch-and-bound, {{new "abbnb"}} for short. It uses backed-up scores for the mover and the player before,
and the heuristic for all other players.`},
		{At: "done", Text: `
ABBnB visits {{nodes}} nodes, branch and bound {{nodes "bnb"}}, shallow pruning {{nodes "shallow"}} and max^n
{{nodes "maxn"}}. All return {{root}}.

**Try it.** Click *f*. With {{try "f" "5,2,3"}} the sum at *c* is still large enough. With {{try "f" "6,1,3"}} it is not, and
ABBnB visits {{visits "f" "6,1,3"}} nodes.`},
	},
	Questions: []Question{
		{Run: "abbnb", At: "backup c f", Kind: question.Cut, Node: "c", Intro: "Player 2 has just received the score of *f*."},
		{Run: "bnb", At: "done", Kind: question.Change, Node: "j", Value: "5,0,5", Intro: "Each point goes from player 2 to player 1."},
		{Run: "abbnb", At: "done", Kind: question.Fewer, Other: "bnb"},
	},
}
