package learn

import "espalier/search/question"

var gameTrees = &Chapter{
	ID: "game-trees", Title: "Game trees and backward induction",
	Idea:   "Find the best moves by starting at the end of the game.",
	Tree:   `kind minimax a: max[ b: min[ e: 3 f: 12 g: 8 ] c: min[ h: 2 i: 4 j: 6 ] d: min[ k: 14 l: 5 m: 2 ] ]`,
	Source: "CMSC 474, lecture 28", Figures: []string{"c474-backward-induction", "c474-terminology"},
	Scenes: []Scene{
		{Run: "minimax", At: "start", Text: `
This is a {{new "game-tree"}}. Each shape with a name is a {{new "node"}}, a position of the game. The lines below a node
are the possible moves. The node at the top, *a*, is the current position: the {{new "root"}}. The nodes at the bottom are the
{{new "leaf" "leaves"}}, where the game is over.

Two players take turns. Max moves at *a*. Then Min moves at *b*, *c* or *d*. One move of one player is a {{new "ply"}};
this tree is {{height}} plies deep.`},
		{At: "leaf e", Text: `
The number at a leaf is what Max gets at the end of the game. Max wants a large number, and Min wants a small one: what one
player gains, the other loses. Such a game is called {{new "zero-sum"}}.

Which move should Max make? That depends on Min’s reply. So we start where no choices remain: at the leaves.`},
		{At: "exit b", Text: `
At *b* it is Min’s turn. The game can end with {{value "e"}}, {{value "f"}} or {{value "g"}}, and Min chooses the smallest.
So the value of *b* is {{value "b"}}, although there are larger numbers below it. We say that *b*
{{new "back-up" "backs up"}} {{value "b"}}: the value of a child becomes the value of its parent.`},
		{At: "exit d", Text: `
The other two nodes work the same way: *c* backs up {{value "c"}}, and *d* backs up {{value "d"}}. Look at *d* again. If Min
made a mistake there, Max could get {{value "k"}}. But we do not rely on mistakes: we assume that each player makes the best
move.`},
		{At: "done", Text: `
Now Max can choose. The moves from *a* lead to the values {{value "b"}}, {{value "c"}} and {{value "d"}}. The best is *b*. So
the value of the whole tree is {{root}}, and we know the best moves of both players.

Working from the leaves up to the root is called {{new "backward-induction"}}. The rule was: the largest value for Max, the
smallest for Min. This is {{new "minimax"}}.`},
		{At: "done", Text: `
**Try it.** Click the leaf *h* and raise its number, one point at a time. With {{try "h" "4"}} the value of the root becomes
{{then "h" "4"}}. A larger number changes nothing more, because Min then chooses another leaf. Close the card to get the old
tree back.

Minimax visited all {{nodes}} nodes. The tree of a real game is far too large for that. The next chapter skips a part of the
tree and still gets the right value.`},
	},
	Questions: []Question{
		{Run: "minimax", At: "enter c", Kind: question.Value, Node: "c", Intro: "The search has just reached *c*."},
		{Run: "minimax", At: "done", Kind: question.Change, Node: "m", Value: "9"},
		{Run: "minimax", At: "done", Kind: question.Root, Node: "k", Value: "1"},
	},
}

