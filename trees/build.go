package trees

import (
	"fmt"
	"unicode/utf8"
)

// An Error describes wrong input: its place, the error and a correct value.
type Error struct {
	Path    string // root.children[1].value; line 2, column 7; values.5; …
	Message string
	// OverLimit: the input is well formed but over a limit.
	OverLimit bool
	// TooFine: the numbers have no common denominator that is small enough. See FitDoubles.
	TooFine bool
	// Offer names a change with which the input can be taken; "": there is none. See
	// OfferClear.
	Offer string

	about   int // the node with the error, counted from 1; 0: none
	pos     int // the byte of the text with the error, counted from 1; 0: none
	reached int // the byte up to which the text was read, if that is not pos
}

func (e *Error) Error() string { return e.Path + ": " + e.Message }

// Position returns the place of the error in the text that was read: line and
// column, from 1, and the offset in UTF-16 units, as browsers count. ok is
// false for an error that has no place in the text.
func (e *Error) Position(text string) (line, column, offset int, ok bool) {
	if e.pos == 0 || e.pos-1 > len(text) {
		return 0, 0, 0, false
	}
	line, column = lineColumn(text, e.pos-1)
	return line, column, e.pos - 1 - utf16Excess(text[:e.pos-1]), true
}

// Reached returns the byte of the text up to which it was read.
func (e *Error) Reached() int { return max(e.reached, e.pos-1) }

// Node returns the node that an error of a Builder is about. ok is false if there is none.
func (e *Error) Node() (n int, ok bool) { return e.about - 1, e.about > 0 }

// ErrorIn returns an error at a byte of a text, as a reader of another notation reports it.
func ErrorIn(src string, pos int, format string, args ...any) *Error {
	line, column := lineColumn(src, pos)
	e := ErrorAt(fmt.Sprintf("line %d, column %d", line, column), format, args...)
	e.pos = pos + 1
	return e
}

// ReadTo returns the error with the byte up to which the text was read.
func (e *Error) ReadTo(pos int) *Error {
	further := *e
	further.reached = pos
	return &further
}

func ErrorAt(path, format string, args ...any) *Error {
	return &Error{Path: path, Message: fmt.Sprintf(format, args...)}
}

func ErrorOverLimit(path, format string, args ...any) *Error {
	e := ErrorAt(path, format, args...)
	e.OverLimit = true
	return e
}

// errNode returns an error about a field of node n. field is written with a dot, as
// in ".value"; "" means the whole node.
func (t *Tree) errNode(n int, field, format string, args ...any) *Error {
	e := ErrorAt(t.Place(n)+field, format, args...)
	e.about = n + 1
	return e
}

func (t *Tree) errNodeLimit(n int, field, format string, args ...any) *Error {
	e := t.errNode(n, field, format, args...)
	e.OverLimit = true
	return e
}

// A Builder builds a Tree node by node in preorder: Open opens a node, then its
// children are opened and closed, then Close closes the node. The Builder keeps the
// first error, which Tree returns.
type Builder struct {
	t      Tree
	path   []int32 // nodes that are open
	labels []byte
	err    *Error
	most   int              // nodes
	kept   map[Vector]int32 // of a game, whose values are few; nil: each vector is kept by itself
	faults *faultCollector  // for the checks of the finished tree; nil: the first broken limit is an error

	unchecked bool
	coarse    bool // see CoarseProbs

	scale *scale // nil: every number is a score already

	pace *pace
}

// NewBuilder starts a tree. Tree checks the header at the end, so a reader may
// complete the header later through Header.
func NewBuilder(h Header) *Builder {
	h.Unit = h.unit()
	return &Builder{t: Tree{Header: h}, most: MaxNodes}
}

// NewGameBuilder starts the tree of a game with at most the given number of nodes. Labels
// are the texts of the moves; see Tree.LabelsAreMoves.
func NewGameBuilder(h Header, most int) *Builder {
	h.Unit = h.unit()
	return &Builder{t: Tree{Header: h, naming: &naming{moves: true}}, most: most, kept: map[Vector]int32{}}
}

// WriteMoves sets how moves are written for people; see Tree.Written. The tree is that of a game. It may be
// called at any time later.
func (b *Builder) WriteMoves(written func(move string) string) { b.t.naming.written = written }

// Unchecked leaves out the checks of the finished tree. Its scores may break the limits of
// its header, to show what happens then. It can be drawn and searched, but is no document:
// what it is written to cannot be read again. Movers and players must be right.
func (b *Builder) Unchecked() { b.unchecked = true }

// Header returns the header of the tree being built.
func (b *Builder) Header() *Header { return &b.t.Header }

// Err returns the first error so far.
func (b *Builder) Err() error {
	if b.err == nil {
		return nil
	}
	return b.err
}

