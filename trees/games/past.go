package games

import "fmt"

// Rules and choices of the programs with which the papers' tables were measured. They are
// facts about these programs; the rules of the games of this package do not have them, and
// only experiments set them.

// Past are the rules of games of tricks that differ from those of this package.
type Past struct {
	// Gaps: consecutive cards of a hand are one move also where the cards between them are
	// gone: were never dealt, were played to an earlier trick, or are beaten in the present
	// one. The card that takes the present trick so far is not gone.
	Gaps bool
	// Breaking: spades may not be led while all of them are in the hands, unless the
	// leader has nothing else.
	Breaking bool
	// Ranks: at the start of a trick the hash keys on who has the highest card of a suit, the
	// second highest and so on, not on the cards. Cards of other ranks come in another
	// order, so that ties may fall differently.
	Ranks bool
}

// Leads reports whether the rules change what may be led.
func (p Past) Leads() bool { return p.Gaps || p.Breaking }

// WithPast returns a position of a game of tricks, at which nothing has been played since
// it was opened, with other rules.
func WithPast(pos Position, rules Past) (Position, error) {
	g, ok := pos.(*trickGame)
	if !ok || g.ply != 0 {
		return nil, fmt.Errorf("the rules of past programs are for games of tricks, from the start of a document")
	}
	changed := *g
	g = &changed
	g.past = rules
	if rules.Gaps {
		g.past.Gaps = g.merge
	}
	t := &g.turns[0]
	switch {
	case t.left == 0 || !g.past.Leads():
	case t.played == 0:
		t.setMoves(g.leadsInPast(g.hands[t.mover]))
	case g.past.Gaps:
		hand := g.hands[t.mover]
		t.setMoves(following(hand, t.led) &^ g.sameAcrossGaps(hand, cardSet(1)<<t.top))
	}
	return g, nil
}

// following returns what a hand may play to a suit led; 0: none is led yet.
func following(hand, led cardSet) cardSet {
	if legal := hand & led; legal != 0 {
		return legal
	}
	return hand
}

// leadsInPast returns the moves of who leads with this hand.
func (g *trickGame) leadsInPast(hand cardSet) cardSet {
	legal := hand
	if g.past.Breaking && g.gone(0)&spadeSuit == 0 && hand&^spadeSuit != 0 {
		legal &^= spadeSuit
	}
	if g.past.Gaps {
		return legal &^ g.sameAcrossGaps(hand, 0)
	}
	return legal &^ (hand << 4 & g.same)
}

// gone returns the cards that are in no hand, without the given one.
func (g *trickGame) gone(kept cardSet) cardSet {
	for _, hand := range g.hands[:g.players] {
		kept |= hand
	}
	return allCards &^ kept
}

// sameAcrossGaps returns the cards that are no move of their own, since the next higher card
// of the suit that is not gone is in the same hand, too. taking is the card that takes the
// present trick so far; 0: there is none.
func (g *trickGame) sameAcrossGaps(hand, taking cardSet) cardSet {
	apart := cardSet(0)
	if g.scored { // it is worth more than its neighbours
		apart = hand & queenOfSpade
	}
	// Fill from each card downwards, through those that are gone.
	fill, through := hand&^apart, g.gone(taking)
	for _, shift := range [...]uint{4, 8, 16, 32} {
		fill |= through & (fill << shift)
		through &= through << shift
	}
	return fill << 4 &^ apart
}

// relativeHash is a hash of the start of a trick by who has which of the remaining cards of a
// suit, of the leader and the tricks left, and, if taken is true, of what was taken.
func (g *trickGame) relativeHash(taken bool) uint64 {
	t := g.now()
	h := uint64(t.left)<<8 | uint64(t.mover)<<4
	all := allCards &^ g.gone(0)
	for suit := range 4 {
		owners := uint64(1)
		for cards := all & (oneSuit << suit); cards != 0; cards &= cards - 1 {
			card := cards.first()
			owner := uint64(0)
			for g.hands[owner]&card == 0 {
				owner++
			}
			owners = owners<<3 | owner
			if g.scored && card == queenOfSpade {
				owners = owners<<3 | maxSeats
			}
		}
		h = mix64(h ^ owners)
	}
	if taken {
		for _, n := range g.taken[:g.players] {
			h = mix64(h + uint64(n))
		}
	}
	return h
}

// trickSizeAcrossGaps is TrickSize where cards merge across gaps: what a player may play
// then depends on the cards before.
func (g *trickGame) trickSizeAcrossGaps() (inner, ends int64) {
	t := g.now()
	if int(t.played) == g.players-1 {
		return 1, int64(t.moves.count())
	}
	// The turn after a card is made again for each, as Do makes it, but nothing else changes.
	n := &g.turns[g.ply+1]
	inner = 1
	for moves := t.moves; moves != 0; moves &= moves - 1 {
		card := moves.first()
		t.card = card
		g.hands[t.mover] &^= card
		g.addCard(card, t, n)
		n.played, n.left = t.played+1, t.left
		n.moves = g.passTurn(card, t, n)
		g.ply++
		i, e := g.trickSizeAcrossGaps()
		g.ply--
		g.hands[t.mover] |= card
		inner, ends = inner+i, ends+e
	}
	return inner, ends
}
