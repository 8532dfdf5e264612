package theorems

import (
	"context"
	"fmt"
	"strconv"

	"espalier/trees/figures"
	"espalier/web/learn"
)

var pathology = theorem{
	Paper:     lecture,
	Statement: "Deeper lookahead (larger d) usually gives better decisions. There are “pathological” games where it doesn’t, but those are rare.",
	Where:     "CMSC 474, lecture 28, “Node Ordering”",
	Plain:     "This is an observation, not a theorem. The lecture has no example. We measure board splitting (Nau 1982; Pearl 1984), with independent squares and with neighbours that are alike, and a static value whose error is the same everywhere (Beal 1980).",
	Measure:   measurePathology,
	Untried:   "A single tree cannot disprove “usually” or “rare”. But we can measure how often a deeper search chooses right, wrong, or finds a tie.",
	Chapter: learn.Chapter{
		ID: "pathological-games", Title: "Pathological games",
		Idea: "Games in which a deeper search chooses wrong more often, and games in which it only finds more ties.",
		Tree: `kind minimax a: max[ b: min{static 4}[ c: max{static 2}[ d: 6 e: 5 ] f: max{static 6}[ g: 7 h: 1 ] ]
			i: min{static 3}[ j: max{static 5}[ k: 2 l: 0 ] m: max{static 4}[ n: 9 o: 3 ] ] ]`,
		Source: "CMSC 474, lecture 28; Beal 1980; Nau 1982; Pearl 1983; Pearl 1984",
		More:   []learn.Link{{Href: "/learn/theorems/depth-limit", Text: "Minimax with a limit on the depth"}},
		Scenes: []learn.Scene{
			{Run: "minimax", At: "done", Text: `
Searched to the leaves, *b* is worth {{value "b"}} and *i* is worth {{value "i"}}. So *b* is the right move, and the value is {{root}}.`},
			{Run: "minimax,depth=1", At: "done", Text: `
A search of one ply sees e(*b*) = {{static "b"}} and e(*i*) = {{static "i"}}, and moves to *b*. The move is right, although both numbers
are wrong.`},
			{Run: "minimax,depth=2", At: "exit b", Text: `
A search of two plies takes e of *c* and *f*: {{static "c"}} and {{static "f"}}. Min takes the smaller one, so *b* seems to be worth
{{value "b"}}.`},
			{At: "done", Text: `
*i* seems to be worth {{value "i"}}, and so Max moves to *i*. **The deeper search is wrong where the other one was right.** One
such tree proves nothing: e was simply bad at *c*. The question is whether this happens more often than the opposite.`},
			{At: "exit i", Text: `
What does Min do with e? It takes the smallest of several estimates, so often one that is too low. Max takes the largest, so often one
that is too high. If the errors of siblings are independent and no smaller further down, each further ply adds such a choice, and the estimate
gets worse until the search reaches the leaves.`},
			{At: "done", Text: `
In most games this does not happen. Positions close to each other are similar, so e has the same kind of error for all children
of a node, and the choice between them is right. And e gets better as the game goes on. Not every drop in right choices is pathology: where e
has few values, a deep search often finds a tie. The table counts ties by themselves.`},
		},
	},
}

// pathologyKinds are the games of the table, by the names of their rows.
var pathologyKinds = []struct{ name, title string }{
	{"independent squares", "Independent squares"}, {"constant error", "Constant error"}, {"neighbours alike", "Neighbours alike"},
}

// pathologyDepths is the largest depth of the table: the last one is right in all games.
const pathologyDepths = 10

// measurePathology shows what the experiment with these games has measured: right, tied and wrong choices by depth.
func measurePathology(context.Context) (*measure, error) {
	m := &measure{
		Intro: "Board splitting: two moves at each node, 10 plies, and only boards on which exactly one move wins. The table has the percentage of them on which a search to depth d prefers the winning move, values both moves alike, or prefers the losing one. In the last row of each game a tie is settled by the choice of the depth before.",
		Note: "What this shows: with independent squares a deeper search decides less often. With ties settled it is at most two points worse than depth 1, at depth 4, and shown to be better from depth 7 on; the intervals and n are on the page of the experiment. At depth 8 no choice is wrong, and most are ties: what looks like pathology there is how ties are counted. " +
			"With a constant error – the static value is the right one with a random error that is no smaller near the end – deeper is worse without any tie. If neighbours are alike, deeper is better.",
		More:    []learn.Link{{Href: "/experiments/nau1982", Text: "The experiment, with larger boards and random values: run it again"}},
		Columns: []string{"Depth d"},
	}
	for depth := 1; depth <= pathologyDepths; depth++ {
		m.Columns = append(m.Columns, strconv.Itoa(depth))
	}
	for _, kind := range pathologyKinds {
		for _, what := range []struct{ row, title string }{
			{"right without a tie", "right"}, {"ties", "tie"}, {"wrong choices", "wrong"}, {"ties settled by the depth before", "right, ties settled"},
		} {
			row := []string{kind.title + ": " + what.title}
			for depth := 1; depth <= pathologyDepths; depth++ {
				share, err := figures.MeasuredAt("nau1982", fmt.Sprintf("%s, depth %d: %s", kind.name, depth, what.row))
				if err != nil {
					return nil, err
				}
				row = append(row, number(100*share, 1))
			}
			m.Rows = append(m.Rows, row)
		}
	}
	return m, nil
}
