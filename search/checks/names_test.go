package checks_test

import (
	"strings"
	"testing"

	"espalier/search/checks"
)

// TestNames checks what sentences call the nodes of runs that name them in several ways.
func TestNames(t *testing.T) {
	// A program of two players with a wrong value at "b", whose best child is "d".
	run := func(head string, ids ...string) string {
		lines := []string{head}
		for i, line := range []string{
			`{"type":"enter",ID,"player":1}`, `{"type":"enter",ID,"player":2}`, `{"type":"leaf",ID,"value":7}`, `{"type":"leaf",ID,"value":5}`, `{"type":"exit","value":7}`, `{"type":"exit","value":7}`,
		} {
			if i < len(ids) {
				line = strings.Replace(line, "ID", ids[i], 1)
			}
			lines = append(lines, line)
		}
		return strings.ReplaceAll(strings.Join(lines, "\n"), ",,", ",")
	}
	for name, c := range map[string]struct {
		text, want string
		names      []checks.Named
	}{
		"short ids": {run(`{"algorithm":"minimax"}`, `"id":"a"`, `"id":"b"`, `"id":"c"`, `"id":"d"`), "b returns 7; Min chooses 5 there, from d.", nil},
		"paths": {run(`{"algorithm":"minimax"}`, `"id":"root"`, `"id":"root/left"`, `"id":"root/left/up"`, `"id":"root/left/down"`), "left returns 7; Min chooses 5 there, from down.",
			[]checks.Named{{"left", "root/left"}, {"down", "root/left/down"}}},
		"paths with points": {run(`{"algorithm":"minimax"}`, `"id":"e4"`, `"id":"e4.e5"`, `"id":"e4.e5.Nf3"`, `"id":"e4.e5.f4"`), "e5 returns 7; Min chooses 5 there, from f4.",
			[]checks.Named{{"e5", "e4.e5"}, {"f4", "e4.e5.f4"}}},
		"paths of numbers": {run(`{"algorithm":"minimax"}`, `"id":"0"`, `"id":"0/2"`, `"id":"0/2/0"`, `"id":"0/2/1"`), "Node 2 returns 7; Min chooses 5 there, from node 1.",
			[]checks.Named{{"node 2", "0/2"}, {"node 1", "0/2/1"}}},
		"the same end twice": {run(`{"algorithm":"minimax"}`, `"id":"r"`, `"id":"r/x"`, `"id":"r/x/y"`, `"id":"r/x/x"`), "r/x returns 7; Min chooses 5 there, from x/x.",
			[]checks.Named{{"x/x", "r/x/x"}}},
		"moves of paths": {run(`{"algorithm":"minimax"}`, `"id":"p"`, `"id":"p|7","move":"e4"`, `"id":"p|7|1","move":"e5"`, `"id":"p|7|2","move":"c5"`), "e4 returns 7; Min chooses 5 there, from c5.",
			[]checks.Named{{"e4", "p|7"}, {"c5", "p|7|2"}}},
		"numbers":           {run(`{"algorithm":"minimax"}`, `"id":1`, `"id":17`, `"id":18`, `"id":19`), "Node 17 returns 7; Min chooses 5 there, from node 19.", nil},
		"numbers and moves": {run(`{"algorithm":"minimax"}`, `"id":1`, `"id":17,"move":"e4"`, `"id":18,"move":"e5"`, `"id":19,"move":"c5"`), "e4 returns 7; Min chooses 5 there, from c5.", []checks.Named{{"e4", "17"}, {"c5", "19"}}},
		"the same move twice": {run(`{"algorithm":"minimax"}`, `"id":1`, `"id":17,"move":"pass"`, `"id":18,"move":"e5"`, `"id":19,"move":"pass"`), "Node 17 returns 7; Min chooses 5 there, from node 19.",
			nil},
		"moves alone":       {run(`{"algorithm":"minimax"}`, `"label":null`, `"move":"e4"`, `"move":"e5"`, `"move":"c5"`), "e4 returns 7; Min chooses 5 there, from c5.", nil},
		"equal moves alone": {run(`{"algorithm":"minimax"}`, `"label":null`, `"move":"pass"`, `"move":"e5"`, `"move":"pass"`), "pass returns 7; Min chooses 5 there, from pass pass.", nil},
		"labels":            {run(`{"algorithm":"minimax"}`, `"id":"r"`, `"id":"r/b","label":"Start"`, `"id":"r/b/c","label":"C"`, `"id":"r/b/d","label":"D"`), "Start returns 7; Min chooses 5 there, from D.", []checks.Named{{"Start", "r/b"}, {"D", "r/b/d"}}},
		"positions": {run(`{"algorithm":"minimax"}`, `"id":"8/8/8/8/8/8/8/8 w"`, `"id":"8/8/8/8/8/8/p7/8 b","move":"a2"`, `"id":"8/8/8/8/8/8/8/p7 w","move":"a1"`, `"id":"8/8/8/8/8/8/pp6/8 w","move":"b2"`), "a2 returns 7; Min chooses 5 there, from b2.",
			[]checks.Named{{"a2", "8/8/8/8/8/8/p7/8 b"}, {"b2", "8/8/8/8/8/8/pp6/8 w"}}},
		"a known tree": {run(`{"algorithm":"minimax","text":"kind minimax r: max[ b: min[ c: 7 d: 5 ] ]"}`, `"id":0`, `"id":1`, `"id":2`, `"id":3`), "b returns 7; Min chooses 5 there, from d.", []checks.Named{{"b", "1"}, {"d", "3"}}},
		"no names":     {run(`{"algorithm":"minimax"}`, `"label":null`, `"label":null`, `"label":null`, `"label":null`), "Node 1 returns 7; Min chooses 5 there, from node 3.", nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := check(t, c.text, checks.Options{})
			if len(r.Checks) != 1 || r.Checks[0].Text != c.want {
				t.Fatalf("%+v, want %q\n%s", r.Checks, c.want, c.text)
			}
			got := r.Checks[0].Names
			if len(got) != len(c.names) {
				t.Fatalf("%v, want %v", got, c.names)
			}
			for i := range got {
				if got[i] != c.names[i] {
					t.Errorf("%v, want %v", got, c.names)
				}
			}
			answer := string(r.AppendJSON(nil))
			for _, x := range c.names {
				if want := `"` + x.Name + `":"` + x.ID + `"`; !strings.Contains(answer, want) {
					t.Errorf("the answer has no %s: %s", want, answer)
				}
			}
		})
	}
}

// TestNamesOfTheReference checks the first difference from the reference, and proofs.
func TestNamesOfTheReference(t *testing.T) {
	r := check(t, `{"kind":"minimax","algorithm":"alphabeta"}
{"type":"enter","id":"root","player":1}
{"type":"leaf","id":"root/a","value":5}
{"type":"enter","id":"root/b","player":2}
{"type":"leaf","id":"root/b/c","value":6}
{"type":"prune","id":"root/b","cut":["root/b/d"]}
{"type":"exit","id":"root/b","value":6}
{"type":"exit","id":"root","value":6}`, checks.Options{})
	if len(r.Checks) != 1 || !strings.HasPrefix(r.Checks[0].Text, "The cut at b is unsound. With d = ") || r.Checks[0].Values[0].Name != "root/b/d" {
		t.Errorf("%+v", r.Checks)
	}
	if want := "The run cuts the rest of the children of b. Alpha-beta visits d."; r.First.Text != want || len(r.First.Names) != 2 {
		t.Errorf("%+v, want %q", r.First, want)
	}
}
