package hidden

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// plainMisses counts the misses of a deal by the plainest search to the end of the play.
func plainMisses(t *testing.T, known *games.Deals, deal games.Position, player int) (misses int) {
	t.Helper()
	pos, err := known.Opening(deal)
	if err != nil {
		t.Fatal(err)
	}
	for p, far := range games.BidsBeside(pos) {
		if p+1 != player {
			misses += far
		}
	}
	var v trees.Vector
	for _, c := range known.Played() {
		move := moveOf(pos.(World), c.Card)
		if c.Player != pos.Mover() {
			t.Fatalf("%s was played by player %d, and player %d moves", c.Card, c.Player, pos.Mover())
		}
		if c.Player != player {
			for other := range pos.Look(&v) {
				if value(pos, other, c.Player) > value(pos, move, c.Player) {
					misses++
					break
				}
			}
		}
		pos.Do(move, &v)
	}
	if want := games.Hands(deal); !slices.Equal(games.Hands(pos), want) {
		t.Fatalf("the play leads to %v, want %v", games.Hands(pos), want)
	}
	return misses
}

// TestInference: in these positions a vote errs in the real deal, and a vote with weights does not. The
// weights are those of the plainest search.
func TestInference(t *testing.T) {
	for _, c := range []struct {
		name, game string
		values     map[string]any
		played     string // to the position
		plain      string // the card of the vote without weights
		inferred   string // with weights
	}{
		{"from play", "sergeant-major", map[string]any{"hands": []string{"KH AC QS QD", "KC AH JH QH", "JD JS AS KS"}, "leader": 2, "merge": false}, "AH AS KH QH KS", "AC", "QS"},
		{"from bids", "spades", map[string]any{"hands": []string{"KH JD AD", "QS AH JH", "QH QD KS"}, "evaluation": "wl"}, "", "AD", "KH"},
	} {
		pos, err := games.Open(&games.Document{ID: c.game, Values: c.values})
		if err != nil {
			t.Fatal(err)
		}
		follow(pos.(World), strings.Fields(c.played))
		player := pos.Mover()
		ask := func(infer bool) *Vote {
			v, err := Ask(context.Background(), Request{Game: c.game, Pos: pos, Algorithm: algorithms.Plain, Deals: MaxDeals, Nodes: 2_000_000, Infer: infer})
			if err != nil || !v.Whole || !v.All {
				t.Fatal(v, err)
			}
			return v
		}
		plain, inferred := ask(false), ask(true)
		if p, i := plain.Moves[plain.Move].Text, inferred.Moves[inferred.Move].Text; p != c.plain || i != c.inferred {
			t.Errorf("%s: the votes are for %s, and with weights for %s; want %s and %s", c.name, p, i, c.plain, c.inferred)
		}
		if value(pos, plain.Move, player) >= value(pos, inferred.Move, player) {
			t.Errorf("%s: the card with weights is no better in the real deal", c.name)
		}
		if n := inferred.Inference; !n.Whole && c.played != "" || n.Bids != (c.played == "") {
			t.Errorf("%s: the inference was %+v", c.name, n)
		}
		checkWeights(t, inferred, pos)
	}
}

// checkWeights compares the misses with the plainest search, and the weights and sums with those that
// follow from them.
func checkWeights(t *testing.T, v *Vote, pos games.Position) {
	t.Helper()
	known, _ := games.DealsFor(pos, pos.Mover())
	fewest := v.Deals[0].Misses
	for _, d := range v.Deals {
		if want := plainMisses(t, known, d.Pos, pos.Mover()); d.Misses != want {
			t.Fatalf("%s: %d misses, want %d", d.Pos.AppendDocument(nil), d.Misses, want)
		}
		fewest = min(fewest, d.Misses)
	}
	sums := make([]trees.Score, len(v.Moves))
	for _, d := range v.Deals {
		want := []int{4096, 512, 64, 8, 1}[min(d.Misses-fewest, 4)]
		if d.Weight != want {
			t.Errorf("%d misses have the weight %d, want %d", d.Misses, d.Weight, want)
		}
		for move, s := range d.Scores {
			sums[move] += s * trees.Score(want)
		}
	}
	for move, m := range v.Moves {
		if m.Sum != sums[move] || m.Sum > v.Moves[v.Move].Sum {
			t.Errorf("%s has the sum %d, want %d", m.Text, m.Sum, sums[move])
		}
	}
}

// TestInferenceOfRandomPlay: cards that nothing explains leave each deal a weight, and the weights are
// those of the plainest search.
func TestInferenceOfRandomPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	for i := range 24 {
		id := []string{"sergeant-major", "hearts", "spades", "oh-hell"}[i%4]
		deck := r.Perm(16)
		hands := make([]string, 3)
		for i := range 9 {
			hands[i%3] += string("AKQJ"[deck[i]/4]) + string("SHDC"[deck[i]%4]) + " "
		}
		values := map[string]any{"hands": hands}
		if id == "spades" {
			values["evaluation"], values["bids"] = "wl", []int{r.IntN(4), r.IntN(4), r.IntN(4)}
		}
		pos := at(t, r, &games.Document{ID: id, Values: values}, r.IntN(6))
		v, err := Ask(context.Background(), Request{Game: id, Pos: pos, Algorithm: algorithms.Plain, Deals: MaxDeals, Nodes: 2_000_000, Infer: true})
		if err != nil || !v.Whole {
			t.Fatal(v, err)
		}
		checkWeights(t, v, pos)
	}
}

// TestInferenceWithinLimits: the same request gives the same weights, and their share of the limit on
// nodes is kept. Without nodes for them all deals have the same weight.
func TestInferenceWithinLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	pos := at(t, r, &games.Document{ID: "hearts", Values: map[string]any{"players": 4}}, 21)
	ask := func(nodes int, by *engine.Algorithm) (v *Vote, weights []int) {
		v, err := Ask(context.Background(), Request{Game: "hearts", Pos: pos, Algorithm: by, Deals: 20, Seed: 1, Nodes: nodes, Infer: true})
		if err != nil {
			t.Fatal(err)
		}
		if v.Inference.Nodes > nodes/InferenceShare || v.Nodes > nodes {
			t.Errorf("with a limit of %d nodes, %d are for weights, and %d in all", nodes, v.Inference.Nodes, v.Nodes)
		}
		for _, d := range v.Deals {
			weights = append(weights, d.Weight)
		}
		return v, weights
	}
	for _, by := range algorithms.Opponents(pos) {
		v, one := ask(100_000, by)
		if _, again := ask(100_000, by); !slices.Equal(one, again) {
			t.Errorf("%s: the same request gave other weights", by.ID)
		}
		if n := v.Inference; n.Cards != MaxInferredCards || n.Of <= n.Cards || n.Tricks == 0 || n.Whole {
			t.Errorf("%s: the inference was %+v", by.ID, n)
		}
		if slices.Min(one) == slices.Max(one) {
			t.Errorf("%s: all deals have the weight %d", by.ID, one[0])
		}
	}
	v, none := ask(50, algorithms.Plain)
	if v.Inference.Cards != 0 || slices.Min(none) != slices.Max(none) {
		t.Errorf("without nodes for them the weights are %v, and the inference %+v", none, v.Inference)
	}
}
