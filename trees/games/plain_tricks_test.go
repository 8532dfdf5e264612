package games

import (
	"encoding/json"
	"slices"
	"strings"
)

// The rules of the card games again, from section 2 of the contract.

type plainTricks struct {
	ID         string
	Hands      []string
	Leader     int
	Trick      string
	Taken      []int
	Trump      string
	Tricks     *int
	Merge      bool
	Evaluation string
	Bids       []int

	hands [][]string // by player, from 0
	trick []string
	left  int
	t     int // Hearts: T
	total int // all tricks at the end
}

func openPlainTricks(doc []byte) plainGame {
	g := &plainTricks{}
	if err := json.Unmarshal(doc, g); err != nil {
		panic(err)
	}
	for _, hand := range g.Hands {
		g.hands = append(g.hands, strings.Fields(hand))
	}
	g.trick = strings.Fields(g.Trick)
	g.left = len(g.hands[g.who()])
	if g.Tricks != nil && *g.Tricks < g.left {
		g.left = *g.Tricks
	}
	g.total = g.left
	for _, n := range g.Taken {
		g.t += n
		g.total += n
	}
	for _, card := range append(slices.Concat(g.hands...), g.trick...) {
		g.t += plainPoints(card)
	}
	return g
}

func plainPoints(card string) int {
	switch {
	case card == "QS":
		return 13
	case card[1] == 'H':
		return 1
	}
	return 0
}

func plainRank(card string) int { return strings.IndexByte("AKQJT98765432", card[0]) }

func (g *plainTricks) who() int { return (g.Leader - 1 + len(g.trick)) % len(g.hands) }

func (g *plainTricks) player() int {
	if g.left == 0 {
		return 0
	}
	return g.who() + 1
}

func (g *plainTricks) moves() []string {
	if g.left == 0 {
		return nil
	}
	hand := g.hands[g.who()]
	var legal []string
	for _, card := range hand {
		if len(g.trick) > 0 && card[1] == g.trick[0][1] {
			legal = append(legal, card)
		}
	}
	if len(legal) == 0 {
		legal = slices.Clone(hand)
	}
	slices.SortFunc(legal, func(a, b string) int {
		if d := plainRank(a) - plainRank(b); d != 0 {
			return d
		}
		return strings.IndexByte("SHDC", a[1]) - strings.IndexByte("SHDC", b[1])
	})
	if !g.Merge {
		return legal
	}
	return slices.DeleteFunc(legal, func(card string) bool {
		for _, other := range hand {
			if other[1] == card[1] && plainRank(other) == plainRank(card)-1 {
				return g.ID != "hearts" || plainPoints(other) == plainPoints(card)
			}
		}
		return false
	})
}

func (g *plainTricks) play(i int) plainGame {
	n := *g
	card, who := g.moves()[i], g.who()
	n.hands = slices.Clone(g.hands)
	n.hands[who] = slices.DeleteFunc(slices.Clone(g.hands[who]), func(c string) bool { return c == card })
	n.trick = append(slices.Clone(g.trick), card)
	n.Taken = slices.Clone(g.Taken)
	if len(n.trick) < len(n.hands) {
		return &n
	}
	best := 0
	for j, c := range n.trick {
		b := n.trick[best]
		sameSuit := c[1] == b[1] && plainRank(c) < plainRank(b)
		trumps := g.Trump != "" && c[1] == g.Trump[0] && b[1] != g.Trump[0]
		if sameSuit || trumps {
			best = j
		}
	}
	winner := (g.Leader - 1 + best) % len(g.hands)
	if g.ID == "hearts" {
		for _, c := range n.trick {
			n.Taken[winner] += plainPoints(c)
		}
	} else {
		n.Taken[winner]++
	}
	n.Leader, n.trick, n.left = winner+1, nil, g.left-1
	return &n
}

func (g *plainTricks) value() []int {
	if g.ID == "hearts" {
		var v []int
		for _, n := range g.Taken {
			v = append(v, g.t-n)
		}
		return v
	}
	return g.evaluated(g.Taken)
}

// evaluated returns the values of all players for the tricks they took.
func (g *plainTricks) evaluated(tricks []int) (v []int) {
	if g.Evaluation == "" || g.Evaluation == "tricks" {
		return tricks
	}
	for p := range tricks {
		v = append(v, g.worth(tricks, p))
	}
	return v
}

func (g *plainTricks) worth(tricks []int, p int) int {
	over, exact := tricks[p]-g.Bids[p], tricks[p] == g.Bids[p]
	missed := 0
	for q := range tricks {
		if tricks[q] < g.Bids[q] {
			missed++
		}
	}
	utility := 0
	if over >= 0 {
		utility = 10*g.Bids[p] - over + 3*missed
	}
	switch g.Evaluation {
	case "ncs":
		return max(0, utility)
	case "momb":
		if over >= 0 {
			return 1 + missed
		}
	case "mot":
		if over >= 0 {
			return 1 + g.total - over
		}
	case "smot":
		if exact {
			return 2
		} else if over >= 0 {
			return 1
		}
	case "wl":
		if over >= 0 {
			return 1
		}
	case "oh":
		if exact {
			return 10 + g.Bids[p]
		}
	case "ranks":
		lower := map[int]bool{}
		h := *g
		h.Evaluation = "utility"
		for _, other := range plainDivisions(g.total, len(tricks)) {
			if u := h.worth(other, p); u < utility {
				lower[u] = true
			}
		}
		return len(lower)
	case "utility":
		return utility
	}
	return 0
}

func plainDivisions(n, players int) (list [][]int) {
	if players == 1 {
		return [][]int{{n}}
	}
	for first := range n + 1 {
		for _, rest := range plainDivisions(n-first, players-1) {
			list = append(list, append([]int{first}, rest...))
		}
	}
	return list
}

func (g *plainTricks) static() []int {
	if g.left == 0 {
		return g.value()
	}
	open := g.left
	if g.ID == "hearts" {
		open = g.t
		for _, n := range g.Taken {
			open -= n
		}
	}
	players := len(g.hands)
	shared := make([]int, players)
	for i := range open {
		shared[i%players]++
	}
	var v []int
	for p, n := range g.Taken {
		switch {
		case g.ID == "hearts":
			v = append(v, g.t-n-shared[p])
		case g.Evaluation == "" || g.Evaluation == "tricks":
			v = append(v, n)
		default:
			v = append(v, n+shared[p])
		}
	}
	if g.ID == "hearts" {
		return v
	}
	return g.evaluated(v)
}
