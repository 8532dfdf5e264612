package algorithms

import (
	"fmt"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Paranoid proof-number search.
//
// J.-T. Saito and M. Winands, "Paranoid proof-number search", IEEE CIG 2010: a game of several players
// is solved for one of them, against all others. Proof-number search: V. Allis, M. van der Meulen and
// J. van den Herik, "Proof-number search", Artificial Intelligence 66 (1994). Of the first paper only
// the abstract was read, of the second what others write about it; the code shown is ours.
//
//	P              the player who moves at the root: r.About. P maximises P's score; all others minimise it
//	γ              a question: does P get at least γ, whatever the others do? s.gamma
//	pn(x), dn(x)   the proof number: of the nodes below x that are not expanded yet, the least number that
//	               must be proved to prove that P gets γ at x; and the disproof number, the same to disprove
//	               it: proofNode.numbers
//	f⁻, f⁺         bounds on the value of the root, by the answers so far: low, high
//	δ              the smallest difference between two scores: s.gap
//
// Nodes of P are OR nodes, nodes of the others are AND nodes. Each pass goes from the root to the
// most-proving node: to the child with the least proof number at an OR node, with the least disproof
// number at an AND node. There it evaluates all children, and goes back up. A node without a value has
// the numbers 1 and 1.
//
// A proof also shows how much P gets: at an AND node the least of what its children show, at an OR
// node the most of what its proved children show; likewise for a disproof. So an answer is a score of
// some leaf, a bound on the value of the root. The next question halves the interval between the bounds,
// so the number of questions grows with its logarithm. While one bound is missing, it is next to
// the other: at least f⁺, or at least f⁻ + δ. Nobody has to list the possible scores, which an implicit tree
// does not have. Each question begins with a new tree.
//
// Needs: no chance nodes. Guarantee: P's score against a coalition of all others, and a leaf with this
// score on the line. The other scores of the leaf, and the moves after the first, may differ from those
// of paranoid.
//
// Ties: leftmost, at a node for the child to go to, and at the root for the move. The first proof need
// not be about the leftmost best move, so the last questions are about the moves to its left alone, up to
// the last one that is not disproved.

// MaxProofNodes is the maximum number of nodes that a question of a proof-number search holds in
// memory, at 32 bytes a node.
const MaxProofNodes = 1 << 21

var ProofNumber = engine.Algorithm{
	ID: "paranoid-pn", Name: "Paranoid PN search", Paper: "Saito & Winands 2010; Allis et al. 1994", Outside: true,
	Needs: "kind maxn; no chance nodes", Guarantee: "the root player's score against a coalition of all others", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"paranoid-pn", "proof-number", "most-proving", "paranoid", "coalition"}, Questions: trace.OnlyQuestions,
	Code: engine.Pseudocode{
		{"f⁻ := −∞; f⁺ := ∞; γ := a first guess"},
		{"repeat: g := Prove(γ); if g >= γ then f⁻ := g, else f⁺ := g"},
		{"  γ := the middle of f⁻ and f⁺; if there is only one, f⁻ + δ or f⁺"},
		{"until f⁻ = f⁺; then Prove(f⁻) for the moves left of the choice", "done"},
		{"Prove(γ): until pn(root) = 0 or dn(root) = 0, a pass from x := root:", "enter:begin"},
		{"  while x has children: P: x := c with the least pn(c).  Others: with the least dn(c)", "enter:proving"},
		{"  for each child c of x, left to right:", "enter:new"},
		{"    if c is a leaf, or on the frontier: pn(c), dn(c) := 0, ∞ if v[P] >= γ, else ∞, 0", "leaf enter"},
		{"    else pn(c), dn(c) := 1, 1", "exit:new"},
		{"  for x and each node above it, upwards:", "exit"},
		{"    P: pn(x) := the least pn(c); dn(x) := the sum of dn(c)", "backup+"},
		{"    Others: pn(x) := the sum of pn(c); dn(x) := the least dn(c)", "backup"},
	},
	Need: []engine.Need{engine.NeedMaxN}, Procedure: proofNumber, Judged: engine.ByValues, Reference: &engine.ReferenceParanoid,
}

