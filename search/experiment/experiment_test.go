package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/search/engine"
	"espalier/search/interval"
	"espalier/trees"
)

// small are parameters with which every job of an experiment takes milliseconds.
var small = map[string]map[string]int{
	"k1991-best":    {"branching": 3, "depth": 5},
	"k1991-average": {"trees": 3, "branching": 3, "depth": 4},
	"sk2000-table2": {"deals": 3, "cards": 4, "tricks": 3},
	"s2003-table10": {"games": 2, "size": 2, "top": 5, "depth": 3, "moves": 6, "opening": 4},
	"s2003-table11": {"hands": 2, "paranoid_hands": 1, "cards": 4, "nodes": 300},
	"s2003-table12": {"hands": 1, "cards": 4, "nodes": 200},
	"s2005-table2":  {"deals": 2, "cards": 3, "slots": 10},
	"nau1982":       {"boards": 20, "doublings": 2, "larger": 3},
	"best-reply":    {"starts": 1, "checkers_nodes": 50, "size": 1, "moves": 20, "opening": 4},
	"strengths":     {"starts": 1, "hearts_hands": 1, "spades_hands": 1, "checkers_nodes": 50, "card_nodes": 60, "cards": 2, "size": 1, "moves": 20, "opening": 4},
	"samples":       {"seeds": 3, "doublings": 3, "cards": 2},
}

func valuesOf(t *testing.T, e *Experiment, given map[string]int) Values {
	t.Helper()
	v, err := e.Values(given)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// byLetter are the values to the letter of the paper, except for those given.
func byLetter(t *testing.T, e *Experiment, given map[string]int) Values {
	t.Helper()
	v, _ := e.Letter()
	for name, n := range given {
		v[name] = n
	}
	return valuesOf(t, e, v)
}

// runAll does the jobs in the given order.
func runAll(t *testing.T, e *Experiment, v Values, order []int) []Counts {
	t.Helper()
	jobs := e.Jobs(v)
	counts := make([]Counts, len(jobs))
	for _, i := range order {
		c, err := e.Run(context.Background(), v, jobs[i])
		if err != nil {
			t.Fatalf("%s: %+v = %v", e.ID, jobs[i], err)
		}
		counts[i] = c
	}
	return counts
}

func upTo(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// TestSameCountsInAnyOrder: a job depends on its deal alone, not on the jobs before it, so
// that jobs may be done anywhere, and another seed gives other deals.
func TestSameCountsInAnyOrder(t *testing.T) {
	for _, e := range All() {
		v := valuesOf(t, e, small[e.ID])
		jobs := e.Jobs(v)
		counts := runAll(t, e, v, upTo(len(jobs)))
		order := rand.New(rand.NewPCG(1, 2)).Perm(len(jobs))
		if again := runAll(t, e, v, order); !reflect.DeepEqual(again, counts) {
			t.Errorf("%s: in the order %v the counts are %v, want %v", e.ID, order, again, counts)
		}
		if again, rows := e.Rows(v, counts), e.Rows(v, counts); !reflect.DeepEqual(again, rows) {
			t.Errorf("%s: rows of equal counts differ: %v, %v", e.ID, rows, again)
		}
		if _, seeded := v["seed"]; !seeded {
			continue
		}
		v["seed"] = 2
		if other := runAll(t, e, v, order); reflect.DeepEqual(other, counts) {
			t.Errorf("%s: with another seed the counts are the same, %v", e.ID, counts)
		}
	}
}

// TestCancelled: a job ends with the error of its context.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, e := range All() {
		v := e.Quick()
		jobs := e.Jobs(v)
		for _, j := range []Job{jobs[0], jobs[len(jobs)-1]} {
			if c, err := e.Run(ctx, v, j); err != context.Canceled {
				t.Errorf("%s: %+v with a cancelled context = %v, %v, want %v", e.ID, j, c, err, context.Canceled)
			}
		}
	}
}

// TestCountStops: a count of hundreds of millions of nodes stops soon after its context
// ends.
func TestCountStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	v := valuesOf(t, &sk2000Table2, map[string]int{"tricks": 6})
	start := time.Now()
	_, err := sk2000Table2.Run(ctx, v, sk2000Table2.Jobs(v)[0])
	if took := time.Since(start); err != context.DeadlineExceeded || took > 10*time.Second {
		t.Errorf("after %v the count ends with %v, want %v", took, err, context.DeadlineExceeded)
	}
}

