package engine

import "espalier/trees"

const (
	// MaxSamples is the maximum number of samples of a run. Each adds at most one entry of some
	// 100 bytes to the tree.
	MaxSamples = 100_000
	// DefaultSamples is the number of samples of a run that does not ask for another.
	DefaultSamples = 100
	// MaxSeed is the largest seed that can be given.
	MaxSeed = 1 << 30
	// MaxExploration is the largest exploration constant, in hundredths of the span of the scores.
	MaxExploration = 100_000

	DefaultSeed        = 1
	DefaultExploration = 141
)

// Span returns the largest difference between two scores of a player, as far as it is known
// before the search.
func (p *Problem) Span() (span trees.Score) {
	if p.Tree == nil {
		for i := range p.Players {
			span = max(span, p.MaxP.Of(i).Score)
		}
		return span
	}
	least, known := p.Tree.Minima()
	for i := range p.Players {
		most := p.Tree.Most(i)
		if !known || !most.Given {
			return largestLeaf(p.Tree) - smallestLeaf(p.Tree)
		}
		span = max(span, most.Score-least[i])
	}
	return span
}

func largestLeaf(t *trees.Tree) trees.Score {
	most := trees.Score(0)
	for n := range t.Len() {
		if v, known := t.Value(n); known && t.IsLeaf(n) {
			for p := range t.Width() {
				most = max(most, v[p])
			}
		}
	}
	return most
}

func smallestLeaf(t *trees.Tree) trees.Score {
	least := trees.Score(0)
	for n := range t.Len() {
		if v, known := t.Value(n); known && t.IsLeaf(n) {
			for p := range t.Width() {
				least = min(least, v[p])
			}
		}
	}
	return least
}