// A prover is a run with the tree of one question.
type prover struct {
	*engine.Run
	gamma    trees.Score
	gap      trees.Score
	tree     []proofNode // the root first; children are next to each other
	within   int         // the question is about this many moves at the root
	question int
	shown    trace.Proof // the note of each event
	fresh    int         // the line of the exit of a node that is only evaluated

	// Of the best proof so far: its first move, the leaf at the end of its line, and how many of the first
	// moves have to be asked about to know that there is no better one to the left.
	move int
	best engine.Frame
	open int
}

type proofNode struct {
	numbers  trace.ProofNumbers
	score    trees.Score // if it is proved, P gets at least this; if it is disproved, at most
	firstKid int32       // 0: it has not been expanded
	kids     int32
	number   int32 // of the node, if nodes have numbers
	mover    int8
}

func (n *proofNode) proved() bool    { return n.numbers.Proof == 0 }
func (n *proofNode) disproved() bool { return n.numbers.Disproof == 0 }
func (n *proofNode) solved() bool    { return n.proved() || n.disproved() }

func proofNumber(r *engine.Run) {
	f, moves := r.AtRoot()
	r.About, r.Inherit, r.Windowed, r.Ev.Window = max(1, f.Mover), engine.FromWindow, true, true
	if moves <= 0 || r.Stops(f.Ply) {
		r.Enter(f, moves)
		return
	}
	s := &prover{Run: r, gap: scoreGap(r, max(1, f.Mover)), tree: engine.Grown[proofNode](r, 0, nil, 1<<10)}
	s.Note = &s.shown
	defer func() { s.Note = nil }()
	if r.Observer != nil {
		s.setLines()
	}

	low, high := -NoScore, NoScore
	for gamma := s.firstGuess(); low < high; gamma = s.between(low, high) {
		if g := s.prove(gamma, moves); g >= gamma {
			low = g
			s.keep()
		} else {
			high = g
		}
	}
	for s.open > 0 && s.prove(low, s.open) >= low {
		s.keep()
	}
	f.Value, f.Known, f.Leaf, r.Result.Move = s.best.Value, true, s.best.Leaf, s.move
}

// setLines sets the lines of enter events, which depend on why the node is entered, and of the exit of a new node.
func (s *prover) setLines() {
	s.fresh = s.Lines.Named("exit:new")
	var lines [trace.ProofCount]int
	for how := range lines {
		lines[how] = s.Lines.Named("enter:"+trace.ProofHow(how).String(), "enter")
	}
	s.LineOf = func(e *trace.Event) int {
		if e.Type == trace.Enter {
			return lines[s.shown.How]
		}
		return e.Line
	}
}

// firstGuess returns the score of the first question: the static value of the root for P, or half of the most that P
// can get, or δ.
func (s *prover) firstGuess() trees.Score {
	var v trees.Vector
	if e, ok := s.Pos.(trees.Evaluated); ok && e.Static(&v) {
		return v[s.About-1]
	}
	most := s.MaxP.Of(s.About - 1)
	if s.Tree != nil {
		most = s.Tree.Most(s.About - 1)
	}
	if !most.Given {
		return s.gap
	}
	return (most.Score/2 + s.gap - 1) / s.gap * s.gap
}

// between returns the score of the next question.
func (s *prover) between(low, high trees.Score) trees.Score {
	switch {
	case low == -NoScore:
		return high
	case high == NoScore:
		return low + s.gap
	}
	return min(high, low+((high-low)/2+s.gap-1)/s.gap*s.gap)
}

