package web

import (
	"strings"

	"espalier/trees"
)

// valueText is a value as the papers print it: (5, 2, 2), or one number.
func valueText(v *trees.Vector, width int) string {
	if width == 1 {
		return minus(v[0].String())
	}
	b := []byte{'('}
	for p, s := range v[:width] {
		if p > 0 {
			b = append(b, ", "...)
		}
		b = s.Append(b)
	}
	return minus(string(append(b, ')')))
}

// minus sets the minus sign as print does.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }
