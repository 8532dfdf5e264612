package trees

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"
)

// An efgPayoff is an exact number of a file. Most numbers are scores. A remainder that is
// not a score is stored as a fraction, since for example 1/3 and 2/3 on the path to a leaf
// add up to 1.
type efgPayoff struct {
	score Score
	part  *big.Rat // of a Unit; nil: none
	// The number that the fraction comes from, if it is a single one, and its
	// place.
	word string
	pos  int
}

type efgPayoffs [MaxPlayers]efgPayoff

// maxPartBits limits the size of a denominator: of a sum of payoffs, of the common
// denominator of the probabilities of chance, and of an expectation. Three fractions with
// maxFraction digits each are allowed. Those of realistic files are far below this
// limit; without it, a denominator could grow with each fraction, and the time to read a
// file with the cube of its size.
const (
	maxPartBits   = 512
	maxPartDigits = 154 // decimal digits of the largest of them
)

func (a *efgPayoff) equals(b *efgPayoff) bool {
	return a.score == b.score && (a.part == nil) == (b.part == nil) && (a.part == nil || a.part.Cmp(b.part) == 0)
}

func (v *efgPayoffs) equals(w *efgPayoffs) bool {
	for p := range v {
		if !v[p].equals(&w[p]) {
			return false
		}
	}
	return true
}

// add adds b. It returns false if the denominator of the sum exceeds
// maxPartBits.
func (a *efgPayoff) add(b *efgPayoff) bool {
	a.score += b.score // MaxLevels times the largest payoff is less than the largest Score
	switch {
	case b.part == nil:
		return true
	case a.part == nil:
		a.part, a.word, a.pos = b.part, b.word, b.pos
		return true
	}
	a.part, a.word = new(big.Rat).Add(a.part, b.part), ""
	a.carry()
	return a.part == nil || a.part.Denom().BitLen() <= maxPartBits
}

// carry moves the whole part of the fraction to the score.
func (a *efgPayoff) carry() {
	if a.part != nil && a.part.IsInt() {
		a.score += Score(a.part.Num().Int64())
		a.part = nil
	}
}

// cmp compares two payoffs.
func (a *efgPayoff) cmp(b *efgPayoff) int {
	if a.part == nil && b.part == nil {
		return cmp.Compare(a.score, b.score)
	}
	// (a.score - b.score) + a.part and b.part, without reducing the first.
	num, den := partOf(a)
	other, under := partOf(b)
	left := new(big.Int).SetInt64(int64(a.score - b.score))
	left.Mul(left, den)
	left.Add(left, num)
	left.Mul(left, under)
	return left.Cmp(new(big.Int).Mul(other, den))
}

func partOf(a *efgPayoff) (num, den *big.Int) {
	if a.part == nil {
		return new(big.Int), big.NewInt(1)
	}
	return a.part.Num(), a.part.Denom()
}

// failLong ends the reading at node id, at a fraction that is too long. what names the
// fraction, and ends with "whose".
func (r *efgReader) failLong(id int, what string, args ...any) {
	r.failNode(r.start[id], id, "", "%s denominator has more than %d digits; write the numbers on the way to it with fewer digits, or multiply all payoffs by the same number",
		fmt.Sprintf(what, args...), maxPartDigits)
}

// sum returns the payoffs on the path plus those at node id.
func (r *efgReader) sum(id int, before, paid *efgPayoffs) efgPayoffs {
	v := *before
	for p := range r.b.t.Players {
		if !v[p].add(&paid[p]) {
			r.failLong(id, "the fractions that player %d is paid on the way to it add up to one whose", p+1)
		}
	}
	return v
}

