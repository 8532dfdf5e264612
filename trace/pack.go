package trace

import "espalier/trees"

// The packed form of events. A record begins with a head byte:
//
//	bits 0-2   code of the type: Enter to Done have their own code (1 to 7);
//	           0 means that the type follows in a separate byte
//	bit 3      near: the record's node is known from the previous event
//	bits 4-7   the flags below
//
// So there is room for 250 types, and for the records of a LastPly and a LastTwoPlies (last_ply.go); only
// the frequent types have a code in the head.
// Data that is equal to data of the previous events is not written (for example,
// the same value appears in a leaf, an exit and a backup). For this, packer and
// unpacker keep the same registers. Both clear the registers at the start of each
// block, so that a block can be read without the blocks before it.
type registers struct {
	node        int32
	depth       int // depth of the current node, the parent of the next entered node
	value, best trees.Vector
	line        [16]int // indexed by code and flagYes; see lineSlot
}

const (
	codeBits uint8 = 7
	// extended is the code of all types that have no code of their own.
	extended uint8 = 0
	// near is set if the previous event was at the parent (for an enter), at the
	// child (for a backup), or at the same node (for all other types).
	near uint8 = 8
)

// probeExit is written in place of the type of an exit that ends a probe.
const probeExit = 0xFD

// headCode returns the code of a type in the head of a record.
func headCode(t Type) uint8 {
	if t > Done {
		return extended // the value of Start is already 0
	}
	return uint8(t)
}

const (
	flagValue uint8 = 0x10 << iota // a value is known
	flagSame                       // the value is the one in the register
	flagYes                        // improved, exact, provisional
	flagLine                       // the code line differs from the last event with this type and flagYes
)

// Flags in the byte of a backup that describes its best value.
const (
	bestKnown   = 1 << iota
	bestIsValue // best is the child's value
	bestIsOld   // best is the value in the register
	bestIsSum   // the node is a chance node
)

// The flag byte of an enter: the player in its low half, and these flags.
const (
	deeper   = 0x10 << iota // one ply below the current node, so no depth follows
	noBounds                // no player has a bound, so no bounds follow
	atChance                // a chance node is entered
	byProbe                 // a probe enters the node
)

// A shape holds the fields that all events of a run share.
type shape struct {
	width, players           int
	about                    int
	unit                     trees.Score
	scalar, implicit, window bool
	oneReplies               bool
	questions                Questions
	sampling                 bool
	lines                    *LastPlyLines // nil before the first LastPly
}

func shapeOf(e *Event) shape {
	return shape{width: e.Width, players: e.Players, about: e.About, unit: e.Unit, scalar: e.Scalar, implicit: e.Implicit, window: e.Window, oneReplies: e.OneReplies, questions: e.Questions, sampling: e.Sampling}
}

func (s *shape) fill(e *Event) {
	e.Chance, e.Probe = false, false
	e.Width, e.Players, e.About, e.Unit = s.width, s.players, s.about, s.unit
	e.Scalar, e.Implicit, e.Window, e.Sampling = s.scalar, s.implicit, s.window, s.sampling
	e.Questions, e.OneReplies = s.questions, s.oneReplies
}

type packer struct {
	registers
	shape
	boundsSeq []int32 // for each open node, root first: number of the event with its latest bounds
	openNodes int     // number of open nodes
}

// shortTypes are the types whose records consist of the short part only.
const shortTypes = 1<<Enter | 1<<Leaf | 1<<Backup | 1<<Exit

// rest appends the part of a record after the short part.
func (p *packer) rest(b []byte, e *Event) []byte {
	switch e.Type {
	case Start:
		b = packString(b, e.Algorithm)
		b = packOpt(b, e.MaxSum)
		b = appendUint(b, uint64(len(e.Options)))
		for _, o := range e.Options {
			b = o.pack(b)
		}
	case Prune:
		b = p.prune(b, e)
	case Research:
		b = appendUint(b, zigzag(int64(e.Child-e.Node)))
		b = appendUint(b, zigzag(int64(e.BecauseChild-e.Node)))
	case Done:
		b = packNodes(b, e.Path, e.Node)
		b = p.stats(b, e.Stats)
		b = packBool(b, e.Reference != nil)
		if e.Reference != nil {
			b = p.vector(b, &e.Reference.Value)
			b = packBool(b, e.Reference.Agrees)
		}
		if e.Sampling {
			b = appendUint(appendUint(b, uint64(e.Samples)), uint64(e.Visits))
		}
	case Failed:
		b = packString(b, e.Detail)
	}
	return b
}

