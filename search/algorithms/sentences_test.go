package algorithms_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees/figures"
)

var updateSentences = flag.Bool("update", false, "write the golden files again")

// TestSentencesOfFigures compares the sentences of whole runs, which are read from a
// recording, with reviewed sentences.
func TestSentencesOfFigures(t *testing.T) {
	for _, c := range []struct {
		figure, algorithm string
		o                 engine.Options
	}{
		{"k1991-fig6", "deep", engine.Options{}}, {"k1991-fig6", "shallow", engine.Options{}}, {"c474-alphabeta", "alphabeta", engine.Options{}},
		{"k1991-fig6", "paranoid", engine.Options{}}, // only the score of player 1 is proved
		{"s2003-fig4", "lastbranch", engine.Options{}}, {"s2003-fig9", "lastbranch", engine.Options{Discrete: true}},
		{"sk2000-fig7", "abbnb", engine.Options{}}, {"sk2000-fig5", "dfbnb", engine.Options{}}, {"s2003-fig6", "speculative", engine.Options{}},
	} {
		figure, ok := figures.Find(c.figure)
		if !ok || figure.Tree == nil {
			t.Fatalf("there is no tree %s", c.figure)
		}
		a, _ := algorithms.Find(c.algorithm)
		x := trace.NewExplainer(figure.Tree, a.Name, a.Sound)
		rec := trace.NewRecorder(trace.MaxRecorded, nil)
		var explained []string
		_, err := a.Run(context.Background(), engine.OnTree(figure.Tree, 0), c.o, func(e *trace.Event) {
			rec.Record(e)
			explained = append(explained, x.Explain(e).String())
		})
		if err != nil {
			t.Fatalf("%s on %s: %v", c.algorithm, c.figure, err)
		}
		var b strings.Builder
		rec.Read(0, rec.Len(), func(e *trace.Event) bool {
			s := x.Explain(e).String()
			if s != explained[e.Seq] {
				t.Errorf("%s on %s, step %d from the recording: %q, want %q", c.algorithm, c.figure, e.Seq, s, explained[e.Seq])
			}
			fmt.Fprintf(&b, "%d %s\n", e.Seq, s)
			return true
		})
		file := filepath.Join("testdata", "sentences", c.figure+"-"+c.algorithm+".txt")
		if *updateSentences {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != string(want) {
			t.Errorf("%s on %s has the sentences\n%s, want\n%s", c.algorithm, c.figure, got, want)
		}
	}
}
