package trees_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"espalier/trees"
	"espalier/trees/treetest"
)

// wide has n leaves below the root, deep is a chain with n levels.
func wide(n int) string {
	return `{"players":3,"root":{"player":1,"children":[` + strings.Repeat(`{"value":[1,2,3]},`, n-1) + `{"value":[1,2,3]}]}}`
}

func deep(levels int) string {
	return `{"players":3,"root":` + strings.Repeat(`{"player":1,"children":[`, levels-1) + `{"value":[1,2,3]}` + strings.Repeat(`]}`, levels-1) + `}`
}

// bushy has two leaves beside each node of a chain; the children are written
// first.
func bushy(levels int) string {
	const leaf = `{"value":[1,2,3],"label":"some leaf"}`
	return `{"root":` + strings.Repeat(`{"children":[`+leaf+`,`, levels-1) + leaf + strings.Repeat(`,`+leaf+`],"up":[9,9,9],"player":1}`, levels-1) + `,"players":3}`
}

func textOf(doc string) string {
	return strings.NewReplacer(`{"players":3,"root":`, "players 3 ", `{"player":1,"children":[`, "1[", `{"value":[1,2,3]}`, "(1,2,3) ", "]}", "]", ",", " ", "}", "").Replace(doc)
}

func TestLimits(t *testing.T) {
	title := func(n int) string {
		return `{"players":1,"title":"` + strings.Repeat("é", n) + `","root":{"value":[1]}}`
	}
	alternatives := func(n int) string {
		return `{"players":1,"root":{"alternatives":[[0]` + strings.Repeat(",[1]", n-1) + `]}}`
	}
	outcomes := func(n int) string {
		return `{"players":1,"outcomes":[[0]` + strings.Repeat(",[1]", n-1) + `],"root":{"value":[1]}}`
	}
	for _, c := range []struct {
		name     string
		make     func(int) string
		most     int
		place    string
		greatest string
	}{
		{"nodes", func(n int) string { return wide(n - 1) }, trees.MaxNodes, "root.children", "a tree has at most 250000 nodes"},
		{"levels", deep, trees.MaxLevels, "root", "a tree has at most 4096 levels"},
		{"levels, children first", bushy, trees.MaxLevels, "root", "a tree has at most 4096 levels"},
		{"characters of a title", title, trees.MaxTitleRunes, "title", "the title has 201 characters; a title has at most 200"},
		{"alternatives", alternatives, trees.MaxAlts, "root.alternatives", "there are more than 1000 alternatives, the most that are allowed"},
		{"outcomes", outcomes, trees.MaxOutcomes, "outcomes", "there are more than 10000 outcomes, the most that are allowed"},
	} {
		tree, err := trees.ReadJSON([]byte(c.make(c.most)))
		if err != nil {
			t.Errorf("%d %s: %v", c.most, c.name, err)
			continue
		}
		roundTrip(t, tree)
		wantLimit(t, c.make(c.most+1), c.place+": "+c.greatest)
	}
}

func wantLimit(t *testing.T, doc, want string) {
	t.Helper()
	_, err := trees.ReadJSON([]byte(doc))
	if e, ok := err.(*trees.Error); !ok || !e.OverLimit || e.Error() != want {
		t.Errorf("ReadJSON = %v, want the limit %s", err, want)
	}
}

func TestLimitsOfTexts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"players 3\n1[\n" + strings.Repeat("(1,2,3)\n", trees.MaxNodes) + "]",
			"line 2, column 1, root.children: a tree has at most 250000 nodes"},
		{"players 3\n" + strings.Repeat("1[\n", trees.MaxLevels) + "?", "line 4097, column 1, root: a tree has at most 4096 levels"},
		{strings.Repeat("[", 1<<20), "line 1, column 1, players: a maxn tree needs its number of players, 1 to 8"},
		{"kind path " + strings.Repeat("[", 1<<20), "line 1, column 4106, root: a tree has at most 4096 levels"},
		{"players 1 title \"" + strings.Repeat("a", 201) + "\" (1)", "line 1, column 11, title: the title has 201 characters; a title has at most 200"},
		{"players 1 1[ (1)" + strings.Repeat("|(1)", trees.MaxAlts) + "]",
			"line 1, column 14, root.children[0].alternatives: there are more than 1000 alternatives, the most that are allowed"},
		{"players 1 outcomes " + strings.Repeat("(1) ", trees.MaxOutcomes+1) + "1[ (1) ]",
			"line 1, column 40020, outcomes: there are more than 10000 outcomes, the most that are allowed"},
	} {
		_, err := trees.ReadText(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("ReadText(%.40s…) = %v, want %s", c.text, err, c.want)
		}
	}
}

