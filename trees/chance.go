package trees

// WindowUnit returns the unit in which the windows of the children of chance nodes are whole
// numbers. A window divides by a probability (search/star1.go), so its ends have the product of
// the numerators on the path in their denominators, besides the unit of the tree. The unit is that
// times the least common multiple of these products. ok is false if it, or a score of the tree in
// it, is too large: the difference of two scores must not be larger than MaxUnits.
func (t *Tree) WindowUnit() (unit Score, ok bool) {
	if !t.HasChance() {
		return t.Unit, true
	}
	on := make([]Score, t.Len()) // the product on the path
	on[0] = 1
	common := Score(1)
	for n := 1; n < t.Len(); n++ {
		if on[n] = on[t.Parent(n)]; t.weight[n].Score <= 1 {
			continue
		}
		var fits [2]bool
		on[n], fits[0] = product(on[n], t.weight[n].Score)
		if common, fits[1] = lcm(common, max(1, on[n])); !fits[0] || !fits[1] {
			return 0, false
		}
	}
	if unit, ok = product(t.Unit, common); !ok {
		return 0, false
	}
	t.numbers(nil, func(s *Score) {
		in, fits := product(*s, common)
		ok = ok && fits && in <= MaxUnits/2 && in >= -MaxUnits/2
	})
	return unit, ok
}
