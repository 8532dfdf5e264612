package program_test

import (
	"strings"
	"testing"

	"espalier/trace"
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

// TestInfiniteAverages plays chance nodes with wins and losses, also where a child is visited again.
func TestInfiniteAverages(t *testing.T) {
	for _, c := range []struct {
		leaves string // their values, in the order of the visits; a leaf is named by its place
		want   trees.Score
	}{
		{"a=Infinity b=3", trees.Infinity},
		{"a=Infinity b=3 a=Infinity", trees.Infinity},
		{"a=-Infinity b=3", -trees.Infinity},
		{"a=Infinity b=3 a=5", 4 * trees.Unit},
		{"a=Infinity b=-Infinity a=1", -trees.Infinity},
	} {
		text := `{"kind":"minimax"}` + "\n" + `{"type":"enter","id":"r","chance":true}` + "\n"
		for _, leaf := range strings.Fields(c.leaves) {
			text += `{"type":"leaf","id":"` + leaf[:1] + `","value":` + leaf[2:] + `,"prob":0.5}` + "\n"
		}
		run, err := program.Read(strings.NewReader(text), program.Options{})
		if err != nil {
			t.Fatal(err)
		}
		inf, err := run.Infer()
		if err != nil {
			t.Fatal(err)
		}
		var best trees.Vector
		if _, err := (&program.Replay{}).Play(run, inf, func(e *trace.Event) {
			if e.Type == trace.Backup {
				best = e.Best
			}
		}); err != nil {
			t.Fatal(err)
		}
		if best[0] != c.want {
			t.Errorf("%s: %v, want %v", c.leaves, best[0], c.want)
		}
	}
}
