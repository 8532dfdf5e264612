package games

import (
	"espalier/trees"
)

// A trickGame is a position of a card game of tricks: Sergeant Major, Hearts, Spades and
// Oh Hell! differ in their trump, in what a trick is worth, and in what a player's score
// is. The leader plays any card; the others follow suit if they can, else play any card;
// the highest trump, else the highest card of the suit led, takes the trick, and who takes
// it leads.
type trickGame struct {
	kind    *trickKind
	players int
	hands   [maxSeats]cardSet
	taken   [maxSeats]int      // tricks, in Hearts points
	held    trees.Vector       // the value if the game ended here, where no table gives it
	each    trees.Score        // what each of taken changes in held
	turns   [deckSize + 1]turn // turns[ply] is the present one; those before it were played
	ply     int
	end     int // the ply at which the last trick is taken

	trump  cardSet
	same   cardSet // cards that are no move of their own if their player has the next higher one, too
	scored bool    // Hearts: a trick is worth the points of its cards
	plain  int8    // what a trick is worth besides: 0 in Hearts, else 1
	past   Past    // rules that only experiments set
	total  int     // Hearts: T, all points; else all tricks that are taken at the end
	table  *outcomeTable

	// What the document says, for writing it.
	opened     []cardSet // cards already played to the first trick
	undealt    cardSet   // left over by a deal, so that nobody has seen them
	merge      bool
	limited    bool // the document has the field tricks
	evaluation string
	bids       []int
	scores     Scores
}

// maxSeats is the largest number of players of a card game.
const maxSeats = 6

// A turn is the part of a position that a card changes, besides hands and taken.
type turn struct {
	moves   cardSet // 0: the search ends here
	rest    cardSet // the moves from number next on
	card    cardSet // that was played here
	led     cardSet // the suit led
	beaters cardSet // the cards that take the lead in the present trick
	mover   int8    // from 0
	winner  int8    // of the present trick so far; at its start, of the last one
	played  int8    // cards in the present trick
	left    int8    // tricks left, the present one included
	worth   int8    // of the present trick so far
	won     int8    // what the last trick was worth
	next    int8    // the number of the first move of rest
	top     int8    // the number of the card that takes the present trick so far
}

// setMoves sets the moves of a new turn, and returns their number.
func (t *turn) setMoves(moves cardSet) int {
	t.moves, t.rest, t.next = moves, moves, 0
	return moves.count()
}

// play returns the card of a move. Moves are nearly always played one after the other.
func (t *turn) play(move int) cardSet {
	if move != int(t.next) {
		t.skipTo(move)
	}
	t.card = t.rest.first()
	t.rest &^= t.card
	t.next++
	return t.card
}

// skipTo makes a move the next one.
func (t *turn) skipTo(move int) {
	t.rest, t.next = t.moves, int8(move)
	for range move {
		t.rest &= t.rest - 1
	}
}

func (g *trickGame) now() *turn { return &g.turns[g.ply] }

func (g *trickGame) Players() int { return g.players }

func (g *trickGame) Height() int {
	t := g.now()
	if t.left == 0 {
		return 0
	}
	return int(t.left)*g.players - int(t.played)
}

func (g *trickGame) Mover() int {
	t := g.now()
	if t.moves == 0 {
		return 0
	}
	return int(t.mover) + 1
}

func (g *trickGame) Look(v *trees.Vector) int {
	t := g.now()
	if t.moves == 0 {
		g.value(v)
		return 0
	}
	return t.moves.count()
}

func (g *trickGame) Do(move int, v *trees.Vector) (moves, mover int) {
	t := &g.turns[g.ply]
	g.ply++
	n := &g.turns[g.ply]
	card := t.play(move)
	g.hands[t.mover] &^= card
	g.addCard(card, t, n)
	if int(t.played)+1 == g.players {
		return g.endTrick(t, n, v)
	}
	n.played, n.left = t.played+1, t.left
	return n.setMoves(g.passTurn(card, t, n)), int(n.mover) + 1
}

