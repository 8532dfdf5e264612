package question_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/question"
	"espalier/trace"
	"espalier/trees"
)

// korf6 is Fig. 6 of Korf (1991).
const korf6 = `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]`

// engineRun returns the run of an algorithm on a tree.
func engineRun(t *testing.T, tree *trees.Tree, algorithm string) *question.Run {
	t.Helper()
	a, ok := algorithms.Find(algorithm)
	if !ok {
		t.Fatalf("there is no algorithm %s", algorithm)
	}
	play := func(tree *trees.Tree) question.Player {
		return func(ctx context.Context, observe trace.Observer) (engine.Result, error) {
			return a.Run(ctx, engine.OnTree(tree, 0), engine.Options{}, observe)
		}
	}
	return &question.Run{Tree: tree, Width: tree.Width(), Scalar: tree.Kind != trees.MaxN, Play: play(tree), Name: algorithm,
		Against: func(other *engine.Algorithm) (question.Player, error) { return engineRun(t, tree, other.ID).Play, nil },
		Reordered: func(node int, order []int32) (question.Player, error) {
			changed, err := tree.Reordered(node, order)
			return play(changed), err
		},
		With: func(leaf int, value trees.Vector) (question.Player, error) {
			changed, err := tree.WithValues(map[int]trees.Vector{leaf: value})
			return play(changed), err
		}}
}

// recording returns the run without its engine: only its events are played.
func recording(t *testing.T, of *question.Run) *question.Run {
	t.Helper()
	var events []trace.Event
	result, err := of.Play(t.Context(), func(e *trace.Event) { events = append(events, e.Clone()) })
	if err != nil {
		t.Fatal(err)
	}
	recorded := *of
	recorded.Play = func(_ context.Context, observe trace.Observer) (engine.Result, error) {
		for i := range events {
			if observe != nil {
				observe(&events[i])
			}
		}
		return result, nil
	}
	return &recorded
}

func read(t *testing.T, text string) *trees.Tree {
	t.Helper()
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// find returns the first step of a run at which an event is so.
func find(t *testing.T, r *question.Run, is func(e *trace.Event) bool) int {
	t.Helper()
	at := -1
	if err := r.Play.Watch(t.Context(), func(e *trace.Event) bool {
		if is(e) {
			at = e.Seq
		}
		return at < 0
	}); err != nil || at < 0 {
		t.Fatalf("no event: %v", err)
	}
	return at
}

func score(scalar bool, points ...int) question.Score {
	s := question.Score{Scalar: scalar}
	for _, p := range points {
		s.Value = append(s.Value, trees.Whole(p))
	}
	return s
}

func vector(scores ...trees.Score) (v trees.Vector) {
	for i, s := range scores {
		v[i] = s * trees.Unit
	}
	return v
}

func TestRightAnswers(t *testing.T) {
	tree := read(t, korf6)
	deep, maxn := engineRun(t, tree, "deep"), engineRun(t, tree, "maxn")
	cut := find(t, deep, func(e *trace.Event) bool { return e.Type == trace.Prune })
	one := 1
	for _, c := range []struct {
		name string
		run  *question.Run
		ask  question.Question
		want question.Answer
		at   bool // a step shows it
	}{
		{"the cut that follows", deep, question.Question{Kind: question.Cut, Step: cut - 1, Node: -1}, nil, false},
		{"nothing is cut after the last cut", maxn, question.Question{Kind: question.Cut, Step: 0, Node: 2}, question.Nodes{}, true},
		{"a run that does not come back to the node", maxn, question.Question{Kind: question.Cut, Step: 1000, Node: 2}, question.Nodes{}, false},
		{"a value", maxn, question.Question{Kind: question.Value, Step: 0, Node: 3}, score(false, 2, 2, 5), true},
		{"no value after the end", maxn, question.Question{Kind: question.Value, Step: 1000, Node: 3}, nil, false},
		{"another value at the leaf", maxn, question.Question{Kind: question.Root, Node: 1, Value: vector(0, 5, 4)}, question.Truth(true), false},
		{"the same result", maxn, question.Question{Kind: question.Root, Node: 4, Value: vector(1, 2, 6)}, question.Truth(false), false},
		{"no node is right", maxn, question.Question{Kind: question.Pick, Node: -1}, nil, false},
		{"the choice of the author", maxn, question.Question{Kind: question.Choice, Node: -1, Choices: []string{"a", "b"}, Correct: &one}, question.Index(1), false},
		{"a choice without a right one", maxn, question.Question{Kind: question.Choice, Node: -1, Choices: []string{"a", "b"}}, nil, false},
	} {
		for name, run := range map[string]*question.Run{"engine": c.run, "recording": recording(t, c.run)} {
			ask := c.ask
			want := c.want
			if ask.Kind == question.Cut && ask.Node < 0 { // the cut of the run itself
				if err := run.Play.Watch(t.Context(), func(e *trace.Event) bool {
					if e.Seq == cut {
						ask.Node, want = int(e.Node), question.Nodes(slices.Clone(e.Cut))
					}
					return e.Seq < cut
				}); err != nil {
					t.Fatal(err)
				}
				c.at = true
			}
			got, err := ask.Right(t.Context(), run)
			if err != nil || !reflect.DeepEqual(got.Answer, want) || (got.At >= 0) != c.at {
				t.Errorf("%s, %s: %#v (%v), want %#v", c.name, name, got, err, want)
			}
			if (got.Results != nil) != (ask.Kind == question.Root) {
				t.Errorf("%s, %s: the results are %v", c.name, name, got.Results)
			}
		}
	}
}

// A question about the bounds of a cut gets the node of the cut, and needs a step that is one.
func TestBoundsOfACut(t *testing.T) {
	run := engineRun(t, read(t, korf6), "deep")
	cut := find(t, run, func(e *trace.Event) bool { return e.Type == trace.Prune })
	ask := question.Question{Kind: question.Terms, Step: cut, Node: -1}
	if ask.Shown(0) != cut-1 {
		t.Errorf("step %d is shown before the cut at %d", ask.Shown(0), cut)
	}
	right, err := ask.Right(t.Context(), run)
	if err != nil || right.At != cut || ask.Node < 0 || len(right.Answer.Named()) == 0 {
		t.Fatalf("%+v at node %d (%v)", right, ask.Node, err)
	}
	path := ask.ChoicesOn(run)
	if path[0].Named()[0] != 0 || int(path[len(path)-1].Named()[0]) != ask.Node {
		t.Errorf("the choices are %v, not the path to %d", path, ask.Node)
	}
	ask.AnyNode = true
	if all := ask.ChoicesOn(run); len(all) < len(path) {
		t.Errorf("%d nodes of %d can be chosen", len(all), len(path))
	}
	ask.Step = 0
	var fault *question.Fault
	if _, err := ask.Right(t.Context(), run); !errors.As(err, &fault) || fault.Field != question.FieldStep {
		t.Errorf("step 0 is taken for a cut: %v", err)
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		right, given question.Answer
		want         question.Judgement
	}{
		{question.Nodes{1, 2}, question.Nodes{1, 2}, question.Judgement{Known: true, Right: true}},
		{question.Nodes{1, 2}, question.Nodes{2, 5}, question.Judgement{Known: true, Missing: []int32{1}, Extra: []int32{5}}},
		{question.Nodes{}, question.Nodes{}, question.Judgement{Known: true, Right: true}},
		{nil, question.Node(1), question.Judgement{}},
		{question.Nodes{1}, nil, question.Judgement{Known: true}},
		{question.Truth(true), question.Truth(false), question.Judgement{Known: true}},
		{question.Index(1), question.Index(1), question.Judgement{Known: true, Right: true}},
		{score(false, 1, 2, 3), score(false, 1, 2, 3), question.Judgement{Known: true, Right: true}},
		{score(true, 5), score(true, 5), question.Judgement{Known: true, Right: true}},
		{score(true, 5), score(false, 5), question.Judgement{Known: true}},
	} {
		if got := question.Judge(c.right, c.given); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v for %v: %+v, want %+v", c.given, c.right, got, c.want)
		}
	}
}

