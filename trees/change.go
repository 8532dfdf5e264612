package trees

import (
	"context"
	"fmt"
	"slices"
)

// A Change is the difference between two drafts of one tree, node by node and field
// by field. It can be inverted, and merged onto a later draft. In this way an edit
// can be undone after other users have edited the tree.
type Change struct {
	before, after changeEnd
	nodes         []nodeChange // in the order of their IDs
}

// A changeEnd is one side of a change without its nodes. Fields that are equal on
// both sides did not change.
type changeEnd struct {
	header Header
	notes  string
	typed  *string
	last   ID // the greatest ID used so far
}

// A nodeChange is the change of one node. ID 0 is the parent of the
// root.
type nodeChange struct {
	id            ID
	before, after *Node // nil: the node does not exist on that side
	kids          kidsChange
}

// A kidsChange is the part of a list of children that changed. left and right are the
// unchanged neighbours of this part; 0: the beginning or the end of the list.
type kidsChange struct {
	left, right   ID
	before, after []ID
}

func (k *kidsChange) none() bool { return len(k.before) == 0 && len(k.after) == 0 }

// Diff returns the change from one draft of a tree to another.
func Diff(before, after *Draft) *Change { return diff(before, after, nil) }

// DiffIn is Diff in a context; see WithPass. The error is that of the context.
func DiffIn(ctx context.Context, before, after *Draft) (c *Change, err error) {
	defer catch(&err)
	return diff(before, after, paceOf(ctx)), nil
}

// EqualIn reports whether two drafts are equal. Unlike DiffIn it looks at every node, whatever is
// known of how the drafts were made.
func EqualIn(ctx context.Context, a, b *Draft) (equal bool, err error) {
	defer catch(&err)
	same := a.tree.sameArena(b.tree) && a.tree.Header.same(&b.tree.Header) && sameList(a.ids, b.ids)
	if b = b.clone(); same { // nothing is known of how a clone was made
		b.tree, b.ids = a.tree, a.ids
	}
	return diff(a, b, paceOf(ctx)).Empty(), nil
}

func diff(before, after *Draft, p *pace) *Change {
	before, after = alike(before, after)
	c := &Change{before: before.end(), after: after.end()}
	if a, b := before.ids[0], after.ids[0]; a != b {
		c.nodes = append(c.nodes, nodeChange{kids: kidsChange{before: []ID{a}, after: []ID{b}}})
	}
	if ids, known := after.touchedSince(before); known {
		for _, id := range ids {
			p.step()
			a, there := before.Find(id)
			b, here := after.Find(id)
			c.compare(id, before, a, there, after, b, here)
		}
		return c
	}
	old, new := before.order(), after.order()
	for len(old) > 0 || len(new) > 0 {
		p.step()
		there := len(old) > 0 && (len(new) == 0 || before.ids[old[0]] <= after.ids[new[0]])
		here := len(new) > 0 && (len(old) == 0 || after.ids[new[0]] <= before.ids[old[0]])
		id, a, b := ID(0), NoNode, NoNode
		if there {
			a, old = int(old[0]), old[1:]
			id = before.ids[a]
		}
		if here {
			b, new = int(new[0]), new[1:]
			id = after.ids[b]
		}
		c.compare(id, before, a, there, after, b, here)
	}
	return c
}

// compare adds what changed of a node, which is node a before if it was there, and b after if it
// is here.
func (c *Change) compare(id ID, before *Draft, a int, there bool, after *Draft, b int, here bool) {
	switch {
	case there && here:
		kids := diffKids(before, a, after, b)
		if !kids.none() || !before.tree.sameNode(a, after.tree, b) {
			c.nodes = append(c.nodes, nodeChange{id, before.node(a), after.node(b), kids})
		}
	case there:
		c.nodes = append(c.nodes, nodeChange{id, before.node(a), nil, kidsChange{before: before.kids(a)}})
	case here:
		c.nodes = append(c.nodes, nodeChange{id, nil, after.node(b), kidsChange{after: after.kids(b)}})
	}
}

func (d *Draft) end() changeEnd {
	e := changeEnd{header: d.tree.Header, notes: d.notes, last: d.last}
	if d.typed.present() {
		e.typed = &d.typed.text
	}
	return e
}

