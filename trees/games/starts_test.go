package games

import (
	"fmt"
	"slices"
	"testing"

	"espalier/trees"
)

// nodesAt counts the nodes of every ply, without a limit.
func nodesAt(pos trees.Position, depth int) []int {
	counts := make([]int, depth+1)
	var v trees.Vector
	var walk func(moves, ply int)
	walk = func(moves, ply int) {
		counts[ply]++
		if ply == depth {
			return
		}
		for i := range moves {
			below, _ := pos.Do(i, &v)
			walk(below, ply+1)
			pos.Undo()
		}
	}
	walk(pos.Look(&v), 0)
	return counts
}

// TestKnownCounts compares counts that are known from elsewhere.
func TestKnownCounts(t *testing.T) {
	for _, c := range []struct {
		doc  string
		want []int
	}{
		{`{"id":"othello"}`, []int{1, 4, 12, 56, 244, 1396, 8200}},
		{`{"id":"connect-four"}`, []int{1, 7, 49, 343, 2401, 16807, 117649, 823536}},
		{`{"id":"chinese-checkers","players":2}`, []int{1, 14, 196}},
		{`{"id":"chinese-checkers"}`, []int{1, 14, 196}},
		{`{"id":"board-splitting","size":4}`, []int{1, 2, 4, 8, 16}},
		{`{"id":"tic-tac-toe"}`, []int{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}},
	} {
		if got := nodesAt(open(t, c.doc), len(c.want)-1); !slices.Equal(got, c.want) {
			t.Errorf("nodes of %s = %v, want %v", c.doc, got, c.want)
		}
	}
	sum := 0
	for _, n := range nodesAt(open(t, `{"id":"tic-tac-toe"}`), 9) {
		sum += n
	}
	if sum != 549_946 {
		t.Errorf("tic-tac-toe has %d nodes, want 549946", sum)
	}
}

// TestBottom: a position that knows where a search stops has the same nodes above that ply,
// and all its moves again afterwards.
func TestBottom(t *testing.T) {
	pos := open(t, `{"id":"chinese-checkers","size":2,"top":6}`)
	want := nodesAt(pos, 5)
	for plies := range 5 {
		pos.(trees.Bottomed).SetBottom(plies)
		if got := nodesAt(pos, plies); !slices.Equal(got, want[:plies+1]) {
			t.Errorf("with a bottom of %d plies there are %v nodes, want %v", plies, got, want[:plies+1])
		}
		pos.(trees.Bottomed).SetBottom(-1)
		if got := nodesAt(pos, 5); !slices.Equal(got, want) {
			t.Errorf("after a bottom of %d plies there are %v nodes, want %v", plies, got, want)
		}
	}
}

// TestStarts compares the start of a game with one that is written out by hand.
func TestStarts(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{`{"id":"othello"}`, `{"id":"othello","players":2,"board":8,"cells":["........","........","........","...21...","...12...","........","........","........"],"player":1}`},
		{`{"id":"othello","players":3}`, `{"id":"othello","players":3,"board":7,"cells":[".......",".......","..231..","..312..","..123..",".......","......."],"player":1}`},
		{`{"id":"chinese-checkers","players":2,"size":1}`, `{"id":"chinese-checkers","players":2,"size":1,"pieces":[["2,-1"],["-2,1"]],"player":1}`},
		{`{"id":"chinese-checkers","size":1,"player":2}`, `{"id":"chinese-checkers","players":3,"size":1,"pieces":[["2,-1"],["-1,2"],["-1,-1"]],"player":2}`},
		{`{"id":"chinese-checkers","players":6,"size":1,"top":2}`, `{"id":"chinese-checkers","players":6,"size":1,"pieces":[["2,-1"],["1,1"],["-1,2"],["-2,1"],["-1,-1"],["1,-2"]],"player":1,"top":2}`},
		{`{"id":"tic-tac-toe"}`, `{"id":"tic-tac-toe","cells":["...","...","..."],"player":1}`},
		{`{"id":"sergeant-major","hands":["KS AS 2D","QS 3D 4D","TH TS"],"trick":["9H"],"leader":3,"taken":[0,2,1],"tricks":7}`,
			`{"id":"sergeant-major","hands":["AS KS 2D","QS 4D 3D","TS TH"],"leader":3,"trick":"9H","taken":[0,2,1],"trump":null,"tricks":3,"merge":true}`},
	} {
		if got := string(open(t, c.doc).AppendDocument(nil)); got != c.want {
			t.Errorf("%s is\n%s, want\n%s", c.doc, got, c.want)
		}
	}
}

// TestDeals: every player has as many cards as a full deal says, of fewer cards the first,
// and what Hearts leaves out is in no hand.
func TestDeals(t *testing.T) {
	for _, c := range []struct {
		id            string
		players, size int
		out           cardSet
	}{
		{"sergeant-major", 2, 26, 0}, {"sergeant-major", 3, 16, 0}, {"sergeant-major", 4, 13, 0},
		{"hearts", 3, 17, twoOfDiamond}, {"hearts", 4, 13, 0}, {"hearts", 5, 10, twoOfDiamond | twoOfClub},
		{"spades", 3, 17, 0}, {"oh-hell", 5, 10, 0}, {"oh-hell", 6, 8, 0},
	} {
		full := open(t, fmt.Sprintf(`{"id":%q,"players":%d,"seed":7}`, c.id, c.players)).(*trickGame)
		few := open(t, fmt.Sprintf(`{"id":%q,"players":%d,"seed":7,"cards":2}`, c.id, c.players)).(*trickGame)
		other := open(t, fmt.Sprintf(`{"id":%q,"players":%d,"seed":8}`, c.id, c.players)).(*trickGame)
		all := cardSet(0)
		for p := range c.players {
			hand := full.hands[p]
			if hand.count() != c.size || hand&all != 0 || few.hands[p].count() != 2 || few.hands[p]&^hand != 0 {
				t.Errorf("%s of %d: player %d has %v, and %v of 2 cards; %d cards wanted", c.id, c.players, p+1, hand, few.hands[p], c.size)
			}
			all |= hand
		}
		if all&c.out != 0 || other.hands == full.hands {
			t.Errorf("%s of %d: the cards left out are dealt, or another seed gives the same deal", c.id, c.players)
		}
	}
	// The shuffle is part of what users keep: links and experiments name a seed.
	const want = "8D 4S 2S"
	if got := open(t, `{"id":"spades","cards":3}`).(*trickGame).hands[0].String(); got != want {
		t.Errorf("the first three cards of seed 1 are %s, want %s", got, want)
	}
}
