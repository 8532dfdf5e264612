package algorithms

import (
	"cmp"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Df-pn: depth-first proof-number search.
//
// A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", PhD thesis, University of Tokyo (2002): procedure
// MID, multiple iterative deepening. A. Kishimoto, M. Winands, M. Müller and J.-T. Saito, "Game-tree search using proof numbers:
// the first twenty years", ICGA Journal 35 (2012) describe it. Neither was at hand as a whole; the code shown is ours, after
// what others write about it. A coalition in place of one opponent is as in proofnumber.go.
//
//	P              the player who moves at the root: r.About. Nodes of P are OR nodes, nodes of the others AND nodes
//	pn(x), dn(x)   the proof and the disproof number, as in proofnumber.go: kid.numbers. 1 and 1 if the table does not have x
//	tp, td         the thresholds of x: MID(x, tp, td) ends when pn(x) >= tp or dn(x) >= td
//	p2, d2         the second least pn(c), or dn(c), of the children: merged.second
//
// Proof-number search goes back to the root after each node that it expands, and keeps its whole tree. Df-pn stays below a
// node as long as the most-proving node is there. At an OR node the child c has the least proof number, and the next one has p2. So c is
// the choice while pn(c) <= p2: its threshold is p2 + 1, or tp if that is less. The disproof number of x is a sum, so the rest of
// td is for c: td − dn(x) + dn(c). At an AND node it is the other way round. At the root both are infinite.
//
// The numbers of positions that the search has left are in a table. If it is full, the entry that took the fewest nodes is
// replaced (transposition.go); a position that is missing has the numbers 1 and 1 and is searched again. So the memory has a limit,
// and the search has none. As long as a node is on the path, the numbers of its children are held with it, so each return makes
// progress for any size of the table. A position with a hash has one entry, however it is reached; another one is known by the
// moves that lead to it. Where plies are limited, a position at another ply is another one, so no position is below itself.
//
// A leaf is evaluated when MID comes to it. Each question begins with an empty table; asking.go has the questions.
//
// Needs: no chance nodes. Guarantee: as proof-number search: P's score against a coalition of all others, and a leaf with this
// score on the line. On a tree each node that is reached for the first time is a most-proving node.
//
// Ties: leftmost, at a node for the child to go to, and at the root for the move. The search stays below a child while its
// number is equal to the next one, so among equals it need not visit the leftmost first.

var DFPN = engine.Algorithm{
	ID: "dfpn", Name: "df-pn", Paper: "Nagai 2002", Outside: true,
	Needs: "kind maxn; no chance nodes", Guarantee: "the root player's score against a coalition of all others", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"dfpn", "proof-threshold", "proof-number", "disproof-number", "most-proving", "coalition"}, Questions: trace.OnlyQuestions,
	Term: &engine.Term{Name: "df-pn", Text: "Depth-first proof-number search: it stays below a node until a number of the node reaches its threshold. Then the most-proving node is elsewhere. A table has the numbers of positions that it has left, so it needs no tree in memory.", Source: "Nagai 2002"},
	Code: engine.Pseudocode{
		{"f⁻ := −∞; f⁺ := ∞; γ := a first guess"},
		{"repeat: g := MID(root, ∞, ∞); if g >= γ then f⁻ := g, else f⁺ := g", "enter:begin"},
		{"  if P can get no more than g then f⁺ := g; if no less then f⁻ := g"},
		{"  γ := the middle of f⁻ and f⁺; if there is only one, f⁻ + δ or f⁺"},
		{"until f⁻ = f⁺; then MID for γ = f⁻ and the moves left of the choice", "done"},
		{"MID(x, tp, td):", "enter:proving"},
		{"  if x is a leaf, or on the frontier: pn(x), dn(x) := 0, ∞ if v[P] >= γ, else ∞, 0", "leaf enter"},
		{"  else, with pn(c) and dn(c) of each child c from the table, or 1 and 1:"},
		{"    P: pn(x) := the least pn(c); dn(x) := the sum of dn(c)", "backup+"},
		{"    Others: pn(x) := the sum of pn(c); dn(x) := the least dn(c)", "backup"},
		{"    if pn(x) >= tp or dn(x) >= td: pn(x), dn(x) into the table, return", "exit"},
		{"    P: c := the least pn(c), p2 := the next; MID(c, min(tp, p2 + 1), td − dn(x) + dn(c))"},
		{"    Others: c := the least dn(c), d2 := the next; MID(c, tp − pn(x) + pn(c), min(td, d2 + 1))"},
		{"    and again from line 8"},
	},
	Need: []engine.Need{engine.NeedMaxN}, Procedure: dfpn, Judged: engine.ByValues, Reference: &engine.ReferenceParanoid,
}

