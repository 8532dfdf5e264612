package trace_test

import (
	"strings"
	"testing"

	"espalier/trace"
	"espalier/trees"
)

// TestDoneWithInfosets: the result of a search that ignores information sets says so.
func TestDoneWithInfosets(t *testing.T) {
	for _, c := range []struct {
		set  string
		says bool
	}{{"{infoset A}", true}, {"", false}} {
		tree, err := trees.ReadText(`kind minimax max[ min` + c.set + `[ 1 -1 ] min` + c.set + `[ -1 1 ] ]`)
		if err != nil {
			t.Fatal(err)
		}
		x := trace.NewExplainer(tree, "Minimax", true)
		said := x.Explain(&trace.Event{Type: trace.Done, HasValue: true}).String()
		if strings.Contains(said, "as if everybody saw the deals") != c.says {
			t.Errorf("the result of a tree with %q: %q", c.set, said)
		}
	}
}
