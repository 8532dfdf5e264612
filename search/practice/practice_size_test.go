package practice

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"espalier/search/searchtest"
	"espalier/trees"
	"espalier/trees/treetest"
)

// leafRow returns a tree with the given number of leaves below the root, of which only the last is
// good for the root player: whoever cuts one of the others cuts the last, too, and shows
// that with another value for each leaf that is cut.
func leafRow(t testing.TB, leaves int, value func(i int) string) *trees.Tree {
	t.Helper()
	var b strings.Builder
	b.WriteString("players 2 maxsum 1000000 1[")
	for i := range leaves - 1 {
		b.WriteString(value(i))
	}
	b.WriteString(" (900000,5) ]")
	return searchtest.Read(t, b.String())
}

// The values that an answer shows are bounded, and counted before they are copied: 1,900
// cuts of a row of 10,000 leaves took 4.9 GB. Every step has its verdict all the same.
func TestPractiseBoundsValues(t *testing.T) {
	treetest.SkipUnderRace(t)
	const leaves, cuts = 10_000, 1_900
	tree := leafRow(t, leaves, func(int) string { return " (1,9)" })
	var steps []Step
	for i := range cuts {
		steps = append(steps, Step{Kind: Cut, Node: 2 + i})
	}
	steps = append(steps, Step{Kind: Cut, Node: leaves}, Step{Kind: Cut, Node: leaves}, Step{Kind: Cut, Node: cuts})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	judged, _, err := Judge(context.Background(), config(t, "shallow"), tree, steps)
	runtime.ReadMemStats(&after)
	if err != nil || len(judged) != len(steps) {
		t.Fatal(len(judged), err)
	}
	shown, left := 0, 0
	for i, j := range judged {
		shown += len(j.Values)
		if j.LeftOut > 0 {
			left++
		}
		if j.Verdict != Unsound || (j.LeftOut > 0) != (j.Values == nil) || (j.LeftOut > 0) != strings.Contains(j.Why, "left out: one answer shows at most 100000") {
			t.Fatalf("step %d: %s, %d values, %d left out, %s", i, j.Verdict, len(j.Values), j.LeftOut, j.Why)
		}
	}
	if shown > MaxValues || left == 0 || len(judged[0].Values) < leaves-10 {
		t.Errorf("%d values are shown, %d of the first cut; those of %d cuts are left out", shown, len(judged[0].Values), left)
	}
	// A cut that needs few values has them, however many came before.
	for _, j := range judged[cuts : cuts+2] {
		if len(j.Values) != 1 {
			t.Errorf("the cut of the last leaf has %d values: %s", len(j.Values), j.Why)
		}
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 400<<20 {
		t.Errorf("%d MiB were allocated", took>>20)
	}
	fewer := steps[:20]
	if judged, _, err = Judge(context.Background(), config(t, "shallow"), tree, fewer); err != nil || judged[0].LeftOut > 0 {
		t.Errorf("the first of 20 cuts: %d values left out, %v", judged[0].LeftOut, err)
	}
}

// What a reason lists is bounded: a node that had 3,000 bounds does not name them in each
// of many answers.
func TestPractiseBoundsReasons(t *testing.T) {
	const leaves, asked = 3_000, 1_000
	tree := leafRow(t, leaves, func(i int) string { return fmt.Sprintf(" (%d,0)", i+1) })
	steps := make([]Step, asked)
	for i := range steps {
		steps[i] = Step{Kind: Bound, Node: 0, Player: 1, Score: -trees.Unit}
	}
	judged, _, err := Judge(context.Background(), config(t, "shallow"), tree, steps)
	if err != nil {
		t.Fatal(err)
	}
	want := "At the root, player 1 has the bound 1, 2, 3, 4, 5, 6, 7, 8 and 2992 more, never −1."
	if why := judged[0].Why; why != want {
		t.Errorf("%.300s, want %s", why, want)
	}
	var many reasons
	to := map[int]*reasons{1: &many}
	for i := range 100 {
		addReason(to, 1, fmt.Sprintf("Child %d.", i))
	}
	if want := strings.Count(many.String(), "Child"); want != maxReasons || !strings.HasSuffix(many.String(), "The same happens 92 more times.") {
		t.Error(many.String())
	}
}
