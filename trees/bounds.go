package trees

import "fmt"

// Limits bound the score of each player, from below (minp) or from above (maxp).
type Limits struct {
	Scores Vector // equal for all players if Each is false
	Given  bool
	Each   bool // the document has a score for each player
}

// All returns limits that are the same for all players.
func All(s Score) Limits {
	l := Limits{Given: true}
	for p := range l.Scores {
		l.Scores[p] = s
	}
	return l
}

// Each returns limits with a score for each player.
func Each(v Vector) Limits { return Limits{Scores: v, Given: true, Each: true} }

// Of returns the limit of a player, from 0.
func (l *Limits) Of(player int) Opt {
	if !l.Given {
		return Opt{}
	}
	return Some(l.Scores[player])
}

// LimitsText returns limits as the text notation has them: -1, or (-1,0,0).
func (h *Header) LimitsText(l *Limits) string { return string(h.appendLimits(nil, l)) }

func (h *Header) appendLimits(b []byte, l *Limits) []byte {
	if !l.Each {
		return l.Scores[0].In(h.unit()).Append(b)
	}
	return append(appendScores(append(b, '('), &l.Scores, h.unit(), h.Width()), ')')
}

// AppendLimitsJSON appends a number, a list with a score for each player, or null.
func (h *Header) AppendLimitsJSON(b []byte, l *Limits) []byte {
	if !l.Given {
		return append(b, "null"...)
	}
	return appendValueJSON(b, &l.Scores, h.unit(), h.Width(), !l.Each)
}

// resize returns the limits for another number of players: those of players who are gone
// are cut, new players have 0.
func (l Limits) resize(players int) Limits {
	if l.Each {
		clear(l.Scores[players:])
	}
	return l
}

// check reports limits that no tree can have.
func (l *Limits) check(name string, width int) *Error {
	if !l.Given {
		return nil
	}
	for p, s := range l.Scores {
		if p >= width && l.Each && s != 0 {
			return ErrorAt(name, "there is a score for player %d; a vector here has %s", p+1, count(width, "score"))
		}
	}
	return nil
}

// Minima returns the least score that each player can have. They are known if the tree says
// minp, or if no score of the tree is below 0: then they are 0.
func (t *Tree) Minima() (least Vector, known bool) {
	switch {
	case t.MinP.Given:
		copy(least[:t.Width()], t.MinP.Scores[:])
		return least, true
	default:
		return least, !t.negative
	}
}

// Most returns the most that a player, from 0, can have: maxp, or what maxsum leaves if all
// others have their least scores, whichever is smaller. In a tree of kind minimax it is maxp.
func (t *Tree) Most(player int) Opt {
	most := t.MaxP.Of(player)
	least, known := t.Minima()
	if t.Kind != MaxN || !t.MaxSum.Given || !known {
		return most
	}
	left := t.MaxSum.Score - least.Sum(t.Players) + least[player]
	if !most.Given || left < most.Score {
		return Some(left)
	}
	return most
}

// Highest returns the largest of the players' Most; not given where one is not.
func (t *Tree) Highest() (most Opt) {
	for p := range t.Width() {
		of := t.Most(p)
		if !of.Given {
			return Opt{}
		}
		if p == 0 || of.Score > most.Score {
			most = of
		}
	}
	return most
}

// LeastScore returns the least score of the leaves, for the offer to set minp to it.
func (t *Tree) LeastScore() (least Score) {
	first := true
	for n := range t.Len() {
		v, known := t.Value(n)
		if !known || !t.IsLeaf(n) {
			continue
		}
		for _, s := range v[:t.Width()] {
			if first || s < least {
				least, first = s, false
			}
		}
	}
	return least
}

// findNegative sets whether a score of the tree is below 0.
func (t *Tree) findNegative() {
	below := func(list []Vector) bool {
		for i := range list {
			for _, s := range list[i][:t.Width()] {
				if s < 0 {
					return true
				}
			}
		}
		return false
	}
	t.negative = below(t.vectors) || below(t.Outcomes)
}

// belowMinimum describes the score of v that is below minp, or returns "".
func (h *Header) belowMinimum(v *Vector) string {
	if h.Kind != MaxN || !h.MinP.Given {
		return ""
	}
	for p, s := range v[:h.Players] {
		if least := h.MinP.Scores[p]; s < least {
			return fmt.Sprintf("player %d has %s, less than minp, which is %s", p+1, s.In(h.unit()), least.In(h.unit()))
		}
	}
	return ""
}
