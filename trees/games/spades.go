package games

// Spades, and Oh Hell!, which is played in the same way with any trump.
//
// N. Sturtevant, "Leaf-value tables for pruning non-zero-sum games", IJCAI 2005, section 3;
// the evaluations of bids are in evaluation.go.

var spades = trickKind{
	id: "spades", title: "Spades", sample: "seed=5&cards=4",
	rules: "Spades are trump. A player's score is the tricks taken, or a value of the tricks and bids of all players, as the chosen evaluation says.",
	paper: "Sturtevant 2005", players: []int{2, 3, 4}, trump: spadesTrump, evaluated: true,
}

var ohHell = trickKind{
	id: "oh-hell", title: "Oh Hell!", sample: "seed=9&cards=4&trump=D",
	rules: "Any suit is trump, or none. A player's score is the tricks taken, or a value of the tricks and bids of all players, as the chosen evaluation says. " +
		"The score of the game itself is the evaluation oh: 10 + bid for exactly as many tricks as bid, else 0.",
	paper: "Sturtevant 2005", players: []int{2, 3, 4, 5, 6}, evaluated: true,
}
