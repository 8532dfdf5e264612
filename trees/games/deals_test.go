package games

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
)

// playSome plays random cards and returns the position.
func playSome(t *testing.T, r *rand.Rand, doc *Document, cards int) *trickGame {
	t.Helper()
	pos, err := Open(doc)
	if err != nil {
		t.Fatal(err)
	}
	g := pos.(*trickGame)
	var v trees.Vector
	for range cards {
		moves := g.Look(&v)
		if moves == 0 {
			break
		}
		g.Do(r.IntN(moves), &v)
	}
	return g
}

// fitting lists the hands of all deals that a player cannot distinguish, by trying all ways to give
// out the unseen cards, in the words of the rules: who did not follow a suit has none of it.
func fitting(g *trickGame, player int) map[string]bool {
	never := make([]cardSet, g.players)
	mover := int(g.turns[0].mover) - len(g.opened) + g.players
	trick := slices.Clone(g.opened)
	see := func(card cardSet) {
		if led := trick[0].suit(); card&led == 0 {
			never[mover%g.players] |= led
		}
		mover++
	}
	for _, card := range g.opened {
		see(card)
	}
	for i := range g.ply {
		if g.turns[i].played == 0 {
			trick = nil
		}
		mover = int(g.turns[i].mover)
		trick = append(trick, g.turns[i].card)
		see(g.turns[i].card)
	}
	unseen := g.undealt
	for p, hand := range g.hands[:g.players] {
		if p != player-1 {
			unseen |= hand
		}
	}
	all := map[string]bool{}
	hands := g.hands
	for p := range g.players {
		if p != player-1 {
			hands[p] = 0
		}
	}
	left := g.undealt.count()
	var give func(rest cardSet)
	give = func(rest cardSet) {
		if rest == 0 {
			all[fmt.Sprint(hands[:g.players])] = true
			return
		}
		card := rest.first()
		for p := range g.players {
			if p != player-1 && hands[p].count() < g.hands[p].count() && card&never[p] == 0 {
				hands[p] |= card
				give(rest &^ card)
				hands[p] &^= card
			}
		}
		if left > 0 {
			left--
			give(rest &^ card)
			left++
		}
	}
	give(unseen)
	return all
}

// TestDealsThatFit compares the deals that a player cannot distinguish with all ways to give out the
// cards, on small games that were played for some cards.
func TestDealsThatFit(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	bound := 0
	for range 300 {
		players := 3 + r.IntN(2)
		cards := 2 + r.IntN(2)
		if players == 4 {
			cards = 2
		}
		deck := cardSet(1)<<16 - 1 // 16 cards: A K Q J
		var list []cardSet
		for ; deck != 0; deck &= deck - 1 {
			list = append(list, deck.first())
		}
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		hands := make([]string, players)
		for i := range players * cards {
			hands[i%players] += list[i].String() + " "
		}
		g := playSome(t, r, &Document{ID: "sergeant-major", Values: map[string]any{"hands": hands}}, r.IntN(2*players))
		for _, card := range list[players*cards:][:min(r.IntN(3), len(list)-players*cards)] {
			g.undealt |= card // as after a deal
		}
		player := 1 + r.IntN(players)
		want := fitting(g, player)
		d, _ := DealsFor(g, player)
		if d.free > 0 {
			bound++
		}
		if n := d.Count(); n != float64(len(want)) {
			t.Fatalf("%s: %g deals fit player %d, want %d", g.AppendDocument(nil), n, player, len(want))
		}
		seen := map[string]int{}
		for i := range int(d.Count()) {
			pos, err := d.At(i)
			if err != nil {
				t.Fatal(err)
			}
			seen[fmt.Sprint(pos.(*trickGame).hands[:players])]++
		}
		for hands, n := range seen {
			if !want[hands] {
				t.Fatalf("%s: player %d can distinguish %s from it", g.AppendDocument(nil), player, hands)
			}
			if n != 1 {
				t.Fatalf("%s: deal %s comes %d times", g.AppendDocument(nil), hands, n)
			}
		}
	}
	if bound < 50 {
		t.Errorf("only %d of 300 positions had a player who did not follow", bound)
	}
}

// TestDealsAreEven samples one position often: the numbers of all deals are within 5
// standard deviations of their mean.
func TestDealsAreEven(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	g := playSome(t, r, &Document{ID: "hearts", Values: map[string]any{"hands": []string{"AS KH 2C", "QS 3D 4D", "JH 5D AC"}, "leader": 1}}, 2)
	d, _ := DealsFor(g, 3)
	n := int(d.Count())
	const samples = 20_000
	seen := map[string]float64{}
	for range samples {
		pos, err := d.Sample(r)
		if err != nil {
			t.Fatal(err)
		}
		if pos.Mover() != g.Mover() || string(pos.AppendDocument(nil)) == "" {
			t.Fatalf("the sample %s has another mover", pos.AppendDocument(nil))
		}
		seen[strings.Join(Hands(pos), "/")]++
	}
	if len(seen) != n {
		t.Errorf("%d different deals were sampled, want %d", len(seen), n)
	}
	mean := float64(samples) / float64(n)
	for hands, times := range seen {
		if d := times - mean; d*d > 25*mean {
			t.Errorf("%s was sampled %g times, want about %g", hands, times, mean)
		}
	}
}

// TestLargeDeals: full deals of all games and numbers of players are sampled, and agree
// with the play.
func TestLargeDeals(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, kind := range []*trickKind{&sergeantMajor, &hearts, &spades, &ohHell} {
		for _, players := range kind.players {
			for cards := range 25 {
				g := playSome(t, r, &Document{ID: kind.id, Values: map[string]any{"players": players, "seed": cards}}, cards)
				for player := 1; player <= players; player++ {
					d, _ := DealsFor(g, player)
					pos, err := d.Sample(r)
					if err != nil {
						t.Fatalf("%s with %d players after %d cards: %v", kind.id, players, cards, err)
					}
					s := pos.(*trickGame)
					if s.hands[player-1] != g.hands[player-1] {
						t.Fatalf("%s: player %d sees %s, want %s", kind.id, player, s.hands[player-1], g.hands[player-1])
					}
					for p, suits := range g.cannotHave() {
						if s.hands[p]&suits != 0 || s.hands[p].count() != g.hands[p].count() {
							t.Fatalf("%s: player %d has %s, which the play rules out", kind.id, p+1, s.hands[p])
						}
					}
				}
			}
		}
	}
}
