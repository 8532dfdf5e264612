package trace

import (
	"encoding/binary"

	"espalier/trees"
)

// An unpacker reads the records of a block in their order.
type unpacker struct {
	registers
	shape
	reader // of the unread part of the block
	leaves lastPlyReader
}

// A reader reads numbers, scores and lists.
type reader struct{ b []byte }

// next reads a record into e and reuses the slices of e. The bounds at the node of
// the event were recorded back events earlier (0: by this event).
func (u *unpacker) next(e *Event) (back int) {
	e.Notes = nil
	if u.leaves.unread() {
		return u.nextOfLastPly(e)
	}
	head := u.byte()
	if head&codeBits == extended && u.b[0] == noteRecord {
		u.byte()
		e.Notes = u.notes()
		head = u.byte()
	}
	isNear := head&near != 0
	e.Type, e.Child = Type(head&codeBits), -1
	probe := false
	if e.Type == Type(extended) {
		switch e.Type = Type(u.byte()); e.Type {
		case lastPlyRecord, twoPliesRecord:
			u.openLastPly(e.Type == twoPliesRecord)
			return u.nextOfLastPly(e)
		case probeExit:
			e.Type, probe = Exit, true
		}
	}
	u.fill(e)
	e.Probe = probe
	u.setYes(e, head&flagYes != 0)
	line := &u.line[lineSlot(head)]
	if head&flagLine != 0 {
		*line = int(u.uint())
	}
	e.Line = *line
	last := u.node
	if !isNear || e.Type == Enter || e.Type == Backup {
		u.node = u.number(last)
	}
	e.Node = u.node
	if e.Type == Backup {
		e.Child = last
		if !isNear {
			e.Child = u.number(e.Node)
		}
	}
	e.HasValue = head&flagValue != 0
	if head&(flagValue|flagSame) == flagValue {
		u.vector(&u.value)
	}
	if e.HasValue {
		e.Value = u.value
	}
	switch e.Type {
	case Enter:
		u.enter(e, last, isNear)
		return 0
	case Backup:
		u.bestOf(e)
		if e.Sampling {
			e.Visits = int(u.uint())
		}
		u.bounds(e)
		return 0
	}
	back = int(u.uint())
	switch e.Type {
	case Leaf:
		e.Plies, e.Reached = 0, -1
		if e.Sampling {
			if e.Plies = int(u.uint()); e.Plies > 0 {
				e.Reached = u.number(e.Node)
			}
		}
	case Exit:
		u.depth--
	case Start:
		e.Algorithm, e.MaxSum = u.string(), u.opt()
		e.Options = e.Options[:0]
		for range u.uint() {
			e.Options = append(e.Options, u.option())
		}
	case Prune:
		u.prune(e)
	case Research:
		e.Child = e.Node + int32(u.int())
		e.BecauseChild = e.Node + int32(u.int())
	case Done:
		e.Path = u.nodes(e.Path, e.Node)
		u.done(e)
	case Failed:
		e.Detail = u.string()
	}
	return back
}

func (u *unpacker) enter(e *Event, last int32, isNear bool) {
	how := u.byte()
	e.Player, e.Chance, e.Probe = int(how&15), how&atChance != 0, how&byProbe != 0
	if how&deeper != 0 {
		u.depth++
	} else {
		u.depth = int(u.uint())
	}
	e.Depth = u.depth
	e.Parent, e.Move = -1, -1
	if u.implicit {
		e.Parent = last
		if !isNear {
			e.Parent = u.number(e.Node)
		}
		e.Move = int32(u.int())
	}
	if e.Sampling {
		u.draw(e)
	}
	if how&noBounds != 0 {
		clear(e.Bounds[:])
		e.Alpha, e.Beta = trees.Opt{}, trees.Opt{}
		return
	}
	u.bounds(e)
}

func (u *unpacker) setYes(e *Event, yes bool) {
	e.Improved = yes && e.Type == Backup
	e.Exact = yes && e.Type == Exit
	e.Provisional = yes && e.Type == Prune
}

