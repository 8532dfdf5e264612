package learn

import "espalier/search/question"

// Chapters about searches by random samples.

var sampling = &Chapter{
	ID: "sampling", Title: "Search by sampling",
	Idea: "Estimate values by random games, and spend more of them on better moves.",
	Tree: `players 3 maxsum 9
		a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`,
	Source: "Kocsis & Szepesvári 2006; Sturtevant 2008", Samples: true,
	Scenes: []Scene{
		{Run: "mcts-maxn", At: "start", Text: `
All searches so far compute an exact value. Most games are too large for that.
{{new "mcts" "Monte Carlo tree search"}} estimates instead: it takes many random samples and keeps their mean at each node.`},
		{At: "enter b", Text: `
Each sample starts at the root. A child without a visit comes first, so player 1 tries *b*. It is a leaf: the sample ends with
{{value "b"}}, and this vector goes back up the path.`},
		{At: "leaf c", Text: `
The second sample adds *c*. It is new, so the rest is played at random, to a leaf. This is a {{new "rollout" "random game"}}.
Only its result is kept, not its moves.`},
		{At: "backup a c", Text: `
Now *a* has two samples, and their mean. Which child should the next sample try? One with a good mean, and one about which
little is known. {{new "uct" "UCT"}} adds a bonus to the mean for the mover. The bonus shrinks when a child is visited, and grows slowly
while its siblings are visited. The largest sum wins. As in max^n, each player looks at that player’s own score.`},
		{At: "done", Text: `
The width of an edge shows how many of the samples passed it. The choice is the child with most visits. The value, {{root}}, is
the mean of all samples, those of bad moves too. So each of its scores lies between the least and the largest score of that player in
the samples, and the vector need not be that of any leaf. Max^n returns {{root "maxn"}}.

Take more samples: the mean comes closer, because a smaller and smaller share of them tries the worse moves. The same seed always gives the
same run.

**Try it.** Click *g* and type {{try "g" "1,6,2"}}. Now max^n moves to *b* and returns {{then "g" "1,6,2" "maxn"}}. The mean of the samples becomes
{{then "g" "1,6,2"}}: it does not reach this value, because some samples still try *c*.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "exit e", Kind: question.Value, Node: "d", Intro: "Max^n has just visited *e*."},
		{Run: "maxn", At: "done", Kind: question.Change, Node: "b", Value: "7,2,0", Intro: "Each point goes from player 3 to player 1."},
		{Run: "maxn", At: "done", Kind: question.Root, Node: "f", Value: "2,3,4"},
	},
}
