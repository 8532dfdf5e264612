package run

import (
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/figures"
)

// A run is the same whatever its tree is called, and another one with another value, algorithm or option.
func TestIdentity(t *testing.T) {
	deep, _ := algorithms.Find("deep")
	maxn, _ := algorithms.Find("maxn")
	f, _ := figures.Find("k1991-fig6")
	figure := OnFigure(f)
	typed := func(text string) *Opened {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatal(err)
		}
		return OnTree(tree)
	}
	value := func(of *Opened, v trees.Vector) *Resolved {
		r, err := of.Resolve(Spec{Source: of.Source, Algorithm: deep, Values: Values{{5, v}}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	unit := figure.Tree.Unit
	here := value(figure, trees.Vector{3 * unit, 0, 6 * unit}).Identity()
	named := typed("players 3 maxsum 9 title \"Mine\" 1[ (5,2,2) 2[ 3[ (2,2,5) x: (3,0,6) ] (6,1,2) ] ]").With(engine.AlgorithmConfig{Algorithm: deep}).Identity()
	if here != named {
		t.Errorf("the figure and its typed copy: %v and %v", here, named)
	}
	again := value(typed("players 3 maxsum 9 1[ (5,2,2) 2[ 3[ (2,2,5) (2,3,4)|(3,0,6) ] (6,1,2) ] ]"), trees.Vector{3 * unit, 0, 6 * unit}).Identity()
	if here != again {
		t.Errorf("a typed copy with the value apart: %v and %v", here, again)
	}
	for name, r := range map[string]*Resolved{
		"value":     value(figure, trees.Vector{2 * unit, 3 * unit, 4 * unit}),
		"algorithm": value(figure, trees.Vector{3 * unit, 0, 6 * unit}).With(engine.AlgorithmConfig{Algorithm: maxn}),
		"option":    value(figure, trees.Vector{3 * unit, 0, 6 * unit}).With(engine.AlgorithmConfig{Algorithm: deep, Options: engine.Options{Depth: 2, HasDepth: true}}),
	} {
		if got := r.Identity(); got.Run == here.Run || got.Tree != here.Tree {
			t.Errorf("with another %s: %v, before %v", name, got, here)
		}
	}
	atLeaves := value(figure, trees.Vector{3 * unit, 0, 6 * unit}).With(engine.AlgorithmConfig{Algorithm: deep, Options: engine.Options{Depth: 50, HasDepth: true}})
	if !atLeaves.Likeness().Like(value(figure, trees.Vector{3 * unit, 0, 6 * unit}).Likeness()) {
		t.Error("a run with a depth that no leaf has is not like that without")
	}
	if got := typed("players 3 maxsum 9 1[ (5,2,2) (6,1,2) ]").With(engine.AlgorithmConfig{Algorithm: deep}).Identity(); got.Tree == here.Tree {
		t.Error("another tree has the same identity")
	}
}

// The tree of a position is the same whatever order its document has, whether defaults are written out, and
// whether the tree is built.
func TestIdentityOfGames(t *testing.T) {
	maxn, _ := algorithms.Find("maxn")
	open := func(s Source) *Opened {
		o, err := Open(t.Context(), nil, s)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	game := func(text string, expand int) *Opened { return open(Game{Raw: []byte(text), Expand: expand}) }
	generator := func(text string, expand int) *Opened { return open(Generated{Raw: []byte(text), Expand: expand}) }
	config := engine.AlgorithmConfig{Algorithm: maxn, Options: engine.Options{Depth: 2, HasDepth: true}}
	for _, same := range [][]*Opened{
		{
			game(`{"id":"hearts","players":3,"cards":4,"seed":4}`, 0),
			game(`{"seed":4, "cards":4,"id":"hearts","players":3}`, 0),
			game(`{"seed":4, "cards":4,"id":"hearts","players":3,"trump":null}`, 0),
			game(game(`{"id":"hearts","players":3,"cards":4,"seed":4}`, 0).documentText(), 0),
			game(`{"id":"hearts","players":3,"cards":4,"seed":4}`, 2),
			game(`{"id":"hearts","players":3,"cards":4,"seed":4}`, 3),
		},
		{
			generator(`{"kind":"random","branching":2,"depth":3}`, 0),
			generator(`{"seed":1,"maxsum":100,"players":3,"depth":3,"kind":"random","branching":2}`, 0),
			generator(`{"kind":"random","branching":2,"depth":3}`, 3),
		},
	} {
		first := same[len(same)-1].With(config)
		implicit := same[0].With(config)
		for i, o := range same {
			r := o.With(config)
			if !first.Likeness().Like(r.Likeness()) || !r.Likeness().Like(first.Likeness()) {
				t.Errorf("document %d, %s, is another run", i, r.Body())
			}
			if r.Tree == nil && r.Identity() != implicit.Identity() {
				t.Errorf("document %d, %s, has another identity", i, r.Body())
			}
		}
	}
	first := game(`{"id":"hearts","players":3,"cards":4,"seed":4}`, 0).With(config).Likeness()
	if first.Like(game(`{"id":"hearts","players":3,"cards":4,"seed":5}`, 0).With(config).Likeness()) {
		t.Error("another deal is the same run")
	}
}

// documentText is the position as the game writes it, with all that a document leaves out.
func (o *Opened) documentText() string { return string(o.position.AppendDocument(nil)) }
