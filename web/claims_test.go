package web_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/claims"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/experiment"
	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/exercises"
	"espalier/trees/figures"
	"espalier/trees/treetest"
	"espalier/web/learn"
	"espalier/web/theorems"
)

// A claim is a part of a sentence that says a number or compares, with what it rests on.
type claim struct {
	says string
	of   []source // each number in says

	left, right source // what says compares
	is          string // how left compares with right

	theorem string // it is tried on random trees
	without string // a condition without which the theorem fails, as says claims

	because string // why it needs no source
}

// A source computes a number.
type source func(t *testing.T) float64

func number(x float64) source { return func(*testing.T) float64 { return x } }

func calc(f func(x ...float64) float64, of ...source) source {
	return func(t *testing.T) float64 {
		var x []float64
		for _, s := range of {
			x = append(x, s(t))
		}
		return f(x...)
	}
}

func minus(a, b source) source { return calc(func(x ...float64) float64 { return x[0] - x[1] }, a, b) }
func over(a, b source) source  { return calc(func(x ...float64) float64 { return x[0] / x[1] }, a, b) }
func plus(of ...source) source {
	return calc(func(x ...float64) float64 { return x[0] + x[1] }, of...)
}

// more is by how many percent a is more than b.
func more(a, b source) source {
	return calc(func(x ...float64) float64 { return 100 * (x[0]/x[1] - 1) }, a, b)
}

func kept(id, row string, of func(r *figures.MeasuredRow) *float64) source {
	return func(t *testing.T) float64 {
		t.Helper()
		m, found := figures.FindMeasured(id)
		if !found {
			t.Fatalf("%s was not measured", id)
		}
		i := slices.IndexFunc(m.Rows, func(r figures.MeasuredRow) bool { return r.Name == row })
		if i < 0 || of(&m.Rows[i]) == nil {
			t.Fatalf("%s has no number for %q", id, row)
		}
		return *of(&m.Rows[i])
	}
}

func measured(id, row string) source { return kept(id, row, mean) }

func mean(r *figures.MeasuredRow) *float64 { return r.Measured }

// half is half of the interval of a mean.
func half(r *figures.MeasuredRow) *float64 {
	x := (r.Interval.High - r.Interval.Low) / 2
	return &x
}

func printed(id, row string) source {
	return kept(id, row, func(r *figures.MeasuredRow) *float64 { return r.Printed })
}

// defaultOf is the default of a parameter of an experiment.
func defaultOf(id, name string) source {
	return func(t *testing.T) float64 {
		e, _ := experiment.Find(id)
		v, err := e.Values(nil)
		if err != nil {
			t.Fatal(err)
		}
		n, ok := v[name]
		if !ok {
			t.Fatalf("%s has no parameter %s", id, name)
		}
		return float64(n)
	}
}

