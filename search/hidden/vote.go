package hidden

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

const (
	// MaxDeals is the largest number of deals of a vote. The paper speaks of hundreds.
	MaxDeals = 300
	// DefaultDeals are enough for a sensible move, and few enough to be read deal by deal.
	DefaultDeals = 30
)

// A Request asks for a vote.
type Request struct {
	Game      string // its id
	Pos       games.Position
	Algorithm *engine.Algorithm // searches each deal
	Deals     int               // to be sampled, 1 to MaxDeals
	Seed      uint64            // the same request gives the same vote
	Nodes     int               // limit on the nodes of all searches together
	Infer     bool              // deals are weighted by how well they explain the play and the bids
}

// A Vote is the result of searching each of some deals.
type Vote struct {
	Fitting float64 // number of deals that fit what the player knows; exact up to 2^53
	All     bool    // Deals are all of these; else they are sampled, possibly some of them twice
	Deals   []Deal
	// Depth is the depth of the searches; 0: not even one deal was searched within the limit. Then
	// the move is the first one.
	Depth int
	Whole bool // the searches went to the end of the play
	Nodes int  // of all searches, with those of the last depth, which may not have been finished
	// Inference says what the weights come from; nil: all deals have the same weight.
	Inference *Inference
	Moves     []Tally
	Move      int // the move with the largest sum; in a tie the leftmost
}

// A Deal is a deal with the scores of all moves.
type Deal struct {
	Pos    games.Position
	Scores []trees.Score // of the player to move, by move; in the unit of the game
	Best   trees.Score   // the largest of them
	Weight int           // 1 without inference; else between 1 and MissFactor^MostMisses
	Misses int           // what the deal does not explain of the play and the bids
}

// A Tally adds up what the deals say of a move.
type Tally struct {
	Text string      // of the move
	Sum  trees.Score // of the scores, each times the weight of its deal
	Best int         // the number of deals in which no other move has a larger score
	// Weight is that of these deals together.
	Weight int
}

// Mean returns the weighted mean score of a move, in points.
func (v *Vote) Mean(move int) float64 {
	return float64(v.Moves[move].Sum) / float64(games.UnitOf(v.Deals[0].Pos)) / float64(v.Weight())
}

// Weight returns the weight of all deals together.
func (v *Vote) Weight() (all int) {
	for _, d := range v.Deals {
		all += d.Weight
	}
	return all
}

// Ask samples deals and searches each move in each of them: first to the end of the present
// trick, then one trick deeper each time, until the limit on nodes is reached. The result is that
// of the last depth at which all deals were searched. All deals are searched if there are no more
// of them than asked for. A search by samples goes to the end of the play at once, with an equal
// part of the limit for each move of each deal; its nodes are positions, those of random games included.
// With inference, one part in InferenceShare of the limit is for the weights.
func Ask(ctx context.Context, q Request) (*Vote, error) {
	mover := q.Pos.Mover()
	known, ok := games.DealsFor(q.Pos, mover)
	if !ok {
		return nil, fmt.Errorf("no player is to move in a game of cards")
	}
	v := &Vote{Fitting: known.Count()}
	v.All = v.Fitting <= float64(q.Deals)
	if err := v.sample(known, &q); err != nil {
		return nil, err
	}
	if q.Infer {
		if err := v.infer(ctx, &q, known); err != nil {
			return nil, err
		}
	}
	var none trees.Vector
	for move := range q.Pos.Look(&none) {
		q.Pos.Do(move, &none)
		v.Moves = append(v.Moves, Tally{Text: string(q.Pos.AppendLast(nil))})
		q.Pos.Undo()
	}
	first := trickEnd(q.Pos)
	if q.Algorithm.Estimate {
		first = q.Pos.Height() // random games go to the end at once, and the limit is divided
	}
	for depth := first; ; depth = min(depth+q.Pos.Players(), q.Pos.Height()) {
		searched, err := v.search(ctx, &q, depth)
		if err != nil {
			return nil, err
		}
		if searched < len(v.Deals) && v.Depth > 0 {
			break // the last depth counts
		}
		if searched == 0 {
			break
		}
		v.Deals, v.Depth = v.Deals[:searched], depth
		v.All = v.All && float64(searched) == v.Fitting
		v.tally()
		if v.Whole = depth >= q.Pos.Height(); v.Whole || searched < len(v.Deals) {
			break
		}
	}
	return v, nil
}

// trickEnd returns the number of plies to the end of the present trick.
func trickEnd(pos games.Position) int {
	return (pos.Height()-1)%pos.Players() + 1
}

// sample chooses the deals.
func (v *Vote) sample(known *games.Deals, q *Request) error {
	r := rand.New(rand.NewPCG(q.Seed, uint64(q.Pos.Height())))
	n := q.Deals
	if v.All {
		n = int(v.Fitting)
	}
	for i := range n {
		var pos games.Position
		var err error
		if v.All {
			pos, err = known.At(i)
		} else {
			pos, err = known.Sample(r)
		}
		if err != nil {
			return err
		}
		v.Deals = append(v.Deals, Deal{Pos: pos, Weight: 1})
	}
	return nil
}

// search searches all deals to a depth and returns how many were searched within the limit. The
// scores of deals that were searched before stay where this depth is not finished.
func (v *Vote) search(ctx context.Context, q *Request, depth int) (searched int, err error) {
	mover := q.Pos.Mover() - 1
	samples := (q.Nodes - v.Nodes) / (len(v.Deals) * len(v.Moves)) // of a search by samples, for each move
	all := make([][]trees.Score, 0, len(v.Deals))
	for i := range v.Deals {
		scores := make([]trees.Score, 0, len(v.Moves))
		for move := range v.Moves {
			left := q.Nodes - v.Nodes
			if left < 1 {
				break
			}
			problem := engine.OnGame(q.Game, games.OnlyMove(v.Deals[i].Pos, move))
			o := engine.Options{Depth: depth, HasDepth: true, Nodes: left, HasNodes: true}
			if q.Algorithm.Estimate {
				problem.MaxPositions = max(1, samples)
				o.Samples, o.HasSamples = engine.MaxSamples, true
			}
			result, err := q.Algorithm.Run(ctx, problem, o, nil)
			var limit *engine.LimitError
			if errors.As(err, &limit) {
				v.Nodes = q.Nodes
				break
			}
			if err != nil {
				return 0, err
			}
			v.Nodes += result.Stats.Nodes
			scores = append(scores, result.Value[mover])
		}
		if len(scores) < len(v.Moves) {
			break
		}
		all = append(all, scores)
	}
	if len(all) < len(v.Deals) && v.Depth > 0 {
		return len(all), nil
	}
	for i, scores := range all {
		v.Deals[i].Scores, v.Deals[i].Best = scores, scores[0]
		for _, s := range scores {
			v.Deals[i].Best = max(v.Deals[i].Best, s)
		}
	}
	return len(all), nil
}

// tally adds up the scores.
func (v *Vote) tally() {
	v.Move = 0
	for move := range v.Moves {
		t := &v.Moves[move]
		t.Sum, t.Best, t.Weight = 0, 0, 0
		for _, d := range v.Deals {
			t.Sum += d.Scores[move] * trees.Score(d.Weight)
			if d.Scores[move] == d.Best {
				t.Best++
				t.Weight += d.Weight
			}
		}
		if t.Sum > v.Moves[v.Move].Sum {
			v.Move = move
		}
	}
}