var alphaBeta = &Chapter{
	ID: "alpha-beta", Title: "Alpha-beta",
	Idea:   "Skip the parts of the tree that cannot change the answer.",
	Tree:   `kind minimax a: max[ b: min[ d: 5 e: 8 ] c: min[ f: max[ h: min[ j: 3 k: 9 ] i: min[ l: 7 m: 6 ] ] g: 4 n: 2 ] ]`,
	Source: "CMSC 474, lecture 28; Korf 1991, section 1", Figures: []string{"k1991-fig1", "c474-alphabeta", "c474-node-ordering"},
	More: []Link{{Href: "/practice?algorithm=alphabeta", Text: "Practise it: work through the algorithm by hand on a new tree"}, {Href: "/learn/theorems/alpha-beta-is-optimal", Text: "Theorem: alpha-beta is the best directional search"}},
	Scenes: []Scene{
		{Run: "alphabeta", At: "start", Text: `
This tree has {{count}} nodes and is {{height}} plies deep. Minimax visits every node. {{new "alpha-beta" "Alpha-beta"}}
visits {{nodes}} and returns the same value. How can it skip nodes safely?`},
		{At: "backup a b", Text: `
The search goes from left to right, always down to the leaves first. Now *b* is done: Min would choose {{value "b"}} there.
So Max is sure of {{value "b"}} at *a*, whatever the rest of the tree contains.

The score that Max is sure of is called α (alpha). The score that Min can hold Max to is called β (beta). Together they are
the {{new "window"}} of the search: only a value between them can still change the result.`},
		{At: "prune h", Text: `
The search has reached *h*, where Min moves. The first leaf, *j*, has the value {{value "j"}}. So Min can hold Max to
{{value "j"}} here. That is less than the {{value "b"}} that Max already has at *a*.

Now the value of *k* does not matter. A small number would make *h* even worse for Max. A large number would not be chosen
by Min. So *k* is not searched: it is {{new "cut"}}, or pruned.`},
		{At: "prune c", Text: `
It happens again. At *c* Min can choose *g* and hold Max to {{value "g"}}. Max gets {{value "b"}} without moving to *c*. So
*n* is cut.

The bound that cuts *n* comes from *a*, the parent of *c*. This is {{new "shallow-pruning"}}. The bound that cut *k* also came
from *a*, but *a* is far above *h*. This is {{new "deep-pruning"}}. Remember the difference: it will matter with more
players.`},
		{At: "done", Text: `
The value is {{root}}, and minimax returns {{root "minimax"}}. The search visited {{nodes}} of {{nodes "minimax"}} nodes.

You can check a cut without searching again: you need two bounds and the nodes that hold them. These bounds are the
{{new "certificate"}} of the cut. They are listed below the tree whenever a cut is shown.`},
		{At: "prune h", Text: `
**Try it.** Click *k*, which was cut, and give it any number: the value of the root stays {{root}}. Then click *j*, the leaf
that made the cut possible. With {{try "j" "6"}} the search has to visit *k*, and visits {{visits "j" "6"}} nodes in all. The
table below the fields shows this, too.

So the order of moves matters: a good move must come early. The number of moves at a node is the {{new "branching-factor"}}.
In the best order, alpha-beta reduces the branching factor of a large tree to about its square root
(Korf 1991, section 3.6).`},
	},
	Questions: []Question{
		{Run: "alphabeta", At: "leaf j", Kind: question.Cut, Node: "h", Intro: "The search has just visited the leaf *j*."},
		{Run: "alphabeta", At: "prune c", Kind: question.Terms},
		{Run: "alphabeta", At: "done", Kind: question.Order, Node: "c", Intro: "Here *f* comes first, then *g*, then *n*."},
	},
}

