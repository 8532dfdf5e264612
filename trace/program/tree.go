package program

import (
	"fmt"

	"espalier/trees"
)

// An Inferred is the tree of a run, as far as the run shows it.
type Inferred struct {
	Tree *trees.Tree
	Node []int32 // of the tree, by node of the run
	Of   []int32 // of the run, by node of the tree; None: only the header's tree has it
}

// Infer builds the tree of a run: that of its header, or else of the nodes that it has visited
// and skipped. What it has not seen is a leaf of unknown value.
func (r *Run) Infer() (*Inferred, error) { return r.infer(false, false) }

// InferWithWins is Infer for a search of the tree that nobody is shown: its leaves have infinite values, too,
// which no document has.
func (r *Run) InferWithWins() (*Inferred, error) { return r.infer(false, true) }

// InferMoves is Infer for a tree that is too large to be drawn as a whole: the label of a node is the
// move that leads to it, or its name, so that its picture is that of a game's search.
func (r *Run) InferMoves() (*Inferred, error) { return r.infer(true, false) }

// OwnTree returns the tree of the header, in a unit in which the values of the run are whole, too; nil:
// there is none.
func (r *Run) OwnTree() *trees.Tree {
	if r.Tree == nil {
		return nil
	}
	if t, err := r.Tree.Admit([]trees.Number{{Score: 1, Unit: r.Unit}}); err == nil {
		return t
	}
	return r.Tree
}

func (r *Run) infer(moves, wins bool) (*Inferred, error) {
	if len(r.Nodes) == 0 {
		return nil, fmt.Errorf("the run has no nodes")
	}
	inf := &Inferred{Node: make([]int32, len(r.Nodes))}
	if r.Tree != nil {
		inf.Tree, inf.Of = r.OwnTree(), make([]int32, r.Tree.Len())
		for i := range inf.Of {
			inf.Of[i] = None
		}
		for i := range r.Nodes {
			inf.Node[i] = r.Nodes[i].Tree
			inf.Of[r.Nodes[i].Tree] = int32(i)
		}
		return inf, nil
	}
	last := make([]int32, len(r.Nodes)) // the value that a leaf has shown last
	for i := range last {
		last[i] = None
	}
	for i := range r.Events {
		if e := &r.Events[i]; e.Type == Leaf {
			last[e.Node] = e.Value
		}
	}
	// What a program prints may contradict what its header says of scores, or be no name that a
	// tree can have. It is drawn nevertheless, without what does not fit.
	var err error
	for without := range withoutAll + 1 {
		if err = inf.build(r, last, without, moves, wins); err == nil {
			return inf, nil
		}
	}
	return inf, err
}

// What is left out of a tree that cannot be built otherwise, each with those before.
const (
	withoutNothing = iota
	withoutLimits
	withoutProbabilities
	withoutAll // also without names
)

// build builds the tree of the nodes. last are the values of the leaves.
func (inf *Inferred) build(r *Run, last []int32, without int, moves, wins bool) (err error) {
	h := r.header()
	if without >= withoutLimits {
		h = trees.Header{Unit: h.Unit, Kind: h.Kind, Players: h.Players, Title: h.Title}
	}
	if without >= withoutAll {
		h.Title = ""
	}
	inf.Of = inf.Of[:0]
	b, movers := trees.NewBuilder(h), r.Movers()
	if moves {
		b = trees.NewGameBuilder(h, len(r.Nodes))
	}
	var add func(n int32)
	add = func(n int32) {
		node := &r.Nodes[n]
		inf.Node[n] = int32(len(inf.Of))
		inf.Of = append(inf.Of, n)
		x := trees.Node{Chance: node.Chance}
		if without < withoutAll {
			if x.Label, x.Action = r.OwnLabel(n), r.Move(n); x.Action == r.OwnName(n) { // of a skipped child that a line names
				x.Action = r.lastPart(n)
			}
			if name := r.lastPart(n); x.Label == "" && len(name) <= trees.MaxLabelRunes {
				x.Label = name
			}
		}
		if without < withoutProbabilities && node.Parent != None && r.Nodes[node.Parent].Chance {
			x.Prob = r.Prob(n)
		}
		if moves && x.Action != "" {
			x.Label, x.Action = x.Action, ""
		}
		if moves && n == 0 {
			x.Label = ""
		}
		leaf := len(r.Kids(n)) == 0 // a frontier node that a later visit goes below is none
		switch {
		case !leaf && !node.Chance:
			x.Player = int(movers[n])
		case !leaf:
		case last[n] != None:
			if v := r.Value(last[n]); !wins && isInfinite(&v) {
				x.Unknown = true
			} else {
				x.Value = &v
			}
		default:
			x.Unknown = true
		}
		if x.Action == x.Label || n == 0 {
			x.Action = ""
		}
		b.Open(x)
		if !leaf {
			for _, k := range r.Kids(n) {
				add(k)
			}
		}
		b.Close()
	}
	add(0)
	inf.Tree, err = b.Tree()
	return err
}

// header returns the header of the tree that is inferred.
func (r *Run) header() trees.Header {
	h := trees.Header{Unit: r.Unit, Kind: r.Kind, Players: r.Players, Title: r.Title}
	if r.Kind == trees.Minimax {
		h.Players = 0
	}
	in := func(o Optional) (s trees.Score, ok bool) {
		if !o.Given {
			return 0, false
		}
		return o.Number.In(r.Unit)
	}
	if s, ok := in(r.MaxSum); ok && r.Kind == trees.MaxN {
		h.MaxSum = trees.Some(s)
	}
	if s, ok := in(r.Delta); ok {
		h.Delta = s
	}
	limits := func(list []Optional, of func(player int) Optional) (l trees.Limits) {
		for p := range r.Width() {
			s, ok := in(of(p))
			if !ok {
				return trees.Limits{}
			}
			l.Scores[p] = s
		}
		l.Given, l.Each = true, len(list) > 1 && !r.Reduced
		if !l.Each {
			l = trees.All(l.Scores[0])
		}
		return l
	}
	h.MinP, h.MaxP = limits(r.MinP, r.Least), limits(r.MaxP, r.Most)
	return h
}
