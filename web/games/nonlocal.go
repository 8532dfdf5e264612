package games

import (
	"context"
	"fmt"
	"net/url"

	"espalier/search/algorithms"
	"espalier/search/hidden"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/problem"
)

// This file has the example of non-locality: what the opponent does before decides in which worlds the player comes to a node.

const (
	mostPoints = 3 // of a leaf of the example

	earlyField, lateField = "early", "late" // of the address: what stopping gives in worlds 1 and 2, and in world 3
)

// nonlocalPlans are the moves at the node of the player, with what they give in each world.
var nonlocalPlans = []struct {
	name   string
	points [3]int
}{{"a", [3]int{3, 3, 0}}, {"b", [3]int{0, 0, 2}}}

// A nonlocalView is the example for values of the sliders.
type nonlocalView struct {
	Early, Late int
	Worlds      []forkWorld
	Plans       []nonlocalPlan
	Says        string
}

// A nonlocalPlan is a move at the node: what it gives there, and what it gives if the opponent may stop before.
type nonlocalPlan struct {
	Name                  string
	There, Gets           []string
	ThereMean, GetsMean   string
	ThereFirst, GetsFirst bool
}

func newNonlocal(ctx context.Context, q url.Values) (*nonlocalView, error) {
	v := &nonlocalView{Late: 2}
	for name, n := range map[string]*int{earlyField: &v.Early, lateField: &v.Late} {
		if text := q.Get(name); text != "" {
			var err error
			if *n, err = problem.ReadWholeQuery(name, text, 0, mostPoints); err != nil {
				return nil, err
			}
		}
	}
	var worlds, below []hidden.World
	pair := func(n int) string { return fmt.Sprintf("(%d,%d)", n, mostPoints-n) }
	for i := range 3 {
		stop := v.Early
		if i == 2 {
			stop = v.Late
		}
		text := fmt.Sprintf("players 2 maxsum %d 2[ stop:%s on:1[", mostPoints, pair(stop))
		for _, p := range nonlocalPlans {
			text += " " + p.name + ":" + pair(p.points[i])
		}
		text += " ] ]"
		t, err := trees.ReadText(text)
		if err != nil {
			return nil, err
		}
		worlds, below = append(worlds, treeWorld{trees.NewCursor(t, 0)}), append(below, treeWorld{trees.NewCursor(t, int(t.Kids(0)[1]))})
		address := url.Values{"text": {text}, "algorithm": {algorithms.Plain.ID}, "step": {"last"}}
		v.Worlds = append(v.Worlds, forkWorld{draw.Component(draw.StillPicture(t, trace.NewFold(t, nil), trace.Reasons{})), "/tree?" + address.Encode()})
	}
	found, err := hidden.FindNonlocality(ctx, 1, worlds)
	if err != nil {
		return nil, err
	}
	sums := func(scores []trees.Score) (all trees.Score) {
		for _, s := range scores {
			all += s
		}
		return all
	}
	local := hidden.VectorMinimax(1, below)
	for _, p := range nonlocalPlans {
		var there, gets []trees.Score
		row := nonlocalPlan{Name: p.name}
		for k, points := range p.points {
			there = append(there, trees.Score(points)*trees.Unit)
			stop := v.Early
			if k == 2 {
				stop = v.Late
			}
			gets = append(gets, trees.Score(min(points, stop))*trees.Unit)
			row.There, row.Gets = append(row.There, there[k].In(trees.Unit).String()), append(row.Gets, gets[k].In(trees.Unit).String())
		}
		row.ThereMean, row.GetsMean = fixedMean(sums(there), 3, trees.Unit), fixedMean(sums(gets), 3, trees.Unit)
		row.ThereFirst, row.GetsFirst = sums(there) == sums(local), sums(gets) == sums(found.Best)
		v.Plans = append(v.Plans, row)
	}
	chosen := fixedMean(sums(found.Local), 3, trees.Unit)
	best := fixedMean(sums(found.Best), 3, trees.Unit)
	v.Says = fmt.Sprintf("A search that looks only below your node moves to a, and gets %s on average. No plan gets more.", chosen)
	if found.Errs() {
		v.Says = fmt.Sprintf("A search that looks only below your node moves to a, and gets %s on average. The plan b gets %s.", chosen, best)
	}
	return v, nil
}
