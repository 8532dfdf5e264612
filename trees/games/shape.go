package games

// Shape is a hash of what decides the moves below a position, and how long play goes on:
// the cards of every hand and of the present trick, who moves, and the tricks left. Unlike
// Hash it leaves out what was taken, so that the tree below positions of equal shape has
// the same nodes with other scores.
func (g *trickGame) Shape() uint64 {
	t := g.now()
	if g.past.Ranks && t.played == 0 {
		return g.relativeHash(false)
	}
	h := uint64(t.left)<<8 | uint64(t.mover)<<4 | uint64(t.played)
	for _, hand := range g.hands[:g.players] {
		h = mix64(h ^ uint64(hand))
	}
	for i := range int(t.played) {
		h = mix64(h ^ uint64(g.trickCard(i)))
	}
	return h
}

// TrickSize returns the numbers of nodes of the present trick alone, if nobody has played
// to it yet: those where somebody plays, and the ways in which it can end. What the others
// may play depends only on the suit led, so that no card has to be played, unless cards
// merge across gaps.
func (g *trickGame) TrickSize() (inner, ends int64) {
	if g.past.Gaps {
		return g.trickSizeAcrossGaps()
	}
	t := g.now()
	inner = 1
	for suit := range 4 {
		led := oneSuit << suit
		ways := int64((t.moves & led).count())
		for i := 1; i < g.players && ways > 0; i++ {
			hand := g.hands[(int(t.mover)+i)%g.players]
			inner += ways
			ways *= int64((following(hand, led) &^ (hand << 4 & g.same)).count())
		}
		ends += ways
	}
	return inner, ends
}
