package hidden

import (
	"context"
	"errors"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// Inference from play and bids.
//
// M. Ginsberg, "GIB: Imperfect information in a computationally challenging game", JAIR 14 (2001):
// the deals that GIB samples fit the bidding and the play so far, and a card that an
// opponent would not have played in a deal makes this deal less likely. What follows is ours:
//
//	miss    of a deal: a card of another player that is not one of the best there, for this
//	        player, by a search with all cards of the deal open; or a trick by which a
//	        bid differs from the bid that the rule of the game gives for the hand
//	weight  of a deal with m misses: MissFactor^-(m - fewest), where fewest are those of the
//	        deals with fewest misses; at least MissFactor^-MostMisses
//
// A best deal always has the weight 1, and no deal has the weight 0. The others do not see the cards
// either, so a miss is a hint and no proof.

const (
	// MissFactor is how much less likely a miss makes a deal. It was not tuned.
	MissFactor = 8
	// MostMisses bounds the misses that count, beyond the fewest of a deal.
	MostMisses = 4
	// MaxInferredCards bounds the cards that are judged: the last ones of the others.
	MaxInferredCards = 12
	// InferenceShare divides the limit on the nodes of a vote: searches that judge cards may visit
	// a 1/InferenceShare of them.
	InferenceShare = 2

	// weightUnit is the weight 1.
	weightUnit = MissFactor * MissFactor * MissFactor * MissFactor
)

// An Inference says what the weights of a vote come from.
type Inference struct {
	Cards  int  // of the others that were judged, the last ones; 0: the limit on nodes was reached before
	Of     int  // cards that the others have played
	Tricks int  // to the end of which cards were judged: 1 is the trick of the card
	Whole  bool // cards were judged to the end of the play
	Bids   bool // bids were judged
	Nodes  int  // of the searches
}

// A judge counts the misses of deals.
type judge struct {
	*Request
	algorithm *engine.Algorithm
	played    []games.PlayedCard
	first     int // the number of the first card that is judged
	player    int
	left      int // nodes
}

// infer gives all deals a weight.
func (v *Vote) infer(ctx context.Context, q *Request, known *games.Deals) error {
	j := &judge{Request: q, algorithm: q.Algorithm, played: known.Played(), player: q.Pos.Mover(), left: q.Nodes / InferenceShare}
	if q.Algorithm.Estimate {
		j.algorithm = algorithms.Plain // estimates are hardly ever equal
	}
	v.Inference = &Inference{}
	j.first = len(j.played)
	for i, c := range slices.Backward(j.played) {
		if c.Player != j.player {
			if v.Inference.Of++; v.Inference.Of <= MaxInferredCards {
				j.first = i
			}
		}
	}
	var openings []games.Position
	for i := range v.Deals {
		opening, err := known.Opening(v.Deals[i].Pos)
		if err != nil {
			return err
		}
		openings = append(openings, opening)
		for p, far := range games.BidsBeside(opening) {
			v.Inference.Bids = true
			if p+1 != j.player {
				v.Deals[i].Misses += far
			}
		}
	}
	misses := make([]int, len(v.Deals))
	for tricks := 1; v.Inference.Of > 0; tricks++ {
		judged, whole, err := j.judge(ctx, openings, tricks)
		if err != nil {
			return err
		}
		if judged == nil {
			break // the last number of tricks counts
		}
		misses = judged
		v.Inference.Cards, v.Inference.Tricks, v.Inference.Whole = min(v.Inference.Of, MaxInferredCards), tricks, whole
		if whole {
			break
		}
	}
	v.Inference.Nodes = q.Nodes/InferenceShare - j.left
	v.Nodes = v.Inference.Nodes
	for i := range v.Deals {
		v.Deals[i].Misses += misses[i]
	}
	v.weigh()
	return nil
}

// weigh sets the weights from the misses.
func (v *Vote) weigh() {
	fewest := v.Deals[0].Misses
	for _, d := range v.Deals {
		fewest = min(fewest, d.Misses)
	}
	for i := range v.Deals {
		d := &v.Deals[i]
		d.Weight = weightUnit
		for range min(d.Misses-fewest, MostMisses) {
			d.Weight /= MissFactor
		}
	}
}

// judge returns the misses of the cards in all deals, by searches to the end of a number of tricks;
// nil: the limit on nodes was reached. whole: all searches went to the end of the play.
func (j *judge) judge(ctx context.Context, openings []games.Position, tricks int) (misses []int, whole bool, err error) {
	whole = true
	for _, pos := range openings {
		n := 0
		done := 0
		for i, c := range j.played {
			move := moveOf(pos.(World), c.Card)
			if i >= j.first && c.Player != j.player {
				depth := trickEnd(pos) + (tricks-1)*pos.Players()
				whole = whole && depth >= pos.Height()
				missed, err := j.missed(ctx, pos, move, min(depth, pos.Height()))
				if limit := (*engine.LimitError)(nil); errors.As(err, &limit) {
					for range done {
						pos.Undo()
					}
					return nil, false, nil
				}
				if err != nil {
					return nil, false, err
				}
				if missed {
					n++
				}
			}
			var none trees.Vector
			pos.Do(move, &none)
			done++
		}
		for range done {
			pos.Undo()
		}
		misses = append(misses, n)
	}
	return misses, whole, nil
}

// missed reports whether another card is better for the player to move than the one that was played.
func (j *judge) missed(ctx context.Context, pos games.Position, move, depth int) (bool, error) {
	var none trees.Vector
	moves, mover := pos.Look(&none), pos.Mover()-1
	if moves == 1 {
		return false, nil
	}
	// The card that was played comes first, so that a better one ends the searches.
	played, err := j.score(ctx, pos, move, mover, depth)
	for other := range moves {
		if err != nil {
			return false, err
		}
		if other == move {
			continue
		}
		var score trees.Score
		if score, err = j.score(ctx, pos, other, mover, depth); err == nil && score > played {
			return true, nil
		}
	}
	return false, err
}

func (j *judge) score(ctx context.Context, pos games.Position, move, mover, depth int) (trees.Score, error) {
	if j.left < 1 {
		return 0, &engine.LimitError{}
	}
	o := engine.Options{Depth: depth, HasDepth: true, Nodes: j.left, HasNodes: true}
	result, err := j.algorithm.Run(ctx, engine.OnGame(j.Game, games.OnlyMove(pos, move)), o, nil)
	if limit := (*engine.LimitError)(nil); errors.As(err, &limit) {
		j.left = 0
	}
	if err != nil {
		return 0, err
	}
	j.left -= result.Stats.Nodes
	return result.Value[mover], nil
}
