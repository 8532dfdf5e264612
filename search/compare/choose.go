package compare

import (
	"context"
	"errors"
	"math"

	"espalier/search/engine"
	"espalier/trace"
)

// A Chosen is the move of a search that has a budget.
type Chosen struct {
	Move    int
	Depth   int   // of the last search that ended within the budget; 0: none did, or samples were taken
	ByDepth []int // the moves of the searches to depth 1, 2 and so on
	// Of a search by samples: those that were taken, and the exploration constant.
	Samples, Exploration int
}

const (
	// sampledPlies is how deep samples go where play may go on for ever: then a random game ends
	// with the static value.
	sampledPlies = 12

	// spreadSamples is the most random games that measure the exploration constant, and
	// 1/spreadShare the part of the budget that they may use.
	spreadSamples = 64
	spreadShare   = 8
)

// Choose returns the move of an algorithm within a budget. The budget of a search to a depth
// is its nodes: it searches to depth 1, 2 and so on up to deepest, until the next search would exceed the
// budget of all together. The budget of a search by samples is its positions, those of its random games included. If
// no search ends within the budget, the move is the first. Choose depends on its arguments alone,
// so it can be repeated. The problem needs a position with moves.
func Choose(ctx context.Context, a *engine.Algorithm, p engine.Problem, o engine.Options, budget, deepest int) (Chosen, error) {
	if a.Estimate {
		return chooseBySamples(ctx, a, p, o, budget)
	}
	var c Chosen
	p.Numbered = true
	for depth := 1; depth <= deepest && budget > 0; depth++ {
		o.Depth, o.HasDepth, o.Nodes, o.HasNodes = depth, true, min(budget, engine.MaxSearchNodes), true
		result, err := a.Run(ctx, p, o, nil)
		var limit *engine.LimitError
		if errors.As(err, &limit) {
			return c, nil
		}
		if err != nil {
			return c, err
		}
		budget -= result.Stats.Nodes
		c.Move, c.Depth = int(result.Line[1])-1, depth // the children of the root have the numbers from 1
		c.ByDepth = append(c.ByDepth, c.Move)
	}
	return c, nil
}

func chooseBySamples(ctx context.Context, a *engine.Algorithm, p engine.Problem, o engine.Options, budget int) (Chosen, error) {
	o.Samples, o.HasSamples = engine.MaxSamples, true
	switch {
	case o.HasDepth:
	case p.Endless():
		o.Depth, o.HasDepth = sampledPlies, true
	case p.ExactPlies > 0 && p.Pos.Height() > p.ExactPlies:
		o.Depth, o.HasDepth = p.ExactPlies, true
	}
	if !o.HasExploration {
		p.MaxPositions = max(1, budget/spreadShare)
		spread, used, err := spreadOf(ctx, a, p, o)
		if err != nil {
			return Chosen{}, err
		}
		o.Exploration, o.HasExploration = spread, true
		budget -= used
	}
	p.MaxPositions = max(1, budget)
	result, err := a.Run(ctx, p, o, nil)
	return Chosen{Move: result.Move, Samples: result.Samples, Exploration: o.Exploration}, err
}

// spreadOf returns the exploration constant that is the standard deviation of the results of
// random games for the player to move, and the positions that were used to measure it. UCB1 is for
// rewards from 0 to 1. In many games the possible scores span far more than those of two moves
// differ, and the constant of the whole span would try all moves equally often.
func spreadOf(ctx context.Context, a *engine.Algorithm, p engine.Problem, o engine.Options) (exploration, used int, err error) {
	player := max(1, p.Pos.Mover()) - 1
	var n, sum, squares float64
	o.Exploration, o.HasExploration = engine.MaxExploration, true // all moves alike
	o.Samples = spreadSamples
	result, err := a.Run(ctx, p, o, func(e *trace.Event) {
		if e.Type == trace.Leaf {
			x := float64(e.Value[player])
			n, sum, squares = n+1, sum+x, squares+x*x
			used += e.Plies
		}
	})
	if err != nil {
		return 0, 0, err
	}
	span := float64(p.Span())
	if n < 2 || span <= 0 {
		return 1, used + result.Stats.Nodes, nil
	}
	deviation := math.Sqrt(max(0, squares-sum*sum/n) / (n - 1))
	return min(engine.MaxExploration, max(1, int(math.Round(100*deviation/span)))), used + result.Stats.Nodes, nil
}
