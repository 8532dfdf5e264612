package games

import (
	"math"
	"slices"
	"strconv"

	"espalier/trees"
)

// A trickKind is what distinguishes a game of tricks.
type trickKind struct {
	id, title, rules, paper string
	sample                  string // Game.Sample
	players                 []int
	// without returns the cards that are left out of a deal; nil: none.
	without func(players int) cardSet
	// full is the size of a hand of a full deal for three players; 0: a third of the deck.
	full      int
	trump     trumpRule
	scored    bool // a trick is worth the points of its cards, and players avoid them
	evaluated bool // players bid, and their scores may depend on the bids
}

// trumpRule says which trumps a game may have.
type trumpRule uint8

const (
	anyTrump trumpRule = iota
	noTrump
	spadesTrump
)

const (
	defaultPlayers = 3
	// mostTaken bounds what a player has taken before; no real game comes near it.
	mostTaken = 1_000_000
)

// game returns the entry of the registry.
func (k *trickKind) game() *Game {
	fields := []Field{
		{Name: "hands", Kind: TextsField, Text: "the cards of each player, separated by spaces; without it, cards are dealt"},
		{Name: "players", Kind: WholeField, Default: defaultPlayers, Text: "of a deal", Label: "Players", Setting: true, Deal: true},
		{Name: "cards", Kind: WholeField, Text: "that each player is dealt; by default all", Label: "Cards each", Setting: true, Deal: true},
		{Name: "seed", Kind: WholeField, Default: 1, Text: "of the shuffle", Label: "Seed", Setting: true, Deal: true},
		{Name: "leader", Kind: WholeField, Default: 1, Text: "who leads the present trick", Label: "Leader"},
		{Name: "trick", Kind: CardsField, Default: "", Text: "the cards already played to it, in order", Label: "Trick so far"},
		{Name: "taken", Kind: WholesField, Text: "the " + k.takes() + " that each player has taken so far; by default 0 each", Label: "Taken so far"},
		{Name: "trump", Kind: TextField, Choices: suitChoices, Text: "a suit, or null for none", Label: "Trump", Setting: true},
		{Name: "tricks", Kind: WholeField, Text: "after which the search ends, the present one included; by default when the hands are empty", Label: "Tricks to play", Setting: true},
		{Name: "merge", Kind: FlagField, Default: true, Text: "of cards of one hand with adjacent ranks, only the highest is a move" + k.mergeNote(), Label: "Merge equal cards", Setting: true},
	}
	switch k.trump {
	case spadesTrump:
		fields[7].Default, fields[7].Choices = "S", []string{"S"}
	case noTrump:
		fields[7].Choices = []string{}
	}
	if k.evaluated {
		fields = append(fields,
			Field{Name: "evaluation", Kind: TextField, Default: byTricks, Choices: evaluationNames(), Text: evaluationTexts(), Label: "Evaluation", Setting: true},
			Field{Name: "bids", Kind: WholesField, Text: "of each player; by default " + bidText, Label: "Bids"},
		)
	}
	return &Game{ID: k.id, Title: k.title, Rules: k.rules, Paper: k.paper, Players: k.players, Fields: fields,
		Board: Cards, Taken: k.takes(), Sample: k.sample, Unstable: tricksUnstable,
		Pass: "Nobody can pass: a trick needs a card of each player.",
		New:  func(d *Document) (Position, error) { return k.open(d) }}
}

func (k *trickKind) takes() string {
	if k.scored {
		return "points"
	}
	return "tricks"
}

func (k *trickKind) mergeNote() string {
	if k.scored {
		return ", where both are worth the same"
	}
	return ""
}

