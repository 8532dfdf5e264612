package trees

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// MaxUnits is the largest size of a number, and of a sum of scores with one for each player,
// counted in units of a tree. It leaves one bit, so that the difference of two sums does not
// overflow.
const MaxUnits Score = 1 << 62

// NumberPlaces is the largest number of decimal places of a number that is always written as a decimal.
// Other numbers are fractions, or decimals of doubles where these are shorter.
const NumberPlaces = 9

const nanos = 1_000_000_000 // 10 to the power of NumberPlaces

// A Number is the exact fraction Score / Unit. Unit is above 0; in a field of another type it is 0
// where no number is given.
type Number struct{ Score, Unit Score }

// Whole returns a whole number.
func Whole(n int) Number { return Number{Score(n), 1} }

// In returns a score of a tree whose unit is given, as a number.
func (s Score) In(unit Score) Number { return Number{s, unit} }

// ParseNumber reads 3, -0.5, 1e-3, 1/3 or -7/2 exactly. The minus may be U+2212. A decimal of more than
// NumberPlaces places is read as the shortest one that gives the same double. The number is returned in
// lowest terms. An error says what is wrong with the text: it is no number, it is less than the
// last of MaxPlaces decimal places, or it is larger than MaxUnits in size.
func ParseNumber(s string) (Number, error) {
	plain := withHyphen(s)
	if over, under, fraction := strings.Cut(plain, "/"); fraction {
		return parseFraction(s, over, under)
	}
	digits, power, scientific := strings.Cut(strings.ToLower(plain), "e")
	whole, frac, point := strings.Cut(strings.TrimPrefix(digits, "-"), ".")
	exp, ok := exponent(power, scientific)
	if !ok || !allDigits(whole) || (point && !allDigits(frac)) || (len(whole) > 1 && whole[0] == '0') {
		if word := NotFiniteAt(s); word != "" && word == s {
			return Number{}, errNotFinite{word}
		}
		return Number{}, fmt.Errorf("%s is not a number", quoted(s))
	}
	// The value is mantissa * 10^shift.
	mantissa := strings.TrimLeft(whole+frac, "0")
	trimmed := strings.TrimRight(mantissa, "0")
	shift := exp - len(frac) + len(mantissa) - len(trimmed)
	switch {
	case trimmed == "":
		return Number{0, 1}, nil
	case shift < -NumberPlaces:
		return parseDouble(s, plain)
	case len(trimmed)+shift > maxUnitDigits:
		return Number{}, errTooLarge(s)
	}
	unit := Score(1)
	for range max(0, -shift) {
		unit *= 10
	}
	digits = trimmed + strings.Repeat("0", max(0, shift))
	if plain[0] == '-' {
		digits = "-" + digits
	}
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil && n <= int64(MaxUnits) && n >= -int64(MaxUnits) {
		return Number{Score(n), unit}.Reduced(), nil
	}
	// In lowest terms the number may still fit: 34639974234243390.125 is 277119793873947121/8.
	n, _ := new(big.Int).SetString(digits, 10)
	r := new(big.Rat).SetFrac(n, big.NewInt(int64(unit)))
	if r.Num().CmpAbs(big.NewInt(int64(MaxUnits))) > 0 {
		return Number{}, errTooLarge(s)
	}
	return Number{Score(r.Num().Int64()), Score(r.Denom().Int64())}, nil
}

// An errNotFinite is for a number that is infinite or is NaN.
type errNotFinite struct{ word string }

func (e errNotFinite) Error() string { return NotFinite(e.word) }

const maxUnitDigits = 19 // of MaxUnits

func parseFraction(s, over, under string) (Number, error) {
	digits := strings.TrimPrefix(over, "-")
	if !allDigits(digits) || !allDigits(under) {
		return Number{}, fmt.Errorf("%s is not a number; a fraction has digits on both sides, such as -7/2", quoted(s))
	}
	n, wrong := strconv.ParseInt(over, 10, 64)
	unit, wrongUnit := strconv.ParseInt(under, 10, 64)
	switch {
	case strings.Trim(under, "0") == "":
		return Number{}, fmt.Errorf("%s divides by 0", truncate(s))
	case wrong != nil || wrongUnit != nil || n > int64(MaxUnits) || n < -int64(MaxUnits) || unit > int64(MaxUnits):
		return Number{}, fmt.Errorf("%s is too long; both sides of a fraction are at most %d in size", truncate(s), MaxUnits)
	}
	return Number{Score(n), Score(unit)}.Reduced(), nil
}

func errTooLarge(s string) error {
	return fmt.Errorf("%s is larger than %d in size, the largest number that is allowed", truncate(s), MaxUnits)
}

