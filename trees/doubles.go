package trees

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// This file reads what programs print of floating-point numbers: a double as a decimal, and a list of
// probabilities as the fractions that it means.

// MaxPlaces is the largest number of decimal places of a number that is read. A decimal with more than
// NumberPlaces is taken for a double.
const MaxPlaces = 18

// parseDouble reads a decimal as the shortest one that gives the same double, rounded to MaxPlaces.
func parseDouble(s, plain string) (Number, error) {
	x, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		return Number{}, errTooLarge(s)
	}
	exact, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'e', -1, 64))
	if !ok {
		return Number{}, fmt.Errorf("%s is not a number", quoted(s))
	}
	parts, _ := new(big.Int).SetString(exact.Mul(exact, tenToMaxPlaces).FloatString(0), 10)
	if parts.Sign() == 0 {
		return Number{}, fmt.Errorf("%s has more than %d decimal places", truncate(s), MaxPlaces)
	}
	r := new(big.Rat).SetFrac(parts, tenToMaxPlaces.Num())
	if r.Num().CmpAbs(big.NewInt(int64(MaxUnits))) > 0 {
		return Number{}, errTooLarge(s)
	}
	return Number{Score(r.Num().Int64()), Score(r.Denom().Int64())}, nil
}

// A Shortening says that decimals had more digits than the doubles as which they are read.
type Shortening struct {
	Given string // the first one
	Read  Number
	Count int
}

// See counts a number if it is not exactly what was written.
func (s *Shortening) See(given string, read Number) {
	if !IsShortened(given, read) {
		return
	}
	if s.Count++; s.Count == 1 {
		s.Given, s.Read = given, read
	}
}

// With returns the Shortening of scores with that of probabilities, unless ReadingNotes says what these are read as.
func (s Shortening) With(probs *Shortening, t *Tree) *Shortening {
	if t.rounded != nil {
		return &s
	}
	if s.Count == 0 {
		s.Given, s.Read = probs.Given, probs.Read
	}
	s.Count += probs.Count
	return &s
}

// IsShortened reports whether a number is not exactly what was written.
func IsShortened(given string, read Number) bool {
	if len(given) <= NumberPlaces+1 || read.Score == 0 || strings.IndexByte(given, '/') >= 0 {
		return false
	}
	exact, ok := new(big.Rat).SetString(withHyphen(given))
	return ok && exact.Cmp(big.NewRat(int64(read.Score), int64(read.Unit))) != 0
}

// Note says it in a sentence; empty: there is none.
func (s *Shortening) Note() string {
	if s.Count == 0 {
		return ""
	}
	others := ""
	if s.Count > 1 {
		others = fmt.Sprintf(", and %d more", s.Count-1)
	}
	return fmt.Sprintf("%s is read as %s%s: a number with more than %d decimal places is read as the binary number of a program, which has about 16 digits.", truncate(s.Given), s.Read, others, NumberPlaces)
}

var tenToMaxPlaces = new(big.Rat).SetInt64(1e18)

// isLong reports whether a number has more than NumberPlaces decimal places, and at most MaxPlaces.
func (n Number) isLong() bool { return nanos%n.Unit != 0 && 1_000_000_000_000_000_000%n.Unit == 0 }

// appendLong appends a number in lowest terms as the decimal of a double, if it is read as the same
// number and is shorter than the fraction. It reports whether it is.
func (n Number) appendLong(b []byte) ([]byte, bool) {
	if !n.isLong() {
		return b, false
	}
	at := len(b)
	decimal := big.NewRat(int64(n.Score), int64(n.Unit)).FloatString(MaxPlaces)
	for decimal[len(decimal)-1] == '0' {
		decimal = decimal[:len(decimal)-1]
	}
	b = strconv.AppendInt(b, int64(n.Score), 10)
	b = strconv.AppendInt(append(b, '/'), int64(n.Unit), 10)
	if back, err := parseDouble(decimal, decimal); len(decimal) < len(b)-at && err == nil && back == n {
		return append(b[:at], decimal...), true
	}
	return b[:at], false
}

