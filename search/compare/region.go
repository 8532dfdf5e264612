package compare

import (
	"context"

	"espalier/search/engine"
	"espalier/trees"
)

// This file finds the part of the space of a leaf's values in which an unsound
// algorithm fails. The scores of two players are the axes, and the rest of maxsum is
// divided among the other players in every possible way.

// MaxRegionCells is the maximum number of cells: more cells could not be
// distinguished in a picture.
const MaxRegionCells = 20_000

// A Region counts, for every pair of scores of two players at a leaf, the values with
// these scores, and how many of these values make the algorithm fail.
type Region struct {
	Leaf    int
	Players [2]int
	Unit    trees.Score // of the scores: that of the tree
	Step    trees.Score
	Now     trees.Vector // the leaf's value in the tree
	Known   bool
	Cells   []RegionCell // pairs of scores for which there is a value
	Wrong   int          // values with which the algorithm fails
	Of      int          // all values
}

// A RegionCell counts the values with the given scores of the two players.
type RegionCell struct {
	Score     [2]trees.Score
	Wrong, Of int
}

// Region tries all values of a leaf of the tree.
func FindRegion(ctx context.Context, a *engine.Algorithm, t *trees.Tree, o engine.Options, leaf int, players [2]int) (region Region, err error) {
	if err := checkUnsound(a, o); err != nil {
		return region, err
	}
	if t.Kind == trees.Minimax {
		return region, engine.Refuse("tree.kind", "a region has the scores of two players as axes; in a tree of kind minimax a leaf has one")
	}
	for i, p := range players {
		if p < 1 || p > t.Players || i > 0 && p == players[0] {
			return region, engine.Refuse("players", "two different players from 1 to %d are needed", t.Players)
		}
	}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return region, err
	}
	defer give()
	defer engine.Stopped(&err)
	f, err := newFiller(ctx, a, t, o, []int{leaf})
	if err != nil {
		return region, err
	}
	if unknown := f.unknown(); unknown >= 0 {
		return region, &engine.UnknownLeafError{Node: unknown, Name: t.Name(unknown)}
	}
	l := &f.leaves[0]
	if count := f.count(l); count*float64(len(f.arena.nodes)) > maxAssigned || count > MaxAssignments {
		return region, &engine.LimitError{Message: "the leaf may take too many values to try them all; make maxsum smaller or delta larger"}
	}
	region = Region{Leaf: leaf, Players: players, Unit: t.Unit, Step: f.step, Now: f.original(l.current), Known: l.known}
	x, y := players[0]-1, players[1]-1
	cells := map[[2]trees.Score]int{}
	f.each(l, func(v *trees.Vector) {
		at := [2]trees.Score{v[x], v[y]}
		i, ok := cells[at]
		if !ok {
			i = len(region.Cells)
			cells[at] = i
			scores := f.original(*v)
			region.Cells = append(region.Cells, RegionCell{Score: [2]trees.Score{scores[x], scores[y]}})
		}
		cell := &region.Cells[i]
		f.arena.value[l.spot] = *v
		cell.Of++
		region.Of++
		if f.fails() {
			cell.Wrong++
			region.Wrong++
		}
	})
	if len(region.Cells) > MaxRegionCells {
		return Region{}, &engine.LimitError{Message: "the region has too many cells to be drawn; make maxsum smaller or delta larger"}
	}
	return region, nil
}
