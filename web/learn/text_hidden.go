package learn

import "espalier/search/question"

// The chapter about cards that a player does not see.

var hiddenCards = &Chapter{
	ID: "hidden-cards", Title: "Cards face down",
	Idea: "Search deals that fit what you have seen, let them vote, and know what this vote overlooks.",
	Tree: `players 3 maxsum 6
		a: *[ x: 1[ <ace> b: (2,2,2) <nine> c: 2[ <ten> d: 1[ <jack> e: (3,3,0) <king> f: (0,3,3) ] <two> g: (4,1,1) ] ]
		      y: 1[ <ace> h: (2,2,2) <nine> i: 2[ <ten> j: 1[ <jack> k: (0,3,3) <king> l: (3,3,0) ] <two> m: (4,1,1) ] ] ]`,
	Source: "Ginsberg 2001; Frank & Basin 1998",
	More: []Link{{Href: "/hidden-cards", Text: "The same in a real deal: a vote that errs, computed"}, {Href: "/hidden-cards#inference", Text: "What play and bids reveal, and what we measured"},
		{Href: "/games/sergeant-major?hidden=1", Text: "Play with the cards face down, and see each vote"}},
	Scenes: []Scene{
		{Run: "maxn", At: "enter x", Text: `
So far all players saw the whole position. In most card games you see your own hand only. What do you know about the others? Which cards
are left, and who did not follow suit. Every deal that fits is possible.

Here two deals fit, *x* and *y*, and chance has chosen one of them. Each has probability {{prob "x"}}. You are player 1. You have the same cards in
both, so you cannot tell them apart: they are one {{new "information-set"}}.`},
		{At: "exit x", Text: `
What can a program do? It takes a sample of the deals that fit, or all of them if they are few. It searches each deal with all cards face up.

In *x* player 1 gets {{score "b" 1}} with the ace. After the nine player 2 plays the ten to get {{score "d" 2}}. Then player 1
plays the jack and gets {{score "c" 1}}.`},
		{At: "exit y", Text: `
In *y* the ace gives {{score "h" 1}}, and the nine gives {{score "i" 1}}: here player 1 plays the king. Now the deals vote. For each card its
scores are added up: {{plus (score "b" 1) (score "h" 1)}} for the ace, {{plus (score "c" 1) (score "i" 1)}} for the nine. This is a
{{new "deal-vote"}}, and it plays the nine.`},
		{At: "backup j l", Text: `
Is the nine right? In *x* the search took the jack at *d*. In *y* it takes the king at *j*. It knows the deal, but you do not. *d* and *j* look
alike to you, so you must play the same card at both. The jack gives {{score "e" 1}} at *d* and {{score "k" 1}} at *j*. The king gives {{score "f" 1}} and
{{score "l" 1}}. Either way, the mean is {{over (plus (score "e" 1) (score "k" 1)) 2}}.

The ace gives {{score "b" 1}} in each deal. So the ace is better, and the vote errs.`},
		{At: "done", Text: `
This error is called {{new "strategy-fusion"}}: the search joins two plans, and nobody can follow both. So the value of the root, {{root}}, is more
than player 1 can get. More deals do not help. This search sees all cards, so a move that only postpones the guess costs it nothing: here it is the nine.

Are both deals equally likely? A player with a better card would probably have played it. With {{new "inference"}} a deal counts more if the cards
that were played are good ones in that deal. This changes the weights in the sum, and strategy fusion remains.

A search can also choose one card for all deals that look alike, by the sum of what is below it. Then there is no strategy fusion, but a second error:
{{new "non-locality"}}. The other players let you come to a node only in some of the deals, and the others count in the sum, too.

**Try it.** Click *f* and type {{try "f" "3,0,3"}}. At *d* the king is now as good as the jack. So player 1 can play the king in both deals, and need not
guess. The deals still vote for the nine, and now the vote is right.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "exit d", Kind: question.Value, Node: "c", Intro: "The cards are face up."},
		{Run: "maxn", At: "done", Kind: question.Vote, Node: "a"},
		{Run: "maxn", At: "done", Kind: question.Plan, Node: "a"},
	},
}
