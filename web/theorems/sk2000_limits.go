package theorems

import (
	"context"
	"fmt"

	"espalier/search/claims"
	"espalier/search/papers"
	"espalier/web/learn"
)

const pruning = "Sturtevant & Korf 2000"

var whichGames = theorem{
	Paper:     pruning,
	Statement: "To shallow prune in a maxⁿ tree, maxsum < 2·maxp.",
	Where:     "Sturtevant & Korf 2000, “General Bounds for Shallow Max^n Pruning”, Lemma 1",
	Plain:     "Maxsum is the largest possible sum of the scores, maxp the largest score of one player. If maxsum is at least twice maxp, only immediate pruning can cut.",
	Claim:     claim("sk2000-lemma-1"),
	Measure:   measureGames,
	Chapter: learn.Chapter{
		ID: "which-games", Title: "Which games can be pruned",
		Idea:   "Lemma 1: Hearts and Sergeant Major compared.",
		Tree:   "players 3 maxsum 12 maxp 6 a: 1[ b: 2[ e: (6,4,2) f: (5,2,5) ] c: 2[ g: (1,5,6) h: (6,1,5) ] d: 2[ i: (2,6,4) j: (4,3,5) ] ]",
		Source: "Sturtevant & Korf 2000, “General Bounds for Shallow Max^n Pruning”", Figures: []string{"sk2000-fig3"},
		More: []learn.Link{{Href: "/learn/shallow", Text: "The chapter on shallow pruning"}, {Href: "/games/hearts", Text: "Hearts"}, {Href: "/games/sergeant-major", Text: "Sergeant Major"}},
		Scenes: []learn.Scene{
			{Run: "shallow", At: "backup a b", Text: `
Player 1 has x = {{score "b" 1}} at *a*. This is the best possible score: {{term "maxp"}} is {{maxp}} here, and {{term "maxsum"}}
is {{maxsum}}, twice as much.`},
			{At: "backup c g", Text: `
At *c* player 2 has y = {{score "g" 2}}. For a shallow cut x + y must be at least maxsum. But x and y are scores of two players,
and no score is more than maxp. So x + y is at most 2·maxp. If maxsum were larger than that, there could never be a cut.`},
			{At: "backup c h", Text: `
Here maxsum is exactly 2·maxp. Then x + y reaches it only if both are maxp. Now x is {{score "b" 1}}, but y is {{score "g" 2}}.
The sum is {{plus (score "b" 1) (score "g" 2)}}, so *h* had to be visited.`},
			{At: "prune d", Text: `
At *d* player 2 has maxp, {{score "i" 2}}, and *j* is cut. But this cut does not need the bound of player 1: with maxp, player 2
cannot get more. This is {{term "immediate-pruning"}}. So shallow pruning adds nothing unless maxsum is **less** than 2·maxp.`},
			{At: "done", Text: `
**Hearts** with three players: players avoid points, and the score of a player is maxp less the points taken. All points are taken, so the
scores sum to exactly 2·maxp. Only immediate pruning is possible. In **Sergeant Major** one player can win all tricks: maxsum equals maxp,
which is less than 2·maxp, and shallow pruning works.`},
			{At: "done", Text: `
Why is this? A trick that I take is a trick that **you** do not get. So if the next player is sure of many tricks, I know that few are
left for me, and stop. In Hearts, if the next player avoids points, somebody else takes them, but perhaps not me. The score of one player
says nothing about the score of another (Sturtevant & Korf 2000, “Intuitive Approach”).`},
		},
	},
}

func measureGames(ctx context.Context) (*measure, error) {
	const cards, deals = 4, 8
	m := &measure{
		Intro:   fmt.Sprintf("%d deals of %d cards for each of three players, searched to the end. The leaves of all deals are added up; maxp and maxsum are those of the first deal.", deals, cards),
		Columns: []string{"game", "maxp", "maxsum", "max^n", "immediate", "shallow"},
		Note:    "Korf’s procedure compares with maxsum, not with maxp. So in Hearts it cuts only where x and y are both maxp, and visits more leaves than immediate pruning with maxp.",
	}
	m.Columns[3] = "maxⁿ"
	for _, g := range [][2]string{{"hearts", "Hearts"}, {"sergeant-major", "Sergeant Major"}} {
		d, err := claims.CountDeals(ctx, g[0], cards, deals, "maxn", "immediate", "shallow")
		if err != nil {
			return nil, err
		}
		m.Rows = append(m.Rows, []string{g[1], d.MaxP, d.MaxSum, whole(d.Leaves["maxn"]), whole(d.Leaves["immediate"]), whole(d.Leaves["shallow"])})
	}
	return m, nil
}

