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
func (r *Run) Infer() (*Inferred, error) {
	if len(r.Nodes) == 0 {
		return nil, fmt.Errorf("the run has no nodes")
	}
	inf := &Inferred{Node: make([]int32, len(r.Nodes))}
	if r.Tree != nil {
		inf.Tree, inf.Of = r.Tree, make([]int32, r.Tree.Len())
		if t, err := r.Tree.Admit([]trees.Number{{Score: 1, Unit: r.Unit}}); err == nil {
			inf.Tree = t // its unit is one in which the values of the run are whole, too
		}
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
	b, movers := trees.NewBuilder(r.header()), r.Movers()
	var add func(n int32)
	add = func(n int32) {
		node := &r.Nodes[n]
		inf.Node[n] = int32(len(inf.Of))
		inf.Of = append(inf.Of, n)
		x := trees.Node{Label: node.Label, Action: node.Move, Chance: node.Chance}
		if node.Parent != None && r.Nodes[node.Parent].Chance {
			x.Prob = node.Prob
		}
		if x.Label == "" && node.ID != "" && len(node.Name()) <= trees.MaxLabelRunes {
			x.Label = node.Name()
		}
		leaf := len(r.Children[n]) == 0 // a frontier node that a later visit goes below is none
		switch {
		case !leaf && !node.Chance:
			x.Player = int(movers[n])
		case !leaf:
		case last[n] != None:
			v := r.Value(last[n])
			x.Value = &v
		default:
			x.Unknown = true
		}
		if x.Action == x.Label {
			x.Action = ""
		}
		b.Open(x)
		if !leaf {
			for _, k := range r.Children[n] {
				add(k)
			}
		}
		b.Close()
	}
	add(0)
	var err error
	inf.Tree, err = b.Tree()
	return inf, err
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
	limits := func(list []Optional) (l trees.Limits) {
		for p := range r.Width() {
			s, ok := in(of(list, p))
			if !ok {
				return trees.Limits{}
			}
			l.Scores[p] = s
		}
		l.Given, l.Each = true, len(list) > 1
		if !l.Each {
			l = trees.All(l.Scores[0])
		}
		return l
	}
	h.MinP, h.MaxP = limits(r.MinP), limits(r.MaxP)
	return h
}
