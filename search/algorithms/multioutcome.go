package algorithms

import (
	"fmt"
	"slices"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Multiple-outcome proof-number search.
//
// A. Saffidine and T. Cazenave, "Multiple-outcome proof number search", ECAI 2012. The paper was not at hand; the code shown
// is ours, after what others write about it. It is for two players; a coalition in place of the opponent is as in proofnumber.go.
//
//	P                the player who moves at the root: r.About
//	o1 < … < om      the outcomes: the scores that P can have: s.outcomes
//	G(x, o), S(x, o) the greater number: how many nodes must at least be evaluated to prove that P gets o or more
//	                 at x; and the smaller number, the same for o or less
//	o*               the attracting outcome of a pass: of those of which it is open whether P gets so much, the one with the least
//	                 G(root, o*) + S(root, o'). o', the distracting outcome, is the next one below o*
//
// P gets o* or more, or o' or less. So G(x, o*) and S(x, o') are the proof and the disproof number of x for the question whether P
// gets o*, and a node has such a pair for each outcome but the least: s.pairs. Proof-number search asks one question after the
// other, each with a new tree. This search has one tree for all questions, and each pass chooses its question.
//
// The paper also discards subtrees that cannot matter any more, which saves memory and changes no pass; here they are kept.
//
// Needs: no chance nodes, and at most MaxProofOutcomes outcomes. They are the scores of P at the leaves; in a tree that is not built, all
// multiples of δ from 0 to maxp. Guarantee: P's score against a coalition of all others, and a leaf with this score on the line.
//
// Ties: leftmost, at a node for the child to go to, and at the root for the move; the least outcome.

// MaxProofOutcomes is the maximum number of outcomes of a multiple-outcome proof-number search: each node has two numbers for each.
const MaxProofOutcomes = 32

var MultiOutcome = engine.Algorithm{
	ID: "mopns", Name: "Multiple-outcome PN search", Paper: "Saffidine & Cazenave 2012", Outside: true,
	Needs: "kind maxn; no chance nodes; few outcomes", Guarantee: "the root player's score against a coalition of all others", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"mopns", "paranoid-pn", "proof-number", "disproof-number", "most-proving", "coalition"}, Questions: trace.OnlyQuestions,
	Term: &engine.Term{Name: "multiple-outcome proof-number search", Text: "Proof-number search with one tree for all questions: a node has a proof and a disproof number for each score that the player at the root can get. Each pass is about the score in doubt whose two numbers have the smallest sum at the root.", Source: "Saffidine & Cazenave 2012"},
	Code: engine.Pseudocode{
		{"while G(root, o) > 0 and S(root, o') > 0 for an outcome o and the next one below it, o':"},
		{"  o*, o' := those with the least sum; a pass from x := root:", "enter:begin"},
		{"  while x has children: P: x := c with the least G(c, o*).  Others: with the least S(c, o')", "enter:proving"},
		{"  for each child c of x, left to right:", "enter:new"},
		{"    if c is a leaf, or on the frontier: G(c, o) := 0 if v[P] >= o, else ∞; S(c, o) := 0 if v[P] <= o, else ∞", "leaf enter"},
		{"    else G(c, o), S(c, o) := 1, 1", "exit:new"},
		{"  for x and each node above it, upwards, and each outcome o:", "exit"},
		{"    P: G(x, o) := the least G(c, o); S(x, o) := the sum of S(c, o)", "backup+"},
		{"    Others: G(x, o) := the sum of G(c, o); S(x, o) := the least S(c, o)", "backup"},
		{"then passes for the moves left of the choice", "done"},
	},
	Need: []engine.Need{engine.NeedMaxN, needFewOutcomes}, Procedure: multiOutcome, Judged: engine.ByValues, Reference: &engine.ReferenceParanoid,
}

func needFewOutcomes(a *engine.Algorithm, p *engine.Problem, o *engine.Options) error {
	if p.Tree != nil {
		if n := len(outcomesOf(p.Tree, p.StartNode(o), o)); n > MaxProofOutcomes {
			return engine.Refuse("algorithm", "%s has two numbers at each node for each score that the root player can get, so there may be at most %d; this tree has %d", a.ID, MaxProofOutcomes, n)
		}
		return nil
	}
	player, step := max(1, p.Pos.Mover())-1, max(p.Delta, engine.ScoreStep)
	top := p.MaxP.Of(player)
	switch {
	case o.HasDepth && o.Depth < p.Pos.Height() && !p.StaticOutcomes:
		return engine.Refuse("options.depth", "%s needs to know all values that the root player can get, and those of positions on the frontier are not known; leave the depth out", a.ID)
	case p.NoMinima || !top.Given || top.Score/step >= MaxProofOutcomes:
		return engine.Refuse("algorithm", "%s needs the scores that the root player can get, at most %d; those of %s are more, or are not known", a.ID, MaxProofOutcomes, p.Source())
	}
	return nil
}