// A dfpnRun is a run with the table of one question.
type dfpnRun struct {
	asker
	hashed trees.Hashed // nil: positions have no hash
	table  *table
	entry  [3]trees.Score // for the table: pn, dn and the score
	kids   []kid          // the children of the nodes on the path, those of the root first
	answer known          // the last one
	limits Thresholds     // the second note of each event
}

// A kid is a child of a node on the path, and what is known of it.
type kid struct {
	known
	hash  uint64
	mover uint8
}

// known is what the search knows of a position.
type known struct {
	numbers ProofNumbers
	score   trees.Score // if it is proved, P gets at least this; if it is disproved, at most
}

// nothing is what is known of a position that the table does not have.
var nothing = known{numbers: ProofNumbers{Proof: 1, Disproof: 1}}

// endless are the thresholds of a search that ends with a proof or a disproof.
var endless = ProofNumbers{Proof: InfiniteProof, Disproof: InfiniteProof}

func dfpn(r *engine.Run) {
	s := &dfpnRun{asker: asker{Run: r}}
	s.hashed, _ = r.Pos.(trees.Hashed)
	s.setLines()
	v := s.askAll(s)
	r.Also = nil
	if r.Frames[0].Value[r.About-1] != v { // the table had lost a part of the line, and found another proof of it
		s.play(v)
	}
}

func (s *dfpnRun) prove(gamma trees.Score, moves int) trees.Score {
	s.ask(gamma, moves)
	if s.table == nil {
		s.table = newTable(len(s.entry), cmp.Or(s.TableSize, maxEntries))
		s.Hold(0, s.table.bytes())
		s.Also = &s.limits
	}
	s.table.clear()
	f, all := s.AtRoot()
	s.shown = s.begins(f, all, 1, nothing.numbers)
	s.answer = s.mid(f, all, kid{known: nothing}, endless)
	return s.answer.score
}

// mid is MID(x, tp, td) at the node of f, of which x is known: it searches below until a number reaches its threshold.
func (s *dfpnRun) mid(f *engine.Frame, moves int, x kid, threshold ProofNumbers) known {
	limits := Thresholds{At: threshold, Stored: x.numbers}
	s.limits = limits
	if moves <= 0 || s.Stops(f.Ply) {
		return s.end(f, moves)
	}
	shown, or, base := s.shown, f.Mover == s.About, len(s.kids)
	s.lookUp(f, s.asked(f, moves), x.hash)
	all := merge(or, s.kids[base:])
	shown.Numbers = all.numbers()
	s.shown = shown
	s.Enter(f, moves)
	for now := all.numbers(); !threshold.reached(now); {
		s.goTo(f, base, &all, threshold)
		was := now
		all = merge(or, s.kids[base:])
		now = all.numbers()
		if s.Observer != nil {
			s.limits = limits
			s.shown = Proof{How: Updated, Numbers: now, Player: f.Mover, Was: was, Rival: -1, Best: -1}
			if all.least < InfiniteProof { // else all children count
				s.shown.Best = s.Kid(f, s.decides(base, or, &all))
			}
			s.emitUpdated(f)
		}
	}
	x.known = known{numbers: all.numbers()}
	if x.numbers.solved() {
		x.score = s.kids[base+s.decides(base, or, &all)].score
	}
	if s.Observer != nil {
		s.shown, s.limits = Proof{How: Updated, Numbers: x.numbers, Player: f.Mover, Was: x.numbers, Rival: -1, Best: -1}, limits
		s.Exit(f, false)
	}
	s.kids = s.kids[:base]
	return x.known
}

