package learn

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A given is the tree of an exercise that is not generated: a figure, a saved tree, or a pasted
// tree.
type given struct {
	Tree       *trees.Tree
	Title      string
	Parameters []run.Parameter // of the address: the tree and its values
}

// isGiven reports whether an address gives a tree.
func isGiven(q url.Values) bool {
	return slices.ContainsFunc(slices.Concat(run.TreeParameters, []string{"game"}), func(name string) bool { return q.Get(name) != "" })
}

// readGiven reads the exercise of an address that gives a tree. rest has the other parameters.
func readGiven(ctx context.Context, lib run.Library, q url.Values) (e *exercise, rest url.Values, err error) {
	o, a, err := run.OpenAddress(ctx, lib, q)
	if err != nil {
		return nil, nil, err
	}
	if o.Fault != nil {
		return nil, nil, o.Fault
	}
	for _, f := range exerciseFields {
		if a.Rest.Get(f.Name) != "" {
			return nil, nil, &problem.QueryError{Name: f.Name, Message: "this parameter is for generated trees, but the address gives a tree with " + o.Source.Key()}
		}
	}
	for _, name := range []string{"kind", "seed", "case"} {
		if a.Rest.Get(name) != "" {
			return nil, nil, &problem.QueryError{Name: name, Message: "this parameter is for generated trees, but the address gives a tree with " + o.Source.Key()}
		}
	}
	e = &exercise{Given: &given{Title: o.Title()}}
	if err := e.readValues(o, a.Rest); err != nil {
		return nil, nil, err
	}
	if err := e.Given.check(o.Source); err != nil {
		return nil, nil, err
	}
	e.Kind, e.Players = e.Given.Tree.Kind, e.Given.Tree.Players
	e.Algorithm = e.usual()
	if err := e.readCommon(a.Rest); err != nil {
		return nil, nil, err
	}
	return e, problem.Without(a.Rest, valueNames(a.Rest)...), nil
}

// readValues sets the tree, with the leaf values of the address or of the figure's run. The
// parameters of a student's steps have other names.
func (e *exercise) readValues(o *run.Opened, q url.Values) error {
	source, _ := run.Parameters(o.Pinned())
	if err := o.AdmitValues(q, func(name string) string { return name }); err != nil {
		return err
	}
	spec := o.Default()
	for _, name := range valueNames(q) {
		if q.Get(name) == "" {
			continue
		}
		leaf, _ := run.LeafOfParameter(name)
		v, err := o.Tree.ParseValue(q.Get(name))
		if err != nil {
			return &problem.QueryError{Name: name, Message: err.Error()}
		}
		spec.Values = spec.Values.With(leaf, v)
		source = append(source, run.Parameter{Name: name, Value: o.Tree.PlainValue(&v)})
	}
	r, err := o.Resolve(spec)
	if err != nil {
		return err
	}
	e.Given.Tree, e.Given.Parameters = withLetters(r.Tree), source
	return nil
}

// valueNames returns the parameters of a query that set the values of leaves, in order.
func valueNames(q url.Values) (names []string) {
	for name := range q {
		if _, ok := run.LeafOfParameter(name); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// check refuses a tree that is too large to search by hand, or on which no algorithm can be
// practised.
func (g *given) check(s run.Source) error {
	if n := g.Tree.Len(); n > MaxPracticeNodes {
		return &problem.QueryError{Name: s.Key(), Message: fmt.Sprintf("the tree has %s; an exercise is done by hand and has at most %d", words.CountNodes(n), MaxPracticeNodes)}
	}
	if g.Tree.IsLeaf(0) {
		return &problem.QueryError{Name: s.Key(), Message: "the tree is a single leaf, so there is nothing to search"}
	}
	if err := practice.Check((engine.AlgorithmConfig{Algorithm: algorithms.PlainFor(g.Tree)}), g.Tree); err != nil {
		return &problem.QueryError{Name: s.Key(), Message: reasonOf(err)}
	}
	return nil
}

// reasonOf returns the text of an error without its path, which only the API uses.
func reasonOf(err error) string {
	if _, _, reason := trees.Classify(err); reason != "" {
		return reason
	}
	return err.Error()
}

// usual returns the default algorithm of an exercise on a given tree.
func (e *exercise) usual() *engine.Algorithm {
	list := e.offered()
	for _, a := range []*engine.Algorithm{algorithms.WholeForTwo, algorithms.Practised} {
		if slices.Contains(list, a) && (a.TwoPlayers == (e.Kind == trees.Minimax)) {
			return a
		}
	}
	return algorithms.PlainFor(e.Given.Tree)
}

// generated returns an exercise on a generated tree with the same algorithm; nil: the algorithm
// needs something that generated trees do not have, such as chance nodes.
func (e *exercise) generated() *exercise {
	n := newExercise()
	n.Algorithm, n.AtEnd, n.Kind, n.Players = e.Algorithm, e.AtEnd, e.Kind, max(e.Players, 2)
	if !slices.Contains(n.offered(), e.Algorithm) {
		return nil
	}
	return n
}

// withLetters adds letters as labels to a tree without any labels, so that a student can see
// which node is meant.
func withLetters(t *trees.Tree) *trees.Tree {
	for n := range t.Len() {
		if t.Label(n) != "" {
			return t
		}
	}
	lettered, err := relabelled(t, t.Header)
	if err != nil { // cannot happen: labels do not make a valid tree invalid
		return t
	}
	return lettered
}

// relabelled returns a copy of a tree with letters as labels and another header.
func relabelled(t *trees.Tree, h trees.Header) (*trees.Tree, error) {
	b := trees.NewBuilder(h)
	var add func(n int)
	add = func(n int) {
		node := t.Node(n)
		node.Label = letters(n)
		if v := node.Value; v != nil && h.Width() < t.Width() { // Max's utility is the score of player 1
			node.Value = &trees.Vector{v[0]}
		}
		b.Open(node)
		for _, k := range t.Kids(n) {
			add(int(k))
		}
		b.Close()
	}
	add(0)
	return b.Tree()
}