// open reads a position.
func (k *trickKind) open(d *Document) (Position, error) {
	r := &fieldReader{Document: d}
	g := &trickGame{kind: k}
	hands, seen := k.readHands(r)
	g.players = len(hands)
	if r.err != nil {
		return nil, r.err
	}
	copy(g.hands[:], hands)
	if !r.given("hands") {
		g.undealt = allCards &^ seen &^ k.leftOut(g.players)
	}
	g.opened = r.cardTexts("trick", &seen)
	leader := r.whole("leader", 1, 1, g.players) - 1
	copy(g.taken[:], r.wholes("taken", g.players, 0, mostTaken))
	g.trump = k.readTrump(r)
	g.merge, g.limited = field(r, "merge", true), r.given("tricks")
	if len(g.opened) >= g.players {
		r.fail("trick", "the trick has %d cards; with %d players it has at most %d before it is taken", len(g.opened), g.players, g.players-1)
	}
	if r.err != nil {
		return nil, r.err
	}
	full := g.checkHands(r, leader)
	tricks := r.whole("tricks", full, 0, deckSize)
	if r.err != nil {
		return nil, r.err
	}
	g.begin(leader, min(tricks, full), full)
	if k.evaluated {
		g.readEvaluation(r)
	}
	return g, r.err
}

// readHands reads the hands, or deals them. seen holds all their cards.
func (k *trickKind) readHands(r *fieldReader) (hands []cardSet, seen cardSet) {
	if !r.given("hands") {
		players := r.players(k.players, defaultPlayers)
		full := deckSize / players
		if k.full > 0 && players == defaultPlayers {
			full = k.full
		}
		cards := r.whole("cards", full, 1, full)
		hands = deal(players, cards, uint32(r.whole("seed", 1, 0, math.MaxUint32)), k.leftOut(players))
		for _, hand := range hands {
			seen |= hand
		}
		return hands, seen
	}
	r.exclusive("hands", "players", "seed", "cards")
	texts := field(r, "hands", []string(nil))
	if !slices.Contains(k.players, len(texts)) {
		r.fail("hands", "the number of hands is %d; the numbers of players are %s", len(texts), numbersInWords(k.players))
		return nil, 0
	}
	for i, text := range texts {
		hand := cardSet(0)
		for _, card := range r.cards("hands["+strconv.Itoa(i)+"]", text, &seen) {
			hand |= card
		}
		hands = append(hands, hand)
	}
	return hands, seen
}

// leftOut returns the cards that are left out of a deal by the rules.
func (k *trickKind) leftOut(players int) cardSet {
	if k.without == nil {
		return 0
	}
	return k.without(players)
}

func (k *trickKind) readTrump(r *fieldReader) cardSet {
	switch k.trump {
	case spadesTrump:
		if letter := field(r, "trump", "S"); letter != "S" {
			r.fail("trump", "%q is not the trump of this game, which is always S", letter)
		}
		return spadeSuit
	case noTrump:
		if r.given("trump") {
			r.fail("trump", "this game has no trump; leave it out, or null is right")
		}
		return 0
	}
	letter := field(r, "trump", "")
	suit, ok := parseSuit(letter)
	if !ok || r.given("trump") && letter == "" {
		r.fail("trump", "%q is no suit; there are %s, and null for no trump", letter, trees.InWords(suitChoices))
	}
	return suit
}

// checkHands checks that every hand has as many cards as the trick leaves it to have, and
// returns the number of tricks until the hands are empty.
func (g *trickGame) checkHands(r *fieldReader, leader int) int {
	tricks := g.hands[(leader+len(g.opened))%g.players].count()
	for i := range g.players {
		p := (leader + i) % g.players
		want := tricks
		if i < len(g.opened) {
			want--
		}
		if n := g.hands[p].count(); n != want {
			r.fail("hands["+strconv.Itoa(p)+"]", "cards in this hand: %d; there must be %d, by the sizes of the other hands and the cards in the present trick", n, want)
		}
	}
	return tricks
}