// outcomesOf returns the scores of the player at the root of a search that its leaves and its frontier have, from the least on.
func outcomesOf(t *trees.Tree, root int, o *engine.Options) (list []trees.Score) {
	p := engine.RootPlayer(t, root) - 1
	for n := root; n < t.End(root); n++ {
		v, known := t.Value(n)
		if !t.IsLeaf(n) {
			if !o.HasDepth {
				continue
			}
			v, known = t.Static(n)
		}
		if at, found := slices.BinarySearch(list, v[p]); known && !found {
			list = slices.Insert(list, at, v[p])
		}
	}
	return list
}

// An outcomeProver is a run with one tree for all outcomes.
type outcomeProver struct {
	asker
	outcomes []trees.Score // the least first
	tree     []outcomeNode // the root first; children are next to each other
	pairs    []ProofNumbers
	at       int // the question of the pass: whether P gets outcomes[at+1]
	// The passes in a row about the same question, and how many moves at the root it is about.
	passes, lastWithin int
	fresh              int // the line of the exit of a node that is only evaluated
}

type outcomeNode struct {
	firstKid int32 // 0: it has not been expanded
	kids     int32
	number   int32 // of the node, if nodes have numbers
	mover    int8
}

func multiOutcome(r *engine.Run) {
	s := &outcomeProver{asker: asker{Run: r}, fresh: r.Lines.Named("exit:new")}
	f, moves := r.AtRoot()
	r.About, r.Inherit, r.Windowed, r.Ev.Window = max(1, f.Mover), engine.FromWindow, true, true
	if moves <= 0 || r.Stops(f.Ply) {
		r.Enter(f, moves)
		return
	}
	s.setLines()
	s.gap, s.within = scoreGap(r, r.About), moves
	s.setOutcomes(f)
	s.Note = &s.shown
	defer func() { s.Note = nil }()

	s.add(f.Ply, 1)
	for s.at = s.attracting(); s.at >= 0; s.at = s.attracting() {
		s.startPass(f, moves)
	}
	value := 0 // the outcome that is proved
	for value < len(s.outcomes)-1 && s.of(0)[value].Proof == 0 {
		value++
	}
	s.settle(f, moves, value)
	s.line(value)
	f.Value, f.Known, f.Leaf, r.Result.Move = s.best.Value, true, s.best.Leaf, s.move
}

// setOutcomes lists the outcomes.
func (s *outcomeProver) setOutcomes(f *engine.Frame) {
	if s.Tree != nil {
		root := int(f.Node)
		s.outcomes = outcomesOf(s.Tree, root, &s.Options)
		switch len(s.outcomes) {
		case 0: // all leaves are unknown: the first one ends the search
			s.outcomes = []trees.Score{-s.gap, 0}
		case 1: // one question proves it
			s.outcomes = []trees.Score{s.outcomes[0] - s.gap, s.outcomes[0]}
		}
		return
	}
	for v := trees.Score(0); v <= max(s.gap, s.most().Score); v += s.gap {
		s.outcomes = append(s.outcomes, v)
	}
}

// of returns the numbers of entry x, for each question.
func (s *outcomeProver) of(x int32) []ProofNumbers {
	n := len(s.outcomes) - 1
	return s.pairs[int(x)*n : int(x)*n+n]
}

// add adds entries of which nothing is known.
func (s *outcomeProver) add(ply int32, entries int) {
	if len(s.tree)+entries > MaxProofNodes/8 {
		s.StoppedAt = ply
		panic(engine.Stop{Err: &engine.LimitError{Message: fmt.Sprintf("the search was stopped: it would hold more than %d nodes in memory, the limit of a search with numbers for each outcome; choose a smaller depth", MaxProofNodes/8)}})
	}
	s.tree = engine.Grown(s.Run, ply, s.tree, entries)
	s.pairs = engine.Grown(s.Run, ply, s.pairs, entries*(len(s.outcomes)-1))
	for range entries {
		s.tree = append(s.tree, outcomeNode{})
		for range len(s.outcomes) - 1 {
			s.pairs = append(s.pairs, ProofNumbers{Proof: 1, Disproof: 1})
		}
	}
}

// attracting returns the question with the least sum at the root of those in doubt; -1 if there is none.
func (s *outcomeProver) attracting() (best int) {
	best = -1
	sum := func(n ProofNumbers) uint64 { return uint64(n.Proof) + uint64(n.Disproof) }
	for i, n := range s.of(0) {
		if !n.solved() && (best < 0 || sum(n) < sum(s.of(0)[best])) {
			best = i
		}
	}
	return best
}

// startPass begins a pass at the node of f, the root.
func (s *outcomeProver) startPass(f *engine.Frame, moves int) {
	numbers := s.of(0)[s.at]
	if s.tree[0].kids > 0 {
		m := s.merge(0, s.at)
		numbers = m.numbers()
	}
	s.passes++
	if gamma := s.outcomes[s.at+1]; s.question == 0 || gamma != s.gamma || s.within != s.lastWithin {
		s.ask(gamma, s.within)
		s.passes, s.lastWithin = 1, s.within
	}
	s.shown = s.begins(f, moves, s.passes, numbers)
	s.pass(f, moves, 0)
}

