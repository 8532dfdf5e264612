package process_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"espalier/search/program"
	"espalier/search/program/process"
	"espalier/trees"
	"espalier/trees/games"
)

const search = `def f(n):
    if n.leaf:
        return n.value
    return max([f(c) for c in n.children])
`

func request(t testing.TB, text string) program.Request {
	t.Helper()
	tree, err := trees.ReadText("kind minimax max[ min[3 12 8] min[2 4 6] ]")
	if err != nil {
		t.Fatal(err)
	}
	return program.Request{Text: text, Tree: tree, Lines: true}
}

func TestProcess(t *testing.T) {
	r := request(t, search+"print('é')\nresult = f(root)\n")
	var here, there bytes.Buffer
	want, err := program.Run(context.Background(), r, &here)
	if err != nil {
		t.Fatal(err)
	}
	got, err := process.Run(context.Background(), r, &there)
	if err != nil {
		t.Fatal(err)
	}
	if here.String() != there.String() || here.Len() == 0 {
		t.Errorf("got %s\nwant %s", there.Bytes(), here.Bytes())
	}
	if string(got.Value) != "12" || got.Output != "é\n" || got.Events != want.Events || got.Steps != want.Steps || got.Search[0] != "f" {
		t.Errorf("got %+v, want %+v", got, want)
	}
	var faults program.Faults
	if _, err := process.Run(context.Background(), request(t, "x = f'1'"), io.Discard); !errors.As(err, &faults) || faults[0].Line != 1 {
		t.Errorf("a text that cannot be compiled: %v", err)
	}
}

// TestPositions: the process is given every kind of position, also one with fields.
func TestPositions(t *testing.T) {
	for _, of := range []*program.Implicit{
		{Game: &games.Document{ID: "connect-four", Values: map[string]any{}}},
		{Game: &games.Document{ID: "sergeant-major", Values: map[string]any{"hands": []string{"AS 2H", "KS 3H", "QS 4H"}, "trump": "S", "taken": []int{1, 0, 2}, "merge": false}}},
		{Game: &games.Document{ID: "chinese-checkers", Values: map[string]any{"size": 1, "pieces": [][]string{{"0,0"}, {"1,0"}, {"0,1"}}}}, Vectors: true},
		{Generator: &games.Generator{Kind: "h32", Branching: 2, Depth: 3, Players: 3, MaxSum: 9, Seed: 1}},
	} {
		r := program.Request{Text: "def f(n, d):\n    return n.value if n.leaf else n.heuristic if d == 0 else [f(c, d - 1) for c in n.children][0]\nresult = f(root, 2)\n", Implicit: of}
		var here, there bytes.Buffer
		want, err := program.Run(context.Background(), r, &here)
		if err != nil {
			t.Fatal(err)
		}
		got, err := process.Run(context.Background(), r, &there)
		if err != nil || got.Fault != nil || here.String() != there.String() || got.Nodes < 3 || string(got.Value) != string(want.Value) {
			t.Errorf("%+v: %+v, %v\n%s\nwant %+v\n%s", of, got, err, there.Bytes(), want, here.Bytes())
		}
	}
}

// TestHarm: whatever a program does ends with its line and the limit, and what it did before is there.
func TestHarm(t *testing.T) {
	// A loop of which either line may be the one at which it ends is written in one.
	for name, c := range map[string]struct {
		text string // after the search, which ends at line 5
		line int
		want string
	}{
		"an endless loop":        {"while True: x = 1\n", 6, "steps"},
		"a text that doubles":    {"x = 'ab'\nwhile True: x = x + x\n", 7, "of memory"},
		"a list that doubles":    {"x = [1]\nwhile True: x = x + x\n", 7, "of memory"},
		"a large product":        {"x = 'ab' * 500000000\ny = x + x + x\n", 6, "memory"},
		"a number that squares":  {"x = 3\nwhile True: x = x * x\n", 7, ""},
		"a dict of many keys":    {"d = {}\nfor i in range(100000000): d[i] = [i]\n", 7, ""},
		"a list of many":         {"x = list(range(1000000000))\n", 6, ""},
		"calls that never end":   {"def g(n):\n    return g(n + 1)\ng(1)\n", 7, "calls open"},
		"many lines of output":   {"for i in range(1000000000): print(i)\n", 6, "steps"},
		"brackets without end":   {"x = " + strings.Repeat("[", 30000) + strings.Repeat("]", 30000) + "\n", 0, ""},
		"a comprehension":        {"x = [[0] * 1000 for i in range(100000000)]\n", 6, ""},
		"many texts by formats":  {"x = 'a'\nwhile True: x = '{}{}'.format(x, x)\n", 7, ""},
		"sorting for ever":       {"while True: x = sorted(range(1000000))\n", 6, ""},
		"a program that is fine": {"x = 1\n", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			r := request(t, search+"result = f(root)\n"+c.text)
			r.Steps, r.Time = 1_000_000, 3*time.Second // less than the limits, which take longer
			result, err := process.Run(context.Background(), r, &out)
			if name == "a program that is fine" {
				if err != nil || result.Fault != nil {
					t.Fatal(err, result)
				}
				return
			}
			if name == "brackets without end" {
				var faults program.Faults
				if err == nil && result.Fault == nil || err != nil && !errors.As(err, &faults) {
					t.Fatalf("%+v, %v", result, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if result.Fault == nil || result.Fault.Line != c.line || !strings.Contains(result.Fault.Text, c.want) {
				t.Errorf("%+v", result.Fault)
			}
			if result.Events != 12 {
				t.Errorf("%d events", result.Events)
			}
			if b := out.Bytes(); len(b) == 0 || b[len(b)-1] != '\n' {
				t.Error("the last line has no end")
			}
		})
	}
}

// TestEndedByClient: a run ends with the request that asks for it.
func TestEndedByClient(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	gone := errors.New("the client has gone")
	_, err := process.Run(ctx, request(t, search+"result = f(root)\nwhile True:\n    x = sorted(range(1000000))\n"), writerFunc(func([]byte) (int, error) {
		cancel(gone)
		return 0, nil
	}))
	if !errors.Is(err, gone) {
		t.Error(err)
	}
	failed := errors.New("full")
	_, err = process.Run(context.Background(), request(t, search+"result = f(root)\nwhile True:\n    x = sorted(range(1000000))\n"), writerFunc(func([]byte) (int, error) { return 0, failed }))
	if !errors.Is(err, failed) {
		t.Error(err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// BenchmarkStart is what a process costs beside its run.
func BenchmarkStart(b *testing.B) {
	r := request(b, search+"result = f(root)\n")
	for b.Loop() {
		if _, err := process.Run(context.Background(), r, io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
