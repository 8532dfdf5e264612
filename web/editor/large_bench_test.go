package editor_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"espalier/trees/treetest"
	"espalier/web/webtest"
)

// BenchmarkEditLarge is the server's share of an edit of a tree with 88,573 nodes: from the
// message of the editor to that with the new draft, with the disk in between. The page has
// the picture that a large tree opens with, and gets what changes of it.
func BenchmarkEditLarge(b *testing.B) {
	tree := treetest.Uniform(b, 3, 10)
	for _, c := range []struct {
		name string
		edit func(i, revision int) string
	}{
		{"value", func(i, _ int) string { return fmt.Sprintf(`{"op":"set","nodes":[11],"value":[%d,0]}`, i%9) }},
		{"label", func(i, _ int) string { return fmt.Sprintf(`{"op":"set","nodes":[2],"label":"n%d"}`, i) }},
		{"child", func(i, _ int) string { return `{"op":"child","node":2}` }},
		{"undo", func(_, revision int) string {
			if revision == 1 {
				return `{"op":"delete","nodes":[40000]}`
			} // then each takes back the one before
			return fmt.Sprintf(`{"op":"undo","revision":%d}`, revision)
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			_, ts := webtest.ServeWithStore(b)
			m := webtest.MakeTree(b, ts, `{"tree":`+string(tree.AppendJSON(nil))+`}`)
			p := webtest.Dial(b, ts)
			p.Send(`{"type":"open","id":"d1","saved":%q,"patches":true}`, m.Key)
			answer := func() {
				for {
					_, text, err := p.WS.ReadMessage()
					if err != nil {
						b.Fatal(err)
					}
					if bytes.HasPrefix(text, []byte(`{"type":"refused"`)) {
						b.Fatalf("%s", text)
					}
					if bytes.HasPrefix(text, []byte(`{"type":"draft"`)) {
						return
					}
				}
			}
			answer()
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				p.Send(`{"type":"edit","id":"d1","seq":%d,"edit":%s}`, len(took)+1, c.edit(len(took), len(took)+1))
				answer()
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			ms := func(part int) float64 { return float64(took[(len(took)-1)*part/100].Microseconds()) / 1000 }
			b.ReportMetric(ms(50), "p50-ms")
			b.ReportMetric(ms(95), "p95-ms")
			p.Send(`{"type":"close","id":"d1"}`)
		})
	}
}
