package claims

import (
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// A gameTree has its nodes level by level from 0, the root: siblings are adjacent. A
// compare.Trial is one.
type gameTree interface {
	Kids(i int) (first, n int)
	Mover(i int) int // 0: it is a leaf
	Value(i int) *trees.Vector
}

// levels is a tree with its nodes level by level.
type levels struct {
	first, kids []int
	mover       []int
	value       []trees.Vector
	number      []int // of each node in the tree
}

func (l *levels) Kids(i int) (first, n int) { return l.first[i], l.kids[i] }
func (l *levels) Mover(i int) int           { return l.mover[i] }
func (l *levels) Value(i int) *trees.Vector { return &l.value[i] }

// byLevels returns a tree with its nodes level by level; inner nodes have their max^n values.
func byLevels(t *trees.Tree, rule compare.TieRule) *levels {
	l := &levels{number: []int{0}}
	for i := 0; i < len(l.number); i++ {
		n, mover := l.number[i], 0
		v, _ := t.Value(n)
		if !t.IsLeaf(n) {
			mover = t.Mover(n)
		}
		if t.Kind == trees.Minimax {
			v[1] = -v[0]
		}
		l.first, l.kids = append(l.first, len(l.number)), append(l.kids, len(t.Kids(n)))
		l.mover, l.value = append(l.mover, mover), append(l.value, v)
		for _, k := range t.Kids(n) {
			l.number = append(l.number, int(k))
		}
	}
	for i := len(l.number) - 1; i >= 0; i-- {
		if l.mover[i] > 0 {
			l.value[i] = l.value[chosen(l, i, rule)]
		}
	}
	return l
}

// chosen returns the child that the mover of an inner node takes, when the children have
// their values.
func chosen(t gameTree, i int, rule compare.TieRule) int {
	first, n := t.Kids(i)
	best, p := first, t.Mover(i)-1
	for k := first + 1; k < first+n; k++ {
		if v, least := t.Value(k)[p], t.Value(best)[p]; v > least || v == least && rule == compare.Rightmost {
			best = k
		}
	}
	return best
}

// boundBefore returns the best score for the mover of a node among the children left of the
// given one; engine.NoBound if there is none.
func boundBefore(t gameTree, i, child int) trees.Score {
	first, _ := t.Kids(i)
	if child == first {
		return engine.NoBound
	}
	p := t.Mover(i) - 1
	best := t.Value(first)[p]
	for k := first + 1; k < child; k++ {
		best = max(best, t.Value(k)[p])
	}
	return best
}