// addCard adds a card to the trick of turn t; n is the turn after it.
func (g *trickGame) addCard(card cardSet, t, n *turn) {
	n.winner, n.top, n.beaters, n.worth = t.winner, t.top, t.beaters, t.worth
	if card&t.beaters != 0 {
		n.winner, n.top, n.beaters = t.mover, card.number(), g.beatersOf(card)
	}
	if g.scored {
		n.worth += pointsOf(card)
	}
}

// passTurn makes turn n that of the next player of the trick, after the card of turn t, and
// returns this player's moves.
func (g *trickGame) passTurn(card cardSet, t, n *turn) cardSet {
	led, next := t.led, int(t.mover)+1
	if t.played == 0 {
		led = card.suit()
	}
	if next == g.players {
		next = 0
	}
	n.led, n.mover = led, int8(next)
	hand := g.hands[next]
	legal := hand & led
	if legal == 0 {
		legal = hand
	}
	if g.past.Gaps {
		return legal &^ g.sameAcrossGaps(hand, cardSet(1)<<n.top)
	}
	return legal &^ (hand << 4 & g.same)
}

// endTrick gives the trick to its winner, who leads.
func (g *trickGame) endTrick(t, n *turn, v *trees.Vector) (moves, mover int) {
	n.won = n.worth
	g.take(n.winner, int(n.won))
	n.mover, n.left, n.played, n.worth, n.beaters = n.winner, t.left-1, 0, g.plain, allCards
	if n.left == 0 {
		n.moves = 0
		g.value(v)
		return 0, 0
	}
	hand := g.hands[n.mover]
	if g.past.Leads() {
		return n.setMoves(g.leadsInPast(hand)), int(n.mover) + 1
	}
	return n.setMoves(hand &^ (hand << 4 & g.same)), int(n.mover) + 1
}

// take gives a player tricks, or points; less than 0 takes them back.
func (g *trickGame) take(winner int8, won int) {
	g.taken[winner] += won
	g.held[winner] += trees.Score(won) * g.each
}

func (g *trickGame) Undo() {
	n := &g.turns[g.ply]
	g.ply--
	t := &g.turns[g.ply]
	g.hands[t.mover] |= t.card
	if n.played == 0 {
		g.take(n.winner, -int(n.won))
	}
}

// beatersOf returns the cards that beat the card that leads a trick: the higher ones of its
// suit, and all trumps unless it is one. Higher cards have lower bits.
func (g *trickGame) beatersOf(card cardSet) cardSet {
	higher := card.suit() & (card - 1)
	if card&g.trump == 0 {
		higher |= g.trump
	}
	return higher
}

// pointsOf returns what a card is worth in Hearts.
func pointsOf(card cardSet) int8 {
	switch {
	case card&heartSuit != 0:
		return 1
	case card == queenOfSpade:
		return 13
	}
	return 0
}

// value writes the value of a position where the search ends.
func (g *trickGame) value(v *trees.Vector) {
	if g.table != nil {
		*v = g.table.at(&g.taken).low
		return
	}
	*v = g.held
}

// Static writes the static value: the tricks taken. In Hearts it is T less the points
// taken, less an equal whole share of the points still open, the remainder to the first
// players. With a table it is the value of the outcome where the open tricks are shared so.
func (g *trickGame) Static(v *trees.Vector) bool {
	switch {
	case g.now().moves == 0:
		g.value(v)
	case g.table != nil:
		*v = g.table.at(&g.taken).static
	case g.scored:
		open := g.total - g.takenByAll()
		for p := range g.players {
			setPoints(v, p, g.total-g.taken[p]-share(open, g.players, p))
		}
	default:
		g.value(v)
	}
	return true
}

const tricksUnstable = "A position is unstable while cards of a trick are on the table: the static value does not say who takes this trick, and a few cards decide it."

