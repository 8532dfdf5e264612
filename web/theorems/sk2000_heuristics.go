package theorems

import (
	"context"
	"fmt"

	"espalier/search/claims"
	"espalier/web/learn"
)

var tricksTaken = theorem{
	Paper:     pruning,
	Statement: "Suppose, for a Sergeant Major game, the players have taken 3, 2, and 6 points respectively. Then, h(1) ≥ 3 because Player 1 has taken 3 points. Also, h(1) ≤ 8 because maxsum (16) minus the other players’ scores (8) is 8.",
	Where:     "Sturtevant & Korf 2000, “Depth-First Branch-and-Bound Pruning”",
	Claim:     claim("sk2000-tricks"),
	Chapter: learn.Chapter{
		ID: "tricks-taken", Title: "Tricks taken are bounds",
		Idea: "From 3, 2 and 6 tricks to h(1) ≤ 8.",
		Tree: `players 3 maxsum 16 a: 1[ b: (9,4,3) c: 2{low (3,2,6) up (8,7,11)}[ d: (7,3,6) e: (4,5,7) ]
			f: 2{low (4,3,2) up (11,10,9)}[ g: (5,9,2) h: (10,4,2) ] ]`,
		Source: "Sturtevant & Korf 2000, “Depth-First Branch-and-Bound Pruning” and “Multi-Player Branch-and-Bound”", Figures: []string{"sk2000-fig6"},
		More: []learn.Link{{Href: "/learn/branch-and-bound", Text: "The chapter on branch and bound"}, {Href: "/games/sergeant-major", Text: "Sergeant Major"}},
		Scenes: []learn.Scene{
			{Run: "bnb", At: "start", Text: `
There are {{maxsum}} tricks in a game of Sergeant Major. At *c* some of them have been played: player 1 has taken {{low "c" 1}}, player 2
has taken {{low "c" 2}}, and player 3 has taken {{low "c" 3}}. Nobody can lose a trick again. So these are lower bounds on the
scores below *c*. The paper writes h(i) for the bound of such a {{term "heuristic"}} for player i.`},
			{At: "enter c", Text: `
There is an upper bound, too. Player 1 cannot get the tricks that the others have taken: {{low "c" 2}} and {{low "c" 3}}, together
{{plus (low "c" 2) (low "c" 3)}}. So player 1 gets at most {{maxsum}} less {{plus (low "c" 2) (low "c" 3)}}, which is {{up "c" 1}}. In the
same way player 2 gets at most {{up "c" 2}}, and player 3 at most {{up "c" 3}}.`},
			{At: "prune c", Text: `
Now *b* gives player 1 a score of {{score "b" 1}} at *a*, and at *c* player 1 gets at most {{up "c" 1}}. So *c* is cut before any of its
children is visited. No backed-up value is needed: the tricks taken are enough.`},
			{At: "enter f", Text: `
At *f* fewer tricks have been played. Player 1 can still get {{up "f" 1}}, so *f* has to be searched.`},
			{At: "backup f g", Text: `
Player 2 gets {{score "g" 2}} from *g*. At *f* player 2 can get at most {{up "f" 2}}, one more. So *h* has to be visited, too:
branch and bound compares with the bound of this position, not with maxsum.`},
			{At: "done", Text: `
Branch and bound returns {{root}}, as max^n does, and has visited {{nodes}} of {{count}} nodes.

The argument uses two facts: no trick is lost again, and there are at most {{maxsum}} tricks. If one of them does not hold, a
bound can be wrong, and so can a cut. **Try it** below. The bounds need not be tight: a weak bound cuts less, but is never wrong.`},
		},
	},
}

