package experiment

import (
	"context"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// Shallow pruning and alpha-beta branch and bound, where scores are whole numbers.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", AAAI 2000,
// "Alpha-Beta Branch-and-Bound Pruning", the aside on figure 7: ties go to the left and
// scores are whole numbers, so the mover must gain at least one point to change the choice at
// a node, and then the player above gets one point less. If the current choice is not better
// for the player above either, the node is cut one point earlier.
//
// The engines of package search have only the procedures; with aside 0 this search visits
// the same nodes. It only counts nodes and sends no events.

// An integerSearch is a search of a game whose scores are whole points.
type integerSearch struct {
	ctx     context.Context
	pos     games.Position
	bounded trees.Bounded // nil: shallow pruning, without bounds from the game
	maxsum  trees.Score
	aside   trees.Score // how much earlier a node may be cut
	frames  []integerFrame
	inner   int64
	leaves  int64
	stopped bool
}

type integerFrame struct {
	value trees.Vector // best so far
	known bool         // there is a value
	mover int          // from 0
	low   trees.Vector
	up    trees.Vector
}

func newIntegerSearch(ctx context.Context, pos games.Position, bounds bool) *integerSearch {
	s := &integerSearch{ctx: ctx, pos: pos, maxsum: pos.Scores().MaxSum, aside: trees.Unit, frames: make([]integerFrame, pos.Height()+1)}
	if bounds {
		s.bounded = pos.(trees.Bounded)
	}
	for i := range s.frames {
		for p := range pos.Players() {
			s.frames[i].up[p] = s.maxsum
		}
	}
	return s
}

// run returns the max^n value of the position.
func (s *integerSearch) run() (trees.Vector, error) {
	give, err := engine.TakeTurn(s.ctx)
	defer give()
	if err != nil {
		return trees.Vector{}, err
	}
	s.search(0, s.pos.Look(&s.frames[0].value))
	if s.stopped {
		return trees.Vector{}, s.ctx.Err()
	}
	return s.frames[0].value, nil
}

// search stores the value of the current position, or that it has none, in its frame.
func (s *integerSearch) search(ply, moves int) {
	f := &s.frames[ply]
	f.known = moves == 0
	if moves == 0 {
		s.leaves++
		return
	}
	if s.inner++; s.inner%4096 == 1 && engine.PassTurn(s.ctx) != nil {
		s.stopped = true
	}
	f.mover = s.pos.Mover() - 1
	if s.bounded != nil {
		s.bounded.Low(&f.low)
		s.bounded.Up(&f.up)
	}
	low := f.low.Sum(s.pos.Players())
	p, q := f.mover, 0
	stop := min(f.up[p], s.maxsum-low+f.low[p]) // the mover's score that ends the search
	rival := trees.Score(-1)                    // best of another player at the parent
	if ply > 0 && s.frames[ply-1].known {
		above := &s.frames[ply-1]
		q = above.mover
		best := above.value[q]
		if best >= f.up[q] || best+low-f.low[q] >= s.maxsum {
			return
		}
		if q != p {
			rival = best
			stop = min(stop, s.maxsum-(low-f.low[p]-f.low[q])-rival)
		}
	}
	for i := range moves {
		if i > 0 && (f.value[p] >= stop || rival >= 0 && f.value[q] <= rival && f.value[p]+s.aside >= stop) {
			return
		}
		c := &s.frames[ply+1]
		below, _ := s.pos.Do(i, &c.value)
		s.search(ply+1, below)
		s.pos.Undo()
		if s.stopped {
			f.known = true
			return
		}
		if c.known && (!f.known || c.value[p] > f.value[p]) {
			f.value, f.known = c.value, true
		}
	}
}
