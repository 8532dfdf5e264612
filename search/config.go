package search

import (
	"errors"
	"strings"

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
// speculative,as_printed.
func (c AlgorithmConfig) Spec() string {
	return strings.Join(append([]string{c.Algorithm.ID}, OptionsOn(&c.Options)...), ",")
}

// SpokenName returns the name of an algorithm for use in a sentence, without the
// remark that the algorithm is unsound.
func SpokenName(a *Algorithm) string { return strings.TrimSuffix(a.Name, " (unsound)") }

// PlainFor returns the reference algorithm for the tree, which searches without
// pruning. For a path tree it returns the only algorithm for path trees.
func PlainFor(t *trees.Tree) *Algorithm {
	a, _ := Find(map[trees.Kind]string{trees.MaxN: "maxn", trees.Minimax: "minimax", trees.Path: "dfbnb"}[t.Kind])
	return a
}

// Unbounded is the bound vector in which no player has a bound.
var Unbounded = func() (v trees.Vector) {
	for i := range v {
		v[i] = NoBound
	}
	return v
}()
