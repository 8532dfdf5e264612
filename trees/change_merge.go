package trees

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// A ConflictError reports why a change cannot be merged: a node or field that it
// depends on was changed after the change was made.
type ConflictError struct {
	ID      ID     // ID of the node; 0: the header
	Name    string // the node's name in sentences; "the header"
	Field   string // label, value, …; "" for the node as a whole
	Message string // a sentence for the user
}

func (e *ConflictError) Error() string { return e.Message }

// Merge applies the change c to d, which may differ from the draft that c was made
// on. Changes of other users are kept. Merge returns a *ConflictError if the same
// field of a node was changed to another value since then, or if a node that c
// depends on was deleted. An undo is a Merge of the inverse change.
func (d *Draft) Merge(c *Change) (*Draft, error) { return d.merge(c, false, nil) }

// MergeIn is Merge in a context; see WithPass. The error may be that of the context.
func (d *Draft) MergeIn(ctx context.Context, c *Change) (*Draft, error) {
	return d.merge(c, false, paceOf(ctx))
}

// MergeOverriding is like Merge, but for fields and places that were changed since, c
// has priority: for example, a node that other users moved to the same parent also
// gets c's place among the siblings. MergeOverriding still returns a *ConflictError if
// c depends on deleted nodes, or if c would delete a node with newer changes below it.
// It is used to merge a text that was typed while other users edited the tree.
func (d *Draft) MergeOverriding(c *Change) (*Draft, error) { return d.merge(c, true, nil) }

// MergeOverridingIn is MergeOverriding in a context; see WithPass.
func (d *Draft) MergeOverridingIn(ctx context.Context, c *Change) (*Draft, error) {
	return d.merge(c, true, paceOf(ctx))
}

func (d *Draft) merge(c *Change, later bool, p *pace) (merged *Draft, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *ConflictError:
			merged, err = nil, e
		case *Error:
			merged, err = nil, brokenMerge(e)
		case ended:
			merged, err = nil, e.err
		default:
			panic(e)
		}
	}()
	d, c = together(d, c)
	m := &merger{workingTree: d.workingTree(p), d: d, later: later, added: map[ID]int32{}}
	m.last = max(d.last, c.before.last, c.after.last)
	m.c = m.renumbered(c)
	m.header()
	m.add()
	m.readLists()
	m.moves()
	m.checkDeleted()
	m.fields()
	m.structure()
	m.checkConnected()
	m.retypeNodes()
	notes := m.notes()
	merged, err = m.draft(notes)
	if err != nil {
		return nil, brokenMerge(err.(*Error)) // the end of a context panics
	}
	merged.setFurther(d)
	m.retype(merged)
	return merged, nil
}

// brokenMerge returns the conflict for a merge whose result is not a valid tree.
func brokenMerge(e *Error) *ConflictError {
	return &ConflictError{Name: e.Path, Message: "it conflicts with a later change: " + e.Error()}
}

// A merger applies the change c to the draft d.
type merger struct {
	*workingTree
	d       *Draft
	c       *Change
	later   bool
	added   map[ID]int32 // the nodes that the change adds
	lists   []lists
	places  int32        // length of the lists by node below
	ids     map[int32]ID // IDs of deleted nodes that the change mentions
	moved   []move
	gone    []bool // nodes that must be removed from their place in d: moved or deleted nodes
	deleted []bool
	ply     []int32 // of each node; see plyOf
}

// renumbered returns the change with new IDs for the nodes that it adds, if d has used
// these IDs since: the change and d both continued from the same last ID.
func (m *merger) renumbered(c *Change) *Change {
	if m.d.last <= c.before.last {
		return c
	}
	ids := map[ID]ID{}
	for i := range c.nodes {
		if n := &c.nodes[i]; n.before == nil && n.id > c.before.last {
			ids[n.id] = m.newID()
		}
	}
	if len(ids) == 0 {
		return c
	}
	renumber := func(id ID) ID {
		if id, ok := ids[id]; ok {
			return id
		}
		return id
	}
	all := func(list []ID) []ID {
		list = slices.Clone(list)
		for i, id := range list {
			list[i] = renumber(id)
		}
		return list
	}
	again := &Change{before: c.before, after: c.after, nodes: slices.Clone(c.nodes)}
	for i := range again.nodes {
		n := &again.nodes[i]
		n.id = renumber(n.id)
		n.kids = kidsChange{renumber(n.kids.left), renumber(n.kids.right), all(n.kids.before), all(n.kids.after)}
	}
	slices.SortFunc(again.nodes, func(a, b nodeChange) int { return cmp.Compare(a.id, b.id) })
	return again
}

func (m *merger) conflict(id ID, field, format string, args ...any) {
	name := "the header"
	if id != 0 {
		name = m.name(id)
	}
	panic(&ConflictError{ID: id, Name: name, Field: field, Message: fmt.Sprintf(format, args...)})
}

