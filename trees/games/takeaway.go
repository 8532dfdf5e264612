package games

import "espalier/trees"

// Take-away: a game in which different orders of moves reach the same
// position.
//
// There are piles of stones, and each pile has a number of points. A move takes one stone
// from a pile; the player who takes the last stone of a pile gets its points. The game ends
// when no stone is left. The branching of the generator is the number of piles, its depth
// is the number of stones, and its seed determines how stones and points are distributed.

const (
	// MaxPiles is the largest number of piles. A pile fills pileBits of the
	// hash, so the hash is the whole position and different positions have
	// different hashes.
	MaxPiles = 9
	pileBits = 7
	pileMask = 1<<pileBits - 1
)

// takeaway stores a pile as its number of stones. If the pile is taken, it is stored as
// taken plus the player who took it. A pile that never had a stone is 0.
type takeaway struct {
	plies
	piles  uint64 // pileBits each, the leftmost pile in the lowest bits
	points [MaxPiles]trees.Score
	held   trees.Vector // points that each player has
	open   trees.Score  // points that are still open
	path   [MaxDepth]uint8
}

const taken = MaxDepth

func newTakeaway(g Generator) *takeaway {
	t := &takeaway{plies: newPlies(g)}
	hash := mix32(g.Seed + golden)
	next := func(n int) int {
		hash = mix32(hash + golden)
		return int(uint64(hash) * uint64(n) >> 32)
	}
	piles := min(g.Branching, g.Depth)
	for stone := range g.Depth {
		pile := stone
		if stone >= piles {
			pile = next(piles)
		}
		t.piles += 1 << (pile * pileBits)
	}
	// Points are divided as in the random trees.
	left := g.MaxSum
	for pile := range piles {
		share := left
		if pile < piles-1 {
			share = next(2*left/(piles-pile) + 1)
		}
		t.points[pile] = trees.Score(share) * trees.Unit
		t.open += t.points[pile]
		left -= share
	}
	return t
}

func (t *takeaway) stones(pile int) int {
	n := int(t.piles >> (pile * pileBits) & pileMask)
	if n > taken {
		return 0
	}
	return n
}

// Look counts the piles that have stones; each is a move, left to right.
func (t *takeaway) Look(v *trees.Vector) (moves int) {
	for pile := range t.branching {
		if t.stones(pile) > 0 {
			moves++
		}
	}
	if moves == 0 {
		copy(v[:t.players], t.held[:])
	}
	return moves
}

func (t *takeaway) Do(move int, v *trees.Vector) (moves, mover int) {
	pile := 0
	for ; ; pile++ {
		if t.stones(pile) == 0 {
			continue
		}
		if move == 0 {
			break
		}
		move--
	}
	t.path[t.ply] = uint8(pile)
	p := t.ply % t.players
	t.piles -= 1 << (pile * pileBits)
	if t.stones(pile) == 0 {
		t.piles += uint64(taken+1+p) << (pile * pileBits)
		t.held[p] += t.points[pile]
		t.open -= t.points[pile]
	}
	t.ply++
	return t.Look(v), t.Mover()
}

func (t *takeaway) Undo() {
	t.ply--
	pile, p := int(t.path[t.ply]), t.ply%t.players
	if t.stones(pile) == 0 {
		t.piles -= uint64(taken+1+p) << (pile * pileBits)
		t.held[p] -= t.points[pile]
		t.open += t.points[pile]
	}
	t.piles += 1 << (pile * pileBits)
}

// Hash returns the position itself. The number of stones left determines the
// mover.
func (t *takeaway) Hash() uint64 { return t.piles }

// Static writes the points that the players have so far.
func (t *takeaway) Static(v *trees.Vector) bool { return t.Low(v) }

func (t *takeaway) Low(v *trees.Vector) bool {
	copy(v[:t.players], t.held[:])
	return true
}

// Up writes the upper bounds: the points that a player has plus the points still open.
func (t *takeaway) Up(v *trees.Vector) bool {
	for p := range t.players {
		v[p] = t.held[p] + t.open
	}
	return true
}