// end ends MID(x) at a leaf or on the frontier.
func (s *dfpnRun) end(f *engine.Frame, moves int) (x known) {
	if v, ends := s.valueAt(f, moves); ends {
		x = known{s.numbersOf(v), v}
	}
	s.shown.Numbers = x.numbers
	s.Enter(f, moves)
	return x
}

// goTo searches the most-proving child of the node of f, whose children begin at base and have the numbers all.
func (s *dfpnRun) goTo(f *engine.Frame, base int, all *merged, threshold ProofNumbers) {
	s.shown = Proof{How: MostProving, Player: f.Mover, Rival: -1, RivalNumber: all.second, Best: -1}
	if all.next >= 0 && s.Observer != nil {
		s.shown.Rival = s.Kid(f, all.next)
	}
	f.Below.Alpha, f.Below.Beta = f.Alpha, f.Beta
	s.search(f, base, all.best, all.below(threshold, s.kids[base+all.best].numbers))
	if s.hashed != nil { // the search below may have come to other children, too
		for i := range s.kids[base:] {
			if found, ok := s.find(&s.kids[base+i]); ok {
				s.kids[base+i].known = found
			}
		}
	}
}

// search calls MID for a child of the node of f, and puts what is known then into the table.
func (s *dfpnRun) search(f *engine.Frame, base, move int, threshold ProofNumbers) {
	before, k := s.Stats.Nodes, s.kids[base+move]
	k.known = s.mid(f.Below, s.Play(f, move), k, threshold)
	s.Pos.Undo()
	s.kids[base+move] = k
	s.entry = [...]trees.Score{trees.Score(k.numbers.Proof), trees.Score(k.numbers.Disproof), k.score}
	s.table.storeHeld(s.Run, f.Ply, entry{hash: k.hash, mover: k.mover, cost: uint32(s.Stats.Nodes-before) + 1}, s.entry[:])
}

// below returns the thresholds of the most-proving child, whose numbers are given, at a node with the thresholds t.
func (m *merged) below(t, child ProofNumbers) ProofNumbers {
	one, other, own := t.Proof, t.Disproof, child.Disproof
	if !m.or {
		one, other, own = other, one, child.Proof
	}
	if m.second < one {
		one = m.second + 1
	}
	if other < InfiniteProof {
		other -= m.sum - own
	}
	if m.or {
		return ProofNumbers{Proof: one, Disproof: other}
	}
	return ProofNumbers{Proof: other, Disproof: one}
}

// reached reports whether one of the numbers has reached its threshold.
func (n ProofNumbers) reached(now ProofNumbers) bool {
	return now.Proof >= n.Proof || now.Disproof >= n.Disproof
}

// asked returns how many moves at the node of f the question is about.
func (s *dfpnRun) asked(f *engine.Frame, moves int) int {
	if f.Ply == 0 {
		return s.within
	}
	return moves
}

// lookUp appends what is known of the first children of the node of f, whose hash is given.
func (s *dfpnRun) lookUp(f *engine.Frame, moves int, hash uint64) {
	s.kids = engine.Grown(s.Run, f.Ply, s.kids, moves)
	for i := range moves {
		k := kid{known: nothing}
		if s.Tree != nil {
			k.hash = uint64(s.Tree.Kids(s.Cursor.Node())[i])
		}
		s.Play(f, i)
		k.mover = uint8(f.Below.Mover)
		switch {
		case s.Tree != nil:
		case s.hashed == nil:
			k.hash = hashBelow(hash, i)
		case s.Limit != engine.NoLimit:
			k.hash = hashBelow(s.hashed.Hash(), int(f.Ply))
		default:
			k.hash = s.hashed.Hash()
		}
		s.Pos.Undo()
		if found, ok := s.find(&k); ok {
			k.known = found
		}
		s.kids = append(s.kids, k)
	}
}

