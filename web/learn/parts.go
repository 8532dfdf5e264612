package learn

import (
	"slices"
	"strings"
)

// A part is some chapters of the course. It is also one session of a class, with what to show
// there and what to give as homework.
type part struct {
	Title, Aim  string
	Chapters    []*Chapter
	Class, Home []Link
}

// parts are the parts of the course, in order.
var parts = []part{
	{
		Title: "From one number to a vector", Aim: "Backward induction, alpha-beta, and what changes with the third player.",
		Chapters: []*Chapter{gameTrees, alphaBeta, players, tiesOfMaxN},
		Class: []Link{
			{"/figures/c474-alphabeta", "Alpha-beta on the tree of the lecture, step by step"},
			{"/learn/theorems/alpha-beta-theorem", "What alpha-beta returns inside and outside its window, tested on random trees"},
			{"/exercises/mit-three-players", "An exam question: three players, with negative scores"},
			{"/figures/s2003-fig1", "Two maxⁿ values of one tree, because of a tie"},
		},
		Home: []Link{
			{"/practice?algorithm=maxn", "Maxⁿ by hand"},
			{"/practice?algorithm=alphabeta", "Alpha-beta by hand"},
		},
	},
	{
		Title: "Cuts that keep the value", Aim: "Which bounds justify a cut, and why a deeper bound does not.",
		Chapters: []*Chapter{immediate, shallow, deepFails},
		Class: []Link{
			{"/figures/k1991-fig6?algorithm=deep", "Deep pruning on Korf’s Figure 6: change the leaf that it cuts, and the root changes"},
			{"/learn/theorems/shallow-is-right", "Shallow pruning returns the maxⁿ value: the proof, and the smallest tree on which a wrong rule fails"},
			{"/learn/theorems/shallow-is-optimal", "No directional search visits fewer leaves"},
			{"/counterexamples", "Look for a tree on which two algorithms differ"},
		},
		Home: []Link{
			{"/practice?algorithm=shallow", "Shallow pruning by hand"},
			{"/experiments/k1991-average", "How many leaves shallow pruning visits on average: run the experiment of the paper"},
		},
	},
	{
		Title: "Estimates, all bounds, tables", Aim: "What a search knows before it searches, what the bounds of all players prove, and what a list of outcomes adds.",
		Chapters: []*Chapter{branchAndBound, paranoid, lastBranch, speculative, leafValueTables},
		Class: []Link{
			{"/lockstep?figure=s2003-fig6&a=shallow&b=speculative", "Shallow and speculative pruning side by side, up to the first step at which they differ"},
			{"/learn/theorems/three-rules", "Which of three rules cuts more"},
			{"/exhibits", "Where the printed procedures fail"},
			{"/figures/s2005-table1", "The leaf-value table of the paper"},
			{"/bench", "Which pruning, when? Ten families of trees"},
		},
		Home: []Link{
			{"/practice?algorithm=speculative", "Speculative pruning by hand"},
			{"/tasks", "Implement speculative pruning: the page checks what the program prints"},
			{"/experiments/s2005-table2", "Spades with and without leaf-value tables"},
		},
	},
	{
		Title: "Dice, order and windows", Aim: "The same value for fewer leaves.",
		Chapters: []*Chapter{chance, moveOrder, questions},
		Class: []Link{
			{"/orders", "One tree in its best, worst, given and learned order"},
			{"/learn/theorems/star-savings", "What Star1 and Star2 save"},
			{"/learn/theorems/sss-dominates", "SSS* evaluates no leaf that alpha-beta skips"},
		},
		Home: []Link{
			{"/exercises/aima-chance", "An exercise with dice"},
			{"/learn/theorems/node-ordering", "Best case, worst case, and how an estimate helps"},
		},
	},
	{
		Title: "What do the others want?", Aim: "A decision rule is an assumption about the other players.",
		Chapters: []*Chapter{decisionRules, setsOfValues, bestReply, passing, opponentModel, severalModels, equilibria},
		Class: []Link{
			{"/opinions", "All rules on one tree, with a slider from paranoid to attack"},
			{"/games/othello/opinions?board=5&players=3&moves=2&depth=6", "The same on a position of Othello: eight rules, six moves"},
			{"/ties", "Every value of a root, under every tie rule"},
			{"/exhibits#conditions", "Hypermax, and deep pruning with two players: which condition is missing"},
			{"/games/hearts", "Play Hearts against two rules"},
		},
		Home: []Link{
			{"/practice?algorithm=paranoid", "Paranoid by hand"},
			{"/experiments/strengths", "Let each rule play each: which one wins, and in which game?"},
		},
	},
	{
		Title: "When the tree does not fit", Aim: "Prove one score, sample the rest, and stop where it does no harm.",
		Chapters: []*Chapter{proofNumbers, sampling, hiddenCards, horizon},
		Class: []Link{
			{"/samples", "The mean of the samples, as they grow"},
			{"/hidden-cards", "Hidden cards: sample the deals, and see where the vote errs"},
			{"/games/board-splitting", "A game in which a deeper search need not play better"},
		},
		Home: []Link{
			{"/experiments/nau1982", "Measure when depth hurts: right, tied and wrong choices"},
			{"/experiments/samples", "Samples against maxⁿ on hands of cards"},
		},
	},
}

// firstChapter returns the number of the first chapter of a part.
func firstChapter(i int) int {
	n := 1
	for _, p := range parts[:i] {
		n += len(p.Chapters)
	}
	return n
}

// Sources returns the sources of the chapters, each once.
func (p *part) Sources() string {
	var all []string
	for _, c := range p.Chapters {
		for source := range strings.SplitSeq(c.Source, "; ") {
			if !slices.Contains(all, source) {
				all = append(all, source)
			}
		}
	}
	return strings.Join(all, "; ")
}
