package trees

import (
	"fmt"
	"slices"
)

// This file chooses the unit of a tree: the part of a point in which its scores, and the
// expectations of its chance nodes, are whole numbers.
//
//	den  the common denominator of all numbers
//	q    the least common multiple of the products of the probabilities' denominators on the
//	     paths from the root
//
// An expectation at any node is a sum of scores times the probabilities between the node and the
// scores, so it is a multiple of 1/(den·q), and remains one when it is multiplied by the
// probabilities above. The products are not reduced: the expectation of *[ @1/7 1 @6/7 0 ] is
// 1/7, also where the node itself has probability 7/9. The unit is the least common multiple of
// den·q and the constant Unit, as long as all numbers are then at most usualLargest; else it is
// den·q. So trees with the same numbers have the same unit, and nearly all trees have Unit.

// usualLargest is the largest size of a number in a multiple of the constant Unit. Larger numbers
// are counted in their common denominator, so that they are as small as can be.
const usualLargest = MaxUnits / (4 * MaxPlayers)

// UnitOf returns a unit in which all numbers are whole: Unit if it is one, else their common
// denominator. ok is false if that is above MaxUnits, or if a number has more than MaxUnits of
// such parts.
func UnitOf(numbers ...Number) (unit Score, ok bool) {
	den := Score(1)
	for _, n := range numbers {
		if den, ok = lcm(den, n.Reduced().Unit); !ok {
			return 0, false
		}
	}
	for _, unit := range []Score{Unit, den} {
		ok := true
		for _, n := range numbers {
			_, fits := n.In(unit)
			ok = ok && fits
		}
		if ok {
			return unit, true
		}
	}
	return 0, false
}

// unit returns the unit of the header's numbers.
func (h *Header) unit() Score {
	if h.Unit == 0 {
		return Unit
	}
	return h.Unit
}

// fit sets the unit of a finished tree.
func (t *Tree) fit(p *pace) *Error {
	q, err := t.weights(p)
	if err != nil {
		return err
	}
	// Scores up to usualLargest are never too large; the cost of a path can be.
	if t.Unit == Unit && q == 1 && t.largest(p) <= usualLargest && (t.Kind != Path || t.tooLarge(p) == NoNode) {
		return nil
	}
	den := t.denominator(p)
	least, ok := product(den, q)
	if !ok {
		return ErrorOverLimit("root", "the common denominator of the scores, %d, times that of the probabilities, %d, is larger than %d, the most that is allowed; use fewer decimal places or simpler fractions", den, q, MaxUnits)
	}
	if unit, ok := lcm(least, Unit); ok && t.rescale(unit) && t.largest(p) <= usualLargest && t.tooLarge(p) == NoNode {
		return nil
	}
	if t.rescale(least) {
		n := t.tooLarge(p)
		if n == NoNode {
			return nil
		}
		return t.errNodeLimit(n, "", "the scores are too large to add up: counted in parts of 1/%d, the common denominator of the tree's numbers, they come to more than %d; use smaller numbers or fewer decimal places", least, MaxUnits)
	}
	return ErrorOverLimit("root", "the numbers have the common denominator %d, and one of them counts more than %d such parts; use smaller numbers or fewer decimal places", least, MaxUnits)
}

// weights computes the probability of each child of a chance node, and returns q.
func (t *Tree) weights(p *pace) (q Score, err *Error) {
	t.weight = nil
	if !slices.ContainsFunc(t.flags, func(f uint8) bool { return f&flagChance != 0 }) {
		return 1, nil
	}
	t.weight = make([]Number, t.Len())
	on := make([]Score, t.Len()) // the product of the denominators on the path
	on[0], q = 1, 1
	for n := 1; n < t.Len(); n++ {
		p.step()
		parent := t.Parent(n)
		on[n] = on[parent]
		if !t.IsChance(parent) {
			continue
		}
		given, isGiven := t.GivenProb(n)
		if !isGiven {
			given = Number{1, Score(len(t.Kids(parent)))}
		}
		t.weight[n] = given
		fits := false
		if on[n], fits = product(on[parent], given.Unit); fits {
			q, fits = lcm(q, on[n])
		}
		if !fits {
			return 0, t.errNodeLimit(n, t.probField(n), "the probabilities on the way here have a common denominator with the others that is larger than %d, the most that is allowed; use simpler fractions, or fewer chance nodes one below another", MaxUnits)
		}
	}
	return q, nil
}

func (t *Tree) probField(n int) string {
	if _, given := t.GivenProb(n); given {
		return ".prob"
	}
	return ""
}

