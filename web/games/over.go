package games

import (
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/words"
)

// over says how a game has ended: who has won, or in a game of points who has the highest
// score. It does not say that this one has most: in Hearts, who takes fewest points wins.
func over(pos games.Position) string {
	const ended = "The game is over: "
	if goal, ok := pos.(games.Goal); ok {
		switch winners := goal.Winners(); len(winners) {
		case 0:
			return ended + "a draw."
		case 1:
			return ended + words.Players(winners) + " has won."
		default:
			return ended + words.Players(winners) + " have won."
		}
	}
	var scores trees.Vector
	pos.Look(&scores)
	var first []int
	for p := range pos.Players() {
		if len(first) > 0 && scores[p] > scores[first[0]-1] {
			first = nil
		}
		if len(first) == 0 || scores[p] == scores[first[0]-1] {
			first = append(first, p+1)
		}
	}
	most := scores[first[0]-1].In(trees.Unit).String()
	switch len(first) {
	case 1:
		return ended + words.Players(first) + " has the highest score: " + most + "."
	case pos.Players():
		return ended + "all players have the same score: " + most + "."
	}
	return ended + words.Players(first) + " share the highest score: " + most + "."
}
