package web

import (
	"errors"
	"strings"

	"espalier/search"
	"espalier/trees"
)

// told reports whether the engine itself ended its events with a last one.
func told(err error) bool {
	var unknown *search.UnknownLeafError
	var limit *search.LimitError
	return err == nil || errors.As(err, &unknown) || errors.As(err, &limit)
}

// A variant is an algorithm with the options under which it is run.
type variant struct {
	Algorithm *search.Algorithm
	Options   search.Options
}

// sound reports whether the variant is proved to give the right value.
func (v variant) sound() bool { return v.Algorithm.SoundWith(v.Options) }

// spec is the variant as an address names it: speculative,as_printed.
func (v variant) spec() string {
	return strings.Join(append([]string{v.Algorithm.ID}, flagsOn(&v.Options)...), ",")
}

// spokenName is an algorithm's name in a sentence, which tells by itself
// whether it is sound.
func spokenName(a *search.Algorithm) string { return strings.TrimSuffix(a.Name, " (unsound)") }

// plainOf is the algorithm that says what is true of the tree; of a path tree
// the only one there is.
func plainOf(t *trees.Tree) *search.Algorithm {
	a, _ := search.Find(map[trees.Kind]string{trees.MaxN: "maxn", trees.Minimax: "minimax", trees.Path: "dfbnb"}[t.Kind])
	return a
}

// unbounded is the bound vector of players who have none.
var unbounded = func() (v trees.Vector) {
	for i := range v {
		v[i] = search.NoBound
	}
	return v
}()
