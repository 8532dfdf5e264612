package learn

import (
	"espalier/search/question"
)

// path is the order of the chapters.
var path = []*Chapter{
	gameTrees, alphaBeta, players, ties,
	immediate, shallow, deepFails, branchAndBound,
	paranoid, lastBranch, speculative, leafValueTables,
	chance,
}

var gameTrees = &Chapter{
	ID: "game-trees", Title: "Game trees and backward induction",
	Idea:   "Who should move where, decided from the end of the game.",
	Tree:   `kind minimax a: max[ b: min[ e: 3 f: 12 g: 8 ] c: min[ h: 2 i: 4 j: 6 ] d: min[ k: 14 l: 5 m: 2 ] ]`,
	Source: "CMSC 474, lecture 28", Figures: []string{"c474-backward-induction", "c474-terminology"},
	Scenes: []Scene{
		{Run: "minimax", At: "start", Text: `
This is a {{new "game-tree"}}. Each shape with a name is a {{new "node"}}: a position of the game. The lines below a node
are the moves that can be made there. At the top stands *a*, the position of now: the {{new "root"}}. At the bottom stand
the {{new "leaf" "leaves"}}, where the game is over.

Two players take turns. Max moves at *a*. Then Min moves at *b*, *c* or *d*. One move of one player is a {{new "ply"}};
this tree is {{height}} plies deep.`},
		{At: "leaf e", Text: `
The number at a leaf is what Max gets in the end. Max wants it to be large, and Min wants it to be small: what the one
gains, the other loses. Such a game is called {{new "zero-sum"}}.

Which move should Max make? That depends on what Min does then. So we begin where nobody has a choice any more: at the
leaves.`},
		{At: "exit b", Text: `
At *b* it is Min’s turn. The game can end with {{value "e"}}, {{value "f"}} or {{value "g"}}, and Min takes the least of
them. So *b* is worth {{value "b"}}, although larger numbers stand below it. We say that *b* {{new "back-up" "backs up"}}
{{value "b"}}: the value of a child becomes the value of its parent.`},
		{At: "exit d", Text: `
The other two nodes go the same way: *c* backs up {{value "c"}}, and *d* backs up {{value "d"}}. Look at *d* again. If Min
made a mistake there, Max would get {{value "k"}}. But we do not hope for mistakes: each player makes the move that is best
for that player.`},
		{At: "done", Text: `
Now Max can choose. The moves at *a* are worth {{value "b"}}, {{value "c"}} and {{value "d"}}; the best is *b*. So the value
of the whole tree is {{root}}, and we know the best moves of both players.

To decide from the leaves up to the root is called {{new "backward-induction"}}. The rule that was used, the largest value
for Max and the smallest for Min, is {{new "minimax"}}.`},
		{At: "done", Text: `
**Try it.** Click the leaf *h* and raise its number, step by step. At the root nothing happens at first: below *c* the
smallest number decides. With {{try "h" "4"}} the root has {{then "h" "4"}}. Then close the card, and the tree is as it was.

Minimax has visited all {{nodes}} nodes. The tree of a real game is far too large for that. The next chapter leaves a part
of the tree out, and still gets the right value.`},
	},
	Questions: []Question{
		{Run: "minimax", At: "enter c", Kind: question.Value, Node: "c", Intro: "The search has come to *c*."},
		{Run: "minimax", At: "done", Kind: question.Root, Node: "k", Value: "1"},
		{Run: "minimax", At: "done", Kind: question.Root, Node: "e", Value: "1"},
	},
}

