package foreign

import (
	"math/big"

	"espalier/trees"
)

// This file chooses the unit in which all values of a game are whole numbers.

// unit returns the unit of the tree: a multiple of trees.Unit where all values are then small
// enough, else the common denominator of the values and of a header, if there is one. The
// Builder sees to the expectations of chance nodes.
func (b *builder) unit(stated *trees.Header) trees.Score {
	u := unitFinder{b: b, r: b.r, width: 1, den: 1}
	if b.treeKind == trees.MaxN {
		u.width = b.players
	}
	if stated != nil {
		u.den = stated.Denominator()
	}
	u.divide(b.g.root)
	if unit, ok := multiple(u.den, trees.Unit); ok && u.large(b.g.root, unit) == nil {
		return unit
	}
	if x := u.large(b.g.root, u.den); x != nil {
		u.tooFine(x.at, "%s counts more than %d parts of 1/%d, the common denominator of the values; use smaller numbers or fewer decimal places", shortened(x.String()), trees.MaxUnits, u.den)
	}
	return u.den
}

type unitFinder struct {
	b     *builder
	r     *reader
	width int         // numbers of a leaf that are kept
	den   trees.Score // the common denominator so far
}

func (u *unitFinder) values(n *node) []number { return n.value[:min(u.width, len(n.value))] }

// divide finds the common denominator of all values.
func (u *unitFinder) divide(n *node) {
	u.r.step()
	for _, k := range n.kids {
		u.divide(k)
	}
	if len(n.kids) > 0 && !u.b.g.path {
		return
	}
	for i := range u.values(n) {
		x := &n.value[i]
		if x.long != nil {
			u.r.fail(placeOf(x, n), "%s is too large or too fine: as a fraction it has a side larger than %d, the most that is allowed", shortened(x.String()), trees.MaxUnits)
		}
		den, ok := multiple(u.den, u.b.doubles.Meant(x.num()).Unit)
		if !ok {
			u.tooFine(placeOf(x, n), "%s has no common denominator with the values before it that is at most %d; use simpler fractions or fewer decimal places", shortened(x.String()), trees.MaxUnits)
		}
		u.den = den
	}
}

// tooFine refuses a value, unless doubles can be rounded.
func (u *unitFinder) tooFine(at int, format string, args ...any) {
	wrong := u.r.errorIn(at, format, args...)
	wrong.TooFine = true
	panic(wrong)
}

// large returns a value that is too large to be counted in units, with its place; nil: none is.
func (u *unitFinder) large(n *node, unit trees.Score) *number {
	u.r.step()
	for _, k := range n.kids {
		if x := u.large(k, unit); x != nil {
			return x
		}
	}
	if len(n.kids) > 0 && !u.b.g.path {
		return nil
	}
	for i := range u.values(n) {
		if _, ok := u.b.doubles.Meant(n.value[i].num()).In(unit); !ok {
			x := n.value[i]
			x.at = placeOf(&x, n)
			return &x
		}
	}
	return nil
}

// multiple returns the least common multiple of two scores above 0. ok is false if it is above
// trees.MaxUnits.
func multiple(a, b trees.Score) (least trees.Score, ok bool) {
	if a%b == 0 {
		return a, true
	}
	x, y := big.NewInt(int64(a)), big.NewInt(int64(b))
	x.Quo(x, new(big.Int).GCD(nil, nil, x, y)).Mul(x, y)
	return trees.Score(x.Int64()), x.Cmp(big.NewInt(int64(trees.MaxUnits))) <= 0
}
