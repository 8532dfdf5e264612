package checks_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"espalier/search/checks"
	"espalier/trace/program"
)

// wide is a run whose root has many children, with a cut below each.
func wide(children int) string {
	var b strings.Builder
	b.WriteString(`{"players":3,"maxsum":9,"minp":0}` + "\n" + `{"type":"enter","id":"r","player":1}` + "\n" + `{"type":"leaf","value":[5,4,0]}` + "\n")
	for i := range children {
		fmt.Fprintf(&b, `{"type":"enter","id":%d,"player":2}`+"\n"+`{"type":"leaf","value":[4,5,0]}`+"\n"+`{"type":"prune","cut":1}`+"\n"+`{"type":"exit","value":[4,5,0]}`+"\n", i)
	}
	b.WriteString(`{"type":"exit","value":[5,4,0]}` + "\n")
	return b.String()
}

// A check says how far it has come, never back, and ends when its context does.
func TestProgress(t *testing.T) {
	run, err := program.Read(strings.NewReader(wide(3_000)), program.Options{})
	if err != nil {
		t.Fatal(err)
	}
	last, calls := 0.0, 0
	_, err = checks.Of(context.Background(), run, checks.Options{Progress: func(done float64) {
		if done < last || done > 1 {
			t.Errorf("%v after %v", done, last)
		}
		last, calls = done, calls+1
	}})
	if err != nil || last != 1 || calls < 10 {
		t.Errorf("%d calls, the last with %v, %v", calls, last, err)
	}
	for stop := range calls {
		ctx, cancel := context.WithCancel(context.Background())
		called := 0
		_, err := checks.Of(ctx, run, checks.Options{Progress: func(float64) {
			if called++; called == stop+1 {
				cancel()
			}
		}})
		cancel()
		if stop < calls-1 && !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at call %d of %d: %v", stop+1, calls, err)
		}
		if called > stop+2 {
			t.Errorf("cancelled at call %d, and called %d times", stop+1, called)
		}
	}
}

// TestRemarks checks what is said once of a run.
func TestRemarks(t *testing.T) {
	r := check(t, `{"type":"enter","id":1,"player":1}
{"type":"leaf","value":0.30000000000000004,"note":"`+strings.Repeat("x", program.MaxExtra)+`"}
{"type":"exit","value":0.3}
`, checks.Options{})
	if len(r.Remarks) != 2 || !strings.Contains(r.Remarks[0], "1e-9") || !strings.Contains(r.Remarks[1], "Line 2 ") || r.Verdict != "right" {
		t.Errorf("%s: %q", r.Verdict, r.Remarks)
	}
	if b := string(r.AppendJSON(nil)); !strings.Contains(b, `"more":0,"remarks":["The run has floats.`) {
		t.Errorf("no remarks in %s", b)
	}
}