// withHyphen returns a number with a hyphen as its minus sign.
func withHyphen(word string) string {
	if rest, ok := strings.CutPrefix(word, minusSign); ok {
		return "-" + rest
	}
	return word
}

// Reduced returns the number in lowest terms.
func (n Number) Reduced() Number {
	d := gcd(n.Score, n.Unit)
	return Number{n.Score / d, n.Unit / d}
}

// In returns the number as a score of a tree whose unit is given. ok is false if it is no whole
// number of units, or larger than MaxUnits in size.
func (n Number) In(unit Score) (s Score, ok bool) {
	if n.Unit == 1 { // nearly all numbers
		return product(n.Score, unit)
	}
	n = n.Reduced()
	if unit%n.Unit != 0 {
		return 0, false
	}
	return product(n.Score, unit/n.Unit)
}

// Cmp returns -1, 0 or 1, as n is less than, equal to or greater than m.
func (n Number) Cmp(m Number) int {
	// Sizes are below 2^63, so the cross products are below 2^126.
	switch left, right := n.Score < 0, m.Score < 0; {
	case left && !right:
		return -1
	case right && !left:
		return 1
	case left:
		return Number{-m.Score, m.Unit}.Cmp(Number{-n.Score, n.Unit})
	}
	high, low := bits.Mul64(uint64(n.Score), uint64(m.Unit))
	high2, low2 := bits.Mul64(uint64(m.Score), uint64(n.Unit))
	switch {
	case high < high2 || high == high2 && low < low2:
		return -1
	case high > high2 || low > low2:
		return 1
	}
	return 0
}

// Weigh returns a score times the number, a probability. The unit of a tree makes the product
// whole for the values of the children of a chance node; see unit.go.
func (n Number) Weigh(s Score) Score { return s / n.Unit * n.Score }

// Float returns the number rounded, for drawing to scale.
func (n Number) Float() float64 { return float64(n.Score) / float64(n.Unit) }

// String returns the number as the text notation has it: a decimal without trailing zeros if it
// has at most NumberPlaces places, else a fraction in lowest terms or, where it is shorter, the decimal of
// a double.
func (n Number) String() string { return string(n.Append(nil)) }

// Append appends the number as String returns it.
func (n Number) Append(b []byte) []byte {
	if n.Unit == 0 {
		return append(b, '?')
	}
	if n.Score.IsInfinite() {
		if n.Score < 0 {
			b = append(b, '-')
		}
		return append(b, "∞"...)
	}
	if n.Score == math.MinInt64 {
		return append(b, "-inf"...)
	}
	if whole := n.Score / n.Unit; whole*n.Unit == n.Score {
		return strconv.AppendInt(b, int64(whole), 10)
	}
	n = n.Reduced()
	if nanos%n.Unit != 0 {
		if long, is := n.appendLong(b); is {
			return long
		}
		b = append(strconv.AppendInt(b, int64(n.Score), 10), '/')
		return strconv.AppendInt(b, int64(n.Unit), 10)
	}
	if n.Score < 0 {
		b, n.Score = append(b, '-'), -n.Score
	}
	b = append(strconv.AppendInt(b, int64(n.Score/n.Unit), 10), '.')
	frac := int64(n.Score % n.Unit * (nanos / n.Unit))
	for place := int64(nanos) / 10; frac > 0; place /= 10 {
		b = append(b, byte('0'+frac/place))
		frac %= place
	}
	return b
}

// AppendJSON appends the number as a JSON document has it: a number, or a fraction as a string.
func (n Number) AppendJSON(b []byte) []byte {
	switch n.Score {
	case Infinity:
		return append(b, `"inf"`...)
	case -Infinity:
		return append(b, `"-inf"`...)
	}
	at := len(b)
	b = n.Append(b)
	for _, c := range b[at:] {
		if c == '/' {
			b = append(b, `""`...)
			copy(b[at+1:len(b)-1], b[at:])
			b[at] = '"'
			break
		}
	}
	return b
}

// gcd returns the greatest common divisor; that of 0 and b is b, which must be above 0.
func gcd(a, b Score) Score {
	a = max(a, -a)
	for a != 0 {
		a, b = b%a, a
	}
	return b
}

// lcm returns the least common multiple of two scores above 0. ok is false if it is above
// MaxUnits.
func lcm(a, b Score) (multiple Score, ok bool) {
	if a%b == 0 {
		return a, true
	}
	return product(a, b/gcd(a, b))
}

// product multiplies a score by a factor above 0. ok is false if the result is larger than
// MaxUnits in size.
func product(s, factor Score) (p Score, ok bool) {
	high, low := bits.Mul64(uint64(max(s, -s)), uint64(factor))
	if high != 0 || low > uint64(MaxUnits) {
		return 0, false
	}
	return s * factor, true
}
