package program

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"sync"
)

// This file has what a program says of its own calls: at each line of its text and at each event the open calls
// with their variables. The state at a moment is a fold over what has changed, from the nearest checkpoint before it.

const (
	// MaxMoments bounds the moments of a run that are kept, and maxCallBytes what has changed at them. What comes
	// later has no calls.
	MaxMoments   = 6_000_000
	maxCallBytes = 64 << 20
	// checkpointEvery is the fewest moments between two checkpoints. A larger state has them further apart, so
	// that all of them take no more than the moments.
	checkpointEvery = 4096
	maxNames        = 1 << 12 // of functions and variables
	maxCallDepth    = 4096
	maxCallVars     = 64 // variables of one call
)

// calls has the moments of a run, in order. A moment is a line of the program that is about to be done, or one that
// has caused an event.
type calls struct {
	line   []int32
	depth  []uint16 // how many calls are open
	events []int32  // how many events of the run there are up to and including it
	change []uint32 // where what has changed at it begins in text
	text   []byte
	names  []string
	named  map[string]uint16
	points []checkpoint
	last   callState
	since  int  // moments since the last checkpoint
	deep   bool // a line has given its depth
	full   bool
	// pointBytes is the memory of the checkpoints, and nodeNames those of the current line that hold nodes.
	pointBytes int64
	nodeNames  []uint16
}

// A callState is the calls that are open after a moment, the program itself first.
type callState struct{ open []openCall }

type openCall struct {
	name uint16 // of the function, from 1; 0: it is not known
	line int32
	vars []openVar
}

type openVar struct {
	name     uint16
	node     bool
	at       int32 // the moment of its last change
	from, to uint32
}

type checkpoint struct {
	moment int // the state is that after it
	state  callState
}

// A Call is an open call of a program.
type Call struct {
	Function string // empty: the program itself, or it is not known
	Line     int    // of the text, where it is
	Node     int32  // that it is about, or None
	Vars     []Variable
}

// A Variable is one of a call.
type Variable struct {
	Name  string
	Value string // as JSON
	Node  int32  // that it holds, or None
	At    int    // the moment of its last change
}

// A Moment says where a program is.
type Moment struct {
	Number int
	Line   int
	Depth  int // how many calls are open
	Events int // of the run up to then
	IsLine bool
}

// changes of a moment are records: the name of a function that is called, or of a variable with its value.
const (
	callRecord = iota
	valueRecord
	nodeRecord
)

// callKeys are the keys of a line about its call, valid until the next line.
type callKeys struct {
	depth    int // None: not given
	function []byte
	vars     []byte
	nodes    []byte
}

func (c *calls) name(text []byte) (uint16, bool) {
	if n, known := c.named[string(text)]; known {
		return n, true
	}
	if len(c.names) == maxNames {
		return 0, false
	}
	if c.named == nil {
		c.named = map[string]uint16{}
	}
	c.names = append(c.names, string(text))
	n := uint16(len(c.names))
	c.named[c.names[n-1]] = n
	return n, true
}

// read reads a key of a line about its call.
func (k *callKeys) read(key, raw []byte) (err error) {
	switch string(key) {
	case "depth":
		if raw[0] != 'n' {
			k.depth, err = count(raw, 0, MaxProgramLine)
		}
	case "function":
		k.function, err = drawn(raw)
	case "vars":
		if raw[0] != 'n' {
			k.vars = raw
		}
	case "nodes": // a done may have their number
		if raw[0] != 'n' {
			k.nodes = raw
		}
	}
	return err
}

