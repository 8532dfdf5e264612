package experiment

import (
	"espalier/trees"
	"espalier/trees/games"
)

// sharedTricks is a position of Spades whose static value gives the players the tricks
// taken and an equal whole share of the open ones, the remainder to the first players.
// Unlike the tricks taken, these scores add up to maxsum at every position, like those of the
// paper's evaluation, so speculative max^n can cut before the depth limit.
type sharedTricks struct{ games.Position }

func (s sharedTricks) Static(v *trees.Vector) bool {
	if !s.Position.Static(v) {
		return false
	}
	players := s.Players()
	open := int((s.Scores().MaxSum - v.Sum(players)) / trees.Unit)
	for p := range players {
		share := open / players
		if p < open%players {
			share++
		}
		v[p] += trees.Score(share) * trees.Unit
	}
	return true
}

func (s sharedTricks) Low(v *trees.Vector) bool { return s.Position.(trees.Bounded).Low(v) }
func (s sharedTricks) Up(v *trees.Vector) bool  { return s.Position.(trees.Bounded).Up(v) }
