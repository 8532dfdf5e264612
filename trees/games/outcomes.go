package games

import "espalier/trees"

// An outcomeTable has a row for each way in which some of the tricks that are left can
// have been taken. Where all are taken, the row is an outcome.
type outcomeTable struct {
	players  int
	base     [maxSeats]int // tricks taken at the start
	rows     []valueRange
	choose   [maxSeats + 1][]int // choose[k][n] is the number of ways to choose k of n
	outcomes []OutcomeRow        // every outcome, which is the tricks of all players, with its value
}

// A valueRange has the least and the most values that are still possible. static is the
// value of the outcome in which the open tricks are shared.
type valueRange struct{ low, up, static trees.Vector }

// newOutcomeTable computes the table of the tricks left, from the value of each outcome.
func newOutcomeTable(players int, base []int, left int, value func(tricks []int) trees.Vector) *outcomeTable {
	t := &outcomeTable{players: players}
	copy(t.base[:], base)
	for k := range t.choose {
		for n := range left + players + 1 {
			t.choose[k] = append(t.choose[k], binomial(n, k))
		}
	}
	t.rows = make([]valueRange, binomial(left+players, players))
	// The rows where more is taken are computed first.
	for sum := left; sum >= 0; sum-- {
		for _, division := range trees.Divisions(sum, players) {
			tricks := tricksOf(&division, players)
			t.fill(tricks, left-sum, value)
		}
	}
	return t
}

// fill computes the row where tricks have been taken since the start and open are open.
func (t *outcomeTable) fill(tricks []int, open int, value func(tricks []int) trees.Vector) {
	row := &t.rows[t.index(tricks)]
	if open == 0 {
		taken := make([]int, t.players)
		for p := range taken {
			taken[p] = t.base[p] + tricks[p]
		}
		v := value(taken)
		*row = valueRange{v, v, v}
		outcome := OutcomeRow{Value: v}
		for p, n := range taken {
			setPoints(&outcome.Outcome, p, n)
		}
		t.outcomes = append(t.outcomes, outcome)
		return
	}
	for p := range tricks {
		tricks[p]++
		next := &t.rows[t.index(tricks)]
		tricks[p]--
		if p == 0 {
			row.low, row.up = next.low, next.up
		}
		for q := range tricks {
			row.low[q], row.up[q] = min(row.low[q], next.low[q]), max(row.up[q], next.up[q])
		}
	}
	shared := make([]int, t.players)
	for p := range shared {
		shared[p] = tricks[p] + share(open, t.players, p)
	}
	row.static = t.rows[t.index(shared)].low
}

// at returns the row of the tricks taken by all players.
func (t *outcomeTable) at(taken *[maxSeats]int) *valueRange {
	sum, index := 0, 0
	for p := range t.players {
		sum += taken[p] - t.base[p]
		index += t.choose[p+1][sum+p]
	}
	return &t.rows[index]
}

// index numbers the ways to take tricks: with s the tricks of the first p players and one
// thing between any two of them, the numbers s + p - 1 rise, and the sum of the ways to
// choose p of s + p - 1 is different for each such list.
func (t *outcomeTable) index(tricks []int) int {
	sum, index := 0, 0
	for p, n := range tricks {
		sum += n
		index += t.choose[p+1][sum+p]
	}
	return index
}

// binomial returns the number of ways to choose k of n.
func binomial(n, k int) int {
	if k < 0 || k > n {
		return 0
	}
	ways := 1
	for i := range min(k, n-k) {
		ways = ways * (n - i) / (i + 1)
		if ways > 1<<40 {
			return 1 << 40 // more than any table has
		}
	}
	return ways
}