// name returns the name of a node in sentences; the node may be deleted.
func (m *merger) name(id ID) string {
	if n, ok := m.d.Find(id); ok {
		return m.d.tree.Name(n)
	}
	for i := range m.c.nodes {
		if n := &m.c.nodes[i]; n.id == id {
			for _, side := range []*Node{n.before, n.after} {
				if side != nil && side.Label != "" {
					return side.Label
				}
			}
		}
	}
	return fmt.Sprintf("node %d", id)
}

// find returns the working node with the given ID, which may be one that the
// change adds.
func (m *merger) find(id ID) (i int32, ok bool) {
	if i, ok := m.added[id]; ok {
		return i, true
	}
	n, ok := m.d.Find(id)
	return int32(n), ok
}

func (m *merger) header() {
	before, after := &m.c.before.header, &m.c.after.header
	for _, f := range headerFields {
		switch {
		case f.same(before, after) || f.same(&m.Header, after):
		case f.same(&m.Header, before) || m.later:
			f.set(&m.Header, after)
		default:
			m.conflict(0, f.name, "%s of the tree has been changed since", f.name)
		}
	}
}

// notes merges the notes as a single field.
func (m *merger) notes() string {
	now, before, after := m.d.notes, m.c.before.notes, m.c.after.notes
	if before == after || now == after {
		return now
	}
	if now != before && !m.later {
		m.conflict(0, "notes", "the notes have been changed since")
	}
	return after
}

// add creates the nodes that the change adds or restores.
func (m *merger) add() {
	for i := range m.c.nodes {
		m.pace.step()
		n := &m.c.nodes[i]
		if n.id == 0 || n.before != nil {
			continue
		}
		if _, there := m.d.Find(n.id); there {
			m.conflict(n.id, "", "%s is in the tree already", m.name(n.id))
		}
		own := *n.after
		m.more = append(m.more, workingNode{id: n.id, parent: NoNode, own: &own})
		m.added[n.id] = int32(m.size() - 1)
	}
}

// fields sets the changed fields of nodes. A node to be deleted must be as it
// was when the change was made.
func (m *merger) fields() {
	for i := range m.c.nodes {
		m.pace.step()
		n := &m.c.nodes[i]
		if n.id == 0 || n.before == nil {
			continue
		}
		now, there := m.d.Find(n.id)
		switch {
		case there:
			m.nodeFields(n, int32(now))
		case n.after != nil && !sameFields(n.before, n.after):
			m.conflict(n.id, "", "%s has been deleted since", m.name(n.id))
		}
	}
}

func sameFields(a, b *Node) bool {
	for _, f := range nodeFields {
		if !f.same(a, b) {
			return false
		}
	}
	return true
}

func (m *merger) nodeFields(n *nodeChange, i int32) {
	now := m.get(i)
	for _, f := range nodeFields {
		switch {
		case n.after == nil:
			if !f.same(&now, n.before) {
				m.conflict(n.id, f.name, "the %s of %s has been changed since, and %s would be deleted", f.phrase, m.name(n.id), m.name(n.id))
			}
		case f.same(n.before, n.after) || f.same(&now, n.after):
		case f.same(&now, n.before) || m.later:
			f.set(m.modify(i), n.after)
		default:
			m.conflict(n.id, f.name, "the %s of %s has been changed since", f.phrase, m.name(n.id))
		}
	}
}

// retype sets the typed text of the merged draft: the text of the change if it has
// one, else the text of d. The text is set only if it matches the merged tree.
func (m *merger) retype(merged *Draft) {
	before, after, now := m.c.before.typed, m.c.after.typed, m.d.end().typed
	changed, ours := !sameText(before, after), sameText(now, before)
	if changed && (ours || m.later) && after != nil {
		merged.readTyped(*after, m.pace)
	}
	if merged.typed.present() || changed && ours || now == nil {
		return
	}
	merged.readTyped(*now, m.pace)
	// A text with an error does not describe a tree, so the next edit drops it.
	if merged.typed.fault != nil && !merged.sameNodes(m.d) {
		merged.typed = typed{}
	}
	merged.keepComments(m.d)
}

// sameNodes reports whether two drafts have equal trees with equal IDs.
func (d *Draft) sameNodes(e *Draft) bool {
	d, e = alike(d, e)
	t, u := d.tree, e.tree
	if d.from != nil && d.from == e.mark && len(d.touched) > 0 || t.Len() != u.Len() || !slices.Equal(d.ids, e.ids) || !slices.Equal(t.parent, u.parent) {
		return false
	}
	if !t.Header.same(&u.Header) {
		return false
	}
	if t.sameArena(u) {
		return true
	}
	for n := range t.Len() {
		if !t.sameNode(n, u, n) {
			return false
		}
	}
	return true
}
