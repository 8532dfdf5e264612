package program

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"espalier/trees"
	"espalier/trees/jsonscan"
)

// numbers holds the numbers of a run as they are printed. The unit in which all are whole is
// known once all have come.
type numbers struct {
	all   []int32        // whole numbers; below -wideFrom: the place in wide
	wide  []trees.Number // the others; a float has Unit 0, and its bits in Score
	unit  trees.Score    // common denominator of the exact ones so far
	float bool           // one has more than NumberPlaces decimals or an exponent
	most  float64        // largest size
	whole int32          // largest size of those that readWhole has read
}

// wideFrom is the size from which a whole number is kept in wide.
const wideFrom = 1 << 30

// read reads a JSON number and adds it.
func (n *numbers) read(raw []byte) error {
	if sign := infinity(raw); sign != 0 {
		n.addInfinite(sign)
		return nil
	}
	number, float, err := parseNumber(raw)
	if err != nil && jsonscan.IsNumber(raw) { // it is too large
		n.addInfinite(1 - 2*bytes.Count(raw[:1], []byte("-")))
		return nil
	}
	if err != nil {
		return err
	}
	size := number.Float
	if !float {
		size = number.Exact.Float()
	}
	n.most = max(n.most, math.Abs(size))
	if x := number.Exact; !float && x.Unit == 1 && x.Score > -wideFrom && x.Score < wideFrom {
		n.all = append(n.all, int32(x.Score))
		return nil
	}
	n.all = append(n.all, int32(-wideFrom-len(n.wide)))
	if float {
		n.float = true
		n.wide = append(n.wide, trees.Number{Score: trees.Score(math.Float64bits(number.Float))})
		return nil
	}
	n.wide = append(n.wide, number.Exact)
	if n.unit%max(1, number.Exact.Unit) != 0 {
		unit, ok := trees.UnitOf(trees.Number{Score: 1, Unit: n.unit}, number.Exact)
		if !ok {
			return fmt.Errorf("%s does not fit beside the other numbers of the run", raw)
		}
		n.unit = unit
	}
	return nil
}

// readWhole reads a list of small whole numbers, as nearly all values are, and returns how many
// there are. If it is none, it adds nothing and returns 0.
func (n *numbers) readWhole(raw []byte) int {
	var list [trees.MaxPlayers]int32
	count, largest := 0, n.whole
	for i := 1; ; i++ {
		for i < len(raw) && raw[i] == ' ' {
			i++
		}
		negative := raw[i] == '-'
		if negative {
			i++
		}
		x, start := int32(0), i
		for ; i < len(raw) && raw[i] >= '0' && raw[i] <= '9'; i++ {
			x = 10*x + int32(raw[i]-'0')
		}
		// 0 is the only number that begins with 0
		if size := i - start; size == 0 || size > 8 || size > 1 && raw[start] == '0' || count == len(list) || i == len(raw) {
			return 0
		}
		largest = max(largest, x)
		if negative {
			x = -x
		}
		list[count] = x
		count++
		if raw[i] == ']' {
			n.whole = largest
			n.all = append(n.all, list[:count]...)
			return count
		}
		if raw[i] != ',' {
			return 0
		}
	}
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

// negate turns the sign of a number.
func (n *numbers) negate(i int32) {
	x := &n.all[i]
	switch *x {
	case infinite:
		*x = negativeInfinite
		return
	case negativeInfinite:
		*x = infinite
		return
	}
	if *x > -wideFrom {
		*x = -*x
		return
	}
	wide := &n.wide[-wideFrom-*x]
	if wide.Unit == 0 {
		wide.Score = trees.Score(math.Float64bits(-math.Float64frombits(uint64(wide.Score))))
		return
	}
	wide.Score = -wide.Score
}

// settle chooses the unit of the run: that of its exact numbers, or with floats a power of ten
// in which the largest number fits.
func (n *numbers) settle() {
	n.most = max(n.most, float64(n.whole))
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
	x := trees.Number{Score: trees.Score(n.all[i]), Unit: 1}
	switch n.all[i] {
	case infinite:
		return trees.Infinity
	case negativeInfinite:
		return -trees.Infinity
	}
	if x.Score <= -wideFrom {
		x = n.wide[-wideFrom-x.Score]
	} else if n.unit < wideFrom {
		return x.Score * n.unit
	}
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
