package run

import (
	"cmp"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trees"
	"espalier/trees/figures"
)

// A Spec says what a run is: the source of its tree, an algorithm with its options, and the
// values that some leaves have in it. A step of the run is kept beside it.
type Spec struct {
	Source    Source // nil: a tree that is at hand
	Algorithm *engine.Algorithm
	Options   engine.Options
	Values    Values
}

// Config is the algorithm with its options.
func (s *Spec) Config() engine.AlgorithmConfig {
	return engine.AlgorithmConfig{Algorithm: s.Algorithm, Options: s.Options}
}

// With returns the spec with another algorithm and its options.
func (s Spec) With(c engine.AlgorithmConfig) Spec {
	s.Algorithm, s.Options = c.Algorithm, c.Options
	return s
}

// Values are the values of leaves in ascending order of their nodes, each node once.
type Values []Value

// A Value is the value of a leaf.
type Value struct {
	Leaf  int
	Value trees.Vector
}

// ValuesOf returns the values of a map.
func ValuesOf(m map[int]trees.Vector) Values {
	if len(m) == 0 {
		return nil
	}
	list := make(Values, 0, len(m))
	for leaf, value := range m {
		list = append(list, Value{leaf, value})
	}
	slices.SortFunc(list, func(a, b Value) int { return cmp.Compare(a.Leaf, b.Leaf) })
	return list
}

// Map returns the values by their leaves; nil: there are none.
func (v Values) Map() map[int]trees.Vector {
	if len(v) == 0 {
		return nil
	}
	m := make(map[int]trees.Vector, len(v))
	for _, one := range v {
		m[one.Leaf] = one.Value
	}
	return m
}

func (v Values) find(leaf int) (int, bool) {
	return slices.BinarySearchFunc(v, leaf, func(one Value, leaf int) int { return cmp.Compare(one.Leaf, leaf) })
}

// Of returns the value of a leaf, if it has one.
func (v Values) Of(leaf int) (value trees.Vector, given bool) {
	i, given := v.find(leaf)
	if given {
		value = v[i].Value
	}
	return value, given
}

// With returns the values with that of one more leaf, or another one of a leaf.
func (v Values) With(leaf int, value trees.Vector) Values {
	i, known := v.find(leaf)
	v = slices.Clone(v)
	if known {
		v[i].Value = value
		return v
	}
	return slices.Insert(v, i, Value{leaf, value})
}

// FigureSpec returns the run that shows the point of a figure; its algorithm is nil if
// nothing runs on it.
func FigureSpec(f *figures.Figure) Spec {
	s := Spec{Source: Figure{f.ID}, Options: papers.FigureRunOptions(f.Options), Values: ValuesOf(f.Values)}
	s.Algorithm, _ = algorithms.Find(f.Algorithm)
	return s
}

// StorySpec returns the run that a sentence of a figure's story is about.
func StorySpec(s *figures.StoryStep) Spec {
	spec := FigureSpec(&figures.Figure{Run: s.Run})
	spec.Source = nil
	if s.On != nil {
		spec.Source = Figure{s.On.ID}
	}
	return spec
}

// FirstSpec returns the run that the page of a figure shows first: for a listing the run of
// its story, as printed. played is the figure whose tree it runs on.
func FirstSpec(f, played *figures.Figure) Spec {
	spec := FigureSpec(played)
	if f != played && len(f.Code) > 0 && len(f.Story) > 0 && f.Story[0].On == played {
		spec = StorySpec(&f.Story[0])
	}
	spec.Source = Figure{f.ID}
	if spec.Algorithm == nil {
		spec.Algorithm = algorithms.PlainFor(played.Tree)
	}
	return spec
}

// FigureTree returns the figure's tree with the values of its run.
func FigureTree(f *figures.Figure) *trees.Tree {
	t, err := f.Tree.WithValues(f.Values)
	if err != nil {
		return f.Tree
	}
	return t
}
