package beginnings_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/program"
	"espalier/search/program/beginnings"
	"espalier/search/program/trial"
	"espalier/trees"
)

const ofTrial = 200

// tried is a program on a tree, and on generated ones of its shape.
func tried(t *testing.T, text string, b *beginnings.Beginning, gap bool) (*trial.Found, *trial.Result) {
	t.Helper()
	tree, err := trees.ReadText(b.Tree)
	if err != nil {
		t.Fatal(err)
	}
	a, ok := algorithms.Find(b.Against(gap))
	if !ok {
		t.Fatal(b.Against(gap))
	}
	compiled, err := program.Compile(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := &trial.Trial{Algorithm: a, Shape: trial.Shape{Chance: tree.HasChance()}, Seed: 1, Trees: ofTrial, Exact: true, Run: func(tree *trees.Tree, out io.Writer) (*program.Result, error) {
		return compiled.Run(context.Background(), program.Request{Tree: tree, Mover: b.Mover}, out)
	}}
	if tree.Kind == trees.MaxN {
		x.Shape.Players = tree.Players
	}
	on, err := x.On(context.Background(), tree)
	if err != nil || on.Fault != nil {
		t.Fatal(err, on.Fault)
	}
	result, err := x.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return on, result
}

// TestBeginnings: each beginning is right on its tree and on generated ones, and each exhibit fails on its tree. With its
// gap each runs, and its check notices that something is missing.
func TestBeginnings(t *testing.T) {
	for i := range beginnings.All {
		b := &beginnings.All[i]
		t.Run(b.ID, func(t *testing.T) {
			whole, gap := b.Text(false), b.Text(true)
			on, result := tried(t, whole, b, false)
			if on.Right() == b.Fails {
				t.Errorf("on its tree it visits %+v, and is %s: %+v", on.Visits, on.Report.Verdict, on.Report.FirstError())
			}
			switch {
			case b.Fails && result.Values == ofTrial:
				t.Error("no tree was found on which it fails")
			case !b.Fails && result.Right < ofTrial:
				t.Errorf("right on %d of %d: %s %+v", result.Right, ofTrial, result.First.Tree.Text(), result.First.Report.FirstError())
			}

			if b.Hint() == "" || !strings.Contains(gap, "# Your turn: ") || strings.Contains(whole, "Your turn") || strings.Contains(gap+whole, "#|") || strings.Contains(gap+whole, "#{") {
				t.Errorf("with its gap it is\n%s", gap)
			}
			if on, result = tried(t, gap, b, true); on.Right() {
				t.Errorf("with its gap it is right on its tree")
			}
			if result.Right == ofTrial || result.First.Fault != nil {
				t.Errorf("with its gap it is right on %d of %d: %+v", result.Right, ofTrial, result.First)
			}
		})
	}
}

// TestFilled: an exhibit can be made sound where its gap says.
func TestFilled(t *testing.T) {
	for id, with := range map[string][2]string{
		"deep":   {"deep(child, bounds)", "deep(child, [best[p] if q == p and best else 0 for q in range(game.players)])"},
		"across": {"search(c, alpha, beta)", "search(c, -inf, inf)"},
	} {
		b := beginnings.Find(id)
		if on, result := tried(t, strings.Replace(b.Text(true), with[0], with[1], 1), b, true); result.Right < ofTrial || !on.Right() {
			t.Errorf("%s: right on %d: %s %+v", id, result.Right, result.First.Tree.Text(), result.First.Report.FirstError())
		}
	}
}
