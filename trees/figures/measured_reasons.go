package figures

// reasons say, by experiment and row, what explains a difference of more than two standard
// errors between a printed number and the one measured again.
var reasons = map[string]map[string]string{
	"sk2000-table2": {
		"Full tree, nodes": otherDeals,
		"Shallow, nodes":   otherDeals,
		"ABBnB, reduction": "Shallow has smaller trees in these deals, ABBnB larger ones than in print; how far the program of the paper used that scores are whole numbers is not in the text.",
	},
	"s2005-table2": {
		"Full tree, nodes": "where the program stops using its table before the end of a search is known of a later state alone. " +
			"Without the last two tricks the tree has 3.5 million nodes, with the second last one 1.2 million.",
		"NCS, nodes":     "the full tree is larger than the printed one, and the sum that is tested here has the bounds of the path alone, not the tricks taken.",
		"NCS, reduction": "the sum that is tested here has the bounds of the path alone, not the tricks taken.",
		"MT, nodes":      "the full tree is larger than the printed one, and " + withoutTricks,
		"MT, reduction":  withoutTricks,
		"MoMB, nodes":    "the full tree is larger than the printed one; the reduction is as printed.",
		"mOT, nodes":     ownReading,
		"mOT, reduction": ownReading,
		"smOT, nodes":    ownReading,
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
		"Hearts, Paranoid, cards left":          "the paper does not say what paranoid asks at a depth; with an ordinary window it would be 25 cards.",
		"Spades, Paranoid, cards left":          "the paper does not say what paranoid asks at a depth, nor which bounds it has; without the bounds of the tricks taken it would be 30 cards.",
	},
}

const (
	otherDeals = "the printed number is a mean over 200 other deals, with a standard error of its own that is about as large; " +
		"from both together it is less than two away."
	withoutTricks = "the sum that is tested here has the bounds of the path alone. With the tricks taken as bounds, too, MT has two thirds of these nodes."
	ownReading    = "the paper has the name of this evaluation alone, and the bids by a heuristic that it does not state; what is searched here is our reading."
	unprintedPlay = "plain max^n cuts nothing, so the sizes of the trees decide, and they depend on the cards that are played. " +
		"The paper does not print the evaluation by which they are chosen, nor its order of moves."
	unprintedEvaluation = "the gain on plain max^n is 1 ply and half a card here, and 4.3 plies and 2.6 cards in print. " +
		"It depends on the evaluation of Spades, which the paper does not print."
)

const (
	unprintedHearts = "who plays better depends on the evaluation of Hearts, which the paper does not print. With ours paranoid takes about a point less than in print, and speculative max^n a point more."
	unprintedSpades = "the printed number is a mean over 50 other deals, with a standard error of its own that is about as large; from both together it is less than two away."
)

// missing says why a table was not measured with one of the two settings.
var missing = map[string]string{
	"s2005-table2": "By the letter it was not measured: the table then has far more positions than it can hold, and single searches of the 700 take many minutes.",
}
