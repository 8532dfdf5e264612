package tree

import (
	"fmt"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/words"
)

// Summary describes the result, and how it was searched.
func (d *CounterexampleRequest) Summary(found *compare.Counterexample) string {
	name := words.FailingName(d.AlgorithmConfig)
	if d.Tree == nil {
		if found.Tree == nil {
			return fmt.Sprintf("%s failed on none of %s random trees. This is only a sample: it may fail on others.", name, words.Grouped(found.Tries))
		}
		return fmt.Sprintf("%s failed on %s of %s random trees; the smallest tree after shrinking has %s.",
			name, words.Grouped(found.Failures), words.Grouped(found.Tries), words.Plural(found.Tree.Len(), "node"))
	}
	names := d.leafNames(found.Leaves)
	how := fmt.Sprintf("All %s of %s were tried", combinations(found.Combinations, len(found.Leaves)), names)
	if !found.Exhaustive {
		how = fmt.Sprintf("%s of the %s of %s were drawn at random", words.Grouped(found.Tries), combinations(found.Combinations, len(found.Leaves)), names)
	}
	switch {
	case len(found.Leaves) == 0 && found.Tree == nil:
		return fmt.Sprintf("%s visits every leaf of this tree, so no value can be chosen. It does not fail here.", name)
	case found.Tree != nil && len(found.Values) == 0:
		return name + " fails on this tree without any change."
	case found.Tree != nil && found.Exhaustive:
		return fmt.Sprintf("%s fails with these values. The %s of %s were tried in order, nearest to the present values first; this is number %s.",
			name, combinations(found.Combinations, len(found.Leaves)), names, words.Grouped(found.Tries))
	case found.Tree != nil:
		return fmt.Sprintf("%s fails with these values, the first found among %s random ones for %s.", name, words.Grouped(found.Tries), names)
	case found.Exhaustive:
		return fmt.Sprintf("No values make it fail. %s, in steps of %s: with none of them does %s fail on this tree.", how, found.Step.In(d.Unit()), engine.Inside(name))
	}
	return fmt.Sprintf("None was found. %s, in steps of %s: with none of them does %s fail. This is only a sample.", how, found.Step.In(d.Unit()), engine.Inside(name))
}

// combinations returns "220 values", or "48,400 combinations of values".
func combinations(n float64, leaves int) string {
	what := " values"
	if leaves > 1 {
		what = " combinations of values"
	}
	if n >= 1e15 {
		return "more than 10¹⁵" + what
	}
	return words.Grouped(int(n)) + what
}

// maxNamed bounds the leaves that a sentence names.
const maxNamed = 5

func (d *CounterexampleRequest) leafNames(leaves []int) string {
	if len(leaves) > maxNamed {
		return words.Grouped(len(leaves)) + " leaves"
	}
	var names []string
	for _, n := range leaves {
		names = append(names, d.Tree.Name(n))
	}
	return trees.InWords(names)
}
