package checks_test

import (
	"context"
	"strings"
	"testing"

	"espalier/search/checks"
	"espalier/trace/program"
)

// Whatever a run says, there is a report, and its lines are those of the run.
func FuzzCheck(f *testing.F) {
	f.Add(`{"players":3,"maxsum":9,"algorithm":"shallow"}` + "\n" + `{"type":"enter","id":"a","player":1}` + "\n" + `{"type":"leaf","id":"b","value":[5,2,2]}` + "\n" + `{"type":"prune","cut":["x"]}` + "\n" + `{"type":"exit","value":[5,2,2]}`)
	f.Add(`{"kind":"minimax","algorithm":"alphabeta"}` + "\n" + `{"type":"e","id":1}` + "\n" + `{"type":"e","id":2,"alpha":3}` + "\n" + `{"type":"l","value":-0.5}` + "\n" + `{"type":"p"}` + "\n" + `{"type":"x"}` + "\n" + `{"type":"b","best":2}` + "\n" + `{"type":"x"}` + "\n" + `{"type":"d","value":1}`)
	f.Add(`{"text":"players 2 maxsum 3 r: 1[ a: 2[ b: (1,2) c: (2,1) ] d: (0,3) ]"}` + "\n" + `{"type":"enter"}` + "\n" + `{"type":"enter"}` + "\n" + `{"type":"leaf"}` + "\n" + `{"type":"exit"}` + "\n" + `{"type":"leaf"}` + "\n" + `{"type":"exit"}`)
	f.Add(`{"type":"e","chance":true}` + "\n" + `{"type":"l","value":1,"prob":"1/3"}` + "\n" + `{"type":"l","value":2,"prob":"2/3"}` + "\n" + `{"type":"x","value":1.6666666666666667}` + "\n" + `{"type":"e"}` + "\n" + `{"type":"x","value":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		run, _ := program.Read(strings.NewReader(text), program.Options{})
		if len(run.Nodes) == 0 {
			return
		}
		r, err := checks.Of(context.Background(), run, checks.Options{})
		if err != nil {
			return // an algorithm that is not known
		}
		for _, c := range r.Checks {
			if c.Line < 1 || c.Line > run.Lines || c.Text == "" {
				t.Fatalf("%+v of %d lines", c, run.Lines)
			}
		}
		r.AppendJSON(nil)
	})
}
