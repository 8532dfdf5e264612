package learn

import "espalier/search/question"

var decisionRules = &Chapter{
	ID: "decision-rules", Title: "Careful, selfish or on the attack",
	Idea:   "One tree, several rules: each makes its own assumption about the players.",
	Tree:   `players 3 maxsum 14 a: 1{static (4,4,6)}[ b: 2[ d: (6,3,0) e: (5,4,5) ] c: 2[ f: (4,5,1) g: (3,2,9) ] ]`,
	Source: "Zuckerman, Felner & Kraus 2009; Zuckerman & Felner 2011", Figures: []string{"k1991-fig6"},
	More: []Link{{Href: "/opinions", Text: "The rules side by side, with a slider from paranoid to attack"}},
	Scenes: []Scene{
		{Run: "maxn", At: "done", Text: `
Max^n expects that all players look only at their own score. Player 2 chooses *e* at *b* and *f* at *c*, so player 1 moves to
*b* and expects {{root}}.`},
		{Run: "paranoid", At: "done", Text: `
Paranoid expects that the others play against player 1. They hold player 1 to {{score "e" 1}} at *b* and to
{{score "g" 1}} at *c*. Player 1 moves to *b*, too.`},
		{Run: "directed-offensive", At: "start", Text: `
Who is far behind may want something else: to stop the {{new "leader"}}. The static value at *a* estimates the scores:
player 3 has the most.

This rule is called {{new "directed-offensive"}}. Player 1 attacks one player, the target. At the nodes of player 1 the child
with the least score of the target is chosen. All others play max^n, also the target. So nobody helps with the attack.`},
		{At: "done", Text: `
*b* leaves player 3 with {{score "e" 3}}, *c* with {{score "f" 3}}. So player 1 moves to *c*, although this gives player 1 less:
{{root}}.`},
		{Run: "mpmix", At: "start", Text: `
{{new "mpmix"}} mixes all three. Before each decision it compares the leader with the second. If the lead of player 1 reaches one
threshold, it is paranoid: all will play against the leader. If the lead of another player reaches a second threshold, player 1
attacks. Otherwise it plays max^n. The sentence of this step has the lead and the threshold.`},
		{At: "done", Text: `
None of these values is more correct than another. Each is right if the others play as it assumes. In various settings of
Hearts, Risk and Quoridor the mixture did better than max^n or paranoid alone (Zuckerman & Felner 2011).

**Try it.** Click *f* and type {{try "f" "4,5,5"}}. Now *b* and *c* leave player 3 with the same score, so the attack gains
nothing. Directed offensive returns {{then "f" "4,5,5" "directed-offensive"}}, and paranoid {{then "f" "4,5,5" "paranoid"}} as before.`},
	},
	Questions: []Question{
		{Run: "directed-offensive", At: "enter c", Kind: question.Value, Node: "c", Intro: "Player 1 attacks player 3. Player 2 moves at *c*."},
		{Run: "maxn", At: "done", Kind: question.Change, Node: "f", Value: "8,5,1"},
		{Run: "directed-offensive", At: "done", Kind: question.Root, Node: "e", Value: "5,4,0"},
	},
}

