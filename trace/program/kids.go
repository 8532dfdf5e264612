package program

import (
	"hash/maphash"
	"slices"
)

// A kidTable finds the children of a node of the header's tree by a label or a move: a program can visit them in
// any order, and looking at all of them for each line would take the square of their number. It is made with
// the first line that needs it.
type kidTable struct {
	first    map[uint64]int32 // by a hash of the parent and the name, the leftmost child with the name
	repeated bool             // several children of a node have the same name
}

// bytesOfKid is what an entry takes in the map.
const bytesOfKid = 40

// The marks that a hashed name begins with.
const (
	labelMark = 'l'
	moveMark  = 'm'
)

// kidHash returns the hash of a name below a node of the header's tree.
func (r *Reader) kidHash(parent int32, mark byte, name string) uint64 {
	return maphash.String(r.known.seed, name) + (uint64(parent)<<8|uint64(mark))*0x9E3779B97F4A7C15
}

// makeKids fills the table.
func (r *Reader) makeKids() {
	t := r.run.Tree
	r.kids.first = map[uint64]int32{}
	note := func(k int, mark byte, name string) {
		if name == "" {
			return
		}
		h := r.kidHash(int32(t.Parent(k)), mark, name)
		if _, taken := r.kids.first[h]; taken {
			r.kids.repeated = true
			return
		}
		r.kids.first[h] = int32(k)
	}
	for k := 1; k < t.Len(); k++ { // in the order of siblings
		r.work++
		note(k, labelMark, t.Label(k))
		note(k, moveMark, t.Action(k))
	}
}

// kidNamed returns the leftmost child of a node of the header's tree that a line names, by its number or label,
// or by its move if the line has no id. None: there is none.
func (r *Reader) kidNamed(parent int32, id, move []byte) int32 {
	r.work++
	switch {
	case len(id) > 0 && id[0] == '"':
		return r.kidOf(parent, labelMark, string(id[1:]))
	case len(id) > 0:
		if k := numberOf(id); k > 0 && int(k) < r.run.Tree.Len() && int32(r.run.Tree.Parent(int(k))) == parent {
			return k
		}
		return None
	case len(move) > 0:
		return r.kidOf(parent, moveMark, string(move))
	}
	return None
}

func (r *Reader) kidOf(parent int32, mark byte, name string) int32 {
	if name == "" {
		return None
	}
	if r.kids.first == nil {
		r.makeKids()
	}
	k, found := r.kids.first[r.kidHash(parent, mark, name)]
	if !found {
		return None
	}
	t := r.run.Tree
	is := func(k int32) bool {
		if mark == labelMark {
			return t.Label(int(k)) == name
		}
		return t.Action(int(k)) == name
	}
	if int32(t.Parent(int(k))) == parent && is(k) {
		return k
	}
	for _, k := range t.Kids(int(parent)) { // two names have the same hash
		if r.work++; is(k) {
			return k
		}
	}
	return None
}

// kidsNamed returns those children of a node of the header's tree that a list names, by number, label or move, in
// their order.
func (r *Reader) kidsNamed(parent int32, kids []int32, list [][]byte) (named []int32) {
	if len(list) > 0 && r.kids.first == nil {
		r.makeKids()
	}
	if r.kids.repeated { // a name can be that of several children
		for _, k := range kids {
			if r.work += len(list); r.names(list, k) {
				named = append(named, k)
			}
		}
		return named
	}
	for _, id := range list {
		if k := r.kidNamed(parent, id, nil); k != None {
			named = append(named, k)
		}
		if len(id) > 1 && id[0] == '"' {
			if k := r.kidNamed(parent, nil, id[1:]); k != None {
				named = append(named, k)
			}
		}
	}
	slices.Sort(named)
	return slices.Compact(named)
}

// leftmostFree returns the leftmost child in the tree that this visit has not seen, or None.
func (r *Reader) leftmostFree(f *frame, kids []int32) int32 {
	for ; int(f.free) < len(kids); f.free++ {
		r.work++
		k := kids[f.free]
		if n := r.inTree[k]; n == None || r.links[n].in != f.since {
			return k
		}
	}
	return None
}
