package learn

import "espalier/search/question"

var proofNumbers = &Chapter{
	ID: "proof-numbers", Title: "Proof numbers",
	Idea: "Ask whether a score can be reached, and work where the fewest nodes decide it.",
	Tree: `players 3 maxsum 10
		a: 1[ b: 2[ d: 3[ h: (6,2,2) i: (3,4,3) ] e: (5,3,2) ] c: 2[ f: (4,3,3) g: 3[ k: (5,1,4) l: (7,2,1) ] j: (6,1,3) ] ]`,
	Source: "Allis et al. 1994; Saito & Winands 2010; Nagai 2002; Saffidine & Cazenave 2012",
	Scenes: []Scene{
		{Run: "paranoid", At: "done", Text: `
Against a coalition of all others, player 1 is sure of {{score "f" 1}}, at *f*. Paranoid visits the leaves from left to right. To solve a game we do not
need a value at every node. We ask: does player 1 get at least this score, whatever the others do? And then we search where
the fewest nodes seem to be needed for the answer.`},
		{Run: "paranoid-pn", At: "backup a", Text: `
{{new "paranoid-pn" "Paranoid proof-number search"}} begins with such a question; the sentence of the first step has its score. Each node has a
{{new "proof-number"}} and a {{new "disproof-number"}}, drawn as pn and dn. A node of which nothing is known has one and one.

Player 1 needs only **one** good move. So the proof number of *a* is the least of its children, one. To disprove *a*, **all** its moves must be
disproved: the disproof number is the sum, two.`},
		{At: "backup b", Text: `
At the nodes of the others it is the other way round. The second pass goes to *b* and evaluates its children. *e* gives player 1 {{score "e" 1}}: it is
proved. So all that is left to prove at *b* is *d*. But if *d* is disproved, *b* is, too.`},
		{At: "enter d 2", Text: `
The way from the root to the {{new "most-proving"}}: player 1 goes to the child with the least proof number, the others go to the child with the
least disproof number. Here it ends at *d*. Whatever comes out there counts most, for the proof or for the disproof.`},
		{At: "backup a 3", Text: `
*i* gives player 1 only {{score "i" 1}}, and player 3 can choose it. So *d* is disproved, and with it *b*. Its disproof number is zero, its proof
number infinite. Now only *c* is left.`},
		{At: "backup a 4", Text: `
*f* disproves *c*, and so *a*. The answer is no. It also says more: of the leaves that disprove *b* and *c*, the best for player 1 is *f*. So
player 1 gets at most {{score "f" 1}}. The next question is about that score. *g* had no part in this answer: nobody has looked below it.`},
		{At: "done", Text: `
The second answer is yes, and the bounds meet: the value is {{root}}. Of the {{leaves}} leaves that were evaluated, some were evaluated twice, since each
question begins with a new tree. On such a small tree paranoid is cheaper. Proof numbers help where the moves differ in how many replies they leave: a forced
win is found far below the depth that other searches reach.

**Try it.** Click *e* and type {{try "e" "2,5,3"}}. Now *e* alone disproves *b*, and the search never expands *d*. It visits {{visits "e" "2,5,3"}} nodes instead of
{{nodes}}.`},
		{Run: "dfpn", At: "exit b", Text: `
{{new "dfpn" "Df-pn"}} needs no pass from the root for each node, and no tree in memory. It goes to *b* with a {{new "proof-threshold" "threshold"}}: while the proof number
of *b* is no larger than that of *c*, the most-proving node is below *b*. But at *b* all moves of player 2 have to be proved, so the number is larger at
once. The search puts it into a table, and leaves.`},
		{At: "exit d", Text: `
Later it stays at *b*, and at *d* until the answer: *i* disproves *d*. For the same two answers df-pn visits {{nodes}} nodes, paranoid proof-number search
{{nodes "paranoid-pn"}}.`},
		{Run: "mopns", At: "done", Text: `
{{new "mopns" "Multiple-outcome proof-number search"}} has one tree for all questions, with two numbers for each score. A pass is about the score
in doubt whose numbers at *a* have the smallest sum.`},
	},
	Questions: []Question{
		{Run: "paranoid-pn", At: "done", Kind: question.Change, Node: "i", Value: "7,0,3", Intro: "Each point goes from player 2 to player 1."},
		{Run: "paranoid-pn", At: "done", Kind: question.Fewer, Other: "paranoid"},
		{Run: "paranoid-pn", At: "done", Kind: question.Root, Node: "l", Value: "0,2,8"},
	},
}
