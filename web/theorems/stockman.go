package theorems

import "espalier/web/learn"

// stockmanSource is the titles of the two papers.
const stockmanSource = "Stockman 1979, “A minimax algorithm better than alpha-beta?”, Artificial Intelligence 12; Roizen & Pearl 1983, “A minimax algorithm better than alpha-beta? Yes and no”, Artificial Intelligence 21"

var sssDominates = theorem{
	Paper:     "Stockman 1979",
	Own:       true,
	Statement: "SSS* evaluates no leaf that alpha-beta does not evaluate, if both search the children of a node from left to right.",
	Where:     stockmanSource + "; the words are ours",
	Claim:     claim("stockman-dominates"),
	Chapter: learn.Chapter{
		ID: "sss-dominates", Title: "SSS* evaluates no leaf that alpha-beta skips",
		Idea:   "With memory, no leaf is evaluated before its strategy is the most promising one.",
		Tree:   `kind minimax a: max[ b: min[ c: 5 d: 4 ] e: min[ f: 6 g: 7 ] ]`,
		Source: stockmanSource,
		More:   []learn.Link{{Href: "/learn/questions", Text: "The chapter on zero windows"}},
		Scenes: []learn.Scene{
			{Run: "alphabeta", At: "done", Text: `
Alpha-beta goes from left to right. It evaluates *c* and *d* before it knows anything about *e*. Only then does it find that *e* is
better than *b*. On this tree it cuts nothing and evaluates all {{leaves}} leaves.`},
			{Run: "sss", At: "backup a e", Text: `
SSS* first looks for an **upper bound** at each child of *a*. Min’s first reply is enough for this: at *b* it holds Max to
{{score "c" 1}}, at *e* to {{score "f" 1}}. So no strategy of Max promises more than {{score "f" 1}}, and the one that does goes
through *e*.`},
			{At: "done", Text: `
The next pass asks whether Max really gets {{score "f" 1}}. The memory answers for *b*: at most {{score "c" 1}}, so no. At *e* both
replies give Max at least {{score "f" 1}}, so yes. The value is {{root}}, and *d* was never evaluated: {{leaves}} leaves instead of {{leaves "alphabeta"}}.`},
			{At: "done", Text: `
**Why it holds.** Let γ be the score that a pass asks about. It is an upper bound on the value of the root, proved by earlier passes.
Assume that SSS* evaluates a leaf now. Each Max node on the path to this leaf has left siblings of the path’s child that are worth less than γ:
otherwise the pass would have stopped there. Each Min node has left siblings that are worth at least γ, for the same reason.

When alpha-beta comes near this leaf, it has seen exactly these left siblings. Its α is the largest value of the first kind, so it is less than γ. Its
β is the smallest value of the second kind, so it is at least γ. The window is open, and alpha-beta evaluates the leaf, too. ∎`},
			{At: "done", Text: `
**What it costs.** The theorem counts leaves. SSS* comes back to the same nodes in each pass, {{nodes}} visits in all instead of
{{nodes "alphabeta"}}, and it must remember them. Roizen and Pearl also show that its advantage in random trees is limited. Drop the
condition below, and a counterexample is found at once.`},
		},
	},
}
