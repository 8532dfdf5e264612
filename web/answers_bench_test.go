package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"espalier/web/webtest"
)

// BenchmarkAnswers measures whole requests on a quiet server: small and larger pages, a
// small search, and a large tree as JSON, all without a network.
func BenchmarkAnswers(b *testing.B) {
	s, ts := webtest.ServeWithStore(b)
	var text strings.Builder
	text.WriteString("players 2 maxsum 10 1[")
	for i := range 20_000 {
		fmt.Fprintf(&text, " leaf_%d_with_a_long_label: (1,9)", i)
	}
	text.WriteString(" ]")
	made := webtest.MakeTree(b, ts, `{"text":`+webtest.Quote(text.String())+`}`)
	for _, c := range []struct{ name, path, body, encoding string }{
		{"page", "/figures/k1991-fig6?algorithm=deep", "", "gzip"},
		{"gallery", "/", "", "gzip"},
		{"solve", "/api/v1/solve", webtest.TextBody("speculative", ""), ""},
		{"list", "/api/v1/algorithms", "", "gzip"},
		{"tree", "/api/v1/trees/" + made.ID, "", ""},
		{"dot", "/export/tree.dot?saved=" + made.ID, "", ""},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				method := http.MethodGet
				if c.body != "" {
					method = http.MethodPost
				}
				ctx, cancel := context.WithCancel(b.Context()) // it gives back what the request holds
				r := httptest.NewRequestWithContext(ctx, method, "http://localhost"+c.path, strings.NewReader(c.body))
				r.Header.Set("Accept-Encoding", c.encoding)
				w := discarding{header: http.Header{}}
				if s.ServeHTTP(&w, r); w.status != http.StatusOK {
					b.Fatal(c.path, w.status)
				}
				cancel()
			}
		})
	}
}

// BenchmarkAnswersOverHTTP does so with connections, for a small page and a small search.
// It counts the client's work, too.
func BenchmarkAnswersOverHTTP(b *testing.B) {
	_, ts := webtest.ServeWithStore(b)
	b.Run("solve", func(b *testing.B) {
		for b.Loop() {
			if resp, text := webtest.Post(b, ts.URL+"/api/v1/solve", webtest.TextBody("speculative", "")); resp.StatusCode != http.StatusOK {
				b.Fatalf("%s", text)
			}
		}
	})
	b.Run("page", func(b *testing.B) {
		for b.Loop() {
			if resp, text := webtest.Get(b, ts.URL+"/figures/k1991-fig6?algorithm=deep"); resp.StatusCode != http.StatusOK {
				b.Fatalf("%s", text)
			}
		}
	})
}

// A discarding takes an answer as a connection does, at once.
type discarding struct {
	header http.Header
	status int
}

func (d *discarding) Header() http.Header { return d.header }

func (d *discarding) WriteHeader(status int) {
	if d.status == 0 {
		d.status = status
	}
}

func (d *discarding) SetWriteDeadline(time.Time) error { return nil }

func (d *discarding) Write(b []byte) (int, error) {
	d.WriteHeader(http.StatusOK)
	return io.Discard.Write(b)
}
