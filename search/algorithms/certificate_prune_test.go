package algorithms_test

import (
	"fmt"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// The certificate of a prune: what is cut, the terms, the sum and the limit.

func (v *verifier) prune(e *trace.Event) error {
	top := v.top()
	v.stats.Prunes[e.Rule]++
	if len(e.Cut) == 0 {
		return fmt.Errorf("nothing is cut")
	}
	// All children that were not searched are cut; a child that returned no
	// value may be among them.
	for _, k := range v.t.Kids(top.node) {
		_, valued := top.values[k]
		cut := slices.Contains(e.Cut, k)
		if cut && valued {
			return fmt.Errorf("child %d is cut, and has a value", k)
		}
		if !cut && !top.done[k] && !top.cut[k] && e.Rule != trace.OneReply && e.Rule != trace.OthersPass {
			return fmt.Errorf("child %d is not searched, and not cut", k)
		}
	}
	for _, k := range e.Cut {
		if v.t.Parent(int(k)) != top.node {
			return fmt.Errorf("%d is not a child", k)
		}
		v.cut[k] = true
		top.cut[k] = true
		if !e.Provisional {
			v.final[k] = true
		}
	}
	switch e.Rule {
	case trace.OneReply:
		return v.replied(e)
	case trace.OthersPass:
		return v.othersPass(e)
	case trace.LastReply:
		return v.lastReply(e)
	}
	if v.unproved(e) {
		return nil
	}
	if err := v.terms(e); err != nil {
		return fmt.Errorf("rule %s: %w", e.Rule, err)
	}
	if err := v.limit(e); err != nil {
		return fmt.Errorf("rule %s: %w", e.Rule, err)
	}
	return nil
}

// replied checks that since the root player's last move an opponent on the path left the first move,
// and that the event names the node.
func (v *verifier) replied(e *trace.Event) error {
	root := engine.RootPlayer(v.t, v.root)
	for i := len(v.path) - 2; i >= 0; i-- {
		at := v.path[i].node
		if v.t.Mover(at) == root {
			break
		}
		if v.t.Kids(at)[0] != int32(v.path[i+1].node) {
			if r := replyOf(e); int(r.Node) != at || r.Player != v.t.Mover(at) || len(e.Cut) != len(v.t.Kids(int(e.Node)))-1 {
				return fmt.Errorf("the reply is %+v, and %v are cut", r, e.Cut)
			}
			return nil
		}
	}
	return fmt.Errorf("no opponent has replied")
}

// othersPass checks that in this layer exactly the named node on the path was left by a move that is no pass, and that all
// moves but the pass are cut.
func (v *verifier) othersPass(e *trace.Event) error {
	root := engine.RootPlayer(v.t, v.root)
	var replies []int
	for i := len(v.path) - 2; i >= 0 && v.t.Mover(v.path[i].node) != root; i-- {
		if at := v.path[i].node; v.t.Action(v.path[i+1].node) != trees.PassMove {
			replies = append(replies, at)
		}
	}
	r := replyOf(e)
	if !slices.Equal(replies, []int{int(r.Node)}) || r.Player != v.t.Mover(int(r.Node)) {
		return fmt.Errorf("the reply is %+v, and those on the path are at %v", r, replies)
	}
	for _, k := range v.t.Kids(int(e.Node)) {
		if pass := v.t.Action(int(k)) == trees.PassMove; pass == slices.Contains(e.Cut, k) {
			return fmt.Errorf("%v are cut, not the moves that are no pass", e.Cut)
		}
	}
	return nil
}

// lastReply checks that the pass alone is cut, and that below it there are only passes up to the end of the layer.
func (v *verifier) lastReply(e *trace.Event) error {
	root := engine.RootPlayer(v.t, v.root)
	if r := replyOf(e); int(r.Node) != int(e.Node) || r.Player != v.t.Mover(int(e.Node)) || len(e.Cut) != 1 || v.t.Action(int(e.Cut[0])) != trees.PassMove {
		return fmt.Errorf("the cut %v of %+v is not that of the pass", e.Cut, r)
	}
	for n := int(e.Cut[0]); !v.frontier(n) && v.t.Mover(n) != root; n = int(v.t.Kids(n)[0]) {
		if kids := v.t.Kids(n); len(kids) > 1 || v.t.Action(int(kids[0])) != trees.PassMove {
			return fmt.Errorf("an opponent can reply at %d", n)
		}
	}
	return nil
}

// unproved reports the one kind of certificate that is known to be wrong:
// ABBnB as printed uses a first child's Bound as the score of the parent's
// mover.
func (v *verifier) unproved(e *trace.Event) bool {
	least := v.minima()[e.Terms[0].Player-1]
	return v.o.AsPrinted && e.Rule == trace.BnBShallow && e.Sum.Score == least && e.Limit.Score == least
}

func (v *verifier) twoSides(r trace.Rule) bool {
	return r == trace.Alpha || r == trace.Beta || r == trace.Cost || r == trace.Model
}

// terms checks that every term is a bound that holds on the path.
func (v *verifier) terms(e *trace.Event) error {
	if len(e.Terms) == 0 {
		return fmt.Errorf("no terms")
	}
	var players [trees.MaxPlayers + 1]int
	for _, t := range own(e.Terms) {
		players[t.Player]++
		if players[t.Player] > 1 && !v.twoSides(e.Rule) && !v.o.AsPrinted {
			return fmt.Errorf("player %d has two terms", t.Player)
		}
		if err := v.term(e, t); err != nil {
			return fmt.Errorf("term of player %d at node %d: %w", t.Player, t.Node, err)
		}
	}
	return nil
}

func (v *verifier) term(e *trace.Event, t trace.Term) error {
	if t.Origin == trace.Delta {
		if t.Player != 0 || v.t.Delta == 0 || t.Score%v.t.Delta != 0 {
			return fmt.Errorf("%s is not a multiple of delta", t.Score.In(trees.Unit))
		}
		return nil
	}
	at := v.on(t.Node)
	// A heuristic that put a child of the current node outside the window is
	// at that child or below it.
	if at == nil && t.Origin == trace.Heuristic && v.twoSides(e.Rule) && v.below(int(t.Node), v.top().node) {
		at = &visit{node: int(t.Node)}
	}
	if at == nil {
		return fmt.Errorf("the node is not on the path")
	}
	switch t.Origin {
	case trace.BackedUp:
		if v.foresees() {
			return v.modelTerm(e, t, at)
		}
		if v.t.Mover(at.node) != t.Player || !at.hasBest {
			return fmt.Errorf("the player has no best there")
		}
		if at.best[v.index(t.Player)] != t.Score {
			return fmt.Errorf("%s is not his best there, %s", t.Score.In(trees.Unit), at.best[v.index(t.Player)].In(trees.Unit))
		}
	case trace.PathCost:
		if cost, _ := v.value(at.node); cost[0] != t.Score {
			return fmt.Errorf("%s is not the cost of the path, %s", t.Score.In(trees.Unit), cost[0].In(trees.Unit))
		}
	case trace.Heuristic:
		if v.t.Kind == trees.Path {
			low, ok := v.t.Low(at.node)
			for n := v.root; n > 0; n = v.t.Parent(n) {
				low[0] -= v.t.Cost(n)
			}
			if !ok || low[0] != t.Score {
				return fmt.Errorf("%s is not low there", t.Score.In(trees.Unit))
			}
			return nil
		}
		low, hasLow := v.t.Low(at.node)
		up, hasUp := v.t.Up(at.node)
		if hasLow && low[t.Player-1] == t.Score || v.twoSides(e.Rule) && (hasUp && up[t.Player-1] == t.Score || !hasUp && v.t.Most(v.index(t.Player)).Score == t.Score) || !hasLow && t.Score == v.minima()[v.index(t.Player)] {
			return nil
		}
		return fmt.Errorf("%s is not the heuristic bound there", t.Score.In(trees.Unit))
	}
	return nil
}

// modelTerm checks a term of αβ*: the best score of the player, or what the opponent expects. In a
// cut by the model both terms are the opponent's, also that of the node, where the player moves.
func (v *verifier) modelTerm(e *trace.Event, t trace.Term, at *visit) error {
	want, mover := at.expect, v.t.Mover(at.node)
	if e.Rule == trace.Model && at == v.top() {
		mover = 3 - mover
	}
	if t.Player == v.planner() && e.Rule == trace.ModelSum {
		want = at.best[t.Player-1]
	}
	if mover != t.Player || !at.hasBest || t.Score != want {
		return fmt.Errorf("%s is not the score there, %s", t.Score.In(trees.Unit), want.In(trees.Unit))
	}
	return nil
}

// below reports whether n is below node a.
func (v *verifier) below(n, a int) bool { return a < n && n < v.t.End(a) }

// limit checks that sum and limit are as the rule requires.
func (v *verifier) limit(e *trace.Event) error {
	if v.twoSides(e.Rule) {
		if e.Sum.Given || e.Limit.Given || len(e.Terms) != 2 {
			return fmt.Errorf("two sides want two terms, no sum and no limit")
		}
		return v.sides(e)
	}
	if e.Rule == trace.Table {
		return v.table(e)
	}
	var sum trees.Score
	for _, t := range e.Terms {
		sum += t.Score
	}
	if e.Rule == trace.QuestionHigh || e.Rule == trace.QuestionLow {
		return v.answer(e)
	}
	limit := v.t.MaxSum
	terms, isSum := own(e.Terms), true
	switch e.Rule {
	case trace.Immediate:
		p := e.Terms[0].Player - 1
		if most := v.t.MaxP.Of(p); (v.a.ID == "immediate" || chained(v.a)) && most.Given && v.t.Most(p) == most && (v.leaves(p) != most || !v.t.MaxSum.Given) {
			limit, isSum = most, false
		}
		if len(terms) != 1 {
			return fmt.Errorf("%d terms, want 1", len(terms))
		}
	case trace.BnBImmediate, trace.BnBShallow, trace.BnBDeep:
		if len(e.Terms) != 1 || e.Terms[0].Origin != trace.BackedUp {
			return fmt.Errorf("want one backed-up term")
		}
		limit, isSum = v.t.Most(e.Terms[0].Player-1), false
		if up, ok := v.t.Up(int(e.Node)); ok {
			limit = trees.Some(up[e.Terms[0].Player-1])
		}
	}
	if err := v.minimumTerms(e, isSum); err != nil && !v.o.AsPrinted {
		return err
	}
	if !e.Sum.Given || e.Sum.Score != sum {
		return fmt.Errorf("sum is %s, the terms add up to %s", e.Sum.Score.In(trees.Unit), sum.In(trees.Unit))
	}
	if !e.Limit.Given || e.Limit != limit {
		return fmt.Errorf("limit is %s, want %s", e.Limit.Score.In(trees.Unit), limit.Score.In(trees.Unit))
	}
	if v.o.Strict && sum == limit.Score {
		return fmt.Errorf("%s only meets the limit", sum.In(trees.Unit))
	}
	if sum < limit.Score {
		return fmt.Errorf("%s does not reach the limit %s", sum.In(trees.Unit), limit.Score.In(trees.Unit))
	}
	return v.holders(e)
}

// holders checks which nodes supply the bounds; that distinguishes the rules.
func (v *verifier) holders(e *trace.Event) error {
	if chained(v.a) && e.Rule != trace.Immediate {
		return v.chain(e)
	}
	here := func(t trace.Term) bool { return t.Node == e.Node }
	parent := func(t trace.Term) bool { return len(v.path) > 1 && int(t.Node) == v.path[len(v.path)-2].node }
	t := own(e.Terms)
	var ok bool
	switch e.Rule {
	case trace.Immediate, trace.BnBImmediate:
		ok = here(t[0])
	case trace.Shallow:
		ok = len(t) == 2 && parent(t[0]) && here(t[1])
	case trace.ModelSum:
		ok = len(t) == 2 && !here(t[0]) && here(t[1]) && v.t.Mover(int(e.Node)) != v.planner()
	case trace.Deep:
		ok = len(t) == 2 && !parent(t[0]) && !here(t[0]) && here(t[1])
	case trace.BnBShallow:
		ok = parent(t[0])
	case trace.BnBDeep:
		ok = !parent(t[0]) && !here(t[0])
	default:
		ok = true
	}
	if !ok {
		return fmt.Errorf("terms %+v are not this rule's", t)
	}
	return nil
}

// sides checks that the two sides meet.
func (v *verifier) sides(e *trace.Event) error {
	first, second := e.Terms[0].Score, e.Terms[1].Score
	var met bool
	switch e.Rule {
	case trace.Model, trace.Alpha: // the score of the maximising side, and its limit here
		met = second <= first
	case trace.Beta:
		met = second >= first
	case trace.Cost: // the least cost of a path through here, and the least cost so far
		met = first >= second
	}
	if !met {
		return fmt.Errorf("%s and %s do not meet", first.In(trees.Unit), second.In(trees.Unit))
	}
	return nil
}

// own returns the terms of a certificate without the least scores of other players.
func own(terms []trace.Term) (list []trace.Term) {
	for _, t := range terms {
		if t.Origin != trace.Minimum {
			list = append(list, t)
		}
	}
	return list
}

func (v *verifier) minima() trees.Vector {
	least, _ := v.t.Minima()
	return least
}

// leaves returns what maxsum leaves for a player, from 0, if all others have their least
// scores.
func (v *verifier) leaves(p int) trees.Opt {
	least, known := v.t.Minima()
	if !v.t.MaxSum.Given || !known {
		return trees.Opt{}
	}
	return trees.Some(v.t.MaxSum.Score - least.Sum(v.t.Players) + least[p])
}

// minimumTerms checks that a sum that is compared with maxsum has a score of every player: a
// bound, or the least score where that is not 0.
func (v *verifier) minimumTerms(e *trace.Event, sum bool) error {
	least, known := v.t.Minima()
	var has [trees.MaxPlayers]bool
	for _, t := range own(e.Terms) {
		if t.Player > 0 {
			has[t.Player-1] = true
		}
	}
	for _, t := range e.Terms {
		if t.Origin != trace.Minimum {
			continue
		}
		if !sum || !known || has[t.Player-1] || t.Score != least[t.Player-1] || t.Score == 0 || t.Node != trees.NoNode {
			return fmt.Errorf("the term %+v is not the least score of a player without a bound", t)
		}
		has[t.Player-1] = true
	}
	for p := range v.t.Players {
		low, hasLow := v.t.Low(int(e.Node))
		if atLeast0 := known && least[p] == 0 || hasLow && low[p] == 0; sum && !has[p] && !atLeast0 {
			return fmt.Errorf("the sum has no score of player %d", p+1)
		}
	}
	return nil
}

// answer checks a cut that answers a question: it is provisional, and the value is on the side of
// the score that the rule says.
func (v *verifier) answer(e *trace.Event) error {
	t := e.Terms[0]
	if len(e.Terms) != 1 || t.Node != e.Node || !e.Provisional {
		return fmt.Errorf("want one term, of the node, and a provisional cut")
	}
	if !e.Limit.Given && v.passes() && e.Rule == trace.QuestionLow {
		return nil // an upper bound is wanted, and any will do
	}
	if !e.Limit.Given || e.Sum != trees.Some(t.Score) || (t.Score >= e.Limit.Score) != (e.Rule == trace.QuestionHigh) {
		return fmt.Errorf("%s does not answer the question about %s", t.Score.In(trees.Unit), e.Limit.Score.In(trees.Unit))
	}
	return nil
}

// replyOf returns the reply that a cut names; one by nobody if it names none.
func replyOf(e *trace.Event) *algorithms.Reply {
	if r, has := trace.NoteOf[*algorithms.Reply](e); has {
		return r
	}
	return &algorithms.Reply{}
}
