package practice

import (
	"context"
	"math"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// This file decides whether a cut can change the result of exhaustive search: whether
// there are allowed values of the leaves below the skipped children with which the
// root gets another value, if all other leaves keep theirs. It needs no enumeration.
// If a free leaf decides, its value passes a linear test at every node above it, and
// every other free leaf can be as unattractive as its bounds allow, independently
// of the first.

// A CutJudge decides this for the cuts of one tree. Allowed values are within minp, maxp,
// maxsum and the heuristics above the leaf, and multiples of delta. Without minp, scores are at
// least 0 if none of the tree is below; those of a tree of kind minimax are any numbers.
type CutJudge struct {
	ctx    context.Context
	config engine.AlgorithmConfig
	tree   *trees.Tree
	root   int
	about  int // the player whose score alone counts; 0: all scores
	goal   func(node int) (player int, least bool)
	width  int            // scores of a value
	step   trees.Score    // between two scores of one player
	low    trees.Vector   // smallest scores
	most   trees.Vector   // largest scores
	sum    trees.Score    // largest sum of a value
	value  []trees.Vector // of exhaustive search, by node - root
	least  []leastKey     // by node - root
	work   int

	changed leafValues     // the answer to the last question
	again   []trees.Vector // of exhaustive search with it, by node - root
}

// A leafValues is a set of leaves with other values. It is used again for each cut: on a
// large tree it takes megabytes.
type leafValues struct {
	root   int
	leaves []int // in the order of their numbers after find
	value  []trees.Vector
	has    []bool // both by node - root
}

func newLeafValues(root, nodes int) leafValues {
	return leafValues{root: root, value: make([]trees.Vector, nodes), has: make([]bool, nodes)}
}

func (l *leafValues) put(leaf int, v trees.Vector) {
	if at := leaf - l.root; !l.has[at] {
		l.has[at] = true
		l.leaves = append(l.leaves, leaf)
	}
	l.value[leaf-l.root] = v
}

func (l *leafValues) remove(leaf int) { l.has[leaf-l.root] = false }

// compact drops the leaves that were removed.
func (l *leafValues) compact() {
	l.leaves = slices.DeleteFunc(l.leaves, func(n int) bool { return !l.has[n-l.root] })
}

func (l *leafValues) clear() {
	for _, n := range l.leaves {
		l.has[n-l.root] = false
	}
	l.leaves = l.leaves[:0]
}

func (l *leafValues) asMap() map[int]trees.Vector {
	values := make(map[int]trees.Vector, len(l.leaves))
	for _, n := range l.leaves {
		values[n] = l.value[n-l.root]
	}
	return values
}

// farthest is the largest size of a score that is tried, in units, where the tree does not limit
// it: sums of such scores, one for each player, do not overflow.
const farthest = trees.MaxUnits / trees.MaxPlayers

// NewCutJudge returns a judge for the cuts of an algorithm on a tree of kind maxn or minimax
// in which all values are known.
func NewCutJudge(ctx context.Context, c engine.AlgorithmConfig, t *trees.Tree) (*CutJudge, error) {
	j := &CutJudge{ctx: ctx, config: c, tree: t, root: c.Options.Root, width: t.Width(), step: max(t.Delta, 1), sum: trees.MaxUnits}
	if t.MaxSum.Given && t.Kind == trees.MaxN {
		j.sum = t.MaxSum.Score
	}
	reference := c.Algorithm.ReferenceWith(t, j.root, &c.Options)
	j.goal = func(node int) (int, bool) { return reference.Want(t, j.root, node) }
	if reference.Score != nil && !t.IsLeaf(j.root) {
		j.about = reference.Score(t, j.root)
	}
	if err := j.evaluate(); err != nil {
		return nil, err
	}
	j.limitScores()
	j.least = make([]leastKey, len(j.value))
	j.changed, j.again = newLeafValues(j.root, len(j.value)), make([]trees.Vector, len(j.value))
	return j, nil
}

// evaluate computes the value of every node below the root.
func (j *CutJudge) evaluate() error {
	t := j.tree
	j.value = make([]trees.Vector, t.End(j.root)-j.root)
	for n := t.End(j.root) - 1; n >= j.root; n-- {
		if t.IsLeaf(n) {
			v, known := t.Value(n)
			if !known {
				return &engine.UnknownLeafError{Node: n, Name: t.Name(n)}
			}
			j.value[n-j.root] = v
			continue
		}
		j.back(n)
	}
	return nil
}

// limitScores sets the smallest and the largest score of each player at a free leaf. Without
// such a limit any number is allowed. But the search only compares scores, so some numbers
// outside all leaves stand for all others, and are easy to read.
func (j *CutJudge) limitScores() {
	t := j.tree
	least, known := t.Minima()
	if t.Kind == trees.Minimax { // without minp a utility is any number
		known = t.MinP.Given
	}
	margin := t.Delta
	if margin == 0 {
		margin = t.Unit
	}
	if t.Kind == trees.MaxN { // two numbers outside: one that wins against the other
		margin *= 2
	}
	var total trees.Score // of the largest scores
	for p := range j.width {
		below, above := trees.Score(math.MaxInt64), trees.Score(math.MinInt64) // the scores of the leaves
		for n := j.root; n < t.End(j.root); n++ {
			if t.IsLeaf(n) {
				below, above = min(below, j.valueOf(n)[p]), max(above, j.valueOf(n)[p])
			}
		}
		most := t.Most(p)
		if !most.Given || t.Kind == trees.Minimax {
			above = max(above, min(j.up(above)+margin, farthest))
			if known {
				above = max(above, least[p])
			}
			if most.Given {
				above = min(above, most.Score)
				below = min(below, most.Score)
			}
			most = trees.Some(above)
		}
		if j.most[p] = most.Score; known {
			j.low[p] = least[p]
		} else {
			j.low[p] = j.down(min(below, most.Score)) - margin
		}
		total += j.most[p]
	}
	for p := range j.width {
		if !known && t.Kind == trees.MaxN && t.MaxSum.Given { // the others can have as much as they like
			j.low[p] = min(j.low[p], j.down(j.sum-total+j.most[p]))
		}
		j.low[p] = max(j.low[p], -farthest)
	}
}

// back gives an inner node the value of the child that its mover takes.
func (j *CutJudge) back(node int) {
	if j.tree.IsChance(node) {
		j.backChance(node)
		return
	}
	g := j.goalAt(node)
	for i, k := range j.tree.Kids(node) {
		if v := j.valueOf(int(k)); i == 0 || g.key(v) > g.key(j.valueOf(node)) {
			j.value[node-j.root] = *v
		}
	}
}

func (j *CutJudge) valueOf(node int) *trees.Vector { return &j.value[node-j.root] }

func (j *CutJudge) goalAt(node int) cutGoal {
	player, least := j.goal(node)
	return cutGoal{player - 1, least}
}

// differs reports whether a value counts as another one than that of the root.
func (j *CutJudge) differs(v *trees.Vector) bool {
	if j.about > 0 {
		return v[j.about-1] != j.value[0][j.about-1]
	}
	return *v != j.value[0]
}

// A level is a node above the cut with its children beside the path.
type level struct {
	goal  cutGoal
	needs threshold    // what a value from below must reach to be the node's value
	lost  trees.Vector // the node's value if it does not
	fixed bool         // there are children beside the path
	// fails: the root's value changes if the value from below is lost here.
	fails bool
}

// Judge returns values of the leaves below the children that are skipped (the given
// node and its later siblings) with which the root's value changes, as a change of the
// tree's own values, and the root's value then, both in a unit that can be finer than that of the
// tree. It returns nil if there are none. The node must be below the root of the search.
func (j *CutJudge) Judge(node int) (values map[int]trees.Vector, after trees.Vector, unit trees.Score, err error) {
	by, found, after, err := j.find(node)
	if err == nil && found {
		values = by.changed.asMap()
	}
	return values, after, by.tree.Unit, err
}

// find does so, and leaves the values in changed of a judge until its next call.
func (j *CutJudge) find(node int) (by *CutJudge, found bool, after trees.Vector, err error) {
	defer engine.Stopped(&err)
	by = j
	switch {
	case j.tree.HasChance() && j.tree.Kind == trees.MaxN:
		return j.findByAverage(node)
	case j.tree.HasChance():
		found, after = j.findByChance(node)
	default:
		found, after = j.findBySums(node)
	}
	return j, found, after, nil
}

// findBySums does so on a tree without chance nodes.
func (j *CutJudge) findBySums(node int) (found bool, after trees.Vector) {
	parent := j.tree.Parent(node)
	goal := j.goalAt(parent)
	var before *trees.Vector // the best value of the children before the cut
	cut := make([]int, 0, len(j.tree.Kids(parent)))
	for _, k := range j.tree.Kids(parent) {
		switch {
		case int(k) >= node:
			cut = append(cut, int(k))
		case before == nil || goal.key(j.valueOf(int(k))) > goal.key(before):
			before = j.valueOf(int(k))
		}
	}
	levels := j.levelsAbove(parent)
	j.changed.clear()
	if before != nil && j.rootWith(levels, before) && j.allUpTo(cut, goal.key(before)) {
		for _, k := range cut {
			j.spoil(k)
		}
	} else if leaf, v, ok := j.deciding(cut, goal, before, levels); ok {
		j.changed.put(leaf, v)
		child := leaf
		for ; j.tree.Parent(child) != parent; child = j.tree.Parent(child) {
			j.spoilSiblings(child, j.tree.Parent(child))
		}
		for _, k := range cut {
			if k != child {
				j.spoil(k)
			}
		}
	} else {
		return false, trees.Vector{}
	}
	j.simplify()
	return true, j.rootValue()
}

// levelsAbove returns the levels above a node, up to the root.
func (j *CutJudge) levelsAbove(node int) (levels []level) {
	for child := node; child != j.root; child = j.tree.Parent(child) {
		n := j.tree.Parent(child)
		l := level{goal: j.goalAt(n), needs: threshold{key: noKey}}
		for _, k := range j.tree.Kids(n) {
			if int(k) == child {
				continue
			}
			v := j.valueOf(int(k))
			if !l.fixed || l.goal.key(v) > l.goal.key(&l.lost) {
				l.lost, l.fixed = *v, true
			}
			l.needs = l.needs.higher(threshold{l.goal.key(v), int(k) < child})
		}
		levels = append(levels, l)
	}
	for i := range levels {
		if l := &levels[i]; l.fixed {
			l.fails = j.rootWith(levels[i+1:], &l.lost)
		}
	}
	return levels
}

// rootWith reports whether the root's value changes if a value comes from below the
// given levels.
func (j *CutJudge) rootWith(levels []level, v *trees.Vector) bool {
	for i := range levels {
		j.poll()
		if l := &levels[i]; l.fixed && !l.needs.reachedBy(l.goal.key(v)) {
			v = &l.lost
		}
	}
	return j.differs(v)
}

// allUpTo reports whether every child can be so unattractive that an earlier one with
// the given key is taken.
func (j *CutJudge) allUpTo(children []int, key trees.Score) bool {
	for _, k := range children {
		if j.leastOf(k) > key {
			return false
		}
	}
	return true
}

// deciding finds a free leaf and a value for it that changes the root's value.
func (j *CutJudge) deciding(cut []int, goal cutGoal, before *trees.Vector, levels []level) (leaf int, v trees.Vector, ok bool) {
	at := threshold{key: noKey}
	if before != nil {
		at = threshold{goal.key(before), true}
	}
	needs := j.amongSiblings(cut)
	whole := j.allowedAbove(cut[0])
	for i, k := range cut {
		b := whole
		if !j.reach(&b, goal, needs[i].higher(at)) {
			continue
		}
		j.eachLeaf(k, b, func(n int, b box) bool {
			leaf = n
			v, ok = j.changing(b, levels)
			return !ok
		})
		if ok {
			return leaf, v, true
		}
	}
	return 0, trees.Vector{}, false
}

// changing returns a value of the box that changes the root's value.
func (j *CutJudge) changing(b box, levels []level) (v trees.Vector, ok bool) {
	for i := range levels {
		j.poll()
		l := &levels[i]
		if !l.fixed {
			continue
		}
		if l.fails {
			lost := b
			if j.miss(&lost, l.goal, l.needs) {
				return j.example(lost, func(*trees.Vector) bool { return true })
			}
		}
		if !j.reach(&b, l.goal, l.needs) {
			return v, false
		}
	}
	return j.example(b, j.differs)
}

// exampleParts are the parts of a point that are tried as steps between the scores of an
// example, the easiest to read first: 4 rather than 3.000001.
var exampleParts = [...]trees.Score{1, 2, 10, 100, 1_000}

// example returns a value of the box that is right for the answer: any, or one that is not
// the root's. If there is one, there is one in single steps.
func (j *CutJudge) example(b box, right func(*trees.Vector) bool) (v trees.Vector, ok bool) {
	for _, parts := range exampleParts {
		if step := j.tree.Unit / parts; step > j.step && step%j.step == 0 {
			if v, ok = j.exampleIn(b, step, right); ok {
				return v, true
			}
		}
	}
	return j.exampleIn(b, j.step, right)
}

// exampleIn tries the smallest value of the box with scores in whole steps, and those with
// one more step for one player.
func (j *CutJudge) exampleIn(b box, step trees.Score, right func(*trees.Vector) bool) (v trees.Vector, ok bool) {
	for p := range j.width {
		b.low[p] = -roundDown(-b.low[p], step)
	}
	if !j.holds(&b) {
		return v, false
	}
	if v = b.low; right(&v) {
		return v, true
	}
	for p := range j.width {
		if v[p]+step > b.up[p] || v.Sum(j.width)+step > j.sum {
			continue
		}
		if v[p] += step; right(&v) {
			return v, true
		}
		v[p] -= step
	}
	return v, false
}

// maxSimplified is the most work for a simpler answer: leaves times nodes.
const maxSimplified = 2_000_000

// simplify gives leaves their own value again where the root's value still changes, so
// that the answer changes few leaves.
func (j *CutJudge) simplify() {
	l := &j.changed
	for _, n := range l.leaves {
		if l.value[n-j.root] == *j.valueOf(n) {
			l.remove(n)
		}
	}
	l.compact()
	slices.Sort(l.leaves) // so that the answer is always the same
	left := len(l.leaves)
	if left*len(j.value) > maxSimplified {
		return
	}
	for _, n := range l.leaves {
		if left == 1 {
			break
		}
		l.remove(n)
		if after := j.rootValue(); j.differs(&after) {
			left--
		} else {
			l.has[n-j.root] = true
		}
	}
	l.compact()
}

// rootValue returns the root's value with the changed values of leaves.
func (j *CutJudge) rootValue() trees.Vector {
	again := *j
	again.value = j.again
	t := j.tree
	for n := t.End(j.root) - 1; n >= j.root; n-- {
		j.poll()
		switch at := n - j.root; {
		case !t.IsLeaf(n):
			again.back(n)
		case j.changed.has[at]:
			again.value[at] = j.changed.value[at]
		default:
			again.value[at] = j.value[at]
		}
	}
	return again.value[0]
}

func (j *CutJudge) poll() {
	if j.work++; j.work%engine.PollEvery == 0 {
		if err := engine.PassTurn(j.ctx); err != nil {
			panic(engine.Stop{Err: err})
		}
	}
}
