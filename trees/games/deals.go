package games

import (
	"math/rand/v2"
	"slices"
)

// Deals are the deals of a game of cards that a player cannot distinguish: they agree with the
// player's own hand, with all cards played since the position was opened, and with the suits
// that others could not follow. Each of them is as likely as any other.
//
// Which cards are in the game is known, except for those of a dealt position that were left
// over: such a card may be in any hand. What others have chosen to play says nothing here, and
// bids say nothing. search/hidden can weigh the deals by them.
type Deals struct {
	game   *trickGame
	player int // from 0

	// The unseen cards. Suits that somebody cannot have come first; from card free on, a card
	// can be anywhere.
	cards []cardSet
	free  int
	bins  []bin
	ways  map[dealState]float64
}

// A bin is where unseen cards can be: a hand, or the cards that are left over.
type bin struct {
	player int // from 0; -1: left over
	size   int
	never  cardSet // suits that it cannot have
}

// A dealState is a part of a deal: the first cards are given out, and each bin has room for so
// many more.
type dealState struct {
	given int8
	room  [maxSeats]int8
}

// DealsFor returns the deals that a player of a game of cards cannot distinguish; false: it is
// no game of cards, or there is no such player.
func DealsFor(pos Position, player int) (*Deals, bool) {
	g, ok := pos.(*trickGame)
	if !ok || player < 1 || player > g.players {
		return nil, false
	}
	d := &Deals{game: g, player: player - 1, ways: map[dealState]float64{}}
	unseen, never := g.undealt, g.cannotHave()
	for p, hand := range g.hands[:g.players] {
		if p == d.player {
			continue
		}
		unseen |= hand
		d.bins = append(d.bins, bin{player: p, size: hand.count(), never: never[p]})
	}
	d.bins = append(d.bins, bin{player: -1, size: g.undealt.count()})
	bound, free := cardSet(0), cardSet(0)
	for ; unseen != 0; unseen &= unseen - 1 {
		card := unseen.first()
		if slices.ContainsFunc(d.bins, func(b bin) bool { return card&b.never != 0 }) {
			bound |= card
		} else {
			free |= card
		}
	}
	for _, set := range []cardSet{bound, free} {
		d.free = len(d.cards)
		for ; set != 0; set &= set - 1 {
			d.cards = append(d.cards, set.first())
		}
	}
	return d, true
}

// cannotHave returns the suits that each player did not follow.
func (g *trickGame) cannotHave() (never [maxSeats]cardSet) {
	note := func(player int, card, led cardSet) {
		if led != 0 && card&led == 0 {
			never[player] |= led
		}
	}
	first := int(g.turns[0].mover) - len(g.opened) + g.players
	for i, card := range g.opened {
		note((first+i)%g.players, card, g.opened[0].suit())
	}
	for i := range g.ply {
		t := &g.turns[i]
		if t.played > 0 {
			note(int(t.mover), t.card, t.led)
		}
	}
	return never
}

// start returns the state in which no card is given out.
func (d *Deals) start() (s dealState) {
	for i, b := range d.bins {
		s.room[i] = int8(b.size)
	}
	return s
}

// give returns the state after the next card is given to a bin; false: it cannot have it.
func (d *Deals) give(s dealState, to int) (dealState, bool) {
	if s.room[to] == 0 || d.cards[s.given]&d.bins[to].never != 0 {
		return s, false
	}
	s.given++
	s.room[to]--
	return s, true
}

// count returns the number of ways to give out the rest of the cards. It is exact up to 2^53.
func (d *Deals) count(s dealState) float64 {
	if int(s.given) >= d.free {
		return divisions(s.room[:len(d.bins)])
	}
	n, known := d.ways[s]
	if !known {
		for to := range d.bins {
			if next, ok := d.give(s, to); ok {
				n += d.count(next)
			}
		}
		d.ways[s] = n
	}
	return n
}

// divisions returns the number of ways to divide different things into parts of these sizes.
func divisions(sizes []int8) float64 {
	n, all := 1.0, 0
	for _, size := range sizes {
		for i := 1; i <= int(size); i++ {
			all++
			n = n * float64(all) / float64(i) // a binomial coefficient at each step
		}
	}
	return n
}

// Count returns the number of deals. It is exact up to 2^53.
func (d *Deals) Count() float64 { return d.count(d.start()) }

// Sample returns one of the deals, each with the same probability.
func (d *Deals) Sample(r *rand.Rand) (Position, error) {
	return d.dealt(func(weights []float64, all float64) int {
		at := float64(r.Float64() * all) // the conversion keeps it the same on any processor
		last := 0
		for to, w := range weights {
			if w == 0 {
				continue
			}
			if last = to; at < w {
				break
			}
			at -= w
		}
		return last
	})
}