var generalBound = theorem{
	Paper:     pruning,
	Statement: "If we have a lower bound on Player i’s score from our parent, and Player j is to play at the current node, the upper bound on Player i’s score at the next node is maxsum − score(j) − ∑ h(x) {for x ≠ i or j}.",
	Where:     "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”",
	Claim:     claim("sk2000-abbnb"),
	Chapter: learn.Chapter{
		ID: "general-bound", Title: "The general bound of ABBnB",
		Idea: "Two backed-up scores, and the heuristic for all other players.",
		Tree: `players 3 maxsum 10 a: 1[ b: (6,3,1) c: 2{low (0,0,2) up (8,8,10)}[ d: (4,3,3) e: (5,2,3) ]
			f: 2{low (1,0,0) up (10,9,9)}[ g: (7,2,1) h: (3,4,3) ] ]`,
		Source: "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”", Figures: []string{"sk2000-fig7"},
		More: []learn.Link{{Href: "/learn/branch-and-bound", Text: "The chapter on branch and bound"}, {Href: "/exhibits", Text: "Where the printed procedure fails"}},
		Scenes: []learn.Scene{
			{Run: "abbnb", At: "backup a b", Text: `
Player 1 has {{score "b" 1}} at *a*: this is the lower bound from the parent. So player 1 is player i of the statement.`},
			{At: "backup c d", Text: `
At *c* player 2 moves, player j of the statement, and gets {{score "d" 2}} from *d*. For shallow pruning, player 1 gets at most
{{maxsum}} − {{score "d" 2}} = {{minus maxsum (score "d" 2)}} here. This is more than {{score "b" 1}}, so shallow pruning would not cut.`},
			{At: "prune c", Text: `
But there is a third player. By the {{term "heuristic"}} player 3 gets at least {{low "c" 3}} at *c*, whatever happens. So
player 1 gets at most {{minus (minus maxsum (score "d" 2)) (low "c" 3)}}, which is less than {{score "b" 1}}. Now *e* can be cut.

The certificate has one term for each player: two backed-up scores, and one bound of the heuristic. They sum to {{sum}}, and
maxsum is {{limit}}.`},
			{At: "backup f g", Text: `
Why is it right? The proof is that of Theorem 1 with one more step. The scores of a leaf below *c* sum to at most maxsum. Player
2 takes a child that gives player 2 at least as much as *d*. Each other player x gets at least h(x). Player 1 gets at most the rest.

At *f* the heuristic bound of player 3 is zero, so the bound is that of shallow pruning.`},
			{At: "done", Text: `
Without a heuristic, h is zero for all players, and the rule is shallow pruning. With a heuristic only, without scores, it is branch and
bound. So ABBnB cuts wherever one of the two cuts. It has visited {{leaves}} leaves; shallow pruning visits {{leaves "shallow"}}, branch
and bound {{leaves "bnb"}}, max^n {{leaves "maxn"}}.`},
			{At: "enter c", Text: `
One line of the printed procedure can fail. Before it searches any child, it compares h of the **previous** player with maxsum less the
bound. A first child has no bound yet, and maxsum is used instead. Then the test only asks whether the previous player can get anything at
all. If h is zero, the procedure returns a static value where a search is needed. With tricks taken as the heuristic this rarely happens,
but with tighter bounds the value becomes wrong. Drop the second condition below.`},
		},
	},
}

var twoPlayers = theorem{
	Paper:     pruning,
	Statement: "In a two-player game, this reduces to plain alpha-beta.",
	Where:     "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”",
	Plain:     "“This” is the general bound. To be exact, it reduces to alpha-beta without deep pruning: the bound still comes only from the parent.",
	Claim:     claim("sk2000-two-players"),
	Chapter: learn.Chapter{
		ID: "two-players", Title: "With two players ABBnB is alpha-beta",
		Idea:   "The sum over all other players is empty.",
		Tree:   "players 2 maxsum 10 a: 1{low (0,0) up (10,10)}[ b: 2[ d: (6,4) e: (8,2) ] c: 2{low (1,1) up (9,9)}[ f: (5,5) g: (9,1) ] h: 2{low (2,5) up (5,8)}[ i: (2,8) j: (5,5) ] ]",
		Source: "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”",
		More:   []learn.Link{{Href: "/learn/alpha-beta", Text: "The chapter on alpha-beta"}},
		Scenes: []learn.Scene{
			{Run: "abbnb", At: "backup a b", Text: `
The general bound subtracts from maxsum the score of player j, and h(x) for each player x other than i and j. With two players
there is no such x, so the sum is empty. The bound is maxsum − score(j).`},
			{At: "prune c", Text: `
At *c* player 2 has {{score "f" 2}} from *f*, so player 1 gets at most {{maxsum}} − {{score "f" 2}} = {{minus maxsum (score "f" 2)}}. Player 1 has
{{score "b" 1}} at *a*. The cut of *g* is a cut of shallow pruning: the heuristic at *c*, {{low "c" 1}} for each player, is not needed.`},
			{Run: "shallow", At: "prune c", Text: `
Shallow pruning makes the same cut here. If the scores always sum to maxsum, the score of player 1 is maxsum less that of player
2. Then the two bounds are the α and β of alpha-beta, and there is a cut where they meet. Deep cuts are missing, because ABBnB
uses only the bound of the parent.`},
			{Run: "abbnb", At: "prune h", Text: `
A heuristic can still cut **by itself**. At *h* player 2 has taken {{low "h" 2}} tricks, so player 1 gets at most {{up "h" 1}}, less than
{{score "b" 1}}. This is branch and bound: no backed-up score of player 2 is needed.`},
			{At: "done", Text: `
With two players, no cut needs both backed-up scores **and** the heuristic, as for player 3 in the general bound. ABBnB returns
{{root}} and has visited {{leaves}} leaves. Each of its cuts is a cut of one of the two older rules. Drop the condition
below, and find the smallest tree with three players on which only the two together cut.`},
		},
	},
}

