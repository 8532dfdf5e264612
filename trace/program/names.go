package program

import "hash/maphash"

// A nameTable finds nodes by their name and the node above: under another parent the same name
// is another node.
type nameTable struct {
	seed  maphash.Seed
	slots []slot
	count int
	free  int // the slot at which the last search has ended
	hash  uint32
}

// A slot has a node, one more; 0: it is free. With its hash most other nodes are told apart.
type slot struct{ hash, node uint32 }

// find returns the node below a parent that has a name, or None.
func (t *nameTable) find(r *Run, parent int32, id []byte) int32 {
	h := maphash.Bytes(t.seed, id) + uint64(parent)*0x9E3779B97F4A7C15
	t.hash = uint32(h>>32) ^ uint32(h)
	if len(t.slots) == 0 {
		return None
	}
	at := int(t.hash) & (len(t.slots) - 1)
	for ; t.slots[at].node != 0; at = (at + 1) & (len(t.slots) - 1) {
		if s := t.slots[at]; s.hash == t.hash {
			if n := int32(s.node - 1); r.Nodes[n].Parent == parent && r.ID(n) == string(id) {
				return n
			}
		}
	}
	t.free = at
	return None
}

// add adds the node that find has just looked for in vain. more is about how many will follow.
func (t *nameTable) add(n int32, more int) {
	if 4*(t.count+1) > 3*len(t.slots) {
		old, size := t.slots, max(64, 2*len(t.slots))
		for 3*size < 4*(t.count+more) {
			size *= 2
		}
		t.slots = make([]slot, size)
		for _, s := range old {
			if s.node != 0 {
				t.slots[t.freeFor(s.hash)] = s
			}
		}
		t.free = t.freeFor(t.hash)
	}
	t.slots[t.free] = slot{t.hash, uint32(n + 1)}
	t.count++
}

func (t *nameTable) freeFor(hash uint32) int {
	at := int(hash) & (len(t.slots) - 1)
	for t.slots[at].node != 0 {
		at = (at + 1) & (len(t.slots) - 1)
	}
	return at
}
