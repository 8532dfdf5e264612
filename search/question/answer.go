package question

import (
	"slices"

	"espalier/trees"
)

// A Shape says which type the answers to a question have.
type Shape int

const (
	NodesShape Shape = iota
	NodeShape
	ValueShape
	TruthShape
	IndexShape
	OrderShape
)

// An Answer is an answer to a question. It is one of the types of this file.
type Answer interface {
	// Named returns the nodes that the answer names.
	Named() []int32
	equal(other Answer) bool
}

// Nodes are nodes in ascending order.
type Nodes []int32

// A Node is one node.
type Node int32

// A Score is a value: a vector, or one number. The numbers are in lowest terms.
type Score struct {
	Value  []trees.Number
	Scalar bool
}

// scoreOf returns a value in units of a tree as an answer.
func scoreOf(v *trees.Vector, unit trees.Score, width int, scalar bool) Score {
	s := Score{Scalar: scalar}
	if scalar { // on a tree of vectors, too
		width = 1
	}
	for _, score := range v[:width] {
		s.Value = append(s.Value, score.In(unit).Reduced())
	}
	return s
}

// A Truth is yes or no.
type Truth bool

// An Index counts from 0: it is one of the choices.
type Index int

// Ordered are all children of a node in an order.
type Ordered []int32

// Orders are the orders that are right.
type Orders []Ordered

func (a Nodes) Named() []int32 { return a }
func (a Node) Named() []int32  { return []int32{int32(a)} }
func (Score) Named() []int32   { return nil }
func (Truth) Named() []int32   { return nil }
func (Index) Named() []int32   { return nil }
func (Ordered) Named() []int32 { return nil } // an order that is wrong names the right nodes, too
func (Orders) Named() []int32  { return nil }

func (a Nodes) equal(other Answer) bool {
	b, ok := other.(Nodes)
	return ok && slices.Equal(a, b)
}
func (a Node) equal(other Answer) bool  { return a == other }
func (a Truth) equal(other Answer) bool { return a == other }
func (a Index) equal(other Answer) bool { return a == other }

func (a Ordered) equal(other Answer) bool {
	b, ok := other.(Ordered)
	return ok && slices.Equal(a, b)
}

// equal says that each of the orders is right.
func (a Orders) equal(other Answer) bool {
	return slices.ContainsFunc(a, func(one Ordered) bool { return one.equal(other) })
}

// equal says that a number is no vector.
func (a Score) equal(other Answer) bool {
	b, ok := other.(Score)
	return ok && a.Scalar == b.Scalar && slices.Equal(a.Value, b.Value)
}

// A Form says what an answer must look like.
type Form struct {
	Shape    Shape
	Below    int     // above the numbers of all nodes; 0: not known
	Among    []int32 // the nodes that can be named; nil: any
	Relation string  // of these nodes to that of the question
	Width    int     // of a value; 0: not known
	Scalar   bool    // a value is one number
	Count    int     // of the choices; 0: not known
	// An answer of OrderShape names each node of Among once.
}

// Form returns the form of the answers to a question.
func (q *Question) Form(r *Run) Form {
	f := Form{Shape: q.Kind.Shape, Below: r.Nodes(), Width: r.Width, Scalar: r.Scalar}
	switch {
	case q.Kind.Shape == IndexShape:
		f.Count = len(q.ChoicesOn(r))
	case q.Kind.Shape == OrderShape && r.Tree != nil:
		f.Among, f.Relation = slices.Clone(r.Tree.Kids(q.Node)), q.Kind.Relation
	case q.Kind.Relation != "" && r.Tree != nil:
		f.Among, f.Relation = []int32{}, q.Kind.Relation
		for _, a := range q.ChoicesOn(r) {
			f.Among = append(f.Among, a.Named()...)
		}
	}
	return f
}

// FormWithoutRun returns the form of the answers to a question whose run is not known any
// more.
func (q *Question) FormWithoutRun() Form {
	f := Form{Shape: q.Kind.Shape}
	if q.Kind.Has(FieldChoices) {
		f.Count = len(q.Choices)
	}
	return f
}
