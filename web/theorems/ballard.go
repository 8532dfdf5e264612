package theorems

import (
	"context"
	"fmt"

	"espalier/search/claims"
	"espalier/web/learn"
	"espalier/web/words"
)

const ballard = "Ballard 1983"

// ballardSource is the whole title of the paper.
const ballardSource = "Ballard 1983, “The *-minimax search procedure for trees containing chance nodes”, Artificial Intelligence 21"

var starsAreRight = theorem{
	Paper:     ballard,
	Own:       true,
	Statement: "In a tree with Max, Min and chance nodes whose leaves all lie between minp and maxp, Star1 and Star2 return the minimax value.",
	Where:     ballardSource + "; the words are ours",
	Claim:     claim("ballard-right"),
	Chapter: learn.Chapter{
		ID: "star-is-right", Title: "Star1 and Star2 return the minimax value",
		Idea:   "At a chance node the window of a child depends on the bounds of the other children.",
		Tree:   `kind minimax minp 0 maxp 10 a: max[ b: 4 c: *[ d: min[ e: 2 f: 5 ] g: min[ h: 3 i: 9 ] ] ]`,
		Source: ballardSource,
		More:   []learn.Link{{Href: "/learn/chance", Text: "The chapter on chance nodes"}, {Href: "/exhibits#conditions", Text: "The tempting cut: alpha-beta across chance"}},
		Scenes: []learn.Scene{
			{Run: "star1", At: "enter d", Text: `
Max is sure of {{score "b" 1}} at *a*. Is *c* worth more? No player moves at *c*: its value is the average of *d* and *g*, each with
probability {{prob "d"}}. Each leaf is at least {{minp}} and at most {{maxp}}. So *g* can be worth {{maxp}}, and then *c* is worth more
than {{score "b" 1}} whatever *d* is. No cut below *d* is allowed, and the window at *d* is the whole range.`},
			{At: "backup c d", Text: `
*d* is worth {{value "d"}}. Half of that counts for *c*. For *c* to be worth more than {{score "b" 1}}, *g* has to add the rest.`},
			{At: "enter g", Text: `
So *g* must be worth more than α = {{alpha}}: that is ({{score "b" 1}} − {{prob "d"}} · {{value "d"}}) / {{prob "g"}}. **In general**: let
v be the sum over the searched children of probability times value, and let all later children be worth maxp. Solve for the current child:
this is its α. With minp for the later children you get its β.`},
			{At: "prune g", Text: `
Min can hold *g* to {{score "h" 1}}. That is not more than α, so *i* is cut. Whatever *i* is, *g* is worth at most {{score "h" 1}}, and
*c* at most {{plus (times (prob "d") (score "d" 1)) (times (prob "g") (score "h" 1))}}.`},
			{At: "done", Text: `
**The argument.** Suppose that each child returns its value if that is inside its window, a number at most α if its value is at most α,
and a number at least β if it is at least β. This is the theorem of alpha-beta. At a chance node, a child at or below its α keeps the
average at or below the α of the node even if all later children are worth maxp. Then the node may return that bound. The same
holds for β and minp. If no child fails this way, all values are exact, and so is the average. So what holds for the children holds for the
chance node, too. ∎`},
			{Run: "star2", At: "done", Text: `
Star2 adds one thing: before the search it visits the first child of each child. At a Min node this gives an upper bound, at a Max node a
lower bound, and these replace maxp or minp above. The argument is the same with these closer bounds.

Star2 returns {{root}}, and so does minimax: {{root "minimax"}}.`},
			{Run: "star1", At: "prune g", Text: `
**Try it.** With {{try "h" "7"}} Min cannot hold *g* to α any more, *i* is searched, and the value of the root is {{then "h" "7"}}.`},
		},
	},
}

