package question_test

import (
	"errors"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/question"
	"espalier/trees"
)

// pearTree has a better order: c first, since its value cuts below b.
const pearTree = `kind minimax a: max[ b: min[ d: 3 e: 12 f: 8 ] c: min[ g: 14 h: 7 i: 9 ] ]`

// face is a deal in two copies that the mover cannot tell apart: the vote is for the nine, and the ace is better.
const face = `players 3 maxsum 6
	a: *[ x: 1[ <ace> b: (2,2,2) <nine> c: 2[ <ten> d: 1[ <jack> e: (3,3,0) <king> f: (0,3,3) ] <two> g: (4,1,1) ] ]
	      y: 1[ <ace> h: (2,2,2) <nine> i: 2[ <ten> j: 1[ <jack> k: (0,3,3) <king> l: (3,3,0) ] <two> m: (4,1,1) ] ] ]`

func TestWhereTheResultChanges(t *testing.T) {
	// Player 2 moves to d for 2 points. With 1 there it is a tie with g, which d wins; with 0, player 2 moves to g, and
	// player 1 gets 6.
	maxn := engineRun(t, read(t, korf6), "maxn")
	ask := question.Question{Kind: question.Change, Node: 4, Value: vector(2, 0, 7)}
	right, err := ask.Right(t.Context(), maxn)
	if err != nil || !question.Judge(right.Answer, score(false, 2, 0, 7)).Right {
		t.Fatalf("the result changes at %v: %v", right.Answer, err)
	}
	if before, after := right.Results.Before.Value.Value[0], right.Results.After.Value.Value[0]; before != trees.Whole(5) || after != trees.Whole(6) {
		t.Errorf("player 1 gets %v before, %v after", before, after)
	}
	for _, wrong := range []struct {
		node  int
		value trees.Vector
		field question.Field
	}{
		{2, vector(0, 7, 2), question.FieldValue}, // no leaf
		{1, vector(5, 2, 2), question.FieldValue}, // its own value
		{1, vector(0, 4, 2), question.FieldValue}, // not by the same number of points
		{1, vector(9, 9, 9), question.FieldValue}, // above maxsum
	} {
		q := question.Question{Kind: question.Change, Node: wrong.node, Value: wrong.value}
		var fault *question.Fault
		if err := q.Check(maxn); !errors.As(err, &fault) || fault.Field != wrong.field {
			t.Errorf("node %d, %v: %v", wrong.node, wrong.value, err)
		}
	}
	// What is cut never changes the result: there is no answer, and the question is refused.
	deep := engineRun(t, read(t, korf6), "deep")
	var fault *question.Fault
	if _, err := (&question.Question{Kind: question.Change, Node: 5, Value: vector(2, 5, 2)}).Right(t.Context(), deep); !errors.As(err, &fault) || fault.Field != question.FieldValue {
		t.Errorf("a leaf that is cut: %v", err)
	}
}

func TestFewerLeaves(t *testing.T) {
	alphabeta, _ := algorithms.Find("alphabeta")
	same := question.Question{Kind: question.Fewer, Other: alphabeta}
	if right, err := same.Right(t.Context(), engineRun(t, read(t, pearTree), "alphabeta")); err != nil || !question.Judge(right.Answer, question.Index(2)).Right {
		t.Errorf("the same search: %v: %v", right.Answer, err)
	}
	deep, _ := algorithms.Find("deep")
	q := question.Question{Kind: question.Fewer, Other: deep}
	if right, err := q.Right(t.Context(), engineRun(t, read(t, korf6), "maxn")); err != nil || !question.Judge(right.Answer, question.Index(1)).Right || !slices.Equal(right.Leaves, []int{4, 3}) {
		t.Errorf("deep pruning visits fewer leaves than max^n: %v, %v: %v", right.Answer, right.Leaves, err)
	}
}

func TestBestOrder(t *testing.T) {
	run := engineRun(t, read(t, pearTree), "alphabeta")
	ask := question.Question{Kind: question.Order, Node: 0}
	right, err := ask.Right(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	// c is node 5. With b first all six leaves are evaluated; with c first, d cuts e and f.
	if !question.Judge(right.Answer, question.Ordered{5, 1}).Right || question.Judge(right.Answer, question.Ordered{1, 5}).Right || !slices.Equal(right.Leaves, []int{6, 4}) {
		t.Errorf("%v with %v leaves", right.Answer, right.Leaves)
	}
	for node, value := range map[int]string{2: "a leaf", 5: ""} {
		q := question.Question{Kind: question.Order, Node: node}
		if err := q.Check(run); (err != nil) != (value != "") {
			t.Errorf("node %d: %v", node, err)
		}
	}
	minimax := engineRun(t, read(t, pearTree), "minimax") // evaluates all leaves in any order
	var fault *question.Fault
	if _, err := ask.Right(t.Context(), minimax); !errors.As(err, &fault) {
		t.Errorf("no order is better: %v", err)
	}
}

func TestDealsVote(t *testing.T) {
	run := engineRun(t, read(t, face), "maxn")
	for kind, want := range map[*question.Kind]struct {
		move question.Index
		sums []string
	}{question.Vote: {1, []string{"4", "6"}}, question.Plan: {0, []string{"4", "3"}}} {
		q := question.Question{Kind: kind, Node: 0}
		right, err := q.Right(t.Context(), run)
		if err != nil || !question.Judge(right.Answer, want.move).Right || !slices.Equal(right.Sums, want.sums) {
			t.Errorf("%s: %v with %v: %v", kind.ID, right.Answer, right.Sums, err)
		}
		if q.MoveName(run, 1) != "nine" || len(q.ChoicesOn(run)) != 2 {
			t.Errorf("%s: the moves are %v", kind.ID, q.ChoicesOn(run))
		}
		for _, other := range []string{korf6, pearTree} {
			if err := q.Check(engineRun(t, read(t, other), map[bool]string{true: "maxn", false: "minimax"}[other == korf6])); err == nil {
				t.Errorf("%s can be asked about %s", kind.ID, other)
			}
		}
	}
}