var players = &Chapter{
	ID: "players", Title: "More than two players",
	Idea: "Each player needs a score: one number is not enough.",
	Tree: `players 3 maxsum 9 a: 1[ b: 2[ d: 3[ h: (1,3,5) i: (2,4,3) ] e: 3[ j: (6,1,2) k: (3,2,4) ] ]
		c: 2[ f: 3[ l: (4,4,1) m: (2,2,5) ] g: 3[ n: (5,3,1) o: (3,6,0) ] ] ]`,
	Source: "Korf 1991, section 2", Figures: []string{"k1991-fig2", "sk2000-fig1"},
	More: []Link{{Href: "/practice?algorithm=maxn", Text: "Practise it: work through the algorithm by hand on a new tree"}},
	Scenes: []Scene{
		{Run: "maxn", At: "start", Text: `
Now there are three players. One number is not enough for a leaf: if player 1 loses a point, who gets it? So each leaf has
a {{new "score-vector"}}, with one score for each player. At *h* player 1 gets {{score "h" 1}}, player 2 gets
{{score "h" 2}} and player 3 gets {{score "h" 3}}. We write {{value "h"}}.

A square shows the number of the {{new "mover"}}, the player who moves there.`},
		{At: "exit d", Text: `
At *d* player 3 moves and compares the third scores: {{score "h" 3}} at *h*, {{score "i" 3}} at *i*. So player 3 chooses *h*.
The scores of the others make no difference to player 3.

The whole vector is backed up, not only the score of player 3: *d* backs up {{value "d"}}.`},
		{At: "exit b", Text: `
At *b* player 2 moves and compares the second scores of *d* and *e*: {{score "d" 2}} and {{score "e" 2}}. So *b* backs up
{{value "b"}}. At the leaf *j*, also below *b*, player 1 would get {{score "j" 1}}. But neither player 2 nor player 3 has a
reason to move there.`},
		{At: "done", Text: `
At *a* player 1 compares {{score "b" 1}} and {{score "c" 1}}, and moves to *c*. The value of the tree is {{root}}.

This is {{new "maxn"}}: the mover chooses the vector with the largest score for the mover. It was introduced by Luckhardt
and Irani (see Korf 1991, section 2). The vector of a node is its {{new "maxn-value"}}. Minimax is the special case of two
players with the scores x and −x.`},
		{At: "done", Text: `
**Try it.** Player 1 does not move at *g*, but the result depends on it. Click *o* and type {{try "o" "2,5,2"}}. Now player 3
chooses *o*, player 2 still chooses *g*, and the value of the tree becomes {{then "o" "2,5,2"}}.

When one player gains, we cannot tell which of the others loses. This makes pruning harder. One thing helps: in this tree
the scores of a leaf never sum to more than {{maxsum}}. Such a bound is called {{new "maxsum"}}.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "enter f", Kind: question.Value, Node: "f", Intro: "The search has just reached *f*, where player 3 moves."},
		{Run: "maxn", At: "done", Kind: question.Change, Node: "o", Value: "3,2,4", Intro: "Each point goes from player 2 to player 3."},
		{Run: "maxn", At: "done", Kind: question.Root, Node: "l", Value: "1,2,6"},
	},
}

var tiesOfMaxN = &Chapter{
	ID: "ties", Title: "Max^n and ties",
	Idea:   "A tie for the mover can matter to the others.",
	Tree:   `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (2,4,4) e: (6,4,0) f: (1,3,6) ] ]`,
	Source: "Korf 1991, section 2", Figures: []string{"s2003-fig1", "s2005-fig3"},
	Scenes: []Scene{
		{Run: "maxn", At: "start", Text: `
This tree is small, but it shows a problem that does not exist with two players. At *c* player 2 chooses among three leaves.`},
		{At: "backup c e", Text: `
*d* gives player 2 a score of {{score "d" 2}}, and *e* gives {{score "e" 2}}, the same. This is a {{new "tie"}}.

The two leaves are equal for player 2, but not for player 1, who gets {{score "d" 1}} points at *d* and {{score "e" 1}} at
*e*.`},
		{At: "exit c", Text: `
Max^n has to choose one of them. In this course, as in the papers, the leftmost child wins in a tie (Korf 1991, section 2).
This is the {{new "tie-rule"}}. So *c* backs up {{value "c"}}.`},
		{At: "done", Text: `
Player 1 compares {{score "b" 1}} at *b* with {{score "c" 1}} at *c*, and moves to *b*. The value is {{root}}.`},
		{At: "done", Text: `
**Try it.** Remove the tie: click *d* and type {{try "d" "2,3,5"}}. Player 2 now prefers *e*, player 1 moves to *c*, and the
value is {{then "d" "2,3,5"}}. On the original tree, the opposite tie rule would return the same value.

So a tie rule decides more than one move. It can change the scores of all players, and so the value of the tree.`},
		{At: "done", Text: `
With two players and one number this cannot happen: a tie for Min is also a tie for Max.

Two things follow. First, a max^n value is defined only together with a tie rule. Second, a search with cuts has to
return exactly the vector that the full search returns. A vector that is only as good for the mover is not enough. Here an
algorithm for max^n is called {{new "sound"}} if it always does this.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "enter c", Kind: question.Value, Node: "c", Intro: "The search has just reached *c*, where player 2 moves."},
		{Run: "maxn", At: "done", Kind: question.Change, Node: "d", Value: "6,4,0", Intro: "Each point goes from player 3 to player 1."},
		{Run: "maxn", At: "done", Kind: question.Root, Node: "f", Value: "0,4,6"},
	},
}
