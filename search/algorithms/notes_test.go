package algorithms_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// TestNotes compares the JSON and the sentences of events with notes with reviewed ones, and what a recording returns with what
// was recorded.
func TestNotes(t *testing.T) {
	tree, err := trees.ReadText("players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) x: (0,0,0) ] g: (6,1,2) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	var list []byte
	var sentences strings.Builder
	for i, e := range everyNote() {
		e.Seq = i
		list = append(trace.AppendJSON(list, &e), '\n')
		x := trace.NewExplainer(tree, "", true)
		if e.Implicit { // its node numbers are beyond the tree
			x.Tree = nil
		}
		for _, x.Sound = range []bool{true, false} {
			fmt.Fprintf(&sentences, "%s %s: %s\n", e.Type, e.Rule, x.Explain(&e))
		}
		for _, before := range []int32{e.Node, e.Child, e.Parent, 40} { // the record differs
			first := trace.Event{Type: trace.Enter, Node: before, Player: 1, Parent: -1, Move: -1, Child: -1, Width: e.Width, Players: e.Players,
				Implicit: e.Implicit, About: e.About, Window: e.Window, Sampling: e.Sampling, Draw: trace.Draw{Rival: -1}}
			r := trace.NewRecorder(trace.MaxRecorded, nil)
			r.Observe(&first)
			again := e
			again.Seq = 1
			r.Observe(&again)
			r.Publish()
			r.Read(1, 2, func(got *trace.Event) bool {
				if !reflect.DeepEqual(got.Notes, e.Notes) {
					t.Errorf("%s after an event at node %d is recorded with %+v, want %+v", e.Type, before, got.Notes, e.Notes)
				}
				return true
			})
		}
	}
	for name, got := range map[string][]byte{"notes.ndjson": list, "notes.txt": []byte(sentences.String())} {
		file := filepath.Join("testdata", name)
		if *updateSentences {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is\n%s, want\n%s", name, got, want)
		}
	}
}

// everyNote returns events with notes.
func everyNote() []trace.Event {
	shape := func(e trace.Event) trace.Event {
		e.Width, e.Players, e.Unit = 3, 3, trees.Unit
		return e
	}
	pt := func(p int) trees.Score { return trees.Points(p)[0] }
	const infinite = algorithms.InfiniteProof
	proof := func(e trace.Event, p algorithms.Proof) trace.Event {
		e.Window, e.About, e.Questions, e.Parent = true, 1, trace.OnlyQuestions, -1
		e.Alpha, e.Beta = trees.Some(pt(4)), trees.Some(pt(5))
		if p.How != algorithms.MostProving {
			p.Rival = -1
		}
		if p.How != algorithms.Updated {
			p.Best = -1
		}
		e.Notes = []trace.Note{&p}
		return shape(e)
	}
	leaf := func(t trace.Type, v trees.Vector, n algorithms.ProofNumbers) trace.Event {
		return proof(trace.Event{Type: t, Node: 4, Value: v, HasValue: true}, algorithms.Proof{How: algorithms.NewNode, Numbers: n})
	}
	proofs := []trace.Event{
		proof(trace.Event{Type: trace.Enter, Node: 0, Player: 1}, algorithms.Proof{How: algorithms.PassBegins, Numbers: algorithms.ProofNumbers{1, 1}, Question: 1, Pass: 1}),
		proof(trace.Event{Type: trace.Enter, Node: 0, Player: 1}, algorithms.Proof{How: algorithms.PassBegins, Numbers: algorithms.ProofNumbers{1, 1}, Question: 3, Pass: 1, Moves: 2}),
		proof(trace.Event{Type: trace.Enter, Node: 0, Player: 1}, algorithms.Proof{How: algorithms.PassBegins, Numbers: algorithms.ProofNumbers{1, 1}, Question: 3, Pass: 1, Moves: 1}),
		proof(trace.Event{Type: trace.Enter, Node: 0, Player: 1}, algorithms.Proof{How: algorithms.PassBegins, Numbers: algorithms.ProofNumbers{1, 2}, Question: 1, Pass: 2}),
		proof(trace.Event{Type: trace.Enter, Node: 2, Player: 2, Depth: 1}, algorithms.Proof{How: algorithms.MostProving, Numbers: algorithms.ProofNumbers{1, 3}, Player: 1, Rival: 1, RivalNumber: 2}),
		proof(trace.Event{Type: trace.Enter, Node: 2, Player: 2, Depth: 1}, algorithms.Proof{How: algorithms.MostProving, Numbers: algorithms.ProofNumbers{1, 3}, Player: 1, Rival: 6, RivalNumber: 1}),
		proof(trace.Event{Type: trace.Enter, Node: 3, Player: 3, Depth: 2}, algorithms.Proof{How: algorithms.MostProving, Numbers: algorithms.ProofNumbers{2, 1}, Player: 2, Rival: 6, RivalNumber: infinite}),
		proof(trace.Event{Type: trace.Enter, Node: 3, Player: 3, Depth: 2}, algorithms.Proof{How: algorithms.MostProving, Numbers: algorithms.ProofNumbers{2, 1}, Player: 2, Rival: -1}),
		proof(trace.Event{Type: trace.Enter, Node: 3, Player: 3, Depth: 2}, algorithms.Proof{How: algorithms.NewNode, Numbers: algorithms.ProofNumbers{1, 1}}),
		proof(trace.Event{Type: trace.Exit, Node: 3}, algorithms.Proof{How: algorithms.NewNode, Numbers: algorithms.ProofNumbers{1, 1}}),
		proof(trace.Event{Type: trace.Enter, Node: 4, Depth: 3}, algorithms.Proof{How: algorithms.NewNode, Numbers: algorithms.ProofNumbers{0, infinite}}),
		leaf(trace.Leaf, trees.Points(5, 2, 2), algorithms.ProofNumbers{0, infinite}),
		leaf(trace.Leaf, trees.Points(2, 2, 5), algorithms.ProofNumbers{infinite, 0}),
		leaf(trace.Exit, trees.Points(2, 2, 5), algorithms.ProofNumbers{infinite, 0}),
		proof(trace.Event{Type: trace.Backup, Node: 3, Child: 5}, algorithms.Proof{How: algorithms.Updated, Numbers: algorithms.ProofNumbers{2, 1}, Player: 3, Was: algorithms.ProofNumbers{1, 1}, Best: 4}),
		proof(trace.Event{Type: trace.Backup, Node: 3, Child: 5}, algorithms.Proof{How: algorithms.Updated, Numbers: algorithms.ProofNumbers{infinite, 0}, Player: 3, Was: algorithms.ProofNumbers{1, 1}, Best: 4}),
		proof(trace.Event{Type: trace.Backup, Node: 0, Child: 2}, algorithms.Proof{How: algorithms.Updated, Numbers: algorithms.ProofNumbers{0, infinite}, Player: 1, Was: algorithms.ProofNumbers{1, 1}, Best: 2}),
		proof(trace.Event{Type: trace.Backup, Node: 0, Child: 2}, algorithms.Proof{How: algorithms.Updated, Numbers: algorithms.ProofNumbers{1, 1}, Player: 1, Was: algorithms.ProofNumbers{1, 1}, Best: 1}),
		proof(trace.Event{Type: trace.Exit, Node: 0}, algorithms.Proof{How: algorithms.Updated, Numbers: algorithms.ProofNumbers{infinite, 0}, Player: 1, Was: algorithms.ProofNumbers{1, 1}, Best: -1}),
	}
	deep := func(e trace.Event, p algorithms.Proof, at, stored algorithms.ProofNumbers) {
		e = proof(e, p)
		e.AddNote(&algorithms.Thresholds{At: at, Stored: stored})
		proofs = append(proofs, e)
	}
	endless, stays := algorithms.ProofNumbers{infinite, infinite}, algorithms.Proof{How: algorithms.MostProving, Numbers: algorithms.ProofNumbers{1, 3}, Player: 1, Rival: 1, RivalNumber: 2}
	deep(trace.Event{Type: trace.Enter, Node: 0, Player: 1}, algorithms.Proof{How: algorithms.PassBegins, Numbers: algorithms.ProofNumbers{1, 2}, Question: 1, Pass: 1}, endless, algorithms.ProofNumbers{1, 1})
	deep(trace.Event{Type: trace.Enter, Node: 2, Player: 2, Depth: 1}, stays, algorithms.ProofNumbers{3, infinite}, algorithms.ProofNumbers{1, 1})
	deep(trace.Event{Type: trace.Enter, Node: 2, Player: 2, Depth: 1}, stays, algorithms.ProofNumbers{3, 4}, algorithms.ProofNumbers{1, 3})
	deep(trace.Event{Type: trace.Enter, Node: 2, Player: 2, Depth: 1}, stays, algorithms.ProofNumbers{infinite, 4}, algorithms.ProofNumbers{1, 3})
	deep(trace.Event{Type: trace.Enter, Node: 2, Player: 2, Depth: 1}, stays, endless, algorithms.ProofNumbers{1, 3})
	for _, n := range []algorithms.ProofNumbers{{0, infinite}, {infinite, 0}, {3, 3}, {2, 4}} {
		deep(trace.Event{Type: trace.Exit, Node: 2}, algorithms.Proof{How: algorithms.Updated, Numbers: n, Was: n, Best: -1}, algorithms.ProofNumbers{3, 4}, algorithms.ProofNumbers{1, 1})
	}
	start := func(r algorithms.Regime) trace.Event {
		r.Standing = trees.Points(4, 4, 6)
		return shape(trace.Event{Type: trace.Start, Algorithm: "mpmix", MaxSum: trees.Some(pt(9)), Notes: []trace.Note{&r}})
	}
	pick := func(k engine.Pick) trace.Event {
		k.Place, k.Player = 1, 2
		return shape(trace.Event{Type: trace.Enter, Node: 5, Player: 3, Depth: 2, Parent: -1, Notes: []trace.Note{&k}})
	}
	set := func(values ...trees.Vector) []trees.Vector { return values }
	// player 3 gets the least and the most from a child, and is sure of 4 by e
	setBackup := func(child int32, least, most int, set []trees.Vector, dropped ...int32) trace.Event {
		c := &algorithms.ValueSet{Values: set, Span: [2]trees.Score{pt(least), pt(most)}, Dropped: append([]int32{}, dropped...)}
		e := shape(trace.Event{Type: trace.Backup, Node: 3, Child: child, Improved: len(dropped) == 0 || dropped[0] != child, Notes: []trace.Note{c},
			Bounds: [trees.MaxPlayers]trace.Bound{{}, {}, {Score: pt(4), Node: 3, Child: 4, Given: true}}})
		if len(set) == 1 {
			e.Best, e.HasBest = set[0], true
		}
		return e
	}
	mixed := func(child int32, picks ...int32) []trace.Note {
		m := &algorithms.Models{Player: 1}
		for i, k := range picks {
			m.List = append(m.List, algorithms.ModelPick{Model: engine.OpponentModel(i), Weight: [...]int{5, 3, 2}[i], Child: k, Picked: k == child && child > 0})
			if k >= 0 {
				m.List[i].Expects = pt(2 - 3*i)
			}
		}
		return []trace.Note{m}
	}
	tenths := func(list ...int) (v trees.Vector) {
		for i, n := range list {
			v[i] = trees.Score(n) * trees.Unit / 10
		}
		return v
	}
	reply := func(rule trace.Rule, player int, node int32) trace.Event {
		return shape(trace.Event{Type: trace.Prune, Node: 3, Cut: []int32{5, 6}, Line: 7, Rule: rule, Notes: []trace.Note{&algorithms.Reply{Player: player, Node: node}}})
	}
	inSet := func(e trace.Event, name string, available int) trace.Event {
		e.Sampling, e.Notes = true, []trace.Note{&algorithms.ChoiceInSet{Name: name, Available: available}}
		return shape(e)
	}
	ucb := trace.Draw{How: trace.ByUCB, Player: 2, Mean: pt(3), Bonus: pt(2), Rival: 6, RivalUCB: pt(4)}
	backup := trace.Event{Type: trace.Backup, Node: 2, Child: 3, Value: trees.Points(2, 2, 5), Best: trees.Points(3, 2, 4), HasValue: true, HasBest: true, Visits: 5}
	improved := backup
	improved.Improved = true
	return append(proofs, []trace.Event{
		reply(trace.OneReply, 2, 2), reply(trace.OthersPass, 2, 2), reply(trace.LastReply, 3, 3),
		start(algorithms.Regime{Rule: "directed-offensive", Name: "directed offensive", Player: 1, Leader: 3, Target: 3}),
		start(algorithms.Regime{Rule: "directed-offensive", Name: "directed offensive", Player: 1, Leader: 2, Target: 3}),
		start(algorithms.Regime{Rule: "directed-offensive", Name: "directed offensive", Player: 1, Leader: 3, Second: 1, Lead: pt(2), Threshold: trees.Some(pt(2)), Reached: true, Target: 3}),
		start(algorithms.Regime{Rule: "paranoid", Name: "paranoid", Player: 3, Leader: 3, Second: 1, Lead: pt(2), Threshold: trees.Some(pt(1)), Reached: true}),
		start(algorithms.Regime{Rule: "maxn", Name: "max^n", Player: 1, Leader: 3, Second: 1, Lead: pt(2), Threshold: trees.Some(pt(3))}),
		shape(trace.Event{Type: trace.Enter, Node: 3, Player: 2, Depth: 2, Parent: -1, Move: -1, Notes: []trace.Note{&engine.Unstable{Why: trees.OpenTrick}}}),
		shape(trace.Event{Type: trace.Enter, Node: 3, Depth: 2, Parent: -1, Move: -1, Notes: []trace.Note{&engine.Unstable{Why: trees.Threat}}}),
		shape(trace.Event{Type: trace.Backup, Node: 3, Child: 4, Value: trees.Points(2, 2, 5), HasValue: true, Best: trees.Points(2, 2, 5), HasBest: true, Improved: true, Notes: []trace.Note{&algorithms.Attack{Player: 1}}}),
		pick(engine.Pick{How: engine.PickLeft, Node: -1}), pick(engine.Pick{How: engine.PickBest, Node: -1, About: 2, Score: pt(5)}), pick(engine.Pick{How: engine.PickWorst, Node: -1, About: 1, Score: pt(5)}),
		pick(engine.Pick{How: engine.PickStatic, Node: -1, About: 1, Least: true, Score: pt(5)}), pick(engine.Pick{How: engine.PickKiller, Node: 3}), pick(engine.Pick{How: engine.PickHistory, Node: -1, Score: 12}), pick(engine.Pick{How: engine.PickPosition, Node: -1}),
		shape(trace.Event{Type: trace.Backup, Node: 3, Child: 5, Value: trees.Points(2, 2, 5), HasValue: true, Best: trees.Points(2, 2, 5), HasBest: true, Notes: []trace.Note{&algorithms.Attack{Player: 1}}}),
		shape(trace.Event{Type: trace.Backup, Node: 3, Child: 5, Value: trees.Points(3, 0, 6), HasValue: true, Best: trees.Points(2, 2, 5), HasBest: true, Notes: []trace.Note{&algorithms.Attack{Player: 1}}}),
		shape(trace.Event{Type: trace.Backup, Node: 17, Child: 25, Implicit: true, Value: trees.Points(3, 0, 6), HasValue: true, Best: trees.Points(2, 2, 5), HasBest: true, Notes: []trace.Note{&algorithms.Attack{Player: 1}}}),
		shape(trace.Event{Type: trace.Done, Value: trees.Points(5, 2, 2), HasValue: true, Path: []int32{0, 1}, Stats: &trace.Stats{Nodes: 6}, Reference: &trace.Reference{Value: trees.Points(5, 2, 2), Agrees: true}, Notes: []trace.Note{&engine.OwnRule{}}}),
		setBackup(4, 4, 4, set(trees.Points(2, 2, 4))),
		setBackup(5, 3, 5, set(trees.Points(2, 2, 4), trees.Points(3, 0, 5), trees.Points(1, 1, 3))),
		setBackup(6, 5, 5, set(trees.Points(3, 0, 5), trees.Points(0, 0, 5)), 4),
		setBackup(6, 5, 5, set(trees.Points(0, 0, 5)), 4, 5),
		setBackup(6, 2, 3, set(trees.Points(2, 2, 4)), 6),
		shape(trace.Event{Type: trace.Exit, Node: 3, Value: trees.Points(2, 2, 4), HasValue: true, Exact: true, Notes: []trace.Note{&algorithms.ValueSet{Values: set(trees.Points(2, 2, 4)), Dropped: []int32{}}}}),
		shape(trace.Event{Type: trace.Exit, Node: 3, Exact: true, Notes: []trace.Note{&algorithms.ValueSet{Values: set(trees.Points(2, 2, 4), trees.Points(3, 0, 5), trees.Points(1, 1, 3), trees.Points(0, 3, 3), trees.Points(1, 3, 3)), Dropped: []int32{}}}}),
		shape(trace.Event{Type: trace.Done, Value: trees.Points(5, 2, 2), HasValue: true, Path: []int32{0, 1}, Stats: &trace.Stats{Nodes: 6}, Reference: &trace.Reference{Value: trees.Points(5, 2, 2), Agrees: true},
			Notes: []trace.Note{&algorithms.ValueSet{Values: set(trees.Points(5, 2, 2), trees.Points(6, 1, 2)), Dropped: []int32{}}}}),
		shape(trace.Event{Type: trace.Done, Implicit: true, Value: trees.Points(5, 2, 2), HasValue: true, Path: []int32{0, 1}, Stats: &trace.Stats{Nodes: 6},
			Notes: []trace.Note{&algorithms.ValueSet{Values: set(trees.Points(5, 2, 2), trees.Points(6, 1, 2)), Dropped: []int32{}}}}),
		shape(trace.Event{Type: trace.Backup, Node: 2, Child: 3, Value: trees.Points(2, 2, 5), Best: trees.Points(2, 2, 5), HasValue: true, HasBest: true, Improved: true,
			Notes: []trace.Note{&algorithms.Expects{Player: 2, Child: trees.Some(2 * trees.Unit), Best: 2 * trees.Unit}}}),
		shape(trace.Event{Type: trace.Backup, Node: 2, Child: 4, Value: trees.Points(6, 1, 2), Best: trees.Points(2, 2, 5), HasValue: true, HasBest: true,
			Notes: []trace.Note{&algorithms.Expects{Player: 2, Child: trees.Some(2 * trees.Unit), Best: 2 * trees.Unit}}}),
		shape(trace.Event{Type: trace.Backup, Node: 2, Child: 4, Value: trees.Points(6, 1, 2), Best: trees.Points(2, 2, 5), HasValue: true, HasBest: true,
			Notes: []trace.Note{&algorithms.Expects{Player: 2, Child: trees.Some(trees.Unit), Best: 2 * trees.Unit}}}),
		shape(trace.Event{Type: trace.Backup, Node: 0, Child: 1, Value: trees.Points(5, 2, 2), Best: trees.Points(5, 2, 2), HasValue: true, HasBest: true, Improved: true,
			Notes: []trace.Note{&algorithms.Expects{Player: 2, Child: trees.Some(2 * trees.Unit), Best: 2 * trees.Unit}}}),
		shape(trace.Event{Type: trace.Backup, Node: 0, Child: 2, Value: trees.Points(5, 1, 2), Best: trees.Points(5, 2, 2), HasValue: true, HasBest: true,
			Notes: []trace.Note{&algorithms.Expects{Player: 2, Child: trees.Some(trees.Unit), Best: trees.Unit}}}),
		shape(trace.Event{Type: trace.Backup, Node: 0, Child: 2, Value: trees.Points(4, 1, 2), Best: trees.Points(5, 2, 2), HasValue: true, HasBest: true,
			Notes: []trace.Note{&algorithms.Expects{Player: 2, Child: trees.Some(trees.Unit), Best: trees.Unit}}}),
		shape(trace.Event{Type: trace.Exit, Node: 2, Value: trees.Points(6, 1, 2), HasValue: true, Exact: true, Notes: []trace.Note{&algorithms.Expects{Player: 2, Best: trees.Unit}}}),
		shape(trace.Event{Type: trace.Exit, Node: 2, Value: trees.Points(6, 1, 2), HasValue: true, Notes: []trace.Note{&algorithms.Expects{Player: 2, Best: trees.Unit}}}),
		shape(trace.Event{Type: trace.Start, Algorithm: "probmaxn", Notes: mixed(0, -1, -1, -1)}),
		shape(trace.Event{Type: trace.Backup, Node: 2, Child: 3, Value: trees.Points(2, 2, 5), HasValue: true, Best: trees.Points(2, 2, 5), HasBest: true, Improved: true, Notes: mixed(3, 3, 3, 3)}),
		shape(trace.Event{Type: trace.Backup, Node: 2, Child: 4, Value: trees.Points(6, 1, 2), HasValue: true, Best: trees.Points(2, 2, 5), HasBest: true, Notes: mixed(4, 3, 3, 3)}),
		shape(trace.Event{Type: trace.Backup, Node: 2, Child: 4, Value: trees.Points(1, 1, 2), HasValue: true, Best: tenths(15, 15, 35), HasBest: true, Improved: true, Notes: mixed(4, 3, 4, 4)}),
		shape(trace.Event{Type: trace.Backup, Node: 2, Child: 4, Value: trees.Points(1, 1, 2), HasValue: true, Improved: true, Notes: mixed(4, 4, 3, 3)}),
		shape(trace.Event{Type: trace.Backup, Node: 17, Child: 25, Implicit: true, Value: trees.Points(1, 1, 2), HasValue: true, Best: tenths(15, 15, 35), HasBest: true, Improved: true, Notes: mixed(25, 25, 24, 25)}),
		shape(trace.Event{Type: trace.Exit, Node: 2, Value: tenths(15, 15, 35), HasValue: true, Exact: true, Notes: mixed(-1, 3, 4, 4)}),
		shape(trace.Event{Type: trace.Exit, Node: 2, Value: trees.Points(2, 2, 5), HasValue: true, Notes: mixed(-1, 3, 3, 3)}),
		inSet(trace.Event{Type: trace.Enter, Node: 3, Player: 3, Depth: 2, Parent: -1, Draw: ucb}, "x", 4),
		inSet(trace.Event{Type: trace.Enter, Node: 3, Player: 3, Depth: 2, Parent: -1, Draw: ucb}, "", 4),
		inSet(trace.Event{Type: trace.Enter, Node: 3, Player: 3, Depth: 2, Parent: -1, Draw: trace.Draw{How: trace.FirstVisit, Player: 2, Rival: -1}}, "x", 0),
		inSet(trace.Event{Type: trace.Leaf, Node: 3, Value: trees.Points(2, 2, 5), HasValue: true, Plies: 1, Reached: 4}, "x", 1),
		inSet(improved, "x", 5), inSet(backup, "", 1),
	}...)
}
