package beginnings_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/program"
	"espalier/search/program/beginnings"
	"espalier/search/program/trial"
	read "espalier/trace/program"
	"espalier/trees"
)

// TestBeginnings: each beginning is right on its tree and on generated ones, and each exhibit fails on its tree.
func TestBeginnings(t *testing.T) {
	for _, b := range beginnings.All {
		t.Run(b.ID, func(t *testing.T) {
			tree, err := trees.ReadText(b.Tree)
			if err != nil {
				t.Fatal(err)
			}
			a, ok := algorithms.Find(b.Algorithm)
			if !ok {
				t.Fatal(b.Algorithm)
			}
			compiled, err := program.Compile(b.Text(), nil)
			if err != nil {
				t.Fatal(err)
			}
			run := func(tree *trees.Tree, out io.Writer) (*program.Result, error) {
				return compiled.Run(context.Background(), program.Request{Tree: tree, Mover: b.Mover}, out)
			}
			var lines bytes.Buffer
			result, err := run(tree, &lines)
			if err != nil || result.Fault != nil {
				t.Fatal(err, result.Fault)
			}
			trace, err := read.Read(&lines, read.Options{Tree: tree})
			if err != nil {
				t.Fatal(err)
			}
			report, err := checks.Of(context.Background(), trace, checks.Options{Algorithm: b.Algorithm})
			if err != nil {
				t.Fatal(err)
			}
			if (report.Verdict == checks.RunRight) == b.Fails {
				t.Errorf("on its tree it is %s: %+v", report.Verdict, report.FirstError())
			}
			shape := trial.Shape{Chance: tree.HasChance()}
			if tree.Kind == trees.MaxN {
				shape.Players = tree.Players
			}
			found, err := (&trial.Trial{Algorithm: a, Shape: shape, Seed: 1, Trees: 100, Run: run}).Do(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case b.Fails && found.First == nil:
				t.Error("no tree was found on which it fails")
			case !b.Fails && found.Right < 100:
				t.Errorf("right on %d of 100: %s %+v", found.Right, found.First.Tree.Text(), found.First.Report.FirstError())
			}
		})
	}
}