// A document or text of 8 MiB is read, and one byte more is rejected. Ten
// megabytes are rejected without reading.
func TestBytesLimit(t *testing.T) {
	fill := func(n int) []byte {
		doc := []byte(wide(100_000))
		return append(doc, bytes.Repeat([]byte(" "), n-len(doc))...)
	}
	if _, err := trees.ReadJSON(fill(trees.MaxBytes)); err != nil {
		t.Errorf("ReadJSON of %d bytes = %v", trees.MaxBytes, err)
	}
	wantLimit(t, string(fill(trees.MaxBytes+1)), "document: it has 8388609 bytes; a document has at most 8388608")
	wantLimit(t, strings.Repeat("\xff", 10_000_000), "document: it has 10000000 bytes; a document has at most 8388608")
	_, err := trees.ReadText(strings.Repeat("1[", 5_000_000))
	if e, ok := err.(*trees.Error); !ok || !e.OverLimit || e.Error() != "text: it has 10000000 bytes; a tree has at most 8388608" {
		t.Errorf("ReadText of 10 MB = %v", err)
	}
}

// A tree that was read can be written and read again: a text whose document
// would be too large is rejected.
func TestReadTreesCanBeWritten(t *testing.T) {
	var text strings.Builder
	text.WriteString("players 3 1[")
	for n := range trees.MaxNodes - 1 {
		fmt.Fprintf(&text, "n%d:(12,34,56)", n)
	}
	text.WriteString("]")
	_, err := trees.ReadText(text.String())
	if e, ok := err.(*trees.Error); !ok || !e.OverLimit || !strings.HasPrefix(e.Error(), "document: written out as JSON it has ") {
		t.Errorf("ReadText of %d bytes = %v, want a limit", text.Len(), err)
	}
	for _, doc := range []string{wide(trees.MaxNodes - 1), deep(trees.MaxLevels), bushy(trees.MaxLevels)} {
		tree, err := trees.ReadJSON([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		roundTrip(t, tree)
	}
}

// Hostile documents take no longer than large ones.
func TestHostileDocumentsTakeBoundedTime(t *testing.T) {
	leaf := `{"alternatives":[[0]` + strings.Repeat(",[1]", trees.MaxAlts-1) + `]}`
	// The slowest takes a fifth of a second; a quadratic algorithm would take
	// minutes.
	limit := 10 * time.Second
	if raceDetector {
		limit = time.Minute
	}
	for name, doc := range map[string]string{
		"brackets":                      `{"players":1,"root":` + strings.Repeat("[", 8_000_000),
		"objects":                       `{"players":1,"root":` + strings.Repeat(`{"children":[`, 600_000),
		"a long number":                 `{"players":1,"root":{"value":[` + strings.Repeat("1", 8_000_000) + `]}}`,
		"a long fraction":               `{"players":1,"root":{"value":[0.` + strings.Repeat("0", 8_000_000) + `]}}`,
		"a long string":                 `{"players":1,"title":"` + strings.Repeat("a", 8_000_000) + `","root":{"value":[1]}}`,
		"a long key":                    `{"players":1,"` + strings.Repeat("a", 8_000_000) + `":1}`,
		"a long kind":                   `{"players":1,"kind":"` + strings.Repeat("maxn", 2_000_000) + `"}`,
		"deep bounds":                   bushy(trees.MaxLevels),
		"wide, wrong at the end":        strings.Replace(wide(249_000), "[1,2,3]}]", "[1,2]}]", 1),
		"wide, heuristic broken by all": strings.Replace(wide(249_000), `"children"`, `"low":[2,2,2],"children"`, 1),
		"alternatives far below": `{"players":1,"root":` + strings.Repeat(`{"player":1,"low":[0],"up":[1],"children":[`, 4_000) +
			leaf + strings.Repeat(","+leaf, 400) + strings.Repeat("]}", 4_000) + `}`,
	} {
		start := treetest.ProcessorTime()
		tree, err := trees.ReadJSON([]byte(doc))
		if err == nil {
			tree.Text()
		} else {
			treetest.WantError(t, err)
		}
		if took := treetest.ProcessorTime() - start; took > limit {
			t.Errorf("%s took %v, want at most %v", name, took, limit)
		}
	}
	text := strings.Repeat("1[", 4_000) + strings.Repeat("(1,2,3)", 200_000) + strings.Repeat("]", 4_000)
	start := treetest.ProcessorTime()
	tree, err := trees.ReadText("players 3 " + text)
	if err != nil {
		t.Fatal(err)
	}
	tree.Text()
	if took := treetest.ProcessorTime() - start; took > limit {
		t.Errorf("a deep and wide text took %v, want at most %v", took, limit)
	}
}

func BenchmarkReadJSON(b *testing.B) { benchmarkRead(b, wide(99_999)) }
func BenchmarkReadDeep(b *testing.B) { benchmarkRead(b, bushy(4_096)) }

func benchmarkRead(b *testing.B, doc string) {
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	src := []byte(doc)
	for b.Loop() {
		if _, err := trees.ReadJSON(src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadText(b *testing.B) {
	text := textOf(wide(99_999))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := trees.ReadText(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	tree, err := trees.ReadJSON([]byte(wide(99_999)))
	if err != nil {
		b.Fatal(err)
	}
	var buf []byte
	b.Run("json", func(b *testing.B) {
		for b.Loop() {
			buf = tree.AppendJSON(buf[:0])
		}
	})
	b.Run("text", func(b *testing.B) {
		for b.Loop() {
			tree.Text()
		}
	})
	again, err := trees.ReadText(tree.Text())
	if diff := treetest.Diff(again, tree); err != nil || diff != "" {
		b.Fatal(err, diff)
	}
}
