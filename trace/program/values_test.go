package program_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"espalier/trace"
	"espalier/trace/program"
)

// keptValues returns the values and windows of a run, each with its node, as they are kept: from Max's view.
func keptValues(t *testing.T, text string) (list []string) {
	t.Helper()
	r, err := program.Read(strings.NewReader(text), program.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	end := func(b *program.Bound) string {
		switch {
		case b == nil:
			return "-"
		case !b.Is:
			return "open"
		}
		return fmt.Sprint(b.Float)
	}
	for _, e := range r.Events {
		said := ""
		if e.Given != program.None {
			g := r.Given(e.Given)
			said += " " + end(g.Alpha) + ".." + end(g.Beta)
		}
		if e.Value != program.None {
			v := r.Value(e.Value)
			said += " " + trace.ValueText(&v, r.Width(), r.Unit)
		}
		if e.Best != program.None {
			v := r.Value(e.Best)
			said += " best " + trace.ValueText(&v, r.Width(), r.Unit)
		}
		if e.Limit != program.Exactly {
			said += [...]string{"", " at least", " at most"}[e.Limit]
		}
		if said != "" {
			list = append(list, r.Name(e.Node)+said)
		}
	}
	return list
}

func TestValuesFromEachView(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"negamax": {`{"values":"mover"}
{"type":"enter","id":"a","player":1,"alpha":-7,"beta":"inf"}
{"type":"enter","id":"b","alpha":-8,"beta":7.5}
{"type":"leaf","id":"c","value":3}
{"type":"backup","id":"b","child":"c","value":-3,"best":-3}
{"type":"exit","id":"b","value":-3,"bound":"lower"}
{"type":"backup","id":"a","value":3,"best":3}
{"type":"leaf","id":"d","value":-1}
{"type":"leaf","id":"e","player":1,"value":-1}
{"type":"leaf","id":"f","value":-0.1234567891}
{"type":"leaf","id":"g","value":1234567890123}
{"type":"exit","id":"a","value":3,"bound":"upper"}
{"type":"done","value":3}`, []string{"a -7..open", "b -7.5..8", "c 3", "b 3 best 3", "b 3 at most", "a 3 best 3", "d 1", "e -1", "f 0.12346", "g -1234567890123", "a 3 at most", "a 3"}},
		"negamax, one end of a window": {`{"values":"mover"}
{"type":"enter","id":"a","player":2,"alpha":4}
{"type":"leaf","id":"b","value":1}
{"type":"exit","id":"a","value":-1}`, []string{"a -..-4", "b 1", "a 1"}},
		"negamax with chance": {`{"values":"mover"}
{"type":"enter","id":"a","player":1}
{"type":"enter","id":"b","chance":true}
{"type":"leaf","id":"c","value":-2}
{"type":"enter","id":"d","player":2}
{"type":"leaf","id":"e","value":6}
{"type":"exit","id":"d","value":-6}
{"type":"exit","id":"b","value":-4}
{"type":"enter","id":"f","chance":true,"player":1}
{"type":"leaf","id":"g","player":1,"value":3}
{"type":"exit","id":"f","value":3}
{"type":"exit","id":"a","value":4}`, []string{"c 2", "e 6", "d 6", "b 4", "g 3", "f 3", "a 4"}},
		"the root player of two": {`{"kind":"minimax","values":"root"}
{"type":"enter","id":"a","player":2,"alpha":-5,"beta":null}
{"type":"leaf","id":"b","value":3}
{"type":"exit","id":"a","value":3}`, []string{"a open..5", "b -3", "a -3"}},
		"the root player of three": {`{"players":3,"values":"root"}
{"type":"enter","id":"a","player":2,"alpha":-5,"beta":null}
{"type":"leaf","id":"b","value":3}
{"type":"exit","id":"a","value":3}`, []string{"a -5..open", "b 3", "a 3"}},
		"player 1's of a tree of two": {`{"values":"max","text":"players 2 2[ (1, 8) (2, 7) ]"}
{"type":"enter","id":0}
{"type":"leaf","id":1,"value":1}
{"type":"leaf","id":2}
{"type":"exit","id":0,"value":1}`, []string{"1 1", "0 1"}},
	} {
		got := keptValues(t, c.text)
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], "−", "-")
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%q, want\n%q", name, got, c.want)
		}
	}
}

// TestCoalition checks whose turn it is where one player is against all others, and the tree of two sides
// that is drawn.
func TestCoalition(t *testing.T) {
	text := `{"players":4,"values":"root","minp":[0,1,2,3],"maxp":[9,8,7,6]}
{"type":"enter","id":"a","player":3}
{"type":"enter","id":"b"}
{"type":"enter","id":"c"}
{"type":"enter","id":"d"}
{"type":"enter","id":"e"}
{"type":"leaf","id":"f","value":5}
{"type":"exit","id":"e","value":5}
{"type":"exit","id":"d","value":5}
{"type":"exit","id":"c","value":5}
{"type":"exit","id":"b","value":5}
{"type":"exit","id":"a","value":5}`
	r, err := program.Read(strings.NewReader(text), program.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var turns []int8
	for n := range r.Nodes {
		turns = append(turns, r.Turn(int32(n)))
	}
	if want := []int8{3, 4, 1, 2, 3, 4}; !slices.Equal(turns, want) {
		t.Errorf("the players in turn are %v, want %v", turns, want)
	}
	inf, err := r.Infer()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := inf.Tree.Text(), "kind minimax minp 2 maxp 7 a: max[ b: min[ c: min[ d: min[ e: max[ f: 5 ] ] ] ] ]"; strings.Join(strings.Fields(got), " ") != want {
		t.Errorf("the tree is %s, want %s", got, want)
	}
}

func TestValuesThatAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"values":"min"}`:                               `values: "min" is not known; it is "max", "mover" (negamax) or "root"`,
		`{"values":3}`:                                   "values: string: expected a string",
		`{"values":"mover","players":3}`:                 `it is "root"`,
		`{"values":"max","text":"players 3 1[(1,2,3)]"}`: `it is "root"`,
		`{"values":"root","players":3}` + "\n" + `{"type":"leaf","id":1,"value":[1,2,3]}`: "the header says that a value is one number",
		`{"type":"enter","id":1,"player":1}
{"type":"leaf","value":5}
{"type":"enter","id":2,"player":3}`: `the header needs "values": "root"`,
		`{"players":3}` + "\n" + `{"type":"leaf","id":1,"value":5}`: `the header needs "values": "root"`,
		`{"kind":"minimax","players":3}`:                            `give "values": "root"`,
	} {
		_, err := program.Read(strings.NewReader(text), program.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
