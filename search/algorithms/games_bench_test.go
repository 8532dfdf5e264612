package algorithms_test

import (
	"context"
	"encoding/json"
	"math/bits"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
)

// A handTable is three players' hands of Sergeant Major, played by one function without an
// interface, frames and counters: the engines are compared with it.
type handTable struct {
	hands [3]uint64
	taken [3]int8
	nodes int
}

const handSuit = 0x1_1111_1111_1111

// maxn searches a position in the middle of a trick: led is the suit led (0: none yet), best
// the card that takes the trick so far, and holder who played it.
func (h *handTable) maxn(player, played, left int, led, best uint64, holder int, out *[3]int8) {
	h.nodes++
	hand := h.hands[player]
	legal := hand & led
	if legal == 0 {
		legal = hand
	}
	first := true
	var v [3]int8
	for moves := legal &^ (hand << 4); moves != 0; moves &= moves - 1 {
		card := moves & -moves
		h.hands[player] = hand &^ card
		suit, top, who := led, best, holder
		if played == 0 {
			suit = handSuit << (bits.TrailingZeros64(card) & 3)
		}
		if played == 0 || card&suit != 0 && card < best {
			top, who = card, player
		}
		switch {
		case played < 2:
			next := player + 1
			if next == 3 {
				next = 0
			}
			h.maxn(next, played+1, left, suit, top, who, &v)
		case left == 1:
			h.nodes++
			v = h.taken
			v[who]++
		default:
			h.taken[who]++
			h.maxn(who, 0, left-1, 0, 0, 0, &v)
			h.taken[who]--
		}
		if first || v[player] > out[player] {
			*out, first = v, false
		}
	}
	h.hands[player] = hand
}

// benchDeal is a deal of 16 cards each, of which three tricks are searched.
var benchDeal = map[string]any{"seed": 3, "tricks": 3}

func handDeal(tb testing.TB) *handTable {
	var doc struct{ Hands []string }
	if err := json.Unmarshal(searchtest.OpenGame(tb, "sergeant-major", benchDeal).AppendDocument(nil), &doc); err != nil {
		tb.Fatal(err)
	}
	h := &handTable{}
	for p, hand := range doc.Hands {
		for _, card := range strings.Fields(hand) {
			h.hands[p] |= 1 << (4*strings.IndexByte("AKQJT98765432", card[0]) + strings.IndexByte("SHDC", card[1]))
		}
	}
	return h
}

// BenchmarkGames compares max^n on a deal with the function by hand, and reports the
// speed on other games.
func BenchmarkGames(b *testing.B) {
	b.Run("sergeant-major/hand", func(b *testing.B) {
		h := handDeal(b)
		for range b.N {
			var out [3]int8
			h.maxn(0, 0, 3, 0, 0, 0, &out)
		}
		b.ReportMetric(float64(h.nodes)/b.Elapsed().Seconds(), "nodes/s")
	})
	for _, g := range []struct {
		name, id string
		fields   map[string]any
		depth    int
	}{
		{"sergeant-major/engine", "sergeant-major", benchDeal, 9},
		{"oh-hell", "oh-hell", map[string]any{"seed": 3, "tricks": 3, "trump": "H"}, 9},
		{"othello", "othello", nil, 7},
		{"connect-four", "connect-four", nil, 8},
		{"chinese-checkers", "chinese-checkers", map[string]any{"top": 10}, 5},
	} {
		b.Run(g.name, func(b *testing.B) {
			pos := searchtest.OpenGame(b, g.id, g.fields)
			a, _ := algorithms.Find("maxn")
			nodes := 0
			for b.Loop() {
				res, err := a.Run(context.Background(), engine.OnGame(g.id, pos), engine.Options{Depth: g.depth, HasDepth: true}, nil)
				if err != nil {
					b.Fatal(err)
				}
				nodes += res.Stats.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// TestHandWrittenAgrees: the function by hand searches the same tree as the engine.
func TestHandWrittenAgrees(t *testing.T) {
	h, out := handDeal(t), [3]int8{}
	h.maxn(0, 0, 3, 0, 0, 0, &out)
	a, _ := algorithms.Find("maxn")
	res, err := a.Run(context.Background(), engine.OnGame("sergeant-major", searchtest.OpenGame(t, "sergeant-major", benchDeal)), engine.Options{}, nil)
	if err != nil || res.Stats.Nodes != h.nodes || res.Value != trees.Points(int(out[0]), int(out[1]), int(out[2])) {
		t.Errorf("by hand %v with %d nodes, the engine %v with %d nodes, %v", out, h.nodes, res.Value, res.Stats.Nodes, err)
	}
}

// TestGameSearchesAllocateNothing: a search of a game makes the same allocations at any
// depth, so none for each node.
func TestGameSearchesAllocateNothing(t *testing.T) {
	for _, g := range []searchtest.SmallGame{
		{Id: "sergeant-major", Fields: map[string]any{"cards": 3}, Depth: 4}, {Id: "hearts", Fields: map[string]any{"cards": 3}, Depth: 4},
		{Id: "spades", Fields: map[string]any{"cards": 3, "evaluation": "ranks"}, Depth: 4}, {Id: "oh-hell", Fields: map[string]any{"cards": 3, "trump": "D"}, Depth: 4},
		{Id: "tic-tac-toe", Fields: nil, Depth: 4}, {Id: "connect-four", Fields: nil, Depth: 4}, {Id: "othello", Fields: nil, Depth: 4}, {Id: "chinese-checkers", Fields: map[string]any{"size": 2, "top": 5}, Depth: 4},
	} {
		pos := searchtest.OpenGame(t, g.Id, g.Fields)
		for _, id := range []string{"maxn", "shallow", "bnb", "abbnb", "paranoid", "lastbranch", "speculative"} {
			a, _ := algorithms.Find(id)
			problem := engine.OnGame(g.Id, pos)
			allocs := func(depth int) float64 {
				o := engine.Options{Depth: depth, HasDepth: true}
				if a.Check(&problem, o) != nil {
					return 0
				}
				return testing.AllocsPerRun(3, func() {
					if _, err := a.Run(context.Background(), problem, o, nil); err != nil {
						t.Fatal(err)
					}
				})
			}
			// The counter is that of the process: what the runtime allocates at times is not in every run.
			few, many := allocs(1), allocs(g.Depth)
			for again := 0; many > few && again < 5; again++ {
				many = min(many, allocs(g.Depth))
			}
			if many > few {
				t.Errorf("%s on %s allocates %v times to depth %d, %v times to depth 1", id, g.Id, many, g.Depth, few)
			}
		}
	}
}