// begin sets the first turn and everything that follows from the hands. full is the number
// of tricks until the hands are empty.
func (g *trickGame) begin(leader, tricks, full int) {
	g.scored = g.kind.scored
	if !g.scored {
		g.plain = 1
	}
	t := turn{mover: int8(leader), winner: int8(leader), beaters: allCards, left: int8(tricks), worth: g.plain}
	for i, card := range g.opened {
		if i == 0 {
			t.led = card.suit()
		}
		if card&t.beaters != 0 {
			t.winner, t.top, t.beaters = t.mover, card.number(), g.beatersOf(card)
		}
		if g.scored {
			t.worth += pointsOf(card)
		}
		t.played++
		t.mover = int8((int(t.mover) + 1) % g.players)
	}
	if g.merge {
		g.same = allCards
		if g.scored { // the queen of spades is worth more than the king and the jack
			g.same &^= queenOfSpade | jackOfSpade
		}
	}
	if tricks > 0 {
		hand := g.hands[t.mover]
		t.setMoves(following(hand, t.led) &^ (hand << 4 & g.same))
	}
	g.turns[0] = t
	g.end = g.Height()
	g.countTotal(tricks, full)
}

// countTotal sets what there is to take, what is held, and the limits of the scores.
func (g *trickGame) countTotal(tricks, full int) {
	unit := trees.Unit
	g.each = unit
	if !g.scored {
		for p := range g.players {
			setPoints(&g.held, p, g.taken[p])
		}
		g.total = g.takenByAll() + tricks
		sum := trees.Score(g.total) * unit
		g.scores = Scores{MaxSum: sum, MaxP: sum, Delta: unit}
		for _, v := range trees.Divisions(tricks, g.players) {
			for p := range g.players {
				v[p] += trees.Score(g.taken[p]) * unit
			}
			g.scores.Outcomes = append(g.scores.Outcomes, v)
		}
		return
	}
	for _, card := range g.opened {
		g.total += int(pointsOf(card))
	}
	for _, hand := range g.hands {
		for ; hand != 0; hand &= hand - 1 {
			g.total += int(pointsOf(hand.first()))
		}
	}
	g.total += g.takenByAll()
	g.each = -unit
	for p := range g.players {
		setPoints(&g.held, p, g.total-g.taken[p])
	}
	// Points that nobody has when the search ends are in nobody's loss.
	sum := (g.players - 1) * g.total
	if tricks < full {
		sum = g.players*g.total - g.takenByAll()
	}
	g.scores = Scores{MaxSum: trees.Score(sum) * unit, MaxP: trees.Score(g.total) * unit, Delta: unit}
}

// AppendDocument writes the position out.
func (g *trickGame) AppendDocument(b []byte) []byte {
	t := g.now()
	b = appendText(append(b, '{'), "id", g.kind.id)
	b = append(appendKey(b, "hands"), '[')
	for p := range g.players {
		if p > 0 {
			b = append(b, ',')
		}
		b = trees.AppendQuoted(b, g.hands[p].String())
	}
	b = append(b, ']')
	leader := (int(t.mover) - int(t.played) + g.players) % g.players
	b = appendWhole(b, "leader", leader+1)
	b = append(appendKey(b, "trick"), '"')
	for i := range int(t.played) {
		if i > 0 {
			b = append(b, ' ')
		}
		b = g.trickCard(i).append(b)
	}
	b = append(b, '"')
	b = appendWholes(b, "taken", g.taken[:g.players])
	b = appendKey(b, "trump")
	if g.trump == 0 {
		b = append(b, "null"...)
	} else {
		b = trees.AppendQuoted(b, suitLetter(g.trump))
	}
	if g.limited {
		b = appendWhole(b, "tricks", int(t.left))
	}
	b = strconv.AppendBool(appendKey(b, "merge"), g.merge)
	if g.kind.evaluated {
		b = appendText(b, "evaluation", g.evaluation)
	}
	if g.bids != nil {
		b = appendWholes(b, "bids", g.bids)
	}
	return append(b, '}')
}
