package trace

import (
	"math"
	"strconv"
)

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

// A Proof is a note of an Enter, a Leaf, a Backup or an Exit (proof-number search): the numbers of a node. Each pass enters
// the root, goes down a path, evaluates the children of its last node, and goes back up.
type Proof struct {
	BareNote
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

var proofKind = &NoteKind{bit: 64, read: readProof}

// Kind returns the kind of a Proof.
func (p *Proof) Kind() *NoteKind { return proofKind }

// Clone returns a copy.
func (p *Proof) Clone() Note {
	c := *p
	return &c
}

// Write writes the numbers: an infinite one as 0, another one plus 1.
func (p *Proof) Write(w *NoteWriter) {
	how, proof, disproof := uint64(p.How), uint64(p.Numbers.Proof+1), uint64(p.Numbers.Disproof+1)
	switch p.How {
	case PassBegins:
		w.Uints(how, proof, disproof, uint64(p.Question), uint64(p.Pass), uint64(p.Moves))
	case MostProving:
		w.Uints(how, proof, disproof, uint64(p.Player), zigzag(int64(p.Rival)), uint64(p.RivalNumber+1))
	case Updated:
		w.Uints(how, proof, disproof, uint64(p.Player), uint64(p.Was.Proof+1), uint64(p.Was.Disproof+1), zigzag(int64(p.Best)))
	default:
		w.Uints(how, proof, disproof)
	}
}

func readProof(r *NoteReader) Note {
	number := func() uint32 { return uint32(r.Uint()) - 1 }
	numbers := func() (n ProofNumbers) {
		n.Proof = number()
		n.Disproof = number()
		return n
	}
	p := &Proof{How: ProofHow(r.Byte()), Rival: -1, Best: -1}
	p.Numbers = numbers()
	switch p.How {
	case PassBegins:
		p.Question, p.Pass, p.Moves = int(r.Uint()), int(r.Uint()), int(r.Uint())
	case MostProving:
		p.Player, p.Rival = int(r.Uint()), int32(r.Int())
		p.RivalNumber = number()
	case Updated:
		p.Player = int(r.Uint())
		p.Was = numbers()
		p.Best = int32(r.Int())
	}
	return p
}

// AppendJSON appends the member proof.
func (p *Proof) AppendJSON(b []byte, _ *Event) []byte {
	numbers := func(n ProofNumbers) {
		b = appendProofNumber(append(b, '['), n.Proof)
		b = append(appendProofNumber(append(b, ','), n.Disproof), ']')
	}
	b = append(append(b, `,"proof":{"how":"`...), proofNames[p.How]...)
	b = append(b, `","numbers":`...)
	numbers(p.Numbers)
	switch p.How {
	case PassBegins:
		b = appendInt(append(b, `,"question":`...), p.Question)
		b = appendInt(append(b, `,"pass":`...), p.Pass)
		if p.Moves > 0 {
			b = appendInt(append(b, `,"moves":`...), p.Moves)
		}
	case MostProving:
		b = appendInt(append(b, `,"player":`...), p.Player)
		b = append(b, `,"next":`...)
		if p.Rival < 0 {
			b = append(b, `null`...)
			break
		}
		b = strconv.AppendInt(append(b, `{"node":`...), int64(p.Rival), 10)
		b = append(appendProofNumber(append(b, `,"number":`...), p.RivalNumber), '}')
	case Updated:
		b = appendInt(append(b, `,"player":`...), p.Player)
		b = append(b, `,"was":`...)
		numbers(p.Was)
		b = append(b, `,"best":`...)
		if p.Best < 0 {
			b = append(b, `null`...)
			break
		}
		b = strconv.AppendInt(b, int64(p.Best), 10)
	}
	return append(b, '}')
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
func (p *Proof) words(c *Change) string {
	b := append(append(c.Buffer(), proofLetters...), shownNumber(p.Numbers.Proof)...)
	return c.Words(append(append(b, ", dn "...), shownNumber(p.Numbers.Disproof)...))
}

// Change shows the numbers, and marks the child that decides. What is known of a node stays during a question.
func (p *Proof) Change(c *Change, e *Event) bool {
	switch e.Type {
	case Enter:
		p.enter(c, e)
	case Backup:
		c.Best(p.Best)
		c.Text(e.Node, p.words(c))
	case Exit:
		p.exit(c, e)
	default:
		return false
	}
	return true
}

func (p *Proof) enter(c *Change, e *Event) {
	begins := p.How == PassBegins && p.Pass == 1
	if begins {
		c.Forget()
	}
	c.Set(e.Node, func(s *NodeState) {
		s.Phase = Open
		if begins || p.How == NewNode {
			s.Visits++
		}
		if e.Player > 0 {
			s.Text = p.words(c)
		}
	})
}

// exit ends a pass at a node. A node that is not yet proved or disproved has no value.
func (p *Proof) exit(c *Change, e *Event) {
	c.Set(e.Node, func(s *NodeState) {
		switch {
		case e.HasValue: // a leaf shows its value
			s.Phase, s.Exact = Valued, e.Exact
			return
		case p.Numbers.Proof == 0 || p.Numbers.Disproof == 0:
			s.Phase = Valued
		default:
			s.Phase = Valueless
		}
		s.Text = p.words(c)
	})
}

// Explain writes the sentence of an event, if it is none that is explained as in any search.
func (p *Proof) Explain(x *Explainer, s *Sentence, e *Event, part SentencePart) bool {
	if part != WholeSentence {
		return false
	}
	switch e.Type {
	case Enter:
		p.explainEnter(x, s, e)
	case Leaf:
		p.explainLeaf(x, s, e)
	case Backup:
		p.explainBackup(x, s, e)
	case Exit:
		x.Write(s, e, "%n has proof number %t and disproof number %t.", e.Node, shownNumber(p.Numbers.Proof), shownNumber(p.Numbers.Disproof))
	default:
		return false
	}
	return true
}

func (p *Proof) explainEnter(x *Explainer, s *Sentence, e *Event) {
	switch {
	case p.How == PassBegins && p.Pass == 1:
		x.Write(s, e, "question %t is whether %p gets at least %s", strconv.Itoa(p.Question), about(e), e.Beta.Score)
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
func (p *Proof) explainMostProving(x *Explainer, s *Sentence, e *Event) {
	kind, own := "proof number", p.Numbers.Proof
	if p.Player != about(e) {
		kind, own = "disproof number", p.Numbers.Disproof
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
}

func (p *Proof) explainLeaf(x *Explainer, s *Sentence, e *Event) {
	side := about(e)
	if got := e.Value[side-1]; got >= e.Beta.Score {
		x.Write(s, e, "%p gets %s at %n, at least %s: this proves %n.", side, got, e.Node, e.Beta.Score, e.Node)
	} else {
		x.Write(s, e, "%p gets %s at %n, less than %s: this disproves %n.", side, got, e.Node, e.Beta.Score, e.Node)
	}
}

func (p *Proof) explainBackup(x *Explainer, s *Sentence, e *Event) {
	if p.Numbers == p.Was {
		x.Write(s, e, "the numbers of %n stay %t and %t.", e.Node, shownNumber(p.Was.Proof), shownNumber(p.Was.Disproof))
		return
	}
	ofProof, ofDisproof := "least", "sum"
	if p.Player != about(e) {
		ofProof, ofDisproof = "sum", "least"
	}
	x.Write(s, e, "%p moves at %n. Of its children, the %t of the proof numbers is %t, and the %t of the disproof numbers is %t.", p.Player, e.Node,
		ofProof, shownNumber(p.Numbers.Proof), ofDisproof, shownNumber(p.Numbers.Disproof))
	switch {
	case p.Numbers.Proof == 0:
		x.Write(s, e, " %n is proved: %p gets at least %s there.", e.Node, about(e), e.Beta.Score)
	case p.Numbers.Disproof == 0:
		x.Write(s, e, " %n is disproved: %p gets less than %s there.", e.Node, about(e), e.Beta.Score)
	default:
		x.Write(s, e, " They were %t and %t.", shownNumber(p.Was.Proof), shownNumber(p.Was.Disproof))
	}
}