// At returns a deal by its number, from 0. Count must be at most 2^53.
func (d *Deals) At(number int) (Position, error) {
	rest := float64(number)
	return d.dealt(func(weights []float64, _ float64) int {
		for to, w := range weights {
			if rest < w {
				return to
			}
			rest -= w
		}
		return len(weights) - 1
	})
}

// dealt gives out all cards. choose returns a bin for the next card; the weight of a bin is the
// number of deals in which it has this card.
func (d *Deals) dealt(choose func(weights []float64, all float64) int) (Position, error) {
	hands := d.game.hands
	for _, b := range d.bins {
		if b.player >= 0 {
			hands[b.player] = 0
		}
	}
	s := d.start()
	weights := make([]float64, len(d.bins))
	for _, card := range d.cards {
		all := 0.0
		for to := range d.bins {
			weights[to] = 0
			if next, ok := d.give(s, to); ok {
				weights[to] = d.count(next)
				all += weights[to]
			}
		}
		to := choose(weights, all)
		s, _ = d.give(s, to)
		if p := d.bins[to].player; p >= 0 {
			hands[p] |= card
		}
	}
	return d.game.withHands(&hands)
}

// withHands returns the present position with other hands, as a document would open it.
func (g *trickGame) withHands(hands *[maxSeats]cardSet) (Position, error) {
	t := g.now()
	doc := &Document{ID: g.kind.id, Values: map[string]any{"merge": g.merge}}
	var texts, cards []string
	for _, hand := range hands[:g.players] {
		texts = append(texts, hand.String())
	}
	for i := range int(t.played) {
		cards = append(cards, g.trickCard(i).String())
	}
	doc.Values["hands"], doc.Values["trick"] = texts, cards
	doc.Values["leader"] = (int(t.mover)-int(t.played)+g.players)%g.players + 1
	doc.Values["taken"] = slices.Clone(g.taken[:g.players])
	if g.trump != 0 && g.kind.trump != spadesTrump {
		doc.Values["trump"] = suitLetter(g.trump)
	}
	if g.limited {
		doc.Values["tricks"] = int(t.left)
	}
	if g.kind.evaluated {
		doc.Values["evaluation"] = g.evaluation
		if g.bids != nil {
			doc.Values["bids"] = slices.Clone(g.bids)
		}
	}
	return Open(doc)
}

// Hands returns the cards of each player of a game of cards, as documents have them; nil for
// another game.
func Hands(pos Position) []string {
	g, ok := pos.(*trickGame)
	if !ok {
		return nil
	}
	texts := make([]string, g.players)
	for p := range texts {
		texts[p] = g.hands[p].String()
	}
	return texts
}

// Missing returns the suits that each player is known not to have, by letters: S, H, D, C.
func (d *Deals) Missing() []string {
	texts := make([]string, d.game.players)
	for p, suits := range d.game.cannotHave() {
		for i := range suitLetters {
			if suits&(oneSuit<<i) != 0 {
				texts[p] += suitLetters[i : i+1]
			}
		}
	}
	return texts
}

// LeftOver returns the number of cards that are in no hand and that nobody has seen.
func (d *Deals) LeftOver() int { return d.game.undealt.count() }

// A PlayedCard is a card with the player who played it.
type PlayedCard struct {
	Player int
	Card   string
}

// Played returns the cards that were played since the position was opened, in order.
func (d *Deals) Played() (list []PlayedCard) {
	for i := range d.game.ply {
		t := &d.game.turns[i]
		list = append(list, PlayedCard{int(t.mover) + 1, t.card.String()})
	}
	return list
}

// Opening returns the position that was opened, as it was if the present hands are those of one of
// the deals. No card of it represents another one, so each card that was played is a move.
func (d *Deals) Opening(deal Position) (Position, error) {
	start, hands := *d.game, deal.(*trickGame).hands
	for start.ply > 0 {
		t := &start.turns[start.ply-1]
		hands[t.mover] |= t.card
		start.Undo()
	}
	start.merge = false
	return start.withHands(&hands)
}

// BidsBeside returns how far the bids of each player are from those that the rule of this package gives for
// the hands of an opened position. It returns nil if there are no bids, or if cards were
// played before the position: then the hands are not those of the bids.
func BidsBeside(opening Position) []int {
	g, ok := opening.(*trickGame)
	if !ok || g.bids == nil || len(g.opened) > 0 || g.takenByAll() > 0 {
		return nil
	}
	far := make([]int, g.players)
	for p := range far {
		if far[p] = g.bids[p] - g.bidOf(g.hands[p]); far[p] < 0 {
			far[p] = -far[p]
		}
	}
	return far
}