var dualGames = theorem{
	Paper:     pruning,
	Statement: "For any pruning algorithm that works on a maximization tree, we can write the dual of that algorithm that works the same under the equivalent minimization tree.",
	Where:     "Sturtevant & Korf 2000, “Duality of Maximization and Minimization”",
	Plain:     "A game with the goal of few points becomes a game with the goal of many: each score s becomes maxp − s, and maxsum becomes n·maxp − minsum, where minsum is the smallest possible sum of the scores (Table 1).",
	Claim:     claim("sk2000-duality"),
	Chapter: learn.Chapter{
		ID: "duality", Title: "Few points or many: duality",
		Idea:   "Change the scores, and also change maxsum.",
		Tree:   "players 3 maxsum 12 maxp 6 a: 1[ b: 2[ d: (5,3,4) e: (4,2,6) ] c: 2[ f: (6,1,5) g: (2,6,4) ] ]",
		Source: "Sturtevant & Korf 2000, “Duality of Maximization and Minimization”",
		More:   []learn.Link{{Href: "/games/hearts", Text: "Hearts, as the dual"}},
		Scenes: []learn.Scene{
			{Run: "maxn", At: "start", Text: `
In this game {{maxp}} points are given out, and each player wants few. At the leaf *d* player 1 has taken {{minus maxp (score "d" 1)}} of
them, player 2 has taken {{minus maxp (score "d" 2)}}, and player 3 has taken {{minus maxp (score "d" 3)}}. The tree shows the
**dual**: each score is {{maxp}} less the points. So each player wants a large score, and max^n works without a change.`},
			{At: "backup b e", Text: `
Player 2 gets {{minus maxp (score "d" 2)}} points at *d* and {{minus maxp (score "e" 2)}} at *e*, and chooses *d*, with fewer points. In
scores, {{score "d" 2}} is more than {{score "e" 2}}. The order of the scores is the reverse order of the points, so each choice and each
tie is the same in both games.`},
			{At: "backup c g", Text: `
Lower and upper bounds change places. A player who has taken points can get at most {{maxp}} less these points. So each pruning
rule has a dual, too, and nothing has to be proved twice.`},
			{At: "backup a c", Text: `
Maxsum must be computed again. All {{maxp}} points are taken. The score of each player is {{maxp}} less the points taken, so the
sum is three times {{maxp}}, less {{maxp}}: {{maxsum}}. The scores of each leaf have this sum, and pruning has to use it.`},
			{At: "done", Text: `
Max^n returns {{root}}: in points {{minus maxp (score "d" 1)}}, {{minus maxp (score "d" 2)}} and {{minus maxp (score "d" 3)}}.

It is not enough to reverse the goal and keep maxsum. With {{maxp}} as maxsum, the two bounds at *c* would leave nothing for
player 1, and *g* would be cut. Drop the condition below, and see where this goes wrong.`},
			{Run: "shallow", At: "done", Text: `
And there is a problem: in the dual, maxsum is large. For three players it is twice maxp, so shallow pruning cuts nothing that immediate
pruning does not cut (Lemma 1). The search has visited {{leaves}} of {{leaves "maxn"}} leaves. Reversing the goal does not make a game
easy to prune.`},
		},
	},
}

