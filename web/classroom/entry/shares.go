package entry

import "espalier/web/fair"

// Shares counts what each address has of something of a room that is limited. While
// there is room, one address can have half of what others leave: a school is behind one
// address, and another one that floods the room leaves it half. The caller guards it.
type Shares map[fair.Client]int

// Take gives one more to an address; false: it has its share, or all of them are taken.
// taken counts those of all addresses, also those that are not counted here.
func (s Shares) Take(c fair.Client, taken, limit int) bool {
	own := s[c]
	if taken >= limit || 2*own >= limit-(taken-own) {
		return false
	}
	s[c] = own + 1
	return true
}

// GiveBack takes one away from an address.
func (s Shares) GiveBack(c fair.Client) {
	if s[c]--; s[c] <= 0 {
		delete(s, c)
	}
}
