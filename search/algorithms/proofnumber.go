package algorithms

import (
	"fmt"
	"math"
	"strconv"

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
//	f⁻, f⁺, δ      of the questions: asking.go
//
// Nodes of P are OR nodes, nodes of the others are AND nodes. Each pass goes from the root to the
// most-proving node: to the child with the least proof number at an OR node, with the least disproof
// number at an AND node. There it evaluates all children, and goes back up. A node without a value has
// the numbers 1 and 1.
//
// Each question begins with a new tree. Asking.go has the questions, and what an answer says about the value.
//
// Needs: no chance nodes. Guarantee: P's score against a coalition of all others, and a leaf with this
// score on the line. The other scores of the leaf, and the moves after the first, may differ from those
// of paranoid.
//
// Ties: leftmost, at a node for the child to go to, and at the root for the move.

// MaxProofNodes is the maximum number of nodes that a question of a proof-number search holds in
// memory, at 32 bytes a node.
const MaxProofNodes = 1 << 21

var ProofNumber = engine.Algorithm{
	ID: "paranoid-pn", Name: "Paranoid PN search", Paper: "Saito & Winands 2010; Allis et al. 1994", Outside: true,
	Needs: "kind maxn; no chance nodes", Guarantee: "the root player's score against a coalition of all others", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"paranoid-pn", "proof-number", "most-proving", "paranoid", "coalition"}, Questions: trace.OnlyQuestions,
	Term: &engine.Term{Name: "paranoid proof-number search", Text: "The paranoid value by questions: does the player at the root get at least a score, whatever the others do? Each question is a search that always expands the most-proving node.", Source: "Saito & Winands 2010; Allis et al. 1994"},
	Code: engine.Pseudocode{
		{"f⁻ := −∞; f⁺ := ∞; γ := a first guess"},
		{"repeat: g := Prove(γ); if g >= γ then f⁻ := g, else f⁺ := g"},
		{"  if P can get no more than g then f⁺ := g; if no less then f⁻ := g"},
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
	asker
	tree  []proofNode // the root first; children are next to each other
	fresh int         // the line of the exit of a node that is only evaluated
}

type proofNode struct {
	numbers  ProofNumbers
	score    trees.Score // if it is proved, P gets at least this; if it is disproved, at most
	firstKid int32       // 0: it has not been expanded
	kids     int32
	number   int32 // of the node, if nodes have numbers
	mover    int8
}

func (n *proofNode) proved() bool    { return n.numbers.Proof == 0 }
func (n *proofNode) disproved() bool { return n.numbers.Disproof == 0 }
func (n *proofNode) solved() bool    { return n.numbers.solved() }

func proofNumber(r *engine.Run) {
	s := &prover{asker: asker{Run: r}, fresh: r.Lines.Named("exit:new")}
	s.setLines()
	s.askAll(s)
}

func (s *prover) prove(gamma trees.Score, moves int) trees.Score {
	s.ask(gamma, moves)
	if s.tree == nil {
		s.tree = engine.Grown[proofNode](s.Run, 0, nil, 1<<10)
	}
	s.tree = append(s.tree[:0], proofNode{numbers: ProofNumbers{Proof: 1, Disproof: 1}})
	for pass := 1; !s.tree[0].solved(); pass++ {
		f, all := s.AtRoot()
		s.shown = s.begins(f, all, pass, s.tree[0].numbers)
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
	s.shown = Proof{How: Updated, Numbers: s.tree[x].numbers, Player: f.Mover, Was: was, Rival: -1, Best: -1}
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
		n := proofNode{numbers: ProofNumbers{Proof: 1, Disproof: 1}}
		if v, ends := s.valueAt(c, under); ends {
			n.score, n.numbers = v, s.numbersOf(v)
		}
		s.shown = Proof{How: NewNode, Numbers: n.numbers, Rival: -1, Best: -1}
		if !s.Enter(c, under) && s.Observer != nil {
			s.exitNew(c)
		}
		s.Pos.Undo()
		n.number, n.mover = c.Node, int8(c.Mover)
		s.tree = append(s.tree, n)
	}
}

// or reports whether P moves at entry x.
func (s *prover) or(x int32) bool { return int(s.tree[x].mover) == s.About }

// mostProving returns the child of entry x that the pass goes on to, and says why in the next event.
func (s *prover) mostProving(f *engine.Frame, x int32) int32 {
	m, first := s.merge(x), s.tree[x].firstKid
	best := first + int32(m.best)
	s.shown = Proof{How: MostProving, Numbers: s.tree[best].numbers, Player: f.Mover, Rival: -1, Best: -1}
	if m.next >= 0 {
		s.shown.Rival, s.shown.RivalNumber = s.tree[first+int32(m.next)].number, m.second
	}
	return best
}

// merge returns what the numbers of the children of entry x are together.
func (s *prover) merge(x int32) merged {
	n, m := &s.tree[x], merging(s.or(x))
	for i, k := range s.tree[n.firstKid : n.firstKid+n.kids] {
		m.add(i, k.numbers)
	}
	return m
}

// update computes the numbers of entry x from those of its children, and its score once it is solved. It
// returns the child that decides: the one with the least number that counts; -1 if all children count.
func (s *prover) update(x int32) (best int32) {
	m, n := s.merge(x), &s.tree[x]
	n.numbers, best = m.numbers(), -1
	if m.least < InfiniteProof {
		best = n.firstKid + int32(m.best)
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

// exitNew emits that a child without a value was evaluated.
func (s *prover) exitNew(f *engine.Frame) {
	f.Exact = false
	s.EmitExitAt(f, s.fresh)
}

// InfiniteProof is a proof or disproof number that is infinite.
const InfiniteProof = math.MaxUint32

// ProofHow says what a pass does at a node.
type ProofHow uint8

const (
	PassBegins  ProofHow = iota // Enter of the root
	MostProving                 // Enter of the child that the pass goes on to
	NewNode                     // Enter, Leaf and Exit of a child that is evaluated
	Updated                     // Backup and Exit of a node on the path
	ProofCount                  // number of ways
)

var proofNames = [ProofCount]string{"begin", "proving", "new", "update"}

func (h ProofHow) String() string { return proofNames[h] }

// ProofNumbers are how many nodes must at least be proved to prove a node, and disproved to
// disprove it.
type ProofNumbers struct{ Proof, Disproof uint32 }

func (n ProofNumbers) solved() bool { return n.Proof == 0 || n.Disproof == 0 }

// A Proof is a note of an Enter, a Leaf, a Backup or an Exit (proof-number search): the numbers of a node. Each pass enters
// the root, goes down a path, evaluates the children of its last node, and goes back up.
type Proof struct {
	trace.BareNote
	How     ProofHow
	Numbers ProofNumbers // after the event
	// PassBegins: the number of the question and of the pass, from 1. Moves is given if the question
	// is only about the first moves at the root.
	Question, Pass, Moves int
	Player                int // MostProving: who chooses; Updated: who moves at the node
	// MostProving: the child that is next in the order (-1: none), and its number: the proof number
	// where the root player chooses, elsewhere the disproof number.
	Rival       int32
	RivalNumber uint32
	// Updated: the numbers before, and the child with the best number now; -1: no child decides.
	Was  ProofNumbers
	Best int32
}

var proofKind = trace.NewNoteKind("proof", readProof)

// Kind returns the kind of a Proof.
func (p *Proof) Kind() *trace.NoteKind { return proofKind }

// Clone returns a copy.
func (p *Proof) Clone() trace.Note {
	c := *p
	return &c
}

// Write writes the numbers: an infinite one as 0, another one plus 1.
func (p *Proof) Write(w *trace.NoteWriter) {
	how, proof, disproof := uint64(p.How), uint64(p.Numbers.Proof+1), uint64(p.Numbers.Disproof+1)
	switch p.How {
	case PassBegins:
		w.Uints(how, proof, disproof, uint64(p.Question), uint64(p.Pass), uint64(p.Moves))
	case MostProving:
		w.Uints(how, proof, disproof, uint64(p.Player))
		w.Int(int64(p.Rival))
		w.Uints(uint64(p.RivalNumber + 1))
	case Updated:
		w.Uints(how, proof, disproof, uint64(p.Player), uint64(p.Was.Proof+1), uint64(p.Was.Disproof+1))
		w.Int(int64(p.Best))
	default:
		w.Uints(how, proof, disproof)
	}
}

func readProofNumber(r *trace.NoteReader) uint32 { return uint32(r.Uint()) - 1 }

func readProofNumbers(r *trace.NoteReader) (n ProofNumbers) {
	n.Proof = readProofNumber(r)
	n.Disproof = readProofNumber(r)
	return n
}

func readProof(r *trace.NoteReader) trace.Note {
	p := &Proof{How: ProofHow(r.Byte()), Rival: -1, Best: -1}
	p.Numbers = readProofNumbers(r)
	switch p.How {
	case PassBegins:
		p.Question, p.Pass, p.Moves = int(r.Uint()), int(r.Uint()), int(r.Uint())
	case MostProving:
		p.Player, p.Rival = int(r.Uint()), int32(r.Int())
		p.RivalNumber = readProofNumber(r)
	case Updated:
		p.Player = int(r.Uint())
		p.Was = readProofNumbers(r)
		p.Best = int32(r.Int())
	}
	return p
}

// AppendJSON appends the member proof.
func (p *Proof) AppendJSON(b []byte, _ *trace.Event) []byte {
	b = append(append(b, `,"proof":{"how":"`...), proofNames[p.How]...)
	b = appendProofNumbers(append(b, `","numbers":`...), p.Numbers)
	switch p.How {
	case PassBegins:
		b = trace.AppendInt(append(b, `,"question":`...), p.Question)
		b = trace.AppendInt(append(b, `,"pass":`...), p.Pass)
		if p.Moves > 0 {
			b = trace.AppendInt(append(b, `,"moves":`...), p.Moves)
		}
	case MostProving:
		b = trace.AppendInt(append(b, `,"player":`...), p.Player)
		b = append(b, `,"next":`...)
		if p.Rival < 0 {
			b = append(b, `null`...)
			break
		}
		b = strconv.AppendInt(append(b, `{"node":`...), int64(p.Rival), 10)
		b = append(appendProofNumber(append(b, `,"number":`...), p.RivalNumber), '}')
	case Updated:
		b = trace.AppendInt(append(b, `,"player":`...), p.Player)
		b = append(appendProofNumbers(append(b, `,"was":`...), p.Was), `,"best":`...)
		if p.Best < 0 {
			b = append(b, `null`...)
			break
		}
		b = strconv.AppendInt(b, int64(p.Best), 10)
	}
	return append(b, '}')
}

// appendProofNumbers appends two numbers as JSON.
func appendProofNumbers(b []byte, n ProofNumbers) []byte {
	b = appendProofNumber(append(b, '['), n.Proof)
	return append(appendProofNumber(append(b, ','), n.Disproof), ']')
}

// appendProofNumber appends a number as JSON; an infinite one is null.
func appendProofNumber(b []byte, n uint32) []byte {
	if n == InfiniteProof {
		return append(b, `null`...)
	}
	return strconv.AppendUint(b, uint64(n), 10)
}

// shownNumber is a proof or disproof number in texts.
func shownNumber(n uint32) string {
	if n == InfiniteProof {
		return "∞"
	}
	return strconv.FormatUint(uint64(n), 10)
}

// proofLetters begin the text beside a node: the proof number and the disproof number.
const proofLetters = "pn "

// words formats the numbers of a node: pn 1, dn ∞.
func (p *Proof) words(c *trace.Change) string {
	b := append(append(c.Buffer(), proofLetters...), shownNumber(p.Numbers.Proof)...)
	return c.Words(append(append(b, ", dn "...), shownNumber(p.Numbers.Disproof)...))
}

// Change shows the numbers, and marks the child that decides. What is known of a node stays during a question.
func (p *Proof) Change(c *trace.Change, e *trace.Event) bool {
	switch e.Type {
	case trace.Enter:
		p.enter(c, e)
	case trace.Backup:
		c.Best(p.Best)
		c.Text(e.Node, p.words(c))
	case trace.Exit:
		p.exit(c, e)
	default:
		return false
	}
	return true
}

func (p *Proof) enter(c *trace.Change, e *trace.Event) {
	begins := p.How == PassBegins && p.Pass == 1
	if begins {
		c.Forget()
	}
	c.Set(e.Node, func(s *trace.NodeState) {
		s.Phase = trace.Open
		if _, deep := trace.NoteOf[*Thresholds](e); deep || begins || p.How == NewNode {
			s.Visits++
		}
		if e.Player > 0 {
			s.Text = p.words(c)
		}
	})
}

// exit ends a pass at a node. A node that is not yet proved or disproved has no value.
func (p *Proof) exit(c *trace.Change, e *trace.Event) {
	c.Set(e.Node, func(s *trace.NodeState) {
		switch {
		case e.HasValue: // a leaf shows its value
			s.Phase, s.Exact = trace.Valued, e.Exact
			return
		case p.Numbers.Proof == 0 || p.Numbers.Disproof == 0:
			s.Phase = trace.Valued
		default:
			s.Phase = trace.Valueless
		}
		s.Text = p.words(c)
	})
}

// Explain writes the sentence of an event, if it is none that is explained as in any search.
func (p *Proof) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	if part != trace.WholeSentence {
		return false
	}
	switch e.Type {
	case trace.Enter:
		p.explainEnter(x, s, e)
	case trace.Leaf:
		p.explainLeaf(x, s, e)
	case trace.Backup:
		p.explainBackup(x, s, e)
	case trace.Exit:
		x.Write(s, e, "%n has proof number %t and disproof number %t.", e.Node, shownNumber(p.Numbers.Proof), shownNumber(p.Numbers.Disproof))
		if l, has := trace.NoteOf[*Thresholds](e); has {
			l.explainExit(x, s, e, p.Numbers)
		}
	default:
		return false
	}
	return true
}

func (p *Proof) explainEnter(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	switch {
	case p.How == PassBegins && p.Pass == 1:
		x.Write(s, e, "question %t is whether %p gets at least %s", strconv.Itoa(p.Question), e.About, e.Beta.Score)
		if p.Moves > 0 {
			x.Write(s, e, " also by %t. In a tie the leftmost move is the choice.", firstMoves(p.Moves))
			return
		}
		s.Add(", whatever the others do.")
	case p.How == PassBegins:
		x.Write(s, e, "pass %t begins at %n, whose proof number is %t and disproof number %t.", strconv.Itoa(p.Pass), e.Node,
			shownNumber(p.Numbers.Proof), shownNumber(p.Numbers.Disproof))
	case p.How == NewNode && e.Player == 0:
		x.Write(s, e, "%n%t is evaluated.", e.Node, x.After(e.Node))
	case p.How == NewNode:
		x.Write(s, e, "%n%t is new, and nothing is known about it: both numbers are 1.", e.Node, x.After(e.Node))
	default:
		p.explainMostProving(x, s, e)
	}
}

func firstMoves(n int) string {
	if n == 1 {
		return "the first move"
	}
	return "one of the first " + strconv.Itoa(n) + " moves"
}

// explainMostProving says why a pass goes on to a child.
func (p *Proof) explainMostProving(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	numbers := p.Numbers
	l, thresholds := trace.NoteOf[*Thresholds](e)
	if thresholds {
		numbers = l.Stored
	}
	kind, own := "proof number", numbers.Proof
	if p.Player != e.About {
		kind, own = "disproof number", numbers.Disproof
	}
	x.Write(s, e, "%p goes to %n%t", p.Player, e.Node, x.After(e.Node))
	switch {
	case p.Rival < 0:
		s.Add(", the only child.")
	case p.RivalNumber == own:
		x.Write(s, e, ", with the least %t, %t. %n has %t, too; in a tie the leftmost child wins.", kind, shownNumber(own), p.Rival, shownNumber(own))
	default:
		x.Write(s, e, ", with the least %t, %t. %n has %t.", kind, shownNumber(own), p.Rival, shownNumber(p.RivalNumber))
	}
	if thresholds && e.Player > 0 {
		l.explain(x, s, e, p.Numbers)
	}
}

func (p *Proof) explainLeaf(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	side := e.About
	if got := e.Value[side-1]; got >= e.Beta.Score {
		x.Write(s, e, "%p gets %s at %n, at least %s: this proves %n.", side, got, e.Node, e.Beta.Score, e.Node)
	} else {
		x.Write(s, e, "%p gets %s at %n, less than %s: this disproves %n.", side, got, e.Node, e.Beta.Score, e.Node)
	}
}

func (p *Proof) explainBackup(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	if p.Numbers == p.Was {
		x.Write(s, e, "the numbers of %n stay %t and %t.", e.Node, shownNumber(p.Was.Proof), shownNumber(p.Was.Disproof))
		return
	}
	ofProof, ofDisproof := "least", "sum"
	if p.Player != e.About {
		ofProof, ofDisproof = "sum", "least"
	}
	x.Write(s, e, "%p moves at %n. Of its children, the %t of the proof numbers is %t, and the %t of the disproof numbers is %t.", p.Player, e.Node,
		ofProof, shownNumber(p.Numbers.Proof), ofDisproof, shownNumber(p.Numbers.Disproof))
	switch {
	case p.Numbers.Proof == 0:
		x.Write(s, e, " %n is proved: %p gets at least %s there.", e.Node, e.About, e.Beta.Score)
	case p.Numbers.Disproof == 0:
		x.Write(s, e, " %n is disproved: %p gets less than %s there.", e.Node, e.About, e.Beta.Score)
	default:
		x.Write(s, e, " They were %t and %t.", shownNumber(p.Was.Proof), shownNumber(p.Was.Disproof))
	}
}
