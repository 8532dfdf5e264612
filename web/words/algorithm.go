package words

import (
	"strings"

	"espalier/search/engine"
	"espalier/trees"
)

// ConfigName returns the name of an algorithm with its options, for example Speculative (as
// printed).
func ConfigName(v engine.AlgorithmConfig) string {
	var with []string
	for _, f := range engine.PageFlags() {
		if f.On(&v.Options) {
			with = append(with, f.Words)
		}
	}
	for _, o := range v.Options.Given() {
		if o.Word != "" {
			with = append(with, o.Name+": "+o.Word)
		}
	}
	if with == nil {
		return ShortName(v.Algorithm)
	}
	return ShortName(v.Algorithm) + " (" + strings.Join(with, ", ") + ")"
}

// TitleOf returns the title of a tree, or a default.
func TitleOf(t *trees.Tree) string {
	if t.Title != "" {
		return t.Title
	}
	return "A tree of your own"
}

// ShortName returns the name of an algorithm for a chip. If it is unsound, the chip says so
// beside the name.
func ShortName(a *engine.Algorithm) string {
	name := strings.TrimSuffix(engine.SpokenName(a), " pruning")
	return MaxN(strings.TrimSuffix(name, " search"))
}

// InnerName returns the name of an algorithm inside a sentence: shallow pruning, maxⁿ, PVS.
func InnerName(a *engine.Algorithm) string { return MaxN(engine.InnerName(a)) }

// FailingName returns the name of an unsound algorithm for the start of a sentence.
func FailingName(c engine.AlgorithmConfig) string {
	name := MaxN(engine.SpokenName(c.Algorithm))
	if c.Options.AsPrinted {
		name += " as printed"
	}
	return name
}
