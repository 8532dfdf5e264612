package search

import "espalier/trees"

// Decision rules: from bounds alone, to prune or not.
//
// N. Sturtevant, "Leaf-value tables for pruning non-zero-sum games", IJCAI
// 2005: the test of a pruning algorithm is a classifier of bound vectors, and
// may be exchanged without touching the algorithm. Linear is the test of Korf
// 1991 and of Sturtevant 2003, Discrete that of 2003 section 4.4, Table that
// of 2005.

// NoBound stands for a player who has no bound. It lies below every score, so
// that every outcome exceeds it.
const NoBound trees.Score = -1

// A Decision classifies bound vectors. A page can draw its decision space by
// asking about every point.
type Decision interface {
	// Prune reports whether no possible outcome gives every player more than
	// his bound. Outcomes outside low and up are impossible; nil says nothing.
	Prune(bounds, low, up *trees.Vector) bool
}

// Decisions returns the rules that last-branch and speculative pruning ask on
// the problem, in this order: Linear, Discrete and *Table.
func Decisions(p *Problem, o Options) []Decision {
	list := []Decision{Linear{p.Players, p.MaxSum.Score}}
	if o.Discrete {
		list = append(list, Discrete{p.Players, p.MaxSum.Score, p.Delta})
	}
	if o.Table {
		t := NewTable(p.Players, p.outcomes(), nil)
		t.Printed = o.AsPrinted
		list = append(list, t)
	}
	return list
}

// Linear prunes where the bounds add up to maxsum: more than that cannot be shared out.
type Linear struct {
	Players int
	MaxSum  trees.Score
}

// Prune sums the bounds; a player without one may be left with nothing.
func (d Linear) Prune(bounds, _, _ *trees.Vector) bool {
	sum, held := sumBounds(bounds, d.Players)
	return held > 0 && sum >= d.MaxSum
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
