package foreign_test

import (
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/foreign"
)

// TestRoundedProbabilities reads probabilities as programs print them in each notation that has them.
func TestRoundedProbabilities(t *testing.T) {
	for name, text := range map[string]string{
		"efg":      `EFG 2 R "" { "A" "B" } c "" 1 "" { "x" 0.3333333333333333 "y" 0.6666666666666666 } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 0.30000000000000004 -0.30000000000000004 }`,
		"children": `{"type":"chance","children":[{"prob":0.3333333333333333,"value":[1,2]},{"prob":0.6666666666666666,"value":[2,1]}]}`,
		"json":     `{"kind":"minimax","root":{"chance":true,"children":[{"prob":0.3333333333333333,"value":1},{"prob":0.6666666666666666,"value":2}]}}`,
		"espalier": "kind minimax *[ @0.3333333333333333 1 @0.6666666666666666 2 ]",
	} {
		got, err := foreign.Read(t.Context(), text, foreign.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p := got.Tree.Prob(1); p != (trees.Number{Score: 1, Unit: 3}) {
			t.Errorf("%s: the first probability is %v", name, p)
		}
		if said := strings.Join(got.Notes, " "); strings.Count(said, "0.3333333333333333 as 1/3") != 1 {
			t.Errorf("%s: the notes are %q", name, said)
		}
	}
}