var paranoidCost = theorem{
	Paper:     pruning,
	Statement: "Thus, we re-write the asymptotic branching factor in the best case as O(b^(d·(n−1)/n)) to reflect the branching factor in the actual tree.",
	Where:     "Sturtevant & Korf 2000, “Reduction to a Paranoid 2-Player Game”",
	Plain:     "In the reduced game of depth D this is b^((n−1)D/2); in the tree that is searched, D is 2d/n.",
	Claim:     claim("sk2000-paranoid"),
	Measure:   measureParanoid,
	Chapter: learn.Chapter{
		ID: "paranoid-cost", Title: "The best case of paranoid search",
		Idea: "One strategy of the player and one of the coalition: b^((n − 1)d/n) leaves.",
		Tree: `players 3 maxsum 12 a: 1[ b: 2[ d: 3[ h: (4,5,3) i: (6,1,5) ] e: 3[ j: (5,5,2) k: (7,2,3) ] ]
			c: 2[ f: 3[ l: (3,6,3) m: (8,2,2) ] g: 3[ n: (5,4,3) o: (6,6,0) ] ] ]`,
		Source: "Sturtevant & Korf 2000, “Reduction to a Paranoid 2-Player Game”", Figures: []string{"sk2000-fig4"},
		More: []learn.Link{{Href: "/learn/paranoid", Text: "The chapter on paranoid"}},
		Scenes: []learn.Scene{
			{Run: "paranoid", At: "start", Text: `
Player 1 assumes that all others play against player 1, as one {{term "coalition"}}. So there are two sides. Max is player 1,
with b moves. Min is all the others: their n − 1 moves in a row are one move with b^(n − 1) choices. Here b is two, n is three.

What is the smallest number of leaves that alpha-beta can visit? It has to prove two things.`},
			{At: "exit b", Text: `
**Player 1 gets at least this much.** The proof is a strategy of Max: one move at each Max node, here to *b*, and **all** replies
of the coalition. All leaves below *b* had to be visited: the smallest of their scores is {{score "b" 1}}.`},
			{At: "backup f l", Text: `
**Player 1 does not get more.** The proof is a strategy of Min: all moves of Max, and **one** reply to each. At *c* one reply is
enough: at *l* player 1 gets {{score "l" 1}}, less than {{score "b" 1}}.`},
			{At: "prune c", Text: `
Everything else at *c* is cut. If the order is good, the best reply comes first. The two strategies share one leaf, the one with
the value.`},
			{At: "done", Text: `
Count the leaves. Max moves on every n-th ply. A tree of depth d has d/n such plies, and d − d/n plies of the others. A strategy of Max
has a leaf for each choice of the others, a strategy of Min has one for each choice of Max. Counting the shared leaf once, this is
{{paranoid 2 3 3}} here, and the search has visited {{leaves}} of {{leaves "maxn"}} leaves.`},
			{At: "done", Text: `
The first number is much larger: b^((n − 1)d/n). With two players this is a factor of √b per ply, as for alpha-beta. With more players it
is larger: the coalition has most of the moves, and the proof needs all of them.

But paranoid solves a different problem: it returns {{root}}, and max^n returns {{root "maxn"}}.`},
		},
	},
}

func measureParanoid(ctx context.Context) (*measure, error) {
	const players, b = 3, 4
	m := &measure{
		Intro:   fmt.Sprintf("Uniform trees for %d players, b = %d, with all leaves equal, so that every cut is made as early as possible. We count the leaves that paranoid search visits.", players, b),
		Columns: []string{"depth d", "all leaves", "b^((n−1)d/n)", "both strategies", "measured"},
		Note:    fmt.Sprintf("The exponent grows only at the plies of the opponents, so d is a multiple of %d here. The branching factor is b^((n−1)/n) = %s; alpha-beta with two players has √b = %s.", players, number(papers.LimitFactor(b, players), 3), number(papers.LimitFactor(b, 2), 3)),
		Plot:    &plot{Label: "Leaves by depth: all, predicted and measured", X: "rounds of three plies", Y: "leaves", Log: true, First: 1, Series: []series{{Name: "all leaves"}, {Name: "predicted: b^((n−1)d/n)"}, {Name: "measured", Dots: true}}},
	}
	for d := players; d <= 12; d += players {
		got, err := claims.ParanoidLeaves(ctx, players, b, d)
		if err != nil {
			return nil, err
		}
		all, large := papers.PureStrategies(b, d), papers.PureStrategies(b, d-d/players)
		m.Rows = append(m.Rows, []string{whole(d), whole(all), whole(large), whole(papers.FewestParanoid(b, players, d)), whole(got)})
		for i, n := range []int{all, large, got} {
			m.Plot.Series[i].Points = append(m.Plot.Series[i].Points, float64(n))
		}
	}
	return m, nil
}