// shortRecord is larger than the short part of any record: at most two values,
// eight bounds and a window, some 350 bytes. Because shortRecord is a power of
// two, the compiler can prove that the indices are in range and omits the checks.
const shortRecord = 512

// short writes the short part, which every record has, and returns its length.
// Nearly all events are enter, leaf, backup or exit; their records have no other
// part. seq is the number of the event.
func (p *packer) short(w *[shortRecord]byte, e *Event, seq int) (i uint) {
	head, last, yes := headCode(e.Type), e.Node, false
	switch e.Type {
	case Enter:
		last = e.Parent
	case Backup:
		last, yes = e.Child, e.Improved
	case Exit:
		yes = e.Exact
	case Prune:
		yes = e.Provisional
	}
	if yes {
		head |= flagYes
	}
	i = 1
	switch {
	case e.Type == Exit && e.Probe:
		head &^= codeBits // extended
		w[1] = probeExit
		i = 2
	case head&codeBits == extended:
		w[1] = byte(e.Type)
		i = 2
	}
	if line := &p.line[lineSlot(head)]; e.Line != *line {
		*line = e.Line
		head |= flagLine
		i = putUint(w, i, uint64(e.Line))
	}
	before := p.node
	isNear := last == before
	if isNear {
		head |= near
	}
	p.node = e.Node
	switch e.Type {
	case Enter:
		w[0] = head
		return p.enter(w, i, e, before, seq)
	case Backup:
		i = putNode(w, i, e.Node, before)
		if !isNear {
			i = putNode(w, i, e.Child, e.Node)
		}
		i = p.valueOf(w, i, e, head)
		i = p.bestOf(w, i, e)
		p.boundsSeq[p.openNodes] = int32(seq)
		if e.Sampling {
			i = putUint(w, i, uint64(e.Visits))
		}
		return p.bounds(w, i, e)
	}
	if !isNear {
		i = putNode(w, i, e.Node, before)
	}
	i = p.valueOf(w, i, e, head)
	i = putUint(w, i, uint64(seq-int(p.boundsSeq[p.openNodes])))
	if e.Type == Exit {
		p.exit()
	}
	if e.Sampling && e.Type == Leaf {
		i = putUint(w, i, uint64(e.Plies))
		if e.Plies > 0 {
			i = putNode(w, i, e.Reached, e.Node)
		}
	}
	return i
}

// valueOf writes the head, and the value if it is not in the register.
func (p *packer) valueOf(w *[shortRecord]byte, i uint, e *Event, head uint8) uint {
	switch {
	case !e.HasValue:
		w[0] = head
	case sameValue(&e.Value, &p.value, p.width):
		w[0] = head | flagValue | flagSame
	default:
		w[0] = head | flagValue
		for s := range p.width {
			p.value[s] = e.Value[s]
			i = putScore(w, i, e.Value[s])
		}
	}
	return i
}

func (p *packer) enter(w *[shortRecord]byte, i uint, e *Event, before int32, seq int) uint {
	if p.openNodes++; p.openNodes >= len(p.boundsSeq) {
		p.boundsSeq = append(p.boundsSeq, make([]int32, p.openNodes+64)...)
	}
	p.boundsSeq[p.openNodes] = int32(seq)
	i = putNode(w, i, e.Node, before)
	at := i
	i++
	how := byte(e.Player)
	if e.Depth == p.depth+1 {
		how |= deeper
	} else {
		i = putUint(w, i, uint64(e.Depth))
	}
	p.depth = e.Depth
	if e.Chance {
		how |= atChance
	}
	if e.Probe {
		how |= byProbe
	}
	if p.implicit {
		if w[0]&near == 0 {
			i = putNode(w, i, e.Parent, e.Node)
		}
		i = putUint(w, i, zigzag(int64(e.Move)))
	}
	if e.Sampling {
		i = p.putDraw(w, i, e)
	}
	if p.hasNoBounds(e) {
		w[at%shortRecord] = how | noBounds
		return i
	}
	w[at%shortRecord] = how
	return p.bounds(w, i, e)
}

