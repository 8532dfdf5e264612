package games

// Hearts, as the maximising dual.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", AAAI 2000,
// "Examples: Hearts and Sergeant Major (8-5-3)" and Table 1, which turns least points into
// most: T less the points taken.

var hearts = trickKind{
	id: "hearts", title: "Hearts", sample: "seed=3&cards=4",
	rules: "Each heart is worth a point, the queen of spades 13. A player's score is T minus the points taken. T is the total of all points, in the hands and taken, so " +
		"a player with few points has a high score. There is no passing, no shooting the moon and no breaking of hearts. With three players 2D is left out; with five, 2D and 2C.",
	paper: "Sturtevant & Korf 2000", players: []int{3, 4, 5}, trump: noTrump, scored: true,
	without: func(players int) cardSet {
		switch players {
		case 3:
			return twoOfDiamond
		case 5:
			return twoOfDiamond | twoOfClub
		}
		return 0
	},
}
