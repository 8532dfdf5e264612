package learn

import "espalier/search/question"

var decisionRules = &Chapter{
	ID: "decision-rules", Title: "Careful, selfish or on the attack",
	Idea:   "One tree, several rules: each expects other things of the players.",
	Tree:   `players 3 maxsum 14 a: 1{static (4,4,6)}[ b: 2[ d: (6,3,0) e: (5,4,5) ] c: 2[ f: (4,5,1) g: (3,2,9) ] ]`,
	Source: "Zuckerman, Felner and Kraus 2009", Figures: []string{"k1991-fig6"},
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
None of these values is more correct than another. Each is right for the players that it expects. The authors measured in Hearts,
Risk and Quoridor that the mixture wins more often than max^n or paranoid alone.`},
	},
	Questions: []Question{
		{Run: "maxn", At: "done", Kind: question.Root, Node: "g", Value: "3,6,5"},
		{Run: "directed-offensive", At: "done", Kind: question.Root, Node: "e", Value: "5,4,0"},
		{Run: "paranoid", At: "done", Kind: question.Root, Node: "g", Value: "6,2,6"},
	},
}
