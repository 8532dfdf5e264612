package play

import (
	"slices"
	"strings"
	"testing"

	"espalier/trace"
)

// TestWholeSums: a short sum is one group, and nothing of a sentence is lost.
func TestWholeSums(t *testing.T) {
	plain := func(text string) trace.Span { return trace.Span{Text: text, Node: -1} }
	strong := func(text string) trace.Span { return trace.Span{Text: text, Node: -1, Strong: true} }
	for _, c := range []struct {
		sentence trace.Sentence
		want     []string
	}{
		{trace.Sentence{plain("at most "), strong("9"), plain(" − "), strong("5"), plain(" = "), strong("4"), plain(" for "), {Text: "player 1", Player: 1, Node: -1}},
			[]string{"at most ", "9 − 5 = 4", " for ", "player 1"}},
		{trace.Sentence{plain("at most "), plain("9 − 5 − 1"), plain(" = "), strong("3"), plain(".")}, []string{"at most ", "9 − 5 − 1 = 3", "."}},
		{trace.Sentence{plain("9 − 5 − 1 − 1.5 − 0.5 − 0.25"), plain(" = "), strong("0.75")}, []string{"9 − 5 − 1 − 1.5 − 0.5 − 0.25", " = ", "0.75"}},
		{trace.Sentence{{Text: "a", Node: 0}, plain(" = "), strong("4"), plain(" − ")}, []string{"a", " = ", "4", " − "}},
	} {
		var got []string
		for _, group := range wholeSums(c.sentence) {
			got = append(got, group.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q is divided into %q, want %q", c.sentence, got, c.want)
		}
	}
}

// TestNodeName: a path breaks after each dot, and a label is text.
func TestNodeName(t *testing.T) {
	var b strings.Builder
	if err := nodeName("root.1.<2>").Render(t.Context(), &b); err != nil || b.String() != "root.<wbr>1.<wbr>&lt;2&gt;" {
		t.Errorf("the name is written as %q, %v", b.String(), err)
	}
}
