package trace

import (
	"strings"

	"espalier/trees"
)

// ValueText is a value as the papers print it: (5, 2, 2), or one number.
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

// Minus sets the minus sign as print does.
func Minus(s string) string { return strings.ReplaceAll(s, "-", "−") }
