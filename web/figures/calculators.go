package figures

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/words"
)

// This file implements the calculations beside the tables: they apply the rule of a
// table to numbers that the user enters. The numbers are part of the address; an
// error message replaces the result.

// A fieldGroup is a group of number fields.
type fieldGroup struct {
	Legend string
	Fields []field
}

type field struct {
	Name, Label, Value, Min, Max, Hint string
}

func number(q url.Values, name, byDefault string) string {
	if !q.Has(name) {
		return byDefault
	}
	return strings.TrimSpace(q.Get(name))
}

func (f field) whole() (int, error) {
	least, _ := strconv.Atoi(f.Min)
	most, _ := strconv.Atoi(f.Max)
	return problem.ReadWholeQuery(f.Name, f.Value, least, most)
}

func isNumber(rows [][]string, column int) bool {
	return !slices.ContainsFunc(rows, func(r []string) bool { return !words.StartsWithDigit(strings.TrimPrefix(r[column], "−")) })
}

// maxInput is the largest allowed input, far larger than the numbers of the papers.
const maxInput = 1_000_000

// A duality is the calculation of Sturtevant & Korf 2000, Table 1, for scores that
// the user enters.
type duality struct {
	fieldGroup
	Rows    [][]string // minimization variable, its value, maximization variable, its value
	Shallow string
	Wrong   string
}

func newDuality(q url.Values) *duality {
	d := &duality{fieldGroup: fieldGroup{Legend: "Change a score"}}
	byDefault := []struct{ name, label, value string }{
		{"s1", "s₁", "3"}, {"s2", "s₂", "10"}, {"s3", "s₃", "13"}, {"maxp", "maxp_min", "26"}, {"minp", "minp_min", "0"}, {"maxsum", "maxsum_min", "26"},
	}
	var scores [6]trees.Score
	for i, f := range byDefault {
		x := field{Name: f.name, Label: f.label, Value: number(q, f.name, f.value), Min: "0", Max: strconv.Itoa(maxInput)}
		d.Fields = append(d.Fields, x)
		s, err := trees.ParseScore(x.Value)
		if err != nil || s < 0 || s > maxInput*trees.Unit {
			d.Wrong = fmt.Sprintf("%s: %q is not a score from 0 to %d.", f.label, x.Value, maxInput)
			return d
		}
		scores[i] = s
	}
	maxp, minp, maxsum := scores[3], scores[4], scores[5]
	for i, s := range scores[:3] {
		if s > maxp || s < minp {
			d.Wrong = fmt.Sprintf("%s = %s is not between minp_min = %s and maxp_min = %s.", byDefault[i].label, s.In(trees.Unit), minp.In(trees.Unit), maxp.In(trees.Unit))
			return d
		}
	}
	if sum := scores[0] + scores[1] + scores[2]; sum > maxsum {
		d.Wrong = fmt.Sprintf("The scores add up to %s, more than maxsum_min = %s.", sum.In(trees.Unit), maxsum.In(trees.Unit))
		return d
	}
	dual := trees.Dual(trees.Vector{scores[0], scores[1], scores[2], maxp, minp}, 5, maxp)
	sum := 3*maxp - maxsum
	above := []string{"s¹", "s²", "s³", "minp_max", "maxp_max", "maxsum_max"}
	for i, f := range byDefault {
		to := sum
		if i < 5 {
			to = dual[i]
		}
		d.Rows = append(d.Rows, []string{f.label, scores[i].In(trees.Unit).String(), above[i], trace.Minus(to.In(trees.Unit).String())})
	}
	most := dual[4]
	d.Shallow = fmt.Sprintf("Shallow pruning needs maxsum < 2·maxp: %s < 2 · %s is ", sum.In(trees.Unit), most.In(trees.Unit))
	if sum < 2*most {
		d.Shallow += "true, so it can cut."
	} else {
		d.Shallow += "false, so it cannot cut."
	}
	return d
}

// factors is the calculation of Sturtevant 2003, Table 8, for any number of moves
// and players.
type factors struct {
	fieldGroup
	Row   []string // b, n, b^((n-1)/n), root
	Wrong string
}

func newFactors(q url.Values) *factors {
	x := &factors{fieldGroup: fieldGroup{Legend: "Other numbers of moves and players", Fields: []field{
		{Name: "b", Label: "moves b", Value: number(q, "b", "7"), Min: "2", Max: strconv.Itoa(maxInput)},
		{Name: "n", Label: "players n", Value: number(q, "n", "3"), Min: "2", Max: strconv.Itoa(trees.MaxPlayers)},
	}}}
	var given [2]int
	for i, f := range x.Fields {
		n, err := f.whole()
		if err != nil {
			x.Wrong = err.Error() + "."
			return x
		}
		given[i] = n
	}
	b, n := given[0], given[1]
	x.Row = []string{strconv.Itoa(b), strconv.Itoa(n), fmt.Sprintf("%.4f", papers.LimitFactor(b, n)), fmt.Sprintf("%.4f", papers.BestFactor(b, n))}
	return x
}

// A reduction is the calculation of Sturtevant & Korf 2000, Fig. 4, for other n, b
// and D.
type reduction struct {
	fieldGroup
	Rows  [][]string
	Wrong string
}

// Maximum moves, players and depth of the reduction. With these limits the results
// stay below 10^18.
const (
	mostReducedMoves   = 9
	mostReducedPlayers = 6
	mostReducedDepth   = 6
)

func newReduction(q url.Values) *reduction {
	x := &reduction{fieldGroup: fieldGroup{Legend: "Other numbers", Fields: []field{
		{Name: "n", Label: "players n", Value: number(q, "n", "3"), Min: "2", Max: strconv.Itoa(mostReducedPlayers)},
		{Name: "b", Label: "moves b", Value: number(q, "b", "2"), Min: "2", Max: strconv.Itoa(mostReducedMoves)},
		{Name: "D", Label: "depth D, even", Value: number(q, "D", "2"), Min: "2", Max: strconv.Itoa(mostReducedDepth)},
	}}}
	var given [3]int
	for i, f := range x.Fields {
		n, err := f.whole()
		if err != nil {
			x.Wrong = err.Error() + "."
			return x
		}
		given[i] = n
	}
	n, b, d := given[0], given[1], given[2]
	if d%2 == 1 {
		x.Wrong = "D must be even, because Max and the coalition move in turn."
		return x
	}
	best := papers.ParanoidBestLeaves(b, n, d)
	forMin := int(math.Pow(float64(b), float64(d/2)))
	forMax := best + 1 - forMin
	x.Rows = [][]string{
		{"Max’s strategy, b^((n−1)D/2)", words.Grouped(forMax)},
		{"Min’s strategy, b^(D/2)", words.Grouped(forMin)},
		{"best case: both, with one leaf in common", words.Grouped(best)},
		{"all leaves of the reduced tree, b^(nD/2)", fmt.Sprintf("%.4g", math.Pow(float64(b), float64(n*d)/2))},
		{"depth of the real tree, nD/2", fmt.Sprintf("%g", float64(n*d)/2)},
		{"branching factor that remains, b^((n−1)/n)", fmt.Sprintf("%.3f", papers.LimitFactor(b, n))},
	}
	return x
}
