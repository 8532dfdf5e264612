package engine_test

import (
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// TestEnterNamesTheMove: the event of an entered node of an explicit tree has the name of the move
// to it as its text, and none where the move has no name.
func TestEnterNamesTheMove(t *testing.T) {
	tree, err := trees.ReadText(`kind minimax max[ <"go on"> d: min[ <Left> 1 2 ] 3 ]`)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := algorithms.Find("minimax")
	var got []string
	if _, err := a.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
		if e.Type == trace.Enter {
			got = append(got, string(e.Text))
		}
	}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"", "go on", "Left", "", ""}; !slices.Equal(got, want) {
		t.Errorf("the texts are %q, want %q", got, want)
	}
}
