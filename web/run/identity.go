package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"strconv"

	"espalier/search/recorded"
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
		tree := implicitTree(r.Of.Source)
		return Identity{Run: sum(AppendOptions([]byte(r.Algorithm.ID+" "), &r.Options), tree), Tree: sum(tree)}
	case recorded.Is(r.Algorithm):
		run := r.Body()
		if r.Of.Printed != nil {
			run = fmt.Sprintf("%s %s %d", r.Algorithm.ID, r.Of.traceID(), r.Of.Printed.Number)
		}
		return Identity{Run: sum([]byte(run)), Tree: sum(form(r.Tree))}
	}
	b := AppendOptions([]byte(r.Algorithm.ID), &r.Options)
	return Identity{Run: sum(b, plain(r.Tree)), Tree: sum(form(r.Tree))}
}

// implicitTree returns what determines the tree of a game or a generator, to any depth: the position as the game
// itself writes it, since a document may have its keys in any order, and leave out defaults. nil: the source is
// neither.
func implicitTree(s Source) []byte {
	switch s := s.(type) {
	case Game:
		if _, pos, err := openGame(s.Raw); err == nil {
			return pos.AppendDocument(nil)
		}
	case Generated:
		if g, err := ReadGenerator(s.Raw); err == nil {
			return []byte("generate " + g.String())
		}
	}
	return nil
}

// traceID returns the id of the trace that was opened; empty: it is none.
func (o *Opened) traceID() treestore.ID {
	s, _ := o.Source.(Recorded)
	return s.ID
}

// A Likeness finds runs that differ little from another one: in the values of a few leaves. Their steps are
// mostly the same, and what differs tells what a leaf decides. Options do not count: a depth below all leaves
// changes no step. All runs of a trace are like each other, and a
// recorded run is like those of the algorithm that it claims to be; if it claims none, like all on its tree. Runs
// on trees of the same position of a game are like each other to any depth.
//
// A tree that somebody builds anew counts as another one: a part of the tree, such as the position of a game after
// a move, or a typed copy of a tree that the run itself does not build. Its search can give the value of a node
// that a question asks for. It is not limited: to compare every part of every tree with each question would take a
// search of its own, a position after a move is what a student may well want to explore, and whoever builds
// trees by hand can also send them without the cookie or the token, by which alone the student is known.
type Likeness struct {
	trace     treestore.ID // of a recorded run; empty: it has none
	recorded  bool
	algorithm string   // empty: that of a recorded run is not known
	form      string   // of the tree; empty: it is not known
	leaves    []uint64 // the sum of the value of each leaf
	implicit  string   // the sum of implicitTree; empty: it is no tree of a game or a generator
}

// Likeness returns what makes the run like others.
func (r *Resolved) Likeness() *Likeness {
	l := &Likeness{algorithm: r.Algorithm.ID}
	if tree := implicitTree(r.Of.Source); tree != nil {
		l.implicit = sum(tree)
	}
	if r.Tree == nil {
		return l
	}
	if recorded.Is(r.Algorithm) {
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
	if l.implicit != "" && l.implicit == other.implicit && l.algorithm == other.algorithm {
		return true // a deeper tree is searched to the same depth by an option
	}
	if l.form == "" {
		return false
	}
	if l.form != other.form || len(l.leaves) != len(other.leaves) {
		return false
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

func sum(parts ...[]byte) string {
	s := sha256.Sum256(bytes.Join(parts, nil))
	return hex.EncodeToString(s[:])
}
