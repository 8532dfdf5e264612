package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/trees/treetest"
	"espalier/web/app"
	"espalier/web/webtest"
)

// largeSearch keeps a core busy for minutes, smallSearch for some milliseconds.
var (
	largeSearch = webtest.Body(`"generate":`+strings.Replace(webtest.Generator, `"depth":10`, `"depth":20`, 1), "maxn", "")
	smallSearch = webtest.Body(`"generate":`+strings.Replace(webtest.Generator, `"depth":10`, `"depth":7`, 1), "maxn", "")
)

// TestLoad is one rude client after the other, each with a server of its own.
func TestLoad(t *testing.T) {
	if treetest.RaceDetector {
		t.Skip("it measures times and memory; tests of the packages below run what it uses")
	}
	type loadCase struct {
		name string
		run  func(*loadServer)
	}
	cases := []loadCase{
		{"bodies", func(s *loadServer) { unfinishedBodies(s, func(int) string { return rude }) }},
		{"searches", hoggingSearches},
		{"runs", hoggingRuns},
		{"sockets", manySockets},
		{"slow readers", slowReaders},
		{"large answers", largeAnswers},
		{"memory", allMemory},
	}
	if *loadInFull {
		cases = append(cases, loadCase{"bodies of many addresses", func(s *loadServer) {
			unfinishedBodies(s, func(i int) string { return fmt.Sprintf("198.51.%d.%d", i/250, i%250) })
		}})
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(startLoad(t)) })
	}
}

// unfinishedBodies sends bodies of 9 MB of which the last byte never comes.
func unfinishedBodies(s *loadServer, client func(i int) string) {
	n := inFull(300, 40)
	body := bytes.Repeat([]byte(" "), app.MaxBody-1)
	rest, peak := s.memory(), s.watchMemory()
	for i := range n {
		s.post(client(i), "api/v1/parse", app.MaxBody, body)
	}
	s.await("espalier_body_bytes", func(bytes int) bool { return int64(bytes) > loadMemory.Of(app.BodyPart)/2-app.MaxBody })
	s.notices(fmt.Sprintf("beside %d unfinished bodies", n), besideBodies)
	most := peak() - rest
	s.hangUp()
	start := time.Now()
	webtest.Eventually(s.t, settlingTime, func() bool { return s.memory() <= rest+givenBack }, "the memory is not given back")
	s.t.Logf("%d unfinished bodies: %d MiB above rest, which is %d MiB; given back after %s", n, most>>20, rest>>20, time.Since(start).Round(100*time.Millisecond))
	if most > bodyMemory {
		s.t.Errorf("unfinished bodies take %d MiB above rest, want at most %d", most>>20, bodyMemory>>20)
	}
}

// hoggingSearches keeps 64 large searches of one client at work.
func hoggingSearches(s *loadServer) {
	const hogs = 64
	ctx, cancel := context.WithCancel(s.t.Context())
	var all sync.WaitGroup
	for range hogs {
		all.Go(func() {
			for ctx.Err() == nil { // one that has waited for too long comes again
				s.as(ctx, rude, "api/v1/solve", largeSearch)
			}
		})
	}
	defer all.Wait()
	defer cancel()
	s.await("espalier_searches_waiting", func(n int) bool { return n >= hogs-app.MaxGenerated })
	s.notices(fmt.Sprintf("beside %d searches", hogs), 0)
	// 25 at the same moment.
	var served atomic.Int32
	var small sync.WaitGroup
	start := time.Now()
	for range 25 {
		small.Go(func() {
			if status, text, err := s.as(ctx, other, "api/v1/solve", smallSearch); status == 200 && err == nil {
				served.Add(1)
			} else {
				s.t.Errorf("a small solve: %d %.300s, %v", status, text, err)
			}
		})
	}
	small.Wait()
	s.t.Logf("%d of 25 searches at the same moment are served within %s", served.Load(), time.Since(start).Round(time.Millisecond))
}

// hoggingRuns opens websockets of one client, starts 16 runs on each, and reads all
// that comes. Where a run ends another one of those that wait takes its place.
func hoggingRuns(s *loadServer) {
	const runs = 16
	n := inFull(1000, 60)
	var got atomic.Int64
	for i := range n {
		ws := s.socket(rude)
		search := largeSearch
		if i%2 == 0 {
			search = smallSearch
		}
		go func() {
			for run := range runs {
				id := fmt.Sprintf("r%d", run)
				ws.WriteMessage(websocket.TextMessage, []byte(webtest.RunMessage(id, search)))
				ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"credit","id":%q,%s}`, id, webtest.Plentiful))
			}
		}()
		go func() {
			for b := make([]byte, 256<<10); ; {
				n, err := ws.NetConn().Read(b)
				if got.Add(int64(n)); err != nil {
					return
				}
			}
		}()
	}
	s.await("espalier_searches", func(n int) bool { return n >= app.MaxSearches/2 })
	s.notices(fmt.Sprintf("beside %d websockets with %d runs each", n, runs), 0)
	s.t.Logf("%d searches at work, %d wait; the rude client has read %d MB; the server has %d MiB",
		s.gauge("espalier_searches"), s.gauge("espalier_searches_waiting"), got.Load()/1e6, s.memory()>>20)
}

// manySockets opens as many websockets from one address as a large school has.
func manySockets(s *loadServer) {
	n := inFull(2500, 500)
	before := s.memory()
	for range n {
		s.socket(rude)
	}
	s.await("espalier_websockets", func(open int) bool { return open == n })
	s.t.Logf("%d websockets of one address: %.1f KiB each", n, float64(s.memory()-before)/float64(n)/1024)
	s.notices("beside them", 0)
	for _, client := range []string{rude, other} {
		ws := s.socket(client)
		if err := ws.WriteMessage(websocket.TextMessage, []byte(webtest.RunMessage("a", webtest.TextBody("maxn", "")))); err != nil {
			s.t.Fatal(err)
		}
		ws.SetReadDeadline(time.Now().Add(requestTime))
		for text := []byte(nil); !bytes.HasPrefix(text, []byte(`{"type":"end"`)); {
			var err error
			if _, text, err = ws.ReadMessage(); err != nil || bytes.HasPrefix(text, []byte(`{"type":"error"`)) {
				s.t.Fatalf("a run on one more websocket: %.300s, %v", text, err)
			}
		}
	}
}

// slowReaders ask for traces and read nothing of them.
func slowReaders(s *loadServer) {
	n := inFull(64, 16)
	for range n {
		s.post(rude, "api/v1/trace", len(largeSearch), []byte(largeSearch))
	}
	s.await("espalier_searches", func(n int) bool { return n >= app.MaxGenerated/2 })
	s.notices(fmt.Sprintf("beside %d traces that nobody reads", n), 0)
	if *loadInFull {
		took := s.await("espalier_searches", func(n int) bool { return n == 0 })
		s.t.Logf("all of them are ended after %s more", took.Round(time.Second))
	}
}
