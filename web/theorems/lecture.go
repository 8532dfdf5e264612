package theorems

import "espalier/web/learn"

const lecture = "CMSC 474, lecture 28"

var minimaxTheorem = theorem{
	Paper:     lecture,
	Statement: "If G is a two-person finite zero-sum game, then there are strategies s* and t*, and a number v called G’s minimax value, such that: if Min uses t*, Max’s expected utility is ≤ v, i.e., max_s u(s,t*) = v; if Max uses s*, Max’s expected utility is ≥ v, i.e., min_t u(s*,t) = v. Corollary 1: u(s*,t*) = v; (s*,t*) is a Nash equilibrium. Corollary 2: if G is a perfect-information game, then there are subgame-perfect pure strategies s* and t* that satisfy the theorem.",
	Where:     "CMSC 474, lecture 28, “Restatement of the Minimax Theorem”",
	Plain:     "The slide says “Min’s expected utility is ≥ v” in its second part; what is meant is u, the utility of Max. The argument here is for games with perfect information, where the tree itself is the proof.",
	Claim:     claim("lecture-minimax"),
	Chapter: learn.Chapter{
		ID: "minimax-theorem", Title: "The minimax theorem",
		Idea:   "What Max can be sure of is what Min can hold Max to.",
		Tree:   `kind minimax a: max[ b: min[ c: 3 d: 5 ] e: min[ f: 2 g: 9 ] ]`,
		Source: "CMSC 474, lecture 28", Figures: []string{"c474-backward-induction"},
		More: []learn.Link{{Href: "/learn/game-trees", Text: "The chapter on game trees"}},
		Scenes: []learn.Scene{
			{Run: "minimax", At: "start", Text: `
A pure **strategy** says what a player does at each of the player’s nodes. Max has one node here, *a*, and so two strategies. Min has two nodes, *b*
and *e*, and a strategy chooses a child at each of them. If both choose, the game ends at one leaf: that is u(s,t).`},
			{At: "exit b", Text: `
Go up from the leaves. At *b* Min takes {{value "b"}}. So there is a strategy of Min that holds Max to {{value "b"}} from *b* on, and whatever
Min does there, Max gets no less.`},
			{At: "exit e", Text: `
The same at *e*: {{value "e"}}. Now both players know what *b* and *e* are worth, **if the subtrees have been played well**. That is the
induction: the theorem holds in each smaller game.`},
			{At: "done", Text: `
At *a* Max moves to *b*. Call what Max and Min have chosen so far σ and τ: they are the s and t of the statement. If Max uses σ, every strategy of Min gives Max at least
{{root}}: Min’s best answer in *b* gives exactly this. So min over t of u(σ,t) is {{root}}.`},
			{At: "done", Text: `
If Min uses τ, Max gets {{value "b"}} at *b* and {{value "e"}} at *e*, and nothing more. So max over s of u(s,τ) is {{root}}, too. With
v = {{root}} this is the theorem.

**Corollary one.** Against each other σ and τ give v. Who changes alone gains nothing: an equilibrium.

**Corollary two.** The choices were the best ones at **every** node, at *e* as well, where play never comes. That is what subgame-perfect means. ∎`},
			{At: "exit e", Text: `
**Try it.** Click *f* and type {{try "f" "4"}}: then *e* is worth more than *b*, and v is {{then "f" "4"}}. Below, all strategies are played
against each other, on one random tree after the other.`},
		},
	},
}

