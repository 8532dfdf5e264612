package checks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
)

// benched is a run of speculative pruning for three players, as a program prints it:
// about 400,000 lines.
var benched = sync.OnceValue(func() string {
	random := rand.New(rand.NewPCG(7, 44))
	const maxsum = 30
	b := trees.NewGameBuilder(trees.Header{Unit: trees.Unit, Kind: trees.MaxN, Players: 3, MaxSum: trees.Some(maxsum * trees.Unit)}, 5_000_000)
	var grow func(depth, mover int)
	grow = func(depth, mover int) {
		if depth == 0 {
			var v trees.Vector
			left := maxsum
			for p := range 2 {
				s := random.IntN(left + 1)
				v[p], left = trees.Score(s)*trees.Unit, left-s
			}
			v[2] = trees.Score(left) * trees.Unit
			b.Open(trees.Node{Value: &v})
		} else {
			b.Open(trees.Node{Player: mover})
			for range 7 {
				grow(depth-1, mover%3+1)
			}
		}
		b.Close()
	}
	grow(7, 1)
	tree, err := b.Tree()
	if err != nil {
		panic(err)
	}
	a, _ := algorithms.Find("speculative")
	return printed(nil, a, tree, engine.Options{}, header(tree, "speculative"))
})

func readBenched(b *testing.B, text string) *program.Run {
	run, err := program.Read(strings.NewReader(text), program.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return run
}

func perSecond(b *testing.B, lines int) {
	b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}

// BenchmarkReadJSON is what encoding/json needs to read each line as an object, to compare with.
func BenchmarkReadJSON(b *testing.B) {
	lines := bytes.Split([]byte(strings.TrimSpace(benched())), []byte("\n"))
	b.ResetTimer()
	for range b.N {
		for _, l := range lines {
			var e struct {
				Type   string          `json:"type"`
				ID     json.RawMessage `json:"id"`
				Player int             `json:"player"`
				Value  json.RawMessage `json:"value"`
				Cut    json.RawMessage `json:"cut"`
			}
			if err := json.Unmarshal(l, &e); err != nil {
				b.Fatal(err)
			}
		}
	}
	perSecond(b, len(lines))
}

// BenchmarkReadRun reads a run, and says how much memory is kept of it.
func BenchmarkReadRun(b *testing.B) {
	text := benched()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	run := readBenched(b, text)
	runtime.GC()
	runtime.ReadMemStats(&after)
	kept := float64(after.HeapAlloc) - float64(before.HeapAlloc)
	events := len(run.Events)
	runtime.KeepAlive(run)
	b.ResetTimer()
	for range b.N {
		readBenched(b, text)
	}
	perSecond(b, strings.Count(text, "\n"))
	b.ReportMetric(kept/float64(events), "bytes/event")
}

// BenchmarkCheckRun is the way from the bytes to the checked run.
func BenchmarkCheckRun(b *testing.B) {
	text := benched()
	b.ResetTimer()
	for range b.N {
		r, err := checks.Of(context.Background(), readBenched(b, text), checks.Options{})
		if err != nil || r.Errors > 0 {
			b.Fatal(err, r.Errors)
		}
	}
	perSecond(b, strings.Count(text, "\n"))
}
