package checks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"espalier/trace/program"
	"espalier/trees"
)

// TestBestsOfVisitsAgain compares the best of each open node, at each event of runs that visit children
// again, with a comparison of all its children one after the other.
func TestBestsOfVisitsAgain(t *testing.T) {
	again := 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 1))
		value := func() string {
			if seed%2 == 0 {
				return fmt.Sprintf(`,"value":%d`, rng.IntN(4))
			}
			return fmt.Sprintf(`,"value":[%d,%d,%d]`, rng.IntN(3), rng.IntN(3), rng.IntN(3))
		}
		var tree *trees.Tree
		places, header := 9, `{"kind":"maxn","players":3}`
		switch {
		case seed%2 == 0:
			header = `{"kind":"minimax"}`
		case seed%3 == 0: // with a tree that says which child is further left
			var err error
			if tree, err = trees.ReadText("players 3 maxsum 9 r: 1[ n0: (0,1,2) n1: (1,1,1) n2: (2,0,1) n3: (1,0,2) n4: (1,2,0) n5: (2,2,2) n6: (0,0,0) n7: (2,1,0) n8: (1,1,0) ]"); err != nil {
				t.Fatal(err)
			}
			header = `{"algorithm":"maxn","options":{"order":"killer"}}`
		}
		lines := []string{header, `{"type":"enter","id":"r","player":1}`}
		for range 40 {
			child := rng.IntN(places)
			if tree == nil && rng.IntN(3) == 0 {
				lines = append(lines, fmt.Sprintf(`{"type":"enter","id":"e%d","player":2}`, child), fmt.Sprintf(`{"type":"exit","id":"e%d","value":null}`, child))
				if rng.IntN(3) > 0 {
					lines[len(lines)-1] = fmt.Sprintf(`{"type":"exit","id":"e%d"%s}`, child, value())
				}
				continue
			}
			lines = append(lines, fmt.Sprintf(`{"type":"leaf","id":"n%d"%s}`, child, value()))
		}
		run, err := program.Read(strings.NewReader(strings.Join(lines, "\n")+"\n"), program.Options{Tree: tree})
		if err != nil {
			t.Fatal(err, strings.Join(lines, "\n"))
		}
		c := newChecker(context.Background(), run, Options{})
		if _, err := c.check(); err != nil {
			t.Fatal(err)
		}
		events := run.Events
		for n := range len(events) + 1 {
			run.Events = events[:n]
			if err := c.lines(run.Movers()); err != nil {
				t.Fatal(err)
			}
			for i := range c.stack {
				f := &c.stack[i]
				want := frame{node: f.node}
				for _, k := range f.children {
					c.better(&want, k)
				}
				if len(f.bests.of) > 0 {
					again++
				}
				if f.has != want.has || f.has && (f.best != want.best || f.from != want.from || f.right != want.right || f.fromEnd != want.fromEnd) {
					t.Fatalf("after %d events of\n%s\nthe best is %v %v of %d, %v of %d; want %v %v of %d, %v of %d", n, strings.Join(lines, "\n"),
						f.has, f.best, f.from, f.right, f.fromEnd, want.has, want.best, want.from, want.right, want.fromEnd)
				}
			}
		}
	}
	if again == 0 {
		t.Error("no child is visited again")
	}
}

// manyAgain returns a run that visits the first of its children again and again.
func manyAgain(children, visits int) string {
	var b strings.Builder
	b.WriteString(`{"kind":"minimax"}` + "\n" + `{"type":"enter","id":"r","player":1}` + "\n")
	for i := range children {
		fmt.Fprintf(&b, `{"type":"leaf","id":%d,"value":%d}`+"\n", i, i%100)
	}
	for i := range visits {
		fmt.Fprintf(&b, `{"type":"leaf","id":0,"value":%d}`+"\n", i%200)
	}
	b.WriteString(`{"type":"exit","id":"r","value":199}` + "\n")
	return b.String()
}

// TestManyVisitsAgain checks a run that took more than ten minutes while each visit compared all children.
func TestManyVisitsAgain(t *testing.T) {
	run, err := program.Read(strings.NewReader(manyAgain(200_000, 100_000)), program.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if _, err := Of(ctx, run, Options{}); err != nil {
		t.Error(err)
	}
}

// BenchmarkVisitsAgain checks a run with 20,000 children of which the first is visited 2,000 times more.
func BenchmarkVisitsAgain(b *testing.B) {
	run, err := program.Read(strings.NewReader(manyAgain(20_000, 2_000)), program.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Of(b.Context(), run, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