var setsOfValues = &Chapter{
	ID: "sets", Title: "Sets instead of ties",
	Idea:   "Keep every value that a tie allows, and choose by the worst.",
	Tree:   `players 3 maxsum 12 a: 1[ b: 2[ e: (4,6,2) f: (1,6,5) ] c: 2[ g: (3,5,4) h: (9,2,1) ] d: (2,4,6) ]`,
	Source: "Sturtevant & Bowling 2006",
	More:   []Link{{Href: "/opinions", Text: "The rules side by side"}},
	Scenes: []Scene{
		{Run: "maxn", At: "done", Text: `
At *b* player 2 gets {{score "e" 2}} from both leaves. In a tie the leftmost child wins, so max^n takes *e* and player 1 moves to
*b*. But player 2 may as well choose *f*. Then player 1 gets {{score "f" 1}}, the least on this tree.`},
		{Run: "softmaxn", At: "exit b", Text: `
{{new "softmaxn"}} breaks no ties. A node returns a set: every value that play can reach if no player knows how the others break ties. Both leaves of *b* stay in its set.`},
		{At: "backup a c", Text: `
At *c* player 2 prefers *g*, so the set of *c* has one value. Which child is better for player 1, *b* or *c*? From *b* player 1 gets
{{score "e" 1}} or {{score "f" 1}}, from *c* {{score "g" 1}}. Neither is better in every case, so both are kept.`},
		{At: "backup a d", Text: `
*d* gives player 1 {{score "d" 1}}. Through *c* player 1 is sure of {{score "g" 1}}, and this is more than anything from *d*. So *d* is
dropped. A child is dropped only for this reason: another child is better in every pair of their values.`},
		{At: "done", Text: `
The set of the root has three values. Which move is best? That depends on what player 1 expects. Here the rule is: the child
whose worst value is best. That is *c*, with {{value "g"}}. This last rule is ours.

**Try it.** Click *f* and type {{try "f" "1,5,6"}}. The tie is gone, and the set of *b* has one value. Player 1 moves to *b*, and the
result is {{then "f" "1,5,6"}}, as in max^n.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "enter b", Kind: question.Value, Node: "b", Intro: "Max^n has just reached *b*."},
		{Run: "maxn", At: "done", Kind: question.Change, Node: "g", Value: "7,5,0", Intro: "Each point goes from player 3 to player 1."},
		{Run: "softmaxn", At: "done", Kind: question.Root, Node: "f", Value: "6,6,0"},
	},
}

var bestReply = &Chapter{
	ID: "best-reply", Title: "One reply is enough",
	Idea:   "Search deeper by letting only one opponent reply, and give up the value of the game.",
	Tree:   `players 3 maxsum 12 a: 1[ b: 2[ d: 3[ f: (7,2,3) g: (5,5,2) ] e: 3[ h: (6,3,3) i: (0,6,6) ] ] c: (4,4,4) ]`,
	Source: "Esser et al. 2013",
	More:   []Link{{Href: "/opinions", Text: "The rules side by side"}},
	Scenes: []Scene{
		{Run: "paranoid", At: "done", Text: `
Paranoid fears the worst: player 2 moves to *e* and player 3 to *i*, so that player 1 gets {{score "i" 1}}. It takes the safe {{score "c" 1}} at *c*.
But for this both opponents must find a move against player 1, one after the other.`},
		{Run: "brs-plus", At: "exit d", Text: `
{{new "brs-plus" "BRS+"}} lets only one opponent reply to each move of player 1. The other one plays the first move, the leftmost child here;
a program puts the most promising move there. Player 2 has played the first move, *d*. So player 3 may reply, and chooses *g*.`},
		{At: "prune e", Text: `
Now player 2 replies with *e*. Then player 3 plays the first move, *h*, and *i* is not searched.`},
		{At: "done", Text: `
So *b* is worth {{score "g" 1}}, and player 1 moves there. This score is not guaranteed: player 2 can move to *e*
and player 3 to *i*. The search trades this for depth, since it visits fewer nodes: {{nodes}} here.

BRS+ improves an older search, in which the other opponents pass. The next chapter shows it.

**Try it.** Click *g* and type {{try "g" "3,5,4"}}. Now the reply at *d* costs player 1 more, and *b* is worth less than *c*. Player 1 moves to *c*, and BRS+
returns {{then "g" "3,5,4"}}.`},
	},
	Questions: []Question{
		{Run: "brs-plus", At: "backup e h", Kind: question.Cut, Node: "e", Intro: "Player 2 has replied, and the search has just visited *h*."},
		{Run: "brs-plus", At: "done", Kind: question.Change, Node: "h", Value: "0,9,3", Intro: "Each point goes from player 1 to player 2."},
		{Run: "brs-plus", At: "done", Kind: question.Fewer, Other: "paranoid"},
	},
}

var passing = &Chapter{
	ID: "passing", Title: "What passing breaks",
	Idea:   "See a search visit positions that the game does not have.",
	Tree:   `players 3 maxsum 10 a: 1[ b: 2[ d: 3[ f: (1,5,4) <pass> g: (6,2,2) ] <pass> h: 3[ i: (6,3,1) ] ] c: 2[ j: 3[ k: (8,0,2) <pass> l: (2,7,1) ] <pass> m: 3[ n: (9,0,1) ] ] ]`,
	Source: "Schadd & Winands 2011",
	More:   []Link{{Href: "/opinions", Text: "The rules side by side"}, {Href: "/experiments/best-reply", Text: "Best-reply search against three other rules, measured"}},
	Scenes: []Scene{
		{Run: "maxn", At: "done", Text: `
The moves that are called {{new "pass"}} are not in the rules of this game. They were added to its tree. In the game player 2 and player 3 have a single move each: *b* leads
to *f*, and *c* leads to *k*. Max^n passes nowhere here, so it finds what the game is worth: player 1 moves to *c* and gets {{score "k" 1}}.`},
		{Run: "brs", At: "prune d", Text: `
A {{new "brs"}} lets one opponent reply to each move of player 1, and all others pass. Player 2 has replied with *d*. So player 3 passes, to *g*, and *f* is cut.`},
		{At: "exit b", Text: `
Or player 2 passes, to *h*, and player 3 replies with *i*. In both cases player 1 gets {{score "b" 1}}. To harm player 1 at *b*, both opponents have to move.`},
		{At: "prune c", Text: `
At *c* it is the other way round. Each move of player 3 is good for player 1, but the search lets player 3 pass, to *l*. This leaves
player 1 with {{score "l" 1}}, less than at *b*. So *m* is cut.`},
		{At: "done", Text: `
The search moves to *b* and expects {{score "g" 1}}. But *g* cannot arise in the game: after *b* and *d* player 3 has to move to *f*, and player 1 gets {{score "f" 1}}.
At *b* the search promises too much, at *c* too little. So its value is no bound on that of the game.

What is gained is depth. Where paranoid looks at every pair of moves of two opponents, this search looks at every move once. So it
sees more turns of player 1. It plays Chinese Checkers better than paranoid, by the abstract of the paper (Schadd & Winands 2011). In our
experiment, on a small board, too few games were played to tell.

**Try it.** Click *g* and type {{try "g" "1,6,3"}}. The position *g* still cannot arise in the game, and max^n still returns {{then "g" "1,6,3" "maxn"}}.
But the search now moves to *c*, with {{then "g" "1,6,3"}}.`},
	},
	Questions: []Question{
		{Run: "brs", At: "backup d g", Kind: question.Cut, Node: "d", Intro: "Player 2 has replied with *d*."},
		{Run: "brs", At: "done", Kind: question.Change, Node: "i", Value: "0,9,1", Intro: "Each point goes from player 1 to player 2."},
		{Run: "brs", At: "done", Kind: question.Root, Node: "f", Value: "9,1,0"},
	},
}

var opponentModel = &Chapter{
	ID: "opponent-model", Title: "A model of the opponent",
	Idea:   "Foresee what the opponent chooses, and prune by what it expects.",
	Tree:   `players 2 maxsum 4 a: 1[ b: (2,0) c: 2[ d: 1[ e: (0,0) f: 2[ g: (1,2) h: (0,3) ] ] i: (3,1) j: 1[ k: (4,0) l: (2,2) ] ] ]`,
	Source: "Iida et al. 1993; Carmel & Markovitch 1993; Donkers 2003; Carmel & Markovitch 1998",
	More:   []Link{{Href: "/exhibits#conditions", Text: "Where a condition is missing: deep pruning with two players"}},
	Scenes: []Scene{
		{Run: "deep", At: "done", Text: `
Two players, but the scores of a leaf can sum to anything up to {{maxsum}}. Deep pruning cuts *h* and returns {{root}}. Max^n returns
{{root "maxn"}}: without a constant sum, deep pruning is wrong with two players, too.`},
		{Run: "om-search", At: "backup f g", Text: `
{{new "om-search" "OM-search"}} asks another question. Player 1 has a {{new "opponent-model" "model of the opponent"}}: player 2 counts only
its own scores, and believes that player 1 holds them down. So player 2 searches by minimax. Player 1 foresees this search. At
*f* player 2 expects at least {{score "g" 2}}.`},
		{At: "prune j", Text: `
Player 2 prefers *i*, where it expects {{score "i" 2}}. At *j* it expects at most {{score "k" 2}} and will not go there: *l* is cut. Where player 2 moves, OM-search skips
nothing. It visits *h*, though player 1 gets little there: if nothing is known about the sum, *h* could be good for both.`},
		{Run: "alphabeta-star", At: "prune f", Text: `
{{new "alphabeta-star" "Alpha-beta star"}} (αβ*) knows the sum. What player 2 expects from *g* leaves player 1 at most {{minus maxsum (score "g" 2)}} at *f*, no more than
the {{score "b" 1}} of *b*. So *h* is cut, by the same sum as in deep pruning.`},
		{At: "exit d", Text: `
Now the difference. At *d* player 1 would go to *f*. But player 2 expects the worst for itself there, {{score "e" 2}} at *e*. This
does not depend on *h*: with *h*, player 2 would expect even more at *f*.`},
		{At: "done", Text: `
Player 1 foresees *i* and gets {{score "i" 1}}, by both searches. This is the {{new "m-star"}}. It need not be the max^n value: player 2
may fear moves that player 1 would not make. Our model has one level. In the paper, the model of player 2
can contain a model of player 1, and so on.

**Try it.** Click *e* and type {{try "e" "0,4"}}. Now player 2 does not fear *e* any more and prefers *d*. There player 1 would get nothing, so player 1
moves to *b*. The result is {{then "e" "0,4"}}.`},
	},
	Questions: []Question{
		{Run: "alphabeta-star", At: "backup f g", Kind: question.Cut, Node: "f", Intro: "The search has just visited *g*."},
		{Run: "alphabeta-star", At: "done", Kind: question.Change, Node: "k", Value: "0,4", Intro: "Each point goes from player 1 to player 2."},
		{Run: "maxn", At: "done", Kind: question.Root, Node: "h", Value: "1,1"},
	},
}

var severalModels = &Chapter{
	ID: "several-models", Title: "Selfish or spiteful, with what probability?",
	Idea:   "Weigh what an opponent may want, and use the average.",
	Tree:   `players 3 maxsum 12 a: 1[ b: 2[ e: (8,4,0) f: (2,3,7) ] c: 3[ g: (6,1,5) h: (5,4,3) ] d: 2[ i: (7,2,3) j: (3,6,3) ] ]`,
	Source: "Sturtevant, Zinkevich & Bowling 2006",
	More:   []Link{{Href: "/opinions", Text: "The rules side by side"}},
	Scenes: []Scene{
		{Run: "maxn", At: "done", Text: `
Max^n is sure that player 2 chooses *e* at *b*, which gives player 2 {{score "e" 2}}. So player 1 moves to *b* and expects {{score "e" 1}}.`},
		{Run: "paranoid", At: "done", Text: `
Paranoid is sure of the opposite: player 2 chooses *f* and leaves player 1 with {{score "f" 1}}. So player 1 moves to *c*, where
it gets at least {{score "h" 1}}. What if player 1 is not sure?`},
		{Run: "probmaxn", At: "backup b f", Text: `
{{new "probmaxn" "Prob-max^n"}} has several {{term "opponent-model" "models"}} of an opponent, each with a probability. Here the model “own” wants a large own score, with
probability {{weight "own"}}. The model “against” wants a small score of player 1, with {{weight "against"}}. At *b* the first picks *e*, and the second picks
*f*. The probabilities are on the edges.`},
		{At: "exit b", Text: `
The value of *b* is the average: {{likely "e"}} times {{value "e"}} plus {{likely "f"}} times {{value "f"}}. For player 1 that is
{{likely "e"}} · {{score "e" 1}} + {{likely "f"}} · {{score "f" 1}} = {{score "b" 1}}.`},
		{At: "exit c", Text: `
At *c* player 3 moves. “Own” picks *g* and “against” picks *h*. Their scores for player 1 are close, so it matters little which model is right.`},
		{At: "exit d", Text: `
At *d* both models pick *j*: it is best for player 2 and worst for player 1. So *j* has probability {{likely "j"}}.`},
		{At: "done", Text: `
Player 1 moves to *b* and expects {{root}}. No single leaf has this value, so the expected play ends at *b*. If both models were equally likely, player 1
would move to *c*. With “own” alone the rule is max^n, and with “against” alone player 1 gets the same as in paranoid.

In the paper a program learns the probabilities as it plays; here you choose them. The models are ours.

**Try it.** Click *f* and type {{try "f" "0,3,9"}}. The spiteful move now costs player 1 more. The average at *b* falls below that of *c*, and player 1 moves
to *c*: {{then "f" "0,3,9"}}.`},
	},
	Questions: []Question{
		{Run: "probmaxn", At: "backup b f", Kind: question.Value, Node: "b", Intro: "Both models have made their choice."},
		{Run: "paranoid", At: "done", Kind: question.Change, Node: "g", Value: "2,5,5", Intro: "Each point goes from player 1 to player 2."},
		{Run: "probmaxn", At: "done", Kind: question.Root, Node: "f", Value: "6,1,5"},
	},
}

var equilibria = &Chapter{
	ID: "equilibria", Title: "Max^n is one of many equilibria",
	Idea:   "Another tie rule, another value: see them all, and which cuts survive.",
	Tree:   `players 3 maxsum 10 a: 1[ b: 2[ d: (5,4,1) e: (1,4,5) ] c: 2[ f: (2,6,2) g: (3,6,1) ] ]`,
	Source: "Luckhardt & Irani 1986; Sturtevant & Bowling 2006",
	More:   []Link{{Href: "/ties", Text: "Every tie rule: this tree, others, and your own"}},
	Scenes: []Scene{
		{Run: "maxn", At: "done", Text: `
Player 2 has a tie at *b*, and another one at *c*. With the leftmost child in both, the value is {{root}}. If player 2 takes *e* at *b*, player 1
gets only {{score "e" 1}} there and moves to *c*.

In both cases nobody gains by moving differently at any node, as long as the others keep their choices. Such choices are called an
{{new "equilibrium"}}. Max^n finds one of them. This tree has {{equilibria}}: one for each way to resolve both ties.`},
		{At: "done", Text: `
They give the root three values: {{values}}. The tie at *b* decides alone. With *d* there, player 1 moves to *b*, so the tie at *c* does not
matter. It decides only together with the tie at *b*.

None of the three is the right one. Each is right if all players know which rule the others follow.`},
		{Run: "shallow", At: "prune c", Text: `
Bounds depend on the tie rule, too. Player 1 has {{score "d" 1}} from *d*, and player 2 has {{score "f" 2}} from *f*. Together this is more than the
maxsum of {{maxsum}}, so *g* is cut. With the leftmost rule that is right.

But if player 2 takes *e* at *b*, player 1 is sure of only {{score "e" 1}}. Then play can lead to *g*, and without *g* the
search would miss the value. A strict cut does not help: the sum is above maxsum here, and not equal to it. So a bound holds only under the rule that
gave it.`},
		{Run: "softmaxn", At: "done", Text: `
{{term "softmaxn" "Soft-max^n"}} follows no rule. It returns the set {{set}}. All values of the root are in it, whatever the ties. It has one more, {{value "e"}}, and no tie
rule gives that: if player 2 takes *e*, player 1 is better off at *c*. Soft-max^n keeps it, since player 1 may have to move without knowing what
player 2 will do.`},
		{Run: "probmaxn", At: "exit b", Text: `
{{term "probmaxn" "Prob-max^n"}} asks how likely each choice is. The model “own” has the same tie at *b* and takes the leftmost child, *d*. The model “against” has no tie:
*e* is worse for player 1. So the value of *b* is the average, {{value "b"}}. No single rule gives this value.`},
		{At: "done", Text: `
Player 1 moves to *b* and expects {{root}}. At *c* both models take *f*.

**Try it.** Click *e* and type {{try "e" "1,3,6"}}. The tie at *b* is gone. Now every tie rule gives the root the same value, {{then "e" "1,3,6" "maxn"}}, although *c* still
has a tie. When you compare two programs, compare their tie rules first.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "enter b", Kind: question.Value, Node: "b", Intro: "Max^n has just reached *b*, and follows the leftmost rule."},
		{Run: "shallow", At: "backup c f", Kind: question.Cut, Node: "c", Intro: "Player 2 has just got a score from *f*."},
		{Run: "maxn", At: "done", Kind: question.Root, Node: "e", Value: "6,4,0", Intro: "The tie at *b* remains."},
	},
}
