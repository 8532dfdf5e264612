package treestore

// mergeText merges two versions of a text that two people have changed at the same time,
// each in one part. Where the parts overlap, both insertions are retained and theirs
// comes first.
func mergeText(base, mine, theirs string) string {
	was, my, their := []rune(base), []rune(mine), []rune(theirs)
	a, b := changedPart(was, my), changedPart(was, their)
	switch {
	case mine == base, mine == theirs:
		return theirs
	case theirs == base:
		return mine
	case a.to < b.from || a.to == b.from && a.from < b.from:
		return string(my[:a.end(my)]) + string(was[a.to:b.from]) + string(their[b.from:])
	case b.to <= a.from:
		return string(their[:b.end(their)]) + string(was[b.to:a.from]) + string(my[a.from:])
	}
	from, to := min(a.from, b.from), max(a.to, b.to)
	return string(was[:from]) + string(was[from:b.from]) + string(their[b.from:b.end(their)]) + string(my[a.from:a.end(my)]) + string(was[to:])
}

// A replacement is the part [from, to) of a text that another version has
// changed, and how many unchanged characters follow.
type replacement struct{ from, to, suffix int }

// end returns where the changed part ends in the other version.
func (s replacement) end(other []rune) int { return len(other) - s.suffix }

func changedPart(was, is []rune) (s replacement) {
	most := min(len(was), len(is))
	for s.from < most && was[s.from] == is[s.from] {
		s.from++
	}
	for s.suffix < most-s.from && was[len(was)-1-s.suffix] == is[len(is)-1-s.suffix] {
		s.suffix++
	}
	s.to = len(was) - s.suffix
	return s
}
