package trees

import (
	"fmt"
	"unicode/utf8"
)

// An Error is bad input: where it is, what is wrong and what would be right.
type Error struct {
	Path    string // root.children[1].value, line 2 column 7, values.5, …
	Message string
	// Limit is set when the input is over a limit rather than malformed.
	Limit bool
}

func (e *Error) Error() string { return e.Path + ": " + e.Message }

func errAt(path, format string, args ...any) *Error {
	return &Error{Path: path, Message: fmt.Sprintf(format, args...)}
}

func errLimit(path, format string, args ...any) *Error {
	e := errAt(path, format, args...)
	e.Limit = true
	return e
}

// A Builder makes a Tree, node by node in preorder: Open a node, open and
// close its children, Close it. Errors are kept; Tree reports the first.
type Builder struct {
	t      Tree
	path   []int32 // nodes that are open
	labels []byte
	err    error
}

// NewBuilder starts a tree. The header is checked when the tree is done, so
// that a reader may fill it in late through Header.
func NewBuilder(h Header) *Builder { return &Builder{t: Tree{Header: h}} }

// Header is the header of the tree in the making.
func (b *Builder) Header() *Header { return &b.t.Header }

// Err is the first error so far.
func (b *Builder) Err() error { return b.err }

func (b *Builder) fail(err *Error) {
	if b.err == nil {
		b.err = err
	}
}

// Open adds a node below the node that is open.
func (b *Builder) Open(n Node) {
	t := &b.t
	id := len(t.parent)
	parent := int32(none)
	if len(b.path) > 0 {
		parent = b.path[len(b.path)-1]
	} else if id > 0 {
		b.fail(errAt("root", "a tree has one root"))
	}
	if b.err != nil {
		return
	}
	if id >= MaxNodes {
		b.fail(errLimit(place(append(t.parent, parent), id), "a tree has at most %d nodes", MaxNodes))
		return
	}
	if len(b.path) >= MaxLevels {
		b.fail(errLimit("root", "a tree has at most %d levels", MaxLevels))
		return
	}
	t.parent = append(t.parent, parent)
	t.end = append(t.end, 0)
	t.level = append(t.level, int32(len(b.path)))
	t.height = max(t.height, len(b.path))
	b.path = append(b.path, int32(id))
	if n.Player < 0 || n.Player > 127 {
		b.fail(errAt(t.Place(id)+".player", "player %d is out of range: players are 1 to %d", n.Player, t.Players))
		return
	}
	t.mover = append(t.mover, int8(n.Player))
	if !utf8.ValidString(n.Label) {
		b.fail(errAt(t.Place(id)+".label", "the label is not UTF-8"))
		return
	}
	if r := utf8.RuneCountInString(n.Label); r > MaxLabelRunes {
		b.fail(errLimit(t.Place(id)+".label", "the label has %d characters; a label has at most %d", r, MaxLabelRunes))
		return
	}
	b.labels = append(b.labels, n.Label...)
	t.labelEnd = append(t.labelEnd, int32(len(b.labels)))
	if len(n.Alternatives) > MaxAlts {
		b.fail(errLimit(t.Place(id)+".alternatives", "a leaf has at most %d alternatives", MaxAlts))
		return
	}
	var flags uint8
	t.altAt = append(t.altAt, int32(len(t.vectors)))
	t.vectors = append(t.vectors, n.Alternatives...)
	t.altEnd = append(t.altEnd, int32(len(t.vectors)))
	value := b.keep(n.Value)
	switch {
	case n.Value != nil && n.Unknown:
		b.fail(errAt(t.Place(id)+".value", "a value cannot be both known and unknown"))
	case n.Value != nil:
		flags |= flagOwnValue
	case n.Unknown:
		flags |= flagUnknown
	case len(n.Alternatives) > 0:
		value = t.altAt[id]
	}
	if n.Chosen {
		flags |= flagChosen
	}
	t.value = append(t.value, value)
	t.low = append(t.low, b.keep(n.Low))
	t.up = append(t.up, b.keep(n.Up))
	t.static = append(t.static, b.keep(n.Static))
	t.flags = append(t.flags, flags)
	if t.cost == nil && n.Cost != 0 {
		t.cost = make([]Score, id, id+1)
	}
	if t.cost != nil {
		t.cost = append(t.cost, n.Cost)
	}
}

func (b *Builder) keep(v *Vector) int32 {
	if v == nil {
		return none
	}
	b.t.vectors = append(b.t.vectors, *v)
	return int32(len(b.t.vectors) - 1)
}

// Close ends the node that was opened last and is still open.
func (b *Builder) Close() {
	if b.err != nil || len(b.path) == 0 {
		return
	}
	n := b.path[len(b.path)-1]
	b.path = b.path[:len(b.path)-1]
	b.t.end[n] = int32(len(b.t.parent))
}

func placeIn(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }

// Tree checks the whole and gives it. The Builder is used up.
func (b *Builder) Tree() (*Tree, error) {
	t := &b.t
	if b.err == nil && len(t.parent) == 0 {
		b.fail(errAt("root", "a tree needs a root"))
	}
	if b.err != nil {
		return nil, b.err
	}
	t.labels = string(b.labels)
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
	if err := t.checkHeader(); err != nil {
		return nil, err
	}
	for n := range t.Len() {
		if err := t.checkNode(n); err != nil {
			return nil, err
		}
	}
	return t, t.checkHeuristics()
}
