package checks_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"espalier/search/checks"
	"espalier/trees"
)

// A bug is a search with a fault that students make.
type bug struct {
	name    string
	program func(*printer)
	header  string
	verdict checks.Verdict
	line    int
}

// A printer prints a search, line by line.
type printer struct{ strings.Builder }

func (p *printer) say(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// TestTypicalBugs checks that the first error is the line where the bug shows.
func TestTypicalBugs(t *testing.T) {
	korf := func(cut bool, root string) func(*printer) {
		return func(p *printer) {
			p.say(`{"type":"enter","id":"a","player":1}`)
			p.say(`{"type":"leaf","id":"b","value":[5,2,2]}`)
			p.say(`{"type":"enter","id":"c","player":2}`)
			p.say(`{"type":"enter","id":"d","player":3}`)
			p.say(`{"type":"leaf","id":"e","value":[2,2,5]}`)
			if cut {
				p.say(`{"type":"prune","id":"d","cut":["f"]}`)
			} else {
				p.say(`{"type":"leaf","id":"f","value":[3,0,6]}`)
			}
			p.say(`{"type":"exit","id":"d","value":%s}`, map[bool]string{true: "[2,2,5]", false: "[3,0,6]"}[cut])
			p.say(`{"type":"leaf","id":"g","value":[6,1,2]}`)
			p.say(`{"type":"exit","id":"c","value":%s}`, map[bool]string{true: "[2,2,5]", false: "[6,1,2]"}[cut])
			p.say(`{"type":"exit","id":"a","value":%s}`, root)
		}
	}
	alphabeta := func(second, cut, exit, root string) func(*printer) {
		return func(p *printer) {
			p.say(`{"type":"enter","id":"a","player":1}`)
			p.say(`{"type":"enter","id":"b","player":2}`)
			p.say(`{"type":"leaf","id":"d","value":5}`)
			p.say(`{"type":"leaf","id":"e","value":4}`)
			p.say(`{"type":"exit","id":"b","value":4}`)
			p.say(`{"type":"enter","id":"c","player":2}`)
			p.say(`{"type":"leaf","id":"f","value":%s}`, second)
			p.say("%s", cut)
			p.say(`{"type":"exit","id":"c","value":%s}`, exit)
			p.say(`{"type":"exit","id":"a","value":%s}`, root)
		}
	}
	prune, leaf := `{"type":"prune","id":"c","cut":["g"]}`, `{"type":"leaf","id":"g","value":7}`
	for _, c := range []bug{
		{"deep pruning with three players", korf(true, "[5,2,2]"), `{"players":3,"maxsum":9}`, checks.Unsound, 7},
		{"the same without the cut", korf(false, "[6,1,2]"), `{"players":3,"maxsum":9}`, "", 0},
		{"cut with the wrong bound", alphabeta("6", prune, "6", "6"), `{"kind":"minimax"}`, checks.Unsound, 9},
		{"a sound cut", alphabeta("3", prune, "3", "4"), `{"kind":"minimax","algorithm":"alphabeta"}`, "", 0},
		{"fail-hard", alphabeta("3", prune, "4", "4"), `{"kind":"minimax","algorithm":"alphabeta"}`, "", 0},
		{"no cut where alpha-beta cuts", alphabeta("3", leaf, "3", "4"), `{"kind":"minimax","algorithm":"alphabeta"}`, checks.Missed, 9},
		{"no cut on equality", alphabeta("4", leaf, "4", "4"), `{"kind":"minimax","algorithm":"alphabeta"}`, "", 0},
		{"strict, and a cut on equality", alphabeta("4", prune, "4", "4"), `{"kind":"minimax","algorithm":"alphabeta","options":{"strict":true}}`, checks.NotThis, 9},
		{"a cut in minimax", alphabeta("3", prune, "3", "4"), `{"kind":"minimax","algorithm":"minimax"}`, checks.NotThis, 9},
		{"best is not updated", alphabeta("3", leaf, "7", "7"), `{"kind":"minimax"}`, checks.Value, 10},
		{"the wrong sign", alphabeta("6", leaf, "7", "7"), `{"kind":"minimax"}`, checks.Value, 10},
		{"a window that is wider than the path allows", func(p *printer) {
			p.say(`{"type":"enter","id":"a","player":1}`)
			p.say(`{"type":"leaf","id":"b","value":4}`)
			p.say(`{"type":"enter","id":"c","player":2,"alpha":null,"beta":null}`)
			p.say(`{"type":"leaf","id":"d","value":7}`)
			p.say(`{"type":"exit","value":7}`)
			p.say(`{"type":"exit","value":7}`)
		}, `{"kind":"minimax"}`, checks.Bounds, 4},
		{"a node without an end", func(p *printer) {
			p.say(`{"type":"enter","id":"a","player":1}`)
			p.say(`{"type":"enter","id":"b","player":2}`)
			p.say(`{"type":"leaf","id":"c","value":4}`)
			p.say(`{"type":"leaf","id":"d","parent":"a","value":4}`)
			p.say(`{"type":"exit","id":"a","value":4}`)
		}, `{"kind":"minimax"}`, checks.Open, 5},
		{"done contradicts the root", func(p *printer) {
			p.say(`{"type":"enter","id":"a","player":1}`)
			p.say(`{"type":"leaf","id":"b","value":4}`)
			p.say(`{"type":"exit","value":4}`)
			p.say(`{"type":"done","value":5}`)
		}, `{"kind":"minimax"}`, checks.Done, 5},
		{"another mover than the tree's", func(p *printer) {
			p.say(`{"type":"enter","id":"a","player":2}`)
			p.say(`{"type":"leaf","id":"b"}`)
			p.say(`{"type":"exit"}`)
		}, `{"text":"players 2 maxsum 3 a: 1[ b: (1,2) ]"}`, checks.Player, 2},
		{"another value than the tree's", func(p *printer) {
			p.say(`{"type":"enter","id":"a"}`)
			p.say(`{"type":"leaf","id":"b","value":[2,1]}`)
			p.say(`{"type":"exit"}`)
		}, `{"text":"players 2 maxsum 3 a: 1[ b: (1,2) ]"}`, checks.Value, 3},
		{"floats of Python", func(p *printer) {
			p.say(`{"type":"enter","id":"a","player":1}`)
			p.say(`{"type":"leaf","id":"b","value":0.30000000000000004}`)
			p.say(`{"type":"exit","value":0.3}`)
		}, `{}`, "", 0},
		{"an average", func(p *printer) {
			p.say(`{"type":"enter","id":"a","chance":true}`)
			p.say(`{"type":"leaf","id":"b","value":1,"prob":0.25}`)
			p.say(`{"type":"leaf","id":"c","value":3,"prob":"3/4"}`)
			p.say(`{"type":"exit","value":2}`)
		}, `{}`, checks.Value, 5},
	} {
		p := &printer{}
		p.say("%s", c.header)
		c.program(p)
		r := check(t, p.String(), checks.Options{})
		switch first := r.FirstError(); {
		case first == nil && c.verdict != "":
			t.Errorf("%s: no error, want %s in line %d", c.name, c.verdict, c.line)
		case first != nil && (first.Verdict != c.verdict || first.Line != c.line):
			t.Errorf("%s: %s in line %d, want %s in line %d: %s", c.name, first.Verdict, first.Line, c.verdict, c.line, first.Text)
		case first == nil && r.Verdict != "right":
			t.Errorf("%s is %s: %+v", c.name, r.Verdict, r.Checks)
		}
	}
}

// TestTies checks that a tie to the right is a note, or an error if the leftmost must win.
func TestTies(t *testing.T) {
	text := `{"players":2,"maxsum":4}
{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":[2,1]}
{"type":"leaf","id":"c","value":[2,2]}
{"type":"exit","value":[2,2]}
`
	for _, left := range []bool{false, true} {
		r := check(t, text, checks.Options{TiesLeft: left})
		if len(r.Checks) != 1 || r.Checks[0].Verdict != checks.Tie || r.Checks[0].Error != left || r.Checks[0].Line != 5 {
			t.Errorf("ties left %v: %+v", left, r.Checks)
		}
	}
}

// TestTiesInTheTree checks runs of a known tree which visit c before b. The value of b, which stands
// left of c and is as good, is right. That of c is a tie to the right if the run says that it has
// another order.
func TestTiesInTheTree(t *testing.T) {
	for _, options := range []string{"", `,"options":{"order":"killer"}`} {
		for _, left := range []bool{false, true} {
			for _, root := range []string{"[2,1]", "[2,2]"} {
				text := `{"text":"players 2 maxsum 4 a: 1[ b: (2,1) c: (2,2) ]"` + options + `}
{"type":"enter","id":"a"}
{"type":"leaf","id":"c"}
{"type":"leaf","id":"b"}
{"type":"exit","value":` + root + `}
`
				r := check(t, text, checks.Options{TiesLeft: left})
				var got []checks.Verdict
				for i := range r.Checks {
					got = append(got, r.Checks[i].Verdict)
				}
				var want []checks.Verdict
				if options == "" {
					want = append(want, checks.Order)
				}
				if root == "[2,2]" && options != "" {
					want = append(want, checks.Tie)
				}
				if !slices.Equal(got, want) || r.Errors > 0 != (left && root == "[2,2]" && options != "") {
					t.Errorf("options %q, ties left %v, root %s: %+v", options, left, root, r.Checks)
				}
			}
		}
	}
}

// TestWhatIsClaimed checks what a window of the root, a bound and limits change in what a cut can do.
func TestWhatIsClaimed(t *testing.T) {
	lines := func(head, root, exit string) string {
		return head + "\n" + `{"type":"enter","id":"r","player":1` + root + `}
{"type":"enter","id":"a","player":2}
{"type":"leaf","id":"c","value":9}
{"type":"leaf","id":"d","value":9}
{"type":"exit","id":"a","value":9}
{"type":"prune","id":"r","cut":["b"]}
{"type":"exit","id":"r","value":9` + exit + "}\n"
	}
	for _, c := range []struct{ name, text, verdict, says string }{
		{"no limit is known", lines(`{"kind":"minimax"}`, "", ""), "incomplete", "add minp and maxp to the header, or print the root's window"},
		{"the header has limits", lines(`{"kind":"minimax","minp":0,"maxp":9}`, "", ""), "right", ""},
		{"limits that the value does not reach", lines(`{"kind":"minimax","minp":0,"maxp":10}`, "", ""), "wrong", "With b = 10 the root gets 10"},
		{"the window of the root", lines(`{"kind":"minimax"}`, `,"alpha":0,"beta":9`, ""), "right", ""},
		{"a window that is open above", lines(`{"kind":"minimax"}`, `,"alpha":0,"beta":null`, ""), "wrong", "the root gets 10"},
		{"a lower bound", lines(`{"kind":"minimax"}`, "", `,"bound":"lower"`), "right", ""},
		{"an upper bound", lines(`{"kind":"minimax","minp":0,"maxp":10}`, "", `,"bound":"upper"`), "wrong", "the root gets 10"},
		{"a zero window that was not searched again", `{"kind":"minimax"}
{"type":"enter","id":"r","player":1,"alpha":null,"beta":null}
{"type":"leaf","id":"a","value":1}
{"type":"enter","id":"b","player":2,"alpha":1,"beta":2}
{"type":"leaf","id":"c","value":5}
{"type":"exit","id":"b","value":2}
{"type":"exit","id":"r","value":2}
`, "wrong", "The value of b, 2, is only a bound"},
		{"the same, searched again", `{"kind":"minimax"}
{"type":"enter","id":"r","player":1,"alpha":null,"beta":null}
{"type":"leaf","id":"a","value":1}
{"type":"enter","id":"b","player":2,"alpha":1,"beta":2}
{"type":"leaf","id":"c","value":5}
{"type":"exit","id":"b","value":2}
{"type":"enter","id":"b","player":2,"alpha":1,"beta":null}
{"type":"leaf","id":"c","value":5}
{"type":"exit","id":"b","value":5}
{"type":"exit","id":"r","value":5}
`, "right", ""},
		{"a value that no line explains", `{"kind":"minimax"}
{"type":"enter","id":"r","player":1}
{"type":"leaf","id":"a","value":4}
{"type":"enter","id":"b","player":2}
{"type":"leaf","id":"c","value":1}
{"type":"exit","id":"b","value":4}
{"type":"leaf","id":"e","value":6}
{"type":"enter","id":"f","player":2}
{"type":"leaf","id":"g","value":8}
{"type":"exit","id":"f","value":7}
{"type":"enter","id":"f","player":2}
{"type":"leaf","id":"g","value":8}
{"type":"exit","id":"f","value":8}
{"type":"exit","id":"r","value":8}
`, "right", ""},
		{"a value that a narrow window would explain", `{"kind":"minimax"}
{"type":"enter","id":"r","player":1}
{"type":"enter","id":"a","player":2}
{"type":"enter","id":"b","player":1}
{"type":"leaf","id":"c","value":8}
{"type":"exit","id":"b","value":7}
{"type":"leaf","id":"d","value":3}
{"type":"exit","id":"a","value":3}
{"type":"exit","id":"r","value":3}
`, "incomplete", "Print alpha and beta"},
	} {
		r := check(t, c.text, checks.Options{})
		says := ""
		for i := range r.Checks {
			says += r.Checks[i].Text
		}
		if r.Verdict != c.verdict || !strings.Contains(says, c.says) {
			t.Errorf("%s is %s, want %s with %q: %+v", c.name, r.Verdict, c.verdict, c.says, r.Checks)
		}
	}
}

// TestProofsAndTies checks that a proof holds under the tie rule that the run shows: here (2,1,0) or
// (2,0,1) would be the root's, by what wins a tie at b.
func TestProofsAndTies(t *testing.T) {
	text := func(ties string) string {
		return `{"players":3,"maxsum":3,"delta":1}
{"type":"enter","id":"r","player":1}
` + ties + `{"type":"enter","id":"b","player":2}
{"type":"leaf","id":"c","value":[1,1,1]}
{"type":"prune","id":"b","cut":["d"]}
{"type":"exit","id":"b","value":[1,1,1]}
{"type":"exit","id":"r","value":[1,1,1]}
`
	}
	tie := func(value string) string {
		return `{"type":"enter","id":"a","player":2}
{"type":"leaf","id":"e","value":[0,2,1]}
{"type":"leaf","id":"f","value":[0,2,0]}
{"type":"exit","id":"a","value":` + value + "}\n"
	}
	for _, c := range []struct {
		name, ties string
		least      trees.Score // that player 2 must get from d, to win at b
	}{{"none", "", 2}, {"to the left", tie("[0,2,1]"), 2}, {"to the right", tie("[0,2,0]"), 1}} {
		r := check(t, text(c.ties), checks.Options{})
		i := slices.IndexFunc(r.Checks, func(x checks.Check) bool { return x.Verdict == checks.Unsound })
		if i < 0 || len(r.Checks[i].Values) != 1 || r.Checks[i].Values[0].Value[1] != c.least*r.Run.Unit {
			t.Errorf("ties %s: %+v", c.name, r.Checks)
		}
	}
}