// addMoment notes where the program is at the current line. entered is how many nodes are open, for a program that
// does not give the depth of its calls.
func (r *Reader) addMoment(l *line, entered int) error {
	c := &r.run.calls
	k := &l.call
	if !l.between && l.typ == Done || l.at == 0 && k.depth == None && k.vars == nil || c.full || r.run.Program == "" {
		return nil
	}
	depth := k.depth
	switch {
	case depth != None:
		c.deep = true
	case c.deep && l.typ == Enter && !l.between: // the line after it says where the program is
		return nil
	case c.deep:
		depth = int(c.depth[len(c.depth)-1])
	default:
		depth = entered
	}
	if len(c.line) == MaxMoments || len(c.text) > maxCallBytes || depth > maxCallDepth {
		c.full = true
		return nil
	}
	m := len(c.line)
	c.line = append(room(r, c.line, 1, 0), int32(l.at))
	c.depth = append(room(r, c.depth, 1, 0), uint16(depth))
	c.events = append(room(r, c.events, 1, 0), int32(len(r.run.Events)))
	c.change = append(room(r, c.change, 1, 0), uint32(len(c.text)))
	c.text = room(r, c.text, len(k.vars)+len(k.function)+binary.MaxVarintLen64, 0)
	if function := k.function; function != nil || k.depth == None && l.typ == Enter && !l.between {
		if n, ok := c.name(function); ok {
			c.text = binary.AppendUvarint(append(c.text, callRecord), uint64(n))
		}
	}
	if k.vars != nil {
		if err := r.addVars(k); err != nil {
			return err
		}
	}
	c.last.apply(c, m)
	if c.since++; c.since >= max(checkpointEvery, 4*c.last.size()) {
		c.since = 0
		c.points = append(c.points, checkpoint{m, c.last.clone()})
		c.pointBytes += bytesOfText + bytesOfVar*int64(c.last.size())
	}
	return nil
}

func (r *Reader) addVars(k *callKeys) error {
	c := &r.run.calls
	c.nodeNames = c.nodeNames[:0]
	if k.vars[0] != '{' {
		return fmt.Errorf("vars: expected an object with the variables, such as {\"best\":3}, found %s", short(k.vars))
	}
	if k.nodes != nil {
		if k.nodes[0] != '[' {
			return fmt.Errorf("nodes: expected a list of the variables that hold nodes, such as [\"child\"], found %s", short(k.nodes))
		}
		if err := elements(k.nodes, func(raw []byte) error {
			name, err := textBytes(raw)
			if n, ok := c.name(name); ok && err == nil {
				c.nodeNames = append(c.nodeNames, n)
			}
			return err
		}); err != nil {
			return err
		}
	}
	return r.inner.object(k.vars, func(key, raw []byte) error {
		n, ok := c.name(key)
		if !ok || len(raw) > MaxExtra {
			return nil
		}
		kind := byte(valueRecord)
		if slices.Contains(c.nodeNames, n) {
			kind = nodeRecord
		}
		c.text = binary.AppendUvarint(append(c.text, kind), uint64(n))
		c.text = binary.AppendUvarint(c.text, uint64(len(raw)))
		c.text = append(c.text, raw...)
		return nil
	})
}

// apply goes on to a moment, which follows the last one.
func (s *callState) apply(c *calls, m int) {
	depth := int(c.depth[m])
	from, to := c.change[m], uint32(len(c.text))
	if m+1 < len(c.change) {
		to = c.change[m+1]
	}
	b := c.text[from:to]
	number := func() uint64 {
		n, size := binary.Uvarint(b)
		b = b[size:]
		return n
	}
	if called := len(b) > 0 && b[0] == callRecord; called {
		b = b[1:]
		s.shrink(depth)
		s.grow(depth)
		s.open = append(s.open, openCall{name: uint16(number()), vars: s.room()})
	}
	s.shrink(depth + 1)
	s.grow(depth + 1)
	o := &s.open[depth]
	if c.line[m] > 0 {
		o.line = c.line[m]
	}
	for len(b) > 0 {
		kind := b[0]
		b = b[1:]
		v := openVar{name: uint16(number()), node: kind == nodeRecord, at: int32(m)}
		size := uint32(number())
		v.from = to - uint32(len(b))
		v.to = v.from + size
		b = b[size:]
		i := slices.IndexFunc(o.vars, func(old openVar) bool { return old.name == v.name })
		switch {
		case i >= 0:
			o.vars[i] = v
		case len(o.vars) < maxCallVars:
			o.vars = append(o.vars, v)
		}
	}
}

// room returns the list of variables of a call that has ended, to be used again.
func (s *callState) room() []openVar {
	if n := len(s.open); n < cap(s.open) {
		return s.open[:n+1][n].vars[:0]
	}
	return nil
}

func (s *callState) shrink(to int) {
	if len(s.open) > to {
		s.open = s.open[:to]
	}
}