var alphaBeta = &Chapter{
	ID: "alpha-beta", Title: "Alpha-beta",
	Idea:   "What cannot change the answer need not be searched.",
	Tree:   `kind minimax a: max[ b: min[ d: 5 e: 8 ] c: min[ f: max[ h: min[ j: 3 k: 9 ] i: min[ l: 7 m: 6 ] ] g: 4 n: 2 ] ]`,
	Source: "CMSC 474, lecture 28; Korf 1991, section 1", Figures: []string{"k1991-fig1", "c474-alphabeta", "c474-node-ordering"},
	More: []Link{{Href: "/practice?algorithm=alphabeta", Text: "Practise it: play the algorithm by hand on a new tree"}, {Href: "/learn/theorems/alpha-beta-is-optimal", Text: "Theorem: alpha-beta is the best directional search"}},
	Scenes: []Scene{
		{Run: "alphabeta", At: "start", Text: `
This tree has {{count}} nodes on {{height}} plies. Minimax visits every one of them. {{new "alpha-beta" "Alpha-beta"}}
visits {{nodes}}, and returns the same value. How can it know what it has not seen?`},
		{At: "backup a b", Text: `
The search goes from left to right, each time down to the leaves. Now *b* is done: Min would choose {{value "b"}} there.
So Max is sure of {{value "b"}} at *a*, whatever else the tree holds.

What Max is sure of is called α (alpha), what Min can hold Max to is called β (beta). Only a value between the two can still
change anything. They are the {{new "window"}} of the search.`},
		{At: "prune h", Text: `
The search has gone down to *h*, where Min moves. The first leaf, *j*, is {{value "j"}}. So Min can hold Max to
{{value "j"}} here, and {{value "j"}} is less than the {{value "b"}} that Max has at *a*.

Now it does not matter what *k* is. A small number would make *h* even worse for Max. A large one would not be taken by Min.
So *k* is not searched: it is {{new "cut"}}, or pruned.`},
		{At: "prune c", Text: `
Here it happens again. At *c* Min can take *g* and hold Max to {{value "g"}}. Max has {{value "b"}} without going to *c*.
So *n* is cut.

The bound that cuts *n* comes from *a*, the parent of *c*. This is {{new "shallow-pruning"}}. The bound that cut *k* came
from *a* as well, but *a* is far above *h*. This is {{new "deep-pruning"}}. Keep both words in mind: with more players they
part.`},
		{At: "done", Text: `
The value is {{root}}; minimax says {{root "minimax"}}. The search has visited {{nodes}} of {{nodes "minimax"}} nodes.

A cut can be checked without searching again. One needs two bounds, and the nodes that hold them. The bounds that justify a
cut are its {{new "certificate"}}: they stand below the tree whenever a cut is shown.`},
		{At: "prune h", Text: `
**Try it.** Click *k*, which was cut, and give it any number: the value at the root stays {{root}}. Then click *j*, the leaf
that made the cut possible. With {{try "j" "6"}} the search has to look at *k*, and visits
{{visits "j" "6"}} nodes. The table below the fields says so, too.

So the order of moves matters: a cut needs a good answer early. The number of moves at a node is the
{{new "branching-factor"}}. With the best order, a large tree costs as much as one with about the square root of it
(Korf 1991, section 3.6).`},
	},
	Questions: []Question{
		{Run: "alphabeta", At: "leaf j", Kind: question.Cut, Node: "h", Intro: "The leaf *j* has just been seen."},
		{Run: "alphabeta", At: "prune c", Kind: question.Terms},
		{Run: "alphabeta", At: "done", Kind: question.Root, Node: "k", Value: "0"},
	},
}

