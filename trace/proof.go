package trace

import (
	"math"
	"strconv"
)

// This file is about proof-number search: its member of an event, the packed forms, the JSON, the
// texts beside nodes and the sentences. Each pass enters the root, goes down a path, evaluates the
// children of its last node, and goes back up.

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

// A Proof is what proof-number search says of a node.
type Proof struct {
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

// proof returns what proof-number search says of the node; nil: it is another search.
func (e *Event) proof() *Proof {
	if e.Choice == nil {
		return nil
	}
	return e.Choice.Proof
}

// appendProof appends a Proof in both packed forms: README.md describes it.
func appendProof(b []byte, p *Proof) []byte {
	number := func(n uint32) { b = appendUint(b, uint64(n+1)) } // infinite: 0
	numbers := func(n ProofNumbers) { number(n.Proof); number(n.Disproof) }
	b = append(b, byte(p.How))
	numbers(p.Numbers)
	switch p.How {
	case PassBegins:
		b = appendUint(appendUint(appendUint(b, uint64(p.Question)), uint64(p.Pass)), uint64(p.Moves))
	case MostProving:
		b = appendUint(appendUint(b, uint64(p.Player)), zigzag(int64(p.Rival)))
		number(p.RivalNumber)
	case Updated:
		b = appendUint(b, uint64(p.Player))
		numbers(p.Was)
		b = appendUint(b, zigzag(int64(p.Best)))
	}
	return b
}

// proof reads a Proof of a recording.
func (u *unpacker) proof() *Proof {
	number := func() uint32 { return uint32(u.uint()) - 1 }
	numbers := func() (n ProofNumbers) {
		n.Proof = number()
		n.Disproof = number()
		return n
	}
	p := &Proof{How: ProofHow(u.byte()), Rival: -1, Best: -1}
	p.Numbers = numbers()
	switch p.How {
	case PassBegins:
		p.Question, p.Pass, p.Moves = int(u.uint()), int(u.uint()), int(u.uint())
	case MostProving:
		p.Player, p.Rival = int(u.uint()), int32(u.int())
		p.RivalNumber = number()
	case Updated:
		p.Player = int(u.uint())
		p.Was = numbers()
		p.Best = int32(u.int())
	}
	return p
}

// appendProofJSON appends the member "proof" of an event.
func appendProofJSON(b []byte, p *Proof) []byte {
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

// proof formats the numbers of a node: pn 1, dn ∞.
func (t *labels) proof(n ProofNumbers) string {
	t.b = append(append(t.b[:0], proofLetters...), shownNumber(n.Proof)...)
	t.b = append(append(t.b, ", dn "...), shownNumber(n.Disproof)...)
	return t.intern()
}

// proofEnter reads the Enter of a proof-number search. What is known of a node stays during a question.
func (f *Fold) proofEnter(e *Event, change func(int, NodeState)) {
	p := e.Choice.Proof
	begins := p.How == PassBegins && p.Pass == 1
	if begins {
		f.forget(change)
	}
	f.set(e.Node, change, func(s *NodeState) {
		s.Phase = Open
		if begins || p.How == NewNode {
			s.Visits++
		}
		if e.Player > 0 {
			s.Text = f.texts.proof(p.Numbers)
		}
	})
}

// forget takes all nodes back to what they were before the question.
func (f *Fold) forget(change func(int, NodeState)) {
	for slot := range f.state {
		f.best[slot] = -1
		s := &f.state[slot]
		if before := *s; before != (NodeState{Visits: before.Visits}) {
			*s = NodeState{Visits: before.Visits}
			change(int(f.nodes.node(int32(slot))), *s)
		}
	}
}

// proofBackup reads new numbers, and marks the child that decides.
func (f *Fold) proofBackup(e *Event, change func(int, NodeState)) {
	p := e.Choice.Proof
	slot := f.nodes.slot(e.Node)
	if slot < 0 {
		return
	}
	best := int32(-1)
	if p.Best >= 0 {
		best = f.nodes.slot(p.Best)
	}
	f.setBest(slot, best, change)
	f.set(e.Node, change, func(s *NodeState) { s.Text = f.texts.proof(p.Numbers) })
}

// proofExit reads the end of a pass at a node. A node that is not yet proved or disproved has no value.
func (f *Fold) proofExit(e *Event, change func(int, NodeState)) {
	n := e.Choice.Proof.Numbers
	f.set(e.Node, change, func(s *NodeState) {
		switch {
		case e.HasValue: // a leaf shows its value
			s.Phase, s.Exact = Valued, e.Exact
			return
		case n.Proof == 0 || n.Disproof == 0:
			s.Phase = Valued
		default:
			s.Phase = Valueless
		}
		s.Text = f.texts.proof(n)
	})
}

// proved explains an event of a proof-number search, and returns false if the event is explained as
// in any search.
func (x *Explainer) proved(s *Sentence, e *Event) bool {
	switch p := e.proof(); {
	case p == nil:
		return false
	case e.Type == Enter:
		x.proofEnter(s, e, p)
	case e.Type == Leaf:
		x.proofLeaf(s, e)
	case e.Type == Backup:
		x.proofBackup(s, e, p)
	case e.Type == Exit:
		x.appendf(s, e, "%n has proof number %t and disproof number %t.", e.Node, shownNumber(p.Numbers.Proof), shownNumber(p.Numbers.Disproof))
	default:
		return false
	}
	return true
}

func (x *Explainer) proofEnter(s *Sentence, e *Event, p *Proof) {
	switch {
	case p.How == PassBegins && p.Pass == 1:
		x.appendf(s, e, "question %t is whether %p gets at least %s", strconv.Itoa(p.Question), about(e), e.Beta.Score)
		if p.Moves > 0 {
			x.appendf(s, e, " also by %t. In a tie the leftmost move is the choice.", firstMoves(p.Moves))
			return
		}
		s.text(", whatever the others do.")
	case p.How == PassBegins:
		x.appendf(s, e, "pass %t begins at %n, whose proof number is %t and disproof number %t.", strconv.Itoa(p.Pass), e.Node,
			shownNumber(p.Numbers.Proof), shownNumber(p.Numbers.Disproof))
	case p.How == NewNode && e.Player == 0:
		x.appendf(s, e, "%n%t is evaluated.", e.Node, x.after(e.Node))
	case p.How == NewNode:
		x.appendf(s, e, "%n%t is new, and nothing is known about it: both numbers are 1.", e.Node, x.after(e.Node))
	default:
		x.mostProving(s, e, p)
	}
}

func firstMoves(n int) string {
	if n == 1 {
		return "the first move"
	}
	return "one of the first " + strconv.Itoa(n) + " moves"
}

// mostProving says why a pass goes on to a child.
func (x *Explainer) mostProving(s *Sentence, e *Event, p *Proof) {
	kind, own := "proof number", p.Numbers.Proof
	if p.Player != about(e) {
		kind, own = "disproof number", p.Numbers.Disproof
	}
	x.appendf(s, e, "%p goes to %n%t", p.Player, e.Node, x.after(e.Node))
	switch {
	case p.Rival < 0:
		s.text(", the only child.")
	case p.RivalNumber == own:
		x.appendf(s, e, ", with the least %t, %t. %n has %t, too; in a tie the leftmost child wins.", kind, shownNumber(own), p.Rival, shownNumber(own))
	default:
		x.appendf(s, e, ", with the least %t, %t. %n has %t.", kind, shownNumber(own), p.Rival, shownNumber(p.RivalNumber))
	}
}

func (x *Explainer) proofLeaf(s *Sentence, e *Event) {
	side := about(e)
	if got := e.Value[side-1]; got >= e.Beta.Score {
		x.appendf(s, e, "%p gets %s at %n, at least %s: this proves %n.", side, got, e.Node, e.Beta.Score, e.Node)
	} else {
		x.appendf(s, e, "%p gets %s at %n, less than %s: this disproves %n.", side, got, e.Node, e.Beta.Score, e.Node)
	}
}

func (x *Explainer) proofBackup(s *Sentence, e *Event, p *Proof) {
	if p.Numbers == p.Was {
		x.appendf(s, e, "the numbers of %n stay %t and %t.", e.Node, shownNumber(p.Was.Proof), shownNumber(p.Was.Disproof))
		return
	}
	ofProof, ofDisproof := "least", "sum"
	if p.Player != about(e) {
		ofProof, ofDisproof = "sum", "least"
	}
	x.appendf(s, e, "%p moves at %n. Of its children, the %t of the proof numbers is %t, and the %t of the disproof numbers is %t.", p.Player, e.Node,
		ofProof, shownNumber(p.Numbers.Proof), ofDisproof, shownNumber(p.Numbers.Disproof))
	switch {
	case p.Numbers.Proof == 0:
		x.appendf(s, e, " %n is proved: %p gets at least %s there.", e.Node, about(e), e.Beta.Score)
	case p.Numbers.Disproof == 0:
		x.appendf(s, e, " %n is disproved: %p gets less than %s there.", e.Node, about(e), e.Beta.Score)
	default:
		x.appendf(s, e, " They were %t and %t.", shownNumber(p.Was.Proof), shownNumber(p.Was.Disproof))
	}
}
