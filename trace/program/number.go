package program

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"espalier/trees"
)

// numbers holds the numbers of a run as they are printed. The unit in which all are whole is
// known once all have come.
type numbers struct {
	all   []trees.Number // a float has Unit 0, and its bits in Score
	unit  trees.Score    // common denominator of the exact ones so far
	float bool           // one has more than NumberPlaces decimals or an exponent
	most  float64        // largest size
}

// read reads a JSON number and returns its place in all.
func (n *numbers) read(raw []byte) error {
	number, float, err := parseNumber(raw)
	if err != nil {
		return err
	}
	size := number.Float
	if !float {
		size = number.Exact.Float()
	}
	n.most = max(n.most, math.Abs(size))
	if float {
		n.float = true
		n.all = append(n.all, trees.Number{Score: trees.Score(math.Float64bits(number.Float))})
		return nil
	}
	n.all = append(n.all, number.Exact)
	if n.unit%max(1, number.Exact.Unit) != 0 {
		unit, ok := trees.UnitOf(trees.Number{Score: 1, Unit: n.unit}, number.Exact)
		if !ok {
			return fmt.Errorf("%s does not fit beside the other numbers of the run", raw)
		}
		n.unit = unit
	}
	return nil
}

type parsed struct {
	Exact trees.Number
	Float float64
}

func parseNumber(raw []byte) (p parsed, float bool, err error) {
	if len(raw) == 0 || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return p, false, fmt.Errorf("expected a number, found %s", short(raw))
	}
	if len(raw) <= 15 { // nearly all numbers are whole and small
		n, digits := trees.Score(0), raw
		if raw[0] == '-' {
			digits = raw[1:]
		}
		whole := len(digits) > 0
		for _, c := range digits {
			if c < '0' || c > '9' {
				whole = false
				break
			}
			n = 10*n + trees.Score(c-'0')
		}
		if whole {
			if raw[0] == '-' {
				n = -n
			}
			p.Exact = trees.Number{Score: n, Unit: 1}
			return p, false, nil
		}
	}
	s := string(raw)
	_, frac, _ := strings.Cut(s, ".")
	if strings.ContainsAny(s, "eE") || len(strings.TrimRight(frac, "0")) > trees.NumberPlaces {
		p.Float, err = strconv.ParseFloat(s, 64)
		if err != nil || math.IsInf(p.Float, 0) || math.Abs(p.Float) > largestFloat {
			return p, true, fmt.Errorf("%s is too large", s)
		}
		return p, true, nil
	}
	p.Exact, err = trees.ParseNumber(s)
	return p, false, err
}

// largestFloat is the largest size of a float: with it the differences that count are whole
// numbers of the smallest unit of a run with floats.
const largestFloat = 1e15

// settle chooses the unit of the run: that of its exact numbers, or with floats a power of ten
// in which the largest number fits.
func (n *numbers) settle() {
	if !n.float {
		n.unit = max(n.unit, 1)
		if trees.Unit%n.unit == 0 && n.most < float64(trees.MaxUnits/trees.Unit)/(4*trees.MaxPlayers) {
			n.unit = trees.Unit
		}
		return
	}
	n.unit = 1_000_000_000
	for n.unit > 1 && n.most*float64(n.unit) > float64(trees.MaxUnits)/(4*trees.MaxPlayers) {
		n.unit /= 10
	}
}

// at returns a number in the unit of the run.
func (n *numbers) at(i int) trees.Score {
	x := n.all[i]
	if x.Unit == 0 {
		return trees.Score(math.Round(math.Float64frombits(uint64(x.Score)) * float64(n.unit)))
	}
	if s, ok := x.In(n.unit); ok {
		return s
	}
	return trees.Score(math.Round(x.Float() * float64(n.unit)))
}

// Tolerance returns how far two numbers of the run may differ and count as equal: 0, unless the
// run has floats.
func (r *Run) Tolerance(x trees.Score) trees.Score {
	if !r.HasFloats {
		return 0
	}
	size := max(1, math.Abs(float64(x))/float64(r.Unit))
	return 1 + trees.Score(1e-9*size*float64(r.Unit))
}
