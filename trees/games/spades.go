package games

// Spades, and Oh Hell!, which is played in the same way with any trump.
//
// N. Sturtevant, "Leaf-value tables for pruning non-zero-sum games", IJCAI 2005, section 3;
// the evaluations of bids are in evaluation.go.

var spades = trickKind{
	id: "spades", title: "Spades", sample: "seed=5&cards=4",
	rules: "Spades are trump. A player's score is the tricks taken, or by the evaluation that is chosen, a value of the tricks and the bids of all players.",
	paper: "Sturtevant 2005", players: []int{2, 3, 4}, trump: spadesTrump, evaluated: true,
}

var ohHell = trickKind{
	id: "oh-hell", title: "Oh Hell!", sample: "seed=9&cards=4&trump=D",
	rules: "Any suit is trump, or none. A player's score is the tricks taken, or by the evaluation that is chosen, a value of the tricks and the bids of all players. " +
		"The game's own score is the evaluation oh: 10 + bid with exactly as many tricks as bid, else 0.",
	paper: "Sturtevant 2005", players: []int{2, 3, 4, 5, 6}, evaluated: true,
}