// Each kind has an answer of its shape, and asks for no field that it has not.
func TestKinds(t *testing.T) {
	run := engineRun(t, read(t, korf6), "maxn")
	for _, k := range question.Kinds {
		if question.Find(k.ID) != k {
			t.Errorf("%s is not found", k.ID)
		}
		for _, f := range k.Required {
			if !k.Has(f) {
				t.Errorf("%s needs %s and has it not", k.ID, f)
			}
		}
		ask := question.Question{Kind: k, Node: 2, Choices: []string{"a", "b"}}
		form := ask.Form(run)
		switch choices := ask.ChoicesOn(run); {
		case form.Shape == question.TruthShape && len(choices) != 2:
			t.Errorf("%s: an answer is yes or no, and the choices are %v", k.ID, choices)
		case form.Shape == question.IndexShape && form.Count != len(choices):
			t.Errorf("%s has %d choices; answers choose from %d", k.ID, len(choices), form.Count)
		case form.Shape == question.OrderShape && len(form.Among) != len(run.Tree.Kids(ask.Node)):
			t.Errorf("%s: answers order %v", k.ID, form.Among)
		case form.Among != nil && form.Shape != question.OrderShape && len(form.Among) != len(choices):
			t.Errorf("%s: answers name %v, the choices are %v", k.ID, form.Among, choices)
		}
	}
	if question.Find("none") != nil {
		t.Error("there is a kind none")
	}
}

// A value is settled by the last backup into its node: from there on the tree shows it.
func TestValueIsSettled(t *testing.T) {
	tree, err := trees.ReadText("kind minimax a: max[ b: 1 c: min[ d: 5 e: 2 ] f: 0 ]")
	if err != nil {
		t.Fatal(err)
	}
	minimax, _ := algorithms.Find("minimax")
	last, exit := 0, 0
	run := &question.Run{Tree: tree, Width: 1, Scalar: true, Play: func(ctx context.Context, observe trace.Observer) (engine.Result, error) {
		return minimax.Run(ctx, engine.OnTree(tree, 0), engine.Options{}, observe)
	}}
	if _, err := run.Play(context.Background(), func(e *trace.Event) {
		switch {
		case e.Node == 2 && e.Type == trace.Backup:
			last = e.Seq
		case e.Node == 2 && e.Type == trace.Exit:
			exit = e.Seq
		}
	}); err != nil {
		t.Fatal(err)
	}
	for step := range exit {
		q := &question.Question{Kind: question.Value, Step: step, Node: 2}
		right, err := q.Right(context.Background(), run)
		if err != nil {
			t.Fatal(err)
		}
		want := step
		if step >= last {
			want = last - 1
		}
		if got := q.Shown(right.Settled); got != want {
			t.Errorf("asked at step %d, the last step to see is %d, want %d", step, got, want)
		}
	}
}
