package foreign

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
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
	mover    mover
	look     mover // that options of LaTeX say, which may be looks alone
	player   int   // from 1, where mover is playerMoves
	name     string
	action   string // the move that leads to the node
	actionAt int    // its place, where it is apart from the node; 0: that of the node
	// A member of the node says that its action is a name, and no probability.
	namedMove bool
	prob      *number // its probability, below a chance node; nil: not given
	value     []number
	listed    bool // the numbers of value are in a list, which may be a level
	// A leaf whose value the text leaves open.
	unknown bool
	kids    []*node
	infoset *infoset // nil: the mover sees where the game is
	at      int      // byte of the text
	// Names that the text gives by the numbers of their characters; see NameInTeX. They count instead of name and action.
	ownName, ownAction string
}

// A game is what a reader makes of a text.
type game struct {
	root  *node
	title string
	notes []string
	// The notes that have alternatives.
	assumed Assumed
	// Payoffs of inner nodes are added to those of the leaves below. Otherwise the values of
	// inner nodes are left out, since the children decide them.
	paid bool
	// opposed: a game of two players whose payoffs add up to 0 at every leaf is a minimax tree,
	// as in a file of Gambit.
	opposed bool
	// players is their number, where the text states it; 0: the values of leaves say it.
	players int
	// path: a tree whose edges have costs. The value of a node is that of the edge to it.
	path bool
	// header is what the text states of the whole tree, besides its title, and headerText its
	// words; nil: nothing.
	header     *trees.Header
	headerText string
}

func (g *game) note(format string, args ...any) {
	g.notes = append(g.notes, fmt.Sprintf(format, args...))
}

// A number is exact: a fraction whose sides a trees.Number can hold, or a longer one. The zero
// number is 0.
type number struct {
	short trees.Number // in lowest terms; Unit 0: 0
	long  *big.Rat     // nil: short
	at    int
	given *string // what was written, if short is not exactly that
	// Of the first of two numbers with a comma between them: what they are if it is a decimal one.
	comma *number
	// Of the first of several numbers that may be one: what is written, such as 1,200 or 1 1/2.
	groups *string
	// Of a fraction that is written with a slash: its two sides.
	sides *[2]number
}

const (
	// maxDigits is the largest number of digits of a number, before and after its point, and on
	// each side of a fraction. Those of realistic texts are far below, and the time to add
	// numbers grows with their length.
	maxDigits = 40
	// maxSumBits limits the denominator of a sum of payoffs, for the same reason.
	maxSumBits = 512
)

var one = big.NewRat(1, 1)

// num returns a number that is short.
func (n *number) num() trees.Number {
	if n.short.Unit == 0 {
		return trees.Whole(0)
	}
	return n.short
}

// rat returns the number as a fraction.
func (n *number) rat() *big.Rat {
	if n.long != nil {
		return n.long
	}
	s := n.num()
	return big.NewRat(int64(s.Score), int64(s.Unit))
}

func (n *number) isZero() bool { return n.long == nil && n.short.Score == 0 }

func (n *number) String() string {
	if n.long != nil {
		return n.long.RatString()
	}
	return n.num().String()
}

// numberOf returns an exact number.
func numberOf(r *big.Rat, at int) number {
	if over, under := r.Num(), r.Denom(); over.IsInt64() && under.IsInt64() {
		s := trees.Number{Score: trees.Score(over.Int64()), Unit: trees.Score(under.Int64())}
		if max(s.Score, s.Unit) <= trees.MaxUnits && s.Score >= -trees.MaxUnits {
			return number{short: s, at: at}
		}
	}
	return number{long: r, at: at}
}

// plus returns a sum. ok is false if its denominator is too long.
func (n *number) plus(m *number) (sum number, ok bool) {
	if n.long == nil && m.long == nil {
		// MaxUnits leaves a bit for the sum of two.
		if a, b := n.num(), m.num(); a.Unit == 1 && b.Unit == 1 && a.Score+b.Score <= trees.MaxUnits && a.Score+b.Score >= -trees.MaxUnits {
			return number{short: trees.Number{Score: a.Score + b.Score, Unit: 1}, at: n.at}, true
		}
	}
	r := new(big.Rat).Add(n.rat(), m.rat())
	return numberOf(r, n.at), r.Denom().BitLen() <= maxSumBits
}

// parseNumber reads 3, -0.5, .5, +2, 1e-2, 3/4, with a hyphen or U+2212 as the minus sign.
func parseNumber(word string, at int) (number, error) {
	digits := strings.TrimPrefix(word, "+")
	sign := ""
	if rest, ok := strings.CutPrefix(strings.Replace(digits, minusSign, "-", 1), "-"); ok && len(digits) == len(word) {
		sign, digits = "-", rest
	}
	digits = withoutVulgar(digits)
	if over, under, ok := strings.Cut(digits, "/"); ok {
		return parseFraction(word, sign, over, under, at)
	}
	// JSON, and so ParseNumber, requires a digit on both sides of the point and no leading zeros.
	mantissa, power, scientific := strings.Cut(strings.ToLower(digits), "e")
	whole, frac, _ := strings.Cut(mantissa, ".")
	if whole+frac == "" || !allDigits(whole) || !allDigits(frac) {
		return number{}, fmt.Errorf("%s is not a number", quoted(word))
	}
	plain := sign + orZero(strings.TrimLeft(whole, "0")) + "." + orZero(frac)
	exp := 0
	if scientific {
		plain += "e" + power
		var err error
		if exp, err = strconv.Atoi(power); err != nil && !errors.Is(err, strconv.ErrRange) {
			return number{}, fmt.Errorf("%s is not a number", quoted(word))
		}
	}
	short, err := trees.ParseNumber(plain)
	if err == nil {
		n := number{short: short, at: at}
		if trees.IsShortened(plain, short) {
			n.given = &word
		}
		return n, nil
	}
	if len(whole)+len(frac)+max(exp, -exp) > maxDigits {
		return number{}, fmt.Errorf("%s is too long; a number has at most %d digits", shortened(word), maxDigits)
	}
	r, ok := new(big.Rat).SetString(plain)
	if !ok {
		return number{}, fmt.Errorf("%s is not a number", quoted(word))
	}
	return numberOf(r, at), nil
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
	var n number
	if short, err := trees.ParseNumber(sign + over + "/" + under); err == nil {
		n = number{short: short, at: at}
	} else if r, ok := new(big.Rat).SetString(sign + over + "/" + under); ok {
		n = numberOf(r, at)
	} else {
		return number{}, fmt.Errorf("%s is not a number", quoted(word))
	}
	if strings.Contains(word, "/") {
		n.sides = sidesOf(sign+over, under, at)
	}
	return n, nil
}

// percent is how many of a hundredth make 1.
const percent = 100

// parseProbability reads a number, or one with a percent sign: 1/2, 0.5, 50%.
func parseProbability(word string, at int) (number, error) {
	plain, parts := strings.CutSuffix(word, "%")
	x, err := parseNumber(strings.TrimRight(plain, " "), at)
	if err != nil || !parts {
		return x, err
	}
	return numberOf(new(big.Rat).Mul(x.rat(), big.NewRat(1, percent)), at), nil
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
