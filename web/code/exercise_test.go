package code_test

import (
	"strings"
	"testing"

	"espalier/search/program/beginnings"
	"espalier/web/webtest"
)

// TestExercises: each chapter leads to its beginnings with a gap. The check of an exercise notices the gap, also on the
// tree of the chapter, and finds the complete program right.
func TestExercises(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, b := range beginnings.All {
		more := ""
		if b.Mover {
			more = `,"perspective":"mover"`
		}
		check := func(text string) answer {
			return send(t, "POST", ts.URL+"/api/v1/programs/test", `{"seed":1,"trees":60,"exercise":"`+b.ID+`","program":`+webtest.Quote(text)+more+`}`, 200)
		}
		address := "/code?begin=" + b.ID + "&amp;gap=1"
		if _, page := webtest.Get(t, ts.URL+"/learn/"+b.Chapter); !strings.Contains(string(page), address) {
			t.Errorf("/learn/%s does not lead to %s", b.Chapter, address)
		}
		if _, page := webtest.Get(t, ts.URL+strings.ReplaceAll(address, "&amp;", "&")); !strings.Contains(string(page), "# Your turn: ") || !strings.Contains(string(page), `href="/learn/`+b.Chapter+`"`) {
			t.Errorf("%s has no gap, or does not lead to the chapter", address)
		}
		gap := check(b.Text(true))
		if gap.Done || gap.First == nil || strings.Contains(gap.Says, "It is right") {
			t.Errorf("%s with its gap: %+v", b.ID, gap)
		}
		whole := check(b.Text(false))
		if whole.Done == b.Fails || !b.Fails && (!strings.HasPrefix(whole.Says, "It is right: 60 of 60 trees.") || whole.On.Program != whole.On.Reference) {
			t.Errorf("%s: %+v %+v", b.ID, whole, whole.First)
		}
		t.Logf("%s: %s %s", b.ID, gap.Says, whole.Says)
	}
}

// TestExerciseKept: a program that is kept stays the answer to its exercise. The usual mistakes are shown at their lines,
// by a small tree.
func TestExerciseKept(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	a := send(t, "POST", ts.URL+"/api/v1/programs", body(alphaBeta, `,"algorithm":"alphabeta","exercise":"alphabeta"`), 201)
	if _, page := webtest.Get(t, ts.URL+a.URL); !strings.Contains(string(page), `<p id="task" class="code-task">`) || !strings.Contains(string(page), "Check it") {
		t.Error("the page of a program does not say that it is for an exercise")
	}
	if _, page := webtest.Get(t, ts.URL+"/code"); !strings.Contains(string(page), `<p id="task" class="code-task" hidden>`) {
		t.Error("without an exercise there is a task")
	}
	for _, c := range []struct {
		from, to, says string
		line           int
	}{
		{"        if alpha >= beta:\n            break\n    return beta", "        if alpha > beta:\n            break\n    return beta", "it does not cut as alpha-beta does", 11},
		{"child, alpha, beta))\n        if", "child, -inf, beta))\n        if", "on the chapter’s tree it visits 13 nodes where alpha-beta visits 12", 11},
		{"min(beta, alpha", "max(beta, alpha", "Right on 0 of 60 trees.", 14},
		{"        if alpha >= beta:\n            break\n    return beta", "        if alpha <= beta:\n            break\n    return beta", "Right on ", 13},
	} {
		text := strings.Replace(alphaBeta, c.from, c.to, 1)
		b := send(t, "POST", ts.URL+"/api/v1/programs/test", `{"seed":1,"trees":60,"exercise":"alphabeta","program":`+webtest.Quote(text)+`}`, 200)
		if b.Done || b.First == nil || len(b.First.Checks.Checks) == 0 || !strings.Contains(b.Says, c.says) {
			t.Fatalf("%s: %+v %+v", c.to, b, b.First)
		}
		if b.First.Checks.Checks[0].ProgramLine != c.line {
			t.Errorf("%s: line %d, want %d: %+v", c.to, b.First.Checks.Checks[0].ProgramLine, c.line, b.First.Checks)
		}
		// A run on the tree that was found shows it, too.
		again := send(t, "POST", ts.URL+"/api/v1/programs/run", `{"exercise":"alphabeta","algorithm":"alphabeta","program":`+webtest.Quote(text)+`,"text":`+webtest.Quote(b.First.Tree)+`}`, 200)
		if again.Checks.Verdict != "wrong" {
			t.Errorf("%s: on the tree that was found it is %s", c.to, again.Checks.Verdict)
		}
	}
	for more, path := range map[string]string{`"exercise":"none"`: "exercise", `"exercise":"alphabeta","algorithm":"minimax"`: "algorithm"} {
		if b := send(t, "POST", ts.URL+"/api/v1/programs/test", `{"program":"x = 1",`+more+`}`, 422); b.Errors[0].Path != path {
			t.Errorf("%s: %+v", more, b.Errors)
		}
	}
}
