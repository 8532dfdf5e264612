package trees

import "slices"

// This file brings drafts and changes to a common unit. Every tree has the unit that its numbers
// need, so two drafts of one tree can have different units; they are compared in a common one.

// errNoCommonUnit reports numbers that cannot be compared.
func errNoCommonUnit() *Error {
	return ErrorOverLimit("tree", "the numbers before and after this change have a common denominator that is too large: counted in such parts, one of them is more than %d; use smaller numbers or simpler fractions", MaxUnits)
}

// units returns a unit in which the scores of the tree and the further scores are whole.
func (d *Draft) units() Score {
	if d.further.unit == 0 || d.further.unit == d.tree.Unit {
		return d.tree.Unit
	}
	unit, ok := lcm(d.tree.Unit, d.further.unit)
	if !ok {
		panic(errNoCommonUnit())
	}
	return unit
}

// in returns the draft with all scores in another unit. ok is false if one of them is no whole
// number of these units, or more than MaxUnits of them.
func (d *Draft) in(unit Score) (in *Draft, ok bool) {
	if d.tree.Unit == unit && (d.further.unit == 0 || d.further.unit == unit) {
		return d, true
	}
	in = d.clone()
	if in.tree, ok = d.tree.In(unit); !ok {
		return nil, false
	}
	in.further, ok = d.further.in(unit)
	return in, ok
}

// alike returns two drafts in a common unit.
func alike(a, b *Draft) (x, y *Draft) {
	if a.tree.Unit == b.tree.Unit && a.further.unit == b.further.unit && a.units() == a.tree.Unit {
		return a, b
	}
	unit, ok := lcm(a.units(), b.units())
	if ok {
		if x, ok = a.in(unit); ok {
			y, ok = b.in(unit)
		}
	}
	if !ok {
		panic(errNoCommonUnit())
	}
	return x, y
}

// in returns the further scores in another unit.
func (f furtherScores) in(unit Score) (in furtherScores, ok bool) {
	if f.unit == 0 || f.unit == unit {
		return f, true
	}
	in = furtherScores{unit: unit, outcomes: slices.Clone(f.outcomes)}
	ok = convertList(in.outcomes, f.unit, unit)
	if f.nodes != nil {
		in.nodes = map[ID]*Node{}
	}
	for id, n := range f.nodes {
		m, fits := n.in(f.unit, unit)
		in.nodes[id], ok = m, ok && fits
	}
	return in, ok
}

// in returns a copy of the node with its scores in another unit.
func (n *Node) in(from, to Score) (in *Node, ok bool) {
	if n == nil {
		return nil, true
	}
	c := *n
	ok = convert(&c.Cost, from, to)
	for _, v := range []**Vector{&c.Value, &c.Low, &c.Up, &c.Static} {
		if *v != nil {
			list := []Vector{**v}
			ok = convertList(list, from, to) && ok
			*v = &list[0]
		}
	}
	c.Alternatives = slices.Clone(n.Alternatives)
	return &c, convertList(c.Alternatives, from, to) && ok
}

// in returns the change with all scores in another unit.
func (c *Change) in(unit Score) (in *Change, ok bool) {
	from := c.unit()
	if from == unit {
		return c, true
	}
	in = &Change{before: c.before, after: c.after, nodes: slices.Clone(c.nodes)}
	for _, h := range []*Header{&in.before.header, &in.after.header} {
		if *h, ok = h.In(unit); !ok {
			return nil, false
		}
	}
	for i := range in.nodes {
		n := &in.nodes[i]
		var fits [2]bool
		n.before, fits[0] = n.before.in(from, unit)
		n.after, fits[1] = n.after.in(from, unit)
		ok = ok && fits[0] && fits[1]
	}
	return in, ok
}

// unit returns the unit of all scores of the change.
func (c *Change) unit() Score { return c.before.header.unit() }

// convert changes the unit of a score. It returns false if that is not possible exactly.
func convert(s *Score, from, to Score) bool {
	in, ok := s.In(from).In(to)
	*s = in
	return ok
}

func convertList(list []Vector, from, to Score) (ok bool) {
	ok = true
	for i := range list {
		for p := range list[i] {
			ok = convert(&list[i][p], from, to) && ok
		}
	}
	return ok
}

// applyInUnits applies an edit in the unit of the draft. If the edit has a number that is no
// whole number of these units, it is applied again in a unit in which it is.
func (d *Draft) applyInUnits(apply func(*Draft) (EditResult, error)) (EditResult, error) {
	unit, den := d.units(), Score(1)
	for {
		w, ok := d.in(unit)
		if !ok {
			return EditResult{}, errNoCommonUnit()
		}
		a, err := apply(w)
		misfit, again := err.(*misfitError)
		if !again {
			if a.Draft == w {
				a.Draft = d
			}
			return a, err
		}
		// The numbers of the edit that fitted before still do.
		if den, ok = lcm(den, misfit.number.Unit); !ok {
			return EditResult{}, errNoCommonUnit()
		}
		next, ok := d.unitWith(den, misfit.number)
		if !ok || next == unit {
			return EditResult{}, errNoCommonUnit()
		}
		unit = next
	}
}

// unitWith returns a unit for the scores of the draft, for parts of 1/den, and for a number: a
// multiple of the constant Unit if all of them are then within MaxUnits.
func (d *Draft) unitWith(den Score, n Number) (unit Score, ok bool) {
	least, ok := lcm(d.tree.denominator(nil), den)
	if ok && d.further.unit != 0 {
		least, ok = lcm(least, d.further.unit)
	}
	if !ok {
		return 0, false
	}
	for _, times := range []Score{Unit, 1} {
		if unit, ok = lcm(least, times); !ok {
			continue
		}
		if _, ok = n.In(unit); !ok {
			continue
		}
		if _, ok = d.in(unit); ok {
			return unit, true
		}
	}
	return 0, false
}

// together returns a draft and a change in a common unit.
func together(d *Draft, c *Change) (*Draft, *Change) {
	unit, ok := lcm(d.units(), c.unit())
	if ok {
		if d, ok = d.in(unit); ok {
			c, ok = c.in(unit)
		}
	}
	if !ok {
		panic(errNoCommonUnit())
	}
	return d, c
}
