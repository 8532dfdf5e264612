package theorems

import (
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
has taken {{low "c" 2}}, and player 3 has taken {{low "c" 3}}. A trick that is taken stays taken. So these are lower bounds for all that can happen
below *c*. The paper writes h(i) for what such a {{term "heuristic"}} says about player i.`},
			{At: "enter c", Text: `
There is an upper bound, too. What the others have taken is lost for player 1: {{low "c" 2}} and {{low "c" 3}}, together
{{plus (low "c" 2) (low "c" 3)}}. So player 1 gets at most {{maxsum}} less {{plus (low "c" 2) (low "c" 3)}}, which is {{up "c" 1}}. In the
same way player 2 gets at most {{up "c" 2}}, and player 3 at most {{up "c" 3}}.`},
			{At: "prune c", Text: `
Now player 1 has {{score "b" 1}} at *a*, from *b*, and at *c* gets at most {{up "c" 1}}. So *c* is turned down before one of its children
has been seen. No value was backed up for that: the tricks on the table are enough.`},
			{At: "enter f", Text: `
At *f* fewer tricks have been played. Player 1 may still get {{up "f" 1}}, so *f* has to be searched.`},
			{At: "backup f g", Text: `
Player 2 gets {{score "g" 2}} from *g*. The most that player 2 can get at *f* is {{up "f" 2}}, one more. So *h* has to be looked
at, too: branch and bound compares with the bound of this position, and not with maxsum.`},
			{At: "done", Text: `
Branch and bound returns {{root}}, as max^n does, and has visited {{nodes}} of {{count}} nodes.

Two things were used: no trick is lost again, and there are no more than {{maxsum}}. If one of them fails, a bound can be wrong, and a cut
with it. **Try it** below. The bounds need not be close: a bound that is too weak cuts less, but is never wrong.`},
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
		Idea: "Two backed-up scores, and the heuristic for everybody else.",
		Tree: `players 3 maxsum 10 a: 1[ b: (6,3,1) c: 2{low (0,0,2) up (8,8,10)}[ d: (4,3,3) e: (5,2,3) ]
			f: 2{low (1,0,0) up (10,9,9)}[ g: (7,2,1) h: (3,4,3) ] ]`,
		Source: "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”", Figures: []string{"sk2000-fig7"},
		More: []learn.Link{{Href: "/learn/branch-and-bound", Text: "The chapter on branch and bound"}, {Href: "/exhibits", Text: "Where the printed procedure fails"}},
		Scenes: []learn.Scene{
			{Run: "abbnb", At: "backup a b", Text: `
Player 1 has {{score "b" 1}} at *a*: this is the lower bound from the parent, player i of the statement is player 1.`},
			{At: "backup c d", Text: `
At *c* player 2 moves, player j of the statement, and has {{score "d" 2}} from *d*. Shallow pruning would say: player 1 gets at most
{{maxsum}} − {{score "d" 2}} = {{minus maxsum (score "d" 2)}} here. That is more than {{score "b" 1}}, so it would go on.`},
			{At: "prune c", Text: `
But somebody else is at the table. The {{term "heuristic"}} says that player 3 gets at least {{low "c" 3}} at *c*, whatever happens. So
player 1 gets at most {{minus (minus maxsum (score "d" 2)) (low "c" 3)}}, which is less than {{score "b" 1}}. Now *e* can be cut.

The certificate has one term for each player: two scores that were backed up, and one of the heuristic. They sum to {{sum}},
and maxsum is {{limit}}.`},
			{At: "backup f g", Text: `
Why is it right? The proof is that of Theorem 1 with one more step. The scores of a leaf below *c* sum to maxsum at most. Player 2
takes a child that gives player 2 at least as much as *d*. Each other player has at least what h says. What is left is for player 1.

At *f* the heuristic promises nothing to player 3, and the bound is the old one.`},
			{At: "done", Text: `
With no heuristic, h is zero for everybody, and the rule is shallow pruning. With a heuristic alone, without scores, it is branch and
bound. So ABBnB cuts wherever one of the two cuts. It has looked at {{leaves}} leaves; shallow pruning looks at {{leaves "shallow"}},
branch and bound at {{leaves "bnb"}}, max^n at {{leaves "maxn"}}.`},
			{At: "enter c", Text: `
One line of the printed procedure has to be read with care. Before it searches any child, it compares h of the **previous** player with
maxsum less the bound. At a first child there is no bound yet, and maxsum stands in its place: the test then asks whether the previous player
can get anything at all. If h is zero, a static value is returned where a search is needed. With tricks taken so far this hardly
happens; with closer bounds the value becomes wrong. Drop the second condition below.`},
		},
	},
}

var twoPlayers = theorem{
	Paper:     pruning,
	Statement: "In a two-player game, this reduces to plain alpha-beta.",
	Where:     "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”",
	Plain:     "“This” is the general bound. To be exact, it reduces to alpha-beta without deep pruning: the bound still comes from the parent alone.",
	Claim:     claim("sk2000-two-players"),
	Chapter: learn.Chapter{
		ID: "two-players", Title: "With two players ABBnB is alpha-beta",
		Idea:   "The sum over everybody else is empty.",
		Tree:   "players 2 maxsum 10 a: 1{low (0,0) up (10,10)}[ b: 2[ d: (6,4) e: (8,2) ] c: 2{low (1,1) up (9,9)}[ f: (5,5) g: (9,1) ] h: 2{low (2,5) up (5,8)}[ i: (2,8) j: (5,5) ] ]",
		Source: "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”",
		More:   []learn.Link{{Href: "/learn/alpha-beta", Text: "The chapter on alpha-beta"}},
		Scenes: []learn.Scene{
			{Run: "abbnb", At: "backup a b", Text: `
The general bound takes from maxsum the score of player j, and then what the heuristic promises to all x that are neither i nor j. With two
players there is no such x. The sum is empty. What stays is maxsum − score(j).`},
			{At: "prune c", Text: `
At *c* player 2 has {{score "f" 2}} from *f*, so player 1 gets at most {{maxsum}} − {{score "f" 2}} = {{minus maxsum (score "f" 2)}}. Player 1 has
{{score "b" 1}} at *a*. The cut of *g* is one of shallow pruning: the heuristic of *c*, which promises {{low "c" 1}} to each, was not asked.`},
			{Run: "shallow", At: "prune c", Text: `
Shallow pruning makes the same cut here. If the scores always sum to maxsum, the score of player 1 is maxsum less that of player 2, and
the two bounds are the α and β of alpha-beta: a cut where they meet. Deep cuts are missing, because ABBnB compares a node with its
parent only.`},
			{Run: "abbnb", At: "prune h", Text: `
A heuristic can still cut **by itself**. At *h* player 2 has taken {{low "h" 2}} tricks, so player 1 gets at most {{up "h" 1}}, less than
{{score "b" 1}}. This is branch and bound, and it would be right without any backed-up score of player 2.`},
			{At: "done", Text: `
What cannot happen with two players: that backed-up scores **and** the heuristic are both needed, as for player 3 in the general bound.
ABBnB returns {{root}}, has looked at {{leaves}} leaves, and every one of its cuts belongs to one of the two older rules. Drop the condition
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
		ID: "hearts-heuristic", Title: "Why Hearts allows branch and bound only",
		Idea: "The points taken so far say nothing that the scores do not say.",
		Tree: `players 3 maxsum 18 maxp 9 a: 1[ b: (6,7,5) c: 2{low (3,5,2) up (7,9,6)}[ d: (5,9,4) e: (7,5,6) ]
			f: 2{low (4,5,7) up (5,6,8)}[ g: (4,6,8) h: (5,6,7) ] ]`,
		Source: "Sturtevant & Korf 2000, “Experimental Results” and Table 1",
		More:   []learn.Link{{Href: "/learn/theorems/which-games", Text: "Lemma 1"}, {Href: "/games/hearts", Text: "Hearts"}},
		Scenes: []learn.Scene{
			{Run: "abbnb", At: "start", Text: `
In Hearts points are bad. We take the dual: with {{maxp}} points in the game, a score is {{maxp}} less the points taken. With three players
maxsum is {{maxsum}}, which is 2·maxp. By Lemma 1 shallow pruning cuts nothing that immediate
pruning does not. Does the heuristic help it?`},
			{At: "enter c", Text: `
What do the points taken say? At *c* player 1 has taken {{minus maxp (up "c" 1)}} points, so player 1 gets {{up "c" 1}} at most: a point that is taken
stays taken. That is the upper bound. The lower bound: if player 1 takes all points that are left, {{low "c" 1}} remain.`},
			{At: "prune c", Text: `
At *c* player 2 gets {{score "d" 2}} from *d*, as much as the heuristic allows: {{up "c" 2}}. So *e* is cut. This is the cut of branch and bound, for
which the score of player 1 at *a* was not needed.`},
			{At: "prune f", Text: `
At *f* player 1 gets {{up "f" 1}} at most, and has {{score "b" 1}} at *a*. Again this is branch and bound alone.`},
			{At: "done", Text: `
Could the two work together, as in the general bound? It asks for x + y + h(z) ≥ maxsum. Here h(z) is the score of player z if z takes all the
points that are left. Then the others take none of them, and get just their upper bounds. So maxsum − h(z) is the sum of the upper bounds of
the two others. The test asks whether x + y reaches the sum of both upper bounds.`},
			{At: "prune c", Text: `
But y is a score at this node, and not more than its upper bound. So x must be at least **its** upper bound: and then branch and bound has cut
the node already, before its first child. The general bound never cuts anything more. A heuristic that is not made from the
evaluation itself might, the paper says.

ABBnB has looked at {{leaves}} leaves, branch and bound at {{leaves "bnb"}}.`},
		},
	},
}

func measureHearts() (*measure, error) {
	const cards, deals = 4, 8
	ids := []string{"maxn", "shallow", "bnb", "abbnb"}
	m := &measure{
		Intro:   fmt.Sprintf("%d deals of %d cards for each of three players, searched to the end, with what was taken so far as the heuristic. Leaves are counted over all deals.", deals, cards),
		Columns: []string{"game", "maxⁿ", "shallow", "branch and bound", "ABBnB"},
		Note:    "In Hearts the last two are equal; in Sergeant Major ABBnB cuts more than both of the older rules.",
	}
	for _, g := range [][2]string{{"hearts", "Hearts"}, {"sergeant-major", "Sergeant Major"}} {
		d, err := claims.CountDeals(g[0], cards, deals, ids...)
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
