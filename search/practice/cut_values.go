package practice

import (
	"math"

	"espalier/trees"
)

// This file has the sets of values that the leaves below a cut can take and return:
// a box for each leaf, narrowed at every node above it. See cut_judge.go.

// A cutGoal is what the mover at a node wants: the largest or the smallest score of a
// player. The key of a value is the score, negated if the smallest is expected, so that
// every mover takes the largest key, the leftmost among equals.
type cutGoal struct {
	player int // from 0
	least  bool
}

func (g cutGoal) key(v *trees.Vector) trees.Score {
	if g.least {
		return -v[g.player]
	}
	return v[g.player]
}

// A threshold is a key that another key must reach, or exceed if it is strict.
type threshold struct {
	key    trees.Score
	strict bool
}

const noKey = trees.Score(math.MinInt64)

// higher returns the threshold that is harder to reach.
func (t threshold) higher(u threshold) threshold {
	if u.key > t.key || u.key == t.key && u.strict {
		return u
	}
	return t
}

func (t threshold) reachedBy(key trees.Score) bool { return key > t.key || key == t.key && !t.strict }

// A box is a set of values: each score within two bounds, and the sum within maxsum.
type box struct{ low, up trees.Vector }

// leastKey is the smallest key, for the mover at the parent, that a node whose leaves
// are all free can return.
type leastKey struct {
	key   trees.Score
	known bool
}

// amongSiblings returns, for each of several siblings whose leaves are all free, what
// its key must reach to be taken, if the others are as unattractive as possible.
func (j *CutJudge) amongSiblings(siblings []int) []threshold {
	needs := make([]threshold, len(siblings))
	at := threshold{key: noKey}
	for i, k := range siblings {
		needs[i] = at
		at = at.higher(threshold{j.leastOf(k), true})
	}
	at = threshold{key: noKey}
	for i := len(siblings) - 1; i >= 0; i-- {
		needs[i] = needs[i].higher(at)
		at = at.higher(threshold{j.leastOf(siblings[i]), false})
	}
	return needs
}

// eachLeaf calls each for the leaves below a node with the values of the leaf, within
// the box, with which the node returns it, until each returns false. All leaves below
// the node are free.
func (j *CutJudge) eachLeaf(node int, b box, each func(leaf int, b box) bool) bool {
	j.poll()
	if j.tree.IsLeaf(node) { // between limits that are no multiples of delta there may be no value
		return !j.holds(&b) || each(node, b)
	}
	if !j.narrow(&b, node) {
		return true
	}
	kids := kidsOf(j.tree, node)
	goal := j.goalAt(node)
	for i, needs := range j.amongSiblings(kids) {
		inner := b
		if j.reach(&inner, goal, needs) && !j.eachLeaf(kids[i], inner, each) {
			return false
		}
	}
	return true
}

func kidsOf(t *trees.Tree, node int) []int {
	kids := make([]int, len(t.Kids(node)))
	for i, k := range t.Kids(node) {
		kids[i] = int(k)
	}
	return kids
}

// leastOf returns the smallest key of a node whose leaves are all free, for the mover
// at its parent. It is the largest key there is if the node has no allowed values.
func (j *CutJudge) leastOf(node int) trees.Score {
	least := &j.least[node-j.root]
	if !least.known {
		key, _, _ := j.leastAttractive(node)
		*least = leastKey{key, true}
	}
	return least.key
}

// leastAttractive returns the smallest key, and a leaf with its value that gives it.
func (j *CutJudge) leastAttractive(node int) (key trees.Score, leaf int, value trees.Vector) {
	goal := j.goalAt(j.tree.Parent(node))
	key = math.MaxInt64
	j.eachLeaf(node, j.allowedAbove(node), func(n int, b box) bool {
		v := b.low
		if goal.least { // as large a score as the sum leaves
			room := j.sum - v.Sum(j.width) + v[goal.player]
			v[goal.player] = j.down(min(b.up[goal.player], room))
		}
		if k := goal.key(&v); k < key {
			key, leaf, value = k, n, v
		}
		return true
	})
	return key, leaf, value
}

// spoil gives the leaves below a node values with which it has its smallest key.
func (j *CutJudge) spoil(node int) {
	_, leaf, v := j.leastAttractive(node)
	j.changed.put(leaf, v)
	for child := leaf; child != node; child = j.tree.Parent(child) {
		j.spoilSiblings(child, j.tree.Parent(child))
	}
}

func (j *CutJudge) spoilSiblings(child, parent int) {
	for _, k := range j.tree.Kids(parent) {
		if int(k) != child {
			j.spoil(int(k))
		}
	}
}

// allowedAbove returns the allowed values of a leaf below a node, as far as the header
// and the heuristics above the node limit them.
func (j *CutJudge) allowedAbove(node int) (b box) {
	for p := range j.width {
		b.low[p], b.up[p] = j.up(j.low[p]), j.down(j.most[p])
	}
	for n := j.tree.Parent(node); n >= 0; n = j.tree.Parent(n) {
		j.narrow(&b, n)
	}
	return b
}

// narrow applies the heuristic at a node. It returns false if nothing is left.
func (j *CutJudge) narrow(b *box, node int) bool {
	if low, given := j.tree.Low(node); given {
		for p := range j.width {
			b.low[p] = max(b.low[p], j.up(low[p]))
		}
	}
	if up, given := j.tree.Up(node); given {
		for p := range j.width {
			b.up[p] = min(b.up[p], j.down(up[p]))
		}
	}
	return j.holds(b)
}

// holds reports whether there is a value in the box.
func (j *CutJudge) holds(b *box) bool {
	for p := range j.width {
		if b.low[p] > b.up[p] {
			return false
		}
	}
	return b.low.Sum(j.width) <= j.sum
}

// reach narrows a box to the values whose key reaches a threshold.
func (j *CutJudge) reach(b *box, g cutGoal, t threshold) bool {
	if t.key == noKey {
		return true
	}
	if t.key == math.MaxInt64 {
		return false
	}
	if p := g.player; g.least {
		up := j.down(-t.key)
		if t.strict && up == -t.key {
			up -= j.step
		}
		b.up[p] = min(b.up[p], up)
	} else {
		low := j.up(t.key)
		if t.strict && low == t.key {
			low += j.step
		}
		b.low[p] = max(b.low[p], low)
	}
	return j.holds(b)
}

// miss narrows a box to the values whose key does not reach a threshold.
func (j *CutJudge) miss(b *box, g cutGoal, t threshold) bool {
	// A key misses t exactly if the negated key reaches the opposite threshold.
	return j.reach(b, cutGoal{g.player, !g.least}, threshold{-t.key, !t.strict})
}

// up and down round to a multiple of the step.
func (j *CutJudge) up(s trees.Score) trees.Score { return -j.down(-s) }

func (j *CutJudge) down(s trees.Score) trees.Score { return roundDown(s, j.step) }

// roundDown returns the largest multiple of a step that is at most s.
func roundDown(s, step trees.Score) trees.Score {
	whole, over := s/step*step, s%step
	if over < 0 {
		whole -= step
	}
	return whole
}
