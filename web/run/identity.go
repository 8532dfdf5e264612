package run

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"strconv"

	"espalier/trees"
)

// An Identity says which run a run is, however its tree was named: runs with equal identities have the
// same events. Titles and labels do not count, so a typed copy of a figure is the same run.
type Identity struct {
	Run  string // of the tree with its values, the algorithm and its options
	Tree string // of the form of the tree alone: its nodes and their movers
}

// Identity returns the identity of the run.
func (r *Resolved) Identity() Identity {
	if r.Tree == nil || r.Algorithm.Recorded() {
		return Identity{Run: sum([]byte(r.Body())), Tree: sum([]byte(r.SourceBody()))}
	}
	b := AppendOptions([]byte(r.Algorithm.ID), &r.Options)
	return Identity{Run: sum(append(b, plain(r.Tree)...)), Tree: sum(form(r.Tree))}
}

// A Likeness finds runs that differ little from another one: in the values of a few leaves. Their steps are
// mostly the same, and what differs tells what a leaf decides.
type Likeness struct {
	of     string   // the algorithm, its options, and the form of the tree
	leaves []uint64 // the sum of the value of each leaf
}

// Likeness returns what makes the run like others.
func (r *Resolved) Likeness() *Likeness {
	if r.Tree == nil || r.Algorithm.Recorded() {
		return &Likeness{of: r.Identity().Run}
	}
	b := AppendOptions([]byte(r.Algorithm.ID), &r.Options)
	l := &Likeness{of: sum(append(b, form(r.Tree)...))}
	for n := range r.Tree.Len() {
		if r.Tree.IsLeaf(n) {
			h := fnv.New64a()
			if v, known := r.Tree.Value(n); known {
				h.Write(r.Tree.AppendValueJSON(nil, &v))
			}
			l.leaves = append(l.leaves, h.Sum64())
		}
	}
	return l
}

// Like reports whether two runs are the same, or differ at no more than a quarter of the leaves.
func (l *Likeness) Like(other *Likeness) bool {
	if l.of != other.of || len(l.leaves) != len(other.leaves) {
		return false
	}
	differ := 0
	for i, v := range l.leaves {
		if v != other.leaves[i] {
			differ++
		}
	}
	return differ <= max(1, len(l.leaves)/4)
}

// form returns the form of a tree: for each node its mover and the number of its children.
func form(t *trees.Tree) (b []byte) {
	b = strconv.AppendInt(append(b, t.Kind.String()...), int64(t.Players), 10)
	for n := range t.Len() {
		b = strconv.AppendInt(append(b, ' '), int64(t.Mover(n)), 10)
		b = strconv.AppendInt(append(b, ':'), int64(len(t.Kids(n))), 10)
	}
	return b
}

// plain returns a tree as JSON without its title, labels and alternatives.
func plain(t *trees.Tree) []byte {
	h := t.Header
	h.Title = ""
	b := trees.NewBuilder(h)
	for n := range t.Len() {
		node := t.Node(n)
		node.Label, node.Action, node.Alternatives, node.NotFromPaper = "", "", nil, false
		if t.IsLeaf(n) && node.Value == nil {
			node.Unknown = true
		}
		b.Open(node)
		for at := n; at >= 0 && t.End(at) == n+1; at = t.Parent(at) {
			b.Close()
		}
	}
	copied, err := b.Tree()
	if err != nil { // a tree that only its labels or alternatives make valid
		return t.AppendJSON(nil)
	}
	return copied.AppendJSON(nil)
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