// prove asks whether P gets at least gamma by one of the first moves at the root, and returns the
// score that answers.
func (s *prover) prove(gamma trees.Score, moves int) trees.Score {
	s.gamma, s.within, s.question = gamma, moves, s.question+1
	s.tree = append(s.tree[:0], proofNode{numbers: trace.ProofNumbers{Proof: 1, Disproof: 1}})
	for pass := 1; !s.tree[0].solved(); pass++ {
		f, all := s.AtRoot()
		f.Alpha, f.Beta = askedEnd(gamma-s.gap), askedEnd(gamma)
		s.shown = trace.Proof{How: trace.PassBegins, Numbers: s.tree[0].numbers, Question: s.question, Pass: pass, Rival: -1, Best: -1}
		if moves < all {
			s.shown.Moves = moves
		}
		s.pass(f, all, 0)
	}
	return s.tree[0].score
}

// pass goes from the node of f, which is entry x of the tree, to the most-proving node, expands it, and
// goes back up.
func (s *prover) pass(f *engine.Frame, moves int, x int32) {
	s.Enter(f, moves)
	s.tree[x].number, s.tree[x].mover = f.Node, int8(f.Mover)
	if s.tree[x].firstKid == 0 {
		s.develop(f, moves, x)
	} else {
		c := s.mostProving(f, x)
		f.Below.Alpha, f.Below.Beta = f.Alpha, f.Beta
		s.pass(f.Below, s.Play(f, int(c-s.tree[x].firstKid)), c)
		s.Pos.Undo()
	}
	was := s.tree[x].numbers
	best := s.update(x)
	if s.Observer == nil {
		return
	}
	s.shown = trace.Proof{How: trace.Updated, Numbers: s.tree[x].numbers, Player: f.Mover, Was: was, Rival: -1, Best: -1}
	if best >= 0 {
		s.shown.Best = s.tree[best].number
	}
	s.emitUpdated(f)
	s.Exit(f, false)
}

// develop evaluates all children of the node of f, entry x.
func (s *prover) develop(f *engine.Frame, moves int, x int32) {
	if x == 0 {
		moves = s.within
	}
	if len(s.tree)+moves > MaxProofNodes {
		s.StoppedAt = f.Ply
		panic(engine.Stop{Err: &engine.LimitError{Message: fmt.Sprintf("the search was stopped: it would hold more than %d nodes in memory, the limit of a proof-number search; choose a smaller depth", MaxProofNodes)}})
	}
	s.tree = engine.Grown(s.Run, f.Ply, s.tree, moves)
	first := int32(len(s.tree))
	s.tree[x].firstKid, s.tree[x].kids = first, int32(moves)
	c := f.Below
	for i := range moves {
		c.Alpha, c.Beta = f.Alpha, f.Beta
		under := s.Play(f, i)
		n := proofNode{numbers: trace.ProofNumbers{Proof: 1, Disproof: 1}}
		if v, ends := s.valueAt(c, under); ends {
			n.score, n.numbers = v, trace.ProofNumbers{Disproof: trace.InfiniteProof}
			if v < s.gamma {
				n.numbers = trace.ProofNumbers{Proof: trace.InfiniteProof}
			}
		}
		s.shown = trace.Proof{How: trace.NewNode, Numbers: n.numbers, Rival: -1, Best: -1}
		if !s.Enter(c, under) && s.Observer != nil {
			s.exitNew(c)
		}
		s.Pos.Undo()
		n.number, n.mover = c.Node, int8(c.Mover)
		s.tree = append(s.tree, n)
	}
}

// valueAt returns P's score at the node of f if it is a leaf or on the frontier.
func (s *prover) valueAt(f *engine.Frame, moves int) (v trees.Score, ends bool) {
	switch {
	case moves == 0:
		return f.Value[s.About-1], true
	case moves > 0 && !s.Stops(f.Ply):
		return 0, false
	case moves > 0:
		var static trees.Vector
		s.Pos.(trees.Evaluated).Static(&static)
		return static[s.About-1], true
	}
	return 0, false // a leaf of unknown value, at which enter ends the search
}

// or reports whether P moves at entry x.
func (s *prover) or(x int32) bool { return int(s.tree[x].mover) == s.About }

