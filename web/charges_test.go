package web_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trace/tiles"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/trees/treetest"
)

// chargedLeaves is the number of lines of the runs below.
const chargedLeaves = 20_000

// printedRun returns the run of a program with a line for each leaf.
func printedRun(header string, line func(n int) string) string {
	var b strings.Builder
	b.WriteString(header + "\n" + `{"type":"enter","id":0}` + "\n")
	for n := 1; n <= chargedLeaves; n++ {
		b.WriteString(line(n) + "\n")
	}
	b.WriteString(`{"type":"exit"}` + "\n")
	return b.String()
}

func shortLeaf(n int) string { return fmt.Sprintf(`{"type":"leaf","id":%d,"value":7}`, n) }

// readPrinted reads a run, and leaves the reader open.
func readPrinted(t *testing.T, text string) *program.Reader {
	t.Helper()
	r := program.NewReader(program.Options{})
	for line := range strings.Lines(text) {
		if err := r.Line([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// A chargedBudget counts what a recording takes.
type chargedBudget struct{ bytes int64 }

func (b *chargedBudget) Take(bytes int64) bool { b.bytes += bytes; return true }
func (b *chargedBudget) Free()                 {}

// TestChargesAreWhatIsHeld builds what clients are charged for, of each kind, and compares the charge
// with the heap that it takes.
func TestChargesAreWhatIsHeld(t *testing.T) {
	if treetest.RaceDetector {
		t.Skip("it measures the heap")
	}
	header := `{"kind":"minimax"}`
	plain := printedRun(header, shortLeaf)
	report := func(run *program.Run) *checks.Report {
		r, err := checks.Of(context.Background(), run, checks.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	searched := func(observe trace.Observer) {
		g := &games.Generator{Kind: "h32", Branching: 5, Depth: 8, Players: 3, MaxSum: 100, Seed: 1}
		pos, err := g.Position()
		if err != nil {
			t.Fatal(err)
		}
		a, _ := algorithms.Find("maxn")
		if _, err := a.Run(context.Background(), engine.Problem{Pos: pos}, engine.Options{}, observe); err != nil {
			t.Fatal(err)
		}
	}
	builder := tiles.NewBuilder(nil)
	recorder := trace.NewRecorder(10_000_000, nil)
	searched(recorder.Observe)
	finished := readPrinted(t, plain).Finish()
	for what, build := range map[string]func() (held any, charge int64){
		"a run that is read": func() (any, int64) {
			r := readPrinted(t, plain)
			return r, r.Bytes()
		},
		"a run that was read": func() (any, int64) {
			r := readPrinted(t, plain).Finish()
			return r, r.Bytes()
		},
		"a kilobyte of unknown keys a line": func() (any, int64) {
			r := readPrinted(t, printedRun(header, func(n int) string {
				return fmt.Sprintf(`{"type":"leaf","id":%d,"value":7,"note":"%s"}`, n, strings.Repeat("x", 1000))
			}))
			return r, r.Bytes()
		},
		"names and labels that all differ": func() (any, int64) {
			r := readPrinted(t, printedRun(header, func(n int) string {
				return fmt.Sprintf(`{"type":"leaf","id":"a long name of node %d","move":"to %d","label":"label %d","value":%d}`, n, n, n, n)
			}))
			return r, r.Bytes()
		},
		"windows in each line": func() (any, int64) {
			r := readPrinted(t, printedRun(header, func(n int) string {
				return fmt.Sprintf(`{"type":"leaf","id":%d,"value":7,"alpha":3,"beta":%d}`, n, n)
			}))
			return r, r.Bytes()
		},
		"skipped children": func() (any, int64) {
			r := readPrinted(t, `{"type":"enter"}`+"\n"+strings.Repeat(`{"type":"enter"}`+"\n"+`{"type":"prune","cut":1000}`+"\n"+`{"type":"exit","value":1}`+"\n", 200))
			return r, r.Bytes()
		},
		"a header with a large tree": func() (any, int64) {
			text := "players 3 maxsum 10 1[" + strings.Repeat("(1,2,3) ", 99_000) + "]"
			r := readPrinted(t, string(trees.AppendQuoted([]byte(`{"text":`), text))+"}\n")
			return r, r.Bytes()
		},
		"the tree of a run": func() (any, int64) {
			inf, err := readPrinted(t, printedRun(header, shortLeaf)).Finish().Infer()
			if err != nil {
				t.Fatal(err)
			}
			return inf, inf.Bytes()
		},
		"a follower": func() (any, int64) {
			f := program.NewFollower(program.Replay{})
			f.Skip(finished, len(finished.Events))
			return f, f.Bytes()
		},
		"a report": func() (any, int64) {
			r := report(readPrinted(t, printedRun(`{"players":3}`, func(n int) string {
				return fmt.Sprintf(`{"type":"enter","id":%d}`+"\n"+`{"type":"leaf","value":[1,2,3]}`+"\n"+`{"type":"exit","value":[3,2,1]}`, n)
			})).Finish()).Alone()
			if len(r.Checks) < checks.MaxChecks {
				t.Fatalf("the report has %d checks", len(r.Checks))
			}
			return r, r.Bytes()
		},
		"the nodes of a search": func() (any, int64) {
			recorder.Read(0, recorder.Len(), func(e *trace.Event) bool { builder.Add(e); return true })
			return builder, builder.Bytes()
		},
		"the events of a search": func() (any, int64) {
			b := &chargedBudget{}
			r := trace.NewRecorder(10_000_000, b)
			searched(r.Observe)
			return r, b.bytes
		},
	} {
		t.Run(what, func(t *testing.T) { compareCharge(t, build) })
	}
	for _, of := range []struct {
		what, algorithm string
		options         engine.Options
		problem         func() (engine.Problem, error)
	}{
		{"the numbers of an implicit tree", "maxn", engine.Options{}, generated(games.H32, 5, 8)},
		{"the table of a search", "maxn", engine.Options{Transposition: true, HasDepth: true, Depth: 8}, firstPosition("othello")},
		{"the tree of samples", "mcts-maxn", engine.Options{HasSamples: true, Samples: 20_000}, generated(games.H32, 5, 8)},
		{"a proof", "paranoid-pn", engine.Options{}, generated(games.H32, 5, 8)},
		{"the table of df-pn", "dfpn", engine.Options{}, generated(games.H32, 5, 8)},
		{"what a search remembers", "mtdf", engine.Options{HasDepth: true, Depth: 8}, firstPosition("connect-four")},
	} {
		t.Run(of.what, func(t *testing.T) {
			a, _ := algorithms.Find(of.algorithm)
			compareMeasured(t, func() (took, charge int64) {
				memory := &chargedMemory{}
				ctx := engine.WithMemory(t.Context(), func() engine.Memory { return memory })
				run := func(observe trace.Observer) {
					p, err := of.problem()
					if err == nil {
						_, err = a.Run(ctx, p, of.options, observe)
					}
					if err != nil || memory.bytes != 0 {
						t.Fatalf("%d bytes are charged after the search, %v", memory.bytes, err)
					}
				}
				last := 0
				run(func(e *trace.Event) { last = e.Seq })
				before := heldHeap()
				run(func(e *trace.Event) {
					if e.Seq == last-1 { // the search still has what it holds
						took, charge = heldHeap()-before, memory.bytes
					}
				})
				if charge < 1<<20 {
					t.Fatalf("only %d bytes are charged", charge)
				}
				return took, charge
			})
		})
	}
	t.Run("a check", func(t *testing.T) {
		cut := `{"type":"enter","id":"cut"}` + "\n" + `{"type":"leaf","value":7}` + "\n" + `{"type":"prune","cut":1}` + "\n" + `{"type":"exit","value":7}` + "\n"
		var more strings.Builder
		for n := range 100_000 {
			more.WriteString(shortLeaf(chargedLeaves+1+n) + "\n")
		}
		run := readPrinted(t, strings.Replace(plain, `{"type":"exit"}`, more.String()+cut+`{"type":"exit"}`, 1)).Finish()
		compareMeasured(t, func() (took, charge int64) {
			before := heldHeap()
			_, err := checks.Of(t.Context(), run, checks.Options{Progress: func(done float64) {
				if took == 0 && done > 0.4 { // the cuts are judged
					took = heldHeap() - before
				}
			}})
			if err != nil || took == 0 {
				t.Fatalf("%d bytes are held, %v", took, err)
			}
			return took, checks.Bytes(run)
		})
	})
	t.Run("a map", func(t *testing.T) {
		compareCharge(t, func() (any, int64) {
			m := builder.Map(1, nil)
			return m, m.Bytes()
		})
	})
	runtime.KeepAlive(builder)
}

// A chargedMemory counts what a search holds.
type chargedMemory struct{ bytes int64 }

func (m *chargedMemory) Grow(bytes int64) (int64, error) { m.bytes = bytes; return bytes, nil }
func (m *chargedMemory) Release()                        { m.bytes = 0 }

// generated returns a search problem of three players on a generated tree.
func generated(kind string, branching, depth int) func() (engine.Problem, error) {
	return func() (engine.Problem, error) {
		return engine.OnGenerated(games.Generator{Kind: kind, Branching: branching, Depth: depth, Players: 3, MaxSum: 100, Seed: 1})
	}
}

// firstPosition returns a search problem on the first position of a game.
func firstPosition(id string) func() (engine.Problem, error) {
	return func() (engine.Problem, error) {
		pos, err := games.Open(&games.Document{ID: id})
		if err != nil {
			return engine.Problem{}, err
		}
		return engine.OnGame(id, pos), nil
	}
}

// compareCharge compares the charge of what is built with the heap that it takes.
func compareCharge(t *testing.T, build func() (held any, charge int64)) {
	t.Helper()
	compareMeasured(t, func() (took, charge int64) {
		before := heldHeap()
		held, charge := build()
		took = heldHeap() - before
		runtime.KeepAlive(held)
		return took, charge
	})
}

// heldHeap returns how many bytes of the heap are held.
func heldHeap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// compareMeasured compares what is charged with what is held.
func compareMeasured(t *testing.T, measure func() (took, charge int64)) {
	t.Helper()
	// What earlier tests leave behind can end while it is measured, so that the heap shrinks. A wrong
	// charge is wrong each time.
	var took, charge int64
	for range 5 {
		took, charge = measure()
		t.Logf("%d KiB are held, and %d KiB charged", took>>10, charge>>10)
		const least = 64 << 10 // what else the heap has
		if charge >= took-took/4-least && charge <= took+took/4+least {
			return
		}
	}
	t.Errorf("%d bytes are held, and %d charged", took, charge)
}
