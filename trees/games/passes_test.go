package games

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trees"
)

// TestPasses plays random games in which a player may also pass: the moves are those of the rules and one to
// pass, after which the document is the same but for who moves, and everything can be taken back.
func TestPasses(t *testing.T) {
	for _, doc := range []string{
		`{"id":"chinese-checkers","size":2}`,
		`{"id":"chinese-checkers","players":6,"size":1,"top":3}`,
		`{"id":"othello","players":3,"board":5}`,
		`{"id":"othello","players":4,"board":6}`,
		`{"id":"othello","players":2,"board":4}`,
		`{"id":"board-splitting","size":8,"players":3}`,
	} {
		passes, forced := 0, 0
		for seed := range 20 {
			rng := rand.New(rand.NewPCG(uint64(seed), 5))
			rules := open(t, doc).(Passer)
			except := 1 + rng.IntN(rules.Players())
			pos := WithPasses(rules, except)
			before := string(pos.AppendDocument(nil))
			var v trees.Vector
			plies := 0
			for moves := pos.Look(&v); moves > 0 && plies < 120; plies++ {
				own, must := rules.Look(&v), rules.MustPass()
				mayPass := !must && pos.Mover() != except
				want := trees.NoPass
				switch {
				case must:
					want = 0
					forced++
				case mayPass:
					want = own
				}
				if got := pos.(trees.Passing).Pass(); got != want || moves != own && !mayPass || mayPass && moves != own+1 {
					t.Fatalf("%s: at %s there are %d moves with the pass %d, and %d by the rules, want the pass %d", doc, pos.AppendDocument(nil), moves, got, own, want)
				}
				move, mover, document := rng.IntN(moves), pos.Mover(), string(pos.AppendDocument(nil))
				if moves, _ = pos.Do(move, &v); move == want {
					passes++
					next := mover%rules.Players() + 1
					if again := string(pos.AppendDocument(nil)); string(pos.AppendLast(nil)) != trees.PassMove || withMover(again, next, mover) != document {
						t.Fatalf("%s: after a pass %s is %s", doc, document, again)
					}
				}
			}
			for range plies {
				pos.Undo()
			}
			if after := string(pos.AppendDocument(nil)); after != before {
				t.Fatalf("%s: taken back it is %s, want %s", doc, after, before)
			}
		}
		if passes < 20 {
			t.Errorf("%s: %d passes, want more", doc, passes)
		}
		t.Logf("%s: %d passes, %d forced positions", doc, passes, forced)
	}
}

// withMover returns a document in which another player moves.
func withMover(doc string, from, to int) string {
	return strings.Replace(doc, fmt.Sprintf(`"player":%d`, from), fmt.Sprintf(`"player":%d`, to), 1)
}

// TestPassesField reads and writes the field, and finds the pass in the tree that is built.
func TestPassesField(t *testing.T) {
	for _, doc := range []string{`{"id":"chinese-checkers","size":1,"passes":3}`, `{"id":"othello","players":3,"board":5,"passes":2}`, `{"id":"board-splitting","size":4,"players":3,"passes":2}`} {
		pos := open(t, doc)
		text := string(pos.AppendDocument(nil))
		if again := string(open(t, text).AppendDocument(nil)); again != text {
			t.Errorf("%s is written as %s, and that as %s", doc, text, again)
		}
		tree, err := Build(pos, 2, MaxBuilt, nil)
		if err != nil {
			t.Fatal(err)
		}
		if kids := len(tree.Kids(0)); tree.Pass(0) != kids-1 {
			t.Errorf("%s: the pass of the tree is %d of %d moves, want the last", doc, tree.Pass(0), kids)
		}
	}
	if _, ok := open(t, `{"id":"chinese-checkers","size":1,"passes":0}`).(trees.Passing); ok {
		t.Error("without the field a player may pass")
	}
}

// TestPassReasons: each game says what a pass is, or why there is none.
func TestPassReasons(t *testing.T) {
	for _, g := range Games() {
		if g.Pass == "" {
			t.Errorf("%s does not say what a pass is", g.ID)
		}
	}
}
