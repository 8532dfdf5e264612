package mistakes

import (
	"context"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// This file has programs in which every player plays for itself: max^n, and the searches that cut by
// the largest sum, by the most that a player can get, or by a chain of bounds.

type sumFault uint8

const (
	rightly sumFault = iota
	sumCutsNothing
	sumReturnsFirst
	sumReturnsLast
	sumNeverImproves
	sumIgnoresLast
	sumIgnoresFirst
	sumMinimises
	sumNextPlayer
	sumParentsPlayer
	sumFirstPlayer
	sumSecondScore
	sumStopsAtEqual
	sumRightToLeft
	sumAgainstRoot
	sumTiesRight
	sumTooSmall
	sumTooLarge
	sumOnlyMost
	sumAllAncestors
	sumGrandparent
	sumStaleBound
	sumLastScoreAsBound
	sumOwnAsBound
	sumTestsTooEarly
	sumCutsOnEquality
	sumCutsOnlyBeyond
	sumForgetsQueue
	sumChainToRoot
	sumParentsAlone
	sumWithoutAccepted
	sumTakesNothing
	sumOtherHeuristic
	sumRootReversed
	sumFrontierReversed
	sumSkipsSecond
	sumRepeatsFirst
	sumDifference
	sumOwnOnly
	sumBestOfEach
	sumSecondBest
	sumOneMore
	sumTotal
	sumStopsEarly
	sumLosesFirst
	sumLosesLast
	sumStaleValue
	sumOnlyMuchBetter
	sumAddsDepth
	sumReturnsTotal
	sumNoResult
)

// sumMistakes lists the mistakes of such programs.
func sumMistakes(how cutKind, r Rules) (list []Mistake) {
	add := func(id, text string, fault sumFault) {
		list = append(list, Mistake{id, text, func(_ context.Context, _ *engine.Algorithm, t *trees.Tree) ([]byte, bool) {
			return sumRun(how, r, t, fault)
		}, true})
	}
	bySum := how == byMost || how == byParent || how == byAncestors || how == byLastBranch || how == byQueue
	if how != noCuts {
		add("no-cuts", "it never cuts", sumCutsNothing)
		if how != byHeuristic { // nothing is beyond a bound of the heuristic, and where it is met, a cut is optional
			add("early-test", "it tests for a cut before it takes the child’s value", sumTestsTooEarly)
		}
	}
	if bySum {
		add("sum-too-small", "it takes a maxsum that is too small", sumTooSmall)
		add("sum-too-large", "it takes a maxsum that is too large", sumTooLarge)
		if r.Strict != nil && *r.Strict {
			add("cuts-on-equality", "it also cuts where a bound is only met (≥ in place of >)", sumCutsOnEquality)
		}
		if r.Strict != nil && !*r.Strict {
			add("cuts-only-beyond", "it does not cut where a bound is met (> in place of ≥)", sumCutsOnlyBeyond)
		}
	}
	if bySum && how != byMost {
		add("only-immediate", "it cuts only where a player has all that it can get", sumOnlyMost)
		add("first-bound", "it does not update the bound after the first child", sumStaleBound)
		add("last-score", "it passes the score of the last child as the bound", sumLastScoreAsBound)
		add("own-bound", "it passes the wrong player’s score as the bound", sumOwnAsBound)
		add("grandparent", "it uses the grandparent’s bound in place of the parent’s", sumGrandparent)
	}
	if how == byParent {
		add("all-ancestors", "it cuts by the bound of any ancestor (deep pruning)", sumAllAncestors)
	}
	if how == byLastBranch || how == byQueue {
		add("parent-only", "it loses the bounds of earlier ancestors (shallow pruning)", sumParentsAlone)
		add("all-accepted", "it goes on in the chain above a node whose best its parent would take", sumWithoutAccepted)
		add("two-bounds", "it cuts by two bounds, however far apart they are (deep pruning)", sumChainToRoot)
	}
	if how == byQueue {
		add("cut-value", "it returns the best so far as the value of every node that is cut", sumTakesNothing)
		add("no-research", "it forgets to search skipped children again", sumForgetsQueue)
	}
	if how == byHeuristic {
		add("other-heuristic", "it compares with the heuristic of the wrong player", sumOtherHeuristic)
	}
	add("returns-first", "it returns the value of the first child", sumReturnsFirst)
	add("returns-last", "it returns the value of the last child", sumReturnsLast)
	add("never-improves", "it keeps the first child’s value as the best", sumNeverImproves)
	add("ignores-last", "it ignores the last child", sumIgnoresLast)
	add("ignores-first", "it ignores the first child", sumIgnoresFirst)
	add("minimises", "it takes the child with the smallest score of the mover", sumMinimises)
	add("next-player", "it chooses for the player who moves next", sumNextPlayer)
	add("parents-player", "it chooses for the player who moves at the parent", sumParentsPlayer)
	add("first-player", "it chooses for player 1 at every node", sumFirstPlayer)
	add("wrong-score", "it takes the scores of a vector one place too far", sumSecondScore)
	add("root-reversed", "the root takes the worst child", sumRootReversed)
	add("frontier-reversed", "the nodes above the leaves take the worst child", sumFrontierReversed)
	add("skips-second", "it ignores the second of three children", sumSkipsSecond)
	add("repeats-first", "it visits the first child in place of the second", sumRepeatsFirst)
	add("difference", "it takes the largest difference of the mover’s score and the next player’s", sumDifference)
	add("own-only", "it backs up the mover’s score alone, and 0 for the others", sumOwnOnly)
	add("best-of-each", "it backs up the largest score of each player", sumBestOfEach)
	add("second-best", "the root returns the second best value", sumSecondBest)
	add("one-more", "each node below the root returns one point more", sumOneMore)
	add("total", "it takes the child with the largest sum of scores of the others", sumTotal)
	add("stops-early", "it stops above the leaves and takes 0 there", sumStopsEarly)
	add("loses-first", "it visits the first child and does not use its value", sumLosesFirst)
	add("loses-last", "it visits the last child and does not use its value", sumLosesLast)
	add("stale-value", "it takes the value of the first child for that of the second", sumStaleValue)
	add("much-better", "it takes a child only if it is better by more than a point", sumOnlyMuchBetter)
	add("adds-depth", "it adds the depth of a node to the score of its mover", sumAddsDepth)
	add("returns-total", "it adds the values of the children up", sumReturnsTotal)
	add("no-result", "it returns no value at the root", sumNoResult)
	add("against-root", "the others play against the player at the root", sumAgainstRoot)
	add("stops-at-equal", "it stops at a child as good as the best", sumStopsAtEqual)
	add("right-to-left", "it visits the children from right to left", sumRightToLeft)
	if r.TiesLeft {
		add("ties-right", "it takes the rightmost of equal children", sumTiesRight)
	}
	return list
}

type sums struct {
	printer
	fault  sumFault
	how    cutKind
	strict bool
	least  trees.Vector
	most   trees.Score // the largest sum
	path   []*sumFrame
}

// A sumFrame is an open node.
type sumFrame struct {
	node, mover int // the mover from 0
	best        trees.Vector
	has         bool
	bound       trees.Score // the mover needs more to change the best; -far: there is none
	last        bool        // the current child is the last one, searched for the first time
}

func sumRun(how cutKind, r Rules, t *trees.Tree, fault sumFault) ([]byte, bool) {
	least, known := t.Minima()
	if t.HasChance() || t.IsLeaf(0) || t.Kind != trees.MaxN || how != noCuts && how != byHeuristic && (!known || !t.MaxSum.Given) {
		return nil, false
	}
	s := &sums{printer: printer{tree: t}, fault: fault, how: how, least: least, most: t.MaxSum.Score,
		strict: (r.Strict != nil && *r.Strict || fault == sumCutsOnlyBeyond) && fault != sumCutsOnEquality}
	switch fault {
	case sumTooSmall:
		s.most -= max(t.Unit, s.most/8)
	case sumTooLarge:
		s.most += max(t.Unit, s.most/8)
	case sumOnlyMost:
		s.how = byMost
	case sumAllAncestors, sumChainToRoot:
		s.how = byAncestors
	case sumParentsAlone:
		s.how = byParent
	case sumCutsNothing:
		s.how = noCuts
	}
	s.search(0)
	return s.b, true
}

// chooser is the player for whom a node chooses, from 0.
func (s *sums) chooser(n int) int {
	t := s.tree
	switch mover := t.Mover(n) - 1; s.fault {
	case sumNextPlayer, sumSecondScore:
		return (mover + 1) % t.Players
	case sumParentsPlayer:
		if n > 0 {
			return t.Mover(t.Parent(n)) - 1
		}
		return mover
	case sumFirstPlayer:
		return 0
	default:
		return mover
	}
}

// key is what a node wants to be large.
func (s *sums) key(n int, v *trees.Vector) trees.Score {
	root := s.tree.Mover(0) - 1
	switch p := s.chooser(n); {
	case s.fault == sumMinimises, s.fault == sumRootReversed && n == 0, s.fault == sumFrontierReversed && s.tree.IsLeaf(int(s.tree.Kids(n)[0])):
		return -v[p]
	case s.fault == sumDifference, s.fault == sumTotal:
		sum := trees.Score(0)
		for q := range s.tree.Players {
			if q != p {
				sum += v[q]
			}
		}
		if s.fault == sumTotal {
			return sum
		}
		return v[p] - v[(p+1)%s.tree.Players]
	case s.fault == sumAgainstRoot && s.tree.Mover(n)-1 != root:
		return -v[root]
	default:
		return v[p]
	}
}

// nothing is the result of a node that is not cut by a chain.
const nothing = -1

// search searches a node. known is false if it has no value; then top is the depth of the end of its
// chain.
func (s *sums) search(n int) (v trees.Vector, known bool, top int) {
	t := s.tree
	if t.IsLeaf(n) {
		v, _ = t.Value(n)
		s.leaf(n, &v)
		return v, true, nothing
	}
	if s.fault == sumStopsEarly && n > 0 && t.IsLeaf(int(t.Kids(n)[0])) {
		s.leaf(n, &v)
		return v, true, nothing
	}
	s.enter(n)
	depth := len(s.path)
	f := &sumFrame{node: n, mover: t.Mover(n) - 1, bound: -far}
	s.path = append(s.path, f)
	var most, second, total, before trees.Vector
	margin := trees.Score(0)
	if s.fault == sumOnlyMuchBetter {
		margin = t.Unit
	}
	end := func(known bool, top int) (trees.Vector, bool, int) {
		s.path = s.path[:depth]
		if known {
			s.spoil(n, f, &most, &second)
			if s.fault == sumReturnsTotal {
				f.best = total
			}
			if s.fault == sumNoResult && n == 0 {
				s.exit(n, nil)
				return f.best, true, nothing
			}
		}
		if known || s.fault == sumTakesNothing && f.has {
			s.exit(n, &f.best)
			return f.best, true, nothing
		}
		s.exit(n, nil)
		return f.best, false, top
	}
	if s.how == byHeuristic && depth > 0 && s.rejected(f) {
		s.cut(n)
		return end(false, nothing)
	}
	kids := kidsOf(t, n, s.fault == sumRightToLeft, s.fault == sumIgnoresFirst, s.fault == sumIgnoresLast)
	switch {
	case s.fault == sumSkipsSecond && len(kids) > 2:
		kids = slices.Delete(kids, 1, 2)
	case s.fault == sumRepeatsFirst && len(kids) > 1:
		kids[1] = kids[0]
	}
	type skipped struct{ move, top int }
	var queue []skipped
	bestMove := 0
	for i, k := range kids {
		if f.has && i > 0 && s.fault != sumTestsTooEarly {
			if cut, top := s.cuts(depth); cut {
				s.cut(n)
				if top != nothing && top < depth-1 {
					return end(false, top)
				}
				if top != nothing || s.how != byQueue {
					return end(true, nothing)
				}
				break
			}
		}
		f.last = i == len(kids)-1
		w, known, top := s.search(k)
		if !known {
			if s.how == byHeuristic {
				continue
			}
			if s.how == byLastBranch {
				if top != nothing && top < depth-1 {
					return end(false, top)
				}
				break
			}
			queue = append(queue, skipped{i, top})
			continue
		}
		switch {
		case s.fault == sumLosesFirst && i == 0 && len(kids) > 1, s.fault == sumLosesLast && i > 0 && i+1 == len(kids):
			continue
		case s.fault == sumStaleValue && i == 1:
			w = before
		}
		before = w
		equal := f.has && s.key(n, &w) == s.key(n, &f.best)
		if s.fault == sumTestsTooEarly && f.has && i+1 < len(kids) {
			if cut, top := s.cuts(depth); cut && (top == nothing || top >= depth-1) {
				s.cut(n)
				break
			}
		}
		if !f.has || s.fault == sumReturnsLast || s.fault == sumTiesRight && equal ||
			s.key(n, &w) > s.key(n, &f.best)+margin && s.fault != sumNeverImproves && s.fault != sumReturnsFirst {
			second, f.best, f.has, bestMove = f.best, w, true, i
		}
		for q := range t.Players {
			if total[q] += w[q]; i == 0 || w[q] > most[q] {
				most[q] = w[q]
			}
		}
		s.setBound(f, &w, i)
		if s.fault == sumStopsAtEqual && equal && i+1 < len(kids) {
			s.cut(n)
			break
		}
	}
	left := queue
	for _, q := range queue {
		if s.fault == sumForgetsQueue || !s.parentPrefers(depth) {
			break
		}
		left = left[1:]
		f.last, f.bound = false, f.best[f.mover]
		if q.move < bestMove {
			f.bound--
		}
		if w, known, _ := s.search(kids[q.move]); known && w[f.mover] > f.bound {
			f.best, bestMove = w, q.move
		}
	}
	over := depth
	for _, q := range left {
		over = min(over, q.top)
	}
	if over < depth-1 {
		return end(false, over)
	}
	return end(f.has, nothing)
}

// spoil changes what a node returns, as some faults do.
func (s *sums) spoil(n int, f *sumFrame, most, second *trees.Vector) {
	switch s.fault {
	case sumOwnOnly:
		for q := range s.tree.Players {
			if q != f.mover {
				f.best[q] = 0
			}
		}
	case sumBestOfEach:
		f.best = *most
	case sumSecondBest:
		if n == 0 {
			f.best = *second
		}
	case sumAddsDepth:
		f.best[f.mover] += trees.Score(s.tree.Level(n)) * s.tree.Unit
	case sumOneMore:
		if n > 0 {
			f.best[f.mover] += s.tree.Unit
		}
	}
}

// setBound sets what the mover of a node needs more than, after a child has returned a value.
func (s *sums) setBound(f *sumFrame, w *trees.Vector, i int) {
	switch {
	case s.fault == sumLastScoreAsBound:
		f.bound = w[f.mover]
	case s.fault == sumOwnAsBound:
		f.bound = f.best[(f.mover+1)%s.tree.Players]
	case s.fault == sumStaleBound && i > 0:
	default:
		f.bound = f.best[f.mover]
	}
}

// parentPrefers reports whether the parent would take the best of a node.
func (s *sums) parentPrefers(depth int) bool {
	if depth == 0 {
		return true
	}
	a := s.path[depth-1]
	return s.path[depth].best[a.mover] > a.bound
}

// rejected reports whether the parent has as much already as it can get at a node.
func (s *sums) rejected(f *sumFrame) bool {
	a := s.path[len(s.path)-2]
	up, given := s.tree.Up(f.node)
	p := a.mover
	if s.fault == sumOtherHeuristic {
		p = (p + 1) % s.tree.Players
	}
	return given && a.has && a.best[a.mover] >= up[p]
}

// reaches reports whether bounds reach the largest sum, or exceed it.
func (s *sums) reaches(sum trees.Score) bool { return sum > s.most || sum == s.most && !s.strict }

// cuts reports whether the rest of the children of the innermost open node is cut. top is the depth
// of the end of the chain, if there is one.
func (s *sums) cuts(depth int) (cut bool, top int) {
	f := s.path[depth]
	p := f.mover
	others := trees.Score(0) // what all players get at least
	for i := range s.tree.Players {
		others += s.least[i]
	}
	own := f.best[p]
	switch s.how {
	case noCuts, byWindow:
		return false, nothing
	case byHeuristic:
		up, given := s.tree.Up(f.node)
		if s.fault == sumOtherHeuristic {
			p = (p + 1) % s.tree.Players
		}
		return given && own >= up[p], nothing
	}
	if s.reaches(own + others - s.least[p]) {
		return true, nothing
	}
	sum, seen := own+others-s.least[p], 1<<p
	for i := depth - 1; i >= 0; i-- {
		a := s.path[i]
		switch {
		case s.how == byMost:
			return false, nothing
		case s.fault == sumGrandparent && i == depth-1:
			continue
		case s.how == byParent || s.how == byAncestors:
			if a.bound != -far && a.mover != p && s.reaches(own+a.bound+others-s.least[p]-s.least[a.mover]) {
				return true, depth - 1
			}
			if s.how == byParent {
				return false, nothing
			}
			continue
		case a.bound == -far || seen&(1<<a.mover) != 0:
			return false, nothing
		}
		seen |= 1 << a.mover
		if sum += a.bound - s.least[a.mover]; s.reaches(sum) {
			return true, i
		}
		if i == 0 {
			break
		}
		accepted := a.best[s.path[i-1].mover] > s.path[i-1].bound
		if s.path[i-1].bound == -far || accepted && s.fault != sumWithoutAccepted || s.how == byLastBranch && !a.last {
			return false, nothing
		}
	}
	return false, nothing
}
