package checks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trace/program"
	"espalier/trees"
)

// TestBestsOfVisitsAgain compares the best of each open node, at each event of runs that visit children
// again, with a comparison of all its children one after the other.
func TestBestsOfVisitsAgain(t *testing.T) {
	again := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		value := func() string {
			if seed%6 == 4 { // floats, of which those next to a whole number are equal
				return fmt.Sprintf(`,"value":%d.%010d`, rng.IntN(4), rng.IntN(3))
			}
			if seed%2 == 0 {
				return fmt.Sprintf(`,"value":%d`, rng.IntN(4))
			}
			if seed%6 == 3 {
				return fmt.Sprintf(`,"value":[%d.%010d,%d,%d.5]`, rng.IntN(3), rng.IntN(3), rng.IntN(3), rng.IntN(3))
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

// manyAgain returns a run that visits the first of its children again and again. Each value is followed by
// fraction, which makes it a float.
func manyAgain(children, visits int, fraction string) string {
	var b strings.Builder
	b.WriteString(`{"kind":"minimax"}` + "\n" + `{"type":"enter","id":"r","player":1}` + "\n")
	for i := range children {
		fmt.Fprintf(&b, `{"type":"leaf","id":%d,"value":%d%s}`+"\n", i, i%100, fraction)
	}
	for i := range visits {
		fmt.Fprintf(&b, `{"type":"leaf","id":0,"value":%d%s}`+"\n", i%200, fraction)
	}
	b.WriteString(`{"type":"exit","id":"r","value":199` + fraction + `}` + "\n")
	return b.String()
}

// aFloat is what follows a value that is a float.
const aFloat = ".123456789012"

// TestVisitsAgainAreFewComparisons counts the children that are compared while one of many is visited again.
func TestVisitsAgainAreFewComparisons(t *testing.T) {
	for _, fraction := range []string{"", aFloat} {
		const children, visits = 4_000, 4_000
		run, err := program.Read(strings.NewReader(manyAgain(children, visits, fraction)), program.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if run.HasFloats != (fraction != "") {
			t.Fatalf("HasFloats is %v with the fraction %q", run.HasFloats, fraction)
		}
		c := newChecker(context.Background(), run, Options{})
		if err := c.lines(run.Movers()); err != nil {
			t.Fatal(err)
		}
		const each = 2 * 13 // levels of the tree of the children, before and after a visit
		if most := 2 * each * (children + visits); c.compared == 0 || c.compared > most {
			t.Errorf("with the fraction %q, %d children were compared; want at most %d", fraction, c.compared, most)
		}
	}
}

// BenchmarkVisitsAgain checks a run with 20,000 children of which the first is visited 2,000 times more. The
// baseline visits no child again.
func BenchmarkVisitsAgain(b *testing.B) {
	for _, of := range []struct {
		name, fraction string
		visits         int
	}{{"whole", "", 2_000}, {"float", aFloat, 2_000}, {"baseline", aFloat, 0}} {
		b.Run(of.name, func(b *testing.B) {
			run, err := program.Read(strings.NewReader(manyAgain(20_000, of.visits, of.fraction)), program.Options{})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := Of(b.Context(), run, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
