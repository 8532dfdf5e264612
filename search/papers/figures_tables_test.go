package papers

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
	"espalier/trees/games"
)

// Claims about tables: the printed numbers are those that the code computes.

// column returns the cells of a column of the figure's table.
func (c *checker) column(name string) (cells []string) {
	for i, column := range c.f.Table.Columns {
		for _, row := range c.f.Table.Rows {
			if column == name {
				cells = append(cells, row[i])
			}
		}
	}
	if cells == nil {
		c.Fatalf("%s: there is no column %q", c.what, name)
	}
	return cells
}

// number reads a printed number.
func (c *checker) number(s string) float64 {
	x := printedNumber(s)
	if x == 0 && s != "0" {
		c.Fatalf("%s: %q is not a number", c.what, s)
	}
	return x
}

// Korf, section 3.6: F(d) on trees where every cut comes as early as it can.
func claimShallowBestCase(c *checker, _ *claim) {
	for b := 2; b <= 4; b++ {
		for d := range 7 {
			run := c.run(searchtest.BestCase(c.T, b, d), "shallow", engine.Options{})
			if got, want := len(run.visited()), BestLeaves(b, 2, d); got != want {
				c.fail("b = %d, d = %d: shallow pruning evaluates %d leaves, F(d) = %d", b, d, got, want)
			}
		}
	}
}

// 2003, Table 8, and the counts that confirm its recurrence.
func claimTableOfFactors(c *checker, _ *claim) {
	limits, optimal := c.column("b^(2/3)"), c.column("optimal")
	for i, cell := range c.column("b") {
		b := int(c.number(cell))
		if got := LimitFactor(b, 3); !searchtest.Prints(got, limits[i]) {
			c.fail("b = %d: b^(2/3) = %f, printed %s", b, got, limits[i])
		}
		if got := BestFactor(b, 3); !searchtest.Prints(got, optimal[i]) {
			c.fail("b = %d: the root is %f, printed %s", b, got, optimal[i])
		}
	}
	for _, b := range []int{2, 3, 4} {
		for d := range 7 {
			res := searchtest.Solve(c.T, "speculative", games.Generator{Kind: "equal", Branching: b, Depth: d, Players: 3, MaxSum: 9})
			if got, want := res.Stats.Leaves, BestLeaves(b, 3, d); got != want {
				c.fail("b = %d, d = %d: speculative pruning evaluates %d leaves, F(d) = %d", b, d, got, want)
			}
		}
	}
}

// The lecture: Max and Min nodes, and pure strategies, by formula and by counting.
func claimMoverCounts(c *checker, _ *claim) {
	var counted [3]int
	for node := range c.f.Tree.Len() {
		if !c.f.Tree.IsLeaf(node) {
			counted[c.f.Tree.Mover(node)]++
		}
	}
	maxNodes, minNodes := MoverNodes(2, c.f.Tree.Height())
	if counted[1] != maxNodes || counted[2] != minNodes {
		c.fail("the tree has %d Max and %d Min nodes, the formulas give %d and %d", counted[1], counted[2], maxNodes, minNodes)
	}
	want := []int{maxNodes, minNodes, PureStrategies(2, maxNodes), PureStrategies(2, minNodes)}
	for i, cell := range c.column("number") {
		if cell != strconv.Itoa(want[i]) {
			c.fail("%s: %s, want %d", c.f.Table.Rows[i][0], cell, want[i])
		}
	}
}

// 2000, Table 1: the Hearts example, cell by cell, and a tree of it.
func claimDuality(c *checker, _ *claim) {
	from, to := c.column("minimization value"), c.column("maximization value")
	var v, want trees.Vector
	for i := range 3 {
		v[i], want[i] = trees.Score(c.number(from[i]))*trees.Unit, trees.Score(c.number(to[i]))*trees.Unit
	}
	if got := trees.Dual(v, 3, 26*trees.Unit); got != want {
		c.fail("the dual of %v is %v, want %v", v[:3], got[:3], want[:3])
	}
	t, err := trees.ReadText(fmt.Sprintf("players 3 maxsum %s maxp %s 1[(%s,%s,%s) (26,0,0)]", from[5], from[3], from[0], from[1], from[2]))
	if err != nil {
		c.Fatal(err)
	}
	d, err := t.Dual()
	if err != nil {
		c.Fatal(err)
	}
	got, _ := d.Value(1)
	if got != want || d.MaxSum.Score.In(trees.Unit).String() != to[5] || d.LimitsText(&d.MaxP) != to[4] {
		c.fail("the dual tree has the leaf %v, maxsum %s and maxp %s; want %v, %s and %s", got[:3], d.MaxSum.Score.In(trees.Unit), d.LimitsText(&d.MaxP), want[:3], to[5], to[4])
	}
}

// 2000, Table 2: each factor is the number of nodes in the previous row divided by the
// number of nodes in its own row.
func claimFactorsOf2000(c *checker, _ *claim) {
	nodes, factors := c.column("nodes expanded"), c.column("factor")
	for i := 1; i < len(nodes); i++ {
		if got := c.number(nodes[i-1]) / c.number(nodes[i]); !searchtest.Prints(got, factors[i]) {
			c.fail("%s: %f, printed %s", c.f.Table.Rows[i][0], got, factors[i])
		}
	}
}

