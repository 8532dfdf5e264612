package editor_test

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/trees/treetest"
	"espalier/web/webtest"
	"espalier/web/words"
)

// BenchmarkEdit is the server's share of a keystroke: from the edit message to
// the whole draft message, kept on the disk between.
func BenchmarkEdit(b *testing.B) {
	for _, nodes := range []int{200, 2_000, 20_000, 200_000} {
		b.Run(words.Grouped(nodes), func(b *testing.B) {
			_, ts := webtest.ServeWithStore(b)
			tree := treetest.LabelledTree(b, nodes)
			m := webtest.MakeTree(b, ts, `{"tree":`+string(tree.AppendJSON(nil))+`}`)
			p := webtest.Dial(b, ts)
			p.Open("d1", m.Key)
			leaf := 0
			for n := range tree.Len() {
				if tree.IsLeaf(n) {
					leaf = n + 1
					break
				}
			}
			var took []time.Duration
			size := 0
			for b.Loop() {
				start := time.Now()
				p.Send(`{"type":"edit","id":"d1","seq":%d,"edit":{"op":"set","nodes":[%d],"value":[%d,%d,0]}}`, len(took)+1, leaf, len(took)%4, len(took)%3+1)
				for {
					_, text, err := p.WS.ReadMessage()
					if err != nil {
						b.Fatal(err)
					}
					if string(text[:15]) == `{"type":"draft"` {
						size = len(text)
						break
					}
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
			b.ReportMetric(float64(size), "message-bytes")
			p.WS.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"close","id":"d1"}`))
		})
	}
}

// BenchmarkTenEditOne is what ten people wait who edit one tree at one moment,
// each with some four edits a second.
func BenchmarkTenEditOne(b *testing.B) {
	const people, pace = 10, 250 * time.Millisecond
	for _, nodes := range []int{7, 200, 1_000} {
		b.Run(words.Grouped(nodes), func(b *testing.B) {
			_, ts := webtest.ServeWithStore(b)
			m := webtest.MakeTree(b, ts, `{"tree":`+string(treetest.LabelledTree(b, nodes).AppendJSON(nil))+`}`)
			var all sync.WaitGroup
			var mu sync.Mutex
			var took []time.Duration
			messages := 0
			for who := range people {
				p := webtest.Dial(b, ts)
				p.Open("d1", m.Key)
				all.Go(func() {
					answered := make(chan struct{})
					go func() {
						defer close(answered)
						for {
							_, text, err := p.WS.ReadMessage()
							if err != nil {
								return
							}
							mu.Lock()
							messages++
							mu.Unlock()
							if bytes.Contains(text[:min(len(text), 400)], []byte(`"seq":`)) {
								answered <- struct{}{}
							}
						}
					}()
					time.Sleep(pace * time.Duration(who) / people)
					for i := range b.N {
						start := time.Now()
						p.WS.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"edit","id":"d1","seq":%d,"edit":{"op":"set","nodes":[2],"label":"w%d_%d"}}`, i+1, who, i))
						<-answered
						mu.Lock()
						took = append(took, time.Since(start))
						mu.Unlock()
						time.Sleep(max(0, pace-time.Since(start)))
					}
					p.WS.Close()
				})
			}
			all.Wait()
			slices.Sort(took)
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			b.ReportMetric(ms(took[len(took)/2]), "p50-ms")
			b.ReportMetric(ms(took[len(took)*95/100]), "p95-ms")
			b.ReportMetric(float64(messages)/float64(len(took)), "messages/edit")
		})
	}
}
