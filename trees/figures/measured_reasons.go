package figures

// reasons explains, by experiment and row, each difference of more than two standard errors
// between a printed number and ours.
var reasons = map[string]map[string]string{
	"k1991-best": {
		"Growth, F(10) / F(9)": "it is the limit for infinite depth. The ratio of one F to the one before it is above the limit at odd depths and below it at even ones.",
	},
	"k1991-average": {
		"2 players, branching factor at depth 1": "it is the limit for infinite depth. At depth 1 nothing can be cut.",
		"3 players, branching factor at depth 2": lowLevels,
		"3 players, branching factor at depth 5": lowLevels,
	},
	"sk2000-table2": {
		"Full tree, nodes": otherDeals,
		"Shallow, nodes":   "the printed number is a mean over 200 other deals. If its standard error is as large a part of it as ours, the difference is less than two standard errors of both together.",
		"ABBnB, reduction": "in these deals the trees of Shallow are smaller than in print, and those of ABBnB larger. The paper does not say how far its program used that scores are whole numbers.",
	},
	"s2005-table2": {
		"NCS, reduction":  "the printed number is a ratio of means over other deals, with an error of its own, and is just outside.",
		"MoMB, nodes":     ownReading,
		"MoMB, reduction": ownReading,
		"mOT, nodes":      ownReading,
		"mOT, reduction":  ownReading,
		"OH, nodes":       ownReading,
	},
	"strengths": {
		"Spades, tricks, Max^n against Paranoid": "the setting is another one: the paper searches 500,000 nodes for a card, with another evaluation, and its program has a table of positions.",
	},
	"s2003-table10": {
		"Plain max^n, nodes":       "the printed number is rounded to 1.2 million.",
		"Speculative max^n, nodes": "the printed number is rounded to 100,000, and the paper does not say from which positions its thirty games were searched.",
	},
	"s2003-table12": {
		"Hearts, Speculative max^n against paranoid: Speculative max^n": unprintedHearts,
		"Hearts, Speculative max^n against paranoid: Paranoid":          unprintedHearts,
		"Spades, Plain max^n against paranoid: Plain max^n":             unprintedSpades,
		"Spades, Plain max^n against paranoid: Paranoid":                unprintedSpades,
	},
	"s2003-table11": {
		"Hearts, Plain max^n, depth":            unprintedPlay,
		"Hearts, Plain max^n, cards left":       unprintedPlay,
		"Spades, Plain max^n, depth":            unprintedPlay,
		"Spades, Plain max^n, cards left":       unprintedPlay,
		"Hearts, Speculative max^n, depth":      "plain max^n starts from a smaller depth here; the gain is 0.9 plies, and 1.0 in print.",
		"Hearts, Speculative max^n, cards left": "plain max^n starts from fewer cards here; the gain is 1.0 cards, and 1.2 in print.",
		"Spades, Speculative max^n, depth":      unprintedEvaluation,
		"Spades, Speculative max^n, cards left": unprintedEvaluation,
		"Hearts, Paranoid, cards left":          "the paper does not say which window paranoid uses in Hearts. With a test of one score, as in Spades, the result is larger.",
		"Spades, Paranoid, cards left":          "the paper does not say which bounds paranoid uses. With those of the tricks taken the result is larger.",
	},
}

const (
	lowLevels = "it is the limit for infinite depth. The paper says that pruning occurs at low levels of the tree and becomes rare at higher ones; " +
		"here the deeper trees reach the limit."
	otherDeals = "the printed number is a mean over 200 other deals, and its standard error is about as large; " +
		"the difference is less than two standard errors of both together."
	ownReading    = "the paper only names this evaluation, and does not state the heuristic for the bids. We search with our reading of it."
	unprintedPlay = "plain max^n cuts nothing, so the result depends on the sizes of the trees, and these depend on the cards that are played. " +
		"The paper does not print the evaluation that chooses them, nor its order of moves."
	unprintedEvaluation = "the gain on plain max^n is 1 ply and half a card here, and 4.3 plies and 2.6 cards in print. " +
		"It depends on the evaluation of Spades, which the paper does not print."
)

const (
	unprintedHearts = "with our evaluation neither of the two is shown to play better. The paper does not print its evaluation of Hearts, which may be the reason."
	unprintedSpades = "the printed number is a mean over 50 other deals, and its standard error is about as large; the difference is less than two standard errors of both together."
)

// missing says why a table was not measured with one of the two settings.
var missing = map[string]string{
	"s2005-table2": "We did not measure this table to the letter: there are far more positions than the table can hold, and some of the 700 searches take many minutes.",
}
