package traces_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/metrics"
	"strconv"
	"sync"
	"testing"
	"time"

	"espalier/web/machine"
	"espalier/web/webtest"
)

// A printer prints the search of a tree with small whole scores that follow from the ids of its leaves.
type printer struct {
	out       bytes.Buffer
	branching int
	events    int
}

func (p *printer) line(format string, args ...any) {
	fmt.Fprintf(&p.out, format, args...)
	p.events++
}

// score returns a score from 0 to 99 that looks like chance.
func score(id uint64) int { return int((id * 0x9E3779B97F4A7C15 >> 40) % 100) }

// alphaBeta prints alpha-beta, its windows and the path to each node, as the programs of the clients do.
func (p *printer) alphaBeta(path []byte, depth int, id uint64, max bool, alpha, beta int) int {
	if depth == 0 {
		v := score(id)
		p.line(`{"type": "leaf", "id": "%s", "value": %d}`+"\n", path, v)
		return v
	}
	p.line(`{"type": "enter", "id": "%s", "player": %d, "alpha": %d, "beta": %d}`+"\n", path, map[bool]int{true: 1, false: 2}[max], alpha, beta)
	best := -1
	for i := range p.branching {
		v := p.alphaBeta(strconv.AppendInt(append(path, '/'), int64(i), 10), depth-1, id*31+uint64(i)+1, !max, alpha, beta)
		if best < 0 || max == (v > best) {
			best = v
		}
		if max && best > alpha {
			alpha = best
		} else if !max && best < beta {
			beta = best
		}
		if alpha >= beta && i < p.branching-1 {
			p.line(`{"type": "prune", "id": "%s", "cut": %d}`+"\n", path, p.branching-1-i)
			break
		}
	}
	p.line(`{"type": "exit", "id": "%s", "value": %d}`+"\n", path, best)
	return best
}

// shallow prints shallow pruning of three players, with numbers for ids and without bounds.
func (p *printer) shallow(next *int, depth int, id uint64, mover, bound int) (best [3]int) {
	n := *next
	*next++
	if depth == 0 {
		best[0] = score(id)
		best[1] = score(id+1) * (99 - best[0]) / 99
		best[2] = 99 - best[0] - best[1]
		p.line(`{"type":"leaf","id":%d,"value":[%d,%d,%d]}`+"\n", n, best[0], best[1], best[2])
		return best
	}
	p.line(`{"type":"enter","id":%d,"player":%d}`+"\n", n, mover+1)
	for i := range p.branching {
		rest := 99
		if i > 0 {
			rest = 99 - best[mover]
		}
		v := p.shallow(next, depth-1, id*31+uint64(i)+1, (mover+1)%3, rest)
		if i == 0 || v[mover] > best[mover] {
			best = v
		}
		if best[mover] >= bound && i < p.branching-1 {
			p.line(`{"type":"prune","id":%d,"cut":%d}`+"\n", n, p.branching-1-i)
			break
		}
	}
	p.line(`{"type":"exit","id":%d,"value":[%d,%d,%d]}`+"\n", n, best[0], best[1], best[2])
	return best
}

// large returns the runs of the benchmarks.
func large() map[string]func() *printer {
	return map[string]func() *printer{
		"windows": func() *printer {
			p := &printer{branching: 13}
			fmt.Fprintln(&p.out, `{"kind":"minimax","algorithm":"alphabeta","minp":0,"maxp":99}`)
			p.alphaBeta([]byte("root"), 8, 7, true, 0, 99)
			return p
		},
		"vectors": func() *printer {
			p, next := &printer{branching: 6}, 0
			fmt.Fprintln(&p.out, `{"players":3,"maxsum":99,"algorithm":"shallow"}`)
			p.shallow(&next, 8, 7, 0, 99)
			return p
		},
	}
}

// adapt sets what the garbage collector leaves, as the command does.
var adapt = sync.OnceFunc(func() { machine.Adapt(slog.New(slog.DiscardHandler)) })

// BenchmarkOpen opens stored runs of some two million events on a server that has just been started:
// their page, their check and their map, one by one and together. To compare with, it reads the stored bytes. The peak is that of the heap, for
// each event.
func BenchmarkOpen(b *testing.B) {
	adapt()
	for name, print := range large() {
		dir := b.TempDir()
		id, events := store(b, dir, print())
		get := func(path string) func(*testing.B, http.Handler, *httptest.Server) {
			return func(b *testing.B, s http.Handler, _ *httptest.Server) { answer(b, s, path) }
		}
		page, check := get("/traces/"+id), get("/api/v1/traces/"+id+"/checks")
		draw := func(b *testing.B, _ http.Handler, ts *httptest.Server) {
			watchMap(b, ts, fmt.Sprintf(`"trace":%q`, id)).until(isOver)
		}
		for _, what := range []struct {
			name string
			open func(*testing.B, http.Handler, *httptest.Server)
		}{
			{"bytes", get("/api/v1/traces/" + id + "/source")},
			{"page", page},
			{"check", check},
			{"map", draw},
			{"all", func(b *testing.B, s http.Handler, ts *httptest.Server) { // as a browser does
				page(b, s, ts)
				var checked sync.WaitGroup
				checked.Go(func() { check(b, s, ts) })
				draw(b, s, ts)
				checked.Wait()
			}},
		} {
			b.Run(name+"/"+what.name, func(b *testing.B) {
				most := uint64(0)
				for range b.N {
					b.StopTimer()
					s, ts, end := webtest.ServeWithStoreIn(b, dir)
					peak := watchHeap()
					b.StartTimer()
					what.open(b, s, ts)
					b.StopTimer()
					most = max(most, peak())
					end()
				}
				b.ReportMetric(float64(most)/float64(events), "peak-B/event")
				b.ReportMetric(float64(events)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
			})
		}
	}
}

// store sends a run to a server whose store is in a folder.
func store(b *testing.B, dir string, p *printer) (id string, events int) {
	b.Helper()
	_, ts, end := webtest.ServeWithStoreIn(b, dir)
	defer end()
	resp, err := http.Post(ts.URL+"/api/v1/traces", "application/x-ndjson", &p.out)
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	var k kept
	if err := json.NewDecoder(resp.Body).Decode(&k); err != nil || k.Verdict != "right" {
		b.Fatal(resp.Status, err, k)
	}
	return k.ID, k.Events
}

// answer reads an answer of a server to its end.
func answer(b *testing.B, s http.Handler, path string) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context()) // it gives back what the request holds
	defer cancel()
	w := httptest.NewRecorder()
	w.Body = nil
	if s.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)); w.Code != http.StatusOK {
		b.Fatal(path, w.Code)
	}
}

// watchHeap returns a function that ends the watch, and returns by how much the heap has grown at most.
func watchHeap() func() uint64 {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	runtime.GC()
	metrics.Read(heap)
	before, most := heap[0].Value.Uint64(), uint64(0)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		look := time.NewTicker(5 * time.Millisecond)
		defer look.Stop()
		for {
			metrics.Read(heap)
			most = max(most, heap[0].Value.Uint64())
			select {
			case <-look.C:
			case <-stop:
				return
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-stopped
		return most - min(before, most)
	}
}
