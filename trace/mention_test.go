package trace

import (
	"strings"
	"testing"

	"espalier/trees"
)

func TestMentions(t *testing.T) {
	tree, err := trees.ReadText(`players 3 maxsum 9 a: 1[ "(b)": (5,2,2)  2[ (2,2,5) s: (3,0,6) "X^(i-1)": (6,1,2) ] ]`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"(b) gives 5 at a, a bound.", "[(b)] gives 5 at [a], a bound."},
		{"It is a tie: a becomes (5, 2, 2); v(a) = 5.", "It is a tie: [a] becomes (5, 2, 2); v([a]) = 5."},
		{"a.2, a.2.1 and s; player 2's score at X^(i-1), not X^i", "[a.2], [a.2.1] and [s]; player 2's score at [X^(i-1)], not X^i"},
		{"a.2.7 and a.21 are no nodes", "a.2.7 and a.21 are no nodes"},
		{"", ""},
	} {
		var got strings.Builder
		s := Mentions(tree, c.text)
		for _, span := range s {
			if span.Node < 0 {
				got.WriteString(span.Text)
				continue
			}
			if tree.Name(span.Node) != span.Text {
				t.Errorf("Mentions(%q) marks %q as %s", c.text, span.Text, tree.Name(span.Node))
			}
			got.WriteString("[" + span.Text + "]")
		}
		if got.String() != c.want || s.String() != c.text {
			t.Errorf("Mentions(%q) = %q, want %q", c.text, got.String(), c.want)
		}
	}
	if s := Mentions(nil, "a and b"); s.String() != "a and b" || len(s.Nodes()) > 0 {
		t.Errorf("without a tree: %v", s)
	}
}
