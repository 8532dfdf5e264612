package practice

import "espalier/trees"

// This file judges cuts in a minimax tree with chance nodes. Max, Min and expectations are
// monotone: if the value of a leaf rises, no value above it falls. So the root's value can
// change exactly if it does where all skipped leaves have their least values, or where all have
// their largest.

// unlimitedSteps are how far beyond the leaves of the tree a value is tried where minp or maxp
// does not limit it, in parts of the distance of the first trial: near ones are easy to read, far
// ones matter where a probability is small.
var unlimitedSteps = [...]trees.Score{1, 1_000, 1_000_000}

// findByChance does what find does. The tree must be of kind minimax.
func (j *CutJudge) findByChance(node int) (found bool, after trees.Vector) {
	parent := j.tree.Parent(node)
	for _, times := range unlimitedSteps {
		for _, largest := range [...]bool{false, true} {
			j.changed.clear()
			for _, k := range j.tree.Kids(parent) {
				for n := int(k); int(k) >= node && n < j.tree.End(int(k)); n++ {
					if j.tree.IsLeaf(n) {
						j.changed.put(n, j.extreme(n, times, largest))
					}
				}
			}
			if after = j.rootValue(); j.differs(&after) {
				j.simplify()
				return true, j.rootValue()
			}
		}
	}
	return false, trees.Vector{}
}

// extreme returns the least or the largest value of a leaf, or one so far beyond the other leaves
// where there is no limit.
func (j *CutJudge) extreme(leaf int, times trees.Score, largest bool) (v trees.Vector) {
	low, most := j.low[0], j.most[0]
	if far := most - low + j.tree.Unit; far <= farthest/times {
		far *= times
		if !j.tree.MinP.Given {
			low -= far
		}
		if !j.tree.MaxP.Given {
			most += far
		}
	}
	low, most = j.up(low), j.down(most)
	for n := j.tree.Parent(leaf); n >= 0; n = j.tree.Parent(n) {
		if bound, given := j.tree.Low(n); given {
			low = max(low, j.up(bound[0]))
		}
		if bound, given := j.tree.Up(n); given {
			most = min(most, j.down(bound[0]))
		}
	}
	switch {
	case low > most: // between limits that are no multiples of delta there may be no value
		return *j.valueOf(leaf)
	case largest:
		v[0] = most
	default:
		v[0] = low
	}
	return v
}

// backChance gives a chance node the expectation of its children.
func (j *CutJudge) backChance(node int) {
	var sum trees.Vector
	for _, k := range j.tree.Kids(node) {
		p, v := j.tree.Prob(int(k)), j.valueOf(int(k))
		for i := range j.width {
			sum[i] += p.Weigh(v[i])
		}
	}
	*j.valueOf(node) = sum
}
