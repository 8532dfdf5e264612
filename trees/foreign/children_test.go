package foreign_test

import (
	"strings"
	"testing"

	"espalier/trees/foreign"
)

// TestKeysOfJSON: what the usual keys say of children and movers is honoured, and what may be nodes is not left out.
func TestKeysOfJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"isMax":false,"children":[{"isMax":true,"children":[{"value":3},{"value":12}]},{"maximizing":true,"children":[{"value":2},{"value":4}]}]}`: "min[ max[ 3 12 ] max[ 2 4 ] ]",
		`{"minimizing":true,"children":[{"value":3},{"node_type":"MIN","children":[{"value":2},{"value":4}]}]}`:                                      "min[ 3 min[ 2 4 ] ]",
		`{"turn":"min","children":[{"value":3},{"kind":"min","children":[{"value":2}]}]}`:                                                            "min[ 3 min[ 2 ] ]",
		`{"kind":"minimax","children":[{"value":3},{"value":12}]}`:                                                                                   "max[ 3 12 ]",
		`{"name":"r","branches":[{"value":3},{"value":12}]}`:                                                                                         "r: max[ 3 12 ]",
		`{"child":[{"value":3},{"subtrees":[{"value":12}]}]}`:                                                                                        "max[ 3 min[ 12 ] ]",
		`{"value":0,"left":{"value":3},"right":{"value":12}}`:                                                                                        "max[ 3 12 ]",
		`{"value":0,"left":null,"right":{"value":12,"left":null,"right":null}}`:                                                                      "max[ 12 ]",
		`{"children":[{"value":3},{"value":4,"twigs":[{"value":5}]}]}`:                                                                               `the key "twigs" is not known, and what it holds may be nodes`,
		`{"children":[{"value":3},{"value":4,"next":{"value":5}}]}`:                                                                                  `the key "next" is not known, and what it holds may be nodes`,
		`{"children":[{"value":3}],"edges":[["A","B"]]}`:                                                                                             `the key "edges" is not known`,
		`{"isMax":true,"type":"min","children":[{"value":3}]}`:                                                                                       "contradict each other",
		`{"isMax":true,"player":1,"children":[{"value":3}]}`:                                                                                         "max[ 3 ]",
		`{"isMax":false,"type":"chance","children":[{"value":3,"prob":1}]}`:                                                                          "*[ @1 3 ]",
		`{"isMax":true,"style":{"color":"red"},"id":7,"children":[{"value":3}]}`:                                                                     "max[ 3 ]",
	} {
		read, err := foreign.Read(t.Context(), text, foreign.Options{})
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", text, err, want)
			}
			continue
		}
		if got := strings.Join(strings.Fields(read.Tree.Text()), " "); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