// settle passes again until it is known that no move left of the best one found is as good.
func (s *outcomeProver) settle(f *engine.Frame, moves, value int) {
	s.move = 0
	if value == 0 { // each move is as good
		return
	}
	for s.at = value - 1; ; {
		first, open := s.tree[0].firstKid, 0
		for s.move = 0; s.of(first + int32(s.move))[s.at].Proof > 0; s.move++ {
			if !s.of(first + int32(s.move))[s.at].solved() {
				open = s.move + 1
			}
		}
		if s.within = open; open == 0 {
			s.within = moves
			return
		}
		s.startPass(f, moves)
	}
}

// pass goes from the node of f, which is entry x of the tree, to the most-proving node of the question, expands it, and goes
// back up.
func (s *outcomeProver) pass(f *engine.Frame, moves int, x int32) {
	s.Enter(f, moves)
	s.tree[x].number, s.tree[x].mover = f.Node, int8(f.Mover)
	was := s.of(x)[s.at]
	if s.tree[x].firstKid == 0 {
		s.develop(f, moves, x)
	} else {
		m, first := s.merge(x, s.at), s.tree[x].firstKid
		best := first + int32(m.best)
		was = m.numbers()
		s.shown = Proof{How: MostProving, Numbers: s.of(best)[s.at], Player: f.Mover, Rival: -1, Best: -1}
		if m.next >= 0 {
			s.shown.Rival, s.shown.RivalNumber = s.tree[first+int32(m.next)].number, m.second
		}
		f.Below.Alpha, f.Below.Beta = f.Alpha, f.Beta
		s.pass(f.Below, s.Play(f, m.best), best)
		s.Pos.Undo()
	}
	s.update(x)
	if s.Observer == nil {
		return
	}
	m := s.merge(x, s.at)
	s.shown = Proof{How: Updated, Numbers: m.numbers(), Player: f.Mover, Was: was, Rival: -1, Best: -1}
	if m.least < InfiniteProof {
		s.shown.Best = s.tree[s.tree[x].firstKid+int32(m.best)].number
	}
	s.emitUpdated(f)
	s.Exit(f, false)
}

// develop evaluates all children of the node of f, entry x.
func (s *outcomeProver) develop(f *engine.Frame, moves int, x int32) {
	first := int32(len(s.tree))
	s.add(f.Ply, moves)
	s.tree[x].firstKid, s.tree[x].kids = first, int32(moves)
	for i := range moves {
		c, k := f.Below, first+int32(i)
		c.Alpha, c.Beta = f.Alpha, f.Beta
		under := s.Play(f, i)
		if v, ends := s.valueAt(c, under); ends {
			for q, o := range s.outcomes[1:] {
				s.of(k)[q] = ProofNumbers{Disproof: InfiniteProof}
				if v < o {
					s.of(k)[q] = ProofNumbers{Proof: InfiniteProof}
				}
			}
		}
		s.shown = Proof{How: NewNode, Numbers: s.of(k)[s.at], Rival: -1, Best: -1}
		if !s.Enter(c, under) && s.Observer != nil {
			c.Exact = false
			s.EmitExitAt(c, s.fresh)
		}
		s.Pos.Undo()
		s.tree[k].number, s.tree[k].mover = c.Node, int8(c.Mover)
	}
}

// merge returns what the numbers of the children of entry x are together, for a question. The children of the root are
// those that the last questions are about.
func (s *outcomeProver) merge(x int32, question int) merged {
	n, m := &s.tree[x], merging(int(s.tree[x].mover) == s.About)
	kids := int(n.kids)
	if x == 0 {
		kids = s.within
	}
	for i := range kids {
		m.add(i, s.of(n.firstKid + int32(i))[question])
	}
	return m
}

// update computes all numbers of entry x from those of its children.
func (s *outcomeProver) update(x int32) {
	if x == 0 && s.within < int(s.tree[0].kids) {
		return // the value is known
	}
	for q := range s.of(x) {
		m := s.merge(x, q)
		s.of(x)[q] = m.numbers()
	}
}

// is reports whether it is proved that P gets an outcome at entry x, and no more.
func (s *outcomeProver) is(x int32, outcome int) bool {
	n := s.of(x)
	return (outcome == 0 || n[outcome-1].Proof == 0) && (outcome == len(n) || n[outcome].Disproof == 0)
}

// line plays a line to a leaf where P gets an outcome, the value of the root. Each node on it is solved with this value.
func (s *outcomeProver) line(outcome int) {
	defer unwatched(s.Run)()
	f, moves := s.AtRoot()
	x, plies := int32(0), 0
	for ; moves > 0 && !s.Stops(f.Ply); plies++ {
		s.Enter(f, moves)
		move := s.move
		if x > 0 {
			for move = 0; !s.is(s.tree[x].firstKid+int32(move), outcome); move++ {
			}
		}
		x = s.tree[x].firstKid + int32(move)
		moves = s.Play(f, move)
		f = f.Below
	}
	s.Enter(f, moves)
	s.best.Value, s.best.Leaf = f.Value, f.Leaf
	for range plies {
		s.Pos.Undo()
	}
}
