package entry

import "espalier/web/fair"

// Shares counts how much of a limited resource of a room each address uses. One address can use half of
// what others leave free: a whole school can have one address, and an address that floods the room
// still leaves half to it. The caller guards it.
type Shares map[fair.Client]int

// Take gives one unit to an address; false: the address has its share, or all units are taken. taken is
// the number taken by all addresses, including those not counted here.
func (s Shares) Take(c fair.Client, taken, limit int) bool {
	own := s[c]
	if taken >= limit || 2*own >= limit-(taken-own) {
		return false
	}
	s[c] = own + 1
	return true
}

// GiveBack returns one unit of an address.
func (s Shares) GiveBack(c fair.Client) {
	if s[c]--; s[c] <= 0 {
		delete(s, c)
	}
}
