package engine

import (
	"espalier/trace"
	"espalier/trees"
)

// Scores below 0.
//
// R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48 (1991), section 2:
// the procedures assume that no component is below 0, and any lower bound can be shifted to
// 0.
//
//	m_i     the least score that player i can have: minp
//	maxsum  as the tree says it; the procedures see maxsum - Σ m_i
//
// A tree with minima other than 0 is searched with every score of player i less m_i, so that
// each procedure is written as its paper prints it. The observer gets the scores of the tree. To
// add bounds of some players C up to maxsum, the least scores of all others are needed, too:
// Σ_C b >= maxsum - Σ_{j not in C} m_j. A certificate lists those that are not 0 as terms
// of origin Minimum.
//
// If the minima are not known (Problem.NoMinima), nothing is shifted. A test that needs the
// minimum of a player without a bound does not fire then.

// A Shift is the difference between the scores of a problem and those that an engine sees.
type Shift struct {
	of    Problem // with the scores of the tree
	least trees.Vector
	maxp  trees.Limits // of the tree
}

// atZero returns the problem with the least score of every player at 0, and the shift; nil:
// it is the problem itself.
func (p *Problem) atZero() (Problem, *Shift) {
	if p.Tree == nil || p.Kind != trees.MaxN || p.NoMinima {
		return *p, nil
	}
	least, _ := p.Tree.Minima()
	return p.Lower(least)
}

// Lower returns the problem with the given scores taken from those of the players.
func (p *Problem) Lower(least trees.Vector) (Problem, *Shift) {
	if least == (trees.Vector{}) {
		return *p, nil
	}
	by := trees.Vector{}
	for i := range p.Players {
		by[i] = -least[i]
	}
	t := p.Tree.Shift(by)
	q := *p
	shifted := OnTree(t, p.Pos.(*trees.Cursor).Node())
	q.Tree, q.Pos, q.MaxSum, q.MaxP, q.Outcomes = t, shifted.Pos, shifted.MaxSum, shifted.MaxP, shifted.Outcomes
	return q, &Shift{of: *p, least: least, maxp: p.Tree.MaxP}
}

// observer returns an observer that passes events with the scores of the tree to another.
// Recorder and StopObserving mean the same to both.
func (s *Shift) observer(to trace.Observer) trace.Observer {
	if s == nil || to == nil {
		return to
	}
	var e trace.Event
	var terms []trace.Term
	var excluded []trace.Excluded
	var recorder *trace.Recorder
	return func(shifted *trace.Event) {
		terms = append(terms[:0], shifted.Terms...)
		excluded = append(excluded[:0], shifted.Excluded...)
		e = *shifted
		e.Terms, e.Excluded = terms, excluded
		s.restore(&e)
		if terms = e.Terms; recorder != nil {
			recorder.Record(&e)
			return
		}
		to(&e)
		recorder, shifted.StopObserving = e.Recorder, e.StopObserving
	}
}

func (s *Shift) Add(v *trees.Vector) {
	for p := range s.of.Players {
		v[p] += s.least[p]
	}
}

// addSoFar adds the least scores to the best at a chance node, where each counts with the
// probabilities of the children so far.
func (s *Shift) addSoFar(v *trees.Vector, e *trace.Event) {
	for _, k := range s.of.Tree.Kids(int(e.Node)) {
		prob := s.of.Tree.Prob(int(k))
		for p := range s.of.Players {
			v[p] += prob.Weigh(s.least[p])
		}
		if k == e.Child {
			return
		}
	}
}

func (s *Shift) restore(e *trace.Event) {
	e.MaxSum = s.of.MaxSum
	if e.Type == trace.Start {
		return
	}
	if e.HasValue {
		s.Add(&e.Value)
	}
	switch {
	case e.HasBest && e.Type == trace.Backup && e.Chance:
		s.addSoFar(&e.Best, e)
	case e.HasBest:
		s.Add(&e.Best)
	}
	for p := range e.Bounds[:e.Players] {
		if b := &e.Bounds[p]; b.Given {
			b.Score += s.least[s.whose(e, p+1)-1]
		}
	}
	for _, end := range []*trees.Opt{&e.Alpha, &e.Beta} {
		if end.Given {
			end.Score += s.least[e.About-1]
		}
	}
	for i, n := range e.Notes {
		if shifted := n.Shift(&s.least); shifted != nil {
			e.Notes[i] = shifted
		}
	}
	if e.Type == trace.Prune {
		s.restorePrune(e)
	}
	if e.Type == trace.Done && e.Reference != nil {
		reference := *e.Reference
		s.Add(&reference.Value)
		e.Reference = &reference
	}
}

// whose returns the player whose score a bound of the given player is: with two sides, that of
// the player whom the search is about.
func (s *Shift) whose(e *trace.Event, player int) int {
	if e.About > 0 {
		return e.About
	}
	return player
}

func (s *Shift) restorePrune(e *trace.Event) {
	for i := range e.Excluded {
		s.Add(&e.Excluded[i].Value)
	}
	var among trees.Vector // 1: a term of this player is there
	for i := range e.Terms {
		if t := &e.Terms[i]; t.Player > 0 {
			t.Score += s.least[s.whose(e, t.Player)-1]
			among[t.Player-1] = 1
		}
	}
	if !e.Limit.Given {
		return
	}
	player := e.Terms[0].Player
	switch e.Rule {
	case trace.QuestionHigh, trace.QuestionLow:
		e.Limit.Score += s.least[e.About-1]
	case trace.BnBImmediate, trace.BnBShallow, trace.BnBDeep:
		e.Limit.Score += s.least[player-1]
	case trace.Immediate:
		if most := s.maxp.Of(player - 1); most.Given && e.Limit.Score == most.Score-s.least[player-1] && (!s.of.MaxSum.Given || e.Limit.Score < s.of.MaxSum.Score-s.least.Sum(s.of.Players)) {
			e.Limit = most
			break
		}
		fallthrough
	default:
		e.Limit = s.of.MaxSum
		s.minima(e, &among)
	}
	e.Sum.Score = 0
	for _, t := range e.Terms {
		e.Sum.Score += t.Score
	}
}

// minima adds the least scores of the players without a term, before what δ adds.
func (s *Shift) minima(e *trace.Event, among *trees.Vector) {
	n := len(e.Terms)
	for p := range s.of.Players {
		if among[p] == 0 && s.least[p] != 0 {
			e.Terms = append(e.Terms, trace.Term{Player: p + 1, Node: trees.NoNode, Score: s.least[p], Origin: trace.Minimum})
		}
	}
	if last := e.Terms[n-1]; last.Origin == trace.Delta {
		e.Terms = append(append(e.Terms[:n-1], e.Terms[n:]...), last)
	}
}

// result returns a result with the scores of the tree.
func (s *Shift) result(r Result) Result {
	if s == nil {
		return r
	}
	if !r.NoValue {
		s.Add(&r.Value)
	}
	if r.Reference != nil {
		reference := *r.Reference
		s.Add(&reference.Value)
		r.Reference = &reference
	}
	return r
}
