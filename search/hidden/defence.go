package hidden

import (
	"context"
	"fmt"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// Best defence.
//
// I. Frank and D. Basin, "Search in games with incomplete information: a case study using Bridge
// card play", Artificial Intelligence 100 (1998): Max, who does not see the cards, fixes a plan
// for every case that can be told from another one. Min sees all cards and knows the plan. The
// procedure is theirs for vectors of outcomes, one for each world: with it the plan is the same in
// all worlds that look alike.
//
//	plans   of a position: for each plan of Max, what Max gets in each world
//
// At a move of Max the plans are those of all children. At a move of Min, who chooses by the
// world, a plan has a part for each card that Max can see played, and gives in each world the least
// that one of the cards playable there gives. A plan that is nowhere better than another one is
// left out.

// MaxDefencePlans bounds the plans of all positions together.
const MaxDefencePlans = 200_000

// A World is one of the positions that a player cannot tell apart. The same move has the same
// text in each.
type World interface {
	trees.Position
	trees.Described
}

// A plan is what Max gets in each world; the entries of worlds that are ruled out are 0.
type plan []trees.Score

type defence struct {
	ctx    context.Context
	player int // Max, from 0
	count  int // of all plans so far
}

// BestDefence returns for each move what the player to move is sure of, added up over worlds that
// the player cannot tell apart, if all others know the world and act together against the player.
// The player must move in all worlds, and have the same moves there. A request that needs more
// than MaxDefencePlans plans returns a engine.LimitError.
func BestDefence(ctx context.Context, worlds []World) (sure []trees.Score, err error) {
	plans, err := BestPlans(ctx, worlds)
	for _, p := range plans {
		sure = append(sure, sum(p))
	}
	return sure, err
}

// BestPlans returns for each move what its best plan gives in each world: the plan with the
// largest sum, the first of them in a tie. Its needs and limit are those of BestDefence.
func BestPlans(ctx context.Context, worlds []World) (best [][]trees.Score, err error) {
	d := &defence{ctx: ctx, player: worlds[0].Mover() - 1}
	var none trees.Vector
	for move := range worlds[0].Look(&none) {
		var plans []plan
		play(worlds, move, func() { plans, err = d.plans(worlds) })
		if err != nil {
			return nil, err
		}
		first := plans[0]
		for _, p := range plans[1:] {
			if sum(p) > sum(first) {
				first = p
			}
		}
		best = append(best, first)
	}
	return best, nil
}

func sum(scores []trees.Score) (all trees.Score) {
	for _, s := range scores {
		all += s
	}
	return all
}

func tooMany() error {
	return &engine.LimitError{Message: fmt.Sprintf("there are more than %d plans for these worlds; fewer cards or fewer worlds are right", MaxDefencePlans)}
}

// play plays a move that all worlds have, does something and takes the move back.
func play(worlds []World, move int, then func()) {
	var none trees.Vector
	for _, pos := range worlds {
		if pos != nil {
			pos.Do(move, &none)
		}
	}
	then()
	for _, pos := range worlds {
		if pos != nil {
			pos.Undo()
		}
	}
}

// plans returns the plans of a position. Worlds that are ruled out are nil.
func (d *defence) plans(worlds []World) (plans []plan, err error) {
	if err := d.ctx.Err(); err != nil {
		return nil, err
	}
	first := worlds[slices.IndexFunc(worlds, func(p World) bool { return p != nil })]
	var v trees.Vector
	moves := first.Look(&v)
	switch {
	case moves == 0:
		p := make(plan, len(worlds))
		for i, pos := range worlds {
			if pos != nil {
				pos.Look(&v)
				p[i] = v[d.player]
			}
		}
		plans = []plan{p}
	case first.Mover() == d.player+1:
		for move := range moves {
			play(worlds, move, func() {
				var of []plan
				of, err = d.plans(worlds)
				plans = keepBest(append(plans, of...))
			})
			if err != nil {
				return nil, err
			}
		}
	default:
		if plans, err = d.against(worlds); err != nil {
			return nil, err
		}
	}
	if d.count += len(plans); d.count > MaxDefencePlans {
		return nil, tooMany()
	}
	return plans, nil
}

// against returns the plans of a position where Min moves.
func (d *defence) against(worlds []World) (plans []plan, err error) {
	for _, card := range playable(worlds) {
		// The worlds in which the card can be played look alike after it.
		alike := make([]World, len(worlds))
		var none trees.Vector
		for i, pos := range worlds {
			if move := moveOf(pos, card); move >= 0 {
				pos.Do(move, &none)
				alike[i] = pos
			}
		}
		of, err := d.plans(alike)
		for _, pos := range alike {
			if pos != nil {
				pos.Undo()
			}
		}
		if err != nil {
			return nil, err
		}
		if plans == nil {
			plans = of
			fill(plans, worlds, alike)
			continue
		}
		var both []plan
		for _, a := range plans {
			for _, b := range of {
				c := slices.Clone(a)
				for i := range c {
					if alike[i] != nil {
						c[i] = min(c[i], b[i])
					}
				}
				both = append(both, c)
			}
			if d.count += len(of); d.count > MaxDefencePlans {
				return nil, tooMany()
			}
		}
		plans = keepBest(both)
	}
	for _, p := range plans {
		for i, pos := range worlds {
			if pos == nil {
				p[i] = 0
			}
		}
	}
	return plans, nil
}

// fill gives a plan no limit yet in the worlds that are still in question but in which the first
// card cannot be played.
func fill(plans []plan, worlds, alike []World) {
	for _, p := range plans {
		for i := range p {
			if worlds[i] != nil && alike[i] == nil {
				p[i] = trees.MaxScore
			}
		}
	}
}

// playable returns the cards that can be played in one of the worlds or more, by the text of their moves.
func playable(worlds []World) (cards []string) {
	for _, pos := range worlds {
		for _, card := range textsOf(pos) {
			if !slices.Contains(cards, card) {
				cards = append(cards, card)
			}
		}
	}
	return cards
}

// textsOf returns the texts of all moves; none for nil.
func textsOf(pos World) (texts []string) {
	if pos == nil {
		return nil
	}
	var v trees.Vector
	for move := range pos.Look(&v) {
		pos.Do(move, &v)
		texts = append(texts, string(pos.AppendLast(nil)))
		pos.Undo()
	}
	return texts
}

func moveOf(pos World, card string) int { return slices.Index(textsOf(pos), card) }

// keepBest leaves out plans that are nowhere better than another one.
func keepBest(plans []plan) (kept []plan) {
	for i, p := range plans {
		worse := slices.ContainsFunc(kept, func(q plan) bool { return atMost(p, q) }) ||
			slices.ContainsFunc(plans[i+1:], func(q plan) bool { return atMost(p, q) && !atMost(q, p) })
		if !worse {
			kept = append(kept, p)
		}
	}
	return kept
}

// atMost reports whether p is nowhere more than q.
func atMost(p, q plan) bool {
	for i := range p {
		if p[i] > q[i] {
			return false
		}
	}
	return true
}
