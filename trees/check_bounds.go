package trees

import (
	"fmt"
	"math"
)

// A contradiction is a leaf's score that violates a heuristic bound above the
// leaf.
type contradiction struct {
	holder, leaf int
	alternative  int // alternative of the leaf; none: the leaf's value
	player       int // from 0
	score, bound Score
	above        bool // the score is above the upper bound, else below the lower
}

func (c *contradiction) message(t *Tree) string {
	field := "." + valueField(c.alternative)
	side := "below the lower"
	if c.above {
		side = "above the upper"
	}
	switch t.Kind {
	case Path:
		return fmt.Sprintf("the path to %s costs %s, %s bound %s", t.Place(c.leaf), c.score.In(t.Unit), side, c.bound.In(t.Unit))
	case Minimax:
		return fmt.Sprintf("%s%s is %s, %s bound %s", t.Place(c.leaf), field, c.score.In(t.Unit), side, c.bound.In(t.Unit))
	}
	return fmt.Sprintf("%s%s gives player %d a score of %s, %s bound %s", t.Place(c.leaf), field, c.player+1, c.score.In(t.Unit), side, c.bound.In(t.Unit))
}

// boundsOnPath holds the tightest bounds on the path to a node, and the nodes that have
// these bounds.
type boundsOnPath struct {
	low, up     Vector
	lowAt, upAt [MaxPlayers]int32
	cost        Score // cost of the path to the node
}

// contradiction returns the first contradiction in preorder, or nil.
func (t *Tree) contradiction() (first *contradiction) {
	t.eachContradiction(func(c *contradiction) bool {
		first = c
		return false
	})
	return first
}

// eachContradiction yields at most one contradiction for each leaf. It checks the
// leaf's value and all its alternatives, in one pass in preorder, with one entry of
// memory per level.
func (t *Tree) eachContradiction(yield func(*contradiction) bool) {
	if !t.bounded() {
		return
	}
	way := make([]boundsOnPath, t.height+1)
	top := &way[0]
	for p := range MaxPlayers {
		top.low[p], top.up[p] = math.MinInt64, math.MaxInt64
	}
	for n := range t.Len() {
		at := &way[t.Level(n)]
		if n > 0 {
			*at = way[t.Level(n)-1]
			at.cost += t.Cost(n)
		}
		at.narrow(t, n)
		if !t.IsLeaf(n) {
			continue
		}
		if c := t.violation(at, n); c != nil && !yield(c) {
			return
		}
	}
}

func (t *Tree) bounded() bool {
	for n := range t.Len() {
		if t.low[n] != NoNode || t.up[n] != NoNode {
			return true
		}
	}
	return false
}

func (at *boundsOnPath) narrow(t *Tree, n int) {
	if v, ok := t.Low(n); ok {
		for p := range t.Width() {
			if v[p] > at.low[p] {
				at.low[p], at.lowAt[p] = v[p], int32(n)
			}
		}
	}
	if v, ok := t.Up(n); ok {
		for p := range t.Width() {
			if v[p] < at.up[p] {
				at.up[p], at.upAt[p] = v[p], int32(n)
			}
		}
	}
}

// violation returns the first contradiction at the leaf, or nil.
func (t *Tree) violation(at *boundsOnPath, leaf int) *contradiction {
	if t.Kind == Path {
		return t.violationBy(at, leaf, NoNode, &Vector{at.cost})
	}
	if v, known := t.Value(leaf); known && t.flags[leaf]&flagOwnValue != 0 {
		if c := t.violationBy(at, leaf, NoNode, &v); c != nil {
			return c
		}
	}
	for i := range t.Alternatives(leaf) {
		if c := t.violationBy(at, leaf, i, &t.Alternatives(leaf)[i]); c != nil {
			return c
		}
	}
	return nil
}

func (t *Tree) violationBy(at *boundsOnPath, leaf, alternative int, v *Vector) *contradiction {
	for p, s := range v[:t.Width()] {
		if s < at.low[p] {
			return &contradiction{int(at.lowAt[p]), leaf, alternative, p, s, at.low[p], false}
		}
		if s > at.up[p] {
			return &contradiction{int(at.upAt[p]), leaf, alternative, p, s, at.up[p], true}
		}
	}
	return nil
}
