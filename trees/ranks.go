package trees

import "slices"

// This file computes the leaf-value table of Sturtevant 2005, Table 1: all outcomes of a
// hand, their utilities and their ranks. A max^n search needs only the ranks.

// Divisions returns all ways to divide a number of tricks among n players, in
// lexicographic order: (0,0,3), (0,1,2), … There are C(tricks+n-1, n-1).
func Divisions(tricks, n int) []Vector {
	var list []Vector
	var v Vector
	var fill func(player, left int)
	fill = func(player, left int) {
		if player == n-1 {
			v[player] = Score(left) * Unit
			list = append(list, v)
			return
		}
		for k := range left + 1 {
			v[player] = Score(k) * Unit
			fill(player+1, left-k)
		}
	}
	fill(0, tricks)
	return list
}

// SpadesUtility returns a Spades player's utility of an outcome, in the two
// parts that Table 1 prints. own: a player who makes the bid gets ten points for each
// trick of the bid, minus one point for each trick over the bid; else 0. missed: three
// points for each opponent who did not make the bid, if the player made the bid.
func SpadesUtility(tricks *Vector, bids []int, player int) (own, missed int) {
	bid := bids[player-1]
	took := int(tricks[player-1] / Unit)
	if took < bid {
		return 0, 0
	}
	for i, b := range bids {
		if i != player-1 && int(tricks[i]/Unit) < b {
			missed += 3
		}
	}
	return 10*bid - (took - bid), missed
}

// Ranks returns the outcomes with each player's score replaced by its rank
// among all outcomes, 0 for the lowest. Max^n depends on the ranks only.
func Ranks(outcomes []Vector, n int) []Vector {
	ranks := make([]Vector, len(outcomes))
	for p := range n {
		var scores []Score
		for i := range outcomes {
			scores = append(scores, outcomes[i][p])
		}
		slices.Sort(scores)
		scores = slices.Compact(scores)
		for i := range outcomes {
			rank, _ := slices.BinarySearch(scores, outcomes[i][p])
			ranks[i][p] = Score(rank) * Unit
		}
	}
	return ranks
}
