package search

import (
	"context"
	"errors"
)

// A Chosen is the move of a search that has a budget.
type Chosen struct {
	Move    int
	Depth   int   // of the last search that ended within the budget; 0: none did, or samples were taken
	ByDepth []int // the moves of the searches to depth 1, 2 and so on
	Samples int   // that were taken; 0: it is no search by samples
}

const (
	// SampledPlies is how deep samples go where play may go on for ever: then a random game ends
	// with the static value.
	SampledPlies = 12
)

// Choose returns the move of an algorithm within a budget. The budget of a search to a depth
// is its nodes: it searches to depth 1, 2 and so on up to deepest, until the next search would exceed the
// budget of all together. The budget of a search by samples is its positions, those of its random games included. If
// no search ends within the budget, the move is the first. Choose depends on its arguments alone,
// so it can be repeated. The problem needs a position with moves.
func Choose(ctx context.Context, a *Algorithm, p Problem, o Options, budget, deepest int) (Chosen, error) {
	if a.Estimate {
		return chooseBySamples(ctx, a, p, o, budget)
	}
	var c Chosen
	p.Numbered = true
	for depth := 1; depth <= deepest && budget > 0; depth++ {
		o.Depth, o.HasDepth, o.Nodes, o.HasNodes = depth, true, min(budget, MaxSearchNodes), true
		result, err := a.Run(ctx, p, o, nil)
		var limit *LimitError
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

func chooseBySamples(ctx context.Context, a *Algorithm, p Problem, o Options, budget int) (Chosen, error) {
	o = SampledOptions(&p, o)
	p.MaxPositions = budget
	result, err := a.Run(ctx, p, o, nil)
	return Chosen{Move: result.Move, Samples: result.Samples}, err
}

// SampledOptions completes the options of a search by samples whose budget is its positions.
func SampledOptions(p *Problem, o Options) Options {
	if !o.HasSamples {
		o.Samples, o.HasSamples = MaxSamples, true
	}
	if !o.HasDepth && p.endless() {
		o.Depth, o.HasDepth = SampledPlies, true
	}
	return o
}
