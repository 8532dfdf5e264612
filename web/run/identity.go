package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"sync"

	"espalier/search/recorded"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/problem"
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
		return Identity{Run: sum([]byte(r.Algorithm.ID+" "), problem.Raw(OptionsOf(&r.Options)), tree), Tree: sum(tree)}
	case recorded.Is(r.Algorithm):
		run := r.Body()
		if r.Of.Printed != nil {
			run = fmt.Sprintf("%s %s %d", r.Algorithm.ID, r.Of.traceID(), r.Of.Printed.Number)
		}
		return Identity{Run: sum([]byte(run)), Tree: sum(form(r.Tree))}
	}
	return Identity{Run: sum([]byte(r.Algorithm.ID), problem.Raw(OptionsOf(&r.Options)), plain(r.Tree)), Tree: sum(form(r.Tree))}
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

// A Likeness finds runs that can answer a question about one: those that differ little from it, in the values of
// a few leaves, and all other runs on such a tree, since most algorithms agree on values and many on cuts. Options
// do not count: a depth below all leaves changes no step. All runs of a trace are like each other, and a
// recorded run is like those of the algorithm that it claims to be; if it claims none, like all on its tree.
//
// Trees of the same position of a game are the same to any depth, and so is a typed copy of one. A position a few
// moves later is compared, too: without that, three or four searches, one for each move, give the value that a
// question asks for.
//
// Any other tree that somebody builds anew counts as another one: a part of a tree, its mirror image, a typed tree
// with one more node, a position before the one of the question. Its search can give the value that a question
// asks for. It is not limited: to compare every part of every tree with each question would take a search of its
// own, and whoever builds trees by hand can also send them without the cookie or the token, by which alone the
// student is known.
type Likeness struct {
	trace     treestore.ID // of a recorded run; empty: it has none
	recorded  bool
	algorithm string   // empty: that of a recorded run is not known
	form      string   // of the tree; empty: it is not known
	leaves    []uint64 // the sum of the value of each leaf
	height    int      // of the tree

	implicit string                 // what determines the tree of a game or a generator, without the names of its moves; empty: neither
	source   Source                 // of implicit
	later    func() map[uint64]bool // the sums of implicit of positions a few moves later; nil: it is no game
}

// Bounds of the positions that are compared with that of a question.
const (
	maxLater     = 2000
	maxLaterMove = 4
)

// Likeness returns what makes the run like others.
func (r *Resolved) Likeness() *Likeness {
	l := &Likeness{algorithm: r.Algorithm.ID}
	l.onSource(r.Of.Source)
	if r.Tree == nil {
		return l
	}
	if recorded.Is(r.Algorithm) {
		l = &Likeness{trace: r.Of.traceID(), recorded: true, algorithm: claimOf(r.Algorithm)}
	}
	l.onTree(r.Tree)
	return l
}

// unmerged is implicitTree with every move of its own: to list equal cards as one move changes no value.
func unmerged(s Source) []byte {
	if g, ok := s.(Game); ok {
		if pos := openUnmerged(g); pos != nil {
			return pos.AppendDocument(nil)
		}
		return nil
	}
	return implicitTree(s)
}

func openUnmerged(g Game) games.Position {
	d, err := ReadGameDocument(g.Raw)
	if err != nil {
		return nil
	}
	if game, _ := games.Find(d.ID); slices.Contains(fieldNames(game), "merge") {
		d.Values["merge"] = false
	}
	pos, err := games.Open(d)
	if err != nil {
		return nil
	}
	return pos
}

// laterThan returns the sums of the positions a few moves after that of a game, those of fewer moves first.
func laterThan(g Game) map[uint64]bool {
	found := map[uint64]bool{}
	pos := openUnmerged(g)
	if pos == nil {
		return found
	}
	var v trees.Vector
	var text []byte
	visits := 0
	var walk func(moves, plies int)
	walk = func(moves, plies int) {
		if plies == 0 {
			text = pos.AppendDocument(text[:0])
			found[sum64(text)] = true
			return
		}
		for m := 0; m < moves && visits < maxLater; m++ {
			visits++
			below, _ := pos.Do(m, &v)
			walk(below, plies-1)
			pos.Undo()
		}
	}
	for plies := 1; plies <= maxLaterMove && visits < maxLater; plies++ {
		walk(pos.Look(&v), plies)
	}
	return found
}

// onSource adds what determines the tree of a game or a generator.
func (l *Likeness) onSource(s Source) {
	if tree := unmerged(s); tree != nil {
		l.implicit, l.source = string(tree), s
		if g, ok := s.(Game); ok {
			l.later = sync.OnceValue(func() map[uint64]bool { return laterThan(g) })
		}
	}
}

func (l *Likeness) onTree(t *trees.Tree) {
	l.form, l.height = sum(form(t)), t.Height()
	for n := range t.Len() {
		if t.IsLeaf(n) {
			var b []byte
			if v, known := t.Value(n); known {
				b = t.AppendValueJSON(nil, &v)
			}
			l.leaves = append(l.leaves, sum64(b))
		}
	}
}

func sum64(b []byte) uint64 {
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

// A Relation says how a run can answer a question about another one.
type Relation int

const (
	Unrelated Relation = iota
	// SameTree: another algorithm, or the same position to another depth or later. Any of its steps may answer.
	SameTree
	// SameRun: the same steps, but for a few values. The steps before the question answer nothing.
	SameRun
)

// To returns what another run is to the run of a question.
func (l *Likeness) To(other *Likeness) Relation {
	switch {
	case l.trace != "" && l.trace == other.trace:
		return SameRun
	case l.implicit != "" && l.implicit == other.implicit || l.sameTree(other):
		// A deeper tree is searched to the same depth by an option.
		if l.algorithm == other.algorithm || (l.recorded || other.recorded) && (l.algorithm == "" || other.algorithm == "") {
			return SameRun
		}
		return SameTree
	case l.later != nil && other.later != nil && l.later()[sum64([]byte(other.implicit))]:
		return SameTree
	case l.form != other.form && l.isCopiedBy(other):
		return SameTree
	}
	return Unrelated
}

// sameTree reports whether two trees are the same, or differ at no more than a quarter of the leaves.
func (l *Likeness) sameTree(other *Likeness) bool {
	if l.form == "" || l.form != other.form || len(l.leaves) != len(other.leaves) {
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

// isCopiedBy reports whether a tree is one of the position of a game to the depth of the tree.
func (l *Likeness) isCopiedBy(other *Likeness) bool {
	g, ok := l.source.(Game)
	if !ok || other.form == "" || other.implicit != "" || len(other.leaves) > smallTree {
		return false
	}
	_, pos, err := openGame(g.Raw)
	if err != nil {
		return false
	}
	most := (len(other.leaves) + 1) * (other.height + 1) // a node has a leaf below it, on its level alone
	t, err := games.BuildExtended(pos, other.height, 0, min(most, smallTree), func() error { return nil })
	if err != nil {
		return false
	}
	built := &Likeness{}
	built.onTree(t)
	return built.sameTree(other)
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

// plain returns a tree as JSON without its title, labels, information sets and alternatives.
func plain(t *trees.Tree) []byte {
	h := t.Header
	h.Title = ""
	b := trees.NewBuilder(h)
	for n := range t.Len() {
		node := t.Node(n)
		node.Label, node.Action, node.Infoset, node.Alternatives, node.NotFromPaper = "", "", "", nil, false
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
