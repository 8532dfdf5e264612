package games

import (
	"slices"
	"strings"

	"espalier/trees"
)

// Evaluations of the tricks and the bids of all players.
//
// N. Sturtevant, "Leaf-value tables for pruning non-zero-sum games", IJCAI 2005, Tables 1
// and 2. The paper fixes the utility of Table 1 and its ranks. Of the columns of Table 2 it
// has the names alone; what is evaluated here under these names is our choice.

// byTricks is the evaluation without bids; MT in Table 2.
const byTricks = "tricks"

// An evaluation gives each player a value of at least 0 for an outcome.
type evaluation struct {
	name string
	text string
	// value returns the value of player p (from 0), who took tricks[p] of all. nil: the
	// evaluation needs no bids.
	value func(tricks, bids []int, all, p int) int
	// ranked: only the rank of a value among all outcomes counts.
	ranked bool
}

var evaluations = []evaluation{
	{name: byTricks, text: "tricks taken (MT)"},
	{name: "ranks", text: "each player's rank of the outcome by the utility of 2005, Table 1", value: utility, ranked: true},
	{name: "ncs", text: "that utility itself, at least 0: 10 × bid − overtricks + 3 for each opponent who misses the bid, 0 with an own bid missed", value: func(tricks, bids []int, all, p int) int {
		return max(0, utility(tricks, bids, all, p))
	}},
	{name: "momb", text: "with the own bid made 1 and 1 more for each opponent who misses the bid, else 0 (our reading)", value: func(tricks, bids []int, _, p int) int {
		if !made(tricks, bids, p) {
			return 0
		}
		value := 1
		for q := range bids {
			if !made(tricks, bids, q) {
				value++
			}
		}
		return value
	}},
	{name: "mot", text: "with the own bid made 1 and 1 more for each trick that is not an overtrick of the player, else 0 (our reading)", value: func(tricks, bids []int, all, p int) int {
		if !made(tricks, bids, p) {
			return 0
		}
		return 1 + all - (tricks[p] - bids[p])
	}},
	{name: "smot", text: "2 with exactly the tricks bid, 1 with more, else 0 (our reading)", value: func(tricks, bids []int, _, p int) int {
		switch {
		case tricks[p] == bids[p]:
			return 2
		case made(tricks, bids, p):
			return 1
		}
		return 0
	}},
	{name: "wl", text: "1 with the bid made, else 0 (our reading)", value: func(tricks, bids []int, _, p int) int {
		if made(tricks, bids, p) {
			return 1
		}
		return 0
	}},
	{name: "oh", text: "10 + bid with exactly the tricks bid, else 0 (the score of Oh Hell!, our choice)", value: func(tricks, bids []int, _, p int) int {
		if tricks[p] == bids[p] {
			return 10 + bids[p]
		}
		return 0
	}},
}

// Bids returns a copy of the bids of all players; nil: the evaluation needs none.
func (g *trickGame) Bids() []int { return slices.Clone(g.bids) }

func made(tricks, bids []int, p int) bool { return tricks[p] >= bids[p] }

// utility is the utility of Table 1. With a bid of 0 it can be below 0.
func utility(tricks, bids []int, _, p int) int {
	var taken trees.Vector
	for q, n := range tricks {
		setPoints(&taken, q, n)
	}
	own, missed := trees.SpadesUtility(&taken, bids, p+1)
	return own + missed
}

func evaluationNames() (names []string) {
	for _, e := range evaluations {
		names = append(names, e.name)
	}
	return names
}

func evaluationTexts() string {
	var list []string
	for _, e := range evaluations {
		list = append(list, e.name+": "+e.text)
	}
	return strings.Join(list, ". ")
}

const bidText = "one for each ace, one for each king with another card of its suit, and one for each trump beyond the third, at most all tricks"

// bidOf returns the bid of a hand by default, as bidText says.
func (g *trickGame) bidOf(hand cardSet) int {
	bid := max(0, (hand&g.trump).count()-3)
	for suit := range 4 {
		own := hand & (oneSuit << suit)
		if own&(1<<suit) != 0 {
			bid++
		}
		if own&(1<<(4+suit)) != 0 && own.count() > 1 {
			bid++
		}
	}
	return min(bid, g.total)
}

// readEvaluation reads the evaluation and the bids, and sets the table of values.
func (g *trickGame) readEvaluation(r *fieldReader) {
	g.evaluation = r.choice("evaluation", byTricks, evaluationNames())
	g.bids = r.wholes("bids", g.players, 0, deckSize)
	i := slices.IndexFunc(evaluations, func(e evaluation) bool { return e.name == g.evaluation })
	if r.err != nil || evaluations[i].value == nil {
		return
	}
	if g.bids == nil {
		for _, hand := range g.hands[:g.players] {
			g.bids = append(g.bids, g.bidOf(hand))
		}
	}
	left := int(g.now().left)
	if n := binomial(g.total+g.players-1, g.players-1); evaluations[i].ranked && n > trees.MaxOutcomes {
		r.fail("taken", "with this many tricks taken there are more than %d outcomes, the limit of a leaf-value table", trees.MaxOutcomes)
		return
	}
	g.table = newOutcomeTable(g.players, g.taken[:g.players], left, g.valuesOf(&evaluations[i]))
	g.scores = Scores{Delta: trees.Unit, StaticOutcomes: true}
	seen := map[trees.Vector]bool{}
	if len(g.table.outcomes) <= trees.MaxOutcomes {
		g.scores.Rows = g.table.outcomes
	}
	for _, row := range g.table.outcomes {
		v := row.Value
		g.scores.MaxSum = max(g.scores.MaxSum, v.Sum(g.players))
		for p := range g.players {
			g.scores.MaxP = max(g.scores.MaxP, v[p])
		}
		if !seen[v] {
			seen[v] = true
			g.scores.Outcomes = append(g.scores.Outcomes, v)
		}
	}
}

// valuesOf returns the function from the tricks of all players to their values. Ranks are
// those among all outcomes of the hand, not only those still possible, so that they are
// the same at every position of a game.
func (g *trickGame) valuesOf(e *evaluation) func(tricks []int) trees.Vector {
	plain := func(tricks []int) (v trees.Vector) {
		for p := range tricks {
			setPoints(&v, p, e.value(tricks, g.bids, g.total, p))
		}
		return v
	}
	if !e.ranked {
		return plain
	}
	var scores [maxSeats][]trees.Score
	for _, division := range trees.Divisions(g.total, g.players) {
		v := plain(tricksOf(&division, g.players))
		for p := range g.players {
			scores[p] = append(scores[p], v[p])
		}
	}
	for p := range g.players {
		slices.Sort(scores[p])
		scores[p] = slices.Compact(scores[p])
	}
	return func(tricks []int) trees.Vector {
		v := plain(tricks)
		for p := range tricks {
			rank, _ := slices.BinarySearch(scores[p], v[p])
			setPoints(&v, p, rank)
		}
		return v
	}
}

func tricksOf(v *trees.Vector, players int) []int {
	tricks := make([]int, players)
	for p := range tricks {
		tricks[p] = int(v[p] / trees.Unit)
	}
	return tricks
}