// TestDescriptions: an experiment can be shown before anything is measured.
func TestDescriptions(t *testing.T) {
	for _, e := range All() {
		if found, ok := Find(e.ID); !ok || found != e {
			t.Errorf("Find(%q) = %v, %v", e.ID, found, ok)
		}
		if e.Title == "" || e.Paper == "" || len(e.Choices) == 0 {
			t.Errorf("%s has no title, paper or choices", e.ID)
		}
		printed := 0
		for _, row := range e.PrintedRows() {
			if row.Measured != nil || row.Ratio != nil || row.Spread != nil || row.N != 0 {
				t.Errorf("%s: %q has something measured before a run", e.ID, row.Name)
			}
			if row.Printed != nil {
				printed++
			}
		}
		if printed == 0 && e.ID != "nau1982" && e.ID != "samples" && e.ID != "best-reply" && e.ID != BenchID { // whose papers could not be had
			t.Errorf("%s: no row has a printed number", e.ID)
		}
		for _, p := range e.Parameters {
			for _, n := range []int{p.Default, p.Quick} {
				if n < p.Least || n > p.Most {
					t.Errorf("%s: %s = %d is out of its range %d to %d", e.ID, p.Name, n, p.Least, p.Most)
				}
			}
			if _, err := e.Values(map[string]int{p.Name: p.Most + 1}); err == nil || !strings.HasPrefix(err.Error(), "parameters."+p.Name+":") {
				t.Errorf("%s: %s over its limit = %v", e.ID, p.Name, err)
			}
		}
		if _, err := e.Values(map[string]int{"nothing": 1}); err == nil || !strings.HasPrefix(err.Error(), "parameters.nothing:") {
			t.Errorf("%s: an unknown parameter = %v", e.ID, err)
		}
	}
	if _, ok := Find("nothing"); ok {
		t.Error("Find returns an experiment that is not there")
	}
}

// a plainTree is the max^n value of a tree, and its nodes, by a plain walk.
type plainTree struct {
	value         trees.Vector
	inner, leaves int64
}

func walk(pos trees.Position, depth int) plainTree {
	var v trees.Vector
	moves := pos.Look(&v)
	if moves == 0 || depth == 0 {
		if moves != 0 {
			pos.(trees.Evaluated).Static(&v)
		}
		return plainTree{v, 0, 1}
	}
	p := pos.Mover() - 1
	all := plainTree{inner: 1}
	for i := range moves {
		pos.Do(i, &v)
		t := walk(pos, depth-1)
		pos.Undo()
		all.inner += t.inner
		all.leaves += t.leaves
		if i == 0 || t.value[p] > all.value[p] {
			all.value = t.value
		}
	}
	return all
}

// columnOf returns the counts of a column, by deal.
func columnOf(jobs []Job, counts []Counts, column int) (list []Counts) {
	for i, j := range jobs {
		if j.Column == column {
			list = append(list, counts[i])
		}
	}
	return list
}

func near(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > 1e-9*max(1, math.Abs(want)) {
		t.Errorf("%s = %v, want %v", what, text(got), want)
	}
}

func text(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}

func rowNamed(t *testing.T, rows []Row, name string) Row {
	t.Helper()
	i := slices.IndexFunc(rows, func(r Row) bool { return r.Name == name })
	if i < 0 {
		t.Fatalf("there is no row %q", name)
	}
	return rows[i]
}

// TestJSON: rows and parameters are written as the interface over HTTP has them, and what
// is not known is null.
func TestJSON(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{Row{Name: "a", Printed: value(2), Measured: value(3), Ratio: value(1.5), N: 4}, `{"name":"a","printed":2,"measured":3,"ratio":1.5,"spread":null,"n":4,"median":null,"low":null,"high":null,"interval":null}`},
		{Row{Name: "b"}, `{"name":"b","printed":null,"measured":null,"ratio":null,"spread":null,"n":0,"median":null,"low":null,"high":null,"interval":null}`},
		{Parameter{"deals", 200, letter(9), 8, 1, 1000, "dealt"}, `{"name":"deals","default":200,"letter":9,"quick":8,"least":1,"most":1000,"text":"dealt"}`},
	} {
		if got, err := json.Marshal(c.value); err != nil || string(got) != c.want {
			t.Errorf("%+v = %s, %v, want %s", c.value, got, err, c.want)
		}
	}
}

