package export

import (
	"strings"
	"testing"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/run"
)

func TestExportDOTHasCostsAndValues(t *testing.T) {
	for text, want := range map[string][]string{
		`players 3 maxsum 9 "a \"b\" \\": 1[ (5,2,2) 2[ ? (0,1,2) ] ]`: {
			`digraph "T" {`, `n0 [label="a \"b\" \\\n1"];`, `n1 [label="(5, 2, 2)", shape=plain];`, `n0 -> n1;`,
			`n2 [label="2"];`, `n3 [label="?", shape=plain];`, `n2 -> n4;`},
		`kind minimax max[ min[3 12] 2 ]`: {`n0 [label="Max"];`, `n1 [label="Min"];`, `n2 [label="3", shape=plain];`},
		`players 2 maxsum 2 luck: *[ <Left> @1/3 1[ <"go on"> (1/3,0) (1,-0.000000001) ] @2/3 (1,1) ]`: {
			`// Not in this file, whose format cannot hold it: maxsum.`, `n0 [label="luck\nchance", shape=diamond];`, `n0 -> n1 [label="Left\n1/3"];`, `n1 -> n2 [label="go on"];`,
			`n1 -> n3;`, `n0 -> n4 [label="2/3"];`, `n2 [label="(1/3, 0)", shape=plain];`, `n3 [label="(1, -0.000000001)", shape=plain];`},
		`kind path [ +1 . +2.5 [ +3 . ] ]`: {`n0 -> n1 [label="1"];`, `n0 -> n2 [label="2.5"];`, `n2 -> n3 [label="3"];`},
	} {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		tree.Title = "T"
		write, err := exportDOT(t.Context(), &exportRequest{detachedRun: detachedRun{Resolved: run.OnTree(tree).With(engine.AlgorithmConfig{})}})
		if err != nil {
			t.Fatal(err)
		}
		b := write(nil, nil)
		for _, line := range want {
			if !strings.Contains(string(b), "  "+line+"\n") && !strings.HasPrefix(string(b), line+"\n") {
				t.Errorf("the DOT file of %s lacks the line %s:\n%s", text, line, b)
			}
		}
		if edges := strings.Count(string(b), " -> "); edges != tree.Len()-1 {
			t.Errorf("the DOT file of %s has %d edges, want %d", text, edges, tree.Len()-1)
		}
	}
}
