package trace

import (
	"strings"
	"testing"

	"espalier/trees"
)

// fig6 returns the tree of Korf 1991, figure 6, with two more leaves at d.
func fig6(t *testing.T) *trees.Tree {
	b := trees.NewBuilder(trees.Header{Players: 3, MaxSum: trees.Some(9 * trees.Unit)})
	leaf := func(label string, v trees.Vector) {
		b.Open(trees.Node{Label: label, Value: &v})
		b.Close()
	}
	b.Open(trees.Node{Label: "a", Player: 1})
	leaf("b", points(5, 2, 2))
	b.Open(trees.Node{Label: "c", Player: 2})
	b.Open(trees.Node{Label: "d", Player: 3})
	leaf("e", points(2, 2, 5))
	leaf("f", points(3, 0, 6))
	leaf("x", points(0, 0, 0))
	b.Close()
	leaf("g", points(6, 1, 2))
	b.Close()
	b.Close()
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// kindOf returns the kind of tree of a handwritten event.
func kindOf(e *Event) trees.Kind {
	switch {
	case !e.Scalar:
		return trees.MaxN
	case e.Players == 1:
		return trees.Path
	}
	return trees.Minimax
}

func TestSentencesGolden(t *testing.T) {
	tree := fig6(t)
	var b strings.Builder
	for _, sound := range []bool{true, false} {
		for _, e := range everyEvent() {
			// Node numbers beyond the tree are from an implicit tree.
			x := NewExplainer(tree, "", sound)
			if e.Implicit {
				x.Tree = nil
			}
			x.Kind = kindOf(&e)
			if e.Rule == Deep || e.Rule == Shallow {
				e.Node, e.Cut = 3, []int32{5}
				for i := range e.Terms {
					e.Terms[i].Node = []int32{0, 2}[b2i(e.Rule == Shallow)]
				}
				e.Terms[1].Node = 3
			}
			b.WriteString(e.Type.String() + " " + e.Rule.String() + ": " + x.Explain(&e).String() + "\n")
		}
	}
	golden(t, "sentences.txt", []byte(b.String()))
}

func b2i(x bool) int {
	if x {
		return 1
	}
	return 0
}

// TestSentencesAreWellFormed explains arbitrary events, with a tree and without
// one.
func TestSentencesAreWellFormed(t *testing.T) {
	for seed := range uint64(40) {
		tree, events := randomRun(seed)
		for i := range events {
			e := &events[i]
			x := NewExplainer(tree, "Chance", seed%2 == 0)
			if seed%4 == 1 {
				x.Tree = nil
			}
			if e.Scalar {
				x.Kind = trees.Path
			}
			s := x.Explain(e)
			text := s.String()
			for _, bad := range []string{"layer 0", "NaN", "  ", "%", "node -1", "..", " .", " ,", "�", "∞"} {
				if strings.Contains(text, bad) {
					t.Errorf("run %d: Explain(%+v) = %q, which has %q", seed, e, text, bad)
				}
			}
			if !strings.HasSuffix(text, ".") || strings.Count(text, ". ") > 1 {
				t.Errorf("run %d: Explain(%v) = %q, want one sentence or two", seed, e.Type, text)
			}
			if first := text[:1]; strings.ToUpper(first) != first && !strings.HasPrefix(text, tree.Name(int(e.Node))) && e.Type == Enter {
				t.Errorf("run %d: Explain(%v) = %q, want a capital", seed, e.Type, text)
			}
			for _, span := range s {
				if span.Node >= tree.Len() || span.Player < 0 || span.Player > e.Players && e.Type != Prune {
					t.Errorf("run %d: Explain(%v) marks %+v", seed, e.Type, span)
				}
			}
		}
	}
}

func TestSentenceOfDeepPruning(t *testing.T) {
	x := NewExplainer(fig6(t), "Deep pruning", false)
	e := Event{Type: Prune, Node: 3, Rule: Deep, Width: 3, Players: 3, Cut: []int32{5}, Limit: x.MaxSum,
		Terms: []Term{{Player: 1, Score: points(5)[0]}, {Player: 3, Node: 3, Score: points(5)[0]}}}
	s := x.Explain(&e)
	want := "f is cut, since the value of d cannot reach a: player 3 gets at least 5 here, so player 1 gets at most 9 − 5 = 4, " +
		"less than the 5 at a. This is unsound: f may still change the value of a."
	if got := s.String(); got != want {
		t.Errorf("Explain(deep prune) =\n%q, want\n%q", got, want)
	}
	var marks []Span
	for _, span := range s {
		if span.Player > 0 || span.Node >= 0 || span.Strong {
			marks = append(marks, span)
		}
	}
	first := []Span{{"f", 0, 5, false}, {"d", 0, 3, false}, {"a", 0, 0, false}, {"player 3", 3, -1, false}, {"5", 0, -1, true}}
	for i, want := range first {
		if marks[i] != want {
			t.Errorf("mark %d = %+v, want %+v", i, marks[i], want)
		}
	}
}

// Of an implicit tree nobody knows whether a node is one of chance.
func TestBoundOfImplicitNode(t *testing.T) {
	x := Explainer{Algorithm: "Alpha-beta", Sound: true}
	for _, c := range []struct {
		value trees.Score
		want  string
	}{
		{9, "Node 4 returns 9. Player 1 gets at least 9 there."},
		{2, "Node 4 returns 2. Player 1 gets at most 2 there."},
	} {
		e := Event{Type: Exit, Node: 4, Width: 1, Players: 2, Scalar: true, HasValue: true, Window: true, About: 1, Alpha: trees.Some(3 * trees.Unit), Beta: trees.Some(7 * trees.Unit)}
		e.Value[0] = c.value * trees.Unit
		if got := x.Explain(&e).String(); got != c.want {
			t.Errorf("%q; want %q", got, c.want)
		}
	}
}
