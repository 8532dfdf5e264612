package algorithms_test

import (
	"context"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
)

// The printed procedures need a previous player at the root, too: the player whose turn
// is before the root's turn. Run exactly as printed, abbnb then returns a static value
// at the root.
func TestPrintedPreviousPlayerAtRoot(t *testing.T) {
	for text, nodes := range map[string]int{
		"players 3 maxsum 1 1{up (1,1,0)}[ (0,1,0) (1,0,0) ]": 1, // previous: player 3
		"players 3 maxsum 1 2{up (0,1,1)}[ (0,1,0) (0,0,1) ]": 1, // player 1
		"players 3 maxsum 1 1{up (1,0,1)}[ (0,0,1) (1,0,0) ]": 3, // player 2 is not the previous one
	} {
		res := searchtest.RunOn(t, "abbnb", engine.OnTree(searchtest.Read(t, text), 0), engine.Options{AsPrinted: true})
		if res.Stats.Nodes != nodes || (nodes == 1) != (searchtest.Scores(res.Value, 3) == "0,0,0") {
			t.Errorf("%s: %d nodes and (%s), want %d nodes", text, res.Stats.Nodes, searchtest.Scores(res.Value, 3), nodes)
		}
	}
}

// A run as printed must show the lines of the printed procedure.
func TestPrintedRunsHaveLinesOfTheirOwn(t *testing.T) {
	for _, e := range compare.Exhibits() {
		a := searchtest.Find(t, e.Algorithm)
		if !e.Options.AsPrinted {
			continue
		}
		printed := a.PrintedFor(e.Options)
		if printed == nil || printed.Source != e.Source {
			t.Errorf("%s: the procedure is %+v, want that of %s", e.ID, printed, e.Source)
			continue
		}
		_, err := a.Run(context.Background(), engine.OnTree(searchtest.Read(t, e.Text), 0), e.Options, func(e *trace.Event) {
			if e.Type == trace.Start || e.Type == trace.Done {
				return
			}
			if e.Line < 1 || e.Line > len(printed.Code()) {
				t.Errorf("%s: %s has line %d of %d", a.ID, e.Type, e.Line, len(printed.Code()))
				return
			}
			line := printed.Code()[e.Line-1].Text
			switch {
			case e.Type == trace.Prune:
				if !strings.Contains(line, "return") {
					t.Errorf("%s: a prune is at %q", a.ID, line)
				}
			case e.Type == trace.Backup && e.Improved && !strings.Contains(line, ":="):
				t.Errorf("%s: a backup that improves is at %q", a.ID, line)
			}
		})
		if err != nil {
			t.Error(e.ID, err)
		}
	}
	for _, a := range algorithms.All() {
		if takes := strings.Contains(strings.Join(a.Options, " "), "as_printed"); takes != (a.Printed != nil) {
			t.Errorf("%s takes as_printed: %t, and has a printed procedure: %t", a.ID, takes, a.Printed != nil)
		}
	}
}

// Before there is a best, the printed test compares with maxsum - Bound, where Bound is
// still maxsum. The sentence must not name a best value.
func TestSentenceOfPrintedTestBeforeBest(t *testing.T) {
	for _, e := range compare.Exhibits() {
		if e.Algorithm != "abbnb" {
			continue
		}
		tree := searchtest.Read(t, e.Text)
		explain, said := trace.NewExplainer(tree, "ABBNB", false), ""
		searchtest.Find(t, "abbnb").Run(context.Background(), engine.OnTree(tree, 0), e.Options, func(e *trace.Event) {
			if e.Type == trace.Prune {
				said = explain.Explain(e).String()
			}
		})
		player := map[string]string{"abbnb-root": "3", "abbnb-first-child": "1"}[e.ID]
		if want := "Bound is still 1, and the printed test reads h_up(" + player + ") = 0 ≤ 1 − 1 = 0."; !strings.Contains(said, want) || strings.Contains(said, "already has") {
			t.Errorf("%s: %q, want %q", e.ID, said, want)
		}
	}
}

// The cut by the least scores of the other players before the first child must have a
// separate line, which is marked as ours.
func TestCutByLeastScoresIsMarkedAsOurs(t *testing.T) {
	tree := searchtest.Read(t, "players 3 maxsum 10 1[ (6,2,2) a: 2{low (0,3,2)}[ (5,3,2) (1,7,2) ] ]")
	lines := 0
	searchtest.Find(t, "abbnb").Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
		if e.Type == trace.Prune && e.Rule == trace.ABBnB {
			lines++
			if text := algorithms.ABBnB.CodeOf(engine.Options{})[e.Line-1].Text; !strings.Contains(text, "ours") {
				t.Errorf("the line is %q", text)
			}
		}
	})
	if lines != 1 {
		t.Errorf("%d cuts, want 1", lines)
	}
}
