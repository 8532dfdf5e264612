package web

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// BenchmarkEdit is the server's share of a keystroke: from the edit message to
// the whole draft message, kept on the disk between.
func BenchmarkEdit(b *testing.B) {
	for _, nodes := range []int{200, 2_000, 20_000, 200_000} {
		b.Run(grouped(nodes), func(b *testing.B) {
			_, ts := keep(b)
			tree := randomTree(b, nodes)
			m := makeTree(b, ts, `{"tree":`+string(tree.AppendJSON(nil))+`}`)
			p := dial(b, ts)
			p.open("d1", m.Key)
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
				p.send(`{"type":"edit","id":"d1","seq":%d,"edit":{"op":"set","nodes":[%d],"value":[%d,%d,0]}}`, len(took)+1, leaf, len(took)%4, len(took)%3+1)
				for {
					_, text, err := p.ws.ReadMessage()
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
			p.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"close","id":"d1"}`))
		})
	}
}