// numbers calls visit with all scores of the tree.
func (t *Tree) numbers(p *pace, visit func(*Score)) {
	vectors := func(list []Vector) {
		for i := range list {
			p.step()
			for s := range list[i][:t.Width()] {
				visit(&list[i][s])
			}
		}
	}
	vectors(t.vectors)
	vectors(t.Outcomes)
	for i := range t.cost {
		visit(&t.cost[i])
	}
	visit(&t.Delta)
	if t.MaxSum.Given {
		visit(&t.MaxSum.Score)
	}
	for _, l := range []*Limits{&t.MinP, &t.MaxP} {
		for s := range l.Scores {
			visit(&l.Scores[s])
		}
	}
}

// denominator returns the common denominator of all scores.
func (t *Tree) denominator(p *pace) Score {
	common := t.Unit
	t.numbers(p, func(s *Score) { common = gcd(*s, common) })
	return t.Unit / common
}

// rescale changes the unit. It changes nothing and returns false if a score is no whole number
// of the new units, or more than MaxUnits.
func (t *Tree) rescale(unit Score) bool {
	if unit == t.Unit {
		return true
	}
	common := gcd(t.Unit, unit)
	by, over := unit/common, t.Unit/common
	fits := true
	t.numbers(nil, func(s *Score) {
		_, ok := product(*s/over, by)
		fits = fits && ok && *s%over == 0
	})
	if fits { // the tree may share its numbers with another one
		t.vectors, t.Outcomes, t.cost = slices.Clone(t.vectors), slices.Clone(t.Outcomes), slices.Clone(t.cost)
		t.numbers(nil, func(s *Score) { *s = *s / over * by })
		t.Unit = unit
	}
	return fits
}

// In returns the tree with its scores in another unit. ok is false if one of them is no whole
// number of these units, or more than MaxUnits of them.
func (t *Tree) In(unit Score) (u *Tree, ok bool) {
	if unit == t.Unit {
		return t, true
	}
	c := *t
	return &c, c.rescale(unit)
}

// Admit returns the tree in a unit in which more numbers are whole, so that they can be values of
// its leaves. It returns an error that names the first number for which there is none.
func (t *Tree) Admit(numbers []Number) (*Tree, error) {
	den := t.Unit
	for _, n := range numbers {
		n = n.Reduced()
		var ok bool
		if den, ok = lcm(den, n.Unit); !ok {
			return nil, fmt.Errorf("%s and the numbers of the tree have a common denominator that is larger than %d, the most that is allowed; use a simpler fraction", n, MaxUnits)
		}
	}
	units := []Score{den}
	if least, ok := lcm(t.denominator(nil), den/gcd(t.Unit, den)); ok && den%least == 0 {
		units = append(units, least)
	}
	for i, unit := range units {
		u, ok := t.In(unit)
		for _, n := range numbers {
			if _, fits := n.In(unit); ok && !fits {
				if ok = false; i == len(units)-1 {
					return nil, fmt.Errorf("%s counts more than %d parts of 1/%d, the common denominator of the tree's numbers; use a smaller number", n, MaxUnits, unit)
				}
			}
		}
		if ok {
			return u, nil
		}
	}
	return nil, fmt.Errorf("counted in parts of 1/%d, the common denominator with these values, a number of the tree is more than %d; use simpler fractions", den, MaxUnits)
}

// largest returns the largest size of a number of the tree, in units.
func (t *Tree) largest(p *pace) (largest Score) {
	const vectorsInStep = 64
	for i := range t.vectors { // nearly all numbers; a call for each would take longer
		if i%vectorsInStep == 0 {
			p.step()
		}
		for _, s := range t.vectors[i][:t.Width()] {
			largest = max(largest, s, -s)
		}
	}
	rest := *t
	rest.vectors = nil
	rest.numbers(p, func(s *Score) { largest = max(largest, *s, -*s) })
	return largest
}

// tooLarge returns a node with a score that makes the sum of the largest scores of all players
// larger than MaxUnits, the root if it is a number of the header; NoNode if there is none.
func (t *Tree) tooLarge(p *pace) int {
	largest := t.largest(p)
	switch {
	case largest > MaxUnits:
		return 0
	case t.Kind == Path:
		return t.costsTooMuch()
	case largest <= MaxUnits/MaxPlayers:
		return NoNode
	}
	var most Vector
	see := func(v *Vector) {
		for s := range v[:t.Width()] {
			most[s] = max(most[s], v[s], -v[s])
		}
	}
	over := func() bool {
		left := MaxUnits
		for _, s := range most {
			if left -= s; left < 0 {
				return true
			}
		}
		return false
	}
	see(&t.MinP.Scores)
	see(&t.MaxP.Scores)
	for i := range t.Outcomes {
		see(&t.Outcomes[i])
	}
	if over() {
		return 0
	}
	for n := range t.Len() {
		p.step()
		for _, at := range []int32{t.value[n], t.low[n], t.up[n], t.static[n]} {
			if at != NoNode {
				see(&t.vectors[at])
			}
		}
		for i := t.altAt[n]; i < t.altEnd[n]; i++ {
			see(&t.vectors[i])
		}
		if over() {
			return n
		}
	}
	return NoNode
}

