package trees

import "slices"

// Shift returns the tree with a number added to every score of each player: the values of
// leaves, outcomes, bounds of nodes, static values, minp, maxp and maxsum. Nodes keep their
// numbers. No comparison of two scores of a player changes, so neither does the play (R. Korf,
// "Multi-player alpha-beta pruning", 1991, section 2). In a tree of kind minimax the score is that
// of Max, the first. The scores may be beyond MaxScore afterwards.
func (t *Tree) Shift(by Vector) *Tree {
	u := *t
	u.tidy = false // vectors that no node has are moved, too
	move := func(list []Vector) []Vector {
		list = slices.Clone(list)
		for i := range list {
			for p := range t.Width() {
				list[i][p] += by[p]
			}
		}
		return list
	}
	u.vectors, u.Outcomes = move(t.vectors), move(t.Outcomes)
	for _, l := range []*Limits{&u.MinP, &u.MaxP} {
		if l.Given {
			l.Scores, l.Each = move([]Vector{l.Scores})[0], true
			*l = l.resize(t.Players)
		}
	}
	if u.MaxSum.Given {
		u.MaxSum.Score += by.Sum(t.Width())
	}
	u.findNegative()
	return &u
}