// maxMover returns the greatest player that a reader accepts as a mover.
func (b *Builder) maxMover() int {
	if b.faults != nil && b.t.Kind == MaxN {
		return MaxPlayers // Tree reports it as a fault
	}
	return b.t.Players
}

func (b *Builder) fail(err *Error) {
	if b.err == nil {
		b.err = err
	}
}

// Open adds a node below the current open node and makes it the current open node.
func (b *Builder) Open(n Node) {
	if id := b.add(); id != NoNode {
		b.fill(id, &n)
	}
}

// add opens a node without content and returns its number, or none after an
// error. In JSON the children may come before the fields of their parent.
func (b *Builder) add() int {
	b.pace.step()
	t := &b.t
	id := len(t.parent)
	parent := int32(NoNode)
	if len(b.path) > 0 {
		parent = b.path[len(b.path)-1]
	} else if id > 0 {
		b.fail(ErrorAt("root", "a tree has one root"))
	}
	if b.err == nil && id >= b.most {
		b.fail(t.errNodeLimit(int(parent), ".children", "a tree has at most %d nodes", b.most))
	}
	if b.err == nil && len(b.path) >= MaxLevels {
		b.fail(ErrorOverLimit("root", "a tree has at most %d levels", MaxLevels))
	}
	if b.err != nil {
		return NoNode
	}
	t.parent = append(t.parent, parent)
	t.end = append(t.end, 0)
	t.level = append(t.level, int32(len(b.path)))
	t.height = max(t.height, len(b.path))
	t.mover = append(t.mover, 0)
	t.flags = append(t.flags, 0)
	t.labelAt = append(t.labelAt, 0)
	t.labelEnd = append(t.labelEnd, 0)
	t.altAt = append(t.altAt, 0)
	t.altEnd = append(t.altEnd, 0)
	t.value = append(t.value, NoNode)
	t.low = append(t.low, NoNode)
	t.up = append(t.up, NoNode)
	t.static = append(t.static, NoNode)
	if t.cost != nil {
		t.cost = append(t.cost, 0)
	}
	if t.prob != nil {
		t.prob = append(t.prob, Number{})
	}
	if t.unstable != nil {
		t.unstable = append(t.unstable, Stable)
	}
	b.path = append(b.path, int32(id))
	return id
}

// fill sets the fields of node id.
func (b *Builder) fill(id int, n *Node) {
	if b.admit(id, n); b.err != nil {
		return
	}
	b.fillLabel(id, n)
	b.fillContent(id, n)
	b.fillBounds(id, n)
	b.fillRest(id, n)
}

// admit checks the fields of a node by themselves.
func (b *Builder) admit(id int, n *Node) {
	t := &b.t
	switch runes := utf8.RuneCountInString(n.Label); {
	case n.Player < 0 || n.Player > MaxPlayers:
		b.fail(t.errNode(id, ".player", "player %d is out of range: players are 1 to %d", n.Player, MaxPlayers))
	case !utf8.ValidString(n.Label):
		b.fail(t.errNode(id, ".label", "the label is not UTF-8"))
	case runes > MaxLabelRunes:
		b.fail(t.errNodeLimit(id, ".label", "the label has %d characters; a label has at most %d", runes, MaxLabelRunes))
	case !utf8.ValidString(n.Action):
		b.fail(t.errNode(id, ".action", "the action is not UTF-8"))
	case utf8.RuneCountInString(n.Action) > MaxLabelRunes:
		b.fail(t.errNodeLimit(id, ".action", "the action has %d characters; an action has at most %d", utf8.RuneCountInString(n.Action), MaxLabelRunes))
	case !utf8.ValidString(n.Infoset):
		b.fail(t.errNode(id, ".infoset", "the name of the information set is not UTF-8"))
	case utf8.RuneCountInString(n.Infoset) > MaxLabelRunes:
		b.fail(t.errNodeLimit(id, ".infoset", "the name of the information set has %d characters; it has at most %d", utf8.RuneCountInString(n.Infoset), MaxLabelRunes))
	case len(n.Alternatives) > MaxAlts:
		b.fail(t.errNodeLimit(id, ".alternatives", "a leaf has at most %d alternatives, not %d", MaxAlts, len(n.Alternatives)))
	case n.Value != nil && n.Unknown:
		b.fail(t.errNode(id, ".value", "a value cannot be both known and unknown"))
	}
}

func (b *Builder) fillLabel(id int, n *Node) {
	b.t.labelAt[id] = int32(len(b.labels))
	b.labels = append(b.labels, n.Label...)
	b.t.labelEnd[id] = int32(len(b.labels))
}