// costsTooMuch returns a node of a path tree whose path costs more than MaxUnits, or NoNode.
func (t *Tree) costsTooMuch() int {
	paid := make([]Score, t.Len())
	for n := 1; n < t.Len(); n++ {
		before := paid[t.Parent(n)]
		if t.Cost(n) > MaxUnits-before {
			return n
		}
		paid[n] = before + max(0, t.Cost(n))
	}
	return NoNode
}

// A scale keeps what a reader has found out about the unit of its numbers. A number that is no
// whole number of units is read as 0, and the text is read again in a unit that fits.
type scale struct {
	den    Score // common denominator of the numbers so far; 0: 1
	large  bool  // a number is too large for the least common multiple with Unit
	misfit bool  // a number did not fit in this pass
	fine   bool  // the numbers have no common denominator that is small enough
	double bool  // there are doubles

	rounded               RoundedDoubles
	shortened, shortProbs Shortening
}

// seeScore notes a score that is not exactly what was written, unless the note on rounded doubles has it.
func (s *scale) seeScore(given string, n Number) {
	if s != nil && s.rounded.Meant(n) == n {
		s.shortened.See(given, n)
	}
}

// seeProb notes a probability that is not exactly what was written.
func (s *scale) seeProb(given string, n Number) {
	if s != nil {
		s.shortProbs.See(given, n)
	}
}

// unit returns the unit for the next pass.
func (s *scale) unit() Score {
	den := max(1, s.den)
	if unit, ok := lcm(den, Unit); ok && !s.large {
		return unit
	}
	return den
}

// take returns a number in units of a tree.
func (s *scale) take(n Number, unit Score) (Score, error) {
	if n.IsDouble() {
		s.double = true
		n = s.rounded.Round(n)
	}
	if n.Unit > 1 {
		den, ok := lcm(max(1, s.den), n.Unit)
		if !ok {
			s.fine = true
			return 0, fmt.Errorf("%s has a denominator whose least common multiple with those of the numbers before it is larger than %d, the most that is allowed; use simpler fractions", n, MaxUnits)
		}
		s.den = den
	}
	if score, ok := n.In(unit); ok {
		return score, nil
	}
	if unit%n.Unit == 0 {
		if s.large && unit == max(1, s.den) {
			s.fine = true
			return 0, fmt.Errorf("%s counts more than %d parts of 1/%d, the common denominator of the numbers; use smaller numbers or fewer decimal places", n, MaxUnits, unit)
		}
		s.large = true
	}
	s.misfit = true
	return 0, nil
}

// readInUnits reads a tree as inUnits does.
func readInUnits(read func(*scale) (*Tree, error)) (t *Tree, err error) {
	err = FitDoubles(func(to RoundedDoubles) (tooFine bool, err error) {
		s := scale{rounded: to}
		err = s.fitted(func() (err error) {
			t, err = read(&s)
			return err
		})
		if err == nil && s.rounded.Count > 0 {
			t.doubles = &s.rounded
		}
		if err == nil {
			t.shortened = s.shortened.With(&s.shortProbs, t).Note()
		}
		return s.fine, err
	})
	return t, err
}

// inUnits calls read, with units in which more numbers fit each time, until all do.
func inUnits(read func(*scale) error) error {
	var s scale
	return s.fitted(func() error { return read(&s) })
}

// fitted calls read until all numbers fit.
func (s *scale) fitted(read func() error) error {
	for {
		s.shortened, s.shortProbs = Shortening{}, Shortening{}
		s.misfit, s.fine, s.rounded = false, false, RoundedDoubles{Places: s.rounded.Places, Coarse: s.rounded.Coarse}
		err := read()
		if _, wrong := err.(*Error); err != nil && !wrong || !s.misfit {
			return err
		}
	}
}

// score returns a number in units of the tree. A number that does not fit is noted in the scale,
// so that the text is read again; without a scale, score panics with a *misfitError.
func (b *Builder) score(n Number) (Score, error) {
	if b.scale != nil {
		return b.scale.take(n, b.t.Unit)
	}
	if s, ok := n.In(b.t.Unit); ok {
		return s, nil
	}
	panic(&misfitError{n})
}

// A misfitError reports a number that is no whole number of units of the tree it is for.
type misfitError struct{ number Number }

func (e *misfitError) Error() string {
	return fmt.Sprintf("%s does not fit the numbers of the tree", e.number)
}