func (u *unpacker) bestOf(e *Event) {
	how := u.byte()
	e.HasBest, e.Chance = how&bestKnown != 0, how&bestIsSum != 0
	switch {
	case !e.HasBest:
		return
	case how&bestIsValue != 0:
		u.best = u.value
	case how&bestIsOld == 0:
		u.vector(&u.best)
	}
	e.Best = u.best
}

func (u *unpacker) bounds(e *Event) {
	held := u.byte()
	clear(e.Bounds[:])
	for i := range u.players {
		if held&(1<<i) != 0 {
			e.Bounds[i] = Bound{u.score(), u.number(e.Node), u.number(e.Node), true}
		}
	}
	if u.window {
		e.Alpha = u.opt()
		e.Beta = u.opt()
	}
}

func (u *unpacker) prune(e *Event) {
	e.Rule = Rule(u.byte())
	e.Cut = u.nodes(e.Cut, e.Node)
	e.Terms = e.Terms[:0]
	for range u.uint() {
		t := Term{Player: int(u.byte()), Origin: ScoreOrigin(u.byte())}
		if e.Rule.Weighs() {
			t.Prob.Score = trees.Score(u.uint())
			t.Prob.Unit = trees.Score(u.uint())
		}
		t.Node = e.Node + int32(u.int())
		t.Score = u.score()
		e.Terms = append(e.Terms, t)
	}
	e.Sum, e.Limit = u.opt(), u.opt()
	e.Excluded = e.Excluded[:0]
	if e.Rule != Table {
		return
	}
	for range u.uint() {
		x := Excluded{Player: int(u.byte())}
		u.vector(&x.Value)
		e.Excluded = append(e.Excluded, x)
	}
}

func (u *unpacker) done(e *Event) {
	e.Stats, e.Reference = nil, nil
	if u.bool() {
		s := &Stats{}
		for _, n := range [...]*int{&s.Nodes, &s.Leaves, &s.Pruned, &s.Researched, &s.Extended} {
			*n = int(u.uint())
		}
		for i := range s.Prunes {
			s.Prunes[i] = int(u.uint())
		}
		e.Stats = s
	}
	if u.bool() {
		e.Reference = &Reference{}
		u.vector(&e.Reference.Value)
		e.Reference.Agrees = u.bool()
	}
	if e.Sampling {
		e.Samples, e.Visits = int(u.uint()), int(u.uint())
	}
}

func (u *unpacker) vector(v *trees.Vector) {
	for i := range u.width {
		v[i] = u.score()
	}
}

func (r *reader) score() trees.Score {
	n := binary.LittleEndian.Uint16(r.b)
	r.b = r.b[2:]
	if n < longScore {
		return trees.Score(n) * trees.Unit
	}
	s := trees.Score(binary.LittleEndian.Uint64(r.b))
	r.b = r.b[8:]
	return s
}

func (u *unpacker) number(from int32) int32 { return from + int32(u.int()) }

func (r *reader) opt() trees.Opt {
	if !r.bool() {
		return trees.Opt{}
	}
	return trees.Some(r.score())
}

func (r *reader) nodes(list []int32, from int32) []int32 {
	list = list[:0]
	for range r.uint() {
		from += int32(r.int())
		list = append(list, from)
	}
	return list
}

func (u *unpacker) option() Option {
	o, kind := Option{Name: u.string()}, u.byte()
	if kind == packedWord {
		o.Word = u.string()
		return o
	}
	o.Flag, o.Num = kind != 0, int(u.int())
	return o
}

func (r *reader) string() string {
	n := r.uint()
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *reader) bool() bool { return r.byte() != 0 }

func (r *reader) byte() byte {
	x := r.b[0]
	r.b = r.b[1:]
	return x
}

func (r *reader) int() int64 { return unzigzag(r.uint()) }

func (r *reader) uint() uint64 {
	n, size := binary.Uvarint(r.b)
	r.b = r.b[size:]
	return n
}

func unzigzag(n uint64) int64 { return int64(n>>1) ^ -int64(n&1) }
