package figures

// reasons explains, by experiment and row, each difference of more than two standard errors
// between a printed number and ours.
var reasons = map[string]map[string]string{
	"sk2000-table2": {
		"Full tree, nodes": otherDeals,
		"Shallow, nodes":   otherDeals,
		"ABBnB, reduction": "in these deals the trees of Shallow are smaller than in print, and those of ABBnB larger. The paper does not say how far its program used that scores are whole numbers.",
	},
	"s2005-table2": {
		"Full tree, nodes": "we only know from a later version of the program where it stops using its table before the end of a search. " +
			"Without the table in the last two tricks, the tree has 3.5 million nodes; with it in the second last trick, 1.2 million.",
		"NCS, nodes":     "the full tree is larger than the printed one, and our test sums only the bounds of the path, without the tricks taken.",
		"NCS, reduction": "our test sums only the bounds of the path, without the tricks taken.",
		"MT, nodes":      "the full tree is larger than the printed one, and " + withoutTricks,
		"MT, reduction":  withoutTricks,
		"MoMB, nodes":    "the full tree is larger than the printed one; the reduction is as printed.",
		"mOT, nodes":     ownReading,
		"mOT, reduction": ownReading,
		"smOT, nodes":    ownReading,
	},
	"strengths": {
		"Spades, tricks, Max^n against Paranoid": "the setting is another one: the paper searches 500,000 nodes for a card, with a table of positions and another evaluation.",
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
		"Hearts, Paranoid, cards left":          "the paper does not say which window paranoid uses at a depth. With an ordinary window the result would be 25 cards.",
		"Spades, Paranoid, cards left":          "the paper does not say which window paranoid uses at a depth, nor which bounds. Without the bounds of the tricks taken the result would be 30 cards.",
	},
}

const (
	otherDeals = "the printed number is a mean over 200 other deals, and its standard error is about as large; " +
		"the difference is less than two standard errors of both together."
	withoutTricks = "our test sums only the bounds of the path. If the tricks taken are bounds, too, MT expands two thirds of these nodes."
	ownReading    = "the paper only names this evaluation, and does not state the heuristic for the bids. We search with our reading of it."
	unprintedPlay = "plain max^n cuts nothing, so the result depends on the sizes of the trees, and these depend on the cards that are played. " +
		"The paper does not print the evaluation that chooses them, nor its order of moves."
	unprintedEvaluation = "the gain on plain max^n is 1 ply and half a card here, and 4.3 plies and 2.6 cards in print. " +
		"It depends on the evaluation of Spades, which the paper does not print."
)

const (
	unprintedHearts = "which algorithm plays better depends on the evaluation of Hearts, which the paper does not print. With ours paranoid takes about a point less than in print, and speculative max^n a point more."
	unprintedSpades = "the printed number is a mean over 50 other deals, and its standard error is about as large; the difference is less than two standard errors of both together."
)

// missing says why a table was not measured with one of the two settings.
var missing = map[string]string{
	"s2005-table2": "We did not measure this table to the letter: there are far more positions than the table can hold, and some of the 700 searches take many minutes.",
}
