package games

import "espalier/trees"

// Leaves writes the values after each last card of the last trick.
func (g *trickGame) Leaves(_ bool, v []trees.Vector) bool {
	if g.ply+1 != g.end {
		return false
	}
	t := g.now()
	g.lastCards(t.moves, t, v)
	return true
}

// LeavesBelow writes the values after each last card of the last trick, where a move is the card
// before it.
func (g *trickGame) LeavesBelow(move int, v []trees.Vector) (leaves, mover int) {
	if g.ply+2 != g.end || g.past.Gaps { // merging across gaps needs the hands after the card
		return 0, 0
	}
	t, n := &g.turns[g.ply], &g.turns[g.ply+1]
	card := t.play(move)
	g.addCard(card, t, n)
	moves := g.passTurn(card, t, n)
	if leaves = moves.count(); leaves > len(v) {
		return 0, 0
	}
	g.lastCards(moves, n, v[:leaves])
	return leaves, int(n.mover) + 1
}

// lastCards writes the value after each of the cards that may end the last trick.
func (g *trickGame) lastCards(cards cardSet, t *turn, v []trees.Vector) {
	for i := range v {
		card := cards.first()
		cards &^= card
		winner, won := t.winner, trees.Score(t.worth)
		if card&t.beaters != 0 {
			winner = t.mover
		}
		if g.scored {
			won += trees.Score(pointsOf(card))
		}
		if g.table != nil {
			g.taken[winner]++
			g.value(&v[i])
			g.taken[winner]--
			continue
		}
		v[i] = g.held
		v[i][winner] += won * g.each
	}
}
