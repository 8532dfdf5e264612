package trees_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"espalier/trees"
)

// wantSpans cuts the text as a browser would and reads each part as its node.
func wantSpans(t *testing.T, tree *trees.Tree, text string, spans []int32) {
	t.Helper()
	units := utf16.Encode([]rune(text))
	if len(spans) != 2*tree.Len() {
		t.Fatalf("%d spans, want %d", len(spans), 2*tree.Len())
	}
	d := trees.NewDraft(tree)
	for n := range tree.Len() {
		from, to := spans[2*n], spans[2*n+1]
		if from < 0 || to <= from || int(to) > len(units) {
			t.Fatalf("node %d of %q has the span %d to %d", n, text, from, to)
		}
		if p := tree.Parent(n); p >= 0 && (from < spans[2*p] || to > spans[2*p+1]) {
			t.Fatalf("node %d of %q is at %d to %d, outside its parent's %d to %d", n, text, from, to, spans[2*p], spans[2*p+1])
		}
		if tree.Len() > 60 || n == 0 {
			continue
		}
		part := string(utf16.Decode(units[from:to]))
		e, err := trees.ReadEdit(append(trees.AppendQuoted([]byte(`{"op":"paste","to":1,"text":`), part), '}'))
		if err != nil {
			t.Fatal(err)
		}
		a, err := d.Apply(e)
		if err != nil {
			t.Fatalf("node %d of %q is %q, which cannot be read: %v", n, text, part, err)
		}
		at, _ := a.Draft.Find(a.Created[0])
		if got, want := subtree(a.Draft.Tree(), at), subtree(tree, n); got != want {
			t.Fatalf("node %d of %q is %q, which is\n%s\nwant\n%s", n, text, part, got, want)
		}
	}
}

// subtree describes a node and all below it, a line each. The numbers are those of the document,
// in whatever unit a tree counts them.
func subtree(t *trees.Tree, n int) string {
	var b strings.Builder
	number := func(v *trees.Vector) string {
		if v == nil {
			return "none"
		}
		text := ""
		for _, s := range v {
			text += s.In(t.Unit).String() + " "
		}
		return text
	}
	for m := n; m < t.End(n); m++ {
		node := t.Node(m)
		fmt.Fprintf(&b, "level %d %q %d %v %q %s %s %v", t.Level(m)-t.Level(n), node.Label, node.Player, node.Chance, node.Action, node.Cost.In(t.Unit), number(node.Value), node.Unknown)
		if m > n { // the other tree may have no chance node above
			fmt.Fprintf(&b, " %v", node.Prob)
		}
		for i := range node.Alternatives {
			fmt.Fprint(&b, " ", number(&node.Alternatives[i]))
		}
		fmt.Fprintf(&b, " %v %s %s %s\n", node.NotFromPaper, number(node.Low), number(node.Up), number(node.Static))
	}
	return b.String()
}