// fillContent sets the value and the alternatives of a node that has neither.
func (b *Builder) fillContent(id int, n *Node) {
	t := &b.t
	t.altAt[id] = int32(len(t.vectors))
	t.vectors = append(t.vectors, n.Alternatives...)
	t.altEnd[id] = int32(len(t.vectors))
	t.value[id] = b.keep(n.Value)
	switch {
	case n.Value != nil:
		t.flags[id] |= flagOwnValue
	case n.Unknown:
		t.flags[id] |= flagUnknown
	case len(n.Alternatives) > 0:
		t.value[id] = t.altAt[id]
	}
}

func (b *Builder) fillBounds(id int, n *Node) {
	b.t.low[id], b.t.up[id], b.t.static[id] = b.keep(n.Low), b.keep(n.Up), b.keep(n.Static)
}

// fillRest sets the fields that a new node has not.
func (b *Builder) fillRest(id int, n *Node) {
	t := &b.t
	t.mover[id] = int8(n.Player)
	if n.NotFromPaper {
		t.flags[id] |= flagNotFromPaper
	}
	if n.Chance {
		t.flags[id] |= flagChance
	}
	if n.Action != "" {
		b.setAction(id, n.Action)
	}
	if n.Infoset != "" {
		b.setInfoset(id, n.Infoset)
	}
	if n.Prob.Unit != 0 {
		b.setProb(id, n.Prob.Reduced())
	}
	if n.Cost != 0 {
		b.setCost(id, n.Cost)
	}
}

func (b *Builder) setCost(id int, cost Score) {
	t := &b.t
	if t.cost == nil {
		t.cost = make([]Score, len(t.parent), cap(t.parent))
	}
	t.cost[id] = cost
}

func (b *Builder) setAction(id int, action string) {
	if b.t.actions == nil {
		b.t.actions = map[int32]string{}
	}
	b.t.actions[int32(id)] = action
}

func (b *Builder) setInfoset(id int, name string) {
	if b.t.infosets == nil {
		b.t.infosets = map[int32]string{}
	}
	b.t.infosets[int32(id)] = name
}

func (b *Builder) setProb(id int, p Number) {
	t := &b.t
	if t.prob == nil {
		t.prob = make([]Number, len(t.parent), max(len(t.parent), cap(t.parent)))
	}
	t.prob[id] = p
}

func (b *Builder) keep(v *Vector) int32 {
	if v == nil {
		return NoNode
	}
	if at, known := b.kept[*v]; known {
		return at
	}
	b.t.vectors = append(b.t.vectors, *v)
	at := int32(len(b.t.vectors) - 1)
	if b.kept != nil {
		b.kept[*v] = at
	}
	return at
}

// CoarseProbs lets Tree round doubles among the probabilities to fewer than NumberPlaces so that they fit.
func (b *Builder) CoarseProbs() { b.coarse = true }

// Close ends the last node opened.
func (b *Builder) Close() {
	if b.err != nil || len(b.path) == 0 {
		return
	}
	n := b.path[len(b.path)-1]
	b.path = b.path[:len(b.path)-1]
	b.t.end[n] = int32(len(b.t.parent))
}

// Tree checks the whole tree and returns it, or the first error. The Builder
// must not be used afterwards.
func (b *Builder) Tree() (*Tree, error) {
	t := &b.t
	switch {
	case b.err != nil:
	case len(t.parent) == 0:
		b.fail(ErrorAt("root", "a tree needs a root"))
	case len(b.path) > 0:
		b.fail(t.errNode(int(b.path[len(b.path)-1]), "", "the node was opened and not closed"))
	}
	if b.err != nil {
		return nil, b.err
	}
	t.labels = string(b.labels)
	b.link()
	t.findNegative()
	t.Unit = t.unit()
	if err := t.checkPlayers(); err != nil {
		return nil, err
	}
	if err := t.fitProbs(b.pace, b.coarse || b.scale != nil && b.scale.rounded.Coarse); err != nil {
		if err.TooFine = true; b.scale != nil {
			b.scale.fine = true
		}
		return nil, err
	}
	if b.scale != nil && b.scale.double {
		t.widenLimits(b.pace)
	}
	if b.unchecked {
		return t, nil
	}
	t.tidy = b.kept == nil
	if err := t.check(b.faults, b.pace); err != nil {
		return nil, err
	}
	return t, nil
}

// link fills in the lists of children, left to right.
func (b *Builder) link() {
	t := &b.t
	t.kidAt = make([]int32, t.Len()+1)
	for n := 1; n < t.Len(); n++ {
		t.kidAt[t.parent[n]+1]++
	}
	for n := range t.Len() {
		t.kidAt[n+1] += t.kidAt[n]
	}
	t.kids = make([]int32, t.Len()-1)
	next := append([]int32(nil), t.kidAt...)
	for n := 1; n < t.Len(); n++ {
		t.kids[next[t.parent[n]]] = int32(n)
		next[t.parent[n]]++
	}
}
