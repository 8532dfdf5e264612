package games

import "strings"

// This file shows the values of moves on the board and on the cards.

// showWorths gives each square, hole and card the value of its move. A piece that can go to several holes has the best one, and a card
// that is the same as another one has none.
func (v *page) showWorths() {
	worths := map[string]*worth{}
	for _, m := range v.Moves {
		if m.Worth == nil {
			continue
		}
		at := m.Text
		if from, to, hop := strings.Cut(m.Text, ">"); hop && from == v.Choice {
			at = to
		} else if hop {
			at = from
		}
		if had := worths[at]; had == nil || m.Worth.more(had) {
			worths[at] = m.Worth
		}
	}
	if b := v.Picture.Board; b != nil {
		for i := range b.Cells {
			c := &b.Cells[i]
			if c.Worth = worths[c.Text]; c.Worth != nil {
				c.Action += ", value " + c.Worth.Score
			}
		}
		for i := range b.Halves {
			h := &b.Halves[i]
			if h.Worth = worths[h.Move]; h.Worth != nil {
				h.Name += ", value " + h.Worth.Score
			}
		}
	}
	if t := v.Picture.Cards; t != nil {
		for i := range t.Seats {
			for j := range t.Seats[i].Hand {
				c := &t.Seats[i].Hand[j]
				if c.Href != "" && c.Same == nil {
					c.Worth = worths[c.Text]
				}
			}
		}
	}
}