var heartsHeuristic = theorem{
	Paper:     pruning,
	Statement: "Unfortunately, the most obvious heuristic in Hearts, the points taken by a player so far in the game, will only allow branch-and-bound pruning, and not for alpha-beta branch-and-bound pruning. This is because this heuristic comes directly from the evaluation function, which already doesn’t allow shallow pruning.",
	Where:     "Sturtevant & Korf 2000, “Experimental Results”",
	Claim:     claim("sk2000-hearts"),
	Measure:   measureHearts,
	Chapter: learn.Chapter{
		ID: "hearts-heuristic", Title: "Why Hearts only allows branch and bound",
		Idea: "The points taken so far add nothing to the scores.",
		Tree: `players 3 maxsum 18 maxp 9 a: 1[ b: (6,7,5) c: 2{low (3,5,2) up (7,9,6)}[ d: (5,9,4) e: (7,5,6) ]
			f: 2{low (4,5,7) up (5,6,8)}[ g: (4,6,8) h: (5,6,7) ] ]`,
		Source: "Sturtevant & Korf 2000, “Experimental Results” and Table 1",
		More:   []learn.Link{{Href: "/learn/theorems/which-games", Text: "Lemma 1"}, {Href: "/games/hearts", Text: "Hearts"}},
		Scenes: []learn.Scene{
			{Run: "abbnb", At: "start", Text: `
In Hearts points are bad. We use the dual: with {{maxp}} points in the game, a score is {{maxp}} less the points taken. With three players
maxsum is {{maxsum}}, which is 2·maxp. By Lemma 1 shallow pruning cuts nothing that immediate pruning does not cut. Does the
heuristic help?`},
			{At: "enter c", Text: `
What follows from the points taken? At *c* player 1 has taken {{minus maxp (up "c" 1)}} points, so player 1 gets at most {{up "c"
1}}. This is the upper bound. If player 1 takes all remaining points, the score is {{low "c" 1}}. This is the lower bound.`},
			{At: "prune c", Text: `
At *c* player 2 gets {{score "d" 2}} from *d*, as much as the heuristic allows: {{up "c" 2}}. So *e* is cut. This is a cut of
branch and bound; the score of player 1 at *a* is not needed.`},
			{At: "prune f", Text: `
At *f* player 1 gets at most {{up "f" 1}}, and has {{score "b" 1}} at *a*. Again branch and bound alone makes the cut.`},
			{At: "done", Text: `
Could the two work together, as in the general bound? A cut needs x + y + h(z) ≥ maxsum. Here h(z) is the score of player z if z takes all
remaining points. Then the others take none of them, and get exactly their upper bounds. So maxsum − h(z) is the sum of their upper
bounds. So x + y must reach the sum of both upper bounds.`},
			{At: "prune c", Text: `
But y is a score at this node, so it is at most its upper bound. Then x must be at least **its** upper bound, and branch and bound has
already cut the node before its first child. So the general bound never cuts more. The paper says that a heuristic that does not come from
the evaluation function might allow more cuts.

ABBnB has visited {{leaves}} leaves, branch and bound visits {{leaves "bnb"}}.`},
		},
	},
}

func measureHearts(ctx context.Context) (*measure, error) {
	const cards, deals = 4, 8
	ids := []string{"maxn", "shallow", "bnb", "abbnb"}
	m := &measure{
		Intro:   fmt.Sprintf("%d deals of %d cards for each of three players, searched to the end. The heuristic is what was taken so far. The leaves of all deals are added up.", deals, cards),
		Columns: []string{"game", "maxⁿ", "shallow", "branch and bound", "ABBnB"},
		Note:    "In Hearts the last two columns are equal; in Sergeant Major ABBnB cuts more than both of the older rules.",
	}
	for _, g := range [][2]string{{"hearts", "Hearts"}, {"sergeant-major", "Sergeant Major"}} {
		d, err := claims.CountDeals(ctx, g[0], cards, deals, ids...)
		if err != nil {
			return nil, err
		}
		row := []string{g[1]}
		for _, id := range ids {
			row = append(row, whole(d.Leaves[id]))
		}
		m.Rows = append(m.Rows, row)
	}
	return m, nil
}
