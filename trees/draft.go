package trees

import (
	"cmp"
	"slices"
	"sync"
)

// An ID identifies a node of a draft permanently: edits change the preorder numbers of
// nodes, but not their IDs. IDs start at 1; 0 is no node.
type ID uint32

// MaxNotes is the maximum length of the notes on a tree: some pages of a lecture.
const MaxNotes = 20_000 // characters

// A Draft is a tree that is being edited. Its structure is always valid, but
// it may break its own limits (see Faults). Every node has an ID that edits keep. A
// Draft never changes; an edit creates a new Draft.
type Draft struct {
	tree   *Tree
	ids    []ID // of each node, in preorder
	last   ID   // the greatest ID ever used; IDs are not used again
	notes  string
	typed  typed
	faults []Fault

	further furtherScores // of removed players

	// What an edit changed; see patch.go.
	mark    *mark // nil: nothing is known of the drafts made from this one
	from    *mark // of the draft that this one was made from; nil: not known
	touched []ID  // the nodes that differ from those of that draft, in order

	lookup *lookup // drafts with the same IDs share it
}

// A lookup finds the nodes of a draft by their IDs.
type lookup struct {
	sorted sync.Once
	byID   []int32 // node numbers in the order of their IDs
}

// typed is the notation as a user typed it, with comments and line breaks.
type typed struct {
	text  string
	fault *Error  // the error, if it cannot be read
	spans []int32 // parts of the nodes, if the text can be read
}

// present reports whether there is a typed text. An empty typed text has a fault.
func (t *typed) present() bool { return t.text != "" || t.fault != nil }

// NewDraft returns a draft of t, with the IDs 1, 2, … in preorder. It has no letters: what is
// drawn beside a node while the tree is edited is its label.
func NewDraft(t *Tree) *Draft {
	t = t.withoutLetters()
	d := &Draft{tree: t, ids: make([]ID, t.Len()), last: ID(t.Len()), mark: &mark{}, lookup: &lookup{}}
	for n := range d.ids {
		d.ids[n] = ID(n + 1)
	}
	return d
}

// EmptyDraft returns the draft that a new tree starts with: three players and
// one leaf of unknown value.
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

// Tree returns the current tree, for drawing and writing. It may break its own
// limits; a search needs the tree that Checked returns.
func (d *Draft) Tree() *Tree { return d.tree }

// Checked returns the tree if it respects all limits, else the *Error that
// ReadJSON would return for it.
func (d *Draft) Checked() (*Tree, error) {
	if len(d.faults) > 0 {
		if err := d.tree.check(nil, nil); err != nil {
			return nil, err
		}
	}
	return d.tree, nil
}

// Faults returns the limits that the tree breaks, at most MaxFaults: first the faults
// of the header, then the faults of nodes in preorder. The caller must not change them.
func (d *Draft) Faults() []Fault { return d.faults }

// ID returns the ID of node n.
func (d *Draft) ID(n int) ID { return d.ids[n] }

// Find returns the node with the given ID, if there is one.
func (d *Draft) Find(id ID) (n int, ok bool) {
	order := d.order()
	i, ok := slices.BinarySearchFunc(order, id, func(n int32, id ID) int { return cmp.Compare(d.ids[n], id) })
	if !ok {
		return NoNode, false
	}
	return int(order[i]), true
}

// order returns the node numbers in the order of their IDs.
func (d *Draft) order() []int32 {
	d.lookup.sorted.Do(func() { d.lookup.byID = orderOf(d.ids) })
	return d.lookup.byID
}

// orderOf returns the indices of the IDs in their order.
func orderOf(ids []ID) []int32 {
	order := make([]int32, len(ids))
	if greatest := int(slices.Max(ids)); greatest <= 4*len(ids) { // few were used and are gone
		at := make([]int32, greatest+1) // counted from 1; 0: no node, or another one
		distinct := 0
		for n, id := range ids {
			if at[id] == 0 {
				distinct++
			}
			at[id] = int32(n + 1)
		}
		if distinct == len(ids) {
			order = order[:0]
			for _, n := range at {
				if n > 0 {
					order = append(order, n-1)
				}
			}
			return order
		}
	}
	for n := range order {
		order[n] = int32(n)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(ids[a], ids[b]) })
	return order
}

// Notes returns the user's notes on the tree.
func (d *Draft) Notes() string { return d.notes }

// Bytes returns the approximate memory of the draft, with its tree.
func (d *Draft) Bytes() int {
	const id, number = 8, 4
	return d.tree.Bytes() + cap(d.ids)*id + len(d.ids)*number + len(d.notes) + len(d.typed.text) + cap(d.typed.spans)*number
}

// TypedText returns the notation as it was last typed, if it describes the current tree
// or cannot be read. If it cannot be read, fault is the error. In all other cases text
// is empty.
func (d *Draft) TypedText() (text string, fault *Error) { return d.typed.text, d.typed.fault }

// Text returns the notation of the draft, typed or generated, and the part of
// each node, as TextSpans does. spans is nil if the text cannot be read.
func (d *Draft) Text() (text string, spans []int32) {
	if d.typed.present() {
		return d.typed.text, d.typed.spans
	}
	return d.tree.TextSpans()
}