func (s *callState) grow(to int) {
	for len(s.open) < to {
		s.open = append(s.open, openCall{vars: s.room()})
	}
}

func (s *callState) size() int {
	n := len(s.open)
	for i := range s.open {
		n += len(s.open[i].vars)
	}
	return n
}

func (s *callState) clone() callState {
	list := append(make([]openCall, 0, len(s.open)+1), s.open...)
	for i := range list {
		list[i].vars = slices.Clone(list[i].vars)
	}
	return callState{list}
}

// bytes returns how much memory they take.
func (c *calls) bytes() int64 {
	return bytesOfMoment*int64(cap(c.line)) + int64(cap(c.text)) + c.pointBytes
}

// Moments returns how many moments of the program the run has.
func (r *Run) Moments() int { return len(r.calls.line) }

// CallsFull reports whether the run has later moments, which are not kept.
func (r *Run) CallsFull() bool { return r.calls.full }

// Moment returns where the program is at a moment.
func (r *Run) Moment(m int) Moment {
	c := &r.calls
	return Moment{Number: m, Line: int(c.line[m]), Depth: int(c.depth[m]), Events: int(c.events[m]), IsLine: m == 0 && c.events[m] == 0 || m > 0 && c.events[m] == c.events[m-1]}
}

// MomentOf returns the moment of an event; the last one if it has none.
func (r *Run) MomentOf(event int) int {
	c := &r.calls
	m := sort.Search(len(c.events), func(m int) bool { return int(c.events[m]) > event })
	return min(m, len(c.events)-1)
}

// A CallReader reads the calls of a run. Moments that follow each other are read fast.
type CallReader struct {
	run   *Run
	state callState
	next  int // moment that is applied next
}

// NewCallReader returns a reader of the calls of a run.
func NewCallReader(r *Run) *CallReader { return &CallReader{run: r} }

// At returns the calls that are open at a moment, the program itself first.
func (x *CallReader) At(m int) []Call {
	r, c, s := x.run, &x.run.calls, &x.state
	if m < 0 || m >= len(c.line) {
		return nil
	}
	i := sort.Search(len(c.points), func(i int) bool { return c.points[i].moment > m }) - 1
	switch {
	case i >= 0 && (x.next > m+1 || x.next <= c.points[i].moment):
		*s, x.next = c.points[i].state.clone(), c.points[i].moment+1
	case x.next > m+1:
		*s, x.next = callState{}, 0
	}
	for ; x.next <= m; x.next++ {
		s.apply(c, x.next)
	}
	list := make([]Call, len(s.open))
	for i := range s.open {
		o := &s.open[i]
		call := &list[i]
		*call = Call{Line: int(o.line), Node: None}
		if o.name > 0 {
			call.Function = c.names[o.name-1]
		}
		for _, v := range o.vars {
			x := Variable{Name: c.names[v.name-1], Value: string(c.text[v.from:v.to]), Node: None, At: int(v.at)}
			if v.node {
				x.Node = r.NodeWith(x.Value)
				if call.Node == None {
					call.Node = x.Node
				}
			}
			call.Vars = append(call.Vars, x)
		}
	}
	return list
}

// LinesBefore calls a function with the lines that a call has done before a moment, the last one first, and their
// moments, until it returns false or the call begins. The call is the one of that depth that is open at the moment, which
// itself is left out. At most the given number of moments are looked at.
func (r *Run) LinesBefore(m, depth, most int, each func(line, moment int) bool) {
	c := &r.calls
	isBegin := func(k int) bool {
		return int(c.change[k]) < len(c.text) && (k+1 == len(c.change) || c.change[k+1] > c.change[k]) && c.text[c.change[k]] == callRecord
	}
	if m >= len(c.line) || int(c.depth[m]) == depth && isBegin(m) {
		return
	}
	for k := m - 1; k >= max(0, m-most) && int(c.depth[k]) >= depth; k-- {
		if int(c.depth[k]) > depth {
			continue
		}
		if !each(int(c.line[k]), k) || isBegin(k) {
			return
		}
	}
}

// NodeWith returns the node that the program names with a number; None: there is none.
func (r *Run) NodeWith(id string) int32 {
	n, err := strconv.Atoi(id)
	if err != nil || n < 0 {
		return None
	}
	r.numbered.once.Do(func() { r.numbered.list = r.byNumber() })
	if n >= len(r.numbered.list) {
		return None
	}
	return r.numbered.list[n]
}

