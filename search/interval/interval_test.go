package interval

import (
	"math"
	"slices"
	"testing"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// TestQuantile compares with the printed tables of Student's distribution.
func TestQuantile(t *testing.T) {
	for freedom, want := range map[int]float64{1: 12.706, 2: 4.303, 4: 2.776, 9: 2.262, 29: 2.045, 120: 1.980, 9999: 1.960} {
		near(t, "t of 95 % on both sides", quantile(freedom), want, 6e-4)
	}
	// Of t = 2.228 with 10 degrees of freedom 5 percent are outside, of 3.169 one percent.
	near(t, "chance", Chance(2.228, 1, 11), .05, 1e-4)
	near(t, "chance", Chance(-3.169, 1, 11), .01, 1e-4)
	if Chance(1, 0, 5) != 0 || Chance(0, 0, 5) != 1 || Chance(1, 0, 1) != 1 {
		t.Error("without a standard error a difference is sure, none is none, and one number shows nothing")
	}
}

// TestMean: the interval of a mean of three numbers has 4.303 standard errors on each side.
func TestMean(t *testing.T) {
	i := OfMean(10, 2, 3)
	near(t, "low", i.Low, 10-2*4.3027, 1e-3)
	near(t, "half", i.Half(), 2*4.3027, 1e-3)
	if i := OfMean(10, 2, 1); !math.IsInf(i.High, 1) {
		t.Errorf("one number has the interval %+v, want no ends", i)
	}
}

// TestWilson: the intervals of R. G. Newcombe, "Two-sided confidence intervals for the single proportion: comparison of
// seven methods", Statistics in Medicine 17 (1998), table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		counted   float64
		n         int
		low, high float64
	}{
		{81, 263, .2553, .3662}, {15, 148, .0624, .1605}, {0, 20, 0, .1611}, {1, 29, .0061, .1718}, {29, 29, .8830, 1},
	} {
		i := OfShare(c.counted, c.n)
		near(t, "low", i.Low, c.low, 5e-5)
		near(t, "high", i.High, c.high, 5e-5)
	}
}

func TestSamples(t *testing.T) {
	var samples []float64
	for i := range 1001 {
		samples = append(samples, float64(1000-i))
	}
	if got, want := OfSamples(samples), (Interval{25, 975, Bootstrap}); got != want {
		t.Errorf("of 0 to 1,000: %+v, want %+v", got, want)
	}
}

// TestHolm: the example of Holm's procedure with four hypotheses, of which .01, .04, .03 and .005: only .005 and .01 hold,
// because .03 is more than .05/2, and .04 is not looked at any more.
func TestHolm(t *testing.T) {
	for _, c := range []struct {
		chances []float64
		want    []bool
	}{
		{[]float64{.01, .04, .03, .005}, []bool{true, false, false, true}},
		{[]float64{.04}, []bool{true}},
		{[]float64{.03, .03}, []bool{false, false}},
		{[]float64{.02, .04}, []bool{true, true}},
		{nil, []bool{}},
	} {
		if got := Holm(c.chances); !slices.Equal(got, c.want) {
			t.Errorf("Holm(%v) = %v, want %v", c.chances, got, c.want)
		}
	}
}

// TestEqual: the interval of equal numbers is that of a share if they are 0 or all, and no number has one of no length.
func TestEqual(t *testing.T) {
	for _, n := range []int{2, 30, 10_000} {
		none, all := OfShare(0, n).Times(100), OfShare(float64(n), n).Times(100)
		i := OfEqual(0, 0, 100, n)
		near(t, "low of none", i.Low, none.Low, 1e-9)
		near(t, "high of none", i.High, none.High, 1e-9)
		i = OfEqual(100, 0, 100, n)
		near(t, "low of all", i.Low, all.Low, 1e-9)
		near(t, "high of all", i.High, all.High, 1e-9)
		i = OfEqual(0, -1, 1, n)
		near(t, "low of no gain", i.Low, -none.High/100, 1e-9)
		near(t, "high of no gain", i.High, none.High/100, 1e-9)
	}
	// Five coins that fall alike; three numbers 4 of 0 to 4 with the mean 1, which are 4 with a probability of 1/4 each.
	near(t, "chance", ChanceOfEqual(1, .5, 0, 1, 5), 2./32, 1e-12)
	near(t, "chance", ChanceOfEqual(4, 1, 0, 4, 3), 2./64, 1e-12)
	near(t, "chance", ChanceOfEqual(0, 3, 0, 4, 3), 2./64, 1e-12)
	if ChanceOfEqual(1, .5, 0, 1, 1) != 1 || ChanceOfEqual(.5, .5, 0, 1, 9) != 1 {
		t.Error("one number shows nothing, and neither do numbers that are what they should be")
	}
}
