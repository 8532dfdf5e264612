package games

import (
	"math/bits"
	"strconv"
	"strings"

	"espalier/trees"
)

// A cardSet is a set of cards. Bit 4r+s is the card of rank r and suit s, so that the bits
// from the lowest on are in the order of moves: by rank, high to low, and within a rank
// spades, hearts, diamonds, clubs. A card is a set of one card.
type cardSet uint64

const (
	rankLetters = "AKQJT98765432"
	suitLetters = "SHDC"

	deckSize = 52
	allCards = cardSet(1)<<deckSize - 1
	oneSuit  = cardSet(0x1_1111_1111_1111) // spades; shifted by the number of a suit, that suit
)

// Cards and suits that rules name.
const (
	spadeSuit    = oneSuit
	heartSuit    = oneSuit << 1
	queenOfSpade = cardSet(1) << (4 * 2)
	jackOfSpade  = cardSet(1) << (4 * 3)
	twoOfDiamond = cardSet(1) << (4*12 + 2)
	twoOfClub    = cardSet(1) << (4*12 + 3)
)

func (s cardSet) count() int { return bits.OnesCount64(uint64(s)) }

// first returns the first card of a set in the order of moves.
func (s cardSet) first() cardSet { return s & -s }

// number returns the number of a card: that of its bit.
func (s cardSet) number() int8 { return int8(bits.TrailingZeros64(uint64(s))) }

// suit returns all cards of the suit of a card.
func (s cardSet) suit() cardSet { return oneSuit << (bits.TrailingZeros64(uint64(s)) & 3) }

// append appends the cards of a set, in the order of moves: AS TH 2D.
func (s cardSet) append(b []byte) []byte {
	for start := len(b); s != 0; s &= s - 1 {
		if len(b) > start {
			b = append(b, ' ')
		}
		n := bits.TrailingZeros64(uint64(s))
		b = append(b, rankLetters[n/4], suitLetters[n%4])
	}
	return b
}

func (s cardSet) String() string { return string(s.append(nil)) }

// parseSuit reads the letter of a suit; "" is no suit.
func parseSuit(letter string) (cardSet, bool) {
	if letter == "" {
		return 0, true
	}
	i := strings.Index(suitLetters, letter)
	if i < 0 || len(letter) != 1 {
		return 0, false
	}
	return oneSuit << i, true
}

func suitLetter(suit cardSet) string {
	return suitLetters[bits.TrailingZeros64(uint64(suit)):][:1]
}

// parseCard reads a card.
func parseCard(text string) (cardSet, bool) {
	if len(text) != 2 {
		return 0, false
	}
	r, s := strings.IndexByte(rankLetters, text[0]), strings.IndexByte(suitLetters, text[1])
	if r < 0 || s < 0 {
		return 0, false
	}
	return 1 << (4*r + s), true
}

// cards reads cards that are separated by spaces. Cards of seen are an error; those that
// are read are added to it.
func (r *fieldReader) cards(path, text string, seen *cardSet) []cardSet {
	var list []cardSet
	for _, word := range strings.Fields(text) {
		card, ok := parseCard(word)
		switch {
		case !ok:
			r.fail(path, "%.20q is no card; a card is a rank of %s and a suit of %s, as AS or TH", word, rankLetters, suitLetters)
			return nil
		case *seen&card != 0:
			r.fail(path, "the card %s is given twice", word)
			return nil
		}
		*seen |= card
		list = append(list, card)
	}
	return list
}

// cardTexts reads a field that is one text of cards, or a list of such texts.
func (r *fieldReader) cardTexts(name string, seen *cardSet) []cardSet {
	switch value := r.Values[name].(type) {
	case nil:
	case string:
		return r.cards(name, value, seen)
	case []string:
		var all []cardSet
		for i, text := range value {
			all = append(all, r.cards(name+"["+strconv.Itoa(i)+"]", text, seen)...)
		}
		return all
	default:
		r.fail(name, "this is a value of another type")
	}
	return nil
}

// deal deals cards from a shuffled deck without the given cards, one at a time to each
// player in turn, so that with fewer cards each player has the first of the full hand.
//
// The shuffle never changes: the deck in the order of moves; for i from its size - 1 down
// to 1, the card at i changes places with that at j = h·(i+1) >> 32, where h is
// mix32(seed + 0x9E3779B9) at first and mix32(h + 0x9E3779B9) from then on, in 32 bits.
func deal(players, each int, seed uint32, without cardSet) []cardSet {
	var deck []cardSet
	for rest := allCards &^ without; rest != 0; rest &= rest - 1 {
		deck = append(deck, rest.first())
	}
	hash := mix32(seed + golden)
	for i := len(deck) - 1; i > 0; i-- {
		j := int(uint64(hash) * uint64(i+1) >> 32)
		deck[i], deck[j] = deck[j], deck[i]
		hash = mix32(hash + golden)
	}
	hands := make([]cardSet, players)
	for i, card := range deck[:players*each] {
		hands[i%players] |= card
	}
	return hands
}

// DealHands deals cards from the whole deck, none left out, and returns each hand as a field
// of documents has it. The rest of the deck is left over.
func DealHands(players, each int, seed uint32) (hands []string) {
	for _, hand := range deal(players, each, seed, 0) {
		hands = append(hands, hand.String())
	}
	return hands
}

// suitChoices are the suits that a field may name.
var suitChoices = strings.Split(suitLetters, "")

// points returns the vector of whole points.
func setPoints(v *trees.Vector, player int, points int) {
	v[player] = trees.Score(points) * trees.Unit
}
