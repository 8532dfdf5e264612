package games

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
)

// pastPosition opens a document and gives it other rules.
func pastPosition(t *testing.T, id string, fields map[string]any, rules Past) Position {
	t.Helper()
	pos, err := Open(&Document{ID: id, Values: fields})
	if err != nil {
		t.Fatal(err)
	}
	if pos, err = WithPast(pos, rules); err != nil {
		t.Fatal(err)
	}
	return pos
}

// movesOf lists the moves of a position.
func movesOf(pos Position) (list []string) {
	var v trees.Vector
	for i := range pos.Look(&v) {
		pos.Do(i, &v)
		list = append(list, string(pos.AppendLast(nil)))
		pos.Undo()
	}
	return list
}

// Each rule of a past program, on a deal where it decides, with the moves counted by hand.
func TestPastRules(t *testing.T) {
	hands := func(h ...string) map[string]any { return map[string]any{"hands": h} }
	with := func(h map[string]any, trick string) map[string]any {
		h["trick"] = trick
		return h
	}
	spadesOfAll := hands("AS KS QS JS AH", "TS 9S 8S 7S 6S", "5S 4S 3S 2S KH")
	for _, c := range []struct {
		what, id    string
		fields      map[string]any
		rules       Past
		now, before string // the moves with the rule, and without it
	}{
		{"the king was never dealt", "sergeant-major", hands("AS QS", "3H 2H", "5D 4D"), Past{Gaps: true}, "AS", "AS QS"},
		{"another player has the king", "sergeant-major", hands("AS QS", "KS 2H", "5D 4D"), Past{Gaps: true}, "AS QS", "AS QS"},
		{"the nine is beaten in the trick", "sergeant-major", with(hands("2C", "3C", "TS 8S"), "9S JS"), Past{Gaps: true}, "TS", "TS 8S"},
		{"the nine takes the trick so far", "sergeant-major", with(hands("2C", "3C", "TS 8S"), "9S 7S"), Past{Gaps: true}, "TS 8S", "TS 8S"},
		{"a card of another suit is beaten", "sergeant-major", with(hands("2C", "3C", "TH 8H"), "9S 9H"), Past{Gaps: true}, "TH", "TH 8H"},
		{"the queen of spades is worth more", "hearts", hands("KS QS TS", "2H 3H 4H", "2C 3C 4C"), Past{Gaps: true}, "KS QS TS", "KS QS TS"},
		{"the queen of spades was never dealt", "hearts", hands("KS TS 9S", "2H 3H 4H", "2C 3C 4C"), Past{Gaps: true}, "KS", "KS TS"},
		{"all spades are in the hands", "spades", spadesOfAll, Past{Breaking: true}, "AH", "AS AH"},
		{"the two of spades was never dealt", "spades", hands("AS KS QS JS AH", "TS 9S 8S 7S 6S", "5S 4S 3S 2H KH"), Past{Breaking: true}, "AS AH", "AS AH"},
		{"the leader has spades alone", "spades", map[string]any{"hands": spadesOfAll["hands"], "leader": 2}, Past{Breaking: true}, "TS", "TS"},
	} {
		if got := strings.Join(movesOf(pastPosition(t, c.id, c.fields, c.rules)), " "); got != c.now {
			t.Errorf("%s: the moves are %s, want %s", c.what, got, c.now)
		}
		if got := strings.Join(movesOf(pastPosition(t, c.id, c.fields, Past{})), " "); got != c.before {
			t.Errorf("%s: without the rule the moves are %s, want %s", c.what, got, c.before)
		}
	}
}

// pastMoves are the numbers of the moves by past rules among all cards that may be played, by a
// plain reading of the rules: g does not merge cards.
func pastMoves(g *plainTricks, id string, rules Past) (moves []int) {
	legal := g.moves()
	at := map[string]int{} // who holds a card; absent: it is gone
	for p, hand := range g.hands {
		for _, card := range hand {
			at[card] = p
		}
	}
	spades := 0
	for card := range at {
		if card[1] == 'S' {
			spades++
		}
	}
	if len(g.trick) > 0 {
		best := g.trick[0]
		for _, card := range g.trick[1:] {
			if card[1] == best[1] && plainRank(card) < plainRank(best) || string(card[1]) == g.Trump && string(best[1]) != g.Trump {
				best = card
			}
		}
		at[best] = -1
	}
	me := g.who()
	onlySpades := !slices.ContainsFunc(legal, func(card string) bool { return card[1] != 'S' })
	for i, card := range legal {
		if rules.Breaking && len(g.trick) == 0 && card[1] == 'S' && spades == 13 && !onlySpades {
			continue
		}
		above := plainRank(card) - 1
		holder, found := -2, ""
		for ; above >= 0; above-- {
			name := string("AKQJT98765432"[above]) + card[1:]
			if h, held := at[name]; held {
				holder, found = h, name
				break
			}
			if !rules.Gaps {
				break
			}
		}
		if holder == me && (id != "hearts" || plainPoints(found) == plainPoints(card)) {
			continue
		}
		moves = append(moves, i)
	}
	return moves
}