// A numbering has the nodes of a run by the numbers that the program names them with, or None.
type numbering struct {
	once sync.Once
	list []int32
}

func (r *Run) byNumber() (list []int32) {
	most := 4*len(r.Nodes) + 1024 // a program that names its nodes by large numbers has no such list
	for i := range r.Nodes {
		id, err := strconv.Atoi(r.ID(int32(i)))
		if at := r.Nodes[i].Tree; err != nil && at != None { // a node of the header's tree, without a name of its own
			id, err = int(at), nil
		}
		if err != nil || id < 0 || id > most {
			continue
		}
		for len(list) <= id {
			list = append(list, None)
		}
		list[id] = int32(i)
	}
	return list
}

// A Move goes from a moment of a program to another one.
type Move string

const (
	ByLine Move = "line" // the next moment
	Over   Move = "over" // the next one in the same call, or in the one around it
	Out    Move = "out"  // the next one in the call around it
	ToStop Move = "stop" // the next one at one of some lines
)

// Moves are the moves that there are.
var Moves = []Move{ByLine, Over, Out, ToStop}

// Go returns the moment to which a move goes, at most last; where there is none it is the first or the last one.
func (r *Run) Go(from int, by Move, back bool, stops []int, last int) int {
	c := &r.calls
	last = min(last, len(c.line)-1)
	from = max(0, min(from, last))
	step := 1
	if back {
		step = -1
	}
	stop := make([]bool, slices.Max(append([]int{0}, stops...))+1) // of each line
	for _, line := range stops {
		stop[line] = true
	}
	for m := from + step; m >= 0 && m <= last; m += step {
		switch line := int(c.line[m]); {
		case by == ByLine, by == Over && c.depth[m] <= c.depth[from], by == Out && c.depth[m] < c.depth[from]:
			return m
		case by == ToStop && line < len(stop) && stop[line] && c.begins(m):
			return m
		}
	}
	if back {
		return 0
	}
	return max(0, last)
}

// begins reports whether a moment is the first at its line: an event at the line where the program is, is no other one.
func (c *calls) begins(m int) bool {
	return m == 0 || c.line[m] != c.line[m-1] || c.depth[m] != c.depth[m-1] || c.events[m] == c.events[m-1]
}

// Steps has the steps that a run is played in, which are the events of its replay.
type Steps struct {
	Of    []int32 // the step of each event of the run
	first []int32 // the first step that belongs to each event
	last  int
}

// Bytes returns how much memory they take.
func (s *Steps) Bytes() int64 { return bytesOfWhole * int64(len(s.Of)+len(s.first)) }

// NewSteps replays a run. pass is called often enough that others may compute in between.
func NewSteps(r *Run, inf *Inferred, pass func() error) (*Steps, error) {
	s := &Steps{Of: make([]int32, len(r.Events)), first: make([]int32, len(r.Events)+1)}
	_, err := Replay{
		Begin: func(event, seq int) { s.first[event] = int32(seq) },
		Step:  func(event, seq int) { s.Of[event] = int32(seq) },
		End:   func(seq int) { s.last = seq },
		Pass:  pass,
	}.Play(r, inf, nil)
	s.first[len(r.Events)] = int32(s.last)
	return s, err
}

// Moment returns where the program is at a step; None: the run does not say.
func (s *Steps) Moment(r *Run, step int) int {
	if len(r.calls.line) == 0 {
		return None
	}
	if step >= s.last {
		return len(r.calls.line) - 1
	}
	event := sort.Search(len(r.Events), func(e int) bool { return int(s.first[e]) > step }) - 1
	if event < 0 {
		return 0
	}
	return r.MomentOf(event)
}

// At returns the step that is shown at a moment: that of its event, or the last one before its line.
func (s *Steps) At(r *Run, m int) int {
	at := r.Moment(m)
	switch {
	case m == len(r.calls.line)-1:
		return s.last
	case at.Events == 0:
		return 0
	case at.IsLine:
		return int(s.first[at.Events]) - 1
	}
	return int(s.Of[at.Events-1])
}