// again is a row of an experiment that is measured now, with some other parameters. Only the jobs of the column are done.
func again(id, column, row string, given map[string]int) source {
	key := fmt.Sprint(id, column, row, given)
	return func(t *testing.T) float64 {
		t.Helper()
		if x, done := measuredAgain[key]; done {
			return x
		}
		e, _ := experiment.Find(id)
		v, err := e.Values(given)
		if err != nil {
			t.Fatal(err)
		}
		jobs := e.Jobs(v)
		counts := make([]experiment.Counts, len(jobs))
		for i, j := range jobs {
			if j.Name == column {
				if counts[i], err = e.Run(t.Context(), v, j); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, r := range e.Rows(v, counts) {
			if r.Name == row && r.Measured != nil {
				measuredAgain[key] = *r.Measured
				return *r.Measured
			}
		}
		t.Fatalf("%s measures no row %q by %q", id, row, column)
		return 0
	}
}

var measuredAgain = map[string]float64{}

// tenDeals is a column of Spades in ten deals of seven cards, with other values of some parameters.
func tenDeals(column string, other map[string]int) source {
	given := map[string]int{"deals": 10, "cards": 7}
	for name, value := range other {
		given[name] = value
	}
	return again("s2005-table2", column, column+", nodes", given)
}

// times is by which factor other values of parameters change the nodes of a column in these deals.
func times(column string, other map[string]int) source {
	return over(tenDeals(column, other), tenDeals(column, nil))
}

// beforeKey are the values of the parameters with which the table of Spades was measured before its key had bounds.
var beforeKey = map[string]int{"bounds": 0, "table": 3}

// inPrint is the ratio of a measured number of nodes in Spades to the printed one.
func inPrint(row string) source {
	return over(measured("s2005-table2", row), printed("s2005-table2", row))
}

func with(name string, value int) map[string]int { return map[string]int{name: value} }

// threeTricks is a column of Sergeant Major in 200 deals of three tricks.
func threeTricks(column string, integer int) source {
	return again("sk2000-table2", column, column+", nodes", map[string]int{"tricks": 3, "integer": integer})
}

// spades are the columns of Spades that are searched with a leaf-value table, and all of them.
var (
	withTable = []string{"MoMB", "mOT", "smOT", "WL", "OH"}
	spades    = append([]string{"NCS", "MT"}, withTable...)
)

// most is the largest number of the columns.
func most(columns []string, of func(column string) source) source {
	var list []source
	for _, c := range columns {
		list = append(list, of(c))
	}
	return calc(func(x ...float64) float64 { return slices.Max(x) }, list...)
}

// board is the share of the boards of a kind on which a depth of board splitting does something.
func board(kind string, depth int, what string) source {
	return measured("nau1982", fmt.Sprintf("%s, depth %d: %s", kind, depth, what))
}

func fact(t *testing.T, id, run, action string) string {
	t.Helper()
	list := slices.Concat(learn.Chapters(), theorems.Arguments())
	i := slices.IndexFunc(list, func(c *learn.Chapter) bool { return c.ID == id })
	if i < 0 {
		t.Fatalf("there is no chapter or theorem %s", id)
	}
	text, err := list[i].Fact(run, action)
	if err != nil {
		t.Fatalf("%s: %s: %v", id, action, err)
	}
	return text
}

// leavesOf is the number of leaves of an exercise, and valueOf the value that a node of it backs up.
func leavesOf(id string) source {
	return func(t *testing.T) (n float64) {
		tree := exercise(t, id).Tree
		for i := range tree.Len() {
			if tree.IsLeaf(i) {
				n++
			}
		}
		return n
	}
}

func exercise(t *testing.T, id string) *exercises.Exercise {
	t.Helper()
	list := exercises.All()
	i := slices.IndexFunc(list, func(e *exercises.Exercise) bool { return e.ID == id })
	if i < 0 {
		t.Fatalf("there is no exercise %s", id)
	}
	return list[i]
}

// valueOf is the value that a node of an exercise backs up.
func valueOf(id, label string) source {
	return func(t *testing.T) (x float64) {
		tree := exercise(t, id).Tree
		_, err := algorithms.PlainFor(tree).Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
			if e.Type == trace.Exit && tree.Label(int(e.Node)) == label {
				x = e.Value[0].In(e.Unit).Float()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// visited is the number of leaves that an algorithm visits in the tree of a figure.
func visited(figure, algorithm string) source {
	return func(t *testing.T) float64 {
		f, found := figures.Find(figure)
		if !found {
			t.Fatalf("there is no figure %s", figure)
		}
		res, err := papers.RunFigure(t.Context(), f, figures.Run{Algorithm: algorithm}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return float64(res.Stats.Leaves)
	}
}

// dealt is the number of leaves that an algorithm visits in deals of a game, as the table of a theorem has it.
func dealt(game, algorithm string) source {
	return func(t *testing.T) float64 {
		d, err := claims.CountDeals(t.Context(), game, 4, 8, algorithm)
		if err != nil {
			t.Fatal(err)
		}
		return float64(d.Leaves[algorithm])
	}
}

// star is the share of the leaves that Star1 or Star2 visits in twenty trees of an order.
func star(which int, order claims.MoveOrder) source {
	return func(t *testing.T) float64 {
		var visited, leaves int
		for seed := range uint64(20) {
			all, one, two, err := claims.StarLeaves(t.Context(), 4, 4, seed, order)
			if err != nil {
				t.Fatal(err)
			}
			visited, leaves = visited+[]int{one, two}[which-1], leaves+all
		}
		return float64(visited) / float64(leaves)
	}
}

// counted are the numbers in a text, as they are typed: their values, and how far a value is from the next one that would be typed otherwise.
func counted(text string) (list [][2]float64) {
	for _, m := range typedNumber.FindAllStringSubmatch(strings.ToLower(text), -1) {
		if x, isWord := wordNumbers[m[0]]; isWord {
			step := 1.0
			if x != math.Round(x) {
				step = x / 10 // a half, a third: about as much
			}
			list = append(list, [2]float64{x, step})
			continue
		}
		digits := strings.ReplaceAll(m[1], ",", "")
		x, _ := strconv.ParseFloat(digits, 64)
		_, decimals, _ := strings.Cut(digits, ".")
		unit := map[string]float64{"": 1, "million": 1e6, "billion": 1e9}[m[2]]
		list = append(list, [2]float64{x * unit, math.Pow10(-len(decimals)) * unit})
	}
	return list
}

var (
	wordNumbers = map[string]float64{
		"half": 0.5, "a third": 1.0 / 3, "two thirds": 2.0 / 3, "a quarter": 0.25, "twice": 2, "a point": 1, "one": 1, "two": 2, "three": 3, "four": 4, "six": 6,
		"eight": 8, "nine": 9, "ten": 10, "sixteen": 16, "twenty-seven": 27,
	}
	typedNumber = regexp.MustCompile(`\b(?:half|a third|two thirds|a quarter|twice|a point|one|two|three|four|six|eight|nine|ten|sixteen|twenty-seven)\b|(\d[\d,]*(?:\.\d+)?)(?: (million|billion))?`)
)

// wrong returns what is wrong with the numbers of a claim if its text is says.
func (c *claim) wrong(t *testing.T, says string) string {
	t.Helper()
	list := counted(says)
	if len(list) != len(c.of) {
		return fmt.Sprintf("%q has %d numbers, and %d sources", says, len(list), len(c.of))
	}
	for i, typed := range list {
		if x := c.of[i](t); math.Abs(x-typed[0]) > typed[1]/2*(1+1e-9) {
			return fmt.Sprintf("%q: number %d is %v", says, i+1, x)
		}
	}
	return ""
}

// compares reports how two numbers compare.
func compares(a, b float64) string {
	switch {
	case math.Abs(a-b) < 1e-9:
		return "="
	case a < b:
		return "<"
	}
	return ">"
}

// TestClaims computes what each claim rests on, and shows that another number in its text would be noticed.
func TestClaims(t *testing.T) {
	treetest.SkipUnderRace(t)
	for _, c := range pageClaims {
		kinds := 0
		if c.of != nil {
			kinds++
			if wrong := c.wrong(t, c.says); wrong != "" {
				t.Error(wrong)
			}
			for _, at := range regexp.MustCompile(`\d`).FindAllStringIndex(c.says, -1) {
				digit := (c.says[at[0]]-'0'+1)%10 + '0'
				if other := c.says[:at[0]] + string(digit) + c.says[at[1]:]; c.wrong(t, other) == "" {
					t.Errorf("%q would be as right as %q", other, c.says)
				}
			}
		}
		if c.left != nil {
			kinds++
			if got := compares(c.left(t), c.right(t)); got != c.is {
				t.Errorf("%q: the first is %v, the second %v; the text says %s", c.says, c.left(t), c.right(t), c.is)
			}
		}
		if c.theorem != "" {
			kinds++
			tried, found := claims.Find(c.theorem)
			if !found {
				t.Errorf("%q: there is no theorem %q", c.says, c.theorem)
				continue
			}
			tries := 100
			if c.without != "" {
				tries = claims.Tries
			}
			if f, err := tried.Try(t.Context(), c.without, 1, tries, nil); err != nil || (f.Tree != nil) != (c.without != "") {
				t.Errorf("%q: %v: without %q it fails on %v: %s", c.says, err, c.without, f.Tree, f.Explanation)
			}
		}
		if c.because != "" {
			kinds++
		}
		if kinds != 1 {
			t.Errorf("%q has %d sources or reasons, want one", c.says, kinds)
		}
	}
}

// changes is the number of samples from which on the choice of most seeds is that of max^n, in the chapter about samples.
func changes(t *testing.T) float64 {
	_, text, _ := learn.Outline("sampling")
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := algorithms.Find("mcts-maxn")
	grown, err := compare.Converge(t.Context(), a, tree.WithLetters(), 1, 20, 1<<14)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range grown.Points {
		if 2*p.Same > p.Seeds {
			return float64(p.Samples)
		}
	}
	return 0
}

// chaptersBehindChance is the number of chapters behind the one about chance whose trees have chance nodes, or have none.
func chaptersBehindChance(has bool) source {
	return func(t *testing.T) (n float64) {
		behind := false
		for _, c := range learn.Chapters() {
			if behind && strings.Contains(c.Tree, "*[") == has {
				n++
			}
			behind = behind || c.ID == "chance"
		}
		return n
	}
}

// pageClaims are the claims of the pages that no program fills in and no named work makes.
var pageClaims = []claim{
	// Experiments.
	{says: "Ten families", of: []source{number(float64(len(experiment.Families)))}},
	{says: "ten families", of: []source{number(float64(len(experiment.Families)))}},
	{says: "50 percent is an equal share, and the number of the second rule is what is left of 100", because: "two rules share the wins"},
	{says: "after 300 moves", of: []source{defaultOf("strengths", "moves")}},
	{says: "after 150 moves", of: []source{defaultOf("s2003-table10", "moves")}},
	{says: "three times the progress", because: "the definition of an evaluation"},
	{says: "three times the rows", because: "the definition of an evaluation"},
	{says: "a quarter of the", because: "a rule for when a search ends"},
	{says: "get 17 cards each", of: []source{defaultOf("s2003-table11", "cards")}},
	{says: "all 26 points", because: "a rule of Hearts"},
	{says: "maxsum is 1,000,000,000 points", because: "how the experiment is set up"},
	{says: "the limit is 3.25", of: []source{number(papers.RandomFactor(4))}},
	{says: "5 is a side of 32, and 10 plies", of: []source{defaultOf("nau1982", "doublings"), number(math.Exp2(5)), number(2 * 5)}},
	{says: "7 is a side of 128, and 14 plies", of: []source{defaultOf("nau1982", "larger"), number(math.Exp2(7)), number(2 * 7)}},
	{says: "With 62 percent, about the golden ratio", of: []source{number(100 * (math.Sqrt(5) - 1) / 2)}},
	{says: "has 1,234,560 nodes, and perfect order has 84,927", of: []source{
		number(float64(papers.Iterated(6, func(d int) int { return papers.PlainNodes(10, d) }))), printed("s2003-table10", "Perfect order, nodes"),
	}},
	{says: "with the fewest nodes", theorem: "s2003-best"},
	{says: "The text gives 11.1", of: []source{printed("s2003-table11", "Hearts, Plain max^n, depth")}},
	{says: "15.4 is 4.3 more", of: []source{
		printed("s2003-table11", "Spades, Speculative max^n, depth"), minus(printed("s2003-table11", "Spades, Speculative max^n, depth"), printed("s2003-table11", "Spades, Plain max^n, depth")),
	}},
	{says: "3.7 cards deeper than speculative max^n, which has 22.1", of: []source{
		minus(printed("s2003-table11", "Hearts, Paranoid, cards left"), printed("s2003-table11", "Hearts, Speculative max^n, cards left")), printed("s2003-table11", "Hearts, Speculative max^n, cards left"),
	}},
	{says: "add up to 25.5 points", of: []source{calc(func(x ...float64) float64 { return 1.5 * (x[0] + x[1]) },
		printed("s2003-table12", "Hearts, Plain max^n against paranoid: Plain max^n"), printed("s2003-table12", "Hearts, Plain max^n against paranoid: Paranoid"))}},
	{says: "21 times as many nodes with mOT, 6 times with smOT, 2.2 times with OH, 1.3 times with MoMB, 0.64 times with NCS, and 0.07 times with WL", of: []source{
		times("mOT", with("bids", 0)), times("smOT", with("bids", 0)), times("OH", with("bids", 0)), times("MoMB", with("bids", 0)), times("NCS", with("bids", 0)), times("WL", with("bids", 0)),
	}},
	{says: "the largest difference of a column is 12 per cent", of: []source{most(spades, func(c string) source {
		return calc(func(x ...float64) float64 { return math.Abs(x[0]) }, more(tenDeals(c, with("bids", 2)), tenDeals(c, nil)))
	})}},
	{says: "the full tree of these ten deals has 0.55 times the nodes, NCS 0.63 times, and MT 0.82 times", of: []source{number(10), times("Full tree", with("bounds", 0)), times("NCS", with("bounds", 0)), times("MT", with("bounds", 0))}},
	{says: "smaller by 3 per cent at most, rounded", of: []source{most(spades, func(c string) source {
		return calc(func(x ...float64) float64 { return -x[0] }, more(tenDeals(c, with("bounds", 1)), tenDeals(c, with("bounds", 0))))
	})}},
	{says: "grow by 3 per cent (MoMB) to 65 per cent (smOT) in these deals, and MT by 49 per cent", of: []source{
		more(tenDeals("MoMB", with("heuristic", 0)), tenDeals("MoMB", nil)), most(withTable, func(c string) source { return more(tenDeals(c, with("heuristic", 0)), tenDeals(c, nil)) }),
		more(tenDeals("MT", with("heuristic", 0)), tenDeals("MT", nil)),
	}},
	{says: "the full tree of these ten deals has 2.7 times the nodes", of: []source{number(10), times("Full tree", with("table", 3))}},
	{says: "NCS has 3.3 times as many nodes", of: []source{times("NCS", with("slots", 10))}},
	{says: "MoMB, mOT and OH have 0.57, 0.26 and 0.46 times the printed nodes", of: []source{inPrint("MoMB, nodes"), inPrint("mOT, nodes"), inPrint("OH, nodes")}},
	{says: "Full tree 0.55 times, NCS 0.63 times, MT 0.82 times", of: []source{times("Full tree", with("bounds", 0)), times("NCS", with("bounds", 0)), times("MT", with("bounds", 0))}},
	{says: "Full tree 1.61 times, NCS 1.77 times, MT 1.86 times", of: []source{times("Full tree", beforeKey), times("NCS", beforeKey), times("MT", beforeKey)}},
	{says: "Full tree 1.90 times, NCS 1.92 times, MT 1.65 times", of: []source{times("Full tree", with("ranks", 0)), times("NCS", with("ranks", 0)), times("MT", with("ranks", 0))}},
	{says: "MT 1.49 times, smOT 1.65 times, OH 1.32 times", of: []source{times("MT", with("heuristic", 0)), times("smOT", with("heuristic", 0)), times("OH", with("heuristic", 0))}},
	{says: "MT is larger than with the tricks taken", because: "no number is given"},
	{says: "but ABBnB 1.5 times what is printed", of: []source{over(over(measured("sk2000-table2", "ABBnB, nodes"), measured("sk2000-table2", "Full tree, nodes")), over(printed("sk2000-table2", "ABBnB, nodes"), printed("sk2000-table2", "Full tree, nodes")))}},
	{says: "cannot be decided with 200 deals", of: []source{defaultOf("sk2000-table2", "deals")}},
	{says: "the means are between 26,000 and 94,000 nodes, and that of all ten is 59,000±21,000", because: "the experiment with ten times as many deals, which takes minutes"},
	{says: "The printed 36,121 is between the least and the largest of these means, and ours is below all of them: 200 deals rarely", of: []source{printed("sk2000-table2", "Paranoid with heuristic, nodes"), defaultOf("sk2000-table2", "deals")}},
	{says: "Shallow visits 2.8 times the nodes of DFBnB in deals of three tricks; the table has 0.8", of: []source{
		over(threeTricks("Shallow", 0), threeTricks("DFBnB", 0)), number(3), over(printed("sk2000-table2", "Shallow, nodes"), printed("sk2000-table2", "DFBnB, nodes")),
	}},
	{says: "the full tree has 2.7 times the nodes, Paranoid with heuristic 1.5 times; the factor of ABBnB is 14.2", of: []source{
		over(measured("sk2000-table2-letter", "Full tree, nodes"), measured("sk2000-table2", "Full tree, nodes")),
		over(measured("sk2000-table2-letter", "Paranoid with heuristic, nodes"), measured("sk2000-table2", "Paranoid with heuristic, nodes")),
		measured("sk2000-table2-letter", "ABBnB, reduction"),
	}},
	{says: "Paranoid: 491,000±89,000 nodes", because: "the experiment with twice as many deals, which takes minutes"},
	{says: "wrong up to 4,096 samples, right from 8,192 on", of: []source{lastWrong, calc(func(x ...float64) float64 { return 2 * x[0] }, lastWrong)}},
	{says: "146±18 hundredths with 2 samples, and 124.1±0.1 with 256", of: []source{korfOff(2, mean), korfOff(2, half), number(2), korfOff(256, mean), korfOff(256, half), number(256)}},
	{says: "16 is 65,536", of: []source{defaultOf("samples", "doublings"), number(math.Exp2(16))}},
	{says: "the text gives an average of 33 billion nodes", because: "what the text of the paper says"},
	{says: "the table 3.33 billion", of: []source{printed("sk2000-table2", "Full tree, nodes")}},
	{says: "the reduction by 102", of: []source{over(printed("sk2000-table2", "Full tree, nodes"), printed("sk2000-table2", "DFBnB, nodes"))}},
	{says: "in 200 deals of three tricks", of: []source{defaultOf("sk2000-table2", "deals"), number(3)}},
	{says: "2.8 times the nodes of DFBnB without it and 0.9 times with it; the table has 0.8", of: []source{
		over(threeTricks("Shallow", 0), threeTricks("DFBnB", 0)), over(threeTricks("Shallow", 1), threeTricks("DFBnB", 1)), over(printed("sk2000-table2", "Shallow, nodes"), printed("sk2000-table2", "DFBnB, nodes")),
	}},
	{says: "the full trees are 2.7 times as large", of: []source{over(measured("sk2000-table2-letter", "Full tree, nodes"), measured("sk2000-table2", "Full tree, nodes"))}},
	{says: "the two numbers add up to 52/3 points in Hearts, 34/3 tricks in Spades, and 100 percent in Chinese Checkers", because: "two thirds of the points and tricks that are dealt, by the rules of the games"},
	{says: "8.67 is an equal share", of: []source{number(26.0 / 3)}},
	{says: "25.5 points on average, so 8.5 is an equal share there, and 8.67 here", of: []source{number(25.5), number(25.5 / 3), number(26.0 / 3)}},
	{says: "5.67 is an equal share", of: []source{number(17.0 / 3)}},
	{says: "50 percent is an equal share", because: "two rules share the wins"},
	{says: "after 12 plies from the root", because: "how the experiment is set up"},
	{says: "with probability 0.7 an opponent plays for its own score, and with 0.3 against", because: "how the experiment is set up"},
	{says: "choose worse than depth 1", because: "filled in"},
	{says: "chooses worse than depth 1", because: "filled in"},
	{says: "10 plies, and only boards", because: "how the experiment is set up"},

	// The reasons for a difference from a printed number.
	{says: "the paper searches 500,000 nodes", of: []source{defaultOf("s2003-table12", "nodes")}},
	{says: "rounded to 1.2 million", of: []source{printed("s2003-table10", "Plain max^n, nodes")}},
	{says: "rounded to 100,000", of: []source{printed("s2003-table10", "Speculative max^n, nodes")}},
	{says: "the gain is 0.9 plies, and 1.0 in print", of: gains("Hearts", "depth")},
	{says: "the gain is 1.0 cards, and 1.2 in print", of: gains("Hearts", "cards left")},
	{says: "1 ply and half a card here, and 4.3 plies and 2.6 cards in print", of: []source{gains("Spades", "depth")[0], gains("Spades", "cards left")[0], gains("Spades", "depth")[1], gains("Spades", "cards left")[1]}},
	{says: "over 200 other deals", of: []source{defaultOf("sk2000-table2", "deals")}},
	{says: "over 50 other deals", of: []source{defaultOf("s2003-table12", "hands")}},
	{says: "some of the 700 searches", of: []source{calc(func(x ...float64) float64 { return x[0] * float64(len(spades)) }, defaultOf("s2005-table2", "deals"))}},
	{says: "the trees of Shallow are smaller than in print", left: measured("sk2000-table2", "Shallow, nodes"), is: "<", right: printed("sk2000-table2", "Shallow, nodes")},
	{says: "and those of ABBnB larger", left: measured("sk2000-table2", "ABBnB, nodes"), is: ">", right: printed("sk2000-table2", "ABBnB, nodes")},
	{says: "plain max^n cuts nothing", because: "the definition of the search"},
	{says: "neither of the two is shown to play better", because: "the intervals of both rows overlap"},

	// Figures.
	{says: "5 leaves visited, or all 9", of: []source{visited("c474-node-ordering", "alphabeta"), visited("c474-node-ordering", "minimax")}},
	{says: "Alpha-beta visits 5 of 9 leaves", of: []source{visited("c474-node-ordering", "alphabeta"), visited("c474-node-ordering", "minimax")}},
	{says: "ll 9 leaves", of: []source{visited("c474-node-ordering", "minimax")}},
	{says: "2 of the 2nd edition, 5.2 of the 3rd", because: "a figure of the book that is named"},
	{says: "35^100 is about 10^154", of: []source{number(35), number(100), number(10), number(chess)}},
	{says: "not 10^135 as the slide says", because: "what the slide says"},
	{says: "10^135 would be 10^87 times 10^48, not 10^55", because: "the slide’s numbers, whose exponents add up"},
	{says: "With 10^154 the factor is 10^67", of: []source{number(10), number(chess), number(10), number(chess - 87)}},
	{says: "35^(8/2) = 1.5 million", of: []source{number(35), number(8), number(2), number(math.Pow(35, 8/2))}},
	{says: "fits the 10^6 nodes", because: "what the slide says"},
	{says: "ε = 0.05", because: "a number of our example"},
	{says: "over 9 more than speculative max^n", of: []source{minus(printed("s2003-table11", "Spades, Paranoid, cards left"), printed("s2003-table11", "Spades, Speculative max^n, cards left"))}},
	{says: "in Hearts it searches 3.7 cards deeper", of: deeper},
	{says: "The printed number here is the sum, 25.8", of: []source{printed("s2003-table11", "Hearts, Paranoid, cards left")}},
	{says: "the number would be 12.1 + 3.7 = 15.8 plies", of: []source{
		printed("s2003-table11", "Hearts, Speculative max^n, depth"), deeper[0], plus(printed("s2003-table11", "Hearts, Speculative max^n, depth"), deeper[0]),
	}},
	{says: "as cards left it is 22.1 + 3.7 = 25.8, as depth 12.1 + 3.7 = 15.8", of: []source{
		printed("s2003-table11", "Hearts, Speculative max^n, cards left"), deeper[0], printed("s2003-table11", "Hearts, Paranoid, cards left"),
		printed("s2003-table11", "Hearts, Speculative max^n, depth"), deeper[0], plus(printed("s2003-table11", "Hearts, Speculative max^n, depth"), deeper[0]),
	}},
	{says: "25.8 is 22.1 + 3.7", of: []source{printed("s2003-table11", "Hearts, Paranoid, cards left"), printed("s2003-table11", "Hearts, Speculative max^n, cards left"), deeper[0]}},
	{says: "The abstract claims 1 to 3 plies", because: "what the abstract says"},
	{says: "1.2, 1.0 and 2.6 fit; 15.4 − 11.1 = 4.3", of: []source{
		gains("Hearts", "cards left")[1], gains("Hearts", "depth")[1], gains("Spades", "cards left")[1],
		printed("s2003-table11", "Spades, Speculative max^n, depth"), printed("s2003-table11", "Spades, Plain max^n, depth"), gains("Spades", "depth")[1],
	}},
	{says: "17/3 = 5.67 (17 tricks among three players), every Hearts pair 8.5 = 25.5/3 (26 points", of: []source{
		number(17), number(3), number(17.0 / 3), number(17), number(3), printed("s2003-table12", "Hearts, Plain max^n against paranoid: Paranoid"), number(26 - 0.5), number(3), number(26),
	}},
	{says: "for b = 10 it gives 67,183 nodes at depth 6", of: []source{number(10), number(float64(papers.BestNodes(10, 3, 6))), number(6)}},
	{says: "searches of depth 1 to 6 without their roots, exactly the 84,927", of: []source{number(1), number(6), number(float64(papers.Iterated(6, func(d int) int { return papers.BestNodes(10, 3, d) })))}},
	{says: "the text's 1.2 million", of: []source{number(float64(papers.Iterated(6, func(d int) int { return papers.PlainNodes(10, d) })))}},
	{says: "100 hands of 9 cards (27 plies)", of: []source{defaultOf("s2005-table2", "deals"), defaultOf("s2005-table2", "cards"), number(3 * 9)}},
	{says: "A full tree of about 2.6505 million nodes explains all factors", because: "the table has the factors with it, and a test of search/papers compares them"},
	{says: "2.6505M ÷ nodes", because: "the heading of the column that is computed with it"},
	{says: "(2.7M / 788 = 3426)", of: []source{number(2.7), printed("s2005-table2", "WL, nodes"), over(printed("s2005-table2", "Full tree, nodes"), printed("s2005-table2", "WL, nodes"))}},
	{says: "gives 1.949M for NCS and 1.118M for MT", of: []source{over(number(2.6505), printed("s2005-table2", "NCS, reduction")), over(number(2.6505), printed("s2005-table2", "MT, reduction"))}},
	{says: "on 200 random trees of depth 15", of: []source{defaultOf("sk2000-table2", "deals"), calc(func(x ...float64) float64 { return 3 * x[0] }, defaultOf("sk2000-table2", "tricks"))}},
	{says: "averages over 200 trees", of: []source{defaultOf("sk2000-table2", "deals")}},
	{says: "says 33 billion for the full tree", because: "what the text of the paper says"},
	{says: "(3.33·10⁹ / 32.7·10⁶ = 101.8)", of: []source{
		over(printed("sk2000-table2", "Full tree, nodes"), number(1e9)), number(10), over(printed("sk2000-table2", "DFBnB, nodes"), number(1e6)), number(10), over(printed("sk2000-table2", "Full tree, nodes"), printed("sk2000-table2", "DFBnB, nodes")),
	}},

	// Exercises.
	{says: "Twenty-seven leaves", of: []source{leavesOf("mit-lab-4")}},
	{says: "Eight leaves and three plies", of: []source{leavesOf("geeksforgeeks-eight-leaves"), number(3)}},
	{says: "Eight leaves, one of them negative", of: []source{leavesOf("geeksforgeeks-alpha-beta"), number(1)}},
	{says: "Nine leaves of a lecture", of: []source{leavesOf("cs188-lecture-6")}},
	{says: "Eight leaves, one minimizer", of: []source{leavesOf("cs188-one-minimizer-three-plies"), number(1)}},
	{says: "Nine leaves and a die", of: []source{leavesOf("cs188-expectimax")}},
	{says: "Sixteen leaves, one minimizer", of: []source{leavesOf("cs188-one-minimizer-four-plies"), number(1)}},
	{says: "Sixteen leaves, two minimizers", of: []source{leavesOf("cs188-two-minimizers-four-plies"), number(2)}},
	{says: "On average they are worth 23/3, 4 and 7", of: []source{calc(func(x ...float64) float64 { return 3 * x[0] }, valueOf("cs188-expectimax", "exp1")), number(3), valueOf("cs188-expectimax", "exp2"), valueOf("cs188-expectimax", "exp3")}},
	{says: "a1 is worth 21", of: []source{number(1), valueOf("aima-chance-rescaled", "a1")}},
	{says: "Left is worth 9.25", of: []source{valueOf("cs188-expectimax-four-plies", "b1")}},
	{says: "a2 is worth 1.3", of: []source{number(2), valueOf("aima-chance", "a2")}},
	{says: "And does the search visit the 1000?", because: "a leaf of the tree"},
	{says: "recitation on games, fall 2004", because: "the source of the exercise, whose page it links to"},

	// Chapters and theorems.
	{says: "most chapters after it have no chance nodes", left: chaptersBehindChance(false), is: ">", right: chaptersBehindChance(true)},
	{says: "the rate that they give for b = 4 is 3.14", of: []source{number(4), number(papers.KnuthMooreFactor(4))}},
	{says: "After some thousand samples the choice changes to", left: changes, is: ">", right: number(1000)},
	{says: "Star2 saves more than Star1", left: star(2, claims.BestFirst), is: "<", right: star(1, claims.BestFirst)},
	{says: "Star2 visits more leaves than plain minimax", left: star(2, claims.WorstFirst), is: ">", right: number(1)},
	{says: "Star2 is slower than plain minimax", left: star(2, claims.WorstFirst), is: ">", right: number(1)},
	{says: "The order matters more for Star2 than for Star1", left: minus(star(2, claims.WorstFirst), star(2, claims.BestFirst)), is: ">", right: minus(star(1, claims.WorstFirst), star(1, claims.BestFirst))},
	{says: "Star1 cuts almost nothing", theorem: "ballard-first-cut"},
	{says: "cuts nothing more", theorem: "sk2000-lemma-1"},
	{says: "no directional search is better than alpha-beta with deep pruning", theorem: "korf-3"},
	{says: "alpha-beta then visits the fewest leaves possible", theorem: "korf-best-order"},
	{says: "it visits no leaf that alpha-beta does not visit", theorem: "stockman-dominates"},
	{says: "SSS* evaluates no leaf that alpha-beta does not evaluate", theorem: "stockman-dominates"},
	{says: "shallow pruning cuts nothing that immediate pruning does not cut", theorem: "sk2000-lemma-1"},
	{says: "So a search costs as much as a full search without every nth ply", theorem: "s2003-best"},
	{says: "last-branch pruning never visits a leaf that shallow pruning does not visit", theorem: "s2003-three-rules"},
	{says: "speculative pruning visits no leaf that last-branch pruning does not visit", theorem: "s2003-three-rules"},
	{says: "In Hearts the last two columns are equal", left: dealt("hearts", "abbnb"), is: "=", right: dealt("hearts", "bnb")},
	{says: "ABBnB cuts more than both of the older rules", left: dealt("sergeant-major", "abbnb"), is: "<", right: calc(func(x ...float64) float64 { return min(x[0], x[1]) }, dealt("sergeant-major", "bnb"), dealt("sergeant-major", "shallow"))},
	{says: "visits more leaves than immediate pruning with maxp", left: dealt("hearts", "shallow"), is: ">", right: dealt("hearts", "immediate")},
	{says: "a deeper search finds more and more ties, and need not choose better", left: board("independent squares", 8, "ties"), is: ">", right: board("independent squares", 1, "ties")},
	{says: "with alike neighbours it chooses better", left: board("neighbours alike", 8, "right choices"), is: ">", right: board("neighbours alike", 1, "right choices")},
	{says: "If neighbours are alike, deeper is better", left: board("neighbours alike", 8, "right choices"), is: ">", right: board("neighbours alike", 1, "right choices")},
	{says: "Games in which a deeper search chooses wrong more often", left: board("constant error", 8, "wrong choices"), is: ">", right: board("constant error", 1, "wrong choices")},
	{says: "games in which it only finds more ties", left: board("independent squares", 8, "wrong choices"), is: "=", right: number(0)},
	{says: "with independent squares a deeper search decides less often", left: board("independent squares", 8, "ties"), is: ">", right: board("independent squares", 1, "ties")},
	{says: "at most two points worse than depth 1, at depth 4", of: []source{
		calc(func(x ...float64) float64 { return 100 * math.Round(100*(x[0]-x[1])) / 100 }, board("independent squares", 1, settled), board("independent squares", 4, settled)), number(1), number(4),
	}},
	{says: "better from depth 7 on", left: board("independent squares", 7, settled), is: ">", right: board("independent squares", 1, settled)},
	{says: "At depth 8 no choice is wrong, and most are ties", left: board("independent squares", 8, "ties"), is: ">", right: plus(board("independent squares", 8, "wrong choices"), number(0.5))},
	{says: "deeper is worse without any tie", left: board("constant error", 8, "right choices"), is: "<", right: board("constant error", 1, "right choices")},
	{says: "half of the probability must be known before the first cut", theorem: "ballard-first-cut"},
	{says: "The slider has steps of 0.05", of: []source{number(1 / float64(compare.WeightSteps))}},
	{says: "the average is ½·0 + ½·9 = 4.5", because: "the tree of the exhibit, which fails in TestExhibitsFail"},
	{says: "A rule that does not cut at equal values visits more of these leaves", because: "it is shown only where it holds"},
	{says: "A rule that cuts at equal values visits fewer leaves", because: "it is shown only where it holds"},
	{says: "It cuts nothing", because: "it is shown only for a run without a cut"},
	{says: "This algorithm cuts nothing", because: "it is shown only for an algorithm without a rule"},
	{says: "work where the fewest nodes decide it", because: "the aim of the search"},
	{says: "where the fewest nodes seem to be needed", because: "the aim of the search"},
	{says: "OM-search skips nothing", because: "the definition of the search"},
	{says: "chooses among three leaves", because: "the tree of the chapter"},
	{says: "The two leaves are equal for player 2", because: "the tree of the chapter"},
	{says: "plain minimax has 100%", because: "the definition of the share"},
	{says: "for b = 100", because: "the formula is filled in for it"},
	{says: "one fewer than the number of players", because: "the definition of the model"},
	{says: "it saves nothing if all scores are computed together", because: "it follows from the definition"},
	{says: "Each player has half of the h levels", because: "TestPredictionsAreMeasured counts the nodes"},
	{says: "By e, error 0.02", because: "a column, which is measured with this error"},
	{says: "By e, error 0.1", because: "a column, which is measured with this error"},
	{says: "how often a deeper search chooses right, wrong, or finds a tie", because: "it claims nothing"},
	{says: "The deeper search is wrong where the other one was right", because: "the runs beside it show both"},
	{says: "From 3, 2 and 6 tricks to h(1) ≤ 8", because: "the numbers of the statement, which the text computes"},
	{says: "might allow more cuts", because: "what the paper says"},
	{says: "the coalition has most of the moves", because: "two of three players, or more"},
	{says: "this is half of the plies", because: "the formula for two players"},
	{says: "may visit a leaf that last-branch pruning cuts", theorem: "s2003-three-rules", without: "order"},
	{says: "If there are no further children, it cuts more", theorem: "korf-2", without: "unknown"},
	{says: "and here it cuts more", because: "the run beside it cuts *g*, and that before it does not"},
	{says: "and most of them to less", because: "the table beside it"},
	{says: "95 % interval", because: "the definition of an interval"},
	{says: "in 95 of 100", because: "the definition of an interval"},
	{says: "each has 16 cards", because: "a rule of the game"},
	{says: "keeps one half of what is left", because: "a rule of the game"},
	{says: "are right, as 0.2", because: "an example of what can be typed"},
	{says: "half of what others leave free", because: "a limit of the server"},
	{says: "half of the places that others leave free", because: "a limit of the server"},
	{says: "chooses wrong more often in it, by more than ties explain", because: "a definition"},

	{says: "most of the effect is ties", left: board("independent squares", 8, "ties"), is: ">", right: board("independent squares", 8, "wrong choices")},
}

// chess is the decimal logarithm of the nodes of chess, with 35 moves and 100 plies.
var chess = 100 * math.Log10(35)

// deeper is how many more cards a hand has that paranoid solves in Hearts, in print.
var deeper = []source{minus(printed("s2003-table11", "Hearts, Paranoid, cards left"), printed("s2003-table11", "Hearts, Speculative max^n, cards left"))}

// korfRow is a row of the experiment about samples on Korf's tree.
func korfRow(samples int, what string) string {
	return fmt.Sprintf("Korf’s Fig. 6, %s: %s", trees.Plural(samples, "sample"), what)
}

// lastWrong is the largest number of samples with which all seeds choose wrong on Korf's tree; with more all choose right.
func lastWrong(t *testing.T) (last float64) {
	for samples := 1; samples <= 1<<16; samples *= 2 {
		switch share := measured("samples", korfRow(samples, "right choices in percent"))(t); {
		case share == 0 && (samples == 1 || last == float64(samples/2)):
			last = float64(samples)
		case share != 100:
			t.Errorf("with %d samples %v percent of the choices are right", samples, share)
		}
	}
	return last
}

// korfOff is the difference of the value on Korf's tree, or half of its interval.
func korfOff(samples int, of func(r *figures.MeasuredRow) *float64) source {
	return kept("samples", korfRow(samples, "difference of the value in hundredths of a point"), of)
}

// settled names the share of right choices with ties settled.
const settled = "ties settled by the depth before"

// gains are how much farther speculative max^n gets than plain max^n, as measured and as printed.
func gains(game, what string) []source {
	row := func(algorithm string) string { return game + ", " + algorithm + ", " + what }
	return []source{
		minus(measured("s2003-table11", row("Speculative max^n")), measured("s2003-table11", row("Plain max^n"))),
		minus(printed("s2003-table11", row("Speculative max^n")), printed("s2003-table11", row("Plain max^n"))),
	}
}