const (
	// rounding is how far from 1 a list of probabilities may add up, to be read as one that was rounded.
	rounding = 1e-9
	// A fraction with a denominator of at most smallDenominator is meant by any number within rounding; one
	// of at most largeDenominator by a double alone.
	smallDenominator, largeDenominator = 1_000, 1_000_000
	roundingOfDouble                   = 1e-15
)

// RoundedProbs returns the fractions that a list of rounded probabilities means: those
// of small denominators, if they add up to 1, else the nearest parts of 10^-NumberPlaces that do. rounded is
// false if the list is exact, or does not add up to 1 within 1e-9.
func RoundedProbs(list []Number) (fractions []Number, rounded bool) {
	return probRounding{}.of(list)
}

// A probRounding says how far probabilities are rounded. The zero value is that of RoundedProbs, which leaves
// doubles that add up to 1 as they are.
type probRounding struct {
	places  int  // decimal places of doubles; 0: NumberPlaces, and no rounding of what adds up to 1
	decimal bool // no fractions of small denominators
}

// leastProbPlaces is the smallest number of decimal places to which probabilities are rounded.
const leastProbPlaces = 2

// of returns the probabilities that a list means.
func (to probRounding) of(list []Number) (fractions []Number, rounded bool) {
	about, long := 0.0, false
	for _, n := range list {
		if n.Unit == 0 || n.Score < 0 {
			return list, false
		}
		about, long = about+n.Float(), long || n.isLong()
	}
	if off := math.Abs(about - 1); off > 2*rounding || off < rounding/1000 && !long && sumsToOne(list) {
		return list, false
	}
	sum := sumOf(list)
	if !IsRoundedSum(sum) {
		return list, false
	}
	if to.places > 0 && !long && sum.IsInt() { // exact, however many
		return list, false
	}
	parts := to.parts(len(list))
	for _, stage := range []struct{ within, most float64 }{{rounding, smallDenominator}, {roundingOfDouble, largeDenominator}} {
		if to.decimal {
			break
		}
		fractions = fractions[:0]
		for _, n := range list {
			f := simplestWithin(n.Float(), stage.within)
			if float64(f.Unit) > stage.most || f.Unit > parts || f.Score == 0 && n.Score > 0 {
				break
			}
			fractions = append(fractions, f)
		}
		if len(fractions) == len(list) && sumsToOne(fractions) {
			return fractions, !sameNumbers(list, fractions)
		}
	}
	if to.places == 0 && sum.IsInt() {
		return list, false
	}
	left := parts
	order := make([]int, len(list)) // larger ones first
	fractions = fractions[:0]
	for i, n := range list {
		part := Score(math.Round(n.Float() * float64(parts)))
		if n.Score > 0 {
			part = max(part, 1)
		}
		fractions = append(fractions, Number{part, parts})
		left -= part
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(fractions[j].Score, fractions[i].Score) })
	for _, i := range order {
		if left == 0 {
			break
		}
		take := max(left, -fractions[i].Score/2)
		fractions[i].Score += take
		left -= take
	}
	for i, n := range fractions {
		fractions[i] = n.Reduced()
	}
	return fractions, true
}

// parts returns the common denominator of rounded probabilities: there are many parts for each.
func (to probRounding) parts(of int) Score {
	places, parts := to.places, Score(1)
	if places == 0 {
		places = NumberPlaces
	}
	for range places {
		parts *= 10
	}
	for parts < 10*Score(of) {
		parts *= 10
	}
	return parts
}

// IsRoundedSum reports whether probabilities with a sum are read as ones that were rounded, or exact.
func IsRoundedSum(sum *big.Rat) bool {
	off := new(big.Rat).Sub(sum, big.NewRat(1, 1))
	return off.Abs(off).Cmp(big.NewRat(1, nanos)) <= 0
}

func sumOf(list []Number) *big.Rat {
	sum := new(big.Rat)
	for _, n := range list {
		sum.Add(sum, big.NewRat(int64(n.Score), int64(n.Unit)))
	}
	return sum
}

func sumsToOne(list []Number) bool { return sumOf(list).Cmp(big.NewRat(1, 1)) == 0 }

func sameNumbers(a, b []Number) bool {
	for i := range a {
		if a[i].Reduced() != b[i] {
			return false
		}
	}
	return true
}

