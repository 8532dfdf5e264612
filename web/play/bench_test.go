package play_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"espalier/trace"
	"espalier/web/play"
	"espalier/web/webtest"
)

// BenchmarkSocket carries a million events of the yardstick from the engine
// through a websocket to a client: as the contract's events, and as the steps
// of a page.
func BenchmarkSocket(b *testing.B) {
	const events = 1_000_000
	for form, page := range map[string]string{"events": "", "steps": `,"page":true`} {
		b.Run(form, func(b *testing.B) {
			_, ts := webtest.Serve(b)
			p := webtest.Dial(b, ts)
			request := webtest.Body(`"generate":`+strings.Replace(webtest.Generator, `"depth":10`, `"depth":9`, 1), "maxn", page)
			sent := 0
			for i := range b.N {
				id := fmt.Sprint(i)
				p.Send("%s", webtest.RunMessage(id, request))
				p.Send(`{"type":"credit","id":%q,"events":%d}`, id, events-play.StartCredit)
				for left := events; left > 0; {
					_, text, err := p.WS.ReadMessage()
					if err != nil {
						b.Fatal(err)
					}
					sent += len(text)
					left -= countEvents(b, text)
				}
				p.Send(`{"type":"cancel","id":%q}`, id)
				for {
					_, text, err := p.WS.ReadMessage()
					if err != nil {
						b.Fatal(err)
					}
					if bytes.HasPrefix(text, []byte(`{"type":"end"`)) {
						break
					}
				}
			}
			b.ReportMetric(float64(events)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
			b.ReportMetric(float64(sent)/float64(b.N)/events, "bytes/event")
		})
	}
}

// countEvents counts what a message carries without the cost of parsing it.
func countEvents(b *testing.B, text []byte) int {
	if bytes.HasPrefix(text, []byte(`{"type":"events"`)) {
		return bytes.Count(text, []byte(`{"seq":`))
	}
	if len(text) < 12 || binary.LittleEndian.Uint32(text) != trace.StepsMessage {
		b.Fatalf("message %.200s", text)
	}
	return int(binary.LittleEndian.Uint32(text[8:]))
}

// BenchmarkTrace is the stream of /trace.
func BenchmarkTrace(b *testing.B) {
	_, ts := webtest.Serve(b)
	request := webtest.Body(`"generate":`+strings.Replace(webtest.Generator, `"depth":10`, `"depth":7`, 1), "maxn", "")
	for range b.N {
		resp, text := webtest.Post(b, ts.URL+"/api/v1/trace", request)
		if resp.StatusCode != 200 {
			b.Fatal(resp.Status)
		}
		b.SetBytes(int64(len(text)))
	}
}
