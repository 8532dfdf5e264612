package run

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"strconv"

	"espalier/trees"
	"espalier/web/treestore"
)

// An Identity says which run a run is, however its tree was named: runs with equal identities have the
// same events. Titles and labels do not count, so a typed copy of a figure is the same run.
type Identity struct {
	Run  string // of the tree with its values, the algorithm and its options
	Tree string // of the form of the tree alone: its nodes and their movers
}

// Identity returns the identity of the run. A recorded run is that of a revision of its trace, whether the
// address names the revision or not.
func (r *Resolved) Identity() Identity {
	switch {
	case r.Tree == nil:
		return Identity{Run: sum([]byte(r.Body())), Tree: sum([]byte(r.SourceBody()))}
	case r.Algorithm.Recorded():
		run := r.Body()
		if r.Of.Printed != nil {
			run = fmt.Sprintf("%s %s %d", r.Algorithm.ID, r.Of.traceID(), r.Of.Printed.Number)
		}
		return Identity{Run: sum([]byte(run)), Tree: sum(form(r.Tree))}
	}
	b := AppendOptions([]byte(r.Algorithm.ID), &r.Options)
	return Identity{Run: sum(append(b, plain(r.Tree)...)), Tree: sum(form(r.Tree))}
}

// traceID returns the id of the trace that was opened; empty: it is none.
func (o *Opened) traceID() treestore.ID {
	s, _ := o.Source.(Recorded)
	return s.ID
}

// A Likeness finds runs that differ little from another one: in the values of a few leaves. Their steps are
// mostly the same, and what differs tells what a leaf decides. Options do not count: a depth below all leaves
// changes no step. All runs of a trace are like each other, and a
// recorded run is like those of the algorithm that it claims to be; if it claims none, like all on its tree.
type Likeness struct {
	trace     treestore.ID // of a recorded run; empty: it has none
	recorded  bool
	algorithm string   // empty: that of a recorded run is not known
	form      string   // of the tree; empty: it is not known
	leaves    []uint64 // the sum of the value of each leaf
	body      string   // of a run without a tree
}

// Likeness returns what makes the run like others.
func (r *Resolved) Likeness() *Likeness {
	if r.Tree == nil {
		return &Likeness{body: r.Identity().Run}
	}
	l := &Likeness{algorithm: r.Algorithm.ID}
	if r.Algorithm.Recorded() {
		l = &Likeness{trace: r.Of.traceID(), recorded: true, algorithm: claimOf(r.Algorithm)}
	}
	l.onTree(r.Tree)
	return l
}

func (l *Likeness) onTree(t *trees.Tree) {
	l.form = sum(form(t))
	for n := range t.Len() {
		if t.IsLeaf(n) {
			h := fnv.New64a()
			if v, known := t.Value(n); known {
				h.Write(t.AppendValueJSON(nil, &v))
			}
			l.leaves = append(l.leaves, h.Sum64())
		}
	}
}

// Like reports whether two runs are the same, or differ at no more than a quarter of the leaves.
func (l *Likeness) Like(other *Likeness) bool {
	if l.trace != "" && l.trace == other.trace {
		return true
	}
	if l.form == "" || l.form != other.form || len(l.leaves) != len(other.leaves) {
		return l.body != "" && l.body == other.body
	}
	if l.recorded || other.recorded {
		if l.algorithm != other.algorithm && l.algorithm != "" && other.algorithm != "" {
			return false
		}
	} else if l.algorithm != other.algorithm {
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