var starsFirstCut = theorem{
	Paper:     ballard,
	Own:       true,
	Statement: "Let q be the total probability of the children of a chance node that have been searched. Star1 can cut the others at β only if q ≥ (β − minp) / (maxp − minp), and at α only if q ≥ (maxp − α) / (maxp − minp). With b equally likely children, i of them must have been searched, where i / b reaches one of the two fractions.",
	Where:     ballardSource + "; we derived this condition from the windows of the paper",
	Claim:     claim("ballard-first-cut"),
	Chapter: learn.Chapter{
		ID: "star-first-cut", Title: "When Star1 can cut at all",
		Idea:   "The known children need enough probability before they can bound the average.",
		Tree:   `kind minimax minp 0 maxp 10 a: max[ b: 7 c: *[ d: 2 e: 3 f: 1 g: 8 ] ]`,
		Source: ballardSource,
		More:   []learn.Link{{Href: "/learn/theorems/star-savings", Text: "What Star1 and Star2 save"}},
		Scenes: []learn.Scene{
			{Run: "star1", At: "enter c", Text: `
Max is sure of {{score "b" 1}}. *c* has four children, each with probability {{prob "d"}}. How many of them must be known before the rest
can be cut? Take the best case for a cut: the known children have the smallest value, minp.`},
			{At: "backup c d", Text: `
If q is the probability of the known children, the average can still be up to (1 − q) · maxp + q · minp. For a cut at α, this must be at
most α. Solved for q: **q ≥ (maxp − α) / (maxp − minp)**. Here this is ({{maxp}} − {{score "b" 1}}) / {{maxp}} =
{{over (minus maxp (score "b" 1)) maxp}}. One child has only {{prob "d"}}, so no value of *d* allows a cut.`},
			{At: "backup c e", Text: `
Two children have {{plus (prob "d") (prob "e")}}, which is more than {{over (minus maxp (score "b" 1)) maxp}}: a cut is **possible** now.
It only happens with small values. The sum so far is {{plus (times (prob "d") (score "d" 1)) (times (prob "e") (score "e" 1))}}. The two
others can add {{times (plus (prob "f") (prob "g")) maxp}}. Together this is
{{plus (plus (times (prob "d") (score "d" 1)) (times (prob "e") (score "e" 1))) (times (plus (prob "f") (prob "g")) maxp)}}, not more than
α = {{score "b" 1}}.`},
			{At: "prune c", Text: `
So *f* and *g* are cut. The condition is necessary, but not sufficient. **Try it:** with {{try "e" "9"}} the sum is too large. The search
continues and visits {{visits "e" "9"}} nodes instead of {{nodes}}.`},
			{At: "done", Text: `
For β, exchange minp and maxp: the known children are at most maxp, the others at least minp, and a cut at β needs
q ≥ (β − minp) / (maxp − minp).

Two things follow. If the window is in the middle of the range, half of the probability must be known before the first cut: this is why
chance nodes are expensive. And if minp and maxp are far from the real values, the fractions are close to one, and Star1 cuts almost nothing.`},
			{Run: "star2", At: "done", Text: `
This does not hold for Star2. Its probes give better bounds than minp and maxp, so it can cut before it has searched any child completely:
drop the condition below. On this tree all children are leaves, so there is nothing to probe, and Star2 visits {{nodes}} nodes as well. ∎`},
		},
	},
}