var players = &Chapter{
	ID: "players", Title: "More than two players",
	Idea: "One number is not enough: a score for each player.",
	Tree: `players 3 maxsum 9 a: 1[ b: 2[ d: 3[ h: (1,3,5) i: (2,4,3) ] e: 3[ j: (6,1,2) k: (3,2,4) ] ]
		c: 2[ f: 3[ l: (4,4,1) m: (2,2,5) ] g: 3[ n: (5,3,1) o: (3,6,0) ] ] ]`,
	Source: "Korf 1991, section 2", Figures: []string{"k1991-fig2", "sk2000-fig1"},
	More: []Link{{Href: "/practice?algorithm=maxn", Text: "Practise it: play the algorithm by hand on a new tree"}},
	Scenes: []Scene{
		{Run: "maxn", At: "start", Text: `
Now there are three players. One number cannot say what a leaf is worth: if player 1 loses a point, who gets it? So each
leaf has a {{new "score-vector"}}, with one score for each player. At *h* player 1 gets {{score "h" 1}}, player 2 gets
{{score "h" 2}} and player 3 gets {{score "h" 3}}. We write {{value "h"}}.

A square shows the number of the {{new "mover"}}, the player who moves there.`},
		{At: "exit d", Text: `
At *d* player 3 moves, and looks at the third scores only: {{score "h" 3}} at *h*, {{score "i" 3}} at *i*. So player 3 takes
*h*. What the others get makes no difference to player 3.

The whole vector goes up, not only the score that decided: *d* backs up {{value "d"}}.`},
		{At: "exit b", Text: `
At *b* player 2 moves, and compares the second scores of *d* and *e*: {{score "d" 2}} and {{score "e" 2}}. So *b* backs up
{{value "b"}}. Below *b* there is a leaf in which player 1 would get {{score "j" 1}}. But neither player 2 nor player 3 has
a reason to go there.`},
		{At: "done", Text: `
At *a* player 1 compares {{score "b" 1}} and {{score "c" 1}}, and moves to *c*. The value of the tree is {{root}}.

This is {{new "maxn"}}: the mover takes the vector in which the mover’s own score is the largest. It was given by Luckhardt
and Irani (see Korf 1991, section 2). The vector of a node is its {{new "maxn-value"}}. Minimax is the case of two players
whose scores are x and −x.`},
		{At: "done", Text: `
**Try it.** Player 1 does not move at *g*, and yet depends on it. Click *o* and type {{try "o" "2,5,2"}}. Player 3 now
prefers *o*, player 2 is glad of it, and the value of the tree becomes {{then "o" "2,5,2"}}.

Where one player gains, we cannot say which of the others loses. This is what makes pruning hard from here on. One thing
helps: the scores of a leaf of this tree never sum to more than {{maxsum}}. Such a bound is called {{new "maxsum"}}.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "enter f", Kind: question.Value, Node: "f", Intro: "The search has come to *f*, where player 3 moves."},
		{Run: "maxn", At: "exit g", Kind: question.Value, Node: "c", Intro: "Both children of *c* are done. Player 2 moves at *c*."},
		{Run: "maxn", At: "done", Kind: question.Root, Node: "l", Value: "1,2,6"},
	},
}

var ties = &Chapter{
	ID: "ties", Title: "Max^n and ties",
	Idea:   "What is the same for the mover is not the same for the others.",
	Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (2,4,4) e: (6,4,0) f: (1,3,6) ] ]`,
	Source: "Korf 1991, section 2", Figures: []string{"s2003-fig1", "s2005-fig3"},
	Scenes: []Scene{
		{Run: "maxn", At: "start", Text: `
This tree is small, but there is a question in it that two players do not have. At *c* player 2 has three leaves to choose
from.`},
		{At: "backup c e", Text: `
*d* gives player 2 a score of {{score "d" 2}}. *e* gives {{score "e" 2}}: exactly as much. This is a {{new "tie"}}.

To player 2 the two leaves are equal. To player 1 they are not: {{score "d" 1}} points at *d*, {{score "e" 1}} at *e*.`},
		{At: "exit c", Text: `
Max^n has to take one of the two. In this course, as in the papers, the leftmost child wins a tie (Korf 1991, section 2).
That is the {{new "tie-rule"}}. So *c* backs up {{value "c"}}.`},
		{At: "done", Text: `
Player 1 compares {{score "b" 1}} at *b* with {{score "c" 1}} at *c*, and moves to *b*. The value is {{root}}.`},
		{At: "done", Text: `
**Try it.** Take the tie away: click *d* and type {{try "d" "2,3,5"}}. Player 2 now prefers *e*, player 1 moves to *c*, and
the value is {{then "d" "2,3,5"}}. That is also what the opposite tie rule would have returned for the tree as it was.

So under max^n a tie rule decides more than the move of the player who has the tie. It decides what all the others get, and
with it the value of the tree.`},
		{At: "done", Text: `
With two players and one number this cannot happen: what is equal for Min is equal for Max.

Two lessons follow. First, a value under max^n means something only together with its tie rule. Second, a search that
leaves out a part of the tree has to return exactly the leaf that the full search returns, not one that is as good for the
mover. Every algorithm for max^n that is called {{new "sound"}} here does that.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "enter c", Kind: question.Value, Node: "c", Intro: "The search has come to *c*, where player 2 moves."},
		{Run: "maxn", At: "done", Kind: question.Root, Node: "f", Value: "0,4,6"},
		{Run: "maxn", At: "done", Kind: question.Root, Node: "d", Value: "1,3,6"},
	},
}
