package games

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"espalier/trees/games"
	"espalier/web/words"
)

// A picture is what is shown of a position: hands of cards, a board, banks and a die, or else the fields of its document.
type picture struct {
	Title  string
	Cards  *cardTable
	Board  *board
	Dice   *diceTable
	Fields []shownField
}

// A shownField is a field of a document in words.
type shownField struct{ Label, Text string }

// A document is a position as its game writes it.
type document struct {
	ID          string
	Hands       []string
	Leader      int
	Trick       string
	Taken, Bids []int
	Trump       *string
	Cells       []string
	Player      int
	Players     int
	Size        int
	Pieces      [][]string

	Banks               []int
	Points, Sides       int
	Target, Turn, Turns int
	Rolling             bool
}

// A link gives the address of a move by its text; "" if the move is not to be played
// by a click. nil: none is.
type link func(move string) string

// drawn returns the picture of a position. last is the text of the move before it.
func drawn(pos games.Position, last string, to link) picture {
	var d document
	text := pos.AppendDocument(nil)
	if err := json.Unmarshal(text, &d); err != nil {
		return picture{}
	}
	if to == nil {
		to = func(string) string { return "" }
	}
	game, _ := games.Find(d.ID)
	p := picture{Title: game.Title}
	switch game.Board {
	case games.Cards:
		p.Cards = cardsOf(&d, game.Taken, pos.Mover(), to)
		p.Cards.Played = last
	case games.Star:
		p.Board = starOf(&d, last, to, func(hole string) string { return games.Written(pos, hole) })
	case games.Dice:
		p.Dice = diceOf(&d, last)
	case games.Halves:
		p.Board = halvesOf(&d, last, to)
	case games.Squares, games.Columns, games.Noughts:
		p.Board = squaresOf(&d, game.Board, last, to)
	case games.NoBoard:
		p.Fields = shownFields(game, text)
	}
	return p
}

// shownFields returns the fields that a document has, in the order of its game.
func shownFields(game *games.Game, document []byte) (list []shownField) {
	var values map[string]any
	if err := json.Unmarshal(document, &values); err != nil {
		return nil
	}
	for _, f := range game.Fields {
		if value, has := values[f.Name]; has && value != nil {
			list = append(list, shownField{cmp.Or(f.Label, f.Name), inWords(value)})
		}
	}
	return list
}

// inWords returns a value of a document as text; a list is separated by commas.
func inWords(value any) string {
	switch value := value.(type) {
	case bool:
		if value {
			return "yes"
		}
		return "no"
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case []any:
		var list []string
		for _, one := range value {
			list = append(list, inWords(one))
		}
		return strings.Join(list, ", ")
	}
	return fmt.Sprint(value)
}

// Cards.

type cardTable struct {
	Seats []seat
	Trick []playedCard
	Trump string // in words
	Led   string // the suit that is led, in words; empty: the trick has no card
	Takes string // what Taken counts

	Merged  *card      // the first card that is played as another one; nil: there is none
	Follow  string     // the suit that has to be followed, so that some cards cannot be played; empty: any can
	Played  string     // the card that was played last; empty: the page shows no move
	Undealt string     // how many cards are in no hand; empty: it is not said
	Last    *fullTrick // shown while the present trick has no card; nil: none was played
}

type seat struct {
	Player    int
	Hand      []card
	Down      int // cards that are face down; then Hand is empty
	Taken     int
	Bid       string // empty: there are no bids
	Leads, On bool   // leads the trick; is to move
}

type card struct {
	Rank, Suit string // 10, spades
	Name       string // ten of spades
	Href       string // of the move; empty: it is none
	Text       string // as the rules write it: TH
	Worth      *worth // of the move; nil: none was asked for
	Same       *card  // the move that represents this card, since both are worth the same; nil: the card is its own move
}

// says returns the name of a card, and which card is played in its place.
func (c *card) says() string {
	if c.Same == nil {
		return c.Name
	}
	return c.Name + ", same as the " + c.Same.Name + ", which is played in its place"
}

type playedCard struct {
	card
	Player int
}

var (
	suitNames = map[byte]string{'S': "spades", 'H': "hearts", 'D': "diamonds", 'C': "clubs"}
	rankNames = map[byte]string{'A': "ace", 'K': "king", 'Q': "queen", 'J': "jack", 'T': "ten", '9': "nine", '8': "eight",
		'7': "seven", '6': "six", '5': "five", '4': "four", '3': "three", '2': "two"}
)

