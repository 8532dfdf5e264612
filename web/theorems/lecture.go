package theorems

import "espalier/web/learn"

const lecture = "CMSC 474, lecture 28"

var minimaxTheorem = theorem{
	Paper:     lecture,
	Statement: "If G is a two-person finite zero-sum game, then there are strategies s* and t*, and a number v called G’s minimax value, such that: if Min uses t*, Max’s expected utility is ≤ v, i.e., max_s u(s,t*) = v; if Max uses s*, Max’s expected utility is ≥ v, i.e., min_t u(s*,t) = v. Corollary 1: u(s*,t*) = v; (s*,t*) is a Nash equilibrium. Corollary 2: if G is a perfect-information game, then there are subgame-perfect pure strategies s* and t* that satisfy the theorem.",
	Where:     "CMSC 474, lecture 28, “Restatement of the Minimax Theorem”",
	Plain:     "The slide says “Min’s expected utility is ≥ v” in its second part; it means u, the utility of Max. The argument here is for games with perfect information, where the tree itself is the proof.",
	Claim:     claim("lecture-minimax"),
	Chapter: learn.Chapter{
		ID: "minimax-theorem", Title: "The minimax theorem",
		Idea:   "What Max can guarantee is exactly what Min can hold Max to.",
		Tree:   `kind minimax a: max[ b: min[ c: 3 d: 5 ] e: min[ f: 2 g: 9 ] ]`,
		Source: "CMSC 474, lecture 28", Figures: []string{"c474-backward-induction"},
		More: []learn.Link{{Href: "/learn/game-trees", Text: "The chapter on game trees"}},
		Scenes: []learn.Scene{
			{Run: "minimax", At: "start", Text: `
A pure **strategy** of a player names a child at each of the player’s nodes. Here Max has one node, *a*, and so two strategies.
Min has two nodes, *b* and *e*, and a strategy of Min names a child at each of them. Two strategies lead to one leaf: its value is u(s,t).`},
			{At: "exit b", Text: `
Start at the leaves. At *b* Min takes {{value "b"}}. So Min has a strategy that holds Max to {{value "b"}} from *b* on, and no strategy of
Min gives Max less there.`},
			{At: "exit e", Text: `
At *e* Min takes {{value "e"}}. Now we know what *b* and *e* are worth, **if both play well in the subtrees**. This is the induction: the
theorem holds in each smaller game.`},
			{At: "done", Text: `
At *a* Max moves to *b*. Call the strategies of Max and Min σ and τ: they are the optimal strategies of the statement. If Max uses σ,
every strategy of Min gives Max at least {{root}}, and Min’s best reply at *b* gives exactly this. So min over t of u(σ,t) is {{root}}.`},
			{At: "done", Text: `
If Min uses τ, Max gets {{value "b"}} at *b* and {{value "e"}} at *e*, not more. So max over s of u(s,τ) is {{root}}, too. With
v = {{root}} this is the theorem.

**Corollary one.** Played against each other, σ and τ give v. A player who changes strategy alone gains nothing: this is an equilibrium.

**Corollary two.** The choices are best at **every** node, even at *e*, which play never reaches. This is what subgame-perfect means. ∎`},
			{At: "exit e", Text: `
**Try it.** Click *f* and type {{try "f" "4"}}: then *e* is worth more than *b*, and v is {{then "f" "4"}}. Below, all strategies
are played against each other, on many random trees.`},
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
		Idea:   "What alpha-beta returns inside and outside its window.",
		Tree:   `kind minimax a: max[ b: min[ d: 5 e: 8 ] c: min[ f: max[ h: min[ j: 3 k: 9 ] i: min[ l: 7 m: 6 ] ] g: 4 n: 2 ] ]`,
		Source: "CMSC 474, lecture 28", Figures: []string{"c474-alphabeta"},
		More: []learn.Link{{Href: "/learn/alpha-beta", Text: "The chapter on alpha-beta"}},
		Scenes: []learn.Scene{
			{Run: "alphabeta", At: "backup a b", Text: `
The three parts are proved together, from the leaves up. At a leaf nothing is cut, and all three hold.

Let x be an inner node where Max moves; for Min, exchange the two sides. Assume that the three parts hold for each child. The
children are searched with the window from α to β, and α rises to the best value so far.`},
			{At: "exit b", Text: `
**Inside the window.** *b* was searched without a bound. No child is cut, each returns its minimax value, and so does *b*: {{value "b"}}.`},
			{At: "prune h", Text: `
**At most α.** At *h* Min moves, and Max is sure of α = {{alpha}} at *a*. The child *j* returned {{value "j"}}, which is not more than α,
so *h* returns at once. The minimax value of *h* is {{value "h" "minimax"}}, and *h* returns {{value "h"}}. Both are at most α, and the
theorem claims no more.`},
			{At: "exit f", Text: `
**Inside again.** At *f* Max takes the best child. *h* is at most α, both by its returned value and by its minimax value. So it
is not the best if another child is inside the window. *i* is inside the window, and exact. So *f* returns {{value "f"}}, its minimax value.`},
			{At: "prune c", Text: `
**At most α, at *c*.** After *g* the value is at most {{value "g"}}, and *c* returns {{value "c"}}. The minimax value of *c* is
{{value "c" "minimax"}}, because *n* would be better for Min. The two differ, but both are at most α = {{alpha}}: Max does not move to *c*
in either case.

**At least β** works the same way at a Max node: the node returns as soon as a value reaches β, and the minimax value can only be larger.`},
			{At: "done", Text: `
At the root the window is −∞ to ∞. Every value is inside, so by the first part alpha-beta returns the minimax value: {{root}}. ∎

The random trees below try many windows at the root, even some with α above β. This does not matter: the proof never used that α is less than β.`},
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
		Idea: "An estimate e(x) replaces the deeper part of the tree, and only its order matters.",
		Tree: `kind minimax a: max[ b: min{static 4}[ c: 3 d: max{static 5}[ e: 9 f: 1 ] ]
			g: min{static 2}[ h: max{static 6}[ i: 8 j: 0 ] k: 7 ] ]`,
		Source: "CMSC 474, lecture 28; C. Shannon, 1950", Figures: []string{"c474-exact-values"},
		More: []learn.Link{{Href: "/learn/game-trees", Text: "The chapter on game trees"}},
		Scenes: []learn.Scene{
			{Run: "minimax,depth=1", At: "done", Text: `
A chess tree is too large to be searched to its leaves. So here each inner node has a second number: e(x), the **static
evaluation**, computed from the position alone. A search with limit d stops d plies below the root and uses e(x) there.

With a limit of one ply Max sees e(*b*) = {{static "b"}} and e(*g*) = {{static "g"}}, and moves to *b*.`},
			{Run: "minimax,depth=2", At: "exit b", Text: `
With two plies Max sees Min’s replies, and uses e only below them. At *b* Min can choose {{value "c"}} at the leaf *c* or
{{static "d"}} at *d*, so *b* is worth {{value "b"}} now.`},
			{At: "done", Text: `
*g* is worth {{value "g"}}, and Max moves to *g*. The deeper search found that e(*b*) was too high.`},
			{Run: "minimax", At: "done", Text: `
Without a limit no e(x) is used: the algorithm is backward induction, and returns {{root}}. The search to two plies chose the right move
without this value.`},
			{Run: "minimax,depth=2", At: "done", Text: `
**Why only the order matters.** Min and Max compare numbers and take the smallest and the largest. Replace each e(x) by f(e(x)), where f keeps
the order: a larger number stays larger, and different numbers stay different. By induction from the frontier upwards, the value
x of each node becomes f(x), because the smallest and the largest number stay in the same places. So the move is the same. ∎`},
			{At: "done", Text: `
That is why the value of a queen need not be a real probability of winning. But if f makes different numbers equal, there is a
new tie, and the leftmost child wins it. Drop the second condition below to see the smallest case.`},
		},
	},
}
