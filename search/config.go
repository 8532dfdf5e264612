package search

import (
	"errors"
	"strings"

	"espalier/trees"
)

// EndedByEngine reports whether the engine itself ended its events with a last one.
func EndedByEngine(err error) bool {
	var unknown *UnknownLeafError
	var limit *LimitError
	return err == nil || errors.As(err, &unknown) || errors.As(err, &limit)
}

// A AlgorithmConfig is an algorithm with the options under which it is run.
type AlgorithmConfig struct {
	Algorithm *Algorithm
	Options   Options
}

// Sound reports whether the variant is proved to give the right value.
func (v AlgorithmConfig) Sound() bool { return v.Algorithm.SoundWith(v.Options) }

// Spec is the variant as an address names it: speculative,as_printed.
func (v AlgorithmConfig) Spec() string {
	return strings.Join(append([]string{v.Algorithm.ID}, OptionsOn(&v.Options)...), ",")
}

// SpokenName is an algorithm's name in a sentence, which tells by itself
// whether it is sound.
func SpokenName(a *Algorithm) string { return strings.TrimSuffix(a.Name, " (unsound)") }

// PlainFor is the algorithm that says what is true of the tree; of a path tree
// the only one there is.
func PlainFor(t *trees.Tree) *Algorithm {
	a, _ := Find(map[trees.Kind]string{trees.MaxN: "maxn", trees.Minimax: "minimax", trees.Path: "dfbnb"}[t.Kind])
	return a
}

// Unbounded is the bound vector of players who have none.
var Unbounded = func() (v trees.Vector) {
	for i := range v {
		v[i] = NoBound
	}
	return v
}()