// mostProving returns the child of entry x that the pass goes on to, and says why in the next event.
func (s *prover) mostProving(f *engine.Frame, x int32) int32 {
	n := &s.tree[x]
	best, next := int32(-1), int32(-1)
	number := func(c int32) uint32 {
		if s.or(x) {
			return s.tree[c].numbers.Proof
		}
		return s.tree[c].numbers.Disproof
	}
	for c := n.firstKid; c < n.firstKid+n.kids; c++ {
		switch {
		case best < 0 || number(c) < number(best):
			best, next = c, best
		case next < 0 || number(c) < number(next):
			next = c
		}
	}
	s.shown = trace.Proof{How: trace.MostProving, Numbers: s.tree[best].numbers, Player: f.Mover, Rival: -1, Best: -1}
	if next >= 0 {
		s.shown.Rival, s.shown.RivalNumber = s.tree[next].number, number(next)
	}
	return best
}

// update computes the numbers of entry x from those of its children, and its score once it is solved. It
// returns the child that decides: the one with the least number that counts; -1 if all children count.
func (s *prover) update(x int32) (best int32) {
	n := &s.tree[x]
	kids := s.tree[n.firstKid : n.firstKid+n.kids]
	least, sum := uint32(trace.InfiniteProof), uint32(0)
	best = -1
	for i := range kids {
		one, other := kids[i].numbers.Proof, kids[i].numbers.Disproof
		if !s.or(x) {
			one, other = other, one
		}
		if one < least {
			least, best = one, n.firstKid+int32(i)
		}
		if other == trace.InfiniteProof || sum == trace.InfiniteProof {
			sum = trace.InfiniteProof
		} else {
			sum += other // at most MaxProofNodes
		}
	}
	n.numbers = trace.ProofNumbers{Proof: least, Disproof: sum}
	if !s.or(x) {
		n.numbers = trace.ProofNumbers{Proof: sum, Disproof: least}
	}
	if n.solved() {
		decides := s.through(x)
		n.score = s.tree[decides].score
		if best >= 0 {
			best = decides
		}
	}
	return best
}

// through returns the child of a solved entry whose score is that of the entry: of its children
// with the same answer, at an OR node one with the largest score, at an AND node one with the smallest.
func (s *prover) through(x int32) int32 {
	n, best := &s.tree[x], int32(-1)
	for c := n.firstKid; c < n.firstKid+n.kids; c++ {
		k := &s.tree[c]
		if k.proved() != n.proved() || !k.solved() {
			continue
		}
		if best < 0 || s.or(x) && k.score > s.tree[best].score || !s.or(x) && k.score < s.tree[best].score {
			best = c
		}
	}
	return best
}

// keep remembers the first move of the proof that was found, and the leaf at the end of its line.
func (s *prover) keep() {
	f, _ := s.AtRoot()
	x, plies, under := int32(0), 0, 0
	for ; s.tree[x].kids > 0; plies++ {
		c := s.through(x)
		move := int(c - s.tree[x].firstKid)
		if x == 0 {
			s.move = move
		}
		under = s.Play(f, move)
		f, x = f.Below, c
	}
	if under > 0 {
		s.Pos.(trees.Evaluated).Static(&f.Value)
	}
	s.best.Value, s.best.Leaf = f.Value, s.tree[x].number
	for range plies {
		s.Pos.Undo()
	}
	s.open = 0
	for i := range s.move {
		if !s.tree[int(s.tree[0].firstKid)+i].disproved() {
			s.open = i + 1
		}
	}
}

// emitUpdated emits the new numbers of the node of f.
func (s *prover) emitUpdated(f *engine.Frame) {
	e := s.NewEvent(trace.Backup, f.Node)
	e.Child, e.Improved, e.Chance, e.HasValue, e.HasBest = f.Below.Node, false, false, false, false
	if f.Mover == s.About {
		e.Line = s.Lines.Improved
	}
	s.SetBounds(f)
	s.Emit()
}

// exitNew emits that a child without a value was evaluated.
func (s *prover) exitNew(f *engine.Frame) {
	f.Exact = false
	s.EmitExitAt(f, s.fresh)
}
