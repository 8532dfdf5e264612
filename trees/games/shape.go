package games

// Shape is a hash of what decides the moves below a position, and how long play goes on:
// the cards of every hand and of the present trick, who moves, and the tricks left. Unlike
// Hash it leaves out what was taken, so that the tree below positions of equal shape has
// the same nodes with other scores.
func (g *trickGame) Shape() uint64 {
	t := g.now()
	h := uint64(t.left)<<8 | uint64(t.mover)<<4 | uint64(t.played)
	for _, hand := range g.hands[:g.players] {
		h = mix64(h ^ uint64(hand))
	}
	for i := range int(t.played) {
		h = mix64(h ^ uint64(g.trickCard(i)))
	}
	return h
}
