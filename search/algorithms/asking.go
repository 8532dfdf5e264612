package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// The questions of a search by proof numbers: does P get at least γ, whatever the others do? Proofnumber.go and dfpn.go
// have the searches that answer.
//
//	P       the player who moves at the root: r.About
//	γ       a question: s.gamma
//	f⁻, f⁺  bounds on the value of the root, by the answers so far: low, high
//	δ       the smallest difference between two scores: s.gap
//
// A proof also shows how much P gets: at an AND node the least of what its children show, at an OR
// node the most of what its proved children show; likewise for a disproof. So an answer is a score of
// some leaf, a bound on the value of the root. The next question halves the interval between the bounds,
// so the number of questions grows with its logarithm. While one bound is missing, it is next to
// the other: at least f⁺, or at least f⁻ + δ. Nobody has to list the possible scores, which an implicit tree
// does not have. An answer that is the least or the most that P can get, by minp, maxp and maxsum, is both bounds: so a tree with the
// scores 0 and 1 needs one question for the value. Such a limit is no bound to halve with: it is rarely reached, and an answer is a
// good guess.
//
// The first proof need not be about the leftmost best move, so the last questions are about the moves to its left alone, up to
// the last one that is not disproved.

// An asker is a run that asks such questions.
type asker struct {
	*engine.Run
	gamma    trees.Score
	gap      trees.Score
	within   int // the question is about this many moves at the root
	question int
	shown    Proof // the note of each event

	// Of the best proof so far: its first move, the leaf at the end of its line, and how many of the first
	// moves have to be asked about to know that there is no better one to the left.
	move int
	best engine.Frame
	open int
}

// An answerer answers the questions of an asker.
type answerer interface {
	// prove asks whether P gets at least gamma by one of the first moves at the root, and returns the
	// score that answers.
	prove(gamma trees.Score, moves int) trees.Score
	// keep remembers the line of the last answer: move, best and open.
	keep()
}

// askAll finds the value of the root by questions, and returns P's score.
func (s *asker) askAll(search answerer) trees.Score {
	r := s.Run
	f, moves := r.AtRoot()
	r.About, r.Inherit, r.Windowed, r.Ev.Window = max(1, f.Mover), engine.FromWindow, true, true
	if moves <= 0 || r.Stops(f.Ply) {
		r.Enter(f, moves)
		return f.Value[r.About-1]
	}
	s.gap = scoreGap(r, r.About)
	s.Note = &s.shown
	defer func() { s.Note = nil }()

	least, most := s.limits()
	low, high := -NoScore, NoScore
	for gamma := s.firstGuess(); low < high; gamma = s.between(low, high) {
		g := search.prove(gamma, moves)
		if g >= gamma || g-s.gap < least {
			low = g
			search.keep()
		}
		if g < gamma || g+s.gap > most {
			high = g
		}
	}
	for s.open > 0 && search.prove(low, s.open) >= low {
		search.keep()
	}
	f.Value, f.Known, f.Leaf, r.Result.Move = s.best.Value, true, s.best.Leaf, s.move
	return low
}

// ask begins a question about the first moves at the root, of which there are more or as many.
func (s *asker) ask(gamma trees.Score, within int) {
	s.gamma, s.within, s.question = gamma, within, s.question+1
}

// begins returns the note of the pass that begins at the node of f, the root, which has moves.
func (s *asker) begins(f *engine.Frame, moves, pass int, numbers ProofNumbers) Proof {
	f.Alpha, f.Beta = askedEnd(s.gamma-s.gap), askedEnd(s.gamma)
	p := Proof{How: PassBegins, Numbers: numbers, Question: s.question, Pass: pass, Rival: -1, Best: -1}
	if s.within < moves {
		p.Moves = s.within
	}
	return p
}

// setLines sets the lines of enter events, which depend on why the node is entered.
func (s *asker) setLines() {
	if s.Observer == nil {
		return
	}
	var lines [ProofCount]int
	for how := range lines {
		lines[how] = s.Lines.Named("enter:"+ProofHow(how).String(), "enter")
	}
	s.LineOf = func(e *trace.Event) int {
		if e.Type == trace.Enter {
			return lines[s.shown.How]
		}
		return e.Line
	}
}

