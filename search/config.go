package search

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
)

// EndedByEngine reports whether the engine emitted the last event of the run: the
// run ended with a result, at a leaf of unknown value, or at a limit.
func EndedByEngine(err error) bool {
	var unknown *UnknownLeafError
	var limit *LimitError
	return err == nil || errors.As(err, &unknown) || errors.As(err, &limit)
}

// An AlgorithmConfig is an algorithm with the options of its run.
type AlgorithmConfig struct {
	Algorithm *Algorithm
	Options   Options
}

// Sound reports whether the algorithm with these options is proved to return the
// right value.
func (c AlgorithmConfig) Sound() bool { return c.Algorithm.SoundWith(c.Options) }

// Spec returns the configuration as it is written in an address, for example
// speculative,as_printed or shallow,order=best.
func (c AlgorithmConfig) Spec() string {
	parts := append([]string{c.Algorithm.ID}, OptionsOn(&c.Options)...)
	for _, o := range c.Options.Given() {
		if o.Word != "" {
			parts = append(parts, o.Name+"="+o.Word)
		}
	}
	return strings.Join(parts, ",")
}

// SpokenName returns the name of an algorithm for the start of a sentence, without the
// remark that the algorithm is unsound.
func SpokenName(a *Algorithm) string { return strings.TrimSuffix(a.Name, " (unsound)") }

// InnerName returns the name of an algorithm inside a sentence, without the mark for unsound ones.
func InnerName(a *Algorithm) string { return Inside(SpokenName(a)) }

// Inside returns a name as it is written inside a sentence: Shallow pruning becomes shallow pruning. A
// first word with a digit or a second capital letter is a proper name or an abbreviation, and keeps its
// letters: PVS, MTD(f), MP-Mix, Star1.
func Inside(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	word, _, _ := strings.Cut(name[size:], " ")
	if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) {
		return name
	}
	return string(unicode.ToLower(first)) + name[size:]
}

// The algorithms that a page or a request uses where none is chosen.
var (
	// Plain is the algorithm for any number of players that prunes nothing.
	Plain = &maxnAlgorithm
	// WholeForTwo searches the whole tree of a game of two players, as in the lecture.
	WholeForTwo = &alphabetaAlgorithm
	// Practised is the algorithm of an exercise.
	Practised = &shallowAlgorithm
	// Refuted is the algorithm whose counterexamples are searched: it is known to be
	// unsound.
	Refuted = &deepAlgorithm
)

// PlainFor returns the reference algorithm for the tree, which searches without
// pruning. For a path tree it returns the only algorithm for path trees.
func PlainFor(t *trees.Tree) *Algorithm {
	return map[trees.Kind]*Algorithm{trees.MaxN: Plain, trees.Minimax: &minimaxAlgorithm, trees.Path: &dfbnbAlgorithm}[t.Kind]
}

// Exhaustive returns the algorithm without pruning whose value the results of a are
// compared with: the first one with the same reference and no rules. Where there is none,
// it returns a.
func (a *Algorithm) Exhaustive() *Algorithm {
	for _, plain := range algorithms {
		if plain.Sound && plain.Reference == a.Reference && plain.questions == trace.NoQuestions && len(plain.Rules(Options{})) == 0 {
			return plain
		}
	}
	return a
}

// Practicable returns the algorithms that can be practised on a generated tree: those whose leaves
// have scores, without those for chance nodes, and without the decision rules that are not about
// cuts and those that estimate.
func Practicable() []*Algorithm {
	return slices.DeleteFunc(slices.Clone(algorithms), func(a *Algorithm) bool {
		return a.Estimate || a == &dfbnbAlgorithm || a.divides || a.questions != trace.NoQuestions || a == &alphabetaChanceAlgorithm || a.exhibit || a.OwnValue()
	})
}

// PracticableOnGiven returns the algorithms that can be practised on some tree that is given: also
// Star1 and Star2, which need chance nodes, and generated trees have none.
func PracticableOnGiven() []*Algorithm {
	return slices.DeleteFunc(slices.Clone(algorithms), func(a *Algorithm) bool {
		return a.Estimate || a == &dfbnbAlgorithm || a.questions != trace.NoQuestions || a == &alphabetaChanceAlgorithm || a.exhibit || a.OwnValue()
	})
}

// practicableIDs lists the ids of PracticableOnGiven.
func practicableIDs() (ids []string) {
	for _, a := range PracticableOnGiven() {
		ids = append(ids, a.ID)
	}
	return ids
}

// Opponents returns the algorithms that the page of a game offers as opponents, in the
// order of Algorithm.Seat.
func Opponents(pos games.Position) []*Algorithm {
	list := slices.DeleteFunc(slices.Clone(algorithms), func(a *Algorithm) bool {
		return a.Seat == 0 || a.TwoPlayers && pos.Players() != 2 || a.passes && !hasPasses(pos)
	})
	slices.SortStableFunc(list, func(a, b *Algorithm) int { return cmp.Compare(a.Seat, b.Seat) })
	return list
}

// Evaluators returns the opponents that can give each move a value: those that do not estimate.
func Evaluators(pos games.Position) []*Algorithm {
	return slices.DeleteFunc(Opponents(pos), func(a *Algorithm) bool { return a.Estimate })
}

// Unbounded is the bound vector in which no player has a bound.
var Unbounded = func() (v trees.Vector) {
	for i := range v {
		v[i] = NoBound
	}
	return v
}()
