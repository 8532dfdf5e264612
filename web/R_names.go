package web

import (
	"strings"

	"espalier/search"
	"espalier/trees"
)

// words names the variant: Speculative (as printed).
func configName(v variant) string {
	var with []string
	for _, f := range flags {
		if *f.Of(&v.Options) {
			with = append(with, f.Words)
		}
	}
	if with == nil {
		return chipName(v.Algorithm)
	}
	return chipName(v.Algorithm) + " (" + strings.Join(with, ", ") + ")"
}

// titleOf is what to call a tree of one's own.
func titleOf(t *trees.Tree) string {
	if t.Title != "" {
		return t.Title
	}
	return "A tree of your own"
}

func algorithmIDs() string {
	var ids []string
	for _, a := range search.All() {
		ids = append(ids, a.ID)
	}
	return strings.Join(ids, ", ")
}

// chipName is what a chip has room for; the chip says beside it what is unsound.
func chipName(a *search.Algorithm) string {
	name := strings.TrimSuffix(spokenName(a), " pruning")
	return setPower(name)
}

func plainVector(v *trees.Vector, width int) string {
	var parts []string
	for _, s := range v[:width] {
		parts = append(parts, s.String())
	}
	return strings.Join(parts, ",")
}