// limits returns the least and the most that P can get, as far as they are known.
func (s *asker) limits() (least, most trees.Score) {
	least, most = -NoScore, NoScore
	if s.Options.HasDepth {
		return least, most // evaluations need not keep to the limits of leaves
	}
	low, known := trees.Vector{}, !s.NoMinima
	if s.Tree != nil {
		low, known = s.Tree.Minima()
	}
	if known {
		least = low[s.About-1]
	}
	if top := s.most(); top.Given {
		most = top.Score
	}
	return least, most
}

// most returns the most that P can get at a leaf.
func (s *asker) most() trees.Opt {
	if s.Tree != nil {
		return s.Tree.Most(s.About - 1)
	}
	return s.MaxP.Of(s.About - 1)
}

// firstGuess returns the score of the first question: the static value of the root for P, or half of the most that P
// can get, or δ.
func (s *asker) firstGuess() trees.Score {
	var v trees.Vector
	if e, ok := s.Pos.(trees.Evaluated); ok && e.Static(&v) {
		return v[s.About-1]
	}
	most := s.most()
	if !most.Given {
		return s.gap
	}
	return (most.Score/2 + s.gap - 1) / s.gap * s.gap
}

// between returns the score of the next question.
func (s *asker) between(low, high trees.Score) trees.Score {
	switch {
	case low == -NoScore:
		return high
	case high == NoScore:
		return low + s.gap
	}
	return min(high, low+((high-low)/2+s.gap-1)/s.gap*s.gap)
}

// valueAt returns P's score at the node of f if it is a leaf or on the frontier.
func (s *asker) valueAt(f *engine.Frame, moves int) (v trees.Score, ends bool) {
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

// numbersOf returns the numbers of a node where P gets v.
func (s *asker) numbersOf(v trees.Score) ProofNumbers {
	if v < s.gamma {
		return ProofNumbers{Proof: InfiniteProof}
	}
	return ProofNumbers{Disproof: InfiniteProof}
}

// emitUpdated emits the new numbers of the node of f.
func (s *asker) emitUpdated(f *engine.Frame) {
	e := s.NewEvent(trace.Backup, f.Node)
	e.Child, e.Improved, e.Chance, e.HasValue, e.HasBest = f.Below.Node, false, false, false, false
	if f.Mover == s.About {
		e.Line = s.Lines.Improved
	}
	s.SetBounds(f)
	s.Emit()
}

// merged is what the numbers of a node's children are together.
type merged struct {
	or            bool
	least, second uint32 // of the proof numbers at an OR node, of the disproof numbers at an AND node
	best, next    int    // the children that have them; -1: none
	sum           uint32 // of the other numbers
}

func merge(or bool, kids []kid) merged {
	m := merging(or)
	for i := range kids {
		m.add(i, kids[i].numbers)
	}
	return m
}

// merging returns what no children are together.
func merging(or bool) merged {
	return merged{or: or, least: InfiniteProof, second: InfiniteProof, best: -1, next: -1}
}

// add adds child i.
func (m *merged) add(i int, n ProofNumbers) {
	one, other := n.Proof, n.Disproof
	if !m.or {
		one, other = other, one
	}
	switch {
	case m.best < 0 || one < m.least:
		m.second, m.next = m.least, m.best
		m.least, m.best = one, i
	case m.next < 0 || one < m.second:
		m.second, m.next = one, i
	}
	if other == InfiniteProof || m.sum == InfiniteProof {
		m.sum = InfiniteProof
	} else {
		m.sum = uint32(min(uint64(m.sum)+uint64(other), InfiniteProof-1))
	}
}

// numbers returns the numbers of the node.
func (m *merged) numbers() ProofNumbers {
	if m.or {
		return ProofNumbers{Proof: m.least, Disproof: m.sum}
	}
	return ProofNumbers{Proof: m.sum, Disproof: m.least}
}
