package trace

import "espalier/trees"

// A Packer writes the events of a run in the packed form that clients receive. README.md of this
// folder describes it to the byte. A Recorder has another form, which repeats no value and can
// be read from the middle; this one is simple to read, from its beginning.
type Packer struct {
	shape shape
	begun bool
	node  int32 // of the event before
	noted NoteWriter
}

// packedForm begins a packed trace: eight letters and the version.
const packedForm = "espalier\x01"

// packedShape is written in place of a type: the fields that later events share.
const packedShape = 15

// Flags in the head of a record, above its type.
const (
	packedValue = 0x10 << iota // the value is known
	packedYes                  // improved, exact, provisional, chance
	packedMore                 // best is known; outcomes; the reference is known
	packedLast                 // a probe; the terms have probabilities; there are counters
)

// Flags of a shape.
const (
	packedScalar = 1 << iota
	packedImplicit
	packedWindow
	packedSampling
)

// Append appends an event, and before it what a reader needs to know of the run.
func (p *Packer) Append(b []byte, e *Event) []byte {
	if !p.begun {
		p.begun = true
		b = append(b, packedForm...)
		b = appendUint(b, uint64(len(rules)))
		for i := range rules {
			b = packString(b, rules[i].name)
		}
		b = appendUint(b, uint64(len(sourceNames)))
		for _, name := range sourceNames {
			b = packString(b, name)
		}
	}
	if e.Type != Failed { // which needs none
		s := shape{width: e.Width, players: e.Players, unit: e.unit(), scalar: e.Scalar, implicit: e.Implicit, window: e.hasWindow(), sampling: e.Sampling}
		if s != p.shape {
			p.shape = s
			b = p.appendShape(b)
		}
	}
	if len(e.Notes) > 0 {
		b = p.notes(b, e)
	}
	at := len(b)
	b = append(b, byte(e.Type))
	b = appendUint(b, uint64(e.Line))
	b = appendUint(b, zigzag(int64(e.Node-p.node)))
	p.node = e.Node
	flags := byte(0)
	if e.HasValue && (e.Type == Leaf || e.Type == Backup || e.Type == Research || e.Type == Exit || e.Type == Done) {
		flags = packedValue
		b = p.vector(b, &e.Value)
	}
	b, more := p.rest(b, e)
	b[at] |= flags | more
	return b
}

func (p *Packer) appendShape(b []byte) []byte {
	s, flags := &p.shape, byte(0)
	b = append(b, packedShape)
	for _, n := range [...]int{s.width, s.players, int(s.unit)} {
		b = appendUint(b, uint64(n))
	}
	if s.scalar {
		flags |= packedScalar
	}
	if s.implicit {
		flags |= packedImplicit
	}
	if s.window {
		flags |= packedWindow
	}
	if s.sampling {
		flags |= packedSampling
	}
	return append(b, flags)
}

// rest appends what follows the value in an event, and returns its flags.
func (p *Packer) rest(b []byte, e *Event) (_ []byte, flags byte) {
	yes, more, last := false, false, false
	switch e.Type {
	case Start:
		b = packString(b, e.Algorithm)
		b = p.opt(b, e.MaxSum)
		b = appendUint(b, uint64(len(e.Options)))
		for _, o := range e.Options {
			b = o.pack(b)
		}
	case Enter:
		yes, last = e.Chance, e.Probe
		b = appendUint(b, uint64(e.Player))
		b = appendUint(b, uint64(e.Depth))
		if e.Implicit {
			b = appendUint(b, zigzag(int64(e.Parent)))
			b = appendUint(b, zigzag(int64(e.Move)))
		}
		b = appendUint(b, uint64(len(e.Text)))
		b = append(b, e.Text...)
		b = p.bounds(b, e)
		if e.Sampling {
			b = p.packDraw(b, e)
		}
	case Leaf:
		if e.Sampling {
			b = appendUint(b, uint64(e.Plies))
			if e.Plies > 0 {
				b = p.number(b, e.Reached)
			}
		}
	case Backup:
		yes, more = e.Improved, e.HasBest
		b = p.number(b, e.Child)
		if more {
			b = p.vector(b, &e.Best)
		}
		b = p.bounds(b, e)
		if e.Sampling {
			b = appendUint(b, uint64(e.Visits))
		}
	case Prune:
		yes, more, last = e.Provisional, e.Rule == Table, e.Rule.Weighs()
		b = p.prune(b, e)
	case Research:
		b = p.number(b, e.Child)
		b = p.number(b, e.BecauseChild)
	case Exit:
		yes, last = e.Exact, e.Probe
	case Done:
		last, more = e.Stats != nil, e.Reference != nil
		b = p.done(b, e)
	case Failed:
		b = packString(b, e.Detail)
	}
	for _, f := range [...]struct {
		on   bool
		flag byte
	}{{yes, packedYes}, {more, packedMore}, {last, packedLast}} {
		if f.on {
			flags |= f.flag
		}
	}
	return b, flags
}

