package learn

import (
	"strings"
	"testing"

	"espalier/search/question"
)

// On a tree of Max and Min, too, the answer to a question about a cut is explained: by the
// window, and by what is wrong with the cut in the answer.
func TestCutsOfMinimaxAreExplained(t *testing.T) {
	c := &Chapter{
		ID: "test", Title: "A test", Tree: `kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 5 g: 8 ] ]`,
		Questions: []Question{{Run: "alphabeta", At: "leaf f", Kind: question.Cut, Node: "e"}},
	}
	if err := c.Load("/learn/"); err != nil {
		t.Fatal(err)
	}
	q := &c.Questions[0]
	right, err := correctAnswer(q)
	if err != nil || len(right.Answer.Named()) != 0 {
		t.Fatalf("nothing is cut, and the answer is %v: %v", right.Answer, err)
	}
	var v verdict
	if err := explainCut(t.Context(), &explaining{Question: q, chapter: c, answer: question.Nodes{6}, right: right}, &v); err != nil {
		t.Fatal(err)
	}
	if want := "Cutting g is unsound. With 2 at g the root gets 3, not 5."; v.Judge != want {
		t.Errorf("%q, want %q", v.Judge, want)
	}
	if want := "At e the window is open: α = 3 (Max at a) is less than β = 5 (Min at e)."; v.Why.String() != want {
		t.Errorf("%q, want %q", v.Why.String(), want)
	}
}

// In a search of one player against all others, a tie is a tie of this player's score.
func TestTiesOfACoalition(t *testing.T) {
	for tree, ties := range map[string]int{
		`players 3 maxsum 9 a: 1[ b: 2[ c: (2,5,2) d: (2,3,4) ] e: (1,4,4) ]`: 1, // player 1 has 2 both times
		`players 3 maxsum 9 a: 1[ b: 2[ c: (2,4,3) d: (3,4,2) ] e: (1,4,4) ]`: 0, // player 2 has 4 both times
	} {
		c := &Chapter{ID: "test", Title: "A test", Tree: tree, Questions: []Question{{Run: "paranoid", At: "enter b", Kind: question.Value, Node: "b"}}}
		if err := c.Load("/learn/"); err != nil {
			t.Fatal(err)
		}
		q := &c.Questions[0]
		end := len(q.run.events) - 1
		if steps := q.tied(c, q.decided(end), end); len(steps) != ties {
			t.Errorf("%s: ties at the steps %v, want %d", strings.TrimSpace(tree), steps, ties)
		}
	}
}
