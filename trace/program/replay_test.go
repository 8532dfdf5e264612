package program_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
)

// printed returns a run of an engine as a program would print it.
func printed(t *testing.T, tree *trees.Tree, id string) (text string, events []trace.Event) {
	t.Helper()
	a, ok := algorithms.Find(id)
	if !ok {
		t.Fatal(id)
	}
	var b strings.Builder
	name := func(n int32) string { return tree.Name(int(n)) }
	_, err := a.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
		events = append(events, e.Clone())
		switch {
		case e.Type == trace.Enter && !tree.IsLeaf(int(e.Node)):
			b.WriteString(`{"type":"enter","id":"` + name(e.Node) + `","player":` + string(rune('0'+e.Player)) + "}\n")
		case e.Type == trace.Leaf:
			v := strings.Trim(tree.FormatValue(e.Value), "()")
			b.WriteString(`{"type":"leaf","id":"` + name(e.Node) + `","value":[` + v + "]}\n")
		case e.Type == trace.Prune:
			var cut []string
			for _, n := range e.Cut {
				cut = append(cut, `"`+name(n)+`"`)
			}
			b.WriteString(`{"type":"prune","id":"` + name(e.Node) + `","cut":[` + strings.Join(cut, ",") + "]}\n")
		case e.Type == trace.Exit && !tree.IsLeaf(int(e.Node)):
			v := "null"
			if e.HasValue {
				v = "[" + strings.Trim(tree.FormatValue(e.Value), "()") + "]"
			}
			b.WriteString(`{"type":"exit","id":"` + name(e.Node) + `","value":` + v + "}\n")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), events
}

// TestReplay prints runs of our engines, and reads them back as the same events.
func TestReplay(t *testing.T) {
	tree, err := trees.ReadText(`players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (1,7,1) ] g: (1,6,2) h: (0,0,9) ] i: 2[ j: (6,1,2) k: (3,3,3) ] ]`)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"maxn", "immediate", "shallow", "deep"} {
		text, want := printed(t, tree, id)
		run, err := program.Read(strings.NewReader(`{"players":3,"maxsum":9}`+"\n"+text), program.Options{})
		if err != nil {
			t.Fatal(err)
		}
		inf, err := run.Infer()
		if err != nil {
			t.Fatal(err)
		}
		var got []trace.Event
		out, err := program.Replay{Name: id}.Play(run, inf, func(e *trace.Event) { got = append(got, e.Clone()) })
		if err != nil || !out.HasValue {
			t.Fatal(id, out, err)
		}
		lines := func(events []trace.Event) (list []string) {
			x := trace.NewExplainer(tree, "x", true)
			x.Printed = true
			for i := range events {
				events[i].Unit = tree.Unit
				if events[i].Type == trace.Exit {
					events[i].Exact = false // the engine proves more
				}
				if events[i].Type == trace.Done {
					events[i].Reference = nil
				}
				list = append(list, x.Explain(&events[i]).String())
			}
			return list
		}
		a, b := lines(got), lines(want)
		if id != "deep" { // it uses fewer bounds than the path holds
			strip := func(list []string) {
				for i, s := range list {
					list[i], _, _ = strings.Cut(s, ". Player")
					list[i] = strings.TrimSuffix(list[i], ".")
				}
			}
			strip(a)
			strip(b)
		}
		if !slices.Equal(a, b) {
			t.Errorf("%s:\n%s\nwant:\n%s", id, strings.Join(a, "\n"), strings.Join(b, "\n"))
		}
		if last := want[len(want)-1]; !slices.Equal(out.Line, last.Path) || out.Stats.Nodes != last.Stats.Nodes || out.Stats.Leaves != last.Stats.Leaves || out.Stats.Prunes != last.Stats.Prunes {
			t.Errorf("%s ends with %v %+v, want %v %+v", id, out.Line, out.Stats, last.Path, last.Stats)
		}
	}
}

// TestFollower reads a run in pieces of every length, and gets the events of the whole.
func TestFollower(t *testing.T) {
	tree, err := trees.ReadText(`players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (1,7,1) ] g: (1,6,2) h: (0,0,9) ] i: 2[ j: (6,1,2) k: (3,3,3) ] ]`)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := printed(t, tree, "shallow")
	text = `{"players":3,"maxsum":9}` + "\n" + text
	text = strings.Replace(text, "6, 1, 2", "6, 1.5, 1.5", 1) // the unit changes on the way
	lines := strings.SplitAfter(text, "\n")
	replayed := func(at ...int) string {
		r := program.NewReader(program.Options{})
		f := program.NewFollower(program.Replay{Name: "x"})
		var b []byte
		for i, line := range lines {
			if err := r.Line([]byte(line)); err != nil {
				t.Fatal(err)
			}
			if slices.Contains(at, i) || i == len(lines)-1 {
				for {
					events := f.Take(r.Peek(), 3, i == len(lines)-1)
					if len(events) == 0 {
						break
					}
					for i := range events {
						b = append(trace.AppendJSON(b, &events[i]), '\n')
					}
				}
			}
		}
		return string(b)
	}
	whole := replayed()
	if n := strings.Count(whole, "\n"); n < 30 || !strings.Contains(whole, `"parent"`) || !strings.Contains(whole, "1.5") {
		t.Fatalf("%d events: %s", n, whole)
	}
	for i := range lines {
		if got := replayed(i, i+3); got != whole {
			t.Fatalf("in pieces after line %d:\n%s\nwant:\n%s", i+1, got, whole)
		}
	}
}