func (d *Draft) node(n int) *Node {
	node := d.tree.Node(n)
	node.Player = d.tree.givenMover(n)
	return &node
}

func (d *Draft) kids(n int) []ID {
	kids := make([]ID, len(d.tree.Kids(n)))
	for i, k := range d.tree.Kids(n) {
		kids[i] = d.ids[k]
	}
	return kids
}

// diffKids returns the changed part of the children of a node.
func diffKids(before *Draft, a int, after *Draft, b int) (k kidsChange) {
	old, new := before.tree.Kids(a), after.tree.Kids(b)
	from := 0
	for from < min(len(old), len(new)) && before.ids[old[from]] == after.ids[new[from]] {
		k.left = before.ids[old[from]]
		from++
	}
	old, new = old[from:], new[from:]
	for len(old) > 0 && len(new) > 0 && before.ids[old[len(old)-1]] == after.ids[new[len(new)-1]] {
		k.right = before.ids[old[len(old)-1]]
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	for _, o := range old {
		k.before = append(k.before, before.ids[o])
	}
	for _, n := range new {
		k.after = append(k.after, after.ids[n])
	}
	if k.none() {
		k.left, k.right = 0, 0
	}
	return k
}

// sameNode reports whether node n of t and node m of u are equal, apart from
// their children.
func (t *Tree) sameNode(n int, u *Tree, m int) bool {
	return t.givenMover(n) == u.givenMover(m) && t.flags[n] == u.flags[m] && t.Cost(n) == u.Cost(m) && t.Label(n) == u.Label(m) &&
		t.Action(n) == u.Action(m) && t.Infoset(n) == u.Infoset(m) && t.givenProb(n) == u.givenProb(m) &&
		t.sameVector(t.value[n], u, u.value[m]) && t.sameVector(t.low[n], u, u.low[m]) &&
		t.sameVector(t.up[n], u, u.up[m]) && t.sameVector(t.static[n], u, u.static[m]) &&
		slices.Equal(t.Alternatives(n), u.Alternatives(m))
}

func (t *Tree) givenProb(n int) Number {
	p, _ := t.GivenProb(n)
	return p
}

func (t *Tree) sameVector(i int32, u *Tree, j int32) bool {
	if i == NoNode || j == NoNode {
		return i == j
	}
	return t.vectors[i] == u.vectors[j]
}

// Empty reports whether the two drafts were equal.
func (c *Change) Empty() bool {
	return len(c.nodes) == 0 && c.before.notes == c.after.notes && sameText(c.before.typed, c.after.typed) &&
		c.before.header.same(&c.after.header)
}

// Created returns the topmost nodes that the change adds.
func (c *Change) Created() []ID {
	var created []ID
	below := map[ID]bool{}
	for i := range c.nodes {
		if n := &c.nodes[i]; n.before == nil && n.id != 0 {
			created = append(created, n.id)
			for _, k := range n.kids.after {
				below[k] = true
			}
		}
	}
	return slices.DeleteFunc(created, func(id ID) bool { return below[id] })
}

// summary counts the nodes that changed: ": 2 nodes added and 1 changed".
func (c *Change) summary() string {
	added, deleted, changed := 0, 0, 0
	for i := range c.nodes {
		switch n := &c.nodes[i]; {
		case n.id == 0:
		case n.before == nil:
			added++
		case n.after == nil:
			deleted++
		case !sameFields(n.before, n.after):
			changed++
		}
	}
	var parts []string
	for _, s := range []struct {
		n    int
		what string
	}{{added, "added"}, {deleted, "deleted"}, {changed, "changed"}} {
		switch {
		case s.n > 0 && parts == nil:
			parts = append(parts, count(s.n, "node")+" "+s.what)
		case s.n > 0:
			parts = append(parts, fmt.Sprintf("%d %s", s.n, s.what))
		}
	}
	if parts == nil {
		return ""
	}
	return ": " + InWords(parts)
}

// Inverse returns the change that undoes c.
func (c *Change) Inverse() *Change {
	back := &Change{before: c.after, after: c.before, nodes: slices.Clone(c.nodes)}
	for i := range back.nodes {
		n := &back.nodes[i]
		n.before, n.after = n.after, n.before
		n.kids.before, n.kids.after = n.kids.after, n.kids.before
	}
	return back
}

func sameText(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// A nodeField is a field of a node that is merged independently of other fields.
type nodeField struct {
	name   string // key in a document
	phrase string // words in a sentence
	same   func(a, b *Node) bool
	set    func(to, from *Node)
}

// nodeFields lists the fields of a node. A leaf's value and alternatives are merged
// as one field. "Unknown" without alternatives does not count as a change, since
// every new node without children is unknown.
var nodeFields = []nodeField{
	{"label", "name", func(a, b *Node) bool { return a.Label == b.Label }, func(to, from *Node) { to.Label = from.Label }},
	// Chance takes the place of a mover.
	{"player", "mover", func(a, b *Node) bool { return a.Player == b.Player && a.Chance == b.Chance }, func(to, from *Node) {
		to.Player, to.Chance = from.Player, from.Chance
	}},
	{"action", "move", func(a, b *Node) bool { return a.Action == b.Action }, func(to, from *Node) { to.Action = from.Action }},
	{"prob", "probability", func(a, b *Node) bool { return a.Prob == b.Prob }, func(to, from *Node) { to.Prob = from.Prob }},
	{"value", "value", sameLeafValue, func(to, from *Node) {
		to.Value, to.Unknown, to.Alternatives = from.Value, from.Unknown, from.Alternatives
	}},
	{"chosen", "mark", func(a, b *Node) bool { return a.NotFromPaper == b.NotFromPaper }, func(to, from *Node) { to.NotFromPaper = from.NotFromPaper }},
	{"low", "lower bound", func(a, b *Node) bool { return sameBound(a.Low, b.Low) }, func(to, from *Node) { to.Low = from.Low }},
	{"up", "upper bound", func(a, b *Node) bool { return sameBound(a.Up, b.Up) }, func(to, from *Node) { to.Up = from.Up }},
	{"static", "static value", func(a, b *Node) bool { return sameBound(a.Static, b.Static) }, func(to, from *Node) { to.Static = from.Static }},
	{"infoset", "information set", func(a, b *Node) bool { return a.Infoset == b.Infoset }, func(to, from *Node) { to.Infoset = from.Infoset }},
	{"cost", "cost", func(a, b *Node) bool { return a.Cost == b.Cost }, func(to, from *Node) { to.Cost = from.Cost }},
}

func sameBound(a, b *Vector) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func sameLeafValue(a, b *Node) bool {
	return a.blank() && b.blank() ||
		a.Unknown == b.Unknown && sameBound(a.Value, b.Value) && slices.Equal(a.Alternatives, b.Alternatives)
}

// blank reports whether n has neither value nor alternatives.
func (n *Node) blank() bool { return n.Value == nil && len(n.Alternatives) == 0 }

// A headerField is a field of the header that is merged independently of other
// fields.
type headerField struct {
	name string
	same func(a, b *Header) bool
	set  func(to, from *Header)
}

var headerFields = []headerField{
	{"title", func(a, b *Header) bool { return a.Title == b.Title }, func(to, from *Header) { to.Title = from.Title }},
	{"kind", func(a, b *Header) bool { return a.Kind == b.Kind }, func(to, from *Header) { to.Kind = from.Kind }},
	{"players", func(a, b *Header) bool { return a.Players == b.Players }, func(to, from *Header) { to.Players = from.Players }},
	{"maxsum", func(a, b *Header) bool { return a.MaxSum == b.MaxSum }, func(to, from *Header) { to.MaxSum = from.MaxSum }},
	{"minp", func(a, b *Header) bool { return a.MinP == b.MinP }, func(to, from *Header) { to.MinP = from.MinP }},
	{"maxp", func(a, b *Header) bool { return a.MaxP == b.MaxP }, func(to, from *Header) { to.MaxP = from.MaxP }},
	{"delta", func(a, b *Header) bool { return a.Delta == b.Delta }, func(to, from *Header) { to.Delta = from.Delta }},
	{"outcomes", func(a, b *Header) bool { return slices.Equal(a.Outcomes, b.Outcomes) }, func(to, from *Header) { to.Outcomes = from.Outcomes }},
}

func (h *Header) same(other *Header) bool {
	return !slices.ContainsFunc(headerFields, func(f headerField) bool { return !f.same(h, other) })
}
