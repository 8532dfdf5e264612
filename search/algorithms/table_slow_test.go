package algorithms_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// longTable is a tree with a table of the given number of outcomes; the test of each group
// excludes all of them. The bounds of the tests differ.
func longTable(t *testing.T, rows, groups int) *trees.Tree {
	var b strings.Builder
	b.WriteString("players 3 maxsum 30000 outcomes (199,0,0)")
	for i := range rows - 1 {
		fmt.Fprintf(&b, " (%d,%d,%d)", i%199, i, rows-i)
	}
	b.WriteString(" 1[(199,0,0) ")
	for i := range groups {
		n := i * 7919 % (rows - 1)
		v := fmt.Sprintf("(%d,%d,%d)", n%199, n, rows-n)
		b.WriteString("2[" + v + v + "]")
	}
	b.WriteString("]")
	tree, err := trees.ReadText(b.String())
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// A search passes its turn as often as the tests of its table take time.
func TestLongTablesPassTheTurn(t *testing.T) {
	const groups = 1_000
	tree := longTable(t, trees.MaxOutcomes, groups)
	for _, id := range []string{"lastbranch", "speculative"} {
		a, _ := algorithms.Find(id)
		turn := &searchtest.CountedTurn{}
		if _, err := a.Run(engine.WithTurn(t.Context(), turn), engine.OnTree(tree, 0), engine.Options{Table: true}, nil); err != nil {
			t.Fatal(err)
		}
		if turn.Passed < groups/20 {
			t.Errorf("%s: %d tests of %d outcomes passed the turn %d times", id, groups, trees.MaxOutcomes, turn.Passed)
		}
	}
}

// The outcomes that a test excludes are listed in time that grows with their number, not with
// its square: that took minutes.
func TestLongTablesAreListed(t *testing.T) {
	const groups = 1_000
	tree := longTable(t, trees.MaxOutcomes, groups)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	a, _ := algorithms.Find("lastbranch")
	cuts := 0
	_, err := a.Run(ctx, engine.OnTree(tree, 0), engine.Options{Table: true}, func(e *trace.Event) {
		if e.Type == trace.Prune && e.Rule == trace.Table {
			if cuts++; len(e.Excluded) != trees.MaxOutcomes {
				t.Fatalf("a cut lists %d outcomes, want %d", len(e.Excluded), trees.MaxOutcomes)
			}
		}
	})
	if err != nil || cuts != groups {
		t.Errorf("%d cuts by the table, want %d: %v", cuts, groups, err)
	}
}