// A follower gives values in the unit that its events name, also if the limits of the header need none
// as fine.
func TestFollowerUnits(t *testing.T) {
	for _, header := range []string{"", `{"maxsum":9000000,"kind":"minimax"}` + "\n"} {
		r, err := program.Read(strings.NewReader(header+`{"type":"enter","id":0,"player":1}
{"type":"leaf","id":1,"value":3}
{"type":"leaf","id":2,"value":0.1234567}
{"type":"leaf","id":3,"value":4000000.5}
{"type":"exit","id":0,"value":4000000.5}
`), program.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range program.NewFollower(program.Replay{}).Take(r, 100, true) {
			if e.Type == trace.Leaf || e.Type == trace.Done {
				got = append(got, trace.ValueText(&e.Value, e.Width, e.Unit))
			}
		}
		if text := strings.Join(got, " "); text != "3 0.1234567 4000000.5 4000000.5" {
			t.Errorf("the values are %s", text)
		}
	}
}

// TestBackupsAgain lets a node visit its children again and again with other values: at each backup the
// best, or the average, is that of all values so far.
func TestBackupsAgain(t *testing.T) {
	const kids, visits = 7, 400
	for name, lines := range map[string][2]string{
		"max":            {`{"kind":"minimax"}`, `{"type":"enter","id":"r","player":1}`},
		"min":            {`{"kind":"minimax"}`, `{"type":"enter","id":"r","player":2}`},
		"chance":         {`{"kind":"minimax"}`, `{"type":"enter","id":"r","chance":true}`},
		"chance by odds": {`{"kind":"minimax"}`, `{"type":"enter","id":"r","chance":true}`},
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			var text strings.Builder
			text.WriteString(lines[0] + "\n" + lines[1] + "\n")
			var order, values []int
			for i := range visits {
				kid, value := i, rng.IntN(20)
				if i >= kids {
					kid = rng.IntN(kids)
				}
				order, values = append(order, kid), append(values, value)
				odds := ""
				if name == "chance by odds" {
					odds = fmt.Sprintf(`,"prob":"%d/28"`, kid+1)
				}
				fmt.Fprintf(&text, `{"type":"leaf","id":"k%d","value":%d%s}`+"\n", kid, value, odds)
			}
			text.WriteString(`{"type":"exit","id":"r"}` + "\n")
			run, err := program.Read(strings.NewReader(text.String()), program.Options{})
			if err != nil {
				t.Fatal(err)
			}
			inf, err := run.Infer()
			if err != nil {
				t.Fatal(err)
			}
			now, at := map[int]int{}, 0
			_, err = program.Replay{}.Play(run, inf, func(e *trace.Event) {
				if e.Type != trace.Backup {
					return
				}
				now[order[at]] = values[at]
				want, sum := values[at], 0.0
				for kid, v := range now {
					switch name {
					case "max":
						want = max(want, v)
					case "min":
						want = min(want, v)
					case "chance":
						sum += float64(v) / kids
					default:
						sum += float64(v) * float64(kid+1) / 28
					}
				}
				got := float64(e.Best[0]) / float64(e.Unit)
				if name == "max" || name == "min" {
					sum = float64(want)
				}
				if math.Abs(got-sum) > 1e-4 {
					t.Fatalf("backup %d of k%d: the best is %v, want %v", at, order[at], got, sum)
				}
				if at++; !strings.HasPrefix(name, "chance") && now[int(e.Child-1)] == want != (e.Value == e.Best) {
					t.Fatalf("backup %d: child %d has %v, and the best is %v", at, e.Child, e.Value, e.Best)
				}
			})
			if err != nil || at != visits {
				t.Fatal(err, at)
			}
		})
	}
}

// TestMovesOfCut: a run with the text of its program may give the moves of the children that it cuts by their ids.
func TestMovesOfCut(t *testing.T) {
	const run = `{"format":"espalier/trace/1","program":"x"}
{"type":"enter","id":0,"player":1}
{"type":"leaf","id":1,"value":[1,2],"move":"a"}
{"type":"prune","cut":[2,3],"moves":["b","c"]}
{"type":"exit","value":[1,2]}
`
	moves := func(text string) (list []string) {
		got, err := program.Read(strings.NewReader(text), program.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range got.Nodes {
			list = append(list, got.Move(int32(i)))
		}
		return list
	}
	if got := moves(run); fmt.Sprint(got) != "[ a b c]" {
		t.Errorf("the moves are %q", got)
	}
	for _, other := range []string{`["b"]`, `7`, `[1,2]`} { // kept as any other key
		if got := moves(strings.Replace(run, `["b","c"]`, other, 1)); fmt.Sprint(got) != "[ a  ]" {
			t.Errorf("with %s the moves are %q", other, got)
		}
	}
}