// TestDominated: where a deal is more than a fifth of ten, the median and the interval stand
// beside the mean; equal seeds give equal intervals.
func TestDominated(t *testing.T) {
	of := func(last int64) (*results, func(c Counts) (float64, bool)) {
		r := &results{seed: 7}
		for deal := range 10 {
			n := int64(deal + 1)
			if deal == 9 {
				n = last
			}
			r.jobs, r.counts = append(r.jobs, Job{Deal: deal}, Job{Deal: deal, Column: 1}), append(r.counts, Counts{n}, Counts{1})
		}
		return r, func(c Counts) (float64, bool) { return float64(c[0]), true }
	}
	r, first := of(10)
	if row := r.meanRow("a", nil, r.byDeal(0, first)); row.Median != nil || row.Low != nil || row.High != nil {
		t.Errorf("no deal dominates 1 to 10, but the row is %+v", row)
	}
	r, first = of(55)
	row := r.meanRow("a", nil, r.byDeal(0, first))
	near(t, "mean", row.Measured, 10)
	near(t, "median of 1 to 9 and 55", row.Median, 5.5)
	// Of 10 drawn, the large one is missing in 35 of 100 samples, and is there once in 39, twice in 19.
	if row.Low == nil || *row.Low < 3 || *row.Low > 5 || *row.High < 18 || *row.High > 25 {
		t.Errorf("the interval is %v to %v", text(row.Low), text(row.High))
	}
	ratio := r.ratioRow("b", nil, r.byDeal(0, first), r.byDeal(1, first))
	if ratio.Median != nil || *ratio.Low != *row.Low || *ratio.High != *row.High {
		t.Errorf("the ratio to 1 has the interval %v to %v, want that of the mean", text(ratio.Low), text(ratio.High))
	}
	if again := r.meanRow("a", nil, r.byDeal(0, first)); !reflect.DeepEqual(again, row) {
		t.Errorf("another time the row is %+v, want %+v", again, row)
	}
	one := &results{jobs: r.jobs[18:], counts: r.counts[18:]}
	if row := one.meanRow("a", nil, one.byDeal(0, first)); row.Median != nil {
		t.Error("a single deal has a median")
	}
}

// TestEqualParts: parts that are equal in all deals have an interval of some length, and few of them show nothing.
func TestEqualParts(t *testing.T) {
	of := func(n int, part float64) Row {
		r, numbers := &results{}, map[int]float64{}
		for deal := range n {
			r.jobs = append(r.jobs, Job{Deal: deal})
			numbers[deal] = part
		}
		return r.partRow("a", nil, 0, 100, numbers)
	}
	for n, low := range map[int]float64{30: 88.65, 2: 34.24} {
		row := of(n, 100)
		if i := row.Interval; i == nil || i.Method != interval.Wilson || math.Abs(i.Low-low) > 0.01 || i.High != 100 {
			t.Errorf("%d times 100 of 100: %+v, want %v to 100", n, i, low)
		}
	}
	if i := of(12, 100.0/3).Interval; i.Low > 26 || i.High < 40 {
		t.Errorf("twelve times a third has the interval %+v", i)
	}
	two, thirty := of(2, 100), of(30, 100)
	if two.chance(50, 0, 100) != .5 || thirty.chance(50, 0, 100) > 1e-8 {
		t.Errorf("two equal deals have the chance %v, thirty %v", two.chance(50, 0, 100), thirty.chance(50, 0, 100))
	}
	if one := of(1, 100); one.Interval != nil || one.chance(50, 0, 100) != 1 {
		t.Errorf("one deal: %+v", one)
	}
}

