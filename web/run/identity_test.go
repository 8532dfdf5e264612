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
	if atLeaves.Likeness().To(value(figure, trees.Vector{3 * unit, 0, 6 * unit}).Likeness()) != SameRun {
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
			if first.Likeness().To(r.Likeness()) != SameRun || r.Likeness().To(first.Likeness()) != SameRun {
				t.Errorf("document %d, %s, is another run", i, r.Body())
			}
			if r.Tree == nil && r.Identity() != implicit.Identity() {
				t.Errorf("document %d, %s, has another identity", i, r.Body())
			}
		}
	}
	first := game(`{"id":"hearts","players":3,"cards":4,"seed":4}`, 0).With(config).Likeness()
	if first.To(game(`{"id":"hearts","players":3,"cards":4,"seed":5}`, 0).With(config).Likeness()) != Unrelated {
		t.Error("another deal is the same run")
	}
}

// Another algorithm on the tree of a question can answer it, and so can a position of its game a few moves
// later, or a typed copy of the tree of a position.
func TestRelation(t *testing.T) {
	maxn, _ := algorithms.Find("maxn")
	deep, _ := algorithms.Find("deep")
	open := func(s Source) *Opened {
		o, err := Open(t.Context(), nil, s)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	game := func(text string, expand int) *Opened { return open(Game{Raw: []byte(text), Expand: expand}) }
	typed := func(tree *trees.Tree) *Opened {
		copied, err := trees.ReadText(tree.Text())
		if err != nil {
			t.Fatal(err)
		}
		return OnTree(copied)
	}
	const (
		root  = `{"id":"hearts","players":3,"cards":4,"seed":4}`
		hands = `"8S 8D 3S 2S","KH TC 7S 6H"],"leader":1,"taken":[0,0,0]`
		next  = `{"id":"hearts","hands":["AS 6S 6D",` + hands + `,"trick":"QS"}`
		alone = `{"id":"hearts","hands":["AS 6S 6D",` + hands + `,"trick":"QS","merge":false}`
		other = `{"id":"hearts","hands":["AS 6S 5D",` + hands + `,"trick":"QS"}`
	)
	question := game(root, 0)
	for name, c := range map[string]struct {
		of, to *Opened
		with   *engine.Algorithm
		want   Relation
	}{
		"another algorithm":                   {question, game(root, 0), deep, SameTree},
		"another algorithm on a built tree":   {game(root, 3), game(root, 2), deep, SameTree},
		"equal cards as moves of their own":   {question, game(root[:len(root)-1]+`,"merge":false}`, 0), maxn, SameRun},
		"a move later":                        {question, game(next, 0), maxn, SameTree},
		"a move later, of a built tree":       {game(root, 3), game(next, 2), deep, SameTree},
		"a move later, with equal cards":      {question, game(alone, 0), maxn, SameTree},
		"a position with another card":        {question, game(other, 0), maxn, Unrelated},
		"a move earlier":                      {game(next, 0), question, maxn, Unrelated},
		"a typed copy":                        {question, typed(game(root, 3).Tree), maxn, SameTree},
		"a typed copy, of another depth":      {game(root, 2), typed(game(root, 3).Tree), deep, SameTree},
		"a typed copy of another position":    {question, typed(game(other, 3).Tree), maxn, Unrelated},
		"a typed copy, another algorithm":     {typed(game(root, 3).Tree), typed(game(root, 3).Tree), deep, SameTree},
		"a typed copy of a tree of two moves": {typed(game(root, 3).Tree), typed(game(root, 2).Tree), maxn, Unrelated},
	} {
		config := engine.AlgorithmConfig{Algorithm: maxn}
		likeness := c.of.With(config).Likeness()
		config.Algorithm = c.with
		if got := likeness.To(c.to.With(config).Likeness()); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// documentText is the position as the game writes it, with all that a document leaves out.
func (o *Opened) documentText() string { return string(o.position.AppendDocument(nil)) }