// The trees of random deals are those of a plain reading of the rules, and the sizes of tricks
// that are computed are those of the tricks.
func TestPastTrees(t *testing.T) {
	nodes := map[string]int{}
	for seed := range 60 {
		for id, cards := range map[string]int{"sergeant-major": 4, "hearts": 3 + seed%2, "spades": 4} {
			rules := Past{Gaps: seed%4 != 3, Breaking: seed%3 == 0 && id == "spades", Ranks: seed%2 == 0}
			pos := pastPosition(t, id, map[string]any{"players": 3, "cards": cards, "seed": seed}, rules)
			open := openPlainTricks(pos.AppendDocument(nil)).(*plainTricks)
			open.Merge = false
			var walk func(g *plainTricks, moves int)
			walk = func(g *plainTricks, moves int) {
				nodes[id]++
				var want []int
				if g.player() > 0 {
					want = pastMoves(g, id, rules)
				}
				if len(want) != moves {
					t.Fatalf("%s seed %d, %+v: %d moves at %v with the trick %v, want %v of %v", id, seed, rules, moves, g.hands, g.trick, want, g.moves())
				}
				var v trees.Vector
				for i, at := range want {
					below, _ := pos.Do(i, &v)
					if got := string(pos.AppendLast(nil)); got != g.moves()[at] {
						t.Fatalf("%s seed %d: move %d is %s, want %s", id, seed, i, got, g.moves()[at])
					}
					walk(g.play(at).(*plainTricks), below)
					pos.Undo()
				}
			}
			var v trees.Vector
			walk(open, pos.Look(&v))
			checkTrickSize(t, pos)
		}
	}
	if len(nodes) != 3 || nodes["hearts"] < 1000 {
		t.Errorf("only %v nodes were compared", nodes)
	}
}

// checkTrickSize compares the size of the first trick with that of its tree.
func checkTrickSize(t *testing.T, pos Position) {
	t.Helper()
	var inner, ends int64
	var v trees.Vector
	var walk func(moves, ply int)
	walk = func(moves, ply int) {
		if ply == pos.Players() {
			ends++
			return
		}
		inner++
		for i := range moves {
			below, _ := pos.Do(i, &v)
			walk(below, ply+1)
			pos.Undo()
		}
	}
	walk(pos.Look(&v), 0)
	before := string(pos.AppendDocument(nil))
	if i, e := pos.(*trickGame).TrickSize(); i != inner || e != ends {
		t.Errorf("the trick has %d and %d nodes, want %d and %d: %s", i, e, inner, ends, before)
	}
	if after := string(pos.AppendDocument(nil)); after != before {
		t.Errorf("TrickSize changes %s to %s", before, after)
	}
}

// The hash of relative ranks is equal exactly where the holders of the highest, second highest
// and so on of each suit are, with the leader and what was taken.
func TestPastHash(t *testing.T) {
	of := func(id string, fields map[string]any) string {
		pos := pastPosition(t, id, fields, Past{Ranks: true})
		return fmt.Sprint(pos.Hash())
	}
	doc := func(leader int, taken []int, hands ...string) map[string]any {
		return map[string]any{"hands": hands, "leader": leader, "taken": taken}
	}
	none := []int{0, 0, 0}
	base := of("spades", doc(1, none, "AS 2H", "KS 3H", "QS 9D"))
	if same := of("spades", doc(1, none, "9S 5H", "3S 8H", "2S AD")); same != base {
		t.Error("equal relative ranks have another hash")
	}
	for what, fields := range map[string]map[string]any{
		"another holder":       doc(1, none, "KS 2H", "AS 3H", "QS 9D"),
		"another suit":         doc(1, none, "AS 2H", "KS 3H", "QS 9C"),
		"another leader":       doc(2, none, "AS 2H", "KS 3H", "QS 9D"),
		"other tricks taken":   doc(1, []int{1, 0, 0}, "AS 2H", "KS 3H", "QS 9D"),
		"the tricks of others": doc(1, []int{0, 1, 0}, "AS 2H", "KS 3H", "QS 9D"),
	} {
		if of("spades", fields) == base {
			t.Errorf("%s has the same hash", what)
		}
	}
	if of("hearts", doc(1, none, "QS 2D", "3D 4D", "5D 6D")) == of("hearts", doc(1, none, "JS 2D", "3D 4D", "5D 6D")) {
		t.Error("in Hearts the queen of spades has the hash of another spade")
	}
}

// Other positions have no such rules, and those of played cards cannot get them.
func TestPastRefused(t *testing.T) {
	pos, err := Open(&Document{ID: "othello"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := WithPast(pos, Past{Gaps: true}); err == nil {
		t.Error("Othello gets rules of tricks")
	}
	pos = pastPosition(t, "hearts", map[string]any{"cards": 3}, Past{})
	var v trees.Vector
	pos.Do(0, &v)
	if _, err := WithPast(pos, Past{Gaps: true}); err == nil {
		t.Error("a position with a card played gets other rules")
	}
}

// DealHands leaves out no card of the deck: over many deals each is left over.
func TestDealHands(t *testing.T) {
	left := map[string]bool{}
	for seed := range uint32(600) {
		seen := map[string]bool{}
		for _, hand := range DealHands(3, 17, seed) {
			for card := range strings.FieldsSeq(hand) {
				seen[card] = true
			}
		}
		if len(seen) != 51 {
			t.Fatalf("seed %d deals %d cards, want 51", seed, len(seen))
		}
		for card := range strings.FieldsSeq(allCards.String()) {
			if !seen[card] {
				left[card] = true
			}
		}
	}
	if len(left) != deckSize {
		t.Errorf("%d cards were left over once, want all 52", len(left))
	}
}
