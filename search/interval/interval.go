// Package interval says how sure a measured number is: by its 95 % interval, and by which of several comparisons
// hold when all of them are looked at together. Every ± and every low and high of a table comes from here.
package interval

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// An Interval has the true value in 95 of 100 measurements.
type Interval struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Method Method  `json:"method"`
}

// A Method is how an interval was computed.
type Method string

const (
	// Student is for the mean of independent numbers: Student's t with their standard error.
	Student Method = "t"
	// Wilson is for a share: E. B. Wilson, "Probable inference, the law of succession, and statistical
	// inference", Journal of the American Statistical Association 22 (1927). It stays within 0 and 1, and is
	// not empty if all or none were counted.
	Wilson Method = "wilson"
	// Bootstrap is for a ratio of means, or a mean that a few numbers dominate: the middle 95 of 100 samples.
	Bootstrap Method = "bootstrap"
)

// level is the probability of a value outside an interval, or of any wrong finding in a family.
const level = 0.05

// Normal95 is how many standard deviations from the mean 95 of 100 normal numbers are.
const Normal95 = 1.959963984540054

// Half is half of the length: the number after ±, if the interval is symmetric.
func (i Interval) Half() float64 { return (i.High - i.Low) / 2 }

// OfMean returns the interval of a mean of n numbers with the given standard error.
func OfMean(mean, stderr float64, n int) Interval {
	half := quantile(n-1) * stderr
	return Interval{mean - half, mean + half, Student}
}

// OfNumbers returns the mean of numbers, and the interval of the mean. There are two numbers or more.
func OfNumbers(list []float64) (mean float64, of Interval) {
	for _, x := range list {
		mean += x / float64(len(list))
	}
	squares := 0.0
	for _, x := range list {
		squares += (x - mean) * (x - mean)
	}
	n := float64(len(list))
	return mean, OfMean(mean, math.Sqrt(squares/(n-1)/n), len(list))
}

// Of returns the interval of a row with a mean or a ratio of n numbers and its standard error; if low and high are given,
// they are those of a bootstrap. It returns nil if there is no standard error.
func Of(measured, stderr, low, high *float64, n int) *Interval {
	switch {
	case measured == nil || stderr == nil || n < 2:
		return nil
	case low != nil && high != nil:
		return &Interval{*low, *high, Bootstrap}
	}
	i := OfMean(*measured, *stderr, n)
	return &i
}

// Times returns the interval of a number that is some times as large.
func (i Interval) Times(factor float64) Interval {
	return Interval{factor * i.Low, factor * i.High, i.Method}
}

// OfShare returns the interval of a share of which some of n were counted.
func OfShare(counted float64, n int) Interval {
	z2, of := Normal95*Normal95, float64(n)
	share := counted / of
	middle := (share + z2/(2*of)) / (1 + z2/of)
	half := Normal95 / (1 + z2/of) * math.Sqrt(share*(1-share)/of+z2/(4*of*of))
	// At 0 and 1 one end is exact, but for the last bits.
	low, high := max(0, middle-half), min(1, middle+half)
	if counted == 0 {
		low = 0
	}
	if counted == of {
		high = 1
	}
	return Interval{low, high, Wilson}
}

// OfEqual returns the interval of the mean of n numbers from least to most that are all equal to x. Their standard error
// is 0, which does not say that the next one is equal, too. By Wilson, the share of others has an interval from 0 to some
// share; at worst all of these are least, or most. For x equal to least or most it is the interval of a share.
func OfEqual(x, least, most float64, n int) Interval {
	others := OfShare(0, n).High
	return Interval{x - others*(x-least), x + others*(most-x), Wilson}
}

// OfSamples returns the interval that 95 of 100 samples of a bootstrap are in. It sorts them.
func OfSamples(samples []float64) Interval {
	slices.Sort(samples)
	at := func(part float64) float64 { return samples[int(part*float64(len(samples)-1)+0.5)] }
	return Interval{at(level / 2), at(1 - level/2), Bootstrap}
}

// Chance returns the probability that a mean of n numbers with this standard error is at least that far from 0 if
// the true one is 0.
func Chance(mean, stderr float64, n int) float64 {
	switch {
	case n < 2:
		return 1
	case stderr == 0 && mean == 0:
		return 1
	case stderr == 0:
		return 0
	}
	return 2 * student(n-1).CDF(-math.Abs(mean/stderr))
}

// ChanceOfEqual is the same for n numbers from least to most that are all equal to x, if the true mean is from. One of
// them is at least as far from the mean with a probability of at most (from - least) / (x - least) above it, by Markov,
// and likewise below it.
func ChanceOfEqual(x, from, least, most float64, n int) float64 {
	switch {
	case n < 2 || x == from:
		return 1
	case x > from:
		return min(1, 2*math.Pow((from-least)/(x-least), float64(n)))
	}
	return min(1, 2*math.Pow((most-from)/(most-x), float64(n)))
}

// Holm reports which of several comparisons hold together, from the chance of each to look like this by accident: with
// a probability of 95 percent none of those that it accepts is an accident. It is the step-down procedure of S. Holm, "A
// simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
func Holm(chances []float64) (holds []bool) {
	holds = make([]bool, len(chances))
	order := make([]int, len(chances))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case chances[a] < chances[b]:
			return -1
		case chances[a] > chances[b]:
			return 1
		}
		return 0
	})
	for rank, i := range order {
		if chances[i] > level/float64(len(chances)-rank) {
			break
		}
		holds[i] = true
	}
	return holds
}

// quantile returns the t beyond which, on both sides together, 5 of 100 values of Student's distribution are.
func quantile(freedom int) float64 {
	if freedom < 1 {
		return math.Inf(1)
	}
	return student(freedom).Quantile(1 - level/2)
}

// student returns Student's distribution.
func student(freedom int) distuv.StudentsT {
	return distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}
}
