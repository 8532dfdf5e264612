package games

// Sergeant Major, or 8-5-3.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", AAAI 2000,
// "Examples: Hearts and Sergeant Major (8-5-3)".

var sergeantMajor = trickKind{
	id: "sergeant-major", title: "Sergeant Major", sample: "seed=2&cards=4",
	rules: "A player's score is the tricks taken. With three players, each has 16 cards; 4 are left over.",
	paper: "Sturtevant & Korf 2000", players: []int{2, 3, 4}, full: 16,
}