func (p *Packer) bounds(b []byte, e *Event) []byte {
	given := uint64(0)
	for i := range e.Players {
		if e.Bounds[i].Given {
			given |= 1 << i
		}
	}
	b = appendUint(b, given)
	for i := range e.Players {
		if o := &e.Bounds[i]; o.Given {
			b = p.score(b, o.Score)
			b = p.number(b, o.Node)
			b = p.number(b, o.Child)
		}
	}
	if p.shape.window {
		b = p.opt(b, e.Alpha)
		b = p.opt(b, e.Beta)
	}
	return b
}

func (p *Packer) prune(b []byte, e *Event) []byte {
	b = appendUint(b, uint64(e.Rule))
	b = packNodes(b, e.Cut, e.Node)
	b = appendUint(b, uint64(len(e.Terms)))
	for i := range e.Terms {
		t := &e.Terms[i]
		b = appendUint(b, uint64(t.Player))
		b = appendUint(b, uint64(t.Origin))
		b = p.number(b, t.Node)
		if e.Rule.Weighs() {
			b = appendUint(b, uint64(t.Prob.Score))
			b = appendUint(b, uint64(t.Prob.Unit))
		}
		b = p.score(b, t.Score)
	}
	b = p.opt(b, e.Sum)
	b = p.opt(b, e.Limit)
	if e.Rule != Table {
		return b
	}
	b = appendUint(b, uint64(len(e.Excluded)))
	for i := range e.Excluded {
		b = p.vector(b, &e.Excluded[i].Value)
		b = appendUint(b, uint64(e.Excluded[i].Player))
	}
	return b
}

func (p *Packer) done(b []byte, e *Event) []byte {
	b = packNodes(b, e.Path, e.Node)
	if s := e.Stats; s != nil {
		for _, n := range [...]int{s.Nodes, s.Leaves, s.Pruned, s.Researched} {
			b = appendUint(b, uint64(n))
		}
		for _, n := range s.Prunes {
			b = appendUint(b, uint64(n))
		}
	}
	if e.Reference != nil {
		b = p.vector(b, &e.Reference.Value)
		b = packBool(b, e.Reference.Agrees)
	}
	if e.Sampling {
		b = appendUint(appendUint(b, uint64(e.Samples)), uint64(e.Visits))
	}
	return b
}

func (p *Packer) vector(b []byte, v *trees.Vector) []byte {
	for i := range p.shape.width {
		b = p.score(b, v[i])
	}
	return b
}

// score appends 1 and a whole number of points, or 0 and a number of parts of a point.
func (p *Packer) score(b []byte, s trees.Score) []byte { return packPoints(b, s, p.shape.unit) }

// packPoints is score for a number of parts of a point.
func packPoints(b []byte, s, unit trees.Score) []byte {
	whole := s / trees.Unit
	if unit != trees.Unit { // a division by a constant is faster
		whole = s / unit
	}
	if whole*unit == s {
		return appendUint(b, zigzag(int64(whole))+1)
	}
	return appendUint(append(b, 0), zigzag(int64(s)))
}

func (p *Packer) opt(b []byte, o trees.Opt) []byte {
	if !o.Given {
		return append(b, 0)
	}
	return p.score(append(b, 1), o.Score)
}

// number appends a node by its difference from the node of the event.
func (p *Packer) number(b []byte, node int32) []byte {
	return appendUint(b, zigzag(int64(node-p.node)))
}

// hasWindow reports whether the event has alpha and beta, given or not: a two-player search
// has them, and for plain minimax they are infinite.
func (e *Event) hasWindow() bool { return e.Window || e.About > 0 && e.Players == 2 }

// A head has four bits for the types, packedNote, packedChoice and packedShape: this does not compile if they
// do not suffice.
const _ = uint(packedNote - TypeCount)
