package program_test

import (
	"strings"
	"testing"

	"espalier/trace/program"
	"espalier/trees"
)

// TestInfinite reads each way in which programs print a win, a loss, and "not searched".
func TestInfinite(t *testing.T) {
	const win, loss = trees.Infinity, -trees.Infinity
	for _, c := range []struct {
		header, leaf, exit string
		atLeaf, atExit     trees.Score // 0: it is a number
	}{
		{`"kind":"minimax"`, `Infinity`, `-Infinity`, win, loss},
		{`"kind":"minimax"`, `inf`, `-inf`, win, loss},
		{`"kind":"minimax"`, `"inf"`, `"-Infinity"`, win, loss},
		{`"kind":"minimax"`, `1e308`, `-1e400`, win, loss},
		{`"kind":"minimax"`, `3`, `-1000000000`, 0, loss},
		{`"kind":"minimax"`, `3`, `1e9`, 0, win},
		{`"kind":"minimax"`, `3`, `999999999`, 0, 0},
		{`"kind":"minimax"`, `1000000000`, `1000000000`, 0, 0}, // a leaf has it
		{`"kind":"minimax"`, `1000000000`, `-1000000001`, 0, loss},
		{`"kind":"minimax","minp":0,"maxp":9`, `10`, `-1`, win, loss},
		{`"kind":"minimax","minp":0,"maxp":9`, `9`, `0`, 0, 0},
		{`"kind":"minimax","maxp":0.1`, `0.1`, `-5`, 0, 0},
		{`"kind":"minimax","values":"mover","minp":-5,"maxp":5`, `5`, `6`, 0, win},
		{`"players":2`, `[Infinity, 2]`, `[-1e9, 2]`, win, loss},
		{`"players":2,"maxp":[5,9]`, `[6, 9]`, `[5, 9]`, win, 0},
	} {
		run, err := program.Read(strings.NewReader("{"+c.header+"}\n"+`{"type":"enter","id":1,"player":1}`+"\n"+`{"type":"leaf","id":2,"value":`+c.leaf+"}\n"+`{"type":"exit","id":1,"value":`+c.exit+"}"), program.Options{})
		if err != nil {
			t.Errorf("%s %s: %v", c.leaf, c.exit, err)
			continue
		}
		for i, want := range []trees.Score{c.atLeaf, c.atExit} {
			if got := run.Value(run.Events[1+i].Value)[0]; got != want && (want != 0 || got.IsInfinite()) {
				t.Errorf("%s, %s, %s: event %d has %v, want %v", c.header, c.leaf, c.exit, 1+i, got, want)
			}
		}
		if _, err := run.Infer(); err != nil {
			t.Errorf("%s: the tree: %v", c.leaf, err)
		}
	}
	for _, value := range []string{`NaN`, `"infinite"`, `[Infinity, x]`, `[-]`} {
		if _, err := program.Read(strings.NewReader(`{"type":"leaf","id":2,"value":`+value+`}`), program.Options{}); err == nil {
			t.Errorf("%s is read", value)
		}
	}
}
