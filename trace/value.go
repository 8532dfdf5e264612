package trace

import (
	"strings"

	"espalier/trees"
)

// ValueText formats a value as in the papers: (5, 2, 2), or one number.
func ValueText(v *trees.Vector, width int) string {
	if width == 1 {
		return Minus(v[0].String())
	}
	b := []byte{'('}
	for p, s := range v[:width] {
		if p > 0 {
			b = append(b, ", "...)
		}
		b = s.Append(b)
	}
	return Minus(string(append(b, ')')))
}

// Minus replaces each hyphen by the typographic minus sign.
func Minus(s string) string { return strings.ReplaceAll(s, "-", "−") }
