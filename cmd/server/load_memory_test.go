package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"espalier/trees"
	"espalier/web/webtest"
)

// allMemory lets one client ask at the same time for everything that holds memory or a place: live runs
// with keys that nobody knows, empty live runs, live headers with large trees, large uploads, many checks,
// and maps of large searches with their differences and their forms by size. The process stays within the
// memory that it has by default, and others are served. In the end a search, an upload and a live run of
// the others still come to an end.
func allMemory(s *loadServer) {
	ctx, cancel := context.WithCancel(s.t.Context())
	a := &memoryAttack{s: s, answered: map[string]int{}}
	var all sync.WaitGroup
	for range 24 {
		all.Go(func() { a.liveRun(ctx) })
	}
	for range inFull(64, 8) {
		all.Go(func() { a.repeat(ctx, "an empty live run", "api/v1/traces?live=1", "\n") })
	}
	header := largeHeader()
	for range inFull(16, 4) {
		all.Go(func() { a.repeat(ctx, "a live header", "api/v1/traces?live=1", header) })
	}
	upload := longRun(inFull(255<<20, 24<<20))
	for range inFull(3, 2) {
		all.Go(func() { a.repeat(ctx, "an upload", "api/v1/traces", upload) })
	}
	cuts := manySkipped()
	for range inFull(8, 3) {
		all.Go(func() { a.repeat(ctx, "a check", "api/v1/traces/check", cuts) })
		all.Go(func() { a.reports(ctx) })
	}
	keys := a.maps(8)
	for range inFull(40, 4) {
		all.Go(func() { a.tiles(ctx, keys) })
	}
	s.await("espalier_memory_used_bytes", func(bytes int) bool { return bytes > int(loadMemory.Shared())/4 })
	for range inFull(3, 1) {
		s.notices("beside one client that wants all memory", 0)
	}
	used := s.gauge("espalier_memory_used_bytes")
	a.others(ctx)
	cancel()
	for _, ws := range a.sockets {
		ws.Close()
	}
	s.hangUp()
	all.Wait()
	peak := s.peakMemory()
	a.mu.Lock()
	for _, what := range slices.Sorted(maps.Keys(a.answered)) {
		s.t.Logf("%s: %d", what, a.answered[what])
	}
	a.mu.Unlock()
	s.t.Logf("the most memory was %d MiB, now %d MiB; %d MiB were charged of %d MiB", peak>>20, s.memory()>>20, used>>20, loadMemory.Shared()>>20)
	if peak > unitMemory {
		s.t.Errorf("the server took %d MiB, and by default it has %d", peak>>20, unitMemory>>20)
	}
}

// A memoryAttack is what one client does to a server.
type memoryAttack struct {
	s       *loadServer
	sockets []*websocket.Conn

	mu       sync.Mutex
	answered map[string]int // by what was asked and the status
}

func (a *memoryAttack) count(what string, status int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answered[what+" "+strconv.Itoa(status)]++
}

// ask sends a request of the client, and waits a moment after a refusal as a client does.
func (a *memoryAttack) ask(ctx context.Context, what, path, body string) (status int, text string) {
	status, text, err := a.s.as(ctx, rude, path, body)
	if err != nil && ctx.Err() != nil {
		return 0, ""
	}
	a.count(what, status)
	if status >= 400 {
		pause := time.NewTimer(100 * time.Millisecond)
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-ctx.Done():
		}
	}
	return status, text
}

func (a *memoryAttack) repeat(ctx context.Context, what, path, body string) {
	for ctx.Err() == nil {
		a.ask(ctx, what, path, body)
	}
}

// liveRun sends a run with a kilobyte of unknown keys in each line.
func (a *memoryAttack) liveRun(ctx context.Context) {
	for ctx.Err() == nil {
		_, text := a.ask(ctx, "a live run", "api/v1/traces?live=1", "\n")
		var kept struct{ Key string }
		if json.Unmarshal([]byte(text), &kept); kept.Key == "" {
			continue
		}
		var block strings.Builder
		at, status := 1, 200
		for n := 0; status == 200 && ctx.Err() == nil; block.Reset() {
			if n == 0 {
				block.WriteString(`{"type":"enter","id":0}` + "\n")
			}
			for range 200 {
				n++
				fmt.Fprintf(&block, `{"type":"leaf","id":%d,"value":[1,2,3],"note":"%s"}`+"\n", n, strings.Repeat("x", 1000))
			}
			status, _ = a.ask(ctx, "lines of a live run", fmt.Sprintf("api/v1/traces/%s/lines?from=%d", kept.Key, at), block.String())
			at += block.Len()
		}
	}
}

// reports keeps runs, and asks for the checks of each in several ways.
func (a *memoryAttack) reports(ctx context.Context) {
	for ctx.Err() == nil {
		_, text := a.ask(ctx, "a run that is kept", "api/v1/traces", longRun(4<<20))
		var kept struct{ ID string }
		if json.Unmarshal([]byte(text), &kept); kept.ID == "" {
			continue
		}
		for _, how := range []string{"", "?ties=left", "?algorithm=alphabeta", "?algorithm=minimax"} {
			a.ask(ctx, "checks", "api/v1/traces/"+kept.ID+"/checks"+how, "")
		}
	}
}