// Unstable reports whether a trick has begun and is not over.
func (g *trickGame) Unstable() trees.Instability {
	if g.now().played > 0 {
		return trees.OpenTrick
	}
	return trees.Stable
}

// share returns the part of player p (from 0) if n things are divided equally, with the
// remainder to the first players.
func share(n, players, p int) int {
	if p < n%players {
		return n/players + 1
	}
	return n / players
}

func (g *trickGame) takenByAll() (sum int) {
	for _, n := range g.taken[:g.players] {
		sum += n
	}
	return sum
}

// Low writes what the players have already: what was taken cannot be lost. In Hearts it is
// what the others have taken.
func (g *trickGame) Low(v *trees.Vector) bool {
	switch {
	case g.table != nil:
		*v = g.table.at(&g.taken).low
	case g.scored:
		all := g.takenByAll()
		for p := range g.players {
			setPoints(v, p, all-g.taken[p])
		}
	default:
		g.value(v)
	}
	return true
}

// Up writes the most that is possible: everything that the others have not taken. In
// Hearts it is T less the points taken.
func (g *trickGame) Up(v *trees.Vector) bool {
	switch {
	case g.table != nil:
		*v = g.table.at(&g.taken).up
	case g.scored:
		g.value(v)
	default:
		all := g.takenByAll()
		for p := range g.players {
			setPoints(v, p, g.total-all+g.taken[p])
		}
	}
	return true
}

// OutcomeLow writes the tricks taken, if values are computed from the tricks of all
// players; else values are bounded themselves.
func (g *trickGame) OutcomeLow(v *trees.Vector) bool {
	for p := range g.players {
		setPoints(v, p, g.taken[p])
	}
	return g.scores.Rows != nil
}

// OutcomeUp writes the tricks that the others have not taken.
func (g *trickGame) OutcomeUp(v *trees.Vector) bool {
	all := g.takenByAll()
	for p := range g.players {
		setPoints(v, p, g.total-all+g.taken[p])
	}
	return g.scores.Rows != nil
}

// Hash keys on the exact cards of every hand and of the present trick in order, on the
// leader, on taken and on the tricks left. Cards of equal strength are not identified,
// since another order of moves would change ties; Past has a key that does.
func (g *trickGame) Hash() uint64 {
	t := g.now()
	if g.past.Ranks && t.played == 0 {
		return g.relativeHash(true)
	}
	h := uint64(t.left)<<8 | uint64(t.mover)<<4 | uint64(t.played)
	for p := range g.players {
		h = mix64(h ^ uint64(g.hands[p]))
		h = mix64(h + uint64(g.taken[p]))
	}
	for i := range int(t.played) {
		h = mix64(h ^ uint64(g.trickCard(i)))
	}
	return h
}

// trickCard returns card i of the present trick.
func (g *trickGame) trickCard(i int) cardSet {
	t := g.now()
	before := int(t.played) - g.ply // cards of the trick that were played before the start
	if i < before {
		return g.opened[i]
	}
	return g.turns[g.ply-int(t.played)+i].card
}

// mix64 is a bijection that spreads the bits of a word (the finaliser of MurmurHash3).
func mix64(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	x ^= x >> 33
	return x
}

func (g *trickGame) AppendLast(b []byte) []byte {
	if g.ply == 0 {
		return b
	}
	return g.turns[g.ply-1].card.append(b)
}

func (g *trickGame) Scores() Scores { return g.scores }

// nodeBound multiplies the cards that each player may still play.
func (g *trickGame) nodeBound(limit int) int {
	t := g.now()
	level, nodes := 1, 1
	played, left := int(t.played), int(t.left)
	mover := int(t.mover)
	var gone [maxSeats]int
	for range g.Height() {
		level *= max(1, g.hands[mover].count()-gone[mover])
		if nodes += level; nodes > limit {
			return nodes
		}
		gone[mover]++
		mover = (mover + 1) % g.players
		if played++; played == g.players {
			played, left = 0, left-1
		}
	}
	return nodes
}
