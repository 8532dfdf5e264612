package program_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"espalier/trace/program"
	"espalier/trees"
)

func read(text string) (*program.Run, error) {
	return program.Read(strings.NewReader(text), program.Options{})
}

// shape writes the nodes of a run: name and children, with ! before what was only skipped.
func shape(r *program.Run, n int32) string {
	s := r.Name(n)
	if !r.Nodes[n].Visited {
		s = "!" + s
	}
	if len(r.Kids(n)) == 0 {
		return s
	}
	var kids []string
	for _, k := range r.Kids(n) {
		kids = append(kids, shape(r, k))
	}
	return s + "(" + strings.Join(kids, " ") + ")"
}

func TestInferredTrees(t *testing.T) {
	for name, c := range map[string]struct{ text, shape string }{
		"all is named": {`{"type":"enter","id":"a","player":1}
			{"type":"leaf","id":"b","value":[1,2]}
			{"type":"exit","id":"a","value":[1,2]}`, "a(b)"},
		"first letters, comments, empty lines": {"# a comment\n\n" + `{"type":"e","id":1}` + "\r\n" + `{"type":"l","id":"1","value":3}` + "\r\n" + `{"type":"x"}`, "1(1)"},
		"parents without ends": {`{"type":"enter","id":1}
			{"type":"enter","id":2,"parent":1}
			{"type":"leaf","id":3,"parent":2,"value":4}
			{"type":"leaf","id":4,"parent":2,"value":4}
			{"type":"enter","id":5,"parent":1}
			{"type":"leaf","id":6,"parent":5,"value":4}`, "1(2(3 4) 5(6))"},
		"a second visit": {`{"type":"enter","id":1}
			{"type":"leaf","id":2,"value":4}
			{"type":"exit","id":1}
			{"type":"enter","id":1}
			{"type":"leaf","id":2,"value":4}
			{"type":"leaf","id":3,"value":5}
			{"type":"exit","id":1}`, "1(2 3)"},
		"a second visit without names": {`{"type":"enter","id":1}
			{"type":"leaf","value":4}
			{"type":"leaf","value":5}
			{"type":"exit"}
			{"type":"enter","id":1}
			{"type":"leaf","value":4}
			{"type":"exit"}`, "1(node 1 node 2)"},
		"a transposition": {`{"type":"enter","id":"r"}
			{"type":"enter","id":"a"}
			{"type":"leaf","id":"x","value":1}
			{"type":"exit"}
			{"type":"enter","id":"b"}
			{"type":"leaf","id":"x","value":1}
			{"type":"exit"}
			{"type":"exit"}`, "r(a(x) b(x))"},
		"cuts by number, name and unknown": {`{"type":"enter","id":"r"}
			{"type":"leaf","id":"a","value":1}
			{"type":"enter","id":"b"}
			{"type":"prune","cut":2}
			{"type":"exit","value":null}
			{"type":"enter","id":"c"}
			{"type":"prune"}
			{"type":"exit","value":null}
			{"type":"prune","id":"r","cut":["d","e"]}
			{"type":"exit","id":"r"}`, "r(a b(!node 3 !node 4) c(!node 6) !d !e)"},
		"more cuts than nodes of their own": {`{"type":"enter","id":"r"}
			{"type":"prune","cut":` + fmt.Sprint(program.MaxListed+1) + `}`, "r(!node 1)"},
		"a known tree": {`{"text":"players 2 maxsum 3 r: 1[ a: 2[ b: (1,2) c: (2,1) ] d: (0,3) ]"}
			{"type":"enter","id":"r"}
			{"type":"enter"}
			{"type":"leaf","id":2}
			{"type":"exit"}
			{"type":"leaf","id":"d","value":[0,3]}
			{"type":"exit"}`, "r(a(b !c) d)"},
	} {
		run, err := read(c.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := shape(run, 0); got != c.shape {
			t.Errorf("%s: the tree is %s, want %s", name, got, c.shape)
		}
	}
}

func TestMalformed(t *testing.T) {
	enter := `{"type":"enter","id":1}` + "\n"
	for _, c := range []struct {
		text string
		line int
		says string
	}{
		{`{"format":"espalier/trace/2"}`, 1, `this reads "espalier/trace/1", and the header says "espalier/trace/2"`},
		{`{"kind":"path"}`, 1, `it is "maxn" or "minimax"`},
		{`{"players":9}`, 1, "a whole number from 1 to 8"},
		{`{"title":5}`, 1, "title: "},
		{enter + `{"type":"leave"}`, 2, "type is \"leave\"; it is enter, leaf, prune, exit, backup, done or line"},
		{enter + `{"id":3}`, 2, `the object has no "type"`},
		{enter + `{"type":"leaf","id":3,"value":NaN}`, 2, "NaN is no JSON number"},
		{enter + `{"type":"leaf","id":3,"value":[1,2`, 2, "is it only a part of a line?"},
		{enter + `{"type":"leaf","id":3,"value":[1,2]} {}`, 2, "each line has one object"},
		{enter + `{"type":"leaf","id":3,"id":4,"value":1}`, 2, `the key "id" is given twice`},
		{enter + `{"type":"leaf","id":3}`, 2, "a leaf has a value"},
		{enter + `{"type":"leaf","id":3,"value":[]}`, 2, "the list is empty"},
		{enter + `{"type":"leaf","id":[3],"value":1}`, 2, "id: expected a number or a text"},
		{enter + `{"type":"leaf","id":"` + strings.Repeat("x", program.MaxID+1) + `","value":1}`, 2, fmt.Sprintf("an id has at most %d", program.MaxID)},

		{enter + `{"type":"leaf","id":3,"parent":7,"value":1}`, 2, "the parent 7 is not open"},
		{enter + `{"type":"exit","id":7}`, 2, "7 is not open"},
		{enter + `{"type":"exit","id":"1"}`, 2, `"1" is not open`}, // the number 1 is
		{enter + `{"type":"exit"}` + "\n" + `{"type":"exit"}`, 3, "no node is open"},
		{enter + `{"type":"exit"}` + "\n" + `{"type":"enter","id":2}`, 3, "a second root, 2: the root 1 has ended"},
		{enter + `{"type":"leaf","id":2,"value":[1,2]}` + "\n" + `{"type":"leaf","id":3,"value":[1,2,3]}`, 3, "one for each of the 2 players"},
		{enter + `{"type":"leaf","id":2,"value":1}` + "\n" + `{"type":"leaf","id":3,"value":[1,2,3]}`, 3, "a value is one number"},
		{enter + `{"type":"enter","id":2,"player":3}` + "\n" + `{"type":"leaf","id":3,"value":[1,2]}`, 3, "player 3 has moved"},
		{`{"players":2}` + "\n" + `{"type":"enter","id":2,"player":3}`, 2, "player is 3, and the run has 2 players"},
		{enter + "{\xff", 2, "byte 2 is not UTF-8"},
		{`{"text":"players 2 maxsum 3 r: 1[ a: (1,2) b: (0,3) ]"}` + "\n" + `{"type":"enter","id":"r"}` + "\n" + `{"type":"enter","id":"r"}`, 3, `r has no child "r" in the tree`},
		{`{"figure":"k1991-fig6"}`, 1, "only the server has it"},
		{strings.Repeat(`{"type":"enter"}`+"\n", program.MaxLevels+1), program.MaxLevels + 1, fmt.Sprintf("a run has at most %d", program.MaxLevels)},
	} {
		_, err := read(c.text)
		var wrong *program.LineError
		if !errors.As(err, &wrong) || wrong.Line != c.line || !strings.Contains(wrong.Message, c.says) {
			t.Errorf("%.200s: %v, want line %d: %s", c.text, err, c.line, c.says)
		}
	}
}

func TestNumbers(t *testing.T) {
	run, err := read(`{"type":"enter","id":1}
		{"type":"leaf","value":0.1}
		{"type":"leaf","value":0.30000000000000004}
		{"type":"leaf","value":-7}`)
	if err != nil {
		t.Fatal(err)
	}
	if !run.HasFloats || run.Kind != trees.Minimax {
		t.Errorf("floats %v, kind %s", run.HasFloats, run.Kind)
	}
	var got []string
	for _, e := range run.Events[1:] {
		v := run.Value(e.Value)
		got = append(got, v[0].In(run.Unit).String())
	}
	if s := fmt.Sprint(got); s != "[0.1 0.3 -7]" {
		t.Errorf("the values are %s", s)
	}
	if run.Tolerance(0) < 1 {
		t.Error("a run with floats has no tolerance")
	}
	exact, err := read(`{"type":"leaf","value":0.123456789}`)
	if err != nil || exact.HasFloats || exact.Tolerance(5) != 0 {
		t.Errorf("nine decimals: %v", err)
	}
	if v := exact.Value(exact.Events[0].Value); v[0].In(exact.Unit).String() != "0.123456789" {
		t.Errorf("nine decimals are %s", v[0].In(exact.Unit))
	}
}

// TestExtra checks that keys without a meaning are kept by line, up to their limit.
func TestExtra(t *testing.T) {
	long := strings.Repeat("x", program.MaxExtra)
	run, err := read(`{"type":"enter","id":1,"depth":3,"rule":"null window"}
		{"type":"leaf","value":1}
		{"type":"leaf","value":2,"hash":"0xff","pv":[1,{"a":"b"}],"é":null}
		{"type":"leaf","value":3,"long":"` + long + `","short":1}
		{"type":"done","value":3,"nodes":4}`)
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[int]string{
		0: "", 1: `{"depth":3,"rule":"null window"}`, 2: "", 3: `{"hash":"0xff","pv":[1,{"a":"b"}],"é":null}`,
		4: `{"short":1}`, 5: `{"nodes":4}`, 6: "",
	} {
		if got := run.Extra(line); got != want {
			t.Errorf("line %d: %s, want %s", line, got, want)
		}
	}
	if run.Dropped() != 4 {
		t.Errorf("something of line %d was dropped, want 4", run.Dropped())
	}
}

// TestSkipped checks which event has skipped a node: that of the last visit which did not see it.
func TestSkipped(t *testing.T) {
	run, err := read(`{"type":"enter","id":1}
		{"type":"enter","id":2}
		{"type":"leaf","value":4}
		{"type":"prune","cut":3}
		{"type":"exit","id":2}
		{"type":"enter","id":2}
		{"type":"leaf","value":4}
		{"type":"leaf","id":"seen","value":5}
		{"type":"prune","cut":1}
		{"type":"exit","id":2}
		{"type":"exit","id":1}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := shape(run, 0); got != "1(2(node 2 seen !node 4 !node 5))" {
		t.Errorf("the tree is %s", got)
	}
	cuts := []int32{run.Nodes[3].Cut, run.Nodes[4].Cut, run.Nodes[5].Cut}
	if fmt.Sprint(cuts) != "[3 8 3]" || run.Events[3].Skips != 3 || run.Events[8].Skips != 1 {
		t.Errorf("skipped by %v: %+v, %+v", cuts, run.Events[3], run.Events[8])
	}
}

// skipsMost is a line that skips as many children as can be listed.
var skipsMost = fmt.Sprintf(`{"type":"prune","cut":%d}`+"\n", program.MaxListed)

// TestManySkipped checks that short lines cannot make a run of any size.
func TestManySkipped(t *testing.T) {
	lines := program.MaxSkipped/program.MaxListed + 50
	run, err := read(`{"type":"enter","id":1}` + "\n" + strings.Repeat(skipsMost, lines))
	if err != nil || len(run.Nodes) != 1+program.MaxSkipped+50 {
		t.Errorf("%d nodes, %v", len(run.Nodes), err)
	}
	_, err = read(`{"type":"enter","id":1}` + "\n" + strings.Repeat(skipsMost, lines) + `{"type":"prune","cut":["a"]}`)
	if err == nil || !strings.Contains(err.Error(), "give only the number") {
		t.Errorf("a name more: %v", err)
	}
}

// skipsAtOneNode is a run that skips children of one node, as many as can be listed with each line, some of which an earlier
// visit has seen.
func skipsAtOneNode(lines int) string {
	seen := `{"type":"enter","id":1}` + "\n" + strings.Repeat(`{"type":"leaf","value":1}`+"\n", 100) + `{"type":"exit","value":1}` + "\n"
	return seen + `{"type":"enter","id":1}` + "\n" + strings.Repeat(skipsMost, lines)
}

// skipsAtManyNodes skips as many children, of a node each.
func skipsAtManyNodes(lines int) string {
	return `{"type":"enter","id":1}` + "\n" + strings.Repeat(`{"type":"enter"}`+"\n"+skipsMost+`{"type":"exit","value":1}`+"\n", lines)
}

// TestOthersComputeWhileManyAreSkipped: a reader is due by its work and not by its lines, and lines that skip
// children do not look again at those that earlier ones have skipped.
func TestOthersComputeWhileManyAreSkipped(t *testing.T) {
	for what, text := range map[string]string{"one node": skipsAtOneNode(1000), "many nodes": skipsAtManyNodes(1000)} {
		r := program.NewReader(program.Options{})
		dues, before := 0, 0
		for line := range strings.Lines(text) {
			if r.Due() {
				dues++
				before = 0
			}
			if strings.Contains(line, "prune") {
				before++
			}
			if before > 6 {
				t.Fatalf("%s: after %d lines that skip %d children each nobody else could compute", what, before, program.MaxListed)
			}
			if err := r.Line([]byte(line)); err != nil {
				t.Fatal(err)
			}
		}
		if most := 1000 * (program.MaxListed + 100) / 4096 * 2; dues > most {
			t.Errorf("%s: the reader was due %d times; want at most %d", what, dues, most)
		}
	}
}

func BenchmarkReadSkipped(b *testing.B) {
	for what, text := range map[string]string{"one": skipsAtOneNode(1900), "baseline": skipsAtManyNodes(1900)} {
		b.Run(what, func(b *testing.B) {
			for b.Loop() {
				if _, err := read(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Whatever comes in, a run or an error comes out.
func FuzzRead(f *testing.F) {
	f.Add(`{"players":3,"maxsum":9}` + "\n" + `{"type":"enter","id":"a","player":1}` + "\n" + `{"type":"leaf","id":"b","value":[5,2,2],"bounds":[null,3]}` + "\n" + `{"type":"prune","cut":["x"]}` + "\n" + `{"type":"exit","value":null}`)
	f.Add(`{"kind":"minimax"}` + "\n" + `{"type":"e","alpha":"-inf","beta":3e5}` + "\n" + `{"type":"l","value":-0.5}` + "\n" + `{"type":"b"}` + "\n" + `{"type":"d","value":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		run, _ := read(text)
		if len(run.Nodes) == 0 {
			return
		}
		for i := range run.Nodes {
			if p := run.Nodes[i].Parent; p >= int32(i) {
				t.Fatalf("node %d is before its parent %d", i, p)
			}
		}
		for _, e := range run.Events {
			if e.Value != program.None {
				run.Value(e.Value)
			}
		}
		run.Infer()
	})
}
