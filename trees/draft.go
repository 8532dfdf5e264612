package trees

import (
	"cmp"
	"slices"
	"sync"
)

// An ID names a node of a draft for good: numbers in preorder move when a tree
// is edited, IDs stay. They count from 1; 0 is no node.
type ID uint32

// MaxNotes is the length of the notes on a tree: some pages of a lecture.
const MaxNotes = 20_000 // characters

// A Draft is a tree that is being edited: always whole in its structure, but
// free to break its own limits (see Faults). Every node has an ID that edits
// keep. A Draft never changes; an edit makes a new one.
type Draft struct {
	tree   *Tree
	ids    []ID // of each node, in preorder
	last   ID   // the greatest that was ever given; none is given twice
	notes  string
	typed  typed
	faults []Fault

	sorted sync.Once
	byID   []int32 // the nodes in the order of their IDs
}

// typed is the notation as somebody typed it, with comments and line breaks.
type typed struct {
	text  string
	fault *Error  // why it cannot be read
	spans []int32 // of the nodes, where it can
}

// present reports whether there is a text. An empty one is a text that cannot be read.
func (t *typed) present() bool { return t.text != "" || t.fault != nil }

// NewDraft is the draft of t, with the IDs 1, 2, … in preorder.
func NewDraft(t *Tree) *Draft {
	d := &Draft{tree: t, ids: make([]ID, t.Len()), last: ID(t.Len())}
	for n := range d.ids {
		d.ids[n] = ID(n + 1)
	}
	return d
}

// EmptyDraft is where a new tree begins: three players, and a leaf of which nothing is known.
func EmptyDraft() *Draft {
	b := NewBuilder(Header{Players: 3})
	b.Open(Node{Unknown: true})
	b.Close()
	t, err := b.Tree()
	if err != nil {
		panic("trees: the empty draft is not a tree: " + err.Error())
	}
	return NewDraft(t)
}

// Tree is the tree as it stands, to draw and to write. It may break its own
// limits; Checked gives it to a search.
func (d *Draft) Tree() *Tree { return d.tree }

// Checked is the tree if it keeps all limits, or else the first *Error, as
// ReadJSON would give it.
func (d *Draft) Checked() (*Tree, error) {
	if len(d.faults) > 0 {
		if err := d.tree.check(nil); err != nil {
			return nil, err
		}
	}
	return d.tree, nil
}

// Faults are the limits that the tree breaks, at most MaxFaults of them: the
// header's first, then in preorder. The caller must not change them.
func (d *Draft) Faults() []Fault { return d.faults }

// ID is the ID of node n.
func (d *Draft) ID(n int) ID { return d.ids[n] }

// Find is the node with the given ID.
func (d *Draft) Find(id ID) (n int, ok bool) {
	order := d.order()
	i, ok := slices.BinarySearchFunc(order, id, func(n int32, id ID) int { return cmp.Compare(d.ids[n], id) })
	if !ok {
		return none, false
	}
	return int(order[i]), true
}

// order lists the nodes by their IDs.
func (d *Draft) order() []int32 {
	d.sorted.Do(func() {
		d.byID = make([]int32, len(d.ids))
		for n := range d.byID {
			d.byID[n] = int32(n)
		}
		slices.SortFunc(d.byID, func(a, b int32) int { return cmp.Compare(d.ids[a], d.ids[b]) })
	})
	return d.byID
}

// Notes are what somebody wrote about the tree.
func (d *Draft) Notes() string { return d.notes }

// Typed is the notation as somebody last typed it, while it still says this
// tree or cannot be read; fault says why it cannot. Otherwise it is empty.
func (d *Draft) Typed() (text string, fault *Error) { return d.typed.text, d.typed.fault }

// Text is the notation of the draft, as it was typed or else as it is written,
// and the part of each node, as TextSpans gives it. A text that cannot be read
// has no parts: spans is nil.
func (d *Draft) Text() (text string, spans []int32) {
	if d.typed.present() {
		return d.typed.text, d.typed.spans
	}
	return d.tree.TextSpans()
}