// exit closes the current node. Events after the root's exit have the root's
// bounds.
func (p *packer) exit() {
	p.depth--
	at := p.boundsSeq[p.openNodes]
	if p.openNodes--; p.openNodes <= 0 {
		p.openNodes, p.boundsSeq[0] = 0, at
	}
}

func (p *packer) hasNoBounds(e *Event) bool {
	for i := range p.players {
		if e.Bounds[i].Given {
			return false
		}
	}
	return !p.window
}

// lineSlot returns the register of the code line: the code and flagYes of a head.
func lineSlot(head uint8) uint8 { return head&codeBits | head&flagYes>>3 }

func sameValue(a, b *trees.Vector, width int) bool {
	for i := range width {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// copyValue copies each score separately: a copy of the whole vector would wait
// until the previously written scores have left the processor's store buffer.
func copyValue(to, from *trees.Vector, width int) {
	for i := range width {
		to[i] = from[i]
	}
}

func (p *packer) bestOf(w *[shortRecord]byte, i uint, e *Event) uint {
	how := byte(0)
	if e.Chance {
		how = bestIsSum
	}
	switch {
	case !e.HasBest:
		w[i%shortRecord] = how
	case e.HasValue && sameValue(&e.Best, &e.Value, p.width):
		copyValue(&p.best, &e.Best, p.width)
		w[i%shortRecord] = how | bestKnown | bestIsValue
	case sameValue(&e.Best, &p.best, p.width):
		w[i%shortRecord] = how | bestKnown | bestIsOld
	default:
		copyValue(&p.best, &e.Best, p.width)
		w[i%shortRecord] = how | bestKnown
		i++
		for s := range p.width {
			i = putScore(w, i, e.Best[s])
		}
		return i
	}
	return i + 1
}

// bounds writes a byte with one bit for each player who has a bound, then the
// bounds.
func (p *packer) bounds(w *[shortRecord]byte, i uint, e *Event) uint {
	at, held := i, byte(0)
	i++
	for s := range p.players {
		o := &e.Bounds[s]
		if !o.Given {
			continue
		}
		held |= 1 << s
		i = putScore(w, i, o.Score)
		i = putNode(w, i, o.Node, e.Node)
		i = putNode(w, i, o.Child, e.Node)
	}
	w[at%shortRecord] = held
	if p.window {
		i = putOpt(w, i, e.Alpha)
		i = putOpt(w, i, e.Beta)
	}
	return i
}

func (p *packer) prune(b []byte, e *Event) []byte {
	b = append(b, byte(e.Rule))
	b = packNodes(b, e.Cut, e.Node)
	b = appendUint(b, uint64(len(e.Terms)))
	for i := range e.Terms {
		t := &e.Terms[i]
		b = append(b, byte(t.Player), byte(t.Origin))
		if e.Rule.Weighs() {
			b = appendUint(b, uint64(t.Prob.Score))
			b = appendUint(b, uint64(t.Prob.Unit))
		}
		b = appendUint(b, zigzag(int64(t.Node-e.Node)))
		b = packScore(b, t.Score)
	}
	b = packOpt(b, e.Sum)
	b = packOpt(b, e.Limit)
	if e.Rule != Table {
		return b
	}
	b = appendUint(b, uint64(len(e.Excluded)))
	for i := range e.Excluded {
		b = append(b, byte(e.Excluded[i].Player))
		b = p.vector(b, &e.Excluded[i].Value)
	}
	return b
}

func (p *packer) stats(b []byte, s *Stats) []byte {
	b = packBool(b, s != nil)
	if s == nil {
		return b
	}
	for _, n := range [...]int{s.Nodes, s.Leaves, s.Pruned, s.Researched, s.Extended} {
		b = appendUint(b, uint64(n))
	}
	for _, n := range s.Prunes {
		b = appendUint(b, uint64(n))
	}
	return b
}

func (p *packer) vector(b []byte, v *trees.Vector) []byte {
	for i := range p.width {
		b = packScore(b, v[i])
	}
	return b
}