var alphaBetaTheorem = theorem{
	Paper:     lecture,
	Statement: "If the value returned by Minimax(x,d) is in [α,β], then Alpha-Beta(x,d,α,β) returns the same value. If the value returned by Minimax(x,d) is ≤ α, then Alpha-Beta(x,d,α,β) returns a value ≤ α. If the value returned by Minimax(x,d) is ≥ β, then Alpha-Beta(x,d,α,β) returns a value ≥ β. Corollary: Alpha-Beta(x,d,−∞,∞) returns the same value as Minimax(x,d).",
	Where:     "CMSC 474, lecture 28, “Properties of Alpha-Beta”",
	Claim:     claim("lecture-alpha-beta"),
	Chapter: learn.Chapter{
		ID: "alpha-beta-theorem", Title: "The three-part theorem of alpha-beta",
		Idea:   "What alpha-beta returns, inside the window and outside of it.",
		Tree:   `kind minimax a: max[ b: min[ d: 5 e: 8 ] c: min[ f: max[ h: min[ j: 3 k: 9 ] i: min[ l: 7 m: 6 ] ] g: 4 n: 2 ] ]`,
		Source: "CMSC 474, lecture 28", Figures: []string{"c474-alphabeta"},
		More: []learn.Link{{Href: "/learn/alpha-beta", Text: "The chapter on alpha-beta"}},
		Scenes: []learn.Scene{
			{Run: "alphabeta", At: "backup a b", Text: `
The three parts are proved together, from the leaves up. At a leaf nothing is cut, and all three hold.

Let x be an inner node where Max moves; for Min everything is the same with the sides exchanged. Assume that the three parts hold for each child.
The children are searched with α, which grows to the best value so far, and with β.`},
			{At: "exit b", Text: `
**Inside the window.** *b* was searched without any bound yet. No child is cut, each returns its minimax value, and so does *b*: {{value "b"}}.`},
			{At: "prune h", Text: `
**At most α.** At *h* Min moves, and α = {{alpha}} is what Max is sure of at *a*. The child *j* returned {{value "j"}}, which is not more than α, so Min
returns at once. The minimax value of *h* is {{value "h" "minimax"}}; returned is {{value "h"}}. Both are at most α, and this is all that is claimed.`},
			{At: "exit f", Text: `
**Inside again.** At *f* Max takes the best of its children. One child is at most α, by its returned value and by its true one: it is never the best
while another one is inside the window. *i* is inside, and exact. So *f* returns {{value "f"}}, its minimax value.`},
			{At: "prune c", Text: `
**At most α, at *c*.** After *g* the value is {{value "g"}} at most, and Min returns {{value "c"}}. The minimax value of *c* is {{value "c" "minimax"}},
because *n* would be better for Min. The two differ, but both are at most α = {{alpha}}: Max does not move to *c* in either case.

**At least β** is the same at a node of Max: it returns as soon as a value reaches β, and the true value can only be larger.`},
			{At: "done", Text: `
At the root the window was −∞ to ∞. Every value is inside, so the first part says that alpha-beta returns the minimax value: {{root}}. ∎

The random trees below try many windows at the root, even some with α above β. It does not matter: the three parts were never using that α is less.`},
		},
	},
}

var depthLimit = theorem{
	Paper:     lecture,
	Statement: "Backward induction with an upper bound d on the search depth: whenever we reach a nonterminal node of depth d, return e(x). … If d = ∞, the algorithm is identical to Backward-Induction. … Exact values for e(x) don’t matter: behavior is preserved under any monotonic transformation of e. Only the order matters.",
	Where:     "CMSC 474, lecture 28, “Minimax Algorithm (Shannon, 1950)” and “Evaluation Functions”",
	Claim:     claim("lecture-monotonic"),
	Chapter: learn.Chapter{
		ID: "depth-limit", Title: "Minimax with a limit on the depth",
		Idea: "An estimate e(x) takes the place of what lies deeper, and only its order matters.",
		Tree: `kind minimax a: max[ b: min{static 4}[ c: 3 d: max{static 5}[ e: 9 f: 1 ] ]
			g: min{static 2}[ h: max{static 6}[ i: 8 j: 0 ] k: 7 ] ]`,
		Source: "CMSC 474, lecture 28; C. Shannon, 1950", Figures: []string{"c474-exact-values"},
		More: []learn.Link{{Href: "/learn/game-trees", Text: "The chapter on game trees"}},
		Scenes: []learn.Scene{
			{Run: "minimax,depth=1", At: "done", Text: `
A tree of chess is too large to be searched to its leaves. So each inner node has a second number here: e(x), the **static evaluation**, which is
computed from the position alone. A search with limit d stops d plies below the root and takes e(x) for what it does not search.

With a limit of one ply Max sees e(*b*) = {{static "b"}} and e(*g*) = {{static "g"}}, and moves to *b*.`},
			{Run: "minimax,depth=2", At: "exit b", Text: `
With two plies Max sees Min’s answers, and e only below them. At *b* Min has {{value "c"}} at the leaf *c* and {{static "d"}} at *d*: *b* is worth
{{value "b"}} now.`},
			{At: "done", Text: `
At *g* it is {{value "g"}}, and Max moves to *g*. The deeper search has found that e(*b*) was too good.`},
			{Run: "minimax", At: "done", Text: `
Without a limit no e(x) is used at all: the algorithm is backward induction, and returns {{root}}. The search to two plies has chosen the right move
without knowing this number.`},
			{Run: "minimax,depth=2", At: "done", Text: `
**Why only the order matters.** Min and Max compare numbers and take the smallest and the largest. Replace each e(x) by f(e(x)), where f keeps
the order: a larger number stays larger, and different numbers stay different. By induction from the frontier upwards each node has f of what it had
before, since the smallest and the largest stay at their places. So the move is the same. ∎`},
			{At: "done", Text: `
That is why the worth of a queen need not be a true probability of winning. But if f makes different numbers equal, a tie comes up that was none,
and the leftmost child wins it. Drop the second condition below to see the smallest case.`},
		},
	},
}
