package theorems

import "espalier/web/learn"

const korf = "Korf 1991"

var shallowIsRight = theorem{
	Paper:     korf,
	Statement: "If the evaluation of any position for any player is non-negative, and the sum of all player’s evaluations in any given position is less than or equal to sum, and ties are broken in favor of the leftmost node, then Shallow(a, p, sum) = M(a, p), for any node a and player p.",
	Where:     "Korf 1991, section 3.3, Theorem 1",
	Plain:     "M(a, p) is the max^n value of node a, where player p moves. So shallow pruning returns the max^n value, although it does not visit every leaf.",
	Claim:     claim("korf-1"),
	Chapter: learn.Chapter{
		ID: "shallow-is-right", Title: "Shallow pruning returns the max^n value",
		Idea:   "Theorem 1 and its two cases.",
		Tree:   "players 3 maxsum 9 a: 1[ b: (4,3,2) c: 2[ d: (1,6,2) e: (8,0,1) ] f: 2[ g: (0,9,0) h: (3,5,1) ] ]",
		Source: "Korf 1991, sections 3.1 to 3.3", Figures: []string{"k1991-fig4", "k1991-fig5", "k1991-fig3"},
		More: []learn.Link{{Href: "/learn/shallow", Text: "The chapter on shallow pruning"}},
		Scenes: []learn.Scene{
			{Run: "shallow", At: "start", Text: `
What must we prove? The search compares the same scores as {{term "maxn"}} and breaks ties in the same way. The only difference: it does
not visit some nodes. So it is enough to show that the nodes that it {{term "cut" "cuts"}} cannot change the value of the root. There are
two kinds of cuts, so there are two cases.`},
			{At: "backup a b", Text: `
**The case of shallow pruning.** Player 1 moves at *a*, and *b* gives player 1 x = {{score "b" 1}}. So *a* gives player 1 at least this
much.`},
			{At: "backup c d", Text: `
At *c* player 2 moves. The child *d* gives player 2 y = {{score "d" 2}}. Player 2 takes the child that is best for player 2, so whatever
*e* is, *c* gives player 2 at least {{score "d" 2}}. This follows from the definition of max^n.`},
			{At: "prune c", Text: `
Now the first two conditions. The scores sum to at most {{maxsum}}, and the score of player 3 is not negative. So at *c* player 1 gets at
most {{maxsum}} − y = {{minus maxsum (score "d" 2)}}. And this is not
more than x = {{score "b" 1}}, because x + y = {{sum}}, which is at least {{maxsum}}.

So for player 1 *c* is not better than *b*. If it is equally good, there is a tie, and *b* wins because it is further left: this is the
third condition. The value of *c* cannot become the value of *a*, so *e* can be cut.`},
			{At: "backup f g", Text: `
**The case of immediate pruning.** At *f* player 2 gets {{score "g" 2}} from *g*. This is the maximum: the scores sum to {{maxsum}}, so the
others get nothing.`},
			{At: "prune f", Text: `
No child of *f* can give player 2 more than {{maxsum}}, because then another score would be negative. If *h* gave
as much, *g* would win the tie. So *f* has the value of *g* in any case, and *h* can be cut.`},
			{At: "done", Text: `
Shallow pruning has visited {{leaves}} leaves, max^n visits {{leaves "maxn"}}. Both return {{root}}. After the cut, the value that *c*
backs up may be wrong. It is only good enough for player 1 to reject *c* at *a*. That is why only the children of a node may use its
bound, and no node further down.

**Try it.** Click the leaf *e*, which was cut, and give it any value: with {{try "e" "0,9,0"}} max^n returns {{then "e" "0,9,0" "maxn"}},
with {{try "e" "9,0,0"}} it returns {{then "e" "9,0,0" "maxn"}}.`},
		},
	},
}
