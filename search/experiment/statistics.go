package experiment

import (
	"math"
	"math/rand/v2"
	"slices"

	"espalier/search/interval"
)

// results are the counts of the jobs that are done.
type results struct {
	jobs   []Job
	counts []Counts // by job; nil: not done
	seed   uint64   // of the bootstrap
}

// byDeal returns a number of each job of a column that is done, by deal. number may say
// that a job has no such number.
func (r *results) byDeal(column int, number func(c Counts) (x float64, ok bool)) map[int]float64 {
	numbers := map[int]float64{}
	for i, j := range r.jobs {
		if j.Column != column || i >= len(r.counts) || r.counts[i] == nil {
			continue
		}
		if x, ok := number(r.counts[i]); ok {
			numbers[j.Deal] = x
		}
	}
	return numbers
}

// inOrder returns the numbers in the order of deals, of which there are at most n.
func inOrder(numbers map[int]float64, n int) (list []float64) {
	for deal := range n {
		if x, ok := numbers[deal]; ok {
			list = append(list, x)
		}
	}
	return list
}

// meanRow is a row with the mean of the numbers and its standard error.
func (r *results) meanRow(name string, printed *float64, numbers map[int]float64) Row {
	list := inOrder(numbers, len(r.jobs))
	row := Row{Name: name, Printed: printed, N: len(list)}
	if len(list) == 0 {
		return row
	}
	row.measure(mean(list))
	if equal(list) {
		row.measure(list[0]) // without the last bits of a sum
	}
	if n := float64(len(list)); n > 1 {
		squares := 0.0
		for _, x := range list {
			squares += (x - *row.Measured) * (x - *row.Measured)
		}
		row.Spread = value(math.Sqrt(squares / (n - 1) / n))
	}
	if dominates(list) {
		row.Median = value(median(list))
		row.bootstrapped(r.bootstrap(list, nil))
	}
	row.Interval = interval.Of(row.Measured, row.Spread, row.Low, row.High, row.N)
	return row
}

// equal reports whether all numbers are equal.
func equal(list []float64) bool { return slices.Min(list) == slices.Max(list) }

// partRow is a row with the mean of numbers from least to most, such as a share of games in each deal. If all are equal,
// their standard error is 0 and says nothing.
func (r *results) partRow(name string, printed *float64, least, most float64, numbers map[int]float64) Row {
	row := r.meanRow(name, printed, numbers)
	if row.N > 1 && *row.Spread == 0 {
		row.Median, row.Low, row.High = nil, nil, nil
		i := interval.OfEqual(*row.Measured, least, most, row.N)
		row.Interval = &i
	}
	return row
}

// shareRow is a row with a share of whole: each number is 0 or whole.
func (r *results) shareRow(name string, whole float64, numbers map[int]float64) Row {
	row := r.meanRow(name, nil, numbers)
	row.Median, row.Low, row.High = nil, nil, nil // a few counted of many dominate no share
	if row.N > 1 {
		i := interval.OfShare(*row.Measured/whole*float64(row.N), row.N).Times(whole)
		row.Interval = &i
	}
	return row
}

// ratioRow is a row with the ratio of two means, over the deals that both have. The spread
// is the bootstrap spread of the ratio: the same number of deals is drawn from these repeatedly.
func (r *results) ratioRow(name string, printed *float64, over, under map[int]float64) Row {
	var a, b []float64
	for deal := range len(r.jobs) {
		x, hasX := over[deal]
		y, hasY := under[deal]
		if hasX && hasY {
			a, b = append(a, x), append(b, y)
		}
	}
	row := Row{Name: name, Printed: printed, N: len(a)}
	if len(a) == 0 || mean(b) == 0 {
		return row
	}
	row.measure(mean(a) / mean(b))
	if len(a) == 1 {
		return row
	}
	samples := r.bootstrap(a, b)
	if len(samples) > 1 {
		m, squares := mean(samples), 0.0
		for _, x := range samples {
			squares += (x - m) * (x - m)
		}
		row.Spread = value(math.Sqrt(squares / float64(len(samples)-1)))
	}
	if dominates(a) || dominates(b) {
		row.bootstrapped(samples)
	}
	row.Interval = interval.Of(row.Measured, row.Spread, row.Low, row.High, row.N)
	return row
}

// A deal dominates a mean if it is more than dominantPart of the sum of dominantDeals deals or more: then
// the standard error itself depends on whether such a deal was among them.
const (
	dominantPart  = 0.2
	dominantDeals = 10
)

func dominates(list []float64) bool {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return len(list) >= dominantDeals && slices.Max(list) > dominantPart*sum
}

// resamples is the number of samples of a bootstrap. It gives the spread to about three per
// cent.
const resamples = 1000

// bootstrap repeatedly draws the same number of deals from those measured, and returns the
// mean of each sample, or with b the ratio of its means. Both numbers of a deal are drawn
// together, because a hard deal is hard in both. Equal seeds give the same samples.
func (r *results) bootstrap(a, b []float64) (samples []float64) {
	rng := rand.New(rand.NewPCG(r.seed, uint64(len(a))))
	for range resamples {
		x, y := 0.0, 0.0
		for range a {
			i := rng.IntN(len(a))
			x += a[i]
			if b != nil {
				y += b[i]
			}
		}
		switch {
		case b == nil:
			samples = append(samples, x/float64(len(a)))
		case y != 0:
			samples = append(samples, x/y)
		}
	}
	return samples
}

// bootstrapped sets the interval that contains 95 of 100 samples.
func (row *Row) bootstrapped(samples []float64) {
	if len(samples) < 2 {
		return
	}
	i := interval.OfSamples(samples)
	row.Low, row.High = value(i.Low), value(i.High)
}

// chance returns the probability that a row of numbers from least to most is at least that far from a number by accident.
func (row *Row) chance(from, least, most float64) float64 {
	switch {
	case row.Measured == nil || row.Spread == nil:
		return 1
	case *row.Spread == 0:
		return interval.ChanceOfEqual(*row.Measured, from, least, most, row.N)
	}
	return interval.Chance(*row.Measured-from, *row.Spread, row.N)
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func (row *Row) measure(x float64) {
	row.Measured = value(x)
	if row.Printed != nil && *row.Printed != 0 {
		row.Ratio = value(x / *row.Printed)
	}
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

func value(x float64) *float64 { return &x }
