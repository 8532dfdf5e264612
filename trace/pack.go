package trace

import (
	"encoding/binary"

	"espalier/trees"
)

// The packed form of events. A record begins with a byte: the type in its low
// half, flags in its high half. What an event repeats of the one before it (a
// node's value goes from leaf to exit to backup) takes no room: packer and
// unpacker hold the same registers. Both begin anew at each block, so that a
// block is read by itself.
type registers struct {
	node        int32
	depth       int // of the node at work, the parent of one that is entered next
	value, best trees.Vector
	line        [2 * len(typeNames)]int // by type and flagYes
}

const (
	flagValue uint8 = 0x10 << iota // a value is known
	flagSame                       // it is the one in the register
	flagYes                        // improved, exact, provisional
	flagLine                       // another code line than the last event of this kind had
)

// The second byte of a backup.
const (
	bestKnown   = 1 << iota
	bestIsValue // best is the child's value
	bestIsOld   // best is the one in the register
)

// The second byte of an enter: the player in its low half, and these.
const (
	deeper      = 0x10 << iota // one ply below the node at work
	belowLast                  // its parent is the node of the event before
	nothingHeld                // no player has a bound
)

// A shape is what all events of a run have in common.
type shape struct {
	width, players           int
	about                    int
	scalar, implicit, window bool
}

func shapeOf(e *Event) shape {
	return shape{e.Width, e.Players, e.About, e.Scalar, e.Implicit, e.Window}
}

func (s *shape) fill(e *Event) {
	e.Width, e.Players, e.About = s.width, s.players, s.about
	e.Scalar, e.Implicit, e.Window = s.scalar, s.implicit, s.window
}

type packer struct {
	registers
	shape
}

// pack appends the record of e. back is how many events ago the bounds in
// force at the event's node were told.
func (p *packer) pack(b []byte, e *Event, back int) []byte {
	head := uint8(e.Type)
	if e.HasValue && e.Type != Enter {
		head |= flagValue
		if sameValue(&e.Value, &p.value, p.width) {
			head |= flagSame
		} else {
			p.value = e.Value
		}
	}
	if yes(e) {
		head |= flagYes
	}
	line := &p.line[lineOf(head)]
	if e.Line != *line {
		*line = e.Line
		head |= flagLine
	}
	b = append(b, head)
	if head&flagLine != 0 {
		b = appendUint(b, uint64(e.Line))
	}
	last := p.node
	b = appendUint(b, zigzag(int64(e.Node-last)))
	p.node = e.Node
	if head&(flagValue|flagSame) == flagValue {
		b = p.vector(b, &e.Value)
	}
	switch e.Type {
	case Enter:
		return p.enter(b, e, last)
	case Backup:
		b = appendUint(b, zigzag(int64(e.Child-e.Node)))
		b = p.bestOf(b, e)
		return p.bounds(b, e)
	}
	b = appendUint(b, uint64(back))
	switch e.Type {
	case Exit:
		p.depth--
	case Start:
		b = packString(b, e.Algorithm)
		b = packOpt(b, e.MaxSum)
		b = appendUint(b, uint64(len(e.Options)))
		for _, o := range e.Options {
			b = packString(b, o.Name)
			b = packBool(b, o.Flag)
			b = appendUint(b, zigzag(int64(o.Num)))
		}
	case Prune:
		b = p.prune(b, e)
	case Research:
		b = appendUint(b, zigzag(int64(e.Child-e.Node)))
		b = appendUint(b, zigzag(int64(e.BecauseChild-e.Node)))
	case Done:
		b = packNodes(b, e.Path, e.Node)
		b = p.stats(b, e.Stats)
		b = packBool(b, e.Truth != nil)
		if e.Truth != nil {
			b = p.vector(b, &e.Truth.Value)
			b = packBool(b, e.Truth.Agrees)
		}
	case Failed:
		b = packString(b, e.Detail)
	}
	return b
}

func (p *packer) enter(b []byte, e *Event, last int32) []byte {
	at := len(b)
	b = append(b, 0)
	how := byte(e.Player)
	if e.Depth == p.depth+1 {
		how |= deeper
	} else {
		b = appendUint(b, uint64(e.Depth))
	}
	p.depth = e.Depth
	if p.implicit {
		if e.Parent == last {
			how |= belowLast
		} else {
			b = appendUint(b, zigzag(int64(e.Node-e.Parent)))
		}
		b = appendUint(b, zigzag(int64(e.Move)))
	}
	if p.noneHeld(e) {
		b[at] = how | nothingHeld
		return b
	}
	b[at] = how
	return p.bounds(b, e)
}

