package trace

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range max(len(gotLines), len(wantLines)) {
		var g, w []byte
		if i < len(gotLines) {
			g = gotLines[i]
		}
		if i < len(wantLines) {
			w = wantLines[i]
		}
		if !bytes.Equal(g, w) {
			t.Errorf("%s, line %d =\n%s, want\n%s", name, i+1, g, w)
		}
	}
}

func TestJSONGolden(t *testing.T) {
	var b []byte
	for i, e := range everyEvent() {
		e.Seq = i
		b = append(AppendJSON(b, &e), '\n')
	}
	golden(t, "events.ndjson", counts.ReplaceAllFunc(b, func(c []byte) []byte { return unused.ReplaceAll(c, nil) }))
}

// The golden file leaves out unused rules, so that a further rule does not change it. The first rule is always there.
var counts, unused = regexp.MustCompile(`"prunes":{[^}]*`), regexp.MustCompile(`,"[a-z-]+":0\b`)

// TestStatsHaveEveryRule: the counters have each rule but Other, also one that cut nothing.
func TestStatsHaveEveryRule(t *testing.T) {
	var got struct{ Prunes map[string]int }
	if err := json.Unmarshal(AppendStats(nil, &Stats{Prunes: [RuleCount]int{Deep: 2}}), &got); err != nil {
		t.Fatal(err)
	}
	for _, r := range Rules() {
		if n, has := got.Prunes[r.String()]; has == (r == Other) || has && n != map[Rule]int{Deep: 2}[r] {
			t.Errorf("rule %v is counted with %d, %v", r, n, has)
		}
	}
}

// TestJSONIsRead reads events with encoding/json.
func TestJSONIsRead(t *testing.T) {
	for seed := range uint64(50) {
		_, events := randomRun(seed)
		for i := range events {
			e := &events[i]
			b := AppendJSON(nil, e)
			var got struct {
				Seq  int
				Type string
				Node *int32
				Cut  []int32
			}
			if err := json.Unmarshal(b, &got); err != nil {
				t.Fatalf("AppendJSON(event %d of run %d) = %s: %v", i, seed, b, err)
			}
			if got.Seq != e.Seq || got.Type != e.Type.String() || len(got.Cut) != len(e.Cut) ||
				e.Type != Start && e.Type != Done && *got.Node != e.Node {
				t.Errorf("AppendJSON(event %d of run %d) = %s, want %+v", i, seed, b, e)
			}
		}
	}
}

func TestJSONAllocatesNothing(t *testing.T) {
	_, events := randomRun(3)
	b := make([]byte, 0, 1<<20)
	events = events[1 : len(events)-1] // start and done have string fields
	if n := testing.AllocsPerRun(10, func() {
		b = b[:0]
		for i := range events {
			b = AppendJSON(b, &events[i])
		}
	}); n > 0 {
		t.Errorf("AppendJSON of %d events allocates %v times, want 0", len(events), n)
	}
}

func BenchmarkAppendJSON(b *testing.B) {
	_, events := randomRun(3)
	buf := make([]byte, 0, 1<<20)
	bytes, n := 0, 0
	for b.Loop() {
		buf = buf[:0]
		for i := range events {
			buf = AppendJSON(buf, &events[i])
		}
		bytes += len(buf)
		n += len(events)
	}
	b.SetBytes(int64(len(buf)))
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(bytes)/float64(n), "B/event")
}
