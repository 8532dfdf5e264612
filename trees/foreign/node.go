package foreign

import (
	"fmt"
	"math/big"
	"strings"

	"espalier/trees"
)

// A mover says who moves at a node.
type mover uint8

const (
	unstated mover = iota // the notation does not say it
	playerMoves
	maxMoves
	minMoves
	chanceMoves
)

// A node is a node of a game in the neutral form.
type node struct {
	mover  mover
	player int // from 1, where mover is playerMoves
	name   string
	action string  // the move that leads to the node
	prob   *number // its probability, below a chance node; nil: not given
	value  []number
	// A leaf whose value the text leaves open.
	unknown bool
	kids    []*node
	at      int // byte of the text
}

// A game is what a reader makes of a text.
type game struct {
	root  *node
	title string
	notes []string
	// Payoffs of inner nodes are added to those of the leaves below. Otherwise the values of
	// inner nodes are left out, since the children decide them.
	paid bool
	// opposed: a game of two players whose payoffs add up to 0 at every leaf is a minimax tree,
	// as in a file of Gambit.
	opposed bool
}

func (g *game) note(format string, args ...any) {
	g.notes = append(g.notes, fmt.Sprintf(format, args...))
}

// A number is exact: a score, or a fraction that is not one.
type number struct {
	score trees.Score
	exact *big.Rat // nil: score
	at    int
}

const (
	// maxDigits is the largest number of digits of a number that is no score. Those of realistic
	// texts are far below, and the time to add numbers grows with their length.
	maxDigits = 40
	// maxSumBits limits the denominator of a sum of payoffs, for the same reason.
	maxSumBits = 512
)

var unit = new(big.Rat).SetInt64(int64(trees.Unit))

var one = big.NewRat(1, 1)

// rat returns the number as a fraction.
func (n *number) rat() *big.Rat {
	if n.exact != nil {
		return n.exact
	}
	r := new(big.Rat).SetInt64(int64(n.score))
	return r.Quo(r, unit)
}

func (n *number) String() string {
	if n.exact != nil {
		return n.exact.RatString()
	}
	return n.score.In(trees.Unit).String()
}

// of returns an exact number.
func numberOf(r *big.Rat, at int) number {
	scaled := new(big.Rat).Mul(r, unit)
	if scaled.IsInt() && scaled.Num().IsInt64() {
		return number{score: trees.Score(scaled.Num().Int64()), at: at}
	}
	return number{exact: r, at: at}
}

// plus returns a sum. ok is false if its denominator is too long.
func (n *number) plus(m *number) (sum number, ok bool) {
	if n.exact == nil && m.exact == nil {
		return number{score: n.score + m.score, at: m.at}, true // MaxLevels times MaxScore is less than the largest Score
	}
	r := new(big.Rat).Add(n.rat(), m.rat())
	return numberOf(r, m.at), r.Denom().BitLen() <= maxSumBits
}

// parseNumber reads 3, -0.5, .5, +2, 1e-2, 3/4, with a hyphen or U+2212 as the minus sign.
func parseNumber(word string, at int) (number, error) {
	digits := strings.TrimPrefix(word, "+")
	sign := ""
	if rest, ok := strings.CutPrefix(strings.Replace(digits, minusSign, "-", 1), "-"); ok && len(digits) == len(word) {
		sign, digits = "-", rest
	}
	if over, under, ok := strings.Cut(digits, "/"); ok {
		return parseFraction(word, sign, over, under, at)
	}
	// JSON, and so ParseScore, requires a digit on both sides of the point and no leading zeros.
	mantissa, power, scientific := strings.Cut(strings.ToLower(digits), "e")
	whole, frac, _ := strings.Cut(mantissa, ".")
	if whole+frac == "" || !allDigits(whole) || !allDigits(frac) {
		return number{}, fmt.Errorf("%s is not a number", quoted(word))
	}
	plain := sign + orZero(strings.TrimLeft(whole, "0")) + "." + orZero(frac)
	if scientific {
		plain += "e" + power
	}
	score, err := trees.ParseScore(plain)
	if err == nil {
		return number{score: score, at: at}, nil
	}
	if scientific || len(plain) > maxDigits {
		return number{}, fmt.Errorf("%s", strings.ReplaceAll(err.Error(), shortened(plain), shortened(word)))
	}
	return exactNumber(word, plain, at)
}

func parseFraction(word, sign, over, under string, at int) (number, error) {
	switch {
	case over == "" || under == "" || !allDigits(over) || !allDigits(under):
		return number{}, fmt.Errorf("%s is not a number; a fraction has digits on both sides, such as -3/4", quoted(word))
	case len(over) > maxDigits || len(under) > maxDigits:
		return number{}, fmt.Errorf("%s is too long; a fraction has at most %d digits on either side", shortened(word), maxDigits)
	case strings.Trim(under, "0") == "":
		return number{}, fmt.Errorf("%s divides by 0", shortened(word))
	}
	return exactNumber(word, sign+over+"/"+under, at)
}

func exactNumber(word, plain string, at int) (number, error) {
	r, ok := new(big.Rat).SetString(plain)
	if !ok {
		return number{}, fmt.Errorf("%s is not a number", quoted(word))
	}
	most := new(big.Rat).SetInt64(int64(trees.MaxScore / trees.Unit))
	if new(big.Rat).Abs(r).Cmp(most) > 0 {
		return number{}, fmt.Errorf("%s is larger than %s in size, the largest number that is allowed", shortened(word), trees.MaxScore.In(trees.Unit))
	}
	return numberOf(r, at), nil
}

func allDigits(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c < '0' || c > '9' }) < 0
}

func orZero(digits string) string {
	if digits == "" {
		return "0"
	}
	return digits
}
