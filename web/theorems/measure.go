package theorems

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"espalier/search/experiment"
	"espalier/search/interval"
	"espalier/web/learn"
	"espalier/web/words"
)

// A measure is a table of predictions and measurements.
type measure struct {
	Intro   string
	Columns []string
	Rows    [][]string
	Plot    *plot
	Note    string
	More    []learn.Link
	Trees   int // random trees of each cell; 0: it is of no random trees
}

// seedsOf returns the seeds of the trees of a sample, from 1. No two samples have a seed in common.
func seedsOf(sample, trees int) (seeds []uint64) {
	for i := range trees {
		seeds = append(seeds, uint64((sample-1)*trees+i))
	}
	return seeds
}

// rounding is how far the mean of equal numbers can be from them, as a share.
const rounding = 1e-9

// intervals reports whether a number has an interval.
func (m *measure) intervals() bool {
	return slices.ContainsFunc(m.Rows, func(row []string) bool {
		return slices.ContainsFunc(row, func(cell string) bool { return strings.Contains(cell, "±") })
	})
}

// meanOf writes the mean of numbers with half of its 95 % interval.
func meanOf(list []float64, decimals int, unit string) string {
	mean, of := interval.OfNumbers(list)
	return plusMinus(mean, &of, decimals, unit)
}

// plusMinus writes a number with half of its 95 % interval, if it has one.
func plusMinus(x float64, of *interval.Interval, decimals int, unit string) string {
	switch {
	case of != nil && of.Half() > rounding*math.Abs(x):
	case math.Abs(x-math.Round(x)) <= rounding*math.Abs(x):
		return whole(int(math.Round(x))) + unit
	default:
		return number(x, decimals) + unit
	}
	return number(x, decimals) + " ± " + number(of.Half(), decimals) + unit
}

// measured runs an experiment and returns its rows.
func measured(ctx context.Context, id string, given map[string]int) ([]experiment.Row, error) {
	e, ok := experiment.Find(id)
	if !ok {
		return nil, fmt.Errorf("there is no experiment %q", id)
	}
	v, err := e.Values(given)
	if err != nil {
		return nil, err
	}
	var counts []experiment.Counts
	for _, j := range e.Jobs(v) {
		c, err := e.Run(ctx, v, j)
		if err != nil {
			return nil, err
		}
		counts = append(counts, c)
	}
	return e.Rows(v, counts), nil
}

// number writes a computed number with some decimals.
func number(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

// whole writes a count.
func whole(n int) string { return words.Grouped(n) }