// hashBelow returns the hash of what follows a position with a hash.
func hashBelow(hash uint64, move int) uint64 {
	h := hash + uint64(move+1)*0x9E3779B97F4A7C15
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9 // the finaliser of splitmix64
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}

// find returns what the table has of a child.
func (s *dfpnRun) find(k *kid) (found known, ok bool) {
	slot := s.table.find(k.hash, k.mover)
	if slot < 0 {
		return known{}, false
	}
	v := s.table.value(slot)
	return known{ProofNumbers{uint32(v[0]), uint32(v[1])}, v[2]}, true
}

// decides returns the child that decides the numbers of a node, or, if it is solved, its score. The children begin at base.
func (s *dfpnRun) decides(base int, or bool, all *merged) int {
	if n := all.numbers(); n.solved() {
		return s.through(base, or, n.Proof == 0)
	}
	return all.best
}

// through returns the child of a solved node whose score is that of the node: of its children with the same answer, at an OR
// node one with the largest score, at an AND node one with the smallest. It is -1 if none is known.
func (s *dfpnRun) through(base int, or, proved bool) (best int) {
	best = -1
	for i, k := range s.kids[base:] {
		if !k.numbers.solved() || (k.numbers.Proof == 0) != proved {
			continue
		}
		if was := base + best; best < 0 || or && k.score > s.kids[was].score || !or && k.score < s.kids[was].score {
			best = i
		}
	}
	return best
}

// keep plays the line of the last answer. What the table has lost of it is searched again, which may find another proof.
func (s *dfpnRun) keep() {
	defer unwatched(s.Run)()
	f, moves := s.AtRoot()
	hash, proved, plies := uint64(0), s.answer.numbers.Proof == 0, 0
	for ; moves > 0 && !s.Stops(f.Ply); plies++ {
		s.Enter(f, moves)
		s.kids = s.kids[:0]
		s.lookUp(f, s.asked(f, moves), hash)
		move := s.onLine(f, proved)
		if plies == 0 {
			s.choose(move)
		}
		hash = s.kids[move].hash
		moves = s.Play(f, move)
		f = f.Below
	}
	s.Enter(f, moves)
	s.kids = s.kids[:0]
	s.best.Value, s.best.Leaf = f.Value, f.Leaf
	for range plies {
		s.Pos.Undo()
	}
}

// onLine returns the child of the node of f that the line of an answer goes on to. The children are s.kids.
func (s *dfpnRun) onLine(f *engine.Frame, proved bool) (move int) {
	or := f.Mover == s.About
	if or != proved { // the answer is one about every child
		for i := range s.kids {
			if !s.kids[i].numbers.solved() {
				s.search(f, 0, i, endless)
			}
		}
	}
	move = s.through(0, or, proved)
	for i := 0; move < 0; i++ {
		s.search(f, 0, i, endless)
		move = s.through(0, or, proved)
	}
	return move
}