var starSavings = theorem{
	Paper:     ballard,
	Own:       true,
	Statement: "Star1 and Star2 save leaves if the moves are in a good order. In larger trees in the best order Star2 saves more than Star1. In a bad order Star2 visits more leaves than plain minimax.",
	Where:     ballardSource + "; this is what we measured, not a figure of the paper",
	Plain:     "The paper has its own measurements. We do not repeat them: the trees below are ours.",
	Sampled:   measureStars,
	Untried:   "The savings depend on the trees: their size, the distribution of the leaves and the order. This is not a statement about every tree, so we measure it on random trees.",
	Chapter: learn.Chapter{
		ID: "star-savings", Title: "What Star1 and Star2 save",
		Idea:   "A probe pays off in a good order, and is wasted in a bad one.",
		Tree:   `kind minimax minp 0 maxp 10 a: max[ b: *[ d: min[ h: 7 i: 8 ] e: min[ j: 6 k: 9 ] ] c: *[ f: min[ l: 2 m: 6 ] g: min[ n: 3 o: 8 ] ] ]`,
		Source: ballardSource,
		More:   []learn.Link{{Href: "/learn/chance", Text: "The chapter on chance nodes"}, {Href: "/learn/theorems/star-first-cut", Text: "When Star1 can cut at all"}},
		Scenes: []learn.Scene{
			{Run: "star1", At: "backup a b", Text: `
Here each node has its best move first. Max is sure of {{value "b"}} after *b*. Now *c* is searched.`},
			{At: "exit f", Text: `
Star1 searches *f* and both of its leaves: while *g* can be worth {{maxp}}, no value of *f* is small enough for a cut. Then it needs one
leaf of *g*. In the end it has visited {{leaves}} leaves; minimax visits {{leaves "minimax"}}.`},
			{Run: "star2", At: "prune c", Text: `
Star2 probes first. One leaf of *f* shows that *f* is at most {{score "l" 1}}, one leaf of *g* that *g* is at most {{score "n" 1}}. The
average of the two bounds is {{plus (times (prob "f") (score "l" 1)) (times (prob "g") (score "n" 1))}}, less than {{score "b" 1}}, so *c*
is cut.`},
			{At: "done", Text: `
But probes have a cost. At *b* nothing is known yet, so no cut is possible there. Star2 still probes *d* and *e*, and then searches them
again. In total it visits {{leaves}} leaves. In trees where most probes lead to no cut, Star2 is slower than plain minimax.`},
			{At: "prune c", Text: `
**Try it.** With {{try "l" "9"}} the first leaf of *f* is no longer the best one. The probe gives a weak bound, and the search visits
{{visits "l" "9"}} nodes instead of {{nodes}}. The order matters more for Star2 than for Star1, as the table shows.`},
		},
	},
}

// starTrees is the number of random trees of each size and order.
const starTrees = 20

func measureStars(ctx context.Context, sample int) (*measure, error) {
	m := &measure{
		Intro: "Random uniform trees in which Max, chance, Min and chance move in turn, with " + words.Plural(starTrees, "tree") + " of each size. Chance has b equally likely moves, and leaves are whole numbers from 0 to 100, which are minp and maxp. " +
			"A cell has the leaves visited, in per cent of all leaves: less is better, and plain minimax has 100%. Leaves that Star2 visits twice, in a probe and later, count twice.",
		Columns: []string{"b, height", "All leaves", "Star1, best first", "Star2, best first", "Star1, random", "Star2, random", "Star1, worst first", "Star2, worst first"},
		Trees:   starTrees,
		Note:    "Best first: at each node of Max or Min, the best move comes first. Chance nodes have no order.",
	}
	for _, b := range []int{2, 3, 4, 6} {
		for depth := 2; depth <= 4; depth++ {
			row := []string{fmt.Sprintf("%d, %d", b, depth), ""}
			for _, order := range []claims.MoveOrder{claims.BestFirst, claims.RandomOrder, claims.WorstFirst} {
				var shares [2][]float64
				for _, seed := range seedsOf(sample, starTrees) {
					all, one, two, err := claims.StarLeaves(ctx, b, depth, seed, order)
					if err != nil {
						return nil, err
					}
					row[1] = whole(all) // all trees of a size have as many
					for i, n := range []int{one, two} {
						shares[i] = append(shares[i], 100*float64(n)/float64(all))
					}
				}
				for _, list := range shares {
					row = append(row, meanOf(list, 0, "%"))
				}
			}
			m.Rows = append(m.Rows, row)
		}
	}
	return m, nil
}
