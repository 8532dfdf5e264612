package trace

import (
	"strings"
	"testing"

	"espalier/trees"
)

// TestMovesAreNamed: the sentence about an entered node and its details name the move there, and
// an event carries the name.
func TestMovesAreNamed(t *testing.T) {
	tree, err := trees.ReadText(`kind minimax max[ <"go on"> d: min[ <Left> 1 2 ] 3 ]`)
	if err != nil {
		t.Fatal(err)
	}
	x := NewExplainer(tree, "", true)
	for node, want := range map[int32]string{
		0: "Max moves at (root).",
		1: "Min moves at d, after go on.",
		2: "The search reaches the leaf d.1, after Left.",
		3: "The search reaches the leaf d.2.",
	} {
		e := Event{Type: Enter, Node: node, Child: -1, Players: 2, Player: tree.Mover(int(node)), Scalar: true, Width: 1, Parent: -1, Move: -1}
		if node == 0 {
			want = strings.Replace(want, "(root)", tree.Name(0), 1)
		}
		if got := x.Explain(&e).String(); got != want {
			t.Errorf("node %d: %q, want %q", node, got, want)
		}
		detail := string(AppendDetail(nil, &x, &e, &[trees.MaxPlayers]Bound{}, trees.Opt{}, trees.Opt{}))
		if name := tree.Action(int(node)); strings.Contains(detail, `"text":"`) != (name != "") || !strings.Contains(detail, name) {
			t.Errorf("node %d: the details are %s", node, detail)
		}
	}
	e := Event{Type: Enter, Node: 1, Players: 2, Player: 2, Text: []byte("go on")}
	if got := string(AppendJSON(nil, &e)); !strings.Contains(got, `"node":1,"text":"go on","player":2`) {
		t.Errorf("the event is %s", got)
	}
}
