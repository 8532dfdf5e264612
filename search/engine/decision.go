package engine

import (
	"math"

	"espalier/trees"
)

// Decision rules: they decide whether bounds alone allow a prune.
//
// N. Sturtevant, "Leaf-value tables for pruning non-zero-sum games", IJCAI
// 2005: the test of a pruning algorithm is a classifier of bound vectors and
// can be replaced without changing the algorithm. Linear is the test of Korf
// 1991 and of Sturtevant 2003, Discrete that of 2003 section 4.4, Table that
// of 2005.

// NoBound means that a player has no bound. It is below every score and below every
// difference of scores, so every outcome exceeds it, and no test reaches it.
const NoBound trees.Score = math.MinInt64

// A Decision classifies bound vectors. A page draws its decision space by
// testing every point.
type Decision interface {
	// Prune reports whether no possible outcome gives every player more than
	// that player's bound. Outcomes outside low and up are impossible; nil
	// means no limit.
	Prune(bounds, low, up *trees.Vector) bool
}

// Decisions returns the rules that last-branch and speculative pruning use on
// the problem, in this order: Linear, Discrete and *Table.
func Decisions(p *Problem, o Options) []Decision {
	reach := p.MaxSum.Score
	if o.Strict {
		reach++ // the sum must exceed maxsum
	}
	list := []Decision{Linear{p.Players, reach, p.NoMinima}}
	if o.Discrete {
		list = append(list, Discrete{p.Players, reach, p.Delta, p.NoMinima, o.AsPrinted})
	}
	if o.Table {
		outcomes, values := p.TableOutcomes(), []trees.Vector(nil)
		if p.Rows != nil {
			outcomes = nil
			for _, row := range p.Rows {
				outcomes, values = append(outcomes, row.Outcome), append(values, row.Value)
			}
		}
		t := NewTable(p.Players, outcomes, values)
		t.Printed = o.AsPrinted
		list = append(list, t)
	}
	return list
}

// Linear prunes if the sum of the bounds reaches maxsum: then no outcome exceeds all
// bounds.
type Linear struct {
	Players int
	MaxSum  trees.Score
	// NoMinima: a missing bound does not count as 0, since scores can be below 0. Then only
	// the bounds of all players make a sum.
	NoMinima bool
}

// Prune adds the bounds; a missing bound counts as 0.
func (d Linear) Prune(bounds, _, _ *trees.Vector) bool {
	sum, held := sumBounds(bounds, d.Players)
	return Enough(held, d.Players, d.NoMinima) && sum >= d.MaxSum
}

// Enough reports whether a number of bounds can be compared with maxsum.
func Enough(held, players int, noMinima bool) bool {
	return held > 0 && (!noMinima || held == players)
}

func sumBounds(bounds *trees.Vector, players int) (sum trees.Score, held int) {
	for _, b := range bounds[:players] {
		if b != NoBound {
			sum += b
			held++
		}
	}
	return sum, held
}