// value returns the total payoff of a leaf, which must be a valid value of a
// tree.
func (r *efgReader) value(id int, sum *efgPayoffs) *Vector {
	var v Vector
	for p := range r.b.t.Players {
		switch s := &sum[p]; {
		case s.part != nil && s.word != "" && s.pos > r.start[id]:
			r.failNode(s.pos, id, "", "the payoff of player %d: %s cannot be written with %d decimal places, which scores have; multiply all payoffs by the same number, so that it can",
				p+1, truncate(s.word), ScorePlaces)
		case s.part != nil:
			all := new(big.Rat).Add(s.part, new(big.Rat).SetInt64(int64(s.score)))
			all.Quo(all, new(big.Rat).SetInt64(int64(Unit)))
			r.failNode(r.start[id], id, "", "player %d is paid %s in all on the way here, which cannot be written with %d decimal places, which scores have; "+
				"multiply all payoffs by the same number, so that it can", p+1, truncate(all.RatString()), ScorePlaces)
		default:
			v[p] = s.score
		}
	}
	return &v
}

// payoff reads the payoff of player p at node id.
func (r *efgReader) payoff(id, p int) efgPayoff {
	r.step()
	word := r.lookNumber()
	if word == "" {
		r.expected(fmt.Sprintf(`a payoff for each of %s, then "}"`, count(r.b.t.Players, "player")))
	}
	paid, err := parsePayoff(word)
	if err != nil {
		r.failNode(r.pos, id, "", "the payoff of player %d: %v", p, err)
	}
	paid.word, paid.pos = word, r.pos
	r.pos += len(word)
	return paid
}

// maxFraction is the largest number of digits of a numerator or denominator.
const maxFraction = 40

// parsePayoff reads a number in a format of Gambit: 3, -0.5, .5, 1e-2, 3/4.
func parsePayoff(s string) (paid efgPayoff, err error) {
	if n, ok := smallWhole(s); ok {
		return efgPayoff{score: n * Unit}, nil
	}
	digits := strings.TrimPrefix(s, "+")
	sign := ""
	if len(digits) == len(s) {
		digits = strings.TrimPrefix(s, "-")
		sign = s[:len(s)-len(digits)]
	}
	if over, under, ok := strings.Cut(digits, "/"); ok {
		return parseEFGFraction(s, sign, over, under)
	}
	// JSON, and so ParseScore, requires a digit on both sides of the point and
	// no leading zeros.
	mantissa, power, scientific := strings.Cut(strings.ToLower(digits), "e")
	whole, frac, _ := strings.Cut(mantissa, ".")
	if whole+frac == "" || whole != "" && !allDigits(whole) || frac != "" && !allDigits(frac) {
		return paid, fmt.Errorf("%s is not a number", quoted(s))
	}
	plain := sign + orZero(strings.TrimLeft(whole, "0")) + "." + orZero(frac)
	if scientific {
		plain += "e" + power
	}
	if paid.score, err = ParseScore(plain); err != nil {
		return paid, fmt.Errorf("%s", strings.Replace(err.Error(), truncate(plain), truncate(s), 1))
	}
	return paid, nil
}

func orZero(digits string) string {
	if digits == "" {
		return "0"
	}
	return digits
}

func parseEFGFraction(s, sign, over, under string) (paid efgPayoff, err error) {
	switch {
	case !allDigits(over) || !allDigits(under):
		return paid, fmt.Errorf("%s is not a number; a fraction has digits on both sides, such as -3/4", quoted(s))
	case len(over) > maxFraction || len(under) > maxFraction:
		return paid, fmt.Errorf("%s is too long; a fraction has at most %d digits on either side", truncate(s), maxFraction)
	case strings.Trim(under, "0") == "":
		return paid, fmt.Errorf("%s divides by 0", truncate(s))
	}
	x, ok := new(big.Rat).SetString(sign + over + "/" + under)
	if !ok {
		return paid, fmt.Errorf("%s is not a number", quoted(s))
	}
	x.Mul(x, new(big.Rat).SetInt64(int64(Unit)))
	if most := new(big.Rat).SetInt64(int64(MaxScore)); new(big.Rat).Abs(x).Cmp(most) > 0 {
		return paid, errTooLarge(s)
	}
	paid.part = x
	paid.carry()
	return paid, nil
}
