package mistakes

import (
	"context"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// This file has programs for the decision rules that are no max^n and no paranoid search: directed offensive,
// MP-Mix, BRS+, and prob-max^n.

type ruleKind uint8

const (
	noRule   ruleKind = iota
	directed          // the root player attacks one player
	mixed             // MP-Mix
	replying          // BRS+
	expected          // prob-max^n
)

// ruleOf returns the decision rule of an algorithm for which this file has programs.
func ruleOf(a *engine.Algorithm) ruleKind {
	switch {
	case a.Mixes:
		return expected
	case slices.Contains(a.Rules(engine.Options{}), trace.OneReply):
		return replying
	case !a.HasStances():
		return noRule
	case len(a.Rules(engine.Options{})) > 0:
		return mixed
	}
	return directed
}

type ruleFault uint8

const (
	ruleRight ruleFault = iota
	ruleReturnsFirst
	ruleReturnsLast
	ruleIgnoresLast
	ruleIgnoresFirst
	ruleMinimises
	ruleNextPlayer
	ruleParentsPlayer
	ruleFirstPlayer
	ruleWrongScore
	ruleStopsAtEqual
	ruleRightToLeft
	ruleRootReversed
	ruleRootSelfish
	ruleOthersReversed
	ruleOthersAgainstRoot
	ruleOthersForRoot
	ruleOthersOwn
	ruleTiesRight

	ruleSkipsSecond
	ruleRepeatsFirst
	ruleStopsEarly
	ruleLosesFirst
	ruleLosesLast
	ruleStaleValue
	ruleOneMore
	ruleNoResult
	ruleSecondBest

	ruleAllAttack
	ruleAttacksNext
	ruleAttacksDifference
	ruleAttacksSum
	ruleHelpsTarget
	ruleNeighbourAttacks
	ruleTargetAttacked
	ruleAlwaysOwn
	ruleAlwaysParanoid
	ruleAlwaysAttacks
	ruleAttacksLast

	ruleAllReply
	ruleNobodyReplies
	ruleNextReplies
	ruleLastReplies
	ruleFirstCounts
	ruleSecondMove
	ruleLastMove

	ruleOwnModel
	ruleAgainstModel
	ruleEqualWeights
	ruleTurnedWeights
	ruleRivalModel
	ruleRootMixes
	ruleAgainstNext
	ruleMean
	ruleTruncates
	ruleOnlyMovers
	ruleAddsUp
	ruleWeightsTooLarge
	ruleModelsOfRoot
)

// ruleMistakes lists the mistakes of such programs.
func ruleMistakes(kind ruleKind, a *engine.Algorithm, r Rules) (list []Mistake) {
	add := func(id, text string, fault ruleFault) {
		list = append(list, Mistake{id, text, func(_ context.Context, _ *engine.Algorithm, t *trees.Tree) ([]byte, bool) {
			return ruleRun(kind, a, r, t, fault)
		}, true})
	}
	add("returns-first", "it returns the value of the first child", ruleReturnsFirst)
	add("returns-last", "it returns the value of the last child", ruleReturnsLast)
	add("ignores-last", "it ignores the last child", ruleIgnoresLast)
	add("ignores-first", "it ignores the first child", ruleIgnoresFirst)
	add("minimises", "every player takes the child that is worst by the rule", ruleMinimises)
	add("next-player", "it chooses for the player who moves next", ruleNextPlayer)
	add("right-to-left", "it visits the children from right to left", ruleRightToLeft)
	add("stops-at-equal", "it stops at a child as good as the best", ruleStopsAtEqual)
	add("root-reversed", "the player at the root takes the worst child", ruleRootReversed)
	add("others-reversed", "the others take the worst child", ruleOthersReversed)
	add("wrong-score", "it takes the scores of a vector one place too far", ruleWrongScore)
	add("skips-second", "it ignores the second of three children", ruleSkipsSecond)
	add("repeats-first", "it visits the first child in place of the second", ruleRepeatsFirst)
	add("stops-early", "it stops above the leaves and takes 0 there", ruleStopsEarly)
	add("loses-first", "it visits the first child and does not use its value", ruleLosesFirst)
	add("loses-last", "it visits the last child and does not use its value", ruleLosesLast)
	add("stale-value", "it takes the value of the first child for that of the second", ruleStaleValue)
	add("one-more", "each node below the root returns one point more", ruleOneMore)
	add("no-result", "it returns no value at the root", ruleNoResult)
	add("second-best", "the root returns the second best value", ruleSecondBest)
	add("first-player", "it takes player 1 for the player who moves", ruleFirstPlayer)
	if r.TiesLeft {
		add("ties-right", "it takes the rightmost of equal children", ruleTiesRight)
	}
	if kind != replying {
		add("parents-player", "it chooses for the player who moves at the parent", ruleParentsPlayer)
		add("against-root", "the others play against the player at the root alone", ruleOthersAgainstRoot)
		add("for-root", "the others help the player at the root", ruleOthersForRoot)
	}
	if kind == directed || kind == mixed {
		add("all-attack", "all players attack the target", ruleAllAttack)
		add("attacks-next", "it attacks the player after the target", ruleAttacksNext)
		add("attacks-difference", "it takes the largest difference of its own score and the target’s", ruleAttacksDifference)
		add("attacks-all", "it takes the smallest sum of the scores of all others", ruleAttacksSum)
		add("helps-target", "it takes the child with the largest score of the target", ruleHelpsTarget)
		add("neighbour-attacks", "the player after it attacks the target, too", ruleNeighbourAttacks)
		add("target-helps", "the target chooses the smallest score of its own", ruleTargetAttacked)
		add("root-selfish", "the player at the root takes its own largest score", ruleRootSelfish)
		add("attacks-last", "it attacks the player with the smallest estimate", ruleAttacksLast)
	}
	if kind == mixed {
		add("always-maxn", "it always plays max^n", ruleAlwaysOwn)
		add("always-paranoid", "it is always paranoid", ruleAlwaysParanoid)
		add("always-directed", "it always attacks", ruleAlwaysAttacks)
	}
	if kind == replying {
		add("all-reply", "every opponent may reply", ruleAllReply)
		add("nobody-replies", "no opponent replies", ruleNobodyReplies)
		add("next-replies", "only the player after the one at the root may reply", ruleNextReplies)
		add("last-replies", "only the player before the one at the root may reply", ruleLastReplies)
		add("first-counts", "an opponent’s first move counts as a reply, too", ruleFirstCounts)
		add("second-move", "those who do not reply play their second move", ruleSecondMove)
		add("last-move", "those who do not reply play their last move", ruleLastMove)
		add("own-replies", "an opponent takes its own largest score", ruleOthersOwn)
		add("helping-replies", "an opponent takes the largest score of the player at the root", ruleOthersForRoot)
	}
	if kind == expected {
		add("own-model", "every opponent takes its own largest score", ruleOwnModel)
		add("against-model", "every opponent takes the smallest score of the player at the root", ruleAgainstModel)
		add("equal-weights", "both models have the same weight", ruleEqualWeights)
		add("turned-weights", "it exchanges the weights of the models", ruleTurnedWeights)
		add("rival-model", "an opponent against the player at the root compares both scores", ruleRivalModel)
		add("root-mixes", "it takes an average at the nodes of the player at the root, too", ruleRootMixes)
		add("against-next", "an opponent plays against the player who moves next", ruleAgainstNext)
		add("mean", "an opponent’s value is the mean of all children", ruleMean)
		add("truncates", "it truncates an average to a whole number", ruleTruncates)
		add("only-movers", "it averages only the score of the player who moves", ruleOnlyMovers)
		add("adds-up", "it adds the values of the models up", ruleAddsUp)
		add("weights-too-large", "its weights add up to more than 1", ruleWeightsTooLarge)
		add("models-of-root", "the models choose for the player at the root", ruleModelsOfRoot)
	}
	return list
}

type rules struct {
	printer
	kind         ruleKind
	fault        ruleFault
	root, target int // players, from 0; -1: nobody
	own, against trees.Score
}

func ruleRun(kind ruleKind, a *engine.Algorithm, r Rules, t *trees.Tree, fault ruleFault) ([]byte, bool) {
	if t.HasChance() || t.IsLeaf(0) || t.Kind != trees.MaxN || t.Players < 2 {
		return nil, false
	}
	s := &rules{printer: printer{tree: t}, kind: kind, fault: fault, root: t.Mover(0) - 1, target: -1}
	if kind == directed || kind == mixed {
		by := a.StanceOn(t, &engine.Options{})
		s.target = by.Target - 1
		leader, last := s.leaders()
		coalition := by.By.Reference != nil && by.By.Reference.TwoSides
		switch fault {
		case ruleAlwaysOwn:
			s.target, coalition = -1, false
		case ruleAlwaysParanoid:
			coalition = true
		case ruleAlwaysAttacks:
			s.target, coalition = leader, false
		case ruleAttacksLast:
			if s.target >= 0 {
				s.target = last
			}
		case ruleAttacksNext:
			if s.target >= 0 {
				s.target = s.after(s.target)
			}
		}
		if coalition {
			paranoid, _ := algorithms.Find("paranoid")
			return windowRun(paranoid, r, t, coalitionFaults[fault])
		}
	}
	weights := engine.ModelWeights(&engine.Options{})
	s.own, s.against = trees.Score(weights[engine.OwnScore]), trees.Score(weights[engine.AgainstRoot])
	switch fault {
	case ruleOwnModel:
		s.own, s.against = engine.WeightOfAll, 0
	case ruleAgainstModel:
		s.own, s.against = 0, engine.WeightOfAll
	case ruleEqualWeights:
		s.own, s.against = engine.WeightOfAll/2, engine.WeightOfAll/2
	case ruleTurnedWeights:
		s.own, s.against = s.against, s.own
	case ruleAddsUp:
		s.own, s.against = engine.WeightOfAll, engine.WeightOfAll
	case ruleWeightsTooLarge:
		s.own++
	}
	s.search(0, false)
	return s.b, true
}

// coalitionFaults are what some faults are where MP-Mix is paranoid.
var coalitionFaults = map[ruleFault]windowFault{
	ruleReturnsFirst: returnsFirst, ruleReturnsLast: returnsLast, ruleIgnoresLast: ignoresLast, ruleIgnoresFirst: ignoresFirst,
	ruleMinimises: swapsSides, ruleNextPlayer: nextPlayer, ruleRightToLeft: rightToLeft, ruleStopsAtEqual: stopsAtEqual, ruleOthersForRoot: oneSideEverywhere,
	ruleSkipsSecond: skipsSecond, ruleRepeatsFirst: repeatsFirst, ruleStopsEarly: stopsEarly, ruleLosesFirst: losesFirst, ruleLosesLast: losesLast,
	ruleStaleValue: takesStale, ruleOneMore: oneMore, ruleNoResult: noResult, ruleSecondBest: secondBest,
}

// leaders returns the other player with the largest mean of all leaves, and the one with the smallest.
func (s *rules) leaders() (first, last int) {
	var sum trees.Vector
	for n := range s.tree.Len() {
		if v, is := s.tree.Value(n); is && s.tree.IsLeaf(n) {
			for p := range s.tree.Players {
				sum[p] += v[p]
			}
		}
	}
	first = s.after(s.root)
	last = first
	for p := range s.tree.Players {
		if p != s.root && sum[p] > sum[first] {
			first = p
		}
		if p != s.root && sum[p] < sum[last] {
			last = p
		}
	}
	return first, last
}

// after returns the player after another one who is not the one at the root.
func (s *rules) after(p int) int {
	p = (p + 1) % s.tree.Players
	if p == s.root {
		p = (p + 1) % s.tree.Players
	}
	return p
}

// chooser is the player for whom a node chooses.
func (s *rules) chooser(n int) int {
	t := s.tree
	switch mover := t.Mover(n) - 1; {
	case s.fault == ruleNextPlayer:
		return (mover + 1) % t.Players
	case s.fault == ruleFirstPlayer:
		return 0
	case s.fault == ruleParentsPlayer && n > 0:
		return t.Mover(t.Parent(n)) - 1
	default:
		return mover
	}
}

// key is what a node wants to be large.
func (s *rules) key(n int, v *trees.Vector) trees.Score {
	p := s.chooser(n)
	mine := p == s.root
	at := func(p int) trees.Score {
		if s.fault == ruleWrongScore {
			p = (p + 1) % s.tree.Players
		}
		return v[p]
	}
	want := at(p)
	switch {
	case s.kind == replying && !mine && s.fault != ruleOthersOwn:
		want = -at(s.root)
	case s.kind == replying, s.target < 0, !mine:
	case s.fault == ruleRootSelfish:
	case s.fault == ruleAttacksDifference:
		want = at(p) - at(s.target)
	case s.fault == ruleAttacksSum:
		want = 0
		for q := range s.tree.Players {
			if q != s.root {
				want -= at(q)
			}
		}
	case s.fault == ruleHelpsTarget:
		want = at(s.target)
	default:
		want = -at(s.target)
	}
	switch {
	case s.fault == ruleMinimises, s.fault == ruleRootReversed && mine, s.fault == ruleOthersReversed && !mine:
		return -want
	case s.fault == ruleOthersAgainstRoot && !mine:
		return -at(s.root)
	case s.fault == ruleOthersForRoot && !mine:
		return at(s.root)
	case s.target < 0 || mine:
	case s.fault == ruleAllAttack, s.fault == ruleNeighbourAttacks && p == (s.root+1)%s.tree.Players:
		return -at(s.target)
	case s.fault == ruleTargetAttacked && p == s.target:
		return -want
	}
	return want
}

// search searches a node. replied: an opponent has replied to the last move of the player at the root.
func (s *rules) search(n int, replied bool) (best trees.Vector) {
	t := s.tree
	if t.IsLeaf(n) {
		v, _ := t.Value(n)
		s.leaf(n, &v)
		return v
	}
	if s.fault == ruleStopsEarly && n > 0 && t.IsLeaf(int(t.Kids(n)[0])) {
		s.leaf(n, &best)
		return best
	}
	s.enter(n)
	kids := kidsOf(t, n, s.fault == ruleRightToLeft, s.fault == ruleIgnoresFirst, s.fault == ruleIgnoresLast)
	switch {
	case s.fault == ruleSkipsSecond && len(kids) > 2:
		kids = slices.Delete(kids, 1, 2)
	case s.fault == ruleRepeatsFirst && len(kids) > 1:
		kids[1] = kids[0]
	}
	mover := t.Mover(n) - 1
	mine, all := s.chooser(n) == s.root, len(kids)
	cut := false
	if s.kind == replying {
		switch {
		case mine:
			replied = false
		case replied && s.fault != ruleAllReply,
			s.fault == ruleNobodyReplies,
			s.fault == ruleNextReplies && mover != (s.root+1)%t.Players,
			s.fault == ruleLastReplies && mover != (s.root+t.Players-1)%t.Players:
			first := 0
			switch {
			case s.fault == ruleSecondMove && all > 1:
				first = 1
			case s.fault == ruleLastMove:
				first = all - 1
			}
			kids = kids[first : first+1]
			cut = all > 1
		}
	}
	values := make([]trees.Vector, 0, len(kids))
	has := false
	var second trees.Vector
	for i, k := range kids {
		next := replied
		if s.kind == replying && !mine && (i > 0 || s.fault == ruleFirstCounts) {
			next = true
		}
		v := s.search(k, next)
		switch {
		case s.fault == ruleLosesFirst && i == 0 && len(kids) > 1, s.fault == ruleLosesLast && i > 0 && i+1 == len(kids):
			continue
		case s.fault == ruleStaleValue && i == 1:
			v = values[0]
		}
		values = append(values, v)
		equal := has && s.key(n, &v) == s.key(n, &best)
		switch {
		case !has, s.fault == ruleReturnsLast, s.fault != ruleReturnsFirst && s.key(n, &v) > s.key(n, &best), s.fault == ruleTiesRight && equal:
			second, best, has = best, v, true
		}
		if s.fault == ruleStopsAtEqual && equal && i+1 < len(kids) {
			cut = true
			break
		}
	}
	if cut {
		s.cut(n)
	}
	if s.kind == expected && (!mine || s.fault == ruleRootMixes) && s.fault != ruleReturnsFirst && s.fault != ruleReturnsLast {
		best = s.mixture(n, values)
	}
	switch {
	case s.fault == ruleOneMore && n > 0:
		best[mover] += t.Unit
	case s.fault == ruleSecondBest && n == 0:
		best = second
	case s.fault == ruleNoResult && n == 0:
		s.exit(n, nil)
		return best
	}
	s.exit(n, &best)
	return best
}

// mixture is the average over the models of an opponent.
func (s *rules) mixture(n int, values []trees.Vector) (v trees.Vector) {
	t := s.tree
	p, against := s.chooser(n), s.root
	if s.fault == ruleAgainstNext {
		against = (p + 1) % t.Players
	}
	if s.fault == ruleMean {
		for q := range t.Players {
			for i := range values {
				v[q] += values[i][q]
			}
			v[q] /= trees.Score(len(values))
		}
		return v
	}
	pick := func(of func(v *trees.Vector) trees.Score) trees.Vector {
		best := 0
		for i := range values {
			if of(&values[i]) > of(&values[best]) || s.fault == ruleTiesRight && of(&values[i]) == of(&values[best]) {
				best = i
			}
		}
		return values[best]
	}
	own := pick(func(v *trees.Vector) trees.Score {
		if s.fault == ruleModelsOfRoot {
			return v[s.root]
		}
		return s.key(n, v)
	})
	other := pick(func(v *trees.Vector) trees.Score {
		switch s.fault {
		case ruleRivalModel:
			return v[p] - v[against]
		case ruleOthersForRoot, ruleOthersReversed, ruleMinimises:
			return v[against]
		}
		return -v[against]
	})
	for q := range t.Players {
		v[q] = s.own*(own[q]/engine.WeightOfAll) + s.against*(other[q]/engine.WeightOfAll)
		switch s.fault {
		case ruleTruncates:
			v[q] -= v[q] % t.Unit
		case ruleOnlyMovers:
			if q != p {
				v[q] = own[q]
			}
		}
	}
	return v
}