// simplestWithin returns the fraction from 0 on with the smallest denominator that is within a distance
// of a number.
func simplestWithin(x, within float64) Number {
	return simplest(max(0, x-within), x+within, largeDenominator)
}

func simplest(low, high float64, steps int) Number {
	whole := math.Ceil(low)
	if whole <= high || steps == 0 {
		return Number{Score(whole), 1}
	}
	below := math.Floor(low)
	if high-below <= 1/float64(MaxUnits>>16) {
		return Number{Score(below), 1}
	}
	rest := simplest(1/(high-below), 1/(low-below), steps-1)
	if rest.Score > largeDenominator { // more is not asked for
		return Number{1, MaxUnits}
	}
	return Number{Score(below)*rest.Score + rest.Unit, rest.Score}
}

// NearProbs reports whether two probabilities differ by no more than rounding.
func NearProbs(a, b Number) bool { return math.Abs(a.Float()-b.Float()) <= rounding }

// A RoundedProb is a probability that was read as the fraction that it means.
type RoundedProb struct {
	Node         int // the chance node
	Given, Meant Number
	OfNodes      int // how many chance nodes have such probabilities
	Places       int // to which they are rounded so that they fit; 0: no further than their fractions need
}

// Note says it in a sentence.
func (r *RoundedProb) Note(at string) string {
	others := ""
	if r.OfNodes > 1 {
		others = fmt.Sprintf(", and at %s more", count(r.OfNodes-1, "chance node"))
	}
	why := ""
	if r.Places > 0 {
		why = fmt.Sprintf(" Numbers with more than %d decimal places are rounded to %d places there, since finer ones have no common denominator that is small enough.", NumberPlaces, r.Places)
	}
	return fmt.Sprintf("The probabilities at %s%s are rounded, and are read as fractions that add up to 1: %s as %s.%s", at, others, r.Given, r.Meant, why)
}

// firstRounded returns the place of the first probability that is read as another one.
func firstRounded(given, meant []Number) int {
	for i := range given {
		if given[i].Reduced() != meant[i] {
			return i
		}
	}
	return 0
}

// AddRounded notes the probabilities of a chance node that were rounded.
func (r *RoundedProb) AddRounded(node int, given, meant []Number) {
	if r.OfNodes == 0 {
		i := firstRounded(given, meant)
		r.Node, r.Given, r.Meant = node, given[i], meant[i]
	}
	r.OfNodes++
}

// roundProbs reads the probabilities of the chance nodes as the fractions that they mean. It
// reports whether one was rounded.
func (t *Tree) roundProbs(p *pace) bool { return t.roundProbsTo(p, probRounding{}) }

func (t *Tree) roundProbsTo(p *pace, to probRounding) bool {
	t.rounded = nil
	if t.prob == nil {
		return false
	}
	for n := range t.Len() {
		p.step()
		if !t.IsChance(n) {
			continue
		}
		var list []Number
		for _, k := range t.Kids(n) {
			list = append(list, t.prob[k])
		}
		meant, rounded := to.of(list)
		if !rounded {
			continue
		}
		if t.rounded == nil {
			t.rounded, t.prob = &RoundedProb{Places: to.places}, slices.Clone(t.prob) // another tree may share it
		}
		t.rounded.AddRounded(n, list, meant)
		for i, k := range t.Kids(n) {
			t.prob[k] = meant[i]
		}
	}
	return t.rounded != nil
}

// fitProbs is roundProbs and fit. Doubles among the probabilities that do not fit are rounded to the most decimal
// places that do, if coarse; the fractions that they mean are kept as long as they fit, too.
func (t *Tree) fitProbs(p *pace, coarse bool) *Error {
	given := t.prob
	t.roundProbs(p)
	wrong := t.fit(p)
	if wrong == nil || given == nil || !coarse {
		return wrong
	}
	for places := NumberPlaces; places >= leastProbPlaces; places-- {
		for _, decimal := range []bool{false, true} {
			t.prob = given
			if t.roundProbsTo(p, probRounding{places, decimal}) && t.fit(p) == nil {
				return nil
			}
		}
	}
	return wrong
}