// pips are the suits as shapes of about 20 by 20 around (0, 0).
var pips = map[string]string{
	"spades":   "M0-10C3-5 9-2 9 3A4.5 4.5 0 0 1 1 5.8C1 8 2 9.5 3.4 10h-6.8C-2 9.5-1 8-1 5.8A4.5 4.5 0 0 1-9 3C-9-2-3-5 0-10z",
	"hearts":   "M0 10C-4 5-9 1-9-4.2A4.7 4.7 0 0 1 0-6A4.7 4.7 0 0 1 9-4.2C9 1 4 5 0 10z",
	"diamonds": "M0-10.5L7.5 0L0 10.5L-7.5 0z",
	"clubs":    "M0-10a4.4 4.4 0 0 1 3.4 7.2A4.4 4.4 0 1 1 1 4.4C1 7 2 9.4 3.4 10h-6.8C-2 9.4-1 7-1 4.4A4.4 4.4 0 1 1-3.4-2.8A4.4 4.4 0 0 1 0-10z",
}

// cardOf reads a card as the rules write it: TH.
func cardOf(text string) card {
	c := card{Text: text, Rank: text[:1], Suit: suitNames[text[1]], Name: rankNames[text[0]] + " of " + suitNames[text[1]]}
	if c.Rank == "T" {
		c.Rank = "10"
	}
	return c
}

// suitOrder keeps the colours of neighbouring suits apart.
const suitOrder = "SHCD"

func cardsOf(d *document, taken string, mover int, to link) *cardTable {
	t := &cardTable{Trump: "no trump", Takes: taken}
	if d.Trump != nil {
		t.Trump = suitNames[(*d.Trump)[0]] + " are trump"
	}
	for i, hand := range d.Hands {
		s := seat{Player: i + 1, Taken: d.Taken[i], Leads: i+1 == d.Leader, On: i+1 == mover}
		if d.Bids != nil {
			s.Bid = strconv.Itoa(d.Bids[i])
		}
		texts := strings.Fields(hand)
		slices.SortStableFunc(texts, func(a, b string) int { return strings.IndexByte(suitOrder, a[1]) - strings.IndexByte(suitOrder, b[1]) })
		for _, text := range texts {
			c := cardOf(text)
			if s.On {
				c.Href = to(text)
			}
			s.Hand = append(s.Hand, c)
		}
		t.Merged = cmp.Or(t.Merged, s.merge(texts))
		t.Seats = append(t.Seats, s)
	}
	for i, text := range strings.Fields(d.Trick) {
		c := playedCard{cardOf(text), (d.Leader-1+i)%len(d.Hands) + 1}
		if i == 0 {
			t.Led = c.Suit
		}
		t.Trick = append(t.Trick, c)
	}
	for _, s := range t.Seats {
		playable := func(c card) bool { return c.Href != "" }
		faded := func(c card) bool { return c.Href == "" }
		if slices.ContainsFunc(s.Hand, playable) && slices.ContainsFunc(s.Hand, faded) {
			t.Follow = t.Led
		}
	}
	return t
}

// rankOrder lists the ranks from high to low.
const rankOrder = "AKQJT98765432"

// merge lets cards that are worth the same as a move of the hand be played as that move. The
// rules merge a card with the next higher one of its suit, if the hand has it; a card that is
// no move, though that one is or represents a move, was merged. texts are the cards of the
// hand, by suit from high to low. It returns the first such card.
func (s *seat) merge(texts []string) (first *card) {
	for i := 1; i < len(texts); i++ {
		higher, c := &s.Hand[i-1], &s.Hand[i]
		adjacent := texts[i-1][1] == texts[i][1] && strings.IndexByte(rankOrder, texts[i-1][0])+1 == strings.IndexByte(rankOrder, texts[i][0])
		if c.Href != "" || higher.Href == "" || !adjacent {
			continue
		}
		c.Href, c.Same, first = higher.Href, cmp.Or(higher.Same, higher), cmp.Or(first, c)
	}
	return first
}

// has says what a player has taken.
func (t *cardTable) has(s *seat) string {
	text := "took " + words.Plural(s.Taken, strings.TrimSuffix(t.Takes, "s"))
	if s.Bid != "" {
		text += ", bid " + s.Bid
	}
	return text
}