// maps watches the maps of large searches, two of each tree, and returns their keys when they are known.
func (a *memoryAttack) maps(n int) *mapKeys {
	keys := &mapKeys{of: make([]string, n), ready: make(chan struct{})}
	for i := range n {
		ws := a.s.socket(rude)
		a.sockets = append(a.sockets, ws)
		generator := strings.Replace(strings.Replace(webtest.Generator, `"depth":10`, `"depth":14`, 1), `"seed":1`, fmt.Sprintf(`"seed":%d`, i/2+1), 1)
		ws.WriteMessage(websocket.TextMessage, []byte(`{"type":"map","id":"m",`+webtest.Body(`"generate":`+generator, []string{"maxn", "shallow"}[i%2], "")[1:]))
		go func() {
			for {
				_, message, err := ws.ReadMessage()
				if err != nil {
					return
				}
				var m struct{ Key string }
				if json.Unmarshal(message, &m); m.Key != "" {
					keys.set(i, m.Key)
				}
			}
		}()
	}
	return keys
}

// mapKeys are the keys of maps; those of one tree follow one another.
type mapKeys struct {
	mu    sync.Mutex
	of    []string
	known int           // of them
	ready chan struct{} // closed when all are known
}

func (k *mapKeys) set(i int, key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of[i] == "" {
		if k.known++; k.known == len(k.of) {
			close(k.ready)
		}
	}
	k.of[i] = key
}

// pair returns the keys of two maps of one tree.
func (k *mapKeys) pair() (one, other string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := rand.IntN(len(k.of)) &^ 1
	return k.of[i], k.of[i+1]
}

// tiles asks for tiles of the difference of two maps, and for tiles by size.
func (a *memoryAttack) tiles(ctx context.Context, keys *mapKeys) {
	select {
	case <-keys.ready:
	case <-ctx.Done():
	}
	for ctx.Err() == nil {
		one, other := keys.pair()
		a.ask(ctx, "a difference", "runs/"+one+"/map/tiles?z=0&x=0&y=0&other="+other, "")
		a.ask(ctx, "tiles by size", "runs/"+one+"/map/tiles?z=0&x=0&y=0&form=sized", "")
	}
}

// others lets somebody else search, send a whole run, and send a live run to its end.
func (a *memoryAttack) others(ctx context.Context) {
	want := func(what, path, body string, want int) (text string) {
		a.s.t.Helper()
		status, text, err := a.s.as(ctx, other, path, body)
		if err != nil || status != want {
			a.s.t.Errorf("%s of somebody else = %d, %.200s, %v; want %d", what, status, text, err, want)
		}
		return text
	}
	want("a search", "api/v1/solve", webtest.Body(`"generate":`+strings.Replace(webtest.Generator, `"depth":10`, `"depth":6`, 1), "maxn", ""), 200)
	want("an upload", "api/v1/traces", longRun(64<<10), 201)
	var kept struct{ Key string }
	json.Unmarshal([]byte(want("a live run", "api/v1/traces?live=1", "\n", 201)), &kept)
	text := `{"type":"enter","id":0}` + "\n" + `{"type":"leaf","value":[1,2]}` + "\n" + `{"type":"exit","value":[1,2]}` + "\n"
	want("the lines of a live run", fmt.Sprintf("api/v1/traces/%s/lines?from=1", kept.Key), text, 200)
	want("the end of a live run", "api/v1/traces/"+kept.Key+"/end", "\n", 200)
}

// largeHeader returns the header of a run with a tree of 99,000 nodes.
func largeHeader() string {
	var text strings.Builder
	text.WriteString("players 3 maxsum 10 1[")
	for i := range 99_000 {
		fmt.Fprintf(&text, "(%d,%d,2) ", i%8, 8-i%8)
	}
	return string(trees.AppendQuoted([]byte(`{"text":`), text.String()+"]")) + "}\n"
}

// longRun returns the run of a program with some bytes.
func longRun(size int) string {
	rng := rand.New(rand.NewPCG(1, 1))
	var b bytes.Buffer
	b.Grow(size + 1<<10)
	b.WriteString(`{"kind":"minimax","algorithm":"alphabeta"}` + "\n" + `{"type":"enter","id":0,"player":1}` + "\n")
	for n := 1; b.Len() < size; n++ {
		fmt.Fprintf(&b, `{"type":"leaf","id":%d,"move":"m%d","value":%d,"time":%d,"text":"%064d"}`+"\n", n, n%40, rng.IntN(100), n, n)
	}
	b.WriteString(`{"type":"exit","value":99}` + "\n")
	return b.String()
}

// manySkipped returns a short run that skips two million children.
func manySkipped() string {
	return `{"type":"enter","id":0}` + "\n" + strings.Repeat(`{"type":"enter"}`+"\n"+`{"type":"prune","cut":1000}`+"\n"+`{"type":"exit","value":1}`+"\n", 2000)
}