// play plays a line to a leaf where P gets v, the value of the root: P moves where at least v is proved, the others move where more
// is disproved.
func (s *dfpnRun) play(v trees.Score) {
	defer unwatched(s.Run)()
	f, moves := s.AtRoot()
	hash, plies := uint64(0), 0
	for s.within = moves; moves > 0 && !s.Stops(f.Ply); plies++ {
		s.Enter(f, moves)
		or, move := f.Mover == s.About, s.move
		if s.gamma = v; !or {
			s.gamma = v + s.gap
		}
		s.table.clear()
		s.kids = s.kids[:0]
		s.lookUp(f, moves, hash)
		if plies > 0 {
			move = -1
		}
		for i := 0; move < 0; i++ {
			s.search(f, 0, i, endless)
			move = s.through(0, or, or)
		}
		hash = s.kids[move].hash
		moves = s.Play(f, move)
		f = f.Below
	}
	s.Enter(f, moves)
	top := &s.Frames[0]
	top.Value, top.Leaf = f.Value, f.Leaf
	for range plies {
		s.Pos.Undo()
	}
}

// choose remembers a move at the root, and how many moves to its left can be as good.
func (s *dfpnRun) choose(move int) {
	s.move, s.open = move, 0
	for i, k := range s.kids[:move] {
		if k.numbers.Disproof > 0 {
			s.open = i + 1
		}
	}
}

// Thresholds are a note of each event of df-pn, beside a Proof.
type Thresholds struct {
	trace.BareNote
	At     ProofNumbers // the search of the node ends when a number reaches one of them
	Stored ProofNumbers // the numbers of the node when it was entered, by which it was chosen
}

var thresholdsKind = trace.NewNoteKind("thresholds", func(r *trace.NoteReader) trace.Note {
	return &Thresholds{At: readProofNumbers(r), Stored: readProofNumbers(r)}
})

// Kind returns the kind of Thresholds.
func (l *Thresholds) Kind() *trace.NoteKind { return thresholdsKind }

// Clone returns a copy.
func (l *Thresholds) Clone() trace.Note {
	c := *l
	return &c
}

// Write writes four numbers: an infinite one as 0, another one plus 1.
func (l *Thresholds) Write(w *trace.NoteWriter) {
	w.Uints(uint64(l.At.Proof+1), uint64(l.At.Disproof+1), uint64(l.Stored.Proof+1), uint64(l.Stored.Disproof+1))
}

// AppendJSON appends the member thresholds.
func (l *Thresholds) AppendJSON(b []byte, _ *trace.Event) []byte {
	b = appendProofNumbers(append(b, `,"thresholds":{"at":`...), l.At)
	return append(appendProofNumbers(append(b, `,"stored":`...), l.Stored), '}')
}

// explain says when the search of a node will end.
func (l *Thresholds) explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, numbers ProofNumbers) {
	if numbers != l.Stored {
		x.Write(s, e, " By its children, its numbers are %t and %t.", shownNumber(numbers.Proof), shownNumber(numbers.Disproof))
	}
	proof, disproof := "proof number reaches "+shownNumber(l.At.Proof), "disproof number reaches "+shownNumber(l.At.Disproof)
	switch {
	case l.At == endless:
		x.Write(s, e, " The search stays at %n until it is proved or disproved.", e.Node)
	case l.At.Disproof == InfiniteProof:
		x.Write(s, e, " The search stays at %n until its %t.", e.Node, proof)
	case l.At.Proof == InfiniteProof:
		x.Write(s, e, " The search stays at %n until its %t.", e.Node, disproof)
	default:
		x.Write(s, e, " The search stays at %n until its %t, or its %t.", e.Node, proof, disproof)
	}
}

// explainExit says why the search of a node ends.
func (l *Thresholds) explainExit(x *trace.Explainer, s *trace.Sentence, e *trace.Event, numbers ProofNumbers) {
	switch {
	case numbers.Proof == 0:
		x.Write(s, e, " It is proved.")
	case numbers.Disproof == 0:
		x.Write(s, e, " It is disproved.")
	case numbers.Proof >= l.At.Proof:
		x.Write(s, e, " The proof number has reached its threshold, %t: the search goes on elsewhere.", shownNumber(l.At.Proof))
	default:
		x.Write(s, e, " The disproof number has reached its threshold, %t: the search goes on elsewhere.", shownNumber(l.At.Disproof))
	}
}