// TestSearchSeeds: searches by samples have as many seeds as deals, and all of them can be given.
func TestSearchSeeds(t *testing.T) {
	const deals = 2_000
	seeds := map[int]bool{}
	for deal := range deals {
		seed := searchSeed(dealSeed(1, deal))
		if seed < 0 || seed > engine.MaxSeed {
			t.Fatalf("deal %d: the seed is %d, which cannot be given", deal, seed)
		}
		seeds[seed] = true
	}
	if len(seeds) < deals-5 {
		t.Errorf("%d deals have %d seeds", deals, len(seeds))
	}
	// Eight samples of one tree: their means have many values.
	v := valuesOf(t, &samples, map[string]int{"seeds": 40, "doublings": 3})
	values := map[int64]bool{}
	for _, j := range samples.Jobs(v) {
		if j.Column != 0 {
			continue
		}
		c, err := samples.Run(t.Context(), v, j)
		if err != nil {
			t.Fatal(err)
		}
		values[c[2*3]] = true
	}
	if len(values) < 5 {
		t.Errorf("8 samples with 40 seeds have %d values: %v", len(values), values)
	}
	// Nothing else makes such a seed.
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") && file != "experiment.go" && bytes.Contains(text, []byte("engine.MaxSeed")) {
			t.Errorf("%s makes a seed of its own; searchSeed does", file)
		}
	}
}

// TestStatistics: means, standard errors and reductions as computed by hand.
func TestStatistics(t *testing.T) {
	var jobs []Job
	var counts []Counts
	for deal, n := range [][2]int64{{10, 2}, {20, 4}, {60, 4}, {99, 0}} {
		jobs = append(jobs, Job{Deal: deal}, Job{Deal: deal, Column: 1})
		counts = append(counts, Counts{n[0]}, Counts{n[1]})
	}
	counts[7] = nil // the last deal is done in the first column alone
	counts[6] = nil
	r := &results{jobs: jobs, counts: counts, seed: 1}
	first := func(c Counts) (float64, bool) { return float64(c[0]), true }
	row := r.meanRow("a", value(60), r.byDeal(0, first))
	near(t, "mean of 10, 20, 60", row.Measured, 30)
	near(t, "its ratio to 60", row.Ratio, 0.5)
	// Deviations -20, -10, 30: squares 1400, over 2 and 3.
	near(t, "its standard error", row.Spread, math.Sqrt(1400.0/6))
	if row.N != 3 {
		t.Errorf("n = %d, want 3", row.N)
	}
	row = r.ratioRow("b", nil, r.byDeal(0, first), r.byDeal(1, first))
	near(t, "reduction of 90 by 10", row.Measured, 9)
	if row.Ratio != nil || row.N != 3 {
		t.Errorf("ratio %v, n %d, want nil and 3", text(row.Ratio), row.N)
	}
	// All 27 samples of three deals, each as likely as the others.
	sum, squares := 0.0, 0.0
	a, b := []float64{10, 20, 60}, []float64{2, 4, 4}
	for s := range 27 {
		i, j, k := s%3, s/3%3, s/9
		x := (a[i] + a[j] + a[k]) / (b[i] + b[j] + b[k])
		sum, squares = sum+x, squares+x*x
	}
	exact := math.Sqrt(squares/27 - sum/27*sum/27)
	if row.Spread == nil || math.Abs(*row.Spread/exact-1) > 0.1 {
		t.Errorf("spread by bootstrap = %v, want %v within a tenth", text(row.Spread), exact)
	}

	counts[6] = Counts{99}
	if row := r.meanRow("a", nil, r.byDeal(0, first)); row.N != 4 || *row.Measured != 189.0/4 {
		t.Errorf("the mean with a fourth deal is %v of %d", *row.Measured, row.N)
	}
	if row := r.ratioRow("b", nil, r.byDeal(0, first), r.byDeal(1, first)); row.N != 3 || *row.Measured != 9 {
		t.Errorf("a deal that is done in one column changes the reduction: %v of %d", *row.Measured, row.N)
	}
	one := &results{jobs: jobs, counts: counts[:2], seed: 1}
	if row := one.ratioRow("b", nil, one.byDeal(0, first), one.byDeal(1, first)); row.Spread != nil || *row.Measured != 5 {
		t.Errorf("of one deal: %v with spread %v", *row.Measured, text(row.Spread))
	}
}