// 2005, Table 2: one size of the full tree explains all factors, to the
// precision with which the nodes are printed.
func claimFactorsOf2005(c *checker, _ *claim) {
	const full = spadesTree
	nodes, factors := c.column("nodes expanded"), c.column("factor")
	if !searchtest.Prints(full/1e6, "2.7") {
		c.fail("%d does not print as %s", full, nodes[0])
	}
	for i := 1; i < len(nodes); i++ {
		half := 0.5 // half a unit of the last printed place
		if digits, ok := strings.CutSuffix(nodes[i], "M"); ok {
			half = 0.5e6 * math.Pow10(-decimals(digits))
		} else if digits, ok := strings.CutSuffix(nodes[i], "k"); ok {
			half = 0.5e3 * math.Pow10(-decimals(digits))
		}
		factor, n := c.number(factors[i]), c.number(nodes[i])
		slack := 0.5 * math.Pow10(-decimals(factors[i]))
		low, high := full/(n+half), full/(n-half)
		if factor+slack < low || factor-slack > high {
			c.fail("%s: a factor from %f to %f, printed %s", c.f.Table.Rows[i][0], low, high, factors[i])
		}
	}
}

func decimals(s string) int {
	_, frac, _ := strings.Cut(s, ".")
	return len(frac)
}

// 2003, Table 12: the average of each pair follows from the points that three players
// share.
func claimAverageScores(c *checker, _ *claim) {
	for game, want := range map[string]float64{"Hearts": 25.5 / 3, "Spades": 17.0 / 3} {
		for _, cell := range c.column(game) {
			a, b, _ := strings.Cut(cell, " / ")
			if got := (c.number(a) + c.number(b)) / 2; math.Abs(got-want) > 0.0101 {
				c.fail("%s: %s averages %f, want %f", game, cell, got, want)
			}
		}
	}
}

func triple(v trees.Vector) string { return trees.Header{Players: 3}.FormatValue(v) }

// 2005, Table 1: the utilities follow from the rule.
func claimUtilities(c *checker, _ *claim) {
	outcomes, _ := spadesTable()
	if len(outcomes) != len(c.f.Table.Rows) {
		c.Fatalf("%d outcomes, %d rows", len(outcomes), len(c.f.Table.Rows))
	}
	for i, row := range c.f.Table.Rows {
		if row[0] != triple(outcomes[i]) {
			c.fail("row %d is %s, want %s", i+1, row[0], triple(outcomes[i]))
		}
		for p := 1; p <= 3; p++ {
			own, missed := trees.SpadesUtility(&outcomes[i], spadesBids, p)
			want := "0"
			if own > 0 {
				want = fmt.Sprintf("%d+%d", own, missed)
			}
			if row[p] != want {
				c.fail("%s: player %d has %s, want %s", row[0], p, row[p], want)
			}
		}
	}
}

// 2005, Table 1: the ranks follow from the utilities; their sums are 2, 3 and 4.
func claimRanks(c *checker, _ *claim) {
	_, ranks := spadesTable()
	sums := map[trees.Score]bool{}
	for i, cell := range c.column("ranks") {
		if want := triple(ranks[i]); cell != want {
			c.fail("row %d has the ranks %s, want %s", i+1, cell, want)
		}
		sums[ranks[i].Sum(3)/trees.Unit] = true
	}
	if len(sums) != 3 || !sums[2] || !sums[3] || !sums[4] {
		c.fail("the ranks add up to %v, want 2, 3 and 4", sums)
	}
}

// 2005, Table 1: the dagger marks where player 2 has a trick; then player 1's
// rank is 2 at most, and player 3's 1.
func claimDagger(c *checker, _ *claim) {
	outcomes, ranks := spadesTable()
	var most trees.Vector
	for i, cell := range c.column("player 2 has a trick") {
		marked := outcomes[i][1] > 0
		if (cell == "†") != marked {
			c.fail("%s is marked %q", triple(outcomes[i]), cell)
		}
		if marked {
			most[0], most[2] = max(most[0], ranks[i][0]), max(most[2], ranks[i][2])
		}
	}
	if most != trees.Points(2, 0, 1) {
		c.fail("with a trick for player 2 the best ranks are %s, want 2 and 1", triple(most))
	}
}

// 2005: (t+1)(t+2)/2 outcomes.
func claimOutcomeCount(c *checker, _ *claim) {
	for t := range 14 {
		if got, want := len(trees.Divisions(t, 3)), (t+1)*(t+2)/2; got != want {
			c.fail("%d tricks have %d outcomes, want %d", t, got, want)
		}
	}
}

// The lecture: the positions have the verdicts of the slide.
func claimMaterial(c *checker, _ *claim) {
	want := []int{1, -4}
	for i, b := range c.f.Boards {
		got, err := trees.Material(b.FEN)
		if err != nil || got != want[i] {
			c.fail("%s is worth %d (%v), want %d", b.FEN, got, err, want[i])
		}
		fields := strings.Fields(b.FEN)
		if side := map[string]string{"w": "White", "b": "Black"}[fields[1]]; !strings.HasPrefix(b.Verdict, side+" to move") {
			c.fail("%s: %s is to move, but the verdict is %q", b.FEN, side, b.Verdict)
		}
	}
}
