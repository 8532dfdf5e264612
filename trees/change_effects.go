package trees

import "slices"

// Effects are what a change does, as shown to a person before it is made.
type Effects struct {
	Added   []ID     // in the order of their ids, as all of these lists
	Deleted []ID     //
	Changed []ID     // their own fields change
	Moved   []ID     // they have another parent, or another place among its children
	Header  []string // names of the fields that change
	Notes   bool     // the notes change
}

// Effects lists what the change does. A node that is changed and moved is in both lists; the
// parent of a node that comes or goes is in none for that.
func (c *Change) Effects() *Effects {
	e := &Effects{Notes: c.before.notes != c.after.notes}
	for _, f := range headerFields {
		if !f.same(&c.before.header, &c.after.header) {
			e.Header = append(e.Header, f.name)
		}
	}
	born := map[ID]bool{}
	for i := range c.nodes {
		switch n := &c.nodes[i]; {
		case n.id == 0: // the parent of the root
		case n.before == nil:
			born[n.id] = true
			e.Added = append(e.Added, n.id)
		case n.after == nil:
			e.Deleted = append(e.Deleted, n.id)
		case !sameFields(n.before, n.after):
			e.Changed = append(e.Changed, n.id)
		}
	}
	for i := range c.nodes {
		for _, id := range c.nodes[i].kids.moved() {
			if !born[id] {
				e.Moved = append(e.Moved, id)
			}
		}
	}
	slices.Sort(e.Moved)
	return e
}

// moved returns the children that were not there before, or in another order.
func (k *kidsChange) moved() (moved []ID) {
	at := make(map[ID]int, len(k.before)) // of the children that stay, among these
	stay := make(map[ID]bool, len(k.after))
	for _, id := range k.after {
		stay[id] = true
	}
	for _, id := range k.before {
		if stay[id] {
			at[id] = len(at)
		}
	}
	next := 0
	for _, id := range k.after {
		was, there := at[id]
		if !there || was != next {
			moved = append(moved, id)
		}
		if there {
			next++
		}
	}
	return moved
}
