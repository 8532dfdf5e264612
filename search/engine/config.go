package engine

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trees"
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

// Unbounded is the bound vector in which no player has a bound.
var Unbounded = func() (v trees.Vector) {
	for i := range v {
		v[i] = NoBound
	}
	return v
}()