func (p *packer) noneHeld(e *Event) bool {
	for i := range p.players {
		if e.Bounds[i].Held {
			return false
		}
	}
	return !p.window
}

// yes is the one truth value that most types have.
func yes(e *Event) bool {
	switch e.Type {
	case Backup:
		return e.Improved
	case Exit:
		return e.Exact
	case Prune:
		return e.Provisional
	}
	return false
}

// lineOf is the register of the code line: the type and flagYes of a head.
func lineOf(head uint8) int {
	i := int(head & 15)
	if head&flagYes != 0 {
		i += len(typeNames)
	}
	return i
}

func sameValue(a, b *trees.Vector, width int) bool {
	for i := range width {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (p *packer) bestOf(b []byte, e *Event) []byte {
	switch {
	case !e.HasBest:
		return append(b, 0)
	case e.HasValue && sameValue(&e.Best, &e.Value, p.width):
		p.best = e.Best
		return append(b, bestKnown|bestIsValue)
	case sameValue(&e.Best, &p.best, p.width):
		return append(b, bestKnown|bestIsOld)
	}
	p.best = e.Best
	return p.vector(append(b, bestKnown), &e.Best)
}

// bounds: a byte of the players that have one, then the bounds.
func (p *packer) bounds(b []byte, e *Event) []byte {
	at := len(b)
	b = append(b, 0)
	for i := range e.Bounds[:p.players] {
		if o := &e.Bounds[i]; o.Held {
			b[at] |= 1 << i
			node := zigzag(int64(o.Node-e.Node)) << 1
			if i < p.width && o.Score == p.best[i] { // the mover's own, mostly
				b = appendUint(b, node|1)
			} else {
				b = packScore(appendUint(b, node), o.Score)
			}
			b = appendUint(b, zigzag(int64(o.Child-e.Node)))
		}
	}
	if p.window {
		b = packOpt(b, e.Alpha)
		b = packOpt(b, e.Beta)
	}
	return b
}

func (p *packer) prune(b []byte, e *Event) []byte {
	b = append(b, byte(e.Rule))
	b = packNodes(b, e.Cut, e.Node)
	b = appendUint(b, uint64(len(e.Terms)))
	for i := range e.Terms {
		t := &e.Terms[i]
		b = append(b, byte(t.Player), byte(t.From))
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
		b = append(b, byte(e.Excluded[i].By))
		b = p.vector(b, &e.Excluded[i].Value)
	}
	return b
}

func (p *packer) stats(b []byte, s *Stats) []byte {
	b = packBool(b, s != nil)
	if s == nil {
		return b
	}
	for _, n := range [...]int{s.Nodes, s.Leaves, s.Pruned, s.Researched} {
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

// packScore writes whole points as an even number, and anything else as a 1
// and eight bytes.
func packScore(b []byte, s trees.Score) []byte {
	if whole := s / trees.Unit; whole*trees.Unit == s {
		return appendUint(b, zigzag(int64(whole))<<1)
	}
	return binary.LittleEndian.AppendUint64(append(b, 1), uint64(s))
}

func packOpt(b []byte, o trees.Opt) []byte {
	b = packBool(b, o.Given)
	if o.Given {
		b = packScore(b, o.Score)
	}
	return b
}

func packBool(b []byte, x bool) []byte {
	if x {
		return append(b, 1)
	}
	return append(b, 0)
}

func packString(b []byte, s string) []byte {
	return append(appendUint(b, uint64(len(s))), s...)
}

// packNodes writes numbers as differences: brothers lie close together.
func packNodes(b []byte, nodes []int32, from int32) []byte {
	b = appendUint(b, uint64(len(nodes)))
	for _, n := range nodes {
		b = appendUint(b, zigzag(int64(n-from)))
		from = n
	}
	return b
}

func zigzag(n int64) uint64 { return uint64(n<<1) ^ uint64(n>>63) }

func appendUint(b []byte, n uint64) []byte {
	if n < 0x80 {
		return append(b, byte(n))
	}
	return binary.AppendUvarint(b, n)
}
