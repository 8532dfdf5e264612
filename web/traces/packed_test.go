package traces_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/treetest"
	"espalier/web/webtest"
)

// The reader of packed traces, which documents the form, reads every event as JSON has it:
// of all figures and of random trees with every algorithm, of games and of generated trees.
func TestReaderOfPackedTraces(t *testing.T) {
	t.Parallel()
	needs(t, "python3")
	_, ts := webtest.Serve(t)
	folder := t.TempDir()
	fetched(t, ts.URL, folder, "espalier_packed.py")
	program, err := os.ReadFile("testdata/packed.py")
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, "packed.py", string(program))
	files, want := 0, 0
	keep := func(packed, lines []byte) {
		write(t, folder, fmt.Sprintf("%d.espalier", files), string(packed))
		write(t, folder, fmt.Sprintf("%d.ndjson", files), string(lines))
		files++
		want += bytes.Count(lines, []byte("\n"))
	}
	types, rules := map[trace.Type]int{}, map[trace.Rule]int{}
	onTree := func(tree *trees.Tree, some bool) {
		can, _ := compare.ConfigsOn(tree, 0)
		for i, c := range can {
			if some && i%4 != files%4 {
				continue
			}
			var pack trace.Packer
			var packed, lines []byte
			// A run that ends with an error has events, too.
			_, _ = c.Algorithm.Run(t.Context(), engine.OnTree(tree, 0), c.Options, func(e *trace.Event) {
				packed = pack.Append(packed, e)
				lines = append(trace.AppendJSON(lines, e), '\n')
				types[e.Type]++
				rules[e.Rule]++
			})
			keep(packed, lines)
		}
	}
	for _, f := range figures.All() {
		if f.Tree != nil && f.Tree.Len() < 2_000 {
			onTree(f.Tree, false)
		}
	}
	rng := rand.New(rand.NewPCG(45, 5))
	for i := range 60 {
		s := treetest.Shape{Players: 2 + rng.IntN(4), Decorated: i%3 != 0, Static: true, Uneven: true, Points: 1 + rng.IntN(6), Fractions: i%3 == 0}
		if i%2 == 0 {
			s = treetest.Shape{Kind: trees.Minimax, Range: true, Chance: true, Static: true, Points: 1 + rng.IntN(4), MaxNodes: 60, Uneven: true, Fractions: i%3 == 0}
		}
		onTree(treetest.Random(rng, s), true)
	}
	for _, want := range []trace.Type{trace.Start, trace.Enter, trace.Leaf, trace.Backup, trace.Prune, trace.Research, trace.Exit, trace.Done, trace.Failed} {
		if types[want] == 0 {
			t.Errorf("no event is of the type %v", want)
		}
	}
	for _, want := range []trace.Rule{trace.Deep, trace.Table, trace.Alpha, trace.StarAlpha, trace.StarBeta, trace.Cost, trace.BnBDeep} {
		if rules[want] == 0 {
			t.Errorf("no cut is by the rule %v", want)
		}
	}
	for _, body := range []string{
		`{"game":{"id":"tic-tac-toe"},"algorithm":"alphabeta","options":{"depth":3}}`,
		`{"game":{"id":"sergeant-major","hands":["KS TD 3D","JH KC 6D","QS KH 7C"]},"algorithm":"speculative","options":{"depth":5}}`,
		`{"game":{"id":"pig"},"algorithm":"maxn","options":{"depth":3}}`,
		`{"generate":{"kind":"h32","branching":3,"depth":5,"players":3,"maxsum":100,"seed":1},"algorithm":"shallow"}`,
	} {
		resp, lines := webtest.Post(t, ts.URL+"/api/v1/trace", body)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", body, lines)
		}
		resp, packed := webtest.Post(t, ts.URL+"/api/v1/trace?format=packed", body)
		if kind := resp.Header.Get("Content-Type"); kind != "application/vnd.espalier.packed" {
			t.Errorf("%s: the type is %q", body, kind)
		}
		keep(packed, lines)
	}
	out := output(t, folder, "python3", "-B", "packed.py")
	if n, err := strconv.Atoi(strings.TrimSpace(string(out))); err != nil || n != want || want < 10_000 {
		t.Errorf("the reader has compared %s events, want %d", out, want)
	}
}

// A packed trace is asked for by the address of a run, too, and other forms are refused.
func TestFormatsOfTraces(t *testing.T) {
	_, ts := webtest.Serve(t)
	address := ts.URL + "/api/v1/trace?algorithm=deep&text=" + url.QueryEscape(webtest.Korf6)
	body := webtest.TextBody("deep", "")
	for _, format := range []string{"", "ndjson", "packed"} {
		_, posted := webtest.Post(t, ts.URL+"/api/v1/trace?format="+format, body)
		if format == "" {
			_, posted = webtest.Post(t, ts.URL+"/api/v1/trace", body)
		}
		query := "&format=" + format
		if format == "" {
			query = ""
		}
		resp, got := webtest.Get(t, address+query)
		if resp.StatusCode != http.StatusOK || !bytes.Equal(got, posted) {
			t.Errorf("GET with the format %q = %s, %d bytes; POST sends %d", format, resp.Status, len(got), len(posted))
		}
		if packed := bytes.HasPrefix(got, []byte("espalier\x01")); packed != (format == "packed") {
			t.Errorf("with the format %q packed is %t", format, packed)
		}
	}
	resp, got := webtest.Post(t, ts.URL+"/api/v1/trace?format=xml", body)
	if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(got), "there are ndjson and packed") {
		t.Errorf("another format = %s: %s", resp.Status, got)
	}
	for _, wrong := range []string{"&format=xml", "&format=packed&format=packed", "&formt=packed"} {
		if resp, got := webtest.Get(t, address+wrong); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(got), `"path":"form`) {
			t.Errorf("GET with %s = %s: %s", wrong, resp.Status, got)
		}
	}
}
